"""In which order a call is looked at: its token, its length, its shape; so that a stranger's megabyte costs nothing."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from marshmallow import fields

from engines.kernel import strict_json
from service.access import tokens
from service.config import Settings
from tests.fixtures.steps import steps
from tests.fuzz.wire import Server, start
from tests.service.conftest import Api, Record
from tests.service.promised import app, record, refused, untouched

__all__ = ["app", "record"]

JSON = {"Content-Type": "application/json"}
WRITES = (
    "/records", "/records/import", "/boxes", "{record}/moves", "{record}/secrets", "{record}/undo",
    "{record}/consents", "{record}/corrections", "{record}/rulings", "{record}/checks", "{record}/notes",
    "{record}/signatures", "{record}/disputes", "{record}/close", "{record}/void", "{record}/import",
    "{record}/tokens", "{record}/codes", "{record}/recorder", "/leagues", "/leagues/x/links", "/leagues/x/tables",
    "/leagues/x/tokens", "/leagues/x/webhook/rotate",
)  # fmt: skip
"""Every call that takes a body, and a token before it."""
FOR_NOBODY = ("/claims",)
"""Every call that takes a body from somebody who has no token yet."""
SEATS = json.dumps({"game": "kingdoms", "seats": [{"hat": 1}] * 80_000}).encode()
"""A megabyte of seats with a fault in each."""


def test_every_call_that_takes_a_body_is_tried_here(app: Flask) -> None:
    rules = {str(rule) for rule in app.url_map.iter_rules() if (rule.methods or set()) & {"POST", "PUT", "PATCH"}}
    tried = {path.replace("{record}", "/records/<record>").replace("/x/", "/<league>/") for path in WRITES}
    # Each PUT is in the table of who may call what.
    put = (
        *(f"/leagues/<league>/{part}" for part in ("people/<ref>", "people/<ref>/joined", "conditions", "webhook")),
        "/drafts/<game>/<edition>",
        "/leagues/<league>",
    )
    empty = tuple(f"/leagues/<league>/webhook/{call}" for call in ("test", "resume"))
    assert {"/v1" + path for path in (*tried, *FOR_NOBODY, *put, *empty)} == rules


@pytest.mark.parametrize("path", WRITES)
def test_without_a_token_no_body_is_read(
    anyone: Api, record: Record, redis: Any, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    def read(*_: Any, **__: Any) -> Any:
        raise AssertionError("the body was read")

    monkeypatch.setattr(strict_json, "parse", read)
    with untouched(redis):
        for raw in (SEATS, b"{", b""):
            answers: list[Any] = []
            url = path.format(record=record.path)
            work = steps(lambda: answers.append(anyone.post(url, raw, {**JSON, "If-Match": "*"})))  # noqa: B023
            refused(answers[0], 401, "no-token")
            assert work < 20_000


@pytest.mark.parametrize("path", FOR_NOBODY)
def test_where_no_token_is_needed_a_strangers_megabyte_is_not_read_either(
    anyone: Api, redis: Any, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(strict_json, "parse", None)
    with untouched(redis):
        answers: list[Any] = []
        work = steps(lambda: answers.append(anyone.post(path, SEATS, JSON)))
        refused(answers[0], 413, "too-large")
        assert work < 20_000


@pytest.mark.parametrize("path", [*WRITES, *FOR_NOBODY])
def test_long_bodies_are_refused_unread(record: Record, redis: Any, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    long = path.endswith(("import", "tables")) or path in ("/boxes", "/records")
    raw = b" " * ((16 << 20) + 1 if long else (64 << 10) + 1)
    monkeypatch.setattr(strict_json, "parse", None)
    with untouched(redis):
        url, headers = path.format(record=record.path), {**JSON, "If-Match": "*"}
        refused(record.api.post(url, raw, headers, game="kingdoms"), 413, "too-large")


@pytest.mark.parametrize(("what", "many"), [
    ({"seats": [{"hat": 1}] * 4000}, "seats"),
    ({"seats": [{}, {}], "options": {f"o{n}": 0 for n in range(4000)}}, "options"),
    ({"seats": [{}, {}], "occasion": {"refs": {f"r{n}": 0 for n in range(4000)}}}, "occasion.refs"),
])  # fmt: skip
def test_a_list_is_counted_before_what_is_in_it(
    recorder: Api, redis: Any, monkeypatch: pytest.MonkeyPatch, what: Any, many: str
) -> None:
    looked: list[Any] = []
    whole = fields.Field.deserialize
    monkeypatch.setattr(fields.Field, "deserialize", lambda *given, **more: looked.append(0) or whole(*given, **more))
    with untouched(redis):
        answer = recorder.post("/records", json.dumps({"game": "kingdoms", **what}).encode(), JSON)
        assert refused(answer, 400, "invalid-request")["errors"].keys() == {many}
    assert len(looked) < 50, "what is in it is not looked at"


@pytest.fixture(scope="module")
def server(store: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = Settings(log_url=store.log_url, queue_url=store.queue_url, rate=0, rate_address=0)
    made = start(settings, str(tmp_path_factory.mktemp("order")), threads=4)
    yield made
    made.process.terminate()
    made.process.wait(30)


def post(server: Server, raw: bytes, token: str = "", path: str = "/v1/records") -> bytes:
    """The first bytes of the answer to a body that is sent whole, or as much of it as is taken."""
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    about = f"{bearer}Content-Type: application/json\r\nContent-Length: {len(raw)}"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\n{about}\r\n\r\n"
    with server.connect() as line:
        line.sendall(head.encode())
        with contextlib.suppress(ConnectionError):
            line.sendall(raw)
        try:
            return line.recv(4000)
        except ConnectionError:
            return b""


def test_a_refusal_is_heard_by_who_sends_on(server: Server, redis: Any) -> None:
    assert post(server, SEATS).startswith(b"HTTP/1.1 401")
    assert post(server, SEATS, tokens.create(redis, "record"), "/v1/records/none/notes").startswith(b"HTTP/1.1 413")
    assert post(server, b" " * (9 << 20), path="/v1/records/import").startswith(b"HTTP/1.1 401")


def test_a_long_body_that_is_wanted_is_read(server: Server, redis: Any) -> None:
    answer = post(server, b" " * (9 << 20), tokens.create(redis, "record"), "/v1/records/import")
    assert answer.startswith(b"HTTP/1.1 400")
