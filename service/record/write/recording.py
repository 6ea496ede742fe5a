"""Every write to a record: decided at the head of the log, appended by one script, and retried if others were faster.

The writer's fold decides; the digest is that of the public fold. What the writer may not see never refuses a write.
"""

from collections.abc import Callable, Iterable

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from service import metrics
from service.access.eyes import Eyes, visible
from service.access.rate_limits import TooManyError
from service.access.rights import NotAllowedError
from service.record.corrections.correction import CorrectionRefusedError, TargetError
from service.record.corrections.ruling import AboutError, AdjustmentError
from service.record.corrections.undo import UndoRefusedError
from service.record.entries.changes import Changes
from service.record.files import copies
from service.record.files.copies import CopyError
from service.record.state.cache import RecordCache
from service.record.state.record import LiveRecord
from service.record.write import status
from service.record.write.active_recorder import OtherRecorderError
from service.record.write.moves import write_moves
from service.record.write.open_record import NewRecord, open_record
from service.record.write.own_seals import SealedError
from service.record.write.quota import ActsFullError, Capacity, RecordFullError
from service.record.write.rate_limit import entry_time
from service.record.write.request import (
    BreachError,
    DoOutsideLockError,
    LineError,
    PreconditionNeededError,
    RawEntry,
    Write,
    WriteRequest,
    WriteResult,
)
from service.record.write.secrets import LateSecret, write_late_secret
from service.record.write.status import (
    OutcomeChangedError,
    RecordClosedError,
    SigningRefusedError,
    TooManyStatementsError,
)
from service.store.chain import Entry
from service.store.log import Appended, Idempotency, Log, VersionConflictError

TRIES = 20
"""Maximum number of attempts for a write when others, whose order does not matter, come before it."""


class _OvertakenError(Exception):
    """Others wrote while this was being decided: it must be decided again, at the head of the log."""


REFUSALS = (
    VersionConflictError,
    IllegalMoveError,
    MalformedMoveError,
    LineError,
    CopyError,
    RecordClosedError,
    OtherRecorderError,
    SigningRefusedError,
    OutcomeChangedError,
    TooManyStatementsError,
    RecordFullError,
    ActsFullError,
    NotAllowedError,
    SealedError,
    PreconditionNeededError,
    TooManyError,
    UndoRefusedError,
    TargetError,
    CorrectionRefusedError,
    AdjustmentError,
    AboutError,
    BreachError,
)
"""Exceptions that refuse a write; what of it was applied is reloaded."""


class Recording:
    """Every write to a record.

    Args:
        log: The log.
        cache: The records this process holds.
        wake: Called with a record's id after an append; must not fail.
        capacity: The limits on the moves of records.
    """

    def __init__(
        self, log: Log, cache: RecordCache, wake: Callable[[str], object], capacity: Capacity | None = None
    ) -> None:
        self.log = log
        self.cache = cache
        self.wake = wake
        self.capacity = capacity or Capacity()

    def open(self, new: NewRecord) -> tuple[LiveRecord, Appended]:
        """Open a record (:func:`service.record.write.open_record.open_record`) and wake the workers.

        Returns:
            The record, and what was written; the record may have existed already.
        """
        record, done = open_record(self.log, new)
        self.wake(record)
        return self.cache.get(record), done

    def move(self, record: str, move: Json, request: WriteRequest) -> WriteResult:
        """Record one move.

        Raises:
            MalformedMoveError: It is not a move of this game.
            IllegalMoveError: A rule forbids it, as far as the writer knows.
            VersionConflictError: The record has a later version.
            KeyReusedError: The key identifies another request.
            RecordClosedError: The record takes no more moves.
            RecordFullError: The record has the maximum number of moves.
            PreconditionNeededError: ``*`` for a move whose order matters.
        """
        return self.write(
            record,
            request,
            lambda live, eyes: write_moves(live, eyes, request, [(0, move)], self.capacity, until_refused=False),
        )

    def moves(
        self, record: str, moves: Iterable[tuple[int, Json | Exception]], request: WriteRequest, *, until_refused: bool
    ) -> WriteResult:
        """Record many moves, each with its line number: all or nothing, or those before the first refused one.

        Raises:
            LineError: A line is refused (with ``until_refused``, the result names it if anything was written).
        """
        lines = list(moves)
        result = self.write(
            record,
            request,
            lambda live, eyes: write_moves(live, eyes, request, lines, self.capacity, until_refused=until_refused),
        )
        if result.known and until_refused:
            # The first answer said where it stopped; that is not stored, so find it again.
            before = self.cache.load(record, upto=result.entries[0]["version"] - 1)
            result.refused = write_moves(before, result.eyes, request, lines, self.capacity, until_refused=True)[
                0
            ].refused
        return result

    def secret(self, record: str, name: str, facts: Json, request: WriteRequest) -> WriteResult:
        """Record a secret that an earlier move left open.

        Raises:
            IllegalMoveError: It contradicts the record, as far as the writer knows.
            MalformedMoveError: The move has no such secret, or it is sealed or public already.
        """
        late_secret = LateSecret(name, facts)
        return self.write(record, request, lambda live, eyes: write_late_secret(live, eyes, request, late_secret))

    def entry(self, record: str, draft: Entry, request: WriteRequest) -> WriteResult:
        """Record an entry about the record itself (``seated`` ...)."""

        def write(live: LiveRecord, eyes: Eyes) -> tuple[WriteResult, list[RawEntry]]:
            spelled, entry, frames = live.write({**draft, "at": entry_time(live), "by": request.caller.by}, {}, eyes)
            return WriteResult(live, eyes, [entry], frames), [(spelled, None)]

        return self.write(record, request, write)

    def act(self, record: str, request: WriteRequest, write: Write) -> WriteResult:
        """Run a write that takes back, consents or corrects, within the limits for its caller.

        Raises:
            ActsFullError: The record has the maximum number of these.
            TooManyError: The seat's links have written too many within a minute.
            RecordFullError: The record would have more moves than the maximum.
        """

        def bounded(live: LiveRecord, eyes: Eyes) -> tuple[WriteResult, list[RawEntry]]:
            self.capacity.check_act(live, request.caller)
            before = live.public.ply
            result, spelled = write(live, eyes)
            after = live.public.ply if result.impact is None else result.impact.found.pair.public.ply
            if after > max(before, self.capacity.of(live.game)) and not request.caller.is_judge:
                raise RecordFullError(live.game.name, self.capacity.of(live.game))
            return result, spelled

        return self.write(record, request, bounded)

    def write(self, record: str, request: WriteRequest, write: Write) -> WriteResult:
        """Run a write at the head and append its entries; retry if others were faster and the order allows it."""
        eyes = request.caller.writes_with
        for _ in range(TRIES):
            live = self.cache.get(record)
            try:
                with live.lock:
                    done = self._locked(live, eyes, request, write)
            except DoOutsideLockError as apart:
                apart.work()
            except _OvertakenError:
                pass
            else:
                # Rebuild the first answer to a request without the lock, so that nobody waits for it.
                return (
                    done
                    if isinstance(done, WriteResult)
                    else self.again(record, done, eyes).finish(request, self.capacity)
                )
        version = self.log.head(record).version
        raise VersionConflictError(record, version if request.match is None else request.match, version)

    def _locked(self, live: LiveRecord, eyes: Eyes, request: WriteRequest, write: Write) -> WriteResult | Appended:
        """Make one attempt; however it ends, the record in memory is consistent afterwards."""
        try:
            return self._attempt(live, eyes, request, write)
        except (_OvertakenError, DoOutsideLockError):
            if live.version != live.synced_version:
                self.cache.reload(live)
            raise
        except REFUSALS:
            raise
        except BaseException:
            # An error of the store or ours: the record in memory may be half applied.
            self.cache.reload(live)
            raise

    def _attempt(self, live: LiveRecord, eyes: Eyes, request: WriteRequest, write: Write) -> WriteResult | Appended:
        """Decide at the head of the log and append; a repeated request returns what it wrote the first time.

        Raises:
            _OvertakenError: Others have written meanwhile; also raised instead of a refusal, which may be based on an
                old version.
        """
        # The key's HMAC includes the caller's eyes; otherwise a guessed key could be used to probe sealed values.
        payload = {"eyes": eyes.name, "since": eyes.since, "request": request.payload}
        idempotency = (
            Idempotency(request.key, payload, live.fields["secret"]) if request.key and not request.dry else None
        )
        if request.match is None or request.match != live.version or request.dry:
            self.cache.catch_up(live)
        before = live.version
        try:
            if copies.as_json(live.fields) is not None:
                raise CopyError(live.record)
            _follows(live, request)
            status.check_takes(live, request.caller, request.call)
            if request.dry:
                self.log.head(live.record)  # raises if the record was removed
                return write(live.fork(eyes), eyes)[0].finish(request, self.capacity)
            broken = len(live.tally.breaches.found)
            result, spelled = write(live, eyes)
            if (new := live.tally.breaches.found[broken:]) and not request.breaks:
                raise BreachError(list(dict.fromkeys(kind for kind, _, _ in new)))
        except REFUSALS as refusal:
            if live.version != live.synced_version:
                # An earlier line of the same import had been applied.
                self.cache.reload(live)
            # Answer a known key before checking version and rules: the first answer may have been lost.
            done = self.log.repeated(live.record, idempotency) if idempotency else None
            if done is not None:
                return done
            # Check the version before the rules: this decision may be based on an old version.
            self.cache.catch_up(live)
            if live.version != before and not isinstance(refusal, VersionConflictError):
                raise _OvertakenError from refusal
            raise
        try:
            with metrics.APPENDS.time():
                done = self.log.append(live.record, before, spelled, result.entries[-1], idempotency)
        except VersionConflictError as conflict:
            raise _OvertakenError from conflict
        if done.known:
            self.cache.reload(live)
            return done
        live.synced_version = live.version
        self.wake(live.record)
        return result.finish(request, self.capacity)

    def again(self, record: str, done: Appended, eyes: Eyes) -> WriteResult:
        """The first answer to a repeated request."""
        entries = self.log.read(record, done.first - 1, done.last - done.first + 1)
        live = self.cache.load(record, upto=done.first - 1)
        secrets = self.log.secrets(record, [entry["version"] for entry in entries if entry.get("seals")])
        if any(visible(secrets.get(entry["version"], {}), entry["version"], eyes) for entry in entries):
            live.private_fold(eyes)
        changes = Changes(live.public.ply)
        live.advance(entries, secrets, changes, eyes)
        return WriteResult(live, eyes, entries, changes.frames, known=True)


def _follows(live: LiveRecord, request: WriteRequest) -> None:
    """Check that only entries whose order does not matter came since the version that a write follows."""
    last = max(live.tally.ordered, live.tally.stated if request.call in status.SETTLING else 0)
    if request.match is not None and not last <= request.match <= live.version:
        raise VersionConflictError(live.record, request.match, live.version)
