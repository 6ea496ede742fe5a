"""Whether a game counts for a league: every condition, with a record that meets it and one that does not."""

from datetime import UTC, datetime
from typing import Any

import pytest

from service.record.conditions import judge

Json = dict[str, Any]
NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
OWN = [{"seat": seat, "way": "own_link", "name": str(90 + seat), "at": "2026-11-26T22:00:00Z"} for seat in (0, 1)]


def summary(**more: Any) -> Json:
    """A game of Kingdoms for two that was signed by both on their own phones and closed."""
    standing = {
        "outcome": "a" * 64, "regular": True, "irregularities": [], "signatures": OWN, "disputes": [],
        "closed": {"reason": "signed", "name": "91", "at": "2026-11-26T22:00:00Z"}, "voided": None,
        "checks": {"passed": 3, "checked": 3, "open": 0},
    }  # fmt: skip
    found = {
        "game": "kingdoms", "rules": "kingdoms@1", "edition": {"hash": "b" * 64, "stand_in": False},
        "options": {"epochs": 3}, "policies": {"undo": "barriers"}, "seats": [{}, {}], "status": "closed",
        "opened_at": "2026-11-26T20:00:00Z", "played": {"date": "2026-11-26", "minutes": 90}, "standing": standing,
    }  # fmt: skip
    return {
        **found,
        **{name: value for name, value in more.items() if name in found},
        "standing": {**standing, **{name: value for name, value in more.items() if name in standing}},
    }


EVERYTHING: Json = {
    "games": ["kingdoms", "xidit"], "rules": ["kingdoms@1"], "boxes": ["b" * 64],
    "options": {"kingdoms": {"epochs": 3}, "xidit": {"no": 1}}, "placeholders": False,
    "players": {"least": 2, "most": 4}, "dates": {"from": "2026-01-01", "to": "2026-12-31"}, "signed": "own_link",
    "closed_by_judge": True, "checked": "every", "regular": True, "recorder_apart": True, "least_minutes": 90,
    "waiting_h": 12,
}  # fmt: skip
CLAIMED = [{**OWN[0], "way": "claimed"}, OWN[1]]


def test_a_game_that_meets_every_condition_counts() -> None:
    assert judge(EVERYTHING, summary(), NOW) == {"answer": "yes", "reasons": []}
    assert judge({}, summary(), NOW) == {"answer": "yes", "reasons": []}


@pytest.mark.parametrize(("change", "answer", "code", "entry"), [
    ({"game": "mage_knight"}, "no", "games", None),
    ({"rules": "kingdoms@2"}, "no", "rules", None),
    ({"edition": {"hash": "c" * 64, "stand_in": False}}, "no", "boxes", None),
    ({"edition": {"hash": "b" * 64, "stand_in": True}}, "no", "placeholders", None),
    ({"options": {"epochs": 1}}, "no", "options", None),
    ({"seats": [{}]}, "no", "players", None),
    ({"seats": [{}] * 5, "signatures": [{**OWN[0], "seat": seat} for seat in range(5)]}, "no", "players", None),
    ({"played": {"date": "2025-12-31", "minutes": 90}}, "no", "dates", None),
    ({"played": {"date": None, "minutes": 120}, "opened_at": "2027-01-01T00:00:00Z"}, "no", "dates", None),
    ({"policies": {"typing": "seats"}}, "no", "recorder", None),
    ({"status": "void", "voided": "95"}, "no", "void", "95"),
    ({"status": "closed", "outcome": None}, "no", "no_result", "91"),
    ({"status": "running", "outcome": None, "closed": None}, "not_yet", "running", None),
    ({"regular": False, "irregularities": ["17", "20"]}, "no", "irregular", "17"),
    ({"disputes": [{**OWN[0], "name": "92"}], "closed": None}, "not_yet", "disputed", "92"),
    ({"signatures": CLAIMED}, "no", "unsigned", None),
    ({"signatures": OWN[:1]}, "no", "unsigned", None),
    ({"signatures": OWN[:1], "closed": None, "status": "finished"}, "not_yet", "unsigned", None),
    ({"checks": {"passed": 3, "checked": 2, "open": 0}}, "no", "unchecked", None),
    ({"checks": {"passed": 3, "checked": 3, "open": 1}}, "no", "differs", None),
    ({"checks": {"passed": 3, "checked": 3, "open": 1}, "closed": None}, "not_yet", "differs", None),
    ({"played": {"date": "2026-11-26", "minutes": 89}}, "no", "minutes", None),
    ({"closed": {"reason": "signed", "name": "91", "at": "2026-11-27T01:00:00Z"}}, "not_yet", "waiting", "91"),
])  # fmt: skip
def test_each_condition_that_is_not_met_says_so(change: Json, answer: str, code: str, entry: str | None) -> None:
    found = judge(EVERYTHING, summary(**change), NOW)
    assert found["answer"] == answer
    assert [(one["code"], one["entry"]) for one in found["reasons"]] == [(code, entry)]
    assert set(found["reasons"][0]["text"]) == {"en", "es"}


def test_signatures_in_any_way_or_none_may_do() -> None:
    assert judge({"signed": "any"}, summary(signatures=CLAIMED), NOW)["answer"] == "yes"
    assert judge({"signed": "none"}, summary(signatures=[], closed=None, status="finished"), NOW)["answer"] == "yes"


RULED = {"reason": "ruled", "name": "95", "at": "2026-11-26T22:00:00Z"}


def test_a_game_that_a_judge_closed_counts_unsigned_where_the_conditions_say_so() -> None:
    closed = summary(signatures=OWN[:1], disputes=[{**OWN[1], "name": "92"}], closed=RULED)
    (reason,) = judge({"signed": "any"}, closed, NOW)["reasons"]
    assert (reason["answer"], reason["code"], reason["entry"], reason["seat"]) == ("no", "unsigned", "95", 1)
    assert reason["text"]["en"] == "player 2 has not signed; a judge closed the game"
    for signed in ("own_link", "any", "none"):
        assert judge({"signed": signed, "closed_by_judge": True}, closed, NOW)["answer"] == "yes"
    table = {"signed": "any", "closed_by_judge": True}
    assert judge(table, summary(signatures=OWN[:1]), NOW)["answer"] == "no", "the deadline closed it"


def test_a_reason_names_its_player() -> None:
    seats = [{"called": {"en": "Ana", "es": "Ana"}}, {"called": {"en": "Red", "es": "Rojo"}}]
    disputed = summary(seats=seats, signatures=[], disputes=[{**OWN[0], "name": "92"}], closed=None, status="disputed")
    found = judge({"signed": "any"}, disputed, NOW)["reasons"]
    assert [(one["code"], one["seat"], one["text"]["es"]) for one in found] == [
        ("disputed", 0, "Ana impugna el resultado"),
        ("unsigned", 0, "Ana no ha firmado"),
        ("unsigned", 1, "Rojo no ha firmado"),
    ]


def test_a_league_that_wants_no_open_difference_takes_a_game_that_nobody_checked() -> None:
    assert judge({"checked": "agreed"}, summary(checks={"passed": 3, "checked": 0, "open": 0}), NOW)["answer"] == "yes"


def test_the_end_of_the_waiting_time_is_named() -> None:
    late = {"closed": {"reason": "signed", "name": "91", "at": "2026-11-27T01:00:00Z"}}
    (reason,) = judge({"waiting_h": 12}, summary(**late), NOW)["reasons"]
    assert datetime.fromisoformat(reason["until"]) == datetime(2026, 11, 27, 13, tzinfo=UTC)


def test_every_reason_is_given_and_a_no_outweighs_a_not_yet() -> None:
    running = {"status": "running", "outcome": None, "closed": None, "seats": [{}]}
    found = judge(EVERYTHING, summary(**running), NOW)
    assert (found["answer"], [one["code"] for one in found["reasons"]]) == ("no", ["players", "running"])
