"""``movebook people``: who asks to be forgotten."""

import argparse
from urllib.parse import quote

from engines.kernel.text import plain
from service.cli import options
from service.out import write_json, write_line


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(title="actions", metavar="erase", dest="action", required=True)
    erasing = actions.add_parser("erase", help="erase a player's name permanently", allow_abbrev=False)
    erasing.add_argument("player", metavar="PLAYER", help="the player's id")
    erasing.add_argument("--json", action="store_true", help="print JSON")
    options.add_service(erasing)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    say = options.speech(args)
    options.api(args).delete(f"/v1/players/{quote(args.player, safe='')}")
    if args.json:
        write_json({"erased": args.player})
    else:
        write_line(plain(f"{args.player}: {say('erased; the games stay', 'borrado; las partidas quedan')}"))
    return 0
