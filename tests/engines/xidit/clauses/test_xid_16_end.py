"""XID-16: end of the year, end of the game."""

from tests.engines.xidit.table import *

STAND = [1, 2, 3, 4]


def test_xid_16_1_the_year_ends_when_all_orders_are_executed() -> None:
    t = table(4, deal(), STAND)
    t.when(END).refused("XID-16.1")
    t.start().when(END).refused("XID-16.1")
    t.run(orders=23).when(END).refused("XID-16.1")
    t.after(execute(3)).when(END).accepted()


def test_xid_16_1_and_in_census_years_the_census_is_done() -> None:
    t = table(4, deal(), STAND, box=box(census=[1])).census()
    for unit in ("peasant", "archer", "infantry", "cleric", "mage"):
        t.when(END).refused("XID-16.1")
        t.after(fists(unit, 0, 0, 0, 0))
    t.when(END).accepted()


def test_xid_16_2_the_year_advances_and_the_token_passes_clockwise() -> None:
    t = table(4, deal(first=2), STAND)
    for year, first in ((1, 2), (2, 3), (3, 0), (4, 1), (5, 2)):
        assert (t.round, t.first_player) == (year, first)
        t.year()


def test_xid_16_3_the_limits_of_a_year_start_anew() -> None:
    t = table(4, deal(), STAND)
    t.year({0: "aa"})
    assert t.units(0) == {"peasant": 1}
    t.year({0: "a"})
    assert t.units(0) == {"peasant": 1, "archer": 1}


def test_xid_16_4_everything_stays_as_it_is() -> None:
    t = roused("peasant peasant", "mage", at=[4, 13])
    t.tour(act(0, 9, rewards(0, "stories", "bards"), bards(0, R6=3)))

    def kept() -> object:
        seats = [(t.city(seat), t.units(seat), t.gold(seat), t.bards_left(seat)) for seat in range(4)]
        guilds = [t.guild(city) for city in range(1, 22)]
        return seats, t.where(), t.stacks(), guilds, t.bards_at("R6"), t.bastion_total(), t.barracks()

    before = kept()
    t.years(3)
    assert kept() == before


def test_xid_16_5_the_game_ends_after_the_census_of_the_last_year() -> None:
    t = table(4, deal(), STAND, box=armed(years=2, census=[2])).year()
    t.census()
    for unit in ("peasant", "archer", "infantry", "cleric", "mage"):
        t.when(EVALUATE).refused("XID-16.5")
        t.after(fists(unit, 0, 0, 0, 0))
    t.when(EVALUATE).refused("XID-16.5")
    t.after(END)
    assert t.phase == "evaluating"
    t.when(program(0, "a")).refused("XID-16.5", "XID-4.3")
    t.when(END).refused("XID-16.5", "XID-16.1")
    t.when(EVALUATE).accepted()


def test_xid_16_6_nobody_leaves_before_the_evaluations() -> None:
    t = table(4, deal(), STAND, box=quick(years=5))
    while t.phase == "programming":
        t.start().run(orders=1)
        assert t.fold.result() is None
        t.run().close()
    assert t.eliminated_so_far() == []
    assert t.fold.result() is None
