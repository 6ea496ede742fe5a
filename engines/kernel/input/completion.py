"""Completion of text notation from the offers: first the types, then their fields in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from engines.kernel import notation
from engines.kernel.game import Field, Game, Json, Text
from engines.kernel.notation import NotationError
from engines.kernel.seats import Seats
from engines.kernel.sentences import say

Ask = Callable[[Json], Json]
"""Function from an incomplete move to its next question, ``{"field", "domain"}``."""
Found = tuple[str, Mapping[str, str]]
"""A text to type and its description in every language; the description may be empty."""

_MOST_ASKED = 32
"""Maximum number of consecutive optional fields that are suggested."""
_MOST_LISTED = 60
"""Maximum length of a range whose numbers are listed."""
_SIGN = 2
"""Maximum length of an alias that always counts as a sign, not a name."""
_SEAT = say("seat", "asiento")


class AtTable(Protocol):
    """A game at a table, as far as a line of notation needs it."""

    @property
    def game(self) -> Game[Any, Any]:
        """The title."""

    @property
    def box(self) -> Json:
        """The components."""

    @property
    def colours(self) -> Sequence[str]:
        """The colours clockwise."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game at a table."""

    game: Game[Any, Any]
    box: Json
    colours: Sequence[str]


class Forms(Protocol):
    """Completes the short forms of one game after their first word."""

    def suggest(
        self, words: Sequence[str], current: str, offers: Sequence[Json], ask: Ask, table: Any
    ) -> Iterator[Found]:
        """Yield suggestions that replace ``current``, after ``words``."""


class Suggestion(NamedTuple):
    """A text to type, the number of characters before the cursor that it replaces, and its description."""

    text: str
    back: int
    says: Mapping[str, str]


def suggest(text: str, table: AtTable, offers: Sequence[Json], ask: Ask, forms: Forms | None) -> Iterator[Suggestion]:
    """Yield each suggestion for what to type next once.

    Args:
        text: The line up to the cursor.
        table: The game and its seats.
        offers: The moves of GET offers.
        ask: Function from an incomplete move to its next question, as GET offers with ``move``.
        forms: Completes the short forms; None if the game has nothing for it.
    """
    *words, current = text.split(" ")
    words = [word for word in words if word]
    seen: set[str] = set()
    for found, says in _found(words, current, table, offers, ask, forms):
        if found.casefold().startswith(current.casefold()) and found != current and found not in seen:
            seen.add(found)
            yield Suggestion(found, len(current), says)


def typed(line: str, table: AtTable, offers: Sequence[Json], ask: Ask, forms: Forms | None, most: int) -> Json:
    """The data that a page shows for a line while it is typed.

    Args:
        line: The line up to the cursor.
        table: The game and its seats.
        offers: The moves of GET offers.
        ask: Function from an incomplete move to its next question.
        forms: Completes the short forms; None for no completion.
        most: Maximum number of suggestions.

    Returns:
        ``read``: the move of the line, or None; ``column`` and ``why`` (by language) if it cannot be read, else None;
        ``suggestions``: each with ``text``, ``back`` and ``says``.
    """
    read: Json | None = None
    column: int | None = None
    why: Text | None = None
    try:
        read = notation.read(table.game, table.box, line, table.colours)
    except NotationError as error:
        column, why = error.column, error.says
    found: list[Json] = []
    for suggestion in suggest(line, table, offers, ask, forms):
        if len(found) == most:
            break
        found.append({"text": suggestion.text, "back": suggestion.back, "says": dict(suggestion.says)})
    return {"read": read, "column": column, "why": why, "suggestions": found}


def _found(
    words: list[str], current: str, table: AtTable, offers: Sequence[Json], ask: Ask, forms: Forms | None
) -> Iterator[Found]:
    types = table.game.moves(table.box)
    seat, words, offers = seat_before(words, table, offers)
    if not words:
        offered = {offer["type"] for offer in offers}
        heads = table.game.shorthand.heads.items()
        yield from ((word, form.hint) for word, form in heads if form.type in offered)
        if forms is not None:
            yield from forms.suggest([], current, offers, ask, table)
        yield from {offer["type"]: types[offer["type"]].label for offer in offers if offer["type"] in types}.items()
        if seat is None:
            movers = {offer["seat"] for offer in offers if offer["seat"] is not None}
            yield from ((table.colours[mover], _SEAT) for mover in sorted(movers))
    elif words[0] in types:
        yield from _fields(words, seat, table, ask)
    elif forms is not None:
        yield from forms.suggest(words, current, offers, ask, table)


def seat_before(
    words: list[str], table: AtTable, offers: Sequence[Json]
) -> tuple[int | None, list[str], Sequence[Json]]:
    """The seat that a line begins with (or None), the words after it, and the offers for that seat."""
    named = Seats(table.colours, table.game.colours(table.box))
    meant = named.like(words[0]) if words and words[0] not in table.game.moves(table.box) else []
    if len(meant) != 1:
        return None, words, offers
    return meant[0], words[1:], [offer for offer in offers if offer["seat"] in (meant[0], None)]


def _fields(words: list[str], seat: int | None, table: AtTable, ask: Ask) -> Iterator[Found]:
    """The next field of a move in full notation; if it is optional, also the following one, and so on."""
    try:
        partial = notation.read(table.game, table.box, " ".join(words), table.colours)
    except NotationError:
        return
    if partial is None:
        return
    if seat is not None:
        partial["seat"] = seat
    fields = table.game.moves(table.box)[partial["type"]].fields
    for _ in range(_MOST_ASKED):
        answer = ask(partial)
        name, domain = answer.get("field"), answer.get("domain")
        if name is None or domain is None:
            return
        field = field_at(fields, name)
        label = field.label or {}
        for value in _values(field, domain, table):
            yield f"{name}{value}", label
        if not domain.get("optional"):
            return
        partial = answered(fields, partial, name, None)


def field_at(fields: Mapping[str, Field], path: str) -> Field:
    """The field at a dotted path: nested choices and payments are asked one by one."""
    name, *way = path.split(".")
    field = fields[name]
    for step in way:
        field = field.fields[step] if field.kind == "group" else field.of or field
    return field


def answered(fields: Mapping[str, Field], partial: Json, path: str, value: Any) -> Json:
    """A copy of an incomplete move with an answer at a path.

    ``path``: the dotted path of the field, with numbers for list indexes: ``pay.gold``, ``captures.0.seat``. ``value``:
    the answer; None leaves the field out, or ends a list.
    """
    name, *way = path.split(".")
    return {**partial, name: _answered(fields[name], partial.get(name), way, value)}


def _answered(field: Field, known: Any, way: Sequence[str], value: Any) -> Any:
    if not way:
        return value
    step, *rest = way
    if field.kind == "list":
        items, place = list(known or ()), int(step)
        items += [None] * (place + 1 - len(items))
        items[place] = _answered(field.of or Field("text"), items[place], rest, value)
        return items
    below = field.fields[step] if field.kind == "group" else field.of or Field("text")
    return {**(known or {}), step: _answered(below, (known or {}).get(step), rest, value)}


def stated(field: Field, value: Any) -> Any:
    """A value of a completed move as it is typed: without what was left out."""
    inner = field.of or Field("integer", seat=True)
    found: Any = value
    if isinstance(value, list):
        found = [stated(inner, one) for one in value if one is not None or inner.nullable]
    elif isinstance(value, dict):
        named = [(key, stated(field.fields.get(key, inner), one)) for key, one in value.items()]
        found = {key: one for key, one in named if one is not None or inner.nullable}
    return found if found or not value else None


def _values(field: Field, domain: Json, table: AtTable) -> Iterator[str]:
    """Every value of a domain as it is typed after the field's name."""
    if domain["kind"] == "choice":
        yield from (f"={shortest_form(field, value)}" for value in domain["of"])
    elif domain["kind"] == "flag":
        yield from ("=true", "=false")
    elif domain["kind"] == "range" and domain["high"] - domain["low"] < _MOST_LISTED:
        yield from (f"={value}" for value in range(domain["low"], domain["high"] + 1))
    elif domain["kind"] == "map":
        keys = [table.colours[int(key)] if field.keys == "seat" else str(key) for key in domain["keys"]]
        yield from (f".{key}=" for key in keys)
    elif domain["kind"] == "group":
        yield from (f".{key}=" for key in domain["fields"])
    else:
        yield "="


def shortest_form(field: Field, value: str | int | list[int]) -> str:
    """The shortest language-independent form of a choice: its id, or a sign for it (``+3``, ``DR``, ``M03``).

    Names are not used, because they belong to one language: ``oro`` is shorter than ``gold``.
    """
    if isinstance(value, list):  # a place of the board
        return ",".join(map(str, value))
    signs = [alias for alias, meant in field.aliases.items() if meant == value and _is_sign(alias)]
    return min([str(value), *signs], key=len)


def _is_sign(alias: str) -> bool:
    return " " not in alias and (len(alias) <= _SIGN or not any(letter.islower() for letter in alias))
