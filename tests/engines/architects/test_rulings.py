"""What a judge may put right in Architects, each adjustment against what is true of every table."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engines import architects
from engines.kernel.game import IllegalMoveError, Json
from tests.contract import games
from tests.contract.ruling import with_rulings
from tests.engines.architects.acts import IDLE, back, counted, differs, go, hired, last, reset
from tests.engines.architects.table import Table, drafted, laid, opened, set_up
from tests.engines.architects.test_simulated import invariants
from tests.engines.given import in_both_languages

CHANGES: list[tuple[str, dict[str, Any], dict[str, int]]] = [
    ("change_goods", {"seat": 1, "good": "clay", "by": 3}, {"1.clay": 3}),
    ("change_goods", {"seat": 0, "good": "silver", "by": -3}, {"0.silver": -3}),
    ("change_tax", {"by": -4}, {"tax": -4}),
    ("change_virtue", {"seat": 2, "by": 7}, {"2.virtue": 7}),
    ("change_debts", {"seat": 0, "face": "unpaid", "by": 2}, {"0.unpaid": 2}),
    ("change_debts", {"seat": 0, "face": "paid", "by": 1}, {"0.paid": 1}),
    (
        "move_workers",
        {"seat": 0, "source": "board", "target": "mines", "count": 3},
        {"0.workers": -3, "mines.0": 3},
    ),
    (
        "move_workers",
        {"seat": 0, "source": "board", "target": "captive", "count": 2, "target_holder": 1},
        {"0.workers": -2, "1.holds.0": 2},
    ),
    (
        "move_workers",
        {"seat": 0, "source": "forest", "target": "prison", "count": 1},
        {"forest.0": -1, "prison.0": 1},
    ),
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
    ("change_rewards", {"by": -3}, {"rewards": -3}),
    ("set_turn", {"seat": 2}, {}),
]
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("change_goods", {"seat": 0, "good": "clay", "by": -1}, "ARC-1.10"),
    ("change_goods", {"seat": 7, "good": "clay", "by": 1}, "ARC-2.1"),
    ("change_tax", {"by": -5}, "ARC-10.1"),
    ("change_virtue", {"seat": 0, "by": 8}, "ARC-16.1"),
    ("change_virtue", {"seat": 0, "by": -8}, "ARC-16.1"),
    ("change_debts", {"seat": 0, "face": "paid", "by": -1}, "ARC-17.9"),
    ("move_workers", {"seat": 0, "source": "quarry", "target": "board", "count": 1}, "ARC-5.17"),
    ("move_workers", {"seat": 0, "source": "forest", "target": "board", "count": 2}, "ARC-5.17"),
    ("move_workers", {"seat": 0, "source": "board", "target": "market_left", "count": 2}, "ARC-5.4"),
    ("move_workers", {"seat": 0, "source": "board", "target": "guildhall", "count": 17}, "ARC-13.3"),
    ("move_workers", {"seat": 0, "source": "board", "target": "captive", "count": 1, "target_holder": 0}, "ARC-9.10"),
    ("change_level", {"seat": 0, "by": -1}, "ARC-15.7"),
    ("change_level", {"seat": 0, "by": 6}, "ARC-15.7"),
    ("give_apprentice", {"seat": 0, "apprentice": "A06"}, "ARC-1.12"),
    ("give_apprentice", {"seat": 0, "apprentice": "A41"}, "ARC-1.12"),
    ("take_apprentice", {"seat": 0, "apprentice": "A23"}, "ARC-4.10"),
    ("set_space", {"row": "top", "column": 1, "apprentice": "A22"}, "ARC-2.6"),
    ("set_space", {"row": "top", "column": 5, "silver": 1}, "ARC-2.6"),
    ("give_building", {"seat": 0, "building": "B01"}, "ARC-26.9"),
    ("give_building", {"seat": 0, "building": "B41"}, "ARC-26.9"),
    ("take_building", {"seat": 0, "building": "B02"}, "ARC-26.9"),
    ("change_hand", {"seat": 0, "by": -4}, "ARC-26.9"),
    ("change_hand", {"seat": 0, "by": 32}, "ARC-26.9"),
    ("set_market", {"turned": 11}, "ARC-26.13"),
    ("set_market", {"turned": 1, "small_face": "gold2"}, "ARC-18.5"),
    ("set_market", {"turned": 1, "large_face": "wood2_marble2"}, "ARC-18.5"),
    ("set_market", {"turned": 0, "small_face": "gold2", "large_face": "wood2_marble2"}, "ARC-18.5"),
    ("set_market", {"turned": 10, "small_face": "gold2", "large_face": "wood2_marble2"}, "ARC-18.5"),
    ("change_rewards", {"by": -8}, "ARC-2.4"),
    ("set_turn", {"seat": 0}, "ARC-4.1"),
]


def standing() -> Table:
    """Three seats; seat 0 has an apprentice, a building and a worker in the Forest."""
    return drafted(3).stand(0, forest=1).have(0, apprentices=["A22"], buildings=["B01"])


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


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (1, 1)])
def test_arc_13_3_only_the_latest_workers_of_a_seat_leave_the_guildhall(before: int, after: int) -> None:
    t = drafted(3).stand(1, guildhall=before).stand(0, guildhall=2).stand(1, guildhall=before + after)
    fields: Json = {"seat": 0, "source": "guildhall", "target": "board"}
    can = 0 if after else 2
    with pytest.raises(IllegalMoveError):
        t.fold.adjust({"type": "move_workers", **fields, "count": can + 1})
    if can:
        t.put_right("move_workers", **fields, count=can)
        assert t.facts["guildhall"] == [1] * before


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
