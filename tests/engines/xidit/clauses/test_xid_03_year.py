"""XID-3: the year."""

from tests.engines.xidit.table import box, deal, fists, reveal, table

STAND = [1, 2, 3, 4]


def test_xid_3_3_the_next_year_starts_with_the_next_player() -> None:
    t = table(4, deal(first=3), STAND).year().after(reveal(dict.fromkeys(range(4), "")))
    assert t.due() == [("execute", 0)]


def test_xid_3_1_no_census_comes_in_another_year() -> None:
    t = table(4, deal(), STAND, box=box(census=[2])).start().run(orders=24)
    t.when(fists("peasant", 0, 0, 0, 0)).refused("XID-14.1")
