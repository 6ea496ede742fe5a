"""Short text forms of the moves of Rise of Empires in short.

``first red`` · ``new agriculture iron_axes ... pl=4 is=6`` · ``take iron weapons`` (a progress or city tile) ·
``land plain`` · ``empire E5 nwa=2 nea=1 nea!green`` · ``trade 2-4-gold`` · ``idle empire`` · ``food tyre`` ·
``upkeep rome`` · ``keep printing rome`` · ``position 2``.

After an action: ``@2`` is the circle of the disc and ``-2g1f`` what it costs (gold, cubes, resource discs, food, VP);
``+roads`` a tile used with it; ``recall``; ``nwa=2`` cubes placed; ``nea!green/1+chariots`` a battle, by the lower row
and with a tile; ``<currency`` and ``>iron_weapons:nea!green`` free actions before and after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engines.kernel.game import Json, Text
from engines.kernel.input.shorthand import ShortForm, Shorthand, WrongWordError, no_more, whole_at, word_at
from engines.kernel.sentences import say
from engines.rise_of_empires.box.components import (
    CITY,
    CUBE,
    EMPIRE,
    FOOD,
    GOLD,
    PROGRESS,
    RESOURCE,
    TERRITORY,
    TRADE,
    VP,
    slug,
    spellings,
    tile_choices,
)

PURSE = {"g": GOLD, "c": CUBE, "r": RESOURCE, "f": FOOD, "v": VP}
"""The letters of a payment."""

_PAY = re.compile(r"-((?:[0-9]{1,3}[gcrfv])+)\Z", re.IGNORECASE)
_AMOUNT = re.compile(r"([0-9]+)([gcrfv])", re.IGNORECASE)
_CIRCLE = re.compile(r"@([0-9]{1,2})\Z")
_CUBES = re.compile(r"([^=!<>+@:]+)=([0-9]{1,3})\Z")
_BATTLE = re.compile(r"([^=!<>+@:]+)!([^/+]+)(?:/([0-9]))?((?:\+[^+]+)*)\Z")
_FREE = re.compile(r"[<>]([^:!]+)(?::([^!]+))?(?:!(.+))?\Z")


def _wrong(place: int, word: str, what: Text) -> WrongWordError:
    return WrongWordError(place, say(f"{word!r:.40} is not {what['en']}", f"{word!r:.40} no es {what['es']}"))


def _meant(word: str, choices: Iterable[tuple[str, ...]]) -> str | None:
    """The first name of the component that a word names; of several components the first."""
    wanted = slug(word)
    return next((names[0] for names in choices if wanted in {slug(name) for name in names}), None)


def _region(word: str, box: Json, place: int) -> str:
    found = _meant(word, (spellings(row) for row in box["regions"]))
    if found is None:
        raise _wrong(place, word, say("a region", "una región"))
    return found


def _progress(word: str, box: Json, place: int) -> str:
    """A progress tile by its id, or the name that its copies share."""
    found = _meant(word, tile_choices(box["progress"]))
    if found is None:
        raise _wrong(place, word, say("a progress tile", "una loseta de progreso"))
    return found


def _city(word: str, box: Json) -> str | None:
    return _meant(word, (spellings(row) for row in box["cities"]))


def _kind(word: str, box: Json) -> str | None:
    return _meant(word, (spellings(row) for row in box["territory"]))


def _behind(words: Sequence[str], start: int, box: Json) -> Json:
    """Parse what may follow any action, from a word on.

    Raises:
        WrongWordError: A word is none of these.
    """
    fields: Json = {}

    def add(name: str, item: Any) -> None:
        fields.setdefault(name, []).append(item)

    for place, word in enumerate(words[start:], start):
        if circle := _CIRCLE.match(word):
            fields["circle"] = int(circle[1])
        elif pay := _PAY.match(word):
            fields["pay"] = {PURSE[unit.lower()]: int(count) for count, unit in _AMOUNT.findall(pay[1])}
        elif word.casefold() == "recall":
            fields["recall"] = True
        elif word.startswith("+") and word[1:]:
            add("use", _progress(word[1:], box, place))
        elif free := _FREE.match(word):
            add("free_before" if word[0] == "<" else "free_after", _free(free, box, place))
        elif cubes := _CUBES.match(word):
            add("place", {"region": _region(cubes[1], box, place), "cubes": int(cubes[2])})
        elif battle := _BATTLE.match(word):
            add("battles", _battle(battle, box, place))
        else:
            raise _wrong(place, word, say("a part of an action", "parte de una acción"))
    return fields


def _free(found: re.Match[str], box: Json, place: int) -> Json:
    free: Json = {"tile": _progress(found[1], box, place)}
    if found[2]:
        free["region"] = _region(found[2], box, place)
    if found[3]:
        free["victim"] = found[3]
    return free


def _battle(found: re.Match[str], box: Json, place: int) -> Json:
    battle: Json = {"region": _region(found[1], box, place), "defender": found[2]}
    if found[3]:
        battle["row"] = int(found[3])
    if found[4]:
        battle["use"] = [_progress(word, box, place) for word in found[4][1:].split("+")]
    return battle


def _named(words: Sequence[str]) -> int:
    """The number of words in a name: all up to the first that begins with a sign."""
    return next((at for at, word in enumerate(words) if word[:1] in "@-<>+" or "=" in word), len(words))


def _take(words: Sequence[str], box: Json) -> Json:
    """A progress or city tile: the row follows from it."""
    what = say("TILE", "LOSETA")
    word_at(words, 0, what)
    end = _named(words)
    name = " ".join(words[:end])
    city = _city(name, box)
    if city is not None:
        return {"row": CITY, "tile": city, **_behind(words, end, box)}
    found = _meant(name, tile_choices(box["progress"]))
    if found is None:
        raise _wrong(0, name, say("a progress or city tile", "una loseta de progreso o de ciudad"))
    return {"row": PROGRESS, "tile": found, **_behind(words, end, box)}


def _land(words: Sequence[str], box: Json) -> Json:
    word_at(words, 0, say("KIND", "TIPO"))
    end = _named(words)
    kind = _kind(" ".join(words[:end]), box)
    if kind is None:
        raise _wrong(0, " ".join(words[:end]), say("a kind of territory", "un tipo de territorio"))
    return {"row": TERRITORY, "kind": kind, **_behind(words, end, box)}


def _empire(words: Sequence[str], box: Json) -> Json:
    return {"row": EMPIRE, "tile": word_at(words, 0, say("TILE", "LOSETA")).upper(), **_behind(words, 1, box)}


def _trade(words: Sequence[str], box: Json) -> Json:
    return {"row": TRADE, "box": word_at(words, 0, say("BOX", "CASILLA")), **_behind(words, 1, box)}


def _idle(words: Sequence[str], box: Json) -> Json:
    row = _meant(word_at(words, 0, say("ROW", "FILA")), (spellings(one) for one in box["rows"]))
    if row is None:
        raise _wrong(0, words[0], say("a row", "una fila"))
    return {"row": row, "perform": False, **_behind(words, 1, box)}


def _new(words: Sequence[str], box: Json) -> Json:
    """Tiles turned up: progress tiles and cities by name, territory tiles by kind and number."""
    stated: dict[str, list[str]] = {}
    for place, word in enumerate(words):
        name, _, count = word.partition("=")
        kind, city = _kind(name, box), _city(word, box)
        if kind is not None and (not count or count.isdecimal()) and len(count) < 3:  # noqa: PLR2004 - two digits
            stated.setdefault("territory", []).extend([kind] * int(count or 1))
        elif city is not None:
            stated.setdefault("city", []).append(city)
        else:
            stated.setdefault("progress", []).append(_progress(word, box, place))
    return dict(stated)


def _first(words: Sequence[str], _box: Json) -> Json:
    word = word_at(words, 0, say("COLOUR", "COLOR"))
    no_more(words, 1)
    return {"player": word}


def _cities(field: str) -> Callable[[Sequence[str], Json], Json]:
    """A form that is cities."""

    def fields(words: Sequence[str], box: Json) -> Json:
        found: list[str] = []
        for place, word in enumerate(words):
            city = _city(word, box)
            if city is None:
                raise _wrong(place, word, say("a city", "una ciudad"))
            found.append(city)
        return {field: found} if found else {}

    return fields


def _keep(words: Sequence[str], box: Json) -> Json:
    """Progress tiles and cities, distinguished by their names."""
    kept: dict[str, list[str]] = {}
    for place, word in enumerate(words):
        city = _city(word, box)
        if city is not None:
            kept.setdefault("cities", []).append(city)
        else:
            kept.setdefault("progress", []).append(_progress(word, box, place))
    return dict(kept)


def _position(words: Sequence[str], _box: Json) -> Json:
    no_more(words, 1)
    return {"position": whole_at(words, 0, say("POSITION", "POSICIÓN"))}


SHORTHAND = Shorthand(
    {
        "first": ShortForm("start_player", say("first COLOUR", "first COLOR"), _first),
        "new": ShortForm("reveal", say("new [TILE ...] [KIND=NUMBER ...]", "new [LOSETA ...] [TIPO=NÚMERO ...]"), _new),
        "take": ShortForm("action", say("take TILE [@CIRCLE -PAY]", "take LOSETA [@CÍRCULO -PAGO]"), _take),
        "land": ShortForm("action", say("land KIND", "land TIPO"), _land),
        "empire": ShortForm(
            "action",
            say(
                "empire TILE [recall] [+TILE] [REGION=CUBES ...] [REGION!COLOUR ...]",
                "empire LOSETA [recall] [+LOSETA] [REGIÓN=CUBOS ...] [REGIÓN!COLOR ...]",
            ),
            _empire,
        ),
        "trade": ShortForm("action", say("trade BOX [+TILE]", "trade CASILLA [+LOSETA]"), _trade),
        "idle": ShortForm("action", say("idle ROW", "idle FILA"), _idle),
        "food": ShortForm("food_choice", say("food [CITY ...]", "food [CIUDAD ...]"), _cities("discard")),
        "upkeep": ShortForm("upkeep_choice", say("upkeep [CITY ...]", "upkeep [CIUDAD ...]"), _cities("drop")),
        "keep": ShortForm("era_keep", say("keep [TILE ...]", "keep [LOSETA ...]"), _keep),
        "position": ShortForm("choose_position", say("position NUMBER", "position NÚMERO"), _position),
    }
)
