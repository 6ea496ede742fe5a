"""The short way of a plain move: the same answers as the long one, byte for byte, and the same refusals."""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
import redis as redis_py
from flask import Flask
from werkzeug.test import Client

from service.access import tokens
from service.api.app import create_app
from service.api.http import Service
from service.api.short import ShortWay
from tests.service.conftest import Api, Record
from tests.service.promised import SEATS, app, record

__all__ = ["app", "record"]

Json = dict[str, Any]
CASTLE: Json = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
NEXT: Json = {"type": "place_castle", "seat": 1, "rank": 1, "row": 1, "col": 2}


class Ways:
    """The two ways into one application."""

    def __init__(self, app: Flask) -> None:
        way = app.wsgi_app
        assert isinstance(way, ShortWay)
        self.onward, self.handed_on = way._onward, 0
        self.short, self.long = Client(ShortWay(app, self._counted)), Client(self.onward)

    def _counted(self, environ: Json, start_response: Any) -> Any:
        self.handed_on += 1
        return self.onward(environ, start_response)


@pytest.fixture
def ways(app: Flask) -> Ways:
    return Ways(app)


def send(client: Client, record: Record, body: Any, headers: Json | None = None, **more: Any) -> Any:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {
        "Authorization": f"Bearer {record.api.token}",
        "If-Match": f'"{record.version}"',
        "Content-Type": "application/json",
        **(headers or {}),
    }
    named = {name: value for name, value in sent.items() if value is not None}
    return client.post(more.pop("path", f"/v1{record.path}/moves"), data=raw, headers=named, **more)


def told(answer: Any) -> Any:
    """All that a caller gets."""
    return answer.status, sorted(answer.headers), answer.data


@pytest.mark.parametrize("language", [None, "es", "es-MX,en;q=0.5", "fr", "en;q=0, es;q=0.1", "", "*", "\x7f;;q=x"])
def test_both_ways_give_one_answer(ways: Ways, record: Record, language: str | None) -> None:
    headers = {"Idempotency-Key": "once", "Accept-Language": language}
    first = send(ways.short, record, CASTLE, headers)
    assert (first.status_code, ways.handed_on) == (201, 0)
    again = send(ways.long, record, CASTLE, headers)
    assert told(first) == told(again)
    assert told(send(ways.short, record, CASTLE, headers)) == told(first)


def test_what_the_long_way_wrote_the_short_one_knows(ways: Ways, record: Record) -> None:
    headers = {"Idempotency-Key": "once"}
    first = send(ways.long, record, CASTLE, headers)
    assert told(send(ways.short, record, CASTLE, headers)) == told(first)
    assert ways.handed_on == 0
    assert record.get("").json["version"] == record.version + 1


def test_what_is_said_beside_a_move_goes_the_same_way(ways: Ways, record: Record) -> None:
    headers = {"Idempotency-Key": "once"}
    move = CASTLE | {"occurred_at": "2026-11-21T19:30:00+01:00", "zone": "Europe/Madrid"}
    first = send(ways.short, record, move, headers)
    assert (first.status_code, ways.handed_on) == (201, 0)
    assert first.json["entry"]["occurred_at"] == move["occurred_at"]
    assert told(send(ways.long, record, move, headers)) == told(first)


def test_a_retry_with_another_move_is_refused_on_either_way(ways: Ways, record: Record) -> None:
    headers = {"Idempotency-Key": "once"}
    assert send(ways.short, record, CASTLE, headers).status_code == 201
    refusals = [send(way, record, CASTLE | {"col": 3}, headers) for way in (ways.short, ways.long)]
    assert [answer.status_code for answer in refusals] == [422, 422]
    assert told(refusals[0]) == told(refusals[1])


REFUSED: dict[str, tuple[int, Callable[[Record], Json]]] = {
    "illegal": (422, lambda _: {"body": CASTLE | {"rank": 9}}),
    "malformed": (400, lambda _: {"body": {"type": "place_castle", "hat": 1}}),
    "unknown": (400, lambda _: {"body": {"type": "dance"}}),
    "no type": (400, lambda _: {"body": {"seat": 0}}),
    "type of no text": (400, lambda _: {"body": {"type": 7}}),
    "seat of no number": (400, lambda _: {"body": CASTLE | {"seat": True}}),
    "seat null": (400, lambda _: {"body": CASTLE | {"seat": None}}),
    "seat too far": (400, lambda _: {"body": CASTLE | {"seat": 100}}),
    "time": (400, lambda _: {"body": CASTLE | {"occurred_at": "now"}}),
    "zone": (400, lambda _: {"body": CASTLE | {"zone": "Middle/Earth"}}),
    "float": (400, lambda _: {"body": CASTLE | {"rank": 1.5}}),
    "twice": (400, lambda _: {"body": b'{"type": "pass", "type": "pass"}'}),
    "no json": (400, lambda _: {"body": b"{"}),
    "no object": (400, lambda _: {"body": [CASTLE]}),
    "empty": (400, lambda _: {"body": b""}),
    "deep": (400, lambda _: {"body": b"[" * 1000 + b"]" * 1000}),
    "version": (412, lambda record: {"body": CASTLE, "headers": {"If-Match": f'"{record.version - 2}"'}}),
    "version ahead": (412, lambda record: {"body": CASTLE, "headers": {"If-Match": f'"{record.version + 2}"'}}),
    "no version": (428, lambda _: {"body": CASTLE, "headers": {"If-Match": None}}),
    "star": (428, lambda _: {"body": CASTLE, "headers": {"If-Match": "*"}}),
    "odd version": (400, lambda _: {"body": CASTLE, "headers": {"If-Match": "one"}}),
    "key": (400, lambda _: {"body": CASTLE, "headers": {"Idempotency-Key": "x" * 201}}),
    "media type": (415, lambda _: {"body": CASTLE, "headers": {"Content-Type": "text/html"}}),
    "packed": (415, lambda _: {"body": CASTLE, "headers": {"Content-Encoding": "gzip"}}),
    "no token": (401, lambda _: {"body": CASTLE, "headers": {"Authorization": None}}),
    "no bearer": (401, lambda _: {"body": CASTLE, "headers": {"Authorization": "Basic YTpi"}}),
    "worthless token": (401, lambda _: {"body": CASTLE, "headers": {"Authorization": "Bearer mb_a_b"}}),
    "no record": (404, lambda _: {"body": CASTLE, "path": f"/v1/records/{'a' * 26}/moves"}),
    "no such path": (404, lambda _: {"body": CASTLE, "path": "/v1/records/a/b/moves"}),
    "too large": (413, lambda _: {"body": b" " * 3_000_000}),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_refusal_is_the_same_on_either_way_and_changes_nothing(
    ways: Ways, record: Record, case: str, language: str
) -> None:
    status, make = REFUSED[case]
    asked = make(record)
    headers = {"Accept-Language": language, **asked.pop("headers", {})}
    before = record.get("/log").data
    body = asked.pop("body")
    short, long = (send(way, record, body, headers, **asked) for way in (ways.short, ways.long))
    assert short.status_code == status, short.text
    assert short.mimetype == "application/problem+json"
    assert told(short) == told(long)
    assert ways.handed_on == 1
    assert record.get("/log").data == before


def test_a_conflict_brings_what_was_missed(ways: Ways, record: Record) -> None:
    behind = record.version
    assert send(ways.short, record, CASTLE).status_code == 201
    conflict = send(ways.short, record, NEXT)
    assert conflict.status_code == 412
    assert [entry["version"] for entry in conflict.json["since"]] == [behind + 1]
    assert "offers" in conflict.json


@pytest.mark.parametrize(
    "query", ["dry_run=1", "offers=1", "run=1", "lang=en,es", "lang=es"], ids=lambda query: query.replace("=", " ")
)
def test_whoever_asks_for_more_is_handed_on(ways: Ways, record: Record, query: str) -> None:
    answer = send(ways.short, record, CASTLE, query_string=query)
    assert answer.status_code == (200 if query == "dry_run=1" else 201)
    assert ways.handed_on == 1


def test_a_stranger_learns_nothing_of_a_private_record(ways: Ways, app: Flask, service: Service) -> None:
    store = service.log.store
    mine, other = (Api(app.test_client(), tokens.create(store, "record")) for _ in range(2))
    private = mine.open(*SEATS, visibility="private")
    answers = [send(way, private.by(other), CASTLE) for way in (ways.short, ways.long)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert told(answers[0]) == told(answers[1])


def test_a_revoked_token_writes_no_more(ways: Ways, record: Record, service: Service) -> None:
    text = tokens.create(service.log.store, "record", record=record.id)
    bearer = record.by(Api(record.api.client, text))
    assert send(ways.short, bearer, CASTLE).status_code == 201
    assert record.api.delete(f"{record.path}/tokens/{text.split('_')[1]}").status_code == 204
    bearer.version += 1
    assert send(ways.short, bearer, NEXT).status_code == 401


def test_a_seat_seals_what_is_its_own_on_either_way(ways: Ways, app: Flask, recorder: Api) -> None:
    dealt = recorder.open(*SEATS)
    seat = dealt.by(Api(app.test_client(), dealt.seat_token(1)))
    seat.version = dealt.version
    first = send(ways.short, seat, {"type": "deal_starting_tile", "seat": 1, "tile": "dragon"}, {"If-Match": "*"})
    assert first.status_code == 201, first.text
    public = recorder.get(f"{dealt.path}/log", eyes="public").text
    assert "dragon" not in public


def test_a_request_is_counted_once(settings: Any, redis: Any) -> None:
    """Also where the short way has to hand it on."""
    app = create_app(dataclasses.replace(settings, rate=1, rate_address=1, burst=10))
    mine = Api(app.test_client(), tokens.create(redis, "record"))
    record = mine.open(*SEATS)  # one of the ten
    statuses = [send(mine.client, record, b"{").status_code for _ in range(14)]
    assert statuses[:9] == [400] * 9
    assert statuses[-1] == 429


def test_a_body_that_does_not_come_is_refused(ways: Ways, record: Record) -> None:
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            raise OSError(f"gone before {len(buffer)} bytes")

    before = record.get("/log").data
    # What came of the last would do by itself; it is not what was meant.
    for stream in (Broken(), io.BytesIO(b'{"type"'), io.BytesIO(json.dumps(CASTLE).encode())):
        environ = {
            "CONTENT_LENGTH": "400",
            "CONTENT_TYPE": "application/json",
            "HTTP_AUTHORIZATION": f"Bearer {record.api.token}",
            "HTTP_IF_MATCH": f'"{record.version}"',
            "wsgi.input": stream,
        }
        answer = ways.short.post(f"/v1{record.path}/moves", environ_overrides=environ)
        assert answer.status_code == 400
        assert "did not come whole" in answer.json["detail"]
    assert record.get("/log").data == before


def test_a_store_that_hangs_is_waited_for_once(
    ways: Ways, record: Record, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the token, for the record, for the append: whoever is handed on does not wait as long again."""
    asked: list[str] = []

    def hangs(what: str) -> Callable[..., Any]:
        def ask(*_: Any, **__: Any) -> Any:
            asked.append(what)
            raise redis_py.TimeoutError

        return ask

    for place, name in ((service.recording, "move"), (service.lives, "load"), (tokens, "find")):
        monkeypatch.setattr(place, name, hangs(name))
        if name == "load":
            service.lives.drop(record.id)
        if name == "find":
            service.tokens.clear()
        answer = send(ways.short, record, CASTLE)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert asked == ["move", "load", "find"]


def test_both_ways_are_counted_under_one_name(ways: Ways, record: Record) -> None:
    def counted() -> float:
        page = ways.long.get("/metrics").text
        lines = [line for line in page.splitlines() if line.startswith("movebook_requests_total{")]
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if 'call="moves.make_move"' in line)

    before = counted()
    assert send(ways.short, record, CASTLE).status_code == 201
    record.version += 1
    assert send(ways.long, record, NEXT).status_code in (201, 422)
    assert counted() == before + 2
