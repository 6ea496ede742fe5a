"""The vectors of the reference's data file: the sample of the seed, full boards, lines, the gold of a whole game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.engines.given import Position
from tests.engines.kingdoms import by_hand
from tests.engines.kingdoms.games import FIRST, SECOND, THIRD, g1
from tests.engines.kingdoms.table import (
    CASTLE,
    COLOURS,
    bases,
    board,
    copies,
    data,
    gold,
    line,
    scored,
    starter,
    table,
    tokens,
    vector,
)

LETTERS = {colour: letter for letter, colour in COLOURS.items()}
BOARDS = [found["id"] for found in data()["test_vectors"]["boards"]]
LINES = [found["id"] for found in data()["test_vectors"]["lines"]]


@cache
def seats_of(name: str) -> str:
    """The seats of a full board as letters."""
    return "".join(LETTERS[player] for player in vector("boards", name)["players"])


@cache
def full(name: str) -> Position:
    """A full board, played as the first epoch; not to be changed."""
    return scored(tuple(vector("boards", name)["board"]), seats_of(name))


def by_seat(values: dict[str, int], seats: str) -> dict[str, int]:
    """Values by colour as values by seat."""
    return {str(seats.index(LETTERS[player])): value for player, value in values.items()}


def test_kin_v_all_vectors_are_here() -> None:
    assert list(BOARDS) == [f"KIN-V{number}" for number in range(1, 9)]
    assert list(LINES) == [f"KIN-L{number}" for number in range(1, 20)]


@pytest.mark.parametrize("name", BOARDS)
def test_kin_v_the_board_was_played(name: str) -> None:
    assert board(full(name).fold.view(), seats_of(name)) == vector("boards", name)["board"]


@pytest.mark.parametrize("index", range(11))
@pytest.mark.parametrize("name", BOARDS)
def test_kin_v_every_part_of_every_line(name: str, index: int) -> None:
    expected, seats = vector("boards", name)["lines"][index], seats_of(name)
    found = full(name).look(f"results.1.lines.{index}")
    assert (found["line"], found["index"]) == (expected["line"], expected["index"])
    assert len(found["parts"]) == len(expected["parts"])
    for part, want in zip(found["parts"], expected["parts"], strict=True):
        assert [f"{row},{col}" for row, col in part["cells"]] == want["cells"]
        assert (part["resources"], part["hazards"], part["base"]) == (want["resources"], want["hazards"], want["base"])
        assert part["cancelled"] == (want["resources"] if want["dragon"] else 0)
        assert (part["dragon"], part["mine"]) == (want["dragon"], 2 if want["gold_mine"] else 1)
        assert part["ranks"] == by_seat(want["ranks"], seats)
        assert part["gold"] == by_seat(want["gold"], seats)


@pytest.mark.parametrize("name", BOARDS)
def test_kin_v_every_castle_of_every_part(name: str) -> None:
    seats, cells = seats_of(name), tokens(vector("boards", name)["board"])
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
    for player, expected in vector("boards", name)["expected"].items():
        seat = str(seats.index(LETTERS[player]))
        won = [found["gold"][seat] for found in result["lines"]]
        assert (won[:5], won[5:]) == (expected["rows"], expected["columns"])
        assert result["rows"][seat] == expected["rows_total"]
        assert result["columns"][seat] == expected["columns_total"]
        assert result["total"][seat] == expected["epoch_total"]
        position.sees(f"scores.{seat}", 50 + expected["epoch_total"])


SAMPLE = {
    "KIN-S1": ("row", 1, 0, -3, {"R": -3, "B": -3, "Y": -18}),
    "KIN-S2": ("row", 4, 0, 0, {"Y": 0}),
    "KIN-S3": ("row", 4, 1, 5, {"B": 5}),
    "KIN-S4": ("column", 2, 0, -6, {"R": -6}),
    "KIN-S5": ("column", 4, 1, 0, {"Y": 0}),
    "KIN-S6": ("column", 4, 0, -4, {"B": -4}),
    "KIN-S7": ("column", 6, 0, 7, {"Y": 14, "B": 14}),
}


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize("reconstruction", ["KIN-V1", "KIN-V2"])
def test_kin_s_the_sample_of_the_seed(name: str, reconstruction: str) -> None:
    which, index, place, base, won = SAMPLE[name]
    part = line(full(reconstruction), which, index)["parts"][place]
    assert part["base"] == base
    assert {"YRB"[int(seat)]: amount for seat, amount in part["gold"].items()} == won


@pytest.mark.parametrize("reconstruction", ["KIN-V1", "KIN-V2"])
def test_kin_s8_the_totals_of_the_sample(reconstruction: str) -> None:
    full(reconstruction).sees("results.1.rows", {"0": -6, "1": -5, "2": 25}).sees(
        "results.1.columns", {"0": 50, "1": 8, "2": 29}
    ).sees("results.1.total", {"0": 44, "1": 3, "2": 54}).sees("results.1.after", {"0": 94, "1": 53, "2": 104})


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
    names = {entry["kind"]: entry["token"] for entry in data()["tile_kinds"]}
    tiles = [names[tile] for tile, count in copies().items() for _ in range(count) if tile != "wizard"]
    for token in used:
        for rest in (castles, tiles):
            if token in rest:
                rest.remove(token)
    rest = castles + tiles
    return [" ".join(rest.pop(0) if token == ".." else token for token in line_) for line_ in cells]


@pytest.mark.parametrize("row", [2, 3, 5])
@pytest.mark.parametrize("name", LINES)
def test_kin_l_line_vectors(name: str, row: int) -> None:
    found = vector("lines", name)
    full_board = around(found, row)
    assert full_board[row - 1] == found["line"]
    position = scored(full_board, "YRB", starter(full_board, "YRB"))
    assert bases(position, "row", row) == found["part_bases"]
    expected = {LETTERS[player]: won for player, won in found["gold"].items()}
    assert gold(position, "row", row, "YRB") == {letter: won for letter, won in expected.items() if won}
    owners = {int(seat) for part in line(position, "row", row)["parts"] for seat in part["gold"]}
    assert {"YRB"[seat] for seat in owners} == set(expected)


def test_kin_g1_gold_across_three_epochs() -> None:
    game = vector("games", "KIN-G1")
    boards = (FIRST, SECOND, THIRD)
    letters = "".join(LETTERS[player] for player in game["players"])
    table(letters).sees("scores", by_seat(game["start"], letters))
    for number, played in enumerate(game["epochs"], 1):
        won = {COLOURS[seat]: total for seat, total in by_hand.totals(boards[number - 1], letters).items()}
        assert won == played["delta"]
        position = g1(number)
        position.sees(f"results.{number}.total", by_seat(played["delta"], letters))
        position.sees("scores", by_seat(played["gold_after"], letters))
        for player in game["players"]:
            attempt = position.when(f"first {LETTERS[player]}")
            if player in played["next_start_allowed"]:
                g1(number).when(f"first {LETTERS[player]}").accepted()
            else:
                attempt.refused(code="wrong_phase" if number == 3 else "wrong_start_player")


def test_kin_g1_the_ranking() -> None:
    game, result = vector("games", "KIN-G1"), g1().fold.result()
    assert result is not None
    assert {seat: entry["rank"] for seat, entry in result["seats"].items()} == by_seat(game["final_rank"], "YRB")
    assert result["winners"] == sorted("YRB".index(LETTERS[player]) for player in game["winners"])
