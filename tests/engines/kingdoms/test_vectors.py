"""Worked examples: the sample board of the rulebook, full boards, lines, the gold of a whole game."""

from functools import cache
from typing import Any

import pytest

from tests.engines.given import Position
from tests.engines.kingdoms import by_hand
from tests.engines.kingdoms.games import FIRST, SECOND, THIRD, g1
from tests.engines.kingdoms.table import (
    CASTLE,
    FIGURES,
    bases,
    board,
    by_seat,
    copies,
    gold,
    line,
    marks,
    scored,
    starter,
    table,
    tokens,
)

BOARDS = FIGURES["boards"]
LINES = FIGURES["lines"]


def seats_of(name: str) -> str:
    """The seats of a full board as letters."""
    seats: str = BOARDS[name]["seats"]
    return seats


@cache
def full(name: str) -> Position:
    """A full board, played as the first epoch; not to be changed."""
    return scored(BOARDS[name]["board"], seats_of(name))


def test_kin_v_all_vectors_are_here() -> None:
    assert list(BOARDS) == [f"KIN-V{number}" for number in range(1, 9)]
    assert list(LINES) == [f"KIN-L{number}" for number in range(1, 20)]


@pytest.mark.parametrize("name", BOARDS)
def test_kin_v_the_board_was_played(name: str) -> None:
    assert board(full(name).fold.view(), seats_of(name)) == BOARDS[name]["board"]


@pytest.mark.parametrize("index", range(11))
@pytest.mark.parametrize("name", BOARDS)
def test_kin_v_every_part_of_every_line(name: str, index: int) -> None:
    which, number = ("row", index + 1) if index < 5 else ("column", index - 4)
    expected, seats = [part for part in BOARDS[name]["parts"] if part.get(which) == number], seats_of(name)
    found = full(name).look(f"results.1.lines.{index}")
    assert (found["line"], found["index"]) == (which, number)
    assert len(found["parts"]) == len(expected)
    for part, want in zip(found["parts"], expected, strict=True):
        first, last = want["spaces"]
        along = range(first, last + 1)
        assert part["cells"] == [[number, space] if which == "row" else [space, number] for space in along]
        assert (part["resources"], part["hazards"], part["base"]) == (want["resources"], want["hazards"], want["base"])
        assert part["cancelled"] == (want["resources"] if "dragon" in want else 0)
        assert (part["dragon"], part["mine"]) == ("dragon" in want, 2 if "mine" in want else 1)
        assert part["ranks"] == by_seat(want["ranks"], seats)
        assert part["gold"] == by_seat(want["gold"], seats)


@pytest.mark.parametrize("name", BOARDS)
def test_kin_v_every_castle_of_every_part(name: str) -> None:
    seats, cells = seats_of(name), tokens(BOARDS[name]["board"])
    for found in full(name).look("results.1.lines"):
        for part in found["parts"]:
            castles = [(row, col) for row, col in part["cells"] if CASTLE.match(cells[row - 1][col - 1])]
            assert [(castle["row"], castle["col"]) for castle in part["castles"]] == castles
            for castle in part["castles"]:
                token = cells[castle["row"] - 1][castle["col"] - 1]
                effective = by_hand.effective(cells, castle["row"] - 1, castle["col"] - 1)
                assert (seats[castle["seat"]], castle["rank"], castle["effective"], castle["bonus"]) == (
                    token[0],
                    int(token[1]),
                    effective,
                    effective - int(token[1]),
                )


@pytest.mark.parametrize("name", BOARDS)
def test_kin_v_gold_of_every_line_and_epoch(name: str) -> None:
    position, seats = full(name), seats_of(name)
    result = position.look("results.1")
    for number, letter in enumerate(seats):
        seat, (rows, columns, total) = str(number), BOARDS[name]["totals"][letter]
        won = [found["gold"][seat] for found in result["lines"]]
        assert (won[:5], won[5:]) == (BOARDS[name]["rows"][letter], BOARDS[name]["columns"][letter])
        assert (result["rows"][seat], result["columns"][seat], result["total"][seat]) == (rows, columns, total)
        position.sees(f"scores.{seat}", 50 + total)


SAMPLE = {
    "KIN-S1": ("row", 1, 0, -3, {"R": -3, "B": -3, "Y": -18}), "KIN-S2": ("row", 4, 0, 0, {"Y": 0}),
    "KIN-S3": ("row", 4, 1, 5, {"B": 5}), "KIN-S4": ("column", 2, 0, -6, {"R": -6}),
    "KIN-S5": ("column", 4, 1, 0, {"Y": 0}), "KIN-S6": ("column", 4, 0, -4, {"B": -4}),
    "KIN-S7": ("column", 6, 0, 7, {"Y": 14, "B": 14}),
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize("reconstruction", ["KIN-V1", "KIN-V2"])
def test_kin_s_the_sample_of_the_seed(name: str, reconstruction: str) -> None:
    which, index, place, base, won = SAMPLE[name]
    part = line(full(reconstruction), which, index)["parts"][place]
    assert part["base"] == base
    assert {"YRB"[int(seat)]: amount for seat, amount in part["gold"].items()} == won


def around(found: Any, row: int) -> list[str]:
    """A full board of yellow, red and blue with a line in this row, and the line above it where one is given.

    The rest is filled with castles as far as they go, and no wizard reaches into the line.
    """
    cells = [[".."] * 6 for _ in range(5)]
    cells[row - 1] = found["line"].split()
    if "above" in found:
        cells[row - 2] = found["above"].split()
    used = [token for line_ in cells for token in line_]
    castles = [f"{seat}{rank}" for seat in "YRB" for rank in (1, 1, 1, 2, 2, 2, 3, 3, 4)]
    tiles = [marks()[tile] for tile, count in copies().items() for _ in range(count) if tile != "wizard"]
    for token in used:
        for rest in (castles, tiles):
            if token in rest:
                rest.remove(token)
    rest = castles + tiles
    return [" ".join(rest.pop(0) if token == ".." else token for token in line_) for line_ in cells]


@pytest.mark.parametrize("row", [2, 3, 5])
@pytest.mark.parametrize("name", LINES)
def test_kin_l_line_vectors(name: str, row: int) -> None:
    found = LINES[name]
    full_board = around(found, row)
    assert full_board[row - 1] == found["line"]
    position = scored(full_board, "YRB", starter(full_board, "YRB"))
    assert bases(position, "row", row) == found["bases"]
    assert gold(position, "row", row, "YRB") == {letter: won for letter, won in found["gold"].items() if won}
    owners = {int(seat) for part in line(position, "row", row)["parts"] for seat in part["gold"]}
    assert {"YRB"[seat] for seat in owners} == set(found["gold"])


def test_kin_g1_gold_across_three_epochs() -> None:
    game = FIGURES["games"]["KIN-G1"]
    boards, seats = (FIRST, SECOND, THIRD), game["seats"]
    table(seats).sees("scores", by_seat(game["start"], seats))
    for number, played in enumerate(game["epochs"], 1):
        assert by_hand.totals(boards[number - 1], seats) == played["won"]
        position = g1(number)
        position.sees(f"results.{number}.total", by_seat(played["won"], seats))
        position.sees("scores", by_seat(played["gold"], seats))
        for seat in seats:
            attempt = position.when(f"first {seat}")
            if seat in played["next"]:
                g1(number).when(f"first {seat}").accepted()
            else:
                attempt.refused(code="wrong_phase" if number == 3 else "wrong_start_player")
