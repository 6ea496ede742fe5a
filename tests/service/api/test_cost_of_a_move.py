"""How much work one recorded move is, counted. It had come to cost twice as much, and no test noticed.

A time says little on a machine that is shared, and nothing in a test. What a move does can be counted instead: the
functions of Python that are called for it, in the thread that works on it and in the event loop, and the commands that
go to a store. A bound that is passed is no fault by itself: whoever needs more says so by raising it.
"""

from __future__ import annotations

import asyncio
import io
import statistics
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvloop
from flask import Flask
from redis.connection import AbstractConnection

from service.access import tokens
from service.api.asgi import Asgi, Readers
from service.api.heard import Heard
from service.api.waiting import Waiting
from service.api.watchers import Watchers
from service.config import Settings
from tests.bench import table
from tests.service.conftest import Api

Json = dict[str, Any]

MOVES = 30
"""Moves of one game: what is done once for a record or a token falls on few of them."""
IN_ITS_THREAD = 500
"""Calls of functions for a move, in the thread that answers it; 435 on 2026-11-22, 573 before they were looked at."""
IN_THE_LOOP = 70
"""The same in the event loop, besides the server's; 62 on 2026-11-22, 107 before."""


class Counted:
    """Counts the calls of Python's functions in one thread, and those that send a command to a store."""

    def __init__(self) -> None:
        self.calls = 0
        self.commands = 0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what this thread calls meanwhile."""
        sys.setprofile(self._see)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _see(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            self.calls += 1
            self.commands += frame.f_code is AbstractConnection.send_packed_command.__code__


def requests(app: Flask, redis: Any) -> list[Json]:
    """The moves of a game as its server gets them, in order, for a record that is open."""
    token = tokens.create(redis, "record")
    record = Api(app.test_client(), token).open(*table.SEATS)
    return [
        {"path": f"/v1{record.path}/moves", "token": token, "version": version, "body": app.json.dumps(move).encode()}
        for version, move in enumerate(table.games(1)[0][:MOVES], 1)
    ]


def environ_of(sent: Json) -> Json:
    """A request as WSGI has it."""
    return {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": sent["path"],
        "QUERY_STRING": "",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(sent["body"])),
        "HTTP_AUTHORIZATION": f"Bearer {sent['token']}",
        "HTTP_IF_MATCH": f'"{sent["version"]}"',
        "wsgi.input": io.BytesIO(sent["body"]),
    }


def test_a_recorded_move_is_one_command_and_calls_few_functions(app: Flask, redis: Any) -> None:
    seen = []
    for sent in requests(app, redis):
        environ, said, counted = environ_of(sent), list[str](), Counted()
        with counted.counting():
            app.wsgi_app(environ, lambda status, _headers, said=said: said.append(status))
        assert said == ["201 CREATED"]
        seen.append(counted)
    assert statistics.median(counted.commands for counted in seen) == 1
    assert statistics.mean(counted.calls for counted in seen) <= IN_ITS_THREAD


def test_the_event_loop_calls_few_functions_for_a_move(settings: Settings) -> None:
    loops: list[int] = []

    def app(environ: Json, start: Callable[..., Any]) -> list[bytes]:
        loops.append(threading.get_ident())
        start("201 CREATED", [("Content-Type", "application/json"), ("Content-Length", "2")])
        return [environ["wsgi.input"].read()]

    async def answered(asgi: Asgi, counted: Counted) -> list[bytes]:
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "raw_path": b"/v1/records/a/moves",
            "query_string": b"",
            "server": ("x", 80),
            "client": ("127.0.0.1", 1),
            "headers": [(b"content-type", b"application/json"), (b"content-length", b"2"), (b"authorization", b"x")],
        }
        said: list[bytes] = []

        async def receive() -> Json:
            return {"type": "http.request", "body": b"{}"}

        async def send(message: Any) -> None:
            said.append(message.get("body", b""))

        with counted.counting():
            await asgi(scope, receive, send)
        return said

    async def run() -> list[int]:
        heard = Heard(settings.queue_url or "")
        readers = Readers(heard, Waiting(heard, 1), Watchers(heard, lambda *_: {}, 1))
        asgi = Asgi(app, threads=1, of_one=1, alone=1, small=1000, largest=1000, readers=readers)
        seen = []
        for _ in range(MOVES):
            counted = Counted()
            assert await answered(asgi, counted) == [b"", b"{}"]
            seen.append(counted.calls)
        asgi._pool.shutdown()
        return seen

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        seen = runner.run(run())
    assert threading.get_ident() not in loops
    assert statistics.median(seen) <= IN_THE_LOOP
