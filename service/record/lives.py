"""The records that this process holds, and how they are read from the log."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from threading import Lock

from engines.kernel.game import Json
from service.access.eyes import PUBLIC, Eyes
from service.record import aside
from service.record.aside import NOT_THE_RECORDS
from service.record.folds import Live
from service.record.line import read
from service.record.opening import opened
from service.store import chain
from service.store.chain import BrokenChainError, Entry
from service.store.keys import key
from service.store.log import Log, RecordNotFoundError


class Lives:
    """The records this process holds, least recently used out first.

    Args:
        log: The log.
        most: How many records to hold.
    """

    def __init__(self, log: Log, most: int = 256) -> None:
        self.log = log
        self.most = most
        self._held: OrderedDict[str, Live] = OrderedDict()
        self._lock = Lock()

    def get(self, record: str) -> Live:
        """A record as far as this process has read it; it may be behind (:meth:`catch_up`) but is never ahead.

        Raises:
            RecordNotFoundError: There is none.
        """
        with self._lock:
            live = self._held.get(record)
            if live is not None:
                self._held.move_to_end(record)
                return live
        live = self.load(record)
        with self._lock:
            live = self._held.setdefault(record, live)
            while len(self._held) > self.most:
                self._held.popitem(last=False)
        return live

    def drop(self, record: str) -> None:
        """Forget a record: what is held may be half applied."""
        with self._lock:
            self._held.pop(record, None)

    def renew(self, live: Live) -> None:
        """Bring a record that may be half applied to where the log is, in place: others wait for its lock to read it.

        While the store is out of reach it goes back to its opening, and is forgotten.
        """
        try:
            fresh = self.load(live.record)
        except Exception:  # noqa: BLE001 - why is told by what made this one half applied
            fresh = Live(self.log, live.opening)
            fresh.fields = live.fields
            self.drop(live.record)
        live.become(fresh)

    def hold(self, live: Live) -> None:
        """Hold a record that was loaded apart."""
        with self._lock:
            self._held[live.record] = live

    def load(
        self,
        record: str,
        each: Callable[[Live], None] | None = None,
        frames: list[Json] | None = None,
        upto: int | None = None,
    ) -> Live:
        """Read a record from its snapshot and the tail after it.

        Args:
            record: Its id.
            each: Called after each entry of the tail.
            frames: Where the public frames of the tail go.
            upto: The version to stop at; a snapshot that is later is left aside. None for the head.

        Raises:
            RecordNotFoundError: There is none.
            SetAsideError: Nobody can fold it so far.
        """
        store, start = self.log.store, len(frames or ())
        aside.refuse(store, record, upto=upto)
        with aside.folding(store, record):
            found = store.hget(key("snapshots", record), PUBLIC.name)
            try:
                return self._load(record, each, frames, upto, found)
            except NOT_THE_RECORDS:
                raise
            except Exception:
                if found is None:
                    raise
                # A snapshot only saves time: what is wrong may be in it alone.
                if frames is not None:
                    del frames[start:]
                live = self._load(record, each, frames, upto, None)
                store.hdel(key("snapshots", record), PUBLIC.name)
                return live

    def _load(
        self,
        record: str,
        each: Callable[[Live], None] | None,
        frames: list[Json] | None,
        upto: int | None,
        found: bytes | None,
    ) -> Live:
        first = self.log.read(record, 0, 1)
        if not first:
            self.log.head(record)  # it may have been removed
            raise RecordNotFoundError(record)
        chain.check(first)
        live = Live(self.log, opened(self.log.store, record, first[0]))
        fields = live.fields = self.log.head(record).fields
        if found is not None:
            live.unpack(found)
            if upto is not None and live.version > upto:
                live = Live(self.log, live.opening)
                live.fields = fields
        tail = self.log.read(record, live.version, None if upto is None else upto - live.version)
        # After the entries: what is written in between brings its secret when its entry is read.
        live.secrets = known = self.log.secrets(record)
        for entry in tail:
            live.advance((entry,), known, frames)
            if each is not None:
                each(live)
        live.settled = live.version
        return live

    def catch_up(
        self, live: Live, each: Callable[[Live], None] | None = None, frames: list[Json] | None = None
    ) -> None:
        """Read on to the head of the log, as :meth:`load` does; call with the record's lock held.

        Raises:
            SetAsideError: Nobody can fold it so far.
        """
        start = len(frames or ())
        try:
            tail = self.log.read(live.record, live.version)
            known = self.log.secrets(live.record, [entry["version"] for entry in tail if entry.get("seals")])
            for entry in tail:
                live.advance((entry,), known, frames)
                if each is not None:
                    each(live)
        except NOT_THE_RECORDS:
            raise
        except Exception:  # noqa: BLE001 - what is held here may be wrong: whether the record is shows when it is read anew
            if frames is not None:
                del frames[start:]
            self.drop(live.record)
            live.become(self.load(live.record, each, frames))
            self.hold(live)
        live.settled = live.version

    def at(
        self,
        record: str,
        *,
        version: int | None = None,
        ply: int | None = None,
        frames: list[Json] | None = None,
        eyes: Eyes = PUBLIC,
        over: bool = False,
    ) -> Live:
        """A record as it stood at a version or ply, on its own and not held; ``frames`` of ``eyes`` on the way.

        The fold of ``eyes`` is given, from the first move on, all that they know at ``version``: a ply looks as the
        replay shows it, also where a secret of it came later.

        Args:
            record: Its id.
            version: As it was known at this version; None for the head.
            ply: The moves to take; None for all up to the version.
            frames: Where the frames go.
            eyes: Who is looking.
            over: Whether the game is over by now: then what lay behind screens is shown from the first move on.

        Raises:
            RecordNotFoundError: There is no such record.
            SetAsideError: These eyes cannot fold it so far.
        """
        try:
            return self._at(record, version, ply, frames, eyes, over=over)
        except NOT_THE_RECORDS:
            raise
        except Exception as error:
            if eyes != PUBLIC:
                self.load(record)  # where nobody can fold it, it is not these eyes' fold alone
            raise aside.put(self.log.store, record, eyes, error) from error

    def _at(
        self,
        record: str,
        version: int | None,
        ply: int | None,
        frames: list[Json] | None,
        eyes: Eyes,
        *,
        over: bool,
    ) -> Live:
        entries = self.log.read(record, 0, version)
        if not entries:
            self.log.head(record)  # it may have been removed
            raise RecordNotFoundError(record)
        taken = entries if ply is None else up_to_ply(entries, ply)
        for looking in dict.fromkeys((PUBLIC, eyes)):
            aside.refuse(self.log.store, record, looking, upto=taken[-1]["version"])
        chain.check(taken)
        # What a ply shows may have been given later; of a log that is damaged behind it, as far as that is sound.
        entries = [*taken, *_sound(entries[len(taken) :], taken[-1])]
        known = entries[-1]["version"]
        live = Live(self.log, opened(self.log.store, record, entries[0]))
        live.secrets = {v: told for v, told in self.log.secrets(record).items() if v <= known}
        live.foresight = read(entries).facts(live.secrets, eyes) if eyes != PUBLIC else {}
        if live.foresight:
            live.others[eyes] = live.opening.fold()
        live.public.over = live.fold(eyes).over = over
        for entry in taken[1:]:
            live.take(entry, None, frames, eyes)
        return live


def _sound(entries: Iterable[Entry], before: Entry) -> Iterator[Entry]:
    """The entries that follow from the one before them, up to the first that does not."""
    for entry in entries:
        try:
            chain.check((entry,), before["version"], before["hash"], before["at"])
        except BrokenChainError:
            return
        yield entry
        before = entry


def up_to_ply(entries: list[Entry], ply: int) -> list[Entry]:
    """The entries as far as the move that made this ply; what stands after it and is no move stays out."""
    count = 0
    for place, entry in enumerate(entries):
        if entry["type"] == "move":
            if count == ply:
                return entries[:place]
            count += 1
    return entries
