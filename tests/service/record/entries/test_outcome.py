"""The outcome: what is signed and compared, and what leaves it as it is."""

from typing import Any

import pytest

from service.record.entries import outcome
from service.record.entries.timeline import Timeline, read

Json = dict[str, Any]
COMPARED = outcome.comparable("kingdoms@1", {"epochs": 3}, "b0", stand_in=False)
RESULT = {
    "seats": {"0": {"rank": 2, "score": 44, "breakdown": {}}, "1": {"rank": 1, "score": 54, "breakdown": {}}},
    "end": "third_epoch",
    "tie_break": None,
}


def line(*more: Json) -> Timeline:
    entries: list[Json] = [{"type": "opened", "body": {}}, {"type": "move", "body": {"type": "pass", "seat": 0}}, *more]
    return read({"version": version, **entry} for version, entry in enumerate(entries, 1))


def of(at_table: Timeline, **changed: Any) -> Json:
    return outcome.outcome(
        "r1", changed.get("compared", COMPARED), ["ana", "ben"], changed.get("result", RESULT), at_table
    )


def test_an_outcome_is_who_came_where_by_which_rules() -> None:
    assert of(line()) == {
        "record": "r1",
        "comparable": {"rules": "kingdoms@1", "options": {"epochs": 3}, "box": "b0", "stand_in": False},
        "seats": [{"player": "ana", "rank": 2, "score": 44}, {"player": "ben", "rank": 1, "score": 54}],
        "end": "third_epoch",
        "tie_break": None,
        "regular": True,
    }


def test_its_hash_is_the_sha_256_of_its_canonical_bytes() -> None:
    # printf '{"end":"x","regular":true}' | sha256sum
    wanted = "0cfb053ff58847dbdfd18a7368d6d7fd0cb9a85e797e795aac88468e5f85d5c1"
    assert outcome.hash_of({"regular": True, "end": "x"}) == wanted


@pytest.mark.parametrize("kind", ["seated", "noted", "signed", "consented"])
def test_links_notes_and_signatures_leave_the_outcome_alone(kind: str) -> None:
    assert outcome.hash_of(of(line({"type": kind, "body": {}}))) == outcome.hash_of(of(line()))


def test_another_score_is_another_outcome() -> None:
    seats = {**RESULT["seats"], "0": {"rank": 2, "score": 43, "breakdown": {}}}
    assert outcome.hash_of(of(line(), result={**RESULT, "seats": seats})) != outcome.hash_of(of(line()))


def test_a_step_that_the_rules_refuse_or_a_ruling_makes_a_game_irregular() -> None:
    odd = {"type": "move", "body": {"type": "pass", "seat": 1}, "irregular": {"accepted_by": [0, 1]}}
    ruled = {"type": "ruled", "body": {"adjustments": [{"type": "give", "seat": 0}]}}
    assert outcome.irregularities(line(odd, ruled)) == [
        {"name": "3", "kind": "irregular", "accepted_by": [0, 1]},
        {"name": "4.1", "kind": "ruled", "by": "4", "about": None},
    ]
    assert of(line(odd))["regular"] is False
    undone = {"type": "undone", "body": {"undoes": ["3"], "seat": 1}}
    assert of(line(odd, undone))["regular"] is True
