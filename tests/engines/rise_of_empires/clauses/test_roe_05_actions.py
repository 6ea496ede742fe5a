"""ROE-5: actions, placing discs in A turns and taking them back in B turns."""

import pytest

from engines.kernel.game import MalformedMoveError
from tests.engines.rise_of_empires.positions import *
from tests.engines.rise_of_empires.table import Table, act, box, fight, free

ROWS = ("progress", "territory", "city", "empire", "trade")
THREE = ((0, "empire"), (1, "empire"), (2, "empire"))


# ---------------------------------------------------------------------------------------------------------- in general


def test_roe_5_1_who_has_taken_all_actions_takes_no_other_while_the_rest_act() -> None:
    t = at(1, discs=1).go()
    refuses(t, act(0, "empire", tile="E1"), "5.1", "six_taken", "not_your_turn")


def test_roe_5_2_there_are_five_kinds_of_action() -> None:
    t = at(1, discs=2, seats=3)
    assert list(t.look("rows")) == list(ROWS)
    for seat, row in ((0, "progress"), (1, "territory"), (2, "city"), (0, "empire"), (1, "trade")):
        rows_of(t, (seat, row))
        assert discs(t, row)[0] == seat
    refuses(t, act(2, "war"), "5.2", "unknown_row")


@pytest.mark.parametrize(("seats", "circles"), [(2, 4), (3, 6), (4, 8), (5, 10)])
def test_roe_5_3_a_row_has_two_circles_for_each_player_w_2(seats: int, circles: int) -> None:
    t = at(1, seats=seats)
    assert [len(discs(t, row)) for row in ROWS if row != "empire"] == [circles] * 4
    assert len(discs(t, "empire")) == min(circles, 8)


@pytest.mark.parametrize(("seats", "most"), [(2, 4), (3, 6), (4, 8), (5, 8)])
def test_roe_5_4_the_empire_row_takes_eight_discs_at_most_edge_24(seats: int, most: int) -> None:
    t = at(1, seats=seats, discs=6)
    for number in range(most):
        rows_of(t, (number % seats, "empire"))
    seat = most % seats
    empty = sorted(t.look("on_offer.empire"))
    tile = empty[0] if empty else "E1"
    turn_of(t, seat)
    refuses(t, act(seat, "empire", tile=tile), "5.4 5.13" if seats == 5 else "5.13", "row_full")


def test_roe_5_5_what_players_have_is_in_the_view() -> None:
    t = at(1, progress=["P1-04"]).owns(1, "P1-04", "plain", "C1A-1").has(1, gold=3)
    shown = t.look("seats.1")
    assert shown["progress"] == {"P1-04": {"up": True, "waiting": []}}
    assert (shown["territory"], list(shown["cities"]), shown["gold"]) == ({"plain": 1}, ["C1A-1"], 3)


def armed(turn: int = 1, **more: object) -> Table:
    """Seat 0 owns two Iron Weapons of different names and Roads; seat 1 has cubes to lose."""
    t = at(turn, progress=["P1-04", "P1-10", "P1-11"] if turn == 1 else (), **more)  # type: ignore[arg-type]
    return t.owns(0, "P1-04", "P1-10", "P1-11").cubes(1, ne_africa=3).has(0, resource=5)


def test_roe_5_6_never_in_the_middle_of_it() -> None:
    t = armed().cubes(0, ne_africa=1)
    refuses(t, act(0, "empire", tile="E1", use=["P1-04"]), "5.6 6.25", "does_not_fit")
    move = act(0, "empire", tile="E1", battles=[fight("ne_africa", 1, use=["P1-04"])])
    refuses(t, move, "5.6 6.25", "does_not_fit")


def test_roe_5_7_free_actions_are_for_ones_own_turn() -> None:
    t = armed().go()
    # seat 0's tile in seat 1's action
    refuses(t, act(1, "empire", tile="E2", free_before=[free("P1-10")]), "5.6", "not_own")
    refuses(t, act(0, "territory", kind="plain", free_before=[free("P1-10")]), "5.1", "not_your_turn", "six_taken")


def test_roe_5_8_a_free_action_does_not_replace_the_action() -> None:
    t = armed(discs=2)
    with pytest.raises(MalformedMoveError):
        t.fold.decide({"type": "action", "seat": 0, "free_before": [free("P1-10")]})
    t.after(act(0, "territory", kind="plain", free_before=[free("P1-10")]))
    assert (t.look("seats.0.acted"), discs(t, "territory")[0]) == (1, 0)


def test_roe_5_9_trade_and_wonders_pay_at_once_and_the_rest_in_its_phase() -> None:
    t = at(1).after(act(0, "trade", box="2-4-gold"))
    assert mine(t, 0, "gold", "resource") == (9, 0)
    t = at(1, lands=["town_gold"]).owns(0, "town_gold").cubes(0, sw_europe=2)
    t.after(act(0, "empire", tile="E1"))
    assert mine(t, 0, "gold", "vp") == (5, 0)
    over(t)
    # a gold from the town and one from the region; a point from the town and three for the region
    assert mine(t, 0, "gold", "vp") == (7, 4)


# -------------------------------------------------------------------------------------------------------------- A turns


@pytest.mark.parametrize("extra", [{"circle": 1}, {"pay": {"gold": 1}}, {"circle": 1, "pay": {"food": 1}}])
def test_roe_5_10_circle_and_payment_are_refused_in_an_a_turn(extra: dict[str, object]) -> None:
    refuses(at(1), act(0, "territory", kind="plain", **extra), "5.10", "disc_is_free")


def test_roe_5_11_rows_fill_from_circle_1_without_gaps_w_4() -> None:
    t = rows_of(at(1, discs=2), (1, "territory"), (2, "territory"), (0, "territory"), (1, "territory"))
    assert discs(t, "territory") == [1, 2, 0, 1, None, None]


def test_roe_5_12_a_row_may_hold_several_discs_of_one_player() -> None:
    t = rows_of(at(1, discs=3), (0, "territory"), (0, "territory"), (0, "territory"))
    assert discs(t, "territory") == [0, 0, 0, None, None, None]


def test_roe_5_13_and_roe_19_1_a_full_row_cannot_be_chosen() -> None:
    t = rows_of(at(1, seats=2, discs=3), *((seat, "territory") for seat in (0, 1, 0, 1)))
    refuses(t, act(0, "territory", kind="plain"), "5.13", "row_full")
    refuses(t, act(0, "territory", perform=False), "5.13 5.18", "row_full", "can_act")


def test_roe_5_14_only_an_action_that_can_be_carried_out_in_full_may_be_chosen() -> None:
    t = at(1).has(0, gold=1)
    refuses(t, act(0, "city", tile="C1A-5"), "8.2", "cost")
    refuses(t, act(0, "trade", box="3-6-gold"), "5.15 12.6", "too_few_discs")


def test_roe_5_15_nobody_trades_without_the_discs_w_3() -> None:
    t = at(1).has(0, resource=1)
    refuses(t, act(0, "trade", box="2-4-gold"), "5.15 12.6", "too_few_discs")
    t.sees("trade.2-4-gold", None)


NEEDS = {"a_turn_empire_needs_cube": True}


def test_roe_5_16_with_the_option_it_needs_one_in_the_pool_after_the_recall() -> None:
    t = at(1, options=NEEDS).has(0, pool=0)
    refuses(t, act(0, "empire", tile="E1"), "5.16", "needs_cube")
    t.cubes(0, ne_africa=1)
    refuses(t, act(0, "empire", tile="E1"), "5.16", "needs_cube")
    t.when(act(0, "empire", tile="E1", recall=True)).accepted()
    t = at(1, options=NEEDS).has(0, pool=1)
    t.when(act(0, "empire", tile="E1")).accepted()


def stuck(**more: object) -> Table:
    """Turn 5 for two: progress and empire rows are full, no territory is left, seat 0 has neither gold nor discs."""
    t = at(5, seats=2, discs=6, **more)  # type: ignore[arg-type]
    for row in ("progress", "empire"):
        rows_of(t, (0, row), (1, row), (0, row), (1, row))
    return turn_of(t, 0).has(0, gold=0, resource=0)


@pytest.mark.parametrize("row", ["territory", "city", "trade"])
def test_roe_5_17_who_can_do_nothing_puts_a_disc_on_any_row_with_room_w_45(row: str) -> None:
    t = stuck()
    before = mine(t, 0, "gold", "resource", "food", "vp", "pool")
    t.when(act(0, row, perform=False)).accepted()
    assert (discs(t, row)[0], t.look("seats.0.acted")) == (0, 5)
    assert mine(t, 0, "gold", "resource", "food", "vp", "pool") == before


def test_roe_5_17_a_full_row_has_no_room_for_it() -> None:
    for row in ("progress", "empire"):
        refuses(stuck(), act(0, row, perform=False), "5.13 5.4", "row_full")


def test_roe_5_17_with_the_option_an_empty_pool_leaves_no_empire_action() -> None:
    # the empire row has room; no cube in the pool and none on the map
    t = at(5, seats=2, discs=6, options=NEEDS)
    rows_of(t, (0, "progress"), (1, "progress"), (0, "progress"), (1, "progress"))
    turn_of(t, 0).has(0, gold=0, resource=0, pool=0)
    t.when(act(0, "empire", perform=False)).accepted()
    # a cube on the map could be recalled, so an empire action is possible
    t = at(5, seats=2, discs=6, options=NEEDS)
    rows_of(t, (0, "progress"), (1, "progress"), (0, "progress"), (1, "progress"))
    turn_of(t, 0).has(0, gold=0, resource=0, pool=0).cubes(0, ne_africa=1)
    refuses(t, act(0, "empire", perform=False), "5.18", "can_act")


@pytest.mark.parametrize(
    "change", [{"gold": 4}, {"resource": 1}], ids=["Buenos Aires costs 4 gold", "box 1-2 takes one disc"]
)
def test_roe_5_18_who_can_carry_out_any_action_may_not(change: dict[str, int]) -> None:
    refuses(stuck().has(0, **change), act(0, "city", perform=False), "5.18", "can_act")
    refuses(at(1), act(0, "city", perform=False), "5.18", "can_act")


def test_roe_5_19_it_is_judged_after_the_free_actions_and_nobody_has_to_use_them() -> None:
    # Currency turns a disc into 2 gold, which buy Buenos Aires here; no trade takes one disc in Era III here
    made = box(
        discs=6, cities={"C3A-1": {"cost": {"gold": 2, "resource": 0, "cubes": 0}}}, trade={"1-2-gold": {"eras": [1]}}
    )
    t = stuck(made=made).owns(0, "P1-10").has(0, resource=1)
    refuses(t, act(0, "city", perform=False, free_before=[free("P1-10")]), "5.18", "can_act")
    t.when(act(0, "city", perform=False)).accepted()


# -------------------------------------------------------------------------------------------------------------- B turns


def test_roe_5_20_one_takes_an_own_disc_off_and_may_act() -> None:
    t = b_turn((0, "territory"), (1, "territory"), (2, "empire"))
    refuses(t, act(0, "territory", circle=2, kind="island"), "5.20", "not_own_disc")
    refuses(t, act(0, "territory", circle=3, kind="island"), "5.20", "not_own_disc")
    refuses(t, act(0, "empire", tile="E1"), "5.20", "not_own_disc")
    t.after(act(0, "territory", circle=1, pay={"gold": 1}, kind="island"))
    assert discs(t, "territory") == [None, 1, None, None, None, None]
    assert t.look("seats.0.territory.island") == 1


def test_roe_5_20_the_circle_may_be_left_out_where_one_own_disc_lies_in_the_row() -> None:
    t = b_turn((0, "territory"), (1, "territory"), (2, "empire"))
    t.after(act(0, "territory", pay={"gold": 1}, perform=False))
    assert discs(t, "territory")[:2] == [None, 1]
    both = ((0, "territory"), (1, "territory"), (0, "territory"), (1, "empire"), (2, "empire"), (2, "empire"))
    t = b_turn(*both, discs=2)
    refuses(t, act(0, "territory", perform=False), "5.20", "which_disc")
    t.when(act(0, "territory", circle=3, perform=False)).accepted()


def test_roe_5_21_the_disc_furthest_left_is_free() -> None:
    t = b_turn(*THREE, seat=2)
    assert removals(t, "empire") == {1: 2, 2: 1, 3: 0}
    t.when(act(2, "empire", perform=False)).accepted()
    assert mine(t, 2, "gold", "food") == (5, 16)


def test_roe_5_22_the_payment_cannot_be_left_out() -> None:
    refuses(b_turn(*THREE), act(0, "empire", tile="E1"), "5.22", "wrong_payment")


def test_roe_5_23_empty_circles_cost_nothing_w_6() -> None:
    t = b_turn(*THREE, seat=1)
    t.after(act(1, "empire", pay={"food": 1}, perform=False))
    turn_of(t, 0)
    # circle 2 is empty, circle 3 holds seat 2's disc
    assert removals(t, "empire") == {1: 1, 3: 0}
    turn_of(t, 2).after(act(2, "empire", perform=False))
    assert removals(t, "empire") == {1: 0}
    t.when(act(0, "empire", tile="E1")).accepted()


def test_roe_5_24_own_discs_to_the_left_count_w_44() -> None:
    t = b_turn((0, "territory"), (0, "territory"), (1, "empire"), (1, "empire"), seats=2, discs=2)
    assert removals(t, "territory") == {1: 1, 2: 0}
    refuses(t, act(0, "territory", circle=1, perform=False), "5.22 5.31", "wrong_payment")
    t.when(act(0, "territory", circle=1, pay={"vp": 0, "gold": 1}, perform=False)).accepted()


@pytest.mark.parametrize(
    ("unit", "name", "before"),
    [("gold", "gold", 5), ("cube", "pool", 5), ("resource", "resource", 2), ("food", "food", 16), ("vp", "vp", 4)],
)
def test_roe_5_25_a_unit_is_gold_a_cube_a_disc_food_or_a_point_w_5(unit: str, name: str, before: int) -> None:
    t = b_turn(*THREE).has(0, vp=4)
    assert mine(t, 0, name) == (before,)
    t.after(act(0, "empire", pay={unit: 2}, perform=False))
    assert mine(t, 0, name) == (before - 2,)


def test_roe_5_26_units_may_be_mixed() -> None:
    t = b_turn(*THREE)
    t.when(act(0, "empire", pay={"gold": 1, "resource": 1}, perform=False)).accepted()
    assert mine(t, 0, "gold", "resource") == (4, 1)


def test_roe_5_27_cubes_go_from_the_pool_to_the_stock() -> None:
    t = b_turn(*THREE).after(act(0, "empire", pay={"cube": 2}, perform=False))
    assert mine(t, 0, "pool", "stock") == (3, 27)
    t = b_turn(*THREE).has(0, pool=0)
    assert mine(t, 0, "stock") == (30,)
    refuses(t, act(0, "empire", pay={"cube": 2}, perform=False), "5.27", "cannot_pay")


def test_roe_5_28_gold_and_discs_go_to_the_bank_food_and_points_go_down() -> None:
    t = b_turn((0, "empire"), (1, "empire"), (2, "empire"), (0, "empire"), (1, "empire"), (2, "empire"), discs=2)
    t.has(0, vp=1).after(
        act(0, "empire", circle=1, pay={"gold": 1, "resource": 1, "food": 1, "vp": 1, "cube": 1}, perform=False)
    )
    assert mine(t, 0, "gold", "resource", "food", "vp", "pool") == (4, 1, 15, 0, 4)
    limited = b_turn(*THREE, options={"resource_disc_supply_limited": True}).sees("bank", 34)
    limited.after(act(0, "empire", pay={"resource": 2}, perform=False)).sees("bank", 36)


@pytest.mark.parametrize("unit", ["food", "vp"])
def test_roe_5_29_food_and_points_are_not_paid_below_0_edge_27(unit: str) -> None:
    t = b_turn(*THREE).has(0, food=1, vp=1)
    refuses(t, act(0, "empire", pay={unit: 2}, perform=False), "5.29", "cannot_pay")
    t.when(act(0, "empire", pay={unit: 1, "gold": 1}, perform=False)).accepted()


def test_roe_5_30_what_was_paid_is_gone_for_the_action() -> None:
    t = b_turn((0, "city"), (1, "city"), (2, "empire"))
    t.has(0, gold=3)
    # Carthage costs 3 gold
    refuses(t, act(0, "city", pay={"gold": 1}, tile="C1B-1"), "8.2", "cost")
    t.when(act(0, "city", pay={"food": 1}, tile="C1B-1")).accepted()


def test_roe_5_31_doing_nothing_costs_the_same_w_7() -> None:
    t = b_turn(*THREE)
    for paid in ({}, {"gold": 1}, {"gold": 3}):
        refuses(t, act(0, "empire", pay=paid, perform=False), "5.31", "wrong_payment")
    t.when(act(0, "empire", pay={"gold": 2}, perform=False)).accepted()
    assert discs(t, "empire")[:3] == [None, 1, 2]
    refuses(b_turn(*THREE, seat=2), act(2, "empire", tile="E1", perform=False), "5.31", "not_asked")


def test_roe_5_32_an_owner_of_printing_pays_nothing_w_8() -> None:
    t = b_turn(*THREE, turn=4).owns(0, "P2-02")
    assert mine(t, 0, "progress") == ({"P2-02": {"up": True, "waiting": []}},)
    refuses(t, act(0, "empire", pay={"gold": 2}, perform=False), "5.32", "nothing_due")
    before = mine(t, 0, "gold", "food", "resource", "vp", "pool")
    t.when(act(0, "empire", tile="E1")).accepted()
    assert mine(t, 0, "gold", "food", "resource", "vp", "pool") == before


def test_roe_5_33_discs_do_not_slide() -> None:
    t = b_turn(*THREE, seat=1).after(act(1, "empire", pay={"food": 1}, perform=False))
    assert discs(t, "empire") == [0, None, 2, None, None, None]


def test_roe_5_34_an_action_of_a_b_turn_meets_the_conditions_of_an_a_turn() -> None:
    t = b_turn((0, "trade"), (1, "territory"), (2, "city"))
    refuses(t.has(0, resource=1), act(0, "trade", box="2-4-gold"), "5.15 12.6", "too_few_discs")
    turn_of(t, 1)
    refuses(t, act(1, "territory", kind="plain"), "7.1 4.5", "not_available")
    turn_of(t, 2).has(2, gold=0)
    refuses(t, act(2, "city", tile="C1B-3"), "8.2", "cost")


def poor(units: int = 1) -> Table:
    """Seat 0 cannot pay the 2 units for the only own disc; it has so many gold and nothing else."""
    return b_turn(*THREE).has(0, gold=units, resource=0, food=0, vp=0, pool=0)


@pytest.mark.parametrize("units", [0, 1])
def test_roe_5_35_who_cannot_pay_for_any_disc_pays_all_there_is_and_does_nothing_edge_28(units: int) -> None:
    t = poor(units)
    refuses(t, act(0, "empire", tile="E1", pay={"gold": units}), "5.35 5.22", "pay_all", "wrong_payment")
    if units:
        refuses(t, act(0, "empire", perform=False), "5.35", "pay_all")
    t.when(act(0, "empire", pay={"gold": units}, perform=False)).accepted()
    assert (discs(t, "empire")[:3], mine(t, 0, "gold")) == ([None, 1, 2], (0,))


def test_roe_5_36_after_the_removals_the_display_is_empty() -> None:
    t = b_turn(*THREE)
    for seat in (0, 1, 2):
        turn_of(t, seat)
        t.after(act(seat, "empire", perform=False, **off(t, seat)))
    assert all(discs(t, row) == [None] * 6 for row in ROWS)
    assert [mine(t, seat, "discs") for seat in range(3)] == [(1,)] * 3


def test_roe_5_37_it_is_closed_to_whoever_can_pay_for_one_disc() -> None:
    rows = ((0, "empire"), (1, "empire"), (2, "empire"), (0, "territory"), (1, "territory"), (2, "trade"))
    t = b_turn(*rows, discs=2).has(0, gold=1, resource=0, food=0, vp=0, pool=0)
    # two discs lie to the left of the one in the empire row, one to the left of the other
    assert (removals(t, "empire")[1], removals(t, "territory")[1]) == (2, 1)
    refuses(t, act(0, "empire", pay={"gold": 1}, perform=False), "5.35 5.37", "could_pay")
    t.when(act(0, "territory", pay={"gold": 1}, perform=False)).accepted()
    # with points alone
    t = b_turn(*rows, discs=2).has(0, gold=0, resource=0, food=0, vp=1, pool=0)
    refuses(t, act(0, "empire", pay={"vp": 1}, perform=False), "5.35 5.37", "could_pay")


def test_roe_5_38_what_the_action_gains_or_recalls_cannot_be_paid() -> None:
    for pool, there, rule in ((0, 3, "5.38"), (1, 1, "5.38"), (0, 1, "5.27"), (1, 0, "5.27")):
        t = b_turn(*THREE).has(0, pool=pool).cubes(0, ne_africa=there)
        refuses(t, act(0, "empire", pay={"cube": 2}, tile="E1", recall=True), rule, "cannot_pay")
    # the trade would give 2 gold
    rows = ((0, "trade"), (1, "empire"), (2, "empire"), (1, "empire"), (2, "empire"), (0, "trade"))
    t = b_turn(*rows, made=box(discs=2, start={"resource": 9})).has(0, gold=0, resource=1)
    refuses(t, act(0, "trade", circle=1, box="1-2-gold", pay={"gold": 1}), "5.38", "cannot_pay")
