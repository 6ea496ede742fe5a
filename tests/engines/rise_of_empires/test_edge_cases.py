"""The edge cases E-1 to E-33 of the reference."""

import re
from pathlib import Path

import pytest

from tests.engines.rise_of_empires.positions import *
from tests.engines.rise_of_empires.table import act, box, fight, first, food, free, keep, put, reveal, table

THREE = ((0, "empire"), (1, "empire"), (2, "empire"))
NOTHING = {"food": 0, "gold": 0, "resource": 0, "cubes": 0}


def test_every_edge_case_has_a_test() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py"))
    names = " ".join(re.findall(r"(?m)^def (test_\w+)", text))
    tested = {int(number) for number in re.findall(r"_edge_(\d+)", names)}
    assert tested == set(range(1, FIGURES["numbered"]["edge_cases"] + 1))


def test_edge_2_a_surcharge_may_be_paid_with_gold_of_a_free_action() -> None:
    t = at(3).owns(0, "P1-10").has(0, gold=0, resource=1)
    refuses(t, act(0, "progress", tile="P1-01"), "6.3", "surcharge")
    t.when(act(0, "progress", tile="P1-01", free_before=[free("P1-10")])).accepted()
    assert mine(t, 0, "gold", "resource") == (1, 0)
    # not with gold of one that comes after
    t = at(3).owns(0, "P1-10").has(0, gold=0, resource=1)
    refuses(t, act(0, "progress", tile="P1-01", free_after=[free("P1-10")]), "6.3", "surcharge")


def test_edge_3_a_payment_in_cubes_can_make_a_wonder_unaffordable() -> None:
    t = b_turn((0, "city"), (1, "city"), (2, "empire")).has(0, gold=4, resource=4, pool=2)
    refuses(t, act(0, "city", tile="C1B-4", pay={"cube": 1}), "8.8", "cost")
    t.fold.decide(act(0, "city", pay={"cube": 1}, perform=False))
    t.when(act(0, "city", tile="C1B-4", pay={"food": 1})).accepted()


def test_edge_8_a_city_given_up_in_phase_3_gives_nothing_in_that_turn() -> None:
    rich = {"income": {"food": 5, "gold": 3, "resource": 0, "cubes": 2}, "upkeep": {"food": 1, "resource": 0}}
    t = done(eve(1, made=box(discs=1, cities={"C1A-1": rich})).owns(0, "C1A-1"))
    before = mine(t, 0, "food", "gold", "pool", "vp")
    t.after(food(0, "C1A-1"))
    over(t)
    assert mine(t, 0, "food", "gold", "pool", "vp") == before


def test_edge_9_a_city_bought_in_this_turn_has_upkeep_income_and_points() -> None:
    t = eve(1).after(act(0, "city", tile="C1A-2"))
    over(t)
    # Memphis: 2 gold to buy, 1 food, 1 gold, 1 point
    assert mine(t, 0, "food", "gold", "vp") == (15, 4, 1)


def test_edge_10_territory_taken_in_this_turn_counts_in_it() -> None:
    t = eve(1, lands=["town_cube"]).after(act(0, "territory", kind="town_cube"))
    over(t)
    assert mine(t, 0, "pool", "vp") == (6, 1)


def test_edge_11_gold_for_food_is_there_for_the_era_end_and_the_last_count() -> None:
    t = eve(2, lands=["island"] * 6).owns(0, "P1-09", *["island"] * 6).has(0, food=19, gold=0)
    over(t)
    # 6 more than 19 are 5 too many: 2 gold
    assert fed(t, 2, 0)["total"] == 6
    assert (t.look("phase"), mine(t, 0, "gold")) == ("era_end", (2,))
    t.when(keep(0, ["P1-09"])).accepted()
    t = eve(6).owns(0, "P3-01").has(0, food=18, gold=0, resource=0)
    over(t)
    # 8 more than 18 are 6 too many: 3 gold, and those a point
    assert mine(t, 0, "gold", "vp") == (3, 1)


def test_edge_12_a_tile_that_nobody_may_take_stays() -> None:
    made = box(discs=1, progress={"P1-07": {"name": {"en": "Iron Axes", "es": "Hachas de hierro"}}})
    t = at(1, seats=2, made=made, progress=["P1-05", "P1-06", "P1-07"]).owns(0, "P1-05").owns(1, "P1-06")
    for seat in (0, 1):
        refuses(turn_of(t, seat), act(seat, "progress", tile="P1-07"), "6.5", "duplicate")
    assert t.look("on_offer.progress.P1-07") == "new"
    t.on_to(2)
    assert t.look("gone.progress.P1-07") == "cleared"


def test_edge_14_the_territory_row_in_turns_5_and_6_depends_on_tiles_set_aside() -> None:
    t = at(5, seats=4)
    t.when(act(0, "territory", kind="plain")).accepted()
    t = at(5, seats=3)
    refuses(t, act(0, "territory", kind="plain"), "7.1 4.5", "not_available")
    made = box(discs=1, territory={"plain": {"red_stripe": True}})
    at(5, seats=3, made=made).when(act(0, "territory", kind="plain")).accepted()


def test_edge_16_after_a_recall_the_map_is_empty() -> None:
    # from China, dry: without a recall nothing of the Old World, with it a new empire
    t = at(5).cubes(0, china=2).has(0, pool=2)
    refuses(t, act(0, "empire", tile="E2", place=put(near_east=1)), "9.15", "not_adjacent")
    far = act(0, "empire", tile="E2", recall=True, place=put(sw_europe=1, ne_africa=1))
    refuses(t, far, "9.14", "not_adjacent")
    t.when(act(0, "empire", tile="E2", recall=True, place=put(near_east=2, russia=2))).accepted()


def test_edge_19_a_region_left_empty_by_halving_gives_no_adjacency() -> None:
    t = done(eve(2).cubes(0, sw_europe=1, ne_africa=2)).on_to(3)
    turn_of(t, 0).has(0, pool=3)
    assert [t.look(f"map.{region}.cubes.0") for region in ("sw_europe", "ne_africa")] == [0, 1]
    refuses(t, act(0, "empire", tile="E2", place=put(northern_europe=1)), "9.12", "not_adjacent")
    t.when(act(0, "empire", tile="E2", place=put(nw_africa=1))).accepted()


def test_edge_20_keeping_costs_1_gold_whatever_the_era() -> None:
    t = done(at(4).owns(0, "P1-12", "P2-16")).on_to(4, "era_end").has(0, gold=2)
    t.when(keep(0, ["P1-12", "P2-16"])).accepted()
    assert mine(t, 0, "gold") == (0,)
    # and in the next era nothing is due for it
    t.on_to(5)
    assert set(t.look("seats.0.progress")) == {"P1-12", "P2-16"}


def test_edge_22_more_than_20_of_anything_but_food() -> None:
    made = box(discs=1, start={"gold": 24, "resource": 23, "pool": 28, "stock": 2})
    t = eve(1, made=made, lands=["island"] * 5).owns(0, *["island"] * 5)
    over(t)
    # 5 food: 16 and 4, and one is lost
    assert mine(t, 0, "gold", "resource", "pool", "food") == (24, 23, 30, 20)


@pytest.mark.parametrize("seats", [2, 5])
def test_edge_25_in_a_b_turn_every_disc_of_the_empire_row_finds_a_tile(seats: int) -> None:
    t = table(seats).on_to(2)
    in_row = sum(disc is not None for disc in discs(t, "empire"))
    assert in_row <= 8 == len(t.look("on_offer.empire"))
    for _ in range(in_row):
        seat = next(disc for disc in discs(t, "empire")[::-1] if disc is not None)
        turn_of(t, seat)
        row = discs(t, "empire")
        circle = len(row) - row[::-1].index(seat)
        tile = next(iter(t.look("on_offer.empire")))
        t.when(act(seat, "empire", circle=circle, tile=tile)).accepted()


def test_edge_26_points_of_a_trade_count_for_the_order_of_that_turn() -> None:
    t = eve(1).has(0, resource=2)
    t.after(act(0, "trade", box="2-1-vp"))
    over(t)
    assert t.look("choosing") == [2, 1, 0]
    t = eve(1, seat=2).has(2, resource=2).after(act(2, "trade", box="2-1-vp"))
    over(t)
    assert t.look("choosing")[-1] == 2


def test_edge_29_after_another_reveal_later_moves_are_checked_again() -> None:
    tiles = [f"P1-{number:02}" for number in range(1, 9)]
    takes = act(0, "progress", tile="P1-08")
    t = table(3, box=box(discs=1)).after(first(0), reveal(tiles, ["plain"] * 10))
    t.when(takes).accepted()
    t = table(3, box=box(discs=1)).after(first(0), reveal([*tiles[:7], "P1-09"], ["plain"] * 10))
    refuses(t, takes, "6.1", "not_available")


def test_edge_31_air_power_against_fortification() -> None:
    t = at(5, progress=["P3-12"]).owns(0, "P3-12").owns(1, "P2-12").cubes(0, ne_africa=3).cubes(1, ne_africa=3)
    # E6 later on: 1 and 1
    t.after(act(0, "empire", tile="E6", battles=[fight("ne_africa", 1, use=["P3-12"])]))
    assert [t.look(f"map.ne_africa.cubes.{seat}") for seat in (0, 1)] == [2, 2]


def test_edge_32_in_turn_6_cubes_gained_are_worth_nothing_and_gold_and_discs_count() -> None:
    t = eve(6, lands=[]).cubes(0, nw_africa=1, sw_europe=1, se_europe=1).has(0, gold=2, resource=2, food=9)
    before = mine(t, 0, "pool")[0]
    over(t)
    assert mine(t, 0, "pool", "gold", "resource") == (before + 2, 3, 3)
    # 2, 3 and 3 for the regions, a point each for gold and discs
    assert mine(t, 0, "vp") == (10,)
    assert set(points(t, 6, 0).values()) == {2, 3}
