"""``movebook verify``: verifies the exported file of a record or a store. Needs no service."""

import argparse
import codecs
import sys
from collections.abc import Mapping
from pathlib import Path

from engines.kernel.canonical import dumps
from engines.kernel.game import Json
from engines.kernel.text import plain
from service.cli import options, store_file
from service.cli.errors import CommandError
from service.cli.language import Speech
from service.cli.progress import bar
from service.out import write_json, write_line
from service.record import trust
from service.record.files import proof, saved, verify
from service.record.files.faults import Fault, NoRecordError, Report
from service.record.files.proof import ALTERED, Verdict
from service.record.trust import Key

WORST = (3, 1, 4)
"""Exit codes besides 0, the worst first: one verdict is that of all files."""


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
    parser.add_argument(
        "--statements", metavar="FILE", action="append", default=[], help="stored statements, one a line"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a file")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing about a file that is genuine")
    options.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Verify each file."""
    say = options.speech(args)
    keys, codes = trust.trusted(trust.pinned(options.settings().data)), set[int]()
    kept = [one for name in args.statements for one in proof.statements_in(content(name))]
    with bar(say("verifying", "verificando"), len(args.files)) as advance:
        for name in args.files:
            codes.add(_one(name, args, say, keys, kept))
            advance(1)
    return next((code for code in WORST if code in codes), 0)


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


def _one(name: str, args: argparse.Namespace, say: Speech, keys: Mapping[str, Key], kept: list[Json]) -> int:
    with store_file.open_file(name) as store:
        if store is not None:
            return 0 if store_file.verify(name, store, say, as_json=args.json, quiet=args.quiet) else 1
        raw = saved.file_in(content(name))
    report = Report()
    try:
        document = verify.read(raw)
    except NoRecordError as error:
        stated = proof.statements_in(raw)
        report.faults += [] if stated else [Fault(0, error.says["en"], error.says["es"])]
        verdict = proof.of_statements([*stated, *kept], keys) if stated else Verdict("altered", ALTERED)
    else:
        report = verify.examine(document, record=args.record, key=args.key)
        if args.head and not (report.hash and report.hash.startswith(args.head.casefold())):
            report.fault(report.version, "head", wanted=args.head, found=report.hash)
        verdict = proof.judge(raw, document, report, keys, kept)
    if args.json:
        write_json(_document(name, report, verdict, say))
        return verdict.code
    if args.quiet and verdict.name == "genuine":
        return 0
    write_line(plain(f"{name}: {say.of(verdict.says)}"))
    for fault in report.faults:
        where = f"{say('version', 'versión')} {fault.version}: " if fault.version else ""
        write_line(plain(f"{name}: {where}{say.of(fault.says)}"))
    for finding in report.findings:
        write_line(plain(f"{name}: {say('finding', 'hallazgo')}: {say.of(finding.says)}"))
    for line in verdict.rests:
        write_line(plain(f"  {say.of(line)}"))
    for statement in verdict.proof:
        write_line(dumps(statement).decode())
    if report.hash and not report.faults and not args.quiet:
        write_line(_checked(report, say))
    return verdict.code


def _checked(report: Report, say: Speech) -> str:
    """What was checked and holds."""
    what = say.said(
        "replay_counts",
        version=report.version,
        moves=report.moves,
        states=report.states,
        seals=report.seals,
        proved=report.proved,
    )
    return f"  {what}\n  {report.game} {report.record}\n  {say('ends with', 'termina en')} {report.hash}"


def _document(name: str, report: Report, verdict: Verdict, say: Speech) -> Json:
    return {
        "file": name,
        "verdict": verdict.name,
        "says": say.of(verdict.says),
        "rests": [say.of(line) for line in verdict.rests],
        "proof": list(verdict.proof),
        "sound": not report.faults,
        "record": report.record,
        "key": report.key,
        "version": report.version,
        "head_hash": report.hash,
        "faults": [{"version": fault.version, "what": say.of(fault.says)} for fault in report.faults],
        "findings": [{"version": finding.version, "what": say.of(finding.says)} for finding in report.findings],
    }
