"""What the measurements share: imaginary games, a service on a store of its own, percentiles."""

import contextlib
import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import requests

from engines import GAMES
from service.record.write.open_record import NewRecord
from service.record.write.recording import Recording
from tests.kill.processes import family

Json = dict[str, Any]
SEATS = ("yellow", "red", "blue")


def games(count: int, game: str = "kingdoms", seats: Sequence[str] = SEATS, **options: Any) -> list[list[Json]]:
    """Imaginary games of one title, each a list of moves without its secrets."""
    title = GAMES[game]
    full = {name: options.get(name, field.default) for name, field in title.options().items()}
    box = title.box()
    return [list(title.table(random.Random(seed), seats, full, box, knows="public")) for seed in range(count)]


def opened(recording: Recording, game: str, seats: Sequence[str], box: str, **options: Any) -> str:
    """A fresh record, opened without a service."""
    sit = [{"colour": seat} for seat in seats]
    opening: Any = {
        "game": game, "seats": sit, "options": options, "policies": {}, "box": box, "visibility": "unlisted",
    }  # fmt: skip
    live, _ = recording.open(NewRecord(by="bench", occasion={}, **opening))
    return live.record


@dataclasses.dataclass
class Up:
    """A running service."""

    url: str
    token: str
    data: Path
    pid: int

    @property
    def address(self) -> tuple[str, int]:
        host, _, port = self.url.removeprefix("http://").rpartition(":")
        return host, int(port)

    @contextlib.contextmanager
    def without_workers(self) -> Iterator[None]:
        """The workers stand still meanwhile: what the API and the log take alone."""
        workers = [pid for pid, command in family(self.pid).items() if "-m worker" in command]
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in workers:
                os.kill(pid, signal.SIGCONT)

    def post(self, path: str, **body: Any) -> Json:
        """A call that must succeed."""
        headers = {"Authorization": f"Bearer {self.token}", **body.pop("headers", {})}
        answer = requests.post(self.url + path, headers=headers, timeout=60, **body)
        answer.raise_for_status()
        document: Json = answer.json()
        return document

    def open(self, game: str = "kingdoms", seats: Sequence[str] = SEATS, **more: Any) -> str:
        """A fresh record."""
        return str(self.post("/v1/records", json={"game": game, "seats": [{"colour": s} for s in seats], **more})["id"])


@contextlib.contextmanager
def service(**settings: str) -> Iterator[Up]:
    """``movebook up`` on a folder of its own, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="movebook-bench-") as folder:
        command = [sys.executable, "-m", "service.cli", "up", "--port", "0", "--json", "--data", folder]
        process = subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.PIPE)
        try:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            yield Up(told["url"], told["token"], Path(folder), process.pid)
        finally:
            process.terminate()
            process.wait(30)


def spread(values: Sequence[float]) -> Json:
    """Median and tails of some figures."""
    rising = sorted(values)

    def at(share: float) -> float:
        return rising[min(len(rising) - 1, int(share * len(rising)))]

    return {"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "most": rising[-1]}


def until(done: Any, seconds: float = 60) -> float:
    """Wait for something; the seconds it took."""
    began = time.perf_counter()
    while not done():
        if time.perf_counter() - began > seconds:
            raise TimeoutError
        time.sleep(0.002)
    return time.perf_counter() - began
