"""The box of the night market: the default edition, the check of an owner's, and the options of a record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from engines.kernel.game import LANGUAGES, Field, Json, Text
from engines.kernel.says import say, shown

SEATS = range(2, 5)
CALLS = (None, "give", "turn_up")
"""What a face of the die may call for (TOY-10.1)."""
COUNTS = {"gold": 0, "goods": 0, "hand": 1, "lots": 0, "most_lots": 1, "turned": 1}
"""Numbers of a box, each with the least that it may be."""
MOST = 1000
"""No number of a box is greater."""
THINGS = {"colours": (), "cards": ("count", "points"), "items": ("price", "points"), "wares": (), "orders": ()}
"""Things of a box by id, each with its numbers beside its name."""


def box() -> Json:
    """The components of the default edition; fresh."""
    found: Json = json.loads(resources.files(__package__).joinpath("box.json").read_text(encoding="utf-8"))
    return found


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box; it may be any JSON."""
    return list(_faults(box)) or list(_sums(box))


def colours(box: Json) -> Mapping[str, Text]:
    """The colours with their names, in the order in which seats get them."""
    return {colour: about["name"] for colour, about in box["colours"].items()}


def options() -> Mapping[str, Field]:
    """How many rounds are played (TOY-1.2)."""
    return {"rounds": Field("integer", say("Rounds", "Rondas"), low=1, high=9, default=2)}


def _faults(box: Json) -> Iterator[tuple[str, Text]]:
    """What has not the form it needs."""
    colours = box.get("colours")
    if not (isinstance(colours, dict) and len(colours) >= SEATS[-1]):
        yield "colours", say("four different colours are needed", "hacen falta cuatro colores distintos")
    for name, least in COUNTS.items():
        yield from _count(name, box.get(name), least)
    orders = box.get("orders")
    if not (isinstance(orders, dict) and set(orders) == {"roll", "buy"}):
        yield "orders", say("roll and buy are needed", "hacen falta roll y buy")
    for kind, numbers in THINGS.items():
        things = box.get(kind)
        if not (isinstance(things, dict) and things and all(map(_word, things))):
            yield kind, say("things by id are needed", "hacen falta cosas por identificador")
            continue
        for key, thing in things.items():
            if not (isinstance(thing, dict) and _named(thing.get("name"))):
                yield f"{kind}.{key}", say("it needs a name in every language", "necesita un nombre en cada idioma")
                continue
            for number in numbers:
                yield from _count(f"{kind}.{key}.{number}", thing.get(number), 0)
    yield from _die(box)


def _die(box: Json) -> Iterator[tuple[str, Text]]:
    """What is wrong with the wares that faces show, and with what they call for."""
    die, wares = box.get("die"), box.get("wares")
    found = isinstance(die, list) and isinstance(wares, dict) and die and all(map(_word, die))
    if not (found and set(die) <= set(wares)):
        yield "die", say("each face shows one of the wares", "cada cara muestra una de las mercancías")
    for key, ware in wares.items() if isinstance(wares, dict) else ():
        if isinstance(ware, dict) and ware.get("calls") not in CALLS:
            calls = shown(ware.get("calls"))
            yield f"wares.{key}.calls", say(f"{calls} is no effect", f"{calls} no es un efecto")


def _sums(box: Json) -> Iterator[tuple[str, Text]]:
    """What does not come out even in a box of the right form."""
    if sum(card["count"] for card in box["cards"].values()) < SEATS[-1] * box["hand"]:
        yield "cards", say("too few for four hands", "no alcanzan para cuatro manos")


def _count(path: str, value: Any, least: int) -> Iterator[tuple[str, Text]]:
    """What is wrong with a number."""
    if type(value) is not int or not least <= value <= MOST:
        yield (
            path,
            say(f"{shown(value)}: {least} to {MOST} are allowed", f"{shown(value)}: se permite de {least} a {MOST}"),
        )


def _word(value: Any) -> bool:
    """Whether a value may be a key or a colour."""
    return isinstance(value, str) and value.isascii() and value.replace("_", "").isalnum()


def _named(value: Any) -> bool:
    """Whether a value is a text in each language."""
    return isinstance(value, dict) and all(isinstance(value.get(lang), str) and value[lang] for lang in LANGUAGES)
