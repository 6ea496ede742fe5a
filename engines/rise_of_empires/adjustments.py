"""A judge's adjustments: amounts, cubes, tiles and the seat to act (ROE-1.10, ROE-5.29, ROE-6.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError, Text
from engines.kernel.moves.adjustments import MOST, change
from engines.kernel.moves.events import Event
from engines.kernel.seats import seat_at_table
from engines.kernel.sentences import fill, same, say, shown
from engines.rise_of_empires import moves
from engines.rise_of_empires.arguments import known, known_tile, meant
from engines.rise_of_empires.box.components import CITY, FOOD, GOLD, OPENS_OVERSEAS, PROGRESS, RESOURCE, VP
from engines.rise_of_empires.refusals import UNIT_NAMES, amount, refusal, region_name, seat_name, tile_name
from engines.rise_of_empires.state import RULED, Owned, Seat, State, bank, twins, unit

_RULES = {GOLD: "ROE-1.11", RESOURCE: "ROE-1.14", FOOD: "ROE-13.5", VP: "ROE-15.4"}
"""The clause that limits each amount."""
_PLACES = {moves.POOL: UNIT_NAMES["cube"], moves.STOCK: say("the general stock", "la reserva general")}


def adjust(state: State, adjustment: Json) -> moves.Adjusted:
    """Return the event of an adjustment without changing the state.

    Raises:
        IllegalMoveError: The table would break an invariant, or nothing would change.
        MalformedMoveError: Unknown type of adjustment.
    """
    kind, seat = adjustment.get("type"), adjustment.get("seat")
    place = seat_at_table(seat, len(state.seats), "ROE-2.1")
    event: moves.Adjusted
    match kind:
        case "change_amount":
            event = moves.AmountChanged(place, _amount(adjustment.get("what")), change(adjustment, "ROE-5.29"))
        case "move_cubes":
            source, to = (_spot(state, adjustment.get(key)) for key in ("source", "to"))
            event = moves.CubesMoved(place, source, to, _cubes(adjustment.get("cubes")))
        case "give_tile" | "take_tile":
            tile = _tile(state, place, adjustment.get("tile"))
            event = moves.TileGiven(place, tile) if kind == "give_tile" else moves.TileTaken(place, tile)
        case "change_territory":
            event = moves.TerritoryChanged(
                place, known(state.box.territory, adjustment.get("kind")), change(adjustment, "ROE-7.1")
            )
        case "turn_tile":
            own = state.seats[place].progress
            tile = known_tile(state.box, meant(state.box, adjustment.get("tile"), own))
            event = moves.TileTurned(place, tile, bool(adjustment.get("up")))
        case "set_turn":
            event = moves.TurnSet(place)
        case _:
            raise MalformedMoveError(
                {"type": say(f"there is no adjustment {kind!r:.80}", f"no hay ningún ajuste {kind!r:.80}")}
            )
    fault = against(state, event)
    if fault is not None:
        raise fault
    return event


def _amount(what: object) -> str:
    if isinstance(what, str) and what in _RULES:
        return what
    raise refusal("ROE-1.13", "unknown", code="range", thing=same(shown(what)))


def _cubes(count: object) -> int:
    if type(count) is int and 1 <= count <= MOST:
        return count
    raise refusal("ROE-1.10", "unknown", code="range", thing=same(shown(count)))


def _spot(state: State, name: object) -> str:
    return name if isinstance(name, str) and name in _PLACES else known(state.box.regions, name)


def _tile(state: State, seat: int, name: object) -> str:
    """A progress tile, or a city tile that is no wonder."""
    box = state.box
    if isinstance(name, str) and name in box.cities:
        if box.cities[name].wonder:
            raise refusal("ROE-8.10", "not_turned_up", code="not_there", tile=tile_name(box, name))
        return name
    seen = {copy for copy in box.copies.get(name, ()) if copy not in state.unseen} if isinstance(name, str) else set()
    own = seen & state.seats[seat].progress.keys()
    return known_tile(box, meant(box, name, sorted(own) or sorted(seen)))


def against(state: State, event: moves.Adjusted) -> IllegalMoveError | None:
    """The reason why an adjustment does not fit this table; None if it fits."""
    return _AGAINST[type(event)](state, state.seats[event.seat], event)


def _amount_changed(state: State, mine: Seat, event: moves.AmountChanged) -> IllegalMoveError | None:
    """No amount falls below 0; food stays on its track; the bank may be limited (ROE-1.14, ROE-13.5, ROE-15.4)."""
    what, by = event.what, event.by
    have, there = unit(mine, what), bank(state)
    over = (what == FOOD and have + by > state.box.most_food) or (what == RESOURCE and there is not None and by > there)
    if have + by >= 0 and not over:
        return None
    return refusal(_RULES[what], "short", who=_who(state, event), have=amount(what, have), by=by)


def _cubes_moved(state: State, mine: Seat, event: moves.CubesMoved) -> IllegalMoveError | None:
    """Cubes are neither made nor lost (ROE-1.10)."""
    name = _PLACES.get(event.source) or region_name(state.box, event.source)
    if event.source == event.to:
        return refusal("ROE-1.10", "same_place", code="nothing_changes", place=name)
    held = {moves.POOL: mine.pool, moves.STOCK: mine.stock}.get(event.source)
    have = state.cubes[event.source][event.seat] if held is None else held
    if event.cubes <= have:
        return None
    return refusal("ROE-1.10", "not_there", cubes=event.cubes, who=_who(state, event), place=name)


def _tile_given(state: State, mine: Seat, event: moves.TileGiven) -> IllegalMoveError | None:
    """A tile lies in one place, and nobody owns two of one name and era (ROE-2.9, ROE-6.5)."""
    tile = event.tile
    if tile in mine.progress or tile in mine.cities:
        return refusal("ROE-6.5", "nothing_changes")
    name = tile_name(state.box, tile)
    if tile in state.unseen or tile in state.unseen_city:
        return refusal("ROE-2.9", "not_turned_up", code="not_there", tile=name)
    if twins(state.box, tile, mine.progress):
        return refusal("ROE-6.5", "duplicate", who=_who(state, event), tile=name)
    return None


def _tile_taken(state: State, mine: Seat, event: moves.TileTaken) -> IllegalMoveError | None:
    if event.tile in mine.progress or event.tile in mine.cities:
        return None
    name = tile_name(state.box, event.tile)
    return refusal("ROE-6.22", "not_own", code="not_there", who=_who(state, event), tile=name)


def _territory_changed(state: State, mine: Seat, event: moves.TerritoryChanged) -> IllegalMoveError | None:
    """Tiles come from the display and go out of the game (ROE-7.1)."""
    kind, by = event.kind, event.by
    there = state.new.territory.get(kind, 0) + state.aside.territory.get(kind, 0)
    have = there if by > 0 else mine.territory.get(kind, 0)
    if abs(by) <= have:
        return None
    tiles = fill(say("{n} of {kind}", "{n} de {kind}"), n=have, kind=state.box.territory[kind].name)
    return refusal("ROE-7.1", "short", who=_who(state, event), have=tiles, by=by)


def _tile_turned(state: State, mine: Seat, event: moves.TileTurned) -> IllegalMoveError | None:
    owned = mine.progress.get(event.tile)
    if owned is None:
        name = tile_name(state.box, event.tile)
        return refusal("ROE-6.8", "not_own", code="not_there", who=_who(state, event), tile=name)
    return refusal("ROE-6.8", "nothing_changes") if owned.up == event.up else None


def _turn_set(state: State, mine: Seat, event: moves.TurnSet) -> IllegalMoveError | None:
    """Check that the seat has actions left (ROE-5.1)."""
    if state.phase != "actions":
        return refusal("ROE-5.1", "not_in_actions", code="not_due")
    if mine.acted >= state.actions:
        who, count = _who(state, event), state.actions
        return refusal("ROE-5.1", "six_taken", code="not_due", who=who, count=count, turn=state.turn)
    return refusal("ROE-5.1", "nothing_changes") if state.to_move == event.seat else None


def _who(state: State, event: moves.Adjusted) -> Text:
    return seat_name(state, event.seat)


_AGAINST: Mapping[type, Callable[[State, Seat, Any], IllegalMoveError | None]] = {
    moves.AmountChanged: _amount_changed,
    moves.CubesMoved: _cubes_moved,
    moves.TileGiven: _tile_given,
    moves.TileTaken: _tile_taken,
    moves.TerritoryChanged: _territory_changed,
    moves.TileTurned: _tile_turned,
    moves.TurnSet: _turn_set,
}


def applies_ruling(state: State, event: Any) -> bool:
    """Whether an adjustment fits this table."""
    return 0 <= event.seat < len(state.seats) and against(state, event) is None


def adjusted(state: State, event: Event, name: str) -> None:
    """Apply an adjustment that fits; the caller runs the automatic steps that follow."""
    match event:
        case moves.AmountChanged(seat, what, by):
            mine = state.seats[seat]
            if what == VP:
                mine.score(state.turn, "ruled", None, by)
            else:
                setattr(mine, what, unit(mine, what) + by)
        case moves.CubesMoved(seat, source, to, cubes):
            _move(state, seat, source, -cubes)
            _move(state, seat, to, cubes)
        case moves.TileGiven(seat, tile):
            state.said[tile] = name
            _lift(state, tile)
            if tile in state.box.progress:
                state.seats[seat].progress[tile] = Owned(up=True, waiting=())
                state.opened = state.opened or OPENS_OVERSEAS in state.box.progress[tile].kinds
            else:
                state.seats[seat].cities[tile] = state.turn
        case moves.TileTaken(seat, tile):
            state.said[tile] = name
            _lift(state, tile)
            gone = state.gone.progress if tile in state.box.progress else state.gone.city
            gone[tile] = RULED
        case moves.TerritoryChanged(seat, kind, by):
            _territory(state, seat, kind, by)
        case moves.TileTurned(seat, tile, up):
            owned = state.seats[seat].progress[tile]
            state.seats[seat].progress[tile] = Owned(up, owned.waiting)
        case moves.TurnSet(seat):
            state.to_move = seat


def _move(state: State, seat: int, spot: str, by: int) -> None:
    mine = state.seats[seat]
    if spot == moves.POOL:
        mine.pool += by
    elif spot == moves.STOCK:
        mine.stock += by
    else:
        state.cubes[spot][seat] += by
        if not state.cubes[spot][seat] and mine.alliance == spot:
            mine.alliance = None


def _lift(state: State, tile: str) -> None:
    """Take a tile from wherever it lies."""
    row = PROGRESS if tile in state.box.progress else CITY
    for lying in (state.new, state.aside, state.gone):
        (lying.progress if row == PROGRESS else lying.city).pop(tile, None)
    for mine in state.seats:
        mine.progress.pop(tile, None)
        mine.cities.pop(tile, None)


def _territory(state: State, seat: int, kind: str, by: int) -> None:
    """Move territory tiles: from those set aside, then from the new ones; or out of the game (ROE-1.12)."""
    mine = state.seats[seat]
    mine.territory[kind] = mine.territory.get(kind, 0) + by
    if by < 0:
        state.gone.territory[kind] = state.gone.territory.get(kind, 0) - by
        return
    for lying in (state.aside, state.new):
        taken = min(by, lying.territory.get(kind, 0))
        if taken:
            lying.territory[kind] -= taken
            by -= taken
