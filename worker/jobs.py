"""The jobs, by the names the service queues them under. Each may run twice, or never: the sweep finds what lags."""

from __future__ import annotations

from functools import cache
from typing import Any

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


def project(record: str) -> int:
    """Catch the projections of a record up with its log, as far as that holds; the version they are at now."""
    log, lives, queue = place()
    # Lowered before reading: an append from here on raises it again and has a job of its own.
    queue.delete(dispatch.flag(record))
    try:
        return projections.attempt(log, lives, record)
    except RecordNotFoundError:
        return 0
