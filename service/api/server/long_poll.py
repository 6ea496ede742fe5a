"""Readers who wait for the next entry of a record (``GET /v1/records/{id}/log?wait=``), in the event loop.

A reader who waits holds a connection, no thread. Readers who ask for the same share one look, and looks have a few
threads at most, so that many readers who wake at once do not delay the writers.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from service.api.schemas.replay import MOST_WAIT_S
from service.api.server.change_feed import ChangeFeed
from service.api.web.call import Answer, Environ

PATH = re.compile(r"/v1/records/([A-Za-z0-9]{1,64})/log")
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
"""Two calls in which all of this is the same have one answer."""

_VERSION = re.compile(r'"([0-9]+)-')

Work = Callable[[], Awaitable[Answer]]


class LongPoll:
    """The readers of a process who wait.

    Args:
        changes: Says which records were written to.
        at_once: Looks that are taken at the same time.
    """

    def __init__(self, changes: ChangeFeed, at_once: int) -> None:
        self._changes = changes
        self._looks = asyncio.Semaphore(at_once)
        self._queued: dict[tuple[Any, ...], asyncio.Task[Answer]] = {}

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
                written = self._changes.next_write(record)
                answer = await self._look(environ, work)
                left = until - asyncio.get_running_loop().time()
                if self._changes.closed or left <= 0 or not _is_old(answer, after):
                    return answer
                await asyncio.wait({written, gone}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                if not written.done():
                    return answer
        finally:
            gone.cancel()

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
