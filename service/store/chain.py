"""Entries and the chain of hashes that binds them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from engines.kernel import canonical
from service.store.canonical_json import dumps

Entry = dict[str, Any]
"""One line of a record's log: ``version``, ``type``, ``at``, ``by``, ``body`` ... ``prev``, ``hash``."""


class Stored(dict[str, Any]):
    """An entry as the log holds it, with the bytes it came in."""

    __slots__ = ("raw",)
    raw: bytes


def stored(entry: Entry, raw: bytes) -> Stored:
    """An entry with the bytes it came in.

    Args:
        entry: What the bytes say.
        raw: The bytes.
    """
    made = Stored(entry)
    made.raw = raw
    return made


class BrokenChainError(Exception):
    """A log that is not what was written.

    Args:
        version: The version at which it shows.
        what: What is wrong there.
    """

    def __init__(self, version: int, what: str) -> None:
        super().__init__(f"entry {version}: {what}")
        self.version = version
        self.what = what


def link(entry: Entry, prev: str) -> bytes:
    """Give an entry its ``prev`` and ``hash``, in place; the canonical bytes to be stored.

    Raises:
        UncanonicalError: Something in it has no canonical bytes.
    """
    entry["prev"] = prev
    entry.pop("hash", None)
    canonical.check(entry)
    # Spelled once, in the two parts between which the hash stands: there are always keys on either side of it.
    before = dumps({key: value for key, value in entry.items() if key < "hash"})[:-1]
    after = dumps({key: value for key, value in entry.items() if key > "hash"})[1:]
    entry["hash"] = hashlib.sha256(before + b"," + after).hexdigest()
    return before + f',"hash":"{entry["hash"]}",'.encode() + after


def bytes_of(entry: Entry) -> bytes:
    """The canonical bytes of a linked entry; those it came in, where it has them."""
    raw: bytes | None = getattr(entry, "raw", None)
    return canonical.dumps(entry) if raw is None else raw


def size(entry: Entry) -> int:
    """Bytes of an entry as it stands in the log; of one that was not read from there, about."""
    raw: bytes | None = getattr(entry, "raw", None)
    return len(orjson.dumps(entry) if raw is None else raw)


def expected_hash(entry: Entry) -> str:
    """The hash that an entry should have.

    For a stored entry it is taken over its own bytes without the hash in them: canonical ones, or it does not fit.
    """
    raw: bytes | None = getattr(entry, "raw", None)
    if raw is not None:
        mark = f'"hash":"{entry.get("hash")}",'.encode()
        before, found, after = raw.partition(mark)
        # A body may quote a hash, too: then the entry is spelled anew.
        if found and mark not in after:
            return hashlib.sha256(before + after).hexdigest()
    return canonical.digest({key: value for key, value in entry.items() if key != "hash"})


def check(entries: Iterable[Entry], version: int = 0, prev: str = "", at: str = "") -> None:
    """Check that entries follow each other without a gap, from the one after ``version`` on.

    Raises:
        BrokenChainError: A gap, a hash that does not fit, a chain that does not hang together, a clock that runs back.
    """
    for _ in checked(entries, version, prev, at):
        pass


def checked(entries: Iterable[Entry], version: int = 0, prev: str = "", at: str = "") -> Iterator[Entry]:
    """The entries, each as soon as it is checked; arguments and errors as :func:`check`."""
    for entry in entries:
        version += 1
        if entry.get("version") != version:
            raise BrokenChainError(version, f"version {entry.get('version')!r} stands in its place")
        if entry.get("prev") != prev:
            raise BrokenChainError(version, "does not follow from the entry before")
        prev = entry.get("hash", "")
        try:
            fits = prev == expected_hash(entry)
        except ValueError:  # half of a surrogate pair has no bytes
            fits = False
        if not fits:
            raise BrokenChainError(version, "its hash is not that of its bytes")
        if entry["at"] < at:
            raise BrokenChainError(version, f"written at {entry['at']}, before the entry before it ({at})")
        at = entry["at"]
        yield entry
