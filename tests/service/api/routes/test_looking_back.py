"""Looking back: an earlier line of a record by version or time, and a place of a line by ply or name."""

from random import Random
from typing import Any

import pytest

from engines import GAMES
from service.api.web.http import Service
from service.record.derived import projections
from tests.service.conftest import Api, Json, Record
from tests.service.record.written import correct, write

SEATS = ("yellow", "red", "blue")


@pytest.fixture
def record(recorder: Api) -> Record:
    """Twelve moves of an imaginary table, of which the last two were then taken back."""
    game = GAMES["kingdoms"]
    moves = list(game.table(Random(1), SEATS, {}, game.box()))
    return recorder.open(*SEATS).play(moves[:12])


@pytest.fixture
def undone(record: Record, service: Service) -> Record:
    write(service, record.id, "undone", {"undoes": ["12", "13"], "seat": None})
    return record


def view(record: Record, **when: Any) -> Json:
    answer = record.get("/state", **when)
    assert answer.status_code == 200, answer.text
    return dict(answer.json["view"])


def test_a_named_move_and_its_ply_are_one_place(record: Record) -> None:
    for ply in (1, 5, 12):
        named = record.get("/state", name=str(ply + 1)).json
        assert named == record.get("/state", ply=ply).json
        assert named["ply"] == ply


def test_an_undo_shows_at_once_and_the_line_before_it_by_version_and_time(undone: Record) -> None:
    entries = undone.get("/log").json["entries"]
    assert undone.get("/state").json["ply"] == 10
    assert view(undone) == view(undone, version=11) == view(undone, name="11")
    before = undone.get("/state", version=13).json
    assert (before["version"], before["ply"]) == (13, 12)
    assert before["view"] == view(undone, version=13, name="13")
    then = [entry for entry in entries if entry["at"] <= entries[4]["at"]][-1]["version"]
    assert view(undone, at=entries[4]["at"]) == view(undone, version=then)
    assert view(undone, at="2999-01-01T01:00:00+01:00") == view(undone)


def test_the_replay_of_an_earlier_line_has_the_frames_it_had(undone: Record, anyone: Api) -> None:
    public = undone.by(anyone)
    then = public.get("/replay", version=13).json
    assert [frame["name"] for frame in then["frames"]] == [str(version) for version in range(2, 14)]
    assert (then["version"], then["generation"]) == (13, 0)
    assert len(public.get("/replay", version=14).json["frames"]) == 10


def test_a_generation_tells_who_holds_frames_that_are_undone(record: Record, service: Service, anyone: Api) -> None:
    public = record.by(anyone)
    projections.project(service.log, service.lives, record.id)
    assert public.get("/replay").json["generation"] == public.get("/log", after=13).json["generation"] == 0
    write(service, record.id, "undone", {"undoes": ["13"], "seat": None})
    projections.project(service.log, service.lives, record.id)
    replay = public.get("/replay").json
    assert replay["generation"] == public.get("/log", after=13).json["generation"] == 14
    assert len(replay["frames"]) == 11
    record.version = 14
    body = public.get("/log").json["entries"][12]["body"]
    assert record.move(**body).status_code == 201
    projections.project(service.log, service.lives, record.id)
    assert public.get("/replay").json["generation"] == 14, "what was told is only added to"


def test_frames_are_called_as_their_steps_are(record: Record, service: Service, anyone: Api) -> None:
    body = record.get("/log").json["entries"][11]["body"]
    insert = {"op": "insert", "before": "12", "body": body}
    correct(service, record.id, [insert, {"op": "retract", "name": "12"}])
    projections.project(service.log, service.lives, record.id)
    names = [frame["name"] for frame in record.by(anyone).get("/replay").json["frames"]]
    assert names == [*(str(version) for version in range(2, 12)), "14.1", "13"]
    assert record.get("/state", name="14.1").json["ply"] == 11


@pytest.mark.parametrize(("when", "status", "word"), [
    ({"name": "13"}, 404, "move 13 was undone by entry 14: ask for it with version=13"),
    ({"name": "99"}, 404, "a move's name is the version of its entry"),
    ({"name": "x"}, 400, "name"),
    ({"ply": 11}, 404, "10 moves at version 14"),
    ({"version": 15}, 404, "14 versions"),
    ({"at": "2001-01-01T00:00:00Z"}, 404, "the record was opened at"),
    ({"at": "yesterday"}, 400, "at"),
    ({"at": "2030-01-01T00:00:00"}, 400, "at"),
    ({"at": "2030-01-01T00:00:00Z", "version": 3}, 400, "not both"),
    ({"name": "3", "ply": 3}, 400, "not both"),
])  # fmt: skip
def test_a_moment_that_a_record_lacks_is_refused_with_help(undone: Record, when: Json, status: int, word: str) -> None:
    answer = undone.get("/state", **when)
    assert answer.status_code == status
    assert word in answer.text
