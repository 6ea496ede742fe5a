"""XID-6: movement, and XID-7: wait."""

import pytest

from engines.kernel.game import Json
from tests.engines.xidit.table import Table, deal, execute, quick, table

LETTERS = {"k": "black", "r": "red", "b": "blue"}


def standing(city: int, script: str, box: Json | None = None) -> Table:
    """The first year, seat 0 in a city with these orders."""
    rest = [other for other in (1, 2, 3, 4) if other != city][:3]
    return table(4, deal(), [city, *rest], box=box).start({0: script})


def test_xid_6_1_a_claim_of_another_city_is_refused() -> None:
    standing(5, "b").when(execute(0, did="moved", city=6)).refused("XID-6.1")
    standing(5, "b").when(execute(0, did="moved", city=12)).accepted()


def test_xid_6_2_a_move_must_be_made_even_when_it_is_useless() -> None:
    t = standing(5, "b")
    t.when(execute(0, did="stayed")).refused("XID-6.2")
    t.when(execute(0)).accepted()
    assert t.city(0) == 12


def test_xid_6_3_a_claim_to_have_moved_without_a_road_is_refused() -> None:
    standing(3, "k").when(execute(0, did="moved", city=4)).refused("XID-6.3")
    standing(3, "k").when(execute(0, did="stayed")).accepted()


def two_roads() -> Json:
    """A box with a second black road at city 1: to city 4 and to city 5 (which has one to city 6, too)."""
    box = quick()
    box["map"]["several_roads_of_a_colour"] = True
    box["map"]["roads"].append({"a": 1, "b": 5, "colour": "black"})
    return box


@pytest.mark.parametrize("to", [4, 5])
def test_xid_6_4_with_two_roads_of_the_colour_the_event_names_the_destination(to: int) -> None:
    t = standing(1, "k", two_roads())
    t.when(execute(0)).refused("XID-6.4")
    t.when(execute(0, to=to)).accepted()
    assert t.city(0) == to


def test_xid_6_4_the_destination_is_asked_for_where_there_are_two_roads_and_not_where_there_is_one() -> None:
    asked = standing(1, "k", two_roads()).fold.offers({"type": "execute", "seat": 0})
    assert (asked["field"], asked["domain"]) == ("to", {"kind": "choice", "of": [4, 5]})
    assert standing(2, "b", two_roads()).fold.offers({"type": "execute", "seat": 0})["field"] is None


@pytest.mark.parametrize("to", [1, 2, 6, 7])
def test_xid_6_4_the_destination_lies_at_the_end_of_such_a_road(to: int) -> None:
    standing(1, "k", two_roads()).when(execute(0, to=to)).refused("XID-6.4", "XID-6.1")


@pytest.mark.parametrize("script", "aw")
def test_xid_6_4_other_orders_have_no_destination(script: str) -> None:
    standing(5, script).when(execute(0, to=12)).refused("XID-6.1", "XID-6.4")


def test_xid_6_5_any_number_may_be_in_one_city() -> None:
    t = table(5, deal(), [1, 2, 4, 6, 20]).year({1: "b", 2: "k", 3: "r"})
    assert [t.city(seat) for seat in range(4)] == [1, 1, 1, 1]
    t.year({0: "a", 1: "a", 2: "a", 3: "a"})
    # A01 11201
    assert sorted(t.recruited()) == ["archer", "infantry", "infantry", "peasant"]


def test_xid_6_6_one_road_an_order_and_no_cost() -> None:
    t = standing(1, "brbrkb").run()
    # 1 blue 2 red 5 blue 12 red 16 black 20 blue 17
    assert t.city(0) == 17
    assert (t.units(0), t.gold(0), t.bards_left(0), t.stories_left(0)) == ({}, 0, 20, 15)


@pytest.mark.parametrize("city", [1, 12, 20])
def test_xid_7_1_wait_has_no_effect(city: int) -> None:
    t = standing(city, "w", quick()).sees("current", {"seat": 0, "order": 1})
    before = (t.where(), t.barracks(), t.city(0), t.next("R"), t.next("T"))
    t.when(execute(0)).accepted()
    assert (t.where(), t.barracks(), t.city(0), t.next("R"), t.next("T")) == before
    assert (t.units(0), t.gold(0), t.executed(0)) == ({}, 0, 1)


def test_xid_7_2_wait_is_never_cancelled() -> None:
    t = standing(1, "w")
    t.when(execute(0, did="nothing")).refused("XID-7.2", "XID-21.6")
    t.when(execute(0, did="waited")).accepted()
    assert (t.outcome(0)["did"], t.outcome(0)["reason"]) == ("waited", None)
