"""The sweep: reads the feeds, queues records that lag, even after crashes, and trims the lines of all others.

So a feed has the lines of the records that lag, and a worker that starts reads no more than these.
"""

import contextlib
import json
import logging
import os
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import redis

from service.access.eyes import PUBLIC
from service.record.derived import deadlines, feed, queue
from service.record.state import quarantine
from service.record.state.cache import RecordCache
from service.store.keys import key, shard_feeds
from service.store.log import Log
from service.store.rewrite import FileRewriter

LATE_S = 2.0
"""Seconds after which a lagging record's job counts as lost."""
OVERDUE_S = 60.0
"""Seconds after the time of the next sweep when a worker counts as hanging."""
AT_ONCE = 1000
"""Lines that are read from a feed at once."""
ROUNDS = 5
"""Rounds of records that are announced again in one sweep."""
_STATED = (b"recorded", b"adopted")
"""Sources of a removed record whose removal is stated."""


class Versions(NamedTuple):
    """The versions of a record's log and projections.

    ``quarantined``: whether it is in quarantine, so that no worker can update them.
    """

    head: int
    place: int
    quarantined: bool


@dataclass(slots=True)
class Lagging:
    """A record that lags.

    Args:
        place: Version of its projections.
        since: When it was last queued, monotonic seconds.
        first: When the record was first seen at that version, monotonic seconds.
    """

    place: int
    since: float
    first: float


@dataclass(slots=True)
class Sweep:
    """Reads all feeds; several sweeps may run at the same time.

    Args:
        log: The log.
        queue: The queue's connection.
        read: Feed -> the last line read from it.
        pending: Feed -> record -> its first line there after which it was not seen up to date; in order of the lines.
            ``""`` has the records that were in quarantine at the start: another program may have put them there.
        behind: Records that lag.
        rewriter: Removes erased data from the store's files.
    """

    log: Log
    queue: Any
    read: dict[str, str] = field(default_factory=dict)
    pending: dict[str, dict[str, str]] = field(default_factory=dict)
    behind: dict[str, Lagging] = field(default_factory=dict)
    rewriter: FileRewriter = field(init=False)

    def __post_init__(self) -> None:
        """Create the rewriter of the store's files."""
        self.rewriter = FileRewriter(self.log.store)

    def once(self) -> int:
        """Close due records, read new feed lines, queue lagging records as one job; return how many lag."""
        # A new cache, to hold none of these records: each is closed at its deadline only once.
        deadlines.close_due(self.log, RecordCache(self.log))
        for _ in range(ROUNDS):
            if not feed.announce_more(self.log, self.queue):
                break
        self._read_on()
        self.rewriter.step()
        clock = time.monotonic()
        lagging, lost, done = list[str](), False, set[str]()
        for record, stand in self._stands(
            sorted({record for lines in self.pending.values() for record in lines})
        ).items():
            known = self.behind.get(record)
            if stand.place >= stand.head or stand.quarantined:
                self.behind.pop(record, None)
                done.add(record)
            elif known is None or known.place != stand.place:
                lagging.append(record)
                self.behind[record] = Lagging(stand.place, clock, clock)
            elif clock - known.since > LATE_S:
                lagging.append(record)
                known.since, lost = clock, True
        if lagging:
            queue.enqueue(self.queue, *lagging, anyway=lost)
        oldest = max((clock - known.first for known in self.behind.values()), default=0.0)
        status = {"at": time.time(), "behind": len(self.behind), "oldest_s": round(oldest, 3)}
        self.queue.set(queue.SWEEP, json.dumps(status))
        self._trim(done)
        return len(self.behind)

    def _read_on(self) -> None:
        """Read the new feed lines; the first time, all lines that no sweep has trimmed yet."""
        if not self.read:
            self.pending[""] = dict.fromkeys(map(bytes.decode, self.log.store.smembers(quarantine.INDEX)), "")
        names = shard_feeds()
        while names:
            pipe = self.log.store.pipeline(transaction=False)
            for name in names:
                pipe.xrange(name, min="(" + self.read[name] if name in self.read else "-", count=AT_ONCE)
            full = []
            for name, rows in zip(names, pipe.execute(), strict=True):
                lines = self.pending.setdefault(name, {})
                for line, fields in rows:
                    lines.setdefault(fields[b"r"].decode(), line.decode())
                if rows:
                    self.read[name] = rows[-1][0].decode()
                if len(rows) == AT_ONCE:
                    full.append(name)
            names = full

    def _trim(self, done: set[str]) -> None:
        """Remove from each feed the lines before the first of a record that lags."""
        pipe = self.log.store.pipeline(transaction=False)
        for name, lines in self.pending.items():
            left = {record: line for record, line in lines.items() if record not in done}
            if name and len(left) < len(lines):
                time_ms, number = self.read[name].split("-")
                first = next(iter(left.values()), f"{time_ms}-{int(number) + 1}")
                pipe.xtrim(name, minid=first, approximate=False)
            self.pending[name] = left
        with contextlib.suppress(redis.ResponseError):  # a full or read-only store: trim when the next line comes
            pipe.execute()

    def _stands(self, records: list[str]) -> dict[str, Versions]:
        pipe = self.log.store.pipeline(transaction=False)
        for record in records:
            pipe.hmget(key("head", record), "version", "source", "statement", "archived")
            pipe.hget(key("place", record), "version")
            pipe.hget(key("aside", record), PUBLIC.name)
        found = iter(pipe.execute())
        return {
            # A removed record lags until that is stated; copies never are.
            record: Versions(
                int(head or (source in _STATED and not statement)),
                # An archived record lags until it is in its lists by a number.
                int(head) if int(number or 0) > 0 else int(place or 0),
                quarantine.read(note) is not None,
            )
            for record, (head, source, statement, number), place, note in zip(records, found, found, found, strict=True)
        }


def run(sweep: Sweep, every_s: float, stop: threading.Event, beat: Path | None = None) -> None:
    """Sweep until ``stop`` is set; errors are logged, and the sweep is tried again.

    ``every_s``: seconds between two sweeps. ``beat``: file whose modification time is set to when the next sweep is
    overdue.
    """
    log = logging.getLogger(__name__)
    while not stop.is_set():
        try:
            sweep.once()
            if beat is not None:
                beat.touch()
                os.utime(beat, (time.time() + every_s + OVERDUE_S,) * 2)
        except redis.RedisError as error:
            log.warning("sweep: %s; trying again", error)
        except Exception:  # if the sweep ended, lagging records would stay behind forever
            log.exception("sweep: trying again")
        stop.wait(every_s)
