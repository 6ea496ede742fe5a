"""Writing notes, signatures, disputes and closings: who may, when, how often, and who reads the text."""

from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.sentences import say
from service.access.eyes import APPOINTED, PUBLIC, RECORDER, Eyes
from service.access.rights import Caller, NotAllowedError
from service.record.entries import texts
from service.record.entries.opening_corrections import start_hash
from service.record.entries.other_shapes import EARLY
from service.record.entries.signatures import CLAIMED, MAX_TIMES, OTHERS, OWN_LINK, Statement
from service.record.entries.steps import REASON
from service.record.state.record import LiveRecord
from service.record.write.rate_limit import check_rate, entry_time
from service.record.write.request import RawEntry, WriteRequest, WriteResult, sits, write_entry
from service.record.write.status import (
    OutcomeChangedError,
    RecordClosedError,
    SigningRefusedError,
    TooManyStatementsError,
    closes_at,
    conceded,
    ended,
    outcomes_of,
)
from service.texts import said

MOST_OF_SEAT, MOST_OF_OTHERS = 100, 500
"""Maximum number of entries of each type from one seat's links, and from all other writers together."""
TEXT = "text"
"""Name of the seal of a note's text."""


def check_not_too_often(live: LiveRecord, caller: Caller, kind: str) -> None:
    """Check that a writer may add an entry of a type whose order does not matter: each stays in the log permanently.

    Raises:
        TooManyStatementsError: The record has the maximum number of this writer.
        TooManyError: The seat's own link has written too many within a minute.
    """
    seat = caller.own_eyes.seat
    writer, most = (OTHERS, MOST_OF_OTHERS) if seat is None else (f"seat:{seat}", MOST_OF_SEAT)
    signatures = live.tally.signatures
    if signatures.counts[kind, writer] >= most:
        raise TooManyStatementsError(live.record, most)
    if seat is not None:
        check_rate(live, signatures.times.get(writer, []), MAX_TIMES)


# Notes


def write_note(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, *, text: str, readers: str, about: str | None
) -> tuple[WriteResult, list[RawEntry]]:
    """Write a note about a move or the record; its text is stored outside the log, with a seal in the entry.

    ``readers``: ``all``, or ``judges``: judges and the writer. ``about``: name of a step, also of one that no longer
    counts; None for the record.

    Raises:
        MalformedMoveError: There is no such step.
        TooManyStatementsError: The record has the maximum number of notes of this writer.
        TooManyError: The seat's own link writes too often.
    """
    if about is not None and about not in live.timeline.places and about not in live.timeline.removed:
        raise MalformedMoveError(
            {"about": say(f"there is no move {about!r:.20}", f"no existe la jugada {about!r:.20}")}
        )
    check_not_too_often(live, request.caller, "noted")
    body: Json = {"for": readers, **({} if about is None else {"about": about})}
    seen = [PUBLIC.name] if readers == "all" else _judges(request.caller)
    return write_entry(live, eyes, request, "noted", body, {TEXT: texts.salted(text, seen)})


def _judges(caller: Caller) -> list[str]:
    """Names of the eyes that read a note for judges, besides those that see everything: judges and its writer."""
    own = caller.own_eyes
    mine = [own.name] if own.seat is not None or caller.role in ("recorder", "owner") else []
    return [APPOINTED.name, *mine]


# Signatures and disputes


def write_signature(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, *, outcome: str | None, opening: str | None, seat: int | None
) -> tuple[WriteResult, list[RawEntry]]:
    """Sign the outcome or the start for a seat; the append of the last signature of an outcome also closes the record.

    ``opening``: hash of the start: who plays, and by which rules. ``seat``: the seat that signs; a seat's own link may
    leave it out.

    Raises:
        SigningRefusedError: The game is not over, the table agreed not to sign, the seat has signed already, or the
            start was corrected.
        OutcomeChangedError: The record has another outcome.
        NotAllowedError: A seat's link signs only for its own seat.
        MalformedMoveError: Nobody sits there.
    """
    if outcome is None:
        return write_entry(live, eyes, request, "signed", _start(live, request.caller, opening or "", seat), {})
    if live.opening.policies["signing"] == "none":
        raise SigningRefusedError("unsigned")
    body = _statement(live, request.caller, "signed", outcome, seat)
    done, spelled = write_entry(live, eyes, request, "signed", body, {})
    if live.tally.signatures.all_signed(outcomes_of(live), len(live.opening.seats)):
        end, last = write_entry(live, eyes, request, "closed", {"reason": "signed", "outcome": body["outcome"]}, {})
        done.entries += end.entries
        spelled += last
    return done, spelled


def write_dispute(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, *, outcome: str | None, seat: int | None, reason: str
) -> tuple[WriteResult, list[RawEntry]]:
    """Dispute the outcome for a seat, as :func:`write_signature`; without an outcome, dispute that the seat conceded.

    Only the players and judges can read the reason.

    Raises:
        SigningRefusedError: The game is not over, the seat disputes it already, or no concession of the seat exists.
        OutcomeChangedError: The record has another outcome.
        RecordClosedError: The record is closed, but not by a concession that is disputed here.
        NotAllowedError: A seat's link disputes only for its own seat.
        MalformedMoveError: Nobody sits there.
    """
    if outcome is None:
        body = _no_concession(live, request.caller, seat)
    else:
        if ended(live) is not None:
            raise RecordClosedError(live.record)
        body = _statement(live, request.caller, "disputed", outcome, seat)
    at_table = [f"seat:{number}" for number in range(len(live.opening.seats))]
    readers = [RECORDER.name, *at_table, APPOINTED.name]
    return write_entry(live, eyes, request, "disputed", body, {REASON: texts.salted(reason, readers)})


def _no_concession(live: LiveRecord, caller: Caller, seat: int | None) -> Json:
    """The body of a dispute of a concession, after checking that it is allowed."""
    seat = speaking_seat(live, caller, seat)
    closing = conceded(live)
    if closing is None or closing.seat != seat:
        raise SigningRefusedError("not_conceded")
    check_not_too_often(live, caller, "disputed")
    return {"seat": seat, "concession": closing.name, "way": CLAIMED if caller.own_eyes.seat is None else OWN_LINK}


def speaking_seat(live: LiveRecord, caller: Caller, seat: int | None) -> int:
    """The seat that a caller acts for."""
    caller.check_speaks_for(seat)
    seat = caller.own_eyes.seat if seat is None else seat
    if seat is None:
        raise MalformedMoveError({"seat": say("say which seat", "indica el asiento")})
    sits(live, "seat", seat)
    return seat


def _statement(live: LiveRecord, caller: Caller, kind: str, outcome: str, seat: int | None) -> Json:
    """The body of a signature or a dispute, after checking that it is allowed."""
    own, seat = caller.own_eyes.seat, speaking_seat(live, caller, seat)
    outcomes = outcomes_of(live)
    present = live.tally.signatures.current_outcome(outcomes)
    if present is None:
        raise SigningRefusedError("running")
    if outcome not in outcomes:
        raise OutcomeChangedError(outcome, present, live.version)
    way = CLAIMED if own is None else OWN_LINK
    _check_new(live.tally.signatures.latest_statements(outcomes).get(seat), kind, way)
    check_not_too_often(live, caller, kind)
    return {"seat": seat, "outcome": present, "way": way}


def _start(live: LiveRecord, caller: Caller, opening: str, seat: int | None) -> Json:
    """The body of a signature of the start, after checking that it is allowed."""
    seat = speaking_seat(live, caller, seat)
    if opening != start_hash(live.timeline.opening):
        raise SigningRefusedError("other_start")
    way = CLAIMED if caller.own_eyes.seat is None else OWN_LINK
    _check_new(live.tally.signatures.started(opening).get(seat), "signed", way)
    check_not_too_often(live, caller, "signed")
    return {"seat": seat, "opening": opening, "way": way}


def _check_new(last: Statement | None, kind: str, way: str) -> None:
    """Check that a statement adds something to the last one of its seat."""
    if last is not None and last.kind == kind and last.way in (way, OWN_LINK):
        raise SigningRefusedError("twice", [last.name])
    if last is not None and last.way == OWN_LINK and way == CLAIMED:
        raise SigningRefusedError("own_link", [last.name])


# Closing


def write_closing(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, *, reason: str, seat: int | None, text: str
) -> tuple[WriteResult, list[RawEntry]]:
    """Close a record whose table stopped before the end, or, as a judge, one that has an outcome.

    ``reason``: ``abandoned``, ``conceded`` (by a seat), or ``ruled``. ``seat``: the seat that conceded, as the recorder
    states. ``text``: the reason, for everybody; stored outside the log, with a seal in the entry.

    Raises:
        SigningRefusedError: The game is over; for a judge's closing: it is not over.
        NotAllowedError: Only a judge closes a record that has an outcome.
        MalformedMoveError: Nobody sits there, or the seat that conceded is missing.
        PreconditionNeededError: The request does not say which version it follows.
    """
    request.check_follows()
    if (reason == "conceded") != (seat is not None):
        raise MalformedMoveError({"seat": said("required_conceded_not_allowed")})
    if seat is not None:
        sits(live, "seat", seat)
    present = live.tally.signatures.current_outcome(outcomes_of(live))
    # No seat's link closes a record: another writer states that a seat conceded.
    body: Json = {"reason": reason, **({} if seat is None else {"seat": seat, "way": CLAIMED})}
    if reason in EARLY:
        if present is not None:
            raise SigningRefusedError("over")
    else:
        if not request.caller.is_judge:
            raise NotAllowedError(said("only_judge_can_close"))
        if present is None:
            raise SigningRefusedError("running")
        body["outcome"] = present
    return write_entry(live, eyes, request, "closed", body, texts.reason(text))


def write_void(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, *, reason: str
) -> tuple[WriteResult, list[RawEntry]]:
    """Make a record void: it stays but does not count.

    Raises:
        SigningRefusedError: A seat has signed the outcome: only a judge may.
        PreconditionNeededError: The request does not say which version it follows.
    """
    request.check_follows()
    statements = live.tally.signatures.latest_statements(outcomes_of(live)).values()
    signatures = [statement.name for statement in statements if statement.kind == "signed"]
    if signatures and not request.caller.is_judge:
        raise SigningRefusedError("signed", signatures)
    return write_entry(live, eyes, request, "voided", {}, texts.reason(reason))


def write_deadline(live: LiveRecord, eyes: Eyes, request: WriteRequest) -> tuple[WriteResult, list[RawEntry]]:
    """Close a record whose deadline has passed undisputed.

    Raises:
        RecordClosedError: The record is not due: it was closed, disputed or changed meanwhile.
    """
    due, present = closes_at(live), live.tally.signatures.current_outcome(outcomes_of(live))
    if due is None or present is None or due > entry_time(live):
        raise RecordClosedError(live.record)
    return write_entry(live, eyes, request, "closed", {"reason": "deadline", "outcome": present}, {})
