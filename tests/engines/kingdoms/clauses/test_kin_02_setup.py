"""KIN-2: the table before the first turn."""

import pytest

from engines import kingdoms
from tests.engines.given import no_table
from tests.engines.kingdoms.table import COLOURS, copies, deals, playing, table

SEATS = ["RB", "YRB", "RBYG"]


@pytest.mark.parametrize("seats", [("red", "red"), ("red", "blue", "red"), ("green", "blue", "yellow", "green")])
def test_kin_2_1_one_colour_twice_is_refused(seats: tuple[str, ...]) -> None:
    no_table(kingdoms, seats, "KIN-2.1", "KIN-1.15", code="players")


def test_kin_2_1_the_opening_is_the_set_up() -> None:
    table("RB").when(type="setup_game").refused("KIN-2.1", code="wrong_phase")


@pytest.mark.parametrize(("seats", "ones", "castles"), [("RB", 4, 10), ("YRB", 3, 9), ("RBYG", 2, 8)])
def test_kin_2_2_kin_2_3_kin_2_5_and_kin_e20_castles_by_the_number_of_players(
    seats: str, ones: int, castles: int
) -> None:
    for seat in table(seats).look("seats").values():
        assert seat["reserve"] == {"1": ones, "2": 3, "3": 2, "4": 1}
        assert sum(seat["reserve"].values()) == castles


def test_kin_2_4_castles_left_out_are_not_counted_as_boxed() -> None:
    table("RBYG").sees("seats.0.boxed", {"2": 0, "3": 0, "4": 0})


@pytest.mark.parametrize("seats", SEATS)
def test_kin_2_6_everybody_starts_with_50_gold(seats: str) -> None:
    table(seats).sees("scores", {str(seat): 50 for seat in range(len(seats))}).sees("seats.1.gold", 50)


def test_kin_2_7_all_tiles_form_the_supply() -> None:
    table("RB").sees("supply", 23).sees("stock", copies())


@pytest.mark.parametrize("tile", [None, "DR"])
def test_kin_2_8_a_second_deal_is_refused(tile: str | None) -> None:
    table("RB").after("R deal").when(f"R deal {tile or ''}").refused("KIN-4.8", code="already_dealt")


@pytest.mark.parametrize(("seats", "supply"), [("RB", 21), ("YRB", 20), ("RBYG", 19)])
def test_kin_2_9_and_kin_e20_the_supply_after_the_deal(seats: str, supply: int) -> None:
    table(seats).after(*deals(seats, {})).sees("supply", supply)


def test_kin_2_10_the_counter_starts_on_1() -> None:
    table("YRB").sees("round", 1).sees("phase", "dealing")


def test_kin_2_11_without_a_start_player_nobody_moves() -> None:
    table("RB").after("R deal", "B deal").sees("to_move", []).when("R1 1,1").refused(
        "KIN-2.11", "KIN-7.3", "KIN-12.1", "KIN-3.1", code="wrong_phase"
    )


def test_all_colours_of_the_tests_are_those_of_the_game() -> None:
    assert set(COLOURS.values()) == {"red", "blue", "yellow", "green"}


def test_kin_2_3_a_third_castle_of_rank_1_with_four_players_is_on_the_board_already() -> None:
    lines = ("R1 1,1", "B1 1,2", "Y1 1,3", "G1 1,4", "R1 2,1", "B1 2,2", "Y1 2,3", "G1 2,4")
    playing("RBYG").after(*lines).when("R1 3,1").refused("KIN-2.3", code="no_such_castle", names=["7", "11"])
