"""An evening: move 12 of sixty was typed on the wrong space, and the move that needed that space on the other one.

Found at move 60, and once more after the game was over. The dry run lists exactly the move that breaks, one correction
repairs both, and what follows from the record is that of an evening that was typed right from the start.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from service.record import verify
from tests.mistyped import FOUND, NAMES, OTHER, TABLE, WRONG, corrections, evening
from tests.service.conftest import Api, Record

Json = dict[str, Any]


def opened(api: Api) -> Record:
    return api.open(*TABLE.seats, options=TABLE.options)


def correct(record: Record, body: Json, **query: Any) -> Any:
    answer = record.api.post(f"{record.path}/corrections", body, {"If-Match": f'"{record.version}"'}, **query)
    if answer.status_code == 201:
        record.version = answer.json["version"]
    return answer


def broken(answer: Any) -> list[tuple[str, str]]:
    return [(move["name"], move["rule"]) for move in answer.json["impact"]["moves"] if move["verdict"] != "same"]


def result(record: Record) -> Json:
    found: Json = record.get("/result").json
    return {name: found[name] for name in ("status", "end", "tie_break") if name in found} | {
        "seats": [{k: seat[k] for k in ("rank", "score", "breakdown")} for seat in found["seats"]]
    }


def told(record: Record) -> list[str]:
    """What a viewer says of every move."""
    return [frame["says"]["en"] for frame in record.get("/replay", lang="en").json["frames"]]


def shown(record: Record) -> list[tuple[str, Json]]:
    """What a viewer shows of every move: its name, and what it changed on the board."""
    return [(frame["name"], frame["patch"]) for frame in record.get("/replay").json["frames"]]


def test_a_move_typed_wrong_is_found_at_move_60_and_repaired(recorder: Api, project: Callable[[str], int]) -> None:
    played, typed = evening()
    record, straight = (opened(recorder).play(itertools.islice(moves, FOUND)) for moves in (typed, played))
    project(record.id)
    dry = correct(record, corrections(WRONG), dry_run=1)
    assert dry.status_code == 200
    assert [move["name"] for move in dry.json["impact"]["moves"]] == [str(n) for n in range(WRONG + 3, FOUND + 2)]
    assert broken(dry) == [(NAMES[1], "KIN-4.11")]
    assert dry.json["impact"]["result"] == {"before": None, "after": None}
    assert correct(record, corrections(WRONG)).status_code == 422
    assert correct(record, corrections(WRONG, OTHER)).status_code == 201
    for each in (record, straight):
        each.play(played[FOUND:])
        project(each.id)
    assert told(record) == told(straight)
    # Behind the correction the names are one higher.
    assert shown(record)[:FOUND] == shown(straight)[:FOUND]
    assert result(record) == result(straight)


@pytest.mark.parametrize("retyped", [WRONG, OTHER])
def test_it_is_repaired_as_well_when_the_game_is_over(
    recorder: Api, project: Callable[[str], int], retyped: int
) -> None:
    played, typed = evening()
    record, straight = (opened(recorder).play(moves) for moves in (typed, played))
    for each in (record, straight):
        project(each.id)
    assert result(record) != result(straight)
    dry = correct(record, corrections(retyped, WRONG + OTHER - retyped), dry_run=1)
    assert broken(dry) == []
    both = dry.json["impact"]["result"]
    assert [both[when]["seats"][str(seat)]["score"] for when in ("before", "after") for seat in (0, 1)] == [
        *(seat["score"] for seat in result(record)["seats"]),
        *(seat["score"] for seat in result(straight)["seats"]),
    ]
    assert correct(record, corrections(WRONG, OTHER)).status_code == 201
    project(record.id)
    assert told(record) == told(straight)
    assert shown(record) == shown(straight)
    assert result(record) == result(straight)


def test_turns_played_in_the_wrong_order_are_scored_and_the_result_says_that_it_is_not_regular(
    recorder: Api, project: Callable[[str], int]
) -> None:
    """The two seats exchanged the turns of moves 8 and 9: the first was not the seat's turn, nor was what followed."""
    played, _ = evening()
    record, straight = opened(recorder), opened(recorder).play(played)
    irregular = []
    for move in [*played[:7], played[8], played[7], *played[9:]]:
        answer = record.move(**move)
        if answer.status_code == 422:
            assert answer.json["rule"] == "KIN-3.1"
            answer = record.move(**move, irregular={"reason": "nobody noticed", "accepted_by": [0, 1]})
            irregular.append(answer.json["entry"]["version"])
        assert answer.status_code == 201
    assert irregular == [9, 11]
    for each in (record, straight):
        project(each.id)
    found = record.get("/result").json
    odd = {"kind": "irregular", "accepted_by": [0, 1], "reason": "nobody noticed"}
    assert (found["regular"], found["irregularities"]) == (False, [{"name": "9", **odd}, {"name": "11", **odd}])
    assert result(record)["seats"] == result(straight)["seats"]
    assert straight.get("/result").json["regular"] is True
    assert verify.check(verify.read(record.get("/export").data)) == []
