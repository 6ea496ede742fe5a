"""The sentence of each move, with who, what and where, in two languages; and the marks beside it."""

from collections.abc import Callable

import pytest

from tests.engines.given import Position
from tests.engines.kingdoms.games import g1, r1, r2, third
from tests.engines.kingdoms.table import playing, replay, table

EN = [
    ("opened", "first B", ["Blue", "1"]),
    ("opened", "R deal", ["Red"]),
    ("opened", "R deal WZ", ["Red", "Wizard"]),
    ("playing", "R4 2,5", ["Red", "4", "row 2", "column 5"]),
    ("playing", "R +3 2,5", ["Red", "City", "+3", "row 2", "column 5"]),
    ("playing", "R -6 2,5", ["Red", "Troll", "-6", "row 2", "column 5"]),
    ("playing", "R start DR 5,6", ["Red", "Dragon", "row 5", "column 6"]),
    ("dry", "R pass", ["Red"]),
    ("turn 30", "B3 5,1", ["Blue", "Yellow", "+44", "94", "Red", "+3", "53", "+54", "104"]),
    ("scored", "count Y=40", ["Yellow", "40", "44"]),
    ("scored", "B reveal MT", ["Blue", "Mountain"]),
    ("scored", "first B", ["Blue", "2"]),
    ("scored", "R deal", ["Red", "2"]),
    ("tied", "first Y", ["Yellow", "3"]),
]
ES = [
    ("playing", "R4 2,5", ["Rojo", "4", "fila 2", "columna 5"]),
    ("playing", "R +3 2,5", ["Rojo", "+3", "fila 2", "columna 5"]),
    ("turn 30", "B3 5,1", ["Azul", "Amarillo", "+44", "94", "Rojo", "+3", "53", "+54", "104"]),
]
POSITIONS: dict[str, Callable[[], Position]] = {
    "opened": lambda: table("RB"), "playing": lambda: playing("RB"), "dry": lambda: r2(26), "turn 30": lambda: r1(29),
    "scored": r1, "tied": lambda: g1(2),
}  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "where", "line", "parts"), [*[("en", *case) for case in EN], *[("es", *case) for case in ES]]
)
def test_a_sentence_says_who_did_what_where(lang: str, where: str, line: str, parts: list[str]) -> None:
    position = POSITIONS[where]().when(line).accepted()
    for part in parts:
        position.says(lang, part)


def test_a_single_winner_is_named() -> None:
    *lines, last = replay("KIN-R2")[1]
    third(*lines).when(last).accepted().marked("finished").says("en", "Red").says("en", "187").says("en", "82")
