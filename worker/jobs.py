"""The job that the service queues by name. It may run twice or never: the sweep finds records that lag."""

import logging
import time
from functools import cache
from typing import Any

from rq.timeouts import BaseTimeoutException

from service.access.eyes import PUBLIC
from service.config import Settings
from service.record.derived import feed, projections, queue, statements
from service.record.state import quarantine
from service.record.state.cache import RecordCache
from service.record.state.quarantine import QuarantinedError
from service.store.archive import ArchiveError, Folder
from service.store.connect import addresses, connect
from service.store.log import Log, RecordNotFoundError


@cache
def stores() -> tuple[Log, RecordCache, Any]:
    """This process's log, the records it holds, and its connection to the queue."""
    settings = Settings.load()
    log_url, queue_url = addresses(settings)
    log = Log(connect(log_url), Folder.at(settings.archive))
    return log, RecordCache(log), connect(queue_url)


LONGEST_S = 1.0
"""Seconds after which a job takes no more records: a worker that is asked to stop finishes the current job."""
LINGER_S = 0.2
"""Seconds that a job waits for another record before it ends: a job costs rq more than a record costs us."""
ROUND_S = 0.1
"""Seconds between two rounds over the waiting records: several moves of a record cost little more than one."""
LATEST_S = 0.15
"""Longest pause between two rounds that take long, for recording comes before viewing (s)."""
SHARE = 3
"""The pause after a round is this many times its length, up to :data:`LATEST_S`: recording comes first."""
AT_ONCE = 20
"""Records that a worker takes from the queue at once; if it is killed, the sweep finds them late."""
SLOW: set[str] = set()
"""Records that used up a job's time at this process's last try; twice in a row means quarantine."""


def drain() -> int:
    """Project the waiting records, round by round, and return their number."""
    _, _, connection = stores()
    queue.begin(connection)
    began, done = time.monotonic(), 0
    while (start := time.monotonic()) < began + LONGEST_S and (records := queue.take(connection, AT_ONCE, LINGER_S)):
        if not done and queue.waiting(connection):
            queue.enqueue(connection, anyway=True)  # for another worker that is idle
        worked = time.monotonic()
        done += _round(records)
        now = time.monotonic()
        if len(records) < AT_ONCE:
            time.sleep(max(0.0, start + ROUND_S - now, min(worked + SHARE * (now - worked), worked + LATEST_S) - now))
    queue.end(connection)
    # Records queued while the flag was set have no job of their own.
    if records := queue.take(connection, AT_ONCE):
        queue.enqueue(connection)
        done += _round(records)
    return done


def _round(records: list[str]) -> int:
    for record in records:
        _catch_up(record)
    return len(records)


def _catch_up(record: str) -> None:
    """Project a record, or quarantine it if that fails, so that it does not delay the records behind it."""
    log, cache, _ = stores()
    began = time.monotonic()
    try:
        quarantine.run_or_quarantine(log.store, record, PUBLIC, lambda **_: project(record))
    except QuarantinedError:
        pass
    except ArchiveError as error:
        logging.getLogger(__name__).warning("record %s is not projected: %s", record, error)
    except BaseTimeoutException as error:
        if time.monotonic() - began > queue.JOB_S / 2:  # this record took the time
            if record in SLOW:
                quarantine.put(log.store, record, PUBLIC, error)
            SLOW.add(record)
            cache.drop(record)
        raise
    SLOW.discard(record)


def project(record: str) -> int:
    """Bring a record's projections up to date with the valid part of its log, and return their version."""
    log, cache, connection = stores()
    try:
        return projections.project_or_quarantine(log, cache, record, lambda: feed.wake(connection))
    except RecordNotFoundError:
        if statements.of_removal(log, record):
            feed.wake(connection)
        return 0
