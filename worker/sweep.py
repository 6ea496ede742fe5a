"""The sweep: reads the feeds, compares projections with logs, and queues again what lags, whatever was killed."""

from __future__ import annotations

import json
import logging
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import redis

from service import dispatch
from service.keys import feeds, key
from service.log import Log

LATE_S = 2.0
"""Seconds after which a lagging record's job counts as lost."""
AT_ONCE = 1000
"""Lines of one feed read in one go."""
STATUS = "mb:sweep"
"""Where the sweep says, for readiness, when it last ran and what lags."""


@dataclass(slots=True)
class Behind:
    """A record that lags.

    Args:
        place: Where its projections were when first seen.
        since: When that was, monotonic seconds.
    """

    place: int
    since: float


@dataclass(slots=True)
class Sweep:
    """One reader of all feeds; several do no harm.

    Args:
        log: The log.
        queue: The queue's connection.
    """

    log: Log
    queue: Any
    read: dict[str, str] = field(default_factory=dict)
    behind: dict[str, Behind] = field(default_factory=dict)

    def once(self) -> int:
        """Read the feeds on and queue what lags; the number of records that do."""
        named = self._named() | set(self.behind)
        clock = time.monotonic()
        for record, (head, place) in self._places(sorted(named)).items():
            if place >= head:
                self.behind.pop(record, None)
                continue
            known = self.behind.get(record)
            if known is None or known.place != place:
                self.behind[record] = Behind(place, clock)
                dispatch.enqueue(self.queue, record)
            elif clock - known.since > LATE_S:
                known.since = clock
                dispatch.enqueue(self.queue, record, anyway=True)
        oldest = max((clock - known.since for known in self.behind.values()), default=0.0)
        self.queue.set(
            STATUS, json.dumps({"at": time.time(), "behind": len(self.behind), "oldest_s": round(oldest, 3)}), ex=60
        )
        return len(self.behind)

    def _named(self) -> set[str]:
        """The records that the feeds name since the last time; all of them the first time."""
        names = feeds()
        found: set[str] = set()
        while True:
            pipe = self.log.store.pipeline(transaction=False)
            for name in names:
                pipe.xrange(name, min="(" + self.read[name] if name in self.read else "-", count=AT_ONCE)
            full = []
            for name, rows in zip(names, pipe.execute(), strict=True):
                found.update(fields[b"r"].decode() for _, fields in rows)
                if rows:
                    self.read[name] = rows[-1][0].decode()
                if len(rows) == AT_ONCE:
                    full.append(name)
            if not full:
                return found
            names = full

    def _places(self, records: list[str]) -> dict[str, tuple[int, int]]:
        pipe = self.log.store.pipeline(transaction=False)
        for record in records:
            pipe.hget(key("head", record), "version")
            pipe.hget(key("place", record), "version")
        found = pipe.execute()
        return {record: (int(found[2 * i] or 0), int(found[2 * i + 1] or 0)) for i, record in enumerate(records)}


def run(sweep: Sweep, every_s: float, stop: threading.Event) -> None:
    """Sweep until told to stop; what goes wrong is said and tried again."""
    while not stop.is_set():
        try:
            sweep.once()
        except redis.RedisError as error:
            logging.getLogger(__name__).warning("sweep: %s; trying again", error)
        stop.wait(every_s)
