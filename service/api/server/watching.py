"""Event streams (``GET .../stream``) and long polls (``GET .../log?wait=``, ``GET /v1/feed?wait=``).

A waiting caller occupies a connection but no thread. One subscription in the queue's store names the records that any
process wrote to. Callers that request the same read before it begins share it, and reads have few threads, so that
many callers that wake at once do not delay a writer.
"""

import asyncio
import contextlib
import logging
import re
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs
from weakref import WeakValueDictionary

import redis
from redis.asyncio import Redis

from service import metrics
from service.access.rate_limits import BusyError
from service.api.routes.stream import PENDING, PendingStream, StreamAccess, StreamEvents
from service.api.schemas.replay import MOST_WAIT_S
from service.api.server import sending
from service.api.server.sending import Send
from service.api.web.call import Answer, Environ
from service.record.derived import feed
from service.record.derived.queue import WRITTEN

PATH = re.compile(r"/v1/records/([A-Za-z0-9]{1,64})/(stream|log)")
FEED = "/v1/feed"
CHECK_S = 15.0
"""Seconds of silence after which the subscription is checked."""
RECONNECT_S = 1.0
"""Seconds until a broken subscription is tried again."""
LINGER_S = 5.0
"""Seconds for which the subscription stays open after the last caller began to wait."""
READ_THREADS = 2
"""Threads that read for streams."""
HEARTBEAT_S = 15.0
"""Interval of heartbeats, which also check the watcher's right again; proxies give up after 30 s and more (s). All
streams have theirs at the same time, so they share the read."""
HEARTBEAT = b":\n\n"
GAP_S = 0.1
"""Least time between two reads of a record for its watchers: entries that follow sooner are sent together (s)."""
SLOT_S = 0.0005
"""Time from sending to one watcher to sending to the next, about four times what one takes of the loop (s)."""
SLACK = 1.25
"""The least time between two reads, as a multiple of the time that it takes to send to all watchers of the process."""
STREAM_RETRY_S = 30
"""Delay after which a watcher without a place may ask again; until then it may poll (s)."""
CALLER_SHARE = 4
"""A caller, as :func:`service.access.throttle.caller_key` counts it, may hold at most 1/N of the streams."""
SAME = (
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_AUTHORIZATION",
    "HTTP_ACCEPT",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_IF_MATCH",
    "HTTP_IF_NONE_MATCH",
)
"""Long polls with equal values of all of these have the same answer."""
_VERSION = re.compile(r'"([0-9]+)-')

ReadEvents = Callable[[str, int, Collection[StreamAccess]], dict[StreamAccess, StreamEvents | None]]


class ChangeFeed:
    """Wakes callers that wait for writes to a record."""

    def __init__(self, queue_url: str) -> None:
        self._queue_url = queue_url
        self._next: WeakValueDictionary[str, asyncio.Future[None]] = WeakValueDictionary()
        self._again: dict[str, float] = {}
        self._wanted = asyncio.Event()
        self._wanted_at = 0.0
        self.gap_s = 0.0
        """Minimum time between two wake-ups for a record (s)."""
        self.closed = False
        """Whether the process is about to stop, so that no caller waits any more."""

    def next_write(self, record: str) -> asyncio.Future[None]:
        """A future that is done at the next write to the record, or at once if the process is about to stop."""
        loop = asyncio.get_running_loop()
        self._wanted_at = loop.time()
        self._wanted.set()
        found = self._next.get(record)
        if found is None:
            found = self._next[record] = loop.create_future()
            if self.closed:
                _set_done(found)
        return found

    def wake(self, record: str) -> None:
        """Wake all callers that wait for a record, at the same time."""
        waiting = self._next.pop(record, None)
        if waiting is not None:
            loop = asyncio.get_running_loop()
            now = loop.time()
            at = max(now, self._again.get(record, now))
            self._again = {other: again for other, again in self._again.items() if again > now}
            self._again[record] = at + self.gap_s
            loop.call_at(at, _set_done, waiting)

    def close(self) -> None:
        """Wake all callers for the last time."""
        self.closed = True
        for waiting in list(self._next.values()):
            _set_done(waiting)

    async def listen(self) -> None:
        """Wake the callers for each record that the queue's store names, until cancelled.

        Subscribes only while a caller waits: receiving a move costs the loop a tenth of the cost of the move.
        """
        while True:
            await self._wanted.wait()
            try:
                async with Redis.from_url(self._queue_url, socket_connect_timeout=5) as client:
                    await self._subscribe(client)
            except (redis.RedisError, OSError) as error:
                logging.getLogger(__name__).warning("the queue is out of reach (%s): nobody is woken", error)
                await asyncio.sleep(RECONNECT_S)

    async def _subscribe(self, client: Any) -> None:
        async with client.pubsub() as subscription:
            await subscription.subscribe(WRITTEN)
            # Writes before the subscription have woken nobody.
            for record in list(self._next):
                self.wake(record)
            while self._next or asyncio.get_running_loop().time() < self._wanted_at + LINGER_S:
                message = await subscription.get_message(ignore_subscribe_messages=True, timeout=CHECK_S)
                if message is None:
                    await subscription.ping()
                elif message["type"] == "message":
                    for record in message["data"].decode().split():
                        self.wake(record)
            self._wanted.clear()


class SharedReads:
    """Runs a read once for all callers that request it before it begins."""

    def __init__(self, at_once: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._queued: dict[Hashable, asyncio.Task[Any]] = {}

    async def read(self, key: Hashable, run: Callable[[], Awaitable[Any]]) -> Any:
        """Run the read, or wait for one with the same key that has not begun, and return its result."""
        task = self._queued.get(key)
        if task is None:
            task = self._queued[key] = asyncio.create_task(self._run(key, run))
        return await asyncio.shield(task)

    async def _run(self, key: Hashable, run: Callable[[], Awaitable[Any]]) -> Any:
        async with self._places:
            del self._queued[key]
            return await run()


class Watching:
    """The streams and long polls of a process.

    Args:
        changes: Wakes callers when a record was written to.
        read: Returns events for watchers; see :func:`service.api.routes.stream.events_after`.
        most: Maximum number of open streams.
        polls: Maximum number of long polls that read at the same time.
    """

    def __init__(self, changes: ChangeFeed, read: ReadEvents, most: int, polls: int) -> None:
        self.changes = changes
        self._read_events = read
        self._most = most
        self._held: Counter[str] = Counter()
        self._threads = ThreadPoolExecutor(READ_THREADS, thread_name_prefix="look")
        self._reads = SharedReads(READ_THREADS)
        self._asks: dict[tuple[str, int], set[StreamAccess]] = {}
        self._polls = SharedReads(polls)
        self._free = 0.0

    def shut_down(self) -> None:
        """Shut down the threads, after the last stream has ended."""
        self._threads.shutdown()

    @contextlib.contextmanager
    def reserve(self, environ: Environ, caller: str) -> Iterator[PendingStream]:
        """Reserve a place for a call that asks for a stream; ``caller`` is the key of its caller.

        Raises:
            BusyError: There is no place. Refusing needs no thread, because many refused callers retry at once.
        """
        if self._held.total() >= self._most or self._held[caller] * CALLER_SHARE >= self._most or self.changes.closed:
            raise BusyError(STREAM_RETRY_S)
        pending = environ[PENDING] = PendingStream()
        self._hold(caller, 1)
        try:
            yield pending
        finally:
            self._hold(caller, -1)

    def _hold(self, caller: str, places: int) -> None:
        self._held[caller] += places
        if not self._held[caller]:
            del self._held[caller]
        self.changes.gap_s = max(GAP_S, self._held.total() * SLOT_S * SLACK)

    async def follow(
        self,
        environ: Environ,
        pending: PendingStream,
        answer: Answer,
        receive: Callable[[], Awaitable[Any]],
        send: Send,
    ) -> None:
        """Send a stream until it is over, its watcher is gone or may read no more, or the process ends.

        ``answer``: what the call answered. ``receive``: returns when the caller hangs up.
        """
        record, _ = path_of(environ)
        await sending.send_head(send, answer.status, [one for one in answer.headers if one[0] != "Content-Length"])
        gone = asyncio.ensure_future(receive())
        metrics.STREAMS.inc()
        try:
            with contextlib.suppress(TimeoutError):  # a watcher that takes nothing is cut off
                await sending.send_body(send, answer.body, more=True)
                async with contextlib.aclosing(self._events(record, pending, gone)) as events:
                    async for part in events:
                        await sending.send_body(send, part, more=True)
                await sending.send_body(send, b"")
        finally:
            gone.cancel()
            metrics.STREAMS.dec()

    async def _events(self, record: str, pending: PendingStream, gone: asyncio.Future[Any]) -> AsyncGenerator[bytes]:
        """Yield later events. The next are read only after the last were sent, so nothing accumulates."""
        clock = asyncio.get_running_loop().time
        access, sent = pending.access, pending.first
        beat = _next_heartbeat(clock())
        while access is not None and sent is not None and not (sent.over or gone.done() or self.changes.closed):
            # Before the read: what is written after it wakes again.
            written = self.changes.next_write(record)
            sent = await self._read(record, sent.version, access)
            if sent is None:
                return
            if sent.events or clock() >= beat:
                await self._turn()
                yield sent.events or HEARTBEAT
                beat = _next_heartbeat(clock())
            if not sent.more:
                await asyncio.wait({written, gone}, timeout=beat - clock(), return_when=asyncio.FIRST_COMPLETED)

    async def _turn(self) -> None:
        """Wait for a turn to send. The loop serves writers in between, however many watchers there are."""
        now = asyncio.get_running_loop().time()
        mine = max(self._free, now)
        self._free = mine + SLOT_S
        await asyncio.sleep(mine - now)

    async def _read(self, record: str, after: int, access: StreamAccess) -> StreamEvents | None:
        """Read for one watcher, together with the others at this version."""
        key = record, after
        self._asks.setdefault(key, set()).add(access)

        async def run() -> dict[StreamAccess, StreamEvents | None]:
            loop, asks = asyncio.get_running_loop(), self._asks.pop(key)
            try:
                return await loop.run_in_executor(self._threads, self._read_events, record, after, asks)
            except Exception:
                # Watchers reconnect, and get the problem as an answer.
                logging.getLogger(__name__).exception("streams of record %s end", record)
                return {}

        events: StreamEvents | None = (await self._reads.read(key, run)).get(access)
        return events

    async def poll(
        self, environ: Environ, receive: Callable[[], Awaitable[Any]], work: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """Answer a call with ``work``; a long poll only once there is something new or its time is over."""
        record, after, seconds = poll_of(environ)
        if not seconds:
            return await work()
        clock = asyncio.get_running_loop().time
        until = clock() + seconds
        gone = asyncio.ensure_future(receive())
        try:
            while True:
                # Before the read: what is written after it wakes again.
                written = self.changes.next_write(record)
                answer: Answer = await self._polls.read(tuple(map(environ.get, SAME)), work)
                if self.changes.closed or clock() >= until or not _is_old(answer, after):
                    return answer
                await asyncio.wait({written, gone}, timeout=until - clock(), return_when=asyncio.FIRST_COMPLETED)
                if not written.done():
                    return answer
        finally:
            gone.cancel()


def path_of(environ: Environ) -> tuple[str, str]:
    """The record or feed that a call may wait for, and ``stream`` or ``log``; two empty texts for any other call."""
    if environ["REQUEST_METHOD"] != "GET":
        return "", ""
    if environ["PATH_INFO"] == FEED:
        return feed.WAKE, "log"
    found = PATH.fullmatch(environ["PATH_INFO"])
    return ("", "") if found is None else (found[1], found[2])


def poll_of(environ: Environ) -> tuple[str, int, int]:
    """A record and the version to wait after, or the feed and a cursor's position; and the seconds to wait.

    The seconds are 0 for a call that does not wait. Invalid numbers also give 0: the call itself refuses them.
    """
    waits_for, kind = path_of(environ) if "wait=" in environ["QUERY_STRING"] else ("", "")
    if kind == "log":
        query = parse_qs(environ["QUERY_STRING"])
        since = query.get("after", ["0"])[-1]
        with contextlib.suppress(ValueError):
            after, seconds = int(since.partition("-")[0] if waits_for == feed.WAKE else since), int(query["wait"][-1])
            if after >= 0 and 0 <= seconds <= MOST_WAIT_S:
                return waits_for, after, seconds
    return "", 0, 0


def _is_old(answer: Answer, after: int) -> bool:
    """Whether an answer has no entry after a version, by its status and the version in its tag."""
    if answer.status == 304:  # noqa: PLR2004
        return True
    tag = next((value for name, value in answer.headers if name == "ETag"), "")
    version = _VERSION.match(tag)
    return answer.status == 200 and version is not None and int(version[1]) <= after  # noqa: PLR2004


def _next_heartbeat(now: float) -> float:
    return (now // HEARTBEAT_S + 1) * HEARTBEAT_S


def _set_done(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
