"""The refusal texts of moves, in English and Spanish."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import LANGUAGES, Text
from engines.kernel.sentences import Refusals, fill, same
from engines.kingdoms.adjustments.texts import REFUSED
from engines.kingdoms.box.components import HAZARD, RESOURCE, Box
from engines.kingdoms.state import Piece, State

REFUSALS: Mapping[str, Text] = {
    **REFUSED,
    "opening": {
        "en": "the game is set up when the record is opened; no move does it",
        "es": "la partida se prepara al abrir el registro; ninguna jugada lo hace",
    },
    "opens_itself": {
        "en": "start_next_epoch is not recorded: the next epoch begins with its first starting tile or start player",
        "es": "start_next_epoch no se anota: la época siguiente empieza con su primera loseta inicial o con "
        "quien empieza",
    },
    "no_next": {"en": "epoch {epoch} was the last one", "es": "la época {epoch} era la última"},
    "tiles_missing": {
        "en": "epoch {epoch}: {who} still needs a starting tile",
        "es": "época {epoch}: falta repartir la loseta inicial a {who}",
    },
    "start_missing": {
        "en": "epoch {epoch}: the start player is not recorded yet",
        "es": "época {epoch}: aún no está anotado quién empieza",
    },
    "epoch_scored": {"en": "epoch {epoch} is already scored", "es": "la época {epoch} ya está puntuada"},
    "game_over": {
        "en": "the game is over: it ended with epoch {epoch}",
        "es": "la partida ha terminado: acabó con la época {epoch}",
    },
    "dealt_before": {
        "en": "epoch {epoch} has begun: starting tiles are dealt before its first turn",
        "es": "la época {epoch} ya ha empezado: las losetas iniciales se reparten antes de su primer turno",
    },
    "chosen_before": {
        "en": "epoch {epoch} has begun: its start player is recorded before its first turn",
        "es": "la época {epoch} ya ha empezado: quién empieza se anota antes de su primer turno",
    },
    "revealed_after": {
        "en": "epoch {epoch} is not scored yet: starting tiles are revealed after scoring",
        "es": "la época {epoch} aún no está puntuada: las losetas iniciales se muestran después",
    },
    "turn": {"en": "it is {mover}'s turn, not {who}'s", "es": "le toca a {mover}, no a {who}"},
    "off_board": {
        "en": "row {row}, column {col} is not on the board: rows are 1 to {rows}, columns 1 to {columns}",
        "es": "la fila {row}, columna {col} no está en el tablero: filas de 1 a {rows}, columnas de 1 a {columns}",
    },
    "keep_drawn": {
        "en": "a drawn tile is placed in the same turn: row and column are missing (row {row}, column {col})",
        "es": "una loseta robada se coloca en el mismo turno: faltan fila o columna (fila {row}, columna {col})",
    },
    "bad_rank": {
        "en": "{rank} is not a rank: castles have ranks {least} to {most}",
        "es": "{rank} no es un rango: los castillos tienen rangos de {least} a {most}",
    },
    "unknown_kind": {"en": "there is no tile {tile}", "es": "no existe la loseta {tile}"},
    "occupied": {
        "en": "row {row}, column {col} already holds {piece} (entry {name})",
        "es": "la fila {row}, columna {col} ya contiene {piece} (entrada {name})",
    },
    "castles_placed": {
        "en": "{who} has no castle of rank {rank} left: {n:it is|they are} on the board, at {where}",
        "es": "a {who} no le quedan castillos de rango {rank}: {n:está|están} en el tablero, en {where}",
    },
    "castles_boxed": {
        "en": "{who} has no castle of rank {rank} left: {boxed} from earlier epochs went to the box",
        "es": "a {who} no le quedan castillos de rango {rank}: {boxed} de épocas anteriores fueron a la caja",
    },
    "castles_gone": {
        "en": "{who} has no castle of rank {rank} left: {boxed} from earlier epochs went to the box, the "
        "{n:other is|others are} at {where}",
        "es": "a {who} no le quedan castillos de rango {rank}: {boxed} de épocas anteriores fueron a la "
        "caja, el resto está en {where}",
    },
    "supply_empty": {
        "en": "the supply is empty: {who} cannot draw",
        "es": "la reserva está vacía: {who} no puede robar",
    },
    "kind_exhausted": {
        "en": "no {tile} is left to draw: all are on the board, at {where}",
        "es": "ya no queda {tile} por robar: está todo en el tablero, en {where}",
    },
    "held_elsewhere": {
        "en": "no {tile} is free: {where}",
        "es": "no hay {tile} libre: {where}",
    },
    "no_copy": {
        "en": "{who}'s starting tile cannot be {tile}: {where}",
        "es": "la loseta inicial de {who} no puede ser {tile}: {where}",
    },
    "tile_placed": {
        "en": "{who} already placed the starting tile of epoch {epoch} (entry {name})",
        "es": "{who} ya colocó la loseta inicial de la época {epoch} (entrada {name})",
    },
    "tile_revealed": {
        "en": "{who} already revealed the starting tile of epoch {epoch} (entry {name})",
        "es": "{who} ya mostró la loseta inicial de la época {epoch} (entrada {name})",
    },
    "already_dealt": {
        "en": "{who} already has a starting tile in epoch {epoch} (entry {name})",
        "es": "{who} ya tiene una loseta inicial en la época {epoch} (entrada {name})",
    },
    "mismatch": {
        "en": "{who}'s starting tile is {known} (entry {name}), not {tile}",
        "es": "la loseta inicial de {who} es {known} (entrada {name}), no {tile}",
    },
    "has_castles": {
        "en": "{who} cannot pass: castles left ({count})",
        "es": "{who} no puede pasar: le quedan castillos ({count})",
    },
    "has_supply": {
        "en": "{who} cannot pass: tiles left in the supply ({count})",
        "es": "{who} no puede pasar: quedan losetas en la reserva ({count})",
    },
    "has_tile": {
        "en": "{who} cannot pass: the starting tile is still face down",
        "es": "{who} no puede pasar: su loseta inicial sigue boca abajo",
    },
    "all_passed": {
        "en": "if {who} passed, everyone would have passed in a row, but the board always fills up: some "
        "entry is wrong",
        "es": "si {who} pasa, habrían pasado todos seguidos, pero el tablero siempre se llena: hay una entrada errónea",
    },
    "board_not_full": {
        "en": "epoch {epoch} is not over: {placed} of {spaces} {spaces:space is|spaces are} filled",
        "es": "la época {epoch} no ha terminado: hay {placed} de {spaces} {spaces:casilla ocupada|casillas ocupadas}",
    },
    "already_scored": {
        "en": "epoch {epoch} was scored with its last placement",
        "es": "la época {epoch} se puntuó con su última colocación",
    },
    "already_counted": {
        "en": "the table's count for epoch {epoch} is already recorded",
        "es": "la cuenta de la mesa en la época {epoch} ya está anotada",
    },
    "not_whole": {
        "en": "seat {seat}: gold must be a whole number, not {gold}",
        "es": "asiento {seat}: el oro debe ser un número entero, no {gold}",
    },
    "not_leading": {
        "en": "{who} does not start epoch {epoch}: most gold ({gold}): {leaders}",
        "es": "{who} no empieza la época {epoch}: más oro ({gold}): {leaders}",
    },
    "start_set": {
        "en": "the start player of epoch {epoch} is already recorded (entry {name}): {who}",
        "es": "ya está anotado quién empieza la época {epoch} (entrada {name}): {who}",
    },
}
"""Every refusal text, with placeholders for its values."""

SEAT = {"en": "seat {seat}", "es": "quien esté en el asiento {seat}"}
AT = {"en": "row {row}, column {col} (entry {name})", "es": "la fila {row}, columna {col} (entrada {name})"}
ON_BOARD = {
    "en": "one is at row {row}, column {col} (entry {name})",
    "es": "una está en la fila {row}, columna {col} (entrada {name})",
}
HELD = {"en": "one is {who}'s starting tile (entry {name})", "es": "una es la loseta inicial de {who} (entrada {name})"}
SHOWN = {"en": "one was revealed by {who} (entry {name})", "es": "una la mostró {who} (entrada {name})"}
CASTLE = {"en": "{who}'s castle of rank {rank}", "es": "el castillo de rango {rank} de {who}"}
SOME_TILE = {"en": "an unknown tile", "es": "una loseta desconocida"}


refusal = Refusals(REFUSALS)


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
    return [_at(state, template, cell, piece) for cell, piece in enumerate(state.cells) if piece and piece.tile == tile]


def castle_places(state: State, seat: int, rank: int) -> list[Text]:
    """The spaces of a seat's castles of a rank."""
    return [
        _at(state, AT, cell, piece)
        for cell, piece in enumerate(state.cells)
        if piece and (piece.seat, piece.rank) == (seat, rank)
    ]


def _at(state: State, template: Text, cell: int, piece: Piece) -> Text:
    row, col = divmod(cell, state.box.columns)
    return fill(template, row=row + 1, col=col + 1, name=piece.name)
