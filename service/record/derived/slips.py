"""Finds the slip behind a difference at a check point, as some eyes see it (:mod:`engines.kernel.checks.slip`)."""

from collections.abc import Callable

from engines.kernel import sealing
from engines.kernel.checks import slip
from engines.kernel.checks.slip import Candidate, Played
from engines.kernel.game import Json
from service.access.eyes import Eyes
from service.record.entries.checks import differences, last_agreed, latest
from service.record.state.record import LiveRecord

MOST_SHOWN = 5
"""Maximum number of candidates in one answer; less likely ones do not help."""


def find(live: LiveRecord, eyes: Eyes, point: int, after: int, expired: Callable[[], bool]) -> Json:
    """Search for one change after which the record agrees with what the table counted.

    Args:
        live: The record, read to its end; nobody else may write to it meanwhile.
        eyes: Who looks: the moves are tried with what these eyes know.
        point: A check point that was passed.
        after: Where an earlier search stopped; 0 for the beginning.
        expired: Returns whether to stop.

    Returns:
        ``point``; ``since``, the check point that agreed last; ``tried``, ``next``, ``likely``; ``candidates``, each
        ``kind``, ``cost``, ``name``, ``changes`` as a correction takes them, ``was`` and ``says``.
    """
    points, checks = live.progress.points, live.tally.signatures.checks
    found, since = latest(checks), last_agreed(points, checks, point)
    said = {at: {str(seat): one.figures for seat, one in found[at].items()} for at in range(since + 1, point + 1)
            if at in found}  # fmt: skip
    head = {"point": point, "since": since}
    if not any(differences(one, points[at - 1]) for at in said for one in found[at].values()):
        return {**head, "tried": 0, "next": None, "likely": True, "candidates": []}
    place = live.timeline.places[points[since - 1].step] + 1 if since else 0
    bodies = live.timeline.bodies(live.secrets, eyes, place)
    fixed = [
        step.type == "ruled" or (live.by_own_link(step.entry) and step.body.get("seat") != eyes.seat)
        for step in live.timeline.steps[place:]
    ]
    steps = [Played(name, body, held) for (name, body), held in zip(bodies, fixed, strict=True)]
    result = slip.search(live.new_fold(live.timeline, eyes, place), steps, said, after, expired)
    shown = [_shown(live, eyes, one) for one in result.candidates[:MOST_SHOWN]]
    return {**head, "tried": result.tried, "next": result.next, "likely": result.likely, "candidates": shown}


def _shown(live: LiveRecord, eyes: Eyes, found: Candidate) -> Json:
    """A candidate with the sentences of its move, as it is and as it would be."""
    step = live.timeline.step(found.name)
    assert step is not None  # noqa: S101 - a candidate names a step of this timeline
    now = sealing.merge(step.body, step.facts(live.secrets, eyes))

    def says(body: Json) -> Json:
        fold = live.new_fold(live.timeline, eyes, live.timeline.places[found.name])
        sentences: Json = fold.apply_and_describe(found.name, body, derived=eyes.derived)["says"]
        return sentences

    change = found.changes[0]
    return {
        "kind": found.kind,
        "cost": found.cost,
        "name": found.name,
        "changes": found.changes,
        "was": says(now),
        "says": None if change["op"] == "retract" else says(change["body"]),
    }
