"""XID-9: eliminate a threat."""

import pytest

from tests.engines.xidit.table import Table, armed, comeback, deal, execute, rewards, slay, table, walk


def facing(units: str, script: str = "a") -> Table:
    """Seat 0 in city 16 before threat A16 (an archer and a mage) with these units."""
    t = table(4, deal(), [1, 2, 3, 4], box=armed()).arm(units).tour(walk(0, 16)).start({0: script})
    return t.until(0, 1)


def test_xid_9_2_the_units_go_back_to_the_barracks() -> None:
    t = facing("archer mage peasant peasant")
    before = t.barracks()
    t.after(execute(0, did="threat"))
    assert t.units(0) == {"peasant": 2}
    assert t.barracks() == {**before, "archer": before["archer"] + 1, "mage": before["mage"] + 1}


@pytest.mark.parametrize("units", ["archer cleric cleric cleric", "infantry mage", "mage mage mage", "archer archer"])
def test_xid_9_3_no_type_replaces_another(units: str) -> None:
    t = facing(units)
    t.when(execute(0, did="threat")).refused("XID-9.3", "XID-9.4")
    t.when(execute(0)).accepted()
    assert t.outcome(0)["reason"] == "units_missing"


@pytest.mark.parametrize("units", ["archer", "mage", "peasant", ""])
def test_xid_9_4_if_one_unit_is_missing_nothing_is_paid(units: str) -> None:
    t = facing(units)
    held, before = t.units(0), t.barracks()
    t.when(execute(0, did="nothing")).accepted()
    assert t.outcome(0)["reason"] == "units_missing"
    assert (t.units(0), t.barracks(), t.side(16)) == (held, before, ("A16", "threat"))
    assert t.executed(0) == 1


@pytest.mark.parametrize("pair", [("gold", "bards"), ("gold", "stories"), ("bards", "stories")])
def test_xid_9_6_two_of_the_three_rewards_follow(pair: tuple[str, str]) -> None:
    t = facing("archer mage").after(execute(0))
    t.when(rewards(0, *pair)).accepted()
    assert (t.gold(0) > 0) == ("gold" in pair)
    assert (t.guild(16) is not None) == ("stories" in pair)
    assert t.awaits("place_bards", 0) == ("bards" in pair)


def test_xid_9_7_payment_first_and_the_tile_leaves_last() -> None:
    t = facing("archer mage").after(execute(0))
    assert t.units(0) == {}
    assert t.side(16) == ("A16", "threat")
    t.after(rewards(0, "gold", "stories"))
    assert t.tile(16) is None
    assert t.pile("TD") == ["A16"]
    assert t.side(14) == ("A14", "threat")


def test_xid_9_8_who_eliminated_a_titan_here_this_year_frees_no_threat_here() -> None:
    t = comeback({0: "wwawa"}, slay(0, "T3a", peasant=3))
    assert t.units(0) == {"archer": 1}
    t.until(0, 5).when(execute(0, did="threat")).refused("XID-9.8")
    t.when(execute(0)).accepted()
    assert t.outcome(0)["reason"] == "city_already_freed"
    assert t.side(16) == ("A16", "threat")


def test_xid_9_10_the_derived_holding_decides_and_no_claim() -> None:
    facing("archer mage").when(execute(0, did="nothing")).refused("XID-9.1", "XID-9.10")
    facing("archer").when(execute(0, did="threat")).refused("XID-9.4", "XID-9.3", "XID-9.10")
    facing("archer mage").when(execute(0)).accepted()


def test_xid_9_11_two_threats_in_one_city_in_one_year() -> None:
    t = comeback({1: "awwwa"}).until(1, 5)
    assert t.side(16) == ("A16", "threat")
    t.when(execute(1)).accepted()
    assert t.awaits("choose_rewards", 1)


def test_xid_9_3_a_claim_of_an_elimination_without_units_is_refused() -> None:
    t = table(4, deal(), [16, 2, 3, 4]).start({0: "a"})
    t.when(execute(0, did="threat")).refused("XID-9.4", "XID-9.3")


def test_xid_9_1_a_claim_of_recruiting_from_a_threat_is_refused() -> None:
    facing("archer mage").when(execute(0, did="recruited", unit="peasant")).refused("XID-9.1", "XID-21.6")
