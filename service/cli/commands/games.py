"""``movebook games``: the games that this program can record, and the packages that provide them."""

import argparse

import engines
from engines.kernel.text import plain
from service import games
from service.cli import options
from service.out import note, write_json, write_line


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    options.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """List the installed games."""
    say, faults = options.speech(args), games.faults()
    if args.json:
        write_json(
            {
                "games": [
                    {"rules": rules, "title": game.title, "package": str(engines.PACKAGES[game.name])}
                    for rules, game in engines.RULES.items()
                ],
                "faults": faults,
                "left_out": [
                    {"game": left.name, "package": str(left.package), "why": left.why} for left in engines.LEFT_OUT
                ],
            }
        )
    else:
        for rules, game in engines.RULES.items():
            write_line(plain(f"{rules:<20} {say.of(game.title):<24} {engines.PACKAGES[game.name]}"))
        for text in (*map(str, engines.LEFT_OUT), *faults):
            note(plain(text))
    return 1 if engines.LEFT_OUT or faults else 0
