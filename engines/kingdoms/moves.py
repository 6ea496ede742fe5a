"""The moves of Kingdoms: their fields, the events they become, and how a hand writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from engines.kernel.game import LANGUAGES, Field, Json, MoveType, Text
from engines.kernel.memo import of_box
from engines.kingdoms.data import SEATS, colours

SECRET: Mapping[str, Mapping[str, str]] = {"deal_starting_tile": {"tile": "seat"}}
"""A starting tile is its owner's secret until it is placed or revealed (KIN-14.2, KIN-14.4)."""

# --------------------------------------------------------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class StartPlayerChosen:
    """Chance or the most gold chose who takes the first turn of an epoch (KIN-2.11, KIN-13.1)."""

    player: int


@dataclass(frozen=True, slots=True)
class StartingTileDealt:
    """A seat took a starting tile; None where this fold was not told which (KIN-2.8, KIN-14.5)."""

    seat: int
    tile: str | None


@dataclass(frozen=True, slots=True)
class CastlePlaced:
    """A seat placed one of its castles; row and column from 1 (KIN-4.1)."""

    seat: int
    rank: int
    row: int
    col: int


@dataclass(frozen=True, slots=True)
class TileDrawn:
    """A seat drew a tile and placed it; row and column from 1 (KIN-4.4)."""

    seat: int
    tile: str
    row: int
    col: int


@dataclass(frozen=True, slots=True)
class StartingTilePlaced:
    """A seat placed its starting tile; None until the seal of its deal fills it in (KIN-4.7)."""

    seat: int
    tile: str | None
    row: int
    col: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat could do nothing else (KIN-6.1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class EpochCounted:
    """What the table counted for the epoch itself: (seat, gold), by seat; compared, never believed (KIN-8)."""

    gold: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class StartingTileRevealed:
    """A seat showed a starting tile it had not placed; None until the seal of its deal fills it in (KIN-14.4)."""

    seat: int
    tile: str | None


Event: TypeAlias = (
    StartPlayerChosen
    | StartingTileDealt
    | CastlePlaced
    | TileDrawn
    | StartingTilePlaced
    | Passed
    | EpochCounted
    | StartingTileRevealed
)


def encode(event: Event) -> Json:
    """The event as the body of an entry: ``type``, ``seat``, parameters; unknown ones left out."""
    match event:
        case CastlePlaced(seat, rank, row, col):
            body = {"type": "place_castle", "seat": seat, "rank": rank, "row": row, "col": col}
        case TileDrawn(seat, drawn, row, col):
            body = {"type": "draw_and_place", "seat": seat, "tile": drawn, "row": row, "col": col}
        case StartingTilePlaced(seat, tile, row, col):
            body = {"type": "place_starting_tile", "seat": seat, **_told(tile), "row": row, "col": col}
        case Passed(seat):
            body = {"type": "pass", "seat": seat}
        case StartingTileDealt(seat, tile):
            body = {"type": "deal_starting_tile", "seat": seat, **_told(tile)}
        case StartPlayerChosen(player):
            body = {"type": "choose_start_player", "player": player}
        case EpochCounted(gold):
            body = {"type": "score_epoch", "gold": {str(seat): total for seat, total in gold}}
        case _:
            body = {"type": "reveal_starting_tile", "seat": event.seat, **_told(event.tile)}
    return body


def _told(tile: str | None) -> Json:
    return {} if tile is None else {"tile": tile}


def decode(data: Json) -> Event:
    """The event of a body.

    Raises:
        ValueError: A type that is never recorded.
    """
    event: Event
    match data["type"]:
        case "place_castle":
            event = CastlePlaced(data["seat"], data["rank"], data["row"], data["col"])
        case "draw_and_place":
            event = TileDrawn(data["seat"], data["tile"], data["row"], data["col"])
        case "place_starting_tile":
            event = StartingTilePlaced(data["seat"], data.get("tile"), data["row"], data["col"])
        case "pass":
            event = Passed(data["seat"])
        case "deal_starting_tile":
            event = StartingTileDealt(data["seat"], data.get("tile"))
        case "choose_start_player":
            event = StartPlayerChosen(data["player"])
        case "score_epoch":
            event = EpochCounted(tuple(sorted((int(seat), total) for seat, total in data["gold"].items())))
        case "reveal_starting_tile":
            event = StartingTileRevealed(data["seat"], data.get("tile"))
        case kind:
            msg = f"{kind!r} is never recorded in Kingdoms"
            raise ValueError(msg)
    return event


# --------------------------------------------------------------------------------------------------------------- fields


def options() -> Mapping[str, Field]:
    """The options of a record: none; every open question of the rules has one answer (KIN-13)."""
    return {}


@of_box
def moves(box: Json) -> Mapping[str, MoveType]:
    """Every type of move with its parameters, in the order in which they are asked.

    ``setup_game`` and ``start_next_epoch`` are steps of the rules that nobody records; they are known so that the rules
    can say why.
    """
    kinds = tuple(_spellings(kind) for kind in box["kinds"])
    highest = max(int(rank) for rank in box["castles"]["per_colour"])
    return _moves(kinds, highest, box["board"]["rows"], box["board"]["columns"], tuple(colours(box)))


@lru_cache(maxsize=16)
def _moves(
    kinds: tuple[tuple[str, ...], ...], highest: int, rows: int, columns: int, seated: tuple[str, ...]
) -> Mapping[str, MoveType]:
    """The moves of a box with these kinds (id, token, names), ranks up to the highest, this board, these colours."""
    tile = _tile(kinds)
    rank = _number({"en": "Rank", "es": "Rango"}, highest)
    row = _number({"en": "Row", "es": "Fila"}, rows)
    col = _number({"en": "Column", "es": "Columna"}, columns)
    player = Field("integer", {"en": "Who starts", "es": "Quién empieza"}, low=0, high=SEATS[-1] - 1, seat=True)
    colour = Field("choice", {"en": "Colour", "es": "Color"}, choices=seated)
    gold = Field("integer", {"en": "Gold of the epoch", "es": "Oro de la época"})
    types = {
        "choose_start_player": MoveType(
            {"en": "Choose the start player", "es": "Elegir quién empieza"}, {"player": player}, seated=False
        ),
        "deal_starting_tile": MoveType(
            {"en": "Take a starting tile", "es": "Tomar una loseta inicial"}, {"tile": _optional(tile)}
        ),
        "place_castle": MoveType(
            {"en": "Place a castle", "es": "Colocar un castillo"}, {"rank": rank, "row": row, "col": col}
        ),
        # Left out, row and column are refused by the rule that a drawn tile is placed at once (KIN-4.5).
        "draw_and_place": MoveType(
            {"en": "Draw and place a tile", "es": "Robar y colocar una loseta"},
            {"tile": tile, "row": _optional(row), "col": _optional(col)},
        ),
        "place_starting_tile": MoveType(
            {"en": "Place the starting tile", "es": "Colocar la loseta inicial"},
            {"tile": _optional(tile), "row": row, "col": col},
        ),
        "pass": MoveType({"en": "Pass", "es": "Pasar"}, {}),
        "score_epoch": MoveType(
            {"en": "Note what the table counted", "es": "Anotar lo que contó la mesa"},
            {"gold": Field("map", {"en": "Gold", "es": "Oro"}, optional=True, of=gold, keys="seat")},
            seated=False,
        ),
        "reveal_starting_tile": MoveType(
            {"en": "Reveal the starting tile", "es": "Mostrar la loseta inicial"}, {"tile": _optional(tile)}
        ),
        "setup_game": MoveType(
            {"en": "Set up the game", "es": "Preparar la partida"},
            {"players": Field("map", {"en": "Players", "es": "Jugadores"}, optional=True, of=colour, keys="seat")},
            seated=False,
        ),
        "start_next_epoch": MoveType(
            {"en": "Start the next epoch", "es": "Empezar la época siguiente"}, {}, seated=False
        ),
    }
    return MappingProxyType(types)


def _number(label: Text, high: int) -> Field:
    return Field("integer", label, low=1, high=high)


def _optional(field: Field) -> Field:
    return Field(
        field.kind,
        field.label,
        optional=True,
        choices=field.choices,
        aliases=field.aliases,
        low=field.low,
        high=field.high,
    )


def _spellings(kind: Json) -> tuple[str, ...]:
    """How a kind may be written: its id, its token, what it is called."""
    return (kind["id"], kind["token"], *(kind["name"][lang] for lang in LANGUAGES))


def _tile(kinds: Sequence[Sequence[str]]) -> Field:
    """The field that names a kind of tile, with its token and its printed names as other spellings (KIN-1.6)."""
    label = {"en": "Tile", "es": "Loseta"}
    aliases: dict[str, str | int] = {name: kind[0] for kind in kinds for name in kind[2:]}
    aliases.update({kind[1]: kind[0] for kind in kinds})
    return Field("choice", label, choices=tuple(kind[0] for kind in kinds), aliases=aliases)


# ---------------------------------------------------------------------------------------------------------- short forms

_PLACE = re.compile(r"([0-9]{1,3}),([0-9]{1,3})\Z")
_CASTLE = re.compile(r"c(?:astle)?([0-9]{1,3})\Z", re.IGNORECASE)
_COUNT = re.compile(r"([^=]+)=([+-]?[0-9]{1,15})\Z")
_VALUE = re.compile(r"[+-][0-9]{1,3}\Z")


def short(words: Sequence[str], box: Json) -> Json | None:
    """A move from the short form a hand would write, without its seat; None where there is no such form.

    ``+3 2,5`` · ``castle 4 1,3`` or ``c4 1,3`` · ``start -6 5,3`` or ``start 5,3`` · ``pass`` · ``deal`` or ``deal +6``
    · ``first blue`` · ``reveal -4`` · ``count y=44 r=3``. Seats in ``first`` and ``count`` stay as they were written.
    """
    if not words:
        return None
    move: Json | None
    head, rest = words[0].casefold(), words[1:]
    match head:
        case "pass":
            move = None if rest else {"type": "pass"}
        case "deal" | "reveal":
            move = _with_tile(f"{head}_starting_tile", rest, box)
        case "first":
            move = {"type": "choose_start_player", "player": _whole(rest[0])} if len(rest) == 1 else None
        case "count":
            move = _count(rest)
        case "start":
            move = _with_place("place_starting_tile", rest, box, needs_tile=False)
        case "castle" if rest:
            move = _castle(f"c{rest[0]}", rest[1:])
        case _:
            move = _castle(head, rest) or _with_place("draw_and_place", words, box, needs_tile=True)
    return move


def _castle(head: str, rest: Sequence[str]) -> Json | None:
    rank = _CASTLE.match(head)
    place = _PLACE.match(rest[0]) if len(rest) == 1 else None
    if rank is None or place is None:
        return None
    return {"type": "place_castle", "rank": int(rank[1]), "row": int(place[1]), "col": int(place[2])}


def _with_tile(kind: str, words: Sequence[str], box: Json) -> Json | None:
    """A move that is a tile, or nothing more."""
    if not words:
        return {"type": kind}
    tile = _kind(words, box)
    return None if tile is None else {"type": kind, "tile": tile}


def _with_place(kind: str, words: Sequence[str], box: Json, *, needs_tile: bool) -> Json | None:
    """A move that is a tile and a place."""
    place = _PLACE.match(words[-1]) if words else None
    if place is None:
        return None
    move: Json = {"type": kind, "row": int(place[1]), "col": int(place[2])}
    if words[:-1] or needs_tile:
        tile = _kind(words[:-1], box)
        if tile is None:
            return None
        move["tile"] = tile
    return move


def _kind(words: Sequence[str], box: Json) -> str | None:
    """The kind that a token, a printed name (of several words, too) or an id means.

    A value that no tile has stays as it is: the rules refuse it with their clause.
    """
    wanted = " ".join(words).casefold()
    for kind in box["kinds"]:
        if wanted in {name.casefold() for name in _spellings(kind)}:
            found: str = kind["id"]
            return found
    return wanted if _VALUE.match(wanted) else None


def _count(words: Sequence[str]) -> Json | None:
    """What the table counted: ``y=44 r=3``."""
    found = [_COUNT.match(word) for word in words]
    gold = {match[1]: int(match[2]) for match in found if match is not None}
    return {"type": "score_epoch", "gold": gold} if words and len(gold) == len(words) else None


def _whole(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdigit() else word
