"""``movebook record``: records a game at the table; each typed line is a move, answered with its sentence."""

import argparse
import sys
from collections.abc import Iterator

from engines import GAMES
from engines.kernel.game import Json
from engines.kernel.input.text_files import MARK
from engines.kernel.sentences import filled
from engines.kernel.text import plain
from service.access.eyes import Eyes
from service.cli import boards, help_page, options
from service.cli.client import Api, new_key
from service.cli.errors import CommandError, UsageError
from service.cli.language import Speech
from service.cli.prompt import completion, corrections, signatures
from service.cli.prompt.line import converse, show_reply
from service.cli.prompt.session import Reply, Session
from service.cli.tables import game_of, options_of, policies_of, seats_of, table_of
from service.out import note
from service.record.entries import boxes
from service.texts import said

_WRITES = ("moves", "corrections")
"""A prompt needs one of these calls: a recorder has the first, a judge the second."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "what", metavar="GAME|ID", help="a game, to open a record; or the id of a record, or a link to it"
    )
    parser.add_argument("seats", nargs="*", metavar="COLOUR=NAME", help="who plays, clockwise: yellow=Ana, red, =Ben")
    parser.add_argument(
        "--box", metavar="HASH", help="box to play with, as printed by `box keep` (default: this program's edition)"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--policy",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="what the table agrees on: undo=barriers|consent|none, consents=N, signing=seats|none, start=free|seats, "
        "deadline_h=N, memory_aid=true",
    )
    parser.add_argument(
        "--visibility", choices=("public", "unlisted", "private"), help="who can watch (default: unlisted)"
    )
    parser.add_argument("--event", help="what it is played at; likewise --league, --round, --table, --place")
    for name in ("league", "round", "table", "place"):
        parser.add_argument(f"--{name}", help=argparse.SUPPRESS)
    parser.add_argument("--yes", action="store_true", help="make a correction without asking if no move is refused")
    options.add_service(parser)


def run(args: argparse.Namespace) -> int:
    """Open or resume a record, then read lines until the end of input."""
    say = options.speech(args)
    if args.what in GAMES:
        api = options.api(args)
        box = api.get(f"/v1/boxes/{args.box}") if args.box else boxes.default(args.what)[1]
        # With a key, a lost answer does not open a second record.
        made = api.post("/v1/records", opening_body(args.what, args.seats, args, box), key=new_key())
        summary = api.get(f"/v1/records/{made['id']}")  # has the rights of this token
    else:
        if args.seats:
            game_of(
                args.what
            )  # who names seats means a new record, so the first word should be a game: say which there are
        record, api = options.record_api(args, args.what)
        summary = api.get(f"/v1/records/{record}")
        if not set(_WRITES) & set(summary["calls"]):
            raise CommandError(said("token_cannot_record_use", record=record))
    session = Session(api, summary["id"], table_of(api, summary), say)
    session.calls = summary["calls"]
    session.seat = Eyes(summary["eyes"][0]).seat
    session.read_on()
    note(_greeting(api, summary, session, say))
    if sys.stdin.isatty() and sys.stdout.isatty():
        session.patient, session.sure = True, args.yes
        converse(session, lambda line: command(session, line))
        return 0
    return _lines(session)


def opening_body(game: str, seats: list[str], args: argparse.Namespace, box: boxes.Box) -> Json:
    """The body that opens a record.

    Raises:
        UsageError: There are no seats, or a colour or option does not exist.
    """
    title = game_of(game)
    if not seats:
        least, most = title.seats.start, title.seats.stop - 1
        colours = " ".join(list(title.colours(box))[:least])
        raise UsageError(said("who_plays", least=least, most=most, game=game, colours=colours))
    body: Json = {
        "game": game,
        "seats": seats_of(seats, title.colours(box)),
        "options": options_of(title, args.option),
        "policies": policies_of(args.policy),
    }
    if args.box:
        body["box"] = args.box
    if args.visibility:
        body["visibility"] = args.visibility
    named = {name: getattr(args, name) for name in ("league", "event", "round", "table", "place")}
    occasion = {name: value for name, value in named.items() if value}
    return {**body, "occasion": occasion} if occasion else body


def _greeting(api: Api, summary: Json, session: Session, say: Speech) -> str:
    """Show which record this is, and where to watch it."""
    who = ", ".join(plain(seat["colour"] + (f" ({seat['name']})" if seat["name"] else "")) for seat in summary["seats"])
    lines = [f"{say('record', 'partida')} {summary['id']} · {summary['game']}: {who}"]
    lines.append(f"{say('watch it at', 'se ve en')} {api.url}/viewer/?record={summary['id']}")
    if summary["ply"]:
        ply = summary["ply"]
        moves = filled(say("{n} {n:move|moves}", "{n} {n:jugada|jugadas}"), n=ply)
        lines.append(
            say(f"{moves} so far; {session.turn()}", f"{moves} hasta ahora; {session.turn()}") + session.left(summary)
        )
    return "\n".join(lines)


def _lines(session: Session) -> int:
    """Process the lines of standard input; answer each with a line."""
    fine = True
    for number, typed in enumerate(sys.stdin):
        line = typed if number else typed.removeprefix(MARK)
        if line.strip() == "quit":
            break
        reply = command(session, line) or session.enter(line)
        if reply is not None:
            show_reply(reply)
            fine = fine and reply.fine
    return 0 if fine else 1


def command(session: Session, line: str) -> Reply | None:
    """The answer to a command of the prompt (``?``, ``run``, ``undo``, ``log`` ...); None for any other line."""
    match line.strip().casefold():
        case "run" if session.asking is None:
            return session.run()
        case "?" if session.asking is None:
            return Reply(fine=True, text="\n".join([*_offers(session), *corrections.offers(session)]))
        case asked if asked.startswith("? ") and session.asking is None:
            return _about(session, asked.removeprefix("? ").strip())
        case "board":
            return Reply(fine=True, picture=boards.draw(session.table, session.view(), session.say))
        case "help":
            return Reply(fine=True, text=help_page(f"prompt.{session.say.lang}"))
    return signatures.command(session, line) or corrections.command(session, line)


def _offers(session: Session) -> Iterator[str]:
    if "moves" not in session.calls:
        return  # a judge records none
    found = list(completion.offered_lines(session.offers, session.table, session.say))
    yield from found or [session.say("nothing more can be recorded", "no se puede anotar nada más")]


def _about(session: Session, word: str) -> Reply:
    """All that one kind of move may name now."""
    found = list(completion.offered_lines(session.offers, session.table, session.say, word))
    if found:
        return Reply(fine=True, text="\n".join(found))
    none = session.say(f"{word!r:.40} cannot be recorded now", f"{word!r:.40} no se puede anotar ahora")
    return Reply(fine=False, text=plain(none))
