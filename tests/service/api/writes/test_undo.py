"""Undo, redo and consents over HTTP."""

from typing import Any

import pytest

from tests.service.api.writes.evening import castle, castles, line, post, state
from tests.service.conftest import Api, As, Json, Record

DRAW: Json = {"type": "draw_and_place", "seat": 0, "tile": "resource_6", "row": 3, "col": 3}


@pytest.fixture
def record(recorder: Api) -> Record:
    """Castles at (1, 1), (2, 1) and (3, 1): moves 5, 6 and 7."""
    return castles(recorder, (1, 1), (2, 1), (3, 1))


def test_the_last_move_is_taken_back_and_the_log_says_so(record: Record) -> None:
    answer = post(record, "undo", {}, lang="en")
    assert (answer.status_code, answer.json["says"]) == (201, {"en": "Undone: 7"})
    assert answer.json["entry"]["body"] == {"undoes": ["7"], "seat": 0}
    assert (answer.json["version"], answer.json["ply"]) == (8, 5)
    assert answer.headers["Location"].endswith("/log?after=7&limit=1")
    assert record.move(**castle(3, 1), seat=0).status_code == 201


def test_an_undo_then_its_redo_leave_line_state_and_result_as_before(record: Record, project: Any) -> None:
    before = record.get("/state").json
    facts = state(record)
    post(record, "undo", {"count": 2})
    assert state(record) != facts
    redone = post(record, "undo", {"undoes": ["8"]})
    assert redone.status_code == 201
    project(record.id)
    assert line(record) == ["2", "3", "4", "5", "6", "7"]
    after = record.get("/state").json
    assert {**after, "version": 0} == {**before, "version": 0}


def test_who_names_an_undo_that_is_in_force_again_takes_back_what_brought_it_back(record: Record) -> None:
    for undoes in ([], ["8"], ["9"]):
        post(record, "undo", {"undoes": undoes})
    redone = post(record, "undo", {"undoes": ["8"]})
    assert (redone.status_code, redone.json["entry"]["body"]["undoes"]) == (201, ["10"])
    assert line(record) == ["2", "3", "4", "5", "6", "7"]
    assert post(record, "undo", {"undoes": ["8"]}).status_code == 422


def test_undo_past_a_revealed_tile_is_refused_and_names_it(record: Record) -> None:
    record.play([castle(4, 1, seat=1), DRAW])
    refused = post(record, "undo", {})
    assert refused.status_code == 422
    assert (refused.json["why"], refused.json["names"]) == ("barrier", ["9"])
    assert refused.json["barrier"] == {"kind": "reveal", "what": "resource_6", "seats": [0, 1]}
    assert refused.json["missing"] == [1]
    assert "it revealed resource_6" in refused.json["detail"]


def test_with_the_consents_it_passes_and_the_log_says_how_each_came(record: Record, as_: As) -> None:
    link = record.by(as_(record.seat_token(1)))
    record.play([castle(4, 1, seat=1), DRAW])
    link.version = record.version
    claimed = post(record, "undo", {"consents": [1]}, dry_run=1)
    assert claimed.json["entry"]["body"]["consents"] == [{"seat": 1, "way": "claimed"}]
    given = link.api.post(f"{link.path}/consents", {"to": ["10"]}, {"If-Match": "*"})
    assert given.status_code == 201
    assert given.json["entry"]["body"] == {"seat": 1, "to": ["10"], "way": "own_link"}
    answer = post(record, "undo", {})
    assert answer.status_code == 201
    assert answer.json["entry"]["body"]["consents"] == [{"seat": 1, "way": "own_link", "entry": "11"}]


def test_a_consent_is_spent_by_the_next_move(record: Record, as_: As) -> None:
    link = as_(record.seat_token(1))
    record.play([castle(4, 1, seat=1), DRAW])
    assert link.post(f"{record.path}/consents", {"to": ["10"]}, {"If-Match": "*"}).status_code == 201
    record.version += 1
    record.play([castle(5, 5, seat=1)])
    assert post(record, "undo", {"undoes": ["10"]}).json["why"] == "barrier"


def test_a_consent_comes_from_a_seats_own_link_and_names_moves_that_count(record: Record, as_: As) -> None:
    path = f"{record.path}/consents"
    assert record.api.post(path, {"to": ["7"]}, {"If-Match": "*"}).status_code == 403
    link = as_(record.seat_token(1))
    for names in ([], ["99"], ["1"]):
        assert link.post(path, {"to": names}, {"If-Match": "*"}).status_code == 422


def test_consents_of_seats_that_do_not_exist_are_refused(record: Record) -> None:
    for body in ({"consents": [2]}, {"consents": [-1]}, {"requested_by": 7}):
        answer = post(record, "undo", body)
        assert answer.status_code == 400
        assert post(record, "undo", {}, dry_run=1).status_code == 200


def test_a_seats_link_takes_back_its_own_last_move_and_no_other(record: Record, as_: As) -> None:
    link = record.by(as_(record.seat_token(0)))
    link.version = record.version
    assert post(link, "undo", {"undoes": ["6"]}).json["why"] == "nothing"
    assert post(link, "undo", {"seat": 1}).status_code == 403
    assert post(link, "undo", {"consents": [1]}).status_code == 403
    answer = post(link, "undo", {})
    assert answer.json["entry"]["body"] == {"undoes": ["7"], "seat": 0, "requested_by": {"seat": 0, "way": "own_link"}}


def test_a_move_made_meanwhile_that_would_not_stand_is_named(record: Record) -> None:
    refused = post(record, "undo", {"seat": 1})
    assert (refused.json["why"], refused.json["names"], refused.json["rule"]) == ("falls", ["7"], "KIN-3.1")


def test_who_asked_for_an_undo_stands_in_the_entry(record: Record) -> None:
    answer = post(record, "undo", {"requested_by": 1})
    assert answer.json["entry"]["body"]["requested_by"] == {"seat": 1, "way": "claimed"}


def test_why_it_was_taken_back_is_sealed_beside_the_log(record: Record) -> None:
    entry = post(record, "undo", {"reason": "Ann had not seen the dragon"}).json["entry"]
    assert list(entry["seals"]) == ["reason"]
    assert "dragon" not in str(entry)
    told = record.get("/log", after=entry["version"] - 1, eyes="public").json["secrets"]
    assert told[str(entry["version"])]["reason"]["value"] == "Ann had not seen the dragon"


def test_an_admin_who_records_is_no_judge_of_the_own_record(admin: Api) -> None:
    record = castles(admin)
    record.play([DRAW])
    refused = post(record, "undo", {})
    assert (refused.status_code, refused.json["why"], refused.json["missing"]) == (422, "barrier", [1])
    assert post(record, "undo", {"consents": [1]}).status_code == 201
