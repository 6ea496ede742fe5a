"""Housekeeping: the steps of records at rest (:mod:`service.record.derived.rest`), by one worker at a time."""

import logging
import threading
import time
from secrets import token_hex

import redis

from service.record.derived import rest
from service.store.archive import ArchiveError
from service.store.log import Log

LOCK, LOCK_S = "mb:{lists}:rest:lock", 300
"""The worker that does it, and seconds after which another one takes over."""
EVERY_S = 10.0
"""Seconds between two rounds when nothing is due."""


class Housekeeper:
    """Takes the due steps, with pauses as long as the work: everything else in a worker comes first.

    ``spans``: when records are archived; None for never.
    """

    def __init__(self, log: Log, spans: rest.Spans | None = None) -> None:
        self.log = log
        self.spans = spans
        self._name = token_hex(8)

    def once(self, stop: threading.Event) -> int:
        """Take the steps that are due, some records at a time, and return their number."""
        if not self.log.store.set(LOCK, self._name, nx=True, ex=LOCK_S):
            return 0
        done = 0
        try:
            rest.fill(self.log, self.spans)
            began = time.monotonic()
            for done, _ in enumerate(rest.step(self.log, self.spans), 1):  # noqa: B007 - its number
                if stop.wait(time.monotonic() - began):
                    break
                began = time.monotonic()
            if self.log.archive.folder is not None:
                self.log.archive.clean()
        finally:
            if self.log.store.get(LOCK) == self._name.encode():
                self.log.store.delete(LOCK)
        return done


def run(housekeeper: Housekeeper, stop: threading.Event) -> None:
    """Keep house until ``stop`` is set; errors are logged, and it is tried again."""
    log = logging.getLogger(__name__)
    done = 0
    while not stop.wait(0 if done else EVERY_S):
        done = 0
        try:
            done = housekeeper.once(stop)
        except (redis.RedisError, ArchiveError) as error:
            log.warning("housekeeping: %s; trying again", error)
        except Exception:
            log.exception("housekeeping: trying again")
