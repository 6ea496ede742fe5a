"""``movebook import``: imports a file into the service, all or nothing; or a store's file into a store."""

import argparse
import json
import re
from collections.abc import Sequence

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.input.text_files import NOT_CARRIED
from engines.kernel.text import plain
from service.cli import options, phone_file, store_file
from service.cli.client import Api, ProblemError, new_key
from service.cli.commands.verify import content
from service.cli.errors import CommandError, UsageError
from service.cli.language import Speech
from service.cli.progress import bar
from service.cli.replays import header_of, line_error, opening_of, read_text
from service.out import note, write_json, write_line
from service.record.backup.file_format import GZIP
from service.record.files import verify
from service.record.files.copies import VISIBILITIES
from service.record.files.faults import OUTSIDE_THE_LOG, NoRecordError
from service.store.log import MOST_ENTRIES
from service.texts import said

TEXT, LINES = "text/plain", "application/x-ndjson"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="text notation, JSON lines, a phone's file, an exported record or store; - is standard input",
    )
    parser.add_argument("--record", metavar="ID", help="append to this record instead of opening one")
    parser.add_argument(
        "--after",
        type=int,
        metavar="VERSION",
        help="of a phone's file: the version up to which you have checked what others recorded meanwhile",
    )
    parser.add_argument("--until-refused", action="store_true", help="keep what comes before the first refused line")
    parser.add_argument(
        "--into-nonempty",
        action="store_true",
        help="a store file into a store with records: known records are skipped, others under the same ids "
        "refuse the file",
    )
    parser.add_argument(
        "--check", action="store_true", help="a store file: verify it, and whether the store takes it; write nothing"
    )
    parser.add_argument(
        "--visibility",
        choices=VISIBILITIES,
        help="who can see a copy (default: private where its record is, else unlisted)",
    )
    parser.add_argument(
        "--adopt",
        action="store_true",
        help="adopt an exported record under its own id, permanently marked as adopted; needs an admin token",
    )
    parser.add_argument("--json", action="store_true", help='print {"record", "version"} as JSON')
    options.add_service(parser)


def run(args: argparse.Namespace) -> int:
    """Import it."""
    say = options.speech(args)
    name = say("standard input", "entrada estándar") if args.file == "-" else args.file
    with store_file.open_file(args.file) as store:
        if store is not None:
            _refuse_of_copies(args)
            return store_file.restore(args, name, store, say)
        raw = content(args.file)
    if raw.startswith(GZIP):
        raise CommandError(said("compressed_but_not_store", name=name))
    if phone_file.is_phone_file(raw):
        _refuse_of_copies(args)
        _tell(args, *phone_file.bring(args, name, raw, say), say)
        return 0
    if args.after is not None:
        raise UsageError(said("after_phone_file"))
    if raw.lstrip()[:1] == b"{" and _is_document(raw):
        return _whole(args, name, raw, say)
    _refuse_of_copies(args)
    _say_what_is_not_carried(name, raw, say)
    kind = LINES if raw.lstrip()[:1] == b"{" else TEXT
    if args.record:
        record, api = options.record_api(args, args.record)
        version: int = api.get(f"/v1/records/{record}")["version"]
        return _send(args, api, record, version, (raw, kind), name, say)
    if kind == LINES:
        raise UsageError(said("json_lines_need_record"))
    return _opened(args, name, raw, say)


def _refuse_of_copies(args: argparse.Namespace) -> None:
    """Refuse options for copies if the file does not become a copy."""
    if args.adopt or args.visibility:
        raise UsageError(said("adopt_visibility_exported_record"))


def _say_what_is_not_carried(name: str, raw: bytes, say: Speech) -> None:
    """Report what a text says it leaves out: the record made from it differs in that from the original."""
    for line in header_of(name, raw)[0].splitlines():
        if line.startswith(NOT_CARRIED):
            left = line.removeprefix(NOT_CARRIED)
            note(plain(f"movebook: {name} {say('does not include', 'no incluye')} {left}"))


def _is_document(raw: bytes) -> bool:
    """Whether this is a single JSON object, not one for each line."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return raw.count(b"\n{") == 0
    return verify.is_record(found) or not (isinstance(found, dict) and "type" in found)


def _opened(args: argparse.Namespace, name: str, raw: bytes, say: Speech) -> int:
    """Open a record with the moves of a text: with all of them, or not at all."""
    header = header_of(name, raw)[1]
    opening, played = opening_of(name, header), None
    if "box" in opening:
        played = options.api(args).get(f"/v1/boxes/{opening['box']}")
        opening = opening_of(name, header, played)
    moves, refused = _tried(name, raw, played)
    if refused is not None and not (args.until_refused and moves):
        raise refused
    if not moves:
        raise CommandError(said("contains_no_moves"), where=name)
    if len(moves) >= MOST_ENTRIES:
        most = MOST_ENTRIES - 1
        raise CommandError(said("too_many_opening_moves", name=name, most=most))
    api = options.api(args)
    with bar(say("recording", "anotando"), 1) as advance:
        try:
            opened = api.post("/v1/records", {**opening, "moves": list(moves.values())}, key=new_key())
        except ProblemError as problem:
            raise _refused(name, problem, list(moves)) from None
        advance(1)
    _tell(args, opened["id"], opened["version"], say)
    if refused is None:
        return 0
    note(plain(f"movebook: {say.of(refused.says)}"))
    return 1


def _tried(name: str, raw: bytes, played: Json | None) -> tuple[dict[int, Json], CommandError | None]:
    """The moves of a text by line, up to the first one that is invalid or that the rules forbid, and its error."""
    table, moves = read_text(name, raw, played)
    fold, taken = table.fold(), dict[int, Json]()
    try:
        for number, move in moves:
            try:
                fold.play(move)
            except (IllegalMoveError, MalformedMoveError) as error:
                raise line_error(name, number, error) from None
            taken[number] = move
    except CommandError as refused:
        return taken, refused
    return taken, None


def _refused(name: str, problem: ProblemError, numbers: Sequence[int]) -> CommandError:
    """Why the service refuses a text, with the line of its file."""
    line = problem.document.get("line")
    where = name if line is None else f"{name}:{numbers[line - 1] if 0 < line <= len(numbers) else line}"
    rule = f"{problem.rule}: " if problem.rule else ""
    says = {lang: rule + re.sub(r"^(line|línea) [0-9]+: ", "", text) for lang, text in problem.says.items()}
    return CommandError(says, where=where)


def _send(
    args: argparse.Namespace, api: Api, record: str, version: int, body: tuple[bytes, str], name: str, say: Speech
) -> int:
    """Send the lines, and report the result."""
    raw, kind = body
    asked = {"until_refused": 1} if args.until_refused else {}
    try:
        with bar(say("recording", "anotando"), 1) as advance:
            answer = api.post(f"/v1/records/{record}/import", raw, match=version, key=new_key(), kind=kind, **asked)
            advance(1)
    except ProblemError as problem:
        raise _refused(name, problem, ()) from None
    refused = answer.get("refused")
    _tell(args, record, answer["version"], say)
    if refused:
        note(plain(f"movebook: {name}:{refused.get('line')}: {refused['detail']}"))
        return 1
    return 0


def _whole(args: argparse.Namespace, name: str, raw: bytes, say: Speech) -> int:
    """Store an exported record as a copy, or adopt it as an admin."""
    if args.record:
        raise UsageError(said("exported_record_imported_unchanged"))
    try:
        document = verify.read(raw)
    except NoRecordError as error:
        raise CommandError(error.says, where=name) from None
    tolerated = frozenset() if args.adopt else OUTSIDE_THE_LOG
    faults = [fault for fault in verify.check(document) if fault.key not in tolerated]
    if faults:
        for fault in faults:
            note(plain(f"{name}: {say('version', 'versión')} {fault.version}: {say.of(fault.says)}"))
        raise CommandError(said("import_not_verified", name=name))
    with bar(say("importing", "importando"), 1) as advance:
        asked = {"adopt": 1} if args.adopt else {"visibility": args.visibility} if args.visibility else {}
        answer = options.api(args).post("/v1/records/import", raw, key=new_key(), **asked)
        advance(1)
    _tell(args, answer["record"], answer["version"], say)
    copy = answer["copy"]
    if copy is not None and not args.json:
        note(plain(f"{say('a copy of', 'una copia de')} {copy['original']}"))
        for fault in copy["found"]:
            note(plain(f"{name}: {say('version', 'versión')} {fault['version']}: {fault['what']}"))
    return 0


def _tell(args: argparse.Namespace, record: str, version: int, say: Speech) -> None:
    if args.json:
        write_json({"record": record, "version": version})
    else:
        write_line(f"{record} {say('version', 'versión')} {version}")
