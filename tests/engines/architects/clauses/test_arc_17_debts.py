"""ARC-17: debts."""

import pytest

from tests.engines.architects.acts import build, go, guard, last, lines, own, ready, reset, scored
from tests.engines.architects.table import drafted, laid


def test_arc_17_1_a_debt_is_laid_down_unpaid() -> None:
    assert own(ready("B16"), build("B16"))["unpaid"] == 1


def test_arc_17_2_the_sources_of_debts() -> None:
    assert own(drafted(3).have(0, virtue=0), go("tax_stand"))["unpaid"] == 2  # virtue below 0
    assert own(drafted(3).hold(1, {0: 1}), guard("ransom:debt"))["unpaid"] == 1  # a ransom
    t = drafted(3).stand(0, market_right=1, prison=1).stand(1, market_middle=1).have(0, silver=1)
    t.after(go("market_left"))
    assert own(t, reset())["unpaid"] == 1  # the last step of a reset
    assert own(ready("B16"), build("B16"))["unpaid"] == 1  # the Betting House
    assert laid(2, side=2).seat(1)["unpaid"] == 1  # Caroline's board


def test_arc_17_3_arc_17_4_a_debt_is_paid_at_the_guardhouse_and_stays_paid() -> None:
    t = drafted(3).have(0, silver=6, unpaid=1)
    assert own(t, guard("pay_debt")) == {"silver": -6, "virtue": 1, "unpaid": -1, "paid": 1}
    assert t.seat(0)["paid"] == 1


@pytest.mark.parametrize("paid", [0, 1, 5])
def test_arc_17_5_a_paid_debt_has_no_points(paid: int) -> None:
    t = last().have(0, paid=paid)
    assert lines(scored(t)) == {}


@pytest.mark.parametrize("unpaid", [0, 1, 3])
def test_arc_17_6_an_unpaid_debt_costs_2_points(unpaid: int) -> None:
    assert lines(scored(last().have(0, unpaid=unpaid))).get("debts", 0) == -2 * unpaid


def test_arc_17_7_a_destroyed_debt_counts_as_neither() -> None:
    t = ready("B20").have(0, unpaid=1)
    assert own(t, build("B20", destroy_debt=True))["unpaid"] == -1
    assert (t.seat(0)["unpaid"], t.seat(0)["paid"]) == (0, 0)


def test_arc_17_8_there_is_no_limit_to_debts() -> None:
    t = drafted(3).have(0, virtue=0, unpaid=30)
    assert own(t, go("tax_stand"))["unpaid"] == 2
    assert t.seat(0)["unpaid"] == 32


def test_arc_17_9_debts_are_public() -> None:
    t = drafted(3).have(0, unpaid=2, paid=1)
    assert (t.facts["seats"]["0"]["unpaid"], t.facts["seats"]["0"]["paid"]) == (2, 1)
