"""KIN-11: what the next epoch starts with; the first deal or start player opens it."""

from __future__ import annotations

import pytest

from tests.engines.kingdoms import by_hand
from tests.engines.kingdoms.games import FIRST, FOUR, HIGH, g1, r1
from tests.engines.kingdoms.table import copies, epoch, scored, table

BLUE = (
    "+2 +5 +1 DR -6 +6",
    "-1 GM +3 +2 R1 -2",
    "+6 R1 MT +4 B1 +3",
    "R1 WZ R1 -4 -3 B1",
    "B1 -5 +4 MT B1 +5",
)
"""Two players, rank 1 only: red +1, blue +5."""
OPENERS = ["B deal", "first B"]


@pytest.mark.parametrize("opener", OPENERS)
def test_kin_11_1_all_castles_leave_the_board(opener: str) -> None:
    r1().when(opener).accepted().sees("board", [[None] * 6] * 5).sees("placements", 0).marked("epoch_opened", epoch=2)


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


def test_kin_11_4_and_kin_e19_castles_not_placed_stay_in_reserve() -> None:
    r1().after("first B").sees("seats.0.reserve", {"1": 3, "2": 2, "3": 2, "4": 0}).sees(
        "seats.1.reserve", {"1": 3, "2": 2, "3": 2, "4": 1}
    ).sees("seats.2.reserve", {"1": 3, "2": 3, "3": 0, "4": 0})


def test_kin_11_4_and_kin_e19_a_rank_4_not_used_before_may_be_used_in_epoch_3() -> None:
    g1(2).after("first B", "Y deal", "R deal", "B deal", "B1 1,1", "Y1 1,2").when("R4 1,3").accepted()


@pytest.mark.parametrize(("seats", "board", "full"), [("RBYG", FOUR, 2), ("YRB", FIRST, 3)])
def test_kin_11_5_everybody_has_all_rank_1_castles_again(seats: str, board: tuple[str, ...], full: int) -> None:
    view = scored(board, seats).after(f"{seats[-1]} deal").fold.view()
    assert [seat["reserve"]["1"] for seat in view["seats"].values()] == [full] * len(seats)


def test_kin_11_6_and_kin_11_7_all_23_tiles_are_in_play_again() -> None:
    r1().sees("supply", 5).after("first B").sees("supply", 23).sees("stock", copies())


def test_kin_11_7_and_kin_e18_a_starting_tile_not_placed_is_in_play_again() -> None:
    position = scored(FIRST, "YRB").after("Y deal", "R deal", "B deal").sees("supply", 20).sees("stock", copies())
    position.sees("seats.2.starting_tile.tile", {"unknown": list(copies())})


def test_kin_11_7_a_confided_tile_that_stayed_is_in_the_supply_again() -> None:
    table("YRB").after(*epoch(FIRST, "YRB", "Y", R="-4")).sees("stock.hazard_4", 0).after("B deal").sees(
        "stock.hazard_4", 1
    ).after("Y deal", "R deal").when("B -4 1,1").accepted()


def test_kin_11_8_an_unplaced_tile_need_not_be_shown() -> None:
    r1().sees("seats.2.starting_tile.status", "face_down").when("B deal").accepted().sees("round", 2)


def test_kin_11_8_it_may_be_revealed_before_the_next_epoch() -> None:
    r1().when("B reveal -4").accepted().sees("seats.2.starting_tile.status", "revealed").sees(
        "seats.2.starting_tile.tile", "hazard_4"
    ).sees("phase", "scored").after("first B").sees("seats.2.starting_tile.status", "not_dealt")


def test_kin_11_9_everybody_takes_a_new_starting_tile() -> None:
    r1().after("Y deal", "R deal").sees("phase", "dealing").when("B1 1,1").refused(
        "KIN-11.9", "KIN-2.8", "KIN-7.3", "KIN-12.1", "KIN-3.1", code="wrong_phase"
    ).when("B deal").accepted().sees("phase", "playing").sees("supply", 20)


@pytest.mark.parametrize("opener", OPENERS)
def test_kin_11_10_the_counter_advances_by_one(opener: str) -> None:
    r1().sees("round", 1).after(opener).sees("round", 2)


def test_kin_11_9_no_starting_tile_of_the_old_epoch_is_left() -> None:
    nothing = {"status": "not_dealt", "tile": None, "deduced": None, "name": None}
    position = r1().after("first B")
    for seat in range(3):
        position.sees(f"seats.{seat}.starting_tile", nothing)


def test_kin_11_9_the_new_starting_tile_has_a_new_name() -> None:
    r1().after("Y deal").sees("seats.0.starting_tile.name", "36").sees("seats.1.starting_tile.name", None)


@pytest.mark.parametrize("opener", OPENERS)
def test_kin_11_10_what_was_scored_stays_in_the_report(opener: str) -> None:
    before = r1().look("results")
    r1().after(opener).sees("results", before)


def test_kin_11_11_and_kin_e21_who_has_the_most_gold_starts() -> None:
    r1().after("Y deal", "R deal").sees("start_player", 2).after("B deal").sees("to_move", [2])


def test_kin_11_11_the_gold_of_the_whole_game_counts_not_that_of_the_last_epoch() -> None:
    """Red leads by 40 after the first epoch; blue wins the second by 4, and red starts the third all the same."""
    position = table("RB").after(*epoch(HIGH, "RB", "R"), *epoch(BLUE, "RB", "R", announced=False))
    assert by_hand.totals(BLUE, "RB") == {"R": 1, "B": 5}
    position.sees("results.2.total", {"0": 1, "1": 5}).after("B deal").sees("start_player", 0)


def test_kin_11_11_and_kin_e21_the_rest_of_the_order_stays_clockwise() -> None:
    position = r1().after("Y deal", "R deal", "B deal")
    for seat, line in ((2, "B1 1,1"), (0, "Y1 1,2"), (1, "R1 1,3"), (2, "B1 1,4")):
        position.sees("to_move", [seat]).after(line)
