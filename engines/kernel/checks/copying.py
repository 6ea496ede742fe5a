"""Fast copies of a state that share only immutable parts: trying moves out needs thousands of them.

Frozen dataclasses, tuples and scalars are shared, and fields marked ``field(metadata={"fixed": True})``: they are never
modified in place.
"""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Callable
from typing import Any, TypeVar

S = TypeVar("S")
Copy = Callable[[Any], Any]


def copied(state: S) -> S:
    """A copy of a state."""
    cls: Any = state.__class__
    copy: Callable[[S], S] = _fields(cls)
    return copy(state)


@functools.cache
def _fields(cls: type) -> Copy:
    """The function that copies an instance of a dataclass."""
    hints = typing.get_type_hints(cls)
    names = [field.name for field in dataclasses.fields(cls)]
    changing = [(field.name, copy) for field in dataclasses.fields(cls)
                if not field.metadata.get("fixed") and (copy := _copy(hints[field.name])) is not None]  # fmt: skip

    put = object.__setattr__  # a field may hold frozen and other dataclasses

    def copy_fields(value: Any) -> Any:
        new: Any = object.__new__(cls)
        for name in names:
            put(new, name, getattr(value, name))
        for name, copy in changing:
            put(new, name, copy(getattr(value, name)))
        return new

    return copy_fields


@functools.cache
def _copy(hint: Any) -> Copy | None:
    """The function that copies a value of this type; None if the value is shared."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        # Looked up on each call, because a class may occur in its own fields.
        return None if hint.__dataclass_params__.frozen else lambda value: _fields(value.__class__)(value)  # type: ignore[attr-defined]
    inner = next((copy for arg in args if arg is not Ellipsis and (copy := _copy(arg)) is not None), None)
    if inner is None:
        return origin if origin in (list, set, dict) else None
    if origin is dict:
        return functools.partial(_copy_values, inner)
    if origin in (list, set, tuple):
        return functools.partial(_copy_items, origin, inner)
    return functools.partial(_copy_known, inner)


def _copy_values(copy: Copy, value: Any) -> Any:
    return {key: copy(one) for key, one in value.items()}


def _copy_items(kind: Any, copy: Copy, value: Any) -> Any:
    return kind(map(copy, value))


def _copy_known(copy: Copy, value: Any) -> Any:
    """Copy a value of an optional type; None stays None."""
    return value if value is None else copy(value)
