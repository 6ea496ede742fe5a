"""Signatures, disputes, closing and void records over HTTP."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from service.api.web.http import Service
from service.record.entries import outcome
from service.record.files import verify
from tests.service.api.routes.test_replay import a_game
from tests.service.api.writes.evening import castles, post
from tests.service.api.writes.test_judges import appointed
from tests.service.conftest import Api, As, Json, Record
from tests.service.promised import forget
from tests.service.test_forger import rewritten

COLOURS = ("yellow", "red", "blue")


def finished(api: Api, **more: Any) -> Record:
    return api.open(*COLOURS, **more).import_moves(a_game())


@pytest.fixture
def record(recorder: Api) -> Record:
    return finished(recorder)


@pytest.fixture
def links(record: Record, as_: As) -> list[Record]:
    tokens = [record.seat_token(seat) for seat in range(3)]
    return [record.by(as_(token)) for token in tokens]


def standing(record: Record) -> Json:
    found: Json = record.get("/result").json["standing"]
    return found


def free(record: Record, call: str, body: Json, **query: Any) -> Any:
    """A call whose order does not matter; the raw answer."""
    return record.api.post(f"{record.path}/{call}", body, {"If-Match": "*"}, **query)


def sign(record: Record, seat: int | None = None, outcome: str | None = None, **query: Any) -> Any:
    body: Json = {"outcome": outcome or standing(record)["outcome"]}
    return free(record, "signatures", body | ({} if seat is None else {"seat": seat}), **query)


def dispute(record: Record, seat: int | None = None, reason: str = "the gold was miscounted") -> Any:
    body: Json = {"outcome": standing(record)["outcome"], "reason": reason}
    return free(record, "disputes", body | ({} if seat is None else {"seat": seat}))


def who(words: list[Json]) -> list[tuple[int, str]]:
    return [(word["seat"], word["way"]) for word in words]


def why(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json.get("why") or answer.json["type"].rpartition(":")[2]


PLACED = ("draw_and_place", "place_castle")


def correct(record: Record, types: tuple[str, ...] = PLACED, **query: Any) -> Any:
    """Retract the last move of some types and all behind it."""
    version = record.get("").json["version"]
    frames = record.get("/replay", eyes="public", version=version).json["frames"]
    last = next(place for place in range(len(frames) - 1, 0, -1) if frames[place]["type"] in types)
    body = {"changes": [{"op": "retract", "name": frame["name"]} for frame in frames[last:]]}
    return record.api.post(f"{record.path}/corrections", body, {"If-Match": f'"{version}"'}, **query)


def test_a_signature_says_how_it_came(record: Record, links: list[Record]) -> None:
    own, claimed = sign(links[0], lang="en"), sign(record, 1)
    assert (own.status_code, claimed.status_code) == (201, 201)
    outcome = standing(record)["outcome"]
    assert own.json["entry"]["body"] == {"seat": 0, "outcome": outcome, "way": "own_link"}
    assert own.json["says"] == {"en": "Seat 0 has signed"}
    assert who(standing(record)["signatures"]) == [(0, "own_link"), (1, "claimed")]
    assert record.get("/result").json["status"] == "finished"


def test_with_the_last_signature_the_record_is_closed_by_the_same_append(record: Record, links: list[Record]) -> None:
    for link in links[:2]:
        assert sign(link).status_code == 201
    before = record.get("").json["version"]
    last = sign(links[2])
    assert last.json["version"] == before + 2
    signed, closed = record.get("/log", after=before).json["entries"]
    assert (signed["type"], closed["type"]) == ("signed", "closed")
    assert closed["body"] == {"reason": "signed", "outcome": signed["body"]["outcome"]}
    assert record.get("").json["status"] == "closed"
    assert standing(record)["closed"]["reason"] == "signed"
    assert record.get("/export").status_code == 200


def test_a_signature_before_the_end_is_refused(recorder: Api) -> None:
    record = castles(recorder, (1, 1))
    log = record.get("/log").data
    answer = free(record, "signatures", {"outcome": "0" * 64, "seat": 0})
    assert why(answer) == (409, "running")
    assert record.get("/log").data == log


def test_a_signature_on_another_outcome_is_refused_and_told_the_one_that_there_is(record: Record) -> None:
    log = record.get("/log").data
    answer = sign(record, 0, outcome="0" * 64)
    assert why(answer) == (409, "outcome-changed")
    assert answer.json["outcome"] == standing(record)["outcome"]
    assert record.get("/log").data == log


@pytest.mark.parametrize("seat", [3, None])
def test_nobody_signs_for_a_seat_that_there_is_not(record: Record, seat: int | None) -> None:
    log = record.get("/log").data
    answer = sign(record, seat)
    assert (answer.status_code, list(answer.json["errors"])) == (400, ["seat"])
    assert record.get("/log").data == log


def test_a_link_signs_for_its_own_seat_alone(links: list[Record]) -> None:
    assert sign(links[0], 1).status_code == 403


def test_nobody_signs_twice_by_the_same_way(record: Record, links: list[Record]) -> None:
    assert sign(record, 0).status_code == 201
    assert why(sign(record, 0)) == (409, "twice")
    assert sign(links[0]).status_code == 201, "what was claimed the seat may say itself"
    assert why(sign(links[0])) == (409, "twice")
    assert why(sign(record, 0)) == (409, "twice")


def test_what_a_seat_said_itself_the_recorder_does_not_say_otherwise(record: Record, links: list[Record]) -> None:
    assert dispute(links[0]).status_code == 201
    assert why(sign(record, 0)) == (409, "own_link")
    assert who(standing(record)["disputes"]) == [(0, "own_link")]


def test_a_table_that_agreed_not_to_sign_does_not(recorder: Api) -> None:
    assert why(sign(finished(recorder, policies={"signing": "none"}), 0)) == (409, "unsigned")


def test_a_dispute_keeps_the_record_open_until_the_seat_signs(record: Record, links: list[Record]) -> None:
    for link in links[:2]:
        sign(link)
    assert dispute(links[2]).status_code == 201
    assert record.get("").json["status"] == "disputed"
    assert who(standing(record)["disputes"]) == [(2, "own_link")]
    assert sign(links[2]).status_code == 201
    assert record.get("").json["status"] == "closed"


def test_a_seat_that_signed_may_dispute_while_the_record_is_open(record: Record, links: list[Record]) -> None:
    sign(links[0])
    assert dispute(links[0]).status_code == 201
    assert standing(record)["signatures"] == []


@pytest.mark.parametrize("reason", [None, "", "  ", "a\u202eb", "x" * 2001])
def test_a_dispute_has_a_reason_that_can_be_read(record: Record, reason: str | None) -> None:
    body = {"outcome": standing(record)["outcome"], "seat": 0} | ({} if reason is None else {"reason": reason})
    assert free(record, "disputes", body).status_code == 400


def test_a_dispute_after_the_record_was_closed_is_refused(record: Record, links: list[Record]) -> None:
    for link in links:
        sign(link)
    log = record.get("/log").data
    assert why(dispute(links[0])) == (409, "record-closed")
    assert record.get("/log").data == log


def test_a_closed_record_takes_notes_and_what_a_judge_corrects(record: Record, links: list[Record], as_: As) -> None:
    for link in links:
        sign(link)
    signed = standing(record)
    for call, body in (
        ("moves", {"type": "pass", "seat": 0}),
        ("undo", {}),
        ("corrections", {"changes": [{"op": "retract", "name": "2"}]}),
        ("signatures", {"outcome": signed["outcome"], "seat": 0}),
        ("close", {"reason": "abandoned"}),
    ):
        version = record.get("").json["version"]
        answer = record.api.post(f"{record.path}/{call}", body, {"If-Match": f'"{version}"'})
        assert why(answer) == (409, "record-closed"), call
    assert free(record, "notes", {"text": "see you next week"}).status_code == 201
    judge, _ = appointed(record, as_)
    assert correct(judge).status_code == 201
    now = record.get("").json
    assert (now["status"], now["standing"]["signatures"], now["standing"]["closed"]) == ("running", [], None)


def test_the_undo_of_a_judge_s_correction_brings_signatures_back(record: Record, links: list[Record], as_: As) -> None:
    for link in links:
        sign(link)
    before = standing(record)
    judge, _ = appointed(record, as_)
    corrected = correct(judge)
    undo = {"undoes": [str(corrected.json["version"])]}
    assert post(record.by(judge.api), "undo", undo, version=corrected.json["version"]).status_code == 201
    after = standing(record)
    assert after == before


def test_what_leaves_the_outcome_alone_leaves_the_record_closed(record: Record, links: list[Record], as_: As) -> None:
    """A tile that was shown after the end gives no gold."""
    for link in links:
        sign(link)
    before = standing(record)
    judge, _ = appointed(record, as_)
    assert correct(judge, ("reveal_starting_tile",)).status_code == 201
    assert standing(record) == before


def test_the_impact_of_a_correction_names_signatures_it_leaves_behind(record: Record, links: list[Record]) -> None:
    first = sign(links[0]).json["version"]
    for types, left in ((PLACED, [str(first)]), (("reveal_starting_tile",), [])):
        assert correct(record, types, dry_run=1).json["impact"]["signatures"] == left


CHANGES: list[tuple[str, Json]] = [
    ("rulings", {"adjustments": [{"type": "change_gold", "seat": 0, "by": 5}], "reason": "forgotten"}),
    ("corrections", {"changes": [{"op": "opening", "occasion": {"table": "5"}}]}),
    ("undo", {"count": 1, "seat": 0}),
    ("void", {"reason": "forged"}),
    ("close", {"reason": "ruled"}),
]


@pytest.mark.parametrize("end", ["signed", "disputed", "closed"])
def test_who_changes_or_ends_a_record_follows_the_last_signature_dispute_and_closing(
    record: Record, links: list[Record], as_: As, end: str
) -> None:
    judge, _ = appointed(record, as_)
    seen = record.get("").json["version"]
    # The links sign without order, and none of them has to read the record before.
    for link in links if end == "closed" else links[:1]:
        assert (dispute(link) if end == "disputed" else sign(link)).status_code == 201
    log = record.get("/log").data
    for (call, body), dry in [(change, dry) for change in CHANGES for dry in (1, 0)]:
        answer = post(judge, call, body, version=seen, dry_run=dry)
        assert answer.status_code == 412, (call, answer.text)
        assert answer.json["since"][0]["type"] == ("disputed" if end == "disputed" else "signed")
    assert record.get("/log").data == log
    assert post(judge, *CHANGES[0], version=record.get("").json["version"]).status_code == 201


@pytest.mark.parametrize(("reason", "seat"), [("abandoned", None), ("conceded", 1)])
def test_a_table_that_stops_early_has_a_result_without_ranks(recorder: Api, reason: str, seat: int | None) -> None:
    record = castles(recorder, (1, 1))
    facts = record.get("/state", what="facts").json["facts"]
    body: Json = {"reason": reason, "text": "it got late"} | ({} if seat is None else {"seat": seat})
    answer = post(record, "close", body)
    assert answer.status_code == 201, answer.text
    result = record.get("/result").json
    assert (result["status"], result["end"]) == ("closed", {"reason": reason, "rule": None})
    assert [(each["rank"], each["score"]) for each in result["seats"]] == [(None, None)] * 2
    assert result["winners"] == []
    assert result["standing"]["outcome"] is None
    assert result["standing"]["closed"]["seat"] == seat
    assert record.get("/state", what="facts").json["facts"] == facts
    assert "it got late" in record.get("/log").text
    assert why(record.move(type="pass", seat=1)) == (409, "record-closed")


@pytest.mark.parametrize(("body", "status"), [
    ({"reason": "conceded"}, 400), ({"reason": "conceded", "seat": 2}, 400),
    ({"reason": "abandoned", "seat": 0}, 400), ({"reason": "deadline"}, 400), ({"reason": "signed"}, 400),
    ({"reason": "ruled"}, 403), ({}, 400),
])  # fmt: skip
def test_a_closing_that_cannot_be_is_refused_and_changes_nothing(recorder: Api, body: Json, status: int) -> None:
    record = castles(recorder, (1, 1))
    log = record.get("/log").data
    assert post(record, "close", body).status_code == status
    assert record.get("/log").data == log


def test_a_game_that_is_over_is_not_stopped_early(record: Record) -> None:
    assert why(post(record, "close", {"reason": "abandoned"})) == (409, "over")


def test_a_judge_reopens_what_stopped_early_by_changing_it(recorder: Api, as_: As) -> None:
    record = castles(recorder, (1, 1))
    post(record, "close", {"reason": "abandoned"})
    judge, _ = appointed(record, as_)
    assert post(judge, "undo", {}).status_code == 201
    assert record.get("").json["status"] == "running"


def test_a_judge_closes_an_outcome_that_one_seat_keeps_disputing(record: Record, links: list[Record], as_: As) -> None:
    dispute(links[0])
    judge, _ = appointed(record, as_)
    version = record.get("").json["version"]
    assert post(judge, "close", {"reason": "ruled"}, version=version).status_code == 201
    assert standing(record)["closed"]["reason"] == "ruled"


def test_an_owner_makes_void_what_nobody_has_signed(record: Record, project: Any, recorder: Api) -> None:
    assert post(record, "void", {"reason": "played with the wrong box"}).status_code == 201
    assert record.get("").json["status"] == "void"
    assert why(record.get("/result")) == (409, "record-void")
    assert why(sign(record, 0, "0" * 64)) == (409, "record-void")
    assert free(record, "notes", {"text": "sorry"}).status_code == 201
    project(record.id)
    listed = recorder.get("/records", status="void").json["records"]
    assert [each["id"] for each in listed] == [record.id]
    assert recorder.get("/records", status="finished").json["records"] == []


def test_once_a_seat_has_signed_only_a_judge_makes_void(record: Record, links: list[Record], as_: As) -> None:
    sign(links[0])
    record.version = record.get("").json["version"]
    assert why(post(record, "void", {"reason": "I lost"})) == (409, "signed")
    judge, _ = appointed(record, as_)
    assert post(judge, "void", {"reason": "forged"}).status_code == 201


def test_lists_and_replays_tell_how_a_record_stands(record: Record, links: list[Record], project: Any) -> None:
    for link in links:
        sign(link)
    project(record.id)
    (listed,) = record.api.get("/records", status="closed").json["records"]
    assert listed["standing"] == standing(record) == record.get("/replay", eyes="public").json["standing"]
    assert listed["standing"] == record.get("/replay", eyes="recorder").json["standing"]
    assert record.get("/log", after=1, limit=1).status_code == 200


def test_a_flood_from_one_link_is_held_back(record: Record, links: list[Record], service: Service) -> None:
    """Each stays in the log for good: six a minute, as of what a seat seals anew."""
    del service
    answers = [free(links[0], "notes", {"text": f"note {n}"}).status_code for n in range(8)]
    assert answers == [201] * 6 + [429] * 2
    assert free(links[1], "notes", {"text": "mine"}).status_code == 201, "the others are not held back"


@pytest.fixture
def conceded(recorder: Api, as_: As) -> tuple[Record, Record, Record]:
    """A game that is closed because red is said to have conceded: in the recorder's hands, yellow's and red's."""
    record = castles(recorder, (1, 1))
    hands = [record.by(as_(record.seat_token(seat))) for seat in (0, 1)]
    assert post(record, "close", {"reason": "conceded", "seat": 1}).status_code == 201
    return record, *hands


def deny(hand: Record, seat: int | None = None, **query: Any) -> Any:
    body: Json = {"reason": "I went for a coffee"} | ({} if seat is None else {"seat": seat})
    return free(hand, "disputes", body, **query)


def test_a_concession_that_a_recorder_types_is_marked_as_claimed(conceded: tuple[Record, ...]) -> None:
    record, *_ = conceded
    entry = record.get("/log").json["entries"][-1]
    assert entry["body"] == {"reason": "conceded", "seat": 1, "way": "claimed"}
    closed = standing(record)["closed"]
    assert (closed["reason"], closed["seat"], closed["way"]) == ("conceded", 1, "claimed")
    assert "# closed: conceded, seat 1, claimed (entry 8, " in record.get("/export", format="text").text


def test_a_seat_disputes_that_it_conceded_and_the_game_goes_on(conceded: tuple[Record, ...], project: Any) -> None:
    record, _, red = conceded
    concession = str(record.version)
    assert deny(red, dry_run=1).status_code == 200
    answer = deny(red)
    assert answer.status_code == 201, answer.text
    assert answer.json["entry"]["body"] == {"seat": 1, "concession": concession, "way": "own_link"}
    assert answer.json["says"] == {"en": "Seat 1 did not concede"}
    record.version = answer.json["version"]
    project(record.id)
    told = record.get("/replay").json["standing"]
    assert (told["status"], told["closed"]) == ("disputed", None)
    assert [(one["seat"], one["way"], one["name"]) for one in told["disputes"]] == [
        (1, "own_link", str(record.version))
    ]
    assert record.get("").json["status"] == "disputed"
    assert record.get("/result").status_code == 409
    # Said twice it says nothing, and who plays on has settled it.
    assert why(deny(red)) == (409, "not_conceded")
    record.play([{"type": "draw_and_place", "seat": 1, "tile": "resource_6", "row": 3, "col": 3}])
    assert record.get("").json["status"] == "running"
    assert verify.check(record.get("/export").json) == []


def test_a_concession_is_disputed_by_the_seat_that_is_said_to_have_conceded(conceded: tuple[Record, ...]) -> None:
    record, yellow, red = conceded
    assert why(deny(yellow)) == (409, "not_conceded")
    assert deny(yellow, seat=1).status_code == 403
    assert deny(record).status_code == 400, "whose?"
    assert why(free(red, "disputes", {"outcome": "0" * 64, "reason": "no"})) == (409, "record-closed")
    # Who typed it by mistake says so for the seat.
    denied = deny(record, seat=1).json
    assert denied["entry"]["body"]["way"] == "claimed"
    assert post(record, "close", {"reason": "abandoned"}, version=denied["version"]).status_code == 201
    assert standing(record)["closed"]["reason"] == "abandoned"
    assert why(deny(red)) == (409, "record-closed")


def test_nothing_else_that_closed_a_record_is_disputed_as_a_concession(recorder: Api, as_: As) -> None:
    record = castles(recorder, (1, 1))
    red = record.by(as_(record.seat_token(1)))
    assert why(deny(red)) == (409, "not_conceded")
    assert post(record, "close", {"reason": "abandoned"}).status_code == 201
    assert why(deny(red)) == (409, "record-closed")


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Outcomes as they were named with the content hash of the box; the call ends that."""
    present = outcome.compared

    def formerly(opening: Json, box: Json) -> Json:
        return {**present(opening, box), "box": opening["box"]}

    monkeypatch.setattr(outcome, "compared", formerly)
    return monkeypatch.undo


def test_what_was_signed_by_the_content_hash_of_the_box_stays_signed_and_verifies(
    record: Record, links: list[Record], before: Callable[[], None], app: Flask
) -> None:
    assert sign(links[0]).status_code == 201
    assert dispute(links[1]).status_code == 201
    first = standing(record)
    before()
    forget(app)
    assert standing(record) == first, "the record names its outcome as its entries do"
    assert record.get("/result").json["comparable"]["box"] != first["outcome"]
    assert why(sign(links[0])) == (409, "twice")
    assert sign(links[1]).status_code == sign(links[2]).status_code == 201
    assert record.get("").json["status"] == "closed"
    assert {entry["body"]["outcome"] for entry in record.get("/log").json["entries"][-2:]} == {first["outcome"]}
    assert verify.check(verify.read(record.get("/export").data)) == []


def test_an_outcome_may_be_signed_by_either_hash_and_is_written_as_the_record_names_it(
    record: Record, before: Callable[[], None], app: Flask
) -> None:
    old = standing(record)["outcome"]
    before()
    forget(app)
    new = standing(record)["outcome"]
    assert new != old
    assert sign(record, 0, old).json["entry"]["body"]["outcome"] == new
    assert why(sign(record, 1, "0" * 64)) == (409, "outcome-changed")


def starts(record: Record, seat: int | None = None, opening: str | None = None) -> Any:
    body: Json = {"opening": opening or record.get("").json["standing"]["start"]["opening"]}
    return free(record, "signatures", body | ({} if seat is None else {"seat": seat}))


def test_the_start_is_signed_by_link_or_claim_until_it_is_corrected(recorder: Api, as_: As) -> None:
    record = castles(recorder, (1, 1))
    own = record.by(as_(record.seat_token(1)))
    assert starts(record, 0).status_code == starts(record, 1).status_code == starts(own).status_code == 201
    assert {why(starts(record, 0)), why(starts(record, 1)), why(starts(own))} == {(409, "twice")}
    start = record.get("").json["standing"]["start"]
    assert (who(start["signatures"]), start["required"]) == ([(0, "claimed"), (1, "own_link")], False)
    assert "\n# start: seat 1, own_link (entry " in record.get("/export", format="text").text
    record.version = record.get("").json["version"]
    swapped = [{"seat": 0, "colour": "red"}, {"seat": 1, "colour": "yellow"}]
    done = post(record, "corrections", {"changes": [{"op": "opening", "seats": swapped}]})
    assert done.status_code == 201, done.text
    assert record.get("").json["standing"]["start"]["signatures"] == []
    assert why(starts(record, 0, start["opening"])) == (409, "other_start")
    assert verify.check(record.get("/export").json) == []
    assert post(record, "undo", {"undoes": [str(done.json["version"])]}).status_code == 201
    assert record.get("").json["standing"]["start"] == start
    for body in ({}, {"opening": start["opening"], "outcome": start["opening"]}):
        assert free(record, "signatures", body).status_code == 400


def test_a_table_that_signs_the_start_makes_no_move_before_all_have(recorder: Api) -> None:
    record = recorder.open("yellow", "red", policies={"start": "seats"})
    move = {"type": "choose_start_player", "player": 1}
    assert starts(record, 0).status_code == 201
    record.version = record.get("").json["version"]
    assert why(record.move(**move)) == (409, "no_start")
    assert starts(record, 1).status_code == 201
    record.version = record.get("").json["version"]
    assert record.move(**move).status_code == 201
    file = record.get("/export").json
    assert verify.check(file) == []
    changed = post(record, "corrections", {"changes": [{"op": "opening", "seats": [{"seat": 0, "colour": "blue"}]}]})
    assert changed.status_code == 201
    assert record.get("").json["standing"]["start"]["required"]


@pytest.mark.parametrize(("entry", "says"), [(1, "before every seat signed"), (2, "was not the start")])
def test_a_forged_start_is_a_fault(recorder: Api, entry: int, says: str) -> None:
    record = recorder.open("yellow", "red", policies={"start": "seats"})
    for seat in (0, 1):
        starts(record, seat)
    record.version = record.get("").json["version"]
    assert record.move(type="choose_start_player", player=1).status_code == 201
    file = record.get("/export").json
    body = file["entries"][entry]["body"]
    body.update({"seat": 1} if entry == 1 else {"opening": "0" * 64})
    faults = [fault.what for fault in verify.check(rewritten(file))]
    assert any(says in fault for fault in faults), faults
