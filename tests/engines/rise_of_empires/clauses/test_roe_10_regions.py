"""ROE-10: who controls a region, and what it gives."""

import pytest

from engines import rise_of_empires
from tests.engines.rise_of_empires.positions import FIGURES, at, eve, fed, income, over, points
from tests.engines.rise_of_empires.table import Table, box

REGIONS = {row["id"]: row for row in rise_of_empires.box()["regions"]}


def standing(region: str, cubes: dict[int, int], *, turn: int = 1, seats: int = 4, **changes: object) -> Table:
    """A turn to its end with these cubes in one region, whose values may be changed."""
    made = box(discs=1, regions={region: changes}) if changes else box(discs=1)
    t = eve(turn, seats=seats, made=made)
    for seat, count in cubes.items():
        t.cubes(seat, **{region: count})
    return over(t)


def scored(t: Table, region: str, turn: int = 1) -> dict[int, int]:
    """The points of each seat that got some in a region."""
    seats = range(len(t.look("seats")))
    found = {seat: {of: vp for (_, of), vp in points(t, turn, seat).items()}.get(region) for seat in seats}
    return {seat: vp for seat, vp in found.items() if vp}


def test_roe_10_1_most_cubes_control() -> None:
    t = at(1, seats=4).cubes(0, ne_africa=2).cubes(1, ne_africa=3).cubes(2, ne_africa=1)
    assert (t.look("map.ne_africa.control"), t.look("map.ne_africa.second")) == ([1], [0])


def test_roe_10_2_those_who_share_the_highest_number_control_jointly() -> None:
    t = at(1, seats=4).cubes(0, ne_africa=2).cubes(2, ne_africa=2).cubes(1, ne_africa=1)
    assert (t.look("map.ne_africa.control"), t.look("map.ne_africa.second")) == ([0, 2], [])


def test_roe_10_3_and_roe_10_12_sole_control_gives_all_gains() -> None:
    all_four = {"food": 3, "gold": 2, "resource": 1, "cubes": 2}
    t = standing("ne_africa", {0: 2, 1: 1}, benefit=all_four)
    assert fed(t, 1, 0)["total"] == 3
    assert income(t, 1, 0) == {("region", "ne_africa"): {"gold": 2, "resource": 1, "cubes": 2}}
    assert (fed(t, 1, 1)["total"], income(t, 1, 1)) == (0, {})


@pytest.mark.parametrize(
    ("sharing", "food", "gains"),
    [(2, 1, {"gold": 2, "cubes": 1}), (3, 1, {"gold": 1, "cubes": 1}), (4, 0, {"gold": 1})],
)
def test_roe_10_4_joint_control_gives_each_a_part_edge_6(sharing: int, food: int, gains: dict[str, int]) -> None:
    t = standing(
        "ne_africa", dict.fromkeys(range(sharing), 2), benefit={"food": 3, "gold": 4, "resource": 1, "cubes": 3}
    )
    for seat in range(sharing):
        assert fed(t, 1, seat)["total"] == food
        assert income(t, 1, seat) == {("region", "ne_africa"): gains}


def test_roe_10_5_a_standard_has_a_larger_and_a_smaller_number() -> None:
    for name, (_, _, _, standard, *_) in FIGURES["regions"].items():
        assert [REGIONS[name]["vp_first"], REGIONS[name]["vp_second"]] == standard
        assert standard[0] > standard[1] > 0


def test_roe_10_6_and_roe_10_7_first_and_second_number_w_12() -> None:
    assert scored(standing("se_europe", {0: 3, 1: 2, 2: 1}), "se_europe") == {0: 3, 1: 1}


@pytest.mark.parametrize(
    ("sharing", "first", "second", "each"), [(2, 3, 1, 2), (2, 4, 1, 2), (3, 4, 2, 2), (3, 5, 3, 2), (4, 4, 2, 1)]
)
def test_roe_10_8_joint_controllers_share_both_numbers_w_27(sharing: int, first: int, second: int, each: int) -> None:
    t = standing("se_europe", dict.fromkeys(range(sharing), 1), vp_first=first, vp_second=second)
    assert scored(t, "se_europe") == dict.fromkeys(range(sharing), each)


def test_roe_10_9_beside_joint_control_nobody_is_second_edge_7() -> None:
    assert scored(standing("se_europe", {0: 2, 1: 2, 2: 1}), "se_europe") == {0: 2, 1: 2}


@pytest.mark.parametrize(("second", "each"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_roe_10_10_those_tied_for_second_share_the_second_number_w_25_w_26(second: int, each: int) -> None:
    t = standing("se_europe", {0: 3, 1: 1, 2: 1}, vp_first=5, vp_second=second)
    assert scored(t, "se_europe") == {0: 5, **({1: each, 2: each} if each else {})}


def test_roe_10_11_without_a_cube_nobody_is_first_or_second_w_28() -> None:
    t = standing("se_europe", {0: 1})
    assert scored(t, "se_europe") == {0: 3}
    t = at(1)
    assert (t.look("map.se_europe.control"), t.look("map.se_europe.second")) == ([], [])


def test_roe_10_13_the_mediterranean_is_scored_like_any_region() -> None:
    t = standing("mediterranean", {0: 2, 1: 1})
    assert scored(t, "mediterranean") == {0: 3, 1: 2}
    assert income(t, 1, 0) == {("region", "mediterranean"): {"gold": 2}}
    assert [row["id"] for row in REGIONS.values() if row["sea"]] == ["mediterranean"]


def test_roe_10_14_new_world_and_far_east_have_two_regions_each() -> None:
    areas = [row["area"] for row in REGIONS.values()]
    assert {area: areas.count(area) for area in areas} == {"old_world": 12, "new_world": 2, "far_east": 2}
    worlds = {area["id"]: area["world"] for area in rise_of_empires.box()["areas"]}
    assert worlds == {"old_world": "old_world", "new_world": "overseas", "far_east": "overseas"}


def test_roe_10_15_era_1_surrounds_the_sea_and_era_2_opens_overseas() -> None:
    sea = REGIONS["mediterranean"]
    first = {name for name, row in REGIONS.items() if row["era"] == 1}
    assert first == {*sea["adjacent"], "mediterranean"}
    second = {name for name, row in REGIONS.items() if row["era"] == 2}
    assert second >= {name for name, row in REGIONS.items() if row["area"] != "old_world"}
    assert len(REGIONS) == 16


def test_roe_10_16_links_hold_both_ways() -> None:
    for name, row in REGIONS.items():
        assert name not in row["adjacent"]
        for other in row["adjacent"]:
            assert name in REGIONS[other]["adjacent"]
    assert rise_of_empires.check_box(rise_of_empires.box()) == []
    assert rise_of_empires.check_box(one_way()) != []


def one_way() -> dict[str, object]:
    """A box in which Russia leads to the Near East and not back."""
    made = rise_of_empires.box()
    row = next(row for row in made["regions"] if row["id"] == "near_east")
    row["adjacent"].remove("russia")
    return made
