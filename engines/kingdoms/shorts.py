"""How a hand writes the moves of Kingdoms in short."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.kernel.game import Json
from engines.kingdoms.moves import spellings

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
        if wanted in {name.casefold() for name in spellings(kind)}:
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
