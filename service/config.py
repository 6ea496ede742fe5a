"""The settings: one table, read from the environment once and then immutable."""

from __future__ import annotations

import difflib
import ipaddress
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib import resources
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


def _setting(variable: str, read: Callable[[str], Any], default: Any = None) -> Any:
    return field(default=default, metadata={"variable": variable, "read": read})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the service, described in ``settings.json``; :func:`table` returns all as a table."""

    log_url: str | None = _setting("MOVEBOOK_LOG_URL", _text)
    queue_url: str | None = _setting("MOVEBOOK_QUEUE_URL", _text)
    data: Path = _setting("MOVEBOOK_DATA", _path, Path())
    archive: Path | None = _setting("MOVEBOOK_ARCHIVE", _path)
    archive_closed_days: int = _setting("MOVEBOOK_ARCHIVE_CLOSED", _whole(0, 36_500), 7)
    archive_idle_days: int = _setting("MOVEBOOK_ARCHIVE_IDLE", _whole(0, 36_500), 90)
    store_server: str | None = _setting("MOVEBOOK_STORE_SERVER", _text)
    store_check: str = _setting("MOVEBOOK_STORE_CHECK", _choice("refuse", "warn"), "refuse")
    signing_key: Path | None = _setting("MOVEBOOK_SIGNING_KEY", _path)
    host: str = _setting("MOVEBOOK_HOST", _text, "127.0.0.1")
    port: int = _setting("MOVEBOOK_PORT", _whole(0, 65535), 8080)
    cert: Path | None = _setting("MOVEBOOK_CERT", _path)
    cert_key: Path | None = _setting("MOVEBOOK_CERT_KEY", _path)
    processes: int = _setting("MOVEBOOK_PROCESSES", _whole(1, 64), 1)
    threads: int = _setting("MOVEBOOK_THREADS", _whole(1, 256), 8)
    pyodide: Path | None = _setting("MOVEBOOK_PYODIDE", _path)
    streams: int = _setting("MOVEBOOK_STREAMS", _whole(0, 4000), 1000)
    metrics: str | None = _setting("MOVEBOOK_METRICS", _address)
    workers: int = _setting("MOVEBOOK_WORKERS", _whole(0, 64), 1)
    public_url: str | None = _setting("MOVEBOOK_PUBLIC_URL", _public)
    proxies: int = _setting("MOVEBOOK_PROXIES", _whole(0, 8), 0)
    body_limit: int = _setting("MOVEBOOK_BODY_LIMIT", _whole(1 << 10, 1 << 30), 64 << 10)
    import_limit: int = _setting("MOVEBOOK_IMPORT_LIMIT", _whole(1 << 10, 1 << 30), 16 << 20)
    rate: int = _setting("MOVEBOOK_RATE", _whole(0, 1_000_000), 100)
    rate_address: int = _setting("MOVEBOOK_RATE_ADDRESS", _whole(0, 1_000_000), 100)
    burst: int = _setting("MOVEBOOK_BURST", _whole(1, 1_000_000), 500)
    rate_made: int = _setting("MOVEBOOK_RATE_MADE", _whole(0, 1_000_000), 20)
    burst_made: int = _setting("MOVEBOOK_BURST_MADE", _whole(1, 1_000_000), 100)
    rate_family: int = _setting("MOVEBOOK_RATE_FAMILY", _whole(0, 1_000_000), 200)
    burst_family: int = _setting("MOVEBOOK_BURST_FAMILY", _whole(1, 1_000_000), 1000)
    cost: int = _setting("MOVEBOOK_COST", _whole(0, 64_000), 200)
    cost_burst: int = _setting("MOVEBOOK_COST_BURST", _whole(1, 3_600_000), 3_000)
    most_made: int = _setting("MOVEBOOK_TOKENS", _whole(1, 1_000_000), 5000)
    moves: str = _setting("MOVEBOOK_MOVES", _moves, "")
    sweep_every_s: int = _setting("MOVEBOOK_SWEEP_EVERY", _whole(1, 86_400), 1)
    webhook_networks: str = _setting("MOVEBOOK_WEBHOOK_NETWORKS", _networks, "")

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
    says = json.loads(resources.files("service").joinpath("settings.json").read_text(encoding="utf-8"))
    lines = ["| variable | default | what it is |", "| --- | --- | --- |"]
    for each in fields(Settings):
        default = "" if each.default is None or each.name == "data" else f"`{each.default}`"
        lines.append(f"| `{each.metadata['variable']}` | {default} | {says[each.metadata['variable']]} |")
    return "\n".join(lines) + "\n"
