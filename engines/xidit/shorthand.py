"""Short text forms of the moves of Lords of Xidit; orders are the letters of the icons.

``at 12`` · ``orders KRBAAW`` · ``reveal black=KRBAAW red=WWWWWW`` · ``go`` or ``go 12`` · ``titan T3a peasant=2
archer=1`` or ``titan no`` · ``take gold bards`` · ``bards R2=1 R9=?`` · ``dummy wealth`` · ``top R A05`` or ``top T`` ·
``fist cleric 2`` · ``open cleric black=1 red=0`` · ``story 9`` · ``year`` · ``rate``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.kernel.game import Json, Text
from engines.kernel.input.shorthand import (
    ShortForm,
    Shorthand,
    WrongWordError,
    no_more,
    nothing,
    pairs,
    whole_at,
    word_at,
)
from engines.kernel.sentences import say

_UNIT = say("UNIT", "UNIDAD")


def _letters(word: str, box: Json, place: int) -> list[str]:
    """Orders written as the letters of their icons; ``place`` is the position of the word."""
    icons = {icon["token"]: icon["id"] for icon in box["icons"]}
    wrong = next((letter for letter in word if letter.upper() not in icons), None)
    if wrong is not None:
        there = " ".join(icons)
        raise WrongWordError(
            place,
            say(
                f"{wrong!r} in {word!r:.40} is not the letter of an order; available: {there}",
                f"{wrong!r} en {word!r:.40} no es la letra de una orden; disponibles: {there}",
            ),
        )
    return [icons[letter.upper()] for letter in word]


def _orders(words: Sequence[str], box: Json) -> Json:
    no_more(words, 1)
    return {"orders": _letters(words[0], box, 0)} if words else {}


def _reveal(words: Sequence[str], box: Json) -> Json:
    """The orders of each seat in the form; words are read one by one, so that an error names the wrong one."""
    orders: dict[str, list[str]] = {}
    what = say("COLOUR=LETTERS", "COLOR=LETRAS")
    word_at(words, 0, what)
    for place, word in enumerate(words):
        seat, equals, letters = word.partition("=")
        if not (seat and equals and letters):
            raise WrongWordError(place, say(f"{word!r:.40} is not {what['en']}", f"{word!r:.40} no es {what['es']}"))
        if seat in orders:
            raise WrongWordError(place, say(f"{seat:.40} is given twice", f"{seat:.40} aparece dos veces"))
        orders[seat] = _letters(letters, box, place)
    return {"orders": orders}


def _numbered(key: str, what: Text, *, optional: bool = False) -> Callable[[Sequence[str], Json], Json]:
    """A form that is one whole number."""

    def fields(words: Sequence[str], _box: Json) -> Json:
        no_more(words, 1)
        return {} if optional and not words else {key: whole_at(words, 0, what)}

    return fields


def _titan(words: Sequence[str], _box: Json) -> Json:
    titan = word_at(words, 0, say("TITAN", "TITÁN"))
    if titan.casefold() == "no":
        no_more(words, 1)
        return {}
    return {"titan": titan, "units": pairs(words, 1, say("UNIT=NUMBER", "UNIDAD=NÚMERO")) if words[1:] else {}}


def _take(words: Sequence[str], _box: Json) -> Json:
    word_at(words, 0, say("REWARD", "RECOMPENSA"))
    return {"rewards": list(words)}


def _bards(words: Sequence[str], _box: Json) -> Json:
    return {"regions": pairs(words, 0, say("REGION=NUMBER", "REGIÓN=NÚMERO"), unknown=True)}


def _dummy(words: Sequence[str], _box: Json) -> Json:
    no_more(words, 1)
    return {"criterion": word_at(words, 0, say("CRITERION", "CRITERIO"))}


def _top(words: Sequence[str], _box: Json) -> Json:
    pile = word_at(words, 0, say("PILE", "PILA"))
    no_more(words, 2)
    return {"pile": pile, **({"tile": words[1]} if words[1:] and words[1] != "?" else {})}


def _fist(words: Sequence[str], _box: Json) -> Json:
    unit = word_at(words, 0, _UNIT)
    no_more(words, 2)
    return {"unit": unit, **({"count": whole_at(words, 1, say("NUMBER", "NÚMERO"))} if words[1:] else {})}


def _open(words: Sequence[str], _box: Json) -> Json:
    unit = word_at(words, 0, _UNIT)
    return {"unit": unit, "counts": pairs(words, 1, say("COLOUR=NUMBER", "COLOR=NÚMERO"), unknown=True)}


_CITY = say("CITY", "CIUDAD")
SHORTHAND = Shorthand(
    {
        "at": ShortForm("place_idrakys", say("at CITY", "at CIUDAD"), _numbered("city", _CITY)),
        "orders": ShortForm("program", say("orders [LETTERS]", "orders [LETRAS]"), _orders),
        "reveal": ShortForm("reveal_orders", say("reveal COLOUR=LETTERS ...", "reveal COLOR=LETRAS ..."), _reveal),
        "go": ShortForm("execute", say("go [CITY]", "go [CIUDAD]"), _numbered("to", _CITY, optional=True)),
        "titan": ShortForm(
            "choose_titan",
            say("titan TITAN UNIT=NUMBER ... | titan no", "titan TITÁN UNIDAD=NÚMERO ... | titan no"),
            _titan,
        ),
        "take": ShortForm("choose_rewards", say("take REWARD ...", "take RECOMPENSA ..."), _take),
        "bards": ShortForm("place_bards", say("bards REGION=NUMBER ...", "bards REGIÓN=NÚMERO ..."), _bards),
        "dummy": ShortForm("advance_dummy", say("dummy CRITERION", "dummy CRITERIO"), _dummy),
        "top": ShortForm("reveal_top", say("top PILE [TILE]", "top PILA [LOSETA]"), _top),
        "fist": ShortForm("census_show", say("fist UNIT [NUMBER]", "fist UNIDAD [NÚMERO]"), _fist),
        "open": ShortForm("census_open", say("open UNIT COLOUR=NUMBER ...", "open UNIDAD COLOR=NÚMERO ..."), _open),
        "story": ShortForm("place_story", say("story CITY", "story CIUDAD"), _numbered("city", _CITY)),
        "year": ShortForm("end_year", say("year", "year"), nothing),
        "rate": ShortForm("evaluate", say("rate", "rate"), nothing),
    }
)
