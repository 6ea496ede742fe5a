"""Canonical bytes: the single encoding of a JSON value that hashes are computed over (RFC 8785, without floats)."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

MOST = 2**53 - 1
"""The greatest whole number that every JSON reader represents exactly."""
DEEPEST = 64
"""Maximum nesting depth of a value; no game needs a fifth of it."""

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
_KEY = re.compile(r"[A-Za-z0-9_.-]{1,200}\Z")


class UncanonicalError(ValueError):
    """A value that has no canonical bytes here.

    ``where``: the dotted path to it; empty for the value itself.
    """

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where or 'value'}: {what}")
        self.where = where
        self.what = what


def check(value: Any, depth: int = 0) -> None:
    """Refuse a value that an entry may not contain.

    ``depth``: its nesting depth below the value checked first.

    Raises:
        UncanonicalError: A float, a whole number beyond 2^53 - 1, a key outside ``[A-Za-z0-9_.-]``, a lone surrogate,
            deeper nesting than :data:`DEEPEST`, or not a JSON value.
    """
    kind = type(value)
    if kind is not dict and kind is not list:
        _check_scalar(value)
        return
    if depth >= DEEPEST:
        raise UncanonicalError("", f"nested deeper than {DEEPEST}")
    # All keys at once, for speed: every entry is checked. The invalid key is searched for only if there is one.
    if kind is dict and not ({str}.issuperset(map(type, value)) and all(map(_KEY.match, value))):
        key = next(key for key in value if type(key) is not str or not _KEY.match(key))
        raise UncanonicalError("", f"{key!r:.80} is not a key: only letters, digits, '_', '.' and '-'")
    for key, item in value.items() if kind is dict else enumerate(value):
        # Nearly every member is one of these; calling check() for each would take most of the time.
        inner = type(item)
        if (inner is str and item.isascii()) or (inner is int and -MOST <= item <= MOST) or item is None:
            continue
        try:
            check(item, depth + 1)
        except UncanonicalError as error:
            # The path is built only if there is an error to report.
            raise UncanonicalError(f"{key}.{error.where}" if error.where else str(key), error.what) from None


def _check_scalar(value: Any) -> None:
    """As :func:`check`, for a value without members."""
    kind = type(value)
    if kind is str:
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise UncanonicalError("", "half of a surrogate pair is not text") from None
    elif kind is int:
        if not -MOST <= value <= MOST:
            raise UncanonicalError("", f"a whole number beyond {MOST} is not kept exactly")
    elif kind is float:
        raise UncanonicalError("", f"{value!r} is a float: whole numbers only")
    elif kind is not bool and value is not None:
        raise UncanonicalError("", f"{kind.__name__} is no JSON value")


def has_bytes(value: Any) -> bool:
    """Whether :func:`check` accepts the value."""
    try:
        check(value)
    except UncanonicalError:
        return False
    return True


def dumps(value: Any) -> bytes:
    """The canonical bytes of a value that :func:`check` has passed."""
    return _encode(value).encode()


def canonical(value: Any) -> bytes:
    """Check a value and return its canonical bytes, equal to those of RFC 8785.

    Raises:
        UncanonicalError: As :func:`check`.
    """
    check(value)
    return dumps(value)


def digest(value: Any) -> str:
    """The SHA-256 hash of the canonical bytes, in hexadecimal."""
    return hashlib.sha256(dumps(value)).hexdigest()
