"""The API as an ASGI application: the event loop receives bodies and sends answers, threads work on calls.

A slow caller occupies a connection and some memory, but no thread: a call gets a thread once its whole body is here,
and releases it before the first byte of the answer is sent.
"""

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
"""Memory for bodies, as a number of bodies of the largest size; further ones are refused as busy."""
RETRY_STATUSES = (429, 503)
"""The statuses of answers that ask a caller to try again later."""


def _busy(detail: bytes) -> Answer:
    """A 503 answer, which needs no thread."""
    body = b'{"type":"urn:movebook:problem:busy","title":"Server busy","status":503,"detail":"' + detail + b'"}'
    return Answer(503, [("Content-Type", "application/problem+json"), ("Retry-After", "2")], body)


STOPPING = _busy(b"The server is stopping.")
"""The answer to a call that arrives while the process stops."""
NO_THREAD = _busy(b"The server cannot start another thread.")
"""The answer to a call for which the system cannot start a thread: too many processes, or no memory left."""
REFUSAL_S = 1.0
"""Delay before a 429 or 503 is sent, so that immediate retries gain nothing (s)."""
SEND_BODY = 100
"""The status with which the application asks for a body that has not been read yet."""
REST_S = 5.0
"""Seconds for which the rest of a refused body is read and discarded before the refusal is sent. A proxy whose
connection is closed while it still sends would answer 502 instead of the refusal."""
PAUSE_S = 0.5
"""Seconds without a byte after which the rest is no longer read."""
REST_BYTES = 4 << 20
"""Maximum bytes of the rest that are read; after more, the connection is closed."""
CALLER = "movebook.caller"
"""Key of the caller's key in the WSGI environment."""


class BodyAwaitedError(Exception):
    """The call needs its body, which has not been read yet; it is answered with the status :data:`SEND_BODY`."""


class UnreadBody(io.RawIOBase):
    """A placeholder for a body that was not read."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def readable(self) -> bool:
        """Return True, so that a read raises the error."""
        return True

    def readinto(self, _buffer: Any) -> int:
        """Raise the error."""
        raise self._error


class RequestBody:
    """The body of a call, received in pieces."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.over = False
        """Whether the body is complete."""

    async def piece(self) -> bytes:
        """Receive the next bytes.

        Raises:
            ConnectionError: The caller disconnected.
        """
        message = await self._receive()
        self.over = not message.get("more_body")
        if message["type"] == "http.disconnect":
            raise ConnectionError
        return bytes(message.get("body", b""))

    async def throw_away(self) -> None:
        """Read and discard the rest, within limits of time and size."""
        size = 0
        with contextlib.suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(REST_S):
                while not self.over and size < REST_BYTES:
                    async with asyncio.timeout(PAUSE_S):
                        size += len(await self.piece())


class Asgi:
    """An ASGI application that answers with a WSGI application.

    A body of at most ``small`` bytes is read before the application is called. For a longer one, the application is
    first called without it, and again with it only if it answers :data:`SEND_BODY`. So a caller who may not send that
    much is refused before the body is read.

    Args:
        app: The WSGI application.
        threads: Maximum number of calls worked on at once.
        of_one: How many of them one caller may have, as counted by :func:`service.access.throttle.caller_key`.
        alone: How many of them may record one caller's moves while nobody else calls.
        small: Maximum bytes of a body that is read from any caller.
        largest: Maximum bytes of any body.
        watching: The streams and long polls; None to support neither.
        callers: Finds the key of a call's caller; by default from its address alone.
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
        """Functions called after the last call is answered."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one call, or handle the lifespan of the process."""
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
        """Answer long polls and end streams, because the process is about to stop."""
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
                    # Of a chunked body, only the bytes received so far are known.
                    size = announced or sum(map(len, pieces))
                    asked = await self.work(environ, size, UnreadBody(BodyAwaitedError()))
                    if asked.status != SEND_BODY:
                        # A caller that sends Expect does not send a body that is refused.
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
        """Read on, and return True once the body is complete, or False once it is longer than ``most`` bytes.

        Raises:
            ConnectionError: The caller disconnected.
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
        """Answer a call in a thread."""
        asked = environ | {"wsgi.input": body, "CONTENT_LENGTH": str(size)}
        if not environ["PATH_INFO"].startswith("/v1/"):
            # Pages and health checks cost very little, and a whole club may share one address.
            return await self._in_thread(asked)
        # A caller that sends many calls at once delays only its own calls.
        caller = environ[CALLER]
        await self._slots.acquire(caller, short=fast_path.record_of_move(environ) is not None)
        try:
            return await self._in_thread(asked)
        finally:
            self._slots.release(caller)

    async def _in_thread(self, environ: Environ) -> Answer:
        """Answer in a thread. This wakes the loop once; ``run_in_executor`` would chain two futures per call."""
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
            # The call is still in the pool's queue, and a free thread may already have taken it.
            if taken.acquire(blocking=False):
                logging.getLogger(__name__).warning("a call is refused, no thread can be started: %s", error)
                return NO_THREAD
        return await future

    @staticmethod
    async def _send(environ: Environ, answer: Answer, send: Send) -> None:
        """Send an answer, as long as the caller continues to receive it."""
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
    """The WSGI environment of a call, without its body. Drops headers with an underscore: they could fake others."""
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
