"""Compressed answers: who gets them, with which tag, and what is never compressed."""

import gzip
import hashlib
import re
from typing import Any

import pytest

from service.api.web import compression
from tests.service.api.routes.test_replay import a_game
from tests.service.conftest import Api, Json, Record
from tests.service.promised import SEATS, app, record

__all__ = ["app", "record"]

GZIP = {"Accept-Encoding": "gzip"}
LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture
def played(recorder: Api, project: Any) -> Record:
    made = recorder.open(*SEATS).import_moves(a_game())
    project(made.id)
    return made


def read(by: Record, what: str, headers: Json, method: str = "GET") -> Any:
    bearer = {"Authorization": f"Bearer {by.api.token}"} if by.api.token else {}
    return by.api.client.open(f"/v1{by.path}{what}", method=method, headers=bearer | headers)


def plain(answer: Any) -> bytes:
    """The body as it was before it was compressed."""
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    return gzip.decompress(answer.data)


@pytest.mark.parametrize(("takes", "compressed"), [
    (None, False), ("", False), ("gzip", True), ("GZip", True), ("gzip;q=0", False), ("gzip;q=0.001", True),
    ("gzip;q=0, *", False), ("gzip;q=2", False), ("deflate, br, zstd", False), ("gzip, deflate, br, zstd", True),
    ("*", True), ("*;q=0", False), ("*;q=0, gzip", True), ("identity", False), ("identity;q=0", False),
    ("identity;q=0, gzip", True), ("identity;q=0.5, gzip;q=0.4", False), ("identity;q=0.5, *;q=0.6", True),
])  # fmt: skip
def test_a_caller_gets_what_it_says_that_it_takes(anyone: Api, takes: str | None, *, compressed: bool) -> None:
    whole = anyone.get("/games/kingdoms")
    answer = anyone.get("/games/kingdoms", {} if takes is None else {"Accept-Encoding": takes})
    assert ("Content-Encoding" in answer.headers) == compressed
    assert (plain(answer) if compressed else answer.data) == whole.data
    assert answer.headers["Vary"] == whole.headers["Vary"] == "Authorization, Accept-Language, Accept-Encoding"


def test_what_is_small_is_compressed_only_for_those_who_refuse_it_as_it_is(anyone: Api) -> None:
    known = anyone.get("/games")
    assert compression.SMALLEST["gzip"] == 1000 < len(known.data)
    assert plain(anyone.get("/games", GZIP)) == known.data
    small = anyone.get("/records", GZIP)
    assert len(small.data) < 1000
    assert "Content-Encoding" not in small.headers
    assert "Accept-Encoding" in small.headers["Vary"]
    assert plain(anyone.get("/records", {"Accept-Encoding": "gzip, identity;q=0"})) == small.data


@pytest.mark.parametrize(("what", "form"), [
    ("/log", {}), ("/log", LINES), ("/log?wait=20", {}), ("/state", {}), ("/replay?lang=en,es", {}),
    ("/result", {}), ("/export", {}), ("/export?format=text", {}),
], ids=str)  # fmt: skip
def test_each_form_of_an_answer_has_a_tag_of_its_own(played: Record, anyone: Api, what: str, form: Json) -> None:
    by = played.by(anyone)
    whole, small = read(by, what, form), read(by, what, form | GZIP)
    assert (plain(small), small.headers["Content-Type"]) == (whole.data, whole.headers["Content-Type"])
    assert len(small.data) < len(whole.data) / 2
    own = whole.headers["ETag"].strip('"')
    assert re.fullmatch(r"\d+-" + hashlib.sha256(whole.data).hexdigest()[:16], own)
    assert small.headers["ETag"] == f'"{own}-gzip"'
    again = read(by, what, form | GZIP)
    assert (again.data, again.headers["ETag"]) == (small.data, small.headers["ETag"])
    head = read(by, what, form | GZIP, "HEAD")
    for name in ("ETag", "Content-Length", "Content-Encoding", "Vary"):
        assert head.headers[name] == small.headers[name], name

    def asked(tag: str, **headers: str) -> tuple[int, str | None, str]:
        answer = read(by, what, form | headers | {"If-None-Match": tag})
        if answer.status_code == 304:
            assert (answer.data, "Content-Encoding" in answer.headers) == (b"", False)
            assert answer.headers["Vary"] == whole.headers["Vary"]
        return answer.status_code, answer.headers["ETag"], answer.headers.get("Content-Encoding", "")

    takes = {"Accept-Encoding": "gzip"}
    assert asked(f'"{own}"') == asked(f'W/"{own}"') == (304, f'"{own}"', "")
    assert asked(f'"{own}-gzip"', **takes) == asked("*", **takes) == (304, f'"{own}-gzip"', "")
    # Whoever takes both may have either; a proxy that compresses, too, cuts the mark off. Who does not may not.
    assert asked(f'"{own}"', **takes) == (304, f'"{own}"', "")
    assert asked(f'"{own}-gzip"') == (200, f'"{own}"', "")
    assert asked(f'"{own}0-gzip"', **takes) == (200, f'"{own}-gzip"', "gzip")
    for tag in (f'"{own}"', f'"{own}-gzip"', f'"{own.partition("-")[0]}"'):
        assert read(by, what, form | takes | {"If-Match": tag}).status_code == 200
    assert read(by, what, form | {"If-Match": f'"{own}-gzip"'}).status_code == 412


def test_a_write_follows_the_version_of_a_compressed_answer(record: Record, anyone: Api) -> None:
    tag = record.by(anyone).get("/state", GZIP).headers["ETag"]
    assert tag.endswith('-gzip"')
    castle = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
    assert record.move({"If-Match": tag}, **castle).status_code == 201


def test_what_holds_secrets_is_not_compressed(played: Record, admin: Api, as_: Any, project: Any) -> None:
    seat = as_(played.seat_token(0))
    project(played.id)
    for what in ("/log", "/state", "/state?ply=2", "/replay", "/export", "/export?format=text", ""):
        for api in (played.api, seat, admin):
            answer = read(played.by(api), what, {"Accept-Encoding": "gzip, identity;q=0"})
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
            assert "Content-Encoding" not in answer.headers, what
            assert not answer.headers.get("ETag", "").endswith('-gzip"'), what
    for what in ("/log", "/state", "/replay", "/export"):
        assert plain(played.by(seat).get(what, GZIP, eyes="public")) == played.by(seat).get(what, eyes="public").data
    assert plain(played.by(seat).get("/result", GZIP)) == played.get("/result").data
    assert plain(seat.get("/games/kingdoms", GZIP)) == admin.get("/games/kingdoms").data


def test_what_a_write_answers_is_not_compressed(record: Record) -> None:
    castle = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
    written = record.move({"Accept-Encoding": "gzip, identity;q=0"}, {"offers": "1"}, **castle)
    assert written.status_code == 201
    assert len(written.data) > 1000
    assert "Content-Encoding" not in written.headers


def test_the_contract_and_the_rules_are_compressed(app: Any) -> None:
    web = app.test_client()
    for path in ("/openapi.json", "/rules/kingdoms", "/rules/kingdoms?lang=es"):
        whole, small = (web.get(path, headers=form) for form in ({}, GZIP))
        assert plain(small) == whole.data
        assert "Accept-Encoding" in whole.headers["Vary"]
        assert "Accept-Encoding" in small.headers["Vary"]
