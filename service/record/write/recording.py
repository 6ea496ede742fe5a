"""Every write to a record: decided at the head of the log, appended by one script, repeated where others were faster.

The writer's fold decides, the public fold is digested. What the writer may not see never refuses.
"""

from __future__ import annotations

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
"""How often a write is tried at the head of the log, where others whose order does not matter come before it."""


class _OvertakenError(Exception):
    """Others wrote while this was decided: it is to be decided again, at the head of the log."""


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
)
"""What a write may be refused with, before anything of it is applied."""


class Recording:
    """Every write to a record.

    Args:
        log: The log.
        cache: The records this process holds.
        wake: Called with a record's id after an append; must not fail.
        capacity: How many moves records take.
    """

    def __init__(
        self, log: Log, cache: RecordCache, wake: Callable[[str], object], capacity: Capacity | None = None
    ) -> None:
        self.log = log
        self.cache = cache
        self.wake = wake
        self.capacity = capacity or Capacity()

    def open(self, new: NewRecord) -> tuple[LiveRecord, Appended]:
        """Open a record: :func:`service.record.write.open_record.open_record`, and have the workers know of it.

        Returns:
            The record, and what was written; it may have been there already.
        """
        record, done = open_record(self.log, new)
        self.wake(record)
        return self.cache.get(record), done

    def move(self, record: str, move: Json, request: WriteRequest) -> WriteResult:
        """Record one move.

        Raises:
            MalformedMoveError: It is no move of this game.
            IllegalMoveError: A rule forbids it, as far as the writer knows.
            VersionConflictError: The record has moved on.
            KeyReusedError: The key stands for another request.
            RecordClosedError: The record takes no more moves.
            RecordFullError: It has as many moves as a record of its game takes.
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
        """Record many moves, each with the number of its line: all or nothing, or as far as the first that is refused.

        Raises:
            LineError: A line is refused (with ``until_refused`` it is told in the answer, if anything was written).
        """
        lines = list(moves)
        result = self.write(
            record,
            request,
            lambda live, eyes: write_moves(live, eyes, request, lines, self.capacity, until_refused=until_refused),
        )
        if result.known and until_refused:
            # The first answer said where it stopped; nothing of that is kept, so it is found again.
            before = self.cache.load(record, upto=result.entries[0]["version"] - 1)
            result.refused = write_moves(before, result.eyes, request, lines, self.capacity, until_refused=True)[
                0
            ].refused
        return result

    def secret(self, record: str, name: str, facts: Json, request: WriteRequest) -> WriteResult:
        """Give a secret that an earlier move left open.

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
        """Run a write that takes back, consents or corrects, while the record takes that from its caller.

        Raises:
            ActsFullError: It has as many of these as it takes.
            TooManyError: The seat's links have written many within a minute.
            RecordFullError: It would have more moves than it takes.
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
        """Run a write against the head and append what it made; again, where others were faster and order allows it."""
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
                # The first answer to a request is folded anew, without the lock: nobody has to wait for that.
                return (
                    done
                    if isinstance(done, WriteResult)
                    else self.again(record, done, eyes).finish(request, self.capacity)
                )
        version = self.log.head(record).version
        raise VersionConflictError(record, version if request.match is None else request.match, version)

    def _locked(
        self,
        live: LiveRecord,
        eyes: Eyes,
        request: WriteRequest,
        write: Write,
    ) -> WriteResult | Appended:
        """One attempt; whatever it ends with, what is held is whole again."""
        try:
            return self._attempt(live, eyes, request, write)
        except (_OvertakenError, DoOutsideLockError):
            if live.version != live.synced_version:
                self.cache.reload(live)
            raise
        except REFUSALS:
            raise
        except BaseException:
            # The store's fault or ours: what is held may be half applied.
            self.cache.reload(live)
            raise

    def _attempt(
        self,
        live: LiveRecord,
        eyes: Eyes,
        request: WriteRequest,
        write: Write,
    ) -> WriteResult | Appended:
        """Decide at the head of the log and append; for a request that was answered before, what it wrote then.

        Raises:
            _OvertakenError: Others have written meanwhile, also where a rule refuses: it may have been decided too far
                back.
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
            _follows(live, request.match)
            status.check_takes(live, request.caller, request.call)
            if request.dry:
                self.log.head(live.record)  # nobody tries anything on a record that was removed
                return write(live.fork(eyes), eyes)[0].finish(request, self.capacity)
            result, spelled = write(live, eyes)
        except REFUSALS as refusal:
            if live.version != live.synced_version:
                # An earlier line of the same import had been applied.
                self.cache.reload(live)
            # A known key is answered before version and rules have a say: the first answer may have been lost.
            done = self.log.repeated(live.record, idempotency) if idempotency else None
            if done is not None:
                return done
            # And the version before the rules: what was decided here may have been decided too far back.
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
        """The answer that a request had when it first came."""
        entries = self.log.read(record, done.first - 1, done.last - done.first + 1)
        live = self.cache.load(record, upto=done.first - 1)
        secrets = self.log.secrets(record, [entry["version"] for entry in entries if entry.get("seals")])
        if any(visible(secrets.get(entry["version"], {}), entry["version"], eyes) for entry in entries):
            live.private_fold(eyes)
        changes = Changes(live.public.ply)
        live.advance(entries, secrets, changes, eyes)
        return WriteResult(live, eyes, entries, changes.frames, known=True)


def _follows(live: LiveRecord, match: int | None) -> None:
    """Let a write follow the version it names while only such entries came since as have no order.

    Raises:
        VersionConflictError: Others came since, or the record has not come so far.
    """
    if match is not None and not live.tally.ordered <= match <= live.version:
        raise VersionConflictError(live.record, match, live.version)
