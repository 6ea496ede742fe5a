"""The demonstration shows games that people believe."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engines import GAMES
from service.run import demo
from tests.demonstration import TITLES, Played, faults, play

SHOWN = [(title, number) for title in TITLES for number in range(len(demo.tables(title)))]


def test_each_title_that_is_judged_shows_a_finished_game_and_one_that_runs() -> None:
    assert sorted(json.loads(demo.TABLES.read_text(encoding="utf-8"))) == sorted(TITLES)
    for title in TITLES:
        assert [table.moves is None for table in demo.tables(title)] == [True, False], title


@pytest.mark.parametrize(("title", "number"), SHOWN)
def test_a_game_that_is_shown_has_no_fault(title: str, number: int) -> None:
    table = demo.tables(title)[number]
    colours, moves = demo.played(GAMES[title], replace(table, moves=None))
    found = list(faults(title, play(title, colours, moves)))
    assert found == [], f"choose another seed by `python -m tests.demonstration {title}`"
    assert table.moves is None or table.moves < len(moves)


def ended(*points: tuple[int, int, int], steps: tuple[Any, ...] = ()) -> list[str]:
    """The faults of a game of Mage Knight that ends with such scores, Fame and beatings."""
    seats = [{"score": score, "breakdown": {"fame": fame, "beating": beating}} for score, fame, beating in points]
    marks = [({"type": kind}, []) for kind in TITLES["mage_knight"].shows]
    return list(faults("mage_knight", Played([*marks, *steps], seats, [])))


def test_a_game_whose_last_is_far_behind_or_below_nothing_is_not_believed() -> None:
    assert ended((14, 10, 0), (12, 10, -4)) == []
    assert ended((30, 20, 0), (12, 10, -4)) == ["the last has 12, less than 60% of 30"]
    assert "a seat ends with -12, fewer than 10" in ended((14, 10, 0), (-12, 10, -4))


def test_turns_without_a_deed_combats_in_vain_and_contradictions_are_not_believed() -> None:
    idle = [({"type": "begin_turn", "seat": 0}, []), ({"type": "end_turn", "seat": 0}, [])]
    vain = [idle[0], ({"type": "challenge", "seat": 0}, [{"kind": "combat"}]), idle[1]]
    won = [*vain[:2], ({"type": "attack", "seat": 0}, [{"kind": "defeated"}]), idle[1]]
    assert ended((14, 10, 0), (12, 10, 0), steps=tuple(won * 9)) == []
    assert ended((14, 10, 0), (12, 10, 0), steps=tuple(idle * 4)) == []
    assert ended((14, 10, 0), (12, 10, 0), steps=tuple(idle * 5)) == ["5 idle moves, more than 2 for each of 2 seats"]
    assert ended((14, 10, 0), (12, 10, 0), steps=tuple(vain * 9)) == ["4.5 idle moves, more than 2 for each of 2 seats"]
    seats = [{"score": 160}, {"score": 150}]
    assert list(faults("kingdoms", Played([({"type": one}, []) for one in TITLES["kingdoms"].shows], seats, [{}]))) == [
        "1 contradictions"
    ]
