"""The writers: each move with its idempotency key, tried again until it is acknowledged."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import requests

from engines import GAMES
from engines.kernel import canonical
from engines.kernel.replay import Fold
from service.store.log import Secrets
from tests.bench.table import SEATS, Json, games
from tests.kill.processes import Up

GIVE_UP_S = 180.0
"""Seconds after which a move that is still not acknowledged is a violation: the service did not come back by itself."""
ANSWER_S = 60.0
"""Seconds a request may take before its answer counts as lost."""


@dataclass(frozen=True)
class Plan:
    """One imaginary game: its moves as they are sent, and the bodies their entries must have."""

    moves: Sequence[Json]
    bodies: Sequence[Json]


def plans(count: int) -> list[Plan]:
    """So many imaginary games of Kingdoms."""
    title = GAMES["kingdoms"]
    options = {name: field.default for name, field in title.options().items()}
    found = []
    for moves in games(count):
        fold = Fold(title, SEATS, options, title.box())
        bodies = [fold.play(move)[1] for move in moves]
        found.append(Plan(moves, bodies))
    return found


@dataclass
class Record:
    """A record in play, as its writers know it."""

    id: str
    plan: Plan
    acknowledged: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Version -> who had it acknowledged, and the hash of the entry."""
    checked: bool = False

    def differs(self, entries: Sequence[Json], _secrets: Mapping[int, Secrets]) -> Iterator[str]:
        """Where its log is not the game that was sent: every move once, in order, and nothing else."""
        for entry, body in zip(entries[1:], self.plan.bodies, strict=False):
            if canonical.dumps(entry["body"]) != canonical.dumps(body):
                yield f"version {entry['version']} is {entry['body']}, not {body}: a move is doubled or left out"
                return
        if len(entries) - 1 > len(self.plan.bodies):
            yield f"{len(entries) - 1} moves are logged of a game of {len(self.plan.bodies)}"


@dataclass
class Book:
    """What all writers did and saw."""

    up: Up
    plans: Sequence[Plan]
    records: dict[str, Record] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    go: threading.Event = field(default_factory=threading.Event)
    end: threading.Event = field(default_factory=threading.Event)
    opened: int = 0

    def count(self, what: str) -> None:
        with self.lock:
            self.counts[what] += 1

    def violated(self, what: str) -> None:
        with self.lock:
            self.violations.append(what)

    def acknowledge(self, record: Record, version: int, who: str, hashed: str) -> None:
        """Note an acknowledgement: each version is one writer's, once."""
        with self.lock:
            known = record.acknowledged.setdefault(version, (who, hashed))
            self.counts["acknowledged"] += 1
            record.checked = False
        if known != (who, hashed):
            self.violated(f"{record.id}: version {version} acknowledged as {known} and as {(who, hashed)}")

    def open(self, session: requests.Session, key: str) -> Record:
        """Open a record for a game of its own."""
        with self.lock:
            self.opened += 1
            plan = self.plans[self.opened % len(self.plans)]
        seats = [{"colour": colour} for colour in SEATS]
        body = {"game": "kingdoms", "seats": seats, "visibility": "public"}
        status, said = self.send(session, "/v1/records", body, key, None)
        if status != 201:
            raise RuntimeError(f"opening: {status} {said}")
        record = Record(said["id"], plan)
        self.note(record)
        return record

    def note(self, record: Record) -> None:
        """Note a record that was opened."""
        with self.lock:
            if record.id in self.records:
                self.violations.append(f"{record.id} opened twice")
            self.records[record.id] = record

    def send(
        self,
        session: requests.Session,
        path: str,
        body: Json | str,
        key: str,
        version: int | Literal["*"] | None,
        token: str | None = None,
    ) -> tuple[int, Json]:
        """Send until an answer comes that is one: neither lost nor 5xx."""
        headers = {"Authorization": f"Bearer {token or self.up.token}", "Idempotency-Key": key}
        if version is not None:
            headers["If-Match"] = version if version == "*" else f'"{version}"'
        headers["Content-Type"] = "application/x-ndjson" if isinstance(body, str) else "application/json"
        sent = (body if isinstance(body, str) else json.dumps(body)).encode()
        until = time.monotonic() + GIVE_UP_S
        pause = 0.05
        while time.monotonic() < until:
            try:
                answer = session.post(self.up.url + path, data=sent, headers=headers, timeout=ANSWER_S)
            except requests.RequestException as error:
                self.count(f"lost: {type(error).__name__}")
            else:
                try:
                    said: Json = answer.json()
                except ValueError:
                    said = {"detail": answer.text[:200]}
                if answer.status_code < 500:
                    return answer.status_code, said
                self.count(str(answer.status_code))
                fine = (
                    answer.status_code == 503
                    and "Retry-After" in answer.headers
                    and answer.headers["Content-Type"] == "application/problem+json"
                )
                if not fine:
                    self.violated(f"{path}: {answer.status_code} {json.dumps(said)[:300]} {answer.headers}")
            time.sleep(pause * random.uniform(0.5, 1))
            pause = min(pause * 2, 0.5)
        raise RuntimeError(f"{path} {key}: not acknowledged within {GIVE_UP_S:g} s")


@dataclass
class Shared:
    """The record that two writers share."""

    record: Record
    lock: threading.Lock = field(default_factory=threading.Lock)


class Hand(threading.Thread):
    """Somebody who does one thing after another until the end, and stands still while ``go`` is down."""

    def __init__(self, name: str, book: Book, pace_s: float, seed: int) -> None:
        super().__init__(name=name, daemon=True)
        self.book = book
        self.pace_s = pace_s
        self.random = random.Random(f"{seed} {name}")
        self.session = requests.Session()
        self.session.trust_env = False
        self.idle = threading.Event()

    def run(self) -> None:
        """Act until the end."""
        while not self.book.end.is_set():
            if not self.book.go.is_set():
                self.idle.set()
                time.sleep(0.01)
                continue
            self.idle.clear()
            try:
                self.act()
            except Exception as error:  # noqa: BLE001 - a hand that ends would hide what comes after
                self.book.violated(f"{self.name}: {type(error).__name__}: {error}")
                self.recover()
                time.sleep(1)
            time.sleep(self.random.uniform(0, 2 * self.pace_s))

    def act(self) -> None:
        """Do one thing."""
        raise NotImplementedError

    def recover(self) -> None:
        """Begin anew after something went wrong."""


class Writer(Hand):
    """One writer: a record of its own, and one it shares with its neighbour."""

    def __init__(self, number: int, book: Book, shared: Shared, pace_s: float, seed: int) -> None:
        super().__init__(f"writer {number}", book, pace_s, seed)
        self.shared = shared
        self.own: Record | None = None
        self.ply = 0  # moves of its own record that are acknowledged
        self.seen = 0  # moves of the shared record that it knows of
        self.watched: Record | None = None
        self.opened = 0

    def act(self) -> None:
        """Record one move."""
        if self.random.random() < 0.6:
            self._own()
        else:
            self._shared()

    def recover(self) -> None:
        """Open a new record of its own."""
        self.own = None

    def _own(self) -> None:
        if self.own is None or self.ply == len(self.own.plan.moves):
            self.own, self.ply = self._open(f"{self.name} {self.opened}"), 0
        move = self.own.plan.moves[self.ply]
        status, said = self.book.send(
            self.session, f"/v1/records/{self.own.id}/moves", move, f"own {self.ply}", self.ply + 1
        )
        if status != 201 or said["version"] != self.ply + 2:
            raise RuntimeError(f"own record {self.own.id}, ply {self.ply}: {status} {said}")
        self.ply += 1
        self.book.acknowledge(self.own, said["version"], f"{self.name} own", said["entry"]["hash"])

    def _shared(self) -> None:
        record = self.shared.record
        if record is not self.watched:
            self.watched, self.seen = record, 0
        if self.seen == len(record.plan.moves):
            with self.shared.lock:
                if self.shared.record is record:
                    self.shared.record = self._open(f"shared of {self.name} {self.opened}")
            return
        move = record.plan.moves[self.seen]
        who = f"{self.name} at {self.seen}"
        status, said = self.book.send(self.session, f"/v1/records/{record.id}/moves", move, who, self.seen + 1)
        if status == 412:
            self.book.count("412: read on")
            if said["version"] <= self.seen + 1:
                raise RuntimeError(f"shared record {record.id}: 412 at {self.seen + 1}, but {said}")
            self.seen = said["version"] - 1
            return
        if status != 201 or said["version"] != self.seen + 2:
            raise RuntimeError(f"shared record {record.id}, ply {self.seen}: {status} {said}")
        self.seen += 1
        self.book.acknowledge(record, said["version"], who, said["entry"]["hash"])

    def _open(self, key: str) -> Record:
        self.opened += 1
        return self.book.open(self.session, f"open {key}")
