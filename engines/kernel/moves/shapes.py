"""Checks the shape of a move against the fields that its game declares, before the rules are applied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.kernel.game import Field, Game, Json, MalformedMoveError, MoveType, Text
from engines.kernel.sentences import say
from engines.kernel.view_cache import ViewCache

SCALARS = (str, int, bool, float, type(None))
MOST_ERRORS = 100
"""Maximum number of faults reported for one move: an untrusted move may have a hundred thousand."""
_TEXT = Field("text")
"""The default field of the items of a list or a map."""


class _Errors(dict[str, Text]):
    """Path -> what is wrong with a move. Raises ``MalformedMoveError`` once it has :data:`MOST_ERRORS`."""

    def __setitem__(self, where: str, says: Text) -> None:
        super().__setitem__(where, says)
        if len(self) >= MOST_ERRORS:
            raise MalformedMoveError(dict(self))


def parse(game: Game[Any, Any], box: Json, move: Any) -> Json:
    """A move in canonical form: known type and fields, lists and objects where they belong, aliases resolved.

    The rules check the range and the kind of an integer or a choice, and refuse it with their clause. Unknown values
    (null) are left out, except items of a map or list whose field is nullable; null at the end of any other list means
    that nothing more follows.

    Raises:
        MalformedMoveError: Not an object, an unknown type or field, a missing field, a list or object out of place, a
            seat that is not a whole number, or a seat for a type that has none.
    """
    if type(move) is not dict:
        raise MalformedMoveError(
            {"move": say("a move is an object with a type", "una jugada es un objeto con un tipo")}
        )
    types = game.moves(box)
    name = move.get("type")
    if name is None:
        raise MalformedMoveError({"type": say("which move? " + ", ".join(types), "¿qué jugada? " + ", ".join(types))})
    if type(name) is not str or name not in types:
        raise MalformedMoveError(
            {
                "type": say(
                    f"{game.name} has no move {name!r:.80}; it has {', '.join(types)}",
                    f"{game.name} no tiene la jugada {name!r:.80}; tiene {', '.join(types)}",
                )
            }
        )
    return _parsed(types[name], move)


def parse_adjustment(game: Game[Any, Any], box: Json, adjustment: Any) -> Json:
    """An adjustment in canonical form, as :func:`parse` for a move; one that concerns a seat must name it.

    Raises:
        MalformedMoveError: As for a move.
    """
    if type(adjustment) is not dict:
        raise MalformedMoveError(
            {"adjustment": say("an adjustment is an object with a type", "un ajuste es un objeto con un tipo")}
        )
    types, name = game.adjustments(box), adjustment.get("type")
    if type(name) is not str or name not in types:
        known = ", ".join(types) or "-"
        raise MalformedMoveError(
            {
                "type": say(
                    f"{game.name} has no adjustment {name!r:.80}; it has {known}",
                    f"{game.name} no tiene el ajuste {name!r:.80}; tiene {known}",
                )
            }
        )
    if types[name].seated and adjustment.get("seat") is None:
        raise MalformedMoveError({"seat": say(f"{name} needs a seat", f"{name} necesita un asiento")})
    return _parsed(types[name], adjustment)


def _parsed(kind: MoveType, move: Mapping[str, Any]) -> Json:
    """A move or an adjustment of this type in canonical form."""
    name: str = move["type"]
    errors = _Errors()
    out: Json = {"type": name}
    seat = move.get("seat")
    if seat is not None:
        if not kind.seated:
            errors["seat"] = say(
                f"{name} belongs to the table, not to a seat", f"{name} es de la mesa, no de un asiento"
            )
        elif type(seat) is not int:
            errors["seat"] = say(
                f"{seat!r:.80} is not a seat: seats are whole numbers from 0 on",
                f"{seat!r:.80} no es un asiento: los asientos son enteros a partir de 0",
            )
        else:
            out["seat"] = seat
    for key in move:
        if key not in kind.fields and key not in ("type", "seat"):
            known = ", ".join(kind.fields) or "-"
            errors[str(key)] = say(
                f"{name} has no field {key!r:.80}; it has {known}",
                f"{name} no tiene el campo {key!r:.80}; tiene {known}",
            )
    for key, field in kind.fields.items():
        if move.get(key) is not None:
            out[key] = _value(field, move[key], key, errors)
        elif not field.optional:
            errors[key] = say(f"{name} needs {key}", f"{name} necesita {key}")
    if errors:
        raise MalformedMoveError(errors)
    return out


def _value(field: Field, value: Any, where: str, errors: dict[str, Text]) -> Any:
    """A field's value in canonical form; adds its faults to ``errors``."""
    if field.kind == "list":
        if type(value) is not list:
            errors[where] = say("must be a list", "debe ser una lista")
            return value
        of = field.of or _TEXT
        return [
            None if item is None and of.nullable else _value(of, item, f"{where}.{place}", errors)
            for place, item in enumerate(_items(of, value))
        ]
    if field.kind == "map":
        if field.plain and type(value) in SCALARS:
            return value
        if type(value) is not dict:
            errors[where] = say("must be an object", "debe ser un objeto")
            return value
        of = field.of or _TEXT
        for key in value:
            if not _is_key(field, key):
                errors[f"{where}.{key}"] = say(f"{key!r:.80} is not a key here", f"{key!r:.80} no es una clave aquí")
        return {
            key: None if item is None else _value(of, item, f"{where}.{key}", errors)
            for key, item in value.items()
            if item is not None or of.nullable
        }
    if field.kind == "group":
        return _group(field, value, where, errors)
    if type(value) not in SCALARS:
        errors[where] = say(
            "must be a single value, not a list or an object", "debe ser un solo valor, no una lista ni un objeto"
        )
        return value
    if field.kind == "flag" and type(value) is not bool:
        errors[where] = say("true or false", "true o false")
    elif field.kind == "text" and type(value) is not str:
        errors[where] = say("must be text", "debe ser un texto")
    elif field.kind == "choice":
        return choice(field, value)
    return value


def _group(group: Field, value: Any, where: str, errors: dict[str, Text]) -> Any:
    if type(value) is not dict:
        errors[where] = say("must be an object", "debe ser un objeto")
        return value
    fields = group.fields
    if group.alone and len([key for key in fields if value.get(key) is not None]) != 1:
        them = ", ".join(fields)
        errors[where] = say(f"give exactly one of {them}", f"indica exactamente uno de {them}")
    for key in value:
        if key not in fields:
            errors[f"{where}.{key}"] = say(f"no field {key!r:.80} here", f"no hay campo {key!r:.80} aquí")
    out: Json = {}
    for key, field in fields.items():
        if value.get(key) is not None:
            out[key] = _value(field, value[key], f"{where}.{key}", errors)
        elif not field.optional:
            errors[f"{where}.{key}"] = say("is missing", "falta")
    return out


def _is_key(field: Field, key: object) -> bool:
    """Whether a map may have a key."""
    if not isinstance(key, str):
        return False
    if field.keys == "seat":
        return key.isascii() and key.isdigit() and len(key) < 3  # noqa: PLR2004 - a seat has one digit or two
    return not field.keys or key in field.keys


def choice(field: Field, value: Any) -> Any:
    """The id that a typed spelling means; any other value unchanged."""
    if type(value) is not str or value in field.choices:
        return value
    folded = value.casefold()
    for alias, meant in field.aliases.items():
        if alias.casefold() == folded:
            return meant
    for known in field.choices:
        if type(known) is str and known.casefold() == folded:
            return known
    return value


def fits(field: Field, value: Any) -> bool:
    """Whether a value is of an option's kind and within its limits."""
    if not of_kind(field, value):
        return False
    low, high = (field.low, field.high) if field.kind == "integer" else (None, None)
    return (low is None or low <= value) and (high is None or value <= high)


def of_kind(field: Field, value: Any) -> bool:
    """Whether a value is of a field's kind at every depth; for a choice, one of its values. Ranges are not checked.

    Stricter than :func:`parse`, which leaves scalars to the rules: in Python, true equals 1 and would pass as 1.
    """
    of = field.of or _TEXT
    match field.kind:
        case "choice":
            return any(value == known and type(value) is type(known) for known in field.choices)
        case "list":
            return type(value) is list and all(_is_item(of, item) for item in value)
        case "map":
            return type(value) is dict and all(
                _is_key(field, key) and _is_item(of, item) for key, item in value.items()
            )
        case "group":
            return (
                type(value) is dict
                and set(value) <= set(field.fields)
                and all(key in value or inner.optional for key, inner in field.fields.items())
                and all(of_kind(field.fields[key], item) for key, item in value.items())
                and (not field.alone or len(value) == 1)
            )
        case kind:
            return type(value) is {"integer": int, "flag": bool, "text": str}[kind]


def may_become(field: Field, value: Any) -> bool:
    """Whether an incomplete value can be completed to a field's kind.

    Parts may be null or missing from a group. Null at the end of a list ends it; elsewhere an item may be null only if
    its field is nullable.
    """
    of = field.of or _TEXT
    match field.kind:
        case "list":
            return type(value) is list and all(
                of.nullable if item is None else may_become(of, item) for item in _items(of, value)
            )
        case "map":
            return (field.plain and type(value) in SCALARS) or (
                type(value) is dict
                and all(_is_key(field, key) and (item is None or may_become(of, item)) for key, item in value.items())
            )
        case "group":
            return type(value) is dict and all(
                key in field.fields and (item is None or may_become(field.fields[key], item))
                for key, item in value.items()
            )
        case _:
            return of_kind(field, value)


def part(types: Mapping[str, MoveType], partial: Json) -> Json | None:
    """A part of a move without the required values that are null: they are not known yet.

    None if it cannot become a move.
    """
    kind = partial.get("type")
    fields = types[kind].fields if isinstance(kind, str) and kind in types else {}
    known = _known(fields, partial)
    valid = (
        value is None or name in ("type", "seat") or (name in fields and may_become(fields[name], value))
        for name, value in known.items()
    )
    return known if all(valid) else None


def _known(fields: Mapping[str, Field], group: Json) -> Json:
    """A group without the required values that are null, and the same for the groups inside it."""
    return {
        name: _known_parts(fields[name], value) if name in fields else value
        for name, value in group.items()
        if value is not None or (name in fields and fields[name].optional)
    }


def _known_parts(field: Field, value: Any) -> Any:
    if field.of is not None and type(value) is list:
        return [_known_parts(field.of, item) for item in value]
    return _known(field.fields, value) if field.fields and type(value) is dict else value


def _items(of: Field, value: list[Any]) -> list[Any]:
    """The items of a list, without the null that ends it."""
    return value[:-1] if value and value[-1] is None and not of.nullable else value


def _is_item(of: Field, item: Any) -> bool:
    """Whether an item of a list or map is of its kind; null only if the field is nullable."""
    return of.nullable if item is None else of_kind(of, item)


def only_seat(game: Game[Any, Any], state: Any, move: Json) -> Json:
    """The move with its seat filled in if only one seat can make it.

    If no seat can, the seat to move is filled in, so that the rules say what is wrong.

    Raises:
        MalformedMoveError: Several seats could make it.
    """
    seats = sorted({seat for kind, seat in game.may(state) if kind == move["type"] and seat is not None})
    if len(seats) > 1:
        them = ", ".join(str(seat) for seat in seats)
        raise MalformedMoveError({"seat": say(f"which seat? {them} could", f"¿qué asiento? pueden {them}")})
    if not seats:
        seats = game.view(state, ViewCache())["to_move"] or [0]
    return {"type": move["type"], "seat": seats[0], **move}
