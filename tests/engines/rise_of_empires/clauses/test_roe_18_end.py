"""ROE-18: the end of the game and its result."""

from typing import Any

import pytest

from tests.engines.rise_of_empires.positions import eve, mine, over, refuses
from tests.engines.rise_of_empires.table import Table, act, first, food, keep, position, reveal, upkeep


def ended(seats: int = 3, **by_seat: dict[str, int]) -> Table:
    """A whole game in which nothing happens; ``s0``, ``s1`` ... are what each seat has after its last action."""
    t = eve(6, seats=seats)
    for seat in range(seats):
        t.has(seat, **{"gold": 0, "resource": 0, **by_seat.get(f"s{seat}", {})})
    over(t)
    assert t.look("phase") == "finished"
    return t


def result(t: Table) -> Any:
    """The result of a game that is over."""
    found = t.fold.result()
    assert found is not None
    return found


def ranks(t: Table) -> list[int]:
    """The place of each seat."""
    seats = result(t)["seats"]
    return [seats[str(seat)]["rank"] for seat in range(len(seats))]


def test_roe_18_1_no_move_is_taken_after_it() -> None:
    t = ended()
    for move in (act(0, "empire", tile="E1"), food(0), upkeep(0), keep(0), position(0, 1), reveal(), first(0)):
        refuses(t, move, "18.1", "game_over")


@pytest.mark.parametrize(("gold", "vp"), [(0, 0), (2, 0), (3, 1), (11, 3), (12, 4)])
def test_roe_18_2_every_full_3_gold_give_a_point(gold: int, vp: int) -> None:
    t = ended(s0={"gold": gold})
    assert mine(t, 0, "vp") == (vp,)
    assert result(t)["seats"]["0"]["breakdown"]["lines"]["gold"] == vp


@pytest.mark.parametrize(("discs", "vp"), [(0, 0), (2, 0), (3, 1), (8, 2)])
def test_roe_18_3_every_full_3_resource_discs_give_a_point(discs: int, vp: int) -> None:
    t = ended(s0={"resource": discs})
    assert mine(t, 0, "vp") == (vp,)
    assert result(t)["seats"]["0"]["breakdown"]["lines"]["resource"] == vp


def test_roe_18_4_remainders_are_not_put_together_w_38() -> None:
    assert mine(ended(s0={"gold": 2, "resource": 1}), 0, "vp") == (0,)
    assert mine(ended(s0={"gold": 11, "resource": 8}), 0, "vp") == (5,)


def test_roe_18_5_nothing_is_spent() -> None:
    t = ended(s0={"gold": 11, "resource": 8})
    assert mine(t, 0, "gold", "resource") == (11, 8)
    told = result(t)["seats"]["0"]["breakdown"]
    assert (told["gold"], told["resource"]) == (11, 8)


def test_roe_18_6_cubes_and_food_give_nothing() -> None:
    t = ended(s0={"food": 20, "pool": 30})
    assert mine(t, 0, "vp") == (0,)


def test_roe_18_7_most_points_win() -> None:
    t = ended(s0={"vp": 5}, s1={"vp": 9}, s2={"vp": 7})
    assert (result(t)["winners"], ranks(t), result(t)["tie_break"]) == ([1], [3, 1, 2], None)
    assert [result(t)["seats"][str(seat)]["score"] for seat in range(3)] == [5, 9, 7]


def test_roe_18_8_gold_breaks_a_tie_w_39() -> None:
    # 8 gold are two points as 6 are, so that both have 12
    t = ended(s0={"vp": 10, "gold": 6}, s1={"vp": 10, "gold": 8}, s2={"vp": 3})
    told = result(t)
    assert (told["winners"], ranks(t)) == ([1], [2, 1, 3])
    assert (told["tie_break"]["rule"], told["tie_break"]["how"]) == ("ROE-18.8", "gold")
    assert sorted(told["tie_break"]["seats"]) == [0, 1]


def test_roe_18_9_a_tie_in_gold_too_is_a_win_for_both() -> None:
    t = ended(s0={"vp": 10, "gold": 7}, s1={"vp": 3}, s2={"vp": 10, "gold": 7})
    told = result(t)
    assert (sorted(told["winners"]), ranks(t)) == ([0, 2], [1, 3, 1])
    assert (told["tie_break"]["rule"], told["tie_break"]["how"]) == ("ROE-18.9", "shared")


LINES = ["control", "second", "cities", "towns", "progress", "wonders", "trade", "food", "discs", "gold", "resource"]


def test_the_lines_of_the_breakdown_add_up_and_name_their_sources() -> None:
    t = eve(6, progress=["P3-15"]).owns(0, "P3-15", "C3A-1").cubes(0, ne_africa=2).cubes(1, ne_africa=1)
    t.has(0, food=1, vp=4, gold=4, resource=3)
    over(t)
    told = result(t)["seats"]["0"]["breakdown"]
    # food: Buenos Aires -2, North East Africa 2: nothing
    wanted = {"control": 2, "cities": 2, "progress": 3, "gold": 1, "resource": 1, "ruled": 4}
    assert told["lines"] == {**dict.fromkeys([*LINES, "ruled"], 0), **wanted}
    assert told["total"] == sum(wanted.values()) == result(t)["seats"]["0"]["score"]
    assert sum(line["vp"] for line in told["ledger"]) == told["total"]
    rows = [(line["turn"], line["line"], line["of"], line["vp"]) for line in told["ledger"] if line["line"] != "ruled"]
    assert set(rows) == {
        (6, "control", "ne_africa", 2), (6, "cities", "C3A-1", 2), (6, "progress", "P3-15", 3), (6, "gold", None, 1),
        (6, "resource", None, 1),
    }  # fmt: skip
    assert result(t)["seats"]["1"]["breakdown"]["lines"]["second"] == 1
    assert (told["tiles"]["progress"], told["tiles"]["cities"]) == (["P3-15"], ["C3A-1"])
    assert told["map"]["ne_africa"] == 2
