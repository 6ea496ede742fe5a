"""A table in its recorder's hands, over HTTP: for the page behind a seat's link, which needs a real service."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import requests

from engines import GAMES
from service.record.entries.boxes import hash_of
from tests.viewer.replay_fixture import defaults

PATIENCE_S = 40 * float(os.environ.get("MOVEBOOK_PATIENCE", "1"))
"""Time limit of every wait for a service or a page (s). Only a fault takes so long, unless the machine is very busy."""

BUSY = 20
"""A call that a busy service refuses is made again, up to this many times."""


@contextmanager
def running(
    folder: Path, python: Path | str = sys.executable, place: Path = Path(__file__).parents[2], more: Sequence[str] = ()
) -> Iterator[dict[str, str]]:
    """A whole service on a data folder: its ``url``, and a ``token`` that opens records."""
    command = [str(python), "-m", "service.cli", "up", "--port", "0", "--json", "--data", str(folder), *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=place)
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.stdout.close()
        process.wait(PATIENCE_S)


def stored_box(up: dict[str, str], game: str, box: Any) -> str:
    """Keep an owner's box at a service, under a name of its own; its hash, by which records are opened with it."""
    headers = {"Authorization": f"Bearer {up['token']}"}
    named = {**box, "edition": f"own-{hash_of(box)[:8]}"}
    url = f"{up['url']}/v1/boxes?game={game}&confirmed=1"
    answer = requests.post(url, json=named, headers=headers, timeout=PATIENCE_S)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["hash"])


class Table:
    """A record in its recorder's hands."""

    def __init__(
        self,
        up: dict[str, str],
        game: str = "kingdoms",
        colours: tuple[str, ...] = ("red", "blue"),
        names: tuple[str, ...] = ("Ana", "Ben", "Cid"),
        **opening: Any,
    ) -> None:
        self.url, self.token, self.game, self.colours = up["url"], up["token"], game, colours
        seats = [{"colour": colour, "name": name} for colour, name in zip(colours, names, strict=False)]
        self.id = self.post("/v1/records", {"game": game, "seats": seats, **opening})["id"]

    @classmethod
    def opened(cls, up: Mapping[str, str], record: str) -> Table:
        """A record that somebody has begun elsewhere."""
        table = cls.__new__(cls)
        table.url, table.token, table.id = up["url"], up["token"], record
        summary = table.get("", table.token)
        table.game, table.colours = summary["game"], tuple(seat["colour"] for seat in summary["seats"])
        return table

    def call(self, verb: str, path: str, **more: Any) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        asked = partial(requests.request, verb, self.url + path, headers=headers, timeout=PATIENCE_S, **more)
        answer = asked()
        for _ in range(BUSY):
            if answer.status_code != 503:
                break
            time.sleep(float(answer.headers.get("Retry-After", "1")))
            answer = asked()
        assert answer.ok, answer.text
        return answer

    def post(self, path: str, body: Any, **headers: str) -> Any:
        return self.call("POST", path, json=body, headers=headers).json()

    def get(self, what: str, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return requests.get(f"{self.url}/v1/records/{self.id}{what}", headers=headers, timeout=PATIENCE_S).json()

    def move(self, **move: Any) -> None:
        version = self.get("")["version"]
        self.post(f"/v1/records/{self.id}/moves", move, **{"If-Match": f'"{version}"'})

    def try_move(self, **move: Any) -> Any:
        """What is answered to a move that the rules forbid."""
        headers = {"Authorization": f"Bearer {self.token}", "If-Match": f'"{self.get("")["version"]}"'}
        answer = requests.post(f"{self.url}/v1/records/{self.id}/moves", json=move, headers=headers, timeout=PATIENCE_S)
        assert answer.status_code == 422, answer.text
        return answer.json()

    def moves(self) -> Iterator[Any]:
        """What an imaginary table plays here: the same game each time."""
        game = GAMES[self.game]
        return game.table(random.Random(4), list(self.colours), defaults(self.game), game.box())

    def write(self, what: str, body: Any, token: str | None = None, **query: Any) -> Any:
        """A call that follows the record as it stands: ``corrections``, ``undo``, ``notes`` ...; its answer."""
        headers = {"If-Match": f'"{self.get("")["version"]}"'}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return self.call("POST", f"/v1/records/{self.id}/{what}", json=body, headers=headers, params=query).json()

    def bring(self, moves: Iterable[Any]) -> None:
        """Type moves, one after another, in one go."""
        lines = "\n".join(json.dumps(move) for move in moves).encode()
        headers = {"If-Match": f'"{self.get("")["version"]}"', "Content-Type": "application/x-ndjson"}
        self.call("POST", f"/v1/records/{self.id}/import", data=lines, headers=headers)

    def play(self, until: Callable[[Any], bool]) -> None:
        """The imaginary table's moves up to one that is wanted, which is left out."""
        self.bring(itertools.takewhile(lambda move: not until(move), self.moves()))

    def play_out(self) -> None:
        """The imaginary table's whole game, in pieces that a busy machine takes in time."""
        moves = list(self.moves())
        for start in range(0, len(moves), 10):
            self.bring(moves[start : start + 10])

    def judge(self) -> str:
        """The token of a judge whom the record's owner appoints."""
        return str(self.post(f"/v1/records/{self.id}/tokens", {"scope": "judge"})["token"])

    def link(self, seat: int) -> str:
        return str(self.post(f"/v1/records/{self.id}/tokens", {"scope": "seat", "seat": seat})["link"])

    def moves_of(self, seat: int, kind: str) -> list[Any]:
        return [
            entry for entry in self.get("/log?limit=1000")["entries"] if entry["body"] == {"type": kind, "seat": seat}
        ]
