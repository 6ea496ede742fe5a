"""ARC-14: constructing a building."""

from copy import deepcopy
from typing import Any

import pytest

from tests.engines.architects.acts import FIGURES, build, cost, each, effect, hire, no, own, ready, skilled
from tests.engines.architects.table import BOX, Table, drafted, opened

BASE = [f"B{number:02}" for number in range(1, 41)]
COSTS = {card: cost(card) for card in BASE}
SKILLED = [card for card in BASE if FIGURES["buildings"][card][2]]
PLAIN: dict[str, Any] = {"B08": {"choice": "gold"}, "B22": {"choice": "gold"}}
"""What has to be chosen where the card does."""


def purge(t: Table) -> dict[str, Any]:
    """What fills the display, where the next space of five players' Guildhall brings a purge."""
    space = len(t.facts["guildhall"]) + 1
    return {"purge_refill": ["A22", "A23"]} if space in FIGURES["guildhall"]["5"]["purges"] else {}


def test_arc_14_1_a_building_leaves_the_hand_and_lies_open() -> None:
    t = ready("B11")
    assert effect(t, build("B11")) == {
        "0.wood": -2, "0.stone": -2, "0.clay": 4, "0.hand": -1, "0.buildings": 1,
    }  # fmt: skip
    assert t.seat(0)["buildings"] == ["B11"]


@pytest.mark.parametrize("card", SKILLED)
def test_arc_14_2_each_skill_needs_an_apprentice_who_has_it(card: str) -> None:
    who = skilled(card)
    for missing in who:
        t = drafted(3).have(0, **cost(card), apprentices=[name for name in who if name != missing])
        t.have(1, apprentices=[missing])
        no(t, 41, build(card, **PLAIN.get(card, {})), "ARC-14.2")


@pytest.mark.parametrize("card", SKILLED)
def test_arc_14_3_a_labourer_covers_every_skill(card: str) -> None:
    t = drafted(3, setup={"bottom": ["A22", "A21", "A29", "A39"]}).have(0, **cost(card), apprentices=["A13"])
    t.after(build(card, **PLAIN.get(card, {})))
    assert t.seat(0)["buildings"] == [card]


def test_arc_26_8_of_two_buildings_of_a_name_the_one_that_is_known_in_hand_is_meant() -> None:
    box = deepcopy(BOX)
    next(card for card in box["buildings"] if card["id"] == "B33")["name"] = {"en": "Well", "es": "Pozo"}
    no(drafted(3, box=box).have(0, wood=2, stone=2), 66, build("Well"), "ARC-5.16")
    t = drafted(3, box=box, told={"kept": {"0": ["B11", None, None]}}).have(0, wood=2, stone=2).after(build("Well"))
    assert t.seat(0)["buildings"] == ["B11"]


def test_arc_14_2_who_was_hired_is_named_where_a_skill_is_missing() -> None:
    t = drafted(3).have(0, silver=9, **cost("B03")).after(hire("top", 1, "A22"))
    hired = t.name
    no(t.turn(0), 41, build("B03"), "ARC-14.2", names=[hired])


def test_arc_14_4_apprentices_are_not_used_up_edge_15() -> None:
    t = ready("B25").have(0, wood=4, stone=9, gold=6, clay=2, marble=1)
    t.after(build("B25")).turn(0).after(build("B03"))
    assert t.seat(0)["apprentices"] == skilled("B25")
    t.after({"type": "discard_apprentice", "seat": 0, "apprentice": "A17"})
    assert t.seat(0)["buildings"] == ["B25", "B03"]


@pytest.mark.parametrize("card", BASE)
def test_arc_14_5_the_cost_is_paid_in_full_to_the_supply(card: str) -> None:
    for good in COSTS[card]:
        short = ready(card).have(0, **{good: COSTS[card][good] - 1})
        no(short, 42, build(card, **PLAIN.get(card, {})), "ARC-14.5")
    t = ready(card)
    tax = t.facts["tax_silver"]
    t.after(build(card, payment=COSTS[card], spent=COSTS[card], **PLAIN.get(card, {})))
    assert (t.seat(0)["buildings"], t.facts["tax_silver"]) == ([card], tax)


def test_arc_14_6_below_0_it_brings_debts() -> None:
    assert own(ready("B26", virtue=1), build("B26"))["unpaid"] == 1
    assert own(ready("B26", virtue=0), build("B26"))["unpaid"] == 2


def test_arc_14_7_virtue_comes_before_the_effect() -> None:
    # a virtue of 7 is 8 after the Monument's own, and its effect makes it 9; at 13 the second is beyond 14
    assert own(ready("B36", virtue=13), build("B36"))["virtue"] == 1
    # the Church's own virtue at 14 destroys one debt, its effect another
    t = ready("B20", virtue=14).have(0, unpaid=2)
    assert own(t, build("B20", destroy_debt=True)) == {"clay": -3, "stone": -3, "unpaid": -2, "hand": -1}


def test_arc_14_8_a_gain_is_compulsory_and_a_choice_has_to_be_told() -> None:
    no(ready("B08"), 66, build("B08"), "ARC-5.16")
    no(ready("B22"), 66, build("B22"), "ARC-5.16")
    no(ready("B11"), 10, build("B11", gained={"clay": 3}), "ARC-5.16")
    t = ready("B04")
    t.after(build("B04"))  # "may": nobody is hired
    assert t.seat(0)["apprentices"] == skilled("B04")


@pytest.mark.parametrize(
    ("card", "more"),
    [
        ("B08", {"choice": "marble"}), ("B22", {"choice": "silver"}), ("B11", {"choice": "gold"}),
        ("B11", {"hire": {"row": "top", "column": 1, "refill": "A22"}}),
        ("B11", {"captures": [{"location": "forest", "seat": 1}]}), ("B11", {"library_discard": True}),
        ("B11", {"purge_refill": ["A22", "A23"]}), ("B11", {"crane": {"type": "build", "building": "B01"}}),
        ("B14", {"choice": "capture"}),
    ],
)  # fmt: skip
def test_arc_14_8_what_a_card_does_not_have_is_refused(card: str, more: dict[str, Any]) -> None:
    t = ready(card).have(0, clay=4, wood=9, stone=9).stand(1, forest=1)
    no(t, 73, build(card, **more), "ARC-14.8")


def test_arc_14_8_nor_does_the_well_dismiss_anybody() -> None:
    t = ready("B11").have(0, apprentices=["A18"])
    no(t, 73, build("B11", graveyard_discard="A18"), "ARC-14.8")


def test_arc_14_9_end_effects_wait_for_the_scoring() -> None:
    for card in ("B13", "B18", "B24", "B35", "B37", "B39"):
        t = ready(card).have(0, gold=9, marble=9, paid=4)
        found = own(t, build(card))
        assert found.get("virtue", 0) == FIGURES["buildings"][card][3], card


def test_arc_14_10_arc_14_11_any_number_of_buildings_may_stand_and_they_stay() -> None:
    t = drafted(5).have(0, **each(99), hand=6)
    for card in ("B01", "B06", "B11", "B17", "B22", "B33", "B34", "B39"):
        t.turn(0).have(0, hand=3).after(build(card, **purge(t), **PLAIN.get(card, {})))
    assert t.seat(0)["buildings"] == ["B01", "B06", "B11", "B17", "B22", "B33", "B34", "B39"]


def test_arc_14_12_what_it_brings_does_not_pay_for_it() -> None:
    no(ready("B08").have(0, gold=0), 42, build("B08", choice="gold"), "ARC-14.5")


@pytest.mark.parametrize("card", BASE)
def test_arc_14_13_no_building_costs_silver(card: str) -> None:
    t = ready(card)
    found = own(t, build(card, **PLAIN.get(card, {})))
    assert found.get("silver", 0) == (4 if card == "B05" else 0)


def test_a_building_has_to_be_known_in_play_and_not_yet_built() -> None:
    t = ready("B11").have(1, buildings=["B01"])
    no(t, 43, build("B01"), "ARC-26.8")
    no(t, 43, build("B41"))
    no(t, 43, build("B99"), "ARC-26.8", "ARC-2.17")
    no(opened(2), 74, build("B11"))


def test_we_16_the_well() -> None:
    t = ready("B11")
    assert own(t, build("B11")) == {"wood": -2, "stone": -2, "clay": 4, "hand": -1}
    assert t.look("standing.0") == 3


def test_we_17_the_keep() -> None:
    t = ready("B30")
    assert own(t, build("B30")) == {"wood": -5, "stone": -2, "gold": -2, "virtue": -2, "hand": -1}
    t.hold(0, {1: 8})
    # 12 and 2 for eight captives, -1 for virtue 5
    assert t.look("standing.0") == 14 - 1
