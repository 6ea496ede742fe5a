"""The clock of a record's entries, and how often within a minute one writer may add some."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from service.access.rate_limits import TooManyError
from service.record.state.record import LiveRecord
from service.store.log import now

MINUTE = timedelta(minutes=1)


def entry_time(live: LiveRecord) -> str:
    """The clock, never before the entry before."""
    return max(now(), live.at)


def check_rate(live: LiveRecord, times: Sequence[str], most: int) -> None:
    """Check that a writer has not added so many entries within the last minute.

    Args:
        live: The record.
        times: When the writer's last entries were written, the earliest first; at most so many.
        most: How many a minute takes.

    Raises:
        TooManyError: It has; with the seconds until the next one may come.
    """
    if len(times) < most:
        return
    left = datetime.fromisoformat(times[0]) + MINUTE - datetime.fromisoformat(entry_time(live))
    if left > timedelta():
        raise TooManyError(max(1, -(-left // timedelta(seconds=1))))
