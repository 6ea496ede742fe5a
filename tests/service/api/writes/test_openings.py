"""Corrections of what an opening says of people, occasion and options."""

from typing import Any

import pytest

from service.access import tokens
from service.record import people
from service.record.files import verify
from tests.service.api.writes.evening import castles, post, state
from tests.service.conftest import Api, As, Json, Record
from tests.service.record.files.test_verify_line import rewritten


@pytest.fixture
def record(recorder: Api) -> Record:
    """Castles at (1, 1), (2, 1) and (3, 1): moves 5 to 7; Ana and Bo in a league."""
    occasion = {"league": "city", "table": "4", "place": "at home", "refs": {"bga": "77", "own": "8"}}
    return castles(recorder, (1, 1), (2, 1), (3, 1), occasion=occasion)


@pytest.fixture(autouse=True)
def _brought(redis: Any, recorder: Api) -> None:
    by = tokens.id_of(recorder.token or "") or ""
    people.save(redis, dict.fromkeys(("p", "q", "p-0", "p-1", "p-2", "p-8", "p-9")), by)


@pytest.fixture
def market(recorder: Api) -> Record:
    return recorder.open("black", "blue", "green", game="xidit")


def reopen(record: Record, *changes: Json, **query: Any) -> Any:
    return post(record, "corrections", {"changes": [{"op": "opening", **change} for change in changes]}, **query)


def summary(record: Record) -> Json:
    found: Json = record.get("").json
    return found


def listed(api: Api, **wanted: str) -> list[str]:
    return [each["id"] for each in api.get("/records", **wanted).json["records"]]


def test_who_sits_where_is_corrected_and_everybody_who_reads_the_record_sees_it(record: Record, project: Any) -> None:
    project(record.id)
    before = summary(record)["seats"]
    answer = reopen(record, {"seats": [{"seat": 1, "name": "Carla"}]}, lang="en")
    assert answer.status_code == 201, answer.text
    assert answer.json["says"] == {"en": "Corrected: the opening"}
    project(record.id)
    seats = summary(record)["seats"]
    assert (seats[0], seats[1]["name"], seats[1]["colour"]) == (before[0], "Carla", before[1]["colour"])
    assert seats[1]["player"] != before[1]["player"]
    assert record.get("/replay").json["seats"] == seats
    assert record.get("/replay", version=7).json["seats"] == before
    text = record.get("/export", format="text").text
    assert "red=Carla" in text
    assert "Carla" in record.get("/export", format="html").text
    assert record.get("/export").json["players"] == {seat["player"]: seat["name"] for seat in seats}


def test_the_lists_of_both_players_follow_a_correction_of_who_played(record: Record, project: Any, redis: Any) -> None:
    project(record.id)
    old = summary(record)["seats"][0]["player"]
    assert listed(record.api, player=old, **{"occasion.league": "city"}) == [record.id]
    reopen(record, {"seats": [{"seat": 0, "player": "p-9"}], "occasion": {"league": "town"}})
    project(record.id)
    assert listed(record.api, player="p-9", **{"occasion.league": "town"}) == [record.id]
    assert listed(record.api, player=old) == listed(record.api, **{"occasion.league": "city"}) == []
    indexes = [name for name in redis.keys("mb:{lists}:*") if b":feed:" not in name]
    assert not [name for name in indexes if old.encode() in name or b"city" in name]


def test_what_is_said_of_people_and_occasion_leaves_table_moves_and_digest_alone(record: Record) -> None:
    before, last = state(record), record.get("/log").json["entries"][-1]
    impact = reopen(
        record, {"seats": [{"seat": 0, "player": "p-9"}], "occasion": {"place": "the club"}}, dry_run=1
    ).json["impact"]
    assert (impact["moves"], impact["signatures"]) == ([], [])
    assert impact["changes"] == [{"change": 1, "op": "opening", "verdict": "stands"}]
    assert impact["opening"]["seats"][0]["player"] == "p-9"
    assert impact["opening"]["occasion"]["place"] == "the club"
    entry = reopen(record, {"seats": [{"seat": 0, "player": "p-9"}], "occasion": {"place": "the club"}}).json["entry"]
    assert entry["state"] == last["state"]
    assert state(record) == before


def test_wrong_seats_and_colours_are_one_correction_and_one_undo(record: Record) -> None:
    before, facts = summary(record)["seats"], state(record)
    swapped = [{**other, "seat": place} for place, other in enumerate(reversed(before))]
    change = {"seats": [{name: one[name] for name in ("seat", "player", "colour")} for one in swapped]}
    impact = reopen(record, change, dry_run=1).json["impact"]
    assert {move["verdict"] for move in impact["moves"]} == {"same"}
    assert [one["colour"] for one in impact["opening"]["seats"]] == [before[1]["colour"], before[0]["colour"]]
    name = str(reopen(record, change).json["version"])
    assert summary(record)["seats"] == swapped
    assert verify.check(record.get("/export").json) == []
    again = record.get("/state", eyes="public").json["view"]
    assert post(record, "undo", {"undoes": [name]}).status_code == 201
    assert (summary(record)["seats"], state(record)) == (before, facts)
    assert record.get("/state", eyes="public", version=name).json["view"] == again
    reopen(record, {"seats": [{"seat": 0, "colour": "blue"}]})
    assert [one["player"] for one in summary(record)["seats"]] == [one["player"] for one in before]


def test_an_undo_that_would_seat_somebody_twice_is_refused(record: Record) -> None:
    ana = summary(record)["seats"][0]["player"]
    first = str(reopen(record, {"seats": [{"seat": 0, "player": "p-8"}]}).json["version"])
    reopen(record, {"seats": [{"seat": 1, "player": ana}]})
    log = record.get("/log").data
    answer = post(record, "undo", {"undoes": [first]})
    assert (answer.status_code, list(answer.json["errors"])) == (400, ["undoes.seats.1.player"])
    assert record.get("/log").data == log


@pytest.mark.parametrize(("changes", "status", "where"), [
    ([{}], 400, "op"),
    ([{"occasion": {}}], 400, "op"),
    ([{"options": {}}], 400, "options"),
    ([{"seats": []}], 400, "seats"),
    ([{"game": "xidit", "occasion": {"table": "1"}}], 400, "game"),
    ([{"rules": "kingdoms@2"}], 400, "rules"),
    ([{"box": "0" * 64}], 400, "there is no box"),
    ([{"box": "here"}], 400, "box"),
    ([{"box": "0" * 64}, {"box": "1" * 64}], 400, "changes"),
    ([{"policies": {"undo": "none"}}], 400, "policies"),
    ([{"record": "x"}], 400, "record"),
    ([{"key": "x"}], 400, "key"),
    ([{"visibility": "private"}], 400, "visibility"),
    ([{"name": "5"}], 400, "name"),
    ([{"body": {"type": "place_castle"}}], 400, "body"),
    ([{"occasion": {"date": "2026-02-30"}}], 400, "date"),
    ([{"occasion": {"zone": "Atlantis"}}], 400, "zone"),
    ([{"occasion": {"colour": "red"}}], 400, "colour"),
    ([{"occasion": {"refs": {}}}], 400, "refs"),
    ([{"seats": [{"seat": 0, "colour": "black", "player": "p"}]}], 400, "colour"),
    ([{"seats": [{"player": "p"}]}], 400, "seat"),
    ([{"options": {"mode": "long"}}], 400, "options.mode"),
    ([{"seats": [{"seat": 2, "player": "p"}]}], 400, "seats"),
    ([{"seats": [{"seat": 0, "player": "p"}, {"seat": 1, "player": "p"}]}], 400, "seats.1.player"),
    ([{"seats": [{"seat": 0, "player": "p"}, {"seat": 0, "player": "q"}]}], 400, "changes"),
    ([{"occasion": {"table": "1"}}, {"occasion": {"table": "2"}}], 400, "changes"),
    ([{"occasion": {"refs": {"bga": "1"}}}, {"occasion": {"refs": None}}], 400, "changes"),
])  # fmt: skip
def test_what_cannot_be_said_of_an_opening_is_refused_by_name_and_changes_nothing(
    record: Record, changes: list[Json], status: int, where: str
) -> None:
    log = record.get("/log").data
    for query in ({}, {"dry_run": 1}):
        answer = reopen(record, *changes, **query)
        assert answer.status_code == status, answer.text
        assert where in answer.text
    assert record.get("/log").data == log


def test_a_player_who_sits_at_the_table_is_not_seated_twice(record: Record) -> None:
    ana = summary(record)["seats"][0]["player"]
    answer = reopen(record, {"seats": [{"seat": 1, "player": ana}]})
    assert (answer.status_code, list(answer.json["errors"])) == (400, ["changes.1.seats.1.player"])


def test_a_seats_link_does_not_correct_an_opening(record: Record, as_: As) -> None:
    link = record.api.post(f"{record.path}/tokens", {"scope": "seat", "seat": 0}).json["token"]
    seat = Record(as_(link), record.id, record.version + 1)
    answer = reopen(seat, {"occasion": {"table": "1"}})
    assert answer.status_code == 403
    assert "can correct only what it sealed" in answer.json["detail"]


def test_changed_options_decide_every_later_move_again(market: Record, project: Any) -> None:
    table = market.api.get("/games/xidit").json["options"]
    assert "mode" in table
    project(market.id)
    first = market.get("/replay").json["first"]
    answer = reopen(market, {"options": {"mode": "short"}}, dry_run=1)
    assert answer.json["impact"]["opening"]["options"]["mode"] == "short"
    entry = reopen(market, {"options": {"mode": "short"}}).json["entry"]
    straight = market.api.open("black", "blue", "green", game="xidit", options={"mode": "short"})
    assert entry["state"] == straight.get("/log").json["entries"][0]["state"]
    assert state(market) == state(straight)
    project(market.id)
    project(straight.id)
    assert market.get("/replay").json["first"] == straight.get("/replay").json["first"] != first
    assert market.get("/replay").json["options"]["mode"] == "short"
    assert market.get("/replay", version=1).json["first"] == first
    assert post(market, "undo", {"undoes": ["2"]}).status_code == 201
    project(market.id)
    assert market.get("/replay").json["first"] == first


FORGED: dict[str, tuple[Json, str]] = {
    "an option that the game has not": ({"options": {"length": 3}}, "options.length"),
    "a value that no option has": ({"options": {"mode": "eternal"}}, "options.mode"),
    "a player who sits there already": ({"seats": [{"seat": 0, "player": "p-2"}]}, "seats.2.player"),
    "a seat that there is not": ({"seats": [{"seat": 3, "player": "x"}]}, "'changes'"),
    "a colour of another seat": ({"seats": [{"seat": 0, "colour": "blue"}]}, "seats.1.colour"),
    "a colour that the box does not have": ({"seats": [{"seat": 0, "colour": "pink"}]}, "seats.0.colour"),
    "a seat of which nothing is said": ({"seats": [{"seat": 0}]}, "'changes'"),
    "another game": ({"game": "kingdoms"}, "'changes'"),
    "nothing": ({}, "'changes'"),
    "a box that the file does not bring": ({"box": "0" * 64}, "the box in the file"),
    "a box that is no hash": ({"box": "mine"}, "'changes'"),
    "an occasion of another shape": ({"occasion": {"date": "yesterday"}}, "'changes'"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_correction_of_an_opening_is_a_fault_of_its_own_entry(recorder: Api, what: str) -> None:
    seats = [{"player": f"p-{seat}", "colour": colour} for seat, colour in enumerate(("black", "blue", "green"))]
    opened = recorder.post("/records", {"game": "xidit", "seats": seats})
    record = Record(recorder, opened.json["id"])
    reopen(record, {"occasion": {"table": "1"}})
    reopen(record, {"occasion": {"table": "2"}})
    file = record.get("/export").json
    said, where = FORGED[what]
    file["entries"][1]["body"]["changes"] = [{"op": "opening", **said}]
    faults = verify.check(rewritten(file))
    assert (faults[0].version, where in faults[0].what) == (2, True), faults
