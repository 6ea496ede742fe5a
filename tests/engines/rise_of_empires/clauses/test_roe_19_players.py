"""ROE-19: what the number of players changes."""

import pytest

from tests.engines.rise_of_empires.positions import at, refuses
from tests.engines.rise_of_empires.table import act, box, table


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_roe_19_2_and_roe_19_3_untaken_tiles_leave_the_game_or_stay(seats: int) -> None:
    t = at(2, seats=seats)
    aside = [tile for tile, how in t.look("on_offer.progress").items() if how == "aside"]
    assert len(aside) == (8 if seats > 3 else 2)
    assert (t.look("on_offer.territory").get("plain", {"aside": 0})["aside"] > 0) == (seats > 3)


@pytest.mark.parametrize("seats", [2, 3])
def test_roe_19_4_territory_runs_out_in_era_3(seats: int) -> None:
    t = at(5, seats=seats)
    assert t.look("on_offer.territory") == {}
    refuses(t, act(0, "territory", kind="plain"), "7.1 4.5", "not_available")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_roe_19_5_tiles_turned_up_actions_and_map_are_the_same(seats: int) -> None:
    t = table(seats).on_to(1)
    new = [tile for tile, how in t.look("on_offer.progress").items() if how == "new"]
    assert (len(new), len(t.look("on_offer.city")), len(t.look("map"))) == (8, 5, 16)
    assert [seat["discs"] for seat in t.look("seats").values()] == [6] * seats
    assert box()["turns"] == table(seats).fold.box["turns"]
