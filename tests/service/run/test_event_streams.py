"""Watchers of a record, on the real server: server-sent events that end with the right to look, or with the record."""

import contextlib
import json
import signal
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, Self

import pytest
import requests

from service.access import tokens
from service.config import Settings
from service.record.derived import queue, removal
from service.store.connect import connect
from service.store.log import Log
from tests.fuzz.wire import Server, start

Json = dict[str, Any]
SEATS = [{"colour": "yellow"}, {"colour": "red"}]
DEALT = {"type": "deal_starting_tile", "seat": 0, "tile": "resource_3"}
BEAT_S = 1.0
PLACES = 8
"""Streams that a server holds; a fourth of them are one caller's."""
QUICK = (
    f"from service.api.server import watching as s; s.HEARTBEAT_S = {BEAT_S}; s.GAP_S = 0.02; "
    "sending.CLIENT_TIMEOUT_S = 2"
)


@pytest.fixture(scope="module")
def server(store: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a short beat, little patience, and few places."""
    settings = Settings(
        log_url=store.log_url, queue_url=store.queue_url, rate=0, rate_address=0, rate_made=0, streams=PLACES
    )
    made = start(settings, str(tmp_path_factory.mktemp("server")), QUICK)
    yield made
    made.process.terminate()
    made.process.wait(30)


@pytest.fixture(scope="module")
def token(store: Any) -> str:
    return tokens.create(connect(store.log_url), "record")


class Table:
    def __init__(self, server: Server, token: str, **more: Any) -> None:
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {token}"
        self.server, self.token, self.version = server, token, 1
        self.url = f"http://127.0.0.1:{server.port}/v1/records"
        opened = self.session.post(self.url, json={"game": "kingdoms", "seats": SEATS, **more}, timeout=60).json()
        self.record = opened["id"]
        self.url += f"/{self.record}"

    def write(self, call: str = "moves", **body: Any) -> Json:
        headers = {"If-Match": f'"{self.version}"'}
        answer = self.session.post(f"{self.url}/{call}", json=body, headers=headers, timeout=60)
        assert answer.status_code == 201, answer.text
        document: Json = answer.json()
        self.version = document["version"]
        return document

    def link(self, **body: Any) -> tuple[str, str]:
        made = self.session.post(f"{self.url}/tokens", json=body, timeout=60).json()
        # A seat's link is an entry.
        self.version = self.session.get(self.url, timeout=60).json()["version"]
        return made["token"], made["id"]

    def log(self, token: str | None, after: int, **query: Any) -> Json:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = requests.get(f"{self.url}/log", {"after": after, **query}, headers=headers, timeout=60)
        document: Json = answer.json()
        return document


class Watcher:
    def __init__(self, table: Table, token: str | None = None, headers: Json | None = None, **query: Any) -> None:
        self.sock = table.server.connect()
        # A browser asks for compressed answers, also of a stream.
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        named = {"Host": "x", "Accept-Encoding": "gzip, identity;q=0", **bearer, **(headers or {})}
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        self.sock.sendall(f"GET /v1/records/{table.record}/stream?{asked} HTTP/1.1\r\n{head}\r\n".encode())
        self.sock.settimeout(60)
        self.answer = HTTPResponse(self.sock)
        self.answer.begin()
        self.status = self.answer.status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()
        self.sock.close()

    def block(self) -> dict[str, str]:
        """The fields of what comes next; {"": ""} for a comment, {} at the end."""
        fields: dict[str, str] = {}
        while line := self.answer.readline():
            if line == b"\n":
                return fields
            name, _, value = line.decode().rstrip("\n").partition(":")
            fields[name] = value.removeprefix(" ")
        return {}

    def event(self) -> dict[str, str]:
        while (found := self.block()) and "data" not in found:
            pass
        return found

    def told(self) -> Json:
        document: Json = json.loads(self.event()["data"])
        return document


def test_a_stream_tells_what_there_is_and_then_each_entry_under_its_version(server: Server, token: str) -> None:
    table = Table(server, token)
    with Watcher(table) as watcher:
        kind, kept = (watcher.answer.headers[name] for name in ("Content-Type", "Cache-Control"))
        assert (watcher.status, kind, kept) == (200, "text/event-stream", "no-store, no-transform")
        assert (watcher.answer.headers["X-Accel-Buffering"], watcher.answer.headers["Content-Encoding"]) == ("no", None)
        assert watcher.answer.headers["Access-Control-Allow-Origin"] == "*"
        assert watcher.block() == {"retry": "2000"}
        first = watcher.event()
        assert (first["id"], json.loads(first["data"])["entries"][0]["type"]) == ("1", "opened")
        for version, tile in ((2, "resource_3"), (3, "resource_4")):
            table.write(**{**DEALT, "seat": version - 2, "tile": tile})
            told = watcher.event()
            assert told["id"] == str(version)
            assert json.loads(told["data"]) == table.log(None, version - 1)


def admitted(table: Table, **asked: Any) -> Watcher:
    """One who watches once there is a place: the server has to notice first that an earlier one has gone."""
    while (watcher := Watcher(table, **asked)).status == 503:
        watcher.sock.close()
    return watcher


def test_who_comes_back_is_told_what_follows_the_last_event(server: Server, token: str) -> None:
    table = Table(server, token)
    table.write(**DEALT)
    for headers, query in (({"Last-Event-ID": "1"}, {}), ({}, {"after": 1}), ({"Last-Event-ID": "1"}, {"after": 2})):
        with admitted(table, headers=headers, **query) as watcher:
            told = watcher.told()
            assert [entry["version"] for entry in told["entries"]] == [2]
    with admitted(table, headers={"Last-Event-ID": "2"}) as watcher:
        table.write(**{**DEALT, "seat": 1, "tile": "resource_4"})
        assert watcher.event()["id"] == "3"


@pytest.mark.parametrize("said", ["x", "-1", "1.5", "99999999999999999", "٣"])
def test_a_last_event_that_is_no_version_is_refused(server: Server, token: str, said: str) -> None:
    answer = requests.get(
        f"{Table(server, token).url}/stream", headers={"Last-Event-ID": said.encode()}, timeout=60, stream=True
    )
    assert (answer.status_code, answer.json()["title"]) == (400, "Invalid request")


def test_each_pair_of_eyes_is_told_what_the_log_tells_it_and_never_more(server: Server, token: str) -> None:
    """Two seats, the recorder and nobody watch while secrets are sealed, and one of them opens."""
    table = Table(server, token)
    mine, theirs = (table.link(scope="seat", seat=seat)[0] for seat in (0, 1))
    began = table.version
    with contextlib.ExitStack() as stack:
        watchers = {
            (who, eyes): stack.enter_context(Watcher(table, who, after=began, **({"eyes": eyes} if eyes else {})))
            for who, eyes in ((None, ""), (mine, ""), (theirs, ""), (token, ""), (mine, "public"))
        }
        told: dict[Any, list[Json]] = {key: [] for key in watchers}
        for move in (
            DEALT,
            {**DEALT, "seat": 1, "tile": "resource_4"},
            {"type": "choose_start_player", "player": 0},
            {"type": "place_starting_tile", "seat": 0, "row": 1, "col": 1},
        ):
            before = table.version
            table.write(**move)
            for (who, eyes), watcher in watchers.items():
                told[who, eyes].append(watcher.told())
                assert told[who, eyes][-1] == table.log(who, before, **({"eyes": eyes} if eyes else {}))
    dealt = str(began + 1)
    assert {key: dealt in each[0]["secrets"] for key, each in told.items()} == {
        (None, ""): False, (mine, ""): True, (theirs, ""): False, (token, ""): True, (mine, "public"): False,
    }  # fmt: skip
    assert "resource_3" not in json.dumps([told[theirs, ""][:3], told[None, ""][:3], told[mine, "public"][:3]])


def test_eyes_that_are_not_the_callers_are_refused(server: Server, token: str) -> None:
    table = Table(server, token)
    seat = table.link(scope="seat", seat=0)[0]
    private = Table(server, token, visibility="private")
    for watched, who, query, status in (
        (table, seat, {"eyes": "seat:1"}, 403),
        (table, None, {"eyes": "recorder"}, 401),
        (table, "mb_a_b", {}, 401),
        (private, None, {}, 404),
        (private, seat, {}, 404),
    ):
        with Watcher(watched, who, **query) as watcher:
            assert watcher.status == status
            assert watcher.answer.headers["Content-Type"] == "application/problem+json"


def test_a_revoked_token_hears_nothing_more(server: Server, token: str) -> None:
    table = Table(server, token)
    who, name = table.link(scope="read")
    with Watcher(table, who, after=table.version) as idle, Watcher(table, who, after=table.version) as busy:
        assert table.session.delete(f"{table.url}/tokens/{name}", timeout=60).status_code == 204
        assert idle.event() == {}, "nobody writes, and it is over"
        table.write(**DEALT)
        assert busy.event() == {}


def test_who_watches_is_asked_for_the_right_when_a_token_is_revoked(server: Server, token: str, store: Any) -> None:
    table = Table(server, token)
    name = table.link(scope="read")[1]
    with contextlib.closing(connect(store.queue_url)) as connection, connection.pubsub() as heard:
        heard.subscribe(queue.WRITTEN)
        table.session.delete(f"{table.url}/tokens/{name}", timeout=60)
        until = time.monotonic() + 60
        told = b""
        while table.record.encode() not in told:
            assert time.monotonic() < until, "nobody is woken"
            message = heard.get_message(ignore_subscribe_messages=True, timeout=1)
            told = message["data"] if message else b""


def test_a_stream_ends_with_the_record(server: Server, token: str) -> None:
    for call, reason, why in (("close", "abandoned", "closed"), ("void", "the wrong box", "void")):
        table = Table(server, token)
        with Watcher(table, after=1) as watcher:
            table.write(call, reason=reason)
            assert watcher.event()["id"] == str(table.version)
            last = watcher.event()
            assert (last["event"], json.loads(last["data"])) == ("end", {"why": why})
            assert watcher.event() == {}
        # And who comes later is told at once.
        with Watcher(table, after=table.version) as late:
            assert (late.event()["event"], late.event()) == ("end", {})


def test_a_removed_record_is_watched_no_more(server: Server, token: str, store: Any) -> None:
    table = Table(server, token)
    with Watcher(table, after=1) as watcher:
        removal.remove(Log(connect(store.log_url)), connect(store.queue_url), table.record)
        assert watcher.event() == {}


def test_a_quiet_stream_has_a_beat(server: Server, token: str) -> None:
    with Watcher(Table(server, token), after=1) as watcher:
        began = time.monotonic()
        assert [watcher.block() for _ in range(3)] == [{"retry": "2000"}, {"": ""}, {"": ""}]
        assert time.monotonic() - began > BEAT_S * 0.9


def test_there_are_so_many_places_and_one_caller_has_a_fourth_of_them(server: Server, token: str) -> None:
    table = Table(server, token)
    with contextlib.ExitStack() as stack:
        spellings = [{"Authorization": f"{kind}{token}"} for kind in ("Bearer ", "bearer ", "BEARER  ")]
        mine = [stack.enter_context(Watcher(table, headers=headers, after=1)) for headers in spellings]
        assert [watcher.status for watcher in mine] == [200, 200, 503]
        assert mine[2].answer.headers["Retry-After"] == "30"
        assert mine[2].answer.headers["Access-Control-Allow-Origin"] == "*"
        for number in range(7):
            other = table.link(scope="read")[0]
            status = stack.enter_context(Watcher(table, other, after=1)).status
            assert status == (200 if number < PLACES - 2 else 503)
        # A place is free when its watcher has gone.
        mine[0].__exit__()
        another, until = table.link(scope="read")[0], time.monotonic() + 60
        status = 503
        while status != 200:
            assert time.monotonic() < until
            status = stack.enter_context(Watcher(table, another, after=1)).status


def test_streams_and_the_slow_process_do_not_hold_up_the_end(store: Any, token: str, tmp_path: Path) -> None:
    own = start(Settings(log_url=store.log_url, queue_url=store.queue_url), str(tmp_path))
    table = Table(own, token)
    assert table.session.get(f"{table.url}/export", timeout=60).status_code == 200  # by the slow process
    with Watcher(table, after=1) as watcher:
        assert watcher.block() == {"retry": "2000"}
        own.process.send_signal(signal.SIGTERM)
        assert watcher.event() == {}
        own.process.wait(60)
