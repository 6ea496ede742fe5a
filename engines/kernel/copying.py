"""Fast copies of a state that share only immutable parts: trying moves out needs thousands of them.

Frozen dataclasses, tuples and scalars are shared, and fields marked ``field(metadata={"fixed": True})``: they are never
modified in place.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import typing
from collections.abc import Callable
from typing import Any, TypeVar

S = TypeVar("S")
Copy = Callable[[Any], Any]


def copied(state: S, *shared: str) -> S:
    """A copy of a state, or of another dataclass.

    Args:
        state: The state; its fields are the arguments of its constructor.
        shared: Fields whose values the copy shares.
    """
    cls: Any = state.__class__
    copy: Callable[[S], S] = _fields(cls, shared)
    return copy(state)


@functools.cache
def _fields(cls: Any, shared: tuple[str, ...] = ()) -> Copy:
    """The function that copies an instance of a dataclass."""
    hints, fields = typing.get_type_hints(cls), dataclasses.fields(cls)
    read = operator.attrgetter(*(field.name for field in fields))
    changing = [(at, copy) for at, field in enumerate(fields)
                if not field.metadata.get("fixed") and field.name not in shared
                and (copy := _copy(hints[field.name])) is not None]  # fmt: skip

    def copy_fields(value: Any) -> Any:
        values = list(read(value)) if len(fields) > 1 else [read(value)]
        for at, copy in changing:
            values[at] = copy(values[at])
        return cls(*values)

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
        plain: dict[Any, Copy] = {list: list.copy, set: set.copy, dict: dict.copy}
        return plain.get(origin)
    if origin is dict:
        return lambda value: {key: inner(one) for key, one in value.items()}
    if origin in (list, set, tuple):
        return lambda value: origin(map(inner, value))
    return lambda value: value if value is None else inner(value)
