"""Writing a judge's ruling: one entry with all its adjustments."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.kernel import canonical
from engines.kernel.game import Json
from service.access.eyes import Eyes
from service.record.corrections.correction import Correction
from service.record.corrections.impact import FoldPair, copy_fold
from service.record.corrections.ruling import check_about, decide_adjustments
from service.record.entries import texts
from service.record.state.record import LiveRecord
from service.record.write import undo
from service.record.write.correction import impact_of
from service.record.write.quota import Capacity
from service.record.write.request import RawEntry, WriteRequest, WriteResult, write_entry


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """The ruling that a judge orders.

    Args:
        adjustments: The adjustments as they were typed, in order; at least one.
        about: Name of the step that it is about; None for the current table.
        requested_by: The seat that asked for it; None where that is not stated.
        reason: The reason; stored outside the log, with a seal in the entry.
    """

    adjustments: Sequence[Json]
    about: str | None = None
    requested_by: int | None = None
    reason: str = ""


def write_ruling(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, asked: RulingRequest, capacity: Capacity
) -> tuple[WriteResult, list[RawEntry]]:
    """Write a ruling: all its adjustments in one entry, or none; a dry run returns its impact, too.

    Raises:
        AdjustmentError: One of them is not an adjustment of this game, or an invariant would not hold.
        AboutError: The ruling is about a step that does not count.
        MalformedMoveError: The ruling names an unknown seat.
        UncanonicalError: Something in an adjustment has no canonical bytes.
        RecordFullError: The steps would exceed the record's limit.
        PreconditionNeededError: The request does not say which version it follows.
    """
    request.check_follows()
    if asked.about is not None:
        check_about(live.timeline, asked.about)
    for adjustment in asked.adjustments:
        canonical.check(adjustment)
    body: Json = undo.requested_by(live, request.caller, asked.requested_by)
    capacity.check(live, len(asked.adjustments))
    own = live.fold(eyes)
    public = copy_fold(live.public)
    pair = FoldPair(public if own is live.public else copy_fold(own), public)
    body["adjustments"] = decide_adjustments(pair, asked.adjustments, live.version + 1)
    if asked.about is not None:
        body["about"] = asked.about
    impact = None
    if request.dry:
        decided = Correction([], [], pair, len(live.timeline.steps))
        impact = impact_of(live, eyes, decided, live.timeline.opening, {"type": "ruled", "body": body})
    done, raw = write_entry(live, eyes, request, "ruled", body, texts.reason(asked.reason), languages=request.languages)
    done.impact = impact
    return done, raw
