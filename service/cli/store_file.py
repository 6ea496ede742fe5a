"""``movebook export --all``, and ``import`` and ``verify`` of what it wrote: the whole store as one file."""

import argparse
import contextlib
import gzip
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import redis

from engines.kernel.text import plain
from service.cli import options
from service.cli.errors import CommandError, UsageError
from service.cli.language import Speech
from service.cli.progress import bar
from service.cli.store import log_client
from service.out import note, write_json, write_line
from service.record.backup.file_format import BackupError, Report, is_store
from service.record.backup.reader import Backup
from service.record.backup.restore import restore as put_back
from service.record.backup.writer import Export
from service.store.archive import Archive, Folder
from service.store.keys import BACKUP
from service.store.whole_file import OWNER_ONLY, replacing
from service.texts import said

WORDS = {
    "records": ("records", "partidas"),
    "archived": ("archived records, not in the file", "partidas archivadas, que no están en el archivo"),
    "entries": ("entries", "entradas"),
    "secrets": ("entries with secrets", "entradas con secretos"),
    "keys": ("idempotency keys", "claves de idempotencia"),
    "statements": ("statements", "declaraciones"),
    "looks": ("judge views", "consultas de juez"),
    "boxes": ("boxes", "cajas"),
    "editions": ("editions and drafts", "ediciones y borradores"),
    "players": ("players' names", "nombres de jugadores"),
    "tokens": ("tokens", "tokens"),
    "tombstones": ("removed records", "partidas eliminadas"),
}
"""What the file of a store holds, in the order in which it is reported."""


def export(args: argparse.Namespace) -> int:
    """Write the store's file; return 1 if something had to be left out (the file is written nevertheless)."""
    say = options.speech(args)
    if args.output == "-" and sys.stdout.isatty():
        raise UsageError(said("store_not_on_terminal"))
    with log_client() as store:
        with _written(args.output) as out:
            files = Folder.at(options.settings().archive)
            dump = Export(store, Archive(store, files), whole=args.with_archive)
            with bar(say("exporting", "exportando"), len(dump.records)) as advance:
                report = dump.write(out, advance)
        with contextlib.suppress(redis.RedisError):  # a store that refuses writes can be exported
            store.set(BACKUP, time.time())
    note(_counted(report.counts, say))
    return _left_out(report, say)


@contextlib.contextmanager
def _written(output: str) -> Iterator[IO[bytes]]:
    """Open the output file; it is created complete, on disk and readable by its owner only, or not at all."""
    path = Path(output)
    if output == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if not path.parent.is_dir():
        raise CommandError(said("no_such_folder", parent=path.parent))
    if path.exists() and not path.is_file():  # /dev/stdout, a pipe
        with path.open("wb") as out:
            yield out
        return
    # Readable by its owner only: it contains sealed facts and names.
    with replacing(path, OWNER_ONLY) as file:
        if path.suffix == ".gz":
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6) as out:
                yield out  # type: ignore[misc]
        else:
            yield file


@contextlib.contextmanager
def open_file(name: str) -> Iterator[IO[bytes] | None]:
    """The file of a store, readable more than once; None if it is something else (standard input can still be read).

    Args:
        name: Its name; ``-`` is standard input.

    Raises:
        CommandError: It cannot be read.
    """
    if name != "-":
        with _file(name) as file:
            yield file if file.seekable() and is_store(file) else None
        return
    source = sys.stdin.buffer
    start = source.read(1 << 12)
    with tempfile.TemporaryFile() as kept:
        kept.write(start)
        if is_store(kept):
            kept.seek(0, os.SEEK_END)
            shutil.copyfileobj(source, kept)
            yield kept
            return
        # Not a store's file: put the bytes already read back in front of the rest.
        kept.seek(0, os.SEEK_END)
        shutil.copyfileobj(source, kept)
        kept.seek(0)
        before = sys.stdin
        sys.stdin = _Again(kept)
        try:
            yield None
        finally:
            sys.stdin = before


class _Again:
    """Standard input, to be read from its beginning."""

    def __init__(self, buffer: IO[bytes]) -> None:
        self.buffer = buffer


@contextlib.contextmanager
def _file(name: str) -> Iterator[IO[bytes]]:
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise CommandError(f"{error.strerror}", where=name) from None
    with file:
        yield file


@contextlib.contextmanager
def verified(name: str, file: IO[bytes], say: Speech) -> Iterator[Backup]:
    """The file, with every byte verified.

    Raises:
        CommandError: The file is damaged or was changed.
    """
    size = os.fstat(file.fileno()).st_size
    with _named(name):
        with bar(say("verifying", "verificando"), size) as advance:
            found = Backup(file, advance)
        with found:
            yield found


@contextlib.contextmanager
def _named(name: str) -> Iterator[None]:
    try:
        yield
    except BackupError as error:
        raise CommandError(error.says, where=name) from None


def restore(args: argparse.Namespace, name: str, file: IO[bytes], say: Speech) -> int:
    """Import a store's file into the store itself."""
    if args.record or args.until_refused:
        raise UsageError(said("store_file_imported_whole"))
    with verified(name, file, say) as found, log_client(writes=not args.check) as store:
        with bar(say("importing", "importando"), os.fstat(file.fileno()).st_size) as advance:
            files = Folder.at(options.settings().archive)
            how = {"into_nonempty": args.into_nonempty, "check": args.check}
            report = put_back(found, store, **how, files=files, advance=advance)
        if args.json:
            counts = {"known": report.known, "removed": report.removed, "kept": report.kept}
            write_json({**_document(report), **counts})
        else:
            write_line(_counted(report.counts, say))
            if report.known:
                write_line(
                    say(f"records that already existed: {report.known}", f"partidas que ya existían: {report.known}")
                )
            if report.removed:
                write_line(say.said("records_stay_removed", removed=report.removed))
    for record in report.kept:
        what = say.said("record_removed_file_but", record=record)
        note(plain(f"movebook: {what}"))
    if args.check:
        note(say("checked; nothing was written", "comprobado; no se ha escrito nada"))
    left_out = _left_out(report, say)
    return left_out if args.check else 0


def verify(name: str, file: IO[bytes], say: Speech, *, as_json: bool, quiet: bool) -> bool:
    """Verify a store's file without a store; return whether it is consistent."""
    try:
        with verified(name, file, say) as found:
            report = found.report
    except CommandError as error:
        if as_json:
            write_json({"file": name, "sound": False, "what": say.of(error.says)})
        else:
            write_line(plain(say.of(error.says)))
        return False
    if as_json:
        write_json({"file": name, "sound": True, **_document(report)})
    elif not quiet:
        write_line(f"{plain(name)}: {unsigned(say)}")
        write_line(f"  {_counted(report.counts, say)}; {say('made', 'hecho')} {report.at}")
    _left_out(report, say)
    return True


def unsigned(say: Speech) -> str:
    """What a file without a fault is."""
    return say.said("consistent_unsigned")


def _document(report: Report) -> dict[str, Any]:
    return {"at": report.at, "counts": dict(report.counts), "left_out": report.left_out, "aside": report.aside}


def _counted(counts: Mapping[str, int], say: Speech) -> str:
    shown = {what: words for what, words in WORDS.items() if what != "archived" or what in counts}
    return ", ".join(f"{counts.get(what, 0)} {say(*words)}" for what, words in shown.items())


def _left_out(report: Report, say: Speech) -> int:
    for what in report.aside:
        note(plain(f"movebook: {say('in quarantine', 'en cuarentena')}: {what}"))
    for what in report.left_out:
        note(plain(f"movebook: {say('left out', 'queda fuera')}: {what}"))
    return 1 if report.left_out else 0
