"""ARC-2: the table before the first turn."""

from typing import Any

import pytest

from engines import architects
from engines.kernel.game import Json
from tests.engines.architects.acts import FIGURES, build, go, no, step
from tests.engines.architects.table import COLOURS, OPEN, drafted, laid, opened, set_up
from tests.engines.given import no_table

FREE = ("A22", "A23", "A24", "A30", "A40")
"""Apprentices of the pile without an icon of virtue."""


@pytest.mark.parametrize(
    ("seats", "code", "rule"),
    [
        (("red", "red"), "ill_62", "ARC-2.1"), ((*COLOURS, "red"), "ill_62", "ARC-2.1"),
        (("red", "white"), "ill_62", "ARC-2.1"), (("red",), "ill_61", "ARC-25.4"),
    ],
)  # fmt: skip
def test_arc_2_1_other_tables_are_refused(seats: tuple[str, ...], code: str, rule: str) -> None:
    no_table(architects, seats, rule, code=code)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_arc_2_2_arc_2_3_the_market_begins_with_ten_cards_on_the_left_and_the_print_on_the_right(seats: int) -> None:
    t = laid(seats, setup={"small_face": "gold2"})
    assert t.facts["market_piles"] == {"left": 10, "small_face": "gold2", "right": 0, "large_face": None}
    assert t.look("small_market") == {"gold": 2}
    assert t.look("large_market") == {"marble": 2, "stone": 1, "wood": 1}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_arc_2_4_the_pile_of_rewards_has_two_a_player_and_one_we_1(seats: int) -> None:
    assert laid(seats).facts["rewards"] == {"pile": FIGURES["components"]["rewards"][str(seats)], "revealed": []}
    assert laid(4).facts["rewards"]["pile"] == 9


def test_arc_2_5_nobody_has_a_debt_and_a_first_one_is_unpaid() -> None:
    t = drafted(3)
    assert all((mine["unpaid"], mine["paid"]) == (0, 0) for mine in t.facts["seats"].values())
    t.have(0, clay=1, stone=2, gold=1).after(build("B16"))
    assert (t.seat(0)["unpaid"], t.seat(0)["paid"]) == (1, 0)


@pytest.mark.parametrize("row", ["top", "bottom"])
def test_arc_2_6_a_row_of_another_length_is_incomplete_or_too_long(row: str) -> None:
    t = opened(3)
    no(t, 66, set_up(**{row: list(FREE[:3])}))
    no(t, 66, set_up(**{row: None}))


def test_arc_2_7_the_buildings_are_a_pile_before_the_draft() -> None:
    t = drafted(3)
    assert t.facts["building_pile"] + sum(mine["hand"] for mine in t.facts["seats"].values()) == 40


def test_arc_2_8_four_silver_lie_above_the_tax_stand() -> None:
    assert laid(3).facts["tax_silver"] == FIGURES["components"]["tax_silver"] == 4


@pytest.mark.parametrize("side", [1, 2])
def test_arc_2_9_and_arc_1_11_everybody_has_20_workers(side: int) -> None:
    t = laid(5, side=side)
    for seat in range(5):
        assert t.workers(seat, "board") + t.workers(seat, "prison") == 20
    for place in OPEN:
        assert t.facts["locations"][place] == {}


def test_arc_2_10_the_boards_show_side_1_unless_the_table_says_otherwise() -> None:
    assert [mine["character"] for mine in laid(2).facts["seats"].values()] == [None, None]
    assert [mine["character"] for mine in laid(2, side=2).facts["seats"].values()] == ["frederick", "caroline"]


def test_arc_2_11_and_arc_15_2_everybody_stands_at_level_0_and_virtue_7() -> None:
    found = {(mine["cathedral"], mine["virtue"]) for mine in laid(5).facts["seats"].values()}
    assert found == {(0, FIGURES["components"]["virtue"])}


def test_arc_2_12_the_draft_gives_three_buildings_to_each() -> None:
    assert {mine["hand"] for mine in laid(4).facts["seats"].values()} == {0}
    assert {mine["hand"] for mine in drafted(4).facts["seats"].values()} == {3}


def test_arc_2_13_on_side_1_somebody_has_to_begin() -> None:
    no(opened(3), 66, set_up(start_player=None))


def test_arc_2_14_silver_goes_by_turn_order_we_2() -> None:
    t = laid(5)
    assert [t.goods(seat)["silver"] for seat in range(5)] == FIGURES["components"]["silver"]
    t = laid(5, setup={"start_player": 3})
    assert [t.goods(seat)["silver"] for seat in (3, 4, 0, 1, 2)] == [3, 4, 5, 6, 7]


def test_arc_2_15_nobody_begins_with_anything_else() -> None:
    for mine in laid(5).facts["seats"].values():
        assert [count for good, count in mine["goods"].items() if good != "silver"] == [0] * 5
        assert (mine["apprentices"], mine["buildings"], mine["captives"], mine["unpaid"]) == ([], [], {}, 0)


def take(seat: int, row: str, column: int, **more: Any) -> Json:
    """A starting apprentice."""
    return {"type": "starting_apprentice", "seat": seat, "row": row, "column": column, **more}


def test_arc_2_16_starting_apprentices_are_taken_in_reverse_turn_order_free_and_with_their_virtue() -> None:
    t = laid(3, starting_apprentice=True, setup={"start_player": 1, "top": ["A01", "A25", "A11", "A14"]})
    assert t.facts["phase"] == "draft"
    no(t, 69, take(1, "top", 1), "ARC-2.16")
    no(t, 69, take(2, "top", 1), "ARC-2.16")
    no(t, 74, {"type": "draft_done"})
    before = t.goods(0)
    t.after(take(0, "top", 1))  # last of 1, 2, 0
    assert (t.seat(0)["apprentices"], t.seat(0)["virtue"], t.goods(0)) == (["A01"], 8, before)
    t.after(take(2, "top", 2))
    assert (t.seat(2)["apprentices"], t.seat(2)["virtue"]) == (["A25"], 6)
    assert t.facts["apprentices"]["top"][0][0] is None
    t.after(take(1, "bottom", 1, refills=["A22", "A23", "A24"]))
    assert t.seat(1)["apprentices"] == ["A13"]
    assert t.facts["apprentices"]["pile"] == 29
    t.after({"type": "draft_done"})
    assert t.facts["phase"] == "play"


def test_arc_2_16_a_starting_apprentice_is_named_by_space_or_card_and_is_not_there_twice() -> None:
    t = laid(2, starting_apprentice=True)
    no(t, 19, take(1, "top", 1, apprentice="A06"))
    no(t, 66, {"type": "starting_apprentice", "seat": 1})
    t.after({"type": "starting_apprentice", "seat": 1, "apprentice": "A06"})
    no(t, 19, take(0, "top", 2, apprentice="A06", refills=["A22", "A23"]))


def test_arc_2_16_without_the_option_there_is_none() -> None:
    no(laid(2), 74, take(1, "top", 1), "ARC-2.16")


def test_arc_2_17_promotional_cards_are_in_play_only_with_the_option() -> None:
    no(opened(2), 21, set_up(top=["A41", "A06", "A11", "A14"]), "ARC-2.17")
    t = laid(2, promos=True, setup={"top": ["A41", "A06", "A11", "A14"]})
    assert t.facts["apprentices"]["pile"] == 35
    drafted(2).have(0, wood=3, stone=1).when(build("B41")).refused("ARC-2.17", "ARC-26.8", code="ill_43")
    t = drafted(2, promos=True).have(0, wood=3, stone=1).after(build("B41"))
    assert t.seat(0)["buildings"] == ["B41"]


def test_arc_2_18_the_refills_come_with_the_last_choice_as_many_as_there_are_gaps() -> None:
    t = laid(2, starting_apprentice=True)
    no(t, 69, take(1, "top", 2, refills=["A22", "A23"]))
    t.after(take(1, "top", 2))
    no(t, 69, take(0, "top", 1, refills=["A22"]), "ARC-2.18")
    no(t, 66, take(0, "top", 1))
    no(t, 21, take(0, "top", 1, refills=["A22", "A22"]))
    no(t, 21, take(0, "top", 1, refills=["A22", "A06"]))  # taken by seat 1
    t.after(take(0, "top", 1, refills=["A22", "A23"]))


def test_the_first_turn_waits_for_the_draft() -> None:
    no(laid(2), 74, go("quarry"), "ARC-3.6")
    no(drafted(2), 74, set_up())
    no(drafted(2), 74, {"type": "draft_done"})
    no(opened(2), 74, step())
