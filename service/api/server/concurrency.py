"""Tells callers apart, and limits how many threads one of them may occupy."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import redis

from service.access.throttle import caller_key
from service.access.tokens import Token, TokenCache, bearer_text, id_of
from service.api.web.call import Environ

ALONE_S = 1.0
"""Seconds without a call of anybody else after which a caller is taken to be alone."""


LOOKUP_THREADS = 2
"""Threads that look up tokens unknown to this process, so that these calls wait for no other call."""
LOOKUP_TIMEOUT_S = 2.0
"""How long a call waits for that; then it counts by its network (s)."""


class CallerKeys:
    """Finds the key of a call's caller. Only a valid token has shares of its own; any other counts by its network.

    Args:
        proxies: Number of proxies in front of this process that add to ``X-Forwarded-For``.
        tokens: Valid tokens; without them every caller counts by its network.
    """

    def __init__(self, proxies: int = 0, tokens: TokenCache | None = None) -> None:
        self._proxies = proxies
        self._tokens = tokens
        self._lookups = ThreadPoolExecutor(LOOKUP_THREADS, thread_name_prefix="token")

    async def key(self, environ: Environ) -> str:
        """The key, as :func:`service.access.throttle.caller_key` makes it.

        A token is looked up once; the call itself finds out whether it was revoked since.
        """
        hops = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
        proxied = 0 < self._proxies <= len(hops)
        address = hops[-self._proxies] if proxied else environ["REMOTE_ADDR"]
        text = bearer_text(environ.get("HTTP_AUTHORIZATION"))
        token = None
        if self._tokens is not None and id_of(text) is not None:
            token = self._tokens.cached(text) or await self._look_up(self._tokens, text)
        return caller_key(token, address)

    async def _look_up(self, tokens: TokenCache, text: str) -> Token | None:
        # Where the store does not answer, the call itself says so. RuntimeError: no thread, or the process ends.
        with contextlib.suppress(TimeoutError, redis.RedisError, RuntimeError):
            async with asyncio.timeout(LOOKUP_TIMEOUT_S):
                return await asyncio.get_running_loop().run_in_executor(self._lookups, tokens.find, text)
        return None

    def close(self) -> None:
        """Give back the threads."""
        self._lookups.shutdown()


class CallerSlots:
    """Places for calls, counted by caller. All of it belongs to the event loop.

    A caller has at most ``of_one`` places: what it asks for may take long. Calls that are short whatever they bring may
    have ``alone`` of them while no other caller has one, nor had one within the last second. A whole club may have one
    token, and moves that wait for the disk together share one sync of it.

    Args:
        of_one: Places that one caller may have.
        alone: Places that a caller's short calls may have while it is alone.
        clock: Seconds, counted from anywhere.
    """

    def __init__(self, of_one: int, alone: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._of_one = of_one
        self._alone = alone
        self._clock = clock
        self._last = ""
        """Who called last, and since when nobody else has."""
        self._since = clock()
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[tuple[asyncio.Future[None], bool]]] = {}

    async def acquire(self, caller: str, *, short: bool) -> None:
        """Take a place as soon as the caller may have one, in the order of its calls.

        Args:
            caller: Whose call it is.
            short: Whether the call is short whatever it brings.
        """
        if caller != self._last:
            self._last, self._since = caller, self._clock()
        if caller not in self._waiting and self._may(caller, short=short):
            self._held[caller] += 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append((called, short))
        try:
            await called
        except asyncio.CancelledError:
            if called.cancelled():
                self._call(caller)
            else:  # It was called, and goes all the same.
                self.release(caller)
            raise

    def release(self, caller: str) -> None:
        """Give a place back, to whoever may have one now."""
        self._held[caller] -= 1
        if not self._held[caller]:
            del self._held[caller]
        self._call(caller)

    def _may(self, caller: str, *, short: bool) -> bool:
        held = self._held.get(caller, 0)
        if held < self._of_one:
            return True
        return short and held < self._alone and self._is_alone(caller)

    def _is_alone(self, caller: str) -> bool:
        """Whether nobody else has a place, nor called within the last second."""
        return len(self._held) == 1 and caller == self._last and self._clock() - self._since >= ALONE_S

    def _call(self, caller: str) -> None:
        """Give places to those of a caller's calls that wait and may have one."""
        waiting = self._waiting.get(caller)
        while waiting:
            called, short = waiting[0]
            if called.cancelled():
                waiting.popleft()
            elif self._may(caller, short=short):
                waiting.popleft()
                self._held[caller] += 1
                called.set_result(None)
            else:
                return
        self._waiting.pop(caller, None)
