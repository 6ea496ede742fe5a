"""Entries and the hash chain that links them."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from engines.kernel import canonical
from service.store.canonical_json import dumps

Entry = dict[str, Any]
"""One line of a record's log: ``version``, ``type``, ``at``, ``by``, ``body`` ... ``prev``, ``hash``."""


class Stored(dict[str, Any]):
    """An entry read from the log, with its stored bytes."""

    __slots__ = ("raw",)
    raw: bytes


def stored(entry: Entry, raw: bytes) -> Stored:
    """An entry with its stored bytes."""
    made = Stored(entry)
    made.raw = raw
    return made


class BrokenChainError(Exception):
    """The log is not what was written."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(f"entry {version}: {what}")
        self.version = version
        self.what = what


def link(entry: Entry, prev: str) -> bytes:
    """Set an entry's ``prev`` and ``hash`` in place and return the canonical bytes to store.

    Raises:
        UncanonicalError: A value in it has no canonical bytes.
    """
    entry["prev"] = prev
    entry.pop("hash", None)
    canonical.check(entry)
    # Serialized once, as the parts before and after the hash: there are always keys on both sides of it.
    before = dumps({key: value for key, value in entry.items() if key < "hash"})[:-1]
    after = dumps({key: value for key, value in entry.items() if key > "hash"})[1:]
    entry["hash"] = hashlib.sha256(before + b"," + after).hexdigest()
    return before + f',"hash":"{entry["hash"]}",'.encode() + after


def bytes_of(entry: Entry) -> bytes:
    """The canonical bytes of a linked entry: its stored bytes, if it has them."""
    raw: bytes | None = getattr(entry, "raw", None)
    return canonical.dumps(entry) if raw is None else raw


def size(entry: Entry) -> int:
    """Size of an entry in the log, in bytes; approximate for an entry that was not read from the log."""
    raw: bytes | None = getattr(entry, "raw", None)
    return len(orjson.dumps(entry) if raw is None else raw)


def expected_hash(entry: Entry) -> str:
    """The hash that an entry should have.

    For a stored entry it is computed over the stored bytes without the hash, so it differs if they are not canonical.
    """
    raw: bytes | None = getattr(entry, "raw", None)
    if raw is not None:
        mark = f'"hash":"{entry.get("hash")}",'.encode()
        before, found, after = raw.partition(mark)
        # A body may quote a hash, too: then the entry is serialized again.
        if found and mark not in after:
            return hashlib.sha256(before + after).hexdigest()
    return canonical.digest({key: value for key, value in entry.items() if key != "hash"})


def check(entries: Iterable[Entry], version: int = 0, prev: str = "", at: str = "") -> None:
    """Check that entries follow each other without a gap, starting after ``version``.

    Raises:
        BrokenChainError: A version is missing, a hash or ``prev`` is wrong, or a time is earlier than the one before.
    """
    for _ in checked(entries, version, prev, at):
        pass


def checked(entries: Iterable[Entry], version: int = 0, prev: str = "", at: str = "") -> Iterator[Entry]:
    """Yield each entry once it is checked; arguments and errors as in :func:`check`."""
    for entry in entries:
        version += 1
        if entry.get("version") != version:
            raise BrokenChainError(version, f"version {entry.get('version')!r} stands in its place")
        if entry.get("prev") != prev:
            raise BrokenChainError(version, "does not follow from the entry before")
        prev = entry.get("hash", "")
        try:
            fits = prev == expected_hash(entry)
        except ValueError:  # an unpaired surrogate cannot be encoded
            fits = False
        if not fits:
            raise BrokenChainError(version, "its hash is not that of its bytes")
        if entry["at"] < at:
            raise BrokenChainError(version, f"written at {entry['at']}, before the entry before it ({at})")
        at = entry["at"]
        yield entry
