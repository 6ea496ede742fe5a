"""Repairs the files of an embedded server's log: keeps what can be read and reports what is lost.

The checker that is part of every server program finds the damage. A repair does not delete the old files.
"""

import mmap
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import hiredis

from engines.kernel.sentences import filled
from service.store import loss_check
from service.store.binaries import Server
from service.store.errors import LogLostError

_FRESH = f"{loss_check.FILES}.repaired"
_CHECKED = re.compile(r"size=(\d+), ok_up_to=(\d+),")
_PART = re.compile(r"appendonly\.aof\.(\d+)\.(base|incr)\.(?:rdb|aof)")
_ENTRY = re.compile(rb"\r\n(?i:XADD)\r\n\$\d+\r\nmb:\{s\d+\}:log:([A-Za-z0-9_-]+)\r\n\$\d+\r\n(\d+)-0\r\n")
"""An append in the server's log file: the key of a record's log, and the version of the entry."""
_MOST_UNFINISHED = 64 << 20
"""More bytes than one append can have."""
_MOST_TOLD = 20
"""Maximum number of records that a message names."""


@dataclass(frozen=True, slots=True)
class Damage:
    """The place from which a file of the log cannot be read.

    Args:
        name: The file.
        good: Bytes before that place.
        size: Bytes of the whole file.
    """

    name: str
    good: int
    size: int


@dataclass(slots=True)
class RepairReport:
    """The changes that a repair made.

    Args:
        kept: The folder of the old files; None if nothing was changed.
        dropped: File -> bytes that were dropped from its end.
        entries: Record -> versions of its entries in the dropped bytes, as far as they can be read.
        missing: File -> bytes that were missing before the repair.
        manifest: Files listed in a newly written manifest, if it was missing.
    """

    kept: Path | None = None
    dropped: dict[str, int] = field(default_factory=dict)
    entries: dict[str, list[int]] = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
    manifest: Sequence[str] = ()

    def sentences(self) -> list[str]:
        """The report as sentences for people."""
        lines = [f"No manifest was there; one is written for {', '.join(self.manifest)}."] if self.manifest else []
        for name, size in self.missing.items():
            lost = "{n} {n:byte|bytes} of {name} {n:was|were} gone before, with whatever stood in them."
            lines.append(filled(lost, n=size, name=name))
        for name, size in self.dropped.items():
            lost = "{n} {n:byte|bytes} at the end of {name} cannot be read and {n:is|are} dropped."
            lines.append(filled(lost, n=size, name=name))
        if self.dropped:
            lines.append(f"Entries in what was dropped: {_listed(self.entries) or 'none that can be read'}.")
        if self.kept is not None:
            lines.append(f"The old files are kept in {self.kept}.")
        return lines or ["There is nothing to repair: every file of the log is whole."]


def _listed(entries: Mapping[str, Sequence[int]]) -> str:
    lines = []
    for record, versions in list(entries.items())[:_MOST_TOLD]:
        which = str(versions[0]) if len(versions) == 1 else f"{versions[0]} to {versions[-1]}"
        lines.append(f"{which} of record {record}")
    more = len(entries) - len(lines)
    return ", ".join(lines) + (filled(", and of {n} {n:record|records} more", n=more) if more > 0 else "")


def damage(folder: Path, server: Server) -> Damage | None:
    """The first file of a log that cannot be read to its end; None if all can, or if the checker does not say."""
    return _damage(
        folder / loss_check.FILES, [name for name, kind in loss_check.files_in_use(folder) or () if kind == "i"], server
    )


def _damage(files: Path, names: Sequence[str], server: Server) -> Damage | None:
    for name in names:
        if (files / name).is_file():
            good, size = _checked(files / name, server)
            if good < size:
                return Damage(name, good, size)
    return None


def _checked(file: Path, server: Server) -> tuple[int, int]:
    """Readable bytes and all bytes of a file, by the checker, which is the server's program under another name."""
    size = file.stat().st_size
    done = subprocess.run(
        [f"{server.make.family}-check-aof", file.name],
        executable=str(server.path),
        cwd=file.parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    form = _CHECKED.search(done.stdout)
    return (int(form[2]), int(form[1])) if form else (size, size)


def drop_unfinished(folder: Path, server: Server) -> RepairReport:
    """After an unclean stop, cut off an unfinished append, which was not acknowledged.

    ``folder``: the server's folder; no server may run on it.

    Raises:
        LogLostError: More than an unfinished append cannot be read.
    """
    done, found = RepairReport(), damage(folder, server)
    if found is not None:
        file = folder / loss_check.FILES / found.name
        if found.good < loss_check.noted_sizes(folder).get(found.name, 0) or not _is_unfinished(file, found.good):
            raise LogLostError(unreadable(folder, found))
        _cut(file, found, done)
        _sync(file.parent)
    loss_check.note_sizes(folder, loss_check.sizes(folder))
    return done


def unreadable(folder: Path, found: Damage) -> str:
    """Describe a damage and its remedies."""
    file = folder / loss_check.FILES / found.name
    return f"{file} cannot be read behind byte {found.good} of {found.size}. {loss_check.REMEDIES}"


def _is_unfinished(file: Path, good: int) -> bool:
    """Whether a file ends in an unfinished append after byte ``good``, with no invalid data."""
    if file.stat().st_size - good > _MOST_UNFINISHED:
        return False
    reader = hiredis.Reader()
    with file.open("rb") as opened:
        opened.seek(good)
        reader.feed(opened.read())
    try:
        while reader.gets() is not False:
            continue
    except hiredis.ProtocolError:
        return False
    return True


def repair(folder: Path, server: Server) -> RepairReport:
    """Make a log readable: drop what cannot be read at its end, and write the manifest if it is missing.

    Works on a copy, which replaces the old files only when it is completely on disk.

    ``folder``: the server's folder; no server may run on it.

    Raises:
        LogLostError: The damage is where nothing can be dropped; the message says where.
        OSError: There is not enough space for the copy.
    """
    files, fresh = folder / loss_check.FILES, folder / _FRESH
    if not files.exists() and fresh.exists():  # a repair was interrupted between its last two steps
        fresh.replace(files)
    done = RepairReport(missing=loss_check.missing_bytes(folder))
    if not files.is_dir():
        loss_check.note_sizes(folder, {})
        return done
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        shutil.copytree(files, fresh)
        if loss_check.files_in_use(folder) is None:
            done.manifest = _write_manifest(fresh)
        names = [name for name, kind in _in_use(fresh) if kind == "i"]
        found = _damage(fresh, names, server)
        if found is not None:
            if found.name != names[-1]:
                raise LogLostError(
                    f"{files / found.name} is damaged at byte {found.good} of {found.size}, and other files follow it: "
                    "only its backup (movebook import FILE) or a copy of the folder brings the log back."
                )
            _cut(fresh / found.name, found, done)
        if done.dropped or done.manifest:
            _sync(fresh)
            done.kept = folder / f"{loss_check.FILES}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
            files.replace(done.kept)
            fresh.replace(files)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    loss_check.note_sizes(folder, loss_check.sizes(folder))
    return done


def _in_use(files: Path) -> list[tuple[str, str]]:
    return loss_check.parts((files / Path(loss_check.MANIFEST).name).read_text(encoding="utf-8", errors="replace"))


def _cut(file: Path, found: Damage, done: RepairReport) -> None:
    """Drop the unreadable end of a file, and add the bytes and entries in it to the report."""
    with file.open("r+b") as opened:
        with mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as whole:
            for form in _ENTRY.finditer(whole, found.good):
                done.entries.setdefault(form[1].decode(), []).append(int(form[2]))
        opened.truncate(found.good)
    done.dropped[file.name] = found.size - found.good
    for versions in done.entries.values():
        versions.sort()


def _write_manifest(files: Path) -> Sequence[str]:
    """Write a manifest from the names of the files, and return the names in order."""
    found = sorted((form[2], int(form[1]), form[0]) for path in files.iterdir() if (form := _PART.fullmatch(path.name)))
    bases = [each for each in found if each[0] == "base"]
    if len(bases) > 1:
        names = ", ".join(name for _, _, name in bases)
        raise LogLostError(
            f"{files.with_name(loss_check.FILES)} has no manifest and more than one base ({names}): which of them "
            "counts cannot be told. Bring the store back from its backup (movebook import FILE) or from a copy of the "
            "folder."
        )
    lines = [f"file {name} seq {number} type {kind[0]}\n" for kind, number, name in found]
    (files / Path(loss_check.MANIFEST).name).write_text("".join(lines), encoding="utf-8")
    return [name for _, _, name in found]


def _sync(files: Path) -> None:
    """Sync a folder, its files and its parent to disk."""
    for path in (*files.iterdir(), files, files.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
