"""XID-8: recruit."""

import pytest

from tests.engines.xidit.table import Table, act, deal, execute, few, quick, rewards, table

STAND = [1, 2, 3, 4]


def test_xid_8_1_and_xid_8_9_the_player_takes_one_unit_from_the_tile_for_all_to_see() -> None:
    t = table(4, deal(), STAND).start({0: "a"}).when(execute(0)).accepted()
    assert t.units(0) == {"peasant": 1}
    assert t.on_tile(1) == {"archer": 1, "infantry": 2, "mage": 1}
    assert t.outcome(0)["did"] == "recruited"
    t.says("en", "peasant")


@pytest.mark.parametrize("unit", ["archer", "infantry", "mage", "cleric"])
def test_xid_8_2_a_claim_of_another_unit_is_refused(unit: str) -> None:
    t = table(4, deal(), STAND).start({0: "a"})
    t.when(execute(0, did="recruited", unit=unit)).refused("XID-8.2")
    t.when(execute(0, did="recruited", unit="peasant")).accepted()


def chain() -> Table:
    """Tile 1, exhausted by seat 0 in the first order, is back on its recruitment side after it.

    Next Recruitment is A03, R = [A04], T = [A08]: the first exhausts A01 (A03 comes, Next A04), the second A02 (A04
    comes, Next A08 by XID-11.18, T = [A01, A02]), the third A05 (A08 comes, Next A01), the fourth A06 (A01 comes).
    """
    box = quick(keep="1 2 3 4 5 6 7 8 9 10 11 12 15 16")
    box["setup"]["recruitment_pile"] = 2
    return table(4, few("3 4"), [1, 2, 5, 6], box=box).start({0: "aa", 1: "aba", 2: "a", 3: "a"}).run(orders=4)


def test_xid_8_4_the_limit_holds_though_the_tile_was_replaced_meanwhile() -> None:
    t = chain()
    assert t.side(1) == ("A01", "recruitment")
    t.when(execute(0)).accepted()
    assert t.outcome(0)["reason"] == "already_recruited"
    assert t.units(0) == {"peasant": 1}


def test_xid_8_5_others_may_recruit_there_in_the_same_year() -> None:
    t = chain().run(orders=6)
    assert t.city(1) == 1
    assert t.units(1) == {"peasant": 2}
    t = table(4, deal(), [1, 6, 3, 4]).start({0: "a", 1: "ra"}).run(orders=6)
    assert (t.units(0), t.units(1)) == ({"peasant": 1}, {"archer": 1})


def test_xid_8_6_one_player_may_recruit_in_several_cities_in_a_year() -> None:
    t = table(4, deal(), [1, 7, 3, 4]).year({0: "abara"})
    assert t.city(0) == 5
    assert t.units(0) == {"peasant": 3}


def test_xid_8_7_recruiting_is_compulsory() -> None:
    t = table(4, deal(), STAND).start({0: "a"})
    t.when(execute(0, did="nothing")).refused("XID-8.7")
    t.when(execute(0)).accepted()
    assert t.units(0) == {"peasant": 1}


def test_xid_8_8_the_first_action_that_can_be_executed_recruits() -> None:
    # city 3 is empty until seat 1 exhausts A01 in order 2
    t = table(4, deal(), [3, 1, 7, 8], box=quick()).start({0: "aaa", 1: "wa"})
    seen = []
    for _ in range(3):
        t.run(orders=4)
        seen.append((t.outcome(0)["did"], t.outcome(0)["reason"], t.units(0)))
    assert seen[0] == ("nothing", "nothing_here", {})
    assert seen[1] == ("nothing", "nothing_here", {})
    assert seen[2] == ("recruited", None, {"peasant": 1})
    # had seat 1 been first, the second would have recruited and the third been one too many
    t = table(4, deal(first=1), [3, 1, 7, 8], box=quick(recruits={"A03": {"peasant": 3}}))
    t.start({0: "aaa", 1: "wa"}).run(orders=12)
    assert t.units(0) == {"peasant": 1}
    assert t.outcome(0)["reason"] == "already_recruited"


def test_xid_8_10_there_is_no_limit_to_the_units_a_player_holds() -> None:
    box = quick(recruits={tile: {"peasant": 40} for tile in ("A01", "A02", "A05", "A06")})
    t = table(4, deal(), STAND, box=box)
    for _ in range(15):
        t.tour(act(0, 1), act(0, 2), act(0, 5))
    assert t.units(0) == {"peasant": 45}


def test_xid_8_12_recruiting_does_not_stop_a_threat_there_in_the_same_year() -> None:
    # A01 and A02 exhausted: T, with its only tile gone to Next Recruitment, becomes [A01, A02] (XID-11.18, 11.13);
    # a threat freed puts Next Threat A07 down and A01 on it, the next one puts A01 down.
    box = quick(keep="1 2 3 4 5 6 7 8 9 10 11 12 15 16")
    box["setup"]["recruitment_pile"] = 2
    t = table(4, few("3 4"), [1, 2, 12, 15], box=box).start({0: "aa", 1: "a", 2: "a", 3: "a"}).run(orders=4)
    assert t.side(1) == ("A01", "threat")
    t.after(execute(0), rewards(0, "gold", "stories")).settle()
    assert t.outcome(0)["did"] == "threat"
