"""``movebook show``: the board of any moment, in the terminal."""

import argparse
import os
from pathlib import Path

from engines.kernel.game import Json
from engines.kernel.text import plain
from service.cli import boards, options
from service.cli.commands.verify import content
from service.cli.errors import CommandError
from service.cli.language import Speech
from service.cli.replays import Replay, of_file, of_service
from service.cli.screen import show
from service.cli.tables import table_of
from service.out import write_json, write_line
from service.texts import said

COUNTS = ("rows", "compared", "used", "used_compared")
"""The counts of an edition (:func:`service.record.entries.boxes.edition_of`)."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("what", metavar="ID|FILE", help="a record's id, a link to it, or a file; - is standard input")
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument(
        "--ply", type=_count, metavar="N", help="after N moves; 0 is the empty table (default: the last)"
    )
    moment.add_argument("--move", metavar="NAME", help="after the move of this name")
    parser.add_argument("--eyes", help="point of view: public, seat:N, recorder, judge (default: all you may see)")
    parser.add_argument("--json", action="store_true", help="print the view as JSON")
    options.add_service(parser)


def run(args: argparse.Namespace) -> int:
    """Show it."""
    say = options.speech(args)
    story = _story(args, say)
    if story is None:
        return _without_sentence(args, say)
    ply = len(story.frames)
    if args.move is not None:
        ply = story.ply_of(args.move)
    elif args.ply is not None:
        if args.ply > ply:
            raise CommandError(said("fewer_moves", n=ply, ply=args.ply))
        ply = args.ply
    _show(args, story, ply, say)
    return 0


def _story(args: argparse.Namespace, say: Speech) -> Replay | None:
    if is_file(args.what):
        eyes = args.eyes if args.eyes not in ("recorder", "judge") else None
        return of_file(args.what, content(args.what), eyes, say)
    record, api = options.record_api(args, args.what)
    return of_service(api, record, args.eyes, say)


def is_file(name: str) -> bool:
    """Whether this is a file and not the id of a record."""
    if name.startswith(("http://", "https://")):
        return False
    return name == "-" or os.sep in name or Path(name).is_file()


def _show(args: argparse.Namespace, story: Replay, ply: int, say: Speech) -> None:
    view = story.at(ply)
    if args.json:
        write_json(view)
        return
    frame: Json = story.frames[ply - 1] if ply else {"patch": [], "says": {}, "name": "-"}
    if ply:
        where = say(f"{ply} of {len(story.frames)}", f"{ply} de {len(story.frames)}")
        write_line(
            plain(
                f"[{frame['name']}] {say.of(frame['says'])} ({'; '.join([where, *story.marks.get(frame['name'], [])])})"
            )
        )
    show(boards.draw(story.table, view, say, frame["patch"]))
    if story.edition is not None and story.edition["rows"] is not None:
        _show_edition(story.edition, story.table.game.box().get("edition"), say)


def _show_edition(edition: Json, own: str | None, say: Speech) -> None:
    """Show the edition, unless it is this program's and has no placeholders."""
    name, (rows, compared, used, seen) = edition["edition"], (edition[key] for key in COUNTS)
    if name == own and compared == rows:
        return
    text = say.said("edition_rows_compared", name=name, compared=compared, rows=rows, seen=seen, used=used)
    write_line(plain(text))


def _without_sentence(args: argparse.Namespace, say: Speech) -> int:
    """The board if the workers are behind: the service folds the state itself."""
    record, api = options.record_api(args, args.what)
    state = api.get(f"/v1/records/{record}/state", eyes=args.eyes, ply=args.ply, name=args.move)
    table = table_of(api, api.get(f"/v1/records/{record}"))
    _show(args, Replay(table, state["view"], []), 0, say)
    return 0


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):  # noqa: PLR2004 - more moves than any game has
        raise argparse.ArgumentTypeError(f"{text!r:.20} is not a number of moves")
    return int(text)
