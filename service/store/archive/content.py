"""The content of a file of the archive: a line about the record, its entries, its public frames; compressed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_hex

from service.store import packing
from service.store.archive.folder import ArchiveError, damaged

FORMAT, FORMAT_VERSION = "movebook-archive", 1


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a file: everything of a record that leaves the store.

    Args:
        record: Its id.
        store: Id of the key of the service that wrote it.
        version: Version of its last entry.
        entries: The stored bytes of each entry.
        secrets: Version -> stored bytes of its secret facts.
        keys: Idempotency key -> its stored value.
        place: Derived fields, as JSON.
        frames: The public frames, as JSON.
        size: Bytes of all that.
    """

    record: str
    store: str
    version: int
    entries: Sequence[bytes]
    secrets: Mapping[bytes, bytes]
    keys: Mapping[bytes, bytes]
    place: Mapping[str, bytes]
    frames: Sequence[bytes]
    size: int = field(default=0, compare=False)

    def packed(self) -> bytes:
        """The bytes of a file; never the same twice, so that deleting an earlier file cannot hit a later one."""
        head = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "once": token_hex(8),
            "record": self.record,
            "store": self.store,
            "version": self.version,
            "secrets": texts(self.secrets),
            "keys": texts(self.keys),
            "place": {name: text(value) for name, value in self.place.items()},
        }
        return packing.pack(b"\n".join([json.dumps(head).encode(), *self.entries, *self.frames]))


def read(name: str, data: bytes) -> Content:
    """Read the bytes of a file.

    Raises:
        ArchiveError: They are damaged, or of a later format.
    """
    try:
        if not packing.is_packed(data):
            raise damaged(name)
        raw = packing.unpack(data)
        first, *lines = raw.split(b"\n")
        head = json.loads(first)
        if head["format"] != FORMAT:
            raise damaged(name)
        if head["format_version"] != FORMAT_VERSION:
            raise ArchiveError(
                f"the archive's file {name[:16]} has format {head['format_version']!r:.20}, this program reads "
                f"{FORMAT_VERSION}: upgrade Movebook",
                f"el fichero {name[:16]} del archivo es de formato {head['format_version']!r:.20} y este programa lee "
                f"el {FORMAT_VERSION}: actualiza Movebook",
            )
        version = int(head["version"])
        if not 0 < version <= len(lines):
            raise damaged(name)
        place = {str(part): raw_of(value) for part, value in head["place"].items()}
        secrets, keys = raws(head["secrets"]), raws(head["keys"])
        about = str(head["record"]), str(head["store"]), version
        return Content(*about, lines[:version], secrets, keys, place, lines[version:], len(raw))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise damaged(name) from error


def text(raw: bytes) -> str:
    """Encode bytes of the store as a text that JSON can hold; :func:`raw_of` decodes it."""
    return raw.decode("utf-8", "surrogateescape")


def raw_of(text: str) -> bytes:
    """The bytes that a text encodes; for example, a client's idempotency key may hold any bytes."""
    return text.encode("utf-8", "surrogateescape")


def texts(found: Mapping[bytes, bytes]) -> dict[str, str]:
    """A hash of the store as texts."""
    return {text(name): text(value) for name, value in sorted(found.items())}


def raws(found: Mapping[str, str]) -> dict[bytes, bytes]:
    """The hash that such texts encode."""
    return {raw_of(name): raw_of(value) for name, value in found.items()}
