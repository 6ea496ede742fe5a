"""``movebook box``: show, check, compare, merge, list and hand in the components of an edition."""

import argparse
import hashlib
import json
import re
from typing import Any
from urllib.parse import urlsplit

import requests

from engines import GAMES
from engines.kernel.box.compare import differences, merge
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
from service.texts import said

MOST_FILES = {"show": 0, "list": 0, "diff": 2, "merge": 2}
"""Maximum number of files of an action; one for those not listed."""
LEAST_FILES = {"show": 0, "list": 0, "merge": 2}
"""Minimum number of files of an action; one for those not listed."""
FETCH_S = 30
_LINK = re.compile(r"https?://\S+?(?:/v1/boxes/|[?&#]box=)([0-9a-f]{64})\Z")
"""A link to a box: its address at a service, or the page that draws it."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = ("show", "check", "diff", "merge", "keep", "list")
    parser.add_argument("action", choices=actions, metavar="|".join(actions))
    parser.add_argument("game", help="title, as kingdoms")
    parser.add_argument("files", nargs="*", metavar="FILE", help="a box as JSON, or a link to one; - is standard input")
    parser.add_argument(
        "--base", metavar="FILE", help="of merge: what both began with (default: this program's edition)"
    )
    parser.add_argument("--confirm", action="store_true", help="unusual values were looked at and are printed so")
    options.add_service(parser)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    say = options.speech(args)
    if args.game not in GAMES:
        there = ", ".join(GAMES)
        raise UsageError(said("no_game", name=args.game, there=there))
    if not LEAST_FILES.get(args.action, 1) <= len(args.files) <= MOST_FILES.get(args.action, 1):
        raise UsageError(said("which_box_file", action=args.action, game=args.game))
    game, ours = GAMES[args.game], boxes.default(args.game)[1]
    given = [complete(game, _read(file)) for file in args.files]
    if args.action == "show":
        write_json(ours, indent=2)
        return 0
    if args.action == "list":
        return _list(options.api(args).get("/v1/boxes", game=args.game), say)
    if args.action == "diff":
        return _diff(args.game, *([ours] if len(given) == 1 else []), *given)
    if args.action == "merge":
        return _merge(args, given, complete(game, _read(args.base)) if args.base else ours, say)
    (box,) = given
    if not _checked(args, box, say):
        return 1
    name = boxes.hash_of(box)
    if args.action == "keep":
        confirmed = 1 if args.confirm else None
        name = options.api(args).post("/v1/boxes", boxes.dumps_box(box), game=args.game, confirmed=confirmed)["hash"]
    write_line(name)
    return 0


def _read(file: str) -> Any:
    """The box of a file or link."""
    link = _LINK.match(file)
    raw = content(file) if link is None else _fetched(file, link[1])
    try:
        box = read_json(raw, floats=True)
    except BodyError as error:
        raise CommandError(error.says, where=file) from None
    if type(box) is not dict:
        raise CommandError(said("box_must_object"), where=file)
    return box


def _fetched(link: str, name: str) -> bytes:
    """The bytes of a box of another service, whose hash proves that they are the ones that the link names."""
    parts = urlsplit(link)
    url = f"{parts.scheme}://{parts.netloc}/v1/boxes/{name}"
    try:
        with requests.get(url, timeout=FETCH_S, stream=True) as response:
            response.raise_for_status()
            raw = b""
            for part in response.iter_content(1 << 16):
                raw += part
                if len(raw) > boxes.MOST_BYTES:
                    break
    except requests.RequestException as error:
        raise CommandError(str(error), where=url) from None
    if hashlib.sha256(raw).hexdigest() != name:
        raise CommandError(said("unexpected_answer", url=url))
    return raw


def _list(found: Json, say: Speech) -> int:
    """Print the editions and drafts of the caller."""
    for one in [*found["boxes"], *found["drafts"]]:
        counts = "" if one["rows"] is None else f"{one['compared']}/{one['rows']}"
        what = one["hash"] if "hash" in one else f"{say('draft', 'borrador')} {one['version']}"
        write_line(plain(f"{what:<64}  {counts:>9}  {one['edition']}"))
    return 0


def _merge(args: argparse.Namespace, given: list[Json], base: Json, say: Speech) -> int:
    """Print a box merged from two; return 1 if they conflict (the first value is taken)."""
    merged = merge(GAMES[args.game], base, *given)
    write_json(merged.box, indent=2)
    for path, one, other in merged.conflicts:
        note(plain(f"{path}: {_short(one)} / {_short(other)}"))
    if merged.conflicts:
        note(say("they differ there; the first value was taken", "ahí difieren; se ha tomado el primer valor"))
    return 1 if merged.conflicts else 0


def _checked(args: argparse.Namespace, box: boxes.Box, say: Speech) -> bool:
    """Whether a box may be stored; prints its faults, and its questions unless they are confirmed."""
    faults, questions = review(GAMES[args.game], box, [game for name, game in GAMES.items() if name != args.game])
    asked = [] if args.confirm else questions
    for path, says in [*faults, *asked]:
        note(plain(f"{args.files[0]}: {path}: {say.of(says)}" if path else f"{args.files[0]}: {say.of(says)}"))
    if asked and not faults:
        note(say("if they are printed so, repeat with --confirm", "si están impresos así, repite con --confirm"))
    return not (faults or asked)


def _diff(game: str, ours: Json, theirs: Json) -> int:
    """Print each path at which two boxes differ; return 1 if there is one, like ``diff``."""
    found = differences(GAMES[game], ours, theirs)
    for path, old, new in found:
        write_line(plain(f"{path}: {_short(old)} -> {_short(new)}"))
    return 1 if found else 0


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004 - a line's worth
