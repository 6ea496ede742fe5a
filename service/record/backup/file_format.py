"""The file of a store: its format, reports about it, and its errors."""

import contextlib
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any

from service.store.archive.content import text
from service.texts import SaidError, said

FORMAT, FORMAT_VERSION, READABLE = "movebook-store", 3, (2, 3, 4)
WITH_REFERENCES = 4
"""The format of a file that names files of an archive; otherwise the same."""
BEGINNING = f'{{"format":"{FORMAT}"'.encode()
"""The first bytes of every such file, after decompression."""
GZIP = b"\x1f\x8b"
"""The first bytes of a compressed file."""

AT_ONCE = 500
"""Number of entries that are read or staged at once."""

DERIVED = (
    "feed",
    "archive-files",
    "aside",
    "place",
    "frames",
    "snapshots",
    "forgotten",
    "forgetting",
    "backup",
    "lists",
    "tokens",
    "made",
    "code",
    "codes",
    "claim",
    "ready",
    "webhooks",
    "sweep",
    "queued",
    "limit",
    "league-day",
    "used",
    "webhook",
)
"""Kinds of keys that come back from the others or pass, as do stages; some of them where the queue is here, too."""
CARRIED = (
    *("log", "head", "keys", "secrets", "looks", "statements", "box", "editions", "player", "league", "token"),
    *("secret", "service-key", "service-history", "archived"),
)
"""Kinds of keys that the file contains."""

PARTS = ("log", "secrets", "keys", "looks", "statements")
"""The keys of a record besides its head."""
SERVICE = ("secret", "service_key", "service_history")
OUTSIDE = (*SERVICE, "box", "editions", "player", "league", "token")
"""Kinds of lines with data outside the records; of :data:`SERVICE` there is one each."""
TOMBSTONE = ("removed", "was", "last", "private")
TOMBSTONE_SIGNED = ("source", "statement")
"""The fields of a removed record's head, which stay permanently; those that older programs did not write."""
ENTRY = b'{"kind":"entry","entry":'
"""The first bytes of a line with an entry; the entry's own bytes follow, and a closing brace."""

Advance = Callable[[int], None]
"""Called with how much was done since the last time."""

_HEAD = re.compile(rb"mb:\{s\d{2,3}\}:head:(.+)\Z", re.DOTALL)


class BackupError(SaidError):
    """The file is not valid, or the store does not accept it; no partly imported record is visible."""


@dataclass(slots=True)
class Report:
    """Report of an export or a restore.

    Args:
        counts: Number of each: ``records``, ``archived`` (records that only name a file of the archive), ``entries``,
            ``secrets``, ``keys``, ``looks``, ``statements``, ``boxes``, ``editions``, ``players``, ``leagues``,
            ``tokens``, ``tombstones``.
        left_out: What is missing in the file, and why.
        aside: Records of the file that are in quarantine in the exported store, for which eyes, and why.
        known: Records that the store already had.
        removed: Records of the file that were removed from the store and stay removed.
        kept: Records that were removed from the exported store but are in this store: they stay.
        at: When the file was written.
    """

    counts: Counter[str] = field(default_factory=Counter)
    left_out: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    known: int = 0
    removed: int = 0
    kept: list[str] = field(default_factory=list)
    at: str = ""


def spell(value: Any) -> bytes:
    """The bytes of a line. ASCII only: half a surrogate pair encodes a byte that is not text."""
    return json.dumps(value, separators=(",", ":")).encode()


def changed(en: str, es: str) -> BackupError:
    """The error for a file that was changed after it was written."""
    return BackupError(said("file_changed_damaged", en=en, es=es))


def cut(line: int) -> BackupError:
    """The error for a file whose end is missing."""
    return BackupError(said("file_cut_off_line", line=line))


def is_store(file: IO[bytes]) -> bool:
    """Whether a file is that of a store, compressed or not; rewinds the file."""
    file.seek(0)
    start = file.read(4096)
    file.seek(0)
    if start.startswith(GZIP):
        with contextlib.suppress(zlib.error):
            start = zlib.decompressobj(wbits=31).decompress(start, 4096)
    return start.startswith(BEGINNING)


def heads(store: Any) -> Iterator[str]:
    """The id of each record and tombstone; may yield an id twice."""
    for name in store.scan_iter(match="mb:*:head:*", count=1000):
        if found := _HEAD.match(name):
            yield text(found[1])
