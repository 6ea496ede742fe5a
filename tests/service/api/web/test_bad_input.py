"""Bad bodies, headers and queries: a clear problem that says what and where, and nothing changes."""

import json
from typing import Any

import pytest

from tests.service.conftest import Json, Record
from tests.service.promised import app, record, refused, untouched

__all__ = ["app", "record"]

CASTLE: Json = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
JSON = "application/json"
TEN_MB = 10 * 2**20


BODIES: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "a byte order mark alone": b"\xef\xbb\xbf",
    "cut off": b'{"type": "pass"',
    "two values": b'{"type": "pass"} {"type": "pass"}',
    "trailing comma": b'{"type": "pass",}',
    "single quotes": b"{'type': 'pass'}",
    "a comment": b'{"type": "pass"} // done',
    "a list": b'[{"type": "pass"}]',
    "a string": b'"pass"',
    "a number": b"5",
    "null": b"null",
    "true": b"true",
    "a float": b'{"type": "place_castle", "seat": 0, "rank": 1.0, "row": 1, "col": 1}',
    "a float by its exponent": b'{"type": "place_castle", "seat": 0, "rank": 1e0, "row": 1, "col": 1}',
    "minus nought": b'{"type": "place_castle", "seat": 0, "rank": -0.0, "row": 1, "col": 1}',
    "NaN": b'{"type": "place_castle", "seat": 0, "rank": NaN, "row": 1, "col": 1}',
    "Infinity": b'{"type": "place_castle", "seat": 0, "rank": Infinity, "row": 1, "col": 1}',
    "minus Infinity": b'{"type": "place_castle", "seat": 0, "rank": -Infinity, "row": 1, "col": 1}',
    "a float that overflows": b'{"type": "place_castle", "seat": 0, "rank": 1e999, "row": 1, "col": 1}',
    "2^53": b'{"type": "place_castle", "seat": 0, "rank": 9007199254740992, "row": 1, "col": 1}',
    "minus 2^53": b'{"type": "place_castle", "seat": 0, "rank": -9007199254740992, "row": 1, "col": 1}',
    "5,000 digits": b'{"type": "place_castle", "seat": 0, "rank": ' + b"9" * 5000 + b', "row": 1, "col": 1}',
    "a key twice": b'{"type": "pass", "seat": 0, "seat": 1}',
    "a key twice deep within": b'{"type": "score_epoch", "gold": {"0": 1, "0": 2}}',
    "a key twice by an escape": b'{"type": "pass", "seat": 0, "\\u0073eat": 1}',
    "no UTF-8": b'{"type": "pa\xffss"}',
    "Latin-1": '{"type": "pasó"}'.encode("latin-1"),
    "UTF-16": '{"type": "pass"}'.encode("utf-16"),
    "half a surrogate pair": b'{"type": "\\ud800"}',
    "half a surrogate pair as a key": b'{"type": "pass", "\\udfff": 1}',
    "a key that is no name": '{"type": "pass", "señal": 1}'.encode(),
    "an empty key": b'{"type": "pass", "": 1}',
    "a key of 60,000 letters": b'{"type": "pass", "' + b"k" * 60_000 + b'": 1}',
    "65 deep": b'{"type": "pass", "a": ' + b"[" * 65 + b"]" * 65 + b"}",
    "10,000 lists deep": b'{"type": "pass", "a": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "10,000 objects deep": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "10,000 brackets that do not close": b"[" * 10_000,
    "30,000 deep behind a quote": b'{"type": "\\"[", "a": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "a null character": b'{"type": "pass\x00"}',
}


def test_a_body_that_cannot_be_read_is_refused_everywhere(record: Record, redis: Any) -> None:
    with untouched(redis):
        for raw in BODIES.values():
            for path in (f"{record.path}/moves", f"{record.path}/secrets", "/records", f"{record.path}/tokens"):
                headers = {"Content-Type": JSON, "If-Match": '"5"', "Idempotency-Key": "k"}
                refused(record.api.post(path, raw, headers), 400, "invalid-request")
            if len(raw) < 5000:
                answer = record.get("/offers", move=raw.decode("latin-1"))
                assert answer.status_code in (200, 400)


@pytest.mark.parametrize(("what", "said"), [
    ("cut off", "column"), ("a float", "1.0"), ("NaN", "NaN"), ("2^53", "rank"),
    ("5,000 digits", "9007199254740991"), ("a key twice", "'seat'"), ("a key twice deep within", "'0'"),
    ("no UTF-8", "byte 12"), ("half a surrogate pair", "type"), ("10,000 lists deep", "64"), ("a list", "object"),
    ("a key that is no name", "'señal'"),
])  # fmt: skip
def test_a_refusal_says_what_and_where(record: Record, what: str, said: str) -> None:
    answer = record.api.post(f"{record.path}/moves", BODIES[what], {"Content-Type": JSON, "If-Match": '"5"'})
    assert said in refused(answer, 400, "invalid-request")["detail"]


@pytest.mark.parametrize("kind", [JSON, "text/plain", "application/x-ndjson"])
def test_ten_megabytes_are_too_many(record: Record, redis: Any, kind: str) -> None:
    move = json.dumps({**CASTLE, "type": "x" * TEN_MB}).encode()
    paths = {JSON: ["/moves", "/secrets", "/tokens"]}.get(kind, ["/import"])
    with untouched(redis):
        for path in paths:
            answer = record.api.post(f"{record.path}{path}", move, {"Content-Type": kind, "If-Match": '"5"'})
            assert answer.status_code in (400, 413), answer.text
            assert len(answer.data) < 10_000
            if kind == JSON:
                refused(answer, 413, "too-large")
        if kind == JSON:
            # A record may be opened with its moves, so a long body is read.
            refused(record.api.post("/records", move, {"Content-Type": kind}), 400, "invalid-request")


def test_a_file_of_long_lines_is_refused_by_line(record: Record, redis: Any) -> None:
    with untouched(redis):
        for line in ("x" * 5000, "yellow place_castle rank=" + "9" * 3900, "y " + "[" * 3000, '"' * 3999):
            answer = record.text(f"yellow castle 1 1,1\n{line}")
            assert answer.status_code in (400, 422)
            assert answer.json["line"] == 2
            assert len(answer.data) < 10_000


@pytest.mark.parametrize(("name", "value", "statuses"), [
    ("If-Match", "5,6", {400}), ("If-Match", "*, *", {400, 428}), ("If-Match", "\x80\xff", {400}),
    ("If-Match", "9" * 5000, {400}), ("Idempotency-Key", "", {400}), ("Idempotency-Key", "k" * 5000, {400}),
    ("Idempotency-Key", "\x80\xff", {400}), ("Authorization", "Bearer", {401}),
    ("Authorization", "Bearer " + "x" * 5000, {401}), ("Authorization", "\x80\xff", {401}),
    ("Authorization", "Basic eDp5", {401}), ("Content-Type", "application/json; charset=\x80", {201, 400, 415}),
    ("Content-Type", ";;;", {415}), ("Content-Type", "x" * 5000, {415}),
    ("Accept-Language", ";q=x,*,,;;,en;q=7,-", {201}), ("Accept-Language", "x" * 5000, {201}),
    ("Accept", "\x80/\xff;q=x", {201}), ("If-None-Match", '"5', {201}), ("Range", "bytes=9-1", {201}),
    ("Expect", "nothing", {201}), ("Host", "evil.example:99999", {201}), ("X-Forwarded-For", "junk, ,", {201}),
    ("X-HTTP-Method-Override", "DELETE", {201}), ("Content-Encoding", "gzip", {415}), ("Cookie", "=;=;\x80", {201}),
])  # fmt: skip
def test_junk_in_a_header_does_no_harm(record: Record, redis: Any, name: str, value: str, statuses: set[int]) -> None:
    before = record.get("/log").data
    answer = record.move({name: value}, **CASTLE)
    assert answer.status_code in statuses, answer.text
    if answer.status_code != 201:
        assert answer.mimetype == "application/problem+json"
        assert record.get("/log").data == before
    for what in ("", "/log", "/state", "/offers", "/replay", "/export"):
        assert record.get(what, {name: value}).status_code < 500
    assert record.api.get("/records", {name: value}).status_code < 500
    del redis


QUERIES = {
    "/records": ["limit"], "/records/{}/log": ["after", "limit"], "/records/{}/state": ["ply", "version"],
    "/records/{}/export": ["format"],
}  # fmt: skip
JUNK = ["", " ", "-1", "1.5", "1e3", "0x10", "NaN", "9" * 40, "9" * 5000, "é", "%00", "[]"]


def test_junk_in_a_query_is_refused_by_its_name(record: Record) -> None:
    for path, name in ((path, name) for path, names in QUERIES.items() for name in names):
        for value in JUNK:
            query: Json = {name: value}
            answer = record.api.get(path.format(record.id), **query)
            assert name in refused(answer, 400, "invalid-request")["errors"], (path, name, value)


@pytest.mark.parametrize("name", ["dry_run", "run", "offers"])
def test_junk_for_a_yes_or_no_is_refused_and_nothing_is_written(record: Record, redis: Any, name: str) -> None:
    with untouched(redis):
        for value in ("maybe", "2", "", "é"):
            refused(record.move(query={name: value}, **CASTLE), 400, "invalid-request")
