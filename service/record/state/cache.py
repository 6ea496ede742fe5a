"""The record cache of this process, and reading records from the log."""

import contextlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import partial
from threading import Lock

from engines.kernel.game import Json
from service.access.eyes import PUBLIC, Eyes
from service.record.entries import texts
from service.record.entries.as_of import AsOf, NoSuchMomentError
from service.record.entries.changes import Changes
from service.record.entries.opening import parse_opening
from service.record.entries.timeline import Timeline
from service.record.files import copies
from service.record.state import quarantine
from service.record.state.folding import UnreplayableError
from service.record.state.quarantine import UNRELATED_ERRORS
from service.record.state.record import LiveRecord
from service.store import chain
from service.store.chain import BrokenChainError, Entry
from service.store.log import Log, RecordNotFoundError, Secrets

MAX_BYTES = 256 << 20
"""Maximum memory for the records that a process holds, in bytes."""


class RecordCache:
    """The records that this process holds, as an LRU cache.

    ``max_bytes``: memory for all records (:mod:`service.record.state.memory`); the last used record always stays.
    """

    def __init__(self, log: Log, max_bytes: int = MAX_BYTES) -> None:
        self.log = log
        self.max_bytes = max_bytes
        self._held: OrderedDict[str, LiveRecord] = OrderedDict()
        self._taken: dict[str, int] = {}
        self._memory = 0
        self._lock = Lock()

    def get(self, record: str) -> LiveRecord:
        """A record as far as this process has read it; it may be behind the log (:meth:`catch_up`) but never ahead.

        Raises:
            RecordNotFoundError: There is none.
        """
        with self._lock:
            live = self._held.get(record)
            if live is not None:
                self._use(live)
                return live
        live = self.load(record)
        with self._lock:
            live = self._held.setdefault(record, live)
            self._use(live)
        return live

    def _use(self, live: LiveRecord) -> None:
        """Mark a record as used, measure it, and evict the least recently used records until the rest fits."""
        self._held.move_to_end(live.record)
        self._count(live.record, live.memory.total(1 + len(live.private_folds)))
        while self._memory > self.max_bytes and len(self._held) > 1:
            self._count(self._held.popitem(last=False)[0], 0)

    def _count(self, record: str, memory: int) -> None:
        """Set the bytes that a record takes now; 0 when it leaves the cache."""
        self._memory += memory - self._taken.pop(record, 0)
        if memory:
            self._taken[record] = memory

    def drop(self, record: str) -> None:
        """Remove a record from the cache: its state may be half applied."""
        with self._lock:
            self._held.pop(record, None)
            self._count(record, 0)

    def reload(self, live: LiveRecord) -> None:
        """Reload a possibly inconsistent record in place; other threads hold a reference and wait for its lock.

        If the store cannot be reached, the record goes back to its opening and leaves the cache.
        """
        try:
            fresh = self.load(live.record)
        except Exception:  # noqa: BLE001 - the cause is the error that left this one half applied
            fresh = LiveRecord(self.log, live.opening.corrected(self.log.store, live.opening.entry["body"]))
            fresh.fields = live.fields
            self.drop(live.record)
        live.replace_with(fresh)

    def hold(self, live: LiveRecord) -> None:
        """Put a record that was loaded outside the cache into it."""
        with self._lock:
            self._held[live.record] = live
            self._use(live)

    def held(self, record: str) -> LiveRecord | None:
        """A record if this process holds it; else None."""
        with self._lock:
            return self._held.get(record)

    def load(self, record: str, upto: int | None = None, *, from_scratch: bool = False) -> LiveRecord:
        """Read a record from its log and fold it.

        Args:
            record: Its id.
            upto: The version to stop at; None for the head.
            from_scratch: As in :class:`service.record.state.quarantine.Work`.

        Raises:
            RecordNotFoundError: There is none.
            QuarantinedError: Nobody can fold it so far.
        """
        quarantine.refuse(self.log.store, record, upto=upto)
        if from_scratch:
            return self._load(record, upto, from_scratch=True)
        return quarantine.run_or_quarantine(self.log.store, record, PUBLIC, partial(self._load, record, upto))

    def fold_anew(self, record: str) -> LiveRecord:
        """Read a record and fold it from the empty table; an error does not put it in quarantine."""
        return self._load(record, None, from_scratch=True)

    def _load(self, record: str, upto: int | None, *, from_scratch: bool) -> LiveRecord:
        live, entries = self._read(record, upto, from_scratch=from_scratch)
        try:
            live.fold_to()
        except UnreplayableError as error:
            raise _blamed(error, entries, live.timeline) from error
        live.synced_version = live.version
        live.memory.add_entries(*entries[1:])
        live.memory.set_state(live.public.state)
        return live

    def _read(self, record: str, upto: int | None, *, from_scratch: bool) -> tuple[LiveRecord, list[Entry]]:
        """A record whose timeline is read and that is not folded yet; and its entries."""
        entries = self.log.read(record, 0, upto)
        head = self.log.head(record)  # it may have been removed
        if not entries:
            raise RecordNotFoundError(record)
        chain.check(entries)
        copies.check_opening(record, entries[0], head.fields)
        live = LiveRecord(self.log, parse_opening(self.log.store, record, entries[0], from_scratch=from_scratch))
        live.fields = head.fields
        # Read after the entries: a secret that is written in between is read together with its entry.
        live.secrets = self._secrets(record, entries)
        live.read(entries[1:])
        return live, entries

    def _secrets(self, record: str, entries: Sequence[Entry]) -> dict[int, Secrets]:
        """The secret facts of entries from the opening on, without free texts."""
        # Each secret has a seal in its entry; without any seal the store is not read.
        if not any([entry.get("seals") for entry in entries]):  # noqa: C419 - a list is made in a third of the time
            return {}
        known = self.log.secrets(record)
        facts = {entry["version"]: texts.without_texts(entry, known.get(entry["version"], {})) for entry in entries}
        return {version: secrets for version, secrets in facts.items() if secrets}

    def caught_up(self, record: str) -> LiveRecord:
        """A record, read to the head of its log. Read all parts of one answer while holding its lock once.

        Raises:
            RecordNotFoundError: There is none.
        """
        live = self.get(record)
        with live.lock:
            self.catch_up(live)
        return live

    def catch_up(self, live: LiveRecord) -> None:
        """Read to the head of the log; call with the record's lock held.

        Raises:
            QuarantinedError: Nobody can fold it so far.
        """
        try:
            self.read_on(live)
        except UNRELATED_ERRORS:
            raise
        except Exception:  # noqa: BLE001 - what is held here may be wrong: whether the record is shows when it is read anew
            self.drop(live.record)
            live.replace_with(self.load(live.record))
            self.hold(live)
        live.synced_version = live.version

    def read_on(self, live: LiveRecord, changes: Changes | None = None, upto: int | None = None) -> None:
        """Read to the head of the log, or to a version, without quarantining the record if that fails.

        Raises:
            BrokenChainError: An entry does not follow, or the rules of this program cannot apply it.
        """
        tail = self.log.read(live.record, live.version, None if upto is None else upto - live.version)
        known = self.log.secrets(live.record, [entry["version"] for entry in tail if entry.get("seals")])
        live.advance(tail, known, changes)

    def at(
        self,
        record: str,
        *,
        version: int | None = None,
        time: str | None = None,
        ply: int | None = None,
        name: str | None = None,
        frames: list[Json] | None = None,
        eyes: Eyes = PUBLIC,
        over: bool = False,
    ) -> LiveRecord:
        """A record at some moment, as a separate object that is not cached; appends the ``frames`` of ``eyes``.

        The fold of ``eyes`` gets, from the first step on, all that they know at that version: a ply looks as the replay
        shows it, also where a secret of it came later.

        Args:
            record: Its id.
            version: Use the timeline of the first ``version`` entries; None for all.
            time: Use the timeline of the entries written until then (RFC 3339, UTC); None for all.
            ply: How many steps of that timeline to apply; None for all.
            name: The step of that timeline to stop after; None for the last.
            frames: List that the frames are appended to.
            eyes: Who is looking.
            over: Whether the game is over by now: then what was behind screens is shown from the first move on.

        Raises:
            RecordNotFoundError: There is no such record.
            NoSuchMomentError: The timeline is shorter, has no step of this name, or the record was not open by then.
            QuarantinedError: These eyes cannot fold it so far.
        """
        as_of = AsOf(version, time, ply, name)

        def look(*, from_scratch: bool) -> LiveRecord:
            if from_scratch and frames is not None:
                frames.clear()
            if from_scratch and eyes != PUBLIC:
                self.load(record)  # if this fails too, no eyes can fold it
            return self._at(record, as_of, frames, eyes, over=over, from_scratch=from_scratch)

        return quarantine.run_or_quarantine(self.log.store, record, eyes, look)

    def _at(
        self, record: str, as_of: AsOf, frames: list[Json] | None, eyes: Eyes, *, over: bool, from_scratch: bool
    ) -> LiveRecord:
        live, entries = self._read_as_of(record, as_of, from_scratch=from_scratch)
        place = as_of.place(live.timeline)
        upto = live.first_version(place) if as_of.inside else live.version
        for looking in dict.fromkeys((PUBLIC, eyes)):
            quarantine.refuse(self.log.store, record, looking, upto=upto)
        known = live.known(eyes) if eyes != PUBLIC else {}
        try:
            if frames is None:
                live.fold_to(place)
                if known:
                    live.private_folds[eyes] = live.new_fold(live.timeline, eyes, place)
            elif known:
                live.private_folds[eyes] = live.opening.fold()
            live.public.over = live.fold(eyes).over = over
            if frames is not None:
                live.append_frames(frames, eyes, place)
        except UnreplayableError as error:
            raise _blamed(error, entries, live.timeline) from error
        return live

    def _read_as_of(self, record: str, as_of: AsOf, *, from_scratch: bool) -> tuple[LiveRecord, list[Entry]]:
        """A record whose timeline is read up to a moment; later damage in the log does not matter."""
        entries = self.log.read(record, 0, as_of.version)
        if not entries:
            self.log.head(record)  # it may have been removed
            raise RecordNotFoundError(record)
        entries = as_of.entries(entries)
        chain.check(entries[:1])
        live = LiveRecord(self.log, parse_opening(self.log.store, record, entries[0], from_scratch=from_scratch))
        live.secrets = self._secrets(record, entries)
        try:
            live.read(chain.checked(entries[1:], live.version, live.hash, live.at))
        except BrokenChainError:
            if as_of.inside:
                with contextlib.suppress(NoSuchMomentError):
                    as_of.place(live.timeline)
                    return live, entries[: live.version]
            raise
        return live, entries


def _blamed(error: UnreplayableError, entries: Iterable[Entry], timeline: Timeline) -> UnreplayableError:
    """The error, with the entry that first made the timeline begin with the steps up to the one that fails."""
    wanted = timeline.prefix(error.place + 1)
    reader = Timeline()
    for entry in entries:
        reader.apply(entry)
        if len(reader.steps) > error.place and reader.prefix(error.place + 1) == wanted:
            return UnreplayableError(entry["version"], error.error, error.place)
    return error
