"""ROE-14: income."""

import pytest

from engines.kernel.game import Json
from tests.engines.rise_of_empires.positions import done, eve, income, mine, over, points, refuses
from tests.engines.rise_of_empires.table import Table, box, upkeep


def city(**changes: Json) -> Json:
    """A city that costs nothing in each turn but what is said."""
    nothing = {"food": 0, "gold": 0, "resource": 0, "cubes": 0}
    return {
        "upkeep": {"food": 0, "resource": 0, **changes.get("upkeep", {})},
        "income": {**nothing, **changes.get("income", {})},
        "vp_per_turn": changes.get("vp", 1),
    }


def paying(resource: int, *upkeeps: int, **more: Json) -> Table:
    """The income phase of turn 1: seat 0 owns cities C1A-1, C1A-2 ... with these upkeeps in discs."""
    cities = {f"C1A-{number}": city(upkeep={"resource": one}, **more) for number, one in enumerate(upkeeps, 1)}
    t = eve(1, made=box(discs=1, cities=cities)).owns(0, *cities).has(0, resource=resource)
    return done(t)


def test_roe_14_1_income_from_all_sources() -> None:
    # Pottery a gold, a town a disc, Tyre a disc, South East Europe a disc, North West Africa half of two cubes, two
    # plains; Irrigation a food for each plain
    t = eve(1, progress=["P1-07", "P1-14"], lands=["town_resource", "plain", "plain"]).cubes(1, nw_africa=1)
    t.owns(0, "P1-07", "P1-14", "town_resource", "plain", "plain", "C1A-3").cubes(0, se_europe=1, nw_africa=1)
    over(t)
    assert income(t, 1, 0) == {
        ("progress", "P1-14"): {"gold": 1}, ("territory", "town_resource"): {"resource": 1},
        ("territory", "plain"): {"cubes": 2}, ("city", "C1A-3"): {"resource": 1},
        ("region", "se_europe"): {"resource": 1}, ("region", "nw_africa"): {"cubes": 1},
    }  # fmt: skip
    assert mine(t, 0, "gold", "resource", "pool") == (6, 5, 8)
    shared = {"nw_africa": 2, "plain": 2, "P1-07": 2}
    for phase, sources in (
        ("income", ("se_europe", "nw_africa", "town_resource", "plain", "P1-14", "C1A-3")),
        ("food", ("plain", "C1A-3", "P1-07")),
        ("vp", ("se_europe", "nw_africa", "C1A-3", "town_resource")),
    ):
        counts = {gain["of"]: gain["count"] for gain in t.look(f"turns.1.{phase}.0.items")}
        assert counts == {source: shared.get(source, 1) for source in sources}, phase


def test_roe_14_2_cubes_come_from_the_stock() -> None:
    t = eve(1, lands=["mountain"]).owns(0, "mountain")
    before = mine(t, 0, "stock")[0]
    over(t)
    assert mine(t, 0, "pool", "stock") == (8, before - 3)


@pytest.mark.parametrize(("stock", "gets"), [(2, 2), (0, 0), (3, 3)])
def test_roe_14_3_a_small_stock_gives_what_it_has(stock: int, gets: int) -> None:
    t = eve(1, lands=["mountain"]).owns(0, "mountain").has(0, pool=30 - stock)
    over(t)
    assert mine(t, 0, "pool", "stock") == (30 - stock + gets, stock - gets)


def test_roe_14_4_the_first_part_comes_before_the_upkeep_w_37() -> None:
    made = box(discs=1, cities={"C1A-1": city(upkeep={"resource": 1})})
    t = done(eve(1, made=made).owns(0, "C1A-1").cubes(0, se_europe=1).has(0, resource=0))
    # until the choice nothing was collected; then a disc comes and is paid
    assert (t.look("phase"), mine(t, 0, "resource")) == ("income", (0,))
    t.when(upkeep(0)).accepted()
    assert (mine(t, 0, "resource"), t.look("turns.1.income.0.paid")) == ((0,), ["C1A-1"])


def test_roe_14_5_each_city_with_upkeep_in_discs_is_paid_or_given_up() -> None:
    t = paying(3, 1, 1, 0)
    refuses(t, upkeep(0, "C1A-3"), "14.5", "no_upkeep")
    refuses(t, upkeep(0, "C1A-5"), "14.5", "no_upkeep")
    refuses(t, upkeep(0, "C1A-1", "C1A-1"), "14.5", "no_upkeep")
    t.after(upkeep(0, "C1A-1"))
    assert (mine(t, 0, "resource"), set(t.look("seats.0.cities"))) == ((2,), {"C1A-2", "C1A-3"})


def test_roe_14_6_an_upkeep_of_two_discs_is_due_in_full() -> None:
    t = paying(1, 2)
    refuses(t, upkeep(0), "14.6", "must_drop")
    t.when(upkeep(0, "C1A-1")).accepted()
    assert mine(t, 0, "resource") == (1,)


def test_roe_14_7_what_could_be_paid_may_go_too() -> None:
    t = paying(9, 1, 1).after(upkeep(0, "C1A-1", "C1A-2"))
    assert (mine(t, 0, "resource"), t.look("seats.0.cities")) == ((9,), {})


def test_roe_14_8_a_paid_city_yields_last_and_pays_for_none_edge_33() -> None:
    t = paying(1, 1, 1, income={"resource": 2, "gold": 1})
    refuses(t, upkeep(0), "14.6", "must_drop")
    t.after(upkeep(0, "C1A-2"))
    assert income(t, 1, 0) == {}
    assert income(t, 1, 0, "after") == {("city", "C1A-1"): {"resource": 2, "gold": 1}}
    assert t.look("turns.1.income.0.after.0.count") == 1
    assert mine(t, 0, "resource", "gold") == (2, 6)


def test_roe_14_9_cities_given_up_do_not_score() -> None:
    t = paying(1, 1, 1).after(upkeep(0, "C1A-2"))
    assert points(t, 1, 0) == {("city", "C1A-1"): 1}
    assert "C1A-2" in t.look("gone.city")
    assert t.look("turns.1.income.0.given_up") == ["C1A-2"]
