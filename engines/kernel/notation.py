"""Text notation: one line for each move; converts to JSON and back without loss, because it is derived from the fields.

``<seat> <type> name=value ...``. The seat is a number, a colour or an unambiguous prefix of one, or is left out.
Values: ``4``, ``1,4`` (a list), ``red``, ``+3`` (an alias), ``?`` (not seen), nested fields by dots (``pay.gold=2``,
``captures.0.seat=1``), quoted JSON for the rest. ``#`` starts a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engines.kernel import strict_json
from engines.kernel.game import LANGUAGES, Field, Game, Json, MoveType, Text
from engines.kernel.input.shorthand import WrongWordError
from engines.kernel.moves.shapes import choice, fits
from engines.kernel.seats import Seats
from engines.kernel.sentences import OR, joined, say
from engines.kernel.text import escaped

LONGEST = 4000
"""Maximum length of a line, in characters; no move needs nearly as many."""

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\Z")
_WHOLE = re.compile(r"[+-]?[0-9]{1,16}\Z")
_WORDS = {"true": True, "false": False}
_FLAGS = {**_WORDS, "yes": True, "no": False, "sí": True, "si": True}
"""The words for an option that is on or off, case-insensitive."""
NOBODY = Seats()
"""No seats: colours are words like others."""


class NotationError(ValueError):
    """A line that cannot be read as a move.

    Args:
        column: Where, in characters from 1.
        says: Why, in every language.
        line: The number of the line in its file, from 1; 0 for a line on its own.
    """

    def __init__(self, column: int, says: Text, line: int = 0) -> None:
        super().__init__(f"line {line}, column {column}: {says['en']}" if line else f"column {column}: {says['en']}")
        self.column = column
        self.says = says
        self.line = line


class Word(NamedTuple):
    """One word of a line and the column it starts in, from 1."""

    text: str
    column: int


def words(line: str) -> list[Word]:
    """The words of a line, separated by blanks outside quotes and brackets, without the comment.

    Raises:
        NotationError: A quote or bracket is not closed, a control character, or a line longer than :data:`LONGEST`.
    """
    if len(line) > LONGEST:
        raise NotationError(
            LONGEST, say(f"a line has at most {LONGEST} characters", f"una línea tiene a lo más {LONGEST} caracteres")
        )
    out: list[Word] = []
    start, depth, quoted, place = -1, 0, -1, 0
    while place < len(line):
        sign = line[place]
        if quoted >= 0:
            if sign == "\\":
                place += 1
            elif sign == '"':
                quoted = -1
        elif sign == '"':
            quoted = place
        elif sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        elif (sign < " " or sign == "\x7f") and not sign.isspace():
            raise NotationError(
                place + 1, say(f"{sign!r} is a control character", f"{sign!r} es un carácter de control")
            )
        elif depth <= 0 and (sign.isspace() or (sign == "#" and start < 0)):
            if start >= 0:
                out.append(Word(line[start:place], start + 1))
            start = -1
            if sign == "#":
                return out
            place += 1
            continue
        if start < 0:
            start = place
        place += 1
    if quoted >= 0 or depth > 0:
        raise NotationError(
            (quoted if quoted >= 0 else start) + 1,
            say("a quote or bracket is not closed", "falta cerrar comillas o corchete"),
        )
    if start >= 0:
        out.append(Word(line[start:], start + 1))
    return out


def read(game: Game[Any, Any], box: Json, line: str, seats: Sequence[str]) -> Json | None:
    """The move of a line; None if the line is empty or only a comment.

    ``box``: the components; colours may be written by their names in it. ``seats``: colours, clockwise from seat 0.

    Raises:
        NotationError: It cannot be read as a move; has the column and the reason.
    """
    parts = words(line)
    if not parts:
        return None
    types = game.moves(box)
    named = Seats(seats, game.colours(box))
    move, parts, unclear = _seat_before(types, parts, named, len(line))
    head, rest = parts[0], parts[1:]
    if head.text in types and all("=" in word.text for word in rest):
        return {"type": head.text, **move, **_fields(types[head.text].fields, rest, named)}
    short = _short(game, box, parts, len(line)) if not unclear else _no_seat(game, box, parts, named, unclear)
    if short is not None:
        return {**_seated(types[short["type"]].fields, short, parts, named), **move}
    raise _unread(types, parts, ("neither a move nor a short form; moves", "ni una jugada ni una forma corta; jugadas"))


def read_adjustment(game: Game[Any, Any], box: Json, line: str, seats: Sequence[str]) -> Json | None:
    """The adjustment of a line, in the full notation; arguments and errors as in :func:`read`."""
    parts = words(line)
    if not parts:
        return None
    types = game.adjustments(box)
    named = Seats(seats, game.colours(box))
    adjustment, parts, unclear = _seat_before(types, parts, named, len(line))
    if unclear:
        raise NotationError(parts[0].column, named.unclear(parts[0].text, unclear))
    head, rest = parts[0], parts[1:]
    if head.text in types and all("=" in word.text for word in rest):
        return {"type": head.text, **adjustment, **_fields(types[head.text].fields, rest, named)}
    raise _unread(types, parts, ("no adjustment; adjustments", "un ajuste; ajustes"))


def _seat_before(
    types: Mapping[str, MoveType], parts: list[Word], seats: Seats, length: int
) -> tuple[Json, list[Word], list[int]]:
    """The seat that a line begins with, the words after it, and the seats that an ambiguous first word may mean."""
    if parts[0].text in types:
        return {}, parts, []
    meant = seats.like(parts[0].text)
    if len(meant) != 1:
        return {}, parts, meant
    if len(parts) == 1:
        raise NotationError(length + 1, say("what does the seat do?", "¿qué hace el asiento?"))
    return {"seat": meant[0]}, parts[1:], []


def _unread(types: Mapping[str, MoveType], parts: Sequence[Word], what: tuple[str, str]) -> NotationError:
    """The error for a line that is none of these types, or has a word that is not a field."""
    head, rest = parts[0], parts[1:]
    if head.text in types:
        wrong = next(word for word in rest if "=" not in word.text)
        return NotationError(
            wrong.column, say(f"{wrong.text!r} should be name=value", f"{wrong.text!r} debería ser nombre=valor")
        )
    known = ", ".join(types)
    en, es = what
    return NotationError(head.column, say(f"{head.text!r} is {en} are {known}", f"{head.text!r} no es {es}: {known}"))


def _short(game: Game[Any, Any], box: Json, parts: Sequence[Word], length: int) -> Json | None:
    """The move of a short form; None if the game has no such form.

    Raises:
        NotationError: The form is known, but one of its words does not fit.
    """
    try:
        return game.shorthand.read([word.text for word in parts], box)
    except WrongWordError as error:
        column = parts[error.place].column if error.place < len(parts) else length + 1
        raise NotationError(column, error.says) from None


def _no_seat(game: Game[Any, Any], box: Json, parts: Sequence[Word], seats: Seats, meant: Sequence[int]) -> Json:
    """The move of a short form whose first word may also be a prefix of several colours.

    Raises:
        NotationError: It is not a short form, so the word is an ambiguous seat.
    """
    try:
        found = game.shorthand.read([word.text for word in parts], box)
    except WrongWordError:
        found = None
    if found is None:
        raise NotationError(parts[0].column, seats.unclear(parts[0].text, meant))
    return found


def _seated(fields: Mapping[str, Field], move: Json, parts: Sequence[Word], seats: Seats) -> Json:
    """A short form's move with its colours converted to seat numbers, also in groups and lists.

    Raises:
        NotationError: A word names no seat, several, or the same seat as another word.
    """
    return move | {name: _seated_value(fields[name], move[name], parts, seats) for name in fields if name in move}


def _seated_value(field: Field, value: Any, parts: Sequence[Word], seats: Seats) -> Any:
    """A value of a short form with its colours converted to seat numbers."""
    if field.seat and isinstance(value, str):
        return _seat_in(parts, value, seats)
    if field.kind == "group" and isinstance(value, dict):
        return _seated(field.fields, value, parts, seats)
    if field.kind == "list" and isinstance(value, list) and field.of is not None:
        return [_seated_value(field.of, item, parts, seats) for item in value]
    if field.keys != "seat" or not isinstance(value, dict):
        return value
    by_seat: Json = {}
    for word, of in value.items():
        seat = str(_seat_in(parts, word, seats))
        if seat in by_seat:
            colour = seats.colours[int(seat)]
            raise NotationError(_column_of(parts, word), say(f"{colour} is given twice", f"{colour} aparece dos veces"))
        by_seat[seat] = of
    return by_seat


def _seat_in(parts: Sequence[Word], word: str, seats: Seats) -> int:
    """The seat that a word of a short form names; the rules refuse a number that is not a seat."""
    if word.isascii() and word.isdigit():
        return int(word)
    try:
        return seats.named(word)
    except ValueError as error:
        raise NotationError(_column_of(parts, word), error.args[0]) from None


def _column_of(parts: Sequence[Word], word: str) -> int:
    """The column of the word that equals this, begins with it and the sign of a pair, or else has it after ``!``."""
    begins = tuple(f"{word}{sign}" for sign in "=@:")
    whole = [part.column for part in parts if part.text == word or part.text.startswith(begins)]
    return next(iter([*whole, *(part.column for part in parts if f"!{word}" in part.text)]), 1)


def _fields(fields: Mapping[str, Field], rest: Sequence[Word], seats: Seats) -> Json:
    out: Json = {}
    for text, column in rest:
        path, _, value = text.partition("=")
        try:
            _put(Field("group", fields=fields), out, path.split("."), value, seats)
        except ValueError as error:
            says = error.args[0] if error.args and isinstance(error.args[0], dict) else say(str(error), str(error))
            raise NotationError(column, says) from None
    return out


def _put(field: Field, here: Any, path: list[str], value: str, seats: Seats) -> None:
    """Set a typed value at a path in an object or list that the field describes."""
    key, *way = path
    if field.kind == "list":
        if not (key.isascii() and key.isdigit()) or int(key) > len(here):
            raise ValueError(
                say(f"{key!r} is not the next place of a list", f"{key!r} no es el lugar siguiente de una lista")
            )
        inner, place = field.of or Field("text"), int(key)
        if place == len(here):
            here.append(None)
        target: Any = place
    else:
        if field.kind == "map":
            inner = field.of or Field("text")
            if field.keys == "seat" and not key.isdigit():
                key = str(seats.named(key))
        elif key in field.fields:
            inner = field.fields[key]
        else:
            raise ValueError(
                say(
                    f"no field {key!r} here; available: {', '.join(field.fields) or 'none'}",
                    f"no hay campo {key!r}; disponibles: {', '.join(field.fields) or 'ninguno'}",
                )
            )
        if not way and key in here:
            raise ValueError(say(f"{key} is given twice", f"{key} aparece dos veces"))
        target = key
    if not way:
        here[target] = parse_value(inner, value, seats)
        return
    if inner.kind not in ("group", "map", "list"):
        raise ValueError(say(f"nothing is nested in {key!r}", f"no hay nada dentro de {key!r}"))
    at = here[target] if field.kind == "list" else here.get(target)
    if at is None:
        at = here[target] = [] if inner.kind == "list" else {}
    elif type(at) is not (list if inner.kind == "list" else dict):
        raise ValueError(
            say(f"{key} has a value already; nothing is nested in it", f"{key} ya tiene un valor; no hay nada dentro")
        )
    _put(inner, at, way, value, seats)


def parse_value(field: Field, text: str, seats: Seats = NOBODY) -> Any:
    """Parse the text of a value.

    Raises:
        ValueError: Quoted text is not JSON, a seat is unknown or ambiguous, or the value is empty.
    """
    if text == "":
        raise ValueError(say("a value is missing after '='", "falta un valor después de '='"))
    if text == "?":
        return None
    if text[0] in '"[{':
        try:
            return strict_json.parse(text)
        except strict_json.StrictError as error:
            raise ValueError(error.says) from None
    if field.kind == "list":
        return [parse_value(field.of or Field("text"), item, seats) for item in text.split(",")]
    if field.kind == "choice":
        known = choice(field, text)
        if known in field.choices:
            return known
    if field.kind == "text":
        return text
    if field.seat and seats.colours and not _WHOLE.match(text):
        return seats.named(text)
    if _WHOLE.match(text):
        return int(text)
    return _WORDS.get(text, text)


def read_value(field: Field, text: str) -> Any:
    """Parse the value of an option or a policy, from the header of a file or a command line.

    Raises:
        ValueError: The field cannot have this value; its argument is the message in every language.
    """
    if not text:
        raise ValueError(say("a value is missing", "falta un valor"))
    value = _FLAGS.get(text.casefold(), text) if field.kind == "flag" else parse_value(field, text)
    if fits(field, value):
        return value
    raise ValueError({lang: f"{_may_be(field, lang)} {text!r:.40}" for lang in LANGUAGES})


def _may_be(field: Field, lang: str) -> str:
    """The beginning of a message: the values that a field may have, up to the rejected one."""
    es, no = lang == "es", ", no" if lang == "es" else ", not"
    if field.kind in ("flag", "choice"):
        return joined(["true", "false"] if field.kind == "flag" else [str(one) for one in field.choices], lang, OR) + no
    if field.kind == "integer":
        limits = (("desde" if es else "from", field.low), ("hasta" if es else "to", field.high))
        ends = "".join(f" {word} {end}" for word, end in limits if end is not None)
        return ("un número entero" if es else "a whole number") + ends + no
    return "no puede ser" if es else "it cannot be"


def write_value(field: Field, value: Any) -> str:
    """The text that :func:`read_value` reads as this value."""
    return _bare(field, value)


def write(game: Game[Any, Any], box: Json, move: Json, seats: Sequence[str]) -> str:
    """The line of a move or an adjustment; :func:`read` or :func:`read_adjustment` reads it back unchanged."""
    line = []
    seat = move.get("seat")
    if seat is not None:
        # A log from elsewhere may name a seat that does not exist; it is written unchanged.
        sits = type(seat) is int and 0 <= seat < len(seats)
        line.append(seats[seat] if sits else _bare(Field("integer"), seat))
    line.append(move["type"])
    types = game.moves(box) if move["type"] in game.moves(box) else game.adjustments(box)
    for name, field in types[move["type"]].fields.items():
        if name in move:
            line += [f"{path}={value}" for path, value in _write_field(field, name, move[name])]
    return " ".join(line)


def _write_field(field: Field, path: str, value: Any) -> Iterator[tuple[str, str]]:
    if value is None:
        yield path, "?"
    elif field.kind == "group" and type(value) is dict and value and set(value) <= set(field.fields):
        for key, inner in field.fields.items():
            if key in value:
                yield from _write_field(inner, f"{path}.{key}", value[key])
    elif field.kind == "map" and type(value) is dict and value and all("." not in k and "=" not in k for k in value):
        for key in value:
            yield from _write_field(field.of or Field("text"), f"{path}.{key}", value[key])
    elif (
        field.kind == "list"
        and type(value) is list
        and value
        and field.of
        and field.of.kind in ("group", "map", "list")
    ):
        for place, item in enumerate(value):
            yield from _write_field(field.of, f"{path}.{place}", item)
    else:
        yield path, _bare(field, value)


def _bare(field: Field, value: Any) -> str:
    """The simplest spelling that reads back as the same value."""
    if type(value) is list and value:
        items = [_plain(item) for item in value]
        plain = None if None in items else ",".join(str(item) for item in items)
    else:
        plain = _plain(value)
    if plain is not None and _reads_back(field, plain, value):
        return plain
    return escaped(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def _plain(value: Any) -> str | None:
    if type(value) is bool:
        return "true" if value else "false"
    if type(value) is int:
        return str(value)
    return value if type(value) is str and _BARE.match(value) else None


def _reads_back(field: Field, plain: str, value: Any) -> bool:
    item = field.of if field.kind == "list" else field
    values = value if type(value) is list else [value]
    if item and item.kind == "integer" and any(type(x) is not int for x in values):
        return False  # a word there would be read as a seat
    try:
        back = parse_value(field, plain)
    except ValueError:
        return False
    return bool(
        back == value
        and type(back) is type(value)
        and (type(value) is not list or [type(x) for x in back] == [type(x) for x in value])
    )
