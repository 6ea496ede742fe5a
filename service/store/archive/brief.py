"""What the store keeps of an archived record: the name of its file, its head and its summary, compressed.

Most records have similar summaries: ``typical.txt`` is the preset dictionary of the compression.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from service.store.archive.content import raws
from service.store.archive.folder import damaged
from service.store.keys import SHARDS, key, shard

NAME_BYTES = 32
"""The first bytes are the file's name: its SHA-256."""
_FORM = b"\x01"
"""Follows the name: the form of the rest. ``typical.txt`` never changes; another one needs another form."""
_MOST_BYTES = 1 << 20
_RAW = -15
"""Window bits of deflated data without header and checksum."""
_SAME = (
    *(("version", "version"), ("hash", "head_hash"), ("at", "changed_at")),
    *(("owner", "owner"), ("visibility", "visibility"), ("game", "game")),
)
"""Fields of a head, and the members of a summary that mostly have the same value."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What the store keeps of an archived record.

    ``summary``: the summary that lists show; None until a worker has made it.
    """

    record: str
    name: str
    head: Mapping[str, str]
    summary: dict[str, Any] | None

    @property
    def version(self) -> int:
        """Version of the last entry."""
        return int(self.head["version"])

    def packed(self) -> bytes:
        """The bytes that the store keeps."""
        same = _from_summary(self.summary)
        head: dict[str, str | None] = dict.fromkeys(same.keys() - self.head.keys())
        head |= {name: value for name, value in self.head.items() if same.get(name) != value}
        summary = self.summary and {name: value for name, value in self.summary.items() if name != "id"}
        text = json.dumps({"head": head, "summary": summary}, separators=(",", ":"), sort_keys=True).encode()
        packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zlib.Z_DEFAULT_STRATEGY, _typical())
        return bytes.fromhex(self.name) + _FORM + packer.compress(text) + packer.flush()


def read(record: str, data: bytes) -> Brief:
    """Read what the store keeps of an archived record.

    Raises:
        ArchiveError: It is damaged.
    """
    name, form, packed = data[:NAME_BYTES].hex(), data[NAME_BYTES : NAME_BYTES + 1], data[NAME_BYTES + 1 :]
    if form != _FORM:
        raise damaged(name)
    try:
        found = json.loads(zlib.decompressobj(_RAW, _typical()).decompress(packed, _MOST_BYTES))
        summary = found["summary"] and {**found["summary"], "id": record}
        head = {**_from_summary(summary), **found["head"]}
        return Brief(record, name, {field: value for field, value in head.items() if value is not None}, summary)
    except (ValueError, LookupError, TypeError, AttributeError, zlib.error) as error:
        raise damaged(name) from error


def _from_summary(summary: Mapping[str, Any] | None) -> dict[str, str]:
    return {field: str(summary[member]) for field, member in _SAME if member in summary} if summary else {}


@cache
def _typical() -> bytes:
    return (Path(__file__).parent / "typical.txt").read_bytes()


def briefs_of(record: str) -> str:
    """The key of the hash with what the store keeps of the archived records of a record's shard."""
    return f"mb:{{{shard(record)}}}:archived"


def shard_briefs() -> list[str]:
    """The keys of all these hashes."""
    return [f"mb:{{s{number:02d}}}:archived" for number in range(SHARDS)]


def head_of(store: Any, record: str) -> dict[bytes, bytes]:
    """The fields of a record's head, also of one that the store keeps compressed; empty for none."""
    while True:
        head: dict[bytes, bytes] = store.hgetall(key("head", record))
        if b"archived" not in head:
            return head
        if (found := store.hget(briefs_of(record), record)) is not None:
            return raws(read(record, found).head) | {b"archived": head[b"archived"]}
