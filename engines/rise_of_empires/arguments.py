"""Names in moves: a progress tile may be named by its id or by the name that its copies share (ROE-1.12)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from engines.kernel.game import IllegalMoveError
from engines.kernel.sentences import same, shown
from engines.rise_of_empires.box.components import CITY, EMPIRE, PROGRESS, TERRITORY, Box
from engines.rise_of_empires.moves import ActionTaken, Battle, Free, Placed
from engines.rise_of_empires.refusals import refusal, tile_name
from engines.rise_of_empires.state import State, on_offer


def meant(box: Box, name: Any, first: Collection[str]) -> Any:
    """The id of the progress tile that a word names: of its copies, one of ``first`` if possible, the lowest id.

    Unknown words, and names found in several eras, are returned unchanged: :func:`known_tile` refuses them.
    """
    copies = box.copies.get(name) if isinstance(name, str) else None
    if copies is None or len({box.progress[copy].era for copy in copies}) > 1:
        return name
    return next((copy for copy in copies if copy in first), copies[0])


def known_tile(box: Box, tile: Any, *, cities: bool = False) -> str:
    """Return a progress tile or a city tile of this box.

    Raises:
        IllegalMoveError: It is unknown (ROE-1.13), or its name is found in several eras (ROE-1.12).
    """
    if isinstance(tile, str) and tile in (box.cities if cities else box.progress):
        return tile
    if isinstance(tile, str) and not cities and tile in box.copies:
        ids = ", ".join(box.copies[tile])
        name = tile_name(box, box.copies[tile][0])
        raise refusal("ROE-1.12", "which_era", name=name, ids=ids)
    raise unknown(tile)


def unknown(thing: object) -> IllegalMoveError:
    """Return the refusal of something that is not in the box (ROE-1.13)."""
    return refusal("ROE-1.13", "unknown", code="unknown_tile", thing=same(shown(thing)))


def known(things: Mapping[str, Any], name: Any) -> str:
    """Return a region, a kind of territory, a trade box or an empire tile of this box.

    Raises:
        IllegalMoveError: It is unknown (ROE-1.13).
    """
    if isinstance(name, str) and name in things:
        return name
    raise unknown(name)


def action_of(state: State, seat: int, move: Mapping[str, Any]) -> ActionTaken:
    """Return the event of an action as typed, with names replaced by ids and empty values dropped.

    It checks nothing: unknown values stay unchanged.
    """
    box, row, idle = state.box, move["row"], move.get("perform") is False
    own = state.seats[seat].progress
    tile: Any = move.get("tile")
    if row == PROGRESS:
        tile = meant(box, tile, [copy for copy in box.copies.get(tile, ()) if on_offer(state, PROGRESS, copy)])
    pay = {unit: count for unit, count in (move.get("pay") or {}).items() if not (type(count) is int and count == 0)}
    return ActionTaken(
        seat,
        _free(box, move.get("free_before"), own),
        row,
        _circle(state, seat, row, move.get("circle")),
        pay or None,
        tile,
        move.get("kind"),
        move.get("box"),
        False if idle else None,
        _used(box, move.get("use"), own),
        True if move.get("recall") else None,
        tuple(Placed(item["region"], item["cubes"]) for item in move.get("place") or ()) or None,
        tuple(
            Battle(
                item["region"],
                item["defender"],
                None if type(item.get("row")) is int and item["row"] == 0 else item.get("row"),
                _used(box, item.get("use"), own),
            )
            for item in move.get("battles") or ()
        )
        or None,
        _free(box, move.get("free_after"), (*own, tile)),
    )


def _free(box: Box, items: Iterable[Mapping[str, Any]] | None, own: Collection[str]) -> tuple[Free, ...] | None:
    free = (Free(meant(box, item["tile"], own), item.get("region"), item.get("victim")) for item in items or ())
    return tuple(free) or None


def _used(box: Box, tiles: Iterable[Any] | None, own: Collection[str]) -> tuple[str, ...] | None:
    return tuple(meant(box, tile, own) for tile in tiles or ()) or None


def _circle(state: State, seat: int, row: object, circle: Any) -> Any:
    """The circle typed; by default, in a B turn, that of the seat's only disc in the row."""
    if circle is not None or state.now.placing or not isinstance(row, str):
        return circle
    own = own_circles(state, seat, row)
    return own[0] if len(own) == 1 else None


def own_circles(state: State, seat: int, row: str) -> list[int]:
    """The circles of a row, from 1, that hold discs of a seat."""
    return [at for at, holder in enumerate(state.rows.get(row, ()), 1) if holder == seat]


def why_not(state: State, row: str, tile: str) -> tuple[str, str, int | None]:
    """The reason why a tile cannot be taken: the clause, the key of the text, and the seat that has it."""
    box = state.box
    if row == EMPIRE:
        holder = next((seat for seat, mine in enumerate(state.seats) if tile in mine.empire), None)
        return "ROE-9.1", "empire", holder
    if row == TERRITORY:
        cleared = bool(state.gone.territory.get(tile))
        return ("ROE-4.5", "cleared", None) if cleared else ("ROE-7.1", "none", None)
    rule = "ROE-6.1" if row == PROGRESS else "ROE-8.1"
    gone = (state.gone.progress if row == PROGRESS else state.gone.city).get(tile)
    if gone == "cleared":
        wonder = row == CITY and box.cities[tile].wonder
        return ("ROE-8.11", "wonder", None) if wonder else ("ROE-4.5", "cleared", None)
    if gone is not None:
        return rule, gone, None
    holder = next((s for s, mine in enumerate(state.seats) if tile in mine.progress or tile in mine.cities), None)
    return rule, "unseen" if holder is None else "taken", holder
