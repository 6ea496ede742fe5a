"""Values derived from a state: whose turn it is, positions of components, available rewards (chapter 20)."""

from __future__ import annotations

from engines.xidit.box.components import BARDS, GOLD, STORIES, Pair
from engines.xidit.state import RECRUIT, TITANS, Reward, Seat, State


def seat_at(state: State, turn: int) -> int:
    """The seat ``turn`` places clockwise from the First Player token (XID-3.3)."""
    return ((state.first_player or 0) + turn) % len(state.seats)


def in_turn_order(state: State) -> list[int]:
    """Every seat, from the first player on, clockwise."""
    return [seat_at(state, turn) for turn in range(len(state.seats))]


def distance(state: State, seat: int) -> int:
    """How far a seat sits from the First Player token (XID-17.14)."""
    return (seat - (state.first_player or 0)) % len(state.seats)


def to_move(state: State) -> list[int]:
    """The seats that have something to do, ascending."""
    due = state.due
    if due is not None:
        return [] if due.seat is None else [due.seat]
    match state.phase:
        case "resolving":
            return [seat_at(state, state.turn)]
        case "programming":
            return [place for place, seat in enumerate(state.seats) if seat.program is None]
        case "placing":
            return [seat_at(state, state.turn)]
        case "census":
            return [place for place, seat in enumerate(state.seats) if seat.fist is None]
        case _:
            return []


def adjacent(state: State, city: int | None) -> tuple[str, ...]:
    """The regions at a city, in the order of the box; the Bastion's is one of them (XID-1.6)."""
    return state.box.cities[city] if city is not None else ()


def pile(state: State, name: str) -> list[str]:
    """One of the two piles, from the top."""
    return state.recruit_pile if name == RECRUIT else state.threat_pile


def possible(state: State, slot: str) -> list[str]:
    """The tiles that a slot of a pile can be; do not modify the list."""
    return state.hidden.can(slot)


def sleepers(state: State, stack: Pair) -> list[str]:
    """What the sleeping tiles of a stack can be (XID-2.17)."""
    turned = state.stacks[stack.id].turned
    return [tile for tile in stack.tiles if tile not in turned]


def waking(state: State) -> list[str]:
    """The stacks that turn a tile at an awakening (XID-12.2 to XID-12.4)."""
    stacks = state.stacks
    return [name for name in state.box.stacks if stacks[name].raging is None and stacks[name].asleep]


def raging(state: State) -> dict[str, Pair]:
    """Every raging titan on top of its stack."""
    tops = ((state.stacks[name].raging, pair) for name, pair in state.box.stacks.items())
    return {top: pair for top, pair in tops if top is not None}


def affordable(state: State, seat: Seat) -> list[str]:
    """The raging titans that a seat has enough units for (XID-13.3)."""
    held = sum(seat.units.values())
    return [titan for titan, stack in raging(state).items() if stack.symbols <= held]


def offered(state: State, reward: Reward) -> dict[str, int]:
    """The amount of each reward that is being taken."""
    box = state.box
    numbers = box.titans[reward.tile] if reward.source == TITANS else box.tiles[reward.tile].rewards
    return dict(numbers)


def available(state: State, reward: Reward) -> list[str]:
    """The rewards that can give something (XID-10.2, XID-10.8, XID-10.18, XID-10.19)."""
    seat, numbers = state.seats[reward.seat], offered(state, reward)
    found = [GOLD]
    if seat.bards and numbers[BARDS]:
        found.append(BARDS)
    if seat.stories and numbers[STORIES] and room(state, reward.seat, reward.city):
        found.append(STORIES)
    return found


def room(state: State, seat: int, number: int) -> int:
    """How many stories a seat may still put on the guild space of a city (XID-10.14, XID-10.15)."""
    city = state.cities[number]
    return state.box.guild - city.height if city.guild in (None, seat) else 0


def open_guilds(state: State, seat: int) -> list[int]:
    """The cities where a seat's own guild has room (XID-14.11)."""
    most, cities = state.box.guild, state.cities
    return [number for number in state.box.cities if cities[number].guild == seat and cities[number].height < most]


def criteria(state: State, reward: Reward) -> list[str]:
    """The criteria in which the dummy may be raised (XID-15.3, XID-15.11)."""
    choice = state.options.dummy_choice
    every = state.box.criteria.values()
    if choice == "taken":
        return [one.id for one in every if one.reward in reward.taken]
    if choice == "untaken":
        return [one.id for one in every if one.reward not in reward.taken]
    return [one.id for one in every]


def stories_on_board(state: State, seat: int) -> int:
    """Own stories, over all cities (XID-17.3)."""
    return sum(city.height for city in state.cities.values() if city.guild == seat)
