"""XID-11: city tile renewal."""

from typing import Any

import pytest

from engines import xidit
from engines.kernel.game import Json
from tests.engines.xidit.table import *


def short(*stops: Any, r: str = "3 4 13", t: str = "7 8", options: Json | None = None, **changes: Any) -> Table:
    """Fifteen tiles, each of one peasant or a threat that asks for nothing, after some actions.

    Next Recruitment A03, R = [A04, unknown A13]; Next Threat A07, T = [A08].
    """
    made = table(4, few(r, t), [1, 2, 12, 15], box=quick(**{"keep": FEW, **changes}), options=options)
    return made.tour(*stops)


def test_xid_11_1_an_exhausted_recruitment_tile_goes_on_its_discard() -> None:
    t = short(act(0, 1))
    assert t.tile(1) is None
    assert (t.pile("RD"), t.pile("TD")) == (["A01"], [])
    assert short(act(0, 1), act(0, 2)).pile("RD") == ["A01", "A02"]


def test_xid_11_2_an_eliminated_threat_goes_on_its_discard() -> None:
    t = short(act(0, 12))
    assert t.tile(12) is None
    assert (t.pile("RD"), t.pile("TD")) == ([], ["A12"])


@pytest.mark.parametrize(("city", "pile"), [(1, "RD"), (12, "TD")])
def test_xid_11_3_at_once_before_the_next_player_s_order(city: int, pile: str) -> None:
    t = table(4, deal(), [city, 2, 3, 4], box=quick()).start({0: "a"}).after(execute(0))
    if city == 12:
        t.after(rewards(0, "gold", "stories"))
    assert t.pile(pile) == [f"A{city:02}"]
    assert t.executed(1) == 0


def test_xid_11_4_it_is_replaced_by_next_recruitment_in_the_city_of_its_number() -> None:
    t = short(act(0, 1))
    assert t.side(3) == ("A03", "recruitment")


def test_xid_11_5_it_is_replaced_by_next_threat_in_the_city_of_its_number() -> None:
    t = short(act(0, 12))
    assert t.side(7) == ("A07", "threat")


def test_xid_11_6_five_and_five_tiles_stay_on_the_map() -> None:
    t = short(act(0, 1), act(1, 2), act(0, 12), act(1, 15), act(2, 16), act(3, 5), act(3, 6))
    sides = [t.side(city)[1] for city in range(1, 22) if t.tile(city)]
    assert (sides.count("recruitment"), sides.count("threat")) == (5, 5)


def test_xid_11_7_the_new_tile_is_stocked_from_the_barracks() -> None:
    t = table(4, deal(r="8 4"), [1, 2, 3, 4], box=box(recruits={"A01": {"peasant": 1}}))
    before = t.barracks()
    t.year({0: "a"})
    assert t.on_tile(8) == recruits("A08")
    assert t.barracks() == {unit: count - recruits("A08")[unit] for unit, count in before.items()}


def test_xid_11_8_next_is_refilled_from_the_top_of_its_pile() -> None:
    t = short(act(0, 1))
    assert (t.next("R"), t.pile("R")) == ("A04", ["A13"])
    t = short(act(0, 12))
    assert (t.next("T"), t.pile("T")) == ("A08", [])


def test_xid_11_9_units_that_the_barracks_has_not_stay_away() -> None:
    # five tiles take ten mages; the new tile asks for a mage and three other units
    made = box(
        recruits={**{tile: {"peasant": 1, "mage": 2} for tile in ids("1 2 5 6 10")}, "A08": {"archer": 3, "mage": 2}}
    )
    t = table(4, deal(r="8 4"), [1, 1 + 1, 3, 4], box=made)
    assert t.barracks()["mage"] == 0
    for _ in range(3):
        t.year({0: "a"})
    assert t.side(8) == ("A08", "recruitment")
    assert t.on_tile(8) == {"archer": 3}


def test_xid_11_10_empty_places_are_not_filled_later() -> None:
    made = box(
        recruits={**{tile: {"peasant": 1, "mage": 2} for tile in ids("1 2 5 6 10")}, "A08": {"archer": 3, "mage": 2}},
        needs={"A12": {"mage": 1}},
    )
    t = table(4, deal(r="8 4"), [1, 2, 3, 4], box=made)
    for _ in range(3):
        t.year({0: "a"})
    t.tour(act(0, 12))
    assert t.barracks()["mage"] == 1
    assert t.on_tile(8) == {"archer": 3}


def bare() -> Table:
    """Five peasants in all, on five tiles; seat 0 takes that of A01, and no other tile can be stocked.

    Each goes on as the one before: A03, A04, A13 to RD, Next A08 from T (XID-11.18); A08 to RD, Next A01 from T, that
    is [A01, A03, A04, A13] turned over; A08 and A01 to RD. A03 comes for the second time and stays.
    """
    return short(act(0, 1), pool={"peasant": 5})


def test_xid_11_25_a_tile_that_stays_empty_is_renewed_after_the_next_renewal() -> None:
    t = short(act(0, 1), pool={"peasant": 5}, needs={"A12": {"peasant": 1}}, recruits={"A12": {"archer": 1}})
    # seat 0 spends its peasant for A12: R := [A12], T := [A08, A01]
    t.tour(act(0, 12))
    assert (t.barracks()["peasant"], t.next("R"), t.pile("R"), t.pile("T")) == (1, "A04", ["A12"], ["A08", "A01"])
    # A02 to RD, A04 comes with that peasant, Next A12; then A03 leaves, too, A12 comes, Next A08 from T
    t.tour(act(1, 2))
    assert (t.side(4), t.on_tile(4)) == (("A04", "recruitment"), {"peasant": 1})
    assert (t.side(12), t.on_tile(12)) == (("A12", "recruitment"), {"archer": 1})
    assert t.tile(3) is None
    assert (t.pile("RD"), t.next("R"), t.pile("T")) == (["A02", "A03"], "A08", ["A01"])


def test_xid_11_11_an_action_on_an_empty_tile_is_cancelled() -> None:
    t = bare().tour(walk(1, 3)).start({1: "a"}).until(1, 1).when(execute(1)).accepted()
    assert t.outcome(1)["reason"] == "no_units"


def test_xid_11_12_an_empty_recruitment_pile_is_the_threat_discard_turned_over() -> None:
    t = short(act(0, 12), act(0, 1), act(1, 2))
    assert (t.next("R"), t.pile("R"), t.pile("TD")) == ("A13", ["A12"], [])
    t.tour(act(2, 5), act(3, 6))
    assert t.side(12) == ("A12", "recruitment")


def test_xid_11_13_an_empty_threat_pile_is_the_recruitment_discard_turned_over() -> None:
    t = short(act(0, 1), act(1, 2), act(2, 12))
    assert (t.next("T"), t.pile("T"), t.pile("RD")) == ("A08", ["A01", "A02"], [])
    t.tour(act(2, 16), act(3, 15))
    assert t.side(1) == ("A01", "threat")


def test_xid_11_15_no_city_ever_holds_two_tiles() -> None:
    for name in ("4-5p", "3p"):
        cities = [tile["city"] for tile in xidit.box()["tiles"] if tile["set"] == name]
        assert len(cities) == len(set(cities)) == len(tile_set(name))


def test_xid_11_16_a_pile_is_refilled_at_the_end_of_the_renewal_that_emptied_it() -> None:
    t = short(act(0, 1), act(1, 2), walk(2, 12)).start({2: "a"}).until(2, 1).after(execute(2))
    assert t.pile("T") == ["A08"]
    t.after(rewards(2, "gold", "stories"))
    assert (t.next("T"), t.pile("T"), t.pile("RD")) == ("A08", ["A01", "A02"], [])


def test_xid_11_17_without_a_discard_the_pile_stays_empty() -> None:
    t = short(act(0, 1), act(1, 2))
    assert (t.next("R"), t.pile("R"), t.pile("TD")) == ("A13", [], [])
    t = short(act(0, 12))
    assert (t.next("T"), t.pile("T"), t.pile("RD")) == ("A08", [], [])


def test_xid_11_18_a_shortage_of_recruits_takes_the_top_of_the_threat_pile() -> None:
    t = short(act(0, 1), act(1, 2), act(2, 5))
    # Next was A13, R and TD empty: A08 from T, and T is refilled from RD
    assert (t.next("R"), t.pile("R")) == ("A08", [])
    assert (t.pile("T"), t.pile("RD")) == (["A01", "A02", "A05"], [])
    t.tour(act(3, 6))
    assert t.side(8) == ("A08", "recruitment")
    assert t.next("R") == "A01"


def test_xid_11_19_not_while_the_recruitment_discard_can_be_turned() -> None:
    t = short(act(0, 1), act(0, 12)).tour(walk(0, 16)).start({0: "a"}).until(0, 1).after(execute(0))
    t.after(rewards(0, "gold", "stories"))
    assert "awaken" not in dict(t.due())
    assert t.next("T") == "A01"


@pytest.mark.parametrize("tile", ["A03", "A04", "A01", "A12", "A14", "B13", "nothing"])
def test_xid_11_20_a_tile_that_is_elsewhere_or_of_no_set_is_refused(tile: str) -> None:
    t = table(4, deal(r="3 4"), [1, 2, 3, 4], box=quick()).start({0: "a"}).after(execute(0))
    assert t.due() == [("reveal_top", None)]
    t.when(top("R", tile)).refused("XID-11.20", containing={"en": "set 4-5p" if tile in ("B13", "nothing") else ""})
    t.when(top("R", "A13")).accepted()


def test_xid_11_21_whether_refilled_early_or_late_the_draw_order_is_that_of_discarding() -> None:
    # R := [A12] at once; A16 is discarded later and comes after it
    t = short(act(0, 1), act(1, 2), act(2, 12), act(2, 16))
    assert (t.pile("R"), t.pile("TD")) == (["A12"], ["A16"]) or t.turned()
    t = short(act(0, 1), act(1, 2), act(2, 12), act(3, 15), act(0, 5))
    assert (t.next("R"), t.pile("R")) == ("A12", ["A15"])


def unsure() -> Table:
    """A renewal that leaves both tops unknown: A03 comes without a unit, so two tiles are discarded, and T was empty.

    Next Recruitment A03, R = [A04, and three unknown]; Next Threat A08, T = [], TD = [A12].
    """
    made = quick(
        keep="1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17",
        pool={"peasant": 5},
        recruits={tile: {"archer": 1} for tile in ids("4 13 14 17")},
    )
    made["setup"]["recruitment_pile"] = 5
    t = table(4, few("3 4 13 14 17"), [1, 2, 12, 15], box=made, options={"flip_order": "shuffle"}).tour(act(2, 12))
    assert t.pile("T") == []
    return t.tour(walk(0, 1)).start({0: "a"}).until(0, 1).after(execute(0))


def test_xid_11_22_the_threat_pile_is_not_asked_before() -> None:
    unsure().when(top("T", "A01")).refused("XID-11.22", "XID-21.8", "XID-11.24")


def test_xid_11_23_a_titan_causes_no_renewal() -> None:
    t = roused("peasant peasant peasant", at=[4])
    before = t.where()
    t.year({0: "a"}, slay(0, "T3a", peasant=3))
    assert t.titans_gone() == ["T3a"]
    assert t.where() == before


def test_xid_11_24_an_unknown_tile_that_has_to_move_must_be_told() -> None:
    t = table(4, deal(r="3 4"), [1, 2, 3, 4], box=quick()).start({0: "a", 1: "a"}).after(execute(0), top("R"))
    assert t.pile("R")[0] is None
    t.after(execute(1))
    assert t.due() == [("reveal_top", None)]
    t.when(top("R")).refused("XID-11.24")
    t.when(execute(2)).refused("XID-21.8", "XID-11.24")
    t.when(top("R", "A13")).accepted()
    assert t.next("R") == "A13"


def test_xid_11_24_the_threat_pile_s_top_must_be_told_when_it_was_not_noted() -> None:
    t = table(4, deal(), [1, 2, 5, 12], box=quick()).start({3: "a"}).until(3, 1).after(execute(3))
    t.after(rewards(3, "gold", "stories"))
    assert t.due() == [("reveal_top", None)]
    t.after(top("T")).run().close()
    # TD = [A12]: R gets one tile more; exhaust five tiles, then T's top has to move
    for seat, city in ((0, 1), (1, 2), (2, 5), (0, 6), (0, 10)):
        t.tour(act(seat, city))
    assert t.next("R") == "A12"
    t.tour(walk(0, 3)).start({0: "a"}).until(0, 1).after(execute(0))
    assert t.due() == [("reveal_top", None)]
    t.when(top("T")).refused("XID-11.24")
    t.when(top("R", "A20")).refused("XID-11.24", "XID-11.22", "XID-21.8", "XID-11.20")
    t.after(top("T", "A18"))
    assert t.next("R") == "A18"


@pytest.mark.parametrize("flip", ["shuffle", "unknown"])
def test_xid_11_26_a_pile_is_mixed_of_what_was_discarded_when_it_was_refilled(flip: str) -> None:
    # R is refilled with A12 alone, and so known; A15, freed later, does not mix with it
    t = short(act(0, 1), act(1, 2), act(2, 12), options={"flip_order": flip})
    assert (t.pile("R"), t.pile("TD")) == (["A12"], [])
    t = short(act(0, 12), act(1, 1), act(3, 2), options={"flip_order": flip})
    assert t.pile("R") == ["A12"]


def test_xid_11_14_without_strict_piles_another_tile_is_taken_and_the_order_is_unknown() -> None:
    # exhausted: A01, A02, A05; the third took A08 from T, which was refilled
    t = short(act(0, 1), act(1, 2), act(0, 5), options={"strict_piles": False})
    assert t.pile("T") == ["A01", "A02", "A05"]
    t.when(top("T", "A02")).accepted()
    assert t.pile("T") == ["A02", None, None]
    assert sorted(t.hidden()) == ["A01", "A05"]
