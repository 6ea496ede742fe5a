"""ARC-16: the track of virtue."""

import pytest

from tests.engines.architects.acts import FIGURES, build, go, last_turns, lines, no, own, ready, scored, step, trades
from tests.engines.architects.table import Table, drafted


def patron(virtue: int, uses: int, unpaid: int = 0) -> Table:
    """Seat 0 can gain virtue one by one at the King's Storehouse (A22: 2 silver each)."""
    t = drafted(3).stand(0, kings_storehouse=uses - 1)
    return t.have(0, virtue=virtue, unpaid=unpaid, silver=20, apprentices=["A22"])


def test_arc_16_1_positions_run_from_0_to_14() -> None:
    t = patron(14, 3)
    assert own(t, trades("A22", "A22", "A22")) == {"silver": -6}
    t = drafted(3).have(0, virtue=0)
    assert own(t, go("tax_stand")).get("virtue", 0) == 0
    assert len(FIGURES["virtue"]["vp"]) == 15


def test_arc_16_2_a_change_counts_at_once_auto_1() -> None:
    # virtue 3 has an icon of evasion; paying a debt raises it to 4, and the second debt is taxed in full
    t = drafted(3).stand(0, guardhouse=1).have(0, virtue=3, silver=20, unpaid=2)
    actions = [{"action": "pay_debt"}, {"action": "pay_debt", "evade": 1}]
    no(t, 30, go("guardhouse", actions=actions))


@pytest.mark.parametrize("virtue", range(15))
def test_arc_16_3_the_points_of_the_positions(virtue: int) -> None:
    t = last_turns().after({"type": "place_storehouse", "seat": 1, "trades": []}).have(0, virtue=virtue)
    assert lines(scored(t)).get("virtue", 0) == FIGURES["virtue"]["vp"][virtue]


def test_arc_16_4_arc_16_5_beyond_14_debts_are_destroyed_and_bring_nothing_we_21b() -> None:
    t = patron(13, 3, 2).have(0, apprentices=["A07"])  # a Debt Collector adds nothing to a destroyed debt
    assert own(t, trades("A22", "A22", "A22")) == {"silver": -6, "virtue": 1, "unpaid": -2}


def test_we_21_at_13_the_market_is_closed_and_the_points_are_5() -> None:
    t = drafted(3).have(0, virtue=13, unpaid=2, silver=9)
    no(t, 31, go("market_left"), "ARC-11.2")
    assert t.look("standing.0") == 5 - 4


@pytest.mark.parametrize(("virtue", "lost", "debts"), [(0, 0, 2), (1, 1, 1), (2, 2, 0)])
def test_arc_16_6_below_0_each_is_a_debt(virtue: int, lost: int, debts: int) -> None:
    found = own(drafted(3).have(0, virtue=virtue), go("tax_stand"))
    assert (found.get("virtue", 0), found.get("unpaid", 0)) == (-lost, debts)


def test_arc_16_7_without_a_debt_the_rest_is_lost_edge_25() -> None:
    assert own(patron(14, 2), trades("A22", "A22")) == {"silver": -4}
    assert own(patron(14, 2).have(0, paid=3), trades("A22", "A22")) == {"silver": -4}


@pytest.mark.parametrize(("kept", "destroyed"), [(None, 2), (0, 2), (1, 1), (2, 0)])
def test_arc_16_8_debts_may_be_kept(kept: int | None, destroyed: int) -> None:
    more = {} if kept is None else {"keep_debts": kept}
    found = own(patron(14, 2, 2), trades("A22", "A22", **more))
    assert found.get("unpaid", 0) == -destroyed


@pytest.mark.parametrize(("unpaid", "uses", "kept"), [(2, 1, 2), (1, 2, 2), (0, 2, 1), (3, 2, 3)])
def test_arc_16_8_no_more_are_kept_than_would_be_destroyed(unpaid: int, uses: int, kept: int) -> None:
    no(patron(14, uses, unpaid), 70, trades(*["A22"] * uses, keep_debts=kept), "ARC-16.8")


def test_arc_16_9_thresholds_ask_for_the_present_position() -> None:
    t = drafted(3).have(0, virtue=4, gold=1, silver=9, apprentices=["A22"])
    no(t, 45, step(), "ARC-15.10")
    t.after(trades("A22")).turn(0)
    t.after(step("R09")).turn(0).have(0, virtue=10)
    no(t, 31, go("market_left"))
    t.after(go("tax_stand")).turn(0).after(go("market_left"))


@pytest.mark.parametrize(("virtue", "up", "destroyed"), [(12, 2, 1), (13, 1, 2), (14, 0, 3)])
def test_arc_16_10_steps_are_taken_one_by_one(virtue: int, up: int, destroyed: int) -> None:
    found = own(patron(virtue, 3, 5), trades("A22", "A22", "A22"))
    assert (found.get("virtue", 0), found["unpaid"]) == (up, -destroyed)


def test_arc_16_10_a_change_of_two_at_13_is_one_and_one_beyond() -> None:
    t = drafted(3).have(0, virtue=13, gold=1, unpaid=3)
    assert own(t, step("R09")) == {"gold": -1, "virtue": 1, "unpaid": -1, "hand": -1, "cathedral": 1}


def test_arc_16_11_positions_are_shared() -> None:
    t = drafted(5)
    assert {t.seat(seat)["virtue"] for seat in range(5)} == {7}


def test_virtue_lost_and_gained_in_one_move_are_taken_in_their_order() -> None:
    # the Fortress loses 2 at virtue 1: one step and one debt
    assert own(ready("B26", virtue=1), build("B26")) == {
        "clay": -3, "stone": -4, "gold": -1, "marble": -2, "virtue": -1, "unpaid": 1, "hand": -1,
    }  # fmt: skip
