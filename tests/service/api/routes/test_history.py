"""What a replay tells beside its frames: moves taken back, earlier wordings, and what was said about the record."""

from typing import Any

import pytest

from service.api.web.http import Service
from service.record.derived import projections
from tests.service.api.writes.evening import castle, castles, post
from tests.service.conftest import Api, Json, Record

NOTHING = {"acts": [], "gone": [], "amended": [], "irregular": []}


@pytest.fixture
def record(recorder: Api) -> Record:
    """Castles at (1, 1), (2, 1), (3, 1) and (4, 1): moves 5 to 8."""
    return castles(recorder, (1, 1), (2, 1), (3, 1), (4, 1))


def told(record: Record, **query: Any) -> Json:
    answer = record.get("/replay", lang="en", **query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json["history"])


def shortly(gone: list[Json]) -> list[Any]:
    return [(one["name"], one["after"], one["how"], one["by"], one["says"]["en"]) for one in gone]


UNDO = {"undoes": ["8"], "reason": "Ben looked away"}
WORDS = "Red places a castle of rank 1 at row 4, column 1."


def test_a_record_of_moves_alone_tells_nothing_beside_them(record: Record) -> None:
    assert told(record) == NOTHING


def test_a_move_taken_back_keeps_its_place_its_sentence_and_the_reason(record: Record) -> None:
    assert post(record, "undo", UNDO).status_code == 201
    record.play([{**castle(5, 1), "seat": 1}])
    history = told(record)
    assert shortly(history["gone"]) == [("8", "7", "undone", "9", WORDS)]
    (act,) = history["acts"]
    assert (act["version"], act["type"], act["text"], act["withdrawn"]) == (9, "undone", "Ben looked away", None)
    assert act["body"]["undoes"] == ["8"]


def test_what_was_brought_back_is_gone_no_more_and_its_undo_is_withdrawn(record: Record) -> None:
    post(record, "undo", UNDO)
    post(record, "undo", {"undoes": ["9"]})
    history = told(record)
    assert history["gone"] == []
    assert [(act["version"], act["withdrawn"]) for act in history["acts"]] == [(9, "10"), (10, None)]


def test_each_earlier_wording_of_a_corrected_move_is_kept_the_oldest_first(record: Record) -> None:
    for row in (5, 3):
        change = {"op": "amend", "name": "5", "body": {**castle(row, 2), "seat": 0}}
        assert post(record, "corrections", {"changes": [change]}).status_code == 201
    history = told(record)
    assert [(one["name"], one["by"], one["was"]["en"]) for one in history["amended"]] == [
        ("5", "9.1", "Yellow places a castle of rank 1 at row 1, column 1."),
        ("5", "10.1", "Yellow places a castle of rank 1 at row 5, column 2."),
    ]
    assert history["gone"] == []


def test_a_move_that_a_correction_took_out_stands_where_it_was(record: Record) -> None:
    changes = [
        {"op": "amend", "name": "5", "body": {**castle(4, 1), "seat": 0}},
        {"op": "amend", "name": "8", "body": {**castle(1, 1), "seat": 1}},
    ]
    assert post(record, "corrections", {"changes": changes}).status_code == 201
    assert post(record, "corrections", {"changes": [{"op": "retract", "name": "8"}]}).status_code == 201
    history = told(record)
    words = "Red places a castle of rank 1 at row 1, column 1."
    assert shortly(history["gone"]) == [("8", "7", "retracted", "10.1", words)]
    assert [one["name"] for one in history["amended"]] == ["5"], "what is gone has no wording that counts"


def test_an_earlier_line_tells_what_was_known_by_then(record: Record) -> None:
    post(record, "undo", UNDO)
    assert told(record, version=8) == NOTHING
    assert len(told(record, version=9)["gone"]) == 1


def test_a_history_is_the_same_projected_entry_by_entry_rebuilt_and_folded_for_other_eyes(
    record: Record, service: Service, anyone: Api
) -> None:
    public = record.by(anyone)

    def projected() -> Json:
        projections.project(service.log, service.lives, record.id)
        answer = public.get("/replay", lang="en,es")
        assert answer.status_code == 200, answer.text
        return dict(answer.json["history"])

    assert projected() == NOTHING
    post(record, "undo", UNDO)
    first = projected()
    record.play([{**castle(5, 1), "seat": 1}])
    change = {"op": "amend", "name": "5", "body": {**castle(1, 2), "seat": 0}}
    post(record, "corrections", {"changes": [change], "reason": "typed wrong"})
    stepwise = projected()
    assert stepwise != first
    projections.delete(service.log, record.id)
    assert projected() == stepwise == record.get("/replay", lang="en,es").json["history"]
    assert stepwise["acts"][-1]["text"] == "typed wrong"


def test_a_move_against_the_rules_says_why_in_projections_too(record: Record, service: Service, anyone: Api) -> None:
    why = {"reason": "nobody noticed", "accepted_by": [0, 1]}
    assert record.move(**castle(5, 1), seat=1, irregular=why).status_code == 201
    assert told(record)["irregular"] == [{"name": "9", "reason": "nobody noticed"}]
    projections.project(service.log, service.lives, record.id)
    public = record.by(anyone).get("/replay", lang="en").json
    assert public["history"] == told(record)
    assert public["frames"][-1]["marks"][0] == {"kind": "irregular", "accepted_by": [0, 1]}


def test_free_texts_of_a_history_stand_beside_what_is_derived(record: Record, service: Service) -> None:
    post(record, "undo", UNDO)
    projections.project(service.log, service.lives, record.id)
    place = projections.place(service.log, record.id)
    assert "Ben looked away" not in str(place)


@pytest.mark.parametrize("eyes", ["public", "recorder"])
def test_who_follows_reads_on_behind_a_ply(record: Record, service: Service, eyes: str) -> None:
    projections.project(service.log, service.lives, record.id)
    whole = record.get("/replay", eyes=eyes, lang="en,es").json
    rest = record.get("/replay", eyes=eyes, lang="en,es", after=5).json
    assert rest["frames"] == whole["frames"][5:]
    assert (rest["first"], rest["box"]["components"]) == (None, None)
    same = whole.keys() - {"frames", "first", "box"}
    assert {name: rest[name] for name in same} == {name: whole[name] for name in same}
    assert record.get("/replay", eyes=eyes, lang="en,es", after=99).json["frames"] == []
