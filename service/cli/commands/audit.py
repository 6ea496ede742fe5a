"""``movebook audit``: what a judge should know of a record, from its file or from the service."""

import argparse
from pathlib import Path

from engines.kernel.game import LANGUAGES, Json
from engines.kernel.text import plain
from service.cli import options
from service.cli.commands import verify as verify_command
from service.cli.errors import CommandError
from service.out import write_json, write_line
from service.record import trust
from service.record.derived import audit
from service.record.entries import boxes
from service.record.files import proof, verify
from service.record.files.faults import NoRecordError
from service.texts import said

SIGNS = {"high": "!!", "medium": " !", "low": "  "}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="FILE|ID", help="a record as JSON, or its id or link")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options.add_service(parser)


def run(args: argparse.Namespace) -> int:
    """Print the findings."""
    say = options.speech(args)
    if args.source == "-" or Path(args.source).is_file():
        found = _of_file(args.source)
    else:
        record, api = options.record_api(args, args.source)
        found = api.get(f"/v1/records/{record}/audit", lang=",".join(LANGUAGES))
    if args.json:
        write_json(found)
        return int(found.get("verdict") == "altered")
    if "verdict" in found:
        write_line(plain(f"{args.source}: {say.of(found['verdict_says'])}"))
    for one in found["findings"]:
        place = "" if one["entry"] is None else f"{say('entry', 'entrada')} {one['entry']}: "
        clause = f" ({one['clause']})" if one["clause"] else ""
        when = f"  [{one['local']}]" if one["local"] else ""
        write_line(plain(f"{SIGNS[one['severity']]} {place}{say.of(one['says'])}{clause}{when}"))
    if not found["findings"]:
        write_line(say("nothing to report", "nada que señalar"))
    return int(found.get("verdict") == "altered")


def _of_file(name: str) -> Json:
    """The audit of a file, as the service answers it, with the verdict on the file."""
    raw = verify_command.content(name)
    try:
        document = verify.read(raw)
    except NoRecordError as error:
        raise CommandError(error.says, where=name) from None
    report = verify.examine(document)
    verdict = proof.judge(raw, document, report, trust.trusted(trust.pinned(options.settings().data)))
    if report.faults:
        raise CommandError(said("verify_has_details", name=name, what=verdict.says))

    def text(version: int, key: str) -> str | None:
        facts = (document.get(part, {}).get(str(version), {}).get(key) for part in ("opened", "secrets"))
        return next((str(fact["value"]) for fact in facts if fact is not None), None)

    used = {boxes.hash_of(box): box for box in (document["box"], *document.get("boxes", ()))}
    adopted, names = document.get("adopted"), document.get("players", {})
    audited = audit.Audited(document["entries"], used, text, adopted=adopted, names=names)
    return {
        "record": report.record,
        "game": report.game,
        "source": "adopted" if "adopted" in document else "recorded",
        "verdict": verdict.name,
        "verdict_says": verdict.says,
        "version": report.version,
        "head_hash": report.hash,
        **audit.listed(audited, LANGUAGES),
    }
