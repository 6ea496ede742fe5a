"""The stamp of a data folder: its format and the server that wrote it, checked before a server touches it.

A server's files are readable to itself and to newer ones of its family; of what crosses families only what was tried
counts. A server that meets files it cannot read would otherwise stop with "Bad file format", and no word of the cause.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from service.store.errors import UnreadableFolderError

FORMAT = 1
"""Number of the folder's layout: ``stamp.json`` beside the server's ``appendonlydir``."""

NAME = "stamp.json"

Version = tuple[int, ...]

TESTED_CROSSINGS: tuple[tuple[str, Version, str, Version], ...] = (("redis", (7, 0), "valkey", (9, 1)),)
"""Crossings that were tried: files of (family, major.minor) are read by (family, this version or newer).

Redis 7.0.15 to Valkey 9.1.2: streams with their groups, hashes, sets, sorted sets, lists, expiries, before and after a
rewrite. The way back is closed: the first rewrite by Valkey 9.1 leaves a file that Redis 7.0 refuses. So does a fresh
folder of Valkey 9.1, to Redis 7.0 and to Valkey 8.1.
"""


@dataclass(frozen=True, slots=True)
class ServerVersion:
    """A server's make, as in "Valkey 9.1.2".

    Args:
        family: ``valkey`` or ``redis``.
        version: As in (9, 1, 2).
    """

    family: str
    version: Version

    def __str__(self) -> str:
        return f"{self.family.capitalize()} {'.'.join(map(str, self.version))}"


def can_read(server: ServerVersion, wrote: ServerVersion | None) -> bool:
    """Whether a server may be given a folder that another wrote (None: a fresh folder)."""
    if wrote is None:
        return True
    if server.family == wrote.family:
        return server.version >= wrote.version
    return any(
        (wrote.family, wrote.version[:2], server.family) == (theirs, written, ours) and server.version >= least
        for theirs, written, ours, least in TESTED_CROSSINGS
    )


def read(folder: Path) -> ServerVersion | None:
    """Who wrote a folder last; None for a folder that holds no server's files yet.

    Raises:
        UnreadableFolderError: A newer format, a stamp that is none, or a server's files without a stamp.
    """
    path = folder / NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if (folder / "appendonlydir").exists() or any(folder.glob("*.rdb")) or any(folder.glob("*.aof")):
            raise UnreadableFolderError(
                f"{folder} holds the files of a server but not Movebook's stamp ({NAME}): it is not, or not wholly, a "
                "folder of Movebook. Choose another folder (MOVEBOOK_DATA), or restore the whole folder from its copy.",
            ) from None
        return None
    try:
        stamp = json.loads(text)
        number = int(stamp["format"])
        family = str(stamp["server"]["family"])
        version = tuple(int(part) for part in stamp["server"]["version"].split("."))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnreadableFolderError(
            f"{path} is damaged ({error!r}); a stamp looks like "
            '{"format": 1, "server": {"family": "valkey", "version": "9.1.2"}}. Name its writer, or restore it.',
        ) from error
    if number > FORMAT:
        raise UnreadableFolderError(
            f"{folder} has format {number}; this Movebook knows formats up to {FORMAT}. Install the newer Movebook.",
        )
    return ServerVersion(family, version)


def write(folder: Path, server: ServerVersion) -> None:
    """Set the stamp: on disk before the server named by it starts."""
    stamp = {
        "format": FORMAT,
        "server": {"family": server.family, "version": ".".join(map(str, server.version))},
    }
    path = folder / NAME
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(json.dumps(stamp) + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
