"""What a fold shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.kernel.game import Json
from engines.kernel.view_cache import ViewCache
from engines.kingdoms.state import EpochScore, LineScore, Part, Piece, Seat, State, candidates


def view(state: State, cache: ViewCache) -> Json:
    """The state as its fold knows it: JSON with string keys; later events do not change it (KIN-14.15)."""
    free, columns = state.hidden.free, state.box.columns
    possible = tuple(candidates(state))
    return {
        "phase": state.phase,
        "round": state.epoch,
        "to_move": [] if state.to_move is None else [state.to_move],
        "scores": {str(place): seat.gold for place, seat in enumerate(state.seats)},
        "contradictions": [found.as_json() for found in state.contradictions],
        "box": state.box.edition,
        "start_player": state.start_player,
        "placements": state.placements,
        "supply": state.supply,
        "board": [
            _row(tuple(state.cells[start : start + columns]), start, possible, cache)
            for start in range(0, len(state.cells), columns)
        ],
        "stock": {kind: max(free[kind], 0) for kind in state.box.kinds},
        "seats": {
            str(place): _seat(place, state.colours[place], seat, possible, cache)
            for place, seat in enumerate(state.seats)
        },
        "results": {str(epoch): _epoch(epoch, result, columns, cache) for epoch, result in state.results.items()},
    }


def _row(
    pieces: tuple[Piece | None, ...], start: int, possible: tuple[str, ...], cache: ViewCache
) -> list[Json | None]:
    """A row of the board; the candidates of an unknown tile may change while the row does not."""
    open_to = possible if None in [piece.tile for piece in pieces if piece and not piece.rank] else None
    return cache.part(
        ("row", start),
        (pieces, open_to),
        lambda: [None if piece is None else _piece(piece, possible) for piece in pieces],
    )


def _piece(piece: Piece, possible: Sequence[str]) -> Json:
    """What lies on a space."""
    if piece.rank:
        return {"castle": piece.rank, "seat": piece.seat, "name": piece.name}
    tile = {"unknown": list(possible)} if piece.tile is None else piece.tile
    return {"tile": tile, "seat": piece.seat, "from": "start" if piece.start else "supply", "name": piece.name}


def _seat(place: int, colour: str, seat: Seat, possible: tuple[str, ...], cache: ViewCache) -> Json:
    """What lies in front of a seat."""
    open_to = possible if seat.tile is None and seat.status != "not_dealt" else None

    def made() -> Json:
        tile: Any = seat.tile if open_to is None else {"unknown": list(open_to)}
        deduced = open_to[0] if open_to is not None and seat.status == "face_down" and len(open_to) == 1 else None
        return {
            "colour": colour,
            "gold": seat.gold,
            "reserve": {str(rank): count for rank, count in seat.reserve.items()},
            "boxed": {str(rank): count for rank, count in seat.boxed.items()},
            "passes": seat.passes,
            "starting_tile": {"status": seat.status, "tile": tile, "deduced": deduced, "name": seat.dealt},
        }

    castles = (*seat.reserve.values(), *seat.boxed.values())
    return cache.part(
        ("seat", place), (seat.gold, castles, seat.passes, seat.status, seat.tile, seat.dealt, open_to), made
    )


def _epoch(epoch: int, result: EpochScore, columns: int, cache: ViewCache) -> Json:
    """The scoring of an epoch by line and part; only the table's own count can change later."""
    scored = cache.part(
        ("epoch", epoch),
        None,
        lambda: {
            "lines": [_line(line, columns) for line in result.lines],
            "rows": _by_seat(result.rows),
            "columns": _by_seat(result.columns),
            "total": _by_seat(result.total),
            "before": _by_seat(result.before),
            "after": _by_seat(result.after),
        },
    )
    counted = None if result.counted is None else {str(seat): gold for seat, gold in result.counted.items()}
    return {**scored, "counted": counted}


def _line(line: LineScore, columns: int) -> Json:
    return {
        "line": line.line,
        "index": line.index,
        "parts": [_part(part, columns) for part in line.parts],
        "gold": _by_seat(line.gold),
    }


def _part(part: Part, columns: int) -> Json:
    base = part.base
    return {
        "cells": [[cell // columns + 1, cell % columns + 1] for cell in part.cells],
        "resources": part.resources,
        "cancelled": part.cancelled,
        "hazards": part.hazards,
        "dragon": part.dragon,
        "mine": part.mine,
        "base": base,
        "castles": [
            {
                "row": castle.cell // columns + 1,
                "col": castle.cell % columns + 1,
                "seat": castle.seat,
                "rank": castle.rank,
                "bonus": castle.bonus,
                "effective": castle.rank + castle.bonus,
            }
            for castle in part.castles
        ],
        "ranks": {str(seat): rank for seat, rank in enumerate(part.ranks) if rank},
        "gold": {str(seat): base * rank for seat, rank in enumerate(part.ranks) if rank},
    }


def _by_seat(values: Sequence[int]) -> dict[str, int]:
    return {str(seat): value for seat, value in enumerate(values)}
