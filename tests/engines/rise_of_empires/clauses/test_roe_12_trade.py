"""ROE-12: trade."""

import pytest

from tests.engines.rise_of_empires.positions import FIGURES, at, b_turn, mine, refuses, turn_of
from tests.engines.rise_of_empires.table import act, box

BOXES = [(name, *row) for name, row in FIGURES["boxes"].items()]
TURN_OF = {1: 1, 2: 3, 3: 5}


@pytest.mark.parametrize(("name", "discs", "gold", "vp", "eras"), BOXES)
def test_roe_12_1_and_roe_12_2_the_discs_lie_on_the_box_and_its_gold_or_points_come_w_16(
    name: str, discs: int, gold: int, vp: int, eras: list[int]
) -> None:
    t = at(TURN_OF[eras[0]]).has(0, resource=9, gold=1, vp=2)
    t.after(act(0, "trade", box=name))
    assert mine(t, 0, "resource", "gold", "vp") == (9 - discs, 1 + gold, 2 + vp)
    assert t.look(f"trade.{name}") == {"seat": 0, "discs": discs}


def test_roe_12_3_a_box_serves_one_player_once_in_a_turn() -> None:
    t = at(1, discs=2).has(0, resource=9).has(1, resource=9).after(act(0, "trade", box="1-2-gold"))
    refuses(turn_of(t, 0), act(0, "trade", box="1-2-gold"), "12.3", "box_taken")
    refuses(turn_of(t, 1), act(1, "trade", box="1-2-gold"), "12.3", "box_taken")
    t.on_to(2)
    assert t.look("trade.1-2-gold") is None


@pytest.mark.parametrize(("name", "discs", "gold", "vp", "eras"), BOXES)
@pytest.mark.parametrize("era", [1, 2, 3])
def test_roe_12_4_a_box_is_open_in_the_eras_marked_on_it(
    name: str, discs: int, gold: int, vp: int, eras: list[int], era: int
) -> None:
    t = at(TURN_OF[era]).has(0, resource=9)
    if era in eras:
        t.when(act(0, "trade", box=name)).accepted()
    else:
        refuses(t, act(0, "trade", box=name), "12.4", "box_era")


def test_roe_12_5_the_discs_are_nobodys_until_the_next_new_tiles_w_15() -> None:
    t = at(1).after(act(0, "trade", box="2-4-gold"))
    t.on_to(1, "turn_order")
    assert (t.look("trade.2-4-gold"), mine(t, 0, "resource")) == ({"seat": 0, "discs": 2}, (0,))
    t.on_to(2, "reveal")
    assert (t.look("trade.2-4-gold"), mine(t, 0, "resource")) == (None, (0,))


@pytest.mark.parametrize("short", [0, 1])
def test_roe_12_6_the_exact_number_is_needed(short: int) -> None:
    t = at(1).has(0, resource=short, gold=9)
    refuses(t, act(0, "trade", box="2-4-gold"), "12.6 5.15", "too_few_discs")
    t = b_turn((0, "trade"), (1, "empire"), (2, "empire")).has(0, resource=short)
    refuses(t, act(0, "trade", box="2-4-gold"), "12.6 5.15", "too_few_discs")


def test_roe_12_7_two_boxes_are_known_and_the_others_are_ours() -> None:
    assert FIGURES["boxes"]["2-4-gold"][:3] == [2, 4, 0]
    assert FIGURES["boxes"]["7-6-vp"][:3] == [7, 0, 6]
    assert [row["id"] for row in box()["trade"]] == list(FIGURES["boxes"])
    for row in box()["trade"]:
        gains = "gold" if row["gold"] else "vp"
        assert row["id"] == f"{row['resources']}-{row[gains]}-{gains}"


def test_roe_12_8_one_player_may_use_several_boxes_in_a_turn() -> None:
    t = at(1, discs=3).has(0, resource=9, gold=0)
    for name in ("1-2-gold", "3-6-gold", "2-1-vp"):
        turn_of(t, 0).after(act(0, "trade", box=name))
    assert mine(t, 0, "resource", "gold", "vp") == (3, 8, 1)
