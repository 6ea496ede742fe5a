"""The moves of Kingdoms: each class is the event, with the fields that a form asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from engines.kernel.box.reading import colours
from engines.kernel.game import LANGUAGES, Field, Json
from engines.kernel.moves.events import Ask, Event, Events
from engines.kingdoms.box.components import SEATS

SECRET: Mapping[str, Mapping[str, str]] = {"deal_starting_tile": {"tile": "seat"}}
"""A starting tile is its owner's secret until it is placed or revealed (KIN-14.2, KIN-14.4)."""


PAST_MOUNTAINS = "reach_past_mountains"


def options() -> Mapping[str, Field]:
    """The option of a record: how far dragon and gold mine reach (KIN-9.22)."""
    label = {"en": "Dragon and gold mine reach past mountains", "es": "Dragón y mina de oro alcanzan tras las montañas"}
    return {PAST_MOUNTAINS: Field("flag", label, default=False, rule="KIN-9.22", later=True)}


def spellings(kind: Json) -> tuple[str, ...]:
    """The ways to write a kind of tile: its id, its token, its name (KIN-1.6)."""
    return (kind["id"], kind["token"], *(kind["name"][lang] for lang in LANGUAGES))


Tile = Annotated[str, Ask("Tile", "Loseta", choices=lambda box: [spellings(kind) for kind in box["kinds"]])]
Rank = Annotated[
    int, Ask("Rank", "Rango", low=1, high=lambda box: max(int(rank) for rank in box["castles"]["per_colour"]))
]
Row = Annotated[int, Ask("Row", "Fila", low=1, high=lambda box: box["board"]["rows"])]
Column = Annotated[int, Ask("Column", "Columna", low=1, high=lambda box: box["board"]["columns"])]
"""Rows and columns are counted from 1."""

EVENTS = Events("Kingdoms")


@EVENTS.move("choose_start_player", "Choose the start player", "Elegir quién empieza")
class StartPlayerChosen(Event):
    """Chance or the most gold chose who takes the first turn of an epoch (KIN-2.11, KIN-13.1)."""

    player: Annotated[int, Ask("Who starts", "Quién empieza", low=0, high=SEATS[-1] - 1, seat=True)]


@EVENTS.move("deal_starting_tile", "Take a starting tile", "Tomar una loseta inicial")
class StartingTileDealt(Event):
    """A seat took a starting tile; None where this fold does not know which (KIN-2.8, KIN-14.5)."""

    seat: int
    tile: Tile | None


@EVENTS.move("place_castle", "Place a castle", "Colocar un castillo")
class CastlePlaced(Event):
    """A seat placed one of its castles (KIN-4.1)."""

    seat: int
    rank: Rank
    row: Row
    col: Column


@EVENTS.move("draw_and_place", "Draw and place a tile", "Robar y colocar una loseta")
class TileDrawn(Event):
    """A seat drew a tile and placed it; a missing space breaks a rule (KIN-4.4, KIN-4.5)."""

    seat: int
    tile: Tile
    row: Annotated[Row, Ask(optional=True)]
    col: Annotated[Column, Ask(optional=True)]


@EVENTS.move("place_starting_tile", "Place the starting tile", "Colocar la loseta inicial")
class StartingTilePlaced(Event):
    """A seat placed its starting tile; None until the seal of its deal fills it in (KIN-4.7)."""

    seat: int
    tile: Tile | None
    row: Row
    col: Column


@EVENTS.move("pass", "Pass", "Pasar")
class Passed(Event):
    """A seat could do nothing else (KIN-6.1)."""

    seat: int


@EVENTS.move("score_epoch", "Note what the table counted", "Anotar lo que contó la mesa")
class EpochCounted(Event):
    """What the table counted for the epoch itself: seat to gold; compared, never believed (KIN-8)."""

    gold: Annotated[
        Mapping[int, Annotated[int, Ask("Gold of the epoch", "Oro de la época")]], Ask("Gold", "Oro", optional=True)
    ]


@EVENTS.move("reveal_starting_tile", "Reveal the starting tile", "Mostrar la loseta inicial")
class StartingTileRevealed(Event):
    """A seat showed a starting tile it had not placed; None until the seal of its deal fills it in (KIN-14.4)."""

    seat: int
    tile: Tile | None


@EVENTS.move("setup_game", "Set up the game", "Preparar la partida", recorded=False)
class GameSetUp(Event):
    """No move: opening the record does this (KIN-2.1)."""

    players: Annotated[
        Mapping[int, Annotated[str, Ask("Colour", "Color", choices=colours)]] | None, Ask("Players", "Jugadores")
    ]


@EVENTS.move("start_next_epoch", "Start the next epoch", "Empezar la época siguiente", recorded=False)
class EpochStarted(Event):
    """No move: the first starting tile or start player of the epoch does this (KIN-11.1)."""


By = Annotated[int, Ask("By", "En cuánto", low=-100, high=100)]


@EVENTS.adjustment("change_gold", "Give or take gold", "Dar o quitar oro")
class GoldChanged(Event):
    """A seat got gold, or gave some back (KIN-1.14)."""

    seat: int
    by: By


@EVENTS.adjustment("set_turn", "Set the seat to move", "Fijar a quién le toca")
class TurnSet(Event):
    """It is a seat's turn (KIN-3.1)."""

    seat: int


@EVENTS.adjustment("move_piece", "Move a piece on the board", "Mover una pieza del tablero")
class PieceMoved(Event):
    """A tile or castle went to another space (KIN-5.1)."""

    row: Row
    col: Column
    to_row: Annotated[Row, Ask("To row", "A la fila")]
    to_col: Annotated[Column, Ask("To column", "A la columna")]


@EVENTS.adjustment("remove_piece", "Take a piece off the board", "Retirar una pieza del tablero")
class PieceRemoved(Event):
    """A castle went back to its reserve, a tile to the supply, a starting tile to its owner (KIN-14.11)."""

    row: Row
    col: Column


@EVENTS.adjustment("put_castle", "Put a castle on the board", "Poner un castillo en el tablero")
class CastlePut(Event):
    """A castle of a reserve went to the board; the turn stays where it was (KIN-1.12)."""

    seat: int
    rank: Rank
    row: Row
    col: Column


@EVENTS.adjustment("put_tile", "Put a tile on the board", "Poner una loseta en el tablero")
class TilePut(Event):
    """A tile of the supply went to the board for a seat; the turn stays where it was (KIN-14.7)."""

    seat: int
    tile: Tile
    row: Row
    col: Column


@EVENTS.adjustment("box_castle", "Put a castle back in the box", "Devolver un castillo a la caja")
class CastleBoxed(Event):
    """A castle went from a reserve to the box (KIN-11.3)."""

    seat: int
    rank: Rank


@EVENTS.adjustment("give_castle", "Give a castle back from the box", "Sacar un castillo de la caja")
class CastleGiven(Event):
    """A castle came from the box back to a reserve (KIN-11.3)."""

    seat: int
    rank: Rank


Adjusted: TypeAlias = (
    GoldChanged | TurnSet | PieceMoved | PieceRemoved | CastlePut | TilePut | CastleBoxed | CastleGiven
)

encode, decode, moves, adjustments = EVENTS.encode, EVENTS.decode, EVENTS.types, EVENTS.adjustments
