"""``movebook key``: the key that signs what the service gives out."""

import argparse
from datetime import datetime

from service.cli import options
from service.cli.errors import CommandError, UsageError
from service.cli.store import log_client
from service.out import note, write_json, write_line
from service.record import identity, trust
from service.store.log import format_time
from service.texts import said


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("action", nargs="?", choices=("show", "rotate", "restored"), default="show", help="what to do")
    parser.add_argument("time", nargs="?", metavar="TIME", help="of `restored`: since when entries are missing")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    say = options.speech(args)
    if (args.action == "restored") != (args.time is not None):
        raise UsageError(said("time_belongs_restored_only"))
    try:
        with log_client(writes=args.action != "show") as store:
            if args.action == "rotate":
                identity.rotate(store)
            elif args.action == "restored":
                identity.begin_origin(store, _time(args.time))
            known = identity.described(store)
    except identity.SigningKeyError as error:
        raise CommandError(str(error)) from None
    trust.pin(options.settings().data, trust.OWN, known)
    if args.json:
        write_json(known)
        return 0
    write_line(known["key"])
    write_line(known["verifier"])
    for former in known["former"]:
        note(f"{former['key']}  {say('until', 'hasta')} {former['until']}")
    return 0


def _time(text: str) -> str:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise UsageError(said("no_time", text=text))
    return format_time(found)
