"""``movebook simulate``: simulated games, for trying things out."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engines import GAMES
from engines.kernel import notation, simulate
from engines.kernel.game import Game, Json
from engines.kernel.input import text_files
from service.cli import options
from service.cli.client import Api, new_key
from service.cli.commands.export import write
from service.cli.errors import UsageError
from service.cli.progress import bar
from service.cli.tables import defaults, game_of
from service.out import write_line
from service.record.entries import boxes
from service.texts import said

_AT_ONCE = 500
_MOST_GAMES = 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--games", type=_count, default=1, metavar="N", help="how many (default: 1)")
    parser.add_argument("--seats", type=_count, metavar="N", help="how many play (default: as many as can)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (default: 1)")
    parser.add_argument(
        "--knows", choices=("all", "public"), default="all", help="public: a recorder who knows no secrets"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="into a file in text notation instead of the service; - is standard output"
    )
    parser.add_argument(
        "--visibility", choices=("public", "unlisted", "private"), default="unlisted", help="of the records"
    )
    options.add_service(parser)


def run(args: argparse.Namespace) -> int:
    """Play them."""
    say = options.speech(args)
    game = game_of(args.game)
    seats = game.seats.stop - 1 if args.seats is None else args.seats
    if seats not in game.seats:
        least, most = game.seats.start, game.seats.stop - 1
        raise UsageError(said("number_of_seats", game=args.game, least=least, most=most, seats=seats))
    if args.out == "-" and args.games > 1:
        raise UsageError(said("several_games_need_file"))
    colours = list(game.colours(boxes.default(game.name)[1]))[:seats]
    api = options.api(args) if args.out is None else None
    with bar(say("playing", "jugando"), args.games) as advance:
        for number in range(1, args.games + 1):
            moves = list(played(game, colours, args.seed, number, args.knows))
            if api is not None:
                write_line(_record(api, game, colours, moves, args), flush=True)
            elif args.out == "-":
                write_line(text(game, colours, moves).removesuffix("\n"))
            else:
                write(_path(args.out, number, args.games), text(game, colours, moves).encode())
            advance(1)
    return 0


def played(game: Game[object, object], colours: list[str], seed: int, number: int, knows: str) -> Iterator[Json]:
    """The moves of one simulated game.

    Args:
        game: The title.
        colours: The seats, clockwise.
        seed: The seed of the random numbers.
        number: The number of the game for this seed, from 1.
        knows: ``all``, or ``public`` for a recorder who knows no secrets.
    """
    chance = Random(f"{seed}.{number}")  # noqa: S311 - it must be repeatable, not secret
    return simulate.table(game, chance, colours, defaults(game, {}), boxes.default(game.name)[1], knows)


def text(game: Game[object, object], colours: list[str], moves: list[Json]) -> str:
    """A game as a file in text notation."""
    box = boxes.default(game.name)[1]
    head = text_files.write_header(game, [text_files.Seat(colour, "") for colour in colours], {})
    return "\n".join([*head, "", *(notation.write(game, box, move, colours) for move in moves)]) + "\n"


def _record(
    api: Api, game: Game[object, object], colours: list[str], moves: list[Json], args: argparse.Namespace
) -> str:
    """Record a game in the service; return the record's id."""
    seats = [{"colour": colour} for colour in colours]
    opening = {"game": game.name, "seats": seats, "visibility": args.visibility}
    opened = api.post("/v1/records", opening, key=new_key())
    version = opened["version"]
    for start in range(0, len(moves), _AT_ONCE):
        lines = "".join(json.dumps(move) + "\n" for move in moves[start : start + _AT_ONCE])
        sent = api.post(
            f"/v1/records/{opened['id']}/import",
            lines.encode(),
            match=version,
            key=new_key(),
            kind="application/x-ndjson",
        )
        version = sent["version"]
    return str(opened["id"])


def _path(name: str, number: int, games: int) -> Path:
    """The file of one game; numbered if there are several."""
    path = Path(name)
    return path if games == 1 else path.with_name(f"{path.stem}-{number:0{len(str(games))}d}{path.suffix}")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and 1 <= int(text) <= _MOST_GAMES):  # noqa: PLR2004
        raise argparse.ArgumentTypeError(f"{text!r:.20} is not a number from 1 to {_MOST_GAMES}")
    return int(text)
