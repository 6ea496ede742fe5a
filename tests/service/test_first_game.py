"""The first epoch of the reconstructed sample board (KIN-R1, which fills KIN-V1), typed by hand through the API."""

import pytest

from tests.service.conftest import Api, Json, Record
from tests.service.promised import SEATS, app

__all__ = ["app"]

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
