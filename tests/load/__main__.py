"""``python -m tests.load``: what an honest table notices while a crowd asks for what takes long.

For each attack and each pair of hands 32 callers throw requests, none waiting for anything but its answer, or many
connections are held, while an honest club records moves, asks for ``/healthz`` and exports. Printed are p50 and p99 of
moves and health, in milliseconds, beside the figures of the same club just before, with nobody else there: medians of
the runs, and by how much they grew. ``--through nginx`` or ``caddy`` has 4,400 half-sent requests meet the shipped
configuration; without a proxy such an attack takes all connections, and is not made.
"""

import argparse
import contextlib
import dataclasses
import http.client
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from service.access import tokens
from service.store.connect import connect
from tests.bench import table
from tests.bench.append import store_url
from tests.fixtures.certificates import pair
from tests.load import calls
from tests.service.run import test_proxies

CALLERS = 32
PAUSE_S = 0.025
"""Between two requests of the honest club; every second one is a move."""
P50, P99 = 2.0, 4.0
"""So many times what they are in quiet they may be."""


@dataclasses.dataclass
class Club:
    """An honest club that records game after game."""

    up: table.Up
    token: str
    through: int = 0
    exports: list[int] = dataclasses.field(default_factory=list)

    def __post_init__(self) -> None:
        self._record = self.open()
        self._games = itertools.cycle(table.games(20))
        self._moves: Iterator[tuple[str, int, table.Json]] = self._played()

    def _played(self) -> Iterator[tuple[str, int, table.Json]]:
        """Moves with their record and the version that they follow; a record is opened when it is its turn."""
        for moves in self._games:
            record = self.open()
            for version, move in enumerate(moves, 1):
                yield record, version, move

    def open(self) -> str:
        """A record of its own."""
        seats = [{"colour": colour} for colour in table.SEATS]
        body = json.dumps({"game": "kingdoms", "seats": seats})
        status, answer = _ask(self._connect(), "POST", "/v1/records", body, self._headers())
        assert status == 201, answer
        return str(json.loads(answer)["id"])

    def _connect(self) -> http.client.HTTPConnection:
        if self.through:
            return test_proxies.Named(f"{test_proxies.SITE}:{self.through}", timeout=120)
        return http.client.HTTPConnection(*self.up.address, timeout=120)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}

    def evening(self, seconds: float) -> dict[str, list[float]]:
        """Record moves and look whether the service lives; the milliseconds that each answer took."""
        took: dict[str, list[float]] = {"move": [], "healthz": []}
        exporting = threading.Thread(target=self._export, args=(seconds,))
        exporting.start()
        with contextlib.closing(self._connect()) as recorder, contextlib.closing(self._connect()) as watcher:
            _ask(watcher, "GET", "/healthz")
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                record, version, move = next(self._moves)
                self._record = record
                headers = {**self._headers(), "If-Match": f'"{version}"'}
                began = time.perf_counter()
                status, answer = _ask(recorder, "POST", f"/v1/records/{record}/moves", json.dumps(move), headers)
                took["move"].append((time.perf_counter() - began) * 1000)
                assert status == 201, answer
                time.sleep(PAUSE_S)
                began = time.perf_counter()
                status, _ = _ask(watcher, "GET", "/healthz")
                took["healthz"].append((time.perf_counter() - began) * 1000)
                assert status == 200
                time.sleep(PAUSE_S)
        exporting.join()
        return took

    def _export(self, seconds: float) -> None:
        """Export the record of the club each second; one that is answered late delays the next."""
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            with contextlib.closing(self._connect()) as connection:
                path = f"/v1/records/{self._record}/export?format=text"
                self.exports.append(_ask(connection, "GET", path, None, self._headers())[0])
            time.sleep(1)


def _ask(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    body: str | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, bytes]:
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    return answer.status, answer.read()


@contextlib.contextmanager
def crowd(up: table.Up, attack: calls.Attack, counted: Counter[str], through: int) -> Iterator[None]:
    """The callers at work meanwhile; how they were answered is counted."""
    host, port = ("127.0.0.1", through) if through else up.address
    steps = [dataclasses.asdict(step) for step in attack.steps]
    callers = subprocess.Popen(
        [sys.executable, "-m", "tests.load.callers"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    assert callers.stdin is not None
    said = {"host": host, "port": port, "callers": CALLERS, "steps": steps, "hold": attack.hold, "text": attack.text}
    callers.stdin.write(json.dumps(said) + "\n")
    callers.stdin.flush()
    time.sleep(3 if attack.hold else 0.5)
    try:
        yield
    finally:
        told, _ = callers.communicate(timeout=120)
        counted.update(json.loads(told))


def figures(took: dict[str, list[float]]) -> list[float]:
    """p50 and p99 of moves, p50 and p99 of ``/healthz``."""
    return [table.spread(took[what])[share] for what in ("move", "healthz") for share in ("p50", "p99")]


def main() -> int:
    """Attack a service of its own; 1 where the honest club noticed more than it may."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each run, in quiet and attacked")
    parser.add_argument("--only", default="", help="attacks whose hands or name contain this")
    parser.add_argument("--rest", type=float, default=10.0, help="seconds between two attacks")
    parser.add_argument("--through", choices=("nginx", "caddy"), help="half-sent requests to this proxy")
    given = parser.parse_args()
    worst = 0
    with contextlib.ExitStack() as stack:
        up = stack.enter_context(table.service(MOVEBOOK_PROXIES="1"))
        through = 0
        if given.through:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            kind, paths = getattr(test_proxies, given.through), pair(folder, test_proxies.SITE)
            through = stack.enter_context(test_proxies.running(kind, folder, up.address[1], paths))
        club = Club(up, tokens.create(connect(store_url(up)), "record"), through)
        club.evening(2)
        print(f"{'':30}{'a move: p50, p99 (quiet)':>34}{'/healthz: p50, p99 (quiet)':>34}   answers", flush=True)
        for attack in [calls.HALF_TLS] if through else calls.made(up, club.token):
            name = f"{attack.hands}: {attack.name}"
            if given.only not in name:
                continue
            quiet, loud, counted = list[list[float]](), list[list[float]](), Counter[str]()
            club.exports.clear()
            for _ in range(given.runs):
                quiet.append(figures(club.evening(given.seconds)))
                with crowd(up, attack, counted, through):
                    loud.append(figures(club.evening(given.seconds)))
                time.sleep(given.rest)
            before, after = (
                [statistics.median(column) for column in zip(*rows, strict=True)] for rows in (quiet, loud)
            )
            times = [now / then for now, then in zip(after, before, strict=True)]
            held = all(grew <= most for grew, most in zip(times, (P50, P99) * 2, strict=True))
            held &= set(club.exports) == {200}
            worst |= not held
            cells = [
                f"{now:.1f} ({then:.1f}) {grew:.1f}x" for now, then, grew in zip(after, before, times, strict=True)
            ]
            print(
                f"{name:30}{cells[0]:>17}{cells[1]:>17}{cells[2]:>17}{cells[3]:>17}   "
                f"{', '.join(f'{count} x {status}' for status, count in sorted(counted.items()))}; "
                f"{club.exports.count(200)} of {len(club.exports)} exports"
                f"{'' if held else '   TOO MUCH'}",
                flush=True,
            )
    return int(worst)


if __name__ == "__main__":
    sys.exit(main())
