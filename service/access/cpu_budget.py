"""Processor time: buckets of it in the queue's store, from which what requests took is taken.

What a request costs is known only when it has been answered, so a bucket may be overdrawn; its caller then waits until
it has filled again. The upper half of a bucket is for what is expensive: whoever has used that up still reads what is
cheap. A bucket that cannot be reached refuses nobody.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Any

import redis

from service.access.rate_limits import TooManyError
from service.store.scripts import Script

BATCH_S = 0.02
"""Seconds of the processor that a process adds up for a caller before it takes them from the bucket."""
MOST_HELD = 10_000
"""Callers a process remembers something of."""

# Fills by the clock, takes, and says in how many milliseconds there is something again, and more than half. What is
# overdrawn is no more than a whole bucket: nobody waits for longer than it takes to fill two.
TAKE = """
local rate, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'left', 'at')
local left, at = tonumber(held[1] or burst), tonumber(held[2] or now)
left = math.min(burst, left + math.max(0, now - at) * rate / 1000)
left = math.max(-burst, left - cost)
redis.call('HSET', KEYS[1], 'left', left, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(2 * burst / rate * 1000) + 1000)
return {math.ceil(math.max(0, -left) / rate * 1000), math.ceil(math.max(0, burst / 2 - left) / rate * 1000)}
"""


@dataclass(slots=True)
class _Account:
    """What a process knows of a bucket.

    Args:
        owed_s: Seconds that were not taken from it yet.
        again: When there is something in it again, by the monotonic clock.
        half: When it is half full again.
    """

    owed_s: float = 0.0
    again: float = 0.0
    half: float = 0.0


class CpuBudget:
    """Buckets of one size and of parts of it, one or several for each caller.

    Args:
        store: A client of the queue's store.
        rate: Milliseconds of the processor that a bucket gains in a second; 0 for no limit.
        burst: Milliseconds that it holds.
    """

    def __init__(self, store: Any, rate: int, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._take = Script(store, TAKE)
        self._accounts: dict[str, _Account] = {}
        self._lock = Lock()

    def check(self, buckets: Mapping[str, int], *, expensive: bool) -> None:
        """Refuse a caller who has nothing left.

        Args:
            buckets: The names of its buckets, each with the part of a whole one that it is: 4 for a fourth.
            expensive: Whether more than half must be left.

        Raises:
            TooManyError: With the time after which there is enough again.
        """
        now, until = monotonic(), 0.0
        for name in buckets:
            if account := self._accounts.get(name):
                until = max(until, account.half if expensive else account.again)
        if until > now:
            raise TooManyError(math.ceil(until - now))

    def charge(self, buckets: Mapping[str, int], seconds: float) -> None:
        """Take seconds of the processor from each of a caller's buckets, as :meth:`check` has them."""
        for name, part in buckets.items() if self.rate else ():
            with self._lock:
                if len(self._accounts) >= MOST_HELD and name not in self._accounts:
                    self._accounts.clear()
                account = self._accounts.setdefault(name, _Account())
                account.owed_s += seconds
                if account.owed_s < BATCH_S:
                    continue
                owed_s, account.owed_s = account.owed_s, 0.0
            sizes = (self.rate / part, self.burst / part)
            try:
                said = self._take(keys=[f"mb:limit:cost:{name}"], args=[*sizes, round(owed_s * 1000)])
            except redis.RedisError as error:
                logging.getLogger(__name__).warning("limits are out of reach: %s", error)
                continue
            account.again, account.half = (monotonic() + int(wait_ms) / 1000 for wait_ms in said)
