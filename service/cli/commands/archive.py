"""``movebook archive``: what is in the archive, whether its files are sound, and bringing records back."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from engines.kernel.text import plain
from service.cli import options
from service.cli.errors import CommandError
from service.cli.language import Speech
from service.cli.progress import bar
from service.cli.store import log_client
from service.out import note, write_json, write_line
from service.record.derived import archiving
from service.store.archive import ArchiveError, Folder
from service.store.log import Log, RecordNotFoundError
from service.texts import said


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(title="actions", metavar="status|check|thaw", dest="action", required=True)
    status = actions.add_parser("status", help="show how many records are archived, and where", allow_abbrev=False)
    checking = actions.add_parser("check", help="read and check every file", allow_abbrev=False)
    checking.add_argument("--remove", action="store_true", help="delete the files that no record needs")
    thawing = actions.add_parser("thaw", help="bring a record back into the store", allow_abbrev=False)
    which = thawing.add_mutually_exclusive_group(required=True)
    which.add_argument("record", metavar="ID", nargs="?", help="the record's id, or a link to it")
    which.add_argument(
        "--all", action="store_true", help="every archived record: before an earlier version is installed"
    )
    for action in (status, checking, thawing):
        action.add_argument("--json", action="store_true", help="print JSON")
        options.add_lang(action)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    say, folder = options.speech(args), options.settings().archive
    with log_client(writes=args.action != "status") as store:
        log = Log(store, Folder.at(folder))
        try:
            if args.action == "status":
                return _status(log, args, say)
            if args.action == "check":
                return _check(log, args, say)
            return _thaw(log, args, say)
        except ArchiveError as error:
            raise CommandError(error.says) from None


def _status(log: Log, args: argparse.Namespace, say: Speech) -> int:
    records, unused = log.archive.count()
    folder = log.archive.folder and str(log.archive.folder.path)
    if args.json:
        write_json({"folder": folder, "records": records, "unused_files": unused})
        return 0
    where = plain(folder) if folder else say("no folder (MOVEBOOK_ARCHIVE)", "ninguna carpeta (MOVEBOOK_ARCHIVE)")
    write_line(f"{where}: {say.said('archive_status', n=records, u=unused)}")
    return 0


def _check(log: Log, args: argparse.Namespace, say: Speech) -> int:
    with bar(say("checking", "comprobando"), log.archive.count()[0]) as advance:
        report = archiving.check(log, remove=args.remove, advance=advance)
    if args.json:
        write_json(asdict(report))
        return 1 if report.faults else 0
    counts = {"sound": report.sound, "bytes": report.bytes, "removed": report.removed}
    write_line(say.said("archive_check", n=report.records, u=len(report.orphans), **counts))
    for record, what in report.faults.items():
        note(plain(f"movebook: {record}: {what}"))
    for name in report.orphans:
        write_line(f"{say('unused', 'sin uso')}: {name}")
    for name in report.strange:
        write_line(f"{say('damaged, or not of this store', 'dañado, o de otro almacén')}: {name}")
    return 1 if report.faults else 0


def _thaw(log: Log, args: argparse.Namespace, say: Speech) -> int:
    if args.all:
        records = list(dict.fromkeys(kept.record for kept in archiving.archived(log)))
    else:
        records = [options.record_of(args.record)[0]]
    thawed = []
    for record in records:
        try:
            log.head(record)
        except RecordNotFoundError:
            raise CommandError(said("no_record", record=record)) from None
        if log.archive.thaw(record):
            thawed.append(record)
            if not args.json:
                write_line(f"{record}: {say('back in the store', 'de vuelta en el almacén')}")
    if args.json:
        write_json({"thawed": thawed})
    elif not thawed:
        write_line(say("already in the store", "ya en el almacén"))
    return 0
