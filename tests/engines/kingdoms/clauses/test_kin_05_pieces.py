"""KIN-5: what lies on the board stays there, for all to see."""

import pytest

from tests.engines.kingdoms.games import r1, r1_unknown
from tests.engines.kingdoms.table import board, playing


@pytest.mark.parametrize("first", ["R1 1,1", "R -3 1,1"])
@pytest.mark.parametrize("second", ["R2 1,1", "R +1 1,1", "R start +2 1,1"])
def test_kin_5_2_an_own_piece_is_not_replaced(first: str, second: str) -> None:
    playing("RB").after(first, "B1 5,5").when(second).refused(code="occupied")


def test_kin_5_3_placed_pieces_are_seen_by_all() -> None:
    knows, public = r1().fold, r1_unknown().fold
    assert board(knows.view(), "YRB") == board(public.view(), "YRB")
    assert knows.facts() == public.facts()
    assert knows.facts()["board"][:6] == [
        "hazard_6", "castle:1:1", "castle:0:4", "castle:2:1", "resource_3", "castle:0:1",
    ]  # fmt: skip
