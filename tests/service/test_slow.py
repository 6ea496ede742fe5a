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

from service import tokens
from service.config import Settings
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
    prelude = f"service.gthread.PATIENCE_S = {PATIENCE_S}; service.serve.HEADERS_S = 1"

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
                line.sendall(more)
        yield lines
    finally:
        for line in lines:
            line.close()


def others_wait(server: Server, at_most_s: float) -> None:
    found, took = health(server)
    assert found.startswith(b"HTTP/1.1 200"), found
    assert took < at_most_s, took


@pytest.mark.parametrize("server", ["gunicorn", "granian"])
def test_headers_that_do_not_end_hold_nobody_up_for_long(up: Callable[[str], Server], server: str) -> None:
    with callers(up(server), GET, b"X: y\r\n"):
        others_wait(up(server), 12)


def test_a_body_that_does_not_end_holds_nobody_up_for_long(up: Callable[[str], Server]) -> None:
    with callers(up("gunicorn"), POST, b" ") as lines:
        others_wait(up("gunicorn"), 12)
        lines[0].settimeout(10)
        answer = lines[0].recv(4000)
    assert answer.startswith(b"HTTP/1.1 400")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["detail"] == "its body did not come whole, or took too long"


@pytest.mark.parametrize("said", [POST, GET, GET + b"\r\n" + POST, b""], ids=["body", "headers", "second", "nothing"])
def test_a_crowd_that_takes_its_time_waits_for_itself_alone(settings: Settings, tmp_path: Path, said: bytes) -> None:
    """While others wait for a thread there is little patience: else each of the crowd would have all of it in turn."""
    prelude = "service.gthread.PATIENCE_S, service.gthread.HURRY_S = 15, 0.3"
    server = start(Place(None, settings), "gunicorn", str(tmp_path), prelude, threads=2)  # type: ignore[arg-type]
    try:
        with contextlib.ExitStack() as stack:
            for _ in range(4):
                stack.enter_context(callers(server, said, b" " if said else b""))
            others_wait(server, 8)
    finally:
        server.process.terminate()
        server.process.wait(40)


def test_one_who_takes_his_time_alone_has_all_of_it(settings: Settings, tmp_path: Path) -> None:
    prelude = "service.gthread.HURRY_S = 0.1"
    server = start(Place(None, settings), "gunicorn", str(tmp_path), prelude, threads=2)  # type: ignore[arg-type]
    try:
        with server.connect() as line:
            body = b'{"game": "kingdoms", "seats": [{}, {}]}'
            line.sendall(POST.replace(b"1000", str(len(body)).encode())[:-1])
            for byte in body[:20]:
                line.sendall(bytes([byte]))
                time.sleep(0.1)
            line.sendall(body[20:])
            assert line.recv(100).startswith(b"HTTP/1.1 401"), "read whole: only a token is wanting"
    finally:
        server.process.terminate()
        server.process.wait(40)


def test_a_caller_who_does_not_hang_up_holds_nobody_up(up: Callable[[str], Server]) -> None:
    for said in (GET + b"Connection: close\r\n\r\n", GET + b"junk\r\n\r\n"):
        with callers(up("gunicorn"), said):
            others_wait(up("gunicorn"), 2)


def test_an_answer_that_nobody_takes_is_given_up(up: Callable[[str], Server]) -> None:
    server = up("gunicorn")
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", server.port))
            line.sendall(b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n" * 8)
        time.sleep(0.3)
        others_wait(server, 15)


@pytest.mark.parametrize("server", ["gunicorn", "granian"])
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
