"""Those who say something of a game beside its moves: a judge who rules, who notes and consents, and who signs.

A ruling moves gold from one seat to another by two adjustments in one entry: half of it would make or burn gold. The
last of four signatures closes the record by the same append: half of that would leave a record that all have signed.
"""

from http import HTTPStatus
from typing import Any

import requests

from service.record.entries.timeline import read
from tests.kill.corrected_record import SEATS, CorrectedRecord
from tests.kill.correctors import Table, TableClient
from tests.kill.writers import ANSWER_S, Json

MOST_RULED = 20
"""Rulings of a record: each leaves every fold behind it to be made anew."""
MOST_REPAIRED = 40
"""Moves of a record that are corrected because of a check."""
CONSENTS = 0.5
"""How often a phone that notes something consents to an undo of the last move, too."""
DISPUTED = 0.25
"""How often a seat disputes what it would sign."""
REOPENED = 0.3
"""How often the judge rules in a game that is over, so that all must sign again."""
TOLD_LATER = (201, 409, 429)
"""Answers to what waits: the record is closed or changed meanwhile, or the seat's link writes too often."""


class StatementClient(TableClient):
    """Somebody who looks at a record and then says something of it."""

    def look(self, record: CorrectedRecord, call: str, token: str | None = None) -> Json | None:
        """What a reading call tells; None where it was not answered: another time."""
        mine = f"Bearer {token or self.book.up.token}"
        try:
            answer = self.session.get(
                f"{self.book.up.url}/v1/records/{record.id}/{call}".rstrip("/"),
                headers={"Authorization": mine},
                timeout=ANSWER_S,
            )
        except requests.RequestException:
            return None  # it was killed
        if answer.status_code != HTTPStatus.OK:
            self.book.count(f"{call}: {answer.status_code}")
            return None
        told: Json = answer.json()
        return told

    def free(self, record: CorrectedRecord, call: str, body: Json, key: str, token: str | None = None) -> int:
        """A write whose order does not matter; its status."""
        return self.post(record, call, body, f"{self.name} {key}", token, free=True, fine=TOLD_LATER)[0]


class Judge(StatementClient):
    """Moves gold between two seats, takes rulings back, and reopens what was signed."""

    def __init__(self, table: Table, pace_s: float, seed: int) -> None:
        super().__init__("judge", table, pace_s, seed)
        self.done = 0

    def at(self, record: CorrectedRecord) -> None:
        """Rule at the table, or in the game that is over."""
        over = self.table.over
        if over is not None and self.random.random() < REOPENED:
            record = over
        told = self.look(record, "log")
        if told is None or record.taken:
            return  # what is to be brought back would find that a ruling came since
        timeline = read(told["entries"])
        rulings = [str(entry["version"]) for entry in told["entries"] if entry["type"] == "ruled"]
        standing = [name for name in rulings if timeline.undone_by(name) is None]
        record.seen(told["entries"][-1]["version"])
        self.done += 1
        key = f"{self.name} {self.done}"
        if standing and self.random.random() < 0.3:
            self.insist(record, "undo", {"undoes": standing[-1:]}, key, record.judge)
        elif len(rulings) < MOST_RULED:
            giver, taker = self.random.sample(range(len(SEATS)), 2)
            by = self.random.randrange(1, 9)
            gold: list[dict[str, Any]] = [
                {"type": "change_gold", "seat": giver, "by": -by},
                {"type": "change_gold", "seat": taker, "by": by},
            ]
            self.insist(record, "rulings", {"adjustments": gold, "reason": f"by {key}"}, key, record.judge)


class Noter(StatementClient):
    """Notes something for all or for judges, as the recorder, the judge or a phone; a phone consents to undos, too."""

    def __init__(self, table: Table, pace_s: float, seed: int) -> None:
        super().__init__("noter", table, pace_s, seed)
        self.done = 0

    def at(self, record: CorrectedRecord) -> None:
        """Note something about the last move."""
        told = self.look(record, "log")
        if told is None:
            return
        timeline = read(told["entries"])
        self.done += 1
        seat = self.random.choice([None, None, *range(len(SEATS))])
        token = self.random.choice([None, record.judge]) if seat is None else record.links[seat]
        text = f"note {self.done}, {'x' * self.random.randrange(200)}"
        body: Json = {"text": text, "for": self.random.choice(["all", "judges"])}
        if timeline.steps:
            body["about"] = timeline.steps[-1].name
        self.free(record, "notes", body, f"note {self.done}", token)
        self._count(record, seat, None if token == record.judge else token)
        # A judge may note, but not sign.
        if token != record.judge and (told := self.look(record, "")) is not None:
            start = {"opening": told["standing"]["start"]["opening"], "seat": self.random.randrange(len(SEATS))}
            self.free(
                record, "signatures", start if seat is None else {**start, "seat": seat}, f"start {self.done}", token
            )
        if seat is not None and timeline.steps and self.random.random() < CONSENTS:
            names = [timeline.steps[-1].name]
            # 422 where the move was taken back meanwhile.
            fine = (*TOLD_LATER, 422)
            self.post(record, "consents", {"to": names}, f"consent {self.done}", token, free=True, fine=fine)

    def _count(self, record: CorrectedRecord, seat: int | None, token: str | None) -> None:
        """Say what is counted at the last check point, now and then otherwise than the record has it."""
        told = self.look(record, "checks")
        if told is None or not told["points"]:
            return
        point = told["points"][-1]
        whose = self.random.randrange(len(SEATS)) if seat is None else seat
        name, value = self.random.choice(list(point["figures"][str(whose)].items()))
        figures = {name: value + self.random.randrange(4)}
        body = {"point": point["point"], "seat": whose, "figures": figures}
        status = self.free(record, "checks", body, f"check {self.done}", token)
        if status == HTTPStatus.CREATED and not record.taken and len(record.repaired) < MOST_REPAIRED:
            self._repair(record, point["point"])

    def _repair(self, record: CorrectedRecord, point: int) -> None:
        """Correct the move that may have been a slip: another value of one field."""
        found = self.look(record, f"slips?point={point}")
        changes = next((one["changes"] for one in (found or {}).get("candidates", ()) if one["kind"] == "field"), None)
        if changes is not None:
            record.repaired.add(changes[0]["name"])
            status = self.insist(record, "corrections", {"changes": changes}, f"{self.name} repair {self.done}")
            self.book.count(f"repair: {status}")


class Signer(StatementClient):
    """One seat's phone: signs the game that is over, or disputes it first."""

    def __init__(self, seat: int, table: Table, pace_s: float, seed: int) -> None:
        super().__init__(f"signer {seat}", table, pace_s, seed)
        self.seat = seat
        self.done = 0

    def act(self) -> None:
        """Say what this seat thinks of the outcome, unless it has signed it."""
        record = self.table.over
        if record is None:
            return
        link = record.links[self.seat]
        told = self.look(record, "result", link)
        standing = None if told is None else told["standing"]
        if standing is None or standing["outcome"] is None or standing["status"] == "closed":
            return
        if self.seat in [word["seat"] for word in standing["signatures"]]:
            return
        self.done += 1
        disputed = self.seat in [word["seat"] for word in standing["disputes"]]
        if not disputed and self.random.random() < DISPUTED:
            body = {"outcome": standing["outcome"], "reason": f"{self.name} {self.done} counted otherwise"}
            self.free(record, "disputes", body, str(self.done), link)
        else:
            self.free(record, "signatures", {"outcome": standing["outcome"]}, str(self.done), link)


def signers(table: Table, pace_s: float, seed: int) -> list[TableClient]:
    """A judge, somebody who notes, and a signer for each seat."""
    signers = [Signer(seat, table, 4 * pace_s, seed) for seat in range(len(SEATS))]
    return [Judge(table, 4 * pace_s, seed), Noter(table, 2 * pace_s, seed), *signers]
