"""ROE-15: points."""

from tests.engines.rise_of_empires.positions import b_turn, eve, fed, mine, over, points, refuses
from tests.engines.rise_of_empires.table import act


def test_roe_15_1_cities_towns_progress_and_regions_score() -> None:
    t = eve(1, progress=["P1-12"], lands=["town_gold", "town_gold"]).owns(0, "P1-12", "town_gold", "town_gold", "C1A-5")
    t.cubes(0, ne_africa=2, near_east=1).cubes(1, near_east=2)
    over(t)
    assert points(t, 1, 0) == {
        ("city", "C1A-5"): 2, ("town", "town_gold"): 2, ("progress", "P1-12"): 1, ("region", "ne_africa"): 2,
        ("second", "near_east"): 1,
    }  # fmt: skip
    assert mine(t, 0, "vp") == (8,)


def test_roe_15_2_regions_are_judged_as_they_lie_and_stay_so_w_13() -> None:
    t = eve(1).cubes(0, ne_africa=2).cubes(1, ne_africa=2).cubes(2, ne_africa=1)
    over(t)
    assert [points(t, 1, seat) for seat in range(3)] == [{("region", "ne_africa"): 1}, {("region", "ne_africa"): 1}, {}]
    assert [fed(t, 1, seat)["total"] for seat in range(3)] == [1, 1, 0]
    assert t.look("map.ne_africa.cubes") == {"0": 2, "1": 2, "2": 1}


def test_roe_15_3_points_know_no_upper_end_and_are_open() -> None:
    t = eve(5).owns(0, "P2-04")
    for _ in range(30):
        t.rule("change_amount", seat=0, what="vp", by=9)
    t.cubes(0, ne_africa=1)
    over(t)
    assert t.look("scores.0") == t.look("seats.0.vp") == 270 + 2 + 1


def test_roe_15_4_points_never_fall_below_0() -> None:
    t = b_turn((0, "empire"), (1, "empire"), (2, "empire")).has(0, vp=1)
    refuses(t, act(0, "empire", pay={"vp": 2}, perform=False), "5.29 15.4", "cannot_pay")
    t = eve(1, lands=["mountain"] * 6).owns(0, *["mountain"] * 6).has(0, vp=1)
    over(t)
    # 18 food less than nothing of 16: two points, of which there is one
    assert mine(t, 0, "vp", "food") == (0, 0)
