"""What does not fit a schema: refused in the caller's language, whatever the library says of it."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from marshmallow import Schema, validate

from service.api import schemas
from service.api.web.validation_messages import translate
from tests.service.conftest import Record
from tests.service.promised import app, record, refused

__all__ = ["app", "record"]

FOLDER = Path(schemas.__path__[0])
MODULES = [importlib.import_module(f"{schemas.__name__}.{one.name}") for one in pkgutil.iter_modules(schemas.__path__)]
SHAPES = sorted(
    {
        kind
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Schema) and kind.__module__.startswith(schemas.__name__)
    },
    key=str,
)
WRITTEN = {"format"}
"""Keys of messages about what is told, not about what is sent."""


def inner(field: Any) -> Iterator[Any]:
    """A field, and those of what is in it."""
    yield field
    for name in ("inner", "key_field", "value_field"):
        if getattr(field, name, None) is not None:
            yield from inner(getattr(field, name))


def of_field(field: Any) -> Iterator[str]:
    """Every message that a field can give of what is sent."""
    kind = getattr(field, "OBJ_TYPE", "")
    yield from (
        str(said).format(obj_type=kind, awareness="aware")
        for key, said in field.error_messages.items()
        if key not in WRITTEN
    )
    for check in field.validators:
        if isinstance(check, validate.OneOf):
            yield check.error
        elif isinstance(check, (validate.Range, validate.Length)):
            yield from (getattr(check, name) for name in dir(check) if re.match("message_(min|max|all|equal)$", name))
        elif hasattr(check, "said"):
            yield check.said


def raised() -> Iterator[str]:
    """The messages that our schemas raise themselves, as they stand in the code."""
    for file in sorted(FOLDER.glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "ValidationError" or not call.args:
                continue
            said = call.args[0]
            if isinstance(said, ast.JoinedStr):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{it}" for part in said.values)
            # Of a map to what is wrong the messages stand in lists.
            listed = [each for one in ast.walk(said) if isinstance(one, ast.List) for each in one.elts]
            yield from (str(one.value) for one in [said, *listed] if isinstance(one, ast.Constant))


def messages() -> set[str]:
    """Every message that a schema can give, its blanks filled in."""
    whole = {said for shape in SHAPES for said in shape().error_messages.values()}
    found = [one for shape in SHAPES for field in shape().fields.values() for one in inner(field)]
    return {
        re.sub(r"\{\w+\}", "7", said)
        for said in [*whole, *raised(), *(each for one in found for each in of_field(one))]
    }


def test_every_message_that_a_schema_can_give_is_there_in_both_languages() -> None:
    found = messages()
    assert {"Not a valid datetime.", "Unknown field.", "a whole number", "no control characters: 7"} <= found
    assert {said for said in found if translate(said)["es"] == said} == set()
    assert {said for said in found if translate(said)["en"] != said} == set()


def test_what_a_message_names_is_named_in_both_languages() -> None:
    assert (
        translate("Must be greater than or equal to 1 and less than or equal to 200.")["es"]
        == "debe estar entre 1 y 200"
    )
    assert translate("Must be one of: a, b.")["es"] == "debe ser uno de estos: a, b"
    assert translate("something new") == {"en": "something new", "es": "something new"}


@pytest.mark.parametrize(("query", "where", "en", "es"), [
    ({"at": "noon"}, "at", "Not a valid datetime.", "no es una fecha con hora"),
    ({"at": "2026-11-21T19:30:00"}, "at", "Not a valid aware datetime.", "a la fecha con hora le falta la zona"),
    ({"version": "0"}, "version", "Must be greater than or equal to 1", "debe estar entre 1 y "),
    ({"leage": "x"}, "leage", "unknown", "no existe"),
])  # fmt: skip
def test_a_query_is_refused_in_the_callers_language(record: Record, query: Any, where: str, en: str, es: str) -> None:
    for lang, said in (("en", en), ("es", es)):
        problem = refused(record.get("/replay", **query, lang=lang), 400, "invalid-request")
        assert said in problem["errors"][where]
        assert where in problem["detail"]
        assert where == "leage" or said in problem["detail"]


@pytest.mark.parametrize(("body", "where", "es"), [
    ({"changes": "all"}, "changes", "no es una lista"),
    ({"changes": [{"op": "amend", "name": "3"}]}, "changes.0.body", "falta"),
    ({"changes": [{"op": "opening", "rules": "x", "options": {}}]}, "changes.0.rules", "no se puede cambiar"),
    ({"changes": [{"op": "mend"}]}, "changes.0.op", "debe ser uno de estos: amend, insert"),
    ({}, "changes", "falta este dato obligatorio"),
    ({"changes": [], "why": 1}, "why", "no existe este campo"),
])  # fmt: skip
def test_a_body_is_refused_in_spanish_by_each_kind_of_check(record: Record, body: Any, where: str, es: str) -> None:
    followed = {"If-Match": f'"{record.version}"'}
    problem = refused(record.api.post(f"{record.path}/corrections", body, followed, lang="es"), 400, "invalid-request")
    assert problem["errors"][where].startswith(es)
    assert f"{where}: {es}" in problem["detail"]
