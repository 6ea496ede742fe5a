"""Callers who take their time, or say what is no HTTP: nobody else waits for them, and no log holds what they said."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.access import tokens
from service.config import SERVERS, Settings
from tests.fuzz.corpus import Place
from tests.fuzz.wire import Server, health, start

PATIENCE_S = 1.5
CALLERS = 6
"""More than the server has threads."""
POST = b"POST /v1/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture(scope="module")
def up(store: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Server]]:
    """Either server, with two threads and little patience."""
    settings = Settings(log_url=store.log_url, queue_url=store.queue_url, rate=0, rate_address=0)
    started: dict[str, Server] = {}
    prelude = f"service.run.patience.PATIENCE_S = {PATIENCE_S}; service.run.serve.HEADERS_S = 1"

    def one(name: str) -> Server:
        if name not in started:
            folder = str(tmp_path_factory.mktemp(name))
            started[name] = start(Place(None, settings), name, folder, prelude, threads=2)  # type: ignore[arg-type]
        return started[name]

    yield one
    for server in started.values():
        server.process.terminate()
        server.process.wait(40)


@contextlib.contextmanager
def callers(server: Server, said: bytes, more: bytes = b"") -> Iterator[list[socket.socket]]:
    """Callers who say something, and a little more now and then."""
    lines = [server.connect() for _ in range(CALLERS)]
    for line in lines:
        line.sendall(said)
    try:
        for _ in range(3):
            time.sleep(0.1)
            for line in lines:
                with contextlib.suppress(ConnectionError):  # on a busy machine the first have been broken off by now
                    line.sendall(more)
        yield lines
    finally:
        for line in lines:
            line.close()


def others_wait(server: Server, at_most_s: float) -> None:
    found, took = health(server)
    assert found.startswith(b"HTTP/1.1 200"), found
    assert took < at_most_s, took


@pytest.mark.parametrize("server", SERVERS)
def test_headers_that_do_not_end_hold_nobody_up_for_long(up: Callable[[str], Server], server: str) -> None:
    with callers(up(server), GET, b"X: y\r\n"):
        others_wait(up(server), 12)


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("size", [b"1000", b"100000"])
def test_a_body_that_does_not_end_holds_nobody_up_for_long(
    up: Callable[[str], Server], redis: Any, server: str, size: bytes
) -> None:
    """Whether it is read before the application has its turn or, being long, by it."""
    token = tokens.create(redis, "admin").encode()
    said = POST.replace(b"1000\r\n", size + b"\r\nAuthorization: Bearer " + token + b"\r\n")
    with callers(up(server), said, b" ") as lines:
        others_wait(up(server), 12)
        lines[0].settimeout(10)
        answer = lines[0].recv(4000)
    assert answer.startswith(b"HTTP/1.1 400")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["detail"] == "its body did not come whole, or took too long"


@pytest.mark.parametrize("server", SERVERS)
def test_who_goes_on_slowly_is_broken_off(up: Callable[[str], Server], server: str) -> None:
    """His connection is not kept either."""
    for said, more in ((GET, b"X: y\r\n"), (POST, b" "), (GET + b"\r\n" + POST, b" ")):
        with up(server).connect() as line:
            line.sendall(said)
            line.settimeout(0.1)
            until = time.monotonic() + 12
            with contextlib.suppress(ConnectionError):
                while True:
                    assert time.monotonic() < until, said
                    with contextlib.suppress(TimeoutError):
                        if line.recv(10_000) == b"":
                            break
                    line.sendall(more)


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("said", [POST, GET, GET + b"\r\n" + POST, b""], ids=["body", "headers", "second", "nothing"])
def test_a_crowd_that_takes_its_time_waits_for_itself_alone(
    settings: Settings, tmp_path: Path, said: bytes, server: str
) -> None:
    """While others wait for a thread there is little patience: else each of the crowd would have all of it in turn."""
    prelude = "service.run.patience.PATIENCE_S, service.run.patience.HURRY_S = 15, 0.3"
    at = start(Place(None, settings), server, str(tmp_path), prelude, threads=2)  # type: ignore[arg-type]
    try:
        with contextlib.ExitStack() as stack:
            for _ in range(10):
                stack.enter_context(callers(at, said, b" " if said else b""))
            others_wait(at, 20 if server == "gunicorn" else 2)
    finally:
        at.process.terminate()
        at.process.wait(40)


@pytest.mark.parametrize("server", SERVERS)
def test_one_who_takes_his_time_alone_has_all_of_it(settings: Settings, tmp_path: Path, server: str) -> None:
    prelude = "service.run.patience.HURRY_S = 0.1"
    at = start(Place(None, settings), server, str(tmp_path), prelude, threads=2)  # type: ignore[arg-type]
    try:
        with at.connect() as line:
            body = b'{"game": "kingdoms", "seats": [{}, {}]}'
            line.sendall(POST.replace(b"1000", str(len(body)).encode())[:-1])
            for byte in body[:20]:
                line.sendall(bytes([byte]))
                time.sleep(0.1)
            line.sendall(body[20:])
            assert line.recv(100).startswith(b"HTTP/1.1 401"), "read whole: only a token is wanting"
    finally:
        at.process.terminate()
        at.process.wait(40)


@pytest.mark.parametrize("server", SERVERS)
def test_a_caller_who_does_not_hang_up_holds_nobody_up(up: Callable[[str], Server], server: str) -> None:
    for said in (GET + b"Connection: close\r\n\r\n", GET + b"junk\r\n\r\n"):
        with callers(up(server), said):
            others_wait(up(server), 2)


@pytest.mark.parametrize("server", SERVERS)
def test_an_answer_that_nobody_takes_is_given_up(up: Callable[[str], Server], server: str) -> None:
    at = up(server)
    with contextlib.ExitStack() as stack:
        lines = []
        for _ in range(3):
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", at.port))
            line.sendall(b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n" * 8)
            lines.append(line)
        time.sleep(0.3)
        others_wait(at, 15)
        time.sleep(3 * PATIENCE_S)
        for line in lines:
            line.settimeout(10)
            taken = 0
            with contextlib.suppress(ConnectionError):
                while data := line.recv(1 << 20):
                    taken += len(data)
            assert taken < 8_000_000, "eight answers were asked for; most of them never went out"


@pytest.mark.parametrize("server", SERVERS)
def test_a_body_that_is_broken_off_is_none(up: Callable[[str], Server], redis: Any, server: str) -> None:
    """What came may be whole by itself, the first lines of an import above all: it is not what was meant."""
    token = tokens.create(redis, "admin").encode()
    body = b'{"game": "kingdoms", "seats": [{"colour": "red"}, {"colour": "blue"}]}'
    for length, sent in (
        (b"Content-Length: %d" % (len(body) + 1), body),
        (b"Content-Length: 100000", body),
        (b"Transfer-Encoding: chunked", b"%x\r\n%s\r\n" % (len(body), body)),
    ):
        with up(server).connect() as line:
            line.sendall(POST.partition(b"Content-Length")[0] + length + b"\r\nAuthorization: Bearer " + token)
            line.sendall(b"\r\n\r\n" + sent)
            line.shutdown(socket.SHUT_WR)
            assert line.recv(4000)[:12] in (b"", b"HTTP/1.1 400"), length


@pytest.mark.parametrize("server", SERVERS)
def test_no_log_line_holds_a_token(up: Callable[[str], Server], redis: Any, server: str) -> None:
    secret = tokens.create(redis, "admin")
    at = up(server)
    for said in (
        f"GET /v1/records?access_token={secret} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization Bearer {secret}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\x00\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer {secret}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nX: y\r\n Authorization: Bearer {secret}\r\n\r\n",
        f"Authorization: Bearer {secret}\r\n\r\n",
        f"POST /v1/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\nContent-Length: 9\r\n\r\n{{",
    ):
        with at.connect() as line:
            line.sendall(said.encode())
            line.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionError):
                while answer := line.recv(10_000):
                    assert secret.encode() not in answer
    time.sleep(0.2)
    assert Path(at.log).read_text().count(secret[-20:]) == 0
