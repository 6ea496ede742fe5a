"""What the folder of an embedded server held when it was last looked at: so that what is gone is missed.

A server that finds its log file shorter than it was, or no manifest, starts without a word, with less or with nothing,
and its next append makes the loss final. So the size of each file is noted once what it counts is on disk, and compared
before a server is let at them.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from engines.kernel.sentences import filled
from service.store.errors import LogLostError

FILES = "appendonlydir"
"""The server's folder of its log: files, and a manifest that names those in use."""
MANIFEST = f"{FILES}/appendonly.aof.manifest"
NAME = "held.json"
"""Where the sizes are noted."""
NOTE_LENGTH = 400
"""Bytes of a note: it is overwritten in place, which works on a full disk, too."""

REMEDIES = (
    "Ways out: put the files back from a copy of the folder; or move the folder away and bring the store back from its "
    "backup (movebook import FILE); or start with movebook up --repair, which goes on with what is there, keeps the "
    'old files and says what is lost. More in docs/operations.md, "Damaged files of the store".'
)
"""What may be done about a log that is damaged."""

_LINE = re.compile(r"file (\S+) seq (\d+) type ([bih])")


def files_in_use(folder: Path) -> list[tuple[str, str]] | None:
    """Name and type (``b`` base, ``i`` increment) of each file in use, in order; None without a manifest."""
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    return parts(text)


def parts(manifest: str) -> list[tuple[str, str]]:
    """Name and type of each file in use that the text of a manifest names; history is left out."""
    found = [form for line in manifest.splitlines() if (form := _LINE.match(line))]
    return [(form[1], form[3]) for form in found if form[3] != "h" and "/" not in form[1]]


def sizes(folder: Path) -> dict[str, int]:
    """Bytes of each file in use."""
    return {name: _size(folder / FILES / name) for name, _ in files_in_use(folder) or ()}


def _size(file: Path) -> int:
    """Bytes of a file; 0 where there is none."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def noted_sizes(folder: Path) -> dict[str, int]:
    """Bytes of each file as last noted; none where nothing was, or the note cannot be read."""
    try:
        found = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return {str(name): int(size) for name, size in found.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def note_sizes(folder: Path, found: Mapping[str, int]) -> None:
    """Note sizes of what is on disk for good; where that cannot be written, the next look does it."""
    with contextlib.suppress(OSError):
        write_in_place(folder / NAME, json.dumps(found))


def write_in_place(path: Path, text: str) -> None:
    """Write a short text in place and of one length: that works on a full disk, too.

    Raises:
        OSError: It cannot be written.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.pwrite(file, f"{text:<{NOTE_LENGTH}}\n".encode(), 0)
        os.ftruncate(file, max(len(text.encode()), NOTE_LENGTH) + 1)
    finally:
        os.close(file)


def missing_bytes(folder: Path) -> dict[str, int]:
    """Bytes that each file in use lacks of what it held; empty where none lacks any."""
    there = files_in_use(folder)
    names = None if there is None else {name for name, _ in there}
    # What a manifest does not name any more was written anew, in another file.
    lacks = {
        name: size - _size(folder / FILES / name)
        for name, size in noted_sizes(folder).items()
        if names is None or name in names
    }
    return {name: size for name, size in lacks.items() if size > 0}


def check(folder: Path) -> None:
    """Let a server at a folder only where nothing of its log is gone.

    Raises:
        LogLostError: A manifest or bytes are; the message names the ways out.
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
        told = ", ".join(
            filled("{name} lacks {lacks} of {n} {n:byte|bytes}", name=name, lacks=lacks, n=noted_sizes(folder)[name])
            for name, lacks in lost.items()
        )
        raise LogLostError(f"The log in {files} has lost acknowledged data: {told}. {REMEDIES}")
