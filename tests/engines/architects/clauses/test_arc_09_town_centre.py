"""ARC-9: captures at the Town Centre."""

from copy import deepcopy

import pytest

from tests.engines.architects.acts import build, captures, effect, no, ready, taken
from tests.engines.architects.table import BOX, OPEN, Table, drafted


def town(n: int, seats: int = 3, silver: int = 9) -> Table:
    """Seat 0 is about to place its n-th worker there."""
    return drafted(seats).stand(0, town_centre=n - 1).have(0, silver=silver)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_arc_9_1_up_to_n_captures(n: int) -> None:
    t = town(n).stand(1, forest=1, quarry=1).stand(2, forest=1, quarry=1)
    groups = [("forest", 1), ("forest", 2), ("quarry", 1), ("quarry", 2)]
    no(t, 22, captures(*groups[: n + 1]), "ARC-9.1")
    t.after(captures(*groups[:n]))
    assert sum(t.captives(0).values()) == n


def test_arc_9_2_a_capture_takes_all_of_a_colour_at_one_location() -> None:
    t = town(1).stand(1, forest=3, quarry=2).stand(2, forest=4)
    no(t, 26, captures() | {"captures": [{"location": "forest", "seat": 1, "count": 2}]}, "ARC-9.2")
    move = captures() | {"captures": [{"location": "forest", "seat": 1, "count": 3}]}
    assert effect(t, move) == {"forest.1": -3, "0.holds.1": 3, "0.silver": -1, "tax": 1}


def test_arc_9_3_the_first_capture_needs_a_silver() -> None:
    no(town(1, silver=0).stand(1, forest=1), 27, captures(("forest", 1)), "ARC-9.3")


def test_arc_9_4_the_others_have_to_be_paid_too() -> None:
    t = town(2, silver=1).stand(1, forest=1).stand(2, forest=1)
    no(t, 72, captures(("forest", 1), ("forest", 2)), "ARC-5.13", "ARC-9.4")


@pytest.mark.parametrize(("evade", "paid"), [(None, 0), (0, 2), (1, 1)])
def test_arc_10_6_of_two_taxed_captures_as_many_taxes_are_evaded_as_stated_else_all(
    evade: int | None, paid: int
) -> None:
    box = deepcopy(BOX)
    next(place for place in box["locations"] if place["id"] == "town_centre")["cost_further"]["of_which_tax"] = 1
    t = drafted(3, box=box).stand(0, town_centre=1).have(0, virtue=1, silver=9).stand(1, forest=1).stand(2, forest=1)
    t.after(captures(("forest", 1), ("forest", 2), **({} if evade is None else {"evade": evade})))
    assert t.goods(0)["silver"] == 9 - paid


@pytest.mark.parametrize("seats", [2, 3])
def test_arc_9_5_with_up_to_three_players_captures_come_from_two_locations(seats: int) -> None:
    t = town(3, seats).stand(1, forest=1, quarry=1, mines=1)
    no(t, 23, captures(("forest", 1), ("quarry", 1), ("mines", 1)), "ARC-9.5")
    t.after(captures(("forest", 1), ("quarry", 1)))
    assert t.captives(0) == {1: 2}


@pytest.mark.parametrize("seats", [4, 5])
def test_arc_9_6_with_four_or_five_they_come_from_one(seats: int) -> None:
    t = town(3, seats).stand(1, forest=1, quarry=1).stand(2, forest=2)
    no(t, 23, captures(("forest", 1), ("quarry", 1)), "ARC-9.6")
    t.after(captures(("forest", 1), ("forest", 2)))
    assert t.captives(0) == {1: 1, 2: 2}


def test_arc_9_7_the_town_centre_itself_with_the_worker_just_placed() -> None:
    t = town(2).stand(1, town_centre=2)
    assert effect(t, captures(("town_centre", 1), ("town_centre", 0))) == {
        "town_centre.1": -2, "0.holds.1": 2, "town_centre.0": -2, "0.workers": 2, "0.silver": -2, "tax": 1,
    }  # fmt: skip


def test_arc_9_8_the_number_of_captures_is_fixed_at_placement_edge_12() -> None:
    t = town(3).stand(1, forest=1).stand(2, forest=1)
    t.after(captures(("town_centre", 0), ("forest", 1), ("forest", 2)))
    assert (t.captives(0), t.workers(0, "town_centre")) == ({1: 1, 2: 1}, 0)


def test_arc_9_9_captives_keep_their_colour() -> None:
    t = town(2).stand(1, mines=2).stand(2, mines=1).hold(0, {1: 1})
    t.after(captures(("mines", 1), ("mines", 2)))
    assert t.captives(0) == {1: 3, 2: 1}
    assert t.workers(1, "board") == 20 - 3


def test_arc_9_10_own_groups_come_home_at_the_same_price() -> None:
    t = town(1).stand(0, forest=4)
    assert effect(t, captures(("forest", 0))) == {"forest.0": -4, "0.workers": 4, "0.silver": -1, "tax": 1}


@pytest.mark.parametrize("place", ["guildhall", "market_left", "market_middle", "market_right", "prison"])
def test_arc_9_11_nobody_is_captured_there(place: str) -> None:
    no(town(1).stand(1, **{place: 1}), 24, captures((place, 1)), "ARC-9.11")


def test_arc_9_12_a_group_is_captured_once_a_turn() -> None:
    t = town(3).stand(1, forest=2)
    no(t, 64, captures(("forest", 1), ("forest", 1)), "ARC-9.12")
    no(t, 64, captures(("town_centre", 0), ("forest", 1), ("town_centre", 0)), "ARC-9.12")


@pytest.mark.parametrize("place", OPEN)
def test_arc_9_13_a_group_has_a_worker(place: str) -> None:
    no(town(1), 25, captures((place, 1)), "ARC-9.13")


def test_arc_9_14_own_groups_and_the_town_centre_count_as_locations_too() -> None:
    t = town(3).stand(0, forest=1).stand(1, quarry=1, mines=1)
    no(t, 23, captures(("town_centre", 0), ("forest", 0), ("quarry", 1)), "ARC-9.5", "ARC-9.14")
    t = town(2, 4).stand(1, quarry=1)
    no(t, 23, captures(("town_centre", 0), ("quarry", 1)), "ARC-9.6", "ARC-9.14")


def test_we_10_two_groups_in_the_forest_and_we_10b_two_locations() -> None:
    t = drafted(4).stand(3, town_centre=1).stand(0, forest=3).stand(1, forest=2, quarry=1).turn(3).have(3, silver=2)
    no(t, 23, captures(("forest", 0), ("quarry", 1), seat=3))
    assert effect(t, captures(("forest", 0), ("forest", 1), seat=3)) == {
        "3.silver": -2, "tax": 1, "forest.0": -3, "forest.1": -2, "3.holds.0": 3, "3.holds.1": 2,
    }  # fmt: skip
    t = drafted(("red", "green", "yellow")).stand(2, town_centre=1).stand(0, forest=3).stand(1, forest=2, quarry=1)
    t.turn(2).have(2, silver=2).after(captures(("forest", 0), ("quarry", 1), seat=2))
    assert t.captives(2) == {0: 3, 1: 1}


def test_we_11_three_captures_at_the_silversmith_the_own_group_among_them() -> None:
    t = drafted(4).stand(0, town_centre=2, silversmith=2).stand(2, silversmith=3).stand(3, silversmith=1)
    t.have(0, silver=3)
    assert effect(t, captures(("silversmith", 0), ("silversmith", 2), ("silversmith", 3))) == {
        "0.silver": -3, "tax": 1, "silversmith.0": -2, "silversmith.2": -3, "silversmith.3": -1, "0.workers": 2,
        "0.holds.2": 3, "0.holds.3": 1,
    }  # fmt: skip


def test_free_captures_of_a_building_know_the_same_groups_arc_20_53() -> None:
    t = ready("B14").stand(1, forest=2)
    no(t, 24, build("B14", captures=taken(("guildhall", 1))), "ARC-9.11")
    no(t, 25, build("B14", captures=taken(("quarry", 1))), "ARC-9.13")
    t.after(build("B14", captures=taken(("forest", 1))))
    assert t.captives(0) == {1: 2}
