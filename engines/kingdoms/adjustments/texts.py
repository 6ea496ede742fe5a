"""Texts about a judge's adjustments: a sentence for each, and the reasons for refusing one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.kernel.game import Json, Text
from engines.kernel.moves.events import Event
from engines.kernel.sentences import say
from engines.kingdoms import moves

REFUSED: Mapping[str, Text] = {
    "no_turn_open": say("epoch {epoch}: no turn in progress to set", "época {epoch}: no hay turno que fijar"),
    "moves_already": say("it is already {who}'s turn", "ya le toca a {who}"),
    "board_closed": say(
        "no piece is on the board yet in epoch {epoch}", "aún no hay piezas en el tablero en la época {epoch}"
    ),
    "board_scored": say(
        "epoch {epoch} is already scored: change the gold instead",
        "la época {epoch} ya está puntuada: cambia el oro",
    ),
    "nothing_there": say("row {row}, column {col} is empty", "la fila {row}, columna {col} está vacía"),
    "none_in_supply": say("no tile is left in the supply", "no quedan losetas en la reserva"),
    "none_in_reserve": say(
        "{who} has no castle of rank {rank} in reserve", "{who} no tiene castillos de rango {rank} en su reserva"
    ),
    "none_boxed": say(
        "no castle of rank {rank} of {who} is in the box", "en la caja no hay castillos de rango {rank} de {who}"
    ),
    "never_boxed": say(
        "castles of rank {rank} never go to the box", "los castillos de rango {rank} nunca van a la caja"
    ),
}
"""Reasons for refusing an adjustment that never apply to a move."""

_GOLD = say(
    "Judge: {who} {by:+d} gold (now {gold})",
    "Juez: {who} {by:+d} de oro (ahora {gold})",
)
_TURN = say("Judge: it is {who}'s turn", "Juez: le toca a {who}")
_MOVED = say(
    "Judge: the piece at row {row}, column {col} moves to row {to_row}, column {to_col}",
    "Juez: la pieza de la fila {row}, columna {col} pasa a la fila {to_row}, columna {to_col}",
)
_REMOVED = say(
    "Judge: the piece at row {row}, column {col} leaves the board",
    "Juez: la pieza de la fila {row}, columna {col} sale del tablero",
)
_CASTLE = say(
    "Judge: {who}'s castle of rank {rank} goes to row {row}, column {col}",
    "Juez: un castillo de rango {rank} de {who} pasa a la fila {row}, columna {col}",
)
_TILE = say(
    "Judge: {tile} goes to row {row}, column {col} for {who}",
    "Juez: la loseta {tile} pasa a la fila {row}, columna {col} para {who}",
)
_BOXED = say(
    "Judge: {who}'s castle of rank {rank} goes to the box",
    "Juez: un castillo de rango {rank} de {who} va a la caja",
)
_GIVEN = say(
    "Judge: {who} gets back a castle of rank {rank} from the box",
    "Juez: {who} recupera de la caja un castillo de rango {rank}",
)


def ordered(event: Event, after: Json, lang: str, who: Callable[[int], str], tile: Callable[[str | None], str]) -> str:
    """The phrase for an adjustment, without a full stop.

    Args:
        event: The adjustment.
        after: The view after it.
        lang: Language of the phrase.
        who: Gives a seat's name.
        tile: Gives the name of a kind of tile.
    """
    match event:
        case moves.GoldChanged(seat, by):
            return _GOLD[lang].format(who=who(seat), by=by, gold=after["seats"][str(seat)]["gold"])
        case moves.TurnSet(seat):
            return _TURN[lang].format(who=who(seat))
        case moves.PieceMoved(row, col, to_row, to_col):
            return _MOVED[lang].format(row=row, col=col, to_row=to_row, to_col=to_col)
        case moves.PieceRemoved(row, col):
            return _REMOVED[lang].format(row=row, col=col)
        case moves.CastlePut(seat, rank, row, col):
            return _CASTLE[lang].format(who=who(seat), rank=rank, row=row, col=col)
        case moves.TilePut(seat, kind, row, col):
            return _TILE[lang].format(who=who(seat), tile=tile(kind), row=row, col=col)
        case moves.CastleBoxed(seat, rank):
            return _BOXED[lang].format(who=who(seat), rank=rank)
        case moves.CastleGiven(seat, rank):
            return _GIVEN[lang].format(who=who(seat), rank=rank)
        case _:
            raise TypeError(type(event))
