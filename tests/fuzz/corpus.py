"""What is damaged: real games, as lines, as JSON and as exported files, from a service on a store of its own."""

import contextlib
import dataclasses
import functools
import json
import random
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from engines import GAMES
from engines.kernel import notation
from engines.kernel.game import Game, Json
from engines.kernel.replay import Fold
from service.access import tokens
from service.access.eyes import RECORDER
from service.api.app import create_app
from service.config import Settings
from service.record.derived import archiving, projections
from service.record.entries import boxes
from service.store.embedded import open_store
from service.store.log import RecordNotFoundError
from tests.long import cases

PATIENCE_S = 60
"""Seconds in which a service that is busy or out of reach must have come back."""


class NotLaidError(Exception):
    """The service does not lay the tables that are to be damaged; it says what was answered."""


@dataclasses.dataclass(frozen=True)
class Played:
    """A game that was played."""

    game: Game[Any, Any]
    seats: tuple[str, ...]
    moves: tuple[Json, ...]
    lines: tuple[str, ...]
    folds: tuple[Fold[Any, Any], ...]


def played(title: str, seed: int) -> Played:
    """An imaginary game of a title; by default one for all seeds."""
    return _played(title, seed % cases(1, 3))


@functools.cache
def _played(title: str, seed: int) -> Played:
    game = GAMES[title]
    box = game.box()
    seats = tuple(game.colours(box))[: min(3, game.seats.stop - 1)]
    options = {name: field.default for name, field in game.options().items()}
    moves = tuple(game.table(random.Random(seed), seats, options, box))
    folds = []
    for upto in {0, len(moves) // 7, len(moves) // 2, len(moves) - 1, len(moves)}:
        fold = Fold(game, seats, options, box)
        for move in moves[:upto]:
            fold.play(move)
        folds.append(fold)
    return Played(game, seats, moves, tuple(notation.write(game, box, move, seats) for move in moves), tuple(folds))


@functools.cache
def lines() -> dict[str, tuple[str, ...]]:
    """Lines of text notation by title; the short forms of a hand among them."""
    short = {"kingdoms": ("+3 2,5", "castle 4 1,3", "c4 1,3", "start -6 5,3", "start 5,3", "deal +6", "first blue",
                          "reveal -4", "count y=44 r=3", "count yellow=1 red=-2 blue=3",
                          "score_epoch gold.0=44 gold.red=-3", 'score_epoch gold={"0":1,"1":2}')}  # fmt: skip
    return {
        title: (*{line: None for seed in range(3) for line in played(title, seed).lines}, *short.get(title, ()))
        for title in GAMES
    }


@dataclasses.dataclass
class Place:
    """A service on a store of its own."""

    app: Flask
    settings: Settings
    admin: str = ""
    recorder: str = ""
    titles: list[str] = dataclasses.field(default_factory=list)
    records: list[str] = dataclasses.field(default_factory=list)
    documents: list[Json] = dataclasses.field(default_factory=list)

    @property
    def service(self) -> Any:
        return self.app.extensions["movebook"]

    @property
    def store(self) -> Any:
        return self.service.log.store

    @property
    def client(self) -> FlaskClient:
        return self.app.test_client()

    def fresh(self) -> None:
        """Empty the store, and lay out tables again: one just opened, one in the middle, one at its end."""
        self.store.flushall()
        self.service.lives._held.clear()
        self.app.extensions["movebook"].tokens.clear()
        boxes._kept.clear()
        self.admin = tokens.create(self.store, "admin")
        self.recorder = tokens.create(self.store, "record")
        self.titles = list(GAMES)
        self.records = []  # none, rather than some, where one cannot be laid
        laid = [self.open(title, *how) for title in self.titles for how in ((0, 0.0), (1, 0.15), (2, 1.0))]
        if not self.documents:
            mended = [self.mended(title) for title in self.titles]
            self.documents = [self.ask(200, f"/v1/records/{record}/export") for record in [*mended, *laid]]
        self.records = laid

    def archive(self, record: str) -> None:
        """Move a record into the archive, if it is there and can be folded."""
        log, lives = self.service.log, self.service.lives
        with contextlib.suppress(RecordNotFoundError, archiving.UnfitError):
            projections.project_or_quarantine(log, lives, record)
            if archiving.archive_record(log, record) and record > "m":
                projections.project_or_quarantine(log, lives, record)

    def mended(self, title: str) -> str:
        """A record of which some was taken back, brought back and corrected."""
        record = self.open(title, 1, 0.1)
        asked = [{"scope": "seat", "seat": seat} for seat in range(len(played(title, 1).seats))]
        mend(self, record, [self.ask(201, f"/v1/records/{record}/tokens", json=one)["token"] for one in asked])
        return record

    def open(self, title: str, seed: int, share: float) -> str:
        """Open a record and play a share of a game in it."""
        game = played(title, seed)
        body = {"game": title, "seats": [{"colour": seat, "name": f"P{seat}"} for seat in game.seats],
                "visibility": "public", "occasion": {"league": "l", "refs": {"site": "1"}}}  # fmt: skip
        record = str(self.ask(201, "/v1/records", json=body)["id"])
        moves = game.moves[: int(len(game.moves) * share)]
        for start in range(0, len(moves), 1000):
            text = "".join(json.dumps(move) + "\n" for move in moves[start : start + 1000])
            sent = {"If-Match": f'"{start + 1}"', "Content-Type": "application/x-ndjson"}
            self.ask(201, f"/v1/records/{record}/import", data=text, headers=sent)
        projections.project(self.service.log, self.service.lives, record)
        return record

    def ask(self, wanted: int, path: str, headers: Json | None = None, **body: Any) -> Json:
        """A call that is not thrown but needed, as a client makes it: tried again where it is answered 503."""
        asked = {"Authorization": f"Bearer {self.recorder}", "Idempotency-Key": uuid.uuid4().hex, **(headers or {})}
        until = time.monotonic() + PATIENCE_S
        while True:
            answer = self.client.open(path, method="POST" if body else "GET", headers=asked, **body)
            if answer.status_code == wanted:
                found: Json = answer.json
                return found
            again = answer.headers.get("Retry-After", "") if answer.status_code == 503 else ""
            if not again or time.monotonic() > until:
                raise NotLaidError(f"{path}: {answer.status_code} {answer.text:.2000}")
            time.sleep(int(again))


def mend(place: Place, record: str, links: list[str]) -> None:
    """Take back the last move with the consents of all and bring it back; correct two moves, and take that back."""
    path = f"/v1/records/{record}"

    def act(call: str, body: Json, token: str = "") -> int:
        head = {"If-Match": f'"{place.service.log.head(record).version}"'}
        head |= {"Authorization": f"Bearer {token}"} if token else {}
        return int(place.ask(201, f"{path}/{call}", head, json=body)["version"])

    live = place.service.lives.get(record)
    place.service.lives.catch_up(live)
    last = live.timeline.steps[-1].name
    act("consents", {"to": [last]}, links[0])
    undone = act(
        "undo", {"undoes": [last], "consents": list(range(len(links))), "reason": "typed too early", "requested_by": 0}
    )
    act("undo", {"undoes": [str(undone)]})
    bodies = live.timeline.bodies(live.secrets, RECORDER)
    amended = [{"op": "amend", "name": name, "body": body} for name, body in (bodies[0], bodies[-1])]
    corrected = act("corrections", {"changes": amended, "reason": "typed again", "requested_by": 1})
    act("undo", {"undoes": [str(corrected)]})
    act("corrections", {"changes": amended[1:]})


@contextlib.contextmanager
def open_place() -> Iterator[Place]:
    """A service on an empty store, with its tables laid out."""
    with tempfile.TemporaryDirectory() as folder:
        # A caller who is refused for what the calls before have cost would throw at nothing.
        unlimited = {"rate": 0, "rate_address": 0, "rate_made": 0, "rate_family": 0, "cost": 0}
        settings = dataclasses.replace(Settings.load({}), data=Path(folder), **unlimited)
        with open_store(settings) as opened:
            urls = {"log_url": opened.log_url, "queue_url": opened.queue_url}
            settings = dataclasses.replace(settings, archive=Path(folder) / "archive", **urls)
            place = Place(create_app(settings), settings)
            place.fresh()
            yield place
