"""Detects lost files of an embedded server's log, by comparing their sizes with those stored before.

A server that finds a shorter log file, or no manifest, starts without an error, with less data or none, and its next
append makes the loss final. So each file's size is stored once those bytes are on disk, and compared before a server
starts on them.
"""

import contextlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from engines.kernel.sentences import filled
from service.store.errors import LogLostError

FILES = "appendonlydir"
"""The folder of the server's log: its files, and a manifest that lists those in use."""
MANIFEST = f"{FILES}/appendonly.aof.manifest"
NAME = "held.json"
"""The file that stores the sizes."""
NOTE_LENGTH = 400
"""Bytes of that file: it is overwritten in place, which also works on a full disk."""

REMEDIES = (
    "Ways out: put the files back from a copy of the folder; or move the folder away and bring the store back from its "
    "backup (movebook import FILE); or start with movebook up --repair, which goes on with what is there, keeps the "
    'old files and says what is lost. More in docs/operations.md, "Damaged files of the store".'
)
"""The remedies for a damaged log, for messages."""

_LINE = re.compile(r"file (\S+) seq (\d+) type ([bih])")


def files_in_use(folder: Path) -> list[tuple[str, str]] | None:
    """Name and type (``b`` base, ``i`` increment) of each file in use, in order; None without a manifest."""
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    return parts(text)


def parts(manifest: str) -> list[tuple[str, str]]:
    """Name and type of each file that the text of a manifest lists as in use; history files are left out."""
    found = [form for line in manifest.splitlines() if (form := _LINE.match(line))]
    return [(form[1], form[3]) for form in found if form[3] != "h" and "/" not in form[1]]


def sizes(folder: Path) -> dict[str, int]:
    """Bytes of each file in use."""
    return {name: _size(folder / FILES / name) for name, _ in files_in_use(folder) or ()}


def _size(file: Path) -> int:
    """Bytes of a file; 0 if it does not exist."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def noted_sizes(folder: Path) -> dict[str, int]:
    """The stored size of each file, in bytes; empty if nothing is stored or it cannot be read."""
    try:
        found = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return {str(name): int(size) for name, size in found.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def note_sizes(folder: Path, found: Mapping[str, int]) -> None:
    """Store the sizes of files that are synced to disk; if that fails, the next check stores them."""
    with contextlib.suppress(OSError):
        write_in_place(folder / NAME, json.dumps(found))


def write_in_place(path: Path, text: str) -> None:
    """Write a short text in place, padded to a fixed length, which also works on a full disk.

    Raises:
        OSError: The file cannot be written.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.pwrite(file, f"{text:<{NOTE_LENGTH}}\n".encode(), 0)
        os.ftruncate(file, max(len(text.encode()), NOTE_LENGTH) + 1)
    finally:
        os.close(file)


def missing_bytes(folder: Path) -> dict[str, int]:
    """Bytes that are missing from each file in use, compared with its stored size; empty if none are."""
    there = files_in_use(folder)
    names = None if there is None else {name for name, _ in there}
    # The server has rewritten, into another file, what the manifest no longer lists.
    lacks = {
        name: size - _size(folder / FILES / name)
        for name, size in noted_sizes(folder).items()
        if names is None or name in names
    }
    return {name: size for name, size in lacks.items() if size > 0}


def check(folder: Path) -> None:
    """Check, before a server starts on a folder, that no part of its log is missing.

    Raises:
        LogLostError: The manifest or some bytes are missing; the message names the remedies.
    """
    files, manifest = folder / FILES, folder / MANIFEST
    if not manifest.exists():
        there = sorted(path.name for path in files.iterdir()) if files.is_dir() else []
        if any(name.startswith("appendonly.aof.") for name in there):
            raise LogLostError(
                f"{manifest} is missing, while {files} holds {', '.join(there)}: a server would start with an empty "
                f"log, and write behind the old one. {REMEDIES}"
            )
    lost = missing_bytes(folder)
    if lost:
        damaged = ", ".join(
            filled("{name} lacks {lacks} of {n} {n:byte|bytes}", name=name, lacks=lacks, n=noted_sizes(folder)[name])
            for name, lacks in lost.items()
        )
        raise LogLostError(f"The log in {files} has lost acknowledged data: {damaged}. {REMEDIES}")
