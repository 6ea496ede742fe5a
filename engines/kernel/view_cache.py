"""Parts of a view that are made once, and again only when what they depend on has changed.

Most of a table stays as it was from one move to the next. A game says what a part of its view depends on; the fold
remembers the part, so that it is the same object in the next view, and their difference is found without a look inside.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")
K = TypeVar("K", str, int)


class Parts:
    """What one fold has made of the parts of its view; empty, everything is made afresh.

    What a part depends on is a value that nobody changes: scalars and tuples of them, or frozen dataclasses. A list or
    a map of the state is not: it would still be the same one after it has changed.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Any, Any]] = {}

    def part(self, name: Hashable, depends: Hashable, make: Callable[[], T]) -> T:
        """A part of a view.

        Args:
            name: Which part; no other of the view has it.
            depends: All that it is made from, as a value.
            make: Makes it: JSON that nobody changes.
        """
        kept = self._kept.get(name)
        if kept is not None and kept[0] == depends:
            return kept[1]  # type: ignore[no-any-return]
        made = make()
        self._kept[name] = (depends, made)
        return made

    def each(self, name: Hashable, depends: Mapping[K, Hashable], make: Callable[[K], T]) -> dict[str, T]:
        """An object whose parts stand by id; a part is made again only when what it depends on has changed.

        Args:
            name: Which object; no other part of the view has it.
            depends: Id -> all that its part is made from, as a value; in the order of the object.
            make: Makes the part of an id.
        """
        before, parts = self._kept.get(name, ({}, {}))
        if before == depends and parts:
            return parts  # type: ignore[no-any-return]
        made = {
            str(key): parts[str(key)] if key in before and before[key] == value else make(key)
            for key, value in depends.items()
        }
        self._kept[name] = (depends, made)
        return made
