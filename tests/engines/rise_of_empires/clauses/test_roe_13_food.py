"""ROE-13: food."""

import pytest

from tests.engines.rise_of_empires.positions import done, eve, fed, mine, over, refuses
from tests.engines.rise_of_empires.table import Table, box, food


def fasting(turn: int, total: int, **amounts: int) -> Table:
    """A turn to its end in which a city changes seat 0's food by so much, before doubling."""
    gives = {"income": {"food": max(total, 0), "gold": 0, "resource": 0, "cubes": 0}}
    costs = {"upkeep": {"food": max(-total, 0), "resource": 0}, "vp_per_turn": 0}
    made = box(discs=1, cities={"C1A-1": {**gives, **costs}})
    return over(eve(turn, made=made).owns(0, "C1A-1").has(0, **amounts))


def test_roe_13_1_all_gains_less_all_costs() -> None:
    # plain 2, forest -2, mountain -3, Agriculture 2, North East Africa 2, Memphis -1, Babylon -2
    t = eve(1, progress=["P1-01"], lands=["plain", "forest", "mountain"])
    t.owns(0, "plain", "forest", "mountain", "P1-01", "C1A-2", "C1A-4").cubes(0, ne_africa=1)
    over(t)
    assert fed(t, 1, 0)["total"] == 2 - 2 - 3 + 2 + 2 - 1 - 2
    assert mine(t, 0, "food") == (14,)


def hungry() -> Table:
    """The food phase of turn 1, where seat 0 with Babylon (2 food), Tyre (1) and little food decides first."""
    t = eve(1).owns(0, "C1A-4", "C1A-3").owns(1, "C1A-1").has(0, food=1, vp=5)
    return done(t)


def test_roe_13_2_only_own_cities_with_food_upkeep_are_given_up_here() -> None:
    free_city = {"C1A-5": {"upkeep": {"food": 0, "resource": 1}}}
    t = done(eve(1, made=box(discs=1, cities=free_city)).owns(0, "C1A-4", "C1A-5").owns(1, "C1A-1"))
    (offer,) = (each for each in t.fold.offers()["moves"] if (each["type"], each["seat"]) == ("food_choice", 0))
    assert offer["fields"]["discard"]["of"]["of"] == ["C1A-4"]
    refuses(t, food(0, "C1A-5"), "13.2", "no_upkeep")
    refuses(t, food(0, "C1A-1"), "13.2", "no_upkeep")
    refuses(t, food(0, "C1A-4", "C1A-4"), "13.2", "no_upkeep")
    t.when(food(0, "C1A-4")).accepted()


def test_roe_13_3_nobody_has_to_give_a_city_up() -> None:
    t = hungry().after(food(0))
    assert fed(t, 1, 0) == {"total": -3, "moved": -1, "gold": 0, "lost": 2, "missing": 2}
    assert (mine(t, 0, "food", "vp"), len(t.look("seats.0.cities"))) == ((0, 3), 2)


@pytest.mark.parametrize(("turn", "times"), [(1, 1), (5, 1), (6, 2)])
def test_roe_13_4_in_turn_6_the_total_is_doubled_edge_23(turn: int, times: int) -> None:
    for total in (3, -3):
        t = fasting(turn, total, food=10)
        assert t.look(f"turns.{turn}.food.0.times") == times
        assert mine(t, 0, "food") == (10 + times * total,)


@pytest.mark.parametrize(("before", "total", "after"), [(16, 4, 20), (19, 4, 20), (3, -3, 0), (2, -4, 0), (9, 2, 11)])
def test_roe_13_5_the_marker_moves_between_0_and_20(before: int, total: int, after: int) -> None:
    t = fasting(1, total, food=before)
    assert mine(t, 0, "food") == (after,)
    assert fed(t, 1, 0)["moved"] == after - before


@pytest.mark.parametrize(
    ("before", "total", "vp", "after"), [(2, -4, 9, 7), (1, -6, 2, 0), (0, -1, 0, 0), (0, -3, 3, 0)]
)
def test_roe_13_6_each_step_missing_costs_a_point_w_17_w_24(before: int, total: int, vp: int, after: int) -> None:
    t = fasting(1, total, food=before, vp=vp)
    assert (mine(t, 0, "food", "vp"), fed(t, 1, 0)["lost"]) == ((0, after), vp - after)


@pytest.mark.parametrize(("before", "total", "gold"), [(19, 4, 1), (20, 1, 0), (20, 2, 1), (20, 5, 2), (16, 10, 3)])
def test_roe_13_7_every_two_steps_too_many_give_a_gold_w_18(before: int, total: int, gold: int) -> None:
    t = fasting(1, total, food=before, gold=4)
    assert (mine(t, 0, "food", "gold"), fed(t, 1, 0)["gold"]) == ((20, 4 + gold), gold)


def test_roe_13_8_this_gold_is_there_at_once() -> None:
    gives = {
        "C1A-4": {"income": {"food": 6, "gold": 0, "resource": 0, "cubes": 0}, "upkeep": {"food": 1, "resource": 0}}
    }
    t = done(eve(1, made=box(discs=1, cities=gives)).owns(0, "C1A-4").owns(1, "C1A-1").has(0, food=19, gold=0))
    t.after(food(0))
    # 19 and 5 are 4 too many
    assert (t.look("phase"), mine(t, 0, "gold")) == ("food", (2,))


@pytest.mark.parametrize(
    ("before", "total", "food_after", "gold", "lost"), [(18, 3, 20, 2, 0), (3, -2, 0, 0, 1), (19, 1, 20, 0, 0)]
)
def test_roe_13_9_doubling_comes_before_floor_and_top_w_22_w_23(
    before: int, total: int, food_after: int, gold: int, lost: int
) -> None:
    t = fasting(6, total, food=before, gold=0, vp=5)
    assert mine(t, 0, "food", "gold") == (food_after, gold)
    assert fed(t, 6, 0)["lost"] == lost


def test_roe_13_10_shares_are_rounded_before_doubling() -> None:
    # North East Africa gives 3 here; two share it: 1 each, which doubles to 2, and not 3
    made = box(discs=1, regions={"ne_africa": {"benefit": {"food": 3, "gold": 0, "resource": 0, "cubes": 0}}})
    t = eve(6, made=made).cubes(0, ne_africa=1).cubes(1, ne_africa=1).has(0, food=5)
    over(t)
    assert (fed(t, 6, 0)["total"], mine(t, 0, "food")) == (1, (7,))


def test_roe_13_11_points_are_lost_before_those_of_phase_5() -> None:
    # two points are missing of which there is one; the city scores 4 afterwards
    made = box(discs=1, cities={"C1A-1": {"upkeep": {"food": 5, "resource": 0}, "vp_per_turn": 4}})
    t = eve(1, made=made).owns(0, "C1A-1").has(0, food=3, vp=1)
    over(t)
    assert (fed(t, 1, 0)["missing"], fed(t, 1, 0)["lost"], mine(t, 0, "vp")) == (2, 1, (4,))
