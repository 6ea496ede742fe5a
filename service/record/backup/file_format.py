"""A store as one file: its format, what is told of it, and what can be wrong with it."""

from __future__ import annotations

import contextlib
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any

from engines.kernel.game import Text

FORMAT, FORMAT_VERSION = "movebook-store", 2
BEGINNING = f'{{"format":"{FORMAT}"'.encode()
"""How every such file begins, once it is unpacked."""
GZIP = b"\x1f\x8b"
"""How a compressed file begins."""

AT_ONCE = 500
"""Entries read or staged in one go."""

DERIVED = (
    "feed",
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
    *("log", "head", "keys", "secrets", "looks", "box", "editions", "player", "league", "token"),
    *("secret", "service-key"),
)
"""Kinds of keys that the file holds."""

PARTS = ("log", "secrets", "keys", "looks")
"""What a record has beside its head."""
TOMBSTONE = ("removed", "was", "last", "private")
"""The fields of a removed record's head that are kept for good."""
ENTRY = b'{"kind":"entry","entry":'
"""How a line begins that holds an entry; the entry's own bytes follow, and a closing brace."""

Advance = Callable[[int], None]
"""Called with how much was done since the last time."""

_HEAD = re.compile(rb"mb:\{s\d{2,3}\}:head:(.+)\Z", re.DOTALL)


class BackupError(Exception):
    """A file that is not taken in, or a store that does not take it; nothing half-imported is to be seen.

    Args:
        en: Why.
        es: Why, in Spanish.
    """

    def __init__(self, en: str, es: str) -> None:
        super().__init__(en)
        self.says: Text = {"en": en, "es": es}


@dataclass(slots=True)
class Report:
    """What went into a file, or out of it.

    Args:
        counts: How many of each: ``records``, ``entries``, ``secrets``, ``keys``, ``looks``, ``boxes``, ``editions``,
            ``players``, ``leagues``, ``tokens``, ``tombstones``.
        left_out: What should be in the file and is not, and why.
        aside: Records of the file that are in quarantine where it was made, for whose eyes, and why.
        known: Records that the store had already.
        removed: Records of the file that were removed from the store, and stay so.
        kept: Records that were removed where the file was made, and are in the store: they stay there.
        at: When the file was made.
    """

    counts: Counter[str] = field(default_factory=Counter)
    left_out: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    known: int = 0
    removed: int = 0
    kept: list[str] = field(default_factory=list)
    at: str = ""


def spell(value: Any) -> bytes:
    """The bytes of a line. ASCII alone: half a surrogate pair stands for a byte that is no text."""
    return json.dumps(value, separators=(",", ":")).encode()


def text(raw: bytes) -> str:
    """Bytes of the store as a text that JSON can hold; :func:`raw_of` gives them back."""
    return raw.decode("utf-8", "surrogateescape")


def raw_of(text: str) -> bytes:
    """The bytes that a text of the file stands for: a client's idempotency key, for one, may be any."""
    return text.encode("utf-8", "surrogateescape")


def changed(en: str, es: str) -> BackupError:
    """A file that is not what was written."""
    return BackupError(f"the file was changed or damaged: {en}", f"el archivo ha cambiado o está dañado: {es}")


def cut(line: int) -> BackupError:
    """A file whose end is missing."""
    return BackupError(
        f"the file is cut off at line {line}: its end is missing",
        f"el archivo está cortado en la línea {line}: le falta el final",
    )


def is_store(file: IO[bytes]) -> bool:
    """Whether a file is that of a store, compressed or not; it is read from its beginning again afterwards."""
    file.seek(0)
    start = file.read(4096)
    file.seek(0)
    if start.startswith(GZIP):
        with contextlib.suppress(zlib.error):
            start = zlib.decompressobj(wbits=31).decompress(start, 4096)
    return start.startswith(BEGINNING)


def heads(store: Any) -> Iterator[str]:
    """The id of each record, and of each tombstone; some maybe twice."""
    for name in store.scan_iter(match="mb:*:head:*", count=1000):
        if found := _HEAD.match(name):
            yield text(found[1])
