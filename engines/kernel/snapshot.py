"""Convert the state of any game to JSON and back, so that a reader can start near the end of a long record.

A state consists of dataclasses, lists, tuples, sets, maps and scalars. If a field may be one of several dataclasses (an
effect in progress), a snapshot names the class. Maps keep the order of their keys. Fields marked
``field(metadata={"fixed": True})`` follow from set-up alone and are left out.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import types
import typing
from collections.abc import Callable
from typing import Any

Codec = tuple[Callable[[Any], Any], Callable[[Any], Any]]
_KEYS = (str, int)


class ShapeError(ValueError):
    """The snapshot has a state with other fields: another version of the program wrote it."""


def pack(state: Any) -> dict[str, Any]:
    """The state as a new JSON object; its keys may be stored in any order.

    Raises:
        TypeError: A field has a type that could not be restored.
    """
    return {"shape": _shape(state.__class__), "fields": _packed(state)}


def unpack(fresh: Any, data: dict[str, Any]) -> None:
    """Restore a packed state into a state that was just set up, in place.

    Raises:
        ShapeError: The packed state has other fields.
    """
    cls = fresh.__class__
    if data.get("shape") != _shape(cls):
        msg = f"this is no snapshot of {cls.__name__} as it is now"
        raise ShapeError(msg)
    for name, value in _read(cls, data["fields"]).items():
        setattr(fresh, name, value)


def _packed(value: Any) -> dict[str, Any]:
    """The fields of a dataclass as JSON; most need no conversion and are copied without a call for each."""
    names, codecs = _fields(value.__class__)
    out = {name: getattr(value, name) for name in names}
    for name, (write, _) in codecs:
        out[name] = write(out[name])
    return out


def _read(cls: type, data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a dataclass, from what :func:`_packed` wrote."""
    names, codecs = _fields(cls)
    out = {name: data[name] for name in names}
    for name, (_, read) in codecs:
        out[name] = read(out[name])
    return out


def _same(value: Any) -> Any:
    return value


PLAIN: Codec = (_same, _same)


@functools.cache
def _fields(cls: type) -> tuple[tuple[str, ...], tuple[tuple[str, Codec], ...]]:
    """The names of the stored fields, and the codecs of those that need conversion."""
    hints = typing.get_type_hints(cls)
    names = tuple(f.name for f in dataclasses.fields(cls) if not f.metadata.get("fixed"))
    codecs = ((name, _codec(hints[name])) for name in names)
    return names, tuple((name, codec) for name, codec in codecs if codec is not PLAIN)


@functools.cache
def _shape(cls: type) -> str:
    """A hash of the fields of a state and of every dataclass in it: equal for equal types."""
    seen: dict[type, list[str]] = {}

    def look(hint: Any) -> None:
        if dataclasses.is_dataclass(hint) and isinstance(hint, type) and hint not in seen:
            hints = typing.get_type_hints(hint)
            kept = [field.name for field in dataclasses.fields(hint) if not field.metadata.get("fixed")]
            seen[hint] = [f"{name}: {hints[name]}" for name in kept]
            for name in kept:
                look(hints[name])
        for inner in typing.get_args(hint):
            look(inner)

    look(cls)
    text = "\n".join(f"{found.__qualname__}({', '.join(fields)})" for found, fields in seen.items())
    for module in sorted({found.__module__ for found in seen}, key=len, reverse=True):
        text = text.replace(f"{module}.", "")  # a class in another file is the same class
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@functools.cache
def _codec(hint: Any) -> Codec:
    """The functions that write and read a value of this type."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if _is_dataclass(hint):
        return _dataclass(hint)
    if origin in (typing.Union, types.UnionType):
        return _union(hint, tuple(arg for arg in args if arg is not type(None)))
    if origin in (list, set, frozenset, tuple):
        return _items(origin, args)
    if origin is dict:
        return _dict(*args)
    if hint in (int, str, bool, type(None), Any) or origin is typing.Literal:
        return PLAIN
    msg = f"{hint} cannot stand in a state"
    raise TypeError(msg)


def _is_dataclass(hint: Any) -> bool:
    return dataclasses.is_dataclass(hint) and isinstance(hint, type)


def _dataclass(cls: Any) -> Codec:
    return _packed, lambda data: cls(**_read(cls, data))


def _union(hint: Any, several: tuple[Any, ...]) -> Codec:
    """The codec of one type or None, of several plain types, or of several dataclasses, each written with its name."""
    if len(several) == 1:
        write, read = _codec(several[0])
        if (write, read) == PLAIN:
            return PLAIN
        return (lambda v: None if v is None else write(v)), (lambda v: None if v is None else read(v))
    if all(_is_dataclass(one) for one in several) and len({one.__name__ for one in several}) == len(several):
        known = {one.__name__: _codec(one)[1] for one in several}
        return (
            lambda v: None if v is None else [v.__class__.__name__, _packed(v)],
            lambda v: None if v is None else known[v[0]](v[1]),
        )
    if all(_codec(one) is PLAIN for one in several):
        return PLAIN
    msg = f"{hint}: of several types in a state all are dataclasses of different names, or all are plain"
    raise TypeError(msg)


def _items(origin: Any, args: tuple[Any, ...]) -> Codec:
    if origin is tuple and args[-1:] != (Ellipsis,):
        codecs = [_codec(arg) for arg in args]
        return (
            lambda v: [c[0](x) for c, x in zip(codecs, v, strict=True)],
            lambda v: tuple(c[1](x) for c, x in zip(codecs, v, strict=True)),
        )
    codec = write, read = _codec(args[0])
    if origin in (set, frozenset):
        return (lambda v: sorted(map(write, v))), (lambda v: origin(map(read, v)))
    if codec is PLAIN:
        return list, origin
    return (lambda v: [write(x) for x in v]), (lambda v: origin(map(read, v)))


def _dict(key: Any, value: Any) -> Codec:
    """The codec of a map, as a list of pairs: JSON has only text keys, and a store may sort them."""
    if not _is_key(key):
        msg = f"{key} cannot be a key in a state: only text, whole numbers and tuples of them"
        raise TypeError(msg)
    named, found = _codec(key)
    write, read = _codec(value)
    if (named, write) == (_same, _same):
        return (lambda v: [[k, x] for k, x in v.items()]), dict
    return (lambda v: [[named(k), write(x)] for k, x in v.items()], lambda v: {found(k): read(x) for k, x in v})


def _is_key(hint: Any) -> bool:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return all(arg is Ellipsis or _is_key(arg) for arg in args)
    return hint in _KEYS or (origin is typing.Literal and all(type(word) in _KEYS for word in args))
