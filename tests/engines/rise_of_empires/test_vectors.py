"""The worked examples W-1 to W-45. Michael, Peter, Dan, Lin, Anna, Bela and Cora are seats, as each test says."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.engines.rise_of_empires.positions import *
from tests.engines.rise_of_empires.table import Table, act, box, fight, first, free, keep, put, reveal, table, upkeep


def test_every_worked_example_has_a_test() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py"))
    tested = {int(number) for number in re.findall(r"(?m)^def test_(?:\w+_)?w_(\d+)", text)}
    assert tested == set(range(1, FIGURES["numbered"]["examples"] + 1))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_w_1_start(seats: int) -> None:
    t = opened(seats)
    for seat in range(seats):
        assert mine(t, seat, "vp", "food", "gold", "resource", "pool", "stock", "discs") == (0, 16, 5, 2, 5, 25, 6)


@pytest.mark.parametrize(("seats", "circles", "empire"), [(5, 10, 8), (4, 8, 8), (3, 6, 6), (2, 4, 4)])
def test_w_2_circles(seats: int, circles: int, empire: int) -> None:
    t = opened(seats)
    assert [len(discs(t, row)) for row in ("progress", "territory", "city", "trade")] == [circles] * 4
    assert len(discs(t, "empire")) == empire


def test_w_4_second_disc() -> None:
    # Michael is seat 0
    t = rows_of(at(1, seats=5, discs=6), (0, "empire"), (1, "territory"))
    turn_of(t, 0).after(act(0, "territory", kind="plain"))
    assert discs(t, "territory")[:3] == [1, 0, None]


def row_of_three(turn: int = 2, **more: Any) -> Table:
    """Peter, seat 0, has circle 1 of the empire row, seats 1 and 2 the next two."""
    return b_turn((0, "empire"), (1, "empire"), (2, "empire"), turn=turn, **more)


PAYMENTS = [{"gold": 2}, {"food": 2}, {"vp": 2}, {"cube": 2}, {"resource": 2}, {"gold": 1, "food": 1}]


@pytest.mark.parametrize("pay", PAYMENTS)
def test_w_5_cost_of_two(pay: dict[str, int]) -> None:
    t = row_of_three().has(0, vp=2)
    assert removals(t, "empire")[1] == 2
    refuses(t, act(0, "empire", tile="E1", pay={"gold": 1}), "5.22", "wrong_payment")
    t.when(act(0, "empire", tile="E1", pay=pay)).accepted()


def test_w_6_waiting() -> None:
    t = row_of_three(seat=2)
    t.after(act(2, "empire", perform=False))
    turn_of(t, 1).after(act(1, "empire", perform=False))
    assert removals(t, "empire") == {1: 0}
    t.when(act(0, "empire", tile="E1")).accepted()


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


def test_w_12_sole_control() -> None:
    # Michael seat 0, Dan seat 1
    t = eve(1).cubes(0, nw_africa=2).cubes(1, nw_africa=1)
    over(t)
    assert (income(t, 1, 0), income(t, 1, 1)) == ({("region", "nw_africa"): {"cubes": 2}}, {})
    assert (mine(t, 0, "vp"), mine(t, 1, "vp")) == ((2,), (1,))


def test_w_13_joint_control() -> None:
    # Peter seat 0, Lin seat 1, Dan seat 2
    t = eve(1).cubes(0, ne_africa=2).cubes(1, ne_africa=2).cubes(2, ne_africa=1)
    over(t)
    assert [fed(t, 1, seat)["total"] for seat in range(3)] == [1, 1, 0]
    assert [t.look(f"scores.{seat}") for seat in range(3)] == [1, 1, 0]


def test_w_14_battle_at_sea() -> None:
    # Dan seat 0, Peter seat 1
    t = at(1).cubes(1, mediterranean=2)
    stocks = [mine(t, seat, "stock")[0] for seat in (0, 1)]
    t.after(act(0, "empire", tile="E1", place=put(mediterranean=3), battles=[fight("mediterranean", 1)]))
    assert t.look("map.mediterranean") == {"cubes": {"0": 2, "1": 0, "2": 0}, "control": [0], "second": []}
    assert [mine(t, seat, "stock")[0] for seat in (0, 1)] == [stocks[0] + 1, stocks[1] + 2]


def test_w_16_trade_7_6() -> None:
    t = at(5).has(0, resource=8, vp=3).after(act(0, "trade", box="7-6-vp"))
    assert mine(t, 0, "resource", "vp") == (1, 9)


def changing(turn: int, total: int, **amounts: int) -> Table:
    """A turn to its end in which seat 0's food changes by so much, by a city of its own."""
    made = box(
        discs=1,
        cities={
            "C1A-1": {
                "income": {"food": max(total, 0), "gold": 0, "resource": 0, "cubes": 0},
                "upkeep": {"food": max(-total, 0), "resource": 0},
                "vp_per_turn": 0,
            }
        },
    )
    return over(eve(turn, made=made).owns(0, "C1A-1").has(0, **amounts))


def test_w_17_food_shortage() -> None:
    assert mine(changing(1, -4, food=2, vp=5), 0, "food", "vp") == (0, 3)
    assert mine(changing(1, -4, food=2, vp=1), 0, "food", "vp") == (0, 0)


def test_w_18_food_surplus() -> None:
    assert mine(changing(1, 4, food=19, gold=0), 0, "food", "gold") == (20, 1)


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


def test_w_22_last_turn() -> None:
    t = changing(6, -2, food=3, vp=5, gold=0, resource=0)
    assert (fed(t, 6, 0)["total"], mine(t, 0, "food", "vp")) == (-2, (0, 4))


def test_w_23_last_turn_surplus() -> None:
    t = changing(6, 3, food=18, gold=0)
    assert mine(t, 0, "food", "gold") == (20, 2)


def test_w_24_vp_floor() -> None:
    t = changing(1, -6, food=1, vp=2)
    assert (mine(t, 0, "food", "vp"), fed(t, 1, 0)["missing"]) == ((0, 0), 5)


def scored(region: str, standard: tuple[int, int], *cubes: int, **more: Any) -> Table:
    """A turn to its end: each seat has so many cubes in a region with this standard."""
    t = eve(
        1,
        seats=max(2, len(cubes)),
        made=box(discs=1, regions={region: {"vp_first": standard[0], "vp_second": standard[1], **more}}),
    )
    for seat, count in enumerate(cubes):
        t.cubes(seat, **{region: count})
    return over(t)


def test_w_25_tied_second() -> None:
    t = scored("ne_africa", (3, 2), 4, 2, 2)
    assert [t.look(f"scores.{seat}") for seat in range(3)] == [3, 1, 1]


def test_w_26_tied_second_small() -> None:
    t = scored("ne_africa", (2, 1), 4, 2, 2)
    assert [t.look(f"scores.{seat}") for seat in range(3)] == [2, 0, 0]


def test_w_27_three_way_control() -> None:
    t = scored("ne_africa", (4, 2), 2, 2, 2, benefit={"food": 0, "gold": 0, "resource": 0, "cubes": 2})
    assert [t.look(f"scores.{seat}") for seat in range(3)] == [2, 2, 2]
    assert [income(t, 1, seat) for seat in range(3)] == [{}, {}, {}]


def test_w_28_alone() -> None:
    t = scored("ne_africa", (4, 2), 1, 0)
    assert [t.look(f"scores.{seat}") for seat in range(2)] == [4, 0]


def test_w_29_surplus_losses() -> None:
    t = at(1).cubes(0, ne_africa=1, near_east=3).cubes(1, ne_africa=1, near_east=3)
    # E6 of Era I: 2 and 2
    t.after(act(0, "empire", tile="E6", battles=[fight("ne_africa", 1)]))
    assert [t.look(f"map.{region}.cubes.{seat}") for region in ("ne_africa", "near_east") for seat in (0, 1)] == [
        0,
        0,
        3,
        3,
    ]


def test_w_30_two_battles() -> None:
    def ready(turn: int) -> Table:
        t = at(turn)
        for seat in (0, 1):
            t.cubes(seat, ne_africa=3, near_east=3)
        return t

    t = ready(4)
    two = [fight("ne_africa", 1), fight("near_east", 1, row=1)]
    refuses(t, act(0, "empire", tile="E3", battles=two, **off(t, 0)), "11.12", "too_many_battles")
    refuses(t, act(0, "empire", tile="E3", battles=two[1:], **off(t, 0)), "11.12", "battle_row")
    t.when(act(0, "empire", tile="E3", battles=two[:1], **off(t, 0))).accepted()
    for battles in (two, two[::-1], two[:1], two[1:]):
        ready(5).when(act(0, "empire", tile="E3", battles=battles)).accepted()


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


def test_w_33_navigation_gate() -> None:
    t = at(3, discs=2)
    for seat in (0, 1, 2):
        move = act(seat, "empire", tile="E1", place=put(north_america=1))
        refuses(turn_of(t, seat), move, "9.22", "overseas_closed")
    t.after(act(2, "progress", tile="P2-01"))
    for seat in (0, 1, 2):
        turn_of(t, seat).fold.decide(act(seat, "empire", tile="E1", place=put(north_america=1)))
    t = at(4)
    t.when(act(0, "empire", tile="E1", place=put(north_america=1), **off(t, 0))).accepted()


def test_w_34_recall() -> None:
    t = at(1).cubes(0, sw_europe=3).has(0, pool=1)
    t.when(act(0, "empire", tile="E1", recall=True, place=put(near_east=4))).accepted()
    assert t.look("seats.0.pool") == 0


def test_w_35_era_end() -> None:
    t = at(2, seats=5)
    for seat, count in enumerate((1, 2, 3, 4, 5)):
        t.cubes(seat, ne_africa=count)
    stocks = [mine(t, seat, "stock")[0] for seat in range(5)]
    done(t).on_to(2, "turn_order")
    assert [t.look(f"map.ne_africa.cubes.{seat}") for seat in range(5)] == [0, 1, 1, 2, 2]
    assert [mine(t, seat, "stock")[0] for seat in range(5)] == [
        stock + lost for stock, lost in zip(stocks, (1, 1, 2, 2, 3), strict=True)
    ]


def test_w_36_keeping() -> None:
    a, b, c, x, y = "P1-09", "P1-14", "P1-15", "C1B-1", "C1B-2"
    t = done(at(2).owns(0, a, b, c, x, y)).on_to(2, "era_end").has(0, gold=2, pool=1)
    stock = mine(t, 0, "stock")[0]
    refuses(t, keep(0, [a, b, c]), "17.3", "cost")
    t.when(keep(0, [a, b], [x])).accepted()
    assert mine(t, 0, "gold", "pool", "stock") == (0, 0, stock + 1)
    assert (c in t.look("gone.progress"), y in t.look("gone.city")) == (True, True)


def test_w_37_upkeep_from_income() -> None:
    t = eve(2).owns(0, "C1B-3").cubes(0, se_europe=1).has(0, resource=0)
    over(t)
    assert t.look("turns.2.income.0.paid") == ["C1B-3"]
    assert (mine(t, 0, "resource"), points(t, 2, 0)[("city", "C1B-3")]) == ((0,), 3)


def ended(seats: int, **by_seat: dict[str, int]) -> Table:
    """The end of a game in which each seat has these amounts after its last action, and else nothing."""
    t = eve(6, seats=seats)
    for seat in range(seats):
        t.has(seat, **{"gold": 0, "resource": 0, **by_seat.get(f"s{seat}", {})})
    return over(t)


def test_w_38_final_vp() -> None:
    t = ended(2, s0={"gold": 11, "resource": 8})
    assert mine(t, 0, "vp", "gold", "resource") == (5, 11, 8)


@pytest.mark.parametrize(("golds", "winners"), [((4, 5), [1]), ((4, 4), [0, 1])])
def test_w_39_tie_break(golds: tuple[int, int], winners: list[int]) -> None:
    # 4 and 5 gold give a point each: 119 before it
    t = eve(6, seats=2)
    for seat in (0, 1):
        t.has(seat, gold=golds[seat], resource=0)
        for by in [9] * 13 + [2]:
            t.rule("change_amount", seat=seat, what="vp", by=by)
    told = over(t).fold.result()
    assert told is not None
    assert [told["seats"][str(seat)]["score"] for seat in (0, 1)] == [120, 120]
    assert told["winners"] == winners


def test_w_40_turn_order() -> None:
    # Anna seat 0, Bela seat 1, Cora seat 2
    t = eve(1).has(0, vp=10).has(1, vp=7, gold=3, resource=1, pool=4).has(2, vp=7, gold=2, resource=2, pool=3)
    assert over(t).look("choosing") == [2, 1, 0]
    t = eve(1).has(0, vp=10).has(1, vp=7).has(2, vp=7)
    assert over(t).look("choosing") == [2, 1, 0]
    # with Bela further back than Cora it is Bela
    t = table(3, box=box(discs=1)).after(first(2)).turn_up()
    for _ in range(2):
        t.go()
    t.has(0, vp=10).has(1, vp=7).has(2, vp=7)
    assert over(t).look("choosing") == [1, 2, 0]


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


def test_w_43_wonders() -> None:
    t = b_turn((0, "city"), (1, "empire"), (2, "empire")).has(0, gold=4, resource=3, pool=2, vp=0)
    stock = mine(t, 0, "stock")[0]
    cities = list(t.look("seats.0.cities"))
    t.after(act(0, "city", tile="Pyramids"))
    assert mine(t, 0, "gold", "resource", "pool", "stock", "vp") == (2, 1, 0, stock + 2, 6)
    assert list(t.look("seats.0.cities")) == cities


def test_w_37_and_a_city_given_up_there_does_not_score() -> None:
    t = done(eve(2).owns(0, "C1B-3").has(0, resource=1))
    t.go().after(upkeep(0, "Rome"))
    assert points(t, 2, 0) == {}
    unkept(t)
