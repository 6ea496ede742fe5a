"""Entries that change the line, written into a real log as they stand, and what a plain list makes of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines.kernel import sealing
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.replay import Fold
from service.access import tokens
from service.access.eyes import PUBLIC, RECORDER, Eyes
from service.access.rights import Caller
from service.api.web.http import Service
from service.record.entries import seals
from service.record.entries.steps import Step
from service.record.entries.timeline import Timeline
from service.record.state.record import LiveRecord
from service.record.write.request import WriteRequest
from service.store.log import Secrets, now
from tests.contract.ruling import some


def write(service: Service, record: str, kind: str, body: Json, secrets: Secrets | None = None, **members: Any) -> Json:
    """Append an entry of any type, with the state that its line comes to; the entry."""
    live = service.lives.get(record)
    with live.lock:
        service.lives.catch_up(live)
        draft = {"type": kind, "at": max(now(), live.at), "by": live.opening.entry["by"], "body": body, **members}
        before = live.version
        spelled, entry, _ = live.write(draft, secrets or {}, RECORDER)
        service.log.append(record, before, [(spelled, secrets or None)], entry)
        live.synced_version = live.version
    return entry


def correct(service: Service, record: str, changes: list[Json], secrets: Secrets | None = None) -> Json:
    """Append a correction that says by change what its moves open and which of them is a barrier."""
    live = service.lives.get(record)
    entry = {"version": live.version + 1, "type": "corrected", "by": "raw", "at": "", "body": {"changes": changes}}
    timeline = live.timeline.copy()
    timeline.apply(entry)
    opens, barriers = {}, {}
    for place, step in enumerate(timeline.steps):
        if step.source == entry["version"]:
            fold = live.new_fold(timeline, PUBLIC, place)
            opening = [o for o in live.game.opens(fold.state, step.body) if _sealed(timeline, o.name, o.secret)]
            found = [{"name": o.name, "secret": o.secret, "fills": o.fills} for o in opening]
            bars = live.game.barrier(fold.state, live.game.decode(step.body))
            opens |= {str(step.change): found} if found else {}
            if bars is not None:
                barriers[str(step.change)] = {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
    members = {name: by for name, by in (("opens", opens), ("barrier", barriers)) if by}
    return write(service, record, "corrected", {"changes": changes}, secrets, **members)


def _sealed(timeline: Timeline, name: str, secret: str) -> bool:
    step = timeline.step(name)
    return step is not None and secret in step.seals and step.seals[secret] not in timeline.opened


@dataclass(frozen=True)
class Row:
    """A move as it was played: its name, its public body, and its secrets with the eyes that may see them."""

    name: str
    body: Json
    secrets: Mapping[str, tuple[Any, tuple[str, ...]]] = field(default_factory=dict)
    ruled: bool = False

    def seen(self, eyes: Eyes) -> Json:
        known = {name: value for name, (value, who) in self.secrets.items() if eyes.name in who}
        return sealing.merge(self.body, known)


def played(live: LiveRecord, rows: list[Row], eyes: Eyes) -> Fold[Any, Any]:
    """The corrected game from scratch, by the engine alone."""
    fold = live.opening.fold()
    for row in rows:
        fold.apply(row.name, row.seen(eyes))
    return fold


class Evening:
    """A record that is played, taken back and corrected at random, and beside it the list of what counts."""

    def __init__(self, service: Service, record: str, moves: list[Json], rng: Random) -> None:
        self.service = service
        self.record = record
        self.moves = moves
        self.rng = rng
        token = tokens.get(service.log.store, self.live.opening.entry["by"])
        self.who = Caller(token, "owner", (RECORDER,), ("moves",))
        self.acts = ["move"] * 10 + ["undo", "redo", "redo", "amend", "swap", "late", "retract", "rule", "rule"]
        self.rows: list[Row] = []
        self.lines: dict[int, list[Row]] = {1: []}
        self.open: list[tuple[str, Json]] = []
        self.undone: list[tuple[int, list[Row], list[Json]]] = []
        self.did: list[str] = []

    @property
    def live(self) -> LiveRecord:
        return self.service.lives.get(self.record)

    def go(self) -> Iterator[str]:
        """Play to the end with acts in between; what was done, after each entry."""
        while self.moves:
            act = self.rng.choice(self.acts)
            if getattr(self, act)():
                self.did.append(act)
                self.lines[self.live.version] = list(self.rows)
                yield act
        for act in ("undo", "redo", "amend", "swap", "retract"):
            if getattr(self, act)():
                self.lines[self.live.version] = list(self.rows)
                yield act

    def _row(self, entry: Json, name: str, body: Json, change: str = "") -> Row:
        """A row of an entry that was just written, with what it seals."""
        told = self.live.secrets.get(entry["version"], {})
        mine = {key.removeprefix(change): s for key, s in told.items() if key.startswith(change)}
        return Row(name, body, {key: (s["value"], tuple(s["eyes"])) for key, s in mine.items()})

    def move(self) -> bool:
        move = self.moves.pop(0)
        typed = move
        if "seat" in move and self.rng.random() < 0.3:
            typed, kept = sealing.split(self.live.game, move)
            whole = {key: move[key] for key in {name.partition(".")[0] for name in kept} if key in move}
        else:
            whole = {}
        match = self.live.version
        try:
            written = self.service.recording.move(self.record, typed, WriteRequest(self.who, match))
        except (IllegalMoveError, MalformedMoveError):
            whole = {}
            while self.late():
                match = self.live.version
            written = self.service.recording.move(self.record, move, WriteRequest(self.who, match))
        (entry,) = written.entries
        self.rows.append(self._row(entry, str(entry["version"]), entry["body"]))
        if whole:
            self.open.append((str(entry["version"]), whole))
        self.undone.clear()
        return True

    def late(self) -> bool:
        counting = [row.name for row in self.rows]
        due = [(name, whole) for name, whole in self.open if name in counting]
        if not due:
            return False
        name, whole = due[0]
        self.open.remove(due[0])
        try:
            written = self.service.recording.secret(self.record, name, whole, WriteRequest(self.who, self.live.version))
        except (IllegalMoveError, MalformedMoveError):
            return False
        late = self._row(written.entries[0], name, {})
        place = counting.index(name)
        row = self.rows[place]
        self.rows[place] = Row(name, row.body, {**row.secrets, **late.secrets})
        self.lines[self.live.version] = list(self.rows)
        self.undone.clear()
        return True

    def undo(self) -> bool:
        """Take back some of the last moves, which are then to be played again."""
        count = self.rng.randint(1, 4)
        if len(self.rows) <= count or self.undone:
            return False
        gone = self.rows[-count:]
        names = [row.name for row in gone]
        if any(row.ruled for row in gone):  # a ruling is taken back as a whole, and by itself
            count, gone, names = 1, self.rows[-1:], [self.rows[-1].name.partition(".")[0]]
            if not gone[0].ruled:
                return False
        entry = write(self.service, self.record, "undone", {"undoes": names, "seat": None})
        again = [self._typed(row) for row in gone if not row.ruled]
        self.undone.append((entry["version"], list(self.rows), list(self.moves)))
        self.rows = self.rows[:-count]
        self.moves = [*again, *self.moves]
        return True

    def redo(self) -> bool:
        if not self.undone:
            return False
        version, rows, moves = self.undone.pop()
        write(self.service, self.record, "undone", {"undoes": [str(version)], "seat": None})
        self.rows, self.moves = rows, moves
        return True

    def rule(self) -> bool:
        """Have a judge order something after which the rest of the game still stands."""
        live = self.live
        kinds = list(live.game.adjustments(live.opening.box))
        # What nobody has told yet must fit afterwards, too: it is told when it is needed.
        for _ in range(8 if kinds and not self.open else 0):
            try:
                body = live.game.encode(live.public.adjust(some(self.rng, live.public, self.rng.choice(kinds))))
            except IllegalMoveError:
                continue
            row = Row(f"{live.version + 1}.1", body, ruled=True)
            if self._stands([*self.rows, row], len(self.rows)):
                write(self.service, self.record, "ruled", {"adjustments": [body]})
                self.rows.append(row)
                self.undone.clear()
                return True
        return False

    def amend(self) -> bool:
        """Change a number or a cell of some move, where all that came later still stands."""
        for _ in range(5):
            place = self.rng.randrange(len(self.rows)) if self.rows else 0
            was = self.rows[place].body if self.rows else {}
            fields = [name for name, value in was.items() if type(value) is int and name != "seat"]
            if not fields or self.rows[place].ruled:
                continue
            body = {**self.rows[place].body, self.rng.choice(fields): self.rng.randint(1, 6)}
            row = Row(self.rows[place].name, body, self.rows[place].secrets)
            rows = [*self.rows[:place], row, *self.rows[place + 1 :]]
            if body != self.rows[place].body and self._stands(rows, place):
                correct(self.service, self.record, [{"op": "amend", "name": row.name, "body": body}])
                self.rows = rows
                self.undone.clear()
                return True
        return False

    def swap(self) -> bool:
        """Retract a move and insert it anew in its place, with its secrets sealed anew; and another with it."""
        free = [place for place, row in enumerate(self.rows[:-1]) if self.live.timeline.steps[place].type == "move"]
        places = sorted(self.rng.sample(free, min(2, len(free))))
        changes: list[Json] = []
        secrets: Secrets = {}
        rows = list(self.rows)
        version = self.live.version + 1
        for place in places:
            row = rows[place]
            if self._named(row.name):
                return False
            changes += [{"op": "insert", "before": row.name, "body": row.body}, {"op": "retract", "name": row.name}]
            number = len(changes) - 1
            for name, (value, who) in row.secrets.items():
                secrets[f"{number}.{name}"] = {"salt": seals.salt(), "value": value, "eyes": list(who)}
            rows[place] = Row(f"{version}.{number}", row.body, row.secrets)
            if row.name in dict(self.open):
                self.open.append((rows[place].name, dict(self.open)[row.name]))
        if not changes or not self._stands(rows, 0):
            return False
        correct(self.service, self.record, changes, secrets)
        self.rows = rows
        self.undone.clear()
        return True

    def retract(self) -> bool:
        """Retract the last move: it was never played. It is to be played again."""
        if len(self.rows) < 2 or self.undone or self.live.timeline.steps[-1].type != "move":
            return False
        row = self.rows.pop()
        correct(self.service, self.record, [{"op": "retract", "name": row.name}])
        self.moves = [self._typed(row), *self.moves]
        return True

    def _typed(self, row: Row) -> Json:
        """A move as it is typed once more, with all its secrets."""
        known = {name: value for name, (value, _) in row.secrets.items()}
        return {**sealing.merge(row.body, known), **dict(self.open).get(row.name, {})}

    def _named(self, name: str) -> bool:
        """Whether a later move says that it opens what this one sealed."""
        steps: list[Step] = self.live.timeline.steps
        return any(opening["name"] == name for step in steps for opening in step.opens)

    def _stands(self, rows: list[Row], first: int) -> bool:
        """Whether the rules allow these moves, as everybody and as the recorder sees them, and the rest of the game."""
        try:
            for eyes in (PUBLIC, RECORDER):
                fold = played(self.live, rows[:first], eyes)
                for row in rows[first:]:
                    body = row.seen(eyes)
                    if fold.game.encode(fold.adjust(body) if row.ruled else fold.decide(body)) != body:
                        return False
                    fold.apply(row.name, row.seen(eyes))
            for number, move in enumerate(self.moves):
                fold.apply(f"9{number}", fold.game.encode(fold.decide(move)))
        except (IllegalMoveError, MalformedMoveError):
            return False
        return True
