"""A judge's ruling over HTTP: adjustments in one entry, held against what is true of every table."""

from typing import Any

import pytest

from engines import GAMES
from engines.kernel.input import text_files
from service.record.files import verify
from tests.service.api.writes.evening import OPENING, castle, castles, line, post, state
from tests.service.api.writes.test_corrections import forged
from tests.service.api.writes.test_judges import appointed
from tests.service.api.writes.test_signatures import finished, sign, standing
from tests.service.conftest import Api, As, Json, Project, Record

GOLD: Json = {"type": "change_gold", "seat": 1, "by": 5}


@pytest.fixture
def record(recorder: Api) -> Record:
    """Castles at (1, 1) of seat 0 and (2, 1) of seat 1: moves 5 and 6; seat 0 is to move."""
    return castles(recorder, (1, 1), (2, 1))


@pytest.fixture
def judge(record: Record, as_: As) -> Record:
    judge, _ = appointed(record, as_)
    judge.version = record.version
    return judge


def rule(judge: Record, *adjustments: Json, about: str | None = None, **query: Any) -> Any:
    return post(judge, "rulings", {"adjustments": list(adjustments), **({"about": about} if about else {})}, **query)


def test_a_dry_run_has_the_impact_of_a_correction(recorder: Api, as_: As) -> None:
    record = finished(recorder)
    first = sign(record, 0).json["version"]
    judge, _ = appointed(record, as_)
    judge.version = record.get("").json["version"]
    impact = rule(judge, GOLD, dry_run=1).json["impact"]
    assert (impact["changes"], impact["moves"], impact["signatures"]) == ([], [], [str(first)])
    for when in ("before", "after"):
        assert impact["scores"][when] == record.get("/state").json["view"]["scores"]
        assert impact["result"][when]["winners"] == record.get("/result").json["winners"]
        assert rule(judge, GOLD).status_code == 201
    assert impact["scores"]["before"] != impact["scores"]["after"]


def test_a_ruling_is_one_entry_and_each_adjustment_a_step_of_the_line(judge: Record) -> None:
    answer = post(
        judge,
        "rulings",
        {
            "adjustments": [GOLD, {"type": "set_turn", "seat": 1}], "about": "6", "requested_by": 1,
            "reason": "paid twice",
        },
        lang="en",
    )  # fmt: skip
    assert answer.status_code == 201, answer.text
    entry = answer.json["entry"]
    assert (entry["type"], list(entry["seals"])) == ("ruled", ["reason"])
    assert entry["body"] == {
        "adjustments": [GOLD, {"type": "set_turn", "seat": 1}],
        "about": "6",
        "requested_by": {"seat": 1, "way": "claimed"},
    }
    assert "paid twice" not in str(entry)
    assert answer.json["says"] == {"en": "Judge: it is Red's turn."}
    name = str(entry["version"])
    assert [move["name"] for move in answer.json["moves"]] == [f"{name}.1", f"{name}.2"]
    found = state(judge)
    assert (found["gold"], found["to_move"]) == ({"0": 50, "1": 55}, [1])


def test_a_dry_run_says_what_a_ruling_would_do_and_writes_nothing(judge: Record) -> None:
    before = judge.get("/log").data
    dry = rule(judge, GOLD, dry_run=1, lang="en")
    assert (dry.status_code, dry.json["says"]["en"]) == (200, "Judge: Red +5 gold (now 55).")
    assert judge.get("/log").data == before
    done = rule(judge, GOLD, lang="en")
    assert [dry.json[part] for part in ("says", "marks", "version", "ply")] == [
        done.json[part] for part in ("says", "marks", "version", "ply")
    ]


def test_frames_of_rulings_and_of_irregular_moves_carry_a_mark(judge: Record, record: Record, project: Any) -> None:
    project(record.id)
    record.version = judge.version
    answer = record.move(**castle(3, 3, seat=1), irregular={"accepted_by": [0, 1], "reason": "nobody noticed"})
    assert answer.status_code == 201, answer.text
    judge.version = record.version
    assert rule(judge, {"type": "set_turn", "seat": 1}, GOLD, about="8").status_code == 201
    project(record.id)
    frames = {frame["name"]: frame for frame in record.get("/replay").json["frames"]}
    assert frames["8"]["marks"] == [{"kind": "irregular", "accepted_by": [0, 1]}]
    assert frames["9.1"]["marks"] == [{"kind": "ruled", "by": "9", "about": "8"}]
    assert frames["9.2"]["patch"] == [
        {"op": "replace", "path": "/scores/1", "value": 55},
        {"op": "replace", "path": "/seats/1/gold", "value": 55},
    ]


def test_a_judge_alone_takes_a_ruling_back(judge: Record, record: Record, project: Project) -> None:
    before = state(judge)
    name = str(rule(judge, GOLD, {"type": "set_turn", "seat": 1}).json["version"])
    record.version = judge.version
    assert post(record, "undo", {"undoes": [name]}).status_code == 403
    for part in (f"{name}.1", f"{name}.2"):
        refused = post(judge, "undo", {"undoes": [part]})
        assert (refused.status_code, refused.json["why"], refused.json["names"]) == (422, "part", [name])
    assert post(judge, "undo", {"undoes": [name]}).status_code == 201
    assert state(judge) == before
    project(judge.id)
    assert line(judge) == ["2", "3", "4", "5", "6"]


def test_the_last_move_of_a_seat_is_a_move_also_behind_a_ruling(judge: Record, record: Record) -> None:
    rule(judge, GOLD)
    record.version = judge.version
    taken = post(record, "undo", {"seat": 1})
    assert (taken.status_code, taken.json["entry"]["body"]["undoes"]) == (201, ["6"])


def test_an_undo_under_a_ruling_is_refused_where_the_ruling_would_not_stand(judge: Record, record: Record) -> None:
    rule(judge, {"type": "remove_piece", "row": 2, "col": 1})
    record.version = judge.version
    refused = post(record, "undo", {"seat": 1})
    assert (refused.status_code, refused.json["why"], refused.json["names"]) == (422, "falls", ["8.1"])


def test_a_correction_decides_a_later_ruling_again(judge: Record, record: Record, project: Project) -> None:
    rule(judge, {"type": "move_piece", "row": 2, "col": 1, "to_row": 5, "to_col": 5})
    record.version = judge.version
    moved = {"changes": [{"op": "amend", "name": "6", "body": castle(2, 2)}]}
    dry = post(record, "corrections", moved, dry_run=1)
    assert [(m["name"], m["verdict"], m.get("rule")) for m in dry.json["impact"]["moves"]] == [
        ("8.1", "refused", "KIN-5.1")
    ]
    retract = {"changes": [*moved["changes"], {"op": "retract", "name": "8.1"}]}
    assert post(record, "corrections", retract).status_code == 403, "what a judge ordered a judge takes out"
    amend = {"changes": [{"op": "amend", "name": "8.1", "body": castle(2, 2)}]}
    assert post(judge, "corrections", amend).json["why"] == "ruled"
    assert post(judge, "corrections", retract).status_code == 201
    project(judge.id)
    assert line(judge) == ["2", "3", "4", "5", "6"]


def test_ranks_follow_gold_that_a_judge_gives_at_the_end(recorder: Api, as_: As, project: Project) -> None:
    record = finished(recorder)
    project(record.id)
    before = record.get("/result").json
    judge, _ = appointed(record, as_)
    judge.version = record.version
    behind = max(before["seats"], key=lambda seat: seat["rank"])
    assert rule(judge, {"type": "change_gold", "seat": behind["seat"], "by": 900}).status_code == 201
    project(record.id)
    after = record.get("/result").json
    assert (before["regular"], after["regular"]) == (True, False)
    mine = after["seats"][behind["seat"]]
    assert (mine["rank"], mine["score"], mine["breakdown"]["ruled"]) == (1, behind["score"] + 900, 900)
    assert all("ruled" not in seat["breakdown"] for seat in after["seats"] if seat["seat"] != behind["seat"])


@pytest.mark.parametrize(("body", "status", "says"), [
    ({"adjustments": [{"type": "remove_piece", "row": 5, "col": 5}]}, 422, "adjustment 1: row 5, column 5"),
    (
        {"adjustments": [GOLD, {"type": "put_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}]},
        422,
        "adjustment 2",
    ),
    ({"adjustments": [{**GOLD, "seat": 2}]}, 422, "seat 2 is not at this table"),
    ({"adjustments": [{**GOLD, "by": "many"}]}, 422, '"many"'),
    ({"adjustments": [{**GOLD, "by": [5]}]}, 400, "must be a single value"),
    ({"adjustments": [{**GOLD, "by": 10**30}]}, 400, ""),
    ({"adjustments": [{**GOLD, "by": 1.5}]}, 400, ""),
    ({"adjustments": [{"type": "change_gold", "by": 5}]}, 400, "change_gold needs a seat"),
    ({"adjustments": [{**GOLD, "why": "x"}]}, 400, "has no field 'why'"),
    ({"adjustments": [{"type": "win"}]}, 400, "kingdoms has no adjustment 'win'"),
    ({"adjustments": [castle(4, 4, seat=0)]}, 400, "kingdoms has no adjustment 'place_castle'"),
    ({"adjustments": [{}]}, 400, ""),
    ({"adjustments": ["gold"]}, 400, ""),
    ({"adjustments": []}, 400, ""),
    ({"adjustments": [GOLD] * 1000}, 400, ""),
    ({"adjustments": GOLD}, 400, ""),
    ({}, 400, ""),
    ({"adjustments": [GOLD], "about": "99"}, 422, "this record has no move '99'"),
    ({"adjustments": [GOLD], "about": "x"}, 422, "this record has no move 'x'"),
    ({"adjustments": [GOLD], "requested_by": 7}, 400, "there is no seat 7"),
    ({"adjustments": [GOLD], "seat": 1}, 400, ""),
    ({"adjustments": [GOLD], "reason": "x" * 2001}, 400, ""),
])  # fmt: skip
def test_a_bad_ruling_is_refused_clearly_and_changes_nothing(judge: Record, body: Json, status: int, says: str) -> None:
    before = judge.get("/log").data
    refused = [post(judge, "rulings", body, lang="en", **query) for query in ({}, {"dry_run": 1})]
    assert [answer.status_code for answer in refused] == [status, status], refused[0].text
    assert refused[0].json["detail"]
    assert says in refused[0].json["detail"]
    assert judge.get("/log").data == before
    assert state(judge)["gold"] == {"0": 50, "1": 50}


def test_a_ruling_about_what_was_taken_back_is_refused_and_says_what_took_it(judge: Record, record: Record) -> None:
    undo = str(post(record, "undo", {"seat": 1}).json["version"])
    judge.version = record.version
    refused = rule(judge, GOLD, about="6", lang="en")
    assert (refused.status_code, refused.json["why"]) == (422, "gone")
    assert undo in refused.json["detail"]


def test_what_a_judge_could_not_know_is_noted_by_those_who_do(recorder: Api, as_: As, anyone: Api) -> None:
    """The wizard that a judge has put on the board is the starting tile that seat 1 confided to the recorder."""
    record = recorder.open("yellow", "red")
    record.play([OPENING[0], {"type": "deal_starting_tile", "seat": 1, "tile": "wizard"}, OPENING[2]])
    judge, _ = appointed(record, as_)
    judge.version = record.version
    answer = rule(judge, {"type": "put_tile", "seat": 0, "tile": "wizard", "row": 1, "col": 1})
    assert (answer.status_code, answer.json["marks"]) == (201, [{"kind": "ruled", "by": "6", "about": None}])
    assert record.by(anyone).get("/state").json["view"]["contradictions"] == []
    known = record.get("/state", eyes="recorder").json["view"]
    assert known["contradictions"] == [{"names": ["3", "6.1"], "rule": "KIN-14.7", "what": "wizard"}]


def test_a_file_with_a_ruling_verifies_and_a_forged_one_names_the_entry(judge: Record) -> None:
    assert rule(judge, GOLD, {"type": "set_turn", "seat": 1}, about="6").status_code == 201
    assert rule(judge, {"type": "remove_piece", "row": 2, "col": 1}).status_code == 201
    exported = verify.read(judge.get("/export").data)
    assert verify.check(exported) == []
    assert verify.check(forged(exported)) == []


@pytest.mark.parametrize(("version", "damage", "what"), [
    (9, lambda body: body["adjustments"][0].update(row=5, col=5), "adjustment 1 cannot be ordered (KIN-5.1)"),
    (8, lambda body: body["adjustments"][1].update(seat=0), "adjustment 2 cannot be ordered (KIN-3.1)"),
    (8, lambda body: body["adjustments"][0].update(by=100_000), "adjustment 1 cannot be ordered (KIN-1.14)"),
    (8, lambda body: body["adjustments"].append(castle(4, 4, seat=0)), "adjustment 3 cannot be ordered (-)"),
    (8, lambda body: body.update(about="99"), "99"),
    (9, lambda body: body.update(extra=1), "extra"),
    (10, lambda body: body.update(undoes=["9.1"]), "9.1"),
])  # fmt: skip
def test_a_broken_adjustment_is_a_fault_of_its_own_entry(judge: Record, version: int, damage: Any, what: str) -> None:
    rule(judge, GOLD, {"type": "set_turn", "seat": 1}, about="6")
    rule(judge, {"type": "remove_piece", "row": 2, "col": 1})
    post(judge, "undo", {"undoes": ["9"]})
    exported = verify.read(judge.get("/export").data)
    damage(exported["entries"][version - 1]["body"])
    faults = verify.check(forged(exported))
    assert any(fault.version == version and what in fault.what for fault in faults), faults


def test_the_text_of_a_record_says_what_was_ruled_and_what_was_irregular_where_a_reader_skips_it(
    judge: Record, record: Record, recorder: Api
) -> None:
    rule(judge, GOLD, {"type": "move_piece", "row": 2, "col": 1, "to_row": 5, "to_col": 5}, about="6")
    record.version = judge.version
    assert record.move(**castle(3, 3, seat=1), irregular={"accepted_by": []}).status_code == 201
    text = record.get("/export", format="text").text
    assert text.splitlines()[-7:] == [
        "# 8.1, a judge's ruling: red change_gold by=5",
        "# 8.2, a judge's ruling: move_piece row=2 col=1 to_row=5 to_col=5",
        "red place_castle rank=1 row=3 col=3 # 9, against the rules",
        "",
        "# edition: 2012; rows compared with a printed copy: 16/16, of those used: 0/0",  # tiles are sealed
        "# status: running",
        (
            "# not carried: 9 (played against the rules, which refuse it); 8.1, 8.2 (a judge's ruling); "
            "the record as JSON carries all of it"
        ),
    ]
    kingdoms = GAMES["kingdoms"]
    moves = [move for _, move in text_files.read_file(kingdoms, kingdoms.box(), text, ["yellow", "red"])]
    assert [move["type"] for move in moves[-2:]] == ["place_castle", "place_castle"]


def test_a_text_names_the_first_twenty_steps_of_a_kind_that_it_leaves_out(judge: Record) -> None:
    rule(judge, *[GOLD] * 23)
    last = judge.get("/export", format="text").text.splitlines()[-1]
    named = ", ".join(f"{judge.version}.{number}" for number in range(1, 21))
    assert last == f"# not carried: {named} and 3 more (a judge's ruling); the record as JSON carries all of it"


def test_a_state_is_read_after_an_adjustment_by_its_name(judge: Record) -> None:
    rule(judge, GOLD, {"type": "change_gold", "seat": 0, "by": -7})
    gold = [judge.get("/state", name=name, what="facts").json["facts"]["gold"] for name in ("6", "8.1", "8.2")]
    assert gold == [{"0": 50, "1": 50}, {"0": 50, "1": 55}, {"0": 43, "1": 55}]


@pytest.mark.parametrize("game", ["kingdoms", "xidit"])
def test_a_game_tells_its_adjustments_with_their_fields(anyone: Api, game: str) -> None:
    told = anyone.get(f"/games/{game}").json
    assert not told["adjustments"].keys() & told["moves"].keys()
    gold = told["adjustments"]["change_gold"]
    assert (gold["seated"], gold["fields"]["by"]["kind"]) == (True, "integer")


def test_a_ruling_on_a_closed_record_leaves_the_signatures_behind_and_its_undo_brings_them_back(
    recorder: Api, as_: As
) -> None:
    record = finished(recorder)
    for seat in range(3):
        assert sign(record, seat).status_code == 201
    closed = record.get("").json
    assert closed["status"] == "closed"
    record.version = closed["version"]
    signed = standing(record)
    assert rule(record, GOLD).status_code == 403
    judge, _ = appointed(record, as_)
    judge.version = record.version = record.get("").json["version"]
    ruling = rule(judge, GOLD)
    assert ruling.status_code == 201, ruling.text
    after = standing(record)
    assert after["outcome"] != signed["outcome"]
    assert (after["signatures"], record.get("").json["status"]) == ([], "finished")
    assert post(judge, "undo", {"undoes": [str(ruling.json["version"])]}).status_code == 201
    assert standing(record)["outcome"] == signed["outcome"]
    assert record.get("").json["status"] == "closed"
