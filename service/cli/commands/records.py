"""``movebook records``: actions on records directly in the store."""

import argparse
import contextlib
from dataclasses import asdict

from engines.kernel.sentences import filled
from engines.kernel.text import plain
from service.cli import options
from service.cli.errors import CommandError
from service.cli.language import Speech
from service.cli.store import configured_store, log_client
from service.out import write_json, write_line
from service.record.derived import removal
from service.record.state import quarantine
from service.store.archive import Folder
from service.store.connect import connect
from service.store.log import Log, RecordNotFoundError
from service.texts import said


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(title="actions", metavar="aside|remove", dest="action", required=True)
    listing = actions.add_parser("aside", help="list records in quarantine, and why", allow_abbrev=False)
    removing = actions.add_parser("remove", help="remove a record from the store permanently", allow_abbrev=False)
    removing.add_argument("record", metavar="ID", help="the record's id, or a link to it")
    for action in (listing, removing):
        action.add_argument("--json", action="store_true", help="print JSON")
        options.add_lang(action)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    say = options.speech(args)
    return {"aside": _quarantined, "remove": _remove}[args.action](args, say)


def _quarantined(args: argparse.Namespace, say: Speech) -> int:
    with log_client() as store:
        found = quarantine.list_all(store)
    if args.json:
        noted = {record: {eyes: note._asdict() for eyes, note in notes.items()} for record, notes in found.items()}
        write_json({"aside": noted})
        return 0
    for record, notes in found.items():
        for eyes, note in notes.items():
            where = (
                f"{say('from entry', 'desde la entrada')} {note.version}" if note.version else say("whole", "entera")
            )
            write_line(plain(f"{record}  {eyes}  {where}  {note.at[:10]}  {note.why}"))
    return 0


def _remove(args: argparse.Namespace, say: Speech) -> int:
    record = options.record_of(args.record)[0]
    with configured_store() as store, contextlib.ExitStack() as stack:
        log, queue = (stack.enter_context(contextlib.closing(connect(url))) for url in (store.log_url, store.queue_url))
        try:
            done = removal.remove(Log(log, Folder.at(options.settings().archive)), queue, record)
        except RecordNotFoundError:
            raise CommandError(said("no_record", record=record)) from None
    if args.json:
        write_json(asdict(done))
    elif done.before:
        write_line(f"{record}: {say('was removed before', 'ya se había eliminado')}, {done.at}")
    else:
        what = filled(say("removed, {n} {n:entry|entries}", "eliminada, {n} {n:entrada|entradas}"), n=done.version)
        write_line(f"{record}: {what}")
    return 0
