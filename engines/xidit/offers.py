"""Moves that may be recorded now, for forms that do not know the game."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engines.kernel.domains import by_key, by_seat, choice, several, span
from engines.kernel.game import Json
from engines.kernel.offers import Offers, Questions, Who, look, whole
from engines.xidit.box.components import BARDS, GOLD, STORIES
from engines.xidit.rules import census, orders, tiles
from engines.xidit.rules.derived import (
    adjacent,
    affordable,
    available,
    criteria,
    open_guilds,
    pile,
    possible,
    raging,
    seat_at,
    sleepers,
    waking,
)
from engines.xidit.state import Due, State

HELD = {"choose_titan": ("titan", "units"), "census_show": ("count",), "census_open": ("counts",)}
"""Type of move -> its fields whose domain depends on the units behind a screen."""


def offers(state: State, partial: Json | None = None, derived: Sequence[int] | None = None) -> Json:
    """Moves that may be recorded now, as far as this fold knows; or, for a partial move, its next field.

    ``execute`` has no question if the road alone decides; its claim is never asked for.

    ``derived``: the seats whose units narrow their offers; None for all. Any other seat could hold every unit of the
    box (XID-19.1).
    """
    shown = range(len(state.seats)) if derived is None else derived
    return _OFFERS.answer(_screened(state, shown), partial, functools.partial(_widened, shown))


def _screened(state: State, shown: Sequence[int]) -> State:
    """The state for a reader who cannot see behind some screens: any holding is possible there."""
    if all(place in shown for place in range(len(state.seats))):
        return state
    seats = [
        seat if place in shown else replace(seat, units=dict(state.box.units)) for place, seat in enumerate(state.seats)
    ]
    return replace(state, seats=seats)


def _widened(shown: Sequence[int], kind: str, seat: int | None, path: str, domain: Json) -> Json:
    """A domain, wider than the rules if it depends on holdings that the reader cannot see."""
    name, _, place = path.partition(".")
    whose = int(place) if kind == "census_open" and place else seat
    if name not in HELD.get(kind, ()) or whose is None or whose in shown:
        return domain
    return {**domain, "exact": False}


def may(state: State) -> Iterator[Who]:
    """Types of moves and their seats, in the order in which a form shows them."""
    if state.due is not None:
        yield state.due.what, state.due.seat
        return
    everybody = range(len(state.seats))
    match state.phase:
        case "setup":
            yield "setup", None
        case "placing":
            yield "place_idrakys", seat_at(state, state.turn)
        case "programming":
            yield from (("program", place) for place in everybody)
            yield "reveal_orders", None
        case "resolving":
            yield "execute", seat_at(state, state.turn)
        case "census":
            yield from (("census_show", place) for place in everybody)
            yield "census_open", None
        case "year_end":
            yield "end_year", None
        case "evaluating":
            yield "evaluate", None
            if not state.bastion_open:
                yield "reveal_bastion", None
            yield from (("declare", place) for place in everybody)
        case _:
            pass


def _ask_setup(state: State, _seat: int | None, given: Json) -> Questions:
    """Tiles one after another, each of those not named yet."""
    box = state.box
    yield "tile_set", choice(list(box.sets), optional=True)
    yield "first_player", choice(range(len(state.seats)))
    named_set = given.get("tile_set")
    among = box.sets.get(named_set if isinstance(named_set, str) else "") or box.sets[state.seating.tile_set]
    paths = [
        *(f"recruit_tiles.{at}" for at in range(box.recruit_cities)),
        *(f"threat_tiles.{at}" for at in range(box.threat_cities)),
        "next_recruitment",
        "top_recruitment",
        "next_threat",
        "top_threat",
    ]
    named = [look(given, path) for path in paths]
    for path in paths:
        free = [tile for tile in among if tile not in named]
        yield path, choice(free)
    order = [look(given, f"evaluation_order.{at}") for at in range(len(box.criteria))]
    for at in range(len(box.criteria)):
        yield f"evaluation_order.{at}", choice([one for one in box.criteria if one not in order])


def _top_setup(state: State, _seat: int | None) -> Json:
    box = state.box
    tile = choice(list(box.tiles), exact=False)
    order = len(box.criteria)
    return {
        "tile_set": choice(list(box.sets), optional=True),
        "first_player": choice(range(len(state.seats))),
        "recruit_tiles": several(tile, box.recruit_cities, box.recruit_cities, exact=False),
        "threat_tiles": several(tile, box.threat_cities, box.threat_cities, exact=False),
        "next_recruitment": tile,
        "top_recruitment": tile,
        "next_threat": tile,
        "top_threat": tile,
        "evaluation_order": several(choice(list(box.criteria)), order, order, exact=False),
    }


def _wheels(state: State, **more: bool) -> Json:
    """Six icons, each in any place (XID-4.2)."""
    return several(choice(list(state.box.icons)), state.box.wheels, state.box.wheels, **more)


def _ask_reveal(state: State, _seat: int | None, _given: Json) -> Questions:
    """The orders of each seat; those that were locked may be left to their seal."""
    for place, other in enumerate(state.seats):
        more = {"optional": True} if other.program is not None else {}
        yield f"orders.{place}", _wheels(state, **more, **({"exact": False} if other.orders is not None else {}))


def _top_execute(state: State, seat: int | None) -> Json:
    place = seat or 0
    ends = orders.ways(state, state.seats[place], orders.due_order(state.seats[place]))
    return {"to": choice(ends)} if len(ends) > 1 else {}


def _top_titan(state: State, seat: int | None) -> Json:
    mine = state.seats[seat or 0]
    top = raging(state)
    can = affordable(state, mine)
    most = max((top[titan].symbols for titan in can), default=0)
    units = by_key(list(state.box.units), span(0, most), optional=True, exact=False)
    return {"titan": choice(can, optional=True), "units": units}


def _ask_titan(state: State, seat: int | None, given: Json) -> Questions:
    """The titan, then units for its symbols, type by type; nothing to pay where it is declined."""
    mine = state.seats[seat or 0]
    yield "titan", choice(affordable(state, mine), optional=True)
    chosen = given.get("titan")
    titan = raging(state).get(chosen) if isinstance(chosen, str) else None
    if titan is None:
        return
    rest, held = titan.symbols, dict(mine.units)
    for unit in state.box.units:
        count = held.pop(unit)
        if rest > 0 and count:
            yield f"units.{unit}", span(max(0, rest - sum(held.values())), min(rest, count))
            rest -= whole(given, f"units.{unit}")


def _can(state: State) -> list[str]:
    return available(state, state.reward) if state.reward is not None else []


def _ask_rewards(state: State, _seat: int | None, given: Json) -> Questions:
    """One reward, then another (XID-10.1)."""
    first = look(given, "rewards.0")
    can = [one for one in (GOLD, BARDS, STORIES) if one in _can(state)]
    yield "rewards.0", choice(can)
    yield "rewards.1", choice([one for one in can if one != first])


def _near(state: State, seat: int | None) -> list[str]:
    """The regions next to a figure; the Bastion's last."""
    near = adjacent(state, state.seats[seat or 0].city)
    return [*(one for one in near if one != state.box.central), *(one for one in near if one == state.box.central)]


def _top_bards(state: State, seat: int | None) -> Json:
    due = state.due or Due("place_bards")
    return {"regions": by_key(_near(state, seat), span(0, due.count), exact=False)}


def _ask_bards(state: State, seat: int | None, given: Json) -> Questions:
    """Region by region until all bards are placed; the last region takes the rest, in the census or nothing."""
    due = state.due or Due("place_bards")
    near, rest = _near(state, seat), due.count
    for region in near:
        if not rest:
            return
        least = rest if region == near[-1] and not due.short else 0
        more = {"optional": True} if region == state.box.central else {}
        yield f"regions.{region}", span(least, rest, **more)
        value = look(given, f"regions.{region}")
        rest = 0 if value is None else max(0, rest - whole(given, f"regions.{region}"))


def _top_seen(state: State, _seat: int | None) -> Json:
    due = state.due or Due("reveal_top")
    slot = pile(state, due.pile)[0]
    more = {} if due.must else {"optional": True}
    return {"pile": choice([due.pile]), "tile": choice(possible(state, slot), **more)}


def _top_awaken(state: State, _seat: int | None) -> Json:
    wakes = waking(state)
    titans = [titan for stack in wakes for titan in sleepers(state, state.box.stacks[stack])]
    can = tiles.coming(state)
    return {
        "turned": by_key(wakes, choice(titans, optional=not titans), optional=not wakes, exact=False),
        "next_threat": choice(can),
        "top_threat": choice(can, optional=True, exact=False),
    }


def _ask_awaken(state: State, _seat: int | None, given: Json) -> Questions:
    """Each stack that turns, the tile on the Next space, the top after it."""
    for stack in waking(state):
        yield f"turned.{stack}", choice(sleepers(state, state.box.stacks[stack]))
    can = tiles.coming(state)
    yield "next_threat", choice(can)
    first = given.get("next_threat")
    after = tiles.following(state, first) if isinstance(first, str) else can
    yield "top_threat", choice(after, optional=True)


def _top_show(state: State, seat: int | None) -> Json:
    unit = census.current(state)
    held = state.seats[seat or 0].units[unit]
    return {"unit": choice([unit]), "count": span(0, held, optional=True, secret=True)}


def _top_open(state: State, _seat: int | None) -> Json:
    unit = census.current(state)
    most = max(other.units[unit] for other in state.seats)
    return {"unit": choice([unit]), "counts": by_seat(len(state.seats), span(0, most), optional=True, exact=False)}


def _ask_open(state: State, _seat: int | None, _given: Json) -> Questions:
    """The fist of each seat; those that were ready may be left to their seal."""
    unit = census.current(state)
    yield "unit", choice([unit])
    for place, other in enumerate(state.seats):
        more = {"optional": True} if other.fist is not None else {}
        domain = span(0, other.units[unit]) if other.count is None else span(other.count, other.count)
        yield f"counts.{place}", {**domain, **more}


def _ask_bastion(state: State, _seat: int | None, _given: Json) -> Questions:
    """Whose tokens lie in the Bastion; it must be what follows from the record (XID-19.3)."""
    total = sum(other.bastion for other in state.seats)
    for place in range(len(state.seats)):
        yield f"counts.{place}", span(0, total, exact=False)


def _top_declare(state: State, _seat: int | None) -> Json:
    """What is said is free; it is compared, not refused."""
    most = max(state.box.units.values())
    pool = sum(state.box.units.values())
    return {
        "gold": span(0, 1000, optional=True, exact=False),
        "units": by_key(list(state.box.units), span(0, most), optional=True),
        "total": span(0, pool, optional=True),
    }


_FORMS: dict[str, Callable[[State, int | None], Json]] = {
    "setup": _top_setup,
    "place_idrakys": lambda state, _: {
        "city": choice([city for city in state.box.cities if city not in {other.city for other in state.seats}])
    },
    "program": lambda state, _: {"orders": _wheels(state, optional=True, secret=True)},
    "reveal_orders": lambda state, _: {"orders": by_seat(len(state.seats), _wheels(state), optional=True, exact=False)},
    "execute": _top_execute,
    "choose_titan": _top_titan,
    "choose_rewards": lambda state, _: {"rewards": several(choice(_can(state)), 2, 2, exact=False)},
    "place_bards": _top_bards,
    "advance_dummy": lambda state, _: {
        "criterion": choice(criteria(state, state.reward) if state.reward is not None else [])
    },
    "place_story": lambda state, seat: {"city": choice(open_guilds(state, seat or 0))},
    "reveal_top": _top_seen,
    "awaken": _top_awaken,
    "census_show": _top_show,
    "census_open": _top_open,
    "reveal_bastion": lambda state, _: {"counts": by_seat(len(state.seats), span(0, state.box.bards), exact=False)},
    "declare": _top_declare,
}

_ASKS: dict[str, Callable[[State, int | None, Json], Questions]] = {
    "setup": _ask_setup,
    "reveal_orders": _ask_reveal,
    "choose_titan": _ask_titan,
    "choose_rewards": _ask_rewards,
    "place_bards": _ask_bards,
    "awaken": _ask_awaken,
    "census_open": _ask_open,
    "reveal_bastion": _ask_bastion,
}

_OFFERS = Offers(may, _FORMS, _ASKS)
