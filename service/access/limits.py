"""Rate limits: buckets in the queue's store, from which each process draws portions; and turns at what is dear.

A bucket for each token; for each address only where no token is sent, for a whole club may sit behind one address. What
a token made has small buckets, and one more that all of it shares: whoever makes tokens gains nothing by them, and none
of them holds up its maker. The store's own clock counts, so processes and machines agree. A limit that cannot be asked
for is no reason to refuse a move.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any

import redis

from service.access.tokens import Token
from service.config import Settings
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
    """Others are being served with what only some may ask for at once.

    Args:
        retry_s: Seconds after which to ask again.
    """

    def __init__(self, retry_s: int) -> None:
        super().__init__(f"again in {retry_s} s")
        self.retry_s = retry_s


class Turns:
    """Lets one thread of a process do what is dear, one more wait a little for it, and refuses the others at once.

    Two that compute take turns anyway; what must not be is that they, and all who wait for them, hold every thread.

    Args:
        patience_s: Seconds that the one waits.
    """

    def __init__(self, patience_s: float = 2.0) -> None:
        self.patience_s = patience_s
        self._room = BoundedSemaphore(2)
        self._turn = Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Do it, as the only one.

        Raises:
            BusyError: Another does it, and one more waits already, or it took too long.
        """
        retry_s = max(1, round(self.patience_s))
        if not self._room.acquire(blocking=False):
            raise BusyError(retry_s)
        try:
            if not self._turn.acquire(timeout=self.patience_s):
                raise BusyError(retry_s)
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._room.release()


TURNS = Turns()
"""Of whole records to be verified and moves by the megabyte to be read: either may keep the processor for seconds."""


@dataclass(slots=True)
class _Portion:
    left: int
    until: float


class Limits:
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

    def take(self, caller: str) -> None:
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


class Gate:
    """Counts requests, each for whoever it is sent by.

    Args:
        store: A client of the queue's store.
        settings: Of them the rates and bursts.
    """

    def __init__(self, store: Any, settings: Settings) -> None:
        self._addresses = Limits(store, settings.rate_address, settings.burst)
        self._tokens = Limits(store, settings.rate, settings.burst)
        self._made = Limits(store, settings.rate_made, settings.burst_made)
        self._families = Limits(store, settings.rate_family, settings.burst_family)

    def count(self, token: Token | None, address: str | None) -> None:
        """Count one request.

        Args:
            token: The good token it brings; None where it brings none.
            address: Where it comes from.

        Raises:
            TooManyError: Its sender asks too often, or all together that go back to one maker.
        """
        if token is None:
            self._addresses.take(f"address:{address}")
        elif token.maker is not None:
            # Its own first: one that asks too often takes nothing from the others.
            self._made.take(f"token:{token.id}")
            self._families.take(f"family:{token.maker}")
        elif token.scope != "admin":
            self._tokens.take(f"token:{token.id}")
