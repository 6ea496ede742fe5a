"""``movebook token``: creates and manages tokens."""

import argparse
import re
import sys
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from engines.kernel.game import Json
from engines.kernel.seats import Seats
from engines.kernel.text import plain
from service.access import tokens
from service.cli import options
from service.cli.errors import CommandError, UsageError
from service.cli.language import Speech
from service.cli.store import log_client
from service.out import note, write_json, write_line, write_qr
from service.texts import said

_SPAN = re.compile(r"([0-9]{1,5})([mhdw])\Z")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_HERE = ("localhost", "127.0.0.1", "::1")
"""Hosts that mean the phone itself if a phone scans a link with one of them."""
_SECRET = re.compile(r"mb_([a-z2-7]{16})_[A-Za-z0-9_-]{43}\Z")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(title="actions", metavar="create|list|revoke", dest="action", required=True)
    create = actions.add_parser("create", help="create a token; its secret is shown only once", allow_abbrev=False)
    create.add_argument(
        "--scope",
        required=True,
        choices=[scope for scope in tokens.SCOPES if scope != "league"],  # movebook league makes those
        help="admin: everything; record: open records, or with --record write that one; seat: one seat's secrets; "
        "read: look at one record; judge: undo, correct and rule in one record, with the eyes of everybody",
    )
    create.add_argument("--record", metavar="ID", help="bind it to a record")
    create.add_argument("--seat", help="the seat, for scope seat: its number from 0, or its colour")
    create.add_argument("--label", default="", help="what you call it")
    create.add_argument("--expires", type=_expiry, metavar="WHEN", help="30d, 12h, 90m, or a date as 2026-12-31")
    create.add_argument(
        "--qr", action=argparse.BooleanOptionalAction, help="show the link as a QR code (default in a terminal)"
    )
    listing = actions.add_parser("list", help="list tokens, without their secrets", allow_abbrev=False)
    listing.add_argument("--record", metavar="ID", help="those of a record")
    revoke = actions.add_parser("revoke", help="revoke a token", allow_abbrev=False)
    revoke.add_argument("token", metavar="TOKEN", help="its id (or the secret itself)")
    revoke.add_argument("--record", metavar="ID", help="the record it is bound to")
    for action in (create, listing, revoke):
        action.add_argument("--json", action="store_true", help="print JSON")
        options.add_service(action)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    say = options.speech(args)
    if not args.record and (args.url or args.token_file):
        named = "--url" if args.url else "--token-file"
        raise UsageError(said("needs_record", named=named))
    actions = {"create": _create, "list": _list, "revoke": _revoke}
    return actions[args.action](args, say)


def _create(args: argparse.Namespace, say: Speech) -> int:
    if args.scope in tokens.BOUND and not args.record:
        raise UsageError(said("token_needs_record_record", scope=args.scope))
    if (args.scope == "seat") != (args.seat is not None):
        raise UsageError(said("seat_option_required"))
    if args.scope == "admin" and args.record:
        raise UsageError(said("admin_token_takes_no"))
    made = _of_record(args) if args.record else _at_store(args)
    if args.json:
        write_json(made)
        return 0
    write_line(made["token"])
    link = made.get("link")
    if link:
        write_line(link)
        if args.qr or (args.qr is None and sys.stdout.isatty()):
            _qr(link, args.qr)
        if urlsplit(link).hostname in _HERE:
            note(say.said("link_only_local"))
    until = f", {say('until', 'hasta')} {made['expires_at']}" if made.get("expires_at") else ""
    kept = say("it is not shown again", "no se vuelve a mostrar")
    note(f"{made['scope']} {made['id']}{until}; {kept}")
    return 0


def _of_record(args: argparse.Namespace) -> Json:
    """A token that the service makes, bound to a record."""
    record, api = options.record_api(args, args.record)
    body: Json = {"scope": args.scope}
    if args.seat is not None:
        body["seat"] = _seat(args.seat, [seat["colour"] for seat in api.get(f"/v1/records/{record}")["seats"]])
    if args.label:
        body["label"] = args.label
    if args.expires:
        body["expires_at"] = args.expires
    made = api.post(f"/v1/records/{record}/tokens", body)
    parts = urlsplit(made["link"])
    if parts.hostname in _HERE:
        # The service knows no other address than this machine's; one that was typed here is better.
        made["link"] = f"{api.url}{made['link'].removeprefix(f'{parts.scheme}://{parts.netloc}')}"
    return made


def _seat(text: str, colours: list[str]) -> int:
    try:
        return Seats(colours).named(text)
    except ValueError as error:
        raise UsageError(error.args[0]) from None


def _at_store(args: argparse.Namespace) -> Json:
    """A token made at the store itself."""
    with log_client(writes=True) as store:
        secret, token = tokens.issue(store, args.scope, label=args.label, expires_at=args.expires)
    return {**asdict(token), "token": secret}


def _list(args: argparse.Namespace, say: Speech) -> int:
    found = _listed(args)
    if args.json:
        write_json({"tokens": found})
        return 0
    for token in found:
        bound = f" {token['record']}" if token["record"] else ""
        seat = f" {say('seat', 'asiento')} {token['seat']}" if token["seat"] is not None else ""
        state, day = _state(token, say), token["created_at"][:10]
        write_line(
            plain(f"{token['id']}  {state:<10}  {day}  {token['scope']}{bound}{seat}  {token['label']}".rstrip())
        )
    return 0


def _listed(args: argparse.Namespace) -> list[Json]:
    if args.record:
        record, api = options.record_api(args, args.record)
        found: list[Json] = api.get(f"/v1/records/{record}/tokens")["tokens"]
        return found
    with log_client() as store:
        return [asdict(token) for token in tokens.list_tokens(store)]


def _state(token: Json, say: Speech) -> str:
    if token["revoked_at"]:
        return say("revoked", "revocada")
    if token["expires_at"] and datetime.fromisoformat(token["expires_at"]) <= datetime.now(UTC):
        return say("expired", "caducada")
    return say("good", "válida")


def _revoke(args: argparse.Namespace, say: Speech) -> int:
    secret = _SECRET.match(args.token)
    token_id = secret[1] if secret else args.token
    if args.record:
        record, api = options.record_api(args, args.record)
        api.delete(f"/v1/records/{record}/tokens/{token_id}")
    else:
        with log_client(writes=True) as store:
            there = tokens.revoke(store, token_id)
        if not there:
            raise CommandError(said("no_token", token_id=token_id))
    if args.json:
        write_json({"revoked": token_id})
    else:
        write_line(plain(f"{token_id}: {say('revoked', 'revocada')}"))
    return 0


def _expiry(text: str) -> str:
    """A moment as RFC 3339 from a span or a date."""
    span = _SPAN.match(text)
    now = datetime.now(UTC)
    if span:
        moment = now + timedelta(**{_UNITS[span[2]]: int(span[1])})
    else:
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"{text!r:.40} is neither a span as 30d nor a date as 2026-12-31"
            ) from None
        moment = moment.astimezone(UTC)  # what names no zone is this machine's time
    if moment <= now:
        raise argparse.ArgumentTypeError(f"{text!r:.40} is past")
    return moment.isoformat(timespec="seconds")


def _qr(link: str, asked: bool | None) -> None:  # noqa: FBT001 - as the option says: yes, no, or nothing said
    """Show a link as a QR code, if the package for it is installed."""
    try:
        write_qr(link)
    except ModuleNotFoundError:
        if asked:
            raise CommandError(said("qr_code_needs_package")) from None
