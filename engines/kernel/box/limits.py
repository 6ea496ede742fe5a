"""A check for the boxes of every game: the kind of each value follows from the form and the default edition.

A game adds the rules' requirements on single values (:class:`Limits`). Its own code checks relations between values,
and only in boxes in which every value is of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engines.kernel.box.checks import COLOUR, ID, MOST, Faults, Known
from engines.kernel.box.form import MARKS, BoxField, BoxForm, Shape
from engines.kernel.values import Json

Check = Callable[[Faults, Any, str], object]
"""Adds the faults of a value at a path."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The rules' requirements on single values of a box.

    Paths are members joined by dots. A row of a list has the path of the list; any other item of a list and each value
    of a map by key have a ``*`` (``tables.*.dummy``).

    Args:
        checks: Path -> the check of the value, instead of the check of its kind.
        fixed: Path -> clause: the value equals that of the default edition, in the row of the same id or else index.
        same: Path of a list or an object -> clause: its ids or keys are those of the default edition.
        counts: Path of a list -> clause: it is as long as in the default edition.
        colours: The minimum number of colours (the number of seats), and the clause.
        tokens: The pattern of short forms.
        loose: Paths that are not checked.
    """

    checks: Mapping[str, Check] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, str] = field(default_factory=dict)
    colours: tuple[int, str] = (0, "")
    tokens: re.Pattern[str] = ID
    loose: frozenset[str] = frozenset()


class BoxCheck:
    """The check of a game's boxes, value by value.

    Args:
        form: The declarations of the game about its boxes.
        default: Returns the default edition; called once, at the first use.
        limits: Further requirements of the rules.
    """

    def __init__(self, form: BoxForm, default: Callable[[], Json], limits: Limits) -> None:
        self._form = form
        self._default = default
        self._limits = limits
        self._checks: Mapping[str, Check] = {"edition": _edition, "origin": Faults.text_or_names, **limits.checks}

    @cached_property
    def ours(self) -> Json:
        """The default edition; do not modify it."""
        return self._default()

    @cached_property
    def _root(self) -> BoxField:
        return Shape(self._form, self.ours, ()).root

    def __call__(self, box: object) -> Faults:
        """The faults of a box. If there are none, every value of the form is present and of its kind."""
        faults = Faults()
        self._members(faults, self._root, box, self.ours, "", "")
        seats, rule = self._limits.colours
        count = len(box["colours"]) if isinstance(box, dict) and isinstance(box.get("colours"), list) else seats
        if count < seats:
            faults.add(
                "colours",
                f"too few colours ({count}) for all seats ({seats}) ({rule})",
                f"muy pocos colores ({count}) para todos los asientos ({seats}) ({rule})",
            )
        return faults

    def _value(self, faults: Faults, of: BoxField, value: Any, mine: Any, path: str, way: str) -> None:
        """Check one value.

        ``faults``: the faults found so far. ``mine``: the value of the default edition; None if it has none. ``way``:
        the path in the form that limits use.
        """
        if way in self._limits.loose or (value is None and of.nullable):
            return
        rule = self._limits.fixed.get(way)
        if rule is not None:
            if mine is not None and (value != mine or type(value) is not type(mine)):
                found = f"{value!r:.40}"
                faults.add(path, f"{found} should be {mine} ({rule})", f"{found} debería ser {mine} ({rule})")
        elif way in self._checks:
            self._checks[way](faults, value, path)
        elif of.kind == "integer":
            faults.whole(value, path, -MOST if (of.low or 0) < 0 else 0)
        elif of.kind in _PLAIN:
            _PLAIN[of.kind](faults, value, path)
        elif of.kind == "list":
            self._list(faults, of, value, mine, path, way)
        elif of.kind in ("map", "group"):
            self._members(faults, of, value, mine, path, way)

    def _list(self, faults: Faults, of: BoxField, value: Any, mine: Any, path: str, way: str) -> None:
        """Check a list: each row against the row of the default edition with its id, or else at its index."""
        limits, items, ours = self._limits, faults.items(value, path), mine or []
        if way in limits.counts and isinstance(value, list):
            faults.exactly(len(items), path, len(ours), limits.counts[way])
        fields = of.of.fields if of.of is not None else {}
        seen = {key: set[str]() for key in ("id", "token") if key in fields and fields[key].kind == "text"}
        named = {row["id"]: row for row in ours} if "id" in seen else dict(enumerate(ours))
        patterns = {"id": COLOUR if way.endswith("colours") else ID, "token": limits.tokens}
        for at, item in enumerate(items):
            here = f"{path}.{at}"
            name = item.get("id") if "id" in seen and isinstance(item, dict) else at
            known = named.get(name) if isinstance(name, (str, int)) else None
            if fields:
                self._members(faults, of.of, item, known, here, way, seen)
            elif of.of is not None:
                self._value(faults, of.of, item, known, here, f"{way}.*")
            for key, before in seen.items() if isinstance(item, dict) else ():
                faults.once(item.get(key), f"{here}.{key}", before, patterns[key])
        if way in limits.same and isinstance(value, list):
            found = [str(item.get("id")) for item in items if isinstance(item, dict)]
            faults.same(found, path, [str(row["id"]) for row in ours], limits.same[way])

    def _members(
        self,
        faults: Faults,
        of: BoxField | None,
        value: Any,
        mine: Any,
        path: str,
        way: str,
        apart: Container[str] | None = None,
    ) -> None:
        """Check the members of an object, in a row except those in ``apart``; the review finds unknown members."""
        members, ours = faults.group(value, path), mine or {}
        if of is None or not isinstance(value, dict):
            return
        for key, inner in of.fields.items():
            if key in (apart or ()) or (path and key == MARKS):
                continue
            if key in members or not inner.optional:
                self._value(faults, inner, members.get(key), ours.get(key), _to(path, key), _to(way, key))
        wanted = of.fields or ours if apart is None and way in self._limits.same else {}
        if of.of is not None:
            for key in {**wanted, **members}:
                self._value(faults, of.of, members.get(key), ours.get(key), _to(path, key), _to(way, "*"))
        if wanted:
            # A missing value of a map by key already has a fault at its own path.
            faults.same([*(ours if of.of else ()), *map(str, members)], path, wanted, self._limits.same[way])


_PLAIN: Mapping[str, Check] = {"flag": Faults.flag, "text": Faults.text, "choice": Faults.text, "names": Faults.names}


def _to(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def _edition(faults: Faults, value: Any, path: str) -> None:
    faults.once(value, path, set())


def whole(low: int = 0, high: int = MOST) -> Check:
    """A whole number from ``low`` to ``high``."""
    return lambda faults, value, path: faults.whole(value, path, low, high)


def exactly(wanted: int, rule: str) -> Check:
    """The number that the rules require."""
    return lambda faults, value, path: faults.exactly(value, path, wanted, rule)


def nullable(check: Check) -> Check:
    """A value, or null."""
    return lambda faults, value, path: value is None or check(faults, value, path)


def one_of(*values: str | int) -> Check:
    """One of some values."""
    known = Known(values)
    return lambda faults, value, path: faults.one_of(value, path, known)


def each(check: Check, least: int = 0, most: int = MOST) -> Check:
    """A list of ``least`` to ``most`` values."""

    def check_each(faults: Faults, value: Any, path: str) -> None:
        items = faults.items(value, path)
        for at, item in enumerate(items):
            check(faults, item, f"{path}.{at}")
        if not least <= len(items) <= most:
            faults.whole(len(items), path, least, most)

    return check_each


def members(needed: Mapping[str, Check], optional: Mapping[str, Check] = {}) -> Check:
    """An object with the needed members and any of the optional ones."""

    def check_members(faults: Faults, value: Any, path: str) -> None:
        found = faults.group(value, path)
        for key, check in needed.items():
            check(faults, found.get(key), f"{path}.{key}")
        for key in optional.keys() & found.keys():
            optional[key](faults, found[key], f"{path}.{key}")

    return check_members


def kinds(member: str, of: Mapping[str, Check]) -> Check:
    """An object of one of several kinds; ``member`` names the kind."""
    known = Known(of)

    def check_kind(faults: Faults, value: Any, path: str) -> None:
        kind = faults.group(value, path).get(member)
        if faults.one_of(kind, f"{path}.{member}", known):
            of[str(kind)](faults, value, path)

    return check_kind


def amounts(names: Iterable[str], low: int = 0, high: int = 99, least: int = 1) -> Check:
    """A map from at least ``least`` of these names to whole numbers."""
    known = Known(names)

    def check_amounts(faults: Faults, value: Any, path: str) -> None:
        found = faults.group(value, path)
        for key, count in found.items():
            if faults.one_of(key, path, known):
                faults.whole(count, f"{path}.{key}", low, high)
        if len(found) < least:
            faults.add(path, "must not be empty", "no puede estar vacío")

    return check_amounts
