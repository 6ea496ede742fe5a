"""The stamp of a data folder: its format and the server that wrote it, checked before a server opens it.

A server reads files of its own version and of older ones of its family; across families, only tested pairs are allowed.
Without this check, a server that cannot read the files stops with "Bad file format" and does not name the cause.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from service.store.errors import UnreadableFolderError
from service.store.whole_file import replacing

FORMAT = 1
"""Number of the folder's layout: ``stamp.json`` next to the server's ``appendonlydir``."""

NAME = "stamp.json"

Version = tuple[int, ...]

TESTED_CROSSINGS: tuple[tuple[str, Version, str, Version], ...] = (("redis", (7, 0), "valkey", (9, 1)),)
"""Tested pairs: files of (family, major.minor) are read by (family, this version or newer).

Redis 7.0.15 to Valkey 9.1.2: streams with their groups, hashes, sets, sorted sets, lists, expiries, before and after a
rewrite. The reverse fails: Redis 7.0 refuses the file that the first rewrite by Valkey 9.1 leaves. Redis 7.0 and
Valkey 8.1 also refuse a new folder of Valkey 9.1.
"""


@dataclass(frozen=True, slots=True)
class ServerVersion:
    """A server's family and version, such as "Valkey 9.1.2".

    Args:
        family: ``valkey`` or ``redis``.
        version: For example (9, 1, 2).
    """

    family: str
    version: Version

    def __str__(self) -> str:
        return f"{self.family.capitalize()} {'.'.join(map(str, self.version))}"


def can_read(server: ServerVersion, wrote: ServerVersion | None) -> bool:
    """Whether a server can read a folder that ``wrote`` wrote (None: a new folder)."""
    if wrote is None:
        return True
    if server.family == wrote.family:
        return server.version >= wrote.version
    return any(
        (wrote.family, wrote.version[:2], server.family) == (theirs, written, ours) and server.version >= least
        for theirs, written, ours, least in TESTED_CROSSINGS
    )


def read(folder: Path) -> ServerVersion | None:
    """Return the server that wrote a folder last; None if the folder holds no server files yet.

    Raises:
        UnreadableFolderError: The format is newer, the stamp is damaged, or there are server files without a stamp.
    """
    path = folder / NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if (folder / "appendonlydir").exists() or any(folder.glob("*.rdb")) or any(folder.glob("*.aof")):
            raise UnreadableFolderError(
                f"{folder} holds the files of a server but not Movebook's stamp ({NAME}): it is not, or not wholly, a "
                "folder of Movebook. Choose another folder (MOVEBOOK_DATA), or restore the whole folder from its copy."
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
            '{"format": 1, "server": {"family": "valkey", "version": "9.1.2"}}. Name its writer, or restore it.'
        ) from error
    if number > FORMAT:
        raise UnreadableFolderError(
            f"{folder} has format {number}; this Movebook knows formats up to {FORMAT}. Install the newer Movebook."
        )
    return ServerVersion(family, version)


def write(folder: Path, server: ServerVersion) -> None:
    """Write the stamp and sync it to disk, before the server that it names starts."""
    stamp = {"format": FORMAT, "server": {"family": server.family, "version": ".".join(map(str, server.version))}}
    with replacing(folder / NAME) as file:
        file.write(f"{json.dumps(stamp)}\n".encode())
