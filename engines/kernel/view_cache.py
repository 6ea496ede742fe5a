"""A cache of the parts of a view; a part is built again only when a value it depends on changes.

Most of a table does not change from one move to the next. An unchanged part is the same object in the next view, so
that the patch between two views skips it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")
K = TypeVar("K", str, int)


class ViewCache:
    """The parts of one fold's view. An empty cache builds every part.

    The values a part depends on must be immutable: scalars, tuples of them, frozen dataclasses. A list or dict of the
    state is not: after a change it still equals itself.
    """

    __slots__ = ("_entries",)

    def __init__(self) -> None:
        self._entries: dict[Hashable, tuple[Any, Any]] = {}

    def part(self, name: Hashable, depends: Hashable, make: Callable[[], T]) -> T:
        """A part of the view.

        Args:
            name: Identifies the part within the view.
            depends: Everything it is built from, as an immutable value.
            make: Builds it: JSON that is never modified.
        """
        entry = self._entries.get(name)
        if entry is not None and entry[0] == depends:
            return entry[1]  # type: ignore[no-any-return]
        made = make()
        self._entries[name] = (depends, made)
        return made

    def each(self, name: Hashable, depends: Mapping[K, Hashable], make: Callable[[K], T]) -> dict[str, T]:
        """An object with one part per id; each part is cached by itself.

        Args:
            name: Identifies the object within the view.
            depends: Id -> everything its part is built from, as an immutable value; in the order of the object.
            make: Builds the part of an id.
        """
        before, parts = self._entries.get(name, ({}, {}))
        if before == depends and parts:
            return parts  # type: ignore[no-any-return]
        made = {
            str(key): parts[str(key)] if key in before and before[key] == value else make(key)
            for key, value in depends.items()
        }
        self._entries[name] = (depends, made)
        return made
