"""What a judge may put right in Architects, each adjustment against what is true of every table."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engines import architects
from engines.kernel.game import IllegalMoveError, Json
from tests.contract import games
from tests.contract.ruling import with_rulings
from tests.engines.architects.acts import (
    IDLE,
    back,
    counted,
    differs,
    go,
    hire,
    hired,
    last,
    last_turns,
    no,
    reset,
    step,
)
from tests.engines.architects.table import Table, drafted, laid, opened, set_up
from tests.engines.architects.test_simulated import invariants
from tests.engines.given import in_both_languages


def moved(
    seat: int, source: str, target: str, count: int, changes: dict[str, int], **holders: int
) -> tuple[str, dict[str, Any], dict[str, int]]:
    """Workers moved, and what that changes."""
    return "move_workers", {"seat": seat, "source": source, "target": target, "count": count, **holders}, changes


CHANGES: list[tuple[str, dict[str, Any], dict[str, int]]] = [
    ("change_goods", {"seat": 1, "good": "clay", "by": 3}, {"1.clay": 3}),
    ("change_goods", {"seat": 0, "good": "silver", "by": -3}, {"0.silver": -3}),
    ("change_tax", {"by": -4}, {"tax": -4}), ("change_virtue", {"seat": 1, "by": 9}, {"1.virtue": 9}),
    ("change_debts", {"seat": 0, "face": "unpaid", "by": 2}, {"0.unpaid": 2}),
    ("change_debts", {"seat": 0, "face": "paid", "by": 1}, {"0.paid": 1}),
    moved(0, "board", "mines", 3, {"0.workers": -3, "mines.0": 3}),
    moved(0, "board", "captive", 2, {"0.workers": -2, "1.holds.0": 2}, target_holder=1),
    moved(0, "forest", "prison", 1, {"forest.0": -1, "prison.0": 1}),
    moved(1, "market_left", "market_right", 1, {"market_left.1": -1, "market_right.1": 1}),
    moved(1, "guildhall", "board", 2, {"guildhall.1": -2, "1.workers": 2}),
    moved(1, "prison", "guildhall", 2, {"prison.1": -2, "guildhall.1": 2}),
    moved(2, "board", "guildhall", 13, {"2.workers": -13, "guildhall.2": 13}),
    moved(1, "captive", "captive", 2, {"2.holds.1": -2, "0.holds.1": 2}, source_holder=2, target_holder=0),
    ("change_tax", {"by": 996}, {"tax": 996}), ("change_virtue", {"seat": 1, "by": -5}, {"1.virtue": -5}),
    ("change_debts", {"seat": 1, "face": "paid", "by": -3}, {"1.paid": -3}),
    ("change_level", {"seat": 1, "by": 4}, {"1.cathedral": 4}),
    ("set_space", {"row": "top", "column": 1, "silver": 1}, {"laid": 1}),
    ("set_space", {"row": "top", "column": 3, "silver": 0}, {"laid": -1}),
    ("set_space", {"row": "top", "column": 3, "apprentice": "A23"}, {"laid": -1}),
    ("set_space", {"row": "top", "column": 3, "apprentice": "A23", "silver": 1}, {}),
    ("set_space", {"row": "bottom", "column": 4, "silver": 1000}, {"laid": 1000}),
    ("set_market", {"turned": 0, "small_face": "gold2"}, {}),
    ("set_market", {"turned": 10, "large_face": "wood2_marble2"}, {"left": -10, "right": 10}),
    ("change_rewards", {"by": 4}, {"rewards": 4}),
    ("change_hand", {"seat": 1, "by": 30}, {"1.hand": 30, "cards": -30}),
    ("change_level", {"seat": 1, "by": 2}, {"1.cathedral": 2}),
    ("give_apprentice", {"seat": 1, "apprentice": "A23"}, {"1.apprentices": 1, "pile": -1}),
    ("give_apprentice", {"seat": 1, "apprentice": "A22"}, {"1.apprentices": 1, "0.apprentices": -1}),
    ("take_apprentice", {"seat": 0, "apprentice": "A22"}, {"0.apprentices": -1, "pile": 1}),
    ("set_space", {"row": "top", "column": 2, "silver": 2}, {"laid": 2}),
    ("set_space", {"row": "top", "column": 2, "apprentice": "A23"}, {}),
    ("give_building", {"seat": 1, "building": "B02"}, {"1.buildings": 1, "cards": -1}),
    ("give_building", {"seat": 1, "building": "B01"}, {"1.buildings": 1, "0.buildings": -1}),
    ("take_building", {"seat": 0, "building": "B01"}, {"0.buildings": -1, "cards": 1}),
    ("change_hand", {"seat": 1, "by": -2}, {"1.hand": -2, "cards": 2}),
    ("set_market", {"turned": 2, "small_face": "gold2", "large_face": "wood2_marble2"}, {"left": -2, "right": 2}),
    ("change_rewards", {"by": -3}, {"rewards": -3}), ("set_turn", {"seat": 2}, {}),
]  # fmt: skip
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("change_goods", {"seat": 0, "good": "clay", "by": -1}, "ARC-1.10"),
    ("change_goods", {"seat": 7, "good": "clay", "by": 1}, "ARC-2.1"),
    ("change_goods", {"seat": 0, "good": "silver", "by": 998}, "ARC-1.10"),
    ("change_goods", {"seat": 0, "good": "tin", "by": 1}, "ARC-1.10"),
    ("change_tax", {"by": -5}, "ARC-10.1"),
    ("change_virtue", {"seat": 1, "by": 10}, "ARC-16.1"),
    ("change_virtue", {"seat": 1, "by": -6}, "ARC-16.1"),
    ("change_debts", {"seat": 1, "face": "unpaid", "by": -2}, "ARC-17.9"),
    ("change_debts", {"seat": 0, "face": "paid", "by": -1}, "ARC-17.9"),
    ("move_workers", {"seat": 0, "source": "quarry", "target": "board", "count": 1}, "ARC-5.17"),
    ("move_workers", {"seat": 0, "source": "forest", "target": "board", "count": 2}, "ARC-5.17"),
    ("move_workers", {"seat": 0, "source": "board", "target": "market_left", "count": 2}, "ARC-5.4"),
    ("move_workers", {"seat": 0, "source": "board", "target": "guildhall", "count": 17}, "ARC-13.3"),
    ("move_workers", {"seat": 0, "source": "board", "target": "captive", "count": 1, "target_holder": 0}, "ARC-9.10"),
    ("move_workers", {"seat": 1, "source": "board", "target": "market_left", "count": 1}, "ARC-5.4"),
    ("move_workers", {"seat": 2, "source": "board", "target": "guildhall", "count": 14}, "ARC-13.3"),
    ("move_workers", {"seat": 0, "source": "board", "target": "mines", "count": 0}, "ARC-5.17"),
    ("move_workers", {"seat": 0, "source": "forest", "target": "forest", "count": 1}, "ARC-5.17"),
    ("move_workers", {"seat": 0, "source": "guildhall", "target": "board", "count": 1}, "ARC-5.17"),
    ("move_workers", {"seat": 1, "source": "captive", "target": "board", "count": 1}, "ARC-9.9"),
    ("move_workers", {"seat": 0, "source": "board", "target": "captive", "count": 1}, "ARC-9.9"),
    ("move_workers", {"seat": 0, "source": "board", "target": "captive", "count": 1, "target_holder": 3}, "ARC-2.1"),
    *(
        (
            "move_workers",
            {"seat": 1, "source": "captive", "source_holder": holder, "count": count, **target},
            "ARC-5.17",
        )
        for holder, count, target in (
            (2, 4, {"target": "board"}),
            (0, 1, {"target": "board"}),
            (2, 1, {"target": "captive", "target_holder": 2}),
        )
    ),
    ("change_level", {"seat": 0, "by": -1}, "ARC-15.7"),
    ("change_level", {"seat": 0, "by": 5}, "ARC-15.8"),
    ("change_level", {"seat": 0, "by": 6}, "ARC-15.7"),
    ("give_apprentice", {"seat": 0, "apprentice": "A06"}, "ARC-1.12"),
    ("give_apprentice", {"seat": 0, "apprentice": "A41"}, "ARC-1.12"),
    ("give_apprentice", {"seat": 0, "apprentice": "A22"}, "ARC-1.12"),
    ("give_apprentice", {"seat": 0, "apprentice": "Merchant"}, "ARC-1.12"),
    ("give_apprentice", {"seat": 2, "apprentice": "A23"}, "ARC-8.16"),
    ("take_apprentice", {"seat": 0, "apprentice": "A23"}, "ARC-4.10"),
    ("set_space", {"row": "top", "column": 1, "apprentice": "A22"}, "ARC-2.6"),
    ("set_space", {"row": "top", "column": 5, "silver": 1}, "ARC-2.6"),
    ("set_space", {"row": "top", "column": 0, "silver": 1}, "ARC-2.6"),
    ("set_space", {"row": "top", "column": 1}, "ARC-2.6"),
    ("set_space", {"row": "top", "column": 1, "apprentice": "A41"}, "ARC-2.17"),
    ("set_space", {"row": "top", "column": 1, "silver": 0}, "ARC-8.8"),
    ("set_space", {"row": "top", "column": 1, "silver": -1}, "ARC-8.8"),
    ("set_space", {"row": "top", "column": 1, "silver": 1001}, "ARC-8.8"),
    ("give_building", {"seat": 0, "building": "B01"}, "ARC-26.9"),
    ("give_building", {"seat": 0, "building": "B41"}, "ARC-26.9"),
    ("take_building", {"seat": 0, "building": "B02"}, "ARC-26.9"),
    ("change_hand", {"seat": 0, "by": -4}, "ARC-26.9"),
    ("change_hand", {"seat": 0, "by": 31}, "ARC-26.9"),
    ("set_market", {"turned": 11}, "ARC-26.13"),
    ("set_market", {"turned": -1, "small_face": "gold2"}, "ARC-26.13"),
    ("set_market", {"turned": 0, "small_face": "marble1"}, "ARC-26.13"),
    ("set_market", {"turned": 1, "small_face": "gold2"}, "ARC-18.5"),
    ("set_market", {"turned": 1, "large_face": "wood2_marble2"}, "ARC-18.5"),
    ("set_market", {"turned": 0, "small_face": "gold2", "large_face": "wood2_marble2"}, "ARC-18.5"),
    ("set_market", {"turned": 10, "small_face": "gold2", "large_face": "wood2_marble2"}, "ARC-18.5"),
    ("change_rewards", {"by": -8}, "ARC-2.4"),
    ("change_rewards", {"by": 5}, "ARC-2.4"),
    ("set_turn", {"seat": 0}, "ARC-4.1"),
]


def standing() -> Table:
    """Three seats; seat 0 has an apprentice, a building and a worker in the Forest, others are full or about."""
    t = drafted(3).stand(0, forest=1).have(0, apprentices=["A22"], buildings=["B01"]).show("top", 3, silver=1)
    t.stand(0, guildhall=1).stand(1, market_left=1, guildhall=2, prison=2).hold(2, {1: 3})
    t.have(1, virtue=5, unpaid=1, paid=3)
    return t.have(2, level=5, apprentices=["A15", "A16", "A17", "A18", "A24"])


@pytest.mark.parametrize(("kind", "fields", "changes"), CHANGES)
def test_an_adjustment_changes_what_it_says_and_nothing_else(
    kind: str, fields: dict[str, Any], changes: dict[str, int]
) -> None:
    t = standing()
    before = counted(t.facts)
    t.put_right(kind, **fields)
    assert differs(before, counted(t.facts)) == changes


@pytest.mark.parametrize(("kind", "fields", "clause"), REFUSED)
def test_what_is_true_of_every_table_stays_so(kind: str, fields: dict[str, Any], clause: str) -> None:
    t = standing()
    before = t.facts
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.adjust({"type": kind, **fields})
    assert caught.value.rule == clause, caught.value.says
    in_both_languages(caught.value.says)
    assert t.facts == before


MISFITS: list[tuple[tuple[str, dict[str, Any], dict[str, int]], bool]] = [
    (("change_goods", {"seat": 0, "good": "silver", "by": -9}, {"0.silver": -3}), False),
    (("change_tax", {"by": -9}, {"tax": -4}), False),
    (("change_virtue", {"seat": 0, "by": 9}, {"0.virtue": 7}), False),
    (("change_virtue", {"seat": 0, "by": -9}, {"0.virtue": -7}), False),
    (("change_debts", {"seat": 1, "face": "unpaid", "by": -2}, {"1.unpaid": -1}), False),
    (("change_debts", {"seat": 1, "face": "paid", "by": -4}, {"1.paid": -3}), False),
    (("change_level", {"seat": 2, "by": 3}, {}), False),
    (("change_level", {"seat": 2, "by": -6}, {"2.cathedral": -5}), False),
    (("change_rewards", {"by": -9}, {"rewards": -7}), False),
    (moved(0, "forest", "mines", 3, {"forest.0": -1, "mines.0": 1}), False),
    (moved(0, "board", "market_left", 1, {}), False), (moved(0, "market_left", "board", 1, {}), False),
    (moved(0, "guildhall", "board", 1, {}), False), (moved(1, "captive", "board", 1, {}), False),
    (moved(2, "board", "guildhall", 15, {"2.workers": -13, "guildhall.2": 13}), False),
    (moved(1, "captive", "prison", 4, {"2.holds.1": -3, "prison.1": 3}, source_holder=2), False),
    (moved(1, "board", "captive", 1, {}, target_holder=1), False),
    (("change_hand", {"seat": 0, "by": -5}, {"0.hand": -3, "cards": 3}), False),
    (("change_hand", {"seat": 0, "by": 33}, {"0.hand": 30, "cards": -30}), False),
    (("set_space", {"row": "top", "column": 1, "apprentice": "A22", "silver": 2}, {"laid": 2}), False),
    (("give_building", {"seat": 0, "building": "B02"}, {"0.buildings": 1, "cards": -1}), False),
    (("give_apprentice", {"seat": 0, "apprentice": "A22"}, {}), True),
    (("give_apprentice", {"seat": 0, "apprentice": "A04"}, {}), True),
    (("take_apprentice", {"seat": 0, "apprentice": "A23"}, {}), True),
    (("take_building", {"seat": 0, "building": "B02"}, {}), True),
]  # fmt: skip
"""Adjustments that a judge could make before other entries came to stand before them, and whether one is contradicted.

What each changes of :func:`standing`.
"""


@pytest.mark.parametrize(("ruling", "contradicts"), MISFITS, ids=[ruling[0] for ruling, _ in MISFITS])
def test_arc_1_10_arc_1_12_a_ruling_that_no_longer_fits_changes_what_it_can(
    ruling: tuple[str, dict[str, Any], dict[str, int]], *, contradicts: bool
) -> None:
    kind, fields, changes = ruling
    t = standing()
    before, latest = counted(t.facts), t.name
    t.fold.step("99", {"type": kind, **fields})
    assert differs(before, counted(t.facts)) == changes
    found = [(one["rule"], one["names"], one["what"]) for one in t.look("contradictions")]
    assert found == ([("ARC-4.9", [latest, "99"], kind)] if contradicts else [])


def test_arc_26_10_a_card_that_a_ruling_buries_or_lays_open_comes_up_as_that_says() -> None:
    t = standing().have(0, silver=9).have(1, silver=9)
    t.put_right("take_apprentice", seat=0, apprentice="A22")
    # 26 cards lay in the pile (40 less 8 on display and 6 with seats): each comes up before it
    no(t, 21, hire("top", 1, "A22"), "ARC-26.10", names=[t.name])
    t.put_right("set_space", row="top", column=1, apprentice="A22")
    no(t, 21, hire("top", 2, "A22"), "ARC-26.10", names=[t.name])
    t.put_right("set_space", row="top", column=1, apprentice="A30").after(hire("top", 2, "A22"))
    t.put_right("take_apprentice", seat=2, apprentice="A24").put_right("give_apprentice", seat=1, apprentice="A24")
    no(t, 21, hire("top", 1, "A24", 1), "ARC-26.10", names=[t.name])


def test_arc_2_16_a_gap_of_the_display_takes_a_card_of_the_pile_and_no_silver() -> None:
    t = laid(3, starting_apprentice=True)
    t.after({"type": "starting_apprentice", "seat": 2, **hired("top", 1, None)})
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.adjust({"type": "set_space", "row": "top", "column": 1, "silver": 1})
    assert (caught.value.rule, caught.value.code) == ("ARC-8.8", "ill_19")
    t.fold.step("99", {"type": "set_space", "row": "top", "column": 1, "silver": 1})
    assert t.facts["apprentices"]["top"][0] == [None, 0]
    before = counted(t.facts)
    t.put_right("set_space", row="top", column=1, apprentice="A22", silver=1)
    assert differs(before, counted(t.facts)) == {"pile": -1, "laid": 1}


def test_arc_2_4_arc_26_9_no_more_cards_come_to_a_pile_or_a_seat_than_there_are() -> None:
    t = drafted(3).have(0, gold=1).after(step()).have(2, hand=35)
    for fields in ({"type": "change_rewards", "by": 5}, {"type": "give_building", "seat": 0, "building": "B01"}):
        with pytest.raises(IllegalMoveError, match="allowed: 0 to "):
            t.fold.adjust(fields)
    t.put_right("change_rewards", by=4)
    assert t.facts["rewards"]["pile"] == 10


def test_arc_26_8_a_building_that_a_ruling_gives_is_in_no_hand() -> None:
    t = drafted(3, told={"kept": {"1": ["B11", None, None]}})
    noted = t.name
    t.put_right("give_building", seat=0, building="B11")
    assert t.look("seats.1.hand.known") == []
    assert [(one["rule"], one["names"]) for one in t.look("contradictions")] == [("ARC-26.8", [noted, t.name])]


def test_arc_26_13_after_a_ruling_the_faces_that_show_are_counted_once() -> None:
    t = standing().put_right("set_market", turned=3, small_face="gold2", large_face="wood2_marble2")
    shown = {"left": 7, "small_face": "gold2", "right": 3, "large_face": "wood2_marble2"}
    assert t.facts["market_piles"] == shown
    with pytest.raises(IllegalMoveError, match="nothing"):
        t.fold.adjust({"type": "set_market", "turned": 3, "small_face": "gold2", "large_face": "wood2_marble2"})
    t.stand(0, market_middle=1).stand(2, market_right=0).turn(2).have(2, silver=9, virtue=7).after(
        go("market_right", 2)
    )
    t.after(reset("wood2_marble2", "gold2")).stand(0, market_left=1, market_middle=1).have(2, silver=9, virtue=7)
    t.turn(2).after(go("market_right", 2))
    no(t, 71, reset("wood2_marble2", "marble1"), "ARC-26.13")
    no(t, 71, reset("stone2_marble2", "gold2"), "ARC-26.13")


def test_arc_22_3_in_the_final_round_a_ruling_gives_the_turn_to_who_still_has_one() -> None:
    t = last_turns(3)  # the turns of seats 1, 2 and 0 are to come
    t.put_right("set_turn", seat=2)
    assert t.facts["final"]["left"] == [2, 0]
    for lang, words in (("en", "Green has had the final turn"), ("es", "Verde ya jugó su turno final")):
        with pytest.raises(IllegalMoveError) as caught:
            t.fold.adjust({"type": "set_turn", "seat": 1})
        assert (caught.value.rule, caught.value.says[lang]) == ("ARC-22.3", words)
    for seat in (1, 0, 1, 1):  # beside the Guildhall, which is full
        t.stand(seat, guildhall=t.workers(seat, "guildhall") + 1)
    with pytest.raises(IllegalMoveError, match="fewer than 3"):
        t.fold.adjust({"type": "move_workers", "seat": 1, "source": "guildhall", "target": "board", "count": 3})
    t.put_right("move_workers", seat=1, source="guildhall", target="board", count=2)
    t.fold.step("99", {"type": "set_turn", "seat": 1})
    assert (t.facts["aside"], t.facts["active"]) == ([1, 0], 2)


def test_arc_23_5_after_the_end_a_ruling_is_scored() -> None:
    t = last().have(0, buildings=["B18"]).after(IDLE | {"seat": 0})
    t.put_right("change_goods", seat=0, good="gold", by=2)
    assert (t.seat(0)["virtue"], t.look("scores.0")) == (8, 10 + 2)
    with pytest.raises(IllegalMoveError, match="phase"):
        t.fold.adjust({"type": "set_turn", "seat": 1})
    t.fold.step("99", {"type": "set_turn", "seat": 1})
    assert t.facts["active"] is None


@pytest.mark.parametrize(("start", "entry"), [(opened, "change_tax"), (opened, "place_quarry"), (laid, "set_turn")])
def test_an_entry_that_stands_before_play_changes_nothing_and_contradicts_no_entry(
    start: Callable[[int], Table], entry: str
) -> None:
    # The set-up or the draft that it followed was taken out: one entry alone contradicts none (ARC-4.9).
    fold = drafted(3).fold
    fields = {"change_tax": {"by": 2}, "set_turn": {"seat": 2}, "place_quarry": {"seat": 0}}[entry]
    event = (fold.decide if entry == "place_quarry" else fold.adjust)({"type": entry, **fields})
    t = start(3)
    before = t.facts
    t.fold.step("3", architects.encode(event))
    assert t.facts == before
    assert t.fold.view()["contradictions"] == []


LATE: list[tuple[Callable[[], Table], Json]] = [
    (lambda: opened(3), set_up()),
    (lambda: laid(3), {"type": "draft_done"}),
    (lambda: laid(3, starting_apprentice=True), {"type": "starting_apprentice", "seat": 2, **hired("top", 1, None)}),
    (lambda: drafted(3).turn(1), go("quarry", 1)),
    (lambda: drafted(3).stand(1, forest=1).turn(1).stand(1, guildhall=16, prison=3), back("forest", 1)),
    (lambda: drafted(3).have(0, apprentices=["A22"]), {"type": "discard_apprentice", "seat": 0, "apprentice": "A22"}),
    (lambda: drafted(3).stand(1, market_left=1, market_right=1).have(0, silver=2).after(go("market_draw")), reset()),
    (lambda: drafted(3).have(0, hand=6).after(go("workshop_draw")), {"type": "discard_to_limit", "seat": 0}),
    (lambda: last().after(IDLE | {"seat": 0}), {"type": "reveal_hand", "seat": 0, "cards": ["B01", "B02"]}),
]


@pytest.mark.parametrize(("there", "move"), LATE, ids=lambda value: value["type"] if isinstance(value, dict) else "")
def test_arc_4_9_an_entry_that_is_out_of_place_changes_nothing_and_contradicts_the_latest(
    there: Callable[[], Table], move: Json
) -> None:
    event, t = there().fold.decide(move), drafted(3)
    before, latest = t.facts, t.name
    t.fold.step("99", architects.encode(event))
    assert t.facts == before
    assert [(one["rule"], one["names"]) for one in t.look("contradictions")] == [("ARC-4.9", [latest, "99"])]


@pytest.mark.parametrize(
    "move", [back("forest"), back("market_left"), back("prison"), back("board", holder=1), go("forest")], ids=str
)
def test_arc_4_4_a_worker_who_is_not_there_is_neither_placed_nor_taken_back(move: Json) -> None:
    t = drafted(5).stand(0, mines=4, guildhall=16)
    before, latest = t.facts, t.name
    t.fold.step("99", move)
    assert t.facts == before
    assert [(one["rule"], one["names"]) for one in t.look("contradictions")] == [("ARC-4.9", [latest, "99"])]


def test_arc_21_4_a_set_up_that_names_another_start_player_contradicts_no_entry() -> None:
    t = opened(2, side=2)
    t.fold.step("2", set_up(start_player=1))
    assert (t.facts["start_player"], t.look("contradictions")) == (0, [])


def test_arc_26_9_a_card_for_which_the_pile_is_empty_changes_no_hand() -> None:
    ruling = drafted(3).fold.adjust({"type": "change_hand", "seat": 0, "by": 1})
    t = drafted(3, told={"kept": {"0": ["B11", "B01", "B02"]}}).have(2, hand=34)
    t.fold.step("99", architects.encode(ruling))
    assert (t.seat(0)["hand"], t.look("seats.0.hand.known")) == (3, ["B11", "B01", "B02"])


@pytest.mark.parametrize("count", [2, 4])
def test_the_invariants_hold_through_games_with_rulings(count: int) -> None:
    """A game made of offers, with a ruling before every third move."""
    ruled, table = set(), games.Table("architects", count, 0)
    for log, kind in with_rulings(table, Random(count), at_once=12, most=240):
        if kind is not None:
            ruled.add(kind)
            facts = log.writer.facts()
            if facts["phase"] in ("play", "final_round"):
                _sound(facts, table.options)
    assert len(ruled) > len(architects.adjustments(architects.box())) // 2


def _sound(facts: dict[str, Any], options: dict[str, Any]) -> None:
    """The invariants, with rewards as a judge may have counted them anew."""
    pile = 2 * len(facts["seats"]) + 1 - len(facts["rewards"]["revealed"])
    invariants({**facts, "rewards": {**facts["rewards"], "pile": pile}}, options)
