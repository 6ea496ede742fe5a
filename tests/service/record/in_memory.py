"""A record in memory: entries with seals, openings and barriers as the service writes them, and no store."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from engines.kernel import sealing
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.replay import Fold
from service.access.eyes import PUBLIC, RECORDER, Eyes
from service.record.corrections import impact
from service.record.corrections.correction import Change, Correction, CorrectionPlanner
from service.record.entries.opening_corrections import colours_of, correct_opening, sets_up_otherwise
from service.record.entries.steps import Seal
from service.record.entries.timeline import Timeline
from tests.contract.games import Table


class InMemory:
    """A record that one recorder writes."""

    def __init__(self, table: Table, eyes: Eyes = RECORDER) -> None:
        self.table = table
        self.eyes = eyes
        self.game = table.game
        self.timeline = Timeline()
        self.secrets: dict[int, dict[str, Json]] = {}
        self.entries: list[Json] = []
        self.pair = impact.FoldPair(table.fold(), table.fold())
        seats = [{"player": f"p{number}", "colour": colour} for number, colour in enumerate(table.seats)]
        self._append({"type": "opened", "body": {"options": table.options, "seats": seats}}, {})

    def _append(self, entry: Json, secrets: Mapping[str, sealing.Secret], eyes: Sequence[str] = ()) -> int | None:
        entry = {"version": len(self.entries) + 1, **entry}
        if secrets:
            entry["seals"] = dict.fromkeys(secrets, "x")
            self.secrets[entry["version"]] = {
                name: {"salt": "", "value": given.value, "eyes": [self.eyes.name, *_whose(given), *eyes]}
                for name, given in secrets.items()
            }
        self.entries.append(entry)
        return self.timeline.apply(entry)

    def write(self, move: Json, **members: Any) -> Json:
        found = impact.decide(self.pair, "move", move)
        if isinstance(found, IllegalMoveError):
            raise found
        name = str(len(self.entries) + 1)
        for opening in self.game.opens(self.pair.public.state, found):
            if sealing.look(found, opening.fills) is None:
                step = self.timeline.step(opening.name)
                assert step is not None
                sealing.fill(found, opening.fills, self.secret_of(step.seals[opening.secret]))
        said = impact.wording(self.pair, impact.Seals(self.timeline.steps, self.timeline.opened), name, found)
        self.pair.apply(name, said.body, said.public)
        parts = {"opens": said.opens, "barrier": said.barrier, **members}
        self._append(
            {"type": "move", "body": said.public, **{k: v for k, v in parts.items() if v}},
            sealing.split(self.game, found)[1],
        )
        return self.entries[-1]

    def seal(self, name: str, facts: Json, eyes: str) -> None:
        """Have a seat seal what its move left open; the writer does not learn it."""
        version = len(self.entries) + 1
        self._append({"type": "sealed", "body": {"name": name}, "seals": dict.fromkeys(facts, "x")}, {})
        self.secrets[version] = {secret: {"salt": "", "value": facts[secret], "eyes": [eyes]} for secret in facts}

    def correction(self, *changes: Change) -> Correction:
        opening = self.timeline.opening
        for change in changes:
            opening = correct_opening(opening, change.move or {}) if change.op == "opening" else opening
        return self._correcting(opening).correction(changes, len(self.entries) + 1)

    def _correcting(self, opening: Json) -> CorrectionPlanner:
        """What works a change out behind which the record was opened as ``opening`` says."""

        def restart() -> impact.FoldPair:
            return impact.FoldPair(self.empty(opening), self.empty(opening))

        known = self.timeline.facts(self.secrets, self.eyes)
        otherwise = sets_up_otherwise(opening, self.timeline.opening)
        return CorrectionPlanner(self.timeline, known, self.start, restart if otherwise else None, shown=self.secret_of)

    def commit(self, made: Correction) -> int | None:
        """Write a correction; the first place that differs."""
        entry = made.entry()
        secrets = entry.pop("secrets")
        entry.pop("texts")
        first = self._append({"type": "corrected", **{k: v for k, v in entry.items() if v}}, secrets)
        self.pair = made.pair
        return first

    def undo_impact(self, *names: str) -> Correction:
        after = self.timeline.copy()
        body = {"undoes": list(names), "seat": None}
        first = after.apply({"version": len(self.entries) + 1, "type": "undone", "body": body})
        return self._correcting(after.opening).undo_impact(after, after.facts(self.secrets, self.eyes), first or 0)

    def undo(self, *names: str) -> int | None:
        """Write an undo; the first place that differs."""
        first = self._append({"type": "undone", "body": {"undoes": list(names), "seat": None}}, {})
        self.pair = self.start(len(self.timeline.steps))
        return first

    def secret_of(self, seal: Seal) -> Any:
        return self.secrets[seal.version][seal.key]["value"]

    def start(self, place: int) -> impact.FoldPair:
        """The table after the first ``place`` steps, folded from the empty one."""
        return impact.FoldPair(self.fold(self.eyes, place), self.fold(PUBLIC, place))

    def empty(self, opening: Json) -> Fold[Any, Any]:
        return self.table.fold(opening["options"], colours_of(opening))

    def fold(self, eyes: Eyes, place: int | None = None) -> Fold[Any, Any]:
        """What these eyes make of the line, folded from the empty table."""
        fold = self.empty(self.timeline.opening)
        for name, body in self.timeline.bodies(self.secrets, eyes)[:place]:
            fold.apply(name, body)
        return fold


def played(table: Table, upto: int | None = None) -> InMemory:
    """A record of an imaginary table; of as many of its first moves."""
    record = InMemory(table)
    for move in itertools.islice(table.moves(), upto):
        record.write(move)
    return record


def _whose(given: sealing.Secret) -> list[str]:
    return [] if given.seat is None else [f"seat:{given.seat}"]
