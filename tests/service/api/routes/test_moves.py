"""Recording over HTTP (design, section 4): moves one at a time, secrets given later, files of moves."""

import functools
import json
import random
from typing import Any

import pytest

from engines import GAMES
from service.api.web.http import Service
from tests.service.conftest import Api, Json, Record
from tests.service.promised import SEATS, app, record, refused, untouched

__all__ = ["app", "record"]

CASTLE: Json = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
LINES = "application/x-ndjson"


def imported(record: Record, body: bytes | str, kind: str = LINES, headers: Json | None = None, **query: Any) -> Any:
    raw = body.encode() if isinstance(body, str) else body
    sent = {"If-Match": f'"{record.version}"', "Content-Type": kind, **(headers or {})}
    answer = record.api.post(f"{record.path}/import", raw, sent, **query)
    if answer.status_code == 201:
        record.version = answer.json["version"]
    return answer


def lines(*moves: Json) -> str:
    return "".join(json.dumps(move) + "\n" for move in moves)


def test_a_move_is_answered_with_its_entry_and_the_sentence_to_read_back(record: Record) -> None:
    answer = record.move(**CASTLE)
    assert answer.status_code == 201
    done = answer.json
    assert {"version", "ply", "entry", "says", "marks"} <= done.keys()
    assert "offers" not in done
    assert (done["version"], done["ply"]) == (6, 5)
    assert answer.headers["ETag"].startswith('"6-')
    assert done["entry"]["body"] == CASTLE
    assert "Yellow" in done["says"]["en"]
    there: Any = record.api.client.get(answer.headers["Location"])
    assert there.json["entries"] == [done["entry"]]
    before = record.get("/log", after=4, limit=1).json["entries"][0]
    assert done["entry"]["prev"] == before["hash"]


def test_what_may_come_next_is_told_where_it_is_asked_for(record: Record) -> None:
    offers = record.move(query={"offers": 1}, **CASTLE).json["offers"]
    assert offers["moves"] == record.get("/offers").json["moves"]
    assert {offer["seat"] for offer in offers["moves"]} == {1}


def test_a_seat_may_be_left_out_where_one_only_can_move(record: Record) -> None:
    del (move := dict(CASTLE))["seat"]
    assert record.move(**move).json["entry"]["body"] == CASTLE
    dealing = record.api.open(*SEATS)
    problem = refused(dealing.move(type="deal_starting_tile"), 400, "malformed-move")
    assert "seat" in problem["errors"]


def test_when_it_happened_stands_in_the_entry(record: Record) -> None:
    entry = record.move(**CASTLE, occurred_at="2026-11-21T19:30:00+01:00", zone="Europe/Madrid").json["entry"]
    assert (entry["occurred_at"], entry["zone"]) == ("2026-11-21T19:30:00+01:00", "Europe/Madrid")
    assert "occurred_at" not in entry["body"]


@pytest.mark.parametrize(("headers", "query", "langs"), [
    ({}, {}, ["en"]), ({}, {"lang": "es"}, ["es"]), ({}, {"lang": "en,es"}, ["en", "es"]),
    ({"Accept-Language": "es-MX, en;q=0.5"}, {}, ["es"]), ({"Accept-Language": "es"}, {"lang": "en"}, ["en"]),
    ({"Accept-Language": "eu"}, {"lang": "eu"}, ["en"]),
])  # fmt: skip
def test_the_sentence_comes_in_the_languages_asked_for(record: Record, headers: Json, query: Json, langs: Any) -> None:
    says = record.move(headers, query, **CASTLE).json["says"]
    assert sorted(says) == langs
    assert all(says.values())


@pytest.mark.parametrize(("headers", "query", "spanish"), [
    ({}, {}, False),
    ({}, {"lang": "es"}, True),
    ({"Accept-Language": "es"}, {}, True),
    ({"Accept-Language": "es"}, {"lang": "en"}, False),
])  # fmt: skip
def test_a_refusal_speaks_the_language_asked_for_and_the_rest_is_never_translated(
    record: Record,
    headers: Json,
    query: Json,
    spanish: bool,  # noqa: FBT001
) -> None:
    answer = record.move(headers, query, **{**CASTLE, "seat": 1})
    problem = refused(answer, 422, "illegal-move", rule="KIN-3.1", code="not_your_turn")
    assert (problem["title"] == "Jugada ilegal") is spanish
    assert ("turn" in problem["detail"]) is not spanish


def test_every_refusal_of_a_rule_leads_to_its_clause(record: Record, anyone: Api) -> None:
    assert record.move(**CASTLE).status_code == 201
    for move, rule in [
        ({**CASTLE, "seat": 0}, "KIN-3.1"),
        ({"type": "place_castle", "rank": 1, "row": 6, "col": 1}, "KIN-1.1"),
        ({"type": "place_castle", "rank": 1, "row": 1, "col": 1}, "KIN-4.11"),
        ({"type": "place_castle", "rank": 5, "row": 1, "col": 2}, "KIN-1.10"),
        ({"type": "draw_and_place", "tile": "lake", "row": 1, "col": 2}, "KIN-1.3"),
        ({"type": "draw_and_place", "tile": "dragon"}, "KIN-4.5"),
        ({"type": "pass"}, "KIN-6.2"),
        ({"type": "score_epoch"}, "KIN-7.1"),
        ({"type": "reveal_starting_tile"}, "KIN-7.3"),
    ]:
        problem = refused(record.move(**move), 422, "illegal-move")
        assert problem["rule"].startswith(rule.rpartition(".")[0]), problem
        assert problem["code"]
        page, _, anchor = problem["rule_url"].partition("#")
        assert anchor == problem["rule"].lower().replace(".", "-")
        for lang in ("en", "es"):
            shown = anyone.client.get(page, query_string={"lang": lang})
            assert shown.status_code == 200
            assert f'id="{anchor}"' in shown.text


def test_a_conflict_tells_what_was_missed_and_what_may_come_next(record: Record, redis: Any) -> None:
    late = record.by(record.api)
    record.play([CASTLE, {**CASTLE, "seat": 1, "col": 2}])
    with untouched(redis):
        for answer in (late.move(**CASTLE), imported(late, lines(CASTLE))):
            problem = refused(answer, 412, "version-conflict", version=7)
            assert answer.headers["ETag"].startswith('"7-')
            assert problem["since"] == record.get("/log", after=5).json["entries"]
            assert problem["offers"]["moves"] == record.get("/offers").json["moves"]
            assert "5" in problem["detail"]
            assert "7" in problem["detail"]


@pytest.mark.parametrize("query", [{}, {"lang": "en,es"}, {"offers": "1"}, {"lang": "es", "offers": "1"}])
@pytest.mark.parametrize(("call", "body", "match"), [
    ("moves", CASTLE, '"5"'), ("secrets", {"name": "3", "tile": "dragon"}, '"5"'),
    ("secrets", {"name": "4", "tile": "+6"}, "*"),
    ("import", lines(CASTLE, {**CASTLE, "seat": 1, "col": 2}).encode(), '"5"'),
    ("import", b"yellow castle 1 1,1\nred castle 1 1,2\n", '"5"'),
])  # fmt: skip
def test_a_repeated_request_gets_the_same_bytes(
    record: Record, service: Service, redis: Any, call: str, body: Any, match: str, query: Json
) -> None:
    headers = {"If-Match": match, "Idempotency-Key": "a retry"}
    if call == "import":
        headers["Content-Type"] = LINES if body.startswith(b"{") else "text/plain"

    def send() -> Any:
        return record.api.post(f"{record.path}/{call}", body, headers, **query)

    first = send()
    assert first.status_code == 201, first.text
    record.version = first.json["version"]
    with untouched(redis):
        again = [send()]
    service.lives.drop(record.id)
    again.append(send())
    record.move(type="place_castle", rank=2, row=5, col=5)
    again.append(send())
    service.lives.drop(record.id)
    again.append(send())
    for answer in again:
        assert (answer.status_code, answer.data) == (201, first.data)
        for name in ("ETag", "Location", "Content-Type", "Content-Length"):
            assert answer.headers.get(name) == first.headers.get(name), name


def test_a_dry_run_says_what_would_happen_and_writes_nothing(record: Record, redis: Any) -> None:
    with untouched(redis):
        answer = record.move(query={"dry_run": 1, "offers": 1}, **CASTLE)
    assert answer.status_code == 200
    done = record.move(query={"offers": 1}, **CASTLE).json
    told = answer.json
    assert (told["says"], told["marks"], told["offers"], told["ply"]) == (
        done["says"], done["marks"], done["offers"], done["ply"],
    )  # fmt: skip
    assert told["entry"]["body"] == done["entry"]["body"]


def test_a_dry_run_of_a_file_writes_nothing(record: Record, redis: Any) -> None:
    with untouched(redis):
        answer = imported(record, lines(CASTLE, {**CASTLE, "seat": 1, "col": 2}), dry_run=1)
    assert answer.status_code == 200
    assert [move["ply"] for move in answer.json["moves"]] == [5, 6]


@functools.cache
def forced() -> tuple[tuple[str, ...], list[Json], int]:
    """An imaginary table and where the first of its forced passes stands."""
    kingdoms = GAMES["kingdoms"]
    for seed in range(1, 40):
        moves = list(kingdoms.table(random.Random(seed), SEATS, {}, kingdoms.box()))
        passes = [place for place, move in enumerate(moves) if move["type"] == "pass"]
        if passes and moves[passes[0] - 1]["type"] != "pass":
            return SEATS, moves, passes[0]
    raise AssertionError


def test_a_run_goes_on_through_forced_passes(recorder: Api) -> None:
    seats, moves, first = forced()
    record = recorder.open(*seats)
    assert imported(record, lines(*moves[: first - 1])).status_code == 201
    apart = record.by(recorder)
    assert apart.move(query={"dry_run": 1}, **moves[first - 1]).json["entry"]["body"]["type"] != "pass"
    key = {"Idempotency-Key": "run"}
    answer = record.move(key, {"run": 1}, **moves[first - 1])
    assert answer.status_code == 201
    run = answer.json["moves"]
    assert [move["type"] for move in run[1:]] == ["pass"] * (len(run) - 1)
    assert len(run) > 1
    assert answer.json["version"] == apart.version + len(run)
    assert answer.json["entry"]["body"]["type"] == "pass"
    offers = record.get("/offers").json["moves"]
    assert len(offers) != 1 or offers[0]["fields"]
    again = apart.move(key, {"run": 1}, **moves[first - 1])
    assert again.data == answer.data


def test_a_run_stops_at_once_where_there_is_a_choice(record: Record) -> None:
    answer = record.move(query={"run": 1}, **CASTLE)
    assert answer.json["version"] == 6
    assert "moves" not in answer.json


def test_run_is_part_of_what_a_key_stands_for(record: Record) -> None:
    key = {"Idempotency-Key": "k", "If-Match": '"5"'}
    assert record.move(key, **CASTLE).status_code == 201
    refused(record.move(key, {"run": 1}, **CASTLE), 422, "key-reused")


@pytest.mark.parametrize("kind", ["text/plain", "text/plain; charset=utf-8", LINES])
def test_a_file_is_recorded_at_once(record: Record, kind: str) -> None:
    text = "# game: kingdoms\n\nyellow castle 1 1,1  # first\n1 place_castle rank=1 row=1 col=2\n"
    file = text if kind.startswith("text") else lines(CASTLE) + "\n" + lines({**CASTLE, "seat": 1, "col": 2})
    answer = imported(record, file, kind, offers=1)
    assert answer.status_code == 201
    done = answer.json
    assert answer.headers["ETag"].startswith('"7-')
    assert [(move["name"], move["ply"], move["seat"]) for move in done["moves"]] == [("6", 5, 0), ("7", 6, 1)]
    assert all(move["says"]["en"] for move in done["moves"])
    assert done["offers"]["moves"] == record.get("/offers").json["moves"]
    assert [entry["body"] for entry in record.get("/log", after=5).json["entries"]] == [
        CASTLE,
        {**CASTLE, "seat": 1, "col": 2},
    ]


def test_a_file_of_lines_may_say_when_it_happened(record: Record) -> None:
    at = {"occurred_at": "2026-11-21T19:30:00Z", "zone": "Europe/Madrid"}
    entry = imported(record, lines({**CASTLE, **at})).json["entry"]
    assert {name: entry[name] for name in at} == at


@pytest.mark.parametrize(("kind", "bad", "status", "slug"), [
    ("text/plain", "red castle 1 1,1", 422, "illegal-move"),
    ("text/plain", "red castle 5 2,2", 422, "illegal-move"),
    ("text/plain", "red frobnicate", 400, "malformed-move"),
    ("text/plain", "red place_castle rank=1 row=2 cow=2", 400, "malformed-move"),
    ("text/plain", 'red place_castle rank="\\ud800" row=1 col=2', 400, None),
    ("text/plain", "score_epoch gold.0=9999999999999999", 400, None),
    ("text/plain", "red place_castle rank=[[[ row=1 col=2", 400, "malformed-move"),
    ("text/plain", "red place_castle rank=1.5 row=1 col=2", 422, "illegal-move"),
    (LINES, '{"type": "place_castle", "rank": 1, "row": 1, "col": 1}', 422, "illegal-move"),
    (LINES, '{"type": "place_castle", "rank": 1, "row": 1}', 400, "malformed-move"),
    (LINES, '{"type": "pass", "hat": 1}', 400, "malformed-move"),
    (LINES, '{"type": "place_castle", "rank": 1.5, "row": 1, "col": 2}', 400, "malformed-move"),
    (LINES, '{"type": ', 400, "malformed-move"),
    (LINES, "[1]", 400, "malformed-move"),
    (LINES, '{"type": "place_castle", "rank": 1, "row": 2, "col": 2, "occurred_at": 5}', 400, "malformed-move"),
    (LINES, '{"type": "place_castle", "rank": 1, "row": 2, "col": 2, "occurred_at": "now"}', 400, "malformed-move"),
    (
        LINES,
        '{"type": "place_castle", "rank": 1, "row": 2, "col": 2, "zone": "Middle/Earth"}',
        400,
        "malformed-move",
    ),
])  # fmt: skip
def test_one_bad_line_refuses_the_file_by_its_number_or_keeps_what_comes_before(
    record: Record, redis: Any, kind: str, bad: str, status: int, slug: str | None
) -> None:
    good = "# a comment\nyellow castle 1 1,1\n" if kind == "text/plain" else lines(CASTLE) + "\n"
    with untouched(redis):
        for lang, word in (("en", "line 3"), ("es", "línea 3")):
            answer = imported(record, good + bad + "\n", kind, lang=lang)
            problem = refused(answer, status, slug or answer.json["type"].rpartition(":")[2], line=3)
            assert word in problem["detail"]
    answer = imported(record, good + bad + "\n", kind, until_refused=1)
    assert (answer.status_code, answer.json["version"]) == (201, 6)
    assert (answer.json["refused"]["line"], answer.json["refused"]["status"]) == (3, status)
    # What is held goes on from there, not from half of the refused line.
    done = record.move(type="place_castle", seat=1, rank=1, row=5, col=5)
    assert done.status_code == 201, done.text
    assert record.get("/log").json["version"] == 7


def test_until_refused_with_nothing_before_it_is_refused(record: Record, redis: Any) -> None:
    with untouched(redis):
        refused(imported(record, "yellow castle 9 1,1", "text/plain", until_refused=1), 422, "illegal-move", line=1)
        refused(imported(record, "yellow frobnicate", "text/plain", until_refused=1), 400, "malformed-move", line=1)
        refused(imported(record, "{", until_refused=1), 400, "malformed-move", line=1)


@pytest.mark.parametrize(("kind", "file"), [
    ("text/plain", ""), ("text/plain", "# only a comment\n\n"), ("text/plain", "# game: xidit\nyellow castle 1 1,1"),
    ("text/plain", b"yellow castle 1 1,1\n\xff"), (LINES, ""), (LINES, "\n\n"),
])  # fmt: skip
def test_a_file_that_is_none_is_refused(record: Record, redis: Any, kind: str, file: Any) -> None:
    with untouched(redis):
        refused(imported(record, file, kind), 400, "invalid-request")


@pytest.mark.parametrize("kind", ["text/plain", LINES])
def test_a_thousand_moves_are_the_most(recorder: Api, redis: Any, kind: str) -> None:
    record = recorder.open(*SEATS)
    line = "red deal\n" if kind == "text/plain" else lines({"type": "deal_starting_tile", "seat": 1})
    with untouched(redis):
        problem = refused(imported(record, line * 1001, kind), 413, "too-large")
        assert "1001" in problem["detail"]
        assert "1000" in problem["detail"]
        # A thousand are read; the second deal to one seat is what is wrong with these.
        refused(
            imported(record, "# header\n" * 9 + line * 1000 if kind == "text/plain" else line * 1000, kind),
            422,
            "illegal-move",
        )


def test_a_whole_game_typed_by_hand_is_the_game_move_by_move(recorder: Api) -> None:
    seats, moves, _ = forced()
    one, other, third = recorder.open(*seats), recorder.open(*seats), recorder.open(*seats)
    one.play(moves)
    assert imported(other, lines(*moves)).status_code == 201
    text = one.get("/export", format="text").text
    answer = imported(third, text, "text/plain")
    assert answer.status_code == 201, answer.text
    bodies = [[entry["body"] for entry in each.get("/log").json["entries"]][1:] for each in (one, other, third)]
    assert bodies[0] == bodies[1] == bodies[2]
    views = [each.get("/state").json["view"] for each in (one, other, third)]
    assert views[0] == views[1] == views[2]
    assert everything_secret(one) == everything_secret(third)


def everything_secret(record: Record) -> Json:
    """What the recorder was told, without the salt."""
    told = record.get("/log").json["secrets"]
    return {version: {name: fact["value"] for name, fact in facts.items()} for version, facts in told.items()}
