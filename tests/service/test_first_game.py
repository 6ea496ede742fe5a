"""The first epoch of the reconstructed sample board (KIN-R1, which fills KIN-V1), typed by hand through the API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.kingdoms.table import FIGURES, by_seat, reader
from tests.service.conftest import Api, Record
from tests.service.promised import app, refused, untouched

__all__ = ["app"]

Json = dict[str, Any]
SEATS = ("yellow", "red", "blue")
DEAL = """\
# game: kingdoms
# seats: yellow, red, blue
yellow deal_starting_tile tile=resource_6   # confided to the recorder
red deal
b deal
first y
"""
MOVES = """\
y -6 1,1
red draw_and_place tile=wizard row=2 col=6
+5 4,6
y castle 4 1,3
place_castle rank=1 row=1 col=2
2 c1 1,4
0 +3 1,5
r -1 3,1
GM 5,2
yellow place_castle col=6 row=1 rank=1
c1 2,5
blue castle 4 2,3
draw_and_place tile=+3 row=2 col=1
red -3 3,2
b -2 5,5
y c2 4,3
1 place_castle rank=2 row=3 col=3
blue c3 3,5
y +4 2,2
red draw_and_place tile=resource_1 row=4 col=1
+2 5,6
ye castle 1 5,4
r dr 4,2
c1 3,6
+1 2,4
red mt 4,4
bl place_castle rank=1 row=4 col=5
y start 5,3
red place_starting_tile tile=-5 row=3 col=4
blue c3 5,1
"""


@pytest.fixture
def table(recorder: Api) -> Record:
    """The table of the sample, its tiles dealt."""
    made = recorder.open(*SEATS)
    answer = made.text(DEAL)
    assert answer.status_code == 201, answer.text
    return made


def sums(view: Json) -> dict[str, tuple[int, int, int]]:
    """Rows, columns and total of epoch 1 by colour."""
    found = view["results"]["1"]
    return {
        colour: tuple(found[part][str(seat)] for part in ("rows", "columns", "total"))
        for seat, colour in enumerate(SEATS)
    }


WANTED = {"yellow": (-6, 50, 44), "red": (-5, 8, 3), "blue": (25, 29, 54)}


def test_typed_as_a_file_the_sample_ends_with_the_gold_of_the_seed(table: Record) -> None:
    answer = table.text(MOVES, offers=1)
    assert answer.status_code == 201, answer.text
    view = table.get("/state").json["view"]
    assert sums(view) == WANTED
    assert view["scores"] == {"0": 94, "1": 53, "2": 104}
    assert (view["phase"], view["supply"]) == ("scored", 5)
    assert [mark for mark in answer.json["marks"] if mark["kind"] == "epoch_scored"] == [
        {"kind": "epoch_scored", "epoch": 1, "gold": {"0": 44, "1": 3, "2": 54}}
    ]


def test_typed_line_by_line_each_line_is_answered_and_the_end_is_the_same(table: Record) -> None:
    for line in MOVES.splitlines():
        answer = table.text(line, lang="en,es")
        assert answer.status_code == 201, answer.text
        assert all(answer.json["says"].values())
    assert sums(table.get("/state", eyes="public").json["view"]) == WANTED


def test_the_public_replay_shows_rows_and_columns_as_in_the_seeds_table(
    table: Record, project: Any, anyone: Api
) -> None:
    assert table.text(MOVES).status_code == 201
    project(table.id)
    replay = table.by(anyone).get("/replay").json
    last = replay["frames"][-1]
    results = next(op["value"] for op in last["patch"] if op["path"].startswith("/results"))
    found = results.get("1", results)
    assert [(found["rows"][s], found["columns"][s]) for s in "012"] == [(-6, 50), (-5, 8), (25, 29)]
    assert "epoch_scored" in [mark["kind"] for mark in last["marks"]]


def test_the_lines_score_part_by_part_as_the_reference_has_them(table: Record) -> None:
    assert table.text(MOVES).status_code == 201
    lines = table.get("/state").json["view"]["results"]["1"]["lines"]
    assert [(line["line"], line["index"]) for line in lines] == [
        *[("row", row) for row in range(1, 6)],
        *[("column", column) for column in range(1, 7)],
    ]
    parts = [(line["line"], line["index"], part) for line in lines for part in line["parts"]]
    for (which, index, part), want in zip(parts, FIGURES["boards"]["KIN-V1"]["parts"], strict=True):
        along = [cell[which == "row"] for cell in part["cells"]]
        assert (want[which], want["spaces"]) == (index, [along[0], along[-1]])
        assert part["base"] == want["base"]
        assert part["gold"] == by_seat(want["gold"], "YRB")
        assert part["ranks"] == by_seat(want["ranks"], "YRB")


def test_the_typed_moves_are_those_of_the_reference(table: Record) -> None:
    assert table.text(MOVES).status_code == 201
    bodies = [entry["body"] for entry in table.get("/log", after=5).json["entries"]]
    assert bodies == list(map(reader("YRB"), FIGURES["epochs"]["KIN-R1"]["moves"]))
    view = table.get("/state", eyes="public").json["view"]
    tile = view["seats"]["2"]["starting_tile"]
    assert (tile["status"], tile["tile"]) == (
        "face_down",
        {"unknown": as_in_the_box(table, FIGURES["epochs"]["KIN-R1"]["candidates"])},
    )


def as_in_the_box(table: Record, kinds: list[str]) -> list[str]:
    """Kinds in the order of the box."""
    box = [kind["id"] for kind in table.api.get("/games/kingdoms").json["box"]["kinds"]]
    return sorted(kinds, key=box.index)


def test_blue_begins_the_second_epoch_with_the_castles_that_are_left(table: Record) -> None:
    assert table.text(MOVES).status_code == 201
    assert table.text("y deal\nr deal\nb deal").status_code == 201
    view = table.get("/state").json["view"]
    assert (view["phase"], view["to_move"], view["round"]) == ("playing", [2], 2)
    assert [list(view["seats"][seat]["reserve"].values()) for seat in "012"] == [
        [3, 2, 2, 0],
        [3, 2, 2, 1],
        [3, 3, 0, 0],
    ]


@pytest.mark.parametrize(
    ("before", "line", "code"),
    [
        (1, "blue WZ 2,6", "not_your_turn"),
        (3, "y castle 4 1,1", "occupied"),
        (3, "y castle 5 1,3", "bad_rank"),
        (21, "y castle 4 5,4", "no_such_castle"),
        (9, "y pass", "pass_not_allowed"),
        (13, "red +3 3,2", "kind_exhausted"),
        (27, "y start +5 5,3", "starting_tile_mismatch"),
        (28, "red start -6 3,4", "not_a_candidate"),
        (29, "score_epoch", "board_not_full"),
    ],
)
def test_the_negative_variants_of_the_reference_are_refused(
    table: Record, redis: Any, before: int, line: str, code: str
) -> None:
    assert table.text("\n".join(MOVES.splitlines()[:before])).status_code == 201
    with untouched(redis):
        problem = refused(table.text(line), 422, "illegal-move", code=code, line=1)
        assert problem["rule"].startswith("KIN-")


def test_blues_tile_revealed_as_the_wizard_is_refused_and_as_a_mountain_is_not(table: Record, redis: Any) -> None:
    assert table.text(MOVES).status_code == 201
    with untouched(redis):
        refused(table.text("blue reveal WZ"), 422, "illegal-move", code="not_a_candidate")
    assert table.text("blue reveal MT").status_code == 201


def test_what_the_table_counted_is_compared_never_believed(table: Record) -> None:
    assert table.text(MOVES).status_code == 201
    answer = table.text("count y=44 r=4 b=54")
    assert answer.status_code == 201, answer.text
    assert {"kind": "count_differs", "epoch": 1, "seats": [1]} in answer.json["marks"]
    assert sums(table.get("/state").json["view"]) == WANTED
