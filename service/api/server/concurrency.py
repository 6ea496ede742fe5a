"""Tells callers apart, and limits how many threads one of them may occupy."""

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
"""A caller counts as alone after this time without a call from another caller (s)."""


LOOKUP_THREADS = 2
"""Threads that look up tokens unknown to this process, so that lookups do not wait for other calls."""
LOOKUP_TIMEOUT_S = 2.0
"""How long a call waits for the lookup; then it counts by its network (s)."""


class CallerKeys:
    """Finds the key of a call's caller: a valid token, else the network.

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
        # If the store does not answer, the call itself reports it. RuntimeError: no thread, or the process stops.
        with contextlib.suppress(TimeoutError, redis.RedisError, RuntimeError):
            async with asyncio.timeout(LOOKUP_TIMEOUT_S):
                return await asyncio.get_running_loop().run_in_executor(self._lookups, tokens.find, text)
        return None

    def close(self) -> None:
        """Shut down the threads."""
        self._lookups.shutdown()


class CallerSlots:
    """Slots for calls, counted by caller. Only the event loop may use it.

    A caller has at most ``of_one`` slots, because its calls may take long. Calls that are always short may use
    ``alone`` slots while no other caller has one or called within the last second: a whole club may share one token,
    and moves that wait for the disk together share one sync.

    Args:
        of_one: Maximum slots of one caller.
        alone: Maximum slots of a caller's short calls while it is alone.
        clock: Returns monotonic seconds.
    """

    def __init__(self, of_one: int, alone: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._of_one = of_one
        self._alone = alone
        self._clock = clock
        self._last = ""
        """The last caller; ``_since`` is the time of the first of its calls in a row."""
        self._since = clock()
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[tuple[asyncio.Future[None], bool]]] = {}

    async def acquire(self, caller: str, *, short: bool) -> None:
        """Take a slot as soon as the caller may have one, in the order of its calls.

        ``short``: whether the call is always short.
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
            else:  # It got a slot but was cancelled.
                self.release(caller)
            raise

    def release(self, caller: str) -> None:
        """Release a slot, and give it to a waiting call of the same caller."""
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
        """Whether no other caller has a slot or called within the last second."""
        return len(self._held) == 1 and caller == self._last and self._clock() - self._since >= ALONE_S

    def _call(self, caller: str) -> None:
        """Give slots to a caller's waiting calls, as far as it may have more."""
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
