"""What stands between a page and a service in tests: a server that hands each request on in a way of its own."""

from __future__ import annotations

import contextlib
import http.client
import http.server
from typing import Any, Protocol

HOP = ("connection", "keep-alive", "transfer-encoding", "content-length", "host", "accept-encoding")
"""Headers of one connection, which are not handed on."""


class Carrier(Protocol):
    """Hands a request on."""

    def carry(
        self, to: http.server.BaseHTTPRequestHandler, verb: str, path: str, headers: dict[str, str], body: bytes
    ) -> None:
        """Hand a request on, and write its answer.

        Args:
            to: Who asked; its connection is closed where an ``OSError`` or ``HTTPException`` ends this.
            verb: ``GET`` or ``POST``.
            path: With its query.
            headers: Those that are handed on.
            body: As it came, maybe empty.
        """


def proxy(by: Carrier) -> http.server.ThreadingHTTPServer:
    """A server on a free port, not running yet, whose requests a carrier hands on."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.carry()

        def do_POST(self) -> None:
            self.carry()

        def carry(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
            # Who asked may have gone, and so may the way.
            with contextlib.suppress(OSError, http.client.HTTPException):
                by.carry(self, self.command, self.path, headers, body)
                return
            self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
            """Stay silent."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    return server
