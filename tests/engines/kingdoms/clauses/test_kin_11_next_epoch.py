"""KIN-11: what the next epoch starts with; the first deal or start player opens it."""

import pytest

from tests.engines.kingdoms.games import FIRST, FOUR, g1, r1
from tests.engines.kingdoms.table import copies, scored

BLUE = (
    "+2 +5 +1 DR -6 +6",
    "-1 GM +3 +2 R1 -2",
    "+6 R1 MT +4 B1 +3",
    "R1 WZ R1 -4 -3 B1",
    "B1 -5 +4 MT B1 +5",
)
"""Two players, rank 1 only: red +1, blue +5."""
OPENERS = ["B deal", "first B"]


def test_kin_11_1_the_next_epoch_is_opened_by_the_first_deal_or_start_player_alone() -> None:
    r1().when(type="start_next_epoch").refused("KIN-11.1", code="wrong_phase")


@pytest.mark.parametrize("opener", OPENERS)
def test_kin_11_2_and_kin_e19_rank_1_castles_return(opener: str) -> None:
    position = r1().after(opener)
    for seat in range(3):
        position.sees(f"seats.{seat}.reserve.1", 3)


def test_kin_11_3_castles_of_rank_2_to_4_from_the_board_are_gone() -> None:
    r1().after("Y deal").sees("seats.0.boxed", {"2": 1, "3": 0, "4": 1}).sees(
        "seats.1.boxed", {"2": 1, "3": 0, "4": 0}
    ).sees("seats.2.boxed", {"2": 0, "3": 2, "4": 1})


def test_kin_11_4_and_kin_e19_a_rank_4_not_used_before_may_be_used_in_epoch_3() -> None:
    g1(2).after("first B", "Y deal", "R deal", "B deal", "B1 1,1", "Y1 1,2").when("R4 1,3").accepted()


@pytest.mark.parametrize(("seats", "board", "full"), [("RBYG", FOUR, 2), ("YRB", FIRST, 3)])
def test_kin_11_5_everybody_has_all_rank_1_castles_again(seats: str, board: tuple[str, ...], full: int) -> None:
    view = scored(board, seats).after(f"{seats[-1]} deal").fold.view()
    assert [seat["reserve"]["1"] for seat in view["seats"].values()] == [full] * len(seats)


def test_kin_11_6_and_kin_11_7_all_23_tiles_are_in_play_again() -> None:
    r1().sees("supply", 5).after("first B").sees("supply", 23).sees("stock", copies())


def test_kin_11_8_an_unplaced_tile_need_not_be_shown() -> None:
    r1().sees("seats.2.starting_tile.status", "face_down").when("B deal").accepted().sees("round", 2)


@pytest.mark.parametrize("opener", OPENERS)
def test_kin_11_10_the_counter_advances_by_one(opener: str) -> None:
    r1().sees("round", 1).after(opener).sees("round", 2)


def test_kin_11_9_the_new_starting_tile_has_a_new_name() -> None:
    r1().after("Y deal").sees("seats.0.starting_tile.name", "36").sees("seats.1.starting_tile.name", None)


def test_kin_11_11_and_kin_e21_who_has_the_most_gold_starts() -> None:
    r1().after("Y deal", "R deal").sees("start_player", 2).after("B deal").sees("to_move", [2])
