"""The result of a record as it is told: seats with their names, what was irregular, who signed."""

from __future__ import annotations

from typing import Any

from engines.kernel.game import Json
from service.access.eyes import PUBLIC
from service.api.web.http import service
from service.record import people
from service.record.entries import outcome
from service.record.state.record import LiveRecord
from service.record.write import status


def irregularities(live: LiveRecord) -> list[Json]:
    """What was irregular in a game, each with the reason that everybody may read; null where there is none."""
    found = outcome.irregularities(live.timeline)
    steps = [live.timeline.steps[live.timeline.places[one["name"]]] for one in found]
    beside = service().log.secrets(live.record, sorted({step.source for step in steps}))
    told = []
    for one, step in zip(found, steps, strict=True):
        fact = beside.get(step.source, {}).get(step.reason)
        seen = fact is not None and PUBLIC.can_see(fact["eyes"], step.source)
        told.append({**one, "reason": fact["value"] if fact is not None and seen else None})
    return told


def result_of(live: LiveRecord, result: Json | None) -> Json:
    """The result in one piece.

    Args:
        live: The record.
        result: What its game came to; None where the table stopped early: then nobody has a rank.
    """
    names = people.names(service().log.store, [seat["player"] for seat in live.opening.seats])
    standing = status.as_json(live)
    unplaced: Json = {"rank": None, "score": None, "breakdown": {}}
    seats: list[Any] = [
        {
            "seat": number,
            "player": seat["player"],
            "name": names[seat["player"]],
            "colour": seat["colour"],
            **(unplaced if result is None else result["seats"][str(number)]),
        }
        for number, seat in enumerate(live.opening.seats)
    ]
    report = result or {"end": {"reason": standing["closed"]["reason"], "rule": None}, "tie_break": None, "winners": []}
    return {
        "record": live.record,
        "game": live.game.name,
        "rules": live.opening.rules,
        "box": live.edition(),
        "options": live.opening.options,
        "comparable": outcome.compared(live.timeline.opening, live.opening.box),
        "occasion": live.opening.occasion,
        "status": standing["status"],
        **{name: value for name, value in report.items() if name != "seats"},
        "seats": seats,
        "regular": standing["regular"],
        "irregularities": irregularities(live),
        "standing": standing,
        "ended_at": live.ended_at if result is not None else standing["closed"]["at"],
        "version": live.version,
        "head_hash": live.hash,
    }
