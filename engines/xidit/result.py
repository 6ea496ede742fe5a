"""The result: the places of all seats and their breakdown (chapter 26)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.game import Json
from engines.xidit.box.components import GOLD, REGIONS
from engines.xidit.moves import options
from engines.xidit.rules.derived import distance
from engines.xidit.rules.evaluation import bards_in, contenders, placing, points
from engines.xidit.state import CENSUS, RULINGS, THREATS, TITANS, Evaluation, Finding, Gain, Seat, State


def detail(state: State, criterion: str) -> Json:
    """The sources of a criterion's values, by seat."""
    measure = state.box.criteria[criterion].measure
    if measure == REGIONS:
        return {str(place): _regions(state, place) for place in range(len(state.seats))}
    if measure == GOLD:
        return {str(place): _gold(seat) for place, seat in enumerate(state.seats)}
    return {str(place): {"cities": _guilds(state, place)} for place in range(len(state.seats))}


def _gold(seat: Seat) -> Json:
    sums = {source: sum(gain.amount for gain in seat.gains if gain.source == source) for source in _SOURCES}
    ruled = {"rulings": sums[RULINGS]} if any(gain.source == RULINGS for gain in seat.gains) else {}
    return {"threats": sums[THREATS], "titans": sums[TITANS], "census": sums[CENSUS], **ruled}


DUMMY = "dummy"
"""The key of the dummy where contenders are keys."""

_RULES = {"units": "XID-17.12", "dummy": "XID-15.7", "distance": "XID-17.14"}
"""Criterion that separates contenders of the same value -> its clause."""

_SOURCES = (THREATS, TITANS, CENSUS, RULINGS)


def _guilds(state: State, place: int) -> Json:
    return {str(number): city.height for number, city in state.cities.items() if city.guild == place}


def _regions(state: State, place: int) -> Json:
    """Bards, place and points in each region where the seat has bards."""
    out: Json = {}
    for region in state.box.regions.values():
        bards = bards_in(state, region)[place]
        if bards:
            where, won = points(state, region)[place]
            out[region.id] = {"bards": bards, "place": where, "points": won}
    return {"regions": out}


def result(state: State) -> Json | None:
    """None while the game runs; then places, scores and where they come from (XID-17.18, XID-17.20, XID-15.12).

    A seat's score is the number of contenders it outlasted, including the dummy. If the dummy outlasts everybody,
    nobody wins and place 1 stays empty (XID-15.8).
    """
    if state.phase != "finished":
        return None
    order = placing(state)
    seats = len(state.seats)
    survivor = order[0] == seats
    among = order if survivor else [who for who in order if who != seats]
    return {
        "seats": {
            str(place): {
                "rank": among.index(place) + 1,
                "score": len(order) - 1 - order.index(place),
                "breakdown": _breakdown(state, place),
            }
            for place in range(seats)
        },
        "winners": [] if survivor else [order[0]],
        "end": {
            "reason": "dummy_survived" if survivor else "third_evaluation_done",
            "rule": "XID-15.8" if survivor else "XID-17.18",
        },
        "tie_break": _tie_break(state),
        "dummy": _dummy(state, order),
        "evaluations": [_evaluation(state, done) for done in state.evaluations],
        "census": [
            {
                "year": one.year,
                "unit": one.unit,
                "counts": {str(place): count for place, count in enumerate(one.counts)},
                "winners": list(one.winners),
                "kind": one.kind,
                "each": one.each,
            }
            for one in state.census
        ],
        "table": {
            "first_player": state.first_player,
            "tile_set": state.tile_set,
            "mode": state.mode.id,
            "years": state.mode.years,
            "renewals": dict(state.renewals),
            "awakenings": state.awakenings,
            "bastion": {str(place): seat.bastion for place, seat in enumerate(state.seats)},
        },
        "provenance": {
            "edition": state.box.edition,
            "stand_in": state.box.stand_in,
            "options": {
                name: state.chosen[name]
                for name, option in options().items()
                if name in state.chosen and state.chosen[name] != option.default
            },
            "tile_set_chosen": state.tile_set != state.seating.tile_set,
            "findings": [_finding(one) for one in state.findings],
        },
    }


def _finding(one: Finding) -> Json:
    return {
        "kind": one.kind,
        "names": list(one.names),
        "seat": one.seat,
        "what": one.what,
        "said": one.said,
        "derived": one.derived,
    }


def key_of(state: State, who: int) -> str:
    """A contender as a key: the seat as text, or :data:`DUMMY`."""
    return DUMMY if who == len(state.seats) else str(who)


def ties(state: State, done: Evaluation) -> list[Json]:
    """Contenders with the same value, and what separated them step by step, with whom each step separated."""
    return [
        {
            "contenders": [key_of(state, who) for who in tie.contenders],
            "units": list(tie.units),
            "steps": [_step(state, step.by, step.groups) for step in tie.steps],
        }
        for tie in done.ties
    ]


def _step(state: State, by: str, groups: Sequence[Sequence[int]]) -> Json:
    return {"rule": _RULES[by], "how": by, "groups": [[key_of(state, who) for who in group] for group in groups]}


def _evaluation(state: State, done: Evaluation) -> Json:
    return {
        "criterion": done.criterion,
        "values": {key_of(state, who): done.values[who] for who in range(contenders(state))},
        "ranks": {key_of(state, who): done.order.index(who) + 1 for who in range(contenders(state))},
        "ties": ties(state, done),
        "out": [key_of(state, who) for who in done.out],
    }


def _tie_break(state: State) -> Json | None:
    """The tie-breaks that decided who was eliminated, or who of two came first; None if there were none.

    ``steps`` has all of them, by evaluation, each with its ``criterion``, ``rule``, ``how`` and the ``groups`` that it
    separated among those still in. ``rule``, ``how``, ``criterion`` and ``seats`` are those
    of the last step, the one closest to the victory.
    """
    steps: list[Json] = []
    gone: set[int] = set()
    for done in state.evaluations:
        for step in (step for tie in done.ties for step in tie.steps):
            groups = [group for each in step.groups if (group := [who for who in each if who not in gone])]
            if len(groups) > 1 and groups[-1][-1] in done.out:  # the lowest of all: one of those who went out
                steps.append({"criterion": done.criterion, **_step(state, step.by, groups)})
        gone.update(done.out)
    if not steps:
        return None
    last = steps[-1]
    seats = sorted(int(who) for group in last["groups"] for who in group if who != DUMMY)
    return {"rule": last["rule"], "how": last["how"], "criterion": last["criterion"], "seats": seats, "steps": steps}


def _dummy(state: State, order: list[int]) -> Json | None:
    if not state.steps:
        return None
    who = len(state.seats)
    out = next((at for at, done in enumerate(state.evaluations, 1) if who in done.out), None)
    return {
        "survived": order[0] == who,
        "out": out,
        "tracks": {
            name: {
                "steps": steps,
                "start": state.box.tracks[name][0],
                "step": state.box.tracks[name][1],
                "value": state.box.tracks[name][0] + state.box.tracks[name][1] * steps,
            }
            for name, steps in state.steps.items()
        },
        "raised_by": {str(place): list(seat.dummy_names) for place, seat in enumerate(state.seats)},
    }


def _breakdown(state: State, place: int) -> Json:
    """Everything that a seat did, and its values."""
    seat = state.seats[place]
    values = {done.criterion: done.values[place] for done in state.evaluations}
    ranks = {done.criterion: done.order.index(place) + 1 for done in state.evaluations}
    return {
        "out": seat.out or None,
        "values": values,
        "ranks": ranks,
        "gold": {**_gold(seat), "total": seat.gold, "gains": [_gain(gain) for gain in seat.gains]},
        "stories": {
            "cities": _guilds(state, place),
            "placed": sum(_guilds(state, place).values()),
            "supply": seat.stories,
            "aside": seat.aside,
        },
        "bards": {**_regions(state, place), "bastion": seat.bastion, "left": seat.bards},
        "units": {"held": dict(seat.units), "total": sum(seat.units.values())},
        "distance": distance(state, place),
        "orders": {"executed": seat.executed, "cancelled": dict(sorted(seat.cancelled.items()))},
        "threats": seat.freed[THREATS],
        "titans": seat.freed[TITANS],
        "recruited": dict(seat.recruited),
        "spent": dict(seat.spent),
        "census_wins": {unit: seat.wins.get(unit, 0) for unit in state.box.units},
        "declared": dict(seat.declared),
    }


def _gain(gain: Gain) -> Json:
    return {
        "name": gain.name,
        "source": gain.source,
        "what": gain.what,
        "year": gain.year,
        "amount": gain.amount,
        "tied": gain.tied,
    }
