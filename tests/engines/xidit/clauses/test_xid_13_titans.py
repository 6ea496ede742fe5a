"""XID-13: raging titans."""

from typing import Any

import pytest

from tests.engines.xidit.table import *

THREE = "peasant peasant archer"


def lair(*hold: str, city: int = 4, script: str = "a", options: Any = None, **changes: Any) -> Table:
    """Seat 0 in a city without a tile, three titans raging, about to act."""
    return roused(*(hold or (THREE,)), at=[city], options=options, **changes).start({0: script}).until(0, 1)


@pytest.mark.parametrize("city", [1, 15])
def test_xid_13_1_not_where_a_tile_lies(city: int) -> None:
    t = lair(city=city)
    t.when(execute(0, did="titan")).refused("XID-13.1")
    t.after(execute(0)).when(slay(0, "T3a", peasant=2, archer=1)).refused("XID-13.1", "XID-5.8")


@pytest.mark.parametrize("titan", ["T3b", "T4b", "T6a"])
def test_xid_13_2_only_the_raging_top_of_a_stack(titan: str) -> None:
    t = lair("peasant peasant archer archer").after(execute(0))
    t.when(slay(0, titan, peasant=2, archer=2 if titan == "T4b" else 1)).refused("XID-13.2")


@pytest.mark.parametrize(
    "units", [{"peasant": 2}, {"peasant": 3, "archer": 1}, {}, {"peasant": 4, "archer": -1}], ids=str
)
def test_xid_13_3_neither_more_nor_fewer(units: dict[str, int]) -> None:
    lair("peasant peasant peasant archer").after(execute(0)).when(slay(0, "T3a", **units)).refused("XID-13.3")


def test_xid_13_4_it_takes_an_action_order_in_such_a_city() -> None:
    t = lair(script="wa")
    t.when(slay(0, "T3a", peasant=2, archer=1)).refused("XID-13.4", "XID-13.1")
    t.after(execute(0)).when(slay(0, "T3a", peasant=2, archer=1)).refused("XID-13.4", "XID-13.1")
    t.until(0, 2).after(execute(0)).when(slay(0, "T3a", peasant=2, archer=1)).accepted()


def test_xid_13_5_who_declined_may_take_it_with_a_later_action() -> None:
    t = lair(script="aa").after(execute(0), decline(0)).until(0, 2).after(execute(0))
    t.when(slay(0, "T3a", peasant=2, archer=1)).accepted()


def test_xid_13_6_one_action_eliminates_one_titan() -> None:
    t = lair("peasant peasant peasant archer archer archer archer").after(execute(0), slay(0, "T3a", peasant=3))
    t.when(slay(0, "T4a", archer=4)).refused("XID-13.6", "XID-5.8", "XID-13.4", "XID-13.1")
    t.after(rewards(0, "gold", "stories")).when(slay(0, "T4a", archer=4)).refused("XID-13.6", "XID-13.4", "XID-13.1")


def test_xid_13_7_no_two_titans_in_a_city_in_a_year() -> None:
    t = lair("peasant peasant peasant archer archer archer archer", script="aa")
    t.after(execute(0), slay(0, "T3a", peasant=3), rewards(0, "gold", "stories")).until(0, 2)
    t.when(execute(0, did="titan")).refused("XID-13.7")
    t.when(execute(0)).accepted()
    assert t.outcome(0)["reason"] == "city_already_freed"


def recruited_there(options: Any = None) -> Table:
    """Seat 0 takes the last unit of A10 in order 1; in order 2 city 10 has no tile, and titans rage."""
    t = roused("mage mage mage mage", at=[10], options=options)
    return t.start({0: "aa"}).until(0, 2)


def test_xid_13_8_with_any_action_it_does() -> None:
    t = recruited_there({"titan_blocked_by": "any_action"}).when(execute(0)).accepted()
    assert t.outcome(0)["reason"] == "already_recruited"


def test_xid_13_9_two_of_the_three_rewards_of_the_titan_for_the_city() -> None:
    # T3a: 4 gold, 3 bards, 2 stories; city 12 lies on R2, R4, R9
    t = lair(city=12).after(execute(0), slay(0, "T3a", peasant=2, archer=1))
    t.when(rewards(0, "gold")).refused("XID-10.1")
    t.after(rewards(0, "stories", "bards"))
    assert t.guild(12) == (0, 2)
    t.when(bards(0, R1=3)).refused("XID-10.6")
    t.when(bards(0, R2=2)).refused("XID-10.10")
    t.after(bards(0, R2=1, R9=2))
    assert (t.gold(0), t.bards_at("R2")[0], t.bastion(0)) == (0, 1, 2)


def test_xid_13_10_the_titan_leaves_the_game() -> None:
    t = lair().after(execute(0), slay(0, "T3a", peasant=2, archer=1), rewards(0, "gold", "stories"))
    assert t.titans_gone() == ["T3a"]
    assert t.stacks()["T3"] == [("T3b", "sleeping")]


def test_xid_13_11_the_tile_beneath_sleeps_until_the_next_awakening() -> None:
    t = lair().after(execute(0), slay(0, "T3a", peasant=2, archer=1), rewards(0, "gold", "stories")).run().close()
    assert t.stacks()["T3"] == [("T3b", "sleeping")]
    # Next A16, T = [A12]
    t.tour(act(3, 15), act(3, 11, awaken("A15", "A11", T3="T3b")))
    assert t.stacks()["T3"] == [("T3b", "raging")]


def test_xid_13_12_a_stack_offers_one_titan_between_two_awakenings() -> None:
    t = lair("peasant peasant peasant archer archer archer", script="aba")
    t.after(execute(0), slay(0, "T3a", peasant=3), rewards(0, "gold", "stories")).until(0, 3).after(execute(0))
    # T4a would take four units, the only stack of three sleeps
    assert t.outcome(0)["reason"] == "units_missing"


def test_xid_13_13_sleeping_titans_have_no_effect() -> None:
    t = table(4, deal(), [3, 2, 4, 7], box=armed()).arm("peasant peasant peasant").tour(walk(0, 3)).start({0: "a"})
    t.until(0, 1).when(execute(0)).accepted()
    assert t.outcome(0)["reason"] == "nothing_here"


def three(options: Any = None) -> Table:
    """Three players and a dummy; three threats are freed, and seat 0 eliminates T3a in a city without a tile."""
    made = armed(all_needs={})
    for tile in made["tiles"]:
        if tile["id"] in ("B01", "B02", "B05"):
            tile["recruits"] = {"peasant": 5}
    t = table(3, deal(tiles="3p"), [1, 2, 5], box=made, options=options)
    t.tour(act(0, 1), act(0, 2), act(0, 5), act(1, 12), act(2, 16), act(1, 15), walk(0, 20)).start({0: "a"}).until(0, 1)
    return t.after(execute(0), slay(0, "T3a", peasant=3), rewards(0, "gold", "stories"))


def test_xid_13_14_no_dummy_step_after_a_titan() -> None:
    t = three()
    assert t.executed(0) == 1
    t.when(advance(0, "wealth")).refused("XID-13.14", "XID-15.2")
