"""Short text forms of the moves of Kingdoms in short.

``+3 2,5`` · ``castle 4 1,3`` or ``c4 1,3`` · ``start -6 5,3`` or ``start 5,3`` · ``pass`` · ``deal`` or ``deal +6`` ·
``first blue`` · ``reveal -4`` · ``count y=44 r=3``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.kernel.game import Json, Text
from engines.kernel.input.shorthand import (
    ShortForm,
    Shorthand,
    WrongWordError,
    no_more,
    nothing,
    pairs,
    typed_as,
    whole_at,
    word_at,
)
from engines.kernel.sentences import say
from engines.kingdoms.moves import spellings

_PLACE = re.compile(r"([0-9]{1,3}),([0-9]{1,3})\Z")
_CASTLE = re.compile(r"c(?:astle)?([0-9]{1,3})\Z", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,3}\Z")
_VALUE = re.compile(r"[+-][0-9]{1,3}\Z")
_DRAW: Text = say("TILE ROW,COL", "LOSETA FILA,COL")
_RANK, _WHERE = say("RANK", "RANGO"), say("ROW,COL", "FILA,COL")


def _castle(words: Sequence[str], box: Json) -> Json:
    """A rank and a place."""
    if words and _PLACE.match(words[0]):
        lowest = min(int(rank) for rank in box["castles"]["per_colour"])
        meant = " ".join(("castle", str(lowest), *words))
        raise WrongWordError(0, say(f"the rank is missing, as in {meant}", f"falta el rango, como en {meant}"))
    return {"rank": whole_at(words, 0, _RANK), **_place(words, 1)}


def _place(words: Sequence[str], at: int) -> Json:
    """Row and column, the last word of a form."""
    word = word_at(words, at, _WHERE)
    place = _PLACE.match(word)
    if place is not None:
        no_more(words, at + 1)
        return {"row": int(place[1]), "col": int(place[2])}
    if len(words) == at + 2 and _NUMBER.match(word) and _NUMBER.match(words[at + 1]):
        meant = f"{word},{words[at + 1]}"
        raise WrongWordError(
            at, say(f"a place is row and column with a comma: {meant}", f"un lugar es fila y columna con coma: {meant}")
        )
    raise WrongWordError(at, say(f"{word!r:.40} is not a place as 2,5", f"{word!r:.40} no es un lugar como 2,5"))


def _tile(words: Sequence[str], box: Json) -> Json:
    """A tile, or nothing more."""
    return {"tile": _kind(words, box)} if words else {}


def _starting(words: Sequence[str], box: Json) -> Json:
    """A tile, which may be left out, and a place."""
    name, where = _parted(words, box)
    return {**_tile(name, box), **_place((*name, *where), len(name))}


def _parted(words: Sequence[str], box: Json) -> tuple[Sequence[str], Sequence[str]]:
    """The name of a tile, which may have several words, and the text after it: a place, possibly mistyped."""
    ends = [at for at, word in enumerate(words) if word[:1].isdigit()]
    ends += [at for at in range(len(words), 0, -1) if _is_tile(words[:at], box)]
    end = (ends or [len(words)])[0]
    return words[:end], words[end:]


def _kind(words: Sequence[str], box: Json) -> str:
    """Return the kind for a token, a printed name (possibly several words) or an id.

    An unknown value is returned unchanged: the rules refuse it with their clause.
    """
    wanted = " ".join(words)
    for kind in box["kinds"]:
        if wanted.casefold() in {name.casefold() for name in spellings(kind)}:
            found: str = kind["id"]
            return found
    if _VALUE.match(wanted):
        return wanted
    tokens = " ".join(kind["token"] for kind in box["kinds"])
    raise WrongWordError(
        0,
        say(
            f"{wanted!r:.40} is not a tile; available: {tokens}",
            f"{wanted!r:.40} no es una loseta; disponibles: {tokens}",
        ),
    )


def _first(words: Sequence[str], _box: Json) -> Json:
    """A seat."""
    word = word_at(words, 0, say("COLOUR", "COLOR"))
    no_more(words, 1)
    return {"player": int(word) if word.isascii() and word.isdigit() else word}


def _count(words: Sequence[str], _box: Json) -> Json:
    """What the table counted: ``y=44 r=3``."""
    return {"gold": pairs(words, 0, say("COLOUR=GOLD", "COLOR=ORO"))}


def _by_shape(words: Sequence[str], box: Json) -> Json | None:
    """``c4 1,3``, and a tile with a place; None where no word is a place and none is a tile."""
    castle = _CASTLE.match(words[0])
    try:
        if castle is not None:
            return {"type": "place_castle", "rank": int(castle[1]), **_place(words, 1)}
        name, where = _parted(words, box)
        if not name or not ((where and _PLACE.match(where[0])) or _is_tile(name, box)):
            return None
        return {"type": "draw_and_place", **_tile(name, box), **_place(words, len(name))}
    except WrongWordError as error:
        hint = _HEADS["castle"].hint if castle is not None else _DRAW
        raise WrongWordError(error.place, typed_as(error.says, hint)) from None


def _is_tile(words: Sequence[str], box: Json) -> bool:
    try:
        _kind(words, box)
    except WrongWordError:
        return False
    return True


_HEADS = {
    "castle": ShortForm("place_castle", say("castle RANK ROW,COL", "castle RANGO FILA,COL"), _castle),
    "start": ShortForm("place_starting_tile", say("start [TILE] ROW,COL", "start [LOSETA] FILA,COL"), _starting),
    "deal": ShortForm("deal_starting_tile", say("deal [TILE]", "deal [LOSETA]"), _tile),
    "reveal": ShortForm("reveal_starting_tile", say("reveal TILE", "reveal LOSETA"), _tile),
    "pass": ShortForm("pass", say("pass", "pass"), nothing),
    "first": ShortForm("choose_start_player", say("first COLOUR", "first COLOR"), _first),
    "count": ShortForm("score_epoch", say("count COLOUR=GOLD ...", "count COLOR=ORO ..."), _count),
}
SHORTHAND = Shorthand(_HEADS, _by_shape, {"draw_and_place": _DRAW})
