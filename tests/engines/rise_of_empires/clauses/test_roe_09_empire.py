"""ROE-9: empire tiles, recall, and where cubes may go.

Tiles of Era I: E1 number 1 water, E2 and E4 number 2 dry, E5 and E6 number 2 water, E7 number 3 dry, E8 number 3 water.
Of Eras II and III: E1 number 1 water, E2 number 2 dry, E3 and E4 number 2 water, E5 number 3 dry, E6 number 3 water,
E7 number 4 dry, E8 number 4 water.
"""

import pytest

from engines.kernel.game import MalformedMoveError
from tests.engines.rise_of_empires.positions import at, mine, off, refuses, turn_of
from tests.engines.rise_of_empires.table import Table, act, box, put

OLD_ERA_1 = ("sw_europe", "se_europe", "nw_africa", "ne_africa", "near_east")


def ready(turn: int, held: tuple[str, ...] = (), *, pool: int = 9, tiles: tuple[str, ...] = ()) -> Table:
    """Seat 0 is to act in a turn, with a cube in each of these regions and so many in the pool."""
    new = [tile for tile in tiles if turn % 2 and tile.startswith(f"P{(turn + 1) // 2}")]
    t = at(turn, progress=new)
    return t.owns(0, *tiles).cubes(0, **dict.fromkeys(held, 1)).has(0, pool=pool)


def there(t: Table, tile: str, *regions: str, **more: object) -> dict[str, object]:
    """An empire action with a cube in each of these regions."""
    how = {} if t.look("letter") == "A" else off(t, 0)
    return act(0, "empire", tile=tile, place=put(**dict.fromkeys(regions, 1)), **how, **more)


def takes(t: Table, tile: str, *regions: str, **more: object) -> None:
    """Assert that a placement is legal; it is not played."""
    t.fold.decide(there(t, tile, *regions, **more))


# ----------------------------------------------------------------------------------------------------- tile and recall


def test_roe_9_1_the_tile_leaves_its_box_until_the_next_new_tiles() -> None:
    t = at(1, discs=2).after(act(0, "empire", tile="E5"))
    assert (mine(t, 0, "empire"), "E5" in t.look("on_offer.empire")) == (({"E5": True},), False)
    refuses(t, act(1, "empire", tile="E5"), "9.1", "not_available")
    refuses(turn_of(t, 0), act(0, "empire", tile="E5"), "9.1", "not_available")


def test_roe_9_2_number_water_and_rows_are_those_of_the_tile() -> None:
    for row in box()["empire"]:
        for side in ("side_era_1", "side_era_2_3"):
            assert 1 <= row[side]["regions"] <= 4
            assert len(row[side]["battle_rows"]) in (1, 2)


def test_roe_9_3_several_tiles_serve_an_action_each() -> None:
    t = at(1, discs=2).has(0, pool=5).after(act(0, "empire", tile="E1", place=put(ne_africa=1)))
    turn_of(t, 0)
    # E2 has number 2, and E1 adds nothing to it
    three = put(nw_africa=1, near_east=1, ne_africa=1)
    refuses(t, act(0, "empire", tile="E2", place=three), "9.8", "too_many_regions")
    t.after(act(0, "empire", tile="E2", place=put(nw_africa=1, near_east=1)))
    assert mine(t, 0, "empire", "pool", "on_map") == ({"E1": True, "E2": True}, 2, 3)


def test_roe_9_4_a_recall_takes_all_cubes_into_the_pool_before_placing_w_34() -> None:
    t = ready(1, (), pool=1).cubes(0, sw_europe=3, ne_africa=2)
    t.after(act(0, "empire", tile="E1", recall=True, place=put(near_east=6)))
    assert mine(t, 0, "pool", "on_map") == (0, 6)
    assert (t.look("map.sw_europe.cubes.0"), t.look("map.near_east.cubes.0")) == (0, 6)


def test_roe_9_5_all_or_none() -> None:
    t = ready(1, ("sw_europe", "ne_africa"))
    for part in ({"sw_europe": 1}, 1, ["sw_europe"]):
        with pytest.raises(MalformedMoveError):
            t.fold.decide(act(0, "empire", tile="E1", recall=part))


def test_roe_9_6_a_recall_needs_no_placement() -> None:
    t = ready(1, ("sw_europe", "ne_africa"), pool=0).after(act(0, "empire", tile="E1", recall=True))
    assert mine(t, 0, "pool", "on_map") == (2, 0)


def test_roe_9_7_cubes_come_from_the_pool_alone() -> None:
    t = ready(1, pool=3)
    assert mine(t, 0, "stock") == (27,)
    refuses(t, act(0, "empire", tile="E1", place=put(ne_africa=4)), "9.7", "too_many_cubes")
    refuses(t, act(0, "empire", tile="E2", place=put(ne_africa=2, nw_africa=2)), "9.7", "too_many_cubes")
    t.when(act(0, "empire", tile="E1", place=put(ne_africa=3))).accepted()
    assert mine(t, 0, "pool", "stock", "on_map") == (0, 27, 3)


@pytest.mark.parametrize("tile", ["E2", "E4", "E5", "E6"])
def test_roe_9_8_no_more_regions_than_the_number(tile: str) -> None:
    t = ready(1)
    refuses(t, there(t, tile, "ne_africa", "near_east", "nw_africa"), "9.8", "too_many_regions")
    takes(t, tile, "ne_africa", "near_east")
    takes(t, tile, "ne_africa")
    takes(t, tile)


def test_roe_9_9_each_region_once_and_a_cube_at_least() -> None:
    t = ready(1)
    twice = [{"region": "ne_africa", "cubes": 1}, {"region": "ne_africa", "cubes": 1}]
    refuses(t, act(0, "empire", tile="E2", place=twice), "9.9", "bad_region")
    for cubes in (0, -1):
        refuses(t, act(0, "empire", tile="E2", place=put(ne_africa=cubes)), "9.9", "bad_region")
    t.when(act(0, "empire", tile="E1", place=put(ne_africa=9))).accepted()
    assert t.look("map.ne_africa.cubes.0") == 9


def test_roe_9_10_regions_of_others_may_be_used() -> None:
    t = ready(1).cubes(1, ne_africa=4).cubes(2, ne_africa=4)
    t.when(act(0, "empire", tile="E1", place=put(ne_africa=5))).accepted()
    assert t.look("map.ne_africa.control") == [0]


@pytest.mark.parametrize(
    ("turn", "region", "later"),
    [
        (1, "northern_europe", 3), (2, "central_europe", 3), (1, "russia", 5), (3, "scandinavia", 5),
        (4, "sub_saharan_africa", 6),
    ],
)  # fmt: skip
def test_roe_9_11_a_region_of_a_later_era_is_closed(turn: int, region: str, later: int) -> None:
    t = ready(turn)
    refuses(t, there(t, "E1", region), "9.11", "era_closed")
    t = ready(later)
    takes(t, "E1", region)


# ----------------------------------------------------------------------------------------------------------- Old World


def test_roe_9_12_and_after_the_recall() -> None:
    t = ready(1, ("sw_europe",))
    refuses(t, there(t, "E1", "near_east"), "9.12", "not_adjacent")
    takes(t, "E1", "near_east", recall=True)


def test_roe_9_13_own_regions_and_their_neighbours_which_need_not_touch() -> None:
    t = ready(1, ("se_europe",))
    takes(t, "E2", "sw_europe", "near_east")
    takes(t, "E7", "se_europe", "sw_europe", "near_east")
    for far in ("nw_africa", "ne_africa"):
        refuses(t, there(t, "E2", "se_europe", far), "9.12 9.13", "not_adjacent")


def test_roe_9_14_a_new_empire_has_an_anchor_that_all_its_regions_touch_edge_30() -> None:
    t = ready(1)
    for region in OLD_ERA_1:
        takes(t, "E2", region)
    takes(t, "E7", "sw_europe", "se_europe", "nw_africa")
    # the order typed does not matter
    takes(t, "E7", "nw_africa", "sw_europe", "se_europe")
    takes(t, "E7", "sw_europe", "nw_africa", "ne_africa")
    refuses(t, there(t, "E2", "sw_europe", "ne_africa"), "9.14", "not_adjacent")
    refuses(t, there(t, "E7", "sw_europe", "ne_africa", "near_east"), "9.14", "not_adjacent")
    # a chain of four: no region touches the three others
    t = ready(3)
    refuses(t, there(t, "E7", "sw_europe", "nw_africa", "ne_africa", "near_east"), "9.14", "not_adjacent")


def test_roe_9_15_from_overseas_alone_the_old_world_needs_water_and_an_anchor() -> None:
    t = ready(5, ("china",))
    refuses(t, there(t, "E2", "near_east"), "9.15", "not_adjacent")
    takes(t, "E4", "near_east")
    takes(t, "E4", "near_east", "russia")
    refuses(t, there(t, "E4", "sw_europe", "russia"), "9.15", "not_adjacent")


def test_roe_9_16_it_may_go_with_cubes_overseas_in_one_action() -> None:
    t = ready(5, ("china",))
    takes(t, "E6", "near_east", "russia", "china")
    takes(t, "E6", "near_east", "india", "china")
    refuses(t, there(t, "E5", "near_east", "china"), "9.15", "not_adjacent")


@pytest.mark.parametrize("held", [(), ("ne_africa",), ("mediterranean",)])
def test_roe_9_17_the_mediterranean_needs_water_edge_17(held: tuple[str, ...]) -> None:
    t = ready(1, held)
    refuses(t, there(t, "E2", "mediterranean"), "9.17", "needs_water")
    takes(t, "E1", "mediterranean")


def test_roe_9_18_the_mediterranean_needs_adjacency_too() -> None:
    t = ready(3, ("northern_europe",))
    refuses(t, there(t, "E1", "mediterranean"), "9.18", "not_adjacent")
    # with a region of the placement beside it, the general clause
    refuses(t, there(t, "E4", "mediterranean", "sw_europe"), "9.12", "not_adjacent")
    takes(t, "E4", "sw_europe")
    t = ready(3)
    takes(t, "E6", "mediterranean", "sw_europe", "near_east")
    refuses(t, there(t, "E4", "mediterranean", "northern_europe"), "9.14 9.18", "not_adjacent")


@pytest.mark.parametrize("region", OLD_ERA_1)
def test_roe_9_19_cubes_at_sea_reach_its_coasts_without_water(region: str) -> None:
    takes(ready(1, ("mediterranean",)), "E2", region)


def test_roe_9_20_two_coasts_are_not_adjacent_through_the_sea() -> None:
    pairs = [
        ("sw_europe", "ne_africa"),
        ("sw_europe", "near_east"),
        ("se_europe", "nw_africa"),
        ("se_europe", "ne_africa"),
    ]
    for one, other in [*pairs, ("nw_africa", "near_east")]:
        refuses(ready(1, (one,)), there(ready(1, (one,)), "E5", other), "9.12", "not_adjacent")


# ------------------------------------------------------------------------------------------------------------ overseas


@pytest.mark.parametrize("region", ["north_america", "south_america", "india", "china"])
@pytest.mark.parametrize("turn", [1, 2])
def test_roe_9_21_overseas_is_closed_in_era_1(turn: int, region: str) -> None:
    t = ready(turn)
    refuses(t, there(t, "E1", region), "9.21", "era_closed")


def test_roe_9_22_in_turn_3_it_opens_with_navigation() -> None:
    t = ready(3)
    refuses(t, there(t, "E1", "north_america"), "9.22", "overseas_closed")
    # by land too
    t = ready(3, ("china",))
    refuses(t, there(t, "E2", "china"), "9.22", "overseas_closed")


def test_roe_9_23_anybody_may_have_taken_it_w_33() -> None:
    t = at(3, discs=2).after(act(0, "progress", tile="P2-01"))
    for seat in (0, 1, 2):
        turn_of(t, seat).when(act(seat, "empire", tile=f"E{(1, 4, 3)[seat]}", place=put(india=1))).accepted()


def test_roe_9_24_from_turn_4_on_it_is_open() -> None:
    assert at(3).look("overseas_open") is False
    for turn in (4, 5, 6):
        t = ready(turn)
        assert t.look("overseas_open") is True
        takes(t, "E1", "south_america")


@pytest.mark.parametrize("held", [(), ("ne_africa",), ("china",)])
def test_roe_9_25_with_water_it_needs_no_adjacency(held: tuple[str, ...]) -> None:
    t = ready(4, held)
    for region in ("north_america", "south_america", "india", "china"):
        takes(t, "E1", region)


def test_roe_9_26_without_water_it_needs_own_cubes_there_or_next_to_it() -> None:
    t = ready(5)
    refuses(t, there(t, "E2", "north_america"), "9.26", "no_way")
    t = ready(5, ("ne_africa",))
    refuses(t, there(t, "E2", "india"), "9.26", "no_way")
    t = ready(5, ("india",))
    takes(t, "E2", "india", "china")
    refuses(t, there(t, "E2", "north_america"), "9.26", "no_way")


def test_roe_9_27_the_americas_are_not_adjacent() -> None:
    t = ready(5, ("north_america",))
    takes(t, "E2", "north_america")
    refuses(t, there(t, "E2", "south_america"), "9.26 9.27", "no_way")
    takes(t, "E1", "south_america")


def test_roe_9_28_india_and_china_are() -> None:
    takes(ready(5, ("india",)), "E2", "china")
    takes(ready(5, ("china",)), "E2", "india")


def test_roe_9_29_water_leads_to_one_part_in_an_action_w_31() -> None:
    t = ready(4, ("sw_europe",))
    takes(t, "E6", "sw_europe", "north_america", "south_america")
    takes(t, "E6", "sw_europe", "india", "china")
    refuses(t, there(t, "E6", "sw_europe", "north_america", "china"), "9.29", "two_areas")
    refuses(t, there(t, "E3", "south_america", "india"), "9.29", "two_areas")


def test_roe_9_30_regions_reached_by_land_are_not_counted() -> None:
    t = ready(4, ("sw_europe", "north_america"))
    takes(t, "E6", "sw_europe", "north_america", "china")
    takes(t, "E6", "north_america", "india", "china")
    # South America is not by land
    refuses(t, there(t, "E6", "north_america", "south_america", "china"), "9.29", "two_areas")


def test_roe_9_31_overseas_regions_count_towards_the_number() -> None:
    t = ready(4, ("sw_europe",))
    refuses(t, there(t, "E3", "sw_europe", "india", "china"), "9.8", "too_many_regions")


def test_roe_9_32_with_water_an_empire_may_begin_overseas() -> None:
    t = ready(4)
    takes(t, "E3", "india", "china")
    takes(t, "E8", "ne_africa", "near_east", "north_america", "south_america")
    refuses(t, there(t, "E8", "sw_europe", "near_east", "north_america"), "9.14", "not_adjacent")


# --------------------------------------------------------------------------------------------------- tiles that help it


def mercenaries(turn: int, *held: str) -> Table:
    """Seat 0 owns Mercenaries."""
    return ready(turn, held, tiles=("P2-03",))


USE = {"use": ["P2-03"]}


def test_roe_9_33_the_region_set_free_is_no_anchor_for_others() -> None:
    # from China alone nothing of the Old World is reached without water; the region set free does not lead to the next
    t = mercenaries(5, "china")
    refuses(t, there(t, "E5", "near_east", "russia", **USE), "9.33", "not_even_without")
    takes(t, "E5", "russia", "india", "china", **USE)


def test_roe_9_34_roads_and_railways_add_1_each() -> None:
    t = ready(5, ("near_east",), tiles=("P1-11", "P3-08"))
    three = ("near_east", "se_europe", "ne_africa")
    refuses(t, there(t, "E1", "near_east", "se_europe"), "9.8", "too_many_regions")
    takes(t, "E1", "near_east", "se_europe", use=["Roads"])
    refuses(t, there(t, "E1", *three, use=["Railways"]), "9.8", "too_many_regions")
    takes(t, "E1", *three, use=["Roads", "Railways"])


def test_roe_9_35_navigation_makes_a_tile_one_of_water() -> None:
    t = ready(4, ("sw_europe",), tiles=("P2-01",))
    refuses(t, there(t, "E2", "mediterranean"), "9.17", "needs_water")
    takes(t, "E2", "mediterranean", "north_america", use=["Navigation"])


def test_roe_9_36_a_recall_with_nothing_to_recall_is_refused_edge_15() -> None:
    t = ready(1)
    refuses(t, act(0, "empire", tile="E1", recall=True), "9.36", "nothing_to_recall")


def test_roe_9_37_several_groups_each_reach_their_neighbours() -> None:
    t = ready(3, ("nw_africa", "eastern_europe"))
    takes(t, "E7", "sw_europe", "ne_africa", "central_europe", "near_east")
    refuses(t, there(t, "E2", "northern_europe"), "9.12 9.13", "not_adjacent")
