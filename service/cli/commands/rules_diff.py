"""``movebook rules-diff``: what other options or rules would change in recorded games."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines import RULES
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.text import plain
from service.cli import options
from service.cli.commands import verify as verify_command
from service.cli.errors import CommandError, UsageError
from service.out import note, write_json, write_line
from service.record.entries import boxes
from service.record.files import rules_diff, verify
from service.record.files.faults import NoRecordError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record as JSON, or a folder of them")
    parser.add_argument(
        "--option", metavar="NAME=[OLD,]NEW", action="append", default=[], help="an option with another value"
    )
    parser.add_argument("--rules", metavar="OLD,NEW", help="two installed versions of the rules of a game")
    parser.add_argument("--json", action="store_true", help="print one JSON object a difference")
    options.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """List the differences."""
    say = options.speech(args)
    if not args.option and not args.rules:
        raise UsageError({"en": "name --option or --rules", "es": "indica --option o --rules"})
    one, other = _options(args.option)
    rules = None if args.rules is None else _rules(args.rules)
    count = compared = 0
    for name, document in _documents(args.files):
        opened = document["entries"][0]["body"]
        new = RULES.get(rules[1] if rules else opened["rules"])
        if new is None or new.name != opened["game"] or not other.keys() <= new.options().keys():
            continue
        compared += 1
        used = {boxes.hash_of(box): box for box in (document["box"], *document.get("boxes", ()))}
        try:
            for found in rules_diff.differences(document["entries"], used, one, other, rules):
                count += 1
                if args.json:
                    write_json({"file": name, "record": document["record"], **found._asdict()})
                else:
                    write_line(plain(_line(document["record"], found)))
        except IllegalMoveError as error:
            count += 1
            write_line(plain(f"{document['record']}: 1 ({error.rule}): {say.of(error.says)}"))
    note(say.said("rules_compared", games=compared, n=count))
    return int(count > 0)


def _line(record: str, found: rules_diff.Difference) -> str:
    clause = f" ({found.clause})" if found.clause else ""
    values = " / ".join(json.dumps(value, ensure_ascii=False) for value in (found.one, found.other))
    return f"{record}: {found.entry}{clause}: {found.name}: {found.what}: {values}"


def _documents(names: list[str]) -> Iterator[tuple[str, Json]]:
    """Every record that is named, or is in a folder that is named, with its name; each is verified first."""
    for name in names:
        folder = Path(name).is_dir()
        for path in sorted(map(str, Path(name).rglob("*.json"))) if folder else [name]:
            try:
                document = verify.read(verify_command.content(path))
            except NoRecordError as error:
                if folder:
                    continue
                raise CommandError(error.says, where=path) from None
            if faults := verify.check(document, 1):
                raise CommandError(faults[0].says, where=path)
            yield path, document


def _options(named: list[str]) -> tuple[Json, Json]:
    """The options of both ways; a single value is that of the second, against the record's own."""
    one: Json = {}
    other: Json = {}
    for text in named:
        name, found, values = text.partition("=")
        parts = [_value(part) for part in values.split(",")]
        if not found or len(parts) > 2:  # noqa: PLR2004 - old and new
            raise UsageError(f"--option {text}: NAME=NEW or NAME=OLD,NEW")
        one |= {name: parts[0]} if len(parts) > 1 else {}
        other[name] = parts[-1]
    return one, other


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _rules(text: str) -> tuple[str, str]:
    old, _, new = text.partition(",")
    if unknown := [name for name in (old, new) if name not in RULES]:
        raise UsageError(f"--rules: {unknown[0]!r}; installed: {', '.join(sorted(RULES))}")
    return old, new
