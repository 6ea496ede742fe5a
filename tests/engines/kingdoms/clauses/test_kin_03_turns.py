"""KIN-3: whose turn it is."""

import pytest

from tests.engines.kingdoms.games import FOUR, g1
from tests.engines.kingdoms.table import epoch, playing, table

ACTIONS = ["R2 1,1", "R -3 1,1", "R start GM 1,1"]


def test_kin_3_1_the_seat_may_be_left_out_where_one_only_can_move() -> None:
    playing("RB").after("R1 1,1").when(type="place_castle", rank=1, row=1, col=2).accepted().sees("board.0.1.seat", 1)


def test_kin_3_2_the_order_is_the_same_in_every_epoch() -> None:
    position = g1(2).after("first B", "Y deal", "R deal", "B deal")
    for seat, line in ((2, "B1 1,1"), (0, "Y1 1,2"), (1, "R1 1,3")):
        position.sees("to_move", [seat]).after(line)
    position.sees("to_move", [2])


@pytest.mark.parametrize("first", ACTIONS)
@pytest.mark.parametrize("second", ["R1 2,2", "R +1 2,2", "R start MT 2,2", "R pass"])
def test_kin_3_3_a_second_action_in_one_turn_is_refused(first: str, second: str) -> None:
    playing("RB").after(first).when(second).refused("KIN-3.1", "KIN-3.3", code="not_your_turn")


@pytest.mark.parametrize("action", ACTIONS)
def test_kin_3_4_a_turn_ends_with_its_action(action: str) -> None:
    playing("RB").when(action).accepted().sees("to_move", [1])


def test_kin_3_5_and_kin_e20_the_full_board_leaves_four_players_with_8_8_7_7_turns() -> None:
    lines = list(epoch(FOUR, "RBYG", "Y"))[5:]
    assert [sum(line[0] == seat for line in lines) for seat in "YGRB"] == [8, 8, 7, 7]
    table("RBYG").after(*epoch(FOUR, "RBYG", "Y")).sees("phase", "scored").sees("to_move", []).when("R1 1,1").refused(
        code="wrong_phase"
    )
