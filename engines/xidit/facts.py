"""The public facts that a judge compares and that each entry's digest covers."""

from __future__ import annotations

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
    return {
        "phase": state.phase,
        "round": state.year,
        "to_move": to_move(state),
        "first_player": state.first_player,
        "order": state.order_no,
        "due": None if due is None else [due.what, due.seat, due.pile],
        "idrakys": {str(place): seat.city for place, seat in enumerate(state.seats)},
        "programmed": {str(place): seat.program is not None for place, seat in enumerate(state.seats)},
        "orders": {
            str(place): list(seat.orders) if public and seat.orders is not None else None
            for place, seat in enumerate(state.seats)
        },
        "outcomes": {
            str(place): [f"{one.did}:{one.city}:{one.reason or ''}" for one in seat.outcomes]
            for place, seat in enumerate(state.seats)
        },
        "cities": {
            str(number): f"{city.tile}!"
            if city.threat
            else f"{city.tile}:{','.join(map(str, map(city.units.get, units)))}"
            for number, city in state.cities.items()
            if city.tile
        },
        "guilds": {
            str(number): [city.guild, city.height] for number, city in state.cities.items() if city.guild is not None
        },
        "bards": {region: dict(bards) for region, bards in state.regions.items() if bards},
        "bastion": sum([seat.bastion for seat in state.seats]),
        "stories": {str(place): seat.stories for place, seat in enumerate(state.seats)},
        "barracks": [state.barracks[unit] for unit in units],
        "next": [state.next_recruit, state.next_threat],
        "piles": {RECRUIT: known(state.recruit_pile), THREAT: known(state.threat_pile)},
        "discards": {RECRUIT: list(state.recruit_discard), THREAT: list(state.threat_discard)},
        "titans": {name: [stack.raging, stack.asleep, list(stack.turned)] for name, stack in state.stacks.items()},
        "census": [[one.year, one.unit, list(one.counts), list(one.winners)] for one in state.census],
        "fists": {str(place): seat.fist is not None for place, seat in enumerate(state.seats)},
        "dummy": dict(state.steps),
        "evaluations": [[one.criterion, list(one.values), list(one.order), list(one.out)] for one in state.evaluations],
    }
