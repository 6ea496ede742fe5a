"""ARC-15: the Cathedral."""

from typing import Any

import pytest

from tests.engines.architects.acts import FIGURES, each, effect, last_turns, lines, no, own, scored, step
from tests.engines.architects.table import Table, drafted

COSTS = {1: {"gold": 1}, 2: {"stone": 4}, 3: {"marble": 1}, 4: {"wood": 8}, 5: {"gold": 2, "marble": 2}}
"""One payment for each level."""
ROOM = FIGURES["cathedral"]["spaces"]


def climber(level: int, seats: int = 3, **more: Any) -> Table:
    """Seat 0 is to move at a level, with plenty of goods."""
    return drafted(seats).have(0, **{**each(20), "virtue": 7, "level": level, **more})


def paying(level: int) -> dict[str, Any]:
    """The payment of a level, where it can be mixed."""
    return {"payment": COSTS[level]} if level in (2, 4) else {}


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_arc_15_1_arc_15_3_arc_15_4_a_step_is_one_level_at_the_price_of_the_new_one(level: int) -> None:
    spent = {good: -count for good, count in COSTS[level].items()}
    t = climber(level - 1)
    no(t, 48, step("R09", level=level + 1, **paying(level)), "ARC-15.1", "ARC-15.16")
    found = own(t, step("R09", level=level, **paying(level)))
    assert found == {**spent, "virtue": 2, "hand": -1, "cathedral": 1}


def test_arc_15_3_a_mix_that_can_only_be_one_need_not_be_told_we_20_mov_5() -> None:
    t = climber(1, stone=1, wood=3)
    assert own(t, step()) == {"stone": -1, "wood": -3, "virtue": 2, "hand": -1, "cathedral": 1}
    no(climber(1, stone=1, wood=2), 49, step())


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_arc_15_8_a_step_to_a_full_level_is_not_on_offer(level: int) -> None:
    t = climber(level - 1, 5)
    assert ("cathedral", 0) in t.offered()
    for seat in range(1, 1 + ROOM[level - 1]):
        t.have(seat, level=level)
    assert ("cathedral", 0) not in t.offered()


def test_arc_15_5_a_card_of_the_hand_goes_under_the_pile() -> None:
    t = climber(0)
    found = effect(t, step("R09", discarded=["B11"]))
    assert (found["0.hand"], found["cards"]) == (-1, 1)


def test_arc_15_6_with_an_empty_hand_there_is_no_step() -> None:
    no(climber(0, hand=0), 47, step(), "ARC-15.6")


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_arc_15_7_arc_15_8_a_level_has_room_for_so_many_we_19(level: int) -> None:
    room = ROOM[level - 1]
    t = climber(level - 1, seats=5)
    for other in range(1, room + 1):
        t.have(other, level=level)
    no(t, 46, step(**paying(level)), "ARC-15.8")
    t.have(1, level=level - 1)
    t.when(step(**paying(level))).accepted()


def test_arc_15_9_who_moves_on_makes_room_we_19() -> None:
    t = climber(2, seats=5).have(1, level=3, wood=8, virtue=7).have(2, level=3)
    no(t, 46, step())
    t.turn(1).after(step("R10", 1)).turn(0).after(step())
    assert [t.seat(seat)["cathedral"] for seat in (0, 1, 2)] == [3, 4, 3]


@pytest.mark.parametrize("virtue", range(15))
def test_arc_15_10_arc_15_11_with_virtue_4_or_less_there_is_no_step(virtue: int) -> None:
    t = climber(0, virtue=virtue)
    if virtue <= 4:
        no(t, 45, step(), "ARC-15.10")
    else:
        t.when(step()).accepted()


def test_arc_15_12_a_reward_has_to_be_told_while_there_is_one() -> None:
    no(climber(0), 66, step(None), "ARC-5.16")


def test_arc_15_13_without_a_reward_there_is_a_virtue_we_42_arc_15_14() -> None:
    t = climber(0).put_right("change_rewards", by=-7).have(0, apprentices=["A02"])
    no(t, 50, step("R09"), "ARC-15.12", "ARC-15.13")
    assert own(t, step(None)) == {"gold": -1, "virtue": 1, "clay": 2, "hand": -1, "cathedral": 1}


@pytest.mark.parametrize("level", range(6))
def test_arc_15_15_the_points_of_the_levels(level: int) -> None:
    t = last_turns().after({"type": "place_storehouse", "seat": 1, "trades": []}).have(0, level=level)
    assert lines(scored(t)).get("cathedral", 0) == FIGURES["cathedral"]["vp"][level]


def test_arc_15_16_nothing_is_above_level_5() -> None:
    no(climber(5), 48, step(), "ARC-15.16")


def test_arc_15_17_a_reward_that_no_box_has_is_refused() -> None:
    no(climber(0), 51, step("R99"), "ARC-26.11")


def test_we_18_the_first_step_with_virtue_and_gold() -> None:
    t = climber(0, gold=1, virtue=7)
    assert own(t, step("R11")) == {"virtue": 1, "hand": -1, "cathedral": 1}
    assert t.goods(0)["gold"] == 1
