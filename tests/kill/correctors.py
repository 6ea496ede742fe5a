"""One table with many corrections: a recorder, four phones that seal what is theirs, two who correct, and a reader.

A correction exchanges the spaces of two pieces, both in one entry: half of it would put two pieces on one space. What
the rules refuse afterwards the recorder records all the same, as an irregularity, where it has a meaning.
"""

import json
import threading
from collections.abc import Collection
from http import HTTPStatus
from typing import Any

import requests

from service.record.entries.steps import Step
from service.record.entries.timeline import Timeline, read
from tests.kill.corrected_record import BOXES, OTHER_BOX, SEATS, TITLE, CorrectedRecord, plan
from tests.kill.writers import ANSWER_S, Book, Hand, Json

TAKEN_BACK = 0.1
"""How often the recorder takes the last move back, and brings it back."""
OTHERWISE = 0.15
"""How often a correction is of the opening's box."""
MOST_MENDED = 150
"""Corrections and undos of a record, after which it is corrected no more: it takes 250."""
TRIES = 10
"""How often a correction is sent that others were faster than."""
PLACED = ("place_castle", "draw_and_place")
IRREGULAR = {"reason": "it was played before anybody noticed", "accepted_by": [0, 1, 2, 3]}


LEFT = 2
"""Moves left to play of a game that was brought: each second one, so that there are games that end."""
DECIDED = (201, 412, 422)
"""Answers to a write whose order matters."""


class Table:
    """The record that is played at the moment, and the one that was played before it."""

    def __init__(self, book: Book, seed: int) -> None:
        self.book = book
        self.seed = seed
        self.record: CorrectedRecord | None = None
        self.over: CorrectedRecord | None = None
        self._lock = threading.Lock()
        self._opened = 0

    def sit_down(self, session: requests.Session) -> CorrectedRecord:
        """The record; a new one where the last game is over."""
        with self._lock:
            record = self.record
            if record is None or record.next >= len(record.plan.moves):
                opened = self._open(session)
                if record is not None and not record.broken:
                    self.over = record
                self.record = record = opened
            return record

    def give_up(self, record: CorrectedRecord) -> None:
        """Have another record opened: what was to be played next has no meaning any more."""
        record.next, record.broken = len(record.plan.moves), True
        self.book.count("a game that could not go on")

    def _open(self, session: requests.Session) -> CorrectedRecord:
        self._opened += 1
        key = f"corrected {self._opened}"
        status, said = self.book.send(session, "/v1/boxes?game=kingdoms", OTHER_BOX, f"{key} box", None)
        if status != 201:
            raise RuntimeError(f"a box: {status} {said}")
        body = {"game": "kingdoms", "seats": [{"colour": colour} for colour in SEATS], "visibility": "public"}
        status, said = self.book.send(session, "/v1/records", body, key, None)
        if status != 201:
            raise RuntimeError(f"opening: {status} {said}")
        links = []
        for asked in [*({"scope": "seat", "seat": seat} for seat in range(len(SEATS))), {"scope": "judge"}]:
            status, made = self.book.send(session, f"/v1/records/{said['id']}/tokens", asked, f"{key} {asked}", None)
            if status != 201:
                raise RuntimeError(f"a link: {status} {made}")
            links.append(made["token"])
        # A link whose answer was lost is made twice; both stand in the log.
        *links, judge = links
        record = CorrectedRecord(
            said["id"], plan(self.seed + self._opened), links=links, judge=judge, version=2 + len(SEATS)
        )
        self.book.note(record)
        if self._opened % 2:
            self._bring(session, record, key)
        return record

    def _bring(self, session: requests.Session, record: CorrectedRecord, key: str) -> None:
        """Record all moves but the last few by one call: all of them or none."""
        moves = record.plan.moves[:-LEFT]
        lines = "\n".join(json.dumps(move) for move in moves)
        for _ in range(TRIES):
            status, said = self.book.send(
                session, f"/v1/records/{record.id}/import", lines, f"{key} moves", record.version
            )
            if status != 412:
                break
            record.seen(said["version"])
        if status != 201:
            raise RuntimeError(f"bringing {len(moves)} moves: {status} {said}")
        self.book.acknowledge(record, said["version"], f"the table {key}", said["entry"]["hash"])
        record.seen(said["version"])
        record.next = len(moves)


class TableClient(Hand):
    """Somebody at the table."""

    def __init__(self, name: str, table: Table, pace_s: float, seed: int) -> None:
        super().__init__(name, table.book, pace_s, seed)
        self.table = table

    def act(self) -> None:
        """Do one thing at the table."""
        self.at(self.table.sit_down(self.session))

    def at(self, record: CorrectedRecord) -> None:
        """Do one thing to the record."""
        raise NotImplementedError

    def post(
        self,
        record: CorrectedRecord,
        call: str,
        body: Json,
        key: str,
        token: str | None = None,
        *,
        free: bool = False,
        fine: Collection[int] = DECIDED,
    ) -> tuple[int, Json]:
        """A write that follows the last version anybody saw; what came of it is noted."""
        path = f"/v1/records/{record.id}/{call}"
        status, said = self.book.send(self.session, path, body, key, "*" if free else record.version, token)
        if status == 201:
            self.book.acknowledge(record, said["version"], f"{self.name} {key}", said["entry"]["hash"])
            if text := body.get("text", body.get("reason")):
                record.texts[said["version"]] = text
        if status in (201, 412):
            record.seen(said["version"])
        if status not in fine:
            raise RuntimeError(f"{call} of {record.id}: {status} {said}")
        self.book.count(f"{call}: {status}")
        return status, said

    def insist(self, record: CorrectedRecord, call: str, body: Json, key: str, token: str | None = None) -> int:
        """Ask again where others were faster, for what does not depend on their moves; the last status."""
        status = 412
        for _ in range(TRIES):
            if status == 412:
                status = self.post(record, call, body, key, token)[0]
        return status


class Player(TableClient):
    """Records the moves that are its own: the recorder those of the table, a phone what its seat seals."""

    def __init__(self, seat: int | None, table: Table, pace_s: float, seed: int) -> None:
        super().__init__("recorder" if seat is None else f"phone {seat}", table, pace_s, seed)
        self.seat = seat

    def at(self, record: CorrectedRecord) -> None:
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

    def _may_take_back(self, record: CorrectedRecord, number: int) -> bool:
        """Whether the last move is the recorder's to take back: what a phone sealed is not."""
        return 0 < number < len(record.plan.moves) and record.plan.moves[number - 1]["type"] not in TITLE.secret

    def take_back(self, record: CorrectedRecord) -> None:
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


class Watcher(TableClient):
    """Reads the replay: frames that were told are others only where the generation says so."""

    def __init__(self, table: Table, pace_s: float, seed: int) -> None:
        super().__init__("watcher", table, pace_s, seed)

    def at(self, record: CorrectedRecord) -> None:
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


class Corrector(TableClient):
    """Exchanges the spaces of two pieces of one epoch, and takes corrections back."""

    def __init__(self, number: int, table: Table, pace_s: float, seed: int) -> None:
        super().__init__(f"corrector {number}", table, pace_s, seed)
        self.done = 0

    def at(self, record: CorrectedRecord) -> None:
        """Correct, or take a correction back."""
        try:
            answer = self.session.get(f"{self.book.up.url}/v1/records/{record.id}/log", timeout=ANSWER_S)
        except requests.RequestException:
            return  # it was killed: another time
        if not answer.ok:
            return
        entries = answer.json()["entries"]
        record.seen(entries[-1]["version"])
        timeline = read(entries)
        self.done += 1
        key = f"{self.name} correction {self.done}"  # both have the same token
        corrected = [str(entry["version"]) for entry in entries if entry["type"] == "corrected"]
        standing = [name for name in corrected if timeline.undone_by(name) is None]
        if record.taken or sum(entry["type"] in ("undone", "corrected") for entry in entries) > MOST_MENDED:
            return  # what is to be brought back would find a table that is corrected
        if standing and self.random.random() < 0.3:
            self.insist(record, "undo", {"undoes": [self.random.choice(standing)]}, key)
            return
        if self.random.random() < OTHERWISE:
            (other,) = BOXES.keys() - {timeline.opening["box"]}
            changes = [{"op": "opening", "box": other}, {"op": "opening", "occasion": {"table": other[:8]}}]
            self.insist(record, "corrections", {"changes": changes}, key)
            return
        placed = self._of_this_epoch(timeline)
        if len(placed) > 1:
            one, other = self.random.sample(placed, 2)
            changes = [self._moved(one, other), self._moved(other, one)]
            self.insist(record, "corrections", {"changes": changes}, key)

    @staticmethod
    def _of_this_epoch(timeline: Timeline) -> list[Step]:
        """The placements since tiles were dealt."""
        moves = [step for step in timeline.steps if step.type == "move"]
        since = max((place for place, step in enumerate(moves) if step.body["type"] not in PLACED), default=0)
        return moves[since + 1 :]

    @staticmethod
    def _moved(step: Step, to: Step) -> Json:
        body: dict[str, Any] = {**step.body, "row": to.body["row"], "col": to.body["col"]}
        return {"op": "amend", "name": step.name, "body": body}


def correctors(table: Table, pace_s: float, seed: int) -> list[TableClient]:
    """Who plays and mends at a table: a recorder, a phone for each seat, two who correct, and a reader."""
    players: list[TableClient] = [Player(seat, table, pace_s, seed) for seat in (None, *range(len(SEATS)))]
    correctors = [Corrector(number, table, 2 * pace_s, seed) for number in range(2)]
    return [*players, *correctors, Watcher(table, 2 * pace_s, seed)]
