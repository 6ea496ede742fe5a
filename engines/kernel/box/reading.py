"""Reads the default edition of a package, and rows of a box as dataclasses."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from engines.kernel.values import Json, Text

T = TypeVar("T")


def default_edition(package: str) -> Callable[[], Json]:
    """Return a function that loads a package's ``box.json`` as a new object, which the caller may change."""

    @cache
    def text() -> str:
        return resources.files(package).joinpath("box.json").read_text(encoding="utf-8")

    def box() -> Json:
        fresh: Json = json.loads(text())
        return fresh

    return box


def names(rows: Iterable[Json]) -> Mapping[str, Text]:
    """Id -> name of each row, in their order."""
    return {row["id"]: row["name"] for row in rows}


def colours(box: Json) -> Mapping[str, Text]:
    """The colours of a box with their names, in the order in which seats that name no colour get them."""
    return names(box["colours"])


@dataclass(frozen=True, slots=True)
class At:
    """Annotates a field with the dotted path of its member in the row, if it is not the name of the field."""

    path: str


def built(cls: Callable[..., T], row: Mapping[str, Any], **given: Any) -> T:
    """Build a dataclass from a row of a box.

    Args:
        cls: The dataclass.
        row: The row, with a member for each field, or at its :class:`At`; lists become tuples if the field is a tuple.
            Missing members get their defaults.
        given: Values of fields that override members of the row.
    """
    values = {}
    for name, path, is_tuple in _fields(cls):
        if name in given:
            values[name] = given[name]
            continue
        found: Any = row
        for key in path:
            found = found.get(key, _MISSING)
            if found is _MISSING:
                break
        else:
            values[name] = tuple(found) if is_tuple else found
    return cls(**values)


_MISSING: Any = object()


@cache
def _fields(cls: Any) -> tuple[tuple[str, tuple[str, ...], bool], ...]:
    """The fields of a dataclass, each with the way to its member and whether it is a tuple."""
    found = []
    for name, hint in typing.get_type_hints(cls, include_extras=True).items():
        at = next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, At)), At(name))
        bare = hint.__origin__ if typing.get_origin(hint) is typing.Annotated else hint
        found.append((name, tuple(at.path.split(".")), typing.get_origin(bare) is tuple))
    return tuple(found)
