"""Calls of our own functions from a move's HTTP request to its answer: ``python -m tests.bench.calls [GAME]``.

A move is sent to the WSGI application in one process, and each call of a function in ``service/`` and ``engines/`` is
counted. The store is real. The median over the moves of a simulated game is printed, and the calls of one move by file.
"""

import collections
import dataclasses
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, Self

from flask.testing import FlaskClient

from engines import GAMES
from service.access import tokens
from service.api.app import create_app
from service.config import Settings
from service.store.embedded import open_store
from tests.bench import table

TOP = Path(__file__).parents[2]
OURS = tuple(str(TOP / part) for part in ("service", "engines"))
MOVES = 60
SHOWN = 40
"""Functions that are listed."""


class Count:
    """Counts calls of our functions while it is entered."""

    def __init__(self) -> None:
        self.by_file: collections.Counter[str] = collections.Counter()

    def __enter__(self) -> Self:
        sys.setprofile(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _called(self, frame: Any, event: str, _arg: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            self.by_file[f"{frame.f_code.co_filename.removeprefix(str(TOP) + '/')} {frame.f_code.co_name}"] += 1


def main() -> None:
    """Play a game of each title, or of the one that is named, and print the calls of its moves."""
    with tempfile.TemporaryDirectory(prefix="movebook-bench-") as folder:
        settings = dataclasses.replace(Settings.load({}), data=Path(folder), rate=0, rate_address=0, cost=0)
        with open_store(settings) as store:
            app = create_app(dataclasses.replace(settings, log_url=store.log_url, queue_url=store.queue_url))
            token = tokens.create(app.extensions["movebook"].log.store, "admin")
            for game in sys.argv[1:] or GAMES:
                _play(app.test_client(), {"Authorization": f"Bearer {token}"}, game)


def _play(client: FlaskClient, bearer: dict[str, str], game: str) -> None:
    seats = list(GAMES[game].colours(GAMES[game].box()))[:3]
    opening = {"game": game, "seats": [{"colour": colour} for colour in seats]}
    record = client.post("/v1/records", json=opening, headers=bearer).json["id"]
    counts: list[Count] = []
    for version, move in enumerate(table.games(1, game, seats)[0][:MOVES], 1):
        count = Count()
        with count:
            answer = client.post(
                f"/v1/records/{record}/moves", json=move, headers={**bearer, "If-Match": f'"{version}"'}
            )
        if answer.status_code != 201:
            raise RuntimeError(answer.text)
        counts.append(count)
    counts.sort(key=lambda count: count.by_file.total())
    calls = statistics.median(count.by_file.total() for count in counts)
    frames = statistics.median(
        sum(n for name, n in count.by_file.items() if name.endswith(("comp>", "genexpr>"))) for count in counts
    )
    print(f"{game}: {calls:.0f} calls a move, {frames:.0f} of them comprehensions and generators", flush=True)
    for name, calls in counts[len(counts) // 2].by_file.most_common(SHOWN):
        print(f"  {calls:5} {name}", flush=True)


if __name__ == "__main__":
    main()
