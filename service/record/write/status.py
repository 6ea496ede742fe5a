"""The status of a record: its outcome, signatures and disputes, what closed it, and the calls it still accepts."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from engines.kernel.game import Json
from service.access.eyes import PUBLIC
from service.access.rights import Caller
from service.record.entries import checks, outcome, policies
from service.record.entries.opening_corrections import start_hash
from service.record.entries.signatures import Closing, Statement
from service.record.files import copies
from service.record.state.record import LiveRecord
from service.record.write import active_recorder
from service.store.log import format_time

ALWAYS = frozenset({"notes"})
"""Calls that a record accepts in any status."""
JUDGED = frozenset({"undo", "corrections", "rulings", "void"})
"""Calls that a closed record accepts from a judge; a concession that closed it may be disputed, too."""
SETTLING = JUDGED | {"close"}
"""Calls that change or end what may have been signed: they follow the last signature, dispute and closing, too."""
APPOINTING = "judges"
"""The call that appoints a judge: a closed record accepts it, otherwise nobody could rule in it."""


class RecordClosedError(Exception):
    """The record is closed and does not accept this call.

    ``status``: ``closed`` or ``void``.
    """

    def __init__(self, record: str, status: str = "closed") -> None:
        super().__init__(f"record {record} is {status}")
        self.record = record
        self.status = status


class SigningRefusedError(Exception):
    """A signature, a dispute or a closing does not fit the status of the record.

    ``why``: ``running``: the game is not over; ``over``: it is; ``unsigned``: the table agreed not to sign; ``twice``:
    the seat said this already; ``not_conceded``: no concession of the seat closed the record; ``own_link``: the seat's
    own link spoke of this outcome; ``other_start``: the start to sign was corrected; ``no_start``: this table signs the
    start before its first move; ``signed``: only a judge makes a signed record void.
    """

    def __init__(self, why: str, names: Sequence[str] = ()) -> None:
        super().__init__(f"{why} {', '.join(names)}".rstrip())
        self.why = why
        self.names = list(names)


class OutcomeChangedError(Exception):
    """The signed or disputed outcome is not the current one."""

    def __init__(self, given: str, outcome: str, version: int) -> None:
        super().__init__(f"the outcome is {outcome:.16}, not {given:.16}")
        self.given = given
        self.outcome = outcome
        self.version = version


class TooManyStatementsError(Exception):
    """The record has the maximum number of notes, signatures or disputes of this writer."""

    def __init__(self, record: str, most: int) -> None:
        super().__init__(f"record {record} takes {most} of one writer")
        self.record = record
        self.most = most


def outcomes_of(live: LiveRecord) -> tuple[str, ...]:
    """The hashes that name the current outcome; empty while the game runs."""
    return outcome.hashes_by(live.timeline.opening, live.opening.box, live.result(PUBLIC), live.timeline)


def start_of(live: LiveRecord) -> Json:
    """The start: its ``opening`` hash, whether the table must sign it (``required``), and the ``signatures`` of it."""
    start = start_hash(live.timeline.opening)
    signed = [statement_json(one) for one in live.tally.signatures.started(start).values()]
    return {"opening": start, "required": policies.signs_start(live.opening.policies), "signatures": signed}


def check_started(live: LiveRecord) -> None:
    """Check that the first move may be made.

    Raises:
        SigningRefusedError: The table signs the start first, and a seat has not.
    """
    if live.timeline.steps:
        return
    start = start_of(live)
    if start["required"] and len(start["signatures"]) < len(live.opening.seats):
        raise SigningRefusedError("no_start")


def check_takes(live: LiveRecord, caller: Caller, call: str) -> None:
    """Check that a record accepts a call in its current status.

    ``call``: the name of the call, as in :data:`service.access.rights.CALLS`.

    Raises:
        RecordClosedError: The record is closed or void.
        OtherRecorderError: Another phone records.
    """
    status = None if call in ALWAYS else ended(live)
    judged = (
        call == APPOINTING
        or (caller.is_judge and call in JUDGED)
        or (call == "disputes" and conceded(live) is not None)
    )
    if status == "void" or (status == "closed" and not judged):
        raise RecordClosedError(live.record, status)
    active_recorder.check(live, caller, call)


def ended(live: LiveRecord) -> str | None:
    """The status of a record that the table can no longer write to: ``closed`` or ``void``; None for any other."""
    signatures = live.tally.signatures
    if signatures.voided is None and not signatures.closings:
        return None
    status = signatures.status(outcomes_of(live))
    return status if status in ("closed", "void") else None


def conceded(live: LiveRecord) -> Closing | None:
    """The closing in force if it is a concession; None for any other."""
    closing = live.tally.signatures.closing(outcomes_of(live))
    return closing if closing is not None and closing.reason == "conceded" else None


def closes_at(live: LiveRecord) -> str | None:
    """When an undisputed record will close by itself, RFC 3339; None where it will not."""
    hours = live.opening.policies["deadline_h"]
    signatures = live.tally.signatures
    if not hours or copies.as_json(live.fields) is not None or signatures.status(outcomes_of(live)) != "finished":
        return None
    return format_time(datetime.fromisoformat(signatures.changed_at) + timedelta(hours=hours))


def as_json(live: LiveRecord) -> Json:
    """The status of a record as lists, results and replays show it to everybody.

    Returns:
        ``status`` (``running``, ``finished``, ``disputed``, ``closed`` or ``void``); ``outcome``, the hash of the
        outcome, None while the game runs; ``regular`` and ``irregularities``, names of steps that the rules refuse or a
        judge ordered; ``signatures`` and ``disputes`` of this outcome, each ``{"seat", "way", "name", "at"}``;
        ``closed``, ``{"reason", "seat", "way", "name", "at"}`` or None; ``closes_at``, when it will close by itself, or
        None; ``voided``, name of the entry that made it void, or None; ``checks``, how far it was checked
        (:func:`service.record.entries.checks.summary`), and ``check_points``, each point; ``start`` (:func:`start_of`);
        in league mode also ``breaches``.
    """
    signatures, outcomes = live.tally.signatures, outcomes_of(live)
    statements, closing = [*signatures.latest_statements(outcomes).values()], signatures.closing(outcomes)
    if not outcomes and (statement := signatures.disputed_concession()) is not None:
        statements.append(statement)
    # The history says what makes a step irregular. Most records have no such step: then do not read their steps.
    irregular = [one["name"] for one in outcome.irregularities(live.timeline)] if live.tally.acted else []
    return {
        "status": signatures.status(outcomes),
        "outcome": signatures.current_outcome(outcomes),
        "regular": not irregular,
        "irregularities": irregular,
        "signatures": [statement_json(statement) for statement in statements if statement.kind == "signed"],
        "disputes": [statement_json(statement) for statement in statements if statement.kind == "disputed"],
        "closed": closing and {member: getattr(closing, member) for member in ("reason", "seat", "way", "name", "at")},
        "closes_at": closes_at(live),
        "voided": signatures.voided,
        "checks": checks.summary(live.progress.points, signatures.checks),
        "check_points": checks.by_point(live.progress.points, signatures.checks),
        "start": start_of(live),
        **({"breaches": breaches.as_json()} if (breaches := live.tally.breaches).fixed else {}),
    }


def statement_json(statement: Statement) -> Json:
    """A signature or a dispute as everybody sees it."""
    return {"seat": statement.seat, "way": statement.way, "name": statement.name, "at": statement.at}
