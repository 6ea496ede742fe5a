"""Gunicorn's threads with less patience: no caller, however slow, holds one of them for ever.

Gunicorn waits without an end for the rest of a request, and for a caller to take its answer; and what it cannot read it
writes to its log, a token among it, and answers in HTML.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker

PATIENCE_S = 15.0
"""Seconds in which a request must have come and an answer be taken, but for what their bytes earn them."""
SLOWEST = 32 * 1024
"""Bytes a second that a caller must go on to send, or take, beyond that; what is sent in a burst is not saved up."""

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


def earned(until: float, size: int) -> float:
    """The end of a caller's time after so many more bytes; never further off than at the beginning."""
    return min(until + size / SLOWEST, monotonic() + PATIENCE_S)


class Bounded(socket.socket):
    """A connection on which no request and no answer takes for ever."""

    until = float("inf")
    closing = False

    def begin(self) -> None:
        """Give the next request its time."""
        self.until = monotonic() + PATIENCE_S

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """As a socket's, within the time of the request; what comes in earns it more.

        Raises:
            TooSlowError: The time is up.
        """
        outer = self.gettimeout()
        left = 0.0 if self.closing else self.until - monotonic()
        if left <= 0 and not self.closing:
            raise TooSlowError
        try:
            self.settimeout(left if outer is None else min(left, outer))
            data = super().recv(size, flags)
        except TimeoutError:
            raise TooSlowError from None
        except BlockingIOError:
            # Gunicorn lingers over what it closes, in the one thread that accepts. Nothing is waited for there.
            if self.closing:
                return b""
            raise
        finally:
            self.settimeout(outer)
        self.until = earned(self.until, len(data))
        return data

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """As a socket's, within the time of an answer; what is taken earns it more.

        Raises:
            TooSlowError: The caller does not take it.
        """
        outer = self.gettimeout()
        until = monotonic() + PATIENCE_S
        rest = memoryview(data)
        try:
            while rest:
                left = until - monotonic()
                if left <= 0:
                    raise TooSlowError
                self.settimeout(left if outer is None else min(left, outer))
                sent = self.send(rest, flags)
                rest = rest[sent:]
                until = earned(until, sent)
        except TimeoutError:
            raise TooSlowError from None
        finally:
            self.settimeout(outer)

    def shutdown(self, how: int, /) -> None:
        """As a socket's; what follows waits for nothing."""
        self.closing = True
        super().shutdown(how)


class Body:
    """What a request brings; where its chunks are none, the caller has broken off, and the application is told so.

    Args:
        stream: Gunicorn's.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, size: int | None = None) -> bytes:
        """Up to so many bytes; all of them where none are named.

        Raises:
            OSError: What came is no body.
        """
        return self._whole(self._stream.read, size)

    def readline(self, size: int | None = None) -> bytes:
        """One line.

        Raises:
            OSError: As :meth:`read`.
        """
        return self._whole(self._stream.readline, size)

    @staticmethod
    def _whole(read: Callable[[int | None], bytes], size: int | None) -> bytes:
        try:
            return read(size)
        except errors.ParseException as error:
            raise OSError(type(error).__name__) from error


class Worker(ThreadWorker):
    """Threads that wait so long and no longer, and refuse in the form of all refusals."""

    def load_wsgi(self) -> None:
        """Load the application, which reads through :class:`Body`."""
        super().load_wsgi()
        app: Callable[..., Iterable[bytes]] = self.wsgi

        def reading(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            environ["wsgi.input"] = Body(environ["wsgi.input"])
            return app(environ, start_response)

        self.wsgi: Callable[..., Iterable[bytes]] = reading

    def handle(self, conn: Any) -> Any:
        """Answer one request of a connection."""
        if not isinstance(conn.sock, Bounded):
            conn.sock = Bounded(fileno=conn.sock.detach())
        conn.sock.begin()
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
