"""XID-3: the year."""

from __future__ import annotations

from tests.engines.xidit.table import END, box, deal, execute, fists, reveal, table

STAND = [1, 2, 3, 4]


def test_xid_3_1_a_year_is_orders_resolution_census_in_census_years_and_its_end() -> None:
    t = table(4, deal(), STAND, box=box(census=[2]))
    phases = []
    for _ in range(2):
        phases.append(t.phase)
        t.start()
        phases.append(t.phase)
        t.run(orders=24)
        if t.phase == "census":
            phases.append(t.phase)
            t.run()
        phases.append(t.phase)
        t.after(END)
    assert phases == ["programming", "resolving", "year_end", "programming", "resolving", "census", "year_end"]


def test_xid_3_3_all_six_orders_go_clockwise_from_the_first_player() -> None:
    t = table(4, deal(first=2), STAND).start()
    for number in range(1, 7):
        for seat in (2, 3, 0, 1):
            assert t.order == number
            assert t.shown["to_move"] == [seat]
            assert t.due() == [("execute", seat)]
            t.after(execute(seat))
    assert t.phase == "year_end"


def test_xid_3_3_the_next_year_starts_with_the_next_player() -> None:
    t = table(4, deal(first=3), STAND).year().after(reveal(dict.fromkeys(range(4), "")))
    assert t.due() == [("execute", 0)]


def test_xid_3_1_no_census_comes_in_another_year() -> None:
    t = table(4, deal(), STAND, box=box(census=[2])).start().run(orders=24)
    t.when(fists("peasant", 0, 0, 0, 0)).refused("XID-14.1")
