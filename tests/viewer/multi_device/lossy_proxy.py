"""A bad way between a page and a service: answers are lost, requests come twice, late and out of order."""

from __future__ import annotations

import contextlib
import http.client
import http.server
import json
import random
import socket
import threading
import urllib.parse
from collections.abc import Callable, Iterator

from tests.viewer.multi_device.proxy import HOP, proxy
from tests.viewer.table import PATIENCE_S

Reply = tuple[int, dict[str, str], bytes]
Send = Callable[[], Reply]
Fault = Callable[["LossyProxy", Send], Reply | None]


class LossyProxy:
    """A proxy in front of a service, on which something happens to a share of what goes to the API.

    Args:
        service: The address of the service.
        seed: Of what happens.
        share: Of the requests that something happens to, from 0 to 1.

    Attributes:
        planned: What happens to the next writes, whatever the dice say.
        happened: How often each fault happened, and how often the service itself answered 412.
        held: Set when an answer is held back (:meth:`cut`), until ``go`` is set.
    """

    def __init__(self, service: str, seed: int = 0, share: float = 0.0) -> None:
        self.service = urllib.parse.urlsplit(service)
        self.share = share
        self.planned: list[Fault] = []
        self.happened: dict[str, int] = {}
        self.held, self.go = threading.Event(), threading.Event()
        self._dice = random.Random(seed)
        self._late: list[Send] = []
        self._lock = threading.Lock()
        self.server = proxy(self)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def carry(
        self, to: http.server.BaseHTTPRequestHandler, verb: str, path: str, headers: dict[str, str], body: bytes
    ) -> None:
        """Hand a request on, and answer with what comes back; where nothing does, the connection ends."""
        reply = self.carried(verb, path, lambda: self.send(verb, path, headers, body))
        if reply is None:
            to.connection.shutdown(socket.SHUT_RDWR)
            raise ConnectionResetError
        status, told, content = reply
        to.send_response(status)
        for name, value in {**told, "Content-Length": str(len(content))}.items():
            to.send_header(name, value)
        to.end_headers()
        to.wfile.write(content)

    def send(self, verb: str, path: str, headers: dict[str, str], body: bytes) -> Reply:
        """Hand a request on, and bring the service's answer."""
        there = http.client.HTTPConnection(self.service.netloc, timeout=PATIENCE_S)
        try:
            there.request(verb, path, body or None, headers)
            answer = there.getresponse()
            content = answer.read()
            told = {name: value for name, value in answer.getheaders() if name.lower() not in HOP}
            if answer.status == http.HTTPStatus.PRECONDITION_FAILED:
                self._note("412")
            return answer.status, told, content
        finally:
            there.close()

    def carried(self, verb: str, path: str, send: Send) -> Reply | None:
        """What comes back for a request; None where nothing does."""
        if not path.startswith("/v1/"):
            return send()
        with self._lock:
            due = [self._late.pop(self._dice.randrange(len(self._late)))] if self._late and self._chance(0.3) else []
            fault = self.planned.pop(0) if verb == "POST" and self.planned else None
            if fault is None and self._chance(self.share):
                fault = FAULTS[self._dice.choice(sorted(FAULTS))]
        for late in due:
            late()
        if fault is None:
            return send()
        self._note(fault.__name__)
        return fault(self, send)

    def _chance(self, share: float) -> bool:
        return self._dice.random() < share

    def _note(self, what: str) -> None:
        with self._lock:
            self.happened[what] = self.happened.get(what, 0) + 1

    def never(self, _send: Send) -> None:
        """It never came."""

    def lost(self, send: Send) -> None:
        """It came, and its answer was lost."""
        send()

    def later(self, send: Send) -> None:
        """It comes when others have come."""
        with self._lock:
            self._late.append(send)

    def again(self, send: Send) -> Reply:
        """It comes now, and once more when others have come."""
        self.later(send)
        return send()

    def twice(self, send: Send) -> Reply:
        """It comes twice at once."""
        send()
        return send()

    def many(self, _send: Send) -> Reply:
        """Too many ask."""
        return refused("too-many", 429)

    def busy(self, _send: Send) -> Reply:
        """The service is busy."""
        return refused("busy", 503)

    def away(self, send: Send) -> Reply:
        """The store is out of reach, and the write stands all the same."""
        send()
        return refused("store-out-of-reach", 503)

    def gateway(self, send: Send) -> Reply:
        """What stands between gives up, and the write stands all the same."""
        send()
        return 502, {"Content-Type": "text/html"}, b"<h1>502 Bad Gateway</h1>"

    def welcome(self, _send: Send) -> Reply:
        """The hall's network wants to be logged in to."""
        return 200, {"Content-Type": "text/html"}, b"<h1>Welcome</h1>"

    def cut(self, send: Send) -> None:
        """It came; its answer is held back until ``go`` is set, and is lost then."""
        send()
        self.held.set()
        self.go.wait(PATIENCE_S)


FAULTS: dict[str, Fault] = {
    fault.__name__: fault
    for fault in (
        LossyProxy.never,
        LossyProxy.lost,
        LossyProxy.later,
        LossyProxy.again,
        LossyProxy.twice,
        LossyProxy.many,
        LossyProxy.busy,
        LossyProxy.away,
        LossyProxy.gateway,
        LossyProxy.welcome,
    )
}
"""What happens by chance, by its name."""


def refused(slug: str, status: int) -> Reply:
    """The service's own word that it is to be asked later."""
    problem = {"type": f"urn:movebook:problem:{slug}", "title": slug, "status": status}
    return status, {"Content-Type": "application/problem+json", "Retry-After": "1"}, json.dumps(problem).encode()


@contextlib.contextmanager
def lossy_proxy(service: str, seed: int = 0, share: float = 0.0) -> Iterator[LossyProxy]:
    """A running proxy; as :class:`LossyProxy`."""
    way = LossyProxy(service, seed, share)
    thread = threading.Thread(target=way.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield way
    finally:
        way.go.set()
        way.server.shutdown()
        way.server.server_close()
        thread.join()
