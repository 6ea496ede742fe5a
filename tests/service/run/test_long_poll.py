"""Readers who wait for the next entry of a record, on the real server."""

import contextlib
import gzip
import json
import signal
import socket
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest
import requests

from service.access import tokens
from service.config import Settings
from tests.bench import table
from tests.fuzz.wire import Server, start
from tests.long import cases, long_only

READERS = cases(200, 1000)
WAIT_S = 25
SEATS = ("yellow", "red")


@pytest.fixture(scope="module")
def servers(store: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers of one process and four threads on one store."""
    settings = Settings(log_url=store.log_url, queue_url=store.queue_url, rate=0, rate_address=0)
    made = [start(settings, str(tmp_path_factory.mktemp("server")), threads=4) for _ in range(2)]
    yield made
    for server in made:
        server.process.terminate()
    for server in made:
        server.process.wait(30)


class Writer:
    def __init__(self, server: Server, token: str) -> None:
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {token}"
        self.url = f"http://127.0.0.1:{server.port}/v1/records"
        seats = [{"colour": colour} for colour in SEATS]
        opened = self.session.post(self.url, json={"game": "kingdoms", "seats": seats}, timeout=60).json()
        self.record, self.version = opened["id"], 1
        self.moves = table.games(1, seats=SEATS)[0]

    def move(self) -> float:
        """Write the next move; the seconds it took."""
        began = time.perf_counter()
        answer = self.session.post(
            f"{self.url}/{self.record}/moves", json=self.moves[self.version - 1],
            headers={"If-Match": f'"{self.version}"'}, timeout=60,
        )  # fmt: skip
        assert answer.status_code == 201, answer.text
        self.version += 1
        return time.perf_counter() - began


def ask(server: Server, record: str, token: str = "", takes: str = "", path: str = "", **query: Any) -> socket.socket:
    """A reader who has asked for a record's log, or a path."""
    sock = server.connect()
    named = "&".join(f"{name}={value}" for name, value in query.items())
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    head = f"Host: x\r\nAccept-Encoding: {takes}\r\n{bearer}"
    sock.sendall(f"GET {path or f'/v1/records/{record}/log?{named}'} HTTP/1.1\r\n{head}\r\n".encode())
    return sock


def told(sock: socket.socket, seconds: float = 60) -> tuple[int, Any]:
    sock.settimeout(seconds)
    answer = HTTPResponse(sock)
    answer.begin()
    return answer.status, json.loads(answer.read())


def silent(sock: socket.socket, seconds: float) -> bool:
    sock.settimeout(seconds)
    try:
        return not sock.recv(1, socket.MSG_PEEK)
    except TimeoutError:
        return True


def test_who_waits_is_answered_when_any_process_writes(servers: list[Server], redis: Any) -> None:
    reading, writing = servers
    writer = Writer(writing, tokens.create(redis, "record"))
    with ask(reading, writer.record, after=1, wait=20) as sock:
        assert silent(sock, 1)
        writer.move()
        status, document = told(sock)
    assert status == 200
    assert [entry["version"] for entry in document["entries"]] == [2]


def test_readers_who_wait_for_the_same_get_it_as_each_takes_it(servers: list[Server], redis: Any) -> None:
    writer = Writer(servers[0], tokens.create(redis, "record"))
    with contextlib.ExitStack() as stack:
        forms = ("", "gzip, identity;q=0") * 2
        socks = [stack.enter_context(ask(servers[0], writer.record, takes=form, after=1, wait=20)) for form in forms]
        assert silent(socks[-1], 1)
        writer.move()
        answers = [HTTPResponse(sock) for sock in socks]
        for answer in answers:
            answer.begin()
        assert [answer.headers["Content-Encoding"] for answer in answers] == [None, "gzip"] * 2
        whole, small = answers[0].read(), gzip.decompress(answers[1].read())
    assert whole == small


def test_who_need_not_wait_does_not(servers: list[Server], redis: Any) -> None:
    writer = Writer(servers[0], tokens.create(redis, "record"))
    writer.move()
    for query in ({"after": 1, "wait": 20}, {"after": 2}, {"after": 2, "wait": 0}):
        with ask(servers[0], writer.record, **query) as sock:
            status, document = told(sock)
            assert (status, len(document["entries"])) == (200, int(query["after"] == 1))


def test_a_worker_that_announces_answers_who_waits(servers: list[Server], store: Any, redis: Any, worker: Any) -> None:
    token = tokens.create(redis, "record")
    writer = Writer(servers[1], token)

    def feed(after: str, wait: int) -> socket.socket:
        return ask(servers[0], "", token, path=f"/v1/feed?after={after}&wait={wait}")

    with feed("0", 20) as sock:
        _, first = told(sock)
    assert [(line["record"], line["changes"]) for line in first["lines"]] == [(writer.record, ["opened"])]
    with feed(first["cursor"], 20) as sock:
        writer.move()
        assert silent(sock, 1), "a move is not announced"
        other = Writer(servers[1], token)
        _, second = told(sock)
    assert [line["record"] for line in second["lines"]] == [other.record]


def test_an_answer_comes_without_an_entry_when_the_time_is_up(servers: list[Server], redis: Any) -> None:
    writer = Writer(servers[0], tokens.create(redis, "record"))
    began = time.monotonic()
    with ask(servers[0], writer.record, after=1, wait=2) as sock:
        status, document = told(sock)
    assert (status, document["entries"], document["version"]) == (200, [], 1)
    assert time.monotonic() - began > 1.9


@pytest.mark.parametrize("wait", ["26", "-1", "x", "1.5"])
def test_a_wait_that_is_no_number_in_range_is_refused(servers: list[Server], redis: Any, wait: str) -> None:
    writer = Writer(servers[0], tokens.create(redis, "record"))
    with ask(servers[0], writer.record, after=1, wait=wait) as sock:
        status, document = told(sock)
    assert status == 400
    assert "wait" in document["errors"]


def test_who_may_not_read_does_not_wait(servers: list[Server], redis: Any) -> None:
    for token in ("", "mb_a_b"):
        with ask(servers[0], "a" * 26, token, after=1, wait=20) as sock:
            assert told(sock)[0] == (401 if token else 404)


def test_who_waits_does_not_hold_up_the_end(settings: Settings, redis: Any, tmp_path: Path) -> None:
    server = start(settings, str(tmp_path))
    writer = Writer(server, tokens.create(redis, "record"))
    with ask(server, writer.record, after=1, wait=20) as sock:
        assert silent(sock, 1)
        server.process.send_signal(signal.SIGTERM)
        status, document = told(sock)
        assert (status, document["entries"]) == (200, [])
        server.process.wait(60)


@long_only
def test_a_thousand_who_wait_take_no_thread_from_a_writer(servers: list[Server], redis: Any) -> None:
    """They wait for one record, half with tokens of their own, while another one is written to."""
    reading, writing = servers
    token = tokens.create(redis, "record")
    watched, honest = Writer(writing, token), Writer(reading, token)
    with contextlib.ExitStack() as stack:
        readers = []
        for number in range(READERS):
            mine = tokens.create(redis, "read", record=watched.record) if number % 2 else ""
            readers.append(stack.enter_context(ask(reading, watched.record, mine, after=1, wait=WAIT_S)))
        assert silent(readers[-1], 2)
        beside = [honest.move() for _ in range(20)]
        watched.move()
        beside += [honest.move() for _ in range(5)]
        for sock in readers:
            status, document = told(sock)
            assert (status, [entry["version"] for entry in document["entries"]]) == (200, [2])
    assert max(beside) < WAIT_S, "a move waits for no reader's end"
