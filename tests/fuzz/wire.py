"""Bytes on a real socket, to the HTTP server: requests that lie about themselves."""

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any

from service.config import Settings
from tests.fuzz import mutate
from tests.fuzz.corpus import Place
from tests.fuzz.targets import MEMBERS, BrokenError, Service

LONGEST_S = 60.0
"""Seconds after which an answer, or the end of the connection, must have come to somebody who sends no more."""
BARE = (400, 408, 413, 414, 417, 431)
"""What granian refuses by itself, without a word: the request never reached the application."""


class Awake(threading.Thread):
    """Counts the seconds in which this process ran: a machine that stands still answers nobody, and is no finding."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.seconds = 0.0

    def run(self) -> None:
        last = time.monotonic()
        while True:
            time.sleep(0.1)
            now = time.monotonic()
            self.seconds += min(now - last, 1.0)
            last = now


@dataclass
class Server:
    """The HTTP server with the application on it."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), LONGEST_S)


def start(settings: Settings, folder: str, prelude: str = "", threads: int = 4) -> Server:
    """Start a server on a store; its process runs some Python first, after ``serve`` and ``sending`` are imported."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    settings = replace(settings, port=port, threads=threads)
    log = Path(folder) / "server.log"
    code = f"from service.api.server import sending\nfrom service.run import serve\n{prelude}\nserve.main()"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-c", code], env=os.environ | settings.environment(), stdout=sink, stderr=sink
        )
    server = Server(port, process, log)
    until = time.monotonic() + 30
    while True:
        try:
            with server.connect() as line:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                if line.recv(100).startswith(b"HTTP/1.1 200"):
                    return server
        except OSError:
            pass
        if process.poll() is not None or time.monotonic() > until:
            raise BrokenError("the server does not start", log.read_text())
        time.sleep(0.1)


def answers(line: socket.socket, methods: list[str]) -> Iterator[tuple[int, str, bytes]]:
    """Every answer on a connection: status, media type, body."""
    for method in methods:
        answer = HTTPResponse(line, method=method)
        try:
            answer.begin()
            body = answer.read()
        except (HTTPException, ConnectionError):
            return
        yield answer.status, (answer.getheader("Content-Type") or "").partition(";")[0], body
        if answer.will_close:
            return


class Wire(Service):
    """Requests as bytes, whole, torn, too long, in one another, and of lengths that they have not."""

    archives = False

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.folder = tempfile.TemporaryDirectory()
        self.server = start(place.settings, self.folder.name)
        self.awake = Awake()
        self.awake.start()

    def close(self) -> None:
        super().close()
        self.server.process.terminate()
        self.server.process.wait(30)
        said = self.server.log.read_text(errors="replace")
        for word in ("Traceback", self.at.recorder.split("_", 2)[2], "panicked"):
            if word in said:
                raise BrokenError(f"{word!r} in what the server wrote", said[-3000:])
        self.folder.cleanup()

    def throw(self, rng: random.Random) -> None:
        server = self.server
        sent = self.made(rng)
        if rng.random() < 0.5:
            sent = mutate.raw(rng, sent)
        methods = [rng.choice(("GET", "GET", "HEAD"))] if sent.startswith(b"HEAD") else ["GET"] * 12
        began = self.awake.seconds
        seen = 0
        with server.connect() as line:
            try:
                for piece in self.pieces(rng, sent):
                    line.sendall(piece)
                line.shutdown(socket.SHUT_WR)
            except OSError:
                self.seen["cut off"] += 1
            try:
                for status, kind, body in answers(line, methods):
                    seen += 1
                    self.seen[str(status)] += 1
                    self.judge(status, kind, body, sent)
            except TimeoutError:
                if self.awake.seconds - began < LONGEST_S / 2:
                    self.seen["stood still"] += 1
                    return
                raise BrokenError(f"it answers nothing for {LONGEST_S} s", sent) from None
        self.seen["no answer"] += not seen
        if self.awake.seconds - began > LONGEST_S:
            raise BrokenError(f"it took {self.awake.seconds - began:.1f} s", sent)
        if server.process.poll() is not None:
            raise BrokenError("the server ended", sent)

    def judge(self, status: int, kind: str, body: bytes, sent: bytes) -> None:
        """What every answer must be."""
        if status >= 500:
            raise BrokenError(f"{status} {body[:300]!r}", sent)
        if status < 400 or sent.startswith(b"HEAD") or (status in BARE and not body):
            return
        try:
            whole = kind == "application/problem+json" and json.loads(body).keys() >= MEMBERS
        except ValueError:
            whole = not body and b"HEAD" in sent
        if not whole:
            raise BrokenError(f"no problem+json: {status} {kind} {body[:300]!r}", sent)
        if self.at.recorder.encode() in body:
            raise BrokenError("a token in the answer", sent)

    def pieces(self, rng: random.Random, sent: bytes) -> list[bytes]:
        cuts = sorted(rng.randint(0, len(sent)) for _ in range(rng.choice((0, 0, 1, 3))))
        return [sent[a:b] for a, b in zip([0, *cuts], [*cuts, len(sent)], strict=True)]

    def made(self, rng: random.Random) -> bytes:
        """A request, or several."""
        record = rng.choice(self.at.records)
        token = f"Authorization: Bearer {self.at.recorder}\r\n"
        host = "Host: table.example\r\n"
        move = json.dumps({"type": "choose_start_player", "player": 0}).encode()
        path = f"/v1/records/{record}/moves?dry_run=1"
        write = f"POST {path} HTTP/1.1\r\n{host}{token}If-Match: *\r\nContent-Type: application/json\r\n"
        chunked = write + "Transfer-Encoding: chunked\r\n\r\n"
        size = len(move)

        def post(head: str, body: bytes = move) -> bytes:
            return f"{write}{head}\r\n".encode("latin-1") + body

        makers: list[Callable[[], bytes]] = [
            lambda: f"GET /v1/records/{record} HTTP/1.1\r\n{host}{token}\r\n".encode(),
            lambda: f"GET /v1/records HTTP/1.1\r\n{host}{token}Range: bytes=0-1\r\n\r\n".encode(),
            lambda: f"HEAD /viewer/ HTTP/1.1\r\n{host}\r\n".encode(),
            lambda: f"GET /healthz HTTP/1.{rng.choice('0129')}\r\n{host}\r\n".encode(),
            lambda: post(f"Content-Length: {size}\r\n"),
            lambda: post(f"Content-Length: {size + rng.choice((-5, -1, 1, 1000, 10**7, 10**18))}\r\n"),
            lambda: post(f"Content-Length: {rng.choice(('-1', '+5', '0x10', '1e3', '', '²', '5, 5', '5 5', '9' * 30))}\r\n"),
            lambda: post(f"Content-Length: {size}\r\nContent-Length: {size + rng.choice((0, 1))}\r\n"),
            lambda: post(f"Content-Length: {size}\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
            lambda: post(f"Transfer-Encoding: {rng.choice(('gzip', 'gzip, chunked', 'chunked, chunked', 'Chunked ', 'x'))}\r\n"),
            lambda: chunked.encode() + b"%x\r\n%s\r\n0\r\n\r\n" % (size, move),
            lambda: chunked.encode() + b"%x\r\n%s\r\n0\r\n\r\n" % (size + rng.choice((-1, 1, 100)), move),
            lambda: chunked.encode() + rng.choice((b"zz", b"-1", b"", b"f" * 20, b"0x5", b"5;" + b"x" * 9000)) + b"\r\n" + move,
            lambda: chunked.encode() + b"1\r\n{\r\n" * rng.choice((1, 500)) + b"0\r\nX: " + b"y" * rng.choice((1, 9000)) + b"\r\n\r\n",
            lambda: post(f"Content-Length: {size}\r\nContent-Encoding: gzip\r\n"),
            lambda: post(f"Content-Length: {size}\r\nExpect: {rng.choice(('100-continue', 'x'))}\r\n"),
            lambda: post(f"Content-Length: {3 << 20}\r\n", b" " * (3 << 20)),
            lambda: post(f"Content-Length: {size}\r\n") * rng.choice((2, 10)),
            lambda: f"GET /healthz HTTP/1.1\r\n{host}\r\n".encode() * 10,
            lambda: f"GET /{'a' * rng.choice((4000, 8180, 8200, 70_000))} HTTP/1.1\r\n{host}\r\n".encode(),
            lambda: f"GET / HTTP/1.1\r\n{host}X: {'y' * rng.choice((8000, 9000, 300_000))}\r\n\r\n".encode(),
            lambda: f"GET / HTTP/1.1\r\n{host}".encode() + b"X: y\r\n" * rng.choice((60, 70, 3000)) + b"\r\n",
            lambda: f"GET / HTTP/1.1\r\n{token.replace(': ', rng.choice((' ', ' : ', ':', '')))}\r\n".encode(),
            lambda: f"GET / HTTP/1.1\r\n{token.strip()}\x00\r\n\r\n".encode(),
            lambda: f"GET / HTTP/1.1\r\n{host}{host}\r\n folded\r\n\r\n".encode(),
            lambda: f"GET http://evil.example/healthz HTTP/1.1\r\n{host}\r\n".encode(),
            lambda: f"{rng.choice(('get', 'G ET', 'TRACE', 'CONNECT', 'PRI', 'X' * 100, ''))} {rng.choice(('/', '*', 'x:1'))} HTTP/1.1\r\n\r\n".encode(),
            lambda: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + rng.randbytes(30),
            lambda: f"GET / HTTP/1.1\r\n{host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n\r\n".encode(),
            lambda: b"\x16\x03\x01\x02\x00\x01\x00" + rng.randbytes(60),
            lambda: rng.randbytes(rng.choice((1, 50, 5000))),
            lambda: f"GET / HTTP/1.1\n{host}\n\n".encode(),
        ]  # fmt: skip
        return rng.choice(makers)()


def health(server: Server) -> tuple[bytes, float]:
    """What the first bytes of a call to a server's health are, and how long they took in seconds."""
    began = time.monotonic()
    try:
        with server.connect() as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return line.recv(15), time.monotonic() - began
    except OSError as error:
        return repr(error).encode(), time.monotonic() - began


__all__: list[Any] = ["Server", "Wire", "health", "start"]
