"""The job, by the name the service queues it under. It may run twice, or never: the sweep finds what lags."""

from __future__ import annotations

import logging
import time
from functools import cache
from typing import Any

import redis
from rq.timeouts import BaseTimeoutException

from service import dispatch, projections
from service.config import Settings
from service.connect import addresses, connect
from service.folds import Lives
from service.log import Log, RecordNotFoundError


@cache
def place() -> tuple[Log, Lives, Any]:
    """This process's log, the records it holds, and its connection to the queue."""
    settings = Settings.load()
    log_url, queue_url = addresses(settings)
    log = Log(connect(log_url))
    return log, Lives(log), connect(queue_url)


LONGEST_S = 1.0
"""Seconds after which a job takes no more records: a worker that is asked to stop finishes the job in hand."""


def drain() -> int:
    """Catch up the records that wait, one after another; how many that were.

    A job costs rq more than a record costs us, so one job takes as many as there are.
    """
    _, _, queue = place()
    # Lowered before taking: a record that begins to wait from here on has a job of its own.
    dispatch.lower(queue)
    until, done = time.monotonic() + LONGEST_S, 0
    while time.monotonic() < until:
        record, left = dispatch.take(queue)
        if record is None:
            return done
        if left and not done:
            dispatch.enqueue(queue)  # for another worker that is idle
        done += 1
        try:
            project(record)
        except (redis.RedisError, BaseTimeoutException):
            raise
        except Exception:  # the records behind it are not to wait for somebody to mend this one
            logging.getLogger(__name__).exception("record %s cannot be projected", record)
    dispatch.enqueue(queue)
    return done


def project(record: str) -> int:
    """Catch the projections of a record up with its log, as far as that holds; the version they are at now."""
    log, lives, _ = place()
    try:
        return projections.attempt(log, lives, record)
    except RecordNotFoundError:
        return 0
