"""Remembering what was made of a box: records share few boxes, and each move asks the same of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from engines.kernel.game import Json

T = TypeVar("T")

MOST = 32
"""Boxes remembered; a table plays with one."""


def of_box(function: Callable[[Json], T]) -> Callable[[Json], T]:
    """Remember what a pure function makes of a box, by which box it is: what is in one is never changed."""
    kept: dict[int, tuple[Json, Any]] = {}

    @wraps(function)
    def remembering(box: Json) -> T:
        # The box is kept with it: else its number might be given to another one.
        found = kept.get(id(box))
        if found is not None:
            return found[1]  # type: ignore[no-any-return]
        made = function(box)
        if len(kept) >= MOST:
            kept.clear()
        kept[id(box)] = (box, made)
        return made

    return remembering
