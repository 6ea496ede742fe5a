"""KIN-6: the forced pass."""

import pytest

from tests.engines.given import Position
from tests.engines.kingdoms.games import dry, r2, third
from tests.engines.kingdoms.table import replay, table


def unplaced() -> Position:
    """KIN-R2, but red draws its first +1 instead of placing it: at the end only the starting tile is left to red."""
    lines = [line.replace("R start resource_1", "R resource_1") for line in replay("KIN-R2")[1][:25]]
    return third(*lines, "B1 5,2")


def test_kin_6_1_and_kin_e16_who_can_do_nothing_else_passes() -> None:
    r2(26).sees("seats.0.reserve", {"1": 0, "2": 0, "3": 0, "4": 0}).sees("supply", 0).sees(
        "seats.0.starting_tile.status", "placed"
    ).when("R pass").accepted().sees("seats.0.passes", 1).sees("placements", 26)


@pytest.mark.parametrize("line", ["R1 5,3", "R MT 5,3", "R start MT 5,3"])
def test_kin_6_1_who_may_pass_can_do_nothing_else(line: str) -> None:
    codes = {"R1 5,3": "no_such_castle", "R MT 5,3": "supply_empty", "R start MT 5,3": "no_starting_tile"}
    r2(26).when(line).refused(code=codes[line])


def test_kin_6_1_only_the_pass_is_offered_then() -> None:
    assert [(offer["type"], offer["seat"]) for offer in r2(26).fold.offers()["moves"]] == [("pass", 0)]


def test_kin_6_2_a_pass_with_tiles_in_the_supply_is_refused() -> None:
    r2(24).sees("supply", 2).when("R pass").refused("KIN-6.2", "KIN-6.1", code="pass_not_allowed")


def test_kin_6_3_and_kin_e17_who_has_only_the_starting_tile_must_place_it() -> None:
    unplaced().sees("supply", 0).sees("seats.0.reserve.1", 0).when("R pass").refused(
        "KIN-6.2", "KIN-6.3", "KIN-6.1", code="pass_not_allowed"
    ).when("R start WZ 5,3").accepted()


@pytest.mark.parametrize("tile", ["", "MT"])
def test_kin_6_4_a_pass_is_judged_alike_by_who_knows_a_starting_tile_and_who_does_not(tile: str) -> None:
    lines = replay("KIN-R2")[1]
    table("RB").after(*dry()[:-1], f"B deal {tile}", *lines[:24]).when("R pass").refused(code="pass_not_allowed").after(
        *lines[24:26]
    ).when("R pass").accepted()


def test_kin_6_5_a_whole_round_of_passes_is_a_damaged_log() -> None:
    r2(27).applied("B pass").when("R pass").refused("KIN-6.5", code="all_passed")
