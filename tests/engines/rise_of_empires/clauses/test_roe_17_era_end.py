"""ROE-17: the end of an era."""

import pytest

from tests.engines.rise_of_empires.positions import at, discs, done, mine, refuses, unkept
from tests.engines.rise_of_empires.table import Table, keep

TILES = ("P1-09", "P1-14", "P1-15")
CITIES = ("C1B-1", "C1B-2")


def ending(turn: int = 2, *tiles: str, seats: int = 3, **amounts: int) -> Table:
    """The era end of a turn; seat 0 owns these tiles and has these amounts."""
    t = done(at(turn, seats=seats).owns(0, *tiles))
    while t.look("phase") in ("food", "income"):
        t.go()
    return t.has(0, **amounts)


def test_roe_17_1_the_action_display_is_empty() -> None:
    for turn in (2, 4):
        t = ending(turn, "P1-09")
        assert t.look("phase") == "era_end"
        for row in ("progress", "territory", "city", "empire", "trade"):
            assert discs(t, row) == [None] * 6


def test_roe_17_2_who_has_nothing_is_not_asked() -> None:
    t = ending(2, "P1-09")
    refuses(t, keep(1), "17.2 3.5", "not_due")
    t.after(keep(0)).sees("phase", "turn_order")


@pytest.mark.parametrize("tile", ["P1-01", "P1-10"])
def test_roe_17_3_only_own_tiles_are_kept(tile: str) -> None:
    t = ending(2, *TILES, gold=9)
    refuses(t, keep(0, [tile]), "17.3", "not_own")


def test_roe_17_4_cities_are_kept_for_a_cube_each() -> None:
    t = ending(2, *CITIES, pool=1)
    refuses(t, keep(0, (), CITIES), "17.4 17.5", "cost")
    refuses(t, keep(0, (), ["C1B-3"]), "17.4", "not_own")
    assert t.fold.offers(keep(0, (), ["C1B-1"]))["field"] is None
    t.when(keep(0, (), ["C1B-2"])).accepted()
    assert (mine(t, 0, "pool"), list(t.look("seats.0.cities"))) == ((0,), ["C1B-2"])


def test_roe_17_5_the_cubes_come_from_the_pool_and_go_to_the_stock() -> None:
    t = ending(2, *CITIES, pool=2)
    stock = mine(t, 0, "stock")[0]
    t.after(keep(0, (), CITIES))
    assert mine(t, 0, "pool", "stock") == (0, stock + 2)
    t = ending(2, *CITIES, pool=0)
    refuses(t, keep(0, (), CITIES[:1]), "17.5 17.4", "cost")


def test_roe_17_6_all_that_can_be_paid_for_is_kept() -> None:
    t = ending(2, *TILES, *CITIES, gold=9, pool=9).after(keep(0, TILES, CITIES))
    assert mine(t, 0, "gold", "pool") == (6, 7)
    assert set(t.look("seats.0.progress")) == set(TILES)
    assert set(t.look("seats.0.cities")) == set(CITIES)


def test_roe_17_7_territory_stays_for_nothing() -> None:
    t = at(2, lands=["island", "forest"]).owns(0, "island", "forest")
    t.on_to(3)
    assert mine(t, 0, "territory") == ({"island": 1, "forest": 1},)


@pytest.mark.parametrize(("cubes", "home"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_roe_17_8_half_the_cubes_in_each_region_come_off_rounded_up_w_35(cubes: int, home: int) -> None:
    t = done(at(2).cubes(0, ne_africa=cubes, near_east=cubes).cubes(1, ne_africa=cubes))
    t.on_to(2, "turn_order")
    for seat, region in ((0, "ne_africa"), (0, "near_east"), (1, "ne_africa")):
        assert t.look(f"map.{region}.cubes.{seat}") == cubes - home


def test_roe_17_9_they_go_to_the_stock_edge_18() -> None:
    t = done(at(2).owns(0, "P1-09").cubes(0, ne_africa=4)).on_to(2, "era_end")
    pool, stock = mine(t, 0, "pool", "stock")
    unkept(t)
    assert mine(t, 0, "pool", "stock") == (pool, stock + 2)


def test_roe_17_10_after_turn_6_nothing_is_lost() -> None:
    t = done(at(6).owns(0, "P3-12", "C3A-1").cubes(0, ne_africa=4)).on_to(7)
    assert (list(t.look("seats.0.progress")), list(t.look("seats.0.cities"))) == (["P3-12"], ["C3A-1"])
    assert t.look("map.ne_africa.cubes.0") == 4


def test_roe_17_11_tiles_set_aside_stay() -> None:
    t = at(2, seats=4)
    before = [tile for tile, how in t.look("on_offer.progress").items() if how == "aside"]
    assert before
    t.on_to(3)
    assert set(before) <= set(t.look("on_offer.progress"))


@pytest.mark.parametrize("up", [True, False])
def test_roe_17_12_kept_tiles_stay_as_they_lie_until_new_tiles_come(up: bool) -> None:  # noqa: FBT001 - the side
    t = at(2).owns(0, "P1-10").rule("turn_tile", seat=0, tile="P1-10", up=False)
    if up:
        t.rule("turn_tile", seat=0, tile="P1-10", up=True)
    t.on_to(2, "era_end").has(0, gold=1).after(keep(0, ["P1-10"]))
    assert t.look("seats.0.progress.P1-10.up") is up
    t.on_to(3, "reveal")
    assert t.look("seats.0.progress.P1-10.up") is True
