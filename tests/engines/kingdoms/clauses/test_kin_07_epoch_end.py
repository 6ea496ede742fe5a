"""KIN-7: the thirtieth placement."""

from __future__ import annotations

import pytest

from tests.engines.kingdoms.games import FIRST, r1, r2
from tests.engines.kingdoms.table import scored


def test_kin_7_1_the_thirtieth_placement_ends_the_epoch() -> None:
    r1(29).sees("phase", "playing").sees("placements", 29).sees("results", {}).when("B3 5,1").accepted().sees(
        "phase", "scored"
    ).sees("placements", 30).marked("epoch_scored", epoch=1, gold={"0": 44, "1": 3, "2": 54})


@pytest.mark.parametrize("moves", [0, 29])
def test_kin_7_1_a_count_before_the_board_is_full_is_refused(moves: int) -> None:
    r1(moves).when("count Y=44").refused("KIN-7.1", code="board_not_full").when("count").refused(
        "KIN-7.1", code="board_not_full"
    )


def test_kin_7_2_a_pass_never_ends_an_epoch() -> None:
    r2(33).sees("phase", "playing").sees("placements", 29).sees("seats.0.passes", 4)


def test_kin_7_2_and_kin_e26_the_last_placement_ends_the_epoch_though_the_next_would_have_to_pass() -> None:
    r2().sees("phase", "finished").sees("to_move", []).when("R pass").refused(code="wrong_phase")


@pytest.mark.parametrize("line", ["Y1 1,1", "Y -4 1,1", "Y pass", "B start -4 1,1"])
def test_kin_7_3_no_action_follows_the_thirtieth_placement(line: str) -> None:
    scored(FIRST, "YRB").when(line).refused("KIN-7.3", "KIN-12.1", code="wrong_phase")


def test_kin_7_1_the_full_board_is_shown_until_the_next_epoch() -> None:
    r1().sees("board.4.0", {"castle": 3, "seat": 2, "name": "35"}).after("Y deal").sees("board", [[None] * 6] * 5)
