"""The jobs, by the names the service queues them under. Each may run twice, or never: the sweep finds what lags."""

from __future__ import annotations

from functools import cache

from service import dispatch, projections
from service.config import Settings
from service.connect import connect
from service.folds import Lives
from service.log import Log, RecordNotFoundError


@cache
def place() -> tuple[Log, Lives]:
    """This process's log and the records it holds."""
    log = Log(connect(Settings.from_environment().log_url))
    return log, Lives(log)


@cache
def queue_connection() -> object:
    """This process's connection to the queue."""
    return connect(Settings.from_environment().queue_url)


def project(record: str) -> int:
    """Catch the projections of a record up with its log; the version they are at now."""
    # Lowered before reading: an append from here on raises it again and has a job of its own.
    connect_queue = queue_connection()
    connect_queue.delete(dispatch.flag(record))  # type: ignore[attr-defined]
    log, lives = place()
    try:
        return projections.project(log, lives, record)
    except RecordNotFoundError:
        return 0
