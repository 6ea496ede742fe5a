"""What is worked out of a box, remembered for the last few: what is in a box is never changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from engines.kernel.game import Json

A = TypeVarTuple("A")
R = TypeVar("R")


def remembered(most: int) -> Callable[[Callable[[Json, *A], R]], Callable[[Json, *A], R]]:
    """Remember what a function gave for a box; only the same object counts as the same box, not an equal one.

    Where several threads ask at once, the same answer may be worked out twice.

    Args:
        most: How many answers are kept, the newest ones.

    Returns:
        A decorator for a function of a box, and of further arguments that are compared.
    """

    def decorate(work_out: Callable[[Json, *A], R]) -> Callable[[Json, *A], R]:
        last: tuple[tuple[Json, tuple[*A], R], ...] = ()

        @wraps(work_out)
        def found(box: Json, *more: *A) -> R:
            nonlocal last  # replaced, never changed: other threads may read it meanwhile
            for known, asked, made in last:
                if known is box and asked == more:
                    return made
            made = work_out(box, *more)
            last = (*last, (box, more, made))[-most:]
            return made

        return found

    return decorate
