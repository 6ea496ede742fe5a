"""What a hand writes at the table: the short forms of Kingdoms, and the long form of every move."""

from __future__ import annotations

from typing import Any

import pytest

from engines import kingdoms
from engines.kernel import notation

SEATS = ["yellow", "red", "blue"]
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("+3 2,5", {"type": "draw_and_place", "tile": "resource_3", "row": 2, "col": 5}),
    ("y -6 2,5", {"type": "draw_and_place", "seat": 0, "tile": "hazard_6", "row": 2, "col": 5}),
    ("r MT 1,1", {"type": "draw_and_place", "seat": 1, "tile": "mountain", "row": 1, "col": 1}),
    ("r dr 1,1", {"type": "draw_and_place", "seat": 1, "tile": "dragon", "row": 1, "col": 1}),
    ("2 gm 1,1", {"type": "draw_and_place", "seat": 2, "tile": "gold_mine", "row": 1, "col": 1}),
    ("blue Wz 1,1", {"type": "draw_and_place", "seat": 2, "tile": "wizard", "row": 1, "col": 1}),
    ("village 1,1", {"type": "draw_and_place", "tile": "resource_1", "row": 1, "col": 1}),
    ("Dire Wolves 1,1", {"type": "draw_and_place", "tile": "hazard_3", "row": 1, "col": 1}),
    ("castle 4 1,3", {"type": "place_castle", "rank": 4, "row": 1, "col": 3}),
    ("red castle 4 1,3", {"type": "place_castle", "seat": 1, "rank": 4, "row": 1, "col": 3}),
    ("c4 1,3", {"type": "place_castle", "rank": 4, "row": 1, "col": 3}),
    ("b C1 5,6", {"type": "place_castle", "seat": 2, "rank": 1, "row": 5, "col": 6}),
    ("start -6 5,3", {"type": "place_starting_tile", "tile": "hazard_6", "row": 5, "col": 3}),
    ("start 5,3", {"type": "place_starting_tile", "row": 5, "col": 3}),
    ("pass", {"type": "pass"}),
    ("red pass", {"type": "pass", "seat": 1}),
    ("deal", {"type": "deal_starting_tile"}),
    ("y deal +6", {"type": "deal_starting_tile", "seat": 0, "tile": "resource_6"}),
    ("first blue", {"type": "choose_start_player", "player": 2}),
    ("first r", {"type": "choose_start_player", "player": 1}),
    ("reveal -4", {"type": "reveal_starting_tile", "tile": "hazard_4"}),
    ("b reveal", {"type": "reveal_starting_tile", "seat": 2}),
    ("castle 4 1,3  # a comment", {"type": "place_castle", "rank": 4, "row": 1, "col": 3}),
    ("rojo castle 4 1,3", {"type": "place_castle", "seat": 1, "rank": 4, "row": 1, "col": 3}),
    ("amarillo +3 2,5", {"type": "draw_and_place", "seat": 0, "tile": "resource_3", "row": 2, "col": 5}),
    ("first azul", {"type": "choose_start_player", "player": 2}),
    ("count amarillo=44 ro=3", {"type": "score_epoch", "gold": {"0": 44, "1": 3}}),
    ("+9 1,1", {"type": "draw_and_place", "tile": "+9", "row": 1, "col": 1}),
    ("count y=44 r=3", {"type": "score_epoch", "gold": {"0": 44, "1": 3}}),
    ("count yellow=44 red=-3 blue=0", {"type": "score_epoch", "gold": {"0": 44, "1": -3, "2": 0}}),
]


@pytest.mark.parametrize(("line", "move"), FORMS)
def test_a_short_form_is_read(line: str, move: dict[str, Any]) -> None:
    assert notation.read(kingdoms, kingdoms.box(), line, SEATS) == move


@pytest.mark.parametrize("line", ["start", "castle 1", "first", "count y", "deal deal", "castle x 1,1", "lake 1,1"])
def test_what_is_no_short_form_is_said_to_be_so(line: str) -> None:
    with pytest.raises(notation.NotationError):
        notation.read(kingdoms, kingdoms.box(), line, SEATS)


WRONG: list[tuple[str, int, str]] = [
    ("castle 1,4", 8, "the rank is missing, as in castle 1 1,4; it is typed castle RANK ROW,COL"),
    ("r castle 1,4", 10, "the rank is missing, as in castle 1 1,4; it is typed castle RANK ROW,COL"),
    ("castle", 7, "RANK is missing; it is typed castle RANK ROW,COL"),
    ("castle 4", 9, "ROW,COL is missing; it is typed castle RANK ROW,COL"),
    ("castle x 1,1", 8, "RANK is a whole number, not 'x'; it is typed castle RANK ROW,COL"),
    (
        "castle 4 1 3",
        10,
        "a place is row and column with a comma: 1,3; it is typed castle RANK ROW,COL",
    ),
    ("castle 4 1;3", 10, "'1;3' is not a place as 2,5; it is typed castle RANK ROW,COL"),
    ("castle 4 1,3 2,2", 14, "'2,2' is one word too many; it is typed castle RANK ROW,COL"),
    ("c4", 3, "ROW,COL is missing; it is typed castle RANK ROW,COL"),
    ("+3", 3, "ROW,COL is missing; it is typed TILE ROW,COL"),
    ("+3 2 5", 4, "a place is row and column with a comma: 2,5; it is typed TILE ROW,COL"),
    ("start", 6, "ROW,COL is missing; it is typed start [TILE] ROW,COL"),
    ("start -6", 9, "ROW,COL is missing; it is typed start [TILE] ROW,COL"),
    ("count y", 7, "'y' is not COLOUR=GOLD; it is typed count COLOUR=GOLD ..."),
    ("pass now", 6, "'now' is one word too many; it is typed pass"),
    ("first", 6, "COLOUR is missing; it is typed first COLOUR"),
    ("first pink", 7, "'pink' is not a seat; there is yellow, red or blue"),
]


@pytest.mark.parametrize(("line", "column", "says"), WRONG)
def test_a_wrong_word_of_a_known_form_is_named_with_how_it_is_typed(line: str, column: int, says: str) -> None:
    with pytest.raises(notation.NotationError) as caught:
        notation.read(kingdoms, kingdoms.box(), line, SEATS)
    assert (caught.value.column, caught.value.says["en"]) == (column, says)


def test_what_is_no_tile_is_answered_with_the_tokens_of_the_tiles() -> None:
    with pytest.raises(notation.NotationError) as caught:
        notation.read(kingdoms, kingdoms.box(), "lake 1,1", SEATS)
    assert caught.value.says["en"].startswith("'lake' is not a tile; there are +1 +2 ")
    assert caught.value.says["es"].endswith("; se escribe LOSETA FILA,COL")


def test_each_type_of_move_has_one_short_form_that_is_told() -> None:
    assert set(kingdoms.moves(kingdoms.box())) - set(kingdoms.shorthand.hints()) == {"setup_game", "start_next_epoch"}
