"""Watchers of records (``GET /v1/records/{id}/stream``), held in the event loop.

A watcher holds a connection, no thread. It gets new events only after it has taken the ones before, so nothing piles up
for a slow one: it gets more at once, later. The watchers of a record are served in rounds. Those at the same version
share one read of the log, in threads of their own. They are served one after another with pauses, in which the loop
serves writers, so that many watchers never delay a writer.
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

from service import metrics
from service.api.routes.stream import PENDING, PendingStream, StreamAccess, StreamEvents
from service.api.server import sending
from service.api.server.change_feed import ChangeFeed
from service.api.server.sending import Send
from service.api.web.call import Answer, Environ

PATH = re.compile(r"/v1/records/([A-Za-z0-9]{1,64})/stream")
READ_THREADS = 2
"""Threads that read for watchers."""
HEARTBEAT_S = 15.0
"""Interval of heartbeats, which also check the watcher's right again; proxies give up after 30 s and more (s). All
watchers have theirs at the same time, so they share the read."""
GAP_S = 0.1
"""Seconds between two rounds of a record at least: entries that follow one another more closely are sent together."""
SLOT_S = 0.0005
"""Seconds from sending to one watcher to sending to the next: about four times what one takes of the loop."""
SLACK = 1.25
"""Shortest interval between rounds, as a multiple of the time that it takes to send to all watchers of the process."""
HEARTBEAT = b":\n\n"
CALLER_SHARE = 4
"""A caller, as :func:`service.access.throttle.caller_key` counts it, may hold at most 1/N of the places."""

ReadEvents = Callable[[str, int, Collection[StreamAccess]], dict[StreamAccess, StreamEvents | None]]


class EventStreams:
    """The watchers of a process.

    Args:
        changes: Says which records were written to.
        read: What watchers are sent; as :func:`service.api.routes.stream.events_after`.
        most: How many there may be.
    """

    def __init__(self, changes: ChangeFeed, read: ReadEvents, most: int) -> None:
        self._changes = changes
        self._read = read
        self._most = most
        self._held: Counter[str] = Counter()
        self._pool = ThreadPoolExecutor(READ_THREADS, thread_name_prefix="look")
        self._looks = asyncio.Semaphore(READ_THREADS)
        self._queued: dict[
            tuple[str, int], tuple[set[StreamAccess], asyncio.Task[dict[StreamAccess, StreamEvents | None]]]
        ] = {}
        self._watched: Counter[str] = Counter()
        self._rounds: dict[str, asyncio.Task[None]] = {}
        self._began: dict[str, float] = {}
        self._free = 0.0

    @contextlib.contextmanager
    def reserve(self, environ: Environ, caller: str) -> Iterator[PendingStream]:
        """Keep a place for a call that asks for a stream (:func:`is_stream_call`); it finds there whether it has one.

        Args:
            environ: The call.
            caller: The key of the caller.
        """
        full = (
            self._held.total() >= self._most or self._held[caller] * CALLER_SHARE >= self._most or self._changes.closed
        )
        begun = environ[PENDING] = PendingStream(full)
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
        self, environ: Environ, begun: PendingStream, answer: Answer, receive: Callable[[], Awaitable[Any]], send: Send
    ) -> None:
        """Send a stream that has begun, until it is over, its watcher is gone or may look no more, or the process ends.

        Args:
            environ: The call.
            begun: The stream, with its first events.
            answer: As the call made it.
            receive: Returns when the caller hangs up.
            send: Sends it.
        """
        found = PATH.fullmatch(environ["PATH_INFO"])
        assert found is not None  # noqa: S101 - else it would not have begun
        record = found[1]
        await sending.send_head(send, answer.status, [one for one in answer.headers if one[0] != "Content-Length"])
        gone = asyncio.ensure_future(receive())
        self._watched[record] += 1
        metrics.STREAMS.inc()
        # A watcher that does not take its events is cut off.
        try:
            with contextlib.suppress(TimeoutError):
                await sending.send_body(send, answer.body, more=True)
                await self._go_on(record, begun, gone, send)
                await sending.send_body(send, b"")
        finally:
            gone.cancel()
            self._watched[record] -= 1
            metrics.STREAMS.dec()
            if not self._watched[record]:
                self._forget(record)

    def _forget(self, record: str) -> None:
        """Nobody watches a record any more."""
        del self._watched[record]
        self._began.pop(record, None)
        if record in self._rounds:
            self._rounds.pop(record).cancel()

    async def _go_on(self, record: str, begun: PendingStream, gone: asyncio.Future[Any], send: Send) -> None:
        clock = asyncio.get_running_loop().time
        access, sent = begun.access, begun.first
        beat = _next_heartbeat(clock())
        while access is not None and sent is not None and not (sent.over or gone.done() or self._changes.closed):
            # Before the look: what is written after it is for that round.
            following = self._round(record)
            sent = await self._look(record, sent.version, access)
            if sent is None:
                return
            if sent.events or clock() >= beat:
                await self._turn()
                await sending.send_body(send, sent.events or HEARTBEAT, more=True)
                beat = _next_heartbeat(clock())
            if not sent.more:
                await asyncio.wait({following, gone}, timeout=beat - clock(), return_when=asyncio.FIRST_COMPLETED)

    def _round(self, record: str) -> asyncio.Task[None]:
        """Done when those who watch a record look next: together, soon after it was written to."""
        found = self._rounds.get(record)
        if found is None or found.done():
            found = self._rounds[record] = asyncio.create_task(self._begin(record))
        return found

    async def _begin(self, record: str) -> None:
        """Wait until the record is written to, and until the round before is over."""
        await self._changes.next_write(record)
        clock = asyncio.get_running_loop().time
        lasts = max(GAP_S, self._held.total() * SLOT_S * SLACK)
        await asyncio.sleep(self._began.get(record, -lasts) + lasts - clock())
        self._began[record] = clock()

    async def _turn(self) -> None:
        """Wait for a turn to send to a watcher."""
        now = asyncio.get_running_loop().time()
        mine = max(self._free, now)
        self._free = mine + SLOT_S
        await asyncio.sleep(mine - now)

    async def _look(self, record: str, after: int, access: StreamAccess) -> StreamEvents | None:
        """Read together with the watchers at the same version whose read has not begun."""
        same = record, after
        if same not in self._queued:
            self._queued[same] = set(), asyncio.create_task(self._looked(record, after))
        asks, task = self._queued[same]
        asks.add(access)
        found = await asyncio.shield(task)
        return found.get(access)

    async def _looked(self, record: str, after: int) -> dict[StreamAccess, StreamEvents | None]:
        async with self._looks:
            asks, _ = self._queued.pop((record, after))
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, self._read, record, after, asks)
            except Exception:
                # Watchers come back, and get the problem as every caller does.
                logging.getLogger(__name__).exception("streams of record %s end", record)
                return {}


def is_stream_call(environ: Environ) -> bool:
    """Whether a call asks for a stream."""
    return environ["REQUEST_METHOD"] == "GET" and PATH.fullmatch(environ["PATH_INFO"]) is not None


def _next_heartbeat(now: float) -> float:
    return (now // HEARTBEAT_S + 1) * HEARTBEAT_S
