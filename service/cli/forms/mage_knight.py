"""The short forms of Mage Knight at a prompt: cards by name, spaces, pieces, colours of mana."""

from collections.abc import Iterator, Sequence

from engines.kernel.game import Json
from engines.kernel.input.completion import Ask, AtTable, Found

_PAIRS = {"move": "to", "explore": "position", "challenge": "at.0"}
"""Forms whose first word is two numbers, with the field they fill."""
_WORDS = {
    "take_tactic": ("tactic", "tactics"),
    "use_skill": ("skill", "skills"),
    "recruit": ("unit", "units"),
    "learn": ("card", "cards"),
    "use_option": ("of", ""),
    "use_crystal": ("color", ""),
    "return_dice": ("faces", ""),
}
"""Forms whose first word is one thing: the field it fills, and the part of the box that names it."""
_USES = (("strong", {"en": "strong effect", "es": "efecto fuerte"}), ("side", {"en": "sideways", "es": "de lado"}))


def suggest(words: Sequence[str], current: str, offers: Sequence[Json], ask: Ask, table: AtTable) -> Iterator[Found]:
    """Yield suggestions, as every ``suggest`` of :mod:`service.cli.forms`."""
    types = {offer["type"]: offer for offer in offers}
    if not words:
        if "play_card" in types:
            yield from (_named(table, "cards", card) for card in _first(types["play_card"], "card"))
        return
    form = table.game.shorthand.heads.get(words[0].casefold())
    if form is None:
        if "play_card" in types and len(words) == 1:
            yield from _USES
        return
    if form.type not in types or len(words) > 1:
        return
    partial: Json = {"type": form.type, "seat": types[form.type]["seat"]}
    if form.type in _PAIRS:
        yield from _pair(partial, _PAIRS[form.type], current, ask)
    elif form.type in _WORDS:
        field, part = _WORDS[form.type]
        for value in _first(types[form.type], field):
            yield _named(table, part, value) if part else (str(value), {})


def _first(offer: Json, field: str) -> Sequence[str]:
    """The choices of the first field of an offer."""
    domain = offer["fields"].get(field) or {}
    inner = domain.get("of", [])
    found: Sequence[str] = inner if isinstance(inner, list) else inner.get("of", [])
    return found


def _pair(partial: Json, field: str, current: str, ask: Ask) -> Iterator[Found]:
    """The first number of a place, then the second ones that go with it."""
    first, comma, _ = current.partition(",")
    if not comma:
        yield from ((f"{value},", {}) for value in (ask(partial).get("domain") or {}).get("of", []))
        return
    if first.lstrip("-").isdigit():
        given: Json = {**partial, **_put(field, int(first))}
        yield from ((f"{first},{value}", {}) for value in (ask(given).get("domain") or {}).get("of", []))


def _put(field: str, value: int) -> Json:
    """Part of a move with the first number of a place."""
    name, _, inner = field.partition(".")
    return {name: [[value]]} if inner else {name: [value]}


def _named(table: AtTable, part: str, key: object) -> Found:
    """A thing by its id, with its name."""
    things = [*table.box[part], table.box["wound"]] if part == "cards" else table.box[part]
    return str(key), next((thing["name"] for thing in things if thing["id"] == key), {})
