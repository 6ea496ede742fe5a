"""One recorder at a time: handed over by a code, taken over by a tap, and both phones see it."""

from typing import Any

import pytest

from service.store.keys import key
from tests.service.api.routes.test_claims import claim, code_for, entries, recorder_code
from tests.service.api.writes.test_judges import appointed
from tests.service.conftest import Api, As, Json, Record
from tests.service.promised import app, refused

__all__ = ["app"]

DEAL: Json = {"type": "deal_starting_tile", "seat": 0}


@pytest.fixture
def record(recorder: Api) -> Record:
    return recorder.open("yellow", "red", "blue")


def handed_over(record: Record, anyone: Api, as_: As) -> tuple[Record, Json]:
    token = claim(anyone, recorder_code(record)).json
    record.version += 1
    return record.by(as_(token["token"])), token


def told(record: Record) -> Any:
    return record.get("").json["recorder"]


def test_until_somebody_is_named_everybody_types_who_may(record: Record, as_: As) -> None:
    other = record.api.post(f"{record.path}/tokens", {"scope": "record"}).json
    assert told(record) is None
    assert record.move(**DEAL).status_code == 201
    assert record.by(as_(other["token"])).move(**{**DEAL, "seat": 1}).status_code == 201


def test_who_claims_a_code_records_from_then_on_the_first_phone_no_more(record: Record, anyone: Api, as_: As) -> None:
    other, token = handed_over(record, anyone, as_)
    assert entries(record, "appointed") == [{"recorder": token["id"]}]
    for one in (record, other):
        assert (told(one)["token"], told(one)["name"]) == (token["id"], str(record.version))
    refused(record.move(**DEAL), 409, "other-recorder")
    refused(record.text("yellow deal"), 409, "other-recorder")
    refused(record.api.post(f"{record.path}/undo", {}, {"If-Match": "*"}), 409, "other-recorder")
    assert other.move(**DEAL).status_code == 201
    # What is not typing goes on.
    assert record.api.post(f"{record.path}/notes", {"text": "tea"}, {"If-Match": "*"}).status_code == 201
    assert record.api.post(f"{record.path}/codes", {"scope": "seat", "seat": 1}).status_code == 201


def test_a_tap_takes_over_and_an_entry_tells_both(record: Record, anyone: Api, as_: As) -> None:
    other, token = handed_over(record, anyone, as_)
    answer = record.api.post(f"{record.path}/recorder")
    assert answer.status_code == 201
    mine = record.api.token.split("_")[1]  # type: ignore[union-attr]
    assert answer.json == told(record) == told(other)
    assert answer.json["token"] == mine
    assert entries(record, "appointed") == [{"recorder": token["id"]}, {"recorder": mine}]
    refused(other.move(**DEAL), 409, "other-recorder")
    assert record.move(**DEAL).status_code == 201


def test_a_code_ends_when_recording_is_handed_over_to_somebody_else(record: Record, anyone: Api, as_: As) -> None:
    helper, _ = handed_over(record, anyone, as_)
    seat, other = code_for(helper), recorder_code(helper)
    version = record.api.post(f"{record.path}/recorder").json["name"]
    for code in (seat, other):
        refused(claim(anyone, code, "a phone"), 410, "code-over")
    waiting = record.get("/codes").json
    assert [waiting["code_expires_at"], waiting["seats"][1]["code_expires_at"]] == [None, None]
    assert helper.api.post(f"{record.path}/recorder").status_code == 201
    refused(claim(anyone, seat, "a phone"), 410, "code-over")
    assert (entries(record), told(record)["name"]) == ([], str(int(version) + 1))


def test_a_code_stays_valid_while_its_maker_goes_on_recording(record: Record, anyone: Api, as_: As) -> None:
    code = code_for(record)
    assert record.api.post(f"{record.path}/recorder").status_code == 201
    assert claim(anyone, code).status_code == 201
    handed_over(record, anyone, as_)
    assert claim(anyone, code_for(record, seat=0)).status_code == 201, "an owner pairs phones while another records"


def test_a_hand_over_whose_answer_was_lost_is_finished_by_the_next_try(record: Record, anyone: Api, redis: Any) -> None:
    code = recorder_code(record)
    token = claim(anyone, code, "once").json
    redis.delete(key("token", token["id"]))
    again = claim(anyone, code, "once")
    assert (again.status_code, again.json["token"]) == (201, token["token"])
    assert entries(record, "appointed") == [{"recorder": token["id"]}]


def test_a_second_tap_writes_nothing_more(record: Record) -> None:
    first, second = (record.api.post(f"{record.path}/recorder").json for _ in range(2))
    assert first == second
    assert len(entries(record, "appointed")) == 1


def test_a_move_follows_the_version_before_somebody_took_over(record: Record) -> None:
    record.api.post(f"{record.path}/recorder")
    assert record.move(**DEAL).status_code == 201


def test_a_seat_seals_on_its_own_phone_whoever_records(record: Record, anyone: Api, as_: As) -> None:
    seat = record.by(as_(record.seat_token(1)))
    handed_over(record, anyone, as_)
    assert seat.move({"If-Match": "*"}, **{**DEAL, "seat": 1, "tile": "dragon"}).status_code == 201


def test_a_judge_needs_no_pen(record: Record, anyone: Api, as_: As, admin: Api) -> None:
    judge, _ = appointed(record, as_)
    other, _ = handed_over(record, anyone, as_)
    for hand in (judge.api, admin):
        other.version = record.by(as_(None)).get("").json["version"]
        other.play([DEAL])
        undo = hand.post(f"{record.path}/undo", {}, {"If-Match": f'"{other.version}"'})
        assert undo.status_code == 201, undo.text


def test_a_phone_that_is_lost_is_taken_over_from(record: Record, anyone: Api, as_: As) -> None:
    _, token = handed_over(record, anyone, as_)
    record.api.delete(f"{record.path}/tokens/{token['id']}")
    refused(record.move(**DEAL), 409, "other-recorder")
    assert record.api.post(f"{record.path}/recorder").status_code == 201
    assert record.move(**DEAL).status_code == 201


def test_nobody_takes_over_who_may_not_record_or_once_it_is_closed(record: Record, anyone: Api, as_: As) -> None:
    refused(anyone.post(f"{record.path}/recorder"), 401, "no-token")
    refused(as_(record.seat_token(0)).post(f"{record.path}/recorder"), 403, "not-allowed")
    close = record.api.post(f"{record.path}/close", {"reason": "abandoned"}, {"If-Match": f'"{record.version}"'})
    assert close.status_code == 201, close.text
    refused(record.api.post(f"{record.path}/recorder"), 409, "record-closed")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_refusal_says_since_when_and_what_to_do(record: Record, anyone: Api, as_: As, lang: str) -> None:
    handed_over(record, anyone, as_)
    problem = refused(record.move({"Accept-Language": lang}, **DEAL), 409, "other-recorder")
    assert f"{'entrada' if lang == 'es' else 'entry'} {record.version}" in problem["detail"]
