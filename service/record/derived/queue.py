"""Waking the workers after an append: one job for all records that wait, and never at the cost of the answer.

The records that wait stand in a sorted set in the queue's store, each once however often it was written to, the one
that has waited longest first. A flag says that a job waits or is at work. A record is taken before its log is read, so
an append after that puts it into the set again; and a job looks once more after it has lowered the flag, so a record
that was put there under it is not left behind. What gets lost is the sweep's to find, in ``worker``.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from typing import Any

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry
from rq import Queue
from rq.serializers import JSONSerializer

from service.store.connect import CONNECTIONS

NAME = "projections"
"""The queue's name."""
JOB = "worker.jobs.drain"
"""The job, by name: nothing here imports the worker."""
WAITING = "mb:waiting"
"""The records that wait for a worker, by the second since when."""
WRITTEN = "mb:written"
"""The channel on which all who subscribed hear the ids of records that were written to, with a blank between them."""
FLAG = "mb:queued"
"""The flag: a job waits or is at work."""
SWEEP = "mb:sweep"
"""Where the sweep says when it last ran and what lags, as JSON: ``at``, ``behind``, ``oldest_s``."""
TOGETHER_S = 0.02
"""How long the first of several records is kept, so that they go to the queue in one round trip."""
JOB_S = 120
"""Seconds after which a job is broken off."""
FLAG_SECONDS = 60
"""How long a raised flag may stand; longer than any queue should be, and than any job works."""


def queue(connection: Any) -> Queue:
    """The queue; jobs are JSON, not pickle."""
    return Queue(NAME, connection=connection, serializer=JSONSerializer, default_timeout=JOB_S)


def enqueue(connection: Any, *records: str, anyway: bool = False) -> bool:
    """Mark records as waiting, say so, and queue a job unless one is queued or at work; whether it did.

    Args:
        connection: The queue's.
        records: The records.
        anyway: Whether the job at work is not enough, or seems lost.
    """
    pipe = connection.pipeline(transaction=False)
    if records:
        pipe.zadd(WAITING, dict.fromkeys(records, time.time()), nx=True)
        pipe.publish(WRITTEN, " ".join(records))
    pipe.set(FLAG, 1, nx=not anyway, ex=FLAG_SECONDS)
    pipe.llen(f"{Queue.redis_queue_namespace_prefix}{NAME}")
    *_, flagged, queued = pipe.execute()
    if not flagged or queued:
        return False
    queue(connection).enqueue(JOB, result_ttl=0, failure_ttl=60)
    return True


def begin(connection: Any) -> None:
    """A job begins: none need be queued while it is at work."""
    connection.set(FLAG, 1, ex=FLAG_SECONDS)


def end(connection: Any) -> None:
    """A job ends: the next record needs another. To be followed by a last :func:`take`."""
    connection.delete(FLAG)


def take(connection: Any, most: int, wait_s: float = 0) -> list[str]:
    """Take records that wait, the one that has waited longest first.

    Args:
        connection: The queue's.
        most: How many at most.
        wait_s: Seconds to wait where there is none.
    """
    taken = [record for record, _ in connection.zpopmin(WAITING, most)]
    if not taken and wait_s:
        found = connection.bzpopmin(WAITING, wait_s)
        taken = [] if found is None else [found[1]]
    return [record.decode() for record in taken]


def waiting(connection: Any) -> int:
    """How many records wait."""
    return int(connection.zcard(WAITING))


def last_sweep(connection: Any) -> dict[str, Any] | None:
    """What the sweep said when it last ran; None where none has."""
    found = connection.get(SWEEP)
    said: dict[str, Any] | None = json.loads(found) if found else None
    return said


class Dispatcher:
    """Queues jobs from a thread of its own, each record once however often it was woken.

    Args:
        url: The queue's URL.
    """

    def __init__(self, url: str) -> None:
        # Tried again at once, for a connection that has gone stale; whoever waits longer for a queue is the sweep.
        retry = Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.2), 3, supported_errors=(redis.ConnectionError,))
        self.connection = redis.from_url(
            url, socket_timeout=5, socket_connect_timeout=5, retry=retry, max_connections=CONNECTIONS
        )
        self._woken: dict[str, None] = {}
        self._queueing = False
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None

    def wake(self, record: str) -> None:
        """Have the record projected soon; returns at once and never fails."""
        with self._condition:
            self._woken[record] = None
            # The thread starts here, not with the object: a server may fork in between.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="dispatcher", daemon=True)
                self._thread.start()
            self._condition.notify_all()

    def settle(self) -> None:
        """Return when every record that was woken so far is queued, or could not be."""
        with self._condition:
            self._condition.wait_for(lambda: not self._woken and not self._queueing)

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._woken:
                    self._condition.wait()
            time.sleep(TOGETHER_S)
            with self._condition:
                woken, self._woken = list(self._woken), {}
                self._queueing = True
            try:
                enqueue(self.connection, *woken)
            except redis.RedisError as error:
                logging.getLogger(__name__).warning(
                    "the queue is out of reach (%s): the sweep will find what was written", error
                )
            finally:
                with self._condition:
                    self._queueing = False
                    self._condition.notify_all()
