"""The API as an ASGI application: bodies come and answers go in the event loop, calls are worked on in threads.

A caller who takes his time holds a connection and some memory. He holds no thread: one is taken when a body is here
whole, and given back before the first byte of the answer is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote_to_bytes

from werkzeug.exceptions import ClientDisconnected

from service.access.rate_limits import BusyError
from service.api.server import fast_path, sending
from service.api.server.concurrency import CallerKeys, CallerSlots
from service.api.server.sending import Message, Send
from service.api.server.watching import Watching, path_of
from service.api.web.call import Answer, Environ, Wsgi, answer_of, environ_name

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

MOST_HELD = 8
"""Bodies of the largest size whose bytes the process holds together; further ones are refused as busy."""
RETRY_STATUSES = (429, 503)
"""The statuses of answers that ask a caller to try again later."""


def _busy(detail: bytes) -> Answer:
    """An answer that needs no thread."""
    body = b'{"type":"urn:movebook:problem:busy","title":"Server busy","status":503,"detail":"' + detail + b'"}'
    return Answer(503, [("Content-Type", "application/problem+json"), ("Retry-After", "2")], body)


STOPPING = _busy(b"The server is stopping.")
"""The answer to a call that came while the process ends."""
NO_THREAD = _busy(b"The server cannot start another thread.")
"""The answer to a call for which the system starts no thread: too many processes, or no memory left."""
REFUSAL_S = 1.0
"""Delay before a 429 or 503 is sent, so that immediate retries gain nothing (s)."""
SEND_BODY = 100
"""The status by which the application asks for a body that has not been read yet."""
REST_S = 5.0
"""Seconds for which the rest of a refused body is taken, and thrown away, before the refusal is sent. A proxy whose
connection is closed while it is still sending tells its caller of that, 502, instead of the refusal."""
PAUSE_S = 0.5
"""Seconds without a byte after which no more of such a rest is waited for."""
REST_BYTES = 4 << 20
"""Bytes of such a rest that are taken; whoever sends more finds the connection closed."""
CALLER = "movebook.caller"
"""Key of the environment for the key of the caller."""


class BodyAwaitedError(Exception):
    """A body is wanted that has not been read from the caller yet; the answer to it is the status :data:`SEND_BODY`."""


class UnreadBody(io.RawIOBase):
    """Stands for a body that is not here.

    Args:
        error: Why; raised to whoever reads.
    """

    def __init__(self, error: Exception) -> None:
        self._error = error

    def readable(self) -> bool:
        """True: it is the reading that says what is wrong."""
        return True

    def readinto(self, _buffer: Any) -> int:
        """Raise the error."""
        raise self._error


class RequestBody:
    """The body of a call as it comes.

    Args:
        receive: Where its messages come from.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.over = False
        """Whether nothing more comes."""

    async def piece(self) -> bytes:
        """The next bytes.

        Raises:
            ConnectionError: It was broken off.
        """
        message = await self._receive()
        self.over = not message.get("more_body")
        if message["type"] == "http.disconnect":
            raise ConnectionError
        return bytes(message.get("body", b""))

    async def throw_away(self) -> None:
        """Take the rest and keep nothing of it, while it comes, for a while and up to a size."""
        size = 0
        with contextlib.suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(REST_S):
                while not self.over and size < REST_BYTES:
                    async with asyncio.timeout(PAUSE_S):
                        size += len(await self.piece())


class Asgi:
    """An ASGI application that answers by a WSGI application.

    A body of at most ``small`` bytes is read before the application is called. For a longer one the application is
    called without it first, and with it only if it answers :data:`SEND_BODY`. So a caller who may not send that much
    is refused before it is read.

    Args:
        app: The WSGI application.
        threads: Calls that are worked on at once.
        of_one: How many of them may be one caller's, as :func:`service.access.throttle.caller_key` counts it.
        alone: How many of them may record one caller's moves while nobody else calls.
        small: Bytes of a body that are read from any caller.
        largest: Bytes that no body exceeds.
        watching: Those who wait for what is written; None where nobody may.
        callers: Finds the key of a call's caller; by default by its address alone.
    """

    def __init__(
        self,
        app: Wsgi,
        *,
        threads: int,
        of_one: int,
        alone: int,
        small: int,
        largest: int,
        watching: Watching | None = None,
        callers: CallerKeys | None = None,
    ) -> None:
        self._app = app
        self._callers = callers or CallerKeys()
        self._slots = CallerSlots(of_one, alone)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="call")
        self._stopping = False
        self._sizes = (small, max(small, largest))
        self._room = MOST_HELD * max(small, largest)
        self._watching = watching
        self.on_shutdown: list[Callable[[], None]] = []
        """What is called when the last call is answered."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one call, or accompany the life of the process."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        environ = environ_of(scope)
        if environ["PATH_INFO"].startswith("/v1/"):
            environ[CALLER] = await self._callers.key(environ)
        if self._watching is None or path_of(environ)[1] != "stream":
            await self._send(environ, await self._answer(environ, receive), send)
            return
        try:
            with self._watching.reserve(environ, environ[CALLER]) as pending:
                answer = await self._answer(environ, receive)
                if pending.first is not None:
                    await self._watching.follow(environ, pending, answer, receive, send)
                    return
        except BusyError as error:
            answer = fast_path.refuse_read(environ, error, "stream.stream_log")
        await self._send(environ, answer, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        listening = None if self._watching is None else asyncio.create_task(self._watching.changes.listen())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if self._watching is not None and listening is not None:
            listening.cancel()
            self._watching.shut_down()
        self._stopping = True
        self._pool.shutdown()
        self._callers.close()
        for close in self.on_shutdown:
            close()
        await send({"type": "lifespan.shutdown.complete"})

    def close(self) -> None:
        """The process is about to end: answer those who wait, and send those home who watch."""
        if self._watching is not None:
            self._watching.changes.close()

    async def _answer(self, environ: Environ, receive: Receive) -> Answer:
        coming = RequestBody(receive)
        pieces: list[bytes] = []
        announced = int(environ.get("CONTENT_LENGTH") or 0)
        try:
            async with asyncio.timeout(sending.CLIENT_TIMEOUT_S) as time_left:
                for most in self._sizes:
                    if announced <= most and await self._read(coming, pieces, most, time_left):
                        break
                    # Of a body in chunks only that it is longer than what has come is known.
                    size = announced or sum(map(len, pieces))
                    asked = await self.work(environ, size, UnreadBody(BodyAwaitedError()))
                    if asked.status != SEND_BODY:
                        # Whoever asks before sending a body does not send one that is refused.
                        if "HTTP_EXPECT" not in environ:
                            await coming.throw_away()
                        return asked
            body = b"".join(pieces)

            async def work() -> Answer:
                return await self.work(environ, len(body), io.BytesIO(body))

            return await (work() if self._watching is None else self._watching.poll(environ, receive, work))
        except (TimeoutError, ConnectionError):
            return await self.work(environ, announced, UnreadBody(ClientDisconnected()))
        except BusyError as error:
            return await self.work(environ, announced, UnreadBody(error))
        finally:
            self._room += sum(map(len, pieces))

    async def _read(self, coming: RequestBody, pieces: list[bytes], most: int, time_left: asyncio.Timeout) -> bool:
        """Read on; whether the body is here whole, and False as soon as it is longer than so many bytes.

        Raises:
            ConnectionError: It was broken off.
            BusyError: The process holds too many large bodies.
        """
        size = sum(map(len, pieces))
        while size <= most:
            piece = await coming.piece()
            pieces.append(piece)
            self._room -= len(piece)
            if self._room < 0:
                raise BusyError(2)
            if coming.over:
                return True
            size += len(piece)
            sending.extend_deadline(time_left, len(piece))
        return False

    async def work(self, environ: Environ, size: int, body: Any) -> Answer:
        """Have a thread answer a call.

        Args:
            environ: The call, as WSGI has it.
            size: Bytes of its body.
            body: Where they are read.
        """
        asked = environ | {"wsgi.input": body, "CONTENT_LENGTH": str(size)}
        if not environ["PATH_INFO"].startswith("/v1/"):
            # Pages, and whether the service lives: they cost next to nothing, and a whole club may sit at one address.
            return await self._in_thread(asked)
        # Whoever sends much at once waits for himself, not others for him.
        caller = environ[CALLER]
        await self._slots.acquire(caller, short=fast_path.record_of_move(environ) is not None)
        try:
            return await self._in_thread(asked)
        finally:
            self._slots.release(caller)

    async def _in_thread(self, environ: Environ) -> Answer:
        """Have a thread answer. The loop is woken once for it; ``run_in_executor`` would chain two futures a call."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        taken = threading.Lock()  # by the thread that works on the call, or by its refusal

        def work() -> None:
            if not taken.acquire(blocking=False):
                return
            try:
                answer = answer_of(self._app, environ)
            except BaseException as error:  # noqa: BLE001 - the future passes it on
                loop.call_soon_threadsafe(_resolve, future, error)
            else:
                loop.call_soon_threadsafe(_resolve, future, answer)

        try:
            self._pool.submit(work)
        except RuntimeError as error:
            if self._stopping:  # a slow body arrived while the process ends
                return STOPPING
            # The call is in the queue of the pool all the same, and a thread that became free may have taken it.
            if taken.acquire(blocking=False):
                logging.getLogger(__name__).warning("a call is refused, no thread can be started: %s", error)
                return NO_THREAD
        return await future

    @staticmethod
    async def _send(environ: Environ, answer: Answer, send: Send) -> None:
        """Send an answer, as long as the caller goes on to take it."""
        if answer.status in RETRY_STATUSES and environ["PATH_INFO"].startswith("/v1/"):
            await asyncio.sleep(REFUSAL_S)
        with contextlib.suppress(TimeoutError):
            await sending.send_answer(send, answer.status, answer.headers, answer.body)


def _resolve(future: asyncio.Future[Answer], outcome: Answer | BaseException) -> None:
    """Resolve the future, unless its task was cancelled."""
    if future.done():
        return
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def environ_of(scope: Scope) -> Environ:
    """An HTTP call as WSGI has it, all but its body. Header names with an underscore could pass for others: dropped."""
    host, port = scope["server"]
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0],
        "REMOTE_PORT": str(scope["client"][1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        # The stream ends where the body does.
        "wsgi.input_terminated": True,
    }
    for raw, value in scope["headers"]:
        if b"_" in raw:
            continue
        name, text = environ_name(raw.decode("latin-1")), value.decode("latin-1")
        environ[name] = f"{environ[name]},{text}" if name in environ else text
    return environ
