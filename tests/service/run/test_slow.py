"""Callers who take their time, or say what is no HTTP: nobody else waits for them, and no log holds what they said."""

import contextlib
import json
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.access import tokens
from service.config import Settings
from tests.fuzz.wire import Server, health, start
from tests.long import cases, long_only

PATIENCE_S = 1.5
LONG_S = 60
CALLERS = 6
"""More than the server has threads."""
CROWD = cases(200, 1000)
NOTES = b"POST /v1/records/none/notes HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /v1/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
BUNDLE = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"
"""Asks for a file of more than a megabyte."""


@contextlib.contextmanager
def serving(settings: Settings, folder: Path, prelude: str = "") -> Iterator[Server]:
    server = start(settings, str(folder), prelude, threads=2)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(40)


@pytest.fixture(scope="module")
def up(store: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = Settings(log_url=store.log_url, queue_url=store.queue_url, rate=0, rate_address=0)
    prelude = f"sending.CLIENT_TIMEOUT_S = {PATIENCE_S}; serve.HEADERS_S = 1"
    with serving(settings, tmp_path_factory.mktemp("slow"), prelude) as server:
        yield server


@pytest.fixture(scope="module")
def patient(store: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which everybody has a minute."""
    settings = Settings(log_url=store.log_url, queue_url=store.queue_url, rate=0, rate_address=0)
    prelude = f"sending.CLIENT_TIMEOUT_S = {LONG_S}; serve.HEADERS_S = {LONG_S}"
    with serving(settings, tmp_path_factory.mktemp("patient"), prelude) as server:
        yield server


@contextlib.contextmanager
def callers(server: Server, said: bytes, more: bytes = b"", count: int = CALLERS) -> Iterator[list[socket.socket]]:
    """Callers who say something, and a little more now and then."""
    lines = [server.connect() for _ in range(count)]
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


def others_wait(server: Server) -> None:
    """Somebody else is answered long before the server's patience with the slow ones ends."""
    found, took = health(server)
    assert found.startswith(b"HTTP/1.1 200"), found
    assert took < LONG_S / 2, took


@pytest.mark.parametrize("length", [b"Content-Length: 1000", b"Content-Length: 100000", b"Transfer-Encoding: chunked"])
def test_a_body_that_does_not_end_holds_nobody_up_and_is_refused(up: Server, redis: Any, length: bytes) -> None:
    """Whether it is read before the application is called or, being long, only when that asks for it."""
    token = tokens.create(redis, "admin").encode()
    said = b"POST /v1/records/import HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + length
    said += b"\r\nAuthorization: Bearer " + token + b"\r\n\r\n"
    chunked = length.startswith(b"Transfer")
    with callers(up, said + (b"1\r\n{\r\n" if chunked else b"{"), b"1\r\n \r\n" if chunked else b" ") as lines:
        lines[0].settimeout(60)
        answer = lines[0].recv(4000)
    assert answer.startswith(b"HTTP/1.1 400")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["detail"] == "the request body was incomplete or took too long"


@pytest.mark.parametrize("length", [1 << 20, 1 << 22])
def test_who_is_still_sending_what_is_refused_is_told_why(up: Server, redis: Any, length: int) -> None:
    """A proxy whose connection is broken off while it sends would tell its caller of that alone."""
    token = tokens.create(redis, "admin").encode()
    head = NOTES + b"Content-Type: application/json\r\nAuthorization: Bearer " + token
    with up.connect() as line:
        line.settimeout(60)
        line.sendall(head + b"\r\nContent-Length: %d\r\n\r\n" % length)
        for _ in range(8):
            line.sendall(b" " * (length // 8))
            time.sleep(0.05)
        assert line.recv(4000).startswith(b"HTTP/1.1 413")
        # All of it was taken: the connection is good for the next call.
        line.sendall(GET + b"\r\n")
        assert line.recv(4000).startswith(b"HTTP/1.1 200")


def test_who_announces_more_than_is_taken_and_sends_none_of_it_is_told_at_once(up: Server, redis: Any) -> None:
    token = tokens.create(redis, "admin").encode()
    head = NOTES + b"Content-Type: application/json\r\nAuthorization: Bearer " + token
    for more in (b"", b"\r\nExpect: 100-continue"):
        with up.connect() as line:
            line.settimeout(60)
            line.sendall(head + b"\r\nContent-Length: 1048576" + more + b"\r\n\r\n")
            assert line.recv(4000).startswith(b"HTTP/1.1 413")


def test_who_goes_on_slowly_is_broken_off(up: Server) -> None:
    """His connection is not kept either."""
    for said, more in ((GET, b"X: y\r\n"), (POST, b" "), (GET + b"\r\n" + POST, b" ")):
        with up.connect() as line:
            line.sendall(said)
            line.settimeout(0.1)
            until = time.monotonic() + 60
            with contextlib.suppress(ConnectionError):
                while True:
                    assert time.monotonic() < until, said
                    with contextlib.suppress(TimeoutError):
                        if line.recv(10_000) == b"":
                            break
                    line.sendall(more)


@long_only
@pytest.mark.parametrize(
    ("said", "more"),
    [(POST, b" "), (GET, b"X: y\r\n"), (GET + b"\r\n" + POST, b" "), (b"", b""), (BUNDLE, b"")],
    ids=["body", "headers", "second", "nothing", "reader"],
)
def test_a_thousand_who_take_their_time_wait_for_themselves_alone(patient: Server, said: bytes, more: bytes) -> None:
    """They have a minute: it is none of the others'."""
    with callers(patient, said, more, CROWD):
        for _ in range(3):
            others_wait(patient)


@long_only
def test_one_who_takes_his_time_has_all_of_it(settings: Settings, tmp_path: Path) -> None:
    with serving(settings, tmp_path) as server, server.connect() as line:
        body = b'{"game": "kingdoms", "seats": [{}, {}]}'
        line.sendall(POST.replace(b"1000", str(len(body)).encode())[:-1])
        for byte in body[:20]:
            line.sendall(bytes([byte]))
            time.sleep(0.1)
        line.sendall(body[20:])
        assert line.recv(100).startswith(b"HTTP/1.1 401"), "read whole: only a token is wanting"


def test_a_caller_who_does_not_hang_up_holds_nobody_up(patient: Server) -> None:
    for said in (GET + b"Connection: close\r\n\r\n", GET + b"junk\r\n\r\n"):
        with callers(patient, said):
            others_wait(patient)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a connection that takes nothing")
def test_an_answer_that_nobody_takes_is_given_up(up: Server) -> None:
    with contextlib.ExitStack() as stack:
        lines = []
        for _ in range(3):
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", up.port))
            line.sendall(BUNDLE * 8)
            lines.append(line)
        time.sleep(4 * PATIENCE_S)
        for line in lines:
            line.settimeout(60)
            taken = 0
            with contextlib.suppress(ConnectionError):
                while data := line.recv(1 << 20):
                    taken += len(data)
            assert taken < 4_000_000, "eight answers were asked for; most of them never went out"


def test_an_answer_that_is_taken_too_slowly_is_broken_off(up: Server) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", up.port))
        line.sendall(BUNDLE)
        taken, until = 0, time.monotonic() + 3 * PATIENCE_S
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < until:
                taken += len(line.recv(1000))
                time.sleep(0.2)
            line.settimeout(60)
            while data := line.recv(1 << 20):
                taken += len(data)
    assert 0 < taken < 1_300_000


def test_a_body_in_chunks_is_taken(up: Server, redis: Any) -> None:
    token = tokens.create(redis, "admin").encode()
    body = b'{"game": "kingdoms", "seats": [{"colour": "red"}, {"colour": "blue"}]}'
    with up.connect() as line:
        line.sendall(POST.partition(b"Content-Length")[0] + b"Transfer-Encoding: chunked\r\nAuthorization: Bearer ")
        line.sendall(token + b"\r\n\r\n")
        for piece in (body[:20], body[20:]):
            line.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
            time.sleep(0.1)
        line.sendall(b"0\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 201")


def test_a_body_that_is_broken_off_is_none(up: Server, redis: Any) -> None:
    """What came may be whole by itself, the first lines of an import above all: it is not what was meant."""
    token = tokens.create(redis, "admin").encode()
    body = b'{"game": "kingdoms", "seats": [{"colour": "red"}, {"colour": "blue"}]}'
    for length, sent in (
        (b"Content-Length: %d" % (len(body) + 1), body),
        (b"Content-Length: 100000", body),
        (b"Transfer-Encoding: chunked", b"%x\r\n%s\r\n" % (len(body), body)),
    ):
        with up.connect() as line:
            line.sendall(POST.partition(b"Content-Length")[0] + length + b"\r\nAuthorization: Bearer " + token)
            line.sendall(b"\r\n\r\n" + sent)
            line.shutdown(socket.SHUT_WR)
            assert line.recv(4000)[:12] in (b"", b"HTTP/1.1 400", b"HTTP/1.1 413"), length
    assert not redis.keys("*log:*")


def test_no_log_line_holds_a_token(up: Server, redis: Any) -> None:
    secret = tokens.create(redis, "admin")
    for said in (
        f"GET /v1/records?access_token={secret} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization Bearer {secret}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\x00\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer {secret}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nX: y\r\n Authorization: Bearer {secret}\r\n\r\n",
        f"Authorization: Bearer {secret}\r\n\r\n",
        f"POST /v1/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\nContent-Length: 9\r\n\r\n{{",
    ):
        with up.connect() as line:
            line.sendall(said.encode())
            line.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionError):
                while answer := line.recv(10_000):
                    assert secret.encode() not in answer
    time.sleep(0.2)
    assert Path(up.log).read_text().count(secret[-20:]) == 0
