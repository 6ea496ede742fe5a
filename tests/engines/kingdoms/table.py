"""A short way to write moves, boards and whole epochs of Kingdoms, and the figures of its reference.

Nothing here asks the engine what is right. A line is written with the tokens that boards are written with:

====================  =========================================================
``R4 1,3``            red places a castle of rank 4 on row 1, column 3
``R +3 2,5``          red draws a +3 and places it
``R start -6 5,3``    red places the starting tile, a -6; ``R start 5,3``: unsaid
``R deal -6``         red is dealt a -6; ``R deal``: nobody was told
``R reveal WZ``       red shows the wizard after the epoch
``R pass``
``first R``           red takes the first turn of the epoch
``count R=44 B=3``    what the table counted for the epoch; ``count``: nothing
====================  =========================================================
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engines import kingdoms
from engines.kernel.game import Json
from tests.engines.given import Hand, Position, given
from tests.reference import figures

COLOURS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}
CASTLE = re.compile(r"[RBYG][0-9]\Z")

FIGURES = figures("kingdoms")
CLAUSES = {code: tuple(f"KIN-{number}" for number in numbers.split()) for code, numbers in FIGURES["refusals"].items()}
"""For each code of a refusal the clauses that may be named with it."""


def marks() -> dict[str, str]:
    """The token of each kind."""
    return {kind: token for kind, token, *_ in FIGURES["components"]["kinds"]}


def castles(counts: Sequence[int]) -> dict[str, int]:
    """Castles of rank 1 to 4, by rank."""
    return {str(rank): count for rank, count in enumerate(counts, 1)}


def by_seat(values: Mapping[str, int], seats: str) -> dict[str, int]:
    """Values by letter as values by seat."""
    return {str(seats.index(letter)): value for letter, value in values.items()}


def copies() -> dict[str, int]:
    """The 16 kinds with their number of tiles, in the order of the box."""
    return {kind: count for kind, _, _, count, _ in FIGURES["components"]["kinds"]}


def kind(token: str) -> str:
    """The id of a kind from its token; any other text as it is."""
    return next((known for known, mark in marks().items() if mark == token), token)


def tokens(board: Sequence[str]) -> list[list[str]]:
    """A board written in rows, as tokens."""
    return [row.split() for row in board]


def reader(seats: str) -> Callable[[str], Json]:
    """What reads a line at a table whose seats are these letters, clockwise."""

    def space(text: str) -> dict[str, int]:
        row, col = text.split(",")
        return {"row": int(row), "col": int(col)}

    def action(seat: int, head: str, rest: Sequence[str]) -> Json:
        tile = {"tile": kind(rest[1])} if rest[1:] else {}
        if CASTLE.match(head):
            return {"type": "place_castle", "seat": seat, "rank": int(head[1]), **space(rest[0])}
        if rest[0] == "pass":
            return {"type": "pass", "seat": seat}
        if rest[0] in ("deal", "reveal"):
            return {"type": f"{rest[0]}_starting_tile", "seat": seat, **tile}
        if rest[0] == "start":
            return {"type": "place_starting_tile", "seat": seat, **(tile if rest[2:] else {}), **space(rest[-1])}
        return {"type": "draw_and_place", "seat": seat, "tile": kind(rest[0]), **space(rest[1])}

    def read(line: str) -> Json:
        head, *rest = line.split()
        if head == "first":
            return {"type": "choose_start_player", "player": seats.index(rest[0])}
        if head == "count":
            gold = {str(seats.index(item[0])): int(item[2:]) for item in rest}
            return {"type": "score_epoch", **({"gold": gold} if gold else {})}
        return action(seats.index(head[0]), head, rest)

    return read


def table(seats: str, box: Json | None = None, **options: bool) -> Position:
    """An opened record: nothing dealt, no start player."""
    colours = [COLOURS[seat] for seat in seats]
    return given(kingdoms, colours, box=box, options=options, hand=Hand(reader(seats), CLAUSES))


def deals(seats: str, tiles: Mapping[str, str]) -> list[str]:
    """One deal a seat; who confides the tile stands in ``tiles``."""
    return [f"{seat} deal {tiles[seat]}" if seat in tiles else f"{seat} deal" for seat in seats]


def playing(seats: str, **tiles: str) -> Position:
    """A table at the first turn of epoch 1, seat 0 to move.

    Entry 2 is the start player, entries 3, 4 ... are the deals by seat; so the first turn is entry 5, 6 or 7.
    """
    return table(seats).after(f"first {seats[0]}", *deals(seats, tiles))


def epoch(board: Sequence[str], seats: str, first: str, *, announced: bool = True, **tiles: str) -> Iterator[str]:
    """The lines of a whole legal epoch that ends with this full board.

    Everybody draws and places first and keeps as many turns for the castles as there are castles; when the supply is
    empty, the starting tiles follow.

    Args:
        board: Five rows of tokens, none empty.
        seats: The table, clockwise.
        first: Who takes the first turn.
        announced: Whether the start player is recorded (needed in epoch 1 and after a tie).
        tiles: Who confides which starting tile.
    """
    if announced:
        yield f"first {first}"
    yield from deals(seats, tiles)
    castles: dict[str, list[str]] = {seat: [] for seat in seats}
    pieces: list[str] = []
    for row, line in enumerate(tokens(board), 1):
        for col, token in enumerate(line, 1):
            if CASTLE.match(token):
                castles[token[0]].append(f"{token} {row},{col}")
            else:
                pieces.append(f"{token} {row},{col}")
    supply = 23 - len(seats)
    order = [seats[(seats.index(first) + turn) % len(seats)] for turn in range(30)]
    for turn, seat in enumerate(order):
        left = order[turn:].count(seat)
        assert len(castles[seat]) <= left, f"{seat} has not turns enough for its castles"
        if len(castles[seat]) == left or not pieces:
            yield castles[seat].pop(0)
        elif supply:
            supply -= 1
            yield f"{seat} {pieces.pop(0)}"
        else:
            yield f"{seat} start {pieces.pop(0)}"


def scored(board: Sequence[str], seats: str, first: str | None = None, *, past_mountains: bool = False) -> Position:
    """A table after the first epoch, which ended with this full board."""
    return table(seats, reach_past_mountains=past_mountains).after(*epoch(board, seats, first or starter(board, seats)))


def starter(board: Sequence[str], seats: str) -> str:
    """A start player with whom everybody has turns enough for the castles on this board."""
    for first in seats:
        order = [seats[(seats.index(first) + turn) % len(seats)] for turn in range(30)]
        placed = [token[0] for line in tokens(board) for token in line if CASTLE.match(token)]
        if all(placed.count(seat) <= order.count(seat) for seat in seats):
            return first
    raise AssertionError("nobody could start")


def line(position: Position, which: str, index: int, number: int = 1) -> Any:
    """A scored line, ``row`` or ``column``, of an epoch."""
    lines = position.look(f"results.{number}.lines")
    return next(found for found in lines if (found["line"], found["index"]) == (which, index))


def bases(position: Position, which: str, index: int) -> list[int]:
    """The base values of the parts of a scored line."""
    return [part["base"] for part in line(position, which, index)["parts"]]


def gold(position: Position, which: str, index: int, seats: str) -> dict[str, int]:
    """The gold of a scored line by letter, without the seats that got none."""
    return {seats[int(seat)]: won for seat, won in line(position, which, index)["gold"].items() if won}


def board(view: Json, seats: str) -> list[str]:
    """The board of a view as the reference writes it."""

    def token(cell: Json | None) -> str:
        if cell is None:
            return ".."
        return f"{seats[cell['seat']]}{cell['castle']}" if "castle" in cell else marks()[cell["tile"]]

    return [" ".join(token(cell) for cell in row) for row in view["board"]]


def replay(name: str) -> tuple[str, list[str]]:
    """A recorded epoch of the reference: the seats as letters and the lines of its moves (without the deals)."""
    return FIGURES["epochs"][name]["seats"], FIGURES["epochs"][name]["moves"]
