"""``movebook trust``: which services' signatures this machine believes."""

import argparse

from engines.kernel.text import plain
from service.cli import options
from service.cli.errors import CommandError
from service.out import note, write_json, write_line
from service.record import trust
from service.texts import said


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("address", nargs="?", metavar="URL", help="address of the service")
    parser.add_argument("--replace", action="store_true", help="also where its former key did not sign the present one")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Pin the key, or list the pinned ones."""
    say, data = options.speech(args), options.settings().data
    services = trust.pinned(data)
    if args.address is None:
        if args.json:
            write_json(services)
        for name, answer in services.items() if not args.json else ():
            write_line(plain(f"{answer.get('key')}  {name}"))
        return 0
    address = args.address.rstrip("/")
    answer = options.anybody(args, address).get("/v1/key")
    try:
        trust.keys_of(answer, address)
        known = services.get(address)
        new = known is not None and not args.replace and not trust.follows(known["key"], answer)
    except (KeyError, TypeError, ValueError):
        raise CommandError(said("answer_no_key_service", address=address)) from None
    if new:
        raise CommandError(said("key_differs", address=address, what=answer["key"]))
    trust.pin(data, address, answer)
    if args.json:
        write_json(answer)
        return 0
    write_line(answer["key"])
    note(plain(f"{address}: {say('trusted from now on', 'de confianza desde ahora')}"))
    return 0
