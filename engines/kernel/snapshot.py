"""A state as JSON and back, for any game: what lets a reader start near the end of a long record.

A state is dataclasses, lists, tuples, sets, objects with text or whole-number keys, and scalars. Fields marked
``field(metadata={"fixed": True})`` follow from set-up alone and are left out.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable
from typing import Any

Codec = tuple[Callable[[Any], Any], Callable[[Any], Any]]


def _same(value: Any) -> Any:
    return value


PLAIN: Codec = (_same, _same)


@functools.cache
def _fields(cls: type) -> tuple[tuple[str, Codec], ...]:
    hints = typing.get_type_hints(cls)
    return tuple((f.name, _codec(hints[f.name])) for f in dataclasses.fields(cls) if not f.metadata.get("fixed"))


@functools.cache
def _codec(hint: Any) -> Codec:
    """How a value of this type is written and read; whole-number keys become text, sets become sorted lists."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _dataclass(hint)
    if origin in (typing.Union, types.UnionType):
        rest = [_codec(arg) for arg in args if arg is not type(None)]
        if all(codec is PLAIN for codec in rest):
            return PLAIN
        if len(rest) > 1:
            msg = f"{hint}: a state may be one type or None, not one of several"
            raise TypeError(msg)
        write, read = rest[0]
        return (lambda v: None if v is None else write(v)), (lambda v: None if v is None else read(v))
    if origin in (list, set, frozenset, tuple):
        return _items(origin, args)
    if origin is dict:
        return _dict(*args)
    if hint in (int, str, bool, type(None), Any) or origin is typing.Literal:
        return PLAIN
    msg = f"{hint} cannot stand in a state"
    raise TypeError(msg)


def _dataclass(cls: type) -> Codec:
    def read(data: Any) -> Any:
        return cls(**{name: codec[1](data[name]) for name, codec in _fields(cls)})

    return pack, read


def _items(origin: Any, args: tuple[Any, ...]) -> Codec:
    if origin is tuple and args[-1:] != (Ellipsis,):
        codecs = [_codec(arg) for arg in args]
        return (
            lambda v: [c[0](x) for c, x in zip(codecs, v, strict=True)],
            lambda v: tuple(c[1](x) for c, x in zip(codecs, v, strict=True)),
        )
    write, read = _codec(args[0])
    if origin in (set, frozenset):
        return (lambda v: sorted(write(x) for x in v)), (lambda v: origin(read(x) for x in v))
    return (lambda v: [write(x) for x in v]), (lambda v: origin(read(x) for x in v))


def _dict(key: Any, value: Any) -> Codec:
    words = typing.get_origin(key) is typing.Literal and all(type(word) is str for word in typing.get_args(key))
    if key not in (int, str) and not words:
        msg = f"{key} cannot be a key in a state: it would come back as text"
        raise TypeError(msg)
    write, read = _codec(value)
    named: Callable[[str], Any] = int if key is int else _same
    return (lambda v: {str(k): write(x) for k, x in v.items()}), (lambda v: {named(k): read(x) for k, x in v.items()})


def pack(state: Any) -> dict[str, Any]:
    """The state as fresh JSON."""
    return {name: codec[0](getattr(state, name)) for name, codec in _fields(state.__class__)}


def unpack(fresh: Any, data: dict[str, Any]) -> None:
    """Bring a state fresh from set-up to where the packed one was, in place."""
    for name, codec in _fields(fresh.__class__):
        setattr(fresh, name, codec[1](data[name]))
