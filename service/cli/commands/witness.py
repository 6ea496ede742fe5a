"""``movebook witness``: keeps what a service states about records, so that a later change of it shows."""

import argparse
from pathlib import Path

from engines.kernel.canonical import dumps
from engines.kernel.game import Json
from engines.kernel.text import plain
from service.cli import options
from service.cli.client import ProblemError
from service.cli.errors import UsageError
from service.cli.progress import bar
from service.out import note, write_line
from service.record import trust
from service.record.files import proof
from service.texts import said

LINES = 500
"""Lines of a page of the feed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("address", metavar="URL", help="address of the service")
    parser.add_argument("--records", metavar="ID,ID", default="", help="these records, by id or link")
    parser.add_argument("--league", metavar="ID", help="all public records of a league")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", required=True, help="file to add to")
    options.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Fetch the statements, add the new ones to the file, and compare all of them."""
    if bool(args.records) == (args.league is not None):
        raise UsageError(said("name_records_league"))
    say, path = options.speech(args), args.output
    kept = proof.statements_in(path.read_bytes()) if path.exists() else []
    fetched = _of_league(args) if args.league is not None else _of_records(args)
    new = [one for place, one in enumerate(fetched) if one not in kept and one not in fetched[:place]]
    with path.open("ab") as file:
        file.writelines(dumps(one) + b"\n" for one in new)
    keys = trust.trusted(trust.pinned(options.settings().data))
    verdict = proof.of_statements([*kept, *new], keys)
    note(f"{len(new)} {say('new', 'nuevas')}, {len(kept)} {say('known', 'conocidas')}")
    write_line(plain(say.of(verdict.says)))
    for one in verdict.proof:
        write_line(dumps(one).decode())
    return verdict.code


def _of_records(args: argparse.Namespace) -> list[Json]:
    """The last statement about each record, and one of now."""
    say, api, found = options.speech(args), options.anybody(args, args.address.rstrip("/")), list[Json]()
    records = [options.record_of(part.strip())[0] for part in args.records.split(",") if part.strip()]
    with bar(say("fetching", "trayendo"), len(records)) as advance:
        for record in records:
            try:
                found += [api.get(f"/v1/records/{record}/statement", now=now) for now in (0, 1)]
            except ProblemError as error:
                note(plain(f"{record}: {error}"))
            advance(1)
    return [one for one in found if proof.is_statement(one)]


def _of_league(args: argparse.Namespace) -> list[Json]:
    """The last statement about each record of a league's feed."""
    api, after, found = options.anybody(args, args.address.rstrip("/")), "0", list[Json]()
    while True:
        page = api.get("/v1/feed", league=args.league, limit=LINES, after=after)
        found += [line["statement"] for line in page["lines"] if proof.is_statement(line["statement"])]
        after = page["cursor"]
        if not page["more"]:
            return found
