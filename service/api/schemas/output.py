"""Members of answers. Each is always there and never null, except where ``optional`` or ``null`` says so."""

from collections.abc import Callable
from typing import Any

from marshmallow import Schema, fields

from service.api.schemas.fields import doc


def _describe(says: str, how: dict[str, Any]) -> dict[str, Any]:
    described = doc(says, **{name: how.pop(name) for name in ("example", "among") if name in how})
    null = {"allow_none": True} if how.pop("null", False) else {}
    return {"required": not how.pop("optional", False), **null, **how, **described}


def text(says: str, **how: Any) -> fields.String:
    """A text.

    Args:
        says: What it is, for the contract.
        how: ``null``: it may be null. ``optional``: it may be missing. ``among`` and ``example``: as in
            :func:`~service.api.schemas.fields.doc`. The rest goes to the field.
    """
    return fields.String(**_describe(says, how))


def number(says: str, **how: Any) -> fields.Integer:
    """A whole number; like :func:`text`."""
    return fields.Integer(**_describe(says, how))


def flag(says: str, **how: Any) -> fields.Boolean:
    """True or false; like :func:`text`."""
    return fields.Boolean(**_describe(says, how))


def part(schema: type[Schema] | Callable[[], Schema], says: str, **how: Any) -> fields.Nested:
    """An object with a schema; like :func:`text`."""
    return fields.Nested(schema, **_describe(says, how))


def parts(schema: type[Schema], says: str, **how: Any) -> fields.List[Any]:
    """A list of objects with a schema; like :func:`text`."""
    return fields.List(fields.Nested(schema), **_describe(says, how))


def texts(says: str, **how: Any) -> fields.List[str]:
    """A list of texts; like :func:`text`."""
    return fields.List(fields.String(), **_describe(says, how))


def numbers(says: str, **how: Any) -> fields.List[int]:
    """A list of whole numbers; like :func:`text`."""
    return fields.List(fields.Integer(), **_describe(says, how))


def mapping(says: str, values: fields.Field[Any] | None = None, **how: Any) -> fields.Dict:
    """An object by key, with values of one kind or of any; like :func:`text`."""
    return fields.Dict(values=values, **_describe(says, how))
