"""Corrections over HTTP: the impact first, all changes in one entry, what breaks needs a word of its own."""

import contextlib
import itertools
import random
from typing import Any

import pytest

from engines import GAMES
from engines.kernel import canonical
from engines.kernel.replay import Fold
from service.record.entries.timeline import Timeline
from service.record.files import verify
from service.store import chain
from tests.engines.given import defaults
from tests.service.api.writes.evening import OPENING, castle, castles, line, post, state
from tests.service.conftest import Api, As, Json, Record


@pytest.fixture
def record(recorder: Api) -> Record:
    """Castles at (1, 1), (2, 1), (3, 1), (4, 1) and (1, 2): moves 5 to 9."""
    return castles(recorder, (1, 1), (2, 1), (3, 1), (4, 1), (1, 2))


def amend(name: str, body: Json, **more: Any) -> Json:
    return {"op": "amend", "name": name, "body": body, **more}


def correct(record: Record, *changes: Json, **query: Any) -> Any:
    return post(record, "corrections", {"changes": list(changes)}, **query)


def verdicts(answer: Any) -> list[tuple[str, str, str | None]]:
    return [(move["name"], move["verdict"], move.get("rule")) for move in answer.json["impact"]["moves"]]


WRONG_SPACE = amend("5", castle(4, 1))
"""Breaks move 8, which needs that space."""


def test_a_dry_run_tells_what_becomes_of_every_later_move_and_writes_nothing(record: Record) -> None:
    log = record.get("/log").data
    answer = correct(record, WRONG_SPACE, dry_run=1, lang="en")
    assert answer.status_code == 200
    assert verdicts(answer) == [
        ("6", "same", None), ("7", "same", None), ("8", "refused", "KIN-4.11"), ("9", "same", None),
    ]  # fmt: skip
    broken = answer.json["impact"]["moves"][2]
    assert broken["names"] == ["5"]
    assert broken["keepable"] is False
    assert "row 4" in broken["detail"]
    (change,) = answer.json["impact"]["changes"]
    assert change["body"] == {**castle(4, 1), "seat": 0}
    assert change["says"] == {"en": "Yellow places a castle of rank 1 at row 4, column 1."}
    assert record.get("/log").data == log


def test_a_dry_run_tells_the_scores_of_a_running_game_and_later_moves_with_other_effects(recorder: Api) -> None:
    # Two castles of one seat change their ranks: every move stays the same, and the epoch is counted otherwise.
    game = GAMES["kingdoms"]
    table = game.table(random.Random(14), ["yellow", "red"], defaults(game), game.box())
    moves = list(itertools.takewhile(lambda move: move["type"] != "score_epoch", table))
    castles = [place for place, move in enumerate(moves) if move["type"] == "place_castle" and move["seat"] == 0]
    one = castles[0]
    other = next(place for place in castles if moves[place]["rank"] != moves[one]["rank"])
    swapped = [*moves]
    swapped[one] = {**moves[one], "rank": moves[other]["rank"]}
    swapped[other] = {**moves[other], "rank": moves[one]["rank"]}
    was, then = (recorder.open("yellow", "red").play(played) for played in (moves, swapped))
    before, after = (each.get("/state").json["view"]["scores"] for each in (was, then))
    assert before != after
    changes = [amend(str(place + 2), swapped[place]) for place in (one, other)]
    impact = correct(was, *changes, dry_run=1, lang="en").json["impact"]
    assert impact["scores"] == {"before": before, "after": after}
    assert {move["verdict"] for move in impact["moves"]} == {"same"}
    told = [frame["says"]["en"] for frame in then.get("/replay", lang="en").json["frames"]]
    (last,) = [move for move in impact["moves"] if "says" in move]
    assert (last["name"], last["says"]["en"]) == (str(len(moves) + 1), told[-1])


def test_a_correction_that_breaks_something_is_refused_until_it_says_what_becomes_of_that(record: Record) -> None:
    log = record.get("/log").data
    refused = correct(record, WRONG_SPACE)
    assert (refused.status_code, refused.json["type"]) == (422, "urn:movebook:problem:correction-refused")
    assert [(each["name"], each["rule"]) for each in refused.json["refused"]] == [("8", "KIN-4.11")]
    assert record.get("/log").data == log
    answer = correct(record, WRONG_SPACE, amend("8", castle(1, 1)), lang="en")
    assert (answer.status_code, answer.json["says"]) == (201, {"en": "Corrected: 5, 8"})
    assert [change["op"] for change in answer.json["entry"]["body"]["changes"]] == ["amend", "amend"]


def test_state_line_and_frames_follow_a_correction(record: Record, project: Any) -> None:
    project(record.id)
    correct(record, WRONG_SPACE, amend("8", castle(1, 1)))
    straight = castles(record.api, (4, 1), (2, 1), (3, 1), (1, 1), (1, 2))
    assert state(record) == state(straight)
    project(record.id)
    assert line(record) == ["2", "3", "4", "5", "6", "7", "8", "9"]
    says = record.get("/replay", lang="en").json["frames"][3]["says"]
    assert says["en"] == straight.get("/replay", lang="en").json["frames"][3]["says"]["en"]


def test_a_dry_run_equals_the_commit(record: Record) -> None:
    changes = [WRONG_SPACE, amend("8", castle(1, 1))]
    dry = correct(record, *changes, dry_run=1)
    assert verdicts(dry) == [("6", "same", None), ("7", "same", None), ("9", "same", None)]
    entry = correct(record, *changes).json["entry"]
    assert [change["body"] for change in entry["body"]["changes"]] == [
        change["body"] for change in dry.json["impact"]["changes"]
    ]


def test_a_move_can_be_inserted_retracted_and_kept(record: Record) -> None:
    insert = {"op": "insert", "before": "9", "body": castle(5, 5, seat=0)}
    refused = correct(record, insert, dry_run=1)
    assert verdicts(refused) == [("9", "refused", "KIN-3.1")]
    assert refused.json["impact"]["moves"][0]["keepable"] is True
    keep = {"op": "keep", "name": "9", "irregular": {"reason": "nobody noticed", "accepted_by": [0, 1]}}
    answer = correct(record, insert, keep)
    assert answer.status_code == 201
    entry = answer.json["entry"]
    assert entry["irregular"] == {"2": {"accepted_by": [0, 1]}}
    assert list(entry["seals"]) == ["2.reason"]
    assert "nobody noticed" not in str(entry)
    told = record.get("/log", after=entry["version"] - 1).json["secrets"]
    assert told[str(entry["version"])]["2.reason"]["value"] == "nobody noticed"
    assert correct(record, {"op": "retract", "name": "9"}).status_code == 201


@pytest.mark.parametrize(("changes", "why"), [
    ([amend("99", castle(1, 1))], "unknown"),
    ([{"op": "retract", "name": "1"}], "unknown"),
    ([{"op": "insert", "before": "11.1", "body": castle(5, 5)}], "unknown"),
    ([{"op": "retract", "name": "9"}, amend("9", castle(5, 5))], "twice"),
    ([{"op": "keep", "name": "9", "irregular": {}}], "regular"),
    ([amend("9", castle(5, 5), irregular={})], "regular"),
    ([{"op": "retract", "name": str(name)} for name in range(2, 10)], "emptied"),
])  # fmt: skip
def test_what_a_correction_cannot_change_changes_nothing(record: Record, changes: list[Json], why: str) -> None:
    log = record.get("/log").data
    for query in ({}, {"dry_run": 1}):
        answer = correct(record, *changes, **query)
        assert (answer.status_code, answer.json["why"]) == (422, why)
    assert record.get("/log").data == log


def test_what_is_undone_cannot_be_corrected(record: Record) -> None:
    post(record, "undo", {})
    refused = correct(record, amend("9", castle(5, 5)))
    assert (refused.json["why"], refused.status_code) == ("gone", 422)
    assert "entry 10" in refused.json["detail"]


@pytest.mark.parametrize("change", [
    {}, {"op": "amend", "name": "5"}, {"op": "amend", "body": {}}, {"op": "insert", "name": "5", "body": {}},
    {"op": "retract", "name": "5", "body": {}}, {"op": "keep", "name": "5"}, {"op": "rewrite", "name": "5"},
    amend("5", {"type": "fly"}), amend("5", castle(1, 1), irregular={"accepted_by": [7]}),
    amend("5", {"type": "place_castle", "row": 1.5, "col": 1, "rank": 1}),
])  # fmt: skip
def test_a_change_in_another_shape_is_refused(record: Record, change: Json) -> None:
    log = record.get("/log").data
    assert correct(record, change).status_code == 400
    assert record.get("/log").data == log


def test_a_seats_link_corrects_what_it_sealed_and_nobody_else_but_a_judge(recorder: Api, admin: Api, as_: As) -> None:
    record = recorder.open("yellow", "red")
    link = record.by(as_(record.seat_token(0)))
    link.version = record.version
    assert link.move(**OPENING[0]).status_code == 201
    record.version = link.version
    record.play([OPENING[1]])
    link.version = record.version
    deal = amend("3", {"type": "deal_starting_tile", "tile": "dragon"})
    assert correct(record, deal).status_code == 403
    assert correct(record, {"op": "retract", "name": "3"}).status_code == 403
    assert correct(link, amend("4", {"type": "deal_starting_tile", "tile": "dragon"})).status_code == 403
    assert correct(link, {"op": "insert", "before": "4", "body": OPENING[0]}).status_code == 403
    assert correct(record.by(admin), deal, dry_run=1).status_code == 200
    answer = correct(link, deal)
    assert answer.status_code == 201
    assert list(answer.json["entry"]["seals"]) == ["1.tile"]
    assert "dragon" not in str(answer.json["entry"])
    assert link.get("/state").json["view"] != record.get("/state", eyes="public").json["view"]


def test_what_the_corrector_may_not_see_never_refuses(recorder: Api, as_: As) -> None:
    """Seat 0 sealed the tile that the recorder now says seat 1 was dealt: of that tile there is one."""
    record = recorder.open("yellow", "red")
    link = record.by(as_(record.seat_token(0)))
    link.version = record.version
    assert link.move(type="deal_starting_tile", seat=0, tile="dragon").status_code == 201
    record.version = link.version
    record.play([{"type": "deal_starting_tile", "seat": 1, "tile": "resource_1"}])
    for query in ({"dry_run": 1}, {}):
        answer = correct(record, amend("4", {"type": "deal_starting_tile", "tile": "dragon"}), **query)
        assert answer.status_code in (200, 201), answer.text


def test_a_move_that_the_rules_refuse_and_the_table_played_is_recorded_as_such(record: Record) -> None:
    again = castle(5, 5, seat=0)
    assert record.move(**again).json["rule"] == "KIN-3.1"
    answer = record.move(**again, irregular={"reason": "Ann moved twice", "accepted_by": [0, 1]})
    assert answer.status_code == 201, answer.text
    entry = answer.json["entry"]
    assert entry["irregular"] == {"accepted_by": [0, 1]}
    assert list(entry["seals"]) == ["reason"]
    assert entry["body"] == again
    told = record.get("/log", after=entry["version"] - 1).json["secrets"]
    assert told[str(entry["version"])]["reason"]["value"] == "Ann moved twice"


@pytest.mark.parametrize(("move", "irregular", "status"), [
    (castle(5, 5, seat=1), {}, 400),
    (castle(5, 5, seat=0), {"accepted_by": [2]}, 400),
    (castle(5, 5, seat=0), {"accepted_by": "all"}, 400),
    (castle(5, 5, seat=0), {"because": "x"}, 400),
    (castle(1, 1, seat=1), {}, 422),
])  # fmt: skip
def test_what_is_no_irregularity_is_refused_as_one(record: Record, move: Json, irregular: Json, status: int) -> None:
    log = record.get("/log").data
    assert record.move(**move, irregular=irregular).status_code == status
    assert record.get("/log").data == log


def mended(record: Record) -> Json:
    """The export of a record with two deals amended at once, a move kept, an undo and a redo."""
    deals = [amend(str(name), {"type": "deal_starting_tile", "tile": f"resource_{name}"}) for name in (2, 3)]
    keep = {"op": "keep", "name": "9", "irregular": {"reason": "nobody noticed", "accepted_by": [0, 1]}}
    insert = {"op": "insert", "before": "9", "body": castle(5, 5, seat=0)}
    for call, body in (
        ("corrections", {"changes": deals, "reason": "the deals were exchanged"}),
        ("corrections", {"changes": [insert, keep]}),
        ("undo", {"reason": "a slip"}),
        ("undo", {"undoes": ["12"]}),
    ):
        assert post(record, call, body).status_code == 201
    exported: Json = record.get("/export").json
    return exported


def forged(exported: Json) -> Json:
    """The file with every state and hash made to follow by one who reads the line as the service does."""
    timeline, prev = Timeline(), ""
    opening = exported["entries"][0]["body"]
    for entry in exported["entries"]:
        with contextlib.suppress(chain.BrokenChainError):
            timeline.apply(entry)
        fold = Fold(GAMES["kingdoms"], [seat["colour"] for seat in opening["seats"]], {}, exported["box"])
        for step in timeline.steps:
            fold.apply(step.name, step.body)
        entry["state"], entry["prev"] = canonical.digest(fold.facts()), prev
        prev = entry["hash"] = chain.expected_hash(entry)
    exported["digest"] = verify.digest(exported)
    return exported


@pytest.mark.parametrize(("damage", "what"), [
    (lambda entries: entries[10]["body"]["changes"][0]["body"].update(row=1, col=1), "KIN-4.11"),
    (lambda entries: entries[10].pop("irregular"), "KIN-3.1"),
    (lambda entries: entries[9]["body"]["changes"].pop(), "seals.2.tile"),
    (lambda entries: entries[11]["body"].update(undoes=["6"]), "KIN-3.1"),
    (lambda entries: entries[12]["body"].update(undoes=["99"]), "99"),
])  # fmt: skip
def test_a_forged_correction_is_noticed_though_every_hash_follows(record: Record, damage: Any, what: str) -> None:
    exported = mended(record)
    damage(exported["entries"])
    faults = [fault.what for fault in verify.check(forged(exported))]
    assert any(what in fault for fault in faults), faults


def test_a_forger_who_changes_nothing_is_no_forger(record: Record) -> None:
    assert verify.check(forged(mended(record))) == []
