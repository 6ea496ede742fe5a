"""A small cache of values computed from a box, keyed by identity (boxes are immutable)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from engines.kernel.game import Json

A = TypeVarTuple("A")
R = TypeVar("R")


def cached_by_box(most: int) -> Callable[[Callable[[Json, *A], R]], Callable[[Json, *A], R]]:
    """Cache the results of a function of a box; an equal box that is another object is another key.

    Threads that call it at the same time may compute the same result twice.

    Args:
        most: The number of results that are cached; the oldest one is dropped.

    Returns:
        A decorator for a function of a box and of further arguments, which are compared by value.
    """

    def decorate(compute: Callable[[Json, *A], R]) -> Callable[[Json, *A], R]:
        last: tuple[tuple[Json, tuple[*A], R], ...] = ()

        @wraps(compute)
        def cached(box: Json, *more: *A) -> R:
            nonlocal last  # replaced, never changed: other threads may read it meanwhile
            for known, asked, made in last:
                if known is box and asked == more:
                    return made
            made = compute(box, *more)
            last = (*last, (box, more, made))[-most:]
            return made

        return cached

    return decorate
