"""The public facts that a judge compares and that each entry's digest covers."""

from __future__ import annotations

from typing import Any

from engines.kernel.game import Json
from engines.kernel.hidden.unknown import known
from engines.xidit.rules.derived import to_move
from engines.xidit.state import RECRUIT, THREAT, State


def facts(state: State) -> Json:
    """The public facts that a judge compares; their shape never changes.

    They include nothing behind a screen, and no order or fist before it is public.
    """
    due = state.due
    public = state.phase not in ("setup", "placing", "programming")
    units = state.box.units
    idrakys, programmed, orders, outcomes, stories, fists, cities, guilds = [dict[str, Any]() for _ in range(8)]
    bastion = 0
    # One loop, not a comprehension for each member: every move is digested.
    for place, seat in enumerate(state.seats):
        key = str(place)
        idrakys[key] = seat.city
        programmed[key] = seat.program is not None
        orders[key] = list(seat.orders) if public and seat.orders is not None else None
        outcomes[key] = [f"{one.did}:{one.city}:{one.reason or ''}" for one in seat.outcomes]
        stories[key] = seat.stories
        fists[key] = seat.fist is not None
        bastion += seat.bastion
    for number, city in state.cities.items():
        if city.tile:
            lies = "!" if city.threat else f":{','.join(map(str, map(city.units.get, units)))}"
            cities[str(number)] = f"{city.tile}{lies}"
        if city.guild is not None:
            guilds[str(number)] = [city.guild, city.height]
    return {
        "phase": state.phase,
        "round": state.year,
        "to_move": to_move(state),
        "first_player": state.first_player,
        "order": state.order_no,
        "due": None if due is None else [due.what, due.seat, due.pile],
        "idrakys": idrakys,
        "programmed": programmed,
        "orders": orders,
        "outcomes": outcomes,
        "cities": cities,
        "guilds": guilds,
        "bards": {region: dict(bards) for region, bards in state.regions.items() if bards},
        "bastion": bastion,
        "stories": stories,
        "barracks": list(map(state.barracks.__getitem__, units)),
        "next": [state.next_recruit, state.next_threat],
        "piles": {RECRUIT: known(state.recruit_pile), THREAT: known(state.threat_pile)},
        "discards": {RECRUIT: list(state.recruit_discard), THREAT: list(state.threat_discard)},
        "titans": {name: [stack.raging, stack.asleep, list(stack.turned)] for name, stack in state.stacks.items()},
        "census": [[one.year, one.unit, list(one.counts), list(one.winners)] for one in state.census],
        "fists": fists,
        "dummy": dict(state.steps),
        "evaluations": [[one.criterion, list(one.values), list(one.order), list(one.out)] for one in state.evaluations],
    }
