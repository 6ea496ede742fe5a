"""ARC-8: the Workshop."""

from typing import Any

import pytest

from tests.engines.architects.acts import effect, go, hire, no
from tests.engines.architects.table import BOTTOM, TOP, Table, drafted


def workshop(n: int, silver: int = 9, **setup: Any) -> Table:
    """Seat 0 is about to place its n-th worker there."""
    return drafted(3, setup=dict(setup)).stand(0, workshop=n - 1).have(0, silver=silver)


def row(t: Table, name: str) -> list[tuple[str, int]]:
    """A row of the display: cards with the silver on them."""
    return [(card, silver) for card, silver in t.facts["apprentices"][name]]


def test_arc_8_1_one_of_the_two_actions_a_turn() -> None:
    t = workshop(1).after(hire("top", 1, "A22"))
    no(t, 1, go("workshop_draw"))  # the turn is over (ill_20)


def test_arc_8_2_arc_8_3_hiring_costs_4_silver_2_of_them_tax() -> None:
    t = workshop(1, 4)
    assert effect(t, hire("top", 1, "A22")) == {"0.silver": -4, "tax": 2, "0.apprentices": 1, "pile": -1}


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 9])
def test_arc_8_4_columns_up_to_n_cost_no_more(n: int) -> None:
    column = min(n, 4)
    t = workshop(n, 4)
    assert effect(t, hire("top", column, "A22"))["0.silver"] == -4
    assert t.seat(0)["apprentices"] == [TOP[column - 1]]


def test_arc_8_5_the_rows_stand_for_themselves() -> None:
    t = workshop(1, 5).after(hire("top", 2, "A22"))
    assert row(t, "bottom") == [(card, 0) for card in BOTTOM]


@pytest.mark.parametrize(("n", "column"), [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)])
def test_arc_8_6_arc_8_7_beyond_n_a_silver_lies_on_each_of_the_first_cards(n: int, column: int) -> None:
    more = column - n
    t = workshop(n, 4 + more)
    assert effect(t, hire("bottom", column, "A22")) == {
        "0.silver": -4 - more, "tax": 2, "laid": more, "0.apprentices": 1, "pile": -1,
    }  # fmt: skip
    assert [silver for _, silver in row(t, "bottom")] == [1] * more + [0] * (4 - more)
    no(workshop(n, 3 + more), 15, hire("bottom", column, "A22"))


def test_arc_8_8_silver_piles_up_on_a_card() -> None:
    t = workshop(1, 20).after(hire("top", 4, "A22")).turn(0).stand(0, workshop=0).after(hire("top", 4, "A23"))
    assert row(t, "top") == [("A04", 2), ("A06", 2), ("A11", 2), ("A23", 0)]


def test_arc_8_9_the_skips_that_are_due_may_be_told() -> None:
    effect(workshop(1), hire("top", 3, "A22", skip=["A04", "A06"]))
    effect(workshop(3), hire("top", 3, "A22", skip=[]))
    no(workshop(3), 17, hire("top", 3, "A22", skip=["A04"]))


def test_arc_8_10_a_hired_apprentice_works_from_now_on() -> None:
    t = workshop(1).show("top", 1, "A30")
    t.after(hire("top", 1, "A22")).turn(0)
    assert effect(t, go("quarry")) == {"0.stone": 2}


def test_arc_8_11_the_silver_on_it_comes_along() -> None:
    t = workshop(1, 4).show("top", 1, silver=3)
    assert effect(t, hire("top", 1, "A22")) == {
        "0.silver": -4 + 3, "tax": 2, "laid": -3, "0.apprentices": 1, "pile": -1,
    }  # fmt: skip


def test_arc_8_12_the_silver_on_it_does_not_pay_for_it() -> None:
    no(workshop(1, 3).show("top", 1, silver=3), 15, hire("top", 1, "A22"))


@pytest.mark.parametrize(("card", "virtue"), [("A01", 1), ("A25", -1), ("A13", 0)])
def test_arc_8_13_the_virtue_of_the_card_counts_once(card: str, virtue: int) -> None:
    t = workshop(1, top=["A22", "A06", "A11", "A14"], bottom=[card, "A21", "A29", "A39"])
    assert effect(t, hire("bottom", 1, "A23")).get("0.virtue", 0) == virtue
    assert t.after(go("quarry", 1)).seat(0)["virtue"] == 7 + virtue


def test_arc_8_14_arc_8_15_the_row_slides_with_its_silver_and_is_filled_on_the_right() -> None:
    t = workshop(2).show("top", 1, silver=1).show("top", 3, silver=2)
    t.after(hire("top", 2, "A22"))
    assert row(t, "top") == [("A04", 1), ("A11", 2), ("A14", 0), ("A22", 0)]
    assert row(t, "bottom") == [(card, 0) for card in BOTTOM]
    assert t.facts["apprentices"]["pile"] == 31


def test_arc_8_15_what_fills_the_row_has_to_be_told_and_possible() -> None:
    no(workshop(1), 66, hire("top", 1, None))
    no(workshop(1), 21, hire("top", 1, "A06"))
    no(workshop(1), 21, hire("top", 1, "A41"), "ARC-2.17")
    no(workshop(1).have(1, apprentices=["A22"]), 21, hire("top", 1, "A22"))


def full(t: Table) -> Table:
    """Seat 0 has five apprentices, none of them on display."""
    return t.have(0, apprentices=["A15", "A16", "A17", "A18", "A22"])


def test_arc_8_16_unless_one_is_dismissed_first_mov_6() -> None:
    t = full(workshop(1))
    no(t, 63, hire("top", 1, "A23", discard="A24"))
    assert effect(t, hire("top", 1, "A23", discard="A22")) == {"0.silver": -4, "tax": 2}
    assert t.seat(0)["apprentices"] == ["A15", "A16", "A17", "A18", "A04"]
    t = full(workshop(1)).after({"type": "discard_apprentice", "seat": 0, "apprentice": "A22"}, hire("top", 1, "A23"))
    assert len(t.seat(0)["apprentices"]) == 5


def test_arc_8_17_a_dismissed_apprentice_is_under_the_pile() -> None:
    t = workshop(1).have(0, apprentices=["A23"]).after({"type": "discard_apprentice", "seat": 0, "apprentice": "A23"})
    assert t.facts["apprentices"]["pile"] == 32
    no(t, 21, hire("top", 1, "A23"), "ARC-26.10")


def test_arc_8_18_a_dismissal_does_not_undo_the_virtue() -> None:
    t = workshop(1, bottom=["A01", "A21", "A29", "A39"]).after(hire("bottom", 1, "A22"))
    assert t.seat(0)["virtue"] == 8
    assert effect(t, {"type": "discard_apprentice", "seat": 0, "apprentice": "A01"}) == {"0.apprentices": -1, "pile": 1}


def test_arc_8_19_more_are_hired_on_later_turns() -> None:
    t = workshop(1, 8).after(hire("top", 1, "A22")).turn(0).after(hire("top", 1, "A23"))
    assert t.seat(0)["apprentices"] == ["A04", "A06"]


@pytest.mark.parametrize(("n", "cards"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_arc_8_20_arc_8_21_drawing_brings_one_card_and_one_for_every_two_of_n_for_nothing(n: int, cards: int) -> None:
    t = workshop(n, 0)
    no(t, 10, go("workshop_draw", count=cards + 1), "ARC-5.16")
    assert effect(t, go("workshop_draw", count=cards)) == {"0.hand": cards, "cards": -cards}


def test_arc_8_20_a_second_worker_draws_two_we_9() -> None:
    assert effect(workshop(2), go("workshop_draw"))["0.hand"] == 2


def test_arc_8_22_how_many_is_public_and_which_is_secret() -> None:
    told = workshop(2).after(go("workshop_draw", drawn=["B11", None]))
    untold = workshop(2).after(go("workshop_draw"))
    assert told.facts == untold.facts
    assert told.look("seats.0.hand.known") == ["B11"]
    for drawn in (["B11"], ["B11", "B11"], ["B11", "B41"]):
        no(workshop(2), 77, go("workshop_draw", drawn=drawn))


def emptied(t: Table, left: int) -> Table:
    """So many cards are left in the pile of buildings; the others stand before seat 2."""
    ids = [f"B{number:02}" for number in range(1, 41)]
    return t.have(2, buildings=ids[: t.facts["building_pile"] - left])


def test_arc_8_23_a_short_pile_gives_what_it_has() -> None:
    t = emptied(workshop(4), 2)
    assert effect(t, go("workshop_draw")) == {"0.hand": 2, "cards": -2}


def test_arc_8_24_an_empty_pile_gives_nothing_and_that_is_noted() -> None:
    t = emptied(workshop(2), 0)
    assert effect(t, go("workshop_draw")) == {}
    assert [note["kind"] for note in t.look("warnings")] == ["no_effect"]


def test_we_8_hiring_the_fourth_with_two_workers_and_we_8b_the_silver_left_on_the_way() -> None:
    t = drafted(3, setup={"bottom": ["A39", "A32", "A29", "A25"]}).turn(2).stand(2, workshop=1).have(2, silver=6)
    assert effect(t, hire("bottom", 4, "A22", 2)) == {
        "2.silver": -6, "tax": 2, "laid": 2, "2.apprentices": 1, "2.virtue": -1, "pile": -1,
    }  # fmt: skip
    assert row(t, "bottom") == [("A39", 1), ("A32", 1), ("A29", 0), ("A22", 0)]
    assert t.seat(2)["apprentices"] == ["A25"]
    t.turn(0).have(0, silver=4)
    assert effect(t, hire("bottom", 1, "A23")) == {"0.silver": -3, "tax": 2, "laid": -1, "0.apprentices": 1, "pile": -1}
    assert row(t, "bottom") == [("A32", 1), ("A29", 0), ("A22", 0), ("A23", 0)]


def test_a_hire_that_names_neither_or_both_and_they_differ_is_refused_mov_7() -> None:
    no(workshop(1), 66, go("workshop_hire", refill="A22"))
    no(workshop(1), 66, go("workshop_hire", refill="A22", row="top"))
    no(workshop(1), 19, hire("top", 1, "A22", apprentice="A06"), "ARC-2.6")
    no(workshop(1), 19, go("workshop_hire", refill="A22", apprentice="A22"), "ARC-2.6")
    twice = workshop(4, top=["A39", "A06", "A11", "A14"], bottom=["A40", "A21", "A29", "A13"])
    no(twice, 66, go("workshop_hire", refill="A22", apprentice="A39"))
    no(twice, 66, go("workshop_hire", refill="A22", apprentice="Woodcutter"))
    assert twice.after(hire("bottom", 1, "A22", apprentice="A39")).seat(0)["apprentices"] == ["A40"]
