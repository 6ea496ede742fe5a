"""Scoring a full board, line by line and part by part (KIN-8, KIN-9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from engines.kingdoms.box.components import DRAGON, GOLD_MINE, HAZARD, MOUNTAIN, RESOURCE, WIZARD, Kind, Line
from engines.kingdoms.state import Castle, EpochScore, LineScore, Part, Piece, State

Cells = Sequence[Piece | None]


def score(state: State) -> EpochScore:
    """Score the epoch on the board; the gold is not paid out yet (KIN-8.12, KIN-10.1, KIN-10.2)."""
    known, seats = state.box.kinds, len(state.seats)
    # None for castles, and for a tile that this box does not know.
    kinds = [None if piece is None or piece.tile is None else known.get(piece.tile) for piece in state.cells]
    tiles = [(cell, kind.category) for cell, kind in enumerate(kinds) if kind is not None]
    mountains = {cell for cell, category in tiles if category == MOUNTAIN}
    wizards = {near for cell, category in tiles if category == WIZARD for near in state.box.neighbours[cell]}
    lines = [
        score_line(line, state.cells, kinds, mountains, wizards, seats, whole=state.past_mountains)
        for line in state.box.lines
    ]
    rows = _added([line.gold for line in lines if line.line == "row"])
    columns = _added([line.gold for line in lines if line.line == "column"])
    total = _added([rows, columns])
    before = [seat.gold for seat in state.seats]
    return EpochScore(lines, rows, columns, total, before, _added([before, total]))


def _added(gold: Iterable[Sequence[int]]) -> list[int]:
    """The sums of gold by seat."""
    return list(map(sum, zip(*gold, strict=True)))


def score_line(
    line: Line,
    cells: Cells,
    kinds: Sequence[Kind | None],
    mountains: set[int],
    wizards: set[int],
    seats: int,
    *,
    whole: bool = False,
) -> LineScore:
    """Score one row or column for every seat (KIN-8.2, KIN-8.6).

    Args:
        line: The row or column.
        cells: The board.
        kinds: The kind of tile on each space; None for castles.
        mountains: The spaces with a mountain.
        wizards: The spaces orthogonally next to a wizard.
        seats: How many play.
        whole: Whether dragon and gold mine act on all parts of the line (KIN-9.22).
    """
    reach = line.cells if whole else None
    parts = [_score_part(part, cells, kinds, wizards, seats, reach) for part in split(line, mountains)]
    gold = _added([[part.base * rank for rank in part.ranks] for part in parts]) or [0] * seats
    return LineScore(line.line, line.index, parts, gold)


def split(line: Line, mountains: Collection[int]) -> Iterator[list[int]]:
    """The parts of a line: its spaces between mountains, empty parts left out (KIN-9.1 to KIN-9.4)."""
    part: list[int] = []
    for cell in line.cells:
        if cell not in mountains:
            part.append(cell)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _score_part(
    part: list[int],
    cells: Cells,
    kinds: Sequence[Kind | None],
    wizards: set[int],
    seats: int,
    reach: Sequence[int] | None,
) -> Part:
    """What one rank is worth in a part, and how many ranks each seat has there (KIN-8.3 to KIN-8.5).

    Dragon and gold mine act on the line that is being scored, and only on their own part (KIN-9.5 to KIN-9.13), or on
    all of ``reach`` (KIN-9.22).
    """
    acting = {kind.category for cell in reach or part if (kind := kinds[cell]) is not None}
    dragon, mine = DRAGON in acting, 2 if GOLD_MINE in acting else 1
    resources = hazards = 0
    castles: list[Castle] = []
    ranks = [0] * seats
    for cell in part:
        kind, piece = kinds[cell], cells[cell]
        if kind is None:
            if piece is not None and piece.rank:
                bonus = 1 if cell in wizards else 0
                castles.append(Castle(cell, piece.seat, piece.rank, bonus))
                ranks[piece.seat] += piece.rank + bonus
        elif kind.category == RESOURCE:
            resources += kind.value
        elif kind.category == HAZARD:
            hazards += kind.value
    cancelled = resources if dragon else 0
    base = (resources - cancelled + hazards) * mine
    return Part(part, resources, cancelled, hazards, dragon, mine, base, castles, ranks)
