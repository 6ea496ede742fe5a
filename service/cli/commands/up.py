"""``movebook up``: everything on this machine, until Ctrl-C."""

import argparse
from dataclasses import replace
from pathlib import Path

from service.cli.options import settings
from service.run import up

_MOST_PORT = 65535


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--host", help="address to listen on (else MOVEBOOK_HOST, else 127.0.0.1)")
    parser.add_argument(
        "--port", type=_port, metavar="N", help="port; 0 for any free one (else MOVEBOOK_PORT, else 8080)"
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="folder of the data and the token (else MOVEBOOK_DATA)"
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="let phones on the network in: listen on its address (all, or --host) and show the link as a QR code",
    )
    parser.add_argument(
        "--cert", type=Path, metavar="FILE", help="certificate to serve HTTPS with, in PEM (else MOVEBOOK_CERT)"
    )
    parser.add_argument("--key", type=Path, metavar="FILE", help="its key, in PEM (else MOVEBOOK_CERT_KEY)")
    parser.add_argument("--json", action="store_true", help='print one line {"url", "token"} when ready, nothing else')
    parser.add_argument(
        "--repair",
        action="store_true",
        help="first repair the embedded store's files: drop what cannot be read, report it, keep the old files",
    )
    parser.add_argument("--demo", action="store_true", help="add demo games to an empty store")


def run(args: argparse.Namespace) -> int:
    """Run until stopped."""
    given = {
        "host": args.host,
        "port": args.port,
        "data": _absolute(args.data),
        "cert": _absolute(args.cert),
        "cert_key": _absolute(args.key),
    }
    here = {name: value for name, value in given.items() if value is not None}
    wanted = replace(settings(), **here)
    return up.run(wanted, json_line=args.json, demo=args.demo, repair=args.repair, lan=args.lan)


def _absolute(path: Path | None) -> Path | None:
    return None if path is None else path.expanduser().absolute()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= _MOST_PORT):  # noqa: PLR2004
        raise argparse.ArgumentTypeError(f"{text!r:.20} is not a port, which is a number from 0 to {_MOST_PORT}")
    return int(text)
