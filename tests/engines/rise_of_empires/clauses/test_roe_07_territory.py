"""ROE-7: territory tiles."""

import pytest

from tests.engines.rise_of_empires.positions import at, eve, fed, income, mine, over, points, refuses, turn_of
from tests.engines.rise_of_empires.table import act, box, table

KINDS = ["plain", "island", "forest", "mountain", "town_gold", "town_resource", "town_food", "town_cube"]


def test_roe_7_1_the_action_takes_a_tile_that_is_to_be_had() -> None:
    t = at(1, discs=2, lands=["town_food"]).after(act(0, "territory", kind="town_food"))
    assert mine(t, 0, "territory") == ({"town_food": 1},)
    assert "town_food" not in t.look("on_offer.territory")
    refuses(t, act(1, "territory", kind="town_food"), "7.1", "not_available")
    refuses(t, act(1, "territory", kind="mountain"), "7.1", "not_available")


def test_roe_7_2_it_is_free_in_later_turns_too() -> None:
    t = table(4, box=box(discs=1)).on_to(3)
    seat = t.look("to_move")[0]
    t.has(seat, gold=0, resource=0)
    assert t.look("on_offer.territory.plain.aside") == 10
    t.when(act(seat, "territory", kind="plain")).accepted()
    assert mine(t, seat, "gold", "resource", "territory") == (0, 0, {"plain": 1})


def test_roe_7_3_one_may_own_several_of_a_kind() -> None:
    t = at(1, discs=3, lands=["forest"] * 3)
    for count in (1, 2, 3):
        turn_of(t, 0).after(act(0, "territory", kind="forest"))
        assert mine(t, 0, "territory") == ({"forest": count},)


YIELDS = [
    pytest.param("plain", 2, {"cubes": 1}, 0, id="ROE-7.4 plain"),
    pytest.param("island", 1, {"cubes": 1}, 0, id="ROE-7.5 island"),
    pytest.param("forest", -2, {"cubes": 2}, 0, id="ROE-7.6 forest"),
    pytest.param("mountain", -3, {"cubes": 3}, 0, id="ROE-7.7 mountain"),
    pytest.param("town_gold", 0, {"gold": 1}, 1, id="ROE-7.8 a gold"),
    pytest.param("town_resource", 0, {"resource": 1}, 1, id="ROE-7.8 a disc"),
    pytest.param("town_food", 1, {}, 1, id="ROE-7.8 a food"),
    pytest.param("town_cube", 0, {"cubes": 1}, 1, id="ROE-7.8 a cube"),
]


@pytest.mark.parametrize(("kind", "food", "gains", "vp"), YIELDS)
def test_roe_7_4_to_7_8_what_each_kind_gives_in_each_turn(kind: str, food: int, gains: dict[str, int], vp: int) -> None:
    t = eve(1, lands=[kind]).owns(0, kind)
    over(t)
    assert fed(t, 1, 0)["total"] == food
    assert income(t, 1, 0) == ({("territory", kind): gains} if gains else {})
    assert points(t, 1, 0) == ({("town", kind): vp} if vp else {})
    assert mine(t, 0, "food", "vp", "pool") == (16 + food, vp, 5 + gains.get("cubes", 0))


def test_roe_7_9_there_are_six_towns_and_so_many_of_each_other_kind() -> None:
    rows = {tile["id"]: tile["count"] for tile in box()["territory"]}
    assert list(rows) == KINDS
    assert list(rows.values()) == [10, 8, 8, 8, 2, 2, 1, 1]
    towns = [tile["count"] for tile in box()["territory"] if tile["group"] == "town"]
    assert (sum(towns), box()["counts"]["towns"]) == (6, 6)


def test_roe_7_10_territory_is_never_lost() -> None:
    t = at(1).after(act(0, "territory", kind="plain"))
    t.on_to(7)
    assert (t.look("phase"), mine(t, 0, "territory")) == ("finished", ({"plain": 1},))
