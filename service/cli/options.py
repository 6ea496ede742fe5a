"""Options shared by commands: the address of the service, the token, the language."""

import argparse
import os
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from engines.kernel.game import LANGUAGES
from service.cli.client import Api, Credentials
from service.cli.errors import CommandError, UsageError
from service.cli.language import Speech, language
from service.config import Settings, SettingsError
from service.texts import said

DEFAULT_URL = "http://127.0.0.1:8080"

_TOKEN = re.compile(r"mb_[a-z2-7]{16}_[A-Za-z0-9_-]{43}\Z")
_RECORD = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
_LOCAL = re.compile(r"localhost\Z|127(\.[0-9]{1,3}){3}\Z|::1\Z")


def add_lang(parser: argparse.ArgumentParser) -> None:
    """Add ``--lang``."""
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="language of sentences (else MOVEBOOK_LANG, else the system's LANG, else en)"
    )


def add_service(parser: argparse.ArgumentParser) -> None:
    """Add the options for the service and the token, and ``--lang``."""
    group = parser.add_argument_group("service")
    group.add_argument("--url", help=f"address of the service (else MOVEBOOK_URL, else {DEFAULT_URL})")
    group.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="file with the token (else MOVEBOOK_TOKEN; for a service on this machine, else the data folder's token)",
    )
    add_lang(parser)


def speech(args: argparse.Namespace) -> Speech:
    """The language asked for."""
    return Speech(language(getattr(args, "lang", None)))


def settings() -> Settings:
    """The settings of the environment.

    Raises:
        CommandError: One of them cannot be used.
    """
    try:
        return Settings.load()
    except SettingsError as error:
        raise CommandError(str(error)) from None


def record_of(text: str) -> tuple[str, str | None, str | None]:
    """The id of a record, and the address and token if the text is a link (``.../viewer/?record=ID#t=TOKEN``).

    Raises:
        UsageError: It is neither an id nor a link to a record.
    """
    if text.startswith(("http://", "https://")):
        parts = urlsplit(text)
        named = parse_qs(parts.query).get("record", [])
        path = parts.path.split("/records/", 1)[1].split("/")[0] if "/records/" in parts.path else ""
        record = named[0] if named else path
        base = re.split(r"/viewer(?:/|\Z)|/v1/", parts.path, maxsplit=1)[0].rstrip("/")
        token = parse_qs(parts.fragment).get("t", [None])[0]
        if _RECORD.match(record):
            return record, f"{parts.scheme}://{parts.netloc}{base}", token
    elif _RECORD.match(text):
        return text, None, None
    raise UsageError(said("no_record_id", text=text))


def api(args: argparse.Namespace, url: str | None = None, token: str | None = None) -> Api:
    """The service that the arguments and the environment name.

    Args:
        args: Parsed arguments of a parser with the options of :func:`add_service`.
        url: The address in a link; ``--url`` overrides it.
        token: The token in a link; ``--token-file`` overrides it.

    Raises:
        UsageError: The text is not the address of a service.
        CommandError: A token file that cannot be read, or holds no token.
    """
    address = (args.url or url or os.environ.get("MOVEBOOK_URL") or DEFAULT_URL).rstrip("/")
    local = bool(_LOCAL.match(_host(address)))
    # The token of a link is sent only to the service that the link names.
    given = token if args.url is None or args.url.rstrip("/") == url else None
    found = Api(address, credentials(args.token_file, given, local=local), language(args.lang), local=local)
    args.closing.callback(found.close)
    return found


def record_api(args: argparse.Namespace, text: str) -> tuple[str, Api]:
    """The record of an id or a link, and the service that has it; as :func:`record_of` and :func:`api`."""
    record, url, token = record_of(text)
    return record, api(args, url, token)


def anybody(args: argparse.Namespace, url: str) -> Api:
    """A service at an address, to be called without a token.

    Raises:
        UsageError: The text is not the address of a service.
    """
    _host(url)
    found = Api(url, Credentials(None), language(args.lang), local=False)
    args.closing.callback(found.close)
    return found


def _host(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(said("not_service_address_such", address=address, default_url=DEFAULT_URL))
    return parts.hostname


def credentials(path: Path | None, given: str | None, *, local: bool) -> Credentials:
    """The token to call with.

    Raises:
        CommandError: The token file cannot be read, or does not hold a token.
    """
    if path is not None:
        return Credentials(_token(_read(path), str(path)))
    if given is not None:
        return Credentials(_token(given, "#t="))
    stated = os.environ.get("MOVEBOOK_TOKEN", "")
    if stated:
        return Credentials(_token(stated, "MOVEBOOK_TOKEN"))
    # The admin token of this machine's own service is never sent to another service.
    kept = settings().data / "token" if local else None
    if kept is not None and kept.is_file() and os.access(kept, os.R_OK):
        return Credentials(_token(_read(kept), str(kept)), assumed=True)
    return Credentials(None)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        return ""


def _token(text: str, where: str) -> str:
    found = text.strip()
    if not _TOKEN.match(found):
        # Never show the text itself: it may be some other secret.
        raise CommandError(said("contains_no_movebook_token", where=where))
    return found
