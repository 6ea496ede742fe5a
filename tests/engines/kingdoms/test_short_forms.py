"""What a hand writes at the table: the short forms of Kingdoms, and the long form of every move."""

from __future__ import annotations

from typing import Any

import pytest

from engines import kingdoms
from engines.kernel import notation
from tests.engines.kingdoms.table import reader, replay

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


@pytest.mark.parametrize(
    "move",
    [reader("YRB")(line) for line in replay("KIN-R1")[1]]
    + [reader("YRB")(line) for line in ("Y deal", "Y deal +6", "first B", "B reveal MT", "count Y=44 R=-3", "R pass")],
    ids=str,
)
def test_every_move_can_be_written_and_read_back(move: dict[str, Any]) -> None:
    box = kingdoms.box()
    assert notation.read(kingdoms, box, notation.write(kingdoms, box, move, SEATS), SEATS) == move
