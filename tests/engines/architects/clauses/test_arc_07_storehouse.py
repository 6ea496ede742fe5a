"""ARC-7: the King's Storehouse."""

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest

from engines.architects.rules.payments import payments
from tests.engines.architects.acts import effect, no, trades
from tests.engines.architects.table import Table, drafted


def storehouse(n: int, *apprentices: str, **goods: Any) -> Table:
    """Seat 0 is about to place its n-th worker there, with these goods and no other silver."""
    t = drafted(2).stand(0, kings_storehouse=n - 1)
    return t.have(0, **{"silver": 0, **goods}, apprentices=apprentices)


VIRTUE = ("base_virtue", {"clay": 1, "wood": 1})


@pytest.mark.parametrize("n", [1, 2, 3])
def test_arc_7_1_up_to_n_trades(n: int) -> None:
    t = storehouse(n, clay=9, wood=9)
    no(t, 11, trades(*[VIRTUE] * (n + 1)), "ARC-7.1")
    assert effect(t, trades(*[VIRTUE] * n)) == {"0.clay": -n, "0.wood": -n, "0.virtue": n}


@pytest.mark.parametrize("good", ["gold", "marble", "silver"])
def test_arc_7_2_other_goods_are_not_taken_for_virtue(good: str) -> None:
    t = storehouse(1, clay=3, gold=3, marble=3, silver=3)
    no(t, 13, trades(("base_virtue", {"clay": 1, good: 1})), "ARC-7.2")


def test_arc_7_3_clay_buys_no_marble() -> None:
    no(storehouse(1, clay=3, wood=3), 12, trades(("base_marble", {"clay": 1, "wood": 2})), "ARC-7.3")


def test_arc_7_5_arc_7_6_a_trade_is_repeated_and_counts_each_time() -> None:
    t = storehouse(3, "A18", silver=3)
    assert effect(t, trades("A18", "A18", "A18")) == {"0.silver": -3, "0.wood": 6}
    t = storehouse(2, "A18", silver=3)
    no(t, 11, trades("A18", "A18", "A18"))


def test_arc_7_7_one_trade_may_pay_for_the_next_in_the_order_told_mov_1() -> None:
    t = storehouse(2, "A18", "A37", silver=1)
    no(t, 72, trades("A37", "A18"), "ARC-5.13")
    assert effect(t, trades("A18", "A37")) == {"0.silver": -1, "0.marble": 1}


@pytest.mark.parametrize(
    ("trade", "code"),
    [
        (("base_virtue", {"clay": 1}), 72), (("base_virtue", {"clay": 3}), 72), (("base_marble", {"wood": 2}), 72),
        (("base_virtue", {"stone": 2}), 72), ("A18", 72),
    ],
)  # fmt: skip
def test_arc_7_8_a_trade_is_all_or_nothing(trade: str | tuple[str, dict[str, int]], code: int) -> None:
    no(storehouse(1, "A18", clay=3, wood=3), code, trades(trade))


def test_arc_7_4_and_arc_7_9_trades_of_an_apprentice_bear_no_tax() -> None:
    t = storehouse(1, "A22", silver=2).have(0, virtue=1)
    assert effect(t, trades("A22")) == {"0.silver": -2, "0.virtue": 1}
    assert t.facts["tax_silver"] == 4


def test_arc_7_4_a_trade_may_have_the_name_of_the_only_such_apprentice() -> None:
    assert effect(storehouse(1, "A18", silver=1), trades("Merchant")) == {"0.silver": -1, "0.wood": 2}
    no(storehouse(1, "A18", "A15", silver=9), 66, trades("Merchant"), "ARC-5.16")


def test_arc_7_2_two_goods_of_three_kinds_are_paid_in_six_ways() -> None:
    ways = payments(storehouse(1).fold.state.box.trades["base_virtue"].price, None, works=False)
    pairs = combinations_with_replacement(("clay", "wood", "stone"), 2)
    assert ways == [dict(Counter(pair)) for pair in pairs]


def test_arc_7_10_virtue_of_a_trade_counts_at_once() -> None:
    t = storehouse(2, "A23", "A24", stone=1, wood=1).have(0, virtue=13, unpaid=2)
    assert effect(t, trades("A23", "A24")) == {"0.stone": -1, "0.wood": -1, "0.virtue": 1, "0.unpaid": -1}


def test_we_7_five_trades_and_no_sixth() -> None:
    t = storehouse(5, "A15", "A35", clay=5, wood=1, stone=2, silver=4)
    five: list[Any] = [("base_virtue", {"clay": 2}), ("base_marble", {"wood": 1, "stone": 2}), "A15", "A15", "A35"]
    no(t, 11, trades(*five, ("base_virtue", {"clay": 2})))
    assert effect(t, trades(*five)) == {
        "0.clay": -5, "0.wood": -1, "0.stone": -2, "0.silver": -4, "0.virtue": 1, "0.marble": 2, "0.gold": 2,
    }  # fmt: skip
