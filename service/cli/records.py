"""``movebook records``: what is done to records at the store itself."""

from __future__ import annotations

import argparse

from engines.kernel.text import plain
from service.cli import options, stores
from service.cli.speech import Speech
from service.out import tell, tell_json
from service.record import aside

EPILOG = """examples:
  movebook records aside              records that are set aside, for whose eyes, and why

A record is set aside where it cannot be replayed; it is tried again after an upgrade, or by movebook rebuild ID.
It works at the store itself: on the machine where it runs, or with MOVEBOOK_LOG_URL."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what it takes."""
    actions = parser.add_subparsers(title="actions", metavar="aside", dest="action", required=True)
    listing = actions.add_parser("aside", help="list the records that are set aside, and why", allow_abbrev=False)
    for action in (listing,):
        action.add_argument("--json", action="store_true", help="print JSON")
        options.add_lang(action)


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    say = options.speech(args)
    return {"aside": _aside}[args.action](args, say)


def _aside(args: argparse.Namespace, say: Speech) -> int:
    with stores.log() as store:
        found = aside.listed(store)
    if args.json:
        told = {record: {eyes: note._asdict() for eyes, note in notes.items()} for record, notes in found.items()}
        tell_json({"aside": told})
        return 0
    for record, notes in found.items():
        for eyes, note in notes.items():
            where = (
                f"{say('from entry', 'desde la entrada')} {note.version}" if note.version else say("whole", "entera")
            )
            tell(plain(f"{record}  {eyes}  {where}  {note.at[:10]}  {note.why}"))
    return 0
