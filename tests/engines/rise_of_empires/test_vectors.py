"""The worked examples W-1 to W-45. Michael, Peter, Dan, Lin, Anna, Bela and Cora are seats, as each test says."""

import re
from pathlib import Path

import pytest

from tests.engines.rise_of_empires.positions import *
from tests.engines.rise_of_empires.table import act, box, fight, first, free, keep, put, reveal, table


def test_every_worked_example_has_a_test() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py"))
    names = " ".join(re.findall(r"(?m)^def (test_\w+)", text))
    tested = {int(number) for number in re.findall(r"_w_(\d+)", names)}
    assert tested == set(range(1, FIGURES["numbered"]["examples"] + 1))


def test_w_9_agriculture_and_weapons() -> None:
    # Dan is seat 0, green seat 2
    t = at(1, discs=2).after(act(0, "progress", tile="P1-03")).go().go()
    t.cubes(2, sw_europe=2)
    stock = mine(t, 2, "stock")[0]
    t.after(act(0, "progress", tile="P1-01", free_after=[free("P1-03", "sw_europe", 2)]))
    assert discs(t, "progress")[:2] == [0, 0]
    assert t.look("seats.0.progress.P1-01") == {"up": True, "waiting": [1, 2]}
    assert t.look("seats.0.progress.P1-03.up") is False
    assert (t.look("map.sw_europe.cubes.2"), mine(t, 2, "stock")[0]) == (1, stock + 1)


def test_w_10_first_placement() -> None:
    t = at(1).when(act(0, "empire", tile="E2", place=put(nw_africa=2, ne_africa=2))).accepted()
    assert t.look("seats.0.pool") == 1


def test_w_11_adjacency_before_placing() -> None:
    t = at(1).cubes(0, sw_europe=3)
    refuses(t, act(0, "empire", tile="E2", place=put(ne_africa=1, nw_africa=1)), "9.12", "not_adjacent")
    t.when(act(0, "empire", tile="E2", place=put(nw_africa=2))).accepted()


def test_w_14_battle_at_sea() -> None:
    # Dan seat 0, Peter seat 1
    t = at(1).cubes(1, mediterranean=2)
    stocks = [mine(t, seat, "stock")[0] for seat in (0, 1)]
    t.after(act(0, "empire", tile="E1", place=put(mediterranean=3), battles=[fight("mediterranean", 1)]))
    assert t.look("map.mediterranean") == {"cubes": {"0": 2, "1": 0, "2": 0}, "control": [0], "second": []}
    assert [mine(t, seat, "stock")[0] for seat in (0, 1)] == [stocks[0] + 1, stocks[1] + 2]


def test_w_19_duplicates() -> None:
    t = at(1, discs=2, lands=["forest"] * 3).owns(0, "P1-05", "forest", "forest")
    refuses(t, act(0, "progress", tile="Iron Axes"), "6.5", "duplicate")
    t.when(act(0, "territory", kind="forest")).accepted()


FIVE = ["plain", "island", "forest", "mountain", "town_gold"]


def test_w_21_territory_sum() -> None:
    t = eve(1, lands=FIVE).owns(0, *FIVE)
    over(t)
    assert fed(t, 1, 0)["total"] == -2
    gains = income(t, 1, 0).values()
    assert (sum(gain.get("cubes", 0) for gain in gains), sum(gain.get("gold", 0) for gain in gains)) == (7, 1)
    assert points(t, 1, 0) == {("town", "town_gold"): 1}


def test_w_32_back_from_overseas() -> None:
    t = at(5).cubes(0, china=1).has(0, pool=5)
    for region in FIGURES["regions"]:
        move = act(0, "empire", tile="E2", place=put(**{region: 1}))
        if region in ("china", "india"):
            t.fold.decide(move)
        elif FIGURES["regions"][region][1] == "old_world":
            refuses(t, move, "9.15 9.17", "not_adjacent", "needs_water")
    refuses(t, act(0, "empire", tile="E4", place=put(russia=1, sw_europe=1)), "9.15", "not_adjacent")
    t.when(act(0, "empire", tile="E4", place=put(russia=1, china=1))).accepted()


def test_w_36_keeping() -> None:
    a, b, c, x, y = "P1-09", "P1-14", "P1-15", "C1B-1", "C1B-2"
    t = done(at(2).owns(0, a, b, c, x, y)).on_to(2, "era_end").has(0, gold=2, pool=1)
    stock = mine(t, 0, "stock")[0]
    refuses(t, keep(0, [a, b, c]), "17.3", "cost")
    t.when(keep(0, [a, b], [x])).accepted()
    assert mine(t, 0, "gold", "pool", "stock") == (0, 0, stock + 1)
    assert (c in t.look("gone.progress"), y in t.look("gone.city")) == (True, True)


@pytest.mark.parametrize("seats", [2, 4])
def test_w_42_clearing(seats: int) -> None:
    # Agriculture, Pottery and others, plains, Athens
    t = table(seats, box=box(discs=1)).after(first(0))
    tiles = ["Agriculture", "Pottery", "P1-03", "P1-05", "P1-07", "P1-08", "P1-09", "P1-10"]
    t.after(reveal(tiles, ["plain"] * 10)).on_to(2)
    offer = t.look("on_offer")
    there = (
        offer["progress"].get("P1-01"),
        offer["progress"].get("P1-14"),
        offer["territory"].get("plain", {}).get("aside", 0) > 0,
        offer["city"].get("C1A-5"),
    )
    assert there == (("aside", None, False, None) if seats == 2 else ("aside", "aside", True, "aside"))
