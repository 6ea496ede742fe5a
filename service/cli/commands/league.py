"""``movebook league``: who organises tables here."""

import argparse
import time
from dataclasses import asdict
from urllib.parse import quote

from engines.kernel.text import plain
from service.access import tokens
from service.cli import options
from service.cli.errors import CommandError, UsageError
from service.cli.store import log_client
from service.out import note, write_json, write_line
from service.record import leagues
from service.record.leagues import LeagueExistsError
from service.texts import said

CALLS = ("set", "show", "remove", "test", "resume", "rotate")
WAIT_S, PAUSE_S = 30, 0.5
"""Seconds to wait for the result of a test, and between two requests for it."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(title="actions", metavar="create|list|webhook", dest="action", required=True)
    create = actions.add_parser("create", help="create a league; its token is shown only once", allow_abbrev=False)
    create.add_argument("league", metavar="ID", help="its id: small letters, digits and '-'")
    create.add_argument("--name", required=True, help="what people call it")
    create.add_argument(
        "--tables-a-day", type=int, default=leagues.TABLES_A_DAY, metavar="N", help="tables that it may open on one day"
    )
    listing = actions.add_parser("list", help="list leagues", allow_abbrev=False)
    webhook = actions.add_parser("webhook", help="where its lines of the feed are sent to", allow_abbrev=False)
    webhook.add_argument("call", metavar="|".join(CALLS), choices=CALLS, help="what to do")
    webhook.add_argument("league", metavar="ID", help="the league's id")
    webhook.add_argument("address", metavar="ADDRESS", nargs="?", help="of `set`: where to, https")
    options.add_service(webhook)
    for action in (create, listing):
        options.add_lang(action)
    for action in (create, listing, webhook):
        action.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    say = options.speech(args)
    if args.action == "webhook":
        return _webhook(args)
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
            raise UsageError(said("no_league_id", league=args.league)) from None
        except LeagueExistsError:
            raise CommandError(said("league_exists", league=args.league)) from None
        secret, token = tokens.issue(store, "league", league=made.id, label=made.name)
    if args.json:
        write_json({**asdict(made), "token": secret})
        return 0
    write_line(secret)
    note(plain(f"{made.id} {token.id}; {say('it is not shown again', 'no se vuelve a mostrar')}"))
    return 0


def _webhook(args: argparse.Namespace) -> int:
    """Call the service for a webhook; return 1 if a test did not arrive."""
    if (args.call == "set") != (args.address is not None):
        raise UsageError(said("address_belongs_set_only"))
    api, path = options.api(args), f"/v1/leagues/{quote(args.league, safe='')}/webhook"
    if args.call == "remove":
        api.delete(path)
        return 0
    if args.call == "set":
        found = api.put(path, {"url": args.address})
    elif args.call == "show":
        found = api.get(path)
    else:
        found = api.post(f"{path}/{args.call}", {} if args.call == "rotate" else None)
    before, ends = found["last"], time.monotonic() + WAIT_S
    while args.call == "test" and found["last"] == before and time.monotonic() < ends:
        time.sleep(PAUSE_S)
        found = api.get(path)
    if args.json:
        write_json(found)
    else:
        if "secret" in found:
            write_line(found["secret"])
        last, disabled = found["last"] or {}, (found["disabled"] or {}).get("why")
        shown = [found["url"], last.get("at"), last.get("type"), last.get("error") or last.get("status"), disabled]
        note(plain("  ".join(str(part) for part in shown if part is not None)))
    return int(args.call == "test" and (found["last"] == before or found["last"]["error"] is not None))
