"""Watchers of records (``GET /v1/records/{id}/stream``), held in the event loop.

A watcher holds a connection, no thread. It is told of what was written when it has taken what it was told before, so
that for a slow one nothing heaps up here: it is told later, of more at once. Watchers of a record look in rounds, and
those who have been told the same share one look, for which there are threads of their own. They are told one after
another with room in between, in which the loop serves writers: however many watch, none of them stands before a writer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from service.api.routes.stream import BEGUN, Ask, Begun, Told
from service.api.server import sending
from service.api.server.change_feed import Heard
from service.api.server.sending import Send
from service.api.web.call import Answer, Environ

PATH = re.compile(r"/v1/records/([A-Za-z0-9]{1,64})/stream")
LOOKS = 2
"""Looks that are taken at once."""
BEAT_S = 15.0
"""Seconds after which a watcher hears that the stream goes on, and its right to look is asked for; proxies give up
after 30 and more. All have it at the same time: so they share the look."""
GAP_S = 0.1
"""Seconds between two rounds of a record at least: entries that follow one another more closely are told together."""
SLOT_S = 0.0005
"""Seconds from one watcher that is told something to the next: some four times what telling one takes of the loop."""
SLACK = 1.25
"""A round lasts so many times as long as it takes to tell all watchers of the process, where that is longer."""
BEAT = b":\n\n"
PART = 4
"""One caller may have one part in so many of the places: a token, or an address without one."""

Tell = Callable[[str, int, Collection[Ask]], dict[Ask, Told | None]]


class Watchers:
    """The watchers of a process.

    Args:
        heard: Tells which records were written to.
        tell: What watchers are told; as :func:`service.api.routes.stream.tell`.
        most: How many there may be.
    """

    def __init__(self, heard: Heard, tell: Tell, most: int) -> None:
        self._heard = heard
        self._tell = tell
        self._most = most
        self._held: Counter[str] = Counter()
        self._pool = ThreadPoolExecutor(LOOKS, thread_name_prefix="look")
        self._looks = asyncio.Semaphore(LOOKS)
        self._queued: dict[tuple[str, int], tuple[set[Ask], asyncio.Task[dict[Ask, Told | None]]]] = {}
        self._watched: Counter[str] = Counter()
        self._rounds: dict[str, asyncio.Task[None]] = {}
        self._began: dict[str, float] = {}
        self._free = 0.0

    @contextlib.contextmanager
    def place(self, environ: Environ, caller: str) -> Iterator[Begun]:
        """Keep a place for a call that asks for a stream (:func:`asked_for`); it finds there whether it has one.

        Args:
            environ: The call.
            caller: Whose it is.
        """
        full = self._held.total() >= self._most or self._held[caller] * PART >= self._most or self._heard.closed
        begun = environ[BEGUN] = Begun(full)
        self._held[caller] += not full
        try:
            yield begun
        finally:
            self._held[caller] -= not full
            if not self._held[caller]:
                del self._held[caller]

    def close(self) -> None:
        """Give back the threads; nobody watches any more."""
        self._pool.shutdown()

    async def follow(
        self, environ: Environ, begun: Begun, answer: Answer, receive: Callable[[], Awaitable[Any]], send: Send
    ) -> None:
        """Send a stream that has begun, until it is over, its watcher is gone or may look no more, or the process ends.

        Args:
            environ: The call.
            begun: What it has told the watcher.
            answer: As the call made it.
            receive: Returns when the caller hangs up.
            send: Sends it.
        """
        found = PATH.fullmatch(environ["PATH_INFO"])
        assert found is not None  # noqa: S101 - else it would not have begun
        record = found[1]
        await sending.begin(send, answer.status, [one for one in answer.headers if one[0] != "Content-Length"])
        gone = asyncio.ensure_future(receive())
        self._watched[record] += 1
        # Whoever does not take what it is told is cut off.
        try:
            with contextlib.suppress(TimeoutError):
                await sending.give(send, answer.body, more=True)
                await self._go_on(record, begun, gone, send)
                await sending.give(send, b"")
        finally:
            gone.cancel()
            self._watched[record] -= 1
            if not self._watched[record]:
                self._forget(record)

    def _forget(self, record: str) -> None:
        """Nobody watches a record any more."""
        del self._watched[record]
        self._began.pop(record, None)
        if record in self._rounds:
            self._rounds.pop(record).cancel()

    async def _go_on(self, record: str, begun: Begun, gone: asyncio.Future[Any], send: Send) -> None:
        clock = asyncio.get_running_loop().time
        ask, told = begun.ask, begun.told
        beat = _next_beat(clock())
        while ask is not None and told is not None and not (told.over or gone.done() or self._heard.closed):
            # Before the look: what is written after it is for that round.
            following = self._round(record)
            told = await self._look(record, told.version, ask)
            if told is None:
                return
            if told.events or clock() >= beat:
                await self._turn()
                await sending.give(send, told.events or BEAT, more=True)
                beat = _next_beat(clock())
            if not told.more:
                await asyncio.wait({following, gone}, timeout=beat - clock(), return_when=asyncio.FIRST_COMPLETED)

    def _round(self, record: str) -> asyncio.Task[None]:
        """Done when those who watch a record look next: together, soon after it was written to."""
        found = self._rounds.get(record)
        if found is None or found.done():
            found = self._rounds[record] = asyncio.create_task(self._begin(record))
        return found

    async def _begin(self, record: str) -> None:
        """Wait until the record is written to, and until those who watch have been told of what came before."""
        await self._heard.written(record)
        clock = asyncio.get_running_loop().time
        lasts = max(GAP_S, self._held.total() * SLOT_S * SLACK)
        await asyncio.sleep(self._began.get(record, -lasts) + lasts - clock())
        self._began[record] = clock()

    async def _turn(self) -> None:
        """Wait for a turn to tell a watcher something."""
        now = asyncio.get_running_loop().time()
        mine = max(self._free, now)
        self._free = mine + SLOT_S
        await asyncio.sleep(mine - now)

    async def _look(self, record: str, after: int, ask: Ask) -> Told | None:
        """Look together with those who have been told the same and whose look has not begun."""
        same = record, after
        if same not in self._queued:
            self._queued[same] = set(), asyncio.create_task(self._looked(record, after))
        asks, task = self._queued[same]
        asks.add(ask)
        found = await asyncio.shield(task)
        return found.get(ask)

    async def _looked(self, record: str, after: int) -> dict[Ask, Told | None]:
        async with self._looks:
            asks, _ = self._queued.pop((record, after))
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, self._tell, record, after, asks)
            except Exception:
                # Those who watch come back, and are told what is wrong as every caller is.
                logging.getLogger(__name__).exception("streams of record %s end", record)
                return {}


def asked_for(environ: Environ) -> bool:
    """Whether a call asks for a stream."""
    return environ["REQUEST_METHOD"] == "GET" and PATH.fullmatch(environ["PATH_INFO"]) is not None


def _next_beat(now: float) -> float:
    return (now // BEAT_S + 1) * BEAT_S
