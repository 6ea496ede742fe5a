"""The scoring of the reference once more, written from its clauses KIN-8 and KIN-9 and held against its vectors.

A second opinion for boards that no vector shows: imaginary tables, whole games.
"""

from collections.abc import Sequence

from tests.engines.kingdoms.table import CASTLE, tokens

Space = tuple[int, int]


def lines() -> list[list[Space]]:
    """Rows from the top, then columns from the left (KIN-8.1); spaces from (0, 0)."""
    return [[(row, col) for col in range(6)] for row in range(5)] + [
        [(row, col) for row in range(5)] for col in range(6)
    ]


def parts(cells: Sequence[Sequence[str]], spaces: Sequence[Space]) -> list[list[Space]]:
    """The runs of a line between mountains, without empty ones (KIN-9.1 to KIN-9.4)."""
    runs: list[list[Space]] = [[]]
    for row, col in spaces:
        if cells[row][col] == "MT":
            runs.append([])
        else:
            runs[-1].append((row, col))
    return [run for run in runs if run]


def base(held: Sequence[str]) -> int:
    """The base value of a part (KIN-8.3, KIN-9.5, KIN-9.9)."""
    resources = 0 if "DR" in held else sum(int(token) for token in held if token[0] == "+")
    hazards = sum(int(token) for token in held if token[0] == "-")
    return (resources + hazards) * (2 if "GM" in held else 1)


def effective(cells: Sequence[Sequence[str]], row: int, col: int) -> int:
    """The rank of a castle, one more beside the wizard (KIN-9.14)."""
    beside = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    near = any(0 <= r < len(cells) and 0 <= c < len(cells[0]) and cells[r][c] == "WZ" for r, c in beside)
    return int(cells[row][col][1]) + near


def score(board: Sequence[str], seats: str) -> dict[str, list[int]]:
    """For each seat the gold of the eleven lines, rows first (KIN-8.5 to KIN-8.7)."""
    cells = tokens(board)
    won = {seat: [0] * 11 for seat in seats}
    for number, spaces in enumerate(lines()):
        for run in parts(cells, spaces):
            worth = base([cells[row][col] for row, col in run])
            for row, col in run:
                if CASTLE.match(cells[row][col]):
                    won[cells[row][col][0]][number] += worth * effective(cells, row, col)
    return won


def totals(board: Sequence[str], seats: str) -> dict[str, int]:
    """For each seat the gold of the epoch (KIN-10.1)."""
    return {seat: sum(won) for seat, won in score(board, seats).items()}
