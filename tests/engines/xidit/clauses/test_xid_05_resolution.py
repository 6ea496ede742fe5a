"""XID-5: resolution of the orders."""

import pytest

from tests.engines.xidit.table import advance, bards, deal, execute, quick, rewards, table

STAND = [1, 2, 3, 4]


def test_xid_5_2_after_six_orders_none_is_left() -> None:
    t = table(4, deal(), STAND).start().run(orders=24)
    for seat in range(4):
        assert t.executed(seat) == 6
        t.when(execute(seat)).refused("XID-5.1", "XID-5.2")


def test_xid_5_3_and_xid_5_5_an_action_does_what_the_city_offers() -> None:
    t = table(4, deal("1 2 5 6 10", "12 15 16 11 9"), [1, 12, 20, 4], box=quick())
    t.start({0: "a", 1: "a", 2: "a", 3: "k"}).after(execute(0)).tops()
    assert t.outcome(0)["did"] == "recruited"
    t.tops().after(execute(1))
    assert t.awaits("choose_rewards", 1)
    t.after(rewards(1, "gold", "stories")).tops()
    assert t.outcome(1)["did"] == "threat"
    t.after(execute(2))
    assert (t.outcome(2)["did"], t.outcome(2)["reason"]) == ("nothing", "nothing_here")
    t.after(execute(3))
    assert (t.outcome(3)["did"], t.city(3)) == ("moved", 1)
    t.after(execute(0))
    assert t.outcome(0)["did"] == "waited"


def test_xid_5_4_what_an_action_does_is_decided_when_it_is_executed() -> None:
    def second(script: str) -> object:
        t = table(4, deal(r="3 4"), [1, 3, 7, 8], box=quick()).start({0: script, 1: "wa"}).run(orders=6)
        return t.outcome(1)["did"]

    assert second("w") == "nothing"
    assert second("a") == "recruited"


def test_xid_5_6_a_cancelled_action_counts_as_executed() -> None:
    t = table(4, deal(), [20, 2, 3, 4]).start({0: "ab"}).after(execute(0))
    assert t.executed(0) == 1
    assert t.outcome(0)["reason"] == "nothing_here"
    t.after(execute(1), execute(2), execute(3), execute(0))
    assert t.city(0) == 17


@pytest.mark.parametrize(("script", "city", "rule"), [("b", 1, "XID-6.2"), ("a", 1, "XID-8.7"), ("a", 12, "XID-9.1")])
def test_xid_5_7_what_can_be_executed_must_be(script: str, city: int, rule: str) -> None:
    t = table(4, deal(), [city, 2, 3, 4], box=quick()).start({0: script})
    t.when(execute(0, did="stayed" if script == "b" else "nothing")).refused(rule, "XID-5.7")


def test_xid_5_8_rewards_bards_dummy_and_renewal_come_before_the_next_order() -> None:
    t = table(3, deal(tiles="3p"), [12, 2, 3], box=quick()).start({0: "a"}).after(execute(0))
    t.when(execute(1)).refused("XID-5.8")
    t.when(bards(0, R2=2)).refused("XID-5.8", "XID-21.7")
    assert t.due() == [("choose_rewards", 0)]
    t.after(rewards(0, "gold", "bards"))
    t.when(execute(1)).refused("XID-5.8")
    assert t.due() == [("place_bards", 0)]
    t.after(bards(0, R2=2))
    t.when(execute(1)).refused("XID-5.8")
    assert t.due() == [("advance_dummy", 0)]
    assert t.side(12) == ("B12", "threat")
    assert t.pile("TD") == []
    assert t.executed(0) == 0
    t.after(advance(0, "wealth")).tops()
    assert t.executed(0) == 1
    assert t.tile(12) is None
    assert t.pile("TD") == ["B12"]
    t.when(execute(1)).accepted()
