"""An appointed judge: named in the log, orders what nobody else may, and sees what everybody sees."""

import pytest

from tests.service.api.writes.evening import OPENING, castles, post
from tests.service.conftest import Api, As, Json, Record

DRAW: Json = {"type": "draw_and_place", "seat": 0, "tile": "resource_6", "row": 3, "col": 3}
DRAGON: Json = {"type": "deal_starting_tile", "tile": "dragon"}


def appointed(record: Record, as_: As) -> tuple[Record, str]:
    made = record.api.post(f"{record.path}/tokens", {"scope": "judge"})
    assert made.status_code == 201, made.text
    record.version += 1
    return record.by(as_(made.json["token"])), made.json["id"]


def sealed_by_phone(recorder: Api, as_: As) -> tuple[Record, Record]:
    """A record whose move 3 was sealed from the link of seat 0, unseen by the recorder; and in that link's hands."""
    record = recorder.open("yellow", "red")
    link = record.by(as_(record.seat_token(0)))
    link.version = record.version
    assert link.move(**OPENING[0]).status_code == 201
    record.version = link.version
    return record, link


def test_who_is_appointed_stands_in_the_log_for_all_to_see(recorder: Api, anyone: Api, as_: As) -> None:
    record = castles(recorder)
    _, token = appointed(record, as_)
    entry = record.by(anyone).get("/log").json["entries"][-1]
    assert (entry["type"], entry["body"]) == ("appointed", {"judge": token})
    assert entry["by"] == recorder.token.split("_")[1]  # type: ignore[union-attr]
    state = record.get("/state", what="facts").json
    assert state["ply"] == 3, "nothing on the table changes"


def test_a_move_follows_the_version_before_a_judge_was_appointed(recorder: Api, as_: As) -> None:
    record = castles(recorder)
    before = record.version
    appointed(record, as_)
    record.version = before
    assert record.move(**DRAW).status_code == 201


def test_an_appointed_judge_takes_back_past_a_barrier(recorder: Api, as_: As) -> None:
    record = castles(recorder)
    record.play([DRAW])
    judge, token = appointed(record, as_)
    assert post(record, "undo", {}).json["why"] == "barrier"
    taken = post(judge, "undo", {})
    assert (taken.status_code, taken.json["entry"]["by"]) == (201, token)


def test_an_appointed_judge_takes_back_and_amends_what_a_link_sealed(recorder: Api, as_: As) -> None:
    record, _ = sealed_by_phone(recorder, as_)
    judge, _ = appointed(record, as_)
    change = {"changes": [{"op": "amend", "name": "3", "body": DRAGON}]}
    assert post(record, "corrections", change).status_code == 403
    assert post(judge, "undo", {}, dry_run=1).status_code == 200
    assert post(judge, "corrections", change).status_code == 201


def test_what_a_judge_amends_stays_its_seats_secret(recorder: Api, anyone: Api, as_: As) -> None:
    record, link = sealed_by_phone(recorder, as_)
    judge, _ = appointed(record, as_)
    others = [record.by(api) for api in (anyone, recorder, judge.api)]
    before = [each.get("/state").json["view"] for each in others]
    answer = post(judge, "corrections", {"changes": [{"op": "amend", "name": "3", "body": DRAGON}]})
    assert list(answer.json["entry"]["seals"]) == ["1.tile"]
    assert "dragon" not in answer.text
    for seen, view in zip(others, before, strict=True):
        assert "dragon" not in seen.get("/log").text
        assert seen.get("/state").json["view"] == view
    assert link.get("/log").json["secrets"]["5"]["1.tile"]["value"] == "dragon"
    again = record.by(as_(record.seat_token(0)))
    assert "dragon" not in again.get("/log").text, "a later link opens nothing that was sealed before it"


def test_a_judges_dry_run_tells_nothing_of_what_was_sealed(recorder: Api, as_: As) -> None:
    """Of each starting tile there is one: by the recorder's eyes the second deal would be refused."""
    record = recorder.open("yellow", "red")
    record.play([OPENING[0], {"type": "deal_starting_tile", "seat": 1}])
    judge, _ = appointed(record, as_)
    same = {"changes": [{"op": "amend", "name": "3", "body": {"type": "deal_starting_tile", "tile": "resource_3"}}]}
    other = {"changes": [{"op": "amend", "name": "3", "body": {"type": "deal_starting_tile", "tile": "resource_4"}}]}
    told = [post(judge, "corrections", change, dry_run=1) for change in (same, other)]
    assert [answer.status_code for answer in told] == [200, 200]
    # What differs is what the judge typed, as it was typed and in the sentence.
    said = told[0].text.replace("resource_3", "resource_4").replace("City (+3)", "Windmill (+4)")
    assert said == told[1].text


@pytest.mark.parametrize("eyes", ["recorder", "judge", "seat:0"])
def test_an_appointed_judge_has_no_eyes_of_its_own(recorder: Api, as_: As, eyes: str) -> None:
    record = castles(recorder)
    judge, _ = appointed(record, as_)
    assert judge.get("/state", eyes=eyes).status_code == 403


def test_an_appointed_judge_of_one_record_is_none_of_another(recorder: Api, as_: As) -> None:
    record, other = castles(recorder), castles(recorder)
    other.play([DRAW])
    judge, _ = appointed(record, as_)
    elsewhere = Record(judge.api, other.id, other.version)
    assert post(elsewhere, "undo", {}).status_code == 403


def test_a_revoked_judge_orders_nothing_more_and_the_log_keeps_what_was_ordered(recorder: Api, as_: As) -> None:
    record = castles(recorder)
    record.play([DRAW])
    judge, token = appointed(record, as_)
    assert post(judge, "undo", {}).status_code == 201
    log = record.get("/log").data
    assert recorder.delete(f"{record.path}/tokens/{token}").status_code == 204
    assert post(judge, "undo", {}).status_code == 401
    assert record.get("/log").data == log
