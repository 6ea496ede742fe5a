"""The clock of a record's entries, and the limit on one writer's entries per minute."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from service.access.rate_limits import TooManyError
from service.record.state.record import LiveRecord
from service.store.log import now

MINUTE = timedelta(minutes=1)


def entry_time(live: LiveRecord) -> str:
    """The current time, never earlier than the previous entry."""
    return max(now(), live.at)


def check_rate(live: LiveRecord, times: Sequence[str], most: int) -> None:
    """Check that a writer has added fewer than ``most`` entries within the last minute.

    Args:
        live: The record.
        times: When the writer's last entries were written, the earliest first; at most ``most``.
        most: Maximum number of entries per minute.

    Raises:
        TooManyError: It has added that many; with the seconds until the next one is allowed.
    """
    if len(times) < most:
        return
    left = datetime.fromisoformat(times[0]) + MINUTE - datetime.fromisoformat(entry_time(live))
    if left > timedelta():
        raise TooManyError(max(1, -(-left // timedelta(seconds=1))))
