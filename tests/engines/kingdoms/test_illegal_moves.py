"""Refusals: every code, every example of bad input, and which reason comes first."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from engines.kernel.game import IllegalMoveError
from tests.contract import games
from tests.engines.given import Position
from tests.engines.kingdoms.games import FIRST, FREE_DRAGON, g1, r1, r2, third
from tests.engines.kingdoms.table import CLAUSES, deals, epoch, playing, replay, scored, table


def test_the_page_of_the_rules_explains_every_code_with_its_clauses() -> None:
    rows = re.findall(r"(?m)^\| `(\w+)` \| ([^|]*) \|", games.page("kingdoms"))
    explained = {code: set(re.findall(r"\[(KIN-[0-9.]+)\]", clauses)) for code, clauses in rows}
    assert set(CLAUSES) <= set(explained)
    assert {code for code, clauses in CLAUSES.items() if not set(clauses) <= explained[code]} == set()


@pytest.mark.parametrize("line", ["R deal", "first R", "R reveal MT"])
def test_wrong_phase_a_deal_a_start_player_or_a_reveal_within_an_epoch(line: str) -> None:
    assert code(playing("RB"), playing("RB").move(line)) == "wrong_phase"


@pytest.mark.parametrize(("row", "col"), [(0, 1), (6, 1), (1, 0), (1, 7), (1.5, 2), ("x", 2)])
@pytest.mark.parametrize(
    "move",
    [
        {"type": "place_castle", "rank": 1},
        {"type": "draw_and_place", "tile": "dragon"},
        {"type": "place_starting_tile", "tile": "dragon"},
    ],
)
def test_off_board_for_each_kind_of_placement(move: dict[str, Any], row: object, col: object) -> None:
    playing("RB").when({**move, "seat": 0, "row": row, "col": col}).refused(code="off_board")


def test_no_such_castle_one_in_the_box_and_two_on_the_board_are_all_named() -> None:
    """Yellow placed one of three castles of rank 2 in KIN-V1; the others stand in the second epoch."""
    first = list(epoch(FIRST, "YRB", "Y"))
    (boxed,) = [str(entry) for entry, line in enumerate(first, 2) if line.startswith("Y2 ")]
    position = table("YRB").after(*first, *deals("YRB", {}))
    position.after("B1 1,1", "Y2 1,2", "R1 1,3", "B1 1,4", "Y2 1,5", "R1 1,6", "B1 2,1")
    with pytest.raises(IllegalMoveError) as caught:
        position.fold.decide(position.move("Y2 2,2"))
    assert (caught.value.rule, caught.value.names) == ("KIN-11.3", (boxed, "40", "43"))
    for said in ("1 from earlier epochs went to the box", "row 1, column 2", "row 1, column 5"):
        assert said in caught.value.says["en"]


def only_the_starting_tile() -> Position:
    """Epoch 3, red to move with an empty reserve, an empty supply and a face-down starting tile."""
    lines = [line.replace("R start resource_1", "R resource_1") for line in replay("KIN-R2")[1][:25]]
    return third(*lines, "B1 5,2")


def code(position: Position, move: Any) -> str | None:
    """The code of a refusal whose clause the table leaves open."""
    with pytest.raises(IllegalMoveError) as caught:
        position.fold.decide(move)
    return caught.value.code


ORDER: list[tuple[str, dict[str, Any], str]] = [
    ("scored", {"type": "place_castle", "seat": 0, "rank": 9, "row": 9, "col": 9}, "wrong_phase"),
    ("dealing", {"type": "draw_and_place", "seat": 1, "tile": "Lake", "row": 9, "col": 9}, "wrong_phase"),
    ("playing", {"type": "place_castle", "seat": 1, "rank": 9, "row": 9, "col": 9}, "not_your_turn"),
    ("playing", {"type": "draw_and_place", "seat": 1, "tile": "Lake", "row": 1, "col": 1}, "not_your_turn"),
    ("playing", {"type": "pass", "seat": 1}, "not_your_turn"),
    ("playing", {"type": "place_castle", "seat": 0, "rank": 9, "row": 9, "col": 1}, "off_board"),
    ("playing", {"type": "draw_and_place", "seat": 0, "tile": "Lake", "row": 0, "col": 1}, "off_board"),
    ("playing", {"type": "place_castle", "seat": 0, "rank": 9, "row": 1, "col": 1}, "bad_rank"),
    ("playing", {"type": "draw_and_place", "seat": 0, "tile": "Lake", "row": 1, "col": 1}, "unknown_kind"),
    ("playing", {"type": "place_starting_tile", "seat": 0, "tile": "Lake", "row": 1, "col": 1}, "unknown_kind"),
    ("playing", {"type": "place_castle", "seat": 0, "rank": 4, "row": 1, "col": 1}, "occupied"),
    ("playing", {"type": "draw_and_place", "seat": 0, "tile": "dragon", "row": 1, "col": 1}, "occupied"),
    ("playing", {"type": "place_starting_tile", "seat": 0, "tile": "wizard", "row": 1, "col": 1}, "occupied"),
    ("dry", {"type": "draw_and_place", "seat": 0, "tile": "dragon", "row": 5, "col": 3}, "supply_empty"),
    ("dry", {"type": "draw_and_place", "seat": 0, "tile": "Lake", "row": 5, "col": 3}, "unknown_kind"),
    ("dry", {"type": "draw_and_place", "seat": 0, "tile": "dragon", "row": 1, "col": 1}, "occupied"),
    ("placed", {"type": "place_starting_tile", "seat": 0, "tile": "Lake", "row": 3, "col": 3}, "unknown_kind"),
    ("placed", {"type": "place_starting_tile", "seat": 0, "tile": "wizard", "row": 1, "col": 1}, "occupied"),
    ("placed", {"type": "place_starting_tile", "seat": 0, "tile": "dragon", "row": 3, "col": 3}, "no_starting_tile"),
    ("confided", {"type": "place_starting_tile", "seat": 0, "tile": "resource_6", "row": 1, "col": 1}, "occupied"),
]


@pytest.mark.parametrize(("where", "move", "expected"), ORDER)
def test_the_first_reason_in_the_order_of_the_page_is_reported(where: str, move: dict[str, Any], expected: str) -> None:
    positions: dict[str, Callable[[], Position]] = {
        "scored": r1, "dealing": lambda: table("RB"), "playing": lambda: playing("RB").after("R4 1,1", "B DR 2,2"),
        "dry": lambda: r2(26), "placed": lambda: playing("RB").after("R start +1 1,1", "B DR 2,2"),
        "confided": lambda: playing("RB", R="WZ").after("R1 1,1", "B DR 2,2"),
    }  # fmt: skip
    assert code(positions[where](), move) == expected


PHASES: list[tuple[Callable[[], Position], str, str, str, str]] = [
    (lambda: table("RB"), "R1 1,1", "KIN-7.3", "wrong_phase", "epoch 1: no starting tile yet for Red and Blue"),
    (lambda: table("RB").after("R deal"), "R1 1,1", "KIN-7.3", "wrong_phase", "epoch 1: no starting tile yet for Blue"),
    (
        lambda: table("RB").after("R deal", "B deal"), "R1 1,1", "KIN-7.3", "wrong_phase",
        "epoch 1: record the start player first",
    ),
    (r1, "R1 1,1", "KIN-7.3", "wrong_phase", "epoch 1 is already scored"),
    (lambda: playing("RB"), "B1 1,1", "KIN-3.1", "not_your_turn", "it is Red's turn, not Blue's"),
    (lambda: playing("RB").after("R1 1,1"), "R1 1,2", "KIN-3.1", "not_your_turn", "it is Blue's turn, not Red's"),
    (lambda: r2(27).applied("B pass"), "R pass", "KIN-6.5", "all_passed", "if Red passed"),
]  # fmt: skip


@pytest.mark.parametrize(("there", "move", "rule", "refused", "says"), PHASES)
def test_a_turn_that_is_not_open_is_told_why(
    there: Callable[[], Position], move: str, rule: str, refused: str, says: str
) -> None:
    there().when(move).refused(rule, code=refused, containing={"en": says})


def test_a_turn_out_of_order_is_the_event_that_the_table_may_have_played() -> None:
    position = playing("RB").after("R1 1,1")
    for move, event in (("R2 1,2", True), ("R2 1,1", False)):
        with pytest.raises(IllegalMoveError) as caught:
            position.fold.decide(position.move(move))
        assert (caught.value.event is not None) is event


def test_a_move_of_another_game_is_malformed() -> None:
    playing("RB").when(type="build", seat=0).malformed("type").when(rank=1).malformed("type")


@pytest.mark.parametrize(
    ("move", "field"),
    [
        ({"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1, "cell": 3}, "cell"),
        ({"type": "place_castle", "seat": "red", "rank": 1, "row": 1, "col": 1}, "seat"),
        ({"type": "place_castle", "seat": 0, "rank": [1], "row": 1, "col": 1}, "rank"),
        ({"type": "choose_start_player", "seat": 0, "player": 0}, "seat"),
    ],
)
def test_a_move_with_a_wrong_field_is_malformed(move: dict[str, Any], field: str) -> None:
    playing("RB").when(move).malformed(field)


@pytest.mark.parametrize("gold", [{"0": "x"}, {"0": 1.5}, {"0": True}, {"7": 3}, {"00": 3}])
def test_a_count_that_is_no_gold_of_a_seat_is_refused(gold: dict[str, Any]) -> None:
    position = r1()
    assert code(position, {"type": "score_epoch", "gold": gold}) in (None, "players")


TEXTS: list[tuple[str, str, list[str]]] = [
    ("castle", "B1 1,1", ["Red", "row 1, column 1", "'5'"]),
    ("castle", "B +1 1,1", ["row 1, column 1"]),
    ("castle", "B4 9,3", ["row 9", "column 3"]),
    ("castle", "B5 1,2", ["5", "1 to 4"]),
    ("castle", "B Lake 1,2", ["Lake"]),
    ("castle", "R1 1,2", ["Blue"]),
    ("castle", "B pass", ["Blue", "castles", "10"]),
    ("dragon", "B DR 1,2", ["Dragon", "row 2, column 3", "'5'"]),
    ("dragon", "B start DR 1,2", ["Dragon", "Blue", "row 2, column 3", "'5'"]),
    ("confided", "R DR 1,1", ["Dragon", "Blue", "'4'"]),
    ("confided", "R start DR 1,1", ["Dragon", "Blue", "'4'"]),
    ("used", "R4 1,3", ["Red", "rank 4", "row 1, column 1"]),
    ("dry", "R1 5,3", ["Red", "rank 1"]),
    ("supply", "R pass", ["Red", "supply", "2"]),
    ("castles", "B pass", ["Blue", "castles", "4"]),
    ("tile only", "R pass", ["Red", "starting tile"]),
    ("twenty-nine", "count", ["29", "30"]),
    ("tied", "first R", ["Red", "epoch 3", "104", "Yellow", "Blue"]),
    ("placed", "R start +2 3,3", ["Red already placed the starting tile of epoch 1", "'5'"]),
    ("revealed", "R reveal DR", ["Red already revealed the starting tile of epoch 1", "'35'"]),
    ("revealed", "B reveal DR", ["Blue's starting tile cannot be Dragon: Red revealed one", "'35'"]),
]


@pytest.mark.parametrize(("where", "line", "parts"), TEXTS)
def test_a_refusal_carries_the_value_and_the_place(where: str, line: str, parts: list[str]) -> None:
    positions: dict[str, Callable[[], Position]] = {
        "castle": lambda: playing("RB").after("R1 1,1"), "dragon": lambda: playing("RB").after("R DR 2,3"),
        "confided": lambda: playing("RB", B="DR"), "used": lambda: playing("RB").after("R4 1,1", "B1 1,2"),
        "dry": lambda: r2(26), "supply": lambda: r2(24), "castles": lambda: r2(27),
        "tile only": only_the_starting_tile, "twenty-nine": lambda: r1(29), "tied": lambda: g1(2),
        "placed": lambda: playing("RB").after("R start +1 1,1", "B DR 2,2"),
        "revealed": lambda: scored(FREE_DRAGON, "RB").after("R reveal DR"),
    }  # fmt: skip
    position = positions[where]()
    with pytest.raises(IllegalMoveError) as caught:
        position.fold.decide(position.move(line))
    said = f"{caught.value.says['en']} {caught.value.names}"
    for part in parts:
        assert part in said, said
