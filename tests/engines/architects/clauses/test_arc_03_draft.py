"""ARC-3: the draft of buildings."""

import pytest

from tests.engines.architects.acts import build, no
from tests.engines.architects.table import drafted, laid


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_arc_3_1_arc_3_4_arc_3_5_arc_3_7_each_keeps_three_of_four_and_the_pile_has_the_rest(seats: int) -> None:
    t = drafted(seats)
    assert {mine["hand"] for mine in t.facts["seats"].values()} == {3}
    assert t.facts["building_pile"] == 40 - 3 * seats
    assert drafted(seats, promos=True).facts["building_pile"] == 43 - 3 * seats


def test_arc_3_2_arc_3_3_the_cards_kept_are_told_in_the_order_of_the_picks_or_not() -> None:
    t = drafted(3, told={"kept": {"0": ["B11", None, "B01"], "2": ["B02", "B03", "B04"]}})
    assert sorted(t.look("seats.0.hand.known")) == ["B01", "B11"]
    assert (t.look("seats.1.hand.size"), t.look("seats.1.hand.known")) == (3, [])
    assert sorted(t.look("seats.2.hand.known")) == ["B02", "B03", "B04"]


@pytest.mark.parametrize(
    "kept",
    [
        {"0": ["B11", "B01"]}, {"0": ["B11", "B01", "B02", "B03"]}, {"0": ["B11", "B11", None]},
        {"0": ["B11", None, None], "1": ["B11", None, None]}, {"0": ["B41", None, None]}, {"0": ["B99", None, None]},
    ],
)  # fmt: skip
def test_arc_3_5_a_hand_has_three_different_cards_that_nobody_else_has(kept: object) -> None:
    no(laid(2), 77, {"type": "draft_done", "kept": kept})


def test_arc_3_6_who_was_told_nothing_knows_that_the_draft_is_over_and_no_more() -> None:
    t = laid(3)
    assert t.offered()
    t.after({"type": "draft_done"})
    assert [t.look(f"seats.{seat}.hand.size") for seat in range(3)] == [3, 3, 3]
    assert [t.look(f"seats.{seat}.hand.known") for seat in range(3)] == [[], [], []]
    assert t.facts["phase"] == "play"
    knowing = drafted(3, told={"kept": {"0": ["B11", "B01", "B02"]}})
    assert knowing.facts == t.facts


def test_arc_3_8_the_cards_put_back_can_be_anything_that_nobody_is_known_to_hold() -> None:
    # whatever was put under the pile by whom, the next hand may hold it
    t = drafted(2, told={"kept": {"0": ["B11", "B01", "B02"]}}).have(1, wood=2, stone=2).turn(1)
    no(t, 44, build("B11", 1), names=["3"])
    t.have(1, clay=4).after(build("B33", 1))
