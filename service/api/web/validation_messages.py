"""Translates the validation messages of schemas; the library's messages and our own are in English."""

import re
from functools import cache, lru_cache
from typing import Any

from marshmallow import Schema, fields, validate

from engines.kernel.game import Text
from engines.kernel.sentences import say
from service.texts import table


def _of(kind: Any, key: str, **blanks: str) -> str:
    """A message of a kind of field, by the library's own key."""
    return str(kind.default_error_messages[key]).format(**blanks)


_RANGE = validate.Range(min=0, max=0)
"""Its messages are those of all ranges that hold their ends."""
_WHEN = fields.AwareDateTime
SPANISH: dict[str, str] = {
    _of(fields.Field, "required"): "falta este dato obligatorio",
    _of(fields.Field, "null"): "no puede ser null",
    _of(fields.Field, "validator_failed"): "valor no válido",
    _of(fields.Nested, "type"): "tipo no válido",
    _of(fields.String, "invalid"): "no es un texto",
    _of(fields.String, "invalid_utf8"): "no es un texto en UTF-8",
    _of(fields.Integer, "invalid"): "no es un número entero",
    _of(fields.Number, "invalid"): "no es un número",
    _of(fields.Number, "too_large"): "es un número demasiado grande",
    _of(fields.Boolean, "invalid"): "no es verdadero ni falso",
    _of(fields.List, "invalid"): "no es una lista",
    _of(fields.Mapping, "invalid"): "no es un objeto",
    _of(_WHEN, "invalid", obj_type=_WHEN.OBJ_TYPE): "no es una fecha con hora",
    _of(_WHEN, "invalid_awareness", awareness="aware", obj_type=_WHEN.OBJ_TYPE): (
        "a la fecha con hora le falta la zona, como Z o +01:00"
    ),
    Schema._default_error_messages["type"]: "no es un objeto",  # noqa: SLF001 - the library has no other name for it
    Schema._default_error_messages["unknown"]: "no existe este campo",  # noqa: SLF001
    _RANGE.message_min: "debe ser {min} como mínimo",
    _RANGE.message_max: "debe ser {max} como máximo",
    _RANGE.message_all: "debe estar entre {min} y {max}",
    validate.Length.message_min: "la longitud mínima es {min}",
    validate.Length.message_max: "la longitud máxima es {max}",
    validate.Length.message_all: "la longitud debe estar entre {min} y {max}",
    validate.Length.message_equal: "la longitud debe ser {equal}",
    validate.OneOf.default_message: "debe ser uno de estos: {choices}",
    **{
        each["en"]: each["es"] for name in ("validation", "times") for each in table(name).values()
    },  # our own, as the schemas say them
}
"""English message with its placeholders -> the same in Spanish."""


@cache
def _forms() -> list[tuple[re.Pattern[str], str]]:
    """The messages with blanks: what finds one that is filled in, and its Spanish.

    The longest first: a lower end and an upper one would be found as a lower end alone.
    """
    found = []
    for english, spanish in sorted(SPANISH.items(), key=lambda both: -len(both[0])):
        form = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(english))
        if form != re.escape(english):
            found.append((re.compile(form, re.DOTALL), spanish))
    return found


@lru_cache(maxsize=256)
def translate(message: str) -> Text:
    """A schema's message in every language; in English if there is no translation."""
    if message in SPANISH:
        return say(message, SPANISH[message])
    for form, spanish in _forms():
        filled = form.fullmatch(message)
        if filled is not None:
            return say(message, spanish.format(**filled.groupdict()))
    return say(message, message)
