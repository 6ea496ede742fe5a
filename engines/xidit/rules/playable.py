"""Whether an event can be applied to a table: it follows the rules, or the table may have played it against them.

The replay of old records depends on this module and on ``evolve``. ``decide`` may become stricter for new moves
without changing old ones: so nothing here calls ``decide``, and these rules never change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from engines.kernel.moves.events import Event
from engines.xidit import moves
from engines.xidit.adjustments.decide import against
from engines.xidit.box.components import REWARDS
from engines.xidit.rules import derived, tiles
from engines.xidit.state import RECRUIT, THREAT, Due, State

MOST_DECLARED = 10**6
"""The highest number that a seat may declare."""


def is_playable(state: State, event: Event) -> bool:
    """Whether an event fits this table; for one that does not, ``evolve`` changes nothing and notes it."""
    due = state.due
    if due is not None and due.what == "reveal_top" and type(event) is not moves.TopRevealed:
        return False
    return _PLAYABLE[type(event)](state, event)


def _seated(state: State, seat: object) -> bool:
    return type(seat) is int and 0 <= seat < len(state.seats)


def _by_all(state: State, by_seat: Mapping[int, object]) -> bool:
    """Whether the keys of a map are exactly the seats."""
    return by_seat.keys() == set(range(len(state.seats)))


def _decides(state: State, seat: object, what: str) -> bool:
    """Whether this decision of this seat is due."""
    due = state.due
    return _seated(state, seat) and due is not None and due.what == what and due.seat == seat


def _whole(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _set_up(state: State, event: moves.SetUp) -> bool:
    box = state.box
    if state.phase != "setup" or (event.tile_set is not None and event.tile_set not in box.sets):
        return False
    among = box.sets[event.tile_set or state.seating.tile_set]
    named = [
        *event.recruit_tiles,
        *event.threat_tiles,
        event.next_recruitment,
        event.top_recruitment,
        event.next_threat,
        event.top_threat,
    ]
    return (
        _seated(state, event.first_player)
        and len(event.recruit_tiles) == box.recruit_cities
        and len(event.threat_tiles) == box.threat_cities
        and all(type(tile) is str and tile in among for tile in named)
        and len(set(named)) == len(named)
        and len(event.evaluation_order) == len(box.criteria)
        and all(type(one) is str for one in event.evaluation_order)
        and set(event.evaluation_order) == set(box.criteria)
    )


def _placed(state: State, event: moves.IdrakysPlaced) -> bool:
    """Two figures in one first city are possible at a table, though no rule allows it."""
    return (
        state.phase == "placing"
        and event.seat == derived.seat_at(state, state.turn)
        and type(event.city) is int
        and event.city in state.box.cities
    )


def _six(state: State, orders: object) -> bool:
    return (
        isinstance(orders, tuple)
        and len(orders) == state.box.wheels
        and all(type(icon) is str and icon in state.box.icons for icon in orders)
    )


def _programmed(state: State, event: moves.Programmed) -> bool:
    six = event.orders is None or _six(state, event.orders)
    return state.phase == "programming" and _seated(state, event.seat) and six


def _revealed(state: State, event: moves.OrdersRevealed) -> bool:
    """Accept orders that differ from the sealed ones: the table saw them."""
    return (
        state.phase == "programming"
        and _by_all(state, event.orders)
        and all(_six(state, orders) for orders in event.orders.values())
    )


def _executed(state: State, event: moves.Executed) -> bool:
    return state.phase == "resolving" and state.due is None and event.seat == derived.seat_at(state, state.turn)


def _titan(state: State, event: moves.TitanChosen) -> bool:
    """Accept units that the seat holds, even if too few or too many for the symbols."""
    if not _decides(state, event.seat, "choose_titan"):
        return False
    if event.titan is None:
        return True
    held = state.seats[event.seat].units
    return event.titan in derived.raging(state) and all(
        unit in held and _whole(count, held[unit]) for unit, count in (event.units or {}).items()
    )


def _rewards(state: State, event: moves.RewardsChosen) -> bool:
    if not _decides(state, event.seat, "choose_rewards") or state.reward is None:
        return False
    wanted = min(2, len(derived.available(state, state.reward)))
    known = all(one in REWARDS for one in event.rewards)
    return known and len(set(event.rewards)) == len(event.rewards) == wanted


def _bards(state: State, event: moves.BardsPlaced) -> bool:
    """Accept bards that the seat has, even on other regions or in another number than the rules require."""
    if not _decides(state, event.seat, "place_bards"):
        return False
    seat, central = state.seats[event.seat], state.box.central
    near = derived.adjacent(state, seat.city)
    for region, number in event.regions.items():
        if region not in state.box.regions:
            return False
        if number is None:
            if region != central or central not in near:
                return False
        elif not _whole(number, state.box.bards):
            return False
    return sum(number or 0 for number in event.regions.values()) <= seat.bards


def _dummy(state: State, event: moves.DummyAdvanced) -> bool:
    can = derived.criteria(state, state.reward) if state.reward is not None else []
    return _decides(state, event.seat, "advance_dummy") and event.criterion in can


def _story(state: State, event: moves.StoryPlaced) -> bool:
    return (
        _decides(state, event.seat, "place_story")
        and type(event.city) is int
        and event.city in derived.open_guilds(state, event.seat)
    )


def _top(state: State, event: moves.TopRevealed) -> bool:
    """Accept any tile that can lie anywhere in the pile."""
    if event.pile not in (RECRUIT, THREAT) or state.tile_set is None or state.phase == "finished":
        return False
    due, heap = state.due or Due("awaken"), derived.pile(state, event.pile)
    asked = due.what == "reveal_top"
    if not heap or (asked and due.pile != event.pile):
        return False
    if event.tile is None:
        return asked and not due.must
    return any(event.tile in derived.possible(state, slot) for slot in heap)


def _awoken(state: State, event: moves.Awoken) -> bool:
    if state.due is None or state.due.what != "awaken":
        return False
    for name, titan in event.turned.items():
        stack = state.stacks.get(name)
        if stack is None or stack.raging is not None:
            return False
        if titan not in derived.sleepers(state, state.box.stacks[name]):
            return False
    return set(derived.waking(state)) <= event.turned.keys() and tiles.can_come(
        state, event.next_threat, event.top_threat
    )


def _round(state: State, unit: object) -> bool:
    return state.phase == "census" and state.due is None and unit == state.box.census[state.round].unit


def _shown(state: State, event: moves.FistShown) -> bool:
    """Accept more units than the seat is known to hold."""
    return (
        _round(state, event.unit)
        and _seated(state, event.seat)
        and (event.count is None or _whole(event.count, state.box.units[event.unit]))
    )


def _opened(state: State, event: moves.FistsOpened) -> bool:
    return (
        _round(state, event.unit)
        and _by_all(state, event.counts)
        and all(_whole(count, state.box.units[event.unit]) for count in event.counts.values())
    )


def _bastion(state: State, event: moves.BastionRevealed) -> bool:
    """Accept only the number in the Bastion that follows from the record."""
    if state.phase != "evaluating" or state.bastion_open or not all(_seated(state, seat) for seat in event.counts):
        return False
    whole = all(type(count) is int for count in event.counts.values())
    return whole and all(event.counts.get(place, 0) == seat.bastion for place, seat in enumerate(state.seats))


def _declared(state: State, event: moves.Declared) -> bool:
    said = [number for number in (event.gold, event.total, *(event.units or {}).values()) if number is not None]
    known = all(unit in state.box.units for unit in event.units or {})
    numbers = all(_whole(number, MOST_DECLARED) for number in said)
    return state.phase == "evaluating" and _seated(state, event.seat) and bool(said) and known and numbers


_PLAYABLE: Mapping[type, Callable[[State, Any], bool]] = {
    moves.SetUp: _set_up,
    moves.IdrakysPlaced: _placed,
    moves.Programmed: _programmed,
    moves.OrdersRevealed: _revealed,
    moves.Executed: _executed,
    moves.TitanChosen: _titan,
    moves.RewardsChosen: _rewards,
    moves.BardsPlaced: _bards,
    moves.DummyAdvanced: _dummy,
    moves.TopRevealed: _top,
    moves.Awoken: _awoken,
    moves.FistShown: _shown,
    moves.FistsOpened: _opened,
    moves.StoryPlaced: _story,
    moves.YearEnded: lambda state, _: state.phase == "year_end",
    moves.BastionRevealed: _bastion,
    moves.Declared: _declared,
    moves.Evaluated: lambda state, _: state.phase == "evaluating",
    **dict.fromkeys(get_args(moves.Adjusted), lambda state, event: against(state, event) is None),
}
