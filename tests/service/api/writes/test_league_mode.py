"""League mode broken in each way: never silently, and permanently in the result and the statement."""

import pytest

from service.record import conditions
from service.record.entries.breaches import KINDS, PLAY
from service.record.files import proof
from tests.service.api.writes.evening import castle, castles, post
from tests.service.api.writes.test_judges import appointed
from tests.service.api.writes.test_signatures import finished, sign
from tests.service.conftest import Api, As, Json, Record

GOLD = {"type": "change_gold", "seat": 1, "by": 5}
AMEND = {"op": "amend", "name": "5", "body": {**castle(3, 3), "seat": 0}}
WAYS: dict[str, tuple[str, Json]] = {
    "irregular": ("moves", {**castle(4, 4), "seat": 1, "irregular": {"reason": "out of turn", "accepted_by": [0]}}),
    "undo": ("undo", {"count": 1, "consents": [0, 1]}),
    "correction": ("corrections", {"changes": [AMEND], "reason": "typed wrong"}),
    "ruling": ("rulings", {"adjustments": [GOLD], "reason": "paid twice"}),
    "unsigned": ("close", {"reason": "abandoned"}),
    "void": ("void", {"reason": "the board fell"}),
    "opening": ("corrections", {"changes": [{"op": "opening", "occasion": {"table": "5"}}], "reason": "another table"}),
}
"""What breaks it -> the call that does."""


def kinds(record: Record) -> list[str]:
    return [one["kind"] for one in record.get("").json["standing"]["breaches"]]


@pytest.mark.parametrize("way", WAYS)
def test_a_breach_is_refused_until_the_table_knows_and_stays(recorder: Api, as_: As, way: str) -> None:
    call, body = WAYS[way]
    record = castles(recorder, (1, 1), (2, 2), policies={"strict": "all"}, visibility="public")
    judge, _ = appointed(record, as_)
    record.version = judge.version = record.get("").json["version"]
    writer = judge if call == "rulings" else record
    kind = {"void": "unsigned", "opening": "correction"}.get(way, way)
    before = record.get("/log").json
    refused = post(writer, call, body)
    assert (refused.status_code, refused.json["type"].rpartition(":")[2], refused.json["breaches"]) == (
        409, "breach", [kind],
    )  # fmt: skip
    assert KINDS[kind]["en"] in refused.json["detail"]
    assert record.get("/log").json == before
    assert kinds(record) == []
    assert record.get("/statement", now=1).json["breaches"] == {}
    assert post(writer, call, body, breaks=1).status_code == 201
    record.version = writer.version
    (breach,) = record.get("").json["standing"]["breaches"]
    assert (breach["kind"], breach["name"], breach["says"]) == (kind, str(record.version), KINDS[kind])
    statement = record.get("/statement", now=1).json
    assert statement["breaches"] == {kind: 1}
    assert proof.is_statement(statement)
    assert [one["entry"] for one in record.get("/audit").json["findings"] if one["code"] == "breaches"] == [None]
    if call in ("corrections", "rulings", "undo"):
        assert post(writer, "undo", {"undoes": [str(record.version)]}).status_code == 409
        assert post(writer, "undo", {"undoes": [str(record.version)]}, breaks=1).status_code == 201
        assert kinds(record) == [kind, "undo"], "what is taken back stays a breach"


def test_a_claimed_signature_another_recorder_and_a_lost_phone_break_only_all_of_it(recorder: Api, as_: As) -> None:
    record = finished(recorder, policies={"strict": "all"}, visibility="public")
    own = record.by(as_(record.seat_token(0)))
    assert sign(own).status_code == 201
    assert sign(record, 1).json["breaches"] == ["claimed"]
    for seat in (1, 2):
        assert sign(record, seat, breaks=1).status_code == 201
    standing = record.get("/result").json["standing"]
    assert (standing["status"], [one["kind"] for one in standing["breaches"]]) == ("closed", ["claimed"] * 2)
    summary = record.get("").json
    reasons = conditions.judge({"strict": True}, {**summary, "seats": []}, conditions.datetime.now().astimezone())
    assert [one["code"] for one in reasons["reasons"]] == ["breach"]
    silent = finished(recorder, policies={"strict": "play"})
    assert sign(silent, 0).status_code == 201
    assert kinds(silent) == []
    assert set(PLAY) < set(KINDS)


def test_without_it_nothing_is_asked_and_nobody_switches_it_back(recorder: Api) -> None:
    record = castles(recorder, (1, 1), (2, 2))
    assert post(record, *WAYS["correction"]).status_code == 201
    assert "breaches" not in record.get("").json["standing"]
    assert "breaches" not in record.get("/statement").json
    strict = castles(recorder, (1, 1), policies={"strict": "play"})
    change = {"changes": [{"op": "opening", "policies": {"strict": "free"}}]}
    assert post(strict, "corrections", change, breaks=1).status_code == 400
    assert strict.move(**castle(2, 2), seat=1).status_code == 201, "what is as usual needs no word"
    assert kinds(strict) == []
    assert recorder.post("/records", {"game": "kingdoms", "seats": [], "policies": {"strict": "x"}}).status_code == 400
