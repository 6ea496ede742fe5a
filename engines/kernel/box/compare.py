"""Compares two boxes of one game, and merges two boxes that two people filled in."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from engines.kernel.box.form import MARKS, BoxForm
from engines.kernel.box.rows import Row, is_compared, rows_of
from engines.kernel.game import Game, Json

Difference = tuple[str, Any, Any]
"""A path that names rows as their owner does, and the value of each box there; None if it has none."""


def differences(game: Game[Any, Any], one: Json, other: Json) -> list[Difference]:
    """The differences between two boxes; rows are compared by name, whatever their position in a table."""
    form: BoxForm | None = getattr(game, "box_form", None)
    if form is None:
        return list(unequal(one, other))
    left, right = _by_name(form, one), _by_name(form, other)
    found = list(unequal(_without_rows(form, one), _without_rows(form, other)))
    for path in left | right:
        row, its = left.get(path), right.get(path)
        found += unequal(row and row.members, its and its.members, path)
    return found


def _by_name(form: BoxForm, box: Json) -> dict[str, Row]:
    return {f"{row.table.path}.{row.name}": row for row in rows_of(form, box)}


def _without_rows(form: BoxForm, box: Json) -> Json:
    """A box without the rows of its tables."""
    box = copy.deepcopy(box)
    for table in form.tables:
        *way, last = table.path.split(".")
        here: Any = box
        for key in way:
            here = here.get(key) if isinstance(here, dict) else None
        if isinstance(here, dict) and isinstance(here.get(last), (dict, list)):
            del here[last]
    return box


def unequal(one: Any, other: Any, path: str = "") -> Iterator[Difference]:
    """The differences between two JSON values; ``path`` is where they are."""
    if type(one) is dict and type(other) is dict:
        for key in [*one, *(key for key in other if key not in one)]:
            yield from unequal(one.get(key), other.get(key), f"{path}.{key}" if path else key)
    elif type(one) is list and type(other) is list and len(one) == len(other):
        for place, (old, new) in enumerate(zip(one, other, strict=True)):
            yield from unequal(old, new, f"{path}.{place}" if path else str(place))
    elif one != other or type(one) is not type(other):
        yield path, one, other


class Merged(NamedTuple):
    """A box merged from two, and the conflicts that a person has to decide."""

    box: Json
    conflicts: list[Difference]


def merge(game: Game[Any, Any], base: Json, one: Json, other: Json) -> Merged:
    """Merge two boxes that two people filled in, starting from the same edition.

    A row that only one of them compared with a printed copy is taken from that box. If both did and differ, or neither
    did and both changed it, the first is taken and the difference is a conflict. The rest is merged value by value.

    ``base``: the edition that both started from.
    """
    form: BoxForm | None = getattr(game, "box_form", None)
    base, one, other = copy.deepcopy((base, one, other))
    conflicts: list[Difference] = []
    if form is None:
        return Merged(_merge((base, one, other), "", conflicts), conflicts)
    box: Json = _merge((_without_rows(form, base), _without_rows(form, one), _without_rows(form, other)), "", conflicts)
    before, left, right = _by_name(form, base), _by_name(form, one), _by_name(form, other)
    for table in form.tables:
        rows: dict[str, Any] = {}
        for path, row in (left | right).items():
            if row.table is table and (merged := _merge_row(path, (before, left, right), (one, other), conflicts)):
                rows[row.key if table.keyed else path] = merged
        *way, last = table.path.split(".")
        here = box
        for key in way:
            here = here.setdefault(key, {})
        here[last] = rows if table.keyed else list(rows.values())
    if MARKS in box:
        box[MARKS] = any(not is_compared(row, {MARKS: True}) for row in rows_of(form, box))
    return Merged(box, [conflict for conflict in conflicts if conflict[0] != MARKS])


Rows = dict[str, Row]


def _merge_row(
    path: str, sides: tuple[Rows, Rows, Rows], boxes: tuple[Json, Json], conflicts: list[Difference]
) -> Json | None:
    """The merged row of a table; None if one side removed it."""
    base, left, right = (side.get(path) for side in sides)
    if left is None or right is None:
        there = left or right
        return None if base is not None or there is None else there.members
    done = is_compared(left, boxes[0]), is_compared(right, boxes[1])
    if done[0] != done[1]:
        return (left if done[0] else right).members
    found: Json = _merge((None if base is None else base.members, left.members, right.members), path, conflicts)
    return found


def _merge(sides: tuple[Any, Any, Any], path: str, conflicts: list[Difference]) -> Any:
    """Merge two values with their common base; if both changed it, take the first and add a conflict."""
    base, one, other = sides
    if other in (one, base):
        return one
    if one == base:
        return other
    if isinstance(one, dict) and isinstance(other, dict):
        before = base if isinstance(base, dict) else {}
        found = {}
        for key in [*one, *(key for key in other if key not in one)]:
            inner = before.get(key), one.get(key), other.get(key)
            value = _merge(inner, f"{path}.{key}" if path else key, conflicts)
            if (key in one and key in other) or value is not None:
                found[key] = value
        return found
    if path.endswith(MARKS) and isinstance(one, list) and isinstance(other, list):
        return [mark for mark in one if mark in other]
    conflicts.append((path, one, other))
    return one
