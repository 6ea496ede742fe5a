"""Rate limits: buckets of requests in the queue's store, from which each process draws portions.

The store's own clock counts, so processes and machines agree. A limit that cannot be asked for is no reason to refuse a
move.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Any

import redis

from service.store.scripts import Script

PORTION_S = 0.2
"""How long what was drawn is good for: a process that falls silent takes little with it."""
MOST_HELD = 10_000
"""Callers a process remembers portions of."""

# Fills by the clock, gives whole portions as long as they last; milliseconds to wait where it has none left.
DRAW = """
local rate, burst, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'left', 'at')
local left, at = tonumber(held[1] or burst), tonumber(held[2] or now)
left = math.min(burst, left + math.max(0, now - at) * rate / 1000)
local given = math.min(wanted, math.floor(left))
redis.call('HSET', KEYS[1], 'left', left - given, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
if given > 0 then return {given, 0} end
return {0, math.ceil((1 - left) / rate * 1000)}
"""


class TooManyError(Exception):
    """A caller asks more often than it may.

    Args:
        retry_s: Seconds after which it may ask again; at least 1.
    """

    def __init__(self, retry_s: int) -> None:
        super().__init__(f"again in {retry_s} s")
        self.retry_s = retry_s


class BusyError(Exception):
    """Too many ask at once for what takes long.

    Args:
        retry_s: Seconds after which to ask again.
    """

    def __init__(self, retry_s: int) -> None:
        super().__init__(f"again in {retry_s} s")
        self.retry_s = retry_s


@dataclass(slots=True)
class _Portion:
    left: int
    until: float


class RateLimits:
    """Buckets of one size, one for each caller.

    Args:
        store: A client of the queue's store.
        rate: Requests a second in the long run; 0 for no limit.
        burst: Requests at once after a pause.
    """

    def __init__(self, store: Any, rate: int, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._draw = Script(store, DRAW)
        self._portions: dict[str, _Portion] = {}
        self._lock = Lock()

    def count(self, caller: str) -> None:
        """Count one request of a caller.

        Raises:
            TooManyError: Its bucket is empty.
        """
        if not self.rate:
            return
        with self._lock:
            portion = self._portions.get(caller)
            if portion is not None and portion.left > 0 and monotonic() < portion.until:
                portion.left -= 1
                return
        wanted = max(1, min(self.burst, int(self.rate * PORTION_S)))
        try:
            given, wait_ms = self._draw(keys=[f"mb:limit:{caller}"], args=[self.rate, self.burst, wanted])
        except redis.RedisError as error:
            logging.getLogger(__name__).warning("rate limits are out of reach: %s", error)
            return
        if given < 1:
            raise TooManyError(max(1, -(-int(wait_ms) // 1000)))
        with self._lock:
            if len(self._portions) >= MOST_HELD:
                self._portions.clear()
            self._portions[caller] = _Portion(int(given) - 1, monotonic() + PORTION_S)
