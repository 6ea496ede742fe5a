"""The whole result: when it was played, who began, which outcomes were signed before, and the same as CSV."""

import csv
import io
import json
from typing import Any

import pytest

from service.record.derived import results
from tests.service.api.routes.test_leagues import made, post, table
from tests.service.api.routes.test_replay import a_game
from tests.service.api.writes import evening
from tests.service.api.writes.test_judges import appointed
from tests.service.api.writes.test_rulings import rule
from tests.service.api.writes.test_signatures import COLOURS, finished, sign
from tests.service.conftest import Api, As, Json, Record


def test_an_earlier_signed_outcome_is_told_with_what_changed_it(recorder: Api, as_: As) -> None:
    record = finished(recorder)
    before = record.get("/result").json
    assert before["former"] == []
    links = [record.by(as_(record.seat_token(seat))) for seat in range(2)]
    assert [sign(link).status_code for link in links] == [201, 201]
    signed = record.get("/result").json["standing"]["signatures"]
    judge, _ = appointed(record, as_)
    rulings, gold = list[int](), {"type": "change_gold", "seat": 2, "by": 500}
    for _ in range(2):
        judge.version = record.get("").json["version"]
        answer = rule(judge, gold)
        assert answer.status_code == 201, answer.text
        rulings.append(answer.json["version"])
    now = record.get("/result").json
    assert [seat["rank"] for seat in now["seats"]][2] == 1
    assert now["former"] == [
        {
            "outcome": before["standing"]["outcome"],
            "seats": [{name: seat[name] for name in ("seat", "rank", "score")} for seat in before["seats"]],
            "signatures": signed,
            "changed_by": str(rulings[0]),
        }
    ]


def test_a_game_was_played_when_its_recorder_says_and_else_by_the_clock(recorder: Api) -> None:
    moves = [json.loads(line) for line in a_game().splitlines()]
    times = ["2026-11-20T23:30:00+01:00"] + ["2026-11-21T00:59:30+01:00"] * (len(moves) - 1)
    stated = [move | {"occurred_at": at, "zone": "Europe/Madrid"} for move, at in zip(moves, times, strict=True)]
    record = recorder.open(*COLOURS).import_moves(stated)
    assert record.get("/result").json["played"] == {
        "date": "2026-11-20", "zone": "Europe/Madrid", "start": "2026-11-20T22:30:00.000Z",
        "end": "2026-11-20T23:59:30.000Z", "minutes": 89,
    }  # fmt: skip
    other = finished(recorder, occasion={"date": "2026-11-21", "zone": "Europe/Madrid"})
    log, shown = other.get("/log").json["entries"], other.get("").json
    assert shown["played"]["start"] == log[1]["at"], "the first move, not the opening"
    assert shown["played"] | {"start": 0, "end": 0} == {
        "date": "2026-11-21", "zone": "Europe/Madrid", "start": 0, "end": 0, "minutes": 0,
    }  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_had_the_first_turn_is_the_first_seat(recorder: Api, seat: int) -> None:
    """The tiles are dealt in another order (KIN-2.14)."""
    record = recorder.open(*COLOURS)
    deal = [{"type": "deal_starting_tile", "seat": other} for other in (2, 0, 1)]
    record.play([*deal, {"type": "choose_start_player", "player": seat}])
    record.play([{"type": "place_castle", "seat": seat, "rank": 1, "row": 1, "col": 1}])
    assert evening.post(record, "close", {"reason": "abandoned"}).status_code == 201
    assert record.get("/result").json["first_seat"] == seat


def test_a_result_as_csv_has_no_formula_and_nothing_that_a_screen_obeys(admin: Api, as_: As) -> None:
    league = made(admin, as_)
    seats = [{"ref": "1", "name": "=1+1"}, {"ref": "2", "name": "-" * 100}]
    row = post(league, table("+7", seats=seats, links=["record"], occasion={"place": "@SUM(A1)"}))[0]
    recorder = as_(row["links"]["record"].partition("#t=")[2])
    record = Record(recorder, row["record"], 1)
    assert evening.post(record, "close", {"reason": "abandoned"}).status_code == 201
    answer = record.get("/result", {"Accept": "text/csv"})
    assert answer.content_type.startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert list(rows[0]) == list(results.COLUMNS)
    assert [row["name"] for row in rows] == ["'=1+1", "'" + "-" * 100]
    assert (rows[0]["place"], rows[0]["league"], rows[0]["league_ref"]) == ("'@SUM(A1)", "castilla", "'+7")
    assert (rows[0]["source"], rows[0]["rank"], rows[0]["end_reason"]) == ("recorded", "", "abandoned")
    assert record.get("/result").json["league"] == {"id": "castilla", "ref": "+7"}


@pytest.mark.parametrize(
    ("value", "cell"),
    [(-5, "-5"), ("-5", "'-5"), (" =1", "' =1"), ("\t=1", "␉=1"), ("a\u202eb", "a\ufffdb"), (None, ""), (True, "true")],
)
def test_cells_are_harmless(value: Any, cell: str) -> None:
    document: Json = {
        **dict.fromkeys(("record", "game", "rules", "source", "status", "regular", "first_seat")),
        "league": None,
        "occasion": {"event": value},
        "played": {},
        "box": {"hash": ""},
        "end": {"reason": ""},
        "standing": {"signatures": [], "outcome": None},
        "seats": [{"seat": 0}],
    }
    rows = list(csv.DictReader(io.StringIO(results.as_csv(document), newline="")))
    assert rows[0]["event"] == cell


def test_an_adopted_record_says_so() -> None:
    assert [results.source_of({"copy": None, "adopted": one}) for one in (None, {"by": "x"})] == ["recorded", "adopted"]
    assert results.source_of({"copy": {"original": "x"}, "adopted": None}) == "copy"
