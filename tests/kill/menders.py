"""One table at which much is mended: a recorder, four phones that seal what is theirs, two who correct, and a reader.

A correction exchanges the spaces of two pieces, both in one entry: half of it would put two pieces on one space. What
the rules refuse afterwards the recorder records all the same, as an irregularity, where it has a meaning.
"""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import requests

from engines import GAMES
from engines.kernel import canonical, sealing
from engines.kernel.replay import Fold
from service.record.line import Line, read
from service.record.steps import Step
from tests.kill.writers import ANSWER_S, Book, Hand, Json, Plan, Record

SEATS = ("yellow", "red", "blue", "green")
TITLE = GAMES["kingdoms"]
OPTIONS = {name: option.default for name, option in TITLE.options().items()}
TAKEN_BACK = 0.1
"""How often the recorder takes the last move back, and brings it back."""
MOST_MENDED = 150
"""Corrections and undos of a record, after which it is corrected no more: it takes 250."""
TRIES = 10
"""How often a correction is sent that others were faster than."""
PLACED = ("place_castle", "draw_and_place")
IRREGULAR = {"reason": "it was played before anybody noticed", "accepted_by": [0, 1, 2, 3]}


def plan(seed: int) -> Plan:
    """An imaginary game in which every seat seals its tile."""
    fold = Fold(TITLE, SEATS, OPTIONS, TITLE.box())
    moves = list(TITLE.table(random.Random(seed), SEATS, OPTIONS, TITLE.box()))
    return Plan(moves, [sealing.split(TITLE, fold.play(move)[1])[0] for move in moves])


@dataclass
class Mended(Record):
    """A record that is corrected while it is played.

    Args:
        links: A seat's own link, by seat.
        version: The last version that anybody at the table saw.
        next: The move that is to be recorded next.
        taken: Versions of undos that took moves back which are to be brought back before the game goes on.
        watched: What a reader was told last: generation -> the frames of that generation, by ply.
    """

    links: Sequence[str] = ()
    version: int = 1
    next: int = 0
    taken: list[str] = field(default_factory=list)
    watched: dict[int, dict[int, str]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def seen(self, version: int) -> None:
        """Note that somebody saw a version."""
        with self.lock:
            self.version = max(self.version, version)

    def differs(self, entries: Sequence[Json]) -> Iterator[str]:
        """Where its log is not the game that was sent, a correction is not whole, or a state does not follow."""
        moves = [entry for entry in entries if entry["type"] == "move"]
        for entry, body in zip(moves, self.plan.bodies, strict=False):
            if canonical.spell(entry["body"]) != canonical.spell(body):
                yield f"version {entry['version']} is {entry['body']}, not {body}: a move is doubled or left out"
        if len(moves) > len(self.plan.bodies):
            yield f"{len(moves)} moves are logged of a game of {len(self.plan.bodies)}"
        line, fold = Line(), Fold(TITLE, SEATS, OPTIONS, TITLE.box())
        for entry in entries:
            asked = [c for c in entry["body"].get("changes", ()) if not c.get("implied")]
            if entry["type"] == "corrected" and len(asked) != 2:
                yield f"version {entry['version']} is half a correction: {entry['body']}"
            first = line.take(entry)
            if first is not None and first < fold.ply:
                fold = Fold(TITLE, SEATS, OPTIONS, TITLE.box())
            for step in line.steps[fold.ply :]:
                fold.apply(step.name, step.body)
            if canonical.digest(fold.facts()) != entry["state"]:
                yield f"version {entry['version']}: its state does not follow from the line"


class Table:
    """The record that is played at the moment."""

    def __init__(self, book: Book, seed: int) -> None:
        self.book = book
        self.seed = seed
        self.record: Mended | None = None
        self._lock = threading.Lock()
        self._opened = 0

    def sit_down(self, session: requests.Session) -> Mended:
        """The record; a new one where the last game is over."""
        with self._lock:
            record = self.record
            if record is None or record.next >= len(record.plan.moves):
                record = self.record = self._open(session)
            return record

    def give_up(self, record: Mended) -> None:
        """Have another record opened: what was to be played next has no meaning any more."""
        record.next = len(record.plan.moves)
        self.book.count("a game that could not go on")

    def _open(self, session: requests.Session) -> Mended:
        self._opened += 1
        key = f"mended {self._opened}"
        body = {"game": "kingdoms", "seats": [{"colour": colour} for colour in SEATS], "visibility": "public"}
        status, said = self.book.send(session, "/v1/records", body, key, None)
        if status != 201:
            raise RuntimeError(f"opening: {status} {said}")
        links = []
        for seat in range(len(SEATS)):
            asked = {"scope": "seat", "seat": seat}
            status, made = self.book.send(session, f"/v1/records/{said['id']}/tokens", asked, f"{key} {seat}", None)
            if status != 201:
                raise RuntimeError(f"a link: {status} {made}")
            links.append(made["token"])
        # A link whose answer was lost is made twice; both are seated.
        record = Mended(said["id"], plan(self.seed + self._opened), links=links, version=1 + len(SEATS))
        self.book.note(record)
        return record


class _Mender(Hand):
    """Somebody at the table."""

    def __init__(self, name: str, table: Table, pace_s: float, seed: int) -> None:
        super().__init__(name, table.book, pace_s, seed)
        self.table = table

    def act(self) -> None:
        """Do one thing at the table."""
        self.at(self.table.sit_down(self.session))

    def at(self, record: Mended) -> None:
        """Do one thing to the record."""
        raise NotImplementedError

    def post(self, record: Mended, call: str, body: Json, key: str, token: str | None = None) -> tuple[int, Json]:
        """A write that follows the last version anybody saw; what came of it is noted."""
        path = f"/v1/records/{record.id}/{call}"
        status, said = self.book.send(self.session, path, body, key, record.version, token)
        if status == 201:
            self.book.acknowledge(record, said["version"], f"{self.name} {key}", said["entry"]["hash"])
        if status in (201, 412):
            record.seen(said["version"])
        if status not in (201, 412, 422):
            raise RuntimeError(f"{call} of {record.id}: {status} {said}")
        self.book.count(f"{call}: {status}")
        return status, said


class Player(_Mender):
    """Records the moves that are its own: the recorder those of the table, a phone what its seat seals."""

    def __init__(self, seat: int | None, table: Table, pace_s: float, seed: int) -> None:
        super().__init__("recorder" if seat is None else f"phone {seat}", table, pace_s, seed)
        self.seat = seat

    def at(self, record: Mended) -> None:
        """Record the next move if it is one's own; now and then take the last one back first, and bring it back."""
        number = record.next
        if record.taken or (self.random.random() < TAKEN_BACK and self._may_take_back(record, number)):
            if self.seat is None:
                self.take_back(record)
            return
        if number >= len(record.plan.moves):
            return
        move = record.plan.moves[number]
        if (move["seat"] if move["type"] in TITLE.secret else None) != self.seat:
            return
        token = None if self.seat is None else record.links[self.seat]
        status, _ = self.post(record, "moves", move, f"move {number}", token)
        if status == 422 and self.seat is None:
            status, _ = self.post(record, "moves", {**move, "irregular": IRREGULAR}, f"move {number} all the same")
        if status == 201:
            record.next = number + 1
        elif status == 422 and not record.taken:
            self.table.give_up(record)

    def _may_take_back(self, record: Mended, number: int) -> bool:
        """Whether the last move is the recorder's to take back: what a phone sealed is not."""
        return 0 < number < len(record.plan.moves) and record.plan.moves[number - 1]["type"] not in TITLE.secret

    def take_back(self, record: Mended) -> None:
        """Take the last move back with the consent of all, or bring back what was taken back."""
        number = len(record.acknowledged)
        if record.taken:
            status, _ = self.post(record, "undo", {"undoes": record.taken[-1:]}, f"redo {record.taken[-1]}")
            if status == 201:
                record.taken.pop()
            elif status == 422:
                self.table.give_up(record)
                record.taken.clear()
            return
        body = {"consents": list(range(len(SEATS)))}
        status, said = self.post(record, "undo", body, f"undo {number} {self.random.random()}")
        if status == 201:
            record.taken.append(str(said["version"]))


class Watcher(_Mender):
    """Reads the replay: frames that were told are others only where the generation says so."""

    def __init__(self, table: Table, pace_s: float, seed: int) -> None:
        super().__init__("watcher", table, pace_s, seed)

    def at(self, record: Mended) -> None:
        """Hold what is told now against what was told before."""
        try:
            url, mine = f"{self.book.up.url}/v1/records/{record.id}/replay", f"Bearer {self.book.up.token}"
            answer = self.session.get(url, headers={"Authorization": mine}, timeout=ANSWER_S)
        except requests.RequestException:
            return  # it was killed: another time
        if answer.status_code != HTTPStatus.OK:
            self.book.count(f"replay: {answer.status_code}")
            return
        told = answer.json()
        frames = {frame["ply"]: json.dumps(frame, sort_keys=True) for frame in told["frames"]}
        generation = told["generation"]
        if record.watched and generation < max(record.watched):
            self.book.violated(f"{record.id}: generation {generation} is told after {max(record.watched)}")
        before = record.watched.setdefault(generation, {})
        for ply in before.keys() & frames.keys():
            if before[ply] != frames[ply]:
                self.book.violated(f"{record.id}: frame {ply} changed within generation {generation}")
        if len(frames) < len(before):
            self.book.violated(f"{record.id}: frames went within generation {generation}")
        before |= frames
        self.book.count("replay: watched")


class Corrector(_Mender):
    """Exchanges the spaces of two pieces of one epoch, and takes corrections back."""

    def __init__(self, number: int, table: Table, pace_s: float, seed: int) -> None:
        super().__init__(f"corrector {number}", table, pace_s, seed)
        self.done = 0

    def at(self, record: Mended) -> None:
        """Correct, or take a correction back."""
        try:
            answer = self.session.get(f"{self.book.up.url}/v1/records/{record.id}/log", timeout=ANSWER_S)
        except requests.RequestException:
            return  # it was killed: another time
        if not answer.ok:
            return
        entries = answer.json()["entries"]
        record.seen(entries[-1]["version"])
        line = read(entries)
        self.done += 1
        key = f"{self.name} mending {self.done}"  # both have the same token
        corrected = [str(entry["version"]) for entry in entries if entry["type"] == "corrected"]
        standing = [name for name in corrected if line.taken_back(name) is None]
        if record.taken or sum(entry["type"] in ("undone", "corrected") for entry in entries) > MOST_MENDED:
            return  # what is to be brought back would find a table that is corrected
        if standing and self.random.random() < 0.3:
            self.insist(record, "undo", {"undoes": [self.random.choice(standing)]}, key)
            return
        placed = self._of_this_epoch(line)
        if len(placed) > 1:
            one, other = self.random.sample(placed, 2)
            changes = [self._moved(one, other), self._moved(other, one)]
            self.insist(record, "corrections", {"changes": changes}, key)

    def insist(self, record: Mended, call: str, body: Json, key: str) -> None:
        """Ask again where others were faster: what is meant does not depend on their moves."""
        for _ in range(TRIES):
            if self.post(record, call, body, key)[0] != 412:
                return

    @staticmethod
    def _of_this_epoch(line: Line) -> list[Step]:
        """The placements since tiles were dealt."""
        since = max((place for place, step in enumerate(line.steps) if step.body["type"] not in PLACED), default=0)
        return line.steps[since + 1 :]

    @staticmethod
    def _moved(step: Step, to: Step) -> Json:
        body: dict[str, Any] = {**step.body, "row": to.body["row"], "col": to.body["col"]}
        return {"op": "amend", "name": step.name, "body": body}


def menders(book: Book, pace_s: float, seed: int) -> list[Hand]:
    """Everybody at one table: a recorder, a phone for each seat, two who correct."""
    table = Table(book, seed)
    players: list[Hand] = [Player(seat, table, pace_s, seed) for seat in (None, *range(len(SEATS)))]
    correctors = [Corrector(number, table, 2 * pace_s, seed) for number in range(2)]
    return [*players, *correctors, Watcher(table, 2 * pace_s, seed)]
