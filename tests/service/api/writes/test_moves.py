"""A write without the framework: the quick entry and the route give the same answer, every header and every byte."""

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import pytest
import redis as redis_py
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, ValidationError, fields, validate
from werkzeug.datastructures import Headers
from werkzeug.test import Client

from service import metrics
from service.access import tokens
from service.api.app import create_app
from service.api.schemas.moves import MoveIn
from service.api.server.fast_path import FastPath
from service.api.web.call import Answer, Call
from service.api.web.service import Service
from service.api.writes import moves
from service.config import Settings
from service.record.write import rate_limit
from tests.engines.kernel.examples import examples
from tests.service.conftest import Api, As, Json, Record
from tests.service.promised import SEATS, app, record

__all__ = ["app", "record"]

JSON = {"Content-Type": "application/json", "If-Match": "*"}
CASTLE: Json = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}


def sent(record: Record, body: Any, headers: Json | None = None, query: Json | None = None) -> Call:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {"If-Match": f'"{record.version}"', "Content-Type": "application/json", **(headers or {})}
    asked = {name: [value] for name, value in (query or {}).items()}
    sent = Headers({name: value for name, value in named.items() if value is not None})
    return Call(f"/v1{record.path}/moves", asked, sent, raw)  # type: ignore[arg-type]


def written(service: Service, record: Record, call: Call) -> Answer:
    return moves.move(service, tokens.find(service.log.store, record.api.token or ""), record.id, call)


def routed(record: Record, call: Call, *, quick: bool = True) -> Any:
    """The answer of the application: by the quick entry, or by the route behind it."""
    headers = {"Authorization": f"Bearer {record.api.token}", **dict(call.headers)}
    query = {name: values[0] for name, values in call.query.items()}
    app = record.api.client.application.wsgi_app
    assert isinstance(app, FastPath)
    client = Client(app if quick else app._onward)
    return client.post(call.path, data=call.body, headers=headers, query_string=query)


def same(answer: Answer, record: Record, call: Call) -> bool:
    """Whether both ways of the application give the function's answer, with the headers of the site beside it."""
    ways = [routed(record, call, quick=quick) for quick in (True, False)]
    assert whole(ways[0]) == whole(ways[1])
    return all(
        answer.status == way.status_code
        and answer.body == way.data
        and all(way.headers.getlist(name) == [value] for name, value in answer.headers)
        for way in ways
    )


def whole(answer: Any) -> tuple[int, list[tuple[str, str]], bytes]:
    return answer.status_code, sorted(answer.headers), answer.data


@pytest.mark.parametrize("quick", [True, False], ids=["quick first", "route first"])
@pytest.mark.parametrize("query", [{}, {"lang": "es"}, {"offers": "1"}, {"run": "1", "offers": "1"}], ids=str)
def test_what_one_way_has_recorded_the_other_answers_alike(record: Record, query: Json, *, quick: bool) -> None:
    form = "Application/JSON; charset=utf-8"
    call = sent(record, CASTLE, {"Idempotency-Key": "once", "Content-Type": form, "Accept-Encoding": "gzip"}, query)
    first, again = (routed(record, call, quick=way) for way in (quick, not quick))
    assert first.status_code == 201
    assert {"ETag", "Location", "Vary", "Cache-Control", "Content-Length"} <= set(first.headers.keys())
    assert whole(again) == whole(first)
    assert record.get("").json["version"] == record.version + 1


@pytest.mark.parametrize("language", [None, "es", "es-MX,en;q=0.5", "fr", "en;q=0, es;q=0.1", "", "*", "\x7f;;q=x"])
@pytest.mark.parametrize("query", [{}, {"lang": "es,en"}, {"offers": "1"}], ids=str)
def test_the_route_repeats_the_function(service: Service, record: Record, language: str | None, query: Json) -> None:
    call = sent(record, CASTLE, {"Idempotency-Key": "once", "Accept-Language": language}, query)
    first = written(service, record, call)
    assert first.status == 201
    assert same(first, record, call)
    assert same(written(service, record, call), record, call)


def used(record: Record) -> str:
    assert record.move({"Idempotency-Key": "used"}, **CASTLE | {"col": 2}).status_code == 201
    return "used"


def voided(record: Record) -> Json:
    answer = record.api.post(f"{record.path}/void", {"reason": "spilled"}, {"If-Match": f'"{record.version}"'})
    record.version = answer.json["version"]
    return {}


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
    "flag": (400, lambda _: {"body": CASTLE, "query": {"dry_run": "perhaps"}}),
    "version": (412, lambda record: {"body": CASTLE, "headers": {"If-Match": f'"{record.version - 2}"'}}),
    "version ahead": (412, lambda record: {"body": CASTLE, "headers": {"If-Match": f'"{record.version + 2}"'}}),
    "no version": (428, lambda _: {"body": CASTLE, "headers": {"If-Match": None}}),
    "star": (428, lambda _: {"body": CASTLE, "headers": {"If-Match": "*"}}),
    "odd version": (400, lambda _: {"body": CASTLE, "headers": {"If-Match": "one"}}),
    "key": (400, lambda _: {"body": CASTLE, "headers": {"Idempotency-Key": "x" * 201}}),
    "weak version": (400, lambda _: {"body": CASTLE, "headers": {"If-Match": 'W/"5"'}}),
    "versions": (400, lambda _: {"body": CASTLE, "headers": {"If-Match": '"5", "6"'}}),
    "key of another": (422, lambda record: {"body": CASTLE, "headers": {"Idempotency-Key": used(record)}}),
    "no media type": (415, lambda _: {"body": CASTLE, "headers": {"Content-Type": None}}),
    "lines": (415, lambda _: {"body": CASTLE, "headers": {"Content-Type": "application/x-ndjson"}}),
    "void": (409, lambda record: {"body": CASTLE, "headers": voided(record)}),
    "media type": (415, lambda _: {"body": CASTLE, "headers": {"Content-Type": "text/html"}}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_is_the_same_by_the_route_and_changes_nothing(service: Service, record: Record, case: str) -> None:
    status, make = REFUSED[case]
    asked = make(record)
    headers = {"Accept-Language": "es", **asked.get("headers", {})}
    call = sent(record, asked["body"], headers, asked.get("query"))
    before = record.get("/log").data
    answer = written(service, record, call)
    assert answer.status == status, answer.body
    assert ("Content-Type", "application/problem+json") in answer.headers
    assert same(answer, record, call)
    assert record.get("/log").data == before


@pytest.fixture
def _at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still: a dry run says when its entry would have been written."""
    monkeypatch.setattr(rate_limit, "now", lambda: "2100-01-01T12:00:00.000Z")


@pytest.mark.usefixtures("_at_noon")
def test_both_ways_answer_any_writer_alike(service: Service, record: Record, as_: As, admin: Api) -> None:
    store = service.log.store
    seat = as_(record.seat_token(0))
    record.version = record.get("").json["version"]
    reader = as_(tokens.create(store, "read", record=record.id))
    stranger = as_(tokens.create(store, "record"))
    statuses: dict[str, list[int]] = {}
    for who, api in {"seat": seat, "reader": reader, "stranger": stranger, "admin": admin}.items():
        by = dataclasses.replace(record, api=api)
        for move in (CASTLE, CASTLE | {"rank": 9}, {"type": "dance"}):
            call = sent(by, move, query={"dry_run": "1"})
            answer = written(service, by, call)
            assert same(answer, by, call), (who, move)
            statuses.setdefault(who, []).append(answer.status)
    assert statuses == {
        "seat": [403, 403, 400], "reader": [403, 403, 403], "stranger": [403, 403, 403], "admin": [200, 422, 400],
    }  # fmt: skip


def test_a_refused_move_is_counted_by_its_rule(service: Service, record: Record) -> None:
    def refused() -> float:
        return sum(sample.value for metric in metrics.REFUSALS.collect() for sample in metric.samples[::2])

    before = refused()
    assert written(service, record, sent(record, CASTLE | {"rank": 9})).status == 422
    assert refused() == before + 1


def test_a_new_field_of_the_envelope_is_kept(service: Service, record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named where its shape is, and nowhere else: it is no parameter of the game."""

    class Wider(MoveIn):
        mood = fields.String(validate=validate.OneOf(["calm"]))

    monkeypatch.setattr(moves, "MOVE", Wider())
    monkeypatch.setattr(moves, "MOVE_ENVELOPE", Wider(exclude=("type", "seat")))
    assert written(service, record, sent(record, CASTLE | {"mood": "wild"})).status == 400
    entry = json.loads(written(service, record, sent(record, CASTLE | {"mood": "calm"})).body)["entry"]
    assert entry["mood"] == "calm"
    assert "mood" not in entry["body"]
    line = json.dumps({**CASTLE, "seat": 1, "col": 2, "mood": "calm"}).encode()
    record.version += 1
    call = sent(record, line, {"Content-Type": "application/x-ndjson"})
    answer = moves.moves(service, tokens.find(service.log.store, record.api.token or ""), record.id, call)
    assert json.loads(answer.body)["entry"]["mood"] == "calm"


LET_IN: dict[str, tuple[int, Json, Json]] = {
    "no token": (401, {"Authorization": None}, {}),
    "no bearer": (401, {"Authorization": "Basic YTpi"}, {}),
    "worthless token": (401, {"Authorization": "Bearer mb_a_b"}, {}),
    "packed": (415, {"Content-Encoding": "gzip"}, {}),
    "too large": (413, {}, {"data": b" " * 70_000}),
    "no record": (404, {}, {"path": f"/v1/records/{'a' * 26}/moves"}),
    "no such path": (404, {}, {"path": "/v1/records/a/b/moves"}),
    "strange query": (400, {}, {"query_string": {"dry": "1"}}),
}


@pytest.mark.parametrize("case", LET_IN)
def test_who_is_not_let_in_is_told_the_same_by_either_way(record: Record, case: str) -> None:
    status, headers, more = LET_IN[case]
    headers = {"Authorization": f"Bearer {record.api.token}", "Accept-Language": "es", **JSON, **headers}
    sent = {"data": json.dumps(CASTLE), "headers": {k: v for k, v in headers.items() if v is not None}, **more}
    path = sent.pop("path", f"/v1{record.path}/moves")
    quick = record.api.client.application.wsgi_app
    assert isinstance(quick, FastPath)
    answers = [Client(way).post(path, **sent) for way in (quick, quick._onward)]
    assert [answer.status_code for answer in answers] == [status, status]
    assert answers[0].data == answers[1].data
    assert sorted(answers[0].headers) == sorted(answers[1].headers)


def test_both_ways_are_counted_under_one_name(record: Record) -> None:
    def counted() -> float:
        return metrics.REQUESTS.labels("moves.make_move", "422")._value.get()

    before = counted()
    for quick in (True, False):
        assert routed(record, sent(record, CASTLE | {"rank": 9}), quick=quick).status_code == 422
    assert counted() == before + 2


def test_a_request_is_counted_once_against_its_limit(settings: Settings, redis: Any) -> None:
    app = create_app(dataclasses.replace(settings, rate=1, rate_address=1, burst=10))
    mine = Api(app.test_client(), tokens.create(redis, "record"))
    record = mine.open(*SEATS)  # one of the ten
    statuses = [routed(record, sent(record, b"{")).status_code for _ in range(14)]
    assert (statuses[:9], statuses[-1]) == ([400] * 9, 429)


def test_a_hanging_store_is_waited_for_once(record: Record, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
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
        answer = routed(record, sent(record, CASTLE))
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert asked == ["move", "load", "find"]


VALUES = st.one_of(st.none(), st.booleans(), st.integers(-2, 101), st.text(max_size=3), st.just("Europe/Madrid"))


@examples(100)
@given(st.dictionaries(st.sampled_from(["type", "seat", "occurred_at", "zone", "rank"]), VALUES))
def test_a_plain_move_is_taken_as_the_schema_takes_it(move: Json) -> None:
    shape = MoveIn()

    def loaded(load: Callable[[Json], Any]) -> Any:
        try:
            return load(move)
        except ValidationError as error:
            return error.messages

    assert loaded(shape.load) == loaded(lambda data: Schema.load(shape, data))
