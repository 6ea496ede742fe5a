"""Canonical bytes: the one spelling of a JSON value that hashes are taken over (RFC 8785, without floats)."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

MOST = 2**53 - 1
"""The greatest whole number that every JSON reader keeps exactly."""
DEEPEST = 64
"""How deep a value may nest; no game needs a fifth of it."""

_spell = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
_KEY = re.compile(r"[A-Za-z0-9_.-]{1,200}\Z")


class UncanonicalError(ValueError):
    """A value that has no canonical bytes here.

    Args:
        where: The path to it, by dots; empty for the value itself.
        what: What is wrong with it.
    """

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where or 'value'}: {what}")
        self.where = where
        self.what = what


def check(value: Any, where: str = "", depth: int = 0) -> None:
    """Refuse what may not stand in an entry.

    Raises:
        UncanonicalError: A float, a whole number beyond 2^53 - 1, a key outside ``[A-Za-z0-9_.-]``, half a surrogate
            pair, deeper nesting than :data:`DEEPEST`, or no JSON value at all.
    """
    if value is None or value is True or value is False:
        return
    kind = type(value)
    if kind is str:
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise UncanonicalError(where, "half of a surrogate pair is not text") from None
    elif kind is int:
        if not -MOST <= value <= MOST:
            raise UncanonicalError(where, f"a whole number beyond {MOST} is not kept exactly")
    elif depth >= DEEPEST:
        raise UncanonicalError(where, f"nested deeper than {DEEPEST}")
    elif kind is dict:
        for key, item in value.items():
            if type(key) is not str or not _KEY.match(key):
                raise UncanonicalError(where, f"{key!r:.80} is not a key: only letters, digits, '_', '.' and '-'")
            check(item, f"{where}.{key}" if where else key, depth + 1)
    elif kind is list:
        for place, item in enumerate(value):
            check(item, f"{where}.{place}" if where else str(place), depth + 1)
    elif kind is float:
        raise UncanonicalError(where, f"{value!r} is a float: whole numbers only")
    else:
        raise UncanonicalError(where, f"{kind.__name__} is no JSON value")


def has_bytes(value: Any) -> bool:
    """Whether :func:`check` finds nothing."""
    try:
        check(value)
    except UncanonicalError:
        return False
    return True


def spell(value: Any) -> bytes:
    """The canonical bytes of a value that :func:`check` has passed."""
    return _spell(value).encode()


def canonical(value: Any) -> bytes:
    """Check a value and give its canonical bytes, equal to those of RFC 8785.

    Raises:
        UncanonicalError: As :func:`check`.
    """
    check(value)
    return spell(value)


def digest(value: Any) -> str:
    """SHA-256 over the canonical bytes, in hexadecimal."""
    return hashlib.sha256(spell(value)).hexdigest()
