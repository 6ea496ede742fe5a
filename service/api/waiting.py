"""Readers who wait for the next entry of a record (``GET /v1/records/{id}/log?wait=``), in the event loop.

A reader who waits holds a connection, no thread. Each process hears by one subscription in the queue's store which
records were written to, by whatever process, and looks again for those who wait there. Readers who ask for the same
share one look, and looks have a few threads at most, so that a crowd which is woken at once does not stand before the
writers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs
from weakref import WeakValueDictionary

import redis
from redis.asyncio import Redis

from service.api.call import Answer, Environ
from service.api.schemas.frames import MOST_WAIT_S
from service.record.dispatch import WRITTEN

PATH = re.compile(r"/v1/records/([A-Za-z0-9]{1,64})/log")
SAME = ("PATH_INFO", "QUERY_STRING", "HTTP_AUTHORIZATION", "HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_IF_NONE_MATCH")
"""Two calls in which all of this is the same have one answer."""
SILENT_S = 15.0
"""Seconds of silence after which the subscription is checked."""
AGAIN_S = 1.0
"""Seconds until a subscription that broke is tried again."""

_VERSION = re.compile(r'"([0-9]+)-')

Work = Callable[[], Awaitable[Answer]]


class Waiting:
    """The readers of a process who wait.

    Args:
        queue_url: The queue's store.
        at_once: Looks that are taken at the same time.
    """

    def __init__(self, queue_url: str, at_once: int) -> None:
        self._queue_url = queue_url
        self._looks = asyncio.Semaphore(at_once)
        self._next: WeakValueDictionary[str, asyncio.Future[None]] = WeakValueDictionary()
        self._queued: dict[tuple[Any, ...], asyncio.Task[Answer]] = {}
        self._closed = False

    async def answer(self, environ: Environ, receive: Callable[[], Awaitable[Any]], work: Work) -> Answer:
        """Answer a call; where it asks to wait and there is nothing new, when there is, or its time is up.

        Args:
            environ: The call.
            receive: Returns when the caller hangs up.
            work: Answers the call as things stand.
        """
        record, after, seconds = asked_of(environ)
        if not seconds:
            return await work()
        until = asyncio.get_running_loop().time() + seconds
        gone = asyncio.ensure_future(receive())
        try:
            while True:
                # Before the look: what is written after it is heard of.
                written = self._written(record)
                answer = await self._look(environ, work)
                left = until - asyncio.get_running_loop().time()
                if self._closed or left <= 0 or not _is_old(answer, after):
                    return answer
                await asyncio.wait({written, gone}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                if not written.done():
                    return answer
        finally:
            gone.cancel()

    def _written(self, record: str) -> asyncio.Future[None]:
        """Done when the record is written to next."""
        found = self._next.get(record)
        if found is None:
            found = self._next[record] = asyncio.get_running_loop().create_future()
        return found

    async def _look(self, environ: Environ, work: Work) -> Answer:
        """Look together with those who ask for the same and whose look has not begun."""
        same = tuple(environ.get(name) for name in SAME)
        task = self._queued.get(same)
        if task is None:
            task = self._queued[same] = asyncio.create_task(self._looked(same, work))
        return await asyncio.shield(task)

    async def _looked(self, same: tuple[Any, ...], work: Work) -> Answer:
        async with self._looks:
            del self._queued[same]
            return await work()

    def wake(self, record: str) -> None:
        """Have those look again who wait for a record."""
        waiting = self._next.pop(record, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def wake_all(self) -> None:
        """Have all look again."""
        for record in list(self._next):
            self.wake(record)

    def close(self) -> None:
        """Answer all who wait as things stand; nobody waits from now on."""
        self._closed = True
        self.wake_all()

    async def listen(self) -> None:
        """Wake readers as the queue's store tells of records, until cancelled."""
        while True:
            try:
                async with Redis.from_url(self._queue_url, socket_connect_timeout=5) as client:
                    await self._heard(client)
            except (redis.RedisError, OSError) as error:
                logging.getLogger(__name__).warning("the queue is out of reach (%s): nobody is woken", error)
            await asyncio.sleep(AGAIN_S)

    async def _heard(self, client: Any) -> None:
        async with client.pubsub() as subscription:
            await subscription.subscribe(WRITTEN)
            # What was written before is heard of by nobody.
            self.wake_all()
            while True:
                message = await subscription.get_message(ignore_subscribe_messages=True, timeout=SILENT_S)
                if message is None:
                    await subscription.ping()
                elif message["type"] == "message":
                    for record in message["data"].decode().split():
                        self.wake(record)


def asked_of(environ: Environ) -> tuple[str, int, int]:
    """The record, the version after which entries are wanted, and the seconds to wait; 0 where the call does not ask.

    What is not a number in range is left to the call itself, which refuses it.
    """
    found = PATH.fullmatch(environ["PATH_INFO"]) if "wait=" in environ["QUERY_STRING"] else None
    if found is None or environ["REQUEST_METHOD"] != "GET":
        return "", 0, 0
    query = parse_qs(environ["QUERY_STRING"])
    with contextlib.suppress(ValueError):
        after, seconds = int(query.get("after", ["0"])[-1]), int(query["wait"][-1])
        if after >= 0 and 0 <= seconds <= MOST_WAIT_S:
            return found[1], after, seconds
    return "", 0, 0


def _is_old(answer: Answer, after: int) -> bool:
    """Whether an answer has no entry after a version, by its status and the version in its tag."""
    if answer.status == 304:  # noqa: PLR2004
        return True
    tag = next((value for name, value in answer.headers if name == "ETag"), "")
    version = _VERSION.match(tag)
    return answer.status == 200 and version is not None and int(version[1]) <= after  # noqa: PLR2004
