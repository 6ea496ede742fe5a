"""A service of its own, started as anybody starts it (``movebook up``), and calls to it over HTTP alone.

Nothing of the program is imported, so that all of this works before and after its files are moved and renamed.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse, RemoteDisconnected
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

TOP = Path(__file__).resolve().parents[3]
MOVEBOOK = Path(sys.executable).with_name("movebook")
SETTINGS = {
    "MOVEBOOK_PUBLIC_URL": "https://movebook.example",
    **dict.fromkeys(("MOVEBOOK_RATE", "MOVEBOOK_RATE_ADDRESS", "MOVEBOOK_RATE_MADE", "MOVEBOOK_RATE_FAMILY"), "0"),
    "MOVEBOOK_COST": "0",
}
"""No limits, and links that name no port of this machine."""
TIMEOUT_S = 600


def environment(data: Path) -> dict[str, str]:
    """The variables of a process of this checkout on a data folder."""
    hidden = ("MOVEBOOK_", "LANG", "LC_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    return kept | SETTINGS | {"MOVEBOOK_DATA": str(data), "PYTHONPATH": str(TOP)}


def movebook(data: Path, *words: object, ends: tuple[int, ...] = (0,)) -> str:
    """What a command prints; it must end with one of some exit codes."""
    command = [str(MOVEBOOK), *map(str, words)]
    done = subprocess.run(command, env=environment(data), cwd=data, capture_output=True, text=True, check=False)
    if done.returncode not in ends:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout


@contextlib.contextmanager
def up(data: Path) -> Iterator[tuple[str, str]]:
    """``movebook up`` on a data folder: host and port, and an admin's token."""
    command = [str(MOVEBOOK), "up", "--json", "--port", "0"]
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(command, env=environment(data), cwd=data, stdout=subprocess.PIPE, stderr=log)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise RuntimeError((data / "log").read_text())
        ready = json.loads(line)
        yield urlsplit(ready["url"]).netloc, ready["token"]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()
        lines = (data / "log").read_text().splitlines(keepends=True)
        # No record of the backup is: it is a fault of the program.
        sys.stderr.write("".join(line for line in lines if "is in quarantine" in line))


class Caller:
    """Calls of one service over one connection."""

    def __init__(self, host: str) -> None:
        self._connection = HTTPConnection(host, timeout=TIMEOUT_S)

    def begin(
        self, method: str, path: str, token: str | None, query: Mapping[str, Any], headers: Mapping[str, str], body: Any
    ) -> HTTPResponse:
        """Send a call and return its answer with the body unread."""
        sent = dict(headers) if token is None else {"Authorization": f"Bearer {token}", **headers}
        if isinstance(body, dict):
            body = json.dumps(body)
            sent.setdefault("Content-Type", "application/json")
        target = f"{path}?{urlencode(query)}" if query else path
        while True:
            with contextlib.suppress(RemoteDisconnected, BrokenPipeError):  # idle for too long: nothing was done
                self._connection.request(method, target, body, sent)
                answer = self._connection.getresponse()
                if answer.status != HTTPStatus.SERVICE_UNAVAILABLE:  # a slow machine
                    return answer
                answer.read()
            self._connection.close()

    def hang_up(self) -> None:
        """Close the connection; the next call opens it again."""
        self._connection.close()
