"""The end of a record in an examined file: whether signatures, disputes and closings fit the game."""

from engines.kernel.checks.figures import checks_of
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from service.record.entries import outcome
from service.record.entries.opening_corrections import start_hash
from service.record.entries.other_shapes import EARLY
from service.record.entries.policies import signs_start
from service.record.entries.signatures import seat_of
from service.record.entries.tally import Tally
from service.record.entries.timeline import Timeline
from service.record.files.faults import Report

_CLOSED_TO = frozenset({"move", "checked", "signed", "disputed", "closed", "voided"})
"""Types of entries that a closed record never takes; others may come from a judge, and void is a judge's, too."""


class EndingCheck:
    """Compares the entries about the end of a record with the game."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.tally = Tally()
        self._known: tuple[str, Json, tuple[str, ...]] | None = None

    def check(self, entry: Json, fold: Fold[object, object], timeline: Timeline) -> None:
        """Look at an entry whose shape is that of its type, before the timeline has read it."""
        asked = entry["type"] != "checked" or _was_asked(entry["body"], fold, timeline)
        key = self._misfit(entry, fold, timeline) if asked else "check"
        if key:
            self.report.fault(entry["version"], key)
        self.tally.apply(entry, lambda _: False)

    def _misfit(self, entry: Json, fold: Fold[object, object], timeline: Timeline) -> str:
        """Key of the text that says why an entry does not fit; empty where it does."""
        kind, body, signatures = entry["type"], entry["body"], self.tally.signatures
        if kind == "appointed":
            (token,) = body.values()
            linked = seat_of(self.tally.links, token) is not None
            if "recorder" in body:
                return "recorder" if linked else ""
            return "appointed" if linked or token in signatures.judges else ""
        if kind not in _CLOSED_TO:
            return ""
        if signatures.voided is not None:
            return "after_closing"
        if kind in ("move", "checked", "voided") and not signatures.closings:
            return "no_start" if kind == "move" and self._lacks_start(timeline, len(fold.seats)) else ""
        outcomes = self._outcomes(fold, timeline)
        closing = signatures.closing(outcomes)
        if kind == "disputed" and "concession" in body:
            current = None if closing is None else (closing.reason, closing.name, closing.seat)
            return "" if current == ("conceded", body["concession"], body["seat"]) else "concession"
        if kind != "voided" and closing is not None:
            return "after_closing"
        if kind in ("signed", "disputed"):
            if "opening" in body:
                outcomes = (start_hash(timeline.opening),)
            other = "other_start" if "opening" in body else "other_outcome"
            return "" if body.get("opening", body.get("outcome")) in outcomes else other
        return "" if kind != "closed" or self._closes(body, outcomes, len(fold.seats)) else "closing"

    def _lacks_start(self, timeline: Timeline, seats: int) -> bool:
        """Whether the table signs the start before its first move, and somebody has not."""
        if timeline.steps or not signs_start(timeline.opening["policies"]):
            return False
        return len(self.tally.signatures.started(start_hash(timeline.opening))) < seats

    def _closes(self, body: Json, outcomes: tuple[str, ...], seats: int) -> bool:
        """Whether a closing holds for the outcome that there is (no hash names one while the game runs)."""
        reason, signatures = body["reason"], self.tally.signatures
        if reason in EARLY:
            return not outcomes
        if body["outcome"] not in outcomes:
            return False
        if reason == "signed":
            return signatures.all_signed(outcomes, seats)
        return reason != "deadline" or signatures.status(outcomes) == "finished"

    def _outcomes(self, fold: Fold[object, object], timeline: Timeline) -> tuple[str, ...]:
        """The hashes of the outcome that there is; worked out once for each timeline and opening."""
        here = timeline.prefix(len(timeline.steps))
        if self._known is None or self._known[0] != here or self._known[1] is not timeline.opening:
            self._known = here, timeline.opening, outcome.hashes_by(timeline.opening, fold.box, fold.result(), timeline)
        return self._known[2]


def _was_asked(body: Json, fold: Fold[object, object], timeline: Timeline) -> bool:
    """Whether the table had passed the check point, and everybody at it might see these figures."""
    found = checks_of(fold.game, fold.state)
    aided = timeline.opening["policies"]["memory_aid"]
    names = {one.name for one in found.figures(body["seat"]) if aided or not one.screened}
    return body["point"] <= found.passed and names >= set(body["figures"])
