"""ROE-8: cities and wonders."""

import pytest

from tests.engines.rise_of_empires.positions import FIGURES, at, b_turn, eve, fed, income, mine, over, points, refuses
from tests.engines.rise_of_empires.table import Table, act, box, food, upkeep

THREE = ((0, "city"), (1, "empire"), (2, "empire"))


def test_roe_8_1_a_price_of_0_needs_no_gold_edge_1() -> None:
    t = at(1).has(0, gold=0).when(act(0, "city", tile="Jericho")).accepted()
    assert list(t.look("seats.0.cities")) == ["C1A-1"]


def test_roe_8_2_without_the_gold_there_is_no_tile() -> None:
    t = at(1).has(0, gold=3)
    refuses(t, act(0, "city", tile="C1A-5"), "8.2", "cost")
    t.has(0, gold=4).when(act(0, "city", tile="C1A-5")).accepted()


def test_roe_8_3_a_city_of_an_earlier_turn_costs_no_more() -> None:
    t = at(5, seats=4).has(0, gold=4).when(act(0, "city", tile="C1A-5")).accepted()
    assert mine(t, 0, "gold") == (0,)


def test_roe_8_4_a_city_scores_in_each_turn() -> None:
    t = at(1).after(act(0, "city", tile="C1A-5"))
    over(t)
    assert (points(t, 1, 0), mine(t, 0, "vp")) == ({("city", "C1A-5"): 2}, (2,))
    t.on_to(2, "turn_order")
    assert (points(t, 2, 0)[("city", "C1A-5")], mine(t, 0, "vp")) == (2, (4,))


def test_roe_8_5_upkeep_in_food_in_discs_and_in_both() -> None:
    t = eve(2).owns(0, "C1A-4", "C1B-3").has(0, food=10, resource=2)
    t.go()
    assert t.look("phase") == "food"
    t.after(food(0))
    # Babylon 2, Rome 1
    assert fed(t, 2, 0)["total"] == -3
    assert t.look("phase") == "income"
    t.after(upkeep(0))
    assert (mine(t, 0, "food", "resource"), t.look("turns.2.income.0.paid")) == ((7, 1), ["C1B-3"])


def test_roe_8_6_a_city_without_its_upkeep_is_out_of_the_game_before_points() -> None:
    t = eve(2).owns(0, "C1A-4", "C1B-3").has(0, resource=0)
    t.go().after(food(0, "C1A-4"))
    refuses(t, upkeep(0), "14.6", "must_drop")
    t.after(upkeep(0, "C1B-3"))
    assert (t.look("seats.0.cities"), points(t, 2, 0)) == ({}, {})
    assert {"C1A-4", "C1B-3"} <= set(t.look("gone.city"))


def test_roe_8_7_cities_give_gold_discs_food_or_cubes() -> None:
    gives_food = {"C3A-1": {"income": {"food": 3, "gold": 0, "resource": 0, "cubes": 0}}}
    t = eve(5, made=box(discs=1, cities=gives_food)).owns(0, "C3A-1", "C3A-3", "C3A-4", "C3A-5").has(0, pool=0)
    over(t)
    # Amsterdam a gold, Vienna two cubes, Chicago a disc
    assert income(t, 5, 0) == {
        ("city", "C3A-3"): {"gold": 1},
        ("city", "C3A-4"): {"cubes": 2},
        ("city", "C3A-5"): {"resource": 1},
    }
    # upkeep 2, 2, 3 and 2, less the food of Buenos Aires
    assert fed(t, 5, 0)["total"] == 3 - 9
    assert mine(t, 0, "pool") == (2,)


def wonder(**amounts: int) -> Table:
    """Turn 2: seat 0's disc on the city row is free, and it has these amounts; the Pyramids are to be had."""
    return b_turn(*THREE).has(0, **amounts)


@pytest.mark.parametrize("lacking", [{"gold": 1}, {"resource": 1}, {"pool": 1}, {"pool": 0}])
def test_roe_8_8_all_parts_of_a_wonders_price_are_due(lacking: dict[str, int]) -> None:
    t = wonder(**{"gold": 2, "resource": 2, "pool": 2, **lacking})
    refuses(t, act(0, "city", tile="Pyramids"), "8.8 8.2", "cost")


def test_roe_8_9_its_cubes_go_to_the_stock_and_the_rest_to_the_bank_w_43() -> None:
    limited = {"resource_disc_supply_limited": True}
    t = b_turn(*THREE, options=limited).has(0, gold=4, resource=3, pool=2)
    stock, bank = mine(t, 0, "stock")[0], t.look("bank")
    t.after(act(0, "city", tile="C1B-4"))
    assert mine(t, 0, "gold", "resource", "pool", "stock") == (2, 1, 0, stock + 2)
    assert t.look("bank") == bank + 2


def test_roe_8_10_its_points_come_at_once_and_nobody_owns_it() -> None:
    t = wonder(gold=4, resource=3, pool=2, vp=1).after(act(0, "city", tile="C1B-4"))
    assert (mine(t, 0, "vp"), t.look("gone.city.C1B-4")) == ((7,), "built")
    assert "C1B-4" not in t.look("seats.0.cities")
    assert "C1B-4" not in t.look("on_offer.city")
    t.on_to(2, "turn_order")
    assert ("city", "C1B-4") not in points(t, 2, 0)


@pytest.mark.parametrize("seats", [3, 4])
def test_roe_8_11_a_wonder_is_to_be_had_in_its_own_turn_alone(seats: int) -> None:
    t = at(3, seats=seats).has(0, gold=9, resource=9, pool=9)
    refuses(t, act(0, "city", tile="Pyramids"), "8.11 4.4", "not_available")
    t = at(1, seats=seats).has(0, gold=9, resource=9, pool=9)
    refuses(t, act(0, "city", tile="Pyramids"), "8.1", "not_available")


def test_roe_8_12_each_era_has_two_wonders() -> None:
    eras = [tile[1] for tile in FIGURES["wonders"]]
    assert eras == ["1", "1", "2", "2", "3", "3"]
    assert [tile["era"] for tile in box()["cities"] if tile["kind"] == "wonder"] == [1, 1, 2, 2, 3, 3]
