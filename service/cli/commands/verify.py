"""``movebook verify``: verifies the exported file of a record or a store. Needs no service."""

from __future__ import annotations

import argparse
import codecs
import sys
from pathlib import Path

from engines.kernel.game import Json
from engines.kernel.sentences import filled
from engines.kernel.text import plain
from service.cli import options, store_file
from service.cli.errors import CommandError
from service.cli.language import Speech
from service.cli.progress import bar
from service.out import write_json, write_line
from service.record.files import verify
from service.record.files.faults import Fault, NoRecordError, Report

EPILOG = """examples:
  movebook verify evening.json
  movebook verify evening.json --head 3f1c...       and it ends with the hash you were told
  movebook verify evening.json --record ID --key K  and it is that record, of that service
  movebook export ID | movebook verify -
  movebook verify movebook.jsonl.gz                 the whole store, as export --all wrote it

It checks every entry's bytes, hash, link and time, the box, the state after every move by replaying it, and the
seals of whatever secrets the file brings. Each fault is named by its version; exit code 1 where there is one.
Of a whole store it checks every byte and every record's chain.

A file without a fault is consistent; nobody signed it, so that alone does not show who wrote it. A hash that you know
from elsewhere does (--head)."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record as JSON, or a store; - is standard input")
    parser.add_argument(
        "--head", metavar="HASH", help="hash of the last entry as you know it from elsewhere (or its beginning)"
    )
    parser.add_argument("--record", metavar="ID", default="", help="the record that it should be a file of")
    parser.add_argument(
        "--key", metavar="ID", default="", help="id of the key of the service that should have recorded it"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a file")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only faults")
    options.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Verify each file."""
    say = options.speech(args)
    consistent = True
    with bar(say("verifying", "verificando"), len(args.files)) as advance:
        for name in args.files:
            consistent = _one(name, args, say) and consistent
            advance(1)
    return 0 if consistent else 1


def content(name: str) -> bytes:
    """The bytes of a file without a byte-order mark; ``-`` is standard input.

    Raises:
        CommandError: It cannot be read.
    """
    if name == "-":
        return sys.stdin.buffer.read().removeprefix(codecs.BOM_UTF8)
    try:
        return Path(name).read_bytes().removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from None


def _one(name: str, args: argparse.Namespace, say: Speech) -> bool:
    with store_file.open_file(name) as store:
        if store is not None:
            return store_file.verify(name, store, say, as_json=args.json, quiet=args.quiet)
        raw = content(name)
    try:
        report = verify.examine(verify.read(raw), record=args.record, key=args.key)
    except NoRecordError as error:
        report = Report(faults=[Fault(0, error.says["en"], error.says["es"])])
    if args.head and not (report.hash and report.hash.startswith(args.head.casefold())):
        report.fault(report.version, "head", wanted=args.head, found=report.hash)
    if args.json:
        write_json(_document(name, report, say))
        return not report.faults
    for fault in report.faults:
        where = f"{say('version', 'versión')} {fault.version}: " if fault.version else ""
        write_line(plain(f"{name}: {where}{say.of(fault.says)}"))
    for finding in report.findings:
        write_line(plain(f"{name}: {say('finding', 'hallazgo')}: {say.of(finding.says)}"))
    if not report.faults and not args.quiet:
        write_line(f"{plain(name)}: {_consistent(report, say, known=bool(args.head))}")
    return not report.faults


def _consistent(report: Report, say: Speech, *, known: bool) -> str:
    """What was checked and holds; whether its last hash is ``known`` from elsewhere."""
    first = store_file.unsigned(say)
    if known:
        first = say(
            "consistent, unsigned: it ends with the hash you gave",
            "coherente, sin firmar: termina en el hash que has dado",
        )
    what = filled(
        say(
            "{version} {version:entry|entries}, {moves} {moves:move|moves}, "
            "{states} {states:state|states} replayed, {seals} {seals:seal|seals}, {proved} of them proved",
            "{version} {version:entrada|entradas}, {moves} {moves:jugada|jugadas}, "
            "{states} {states:estado reproducido|estados reproducidos}, {seals} {seals:sello|sellos}, "
            "{proved} {proved:probado|probados}",
        ),
        version=report.version,
        moves=report.moves,
        states=report.states,
        seals=report.seals,
        proved=report.proved,
    )
    return f"{first}\n  {what}\n  {report.game} {report.record}\n  {say('ends with', 'termina en')} {report.hash}"


def _document(name: str, report: Report, say: Speech) -> Json:
    return {
        "file": name,
        "sound": not report.faults,
        "record": report.record,
        "key": report.key,
        "version": report.version,
        "head_hash": report.hash,
        "faults": [{"version": fault.version, "what": say.of(fault.says)} for fault in report.faults],
        "findings": [{"version": finding.version, "what": say.of(finding.says)} for finding in report.findings],
    }
