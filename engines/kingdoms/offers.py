"""What may be recorded now, for forms that do not know the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engines.kernel.game import Json
from engines.kingdoms.state import Seat, State, candidates, leaders, stuck


@dataclass(frozen=True, slots=True)
class Offer:
    """One type of move that one seat (None: the table) may make, and what its fields may be, in the order asked."""

    type: str
    seat: int | None
    fields: Json

    def shown(self) -> Json:
        """The offer as JSON."""
        return {"type": self.type, "seat": self.seat, "fields": self.fields}


def offers(
    state: State,
    partial: Json | None = None,
    derived: Sequence[int] | None = None,  # noqa: ARG001 - nothing lies behind a screen here
) -> Json:
    """What may be recorded now, as far as this fold knows; or, given part of a move, its next field.

    Args:
        state: The table as this fold knows it.
        partial: ``type``, ``seat`` where several may move, and the fields known so far. An optional field that is to be
            left out is given as None.
        derived: Of no account: what follows from public moves lies in the open in this game.

    Returns:
        ``{"moves": [...]}``, or ``{"field": ..., "domain": ...}``; both None when nothing is missing, with an empty
        ``moves`` where such a move is not on offer.
    """
    if partial is None:
        return {"moves": [offer.shown() for offer in _all(state, {})]}
    seat = partial.get("seat")
    found = [
        offer for offer in _all(state, partial) if offer.type == partial.get("type") and seat in (None, offer.seat)
    ]
    if not found:
        return {"field": None, "domain": None, "moves": []}
    for name in found[0].fields:
        if name not in partial:
            return {"field": name, "domain": _merged([offer.fields[name] for offer in found])}
    return {"field": None, "domain": None}


def _merged(domains: Sequence[Json]) -> Json:
    """One domain for several seats; wider than the rules where they differ."""
    first = domains[0]
    if all(domain == first for domain in domains):
        return first
    return {**first, "of": list(dict.fromkeys(item for domain in domains for item in domain["of"])), "exact": False}


def _all(state: State, given: Json) -> Iterable[Offer]:
    """Every offer, in the order in which a form would show them."""
    if state.phase == "playing":
        yield from _turn(state, given)
        return
    if state.phase in ("scored", "finished"):
        if state.results[state.epoch].counted is None:
            seats = [str(place) for place in range(len(state.seats))]
            yield Offer("score_epoch", None, {"gold": {"kind": "map", "keys": seats, "of": {"kind": "free"}}})
        for place, seat in enumerate(state.seats):
            if seat.status == "face_down":
                yield Offer("reveal_starting_tile", place, {"tile": _own(state, seat)})
    if state.phase != "finished":
        yield from _opening(state)


def _opening(state: State) -> Iterable[Offer]:
    """The deal and the start player; after a scored epoch those of the next, with every tile in play (KIN-11.7)."""
    fresh = state.phase == "scored"
    kinds = list(state.box.kinds) if fresh else candidates(state)
    if fresh or state.start_recorded is None:
        yield Offer("choose_start_player", None, {"player": _choice(leaders(state))})
    for place, seat in enumerate(state.seats):
        if fresh or seat.status == "not_dealt":
            tile = {**_choice(list(kinds)), "optional": True, "secret": True}
            yield Offer("deal_starting_tile", place, {"tile": tile})


def _turn(state: State, given: Json) -> Iterable[Offer]:
    """The actions of the seat whose turn it is (KIN-3.3)."""
    place = state.to_move or 0
    seat = state.seats[place]
    ranks = [rank for rank, count in seat.reserve.items() if count]
    space = _space(state, given)
    if ranks:
        yield Offer("place_castle", place, {"rank": _choice(ranks), **space})
    kinds = candidates(state)
    if state.supply and kinds:
        yield Offer("draw_and_place", place, {"tile": _choice(kinds), **space})
    if seat.status == "face_down":
        yield Offer("place_starting_tile", place, {"tile": _own(state, seat), **space})
    if stuck(state, seat) and state.passed + 1 < len(state.seats):
        yield Offer("pass", place, {})


def _own(state: State, seat: Seat) -> Json:
    """What a starting tile may be shown as; it may be left out where this fold knows it, or a seal does (KIN-14.9)."""
    known = candidates(state) if seat.tile is None else [seat.tile]
    return {**_choice(known), "optional": True}


def _space(state: State, given: Json) -> Json:
    """Row and column of an empty space; given one of them, only what goes with it (KIN-4.11)."""
    columns = state.box.columns
    empty = [divmod(cell, columns) for cell, piece in enumerate(state.cells) if piece is None]
    row_given, col_given = given.get("row"), given.get("col")
    rows = sorted({row + 1 for row, col in empty if col_given in (None, col + 1)})
    cols = sorted({col + 1 for row, col in empty if row_given in (None, row + 1)})
    domain = _choice(cols)
    if row_given is None and len(empty) != len(rows) * len(cols):
        domain["exact"] = False
    return {"row": _choice(rows), "col": domain}


def _choice(of: Sequence[Any]) -> Json:
    return {"kind": "choice", "of": of}
