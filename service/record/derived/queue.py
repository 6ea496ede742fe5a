"""Waking the workers after an append: one job for all waiting records, without delaying the answer.

The waiting records are in a sorted set in the queue's store, each once however often it was written to, the one that
has waited longest first. A flag says that a job is queued or running. A job takes a record before it reads the log, so
a later append puts the record into the set again; and it checks the set once more after it has cleared the flag, so no
record is left behind. The sweep in ``worker`` finds records that get lost.
"""

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
"""The job, by name, because this module does not import the worker."""
WAITING = "mb:waiting"
"""The records that wait for a worker, scored by the time since when (s)."""
WRITTEN = "mb:written"
"""The channel that publishes the ids of records that were written to, separated by blanks."""
FLAG = "mb:queued"
"""The flag: a job is queued or running."""
SWEEP = "mb:sweep"
"""The key where the sweep stores when it last ran and what lags, as JSON: ``at``, ``behind``, ``oldest_s``."""
TOGETHER_S = 0.02
"""Delay that lets several records go to the queue in one round trip (s)."""
JOB_S = 120
"""Timeout of a job (s)."""
FLAG_SECONDS = 60
"""Lifetime of the flag (s); longer than any queue should be, and than any job works."""


def queue(connection: Any) -> Queue:
    """The queue; jobs are JSON, not pickle."""
    return Queue(NAME, connection=connection, serializer=JSONSerializer, default_timeout=JOB_S)


def enqueue(connection: Any, *records: str, anyway: bool = False) -> bool:
    """Mark records as waiting, publish their ids, and queue a job unless one is queued or running; whether it did.

    ``anyway``: queue a job even if the flag is set: the running job is not enough, or seems lost.
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
    """Note that a job begins: no other need be queued while it runs."""
    connection.set(FLAG, 1, ex=FLAG_SECONDS)


def end(connection: Any) -> None:
    """Note that a job ends: the next record needs another job. The caller must then :func:`take` once more."""
    connection.delete(FLAG)


def take(connection: Any, most: int, wait_s: float = 0) -> list[str]:
    """Take waiting records out of the set, the one that has waited longest first."""
    taken = [record for record, _ in connection.zpopmin(WAITING, most)]
    if not taken and wait_s:
        found = connection.bzpopmin(WAITING, wait_s)
        taken = [] if found is None else [found[1]]
    return [record.decode() for record in taken]


def waiting(connection: Any) -> int:
    """Number of waiting records."""
    return int(connection.zcard(WAITING))


def last_sweep(connection: Any) -> dict[str, Any] | None:
    """The report of the last sweep; None where none has run."""
    found = connection.get(SWEEP)
    said: dict[str, Any] | None = json.loads(found) if found else None
    return said


class Dispatcher:
    """Queues jobs from its own thread, each record once however often :meth:`wake` was called."""

    def __init__(self, url: str) -> None:
        # Retries at once, for a stale connection; the sweep handles a queue that is down for longer.
        retry = Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.2), 3, supported_errors=(redis.ConnectionError,))
        self.connection = redis.from_url(
            url, socket_timeout=5, socket_connect_timeout=5, retry=retry, max_connections=CONNECTIONS
        )
        self._woken: dict[str, None] = {}
        self._queueing = False
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None

    def wake(self, record: str) -> None:
        """Request that a record is projected soon; returns at once and never fails."""
        with self._condition:
            self._woken[record] = None
            # Start the thread here, not in the constructor: a server may fork in between.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="dispatcher", daemon=True)
                self._thread.start()
            self._condition.notify_all()

    def settle(self) -> None:
        """Wait until every record woken so far was queued or failed to be."""
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
