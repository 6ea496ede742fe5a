"""XID-14: military census."""

from typing import Any

import pytest

from engines import xidit
from tests.engines.xidit.table import *

STAND = [1, 2, 3, 4]


def opened_at(t: Table, unit: str) -> Table:
    """Go on with empty fists to the round of a unit type."""
    while t.census_unit != unit:
        t.after(fists(t.census_unit, *[0 for _ in t.players]))
    return t


def muster(unit: str, *counts: int, **more: Any) -> Table:
    """The census round of a unit type, the seats from 0 on holding so many of it."""
    t = mustered(*[" ".join([unit] * count) for count in counts], **more).census()
    return opened_at(t, unit)


@pytest.mark.parametrize("year", range(1, 13))
def test_xid_14_1_a_census_ends_the_years_4_8_and_12(year: int) -> None:
    t = table(4, deal(), STAND).years(year - 1).start().run(orders=24)
    assert t.phase == ("census" if year in (4, 8, 12) else "year_end")


def test_xid_14_2_five_rounds_from_the_weakest_type_to_the_strongest() -> None:
    t = table(4, deal(), STAND, box=box(census=[1])).census()
    for unit in UNITS:
        assert t.census_unit == unit
        for other in UNITS:
            if other != unit:
                t.when(fists(other, 0, 0, 0, 0)).refused("XID-14.2", "XID-14.25")
        t.after(fists(unit, 0, 0, 0, 0))
    assert t.phase == "year_end"


def test_xid_14_3_everybody_shows_at_the_same_time() -> None:
    t = muster("archer", 2, 1, 0, 0)
    t.when({"type": "census_open", "unit": "archer", "counts": {"0": 1, "1": 1, "2": 0}}).refused("XID-14.3")
    t.when(fists("archer", 1, 1, 0, 0, 0)).refused("XID-14.3", "XID-2.1")
    for seat in (3, 1, 0, 2):
        assert t.awaits("census_show", seat)
        t.when(fist(seat, "archer", 0)).accepted()


@pytest.mark.parametrize("shown", [0, 1, 2, 3])
def test_xid_14_4_nobody_has_to_show_all(shown: int) -> None:
    muster("archer", 3).when(fists("archer", shown, 0, 0, 0)).accepted()


def test_xid_14_5_nobody_shows_more_than_held() -> None:
    t = muster("archer", 2, 1)
    t.when(fist(0, "archer", 3)).refused("XID-14.5")
    t.when(fists("archer", 3, 0, 0, 0)).refused("XID-14.5")
    t.when(fists("archer", 0, 0, 1, 0)).refused("XID-14.5")
    t.when(fists("archer", -1, 0, 0, 0)).refused("XID-14.5", "XID-14.3")


def test_xid_14_6_the_most_shown_wins_and_the_units_go_back() -> None:
    t = muster("archer", 3, 2).after(fists("archer", 1, 2, 0, 0))
    assert (t.gold(0), t.gold(1)) == (0, 2)
    assert (t.units(0), t.units(1)) == ({"archer": 3}, {"archer": 2})


def test_xid_14_7_peasants_one_gold() -> None:
    t = muster("peasant", 1).after(fists("peasant", 1, 0, 0, 0))
    assert [t.gold(seat) for seat in range(4)] == [1, 0, 0, 0]


def test_xid_14_8_archers_two_gold() -> None:
    t = muster("archer", 0, 1).after(fists("archer", 0, 1, 0, 0))
    assert [t.gold(seat) for seat in range(4)] == [0, 2, 0, 0]


def test_xid_14_9_infantry_one_bard_beside_the_own_figure() -> None:
    # city 2 lies on R1 and R2
    t = muster("infantry", 1, at=[2]).after(fists("infantry", 1, 0, 0, 0))
    assert t.due() == [("place_bards", 0)]
    t.when(bards(0, R3=1)).refused("XID-10.6", "XID-14.9")
    t.when(bards(0, R1=1, R2=1)).refused("XID-14.16", "XID-10.10")
    t.when(bards(0, R1=1)).accepted()
    assert (t.bards_at("R1"), t.bards_left(0)) == ({0: 1}, 19)


@pytest.mark.parametrize("split", [{"R1": 2}, {"R1": 1, "R2": 1}, {"R2": 2}], ids=str)
def test_xid_14_10_clerics_two_bards_in_one_or_two_regions(split: dict[str, int]) -> None:
    t = muster("cleric", 1, at=[2]).after(fists("cleric", 1, 0, 0, 0))
    t.when(bards(0, R4=2)).refused("XID-10.6", "XID-14.10")
    t.when(bards(0, R1=2, R2=1)).refused("XID-14.16", "XID-10.10")
    t.when(bards(0, **split)).accepted()
    assert t.bards_left(0) == 18


def mages(*cities: int, counts: tuple[int, ...] = (1,), **changes: Any) -> Table:
    """The round of the mages; seat 0 has guilds in these cities (A16 gives four stories, A12 two)."""
    changes = {"all_needs": {}, "census": range(1, 90), **changes}
    t = table(4, deal(), [1, 2, 5, 6], box=armed(**changes)).arm(*[" ".join(["mage"] * count) for count in counts])
    t.tour(*[act(0, city, rewards(0, "gold", "stories")) for city in cities])
    return opened_at(t.census(), "mage")


def test_xid_14_11_within_the_height_limit_and_on_an_own_guild() -> None:
    # guilds: 12 (two stories), 16 (four, full), 11 (two); 15 is seat 1's
    t = table(4, deal(), [1, 2, 5, 6], box=armed(all_needs={}, census=range(1, 90))).arm("mage")
    t.tour(*[act(0, city, rewards(0, "gold", "stories")) for city in (12, 16, 11)])
    t.tour(act(1, 15, rewards(1, "gold", "stories")))
    opened_at(t.census(), "mage").after(fists("mage", 1, 0, 0, 0))
    assert t.due() == [("place_story", 0)]
    for city in (16, 15, 9, 1):
        t.when(story(0, city)).refused("XID-14.11")
    t.when(story(0, 11)).accepted()
    assert (t.guild(12), t.guild(11), t.guild(16)) == ((0, 2), (0, 3), (0, 4))


def test_xid_14_12_tied_players_place_one_story_each() -> None:
    t = mages(12, counts=(1, 1)).after(fists("mage", 1, 1, 0, 0))
    assert (t.guild(12), t.aside(1), t.stories_left(1)) == ((0, 3), 1, 14)


@pytest.mark.parametrize("unit", UNITS)
def test_xid_14_13_with_nothing_shown_nobody_gets_anything(unit: str) -> None:
    t = muster(unit, 1).after(fists(unit, 0, 0, 0, 0))
    assert (t.gold(0), t.bards_left(0), t.stories_left(0), t.aside(0)) == (0, 20, 15, 0)
    assert "place_bards" not in dict(t.due())


def test_xid_14_14_bards_for_the_centre_go_secretly_into_the_bastion() -> None:
    t = muster("cleric", 1, at=[12]).after(fists("cleric", 1, 0, 0, 0), bards(0, R9=2))
    assert (t.bastion_total(), t.bastion(0), t.bards_at("R9")) == (2, 2, {})


def test_xid_14_15_tied_players_place_in_turn_order() -> None:
    t = muster("infantry", 1, 1, 1, 1)
    t.after(fists("infantry", 1, 1, 1, 1))
    turn = [(t.first_player + step) % 4 for step in range(4)]
    for seat in turn:
        assert t.due() == [("place_bards", seat)]
        for other in set(range(4)) - {seat}:
            t.when(bards(other)).refused("XID-14.15", containing={"en": f"{COLOURS[seat].title()} decides now"})
        t.after(bards(seat))


@pytest.mark.parametrize(("split", "left"), [({}, 20), ({"R1": 1}, 19), ({"R1": 0, "R2": 1}, 19)], ids=str)
def test_xid_14_16_fewer_bards_than_granted_may_be_placed(split: dict[str, int], left: int) -> None:
    t = muster("cleric", 1, at=[2]).after(fists("cleric", 1, 0, 0, 0)).when(bards(0, **split)).accepted()
    assert t.bards_left(0) == left


def test_xid_14_17_with_full_guilds_only_too() -> None:
    t = mages(16).after(fists("mage", 1, 0, 0, 0))
    assert (t.guild(16), t.aside(0), t.stories_left(0)) == ((0, 4), 1, 10)


def test_xid_14_18_a_story_set_aside_is_placed_as_soon_as_possible() -> None:
    t = mages().after(fists("mage", 1, 0, 0, 0), END)
    t.tour(act(0, 12, rewards(0, "gold", "stories")))
    assert (t.guild(12), t.aside(0), t.stories_left(0)) == ((0, 3), 0, 12)


def test_xid_14_19_without_a_story_in_supply_there_is_nothing_for_mages() -> None:
    t = mages(stories=0).after(fists("mage", 1, 0, 0, 0))
    assert (t.aside(0), t.stories_left(0), t.phase) == (0, 0, "year_end")


def test_xid_14_20_with_one_the_story_is_placed_at_once() -> None:
    t = mages(12, 16).after(fists("mage", 1, 0, 0, 0))
    assert (t.guild(12), t.guild(16), t.phase) == ((0, 3), (0, 4), "year_end")
    t.when(story(0, 12)).refused("XID-21.7", "XID-14.20")


def test_xid_14_21_a_round_is_settled_before_the_next_opens() -> None:
    t = muster("infantry", 1, at=[2]).after(fists("infantry", 1, 0, 0, 0))
    t.when(fists("cleric", 0, 0, 0, 0)).refused("XID-14.21")
    t.when(fist(1, "cleric", 0)).refused("XID-14.21", "XID-14.25")
    t.when(END).refused("XID-16.1", "XID-14.21")
    t.after(bards(0, R1=1)).when(fists("cleric", 0, 0, 0, 0)).accepted()


def test_xid_14_22_the_dummy_takes_no_part() -> None:
    t = table(3, deal(tiles="3p"), STAND[:3], box=box(census=[1])).census()
    t.when(fists("peasant", 0, 0, 0, 0)).refused("XID-14.3", "XID-14.22", "XID-2.1")
    t.when(fists("peasant", 0, 0, 0)).accepted()


def test_xid_14_23_the_story_of_the_mages_is_not_declined() -> None:
    t = mages(12, 11).after(fists("mage", 1, 0, 0, 0))
    t.when(END).refused("XID-16.1", "XID-14.21", "XID-14.23")
    assert t.due() == [("place_story", 0)]
    t = mages(12).after(fists("mage", 1, 0, 0, 0))
    assert t.guild(12) == (0, 3)


def test_xid_14_24_with_a_single_adjacent_region_they_are() -> None:
    # city 8 lies on R3 alone
    t = muster("cleric", 1, at=[8]).after(fists("cleric", 1, 0, 0, 0))
    assert t.due() == [("place_bards", 0)]
    t.when(bards(0)).accepted()
    assert t.bards_at("R3") == {}


def test_xid_14_25_fists_may_be_left_out_or_repeated() -> None:
    muster("archer", 2).when(fists("archer", 2, 0, 0, 0)).accepted()
    t = muster("archer", 2).after(fist(0, "archer", 1), fist(0, "archer", 2))
    t.when(fists("archer", 1, 0, 0, 0)).refused("XID-14.25", "XID-14.2", names=[t.name])
    t.when(fists("archer", 2, 0, 0, 0)).accepted()


def test_xid_14_25_a_fist_takes_the_place_of_the_seats_own_last_one_of_the_round() -> None:
    t = muster("archer", 2).after(fist(0, "archer", 1))
    assert xidit.replaces(t.fold.state, fist(0, "archer", 2)) == t.name
    assert xidit.replaces(t.fold.state, fist(1, "archer", 0)) is None
    t.after(fists("archer", 1, 0, 0, 0))
    assert xidit.replaces(t.fold.state, fist(0, "archer", 2)) is None


def test_xid_14_25_another_number_than_the_sealed_one_is_noted_where_nothing_can_be_refused() -> None:
    t = muster("archer", 2).after(fist(0, "archer", 1))
    seal = t.name
    t.applied(fists("archer", 2, 0, 0, 0))
    assert [found["names"] for found in t.shown["contradictions"]] == [[seal, t.name]]
    assert t.gold(0) == 2
