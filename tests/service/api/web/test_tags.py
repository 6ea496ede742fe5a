"""Tags of answers: a tag stands for the bytes it came with and for no others, whoever asks, and however."""

import hashlib
import re
from typing import Any

import pytest

from service.access import tokens
from service.api.web.http import Service
from tests.service.conftest import Api, As, Json, Record
from tests.service.promised import SEATS, app, record, refused

__all__ = ["app", "record"]

CASTLE: Json = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
TAG = re.compile(r'"(\d+)-([0-9a-f]{16})"')
READS: list[tuple[str, Json]] = [
    ("", {}), ("/log", {}), ("/log", {"after": 2}), ("/log", {"eyes": "public"}), ("/state", {}),
    ("/state", {"ply": 2}), ("/state", {"version": 3}), ("/state", {"eyes": "public"}), ("/offers", {}),
    ("/offers", {"move": '{"type": "place_castle"}'}), ("/replay", {}), ("/replay", {"eyes": "public"}),
    ("/export", {}), ("/export", {"format": "text"}), ("/export", {"format": "html"}),
]  # fmt: skip
"""Every call on a running record that gives a tag, with what may be asked of it."""
EN, ES = {"Accept-Language": "en"}, {"Accept-Language": "es"}
LINES = {"Accept-Language": "en", "Accept": "application/x-ndjson"}


@pytest.fixture
def hands(record: Record, anyone: Api, admin: Api, as_: As, service: Service) -> dict[str, Api]:
    return {
        "recorder": record.api, "seat 0": as_(record.seat_token(0)), "seat 1": as_(record.seat_token(1)),
        "reader": as_(tokens.create(service.log.store, "read", record=record.id)),
        "stranger": as_(tokens.create(service.log.store, "record")), "admin": admin, "nobody": anyone,
    }  # fmt: skip


@pytest.fixture
def given(record: Record, hands: dict[str, Api], project: Any, bare_pages: None) -> dict[tuple[Any, ...], Any]:
    """Every answer that anybody is given: reader, call, query and form -> answer."""
    project(record.id)
    return {
        (who, what, tuple(query.items()), tuple(form.items())): record.by(api).get(what, form, **query)
        for who, api in hands.items()
        for what, query in READS
        for form in ((EN, ES, LINES) if what == "/log" else (EN, ES))
    }


def test_every_tag_is_the_version_and_a_hash_of_the_body(given: dict[tuple[Any, ...], Any]) -> None:
    for where, answer in given.items():
        assert answer.status_code == 200, where
        version, digest = TAG.fullmatch(answer.headers["ETag"]).groups()  # type: ignore[union-attr]
        assert digest == hashlib.sha256(answer.data).hexdigest()[:16], where
        if answer.is_json and "version" in answer.json and ("ply", 2) not in where[2]:
            assert int(version) == answer.json["version"], where


def test_a_tag_is_of_its_own_bytes(record: Record, hands: dict[str, Api], given: dict[tuple[Any, ...], Any]) -> None:
    bodies = {answer.headers["ETag"]: answer.data for answer in given.values()}
    mixed = 0
    for (who, what, query, form), answer in given.items():
        reader, own = record.by(hands[who]), answer.headers["ETag"]
        foreign = ", ".join(tag for tag, body in bodies.items() if body != answer.data)
        mixed += foreign.count(",") + 1
        again = reader.get(what, {**dict(form), "If-None-Match": f'"{record.version}", "5", {foreign}'}, **dict(query))
        assert (again.status_code, again.data, again.headers["ETag"]) == (200, answer.data, own), (who, what, query)
        spared = reader.get(what, {**dict(form), "If-None-Match": f"{foreign}, {own}"}, **dict(query))
        assert (spared.status_code, spared.data, spared.headers["ETag"]) == (304, b"", own), (who, what, query)
        assert spared.headers["Cache-Control"] == answer.headers["Cache-Control"]
        assert spared.headers["Vary"] == answer.headers["Vary"]
    assert mixed > 1000


def test_what_a_token_was_given_is_stored_nowhere(given: dict[tuple[Any, ...], Any]) -> None:
    for where, answer in given.items():
        assert answer.headers["Cache-Control"] == ("no-cache" if where[0] == "nobody" else "no-store"), where
        varies = answer.headers["Vary"].split(", ")
        assert {"Authorization", "Accept-Language"} <= set(varies), where
        assert ("Accept" in varies) == (where[1] == "/log"), where


def test_lists_writes_and_refusals_vary_and_are_not_stored_either(record: Record, anyone: Api) -> None:
    written = record.move(**CASTLE)
    answers = {
        "list": record.api.get("/records"), "tokens": record.get("/tokens"), "written": written,
        "refused": record.move(**CASTLE), "not theirs": record.by(anyone).get("/state", eyes="judge"),
    }  # fmt: skip
    for name, answer in answers.items():
        assert answer.headers["Cache-Control"] == "no-store", name
        assert "Authorization" in answer.headers["Vary"].split(", "), name
    assert anyone.get("/records").headers["Cache-Control"] == "no-cache"


def test_a_write_is_answered_with_the_tag_of_its_answer(record: Record) -> None:
    written = record.move(**CASTLE)
    secret = record.api.post(f"{record.path}/secrets", {"name": "3", "tile": "dragon"}, {"If-Match": '"6"'})
    imported = record.by(record.api)
    imported.version = 7
    for version, answer in ((6, written), (7, secret), (8, imported.text("red castle 1 1,2\n"))):
        assert answer.status_code == 201, answer.text
        assert answer.headers["ETag"] == f'"{version}-{hashlib.sha256(answer.data).hexdigest()[:16]}"'


def test_a_conflict_carries_the_tag_of_its_own_body(record: Record) -> None:
    answer = record.move({"If-Match": '"2"'}, **CASTLE)
    refused(answer, 412, "version-conflict", version=5)
    assert answer.headers["ETag"] == f'"5-{hashlib.sha256(answer.data).hexdigest()[:16]}"'
    assert record.move({"If-Match": answer.headers["ETag"]}, **CASTLE).status_code == 201


def test_a_write_follows_any_tag_of_a_version_or_its_number(record: Record, given: dict[tuple[Any, ...], Any]) -> None:
    followed = sorted({answer.headers["ETag"] for answer in given.values()})
    assert len(followed) > 10
    for tag in [*followed, f'"{record.version}"', str(record.version)]:
        answer = record.move({"If-Match": tag}, {"dry_run": "1"}, **CASTLE)
        fits = int(tag.strip('"').partition("-")[0]) == record.version
        assert answer.status_code == (200 if fits else 412), tag


@pytest.mark.parametrize("tag", [
    '"5-"', '"5-0"', '"5-xyz"', '"5-0123456789ABCDEF"', '"5-0123456789abcdef0"', '"-0123456789abcdef"',
    '"0123456789abcdef"', '"5-0123456789abcdef-GZIP"', '"5-gzip"', '"5-0123456789abcdef-gzip-br"', 'W/"5"',
    '"5-0123456789abcdef", "6-0123456789abcdef"', '"5 -0123456789abcdef"',
])  # fmt: skip
def test_a_tag_that_no_answer_had_is_no_version_to_follow(record: Record, tag: str) -> None:
    refused(record.move({"If-Match": tag}, **CASTLE), 400, "invalid-request")
    assert record.get("").json["version"] == record.version


@pytest.mark.parametrize("mark", ['W/"{}"', '"{}-gzip"', '"{}-zstd"', '"{}-br"', '"{}"'])
def test_a_write_may_follow_a_tag_that_a_proxy_marked_when_it_packed_the_answer(record: Record, mark: str) -> None:
    """Nginx makes the tag of what it packs a weak one, Caddy adds the name of the packing."""
    tag = record.get("/state").headers["ETag"].strip('"')
    assert record.move({"If-Match": mark.format(tag)}, **CASTLE).status_code == 201
    refused(record.move({"If-Match": mark.format(tag)}, **CASTLE), 412, "version-conflict", version=6)


def test_a_read_that_must_match_takes_its_own_tag_and_the_bare_version_alone(
    record: Record, hands: dict[str, Api], given: dict[tuple[Any, ...], Any]
) -> None:
    for (who, what, query, form), answer in given.items():
        if ("version", 3) in query or dict(form) == ES or who not in ("seat 0", "nobody"):
            continue
        reader, own = record.by(hands[who]), answer.headers["ETag"]
        for tag in (own, f'"{record.version}"', f'"1", {own}', "*"):
            again = reader.get(what, {**dict(form), "If-Match": tag}, **dict(query))
            assert (again.status_code, again.data) == (200, answer.data), (who, what, tag)
        other = next(a.headers["ETag"] for a in given.values() if a.data != answer.data)
        for tag in (other, '"1"', f"W/{own}", f'"{record.version}-0123456789abcdef"'):
            again = reader.get(what, {**dict(form), "If-Match": tag}, **dict(query))
            refused(again, 412, "version-conflict", version=record.version)


def test_a_write_takes_from_a_tag_of_another_record_its_version_alone(record: Record, recorder: Api) -> None:
    other = recorder.open(*SEATS)
    refused(
        record.move({"If-Match": other.get("/state").headers["ETag"]}, **CASTLE), 412, "version-conflict", version=5
    )
    assert other.text("yellow deal +6\nred deal\nblue deal\nfirst yellow\n").status_code == 201
    assert record.move({"If-Match": other.get("/state").headers["ETag"]}, **CASTLE).status_code == 201
