"""KIN-7: the thirtieth placement."""

import pytest

from tests.engines.kingdoms.games import FIRST, r2
from tests.engines.kingdoms.table import scored


def test_kin_7_2_and_kin_e26_the_last_placement_ends_the_epoch_though_the_next_would_have_to_pass() -> None:
    r2().sees("phase", "finished").sees("to_move", []).when("R pass").refused(code="wrong_phase")


@pytest.mark.parametrize("line", ["Y1 1,1", "Y -4 1,1", "Y pass", "B start -4 1,1"])
def test_kin_7_3_no_action_follows_the_thirtieth_placement(line: str) -> None:
    scored(FIRST, "YRB").when(line).refused("KIN-7.3", "KIN-12.1", code="wrong_phase")
