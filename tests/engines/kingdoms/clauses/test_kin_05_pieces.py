"""KIN-5: what lies on the board stays there, for all to see."""

from __future__ import annotations

import pytest

from tests.engines.kingdoms.games import r1, r1_unknown
from tests.engines.kingdoms.table import board, playing, replay

ON_TOP = ["B2 1,1", "B +1 1,1", "B start +2 1,1"]


@pytest.mark.parametrize("first", ["R1 1,1", "R -3 1,1", "R start GM 1,1"])
@pytest.mark.parametrize("second", ON_TOP)
def test_kin_5_1_a_taken_space_is_refused(first: str, second: str) -> None:
    playing("RB").after(first).when(second).refused(code="occupied")


@pytest.mark.parametrize("first", ["R1 1,1", "R -3 1,1"])
@pytest.mark.parametrize("second", ["R2 1,1", "R +1 1,1", "R start +2 1,1"])
def test_kin_5_2_an_own_piece_is_not_replaced(first: str, second: str) -> None:
    playing("RB").after(first, "B1 5,5").when(second).refused(code="occupied")


def test_kin_5_2_what_was_placed_stays_to_the_end_of_the_epoch() -> None:
    position = r1(0)
    before = position.look("board")
    for line in replay("KIN-R1")[1]:
        position.after(line)
        now = position.look("board")
        changed = [(row, col) for row in range(5) for col in range(6) if before[row][col] != now[row][col]]
        assert len(changed) == 1
        assert before[changed[0][0]][changed[0][1]] is None
        before = now


def test_kin_5_3_placed_pieces_are_seen_by_all() -> None:
    knows, public = r1().fold, r1_unknown().fold
    assert board(knows.view(), "YRB") == board(public.view(), "YRB")
    assert knows.facts() == public.facts()
    assert knows.facts()["board"][:6] == [
        "hazard_6",
        "castle:1:1",
        "castle:0:4",
        "castle:2:1",
        "resource_3",
        "castle:0:1",
    ]
