"""A record takes at most so many moves by game, says so before it has them, and all else goes on after that."""

import dataclasses
import gc
import json
import random
import tracemalloc
from typing import Any

import pytest

from engines import GAMES
from service.access import tokens
from service.api.app import create_app
from service.api.web.http import Service
from service.config import Settings, SettingsError
from service.record.state.cache import RecordCache
from service.record.write import quota, rate_limit
from service.store.log import Log
from tests.bench import table
from tests.bench.replay import laid
from tests.long import cases
from tests.service.conftest import Api, Record

SEATS = ("red", "blue")
DEAL = [
    {"type": "deal_starting_tile", "seat": 0},
    {"type": "deal_starting_tile", "seat": 1},
    {"type": "choose_start_player", "player": 0},
]
MOST = 10
JSON_LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def small(settings: Settings, redis: Any) -> Api:
    """A recorder at a service where a record of Kingdoms takes ten moves."""
    app = create_app(dataclasses.replace(settings, moves=f"kingdoms={MOST}"))
    return Api(app.test_client(), tokens.create(redis, "record"))


def castles(first: int, last: int) -> list[dict[str, Any]]:
    """The moves with these numbers, counted from 1: after the deal each seat in turn places a castle."""
    ranks = [1, 1, 1, 1, 2, 2, 2, 3]
    return [
        {
            "type": "place_castle", "seat": (number - 4) % 2, "rank": ranks[(number - 4) // 2],
            "row": 1 + (number - 4) // 6, "col": 1 + (number - 4) % 6,
        }
        for number in range(first, last + 1)
    ]  # fmt: skip


def test_a_record_takes_its_last_move_and_no_further_one(small: Api) -> None:
    record = small.open(*SEATS).play([*DEAL, *castles(4, MOST)])
    answer = record.move(**castles(MOST + 1, MOST + 1)[0])
    assert (answer.status_code, answer.json["type"]) == (409, "urn:movebook:problem:record-full")
    assert answer.json["detail"] == "this record of kingdoms has reached the limit of 10 moves"
    assert record.get("").json["ply"] == MOST
    assert record.move(query={"lang": "es"}, **castles(11, 11)[0]).json["detail"] == (
        "esta partida de kingdoms ya tiene el máximo de 10 jugadas"
    )
    assert record.move(query={"dry_run": 1}, **castles(11, 11)[0]).status_code == 409


def test_from_nine_tenths_on_a_write_and_the_summary_say_how_many_are_left(small: Api) -> None:
    record = small.open(*SEATS).play([*DEAL, *castles(4, 7)])
    assert "moves_left" not in record.move(**castles(8, 8)[0]).json
    assert "moves_left" not in record.get("").json
    assert record.move(query={"dry_run": 1}, **castles(9, 9)[0]).json["moves_left"] == 1
    assert record.move(**castles(9, 9)[0]).json["moves_left"] == 1
    assert record.get("").json["moves_left"] == 1
    assert record.move(**castles(10, 10)[0]).json["moves_left"] == 0
    assert record.get("").json["moves_left"] == 0


def test_a_retry_is_answered_as_it_was_also_when_the_record_is_full(small: Api) -> None:
    record = small.open(*SEATS).play([*DEAL, *castles(4, 9)])
    headers = {"Idempotency-Key": "last", "If-Match": f'"{record.version}"'}
    first, again = (record.move(headers, **castles(10, 10)[0]) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json


def test_an_import_stops_at_the_last_move(small: Api) -> None:
    record = small.open(*SEATS)
    lines = "\n".join(json.dumps(move) for move in [*DEAL, *castles(4, MOST + 1)])
    whole = small.post(f"{record.path}/import", lines, {"If-Match": '"1"', **JSON_LINES})
    assert (whole.status_code, whole.json["type"], whole.json["line"]) == (409, "urn:movebook:problem:record-full", 11)
    assert record.get("").json["version"] == 1, "all or nothing"
    part = small.post(f"{record.path}/import", lines, {"If-Match": '"1"', **JSON_LINES}, until_refused=1)
    assert part.status_code == 201
    assert (part.json["ply"], part.json["moves_left"]) == (MOST, 0)
    assert (part.json["refused"]["type"], part.json["refused"]["line"]) == ("urn:movebook:problem:record-full", 11)


def test_going_on_through_the_only_moves_stops_at_the_last_one(settings: Settings, redis: Any) -> None:
    with_room = Api(create_app(settings).test_client(), tokens.create(redis, "record"))
    moves = first_run(with_room)
    before = len(moves) - 1
    app = create_app(dataclasses.replace(settings, moves=f"xidit={len(moves)}"))
    record = Api(app.test_client(), tokens.create(redis, "record")).open("black", "red", "blue", game="xidit")
    record.play(moves[:before])
    answer = record.move(query={"run": 1}, **moves[before])
    assert answer.status_code == 201, answer.text
    assert (answer.json["ply"], answer.json["moves_left"]) == (len(moves), 0), "another one was on offer"


def first_run(api: Api) -> list[dict[str, Any]]:
    """The first moves of an imaginary game of Xidit, up to one after which the only move on offer has no field."""
    game = GAMES["xidit"]
    box, colours = game.box(), ["black", "red", "blue"]
    options = {name: field.default for name, field in game.options().items()}
    record, taken = api.open(*colours, game="xidit"), list[dict[str, Any]]()
    for move in game.table(random.Random(1), colours, options, box, knows="public"):
        taken.append(move)
        offers = record.move(query={"offers": 1}, **move).json["offers"]["moves"]
        if len(offers) == 1 and not offers[0]["fields"]:
            return taken
    pytest.fail("there is always something to choose")


def test_what_is_no_move_goes_on_in_a_full_record(small: Api, redis: Any) -> None:
    record = small.open(*SEATS).play([*DEAL, *castles(4, MOST)])
    late = small.post(f"{record.path}/secrets", {"name": "2", "tile": "resource_3"}, {"If-Match": "*"})
    assert late.status_code == 201, late.text
    assert record.seat_token(1)
    assert Log(redis).head(record.id).version == 1 + MOST + 2


def test_operators_bring_files_with_too_many_moves(small: Api, settings: Settings, redis: Any, recorder: Api) -> None:
    record = recorder.open(*SEATS).play([*DEAL, *castles(4, MOST + 1)])
    file = record.get("/export").data
    redis.flushall()
    app = create_app(dataclasses.replace(settings, moves=f"kingdoms={MOST}"))
    by = {scope: Api(app.test_client(), tokens.create(redis, scope)) for scope in ("record", "admin")}
    answer = by["record"].post("/records/import", file, {"Content-Type": "application/json"})
    assert (answer.status_code, answer.json["type"]) == (413, "urn:movebook:problem:too-large")
    assert "11 moves" in answer.json["detail"]
    assert by["admin"].post("/records/import", file, {"Content-Type": "application/json"}, adopt=1).status_code == 201
    brought = Record(by["admin"], record.id, record.version)
    assert brought.get("").json["moves_left"] == 0
    assert brought.move(**castles(12, 12)[0]).json["type"] == "urn:movebook:problem:record-full"


@pytest.mark.parametrize(("given", "said"), [
    ("kingdoms", "kingdoms=1000"), ("kingdoms=0", "kingdoms=1000"), ("kingdoms=1,kingdoms=2", "twice"),
    ("kingdoms=x", "kingdoms=1000"), ("chess=5", "no game 'chess'"),
])  # fmt: skip
def test_a_setting_that_names_no_number_of_moves_is_refused(given: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        Settings.load({"MOVEBOOK_MOVES": given})


@pytest.fixture
def often(small: Api, monkeypatch: pytest.MonkeyPatch) -> Api:
    """A recorder at a service where a record takes twenty undos, consents and corrections."""
    monkeypatch.setattr(quota, "LEAST_ACTS", 20)
    return small


def undo(record: Record, name: str = "", **query: Any) -> Any:
    head = record.get("").json["version"]
    last = [entry for entry in record.get("/log").json["entries"] if entry["type"] != "seated"][-1]
    undoes = [name or str(last["version"])]
    return record.api.post(f"{record.path}/undo", {"undoes": undoes}, {"If-Match": f'"{head}"'}, **query)


def test_a_record_takes_so_many_undos_and_redos_and_says_before_how_many_are_left(often: Api, redis: Any) -> None:
    record = often.open(*SEATS).play([*DEAL, *castles(4, 5)])
    answers = [undo(record).json for _ in range(20)]
    assert [answer.get("acts_left") for answer in answers] == [None] * 17 + [2, 1, 0]
    assert record.get("").json["acts_left"] == 0
    for query in ({}, {"dry_run": 1}):
        answer = undo(record, **query)
        assert (answer.status_code, answer.json["type"]) == (409, "urn:movebook:problem:record-full")
        assert answer.json["detail"].startswith(
            "this record has reached the limit of 20 undos, consents and corrections"
        )
    assert "20 acciones de deshacer, consentir y corregir" in undo(record, lang="es").json["detail"]
    # The table goes on, and so does a judge.
    record.version = record.get("").json["version"]
    record.play(castles(6, 6))
    judge = record.by(Api(often.client, tokens.create(redis, "admin")))
    assert undo(judge).status_code == 201


def test_the_links_of_the_seats_have_half_of_them_and_six_a_minute(often: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(f"2030-01-01T00:{minute:02}:00.000Z" for minute in range(60))
    at = next(times)
    monkeypatch.setattr(rate_limit, "now", lambda: at)
    record = often.open(*SEATS).play([*DEAL, *castles(4, 4)])
    seat = record.by(Api(often.client, record.seat_token(0)))
    assert [undo(seat).status_code for _ in range(6)] == [201] * 6
    refused = undo(seat)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert undo(record, "5").status_code == 201, "the recorder's go on"
    assert undo(record).status_code == 201
    at = next(times)
    assert [undo(seat, name).status_code for name in ("5", "", "", "")] == [201] * 4
    refused = undo(seat)
    assert (refused.status_code, refused.json["detail"]) == (
        409,
        "this record has reached the limit of 10 undos, consents and corrections from the links of its seats",
    )
    assert undo(record, "5").status_code == 201


def test_a_correction_makes_no_record_longer_than_it_may_be(small: Api) -> None:
    record = small.open(*SEATS).play([*DEAL, *castles(4, MOST)])

    def corrected(*changes: dict[str, Any], **query: Any) -> Any:
        head = {"If-Match": f'"{record.get("").json["version"]}"'}
        return record.api.post(f"{record.path}/corrections", {"changes": list(changes)}, head, **query)

    two_more = [
        {
            "op": "insert",
            "before": "11",
            "body": {"type": "place_castle", "seat": seat, "rank": 2, "row": 5, "col": 1 + seat},
        }
        for seat in (0, 1)
    ]
    for query in ({"dry_run": 1}, {}):
        answer = corrected(*two_more, **query)
        assert (answer.status_code, answer.json.get("type")) == (409, "urn:movebook:problem:record-full"), answer.text
    assert corrected({"op": "retract", "name": "11"}).status_code == 201
    assert record.get("").json["ply"] == MOST - 1


def test_a_file_with_more_undos_than_a_record_takes_is_an_operators_to_bring(often: Api, redis: Any) -> None:
    record = often.open(*SEATS).play([*DEAL, *castles(4, 4)])
    judge = record.by(Api(often.client, tokens.create(redis, "admin")))
    for _ in range(21):
        assert undo(judge).status_code == 201
    file = record.get("/export").data
    answer = often.post("/records/import", file, {"Content-Type": "application/json"})
    assert (answer.status_code, answer.json["type"]) == (413, "urn:movebook:problem:too-large")
    assert "21 undos, consents and corrections; the limit for kingdoms is 20" in answer.json["detail"]
    assert judge.api.post("/records/import", file, {"Content-Type": "application/json"}).status_code == 201


def test_records_of_many_entries_are_held_while_they_are_used(recorder: Api, service: Service) -> None:
    long = [recorder.open(*SEATS).play([*DEAL, *castles(4, 9)]).id for _ in range(3)]
    one = RecordCache(service.log).get(long[0]).memory.total(1)
    lives = RecordCache(service.log, max_bytes=5 * one // 2)
    for record in long:
        lives.get(record)
    assert [record for record in long if lives.held(record) is not None] == long[1:]
    lives = RecordCache(service.log, max_bytes=1)
    lives.get(long[0])
    assert lives.held(long[0]) is not None, "one alone is held, however long"


def test_a_record_that_grew_is_counted_as_it_is_now(recorder: Api, service: Service) -> None:
    grown, other = (recorder.open(*SEATS) for _ in range(2))
    small = RecordCache(service.log).get(other.id).memory.total(1)
    lives = RecordCache(service.log, max_bytes=2 * small + 1000)
    lives.get(other.id)
    live = lives.get(grown.id)
    assert lives.held(other.id) is not None
    grown.play([*DEAL, *castles(4, 9)])
    lives.catch_up(live)
    assert live.memory.total(1) > small + 1000
    lives.get(grown.id)
    assert lives.held(other.id) is None


COLOURS = {name: tuple(game.colours(game.box()))[:3] for name, game in GAMES.items()}


@pytest.mark.parametrize("game", sorted(GAMES, reverse=True)[: cases(2, 5)])
def test_what_a_record_is_counted_at_is_about_what_it_takes(game: str, service: Service) -> None:
    """By Python's own count of what was allocated while the record was read: between half of it and twice as much."""
    seats = COLOURS[game]
    (record,) = laid(service.log, game, seats, [table.games(1, game, seats)[0][:150]])
    RecordCache(service.log).get(record)
    gc.collect()
    tracemalloc.start()
    live = RecordCache(service.log).get(record)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 2 <= live.memory.total(1) <= 2 * taken
