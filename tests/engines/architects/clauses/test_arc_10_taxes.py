"""ARC-10: taxes, the Tax Stand, evasion."""

from typing import Any

import pytest

from tests.engines.architects.acts import FIGURES, captures, effect, go, guard, hire, no, own, trades
from tests.engines.architects.table import Table, drafted

ICONS = FIGURES["virtue"]["evasion"]


def poor(virtue: int, silver: int = 20, **more: Any) -> Table:
    """Seat 0 is to move at this virtue."""
    return drafted(3).have(0, virtue=virtue, silver=silver, **more)


def test_arc_10_1_taxes_lie_above_the_tax_stand_and_nowhere_else() -> None:
    t = poor(7)
    assert effect(t, hire("top", 1, "A22"))["tax"] == 2
    assert t.facts["tax_silver"] == 6


@pytest.mark.parametrize(
    "move", [go("market_left"), go("market_right"), go("market_draw"), trades("A22"), go("quarry")]
)
def test_arc_10_2_nothing_else_is(move: dict[str, Any]) -> None:
    assert "tax" not in effect(poor(7, apprentices=["A22"]), move)


@pytest.mark.parametrize("virtue", [2, 5, 14])
def test_arc_10_3_the_tax_stand_gives_all_and_takes_2_virtue_we_12(virtue: int) -> None:
    t = poor(virtue).tax(11)
    assert effect(t, go("tax_stand")) == {"0.silver": 11, "tax": -11, "0.virtue": -2}


def test_arc_10_3_all_of_it_is_taken() -> None:
    no(poor(7), 29, go("tax_stand", gained={"silver": 3}), "ARC-10.3")
    no(poor(7).tax(1), 29, go("tax_stand", gained={}), "ARC-10.3")


def test_arc_10_4_with_no_silver_there_it_is_closed_we_12b() -> None:
    no(poor(7).tax(0), 28, go("tax_stand"), "ARC-10.4")


@pytest.mark.parametrize("virtue", range(15))
def test_arc_10_5_evasion_goes_by_virtue(virtue: int) -> None:
    icons = ICONS[virtue]
    t = poor(virtue)
    no(t, 30, hire("top", 1, "A22", evade=icons + 1), "ARC-10.6", "ARC-10.7")
    found = effect(t, hire("top", 1, "A22"))
    assert (found["0.silver"], found.get("tax", 0)) == (-4 + icons, 2 - icons)


def test_arc_10_6_evaded_silver_is_not_paid_at_all_we_23() -> None:
    t = poor(1, 2)
    assert effect(t, hire("top", 1, "A22")) == {"0.silver": -2, "0.apprentices": 1, "pile": -1}
    no(t.turn(0).have(0, gold=1), 45, go("cathedral", reward="R09"), "ARC-15.10")


def test_arc_10_7_no_more_is_evaded_than_the_tax_there_is() -> None:
    t = poor(0).stand(1, forest=1).stand(2, forest=1).stand(0, town_centre=1)
    no(t, 30, captures(("forest", 1), evade=2), "ARC-10.7")
    assert effect(t, captures(("forest", 1), ("forest", 2)))["0.silver"] == -1


def test_arc_10_8_each_taxed_cost_is_evaded_anew() -> None:
    t = poor(0, 20, unpaid=2).stand(0, guardhouse=1)
    # at 0: 6 - 2 = 4 silver (1 tax); at 1 after the first: 6 - 2 = 4 again
    assert own(t, guard("pay_debt", "pay_debt")) == {"silver": -8, "virtue": 2, "unpaid": -2, "paid": 2}
    assert t.facts["tax_silver"] == 4 + 2


def test_arc_10_9_an_apprentice_hired_now_does_not_change_the_tax_of_its_hire() -> None:
    t = poor(4).show("bottom", 1, "A25")
    assert effect(t, hire("bottom", 1, "A22"))["tax"] == 2
    assert t.seat(0)["virtue"] == 3


@pytest.mark.parametrize(("evade", "silver", "tax"), [(0, 4, 2), (1, 3, 1), (2, 2, 0), (None, 2, 0)])
def test_arc_10_10_as_much_as_possible_is_evaded_unless_less_is_told_mov_4(
    evade: int | None, silver: int, tax: int
) -> None:
    more = {} if evade is None else {"evade": evade}
    found = effect(poor(1), hire("top", 1, "A22", **more))
    assert (found["0.silver"], found.get("tax", 0)) == (-silver, tax)


@pytest.mark.parametrize(("virtue", "ignored"), [(11, 1), (3, 2), (1, 2)])
def test_arc_10_11_adas_tax_comes_on_top_of_the_icons_edge_30(virtue: int, ignored: int) -> None:
    # of the 2 of a hire; of the 3 of a debt she ignores 3 at virtue 1
    t = drafted(("purple", "red"), side=2).have(0, virtue=virtue, silver=20, unpaid=1)
    no(t, 30, hire("top", 1, "A22", evade=ignored + 1))
    assert effect(t, hire("top", 1, "A22")).get("tax", 0) == 2 - ignored
    paid = {11: 1, 3: 2, 1: 3}[virtue]
    assert effect(t.turn(0), guard("pay_debt")).get("tax", 0) == 3 - paid


def test_arc_10_12_the_silver_above_the_tax_stand_is_public() -> None:
    t = poor(7).after(hire("top", 1, "A22"))
    assert t.look("tax_silver") == t.facts["tax_silver"] == 6


def test_arc_10_13_what_lay_there_before_is_taken() -> None:
    t = poor(7)
    no(t, 29, go("tax_stand", gained={"silver": 5}))
    assert effect(t, go("tax_stand", gained={"silver": 4}))["0.silver"] == 4


def test_arc_10_14_each_action_of_the_guardhouse_has_its_own_evasion() -> None:
    t = poor(1, 20, unpaid=2).stand(0, guardhouse=1)
    actions = [{"action": "pay_debt", "evade": 2}, {"action": "pay_debt", "evade": 0}]
    no(t, 30, guard({"action": "pay_debt"}, {"action": "pay_debt", "evade": 2}))  # at virtue 2 there is one icon
    assert own(t, guard(*actions))["silver"] == -4 - 6
    assert t.facts["tax_silver"] == 4 + 1 + 3
