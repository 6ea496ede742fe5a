"""``movebook box``: show, check, compare and hand in the components of an edition, as an owner corrects them."""

from __future__ import annotations

import argparse
import json
from typing import Any

from engines import GAMES
from engines.kernel.box.compare import differences
from engines.kernel.box.review import complete, review
from engines.kernel.game import Json
from engines.kernel.text import plain
from service.api.web.body import BodyError, read_json
from service.cli import options
from service.cli.commands.verify import content
from service.cli.errors import CommandError, UsageError
from service.cli.language import Speech
from service.out import note, write_json, write_line
from service.record.entries import boxes

EPILOG = """examples:
  movebook box show xidit > mine.json         the edition this program brings, to be corrected
  movebook box check xidit mine.json          every fault by its path; exit code 1 where there is one
  movebook box diff xidit mine.json           what differs from this program's edition
  movebook box keep xidit mine.json           hand it to the service; prints the hash to open records with"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what it takes."""
    parser.add_argument("action", choices=["show", "check", "diff", "keep"], metavar="show|check|diff|keep")
    parser.add_argument("game", help="title, as kingdoms")
    parser.add_argument("file", nargs="?", metavar="FILE", help="a box as JSON; - is standard input")
    parser.add_argument("--confirm", action="store_true", help="unusual values were looked at and are printed so")
    options.add_service(parser)


def run(args: argparse.Namespace) -> int:
    """Do what is asked with a box."""
    say = options.speech(args)
    if args.game not in GAMES:
        there = ", ".join(GAMES)
        raise UsageError(
            f"no game {args.game!r:.60}; there is {there}", f"no existe el juego {args.game!r:.60}; hay {there}"
        )
    if args.file is None and args.action != "show":
        raise UsageError(
            f"which file? movebook box {args.action} {args.game} FILE",
            f"¿qué archivo? movebook box {args.action} {args.game} FILE",
        )
    box = boxes.default(args.game)[1] if args.file is None else _read(args.file)
    if args.action == "show":
        write_json(box, indent=2)
        return 0
    if args.action == "diff":
        return _diff(args.game, boxes.default(args.game)[1], box)
    box = complete(GAMES[args.game], box)
    if not _checked(args, box, say):
        return 1
    name = boxes.hash_of(box)
    if args.action == "keep":
        confirmed = 1 if args.confirm else None
        name = options.api(args).post("/v1/boxes", boxes.dumps_box(box), game=args.game, confirmed=confirmed)["hash"]
    write_line(name)
    return 0


def _read(file: str) -> Any:
    try:
        box = read_json(content(file), floats=True)
    except BodyError as error:
        raise CommandError(f"{file}: {error.says['en']}", f"{file}: {error.says['es']}") from None
    if type(box) is not dict:
        raise CommandError(f"{file}: a box must be an object", f"{file}: una caja debe ser un objeto")
    return box


def _checked(args: argparse.Namespace, box: boxes.Box, say: Speech) -> bool:
    """Whether a box may be stored; prints its faults, and its questions unless they are confirmed."""
    faults, questions = review(GAMES[args.game], box, [game for name, game in GAMES.items() if name != args.game])
    asked = [] if args.confirm else questions
    for path, says in [*faults, *asked]:
        note(plain(f"{args.file}: {path}: {say.of(says)}" if path else f"{args.file}: {say.of(says)}"))
    if asked and not faults:
        note(say("if they are printed so, repeat with --confirm", "si están impresos así, repite con --confirm"))
    return not (faults or asked)


def _diff(game: str, ours: Json, theirs: Json) -> int:
    """Print each path at which two boxes differ; 1 where one does, as diff has it."""
    found = differences(GAMES[game], ours, theirs)
    for path, old, new in found:
        write_line(plain(f"{path}: {_short(old)} -> {_short(new)}"))
    return 1 if found else 0


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004 - a line's worth
