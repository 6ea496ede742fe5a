"""Moves that may be recorded now, for forms that do not know the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engines.kernel.domains import by_seat, choice, free
from engines.kernel.game import Json
from engines.kernel.offers import Offers, Questions, Who
from engines.kingdoms.state import Seat, State, candidates, leaders, stuck


def offers(
    state: State,
    partial: Json | None = None,
    derived: Sequence[int] | None = None,  # noqa: ARG001 - this game has no screens
) -> Json:
    """Moves that may be recorded now, as far as this fold knows; or, for a partial move, its next field."""
    return _OFFERS.answer(state, partial)


def may(state: State) -> Iterator[Who]:
    """Types of moves and their seats, in the order in which a form shows them."""
    if state.phase == "playing":
        yield from _turn(state)
        return
    if state.phase in ("scored", "finished"):
        if state.results[state.epoch].counted is None:
            yield "score_epoch", None
        yield from (
            ("reveal_starting_tile", place) for place, seat in enumerate(state.seats) if seat.status == "face_down"
        )
    if state.phase != "finished":
        fresh = state.phase == "scored"
        if fresh or state.start_recorded is None:
            yield "choose_start_player", None
        yield from (
            ("deal_starting_tile", place)
            for place, seat in enumerate(state.seats)
            if fresh or seat.status == "not_dealt"
        )


def _turn(state: State) -> Iterator[Who]:
    """The actions of the seat whose turn it is (KIN-3.3)."""
    place = state.to_move or 0
    seat = state.seats[place]
    if any(seat.reserve.values()):
        yield "place_castle", place
    if state.supply and candidates(state):
        yield "draw_and_place", place
    if seat.status == "face_down":
        yield "place_starting_tile", place
    if stuck(state, seat) and state.passed + 1 < len(state.seats):
        yield "pass", place


def _choose(state: State, _place: int | None, _given: Json) -> Questions:
    yield "player", choice(leaders(state))


def _deal(state: State, _place: int | None, _given: Json) -> Questions:
    """After a scored epoch the deal is that of the next, with every tile in play (KIN-11.7)."""
    kinds = list(state.box.kinds) if state.phase == "scored" else candidates(state)
    yield "tile", choice(kinds, optional=True, secret=True)


def _castle(state: State, place: int | None, given: Json) -> Questions:
    yield "rank", choice(rank for rank, count in state.seats[place or 0].reserve.items() if count)
    yield from _space(state, given)


def _draw(state: State, _place: int | None, given: Json) -> Questions:
    yield "tile", choice(candidates(state))
    yield from _space(state, given)


def _start(state: State, place: int | None, given: Json) -> Questions:
    yield "tile", _own(state, state.seats[place or 0])
    yield from _space(state, given)


def _reveal(state: State, place: int | None, _given: Json) -> Questions:
    yield "tile", _own(state, state.seats[place or 0])


def _count(state: State, _place: int | None, _given: Json) -> Questions:
    yield "gold", by_seat(len(state.seats), free())


def _own(state: State, seat: Seat) -> Json:
    """The kinds a starting tile may be shown as; optional if this fold or a seal knows it (KIN-14.9)."""
    return choice(candidates(state) if seat.tile is None else [seat.tile], optional=True)


def _space(state: State, given: Json) -> Questions:
    """Row and column of an empty space; given one of them, only the matching values of the other (KIN-4.11)."""
    columns = state.box.columns
    empty = [divmod(cell, columns) for cell, piece in enumerate(state.cells) if piece is None]
    row_given, col_given = given.get("row"), given.get("col")
    rows = sorted({row + 1 for row, col in empty if col_given in (None, col + 1)})
    cols = sorted({col + 1 for row, col in empty if row_given in (None, row + 1)})
    yield "row", choice(rows)
    wider = row_given is None and len(empty) != len(rows) * len(cols)
    yield "col", choice(cols, **({"exact": False} if wider else {}))


_ASKS: dict[str, Callable[[State, int | None, Json], Questions]] = {
    "choose_start_player": _choose,
    "deal_starting_tile": _deal,
    "place_castle": _castle,
    "draw_and_place": _draw,
    "place_starting_tile": _start,
    "reveal_starting_tile": _reveal,
    "score_epoch": _count,
}

_OFFERS = Offers(may, asks=_ASKS)
