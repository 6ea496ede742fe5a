"""The short forms of Architects at a prompt, behind their first word: ``mines``, ``build``, ``hire``, ``town`` ..."""

from collections.abc import Iterator, Mapping, Sequence

from engines.kernel.game import Json
from engines.kernel.input.completion import Ask, AtTable, Found

_SHOWN: Mapping[str, str] = {
    "place_mines": "resources",
    "build": "buildings",
    "discard_apprentice": "apprentices",
    "return_worker": "locations",
}
"""Type of move whose first word is its only question -> the table of the box that names what may be answered."""
_NO_NAME: Mapping[str, str] = {}


def suggest(words: Sequence[str], current: str, offers: Sequence[Json], ask: Ask, table: AtTable) -> Iterator[Found]:
    """Yield suggestions, as every ``suggest`` of :mod:`service.cli.forms`."""
    form = table.game.shorthand.heads.get(words[0].casefold()) if words else None
    offered = [offer for offer in offers if form is not None and offer["type"] == form.type]
    if form is None or not offered:
        return
    partial: Json = {"type": form.type}
    if len(offered) == 1 and offered[0]["seat"] is not None:
        partial["seat"] = offered[0]["seat"]
    rest = words[1:]
    match form.type:
        case kind if kind in _SHOWN and not rest:
            yield from ((one, _name(table, _SHOWN[kind], one)) for one in _of(ask(partial)))
        case "workshop_hire" | "market_hire":
            yield from _hire(partial, rest, ask, table)
        case "place_guardhouse":
            yield from _guard(partial, rest, ask)
        case "place_town_centre":
            yield from _town(current, partial, ask, table)
        case "resolve_reset" if len(rest) < 2:  # noqa: PLR2004 - both faces stand there
            field = "large_face" if not rest else "small_face"
            domain = {offer["type"]: offer["fields"] for offer in offered}[form.type].get(field, {})
            yield from ((str(face), {"en": field, "es": field}) for face in domain.get("of", ()))


def _of(asked: Json) -> list[str]:
    """The choices of the field that is asked next."""
    return [str(one) for one in (asked.get("domain") or {}).get("of", [])]


def _name(table: AtTable, of: str, one: str) -> Mapping[str, str]:
    """What something is called in the box of the table."""
    found: Mapping[str, str] = next((item["name"] for item in table.box[of] if item["id"] == one), _NO_NAME)
    return found


def _hire(partial: Json, rest: Sequence[str], ask: Ask, table: AtTable) -> Iterator[Found]:
    """Row, column, and the card that comes up."""
    if not rest:
        yield from ((row, {"en": "row", "es": "fila"}) for row in _of(ask(partial)))
    elif len(rest) == 1:
        columns = _of(ask({**partial, "row": rest[0]}))
        yield from ((column, {"en": "column", "es": "columna"}) for column in columns)
    elif len(rest) == 2 and rest[1].isdigit():  # noqa: PLR2004 - row and column
        cards = _of(ask({**partial, "row": rest[0], "column": int(rest[1])}))
        yield from ((card, _name(table, "apprentices", card)) for card in cards)


def _guard(partial: Json, rest: Sequence[str], ask: Ask) -> Iterator[Found]:
    """The actions that may come next; a ransom by its price."""
    done = [
        {"action": word} if word not in ("silver", "debt") else {"action": "ransom", "price": word} for word in rest
    ]
    fields = (ask({**partial, "actions": done}).get("domain") or {}).get("fields", {})
    for action in fields.get("action", {}).get("of", ()):
        words = fields.get("price", {}).get("of", ()) if action == "ransom" else (action,)
        yield from ((str(word), {"en": str(action), "es": str(action)}) for word in words)


def _town(current: str, partial: Json, ask: Ask, table: AtTable) -> Iterator[Found]:
    """Colours with a place for each group that can be captured first."""
    fields = (ask(partial).get("domain") or {}).get("fields", {})
    for seat in fields.get("seat", {}).get("of", ()):
        for place in fields.get("location", {}).get("of", ()):
            word = f"{table.colours[int(seat)]}@{place}"
            if word.startswith(current):
                yield word, _name(table, "locations", place)
