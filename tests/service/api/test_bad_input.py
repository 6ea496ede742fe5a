"""Bad input, of every kind the first issue names: a clear problem (what, where, which rule), and nothing changes."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from engines import GAMES
from tests.service.conftest import Api, Record
from tests.service.promised import SEATS, app, record, refused, untouched

__all__ = ["app", "record"]

Json = dict[str, Any]
CASTLE: Json = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
JSON = "application/json"
TEN_MB = 10 * 2**20

# ------------------------------------------------------------------------------------------------------- bad as a body

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


@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_cannot_be_read_is_refused_everywhere(record: Record, redis: Any, what: str) -> None:
    raw = BODIES[what]
    with untouched(redis):
        for path in (f"{record.path}/moves", f"{record.path}/secrets", "/records", f"{record.path}/tokens"):
            for query in ({}, {"dry_run": 1, "lang": "es"}):
                headers = {"Content-Type": JSON, "If-Match": '"5"', "Idempotency-Key": "k"}
                refused(record.api.post(path, raw, headers, **query), 400, "invalid-request")
        if len(raw) < 5000:
            answer = record.get("/offers", move=raw.decode("latin-1"))
            assert answer.status_code in (200, 400)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("cut off", "column"),
        ("a float", "1.0"),
        ("NaN", "NaN"),
        ("2^53", "rank"),
        ("5,000 digits", "9007199254740991"),
        ("a key twice", "'seat'"),
        ("a key twice deep within", "'0'"),
        ("no UTF-8", "byte 12"),
        ("half a surrogate pair", "type"),
        ("10,000 lists deep", "64"),
        ("a list", "object"),
        ("a key that is no name", "'señal'"),
    ],
)
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


def test_a_record_of_100_megabytes_is_too_large(recorder: Api, redis: Any, app: Any) -> None:
    with untouched(redis):
        raw = b" " * (app.config["IMPORT_LIMIT"] + 1)
        refused(recorder.post("/records/import", raw, {"Content-Type": JSON}), 413, "too-large")


def test_a_file_of_long_lines_is_refused_by_line(record: Record, redis: Any) -> None:
    with untouched(redis):
        for line in ("x" * 5000, "yellow place_castle rank=" + "9" * 3900, "y " + "[" * 3000, '"' * 3999):
            answer = record.text(f"yellow castle 1 1,1\n{line}")
            assert answer.status_code in (400, 422)
            assert answer.json["line"] == 2
            assert len(answer.data) < 10_000


# ----------------------------------------------------------------------------------------------------- unknown, or none


def test_what_is_unknown_is_named(record: Record, recorder: Api, redis: Any) -> None:
    with untouched(redis):
        game = refused(recorder.post("/records", {"game": "monopoly", "seats": [{}, {}]}), 404, "not-found")
        assert "monopoly" in game["detail"]
        for move, said, where in [
            ({"type": "buy_hotel"}, "buy_hotel", "type"),
            ({**CASTLE, "tower": 4}, "tower", "tower"),
            ({"type": "score_epoch", "gold": {"violet": 4}}, "violet", "gold.violet"),
        ]:
            problem = refused(record.move(**move), 400, "malformed-move")
            assert said in problem["detail"]
            assert where in problem["errors"]
        for seat in (3, 99):
            problem = refused(record.move(**{**CASTLE, "seat": seat}), 422, "illegal-move")
            assert str(seat) in problem["detail"]
            assert problem["rule"]
        refused(record.move(**{**CASTLE, "seat": 100}), 400, "invalid-request")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"rank": True}, "bad_rank"),
        ({"rank": "1"}, "bad_rank"),
        ({"rank": 0}, "bad_rank"),
        ({"rank": 5}, "bad_rank"),
        ({"rank": -1}, "bad_rank"),
        ({"rank": 2**53 - 1}, "bad_rank"),
        ({"row": 0}, "off_board"),
        ({"row": 6}, "off_board"),
        ({"col": 7}, "off_board"),
        ({"col": "1"}, "off_board"),
        ({"col": False}, "off_board"),
        ({"type": "draw_and_place", "rank": None, "tile": "resource_7"}, "unknown_kind"),
        ({"type": "draw_and_place", "rank": None, "tile": 5}, "unknown_kind"),
        ({"type": "draw_and_place", "rank": None, "tile": ""}, "unknown_kind"),
        ({"type": "draw_and_place", "rank": None, "tile": "x" * 5000}, "unknown_kind"),
    ],
)
def test_a_value_the_box_does_not_have_is_refused_by_clause(record: Record, redis: Any, move: Json, code: str) -> None:
    sent = {name: value for name, value in {**CASTLE, **move}.items() if value is not None}
    with untouched(redis):
        for lang in ("en", "es"):
            problem = refused(record.move(query={"lang": lang}, **sent), 422, "illegal-move", code=code)
            assert problem["rule"].startswith("KIN-")
            assert len(problem["detail"]) < 2000


# ------------------------------------------------------------------------------------------------------------- headers


def test_a_wrong_version_is_a_conflict(record: Record, redis: Any) -> None:
    with untouched(redis):
        for version in (0, 1, 4, 6, 999_999_999_999_999):
            problem = refused(record.move({"If-Match": f'"{version}"'}, **CASTLE), 412, "version-conflict", version=5)
            assert str(version) in problem["detail"]


@pytest.mark.parametrize(
    ("name", "value", "statuses"),
    [
        ("If-Match", "5,6", {400}),
        ("If-Match", "*, *", {400, 428}),
        ("If-Match", "\x80\xff", {400}),
        ("If-Match", "9" * 5000, {400}),
        ("Idempotency-Key", "", {400}),
        ("Idempotency-Key", "k" * 5000, {400}),
        ("Idempotency-Key", "\x80\xff", {400}),
        ("Authorization", "Bearer", {401}),
        ("Authorization", "Bearer " + "x" * 5000, {401}),
        ("Authorization", "\x80\xff", {401}),
        ("Authorization", "Basic eDp5", {401}),
        ("Content-Type", "application/json; charset=\x80", {201, 400, 415}),
        ("Content-Type", ";;;", {415}),
        ("Content-Type", "x" * 5000, {415}),
        ("Accept-Language", ";q=x,*,,;;,en;q=7,-", {201}),
        ("Accept-Language", "x" * 5000, {201}),
        ("Accept", "\x80/\xff;q=x", {201}),
        ("If-None-Match", '"5', {201}),
        ("Range", "bytes=9-1", {201}),
        ("Expect", "nothing", {201}),
        ("Host", "evil.example:99999", {201}),
        ("X-Forwarded-For", "junk, ,", {201}),
        ("X-HTTP-Method-Override", "DELETE", {201}),
        ("Content-Encoding", "gzip", {415}),
        ("Cookie", "=;=;\x80", {201}),
    ],
)
def test_junk_in_a_header_is_refused_or_of_no_effect(
    record: Record, redis: Any, name: str, value: str, statuses: set[int]
) -> None:
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


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/records", "limit"),
        ("/records/{}/log", "after"),
        ("/records/{}/log", "limit"),
        ("/records/{}/state", "ply"),
        ("/records/{}/state", "version"),
        ("/records/{}/export", "format"),
    ],
)
@pytest.mark.parametrize("value", ["", " ", "-1", "1.5", "1e3", "0x10", "NaN", "9" * 40, "9" * 5000, "é", "%00", "[]"])
def test_junk_in_a_query_is_refused_by_its_name(record: Record, path: str, name: str, value: str) -> None:
    query: Json = {name: value}
    answer = record.api.get(path.format(record.id), **query)
    assert name in refused(answer, 400, "invalid-request")["errors"]


@pytest.mark.parametrize("name", ["dry_run", "run", "offers"])
def test_junk_for_a_yes_or_no_is_refused_and_nothing_is_written(record: Record, redis: Any, name: str) -> None:
    with untouched(redis):
        for value in ("maybe", "2", "", "é"):
            refused(record.move(query={name: value}, **CASTLE), 400, "invalid-request")


def test_another_body_under_one_key_is_refused(record: Record, redis: Any) -> None:
    key = {"Idempotency-Key": "once", "If-Match": '"5"'}
    first = record.move(key, **CASTLE)
    with untouched(redis):
        problem = refused(record.move(key, **{**CASTLE, "rank": 2}), 422, "key-reused", version=6)
        assert "once" in problem["detail"]
        # With the same body and its old version: the first answer again.
        assert record.move(key, **CASTLE).data == first.data


def test_another_opening_under_one_key_names_nobody(recorder: Api, redis: Any) -> None:
    key = {"Idempotency-Key": "once"}
    seats = [{"colour": "red"}, {"colour": "blue"}]
    first = recorder.post("/records", {"game": "kingdoms", "seats": seats}, key)
    named = [{"colour": "red", "name": "Mallory"}, {"colour": "blue"}]
    with untouched(redis):
        refused(recorder.post("/records", {"game": "kingdoms", "seats": named}, key), 422, "key-reused")
    assert recorder.post("/records", {"game": "kingdoms", "seats": seats}, key).data == first.data


# ---------------------------------------------------------------------------------------------------- what rules forbid


def test_after_the_end_nothing_is_played_any_more(recorder: Api, redis: Any) -> None:
    kingdoms = GAMES["kingdoms"]
    moves = kingdoms.table(random.Random(2), SEATS, {}, kingdoms.box())
    record = recorder.open(*SEATS)
    lines = "".join(json.dumps(move) + "\n" for move in moves).encode()
    headers = {"If-Match": '"1"', "Content-Type": "application/x-ndjson"}
    record.version = recorder.post(f"{record.path}/import", lines, headers).json["version"]
    with untouched(redis):
        for move, rule in [
            (CASTLE, "KIN-12.1"),
            ({"type": "draw_and_place", "seat": 1, "tile": "dragon", "row": 1, "col": 1}, "KIN-12.1"),
            ({"type": "place_starting_tile", "seat": 1, "row": 1, "col": 1}, "KIN-12.1"),
            ({"type": "pass", "seat": 2}, "KIN-12.1"),
            ({"type": "deal_starting_tile", "seat": 0}, "KIN-12.1"),
            ({"type": "choose_start_player", "player": 0}, "KIN-12.1"),
            ({"type": "start_next_epoch"}, "KIN-12.3"),
            ({"type": "setup_game"}, "KIN-2.1"),
        ]:
            problem = refused(record.move(**move), 422, "illegal-move")
            assert problem["rule"] == rule, (move, problem)
            assert problem["code"] in ("wrong_phase", "no_fourth_epoch")


def test_a_castle_for_another_colour_is_out_of_turn(record: Record, redis: Any) -> None:
    with untouched(redis):
        for seat, colour in ((1, "Red"), (2, "Blue")):
            problem = refused(record.move(**{**CASTLE, "seat": seat}), 422, "illegal-move", rule="KIN-3.1")
            assert problem["code"] == "not_your_turn"
            assert colour in problem["detail"]
            assert "Yellow" in problem["detail"]
        refused(record.text("red castle 1 1,1"), 422, "illegal-move", rule="KIN-3.1", line=1)


def test_a_third_plus_six_is_refused_and_names_what_it_contradicts(recorder: Api, redis: Any) -> None:
    openly = recorder.open(*SEATS)
    assert openly.text("yellow deal\nred deal\nblue deal\nfirst yellow\n+6 1,1\n+6 1,2").status_code == 201
    confided = recorder.open(*SEATS)
    assert confided.text("yellow deal +6\nred deal\nblue deal\nfirst yellow\n+6 1,1").status_code == 201
    third: Json = {"type": "draw_and_place", "tile": "+6", "row": 5, "col": 6}
    with untouched(redis):
        refused(openly.move(**third), 422, "illegal-move", code="kind_exhausted")
        problem = refused(confided.move(**third), 422, "illegal-move", rule="KIN-14.7", code="held_elsewhere")
        assert "2" in problem["names"]
        dry = refused(confided.move(query={"dry_run": 1}, **third), 422, "illegal-move")
        assert dry == problem


def test_a_starting_tile_that_is_another_than_the_one_confided_names_its_deal(record: Record, redis: Any) -> None:
    with untouched(redis):
        for tile in ("hazard_6", "-6", "resource_5"):
            move: Json = {"type": "place_starting_tile", "seat": 0, "tile": tile, "row": 5, "col": 3}
            problem = refused(record.move(**move), 422, "illegal-move", rule="KIN-14.9")
            assert problem["code"] == "starting_tile_mismatch"
            assert "2" in problem["names"]


def test_a_starting_tile_that_lies_on_the_board_already_names_the_draw(record: Record, redis: Any) -> None:
    assert record.text("DR 1,1").status_code == 201
    with untouched(redis):
        move: Json = {"type": "place_starting_tile", "seat": 1, "tile": "dragon", "row": 5, "col": 3}
        problem = refused(record.move(**move), 422, "illegal-move", code="not_a_candidate")
        assert "6" in problem["names"]
        late = record.api.post(f"{record.path}/secrets", {"name": "3", "tile": "dragon"}, {"If-Match": '"6"'})
        assert refused(late, 422, "illegal-move")["rule"].startswith("KIN-14")


# ---------------------------------------------------------------------------------------------------------- files: bad


def flipped(file: bytes) -> bytes:
    at = file.index(b'"row":') + 6
    return file[:at] + (b"5" if file[at : at + 1] != b"5" else b"4") + file[at + 1 :]


def missing(file: bytes) -> bytes:
    document = json.loads(file)
    del document["entries"][3]
    return json.dumps(document).encode()


def swapped(file: bytes) -> bytes:
    document = json.loads(file)
    document["entries"][3:5] = document["entries"][4:2:-1]
    return json.dumps(document).encode()


def poor_box(file: bytes) -> bytes:
    document = json.loads(file)
    document["box"]["kinds"] = document["box"]["kinds"][1:]
    return json.dumps(document).encode()


@pytest.mark.parametrize("damage", [flipped, missing, swapped, poor_box])
def test_a_damaged_file_is_refused_and_says_where(
    record: Record, recorder: Api, redis: Any, damage: Callable[[bytes], bytes]
) -> None:
    assert record.move(**CASTLE).status_code == 201
    file = record.get("/export").data
    for name in redis.scan_iter(f"*:{record.id}"):
        redis.delete(name)
    record.api.client.application.extensions["movebook"].lives.drop(record.id)
    with untouched(redis):
        problem = refused(recorder.post("/records/import", damage(file), {"Content-Type": JSON}), 422, "import-refused")
        assert problem["errors"]
        refused(recorder.get(record.path), 404, "record-not-found")
    assert recorder.post("/records/import", file, {"Content-Type": JSON}).status_code == 201


# ------------------------------------------------------------------------------------------------------------ at random


def test_small_damages_never_break_the_service(record: Record, redis: Any) -> None:
    rng = random.Random(11)
    good = json.dumps({**CASTLE, "occurred_at": "2026-11-21T19:30:00Z", "zone": "Europe/Madrid"}).encode()
    headers = {"Content-Type": JSON, "If-Match": '"5"'}
    with untouched(redis):
        for _ in range(int(os.environ.get("MOVEBOOK_EXAMPLES", "300"))):
            raw = bytearray(good)
            for _ in range(rng.randint(1, 3)):
                place = rng.randrange(len(raw))
                match rng.randrange(3):
                    case 0:
                        raw[place] = rng.randrange(256)
                    case 1:
                        del raw[place]
                    case _:
                        raw[place:place] = rng.choice(
                            [b'"', b"{", b"}", b"[", b",", b"1", b"-", b"\\", b"\x00", b"null"]
                        )
            answer = record.api.post(f"{record.path}/moves", bytes(raw), headers, dry_run=1)
            assert answer.status_code in (200, 400, 422), (bytes(raw), answer.text)
