"""``movebook league``: who organises tables here."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from engines.kernel.text import plain
from service.access import tokens
from service.cli import options
from service.cli.errors import CommandError, UsageError
from service.cli.store import log_client
from service.out import note, write_json, write_line
from service.record import leagues
from service.record.leagues import LeagueExistsError

EPILOG = """examples:
  movebook league create castilla --name "Liga de Castilla"     prints the league's token, once
  movebook league list

The token opens the league's tables, reads them and gives out their links (docs/api-tour.md). It records no move.
Leagues are created at the store itself: on the machine where it runs, or with MOVEBOOK_LOG_URL."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what it takes."""
    actions = parser.add_subparsers(title="actions", metavar="create|list", dest="action", required=True)
    create = actions.add_parser("create", help="create a league; its token is shown only once", allow_abbrev=False)
    create.add_argument("league", metavar="ID", help="its id: small letters, digits and '-'")
    create.add_argument("--name", required=True, help="what people call it")
    create.add_argument(
        "--tables-a-day", type=int, default=leagues.TABLES_A_DAY, metavar="N", help="tables that it may open on one day"
    )
    listing = actions.add_parser("list", help="list leagues", allow_abbrev=False)
    for action in (create, listing):
        action.add_argument("--json", action="store_true", help="print JSON")
        options.add_lang(action)


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    say = options.speech(args)
    if args.action == "list":
        with log_client() as store:
            found = [asdict(league) for league in leagues.list_all(store)]
        if args.json:
            write_json({"leagues": found})
        else:
            for league in found:
                write_line(plain(f"{league['id']:<20}  {league['created_at'][:10]}  {league['name']}"))
        return 0
    with log_client(writes=True) as store:
        try:
            made = leagues.create(store, args.league, args.name, args.tables_a_day)
        except ValueError:
            raise UsageError(
                f"{args.league!r:.60} is no id: small letters, digits and '-', at most 40",
                f"{args.league!r:.60} no es un identificador: minúsculas, cifras y '-', 40 como máximo",
            ) from None
        except LeagueExistsError:
            raise CommandError(f"there is a league {args.league}", f"ya hay una liga {args.league}") from None
        secret, token = tokens.issue(store, "league", league=made.id, label=made.name)
    if args.json:
        write_json({**asdict(made), "token": secret})
        return 0
    write_line(secret)
    note(plain(f"{made.id} {token.id}; {say('it is not shown again', 'no se vuelve a mostrar')}"))
    return 0
