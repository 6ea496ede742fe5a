"""What a judge may put right: amounts, cubes, tiles and whose action it is (ROE-1.10, ROE-5.29, ROE-6.5)."""

from __future__ import annotations



from engines.kernel.adjusting import MOST, change
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.says import say, shown
from engines.kernel.seating import seat_at_table
from engines.rise_of_empires.data import CITY, FOOD, GOLD, OPENS_OVERSEAS, PROGRESS, RESOURCE, VP
from engines.rise_of_empires.moves import (
    POOL,
    STOCK,
    Adjusted,
    AmountChanged,
    CubesMoved,
    Event,
    TerritoryChanged,
    TileGiven,
    TileTaken,
    TileTurned,
    TurnSet,
)
from engines.rise_of_empires.naming import known, known_tile, meant
from engines.rise_of_empires.says import UNIT_NAMES, refusal, region_name, seat_name, tile_name
from engines.rise_of_empires.state import RULED, Owned, State, bank, unit


_RULES = {GOLD: "ROE-1.11", RESOURCE: "ROE-1.14", FOOD: "ROE-13.5", VP: "ROE-15.4"}
"""What is true of every amount."""
_PLACES = {POOL: UNIT_NAMES["cube"], STOCK: say("the general stock", "la reserva general")}


def adjust(state: State, adjustment: Json) -> Adjusted:
    """The event that an adjustment is; the state is left as it is.

    Raises:
        IllegalMoveError: Something would be true of the table that never is, or nothing would change.
        MalformedMoveError: There is no such adjustment.
    """
    kind, seat = adjustment.get("type"), adjustment.get("seat")
    place = seat_at_table(seat, len(state.seats), "ROE-2.1")
    event: Adjusted
    match kind:
        case "change_amount":
            event = AmountChanged(place, _amount(adjustment.get("what")), change(adjustment, "ROE-5.29"))
        case "move_cubes":
            source, to = (_spot(state, adjustment.get(key)) for key in ("source", "to"))
            event = CubesMoved(place, source, to, _cubes(adjustment.get("cubes")))
        case "give_tile" | "take_tile":
            tile = _tile(state, place, adjustment.get("tile"))
            event = TileGiven(place, tile) if kind == "give_tile" else TileTaken(place, tile)
        case "change_territory":
            event = TerritoryChanged(
                place, known(state.box.territory, adjustment.get("kind")), change(adjustment, "ROE-7.1")
            )
        case "turn_tile":
            own = state.seats[place].progress
            tile = known_tile(state.box, meant(state.box, adjustment.get("tile"), own))
            event = TileTurned(place, tile, bool(adjustment.get("up")))
        case "set_turn":
            event = TurnSet(place)
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
    raise refusal("ROE-1.13", "unknown", code="range", thing=shown(what))


def _cubes(count: object) -> int:
    if type(count) is int and 1 <= count <= MOST:
        return count
    raise refusal("ROE-1.10", "unknown", code="range", thing=shown(count))


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


def against(state: State, event: Adjusted) -> IllegalMoveError | None:
    """Why an adjustment has no meaning on this table; None where it has one."""
    box, mine, who = state.box, state.seats[event.seat], seat_name(state, event.seat)
    match event:
        case AmountChanged(_, what, by):
            return _against_amount(state, event.seat, what, by)
        case CubesMoved(seat, source, to, cubes):
            name = _PLACES.get(source) or region_name(box, source)
            if source == to:
                return refusal("ROE-1.10", "same_place", code="nothing_changes", place=name)
            have = {POOL: mine.pool, STOCK: mine.stock}.get(source)
            have = state.cubes[source][seat] if have is None else have
            if cubes > have:
                return refusal("ROE-1.10", "not_there", cubes=cubes, who=who, place=name)
        case TileGiven(seat, tile):
            if tile in mine.progress or tile in mine.cities:
                return refusal("ROE-6.5", "nothing_changes")
            if tile in state.unseen or tile in state.unseen_city:
                return refusal("ROE-2.9", "not_turned_up", code="not_there", tile=tile_name(box, tile))
            shape = box.progress.get(tile)
            if shape is not None and any(
                (box.progress[own].slug, box.progress[own].era) == (shape.slug, shape.era) for own in mine.progress
            ):
                return refusal("ROE-6.5", "duplicate", who=who, tile=shape.name)
        case TileTaken(_, tile):
            if tile not in mine.progress and tile not in mine.cities:
                return refusal("ROE-6.22", "not_own", code="not_there", who=who, tile=tile_name(box, tile))
        case TerritoryChanged(_, kind, by):
            there = state.new.territory.get(kind, 0) + state.aside.territory.get(kind, 0)
            have = there if by > 0 else mine.territory.get(kind, 0)
            if abs(by) > have:
                what = box.territory[kind].name
                return refusal("ROE-7.1", "short", who=who, have=have, what=what, by=by)
        case TileTurned(_, tile, up):
            owned = mine.progress.get(tile)
            if owned is None:
                return refusal("ROE-6.8", "not_own", code="not_there", who=who, tile=tile_name(box, tile))
            if owned.up == up:
                return refusal("ROE-6.8", "nothing_changes")
        case TurnSet(seat):
            if state.phase != "actions":
                return refusal("ROE-5.1", "not_in_actions", code="not_due")
            if mine.acted >= state.actions:
                return refusal(
                    "ROE-5.1", "six_taken", code="not_due", who=who, count=state.actions, turn=state.turn
                )
            if state.to_move == seat:
                return refusal("ROE-5.1", "nothing_changes")
    return None


def _against_amount(state: State, seat: int, what: str, by: int) -> IllegalMoveError | None:
    """No amount falls below 0; food stays on its track; the bank may be limited (ROE-1.14, ROE-13.5, ROE-15.4)."""
    mine, box = state.seats[seat], state.box
    have, there = unit(mine, what), bank(state)
    over = (what == FOOD and have + by > box.most_food) or (what == RESOURCE and there is not None and by > there)
    if have + by < 0 or over:
        return refusal(
            _RULES[what], "short", who=seat_name(state, seat), have=have, what=UNIT_NAMES[what], by=by
        )
    return None


def applies_ruling(state: State, event: Event) -> bool:
    """Whether an adjustment has a meaning on this table."""
    return 0 <= event.seat < len(state.seats) and against(state, event) is None  # type: ignore[union-attr,arg-type]


def adjusted(state: State, event: Event, name: str) -> None:
    """Apply an adjustment that has a meaning; what comes of it by itself is the caller's."""
    match event:
        case AmountChanged(seat, what, by):
            mine = state.seats[seat]
            if what == VP:
                mine.score(state.turn, "ruled", None, by)
            else:
                setattr(mine, what, unit(mine, what) + by)
        case CubesMoved(seat, source, to, cubes):
            _move(state, seat, source, -cubes)
            _move(state, seat, to, cubes)
        case TileGiven(seat, tile):
            state.said[tile] = name
            _lift(state, tile)
            if tile in state.box.progress:
                state.seats[seat].progress[tile] = Owned(up=True, waiting=())
                state.opened = state.opened or OPENS_OVERSEAS in state.box.progress[tile].kinds
            else:
                state.seats[seat].cities[tile] = state.turn
        case TileTaken(seat, tile):
            state.said[tile] = name
            _lift(state, tile)
            gone = state.gone.progress if tile in state.box.progress else state.gone.city
            gone[tile] = RULED
        case TerritoryChanged(seat, kind, by):
            _territory(state, seat, kind, by)
        case TileTurned(seat, tile, up):
            owned = state.seats[seat].progress[tile]
            state.seats[seat].progress[tile] = Owned(up, owned.waiting)
        case TurnSet(seat):
            state.to_move = seat


def _move(state: State, seat: int, spot: str, by: int) -> None:
    mine = state.seats[seat]
    if spot == POOL:
        mine.pool += by
    elif spot == STOCK:
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
    """Tiles come from those set aside, then from the new ones; they go out of the game (ROE-1.12)."""
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


