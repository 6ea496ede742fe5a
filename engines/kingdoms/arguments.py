"""Arguments of moves and adjustments: a space, a rank, a kind of tile with a free copy (KIN-1, KIN-14)."""

from __future__ import annotations

from typing import NoReturn

from engines.kernel.game import Json, Text
from engines.kernel.sentences import all_of, fill, shown
from engines.kingdoms import refusals
from engines.kingdoms.refusals import refusal
from engines.kingdoms.state import State, cell_at, confided, lying, revealed


def space(state: State, move: Json) -> tuple[int, int]:
    """Return the row and the column; both must be on the board (KIN-1.1)."""
    row, col = move.get("row"), move.get("col")
    box = state.box
    if type(row) is int and type(col) is int and 1 <= row <= box.rows and 1 <= col <= box.columns:
        return row, col
    raise refusal("KIN-1.1", "off_board", row=shown(row), col=shown(col), rows=box.rows, columns=box.columns)


def empty(state: State, row: int, col: int) -> None:
    """Check that the space is empty (KIN-4.11)."""
    piece = state.cells[cell_at(state.box, row, col)]
    if piece is not None:
        what = refusals.piece_name(state, piece)
        raise refusal("KIN-4.11", "occupied", names=[piece.name], row=row, col=col, piece=what)


def rank_of(state: State, move: Json) -> int:
    """Return the rank; castles must have it (KIN-1.10)."""
    rank, ranks = move.get("rank"), state.box.ranks
    if type(rank) is not int or rank not in ranks:
        raise refusal("KIN-1.10", "bad_rank", rank=shown(rank), least=ranks[0], most=ranks[-1])
    return rank


def kind_of(state: State, tile: object) -> str:
    """Return the kind of tile; the box must have it (KIN-1.3, KIN-1.4)."""
    if type(tile) is str and tile in state.box.kinds:
        return tile
    hazard = type(tile) is str and tile.startswith(("-", "hazard"))
    rule = "KIN-1.4" if hazard or (type(tile) is int and tile < 0) else "KIN-1.3"
    raise refusal(rule, "unknown_kind", tile=shown(tile))


def free_copy(state: State, tile: str, event: Json | None) -> None:
    """Check that a copy of a kind lies face down and is no confided starting tile (KIN-14.7, KIN-14.8)."""
    if state.hidden.free[tile] >= 1:
        return
    if len(lying(state, tile)) < state.box.kinds[tile].count:
        held(state, tile, event)
    where = all_of(refusals.places(state, refusals.AT, tile))
    raise refusal(
        "KIN-14.8",
        "kind_exhausted",
        names=state.hidden.said[tile],
        event=event,
        tile=refusals.tile_name(state.box, tile),
        where=where,
    )


def held(state: State, tile: str, event: Json | None) -> NoReturn:
    """The last free copy is a confided starting tile (KIN-14.7)."""
    where = all_of([*refusals.places(state, refusals.ON_BOARD, tile), *holders(state, tile)])
    raise refusal(
        "KIN-14.7",
        "held_elsewhere",
        names=state.hidden.said[tile],
        event=event,
        tile=refusals.tile_name(state.box, tile),
        where=where,
    )


def holders(state: State, tile: str) -> list[Text]:
    """The seats with a starting tile of this kind, confided or revealed."""
    known = [fill(refusals.HELD, who=refusals.seat_name(state, place)) for place in confided(state, tile)]
    shown_by = [fill(refusals.SHOWN, who=refusals.seat_name(state, place)) for place in revealed(state, tile)]
    return [*known, *shown_by]
