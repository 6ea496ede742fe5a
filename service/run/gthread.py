"""Gunicorn's threads with less patience: no caller, however slow, holds one of them for ever.

Gunicorn waits without an end for the rest of a request, and for a caller to take its answer; and what it cannot read it
writes to its log, a token among it, and answers in HTML. While others wait for a thread there is less patience still:
a few dozen who take their time would hold all threads, one after the other.
"""

from __future__ import annotations

import json
import socket
from collections import deque
from collections.abc import Callable, Iterable, Sized
from time import monotonic
from typing import Any

from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers import gthread

from service.run import patience

SILENT_S = 0.05
"""Seconds that a thread waits for the first byte of a new connection; a longer silence needs no thread."""
GLANCE_S = 0.25
"""Seconds after which one who waits for a caller looks whether others wait for him."""

DEFER = getattr(gthread, "_DEFER", None)
"""What has a connection watched without a thread until its first byte is there; None where gunicorn cannot."""

STATUSES: dict[type[Exception], tuple[int, str, str]] = {
    errors.LimitRequestLine: (414, "URI Too Long", "the address of the call is too long"),
    errors.LimitRequestHeaders: (431, "Request Header Fields Too Large", "the headers are too many or too long"),
    errors.ExpectationFailed: (417, "Expectation Failed", "Expect: only 100-continue is met"),
}
"""What cannot be read as HTTP -> status, reason, detail; all else of the kind is a 400."""


class TooSlowError(errors.NoMoreData, TimeoutError):
    """A caller who takes too long; for gunicorn, one who has hung up."""

    def __str__(self) -> str:
        return "too slow"


class Bounded(socket.socket):
    """A connection on which no request and no answer takes for ever."""

    until = float("inf")
    closing = False
    others: Sized = ()
    """Those who wait for a thread."""

    def begin(self, others: Sized) -> None:
        """Give the next request its time.

        Args:
            others: Those who wait for a thread, now and later.
        """
        self.others = others
        self.until = monotonic() + patience.PATIENCE_S

    def _glance(self, until: float, outer: float | None) -> None:
        """Wait no longer than a glance from now on.

        Raises:
            TooSlowError: The time is up.
        """
        left = until - monotonic() - (patience.spared_s() if self.others else 0.0)
        if left <= 0:
            raise TooSlowError
        self.settimeout(min(left, GLANCE_S) if outer is None else min(left, outer))

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """As a socket's, within the time of the request; what comes in earns it more.

        Raises:
            TooSlowError: The time is up.
        """
        outer = self.gettimeout()
        try:
            data = self._late(size, flags) if self.closing else self._awaited(size, flags, outer)
        finally:
            self.settimeout(outer)
        self.until = patience.earned(self.until, len(data))
        return data

    def _late(self, size: int, flags: int) -> bytes:
        # Gunicorn lingers over what it closes, in the one thread that accepts. Nothing is waited for there.
        self.settimeout(0.0)
        try:
            return super().recv(size, flags)
        except BlockingIOError:
            return b""

    def _awaited(self, size: int, flags: int, outer: float | None) -> bytes:
        while True:
            self._glance(self.until, outer)
            try:
                return super().recv(size, flags)
            except TimeoutError:
                if outer is not None:  # whoever set it waits no longer
                    raise TooSlowError from None

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """As a socket's, within the time of an answer; what is taken earns it more.

        Raises:
            TooSlowError: The caller does not take it.
        """
        outer = self.gettimeout()
        until = monotonic() + patience.PATIENCE_S
        rest = memoryview(data)
        try:
            while rest:
                self._glance(until, outer)
                try:
                    sent = self.send(rest, flags)
                except TimeoutError:
                    if outer is not None:
                        raise TooSlowError from None
                    continue
                rest = rest[sent:]
                until = patience.earned(until, sent)
        finally:
            self.settimeout(outer)

    def shutdown(self, how: int, /) -> None:
        """As a socket's; what follows waits for nothing."""
        self.closing = True
        super().shutdown(how)


class Body:
    """What a request brings; where it ends early or its chunks are none, the application is told so.

    Args:
        stream: Gunicorn's.
        size: Bytes there must be; None where they come in chunks.
    """

    def __init__(self, stream: Any, size: int | None) -> None:
        self._stream = stream
        self._left = size

    def read(self, size: int | None = None) -> bytes:
        """Up to so many bytes; all of them where none are named.

        Raises:
            OSError: What came is no body.
        """
        data = self._whole(self._stream.read, size)
        if self._left is not None:
            wanted = self._left if size is None or size < 0 else min(size, self._left)
            self._left -= len(data)
            if len(data) < wanted:
                raise OSError(f"the body ends {self._left} bytes early")
        return data

    def readline(self, size: int | None = None) -> bytes:
        """One line.

        Raises:
            OSError: As :meth:`read`.
        """
        line = self._whole(self._stream.readline, size)
        if self._left is not None:
            self._left -= len(line)
            if not line and self._left and size != 0:
                raise OSError(f"the body ends {self._left} bytes early")
        return line

    @staticmethod
    def _whole(read: Callable[[int | None], bytes], size: int | None) -> bytes:
        try:
            return read(size)
        except errors.ParseException as error:
            raise OSError(type(error).__name__) from error


class Worker(gthread.ThreadWorker):
    """Threads that wait so long and no longer, and refuse in the form of all refusals."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.waiting: deque[Any] = deque()

    def enqueue_req(self, conn: Any) -> None:
        """Have a thread answer a connection, as soon as one has time."""
        self.waiting.append(conn)
        super().enqueue_req(conn)

    def load_wsgi(self) -> None:
        """Load the application, which reads through :class:`Body`."""
        super().load_wsgi()
        app: Callable[..., Iterable[bytes]] = self.wsgi

        def reading(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            chunks = "HTTP_TRANSFER_ENCODING" in environ
            environ["wsgi.input"] = Body(
                environ["wsgi.input"], None if chunks else int(environ.get("CONTENT_LENGTH") or 0)
            )
            return app(environ, start_response)

        self.wsgi: Callable[..., Iterable[bytes]] = reading

    def handle(self, conn: Any) -> Any:
        """Answer one request of a connection."""
        self.waiting.popleft()  # whichever: they are counted
        if not isinstance(conn.sock, Bounded):
            conn.sock = Bounded(fileno=conn.sock.detach())
        # Gunicorn has this wait of its own from 26 on, a hundred times as long.
        if DEFER is not None and not conn.initialized and not conn.wait_for_data(SILENT_S):
            return DEFER
        conn.sock.begin(self.waiting)
        return super().handle(conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Refuse what cannot be read as HTTP. What it said goes nowhere: a token may stand in it."""
        theirs = isinstance(exc, errors.ParseException) and not isinstance(
            exc, (errors.ConfigurationProblem, errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)
        )
        if theirs:
            status, reason, detail = STATUSES.get(type(exc), (400, "Bad Request", "this is no HTTP request"))
            self.log.debug("%s from %s", type(exc).__name__, addr[0] if addr else "-")
            slug, title = "invalid-request", "The request cannot be read"
        else:
            self.log.error("the request could not be answered", exc_info=exc)
            status, reason, detail = 500, "Internal Server Error", "the fault is ours and has been noted"
            slug, title = "broken", "Something is wrong here"
        document = {
            "type": f"urn:movebook:problem:{slug}",
            "title": title,
            "status": status,
            "detail": detail,
            "instance": getattr(req, "path", None) or "/",
        }
        body = json.dumps(document).encode()
        head = f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
        try:
            util.write_nonblock(client, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        except OSError:  # gone, or it takes nothing
            self.log.debug("nobody took the refusal")
