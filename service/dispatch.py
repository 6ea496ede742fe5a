"""Waking the workers after an append: one coalesced job a record, and never at the cost of the answer.

A flag in the queue's store says that a job for the record waits to start; a worker lowers it before it reads the log,
so an append after that raises it again. A job or flag that gets lost is the sweep's to find, in ``worker``.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry
from rq import Queue
from rq.serializers import JSONSerializer

NAME = "projections"
"""The queue's name."""
JOB = "worker.jobs.project"
"""The job, by name: nothing here imports the worker."""
FLAG_SECONDS = 60
"""How long a raised flag may stand; longer than any queue should be."""


def flag(record: str) -> str:
    """The flag of a record: a job for it waits to start."""
    return f"mb:queued:{record}"


def queue(connection: Any) -> Queue:
    """The queue; jobs are JSON, not pickle."""
    return Queue(NAME, connection=connection, serializer=JSONSerializer, default_timeout=120)


def enqueue(connection: Any, record: str, *, anyway: bool = False) -> bool:
    """Queue the record's job unless one waits already; ``anyway`` when a job seems lost. Whether one was queued."""
    if not connection.set(flag(record), 1, nx=not anyway, ex=FLAG_SECONDS):
        return False
    queue(connection).enqueue(JOB, record, result_ttl=0, failure_ttl=60)
    return True


class Dispatcher:
    """Queues jobs from a thread of its own, each record once however often it was woken.

    Args:
        url: The queue's URL.
    """

    def __init__(self, url: str) -> None:
        # Tried again at once, for a connection that has gone stale; whoever waits longer for a queue is the sweep.
        retry = Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.2), 3, supported_errors=(redis.ConnectionError,))
        self.connection = redis.from_url(url, socket_timeout=5, socket_connect_timeout=5, retry=retry)
        self._woken: dict[str, None] = {}
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
            self._condition.notify()

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._woken:
                    self._condition.wait()
                woken, self._woken = list(self._woken), {}
            try:
                for record in woken:
                    enqueue(self.connection, record)
            except redis.RedisError as error:
                # Not one by one: each would wait as long, and what is woken meanwhile behind them.
                logging.getLogger(__name__).warning(
                    "the queue is out of reach (%s): the sweep will find what was written", error
                )
