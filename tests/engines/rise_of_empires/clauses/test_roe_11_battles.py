"""ROE-11: battles."""

import pytest

from engines.kernel.game import Json
from tests.engines.rise_of_empires.positions import at, mine, off, refuses
from tests.engines.rise_of_empires.table import Table, act, box, fight, put

Pair = tuple[int, int]


def field(turn: int = 1, cubes: dict[int, int] | None = None, region: str = "ne_africa", **more: object) -> Table:
    """Seat 0 is to act; these cubes lie in one region."""
    t = at(turn, **more)  # type: ignore[arg-type]
    for seat, count in (cubes or {0: 3, 1: 3}).items():
        t.cubes(seat, **{region: count})
    return t


def war(t: Table, tile: str, *battles: Json, **more: object) -> Json:
    """An empire action with these battles."""
    how = {} if t.look("letter") == "A" else off(t, 0)
    return act(0, "empire", tile=tile, battles=list(battles), **how, **more)


def left(t: Table, region: str = "ne_africa", *seats: int) -> tuple[int, ...]:
    """The cubes of seats 0 and 1, or of these, in a region."""
    return tuple(t.look(f"map.{region}.cubes.{seat}") for seat in seats or (0, 1))


def rows(tile: str, *losses: Pair, side: str = "side_era_1", **changes: object) -> Json:
    """A box in which a side of an empire tile has other battle rows: attacker loses, defender loses."""
    made = box(discs=1)
    row = next(row for row in made["empire"] if row["id"] == tile)
    row[side]["battle_rows"] = [{"attacker_loses": one, "defender_loses": other} for one, other in losses]
    row[side].update(changes)
    return made


def test_roe_11_1_nobody_has_to_fight() -> None:
    t = field().after(war(field(), "E1"))
    assert left(t) == (3, 3)


@pytest.mark.parametrize("cubes", [{0: 2}, {1: 2}, {1: 2, 2: 2}])
def test_roe_11_2_a_battle_needs_cubes_of_ones_own_and_of_another(cubes: dict[int, int]) -> None:
    t = field(cubes=cubes)
    refuses(t, war(t, "E1", fight("ne_africa", 1)), "11.2", "no_battle")


def test_roe_11_3_the_defender_is_another_player_with_cubes_there() -> None:
    t = field(cubes={0: 2, 1: 2})
    for nobody in (0, 2):
        refuses(t, war(t, "E1", fight("ne_africa", nobody)), "11.3", "no_defender")
    t = field(cubes={0: 2, 1: 2, 2: 2})
    t.after(war(t, "E1", fight("ne_africa", 2)))
    assert left(t, "ne_africa", 0, 1, 2) == (1, 2, 0)


def test_roe_11_4_it_may_be_in_a_region_without_new_cubes() -> None:
    t = field()
    t.after(war(t, "E1", fight("ne_africa", 1), place=put(near_east=1)))
    assert (left(t), left(t, "near_east", 0)) == ((2, 1), (1,))


def test_roe_11_5_it_may_be_at_sea_with_a_dry_tile() -> None:
    t = field(region="mediterranean")
    t.after(war(t, "E2", fight("mediterranean", 1)))
    assert left(t, "mediterranean") == (2, 1)


def test_roe_11_6_and_roe_11_7_the_defender_loses_the_right_number_and_the_attacker_the_left() -> None:
    # E4 of Era I: attacker 2, defender 3
    t = field(cubes={0: 4, 1: 5})
    t.after(war(t, "E4", fight("ne_africa", 1)))
    assert left(t) == (2, 2)


def test_roe_11_8_all_come_from_that_region_and_what_exceeds_is_ignored_w_29() -> None:
    t = field(cubes={0: 1, 1: 2}).cubes(0, near_east=5).cubes(1, near_east=5)
    t.after(war(t, "E4", fight("ne_africa", 1)))
    assert (left(t), left(t, "near_east")) == ((0, 0), (5, 5))


def test_roe_11_9_they_go_to_their_owners_stocks() -> None:
    t = field()
    before = [mine(t, seat, "pool", "stock") for seat in (0, 1)]
    t.after(war(t, "E1", fight("ne_africa", 1)))
    assert [mine(t, seat, "pool", "stock") for seat in (0, 1)] == [
        (pool, stock + lost) for (pool, stock), lost in zip(before, (1, 2), strict=True)
    ]


def test_roe_11_10_an_attacker_may_have_fewer_cubes_than_the_loss() -> None:
    t = field(cubes={0: 1, 1: 4})
    t.after(war(t, "E4", fight("ne_africa", 1)))
    assert left(t) == (0, 1)


def test_roe_11_11_one_row_one_battle() -> None:
    t = field(5).cubes(0, near_east=2).cubes(1, near_east=2)
    refuses(t, war(t, "E1", fight("ne_africa", 1), fight("near_east", 1)), "11.11", "too_many_battles")
    refuses(t, war(t, "E1", fight("ne_africa", 1, row=1)), "11.11", "battle_row")


@pytest.mark.parametrize("turn", [3, 4])
def test_roe_11_12_in_era_2_two_rows_give_one_battle_with_the_upper(turn: int) -> None:
    t = field(turn).cubes(0, near_east=2).cubes(1, near_east=2)
    refuses(t, war(t, "E3", fight("ne_africa", 1), fight("near_east", 1, row=1)), "11.12", "too_many_battles")
    refuses(t, war(t, "E3", fight("ne_africa", 1, row=1)), "11.12", "battle_row")
    t.after(war(t, "E3", fight("ne_africa", 1)))
    # the upper row of E3 is 1 and 1
    assert left(t) == (2, 2)


@pytest.mark.parametrize("turn", [5, 6])
def test_roe_11_13_in_era_3_two_rows_give_two_battles(turn: int) -> None:
    t = field(turn).cubes(0, near_east=2).cubes(1, near_east=2)
    t.after(war(t, "E3", fight("ne_africa", 1, row=0), fight("near_east", 1, row=1)))
    assert (left(t), left(t, "near_east")) == ((2, 2), (1, 0))


@pytest.mark.parametrize(("row", "after"), [(0, (2, 2)), (1, (2, 1))])
def test_roe_11_14_one_battle_alone_uses_either_row_in_era_3_w_30(row: int, after: Pair) -> None:
    t = field(5)
    t.after(war(t, "E3", fight("ne_africa", 1, row=row)))
    assert left(t) == after


def test_roe_11_15_two_battles_are_in_two_regions_with_a_row_each_edge_5() -> None:
    t = field(5).cubes(0, near_east=3).cubes(1, near_east=3)
    refuses(t, war(t, "E3", fight("ne_africa", 1), fight("ne_africa", 1, row=1)), "11.15", "same_region")
    refuses(t, war(t, "E3", fight("ne_africa", 1), fight("near_east", 1)), "11.15", "row_used")
    refuses(t, war(t, "E3", fight("ne_africa", 1, row=1), fight("near_east", 1, row=1)), "11.15", "row_used")
    # in whichever order
    t.after(war(t, "E3", fight("near_east", 1, row=1), fight("ne_africa", 1, row=0)))
    assert (left(t), left(t, "near_east")) == ((2, 2), (2, 1))


def test_roe_11_16_the_second_battle_sees_what_the_first_left_edge_4() -> None:
    # losses go to the stock; the second battle's region is untouched by the first
    t = field(5, {0: 1, 1: 1}).cubes(0, near_east=1).cubes(1, near_east=1)
    t.after(war(t, "E2", fight("ne_africa", 1), fight("near_east", 1, row=1)))
    assert (left(t), left(t, "near_east")) == ((0, 0), (0, 0))


def test_roe_11_17_its_region_must_do_at_that_moment() -> None:
    t = field(5).cubes(0, near_east=1)
    refuses(t, war(t, "E3", fight("ne_africa", 1), fight("near_east", 1, row=1)), "11.2 11.17", "no_battle")
    t.cubes(1, near_east=1)
    t.when(war(t, "E3", fight("ne_africa", 1), fight("near_east", 1, row=1))).accepted()


def test_roe_11_18_a_tile_changes_one_battle_of_an_action() -> None:
    t = field(5, {0: 4, 1: 1}, progress=["P3-12"]).owns(0, "P3-12").cubes(0, near_east=4).cubes(1, near_east=4)
    twice = [fight("ne_africa", 1, use=["P3-12"]), fight("near_east", 1, row=1, use=["P3-12"])]
    refuses(t, war(t, "E3", *twice), "6.12", "used_twice")
    del twice[1]["use"]
    t.after(war(t, "E3", *twice))
    assert (left(t), left(t, "near_east")) == ((3, 0), (3, 2))
    own = {"seat": 0, "cubes": 4, "printed": 1, "loss": 1, "lost": 1}
    few, many = {"cubes": 1, "printed": 1, "loss": 2, "lost": 1}, {"cubes": 4, "printed": 2, "loss": 2, "lost": 2}
    assert t.look("battles") == {
        str(row): {
            "region": region,
            "tile": "E3",
            "row": row,
            "use": use,
            "attacker": own,
            "defender": {"seat": 1, **other},
        }
        for row, region, use, other in ((0, "ne_africa", ["P3-12"], few), (1, "near_east", [], many))
    }


def test_roe_11_18_no_loss_falls_below_0() -> None:
    none = {"kind": "battle_attacker", "attacker_loss": -3, "defender_loss": -3}
    t = field(5, made=box(discs=1, progress={"P3-12": {"effects": [none]}}), progress=["P3-12"])
    t.owns(0, "P3-12").owns(1, "P2-12").after(war(t, "E3", fight("ne_africa", 1, use=["P3-12"])))
    assert left(t) == (3, 3)


def test_roe_11_19_with_one_row_it_is_that_one() -> None:
    t = field(5)
    t.after(war(t, "E1", fight("ne_africa", 1)))
    # E1 later on: attacker 1, defender 3
    assert left(t) == (2, 0)


def test_roe_11_20_the_attacker_loses_the_number_though_the_defender_had_fewer() -> None:
    t = field(made=rows("E1", (2, 3)), cubes={0: 3, 1: 1})
    t.after(war(t, "E1", fight("ne_africa", 1)))
    assert left(t) == (1, 0)
