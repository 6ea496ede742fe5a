"""ARC-12: Guardhouse and prison."""

from typing import Any

import pytest

from tests.engines.architects.acts import effect, go, guard, no, own
from tests.engines.architects.table import Table, drafted


def house(n: int = 1, seats: int = 3, **more: Any) -> Table:
    """Seat 0 is about to place its n-th worker there."""
    return drafted(seats).stand(0, guardhouse=n - 1).have(0, **{"silver": 20, **more})


def test_arc_12_1_up_to_n_actions_in_any_order_edge_10() -> None:
    t = house(1).hold(0, {1: 2}).stand(0, prison=2)
    no(t, 35, guard("send", "release"), "ARC-12.1")
    for actions in (("send", "release"), ("release", "send")):
        t = house(2).hold(0, {1: 2}).stand(0, prison=2)
        assert effect(t, guard(*actions)) == {
            "0.holds.1": -2, "prison.1": 2, "0.silver": 2, "prison.0": -2, "0.workers": 2,
        }  # fmt: skip
    for actions in (("send", "ransom:silver"), ("ransom:silver", "send")):
        t = house(2).hold(0, {1: 2}).hold(1, {0: 1})
        found = effect(t, guard(*actions))
        assert (found["0.silver"], found["prison.1"], found["1.holds.0"]) == (2 - 5, 2, -1)


def test_arc_12_2_send_takes_all_captives_to_prison_for_a_silver_each_edge_11() -> None:
    t = house().hold(0, {1: 3, 2: 2})
    assert effect(t, guard("send")) == {
        "0.holds.1": -3, "0.holds.2": -2, "prison.1": 3, "prison.2": 2, "0.silver": 5,
    }  # fmt: skip


def test_arc_12_3_release_brings_all_own_prisoners_home_for_nothing() -> None:
    t = house(silver=0).stand(0, prison=3).stand(1, prison=2)
    assert effect(t, guard("release")) == {"prison.0": -3, "0.workers": 3}


@pytest.mark.parametrize("price", ["both", "silver+debt", "gold"])
def test_arc_12_4_the_price_is_one_or_the_other(price: str) -> None:
    no(house().hold(1, {0: 2}), 65, guard(f"ransom:{price}"), "ARC-12.4")


def test_arc_12_4_and_has_to_be_told() -> None:
    no(house().hold(1, {0: 2}), 66, guard("ransom"))


def test_arc_12_5_the_tax_of_a_ransom_is_evaded_we_34() -> None:
    t = house(silver=3, virtue=1).hold(1, {0: 2})
    assert effect(t, guard("ransom:silver")) == {"1.holds.0": -2, "0.workers": 2, "0.silver": -3}


def test_arc_12_6_at_virtue_0_it_costs_two_debts_we_33() -> None:
    t = house(virtue=0).hold(1, {0: 2})
    assert effect(t, guard("ransom:debt")) == {"1.holds.0": -2, "0.workers": 2, "0.unpaid": 2}


@pytest.mark.parametrize("price", ["silver", "debt"])
def test_arc_12_7_somebody_has_to_hold_a_worker(price: str) -> None:
    no(house().hold(0, {1: 2}).stand(0, prison=2), 36, guard(f"ransom:{price}"), "ARC-12.7")


def test_arc_12_8_arc_12_9_a_debt_is_paid_with_6_silver_and_brings_a_virtue() -> None:
    t = house(silver=6, unpaid=1)
    assert effect(t, guard("pay_debt")) == {"0.silver": -6, "tax": 3, "0.unpaid": -1, "0.paid": 1, "0.virtue": 1}
    no(house(silver=5, unpaid=1), 72, guard("pay_debt"), "ARC-5.13")


def test_arc_12_9_the_virtue_beyond_14_destroys_another_debt_we_36() -> None:
    t = house(silver=6, virtue=14, unpaid=2)
    assert own(t, guard("pay_debt")) == {"silver": -6, "unpaid": -2, "paid": 1}


def test_arc_12_10_several_debts_take_several_actions_we_35() -> None:
    def two(silver: int) -> Table:
        setup = {"top": ["A22", "A23", "A24", "A30"]}
        t = drafted(3, setup=setup).stand(0, guardhouse=1)
        return t.have(0, silver=silver, virtue=1, unpaid=2, apprentices=["A06"])

    no(two(8), 72, guard("pay_debt", "pay_debt"))
    assert effect(two(9), guard("pay_debt", "pay_debt")) == {
        "0.silver": -9, "tax": 3, "0.virtue": 2, "0.clay": 4, "0.unpaid": -2, "0.paid": 2,
    }  # fmt: skip
    no(two(20).stand(0, guardhouse=0), 35, guard("pay_debt", "pay_debt"))


def test_arc_12_11_a_second_time_nobody_is_left() -> None:
    no(house(2).hold(0, {1: 1}), 37, guard("send", "send"), "ARC-12.11")
    no(house(2, unpaid=1), 37, guard("pay_debt", "pay_debt"), "ARC-12.11")


@pytest.mark.parametrize("action", ["send", "release"])
def test_arc_12_12_all_of_them_go(action: str) -> None:
    t = house().hold(0, {1: 1, 2: 2}).stand(0, prison=3)
    no(t, 38, guard({"action": action, "count": 2}), "ARC-12.12")
    t.when(guard({"action": action, "count": 3})).accepted()


def test_arc_12_13_who_comes_home_waits_for_the_next_turn() -> None:
    t = house().stand(0, prison=3).after(guard("release"))
    no(t, 1, go("quarry"), "ARC-4.1")


def test_arc_12_14_the_silver_of_send_comes_from_the_supply() -> None:
    t = house().hold(0, {1: 3}).have(1, silver=0)
    assert effect(t, guard("send"))["0.silver"] == 3
    assert t.goods(1) == {}


def test_arc_12_15_who_was_sent_is_a_prisoner_of_the_own_colour() -> None:
    t = house().hold(0, {1: 3}).after(guard("send"))
    assert t.facts["prison"] == {"1": 3}
    assert effect(t, guard("release", seat=1)) == {"prison.1": -3, "1.workers": 3}


def test_we_14_send_and_release_and_a_third_action_unused() -> None:
    t = house(3, silver=0).hold(0, {1: 3, 2: 2}).stand(0, prison=2)
    assert effect(t, guard("send", "release")) == {
        "0.silver": 5, "prison.1": 3, "prison.2": 2, "0.holds.1": -3, "0.holds.2": -2, "prison.0": -2, "0.workers": 2,
    }  # fmt: skip


def test_a_price_belongs_to_a_ransom_alone() -> None:
    no(house().hold(0, {1: 1}), 73, guard({"action": "send", "price": "silver"}), "ARC-14.8")
