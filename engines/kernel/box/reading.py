"""Reads the default edition of a package, and rows of a box as dataclasses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
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


def built(cls: Callable[..., T], row: Mapping[str, Any], **given: Any) -> T:
    """Build a dataclass from a row of a box.

    Args:
        cls: The dataclass.
        row: The row; lists become tuples if the field is a tuple. Missing members get their defaults.
        given: Values of fields that override members of the row.
    """
    values = {}
    for name, is_tuple in _fields(cls):
        if name in given:
            values[name] = given[name]
        elif name in row:
            values[name] = tuple(row[name]) if is_tuple else row[name]
    return cls(**values)


@cache
def _fields(cls: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a dataclass, each with whether it is a tuple."""
    return tuple((one.name, str(one.type).startswith("tuple[")) for one in fields(cls))
