"""The texts of Kingdoms, its refusals, and the names in them."""

from __future__ import annotations

from engines.kernel.game import LANGUAGES, Text
from engines.kernel.sentences import Refusals, fill, same, texts
from engines.kingdoms.box.components import HAZARD, RESOURCE, Box
from engines.kingdoms.state import Piece, State

TEXTS = texts("engines.kingdoms")
_THINGS = TEXTS["things"]
SEAT, AT, ON_BOARD, HELD, SHOWN, CASTLE, SOME_TILE = (
    _THINGS[key] for key in ("seat", "at", "on_board", "held", "shown", "castle", "some_tile")
)


refusal = Refusals(TEXTS["refusals"])


def tile_name(box: Box, tile: str | None) -> Text:
    """The name of a kind, with its value where the name does not show it: ``Troll (-6)``."""
    if tile is None:
        return SOME_TILE
    kind = box.kinds.get(tile)
    if kind is None:
        return same(tile)
    return {lang: name_with_value(kind.name[lang], kind.category, kind.value) for lang in LANGUAGES}


def name_with_value(name: str, category: str, value: int) -> str:
    """The name of a kind, with its value where the name does not show it."""
    return name if category not in (RESOURCE, HAZARD) or f"{value:+d}" in name else f"{name} ({value:+d})"


def seat_name(state: State, seat: int) -> Text:
    """A seat by its colour."""
    return state.box.colours[state.colours[seat]]


def piece_name(state: State, piece: Piece) -> Text:
    """A tile or castle on the board."""
    if piece.rank:
        return fill(CASTLE, who=seat_name(state, piece.seat), rank=piece.rank)
    return tile_name(state.box, piece.tile)


def places(state: State, template: Text, tile: str) -> list[Text]:
    """The spaces of the copies of a kind."""
    return [_at(state, template, cell) for cell, piece in enumerate(state.cells) if piece and piece.tile == tile]


def castle_places(state: State, seat: int, rank: int) -> list[Text]:
    """The spaces of a seat's castles of a rank."""
    return [
        _at(state, AT, cell)
        for cell, piece in enumerate(state.cells)
        if piece and (piece.seat, piece.rank) == (seat, rank)
    ]


def _at(state: State, template: Text, cell: int) -> Text:
    row, col = divmod(cell, state.box.columns)
    return fill(template, row=row + 1, col=col + 1)
