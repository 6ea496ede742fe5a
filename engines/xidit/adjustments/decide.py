"""A judge's adjustments: checks each one against the invariants of the table, and applies it.

Every figure, bard and story is in exactly one place. Each seat executes each order once (XID-5.1), so an adjustment
cannot set the turn while orders are executed; it can set the First Player token, which decides who begins, before that.
A due decision or fact must be answered first, and evaluations do not change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.moves.adjustments import change, no_adjust
from engines.kernel.sentences import NOBODY, all_of, same, shown
from engines.xidit import moves
from engines.xidit.arguments import city_on_map, seated
from engines.xidit.refusals import move_name, names_of, refusal, seat_name, unit_name
from engines.xidit.state import RULINGS, Gain, State


def adjust(state: State, adjustment: Json) -> moves.Adjusted:
    """Return the event of an adjustment without changing the state.

    Args:
        state: The table, as far as this fold knows.
        adjustment: ``type``, ``seat``, parameters.

    Raises:
        IllegalMoveError: The table would break an invariant, or nothing would change.
        MalformedMoveError: Unknown type of adjustment.
    """
    build = _BUILDS.get(adjustment["type"])
    if build is None:
        no_adjust(state, adjustment)
    event = build(state, adjustment)
    wrong = against(state, event)
    if wrong is not None:
        raise wrong
    return event


def _unit(state: State, unit: object) -> str:
    """A type of unit (XID-1.7)."""
    if type(unit) is not str or unit not in state.box.units:
        raise refusal("XID-1.7", "no_such_unit", unit=shown(unit), units=all_of(state.box.unit_names.values()))
    return unit


def _region(state: State, region: object) -> str:
    """A region of the map (XID-1.5)."""
    if type(region) is not str or region not in state.box.regions:
        raise refusal("XID-1.5", "no_such_region", region=shown(region), regions=", ".join(state.box.regions))
    return region


def _dummy(state: State, adjustment: Json) -> moves.DummyChanged:
    criterion = adjustment["criterion"]
    if type(criterion) is not str or criterion not in state.steps:
        them = names_of(state.box.criteria, state.steps) if state.steps else same(NOBODY)
        raise refusal("XID-15.4", "no_such_track", criterion=shown(criterion), criteria=them)
    return moves.DummyChanged(criterion, change(adjustment, "XID-15.4"))


_BUILDS: Mapping[str, Callable[[State, Json], moves.Adjusted]] = {
    "change_gold": lambda s, a: moves.GoldChanged(seated(s, a), change(a, "XID-1.9")),
    "change_units": lambda s, a: moves.UnitsChanged(seated(s, a), _unit(s, a["unit"]), change(a, "XID-1.7")),
    "change_tile_units": lambda s, a: moves.TileUnitsChanged(
        city_on_map(s, a["city"]), _unit(s, a["unit"]), change(a, "XID-1.7")
    ),
    "move_idrakys": lambda s, a: moves.IdrakysMoved(seated(s, a), city_on_map(s, a["city"])),
    "change_bards": lambda s, a: moves.BardsChanged(seated(s, a), _region(s, a["region"]), change(a, "XID-1.10")),
    "change_stories": lambda s, a: moves.StoriesChanged(seated(s, a), city_on_map(s, a["city"]), change(a, "XID-1.10")),
    "change_dummy": _dummy,
    "set_first_player": lambda s, a: moves.FirstPlayerSet(seated(s, a)),
}


def against(state: State, event: moves.Adjusted) -> IllegalMoveError | None:
    """The reason why an adjustment would break an invariant; None if it may be ordered, or still applies."""
    if state.phase in ("setup", "placing"):
        return refusal("XID-2.24", "ruled_early", kind=moves.EVENTS.type_of(event))
    if state.phase == "finished":
        return refusal("XID-17.1", "ruled_late")
    if state.due is not None:
        return refusal("XID-21.7", "ruled_between", what=move_name(state.due.what))
    return _AGAINST[type(event)](state, event)


def _gold(state: State, event: moves.GoldChanged) -> IllegalMoveError | None:
    held = state.seats[event.seat].gold
    if held + event.by < 0:
        return refusal("XID-1.9", "too_little_gold", who=seat_name(state, event.seat), held=held)
    return None


def _units(state: State, event: moves.UnitsChanged) -> IllegalMoveError | None:
    seat, unit = state.seats[event.seat], event.unit
    if not state.barracks[unit] - event.by >= 0:
        return _barracks(state, unit)
    if seat.units[unit] + event.by < 0:
        who = seat_name(state, event.seat)
        return refusal("XID-1.7", "too_few_units", who=who, unit=unit_name(state, unit), held=seat.units[unit])
    if state.phase == "census" and seat.fist is not None and event.by < 0:
        # Nobody knows yet what a fist holds: it may be all of them.
        return refusal("XID-14.5", "fist_closed", names=[seat.fist], who=seat_name(state, event.seat))
    return None


def _barracks(state: State, unit: str) -> IllegalMoveError:
    return refusal("XID-1.7", "too_few_in_barracks", unit=unit_name(state, unit), held=state.barracks[unit])


def _tile_units(state: State, event: moves.TileUnitsChanged) -> IllegalMoveError | None:
    city, unit = state.cities[event.city], event.unit
    if city.tile is None or city.threat:
        return refusal("XID-8.1", "no_recruits", city=event.city)
    if state.barracks[unit] - event.by < 0:
        return _barracks(state, unit)
    most, number = state.box.tiles[city.tile].recruits[unit], city.units[unit] + event.by
    if not 0 <= number <= most:
        return refusal("XID-1.8", "not_on_tile", unit=unit_name(state, unit), city=event.city, count=number, most=most)
    if sum(city.units.values()) + event.by == 0:
        return refusal("XID-8.11", "tile_emptied", city=event.city)
    return None


def _idrakys(state: State, event: moves.IdrakysMoved) -> IllegalMoveError | None:
    if state.seats[event.seat].city == event.city:
        return refusal("XID-1.2", "stands_there", who=seat_name(state, event.seat), city=event.city)
    return None


def _bards(state: State, event: moves.BardsChanged) -> IllegalMoveError | None:
    seat, central = state.seats[event.seat], event.region == state.box.central
    there = seat.bastion if central else state.regions[event.region].get(str(event.seat), 0)
    if seat.bards - event.by < 0 or there + event.by < 0:
        who = seat_name(state, event.seat)
        return refusal("XID-1.10", "too_few_bards", who=who, held=seat.bards, region=event.region, there=there)
    return None


def _stories(state: State, event: moves.StoriesChanged) -> IllegalMoveError | None:
    seat, city, who = state.seats[event.seat], state.cities[event.city], seat_name(state, event.seat)
    if city.guild not in (None, event.seat):
        return refusal("XID-10.15", "anothers_guild", who=seat_name(state, city.guild), city=event.city)
    if seat.stories - event.by < 0:
        return refusal("XID-1.10", "too_few_stories", who=who, held=seat.stories)
    if not 0 <= city.height + event.by <= state.box.guild:
        return refusal("XID-10.14", "guild_height", city=event.city, height=city.height, most=state.box.guild)
    return None


def _steps(state: State, event: moves.DummyChanged) -> IllegalMoveError | None:
    if state.steps.get(event.criterion, 0) + event.by < 0:
        return refusal("XID-15.4", "below_start", criterion=event.criterion)
    return None


def _first(state: State, event: moves.FirstPlayerSet) -> IllegalMoveError | None:
    if state.first_player == event.seat:
        return refusal("XID-3.3", "has_token", who=seat_name(state, event.seat))
    begun = state.phase == "resolving" and (state.order_no, state.turn) != (1, 0)
    return refusal("XID-5.1", "orders_begun", year=state.year) if begun else None


_AGAINST: Mapping[type, Callable[..., IllegalMoveError | None]] = {
    moves.GoldChanged: _gold,
    moves.UnitsChanged: _units,
    moves.TileUnitsChanged: _tile_units,
    moves.IdrakysMoved: _idrakys,
    moves.BardsChanged: _bards,
    moves.StoriesChanged: _stories,
    moves.DummyChanged: _steps,
    moves.FirstPlayerSet: _first,
}


def apply_adjustment(state: State, event: moves.Adjusted, name: str) -> None:
    """Apply an adjustment in place; :func:`against` has accepted it."""
    match event:
        case moves.GoldChanged(place, by):
            state.seats[place].gold += by
            state.seats[place].gains.append(Gain(name, RULINGS, RULINGS, state.year, by))
        case moves.UnitsChanged(place, unit, by):
            state.seats[place].units[unit] += by
            state.seats[place].unit_names.append(name)
            state.barracks[unit] -= by
        case moves.TileUnitsChanged(number, unit, by):
            state.cities[number].units[unit] += by
            state.barracks[unit] -= by
        case moves.IdrakysMoved(place, number):
            state.seats[place].city = number
        case moves.BardsChanged(place, region, by):
            _place_bards(state, place, region, by, name)
        case moves.StoriesChanged(place, number, by):
            city = state.cities[number]
            state.seats[place].stories -= by
            city.height += by
            city.guild = place if city.height else None
        case moves.DummyChanged(criterion, by):
            state.steps[criterion] += by
        case moves.FirstPlayerSet(place):
            state.first_player = place


def _place_bards(state: State, place: int, region: str, by: int, name: str) -> None:
    seat = state.seats[place]
    seat.bards -= by
    if region == state.box.central:
        seat.bastion += by
        seat.bastion_names.append(name)
        return
    there = state.regions[region]
    left = there.get(str(place), 0) + by
    there.pop(str(place), None)
    if left:
        there[str(place)] = left
