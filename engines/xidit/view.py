"""What a fold shows: its view."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from engines.kernel.contradictions import Contradiction
from engines.kernel.game import Json
from engines.kernel.hidden.unknown import is_known, known
from engines.kernel.view_cache import ViewCache
from engines.xidit.result import detail, key_of, ties
from engines.xidit.rules.derived import available, criteria, offered, seat_at, sleepers, to_move
from engines.xidit.rules.evaluation import contenders, placing
from engines.xidit.state import RECRUIT, THREAT, City, Due, Evaluation, Seat, Stack, State

_MEMBERS = ("did", "city", "unit", "tile", "reason")
_OUTCOME = attrgetter(*_MEMBERS)
"""Of an executed order."""


def view(state: State, cache: ViewCache) -> Json:
    """The state as its fold knows it: JSON with string keys; later events do not change it.

    Values that follow from public moves but lie behind a screen are under ``derived`` only while the game runs
    (XID-19.1, XID-19.6).
    """
    over, seats, mover = state.phase == "finished", state.seats, seat_at(state, state.turn)
    keys = list(map(str, range(len(seats))))
    bastion = dict(zip(keys, map(attrgetter("bastion"), seats), strict=True))
    return {
        "phase": state.phase,
        "round": state.year,
        "to_move": to_move(state),
        "scores": scores(state) if over else None,
        "contradictions": list(map(Contradiction.as_json, state.contradictions)),
        "box": state.box.edition,
        "calendar": cache.part("calendar", state.year, lambda: _calendar(state)),
        "tile_set": state.tile_set,
        "first_player": state.first_player,
        "order_no": state.order_no,
        "current": {"seat": mover, "order": state.order_no} if state.phase == "resolving" else None,
        "due": None if state.due is None else _due(state, state.due),
        "seats": _seats(state, cache),
        "idrakys": dict(zip(keys, map(attrgetter("city"), seats), strict=True)),
        "cities": cache.each(
            "cities",
            {
                number: (city.tile, city.threat, city.guild, city.height, *city.units.values())
                for number, city in state.cities.items()
            },
            lambda number: _city(state, state.cities[number]),
        ),
        "regions": _regions(state, keys, cache),
        "bastion": {"total": sum(bastion.values()), "owners": bastion if state.bastion_open else None},
        "barracks": state.barracks.copy(),
        "queues": {
            RECRUIT: _queue(state, RECRUIT, state.recruit_pile, state.next_recruit, state.recruit_discard, cache),
            THREAT: _queue(state, THREAT, state.threat_pile, state.next_threat, state.threat_discard, cache),
        },
        "titans": cache.each(
            "titans",
            {name: (stack.asleep, stack.raging, *stack.turned) for name, stack in state.stacks.items()},
            lambda name: _stack(state, name, state.stacks[name]),
        ),
        "awakenings": state.awakenings,
        "programs": _programs(state, mover if state.executing else None, cache),
        "census": _census(state, keys, cache),
        "evaluations": cache.part(
            "evaluations",
            (state.phase == "setup", len(state.evaluations)),
            lambda: [_evaluation(state, place, name) for place, name in enumerate(state.evaluation_order)],
        ),
        "dummy": cache.part("dummy", (*state.steps.values(), len(state.evaluations)), lambda: _dummy(state)),
        "findings": cache.part("findings", (len(state.findings), over), lambda: _findings(state, over=over)),
        "derived": cache.each(
            "derived",
            {
                place: (seat.gold, seat.bards, seat.bastion, seat.aside, *seat.units.values())
                for place, seat in enumerate(seats)
            },
            lambda place: _derived(seats[place]),
        ),
    }


def _calendar(state: State) -> Json:
    mode = state.mode
    return {"mode": mode.id, "year": state.year, "years": mode.years, "census_years": list(mode.census_years)}


def _seats(state: State, cache: ViewCache) -> dict[str, Json]:
    """What lies in front of each seat."""
    placed = [0] * len(state.seats)
    for city in state.cities.values():
        if city.guild is not None:
            placed[city.guild] += city.height

    def made(place: int) -> Json:
        seat = state.seats[place]
        return {
            "colour": state.colours[place],
            "stories": seat.stories,
            "placed": placed[place],
            "recruited_in": seat.recruited_in.copy(),
            "threat_in": seat.threat_in.copy(),
            "titan_in": seat.titan_in.copy(),
            "out": seat.out or None,
        }

    depends = {
        place: (
            seat.stories,
            placed[place],
            tuple(seat.recruited_in),
            tuple(seat.threat_in),
            tuple(seat.titan_in),
            seat.out,
        )
        for place, seat in enumerate(state.seats)
    }
    return cache.each("seats", depends, made)


def _regions(state: State, keys: Sequence[str], cache: ViewCache) -> dict[str, Json]:
    """Bards by region; those of the Bastion are shown once it is open."""
    depends = {name: tuple(bards.items()) for name, bards in state.regions.items()}
    if state.bastion_open:
        owned = [(key, seat.bastion) for key, seat in zip(keys, state.seats, strict=True)]
        depends[state.box.central] = tuple(pair for pair in owned if pair[1])
    return cache.each("regions", depends, lambda name: {"bards": dict(depends[name])})


def _findings(state: State, *, over: bool) -> list[Json]:
    """Statements of the table that differ from derived values."""
    return [
        {
            "kind": found.kind,
            "names": list(found.names),
            "seat": found.seat,
            "what": found.what,
            "said": found.said,
            # The count compared with a declaration lies behind a screen: it is in ``derived`` until the end.
            "derived": found.derived if over or found.kind != "declared" else None,
        }
        for found in state.findings
    ]


def _derived(seat: Seat) -> Json:
    """What lies behind a screen."""
    return {
        "units": seat.units.copy(),
        "gold": seat.gold,
        "bards_left": seat.bards,
        "bastion": seat.bastion,
        "stories_aside": seat.aside,
    }


def scores(state: State) -> dict[str, int]:
    """Contenders outlasted, by seat; a seat's own values have no common measure (XID-17.20)."""
    order = placing(state)
    return {str(place): len(order) - 1 - order.index(place) for place in range(len(state.seats))}


def _city(state: State, city: City) -> Json:
    """What lies in a city."""
    tile: Json | None = None
    if city.tile is not None:
        face = state.box.tiles[city.tile]
        if city.threat:
            tile = {
                "id": city.tile,
                "side": "threat",
                "units": None,
                "needs": dict(face.needs),
                "rewards": dict(face.rewards),
            }
        else:
            tile = {"id": city.tile, "side": "recruit", "units": city.units.copy(), "needs": None, "rewards": None}
    guild = None if city.guild is None else {"seat": city.guild, "height": city.height}
    return {"tile": tile, "guild": guild}


def _queue(state: State, name: str, heap: list[str], coming: str | None, discard: list[str], cache: ViewCache) -> Json:
    """The Next space, the top of the pile, its size, its order where it is known, and the discard of its own tiles."""
    open_to = None if not heap or is_known(heap[0]) else tuple(state.hidden.can(heap[0]))

    def made() -> Json:
        top: Any = None
        if heap:
            top = heap[0] if open_to is None else {"unknown": list(open_to)}
        order = None if None in (slots := known(heap)) else slots
        return {"next": coming, "top": top, "size": len(heap), "order": order, "discard": discard.copy()}

    return cache.part(("queue", name), (coming, tuple(heap), open_to, tuple(discard)), made)


def _stack(state: State, name: str, stack: Stack) -> Json:
    """A stack of titans: the raging tile on top, the number asleep, the eliminated ones."""
    pair = state.box.stacks[name]
    asleep = sleepers(state, pair) if stack.asleep else []
    rewards = None if stack.raging is None else dict(state.box.titans[stack.raging])
    return {
        "symbols": pair.symbols,
        "raging": stack.raging,
        "rewards": rewards,
        "asleep": {"count": stack.asleep, "tiles": asleep},
        "gone": [tile for tile in stack.turned if tile != stack.raging],
    }


def _programs(state: State, at_work: int | None, cache: ViewCache) -> dict[str, Json]:
    """The programming boards; the order in progress has no final outcome yet."""
    depends = {
        place: (
            seat.program,
            None if seat.orders is None else tuple(seat.orders),
            place == at_work,
            tuple(map(_OUTCOME, seat.outcomes)),
        )
        for place, seat in enumerate(state.seats)
    }

    def made(place: int) -> Json:
        """Six icons, as far as known, and the outcomes of those executed."""
        wheels = state.box.wheels
        name, orders, busy, outcomes = depends[place]
        shown: list[Any] = [None] * wheels
        if orders is not None:
            shown = list(orders)
        elif name is not None:
            shown = [{"unknown": list(state.box.icons)} for _ in range(wheels)]
        numbered = dict(enumerate(outcomes))
        parts = cache.each(("outcomes", place), numbered, lambda at: dict(zip(_MEMBERS, numbered[at], strict=True)))
        done: list[Json | None] = list(parts.values())
        return {
            "name": name,
            "orders": shown,
            "executed": len(done) - busy,
            "outcomes": done + [None] * (wheels - len(done)),
        }

    return cache.each("programs", depends, made)


def _due(state: State, due: Due) -> Json:
    """The decision or fact that must come next, with its public values."""
    reward = state.reward
    choices: list[str] = []
    if due.what == "choose_rewards" and reward is not None:
        choices = available(state, reward)
    elif due.what == "advance_dummy" and reward is not None:
        choices = criteria(state, reward)
    return {
        "what": due.what,
        "seat": due.seat,
        "city": None if due.seat is None else state.seats[due.seat].city,
        "tile": None if reward is None else reward.tile,
        "rewards": None if reward is None else offered(state, reward),
        "choices": choices,
        "count": due.count if due.what == "place_bards" else None,
        "short": due.short,
        "pile": due.pile or None,
        "must": due.must,
    }


def _census(state: State, keys: Sequence[str], cache: ViewCache) -> Json | None:
    """The current census, or the last one."""
    running = state.phase == "census"
    if not running and not state.census:
        return None
    year = state.year if running else state.census[-1].year
    prize = state.box.census[state.round] if running else None
    fists: Json | None = None
    if prize is not None and not state.opened:
        fists = {key: _fist(state, seat, prize.unit) for key, seat in zip(keys, state.seats, strict=True)}
    rounds = cache.part(
        "rounds",
        (year, len(state.census)),
        lambda: {
            one.unit: {
                "name": one.name,
                "counts": dict(zip(keys, one.counts, strict=True)),
                "winners": one.winners.copy(),
                "kind": one.kind,
                "each": one.each,
            }
            for one in state.census
            if one.year == year
        },
    )
    return {
        "year": year,
        "unit": None if prize is None else prize.unit,
        "kind": None if prize is None else prize.kind,
        "fists": fists,
        "rounds": rounds,
    }


def _fist(state: State, seat: Seat, unit: str) -> Json:
    """A fist; empty until it is ready. Its possible content does not depend on the holdings behind the screen."""
    holds: Any = None
    if seat.fist is not None:
        holds = {"unknown": list(range(state.box.units[unit] + 1))} if seat.count is None else seat.count
    return {"name": seat.fist, "count": holds}


def _evaluation(state: State, place: int, criterion: str) -> Json:
    """One of the three evaluations; empty until it is done."""
    done = state.evaluations[place] if place < len(state.evaluations) else None
    return {
        "criterion": criterion,
        "eliminates": state.seating.eliminated[place],
        "name": None if done is None else done.name,
        **(
            {"values": None, "ranks": None, "ties": None, "out": None, "detail": None}
            if done is None
            else _done(state, done)
        ),
    }


def _done(state: State, done: Evaluation) -> Json:
    return {
        "values": {key_of(state, who): done.values[who] for who in range(contenders(state))},
        "ranks": {key_of(state, who): done.order.index(who) + 1 for who in range(contenders(state))},
        "ties": ties(state, done),
        "out": [key_of(state, who) for who in done.out],
        "detail": detail(state, done.criterion),
    }


def _dummy(state: State) -> Json | None:
    """The dummy's board (XID-15.9)."""
    if not state.steps:
        return None
    tracks = state.box.tracks
    return {
        "tracks": {
            name: {"steps": steps, "value": tracks[name][0] + tracks[name][1] * steps}
            for name, steps in state.steps.items()
        },
        "out": next((at for at, done in enumerate(state.evaluations, 1) if len(state.seats) in done.out), None),
    }
