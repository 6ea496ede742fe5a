"""Token buckets in the queue's store, for requests and for CPU time. Each process draws portions from them.

The store's clock is used, so processes and machines agree. While the store is unreachable, no call is refused.
"""

import logging
import math
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Any

import redis

from service.store.scripts import Script

PORTION_S = 0.2
"""A process draws what a bucket gains in this time at once, for the calls that follow (s)."""
MOST_HELD = 10_000
"""Maximum number of callers whose portions a process remembers."""

# Refills by the clock and returns the whole units drawn, down to the minimum; then the milliseconds until there is one
# again (after a debt: until it is paid), and until the bucket is half full.
DRAW = """
local rate, burst, least, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'left', 'at')
local left, at = tonumber(held[1] or burst), tonumber(held[2] or now)
left = math.min(burst, left + math.max(0, now - at) * rate / 1000)
local given = math.max(0, math.min(wanted, math.floor(left - least)))
left = left - given
local enough = least < 0 and 0 or 1
redis.call('HSET', KEYS[1], 'left', left, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - least) / rate * 1000) + 1000)
return {given, math.ceil(math.max(0, enough - left) / rate * 1000),
  math.ceil(math.max(0, burst / 2 - left) / rate * 1000)}
"""


class RetryLaterError(Exception):
    """A call is refused for now.

    Args:
        retry_s: Seconds after which to ask again; at least 1.
    """

    def __init__(self, retry_s: int) -> None:
        super().__init__(f"again in {retry_s} s")
        self.retry_s = retry_s


class TooManyError(RetryLaterError):
    """A caller sends more requests than its limit allows."""


class BusyError(RetryLaterError):
    """Too many callers send expensive requests at once."""


@dataclass(slots=True)
class _Account:
    """What a process knows about a bucket.

    Args:
        left: Units drawn but not used yet.
        again: When the bucket has a unit again, by the monotonic clock.
        half: When it is half full again.
    """

    left: float = 0.0
    again: float = 0.0
    half: float = 0.0


class Buckets:
    """Buckets of one size or a fraction of it, one for each caller.

    Args:
        store: A client of the queue's store.
        rate: Units that a bucket gains per second; 0 for no limit.
        burst: Units that a full bucket holds.
        debt: Units by which it may be overdrawn: the cost of a request may be known only after the answer.
    """

    def __init__(self, store: Any, rate: float, burst: float, debt: float = 0) -> None:
        self._size = rate, burst, -debt
        self._draw = Script(store, DRAW)
        self._accounts: dict[str, _Account] = {}
        self._lock = Lock()

    def count(self, name: str) -> None:
        """Take one unit.

        Raises:
            TooManyError: The bucket is empty.
        """
        if not self.take(name, 1):
            raise TooManyError(max(1, math.ceil(self._accounts[name].again - monotonic())))

    def check(self, names: Iterable[str], *, half: bool = False) -> None:
        """Refuse a caller if one of its buckets was empty at the last draw and is not refilled yet.

        ``half``: whether they must be half full.

        Raises:
            TooManyError: A bucket is not refilled; the error has the time until it is.
        """
        found = [self._accounts[name] for name in names if name in self._accounts]
        wait_s = max((one.half if half else one.again for one in found), default=0.0) - monotonic()
        if wait_s > 0:
            raise TooManyError(math.ceil(wait_s))

    def give_back(self, name: str) -> None:
        """Return a unit to the bucket, because the call it was taken for cost nothing."""
        with self._lock:
            if name in self._accounts:
                self._accounts[name].left += 1

    def take(self, name: str, units: float, part: int = 1) -> bool:
        """Take units from a bucket; return False if it has fewer.

        Args:
            name: The bucket.
            units: How many.
            part: The bucket has 1/N of the full size.
        """
        if not self._size[0]:
            return True
        rate, burst, least = (size / part for size in self._size)
        with self._lock:
            if len(self._accounts) >= MOST_HELD and name not in self._accounts:
                self._accounts.clear()
            account = self._accounts.setdefault(name, _Account())
            if account.left >= units:
                account.left -= units
                return True
            missing, account.left = units - account.left, 0.0
        wanted = math.ceil(max(missing, min(burst, rate * PORTION_S)))
        try:
            given, again_ms, half_ms = map(int, self._draw([f"mb:limit:{name}"], [rate, burst, least, wanted]))
        except redis.RedisError as error:
            logging.getLogger(__name__).warning("limits are out of reach: %s", error)
            return True
        with self._lock:
            account.left += max(0.0, given - missing)
            account.again, account.half = monotonic() + again_ms / 1000, monotonic() + half_ms / 1000
        return given >= missing
