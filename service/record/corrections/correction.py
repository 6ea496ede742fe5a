"""A correction: several changes of the timeline in one entry, each decided at its place, and what follows from them.

Each change is decided with the corrector's eyes on the table at its place, then every later step is decided again
(:mod:`service.record.corrections.impact`). The same entry amends later moves that have another spelling on the
corrected table. For each later move that the rules refuse there, the correction needs a change: retract it, amend it,
or keep it as an irregularity. Pure: it writes nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from engines.kernel import sealing
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError, Opening, Text
from engines.kernel.moves import shapes
from service.record.corrections.impact import (
    FoldPair,
    Known,
    OriginalTable,
    Redecider,
    Seals,
    Verdict,
    Wording,
    decide,
    wording,
)
from service.record.entries.steps import REASON, Seal, Step, keeps_seals
from service.record.entries.timeline import Timeline
from service.texts import said

Op = Literal["amend", "insert", "retract", "keep", "opening"]


class Change(NamedTuple):
    """One requested change.

    Args:
        number: Its number in the correction, from 1.
        op: The operation; ``keep`` is for a later move that the rules refuse on the corrected table.
        name: Name of the step to change or to insert before; empty for ``opening``.
        move: The move as it was typed, for ``amend`` and ``insert``; the members of the opening, for ``opening``.
        irregular: Who accepted what the rules refuse: ``{"accepted_by": [...]}``; None for a regular move.
        reason: Why they did; stored outside the log, with a seal in the entry.
    """

    number: int
    op: Op
    name: str = ""
    move: Json | None = None
    irregular: Json | None = None
    reason: str = ""


class TargetError(Exception):
    """A change names something that it cannot change.

    Args:
        change: The change.
        why: ``unknown``: no step of this record has the name; ``gone``: the step does not count; ``twice``: another
            change of the same correction names it; ``ruled``: a judge ordered the step, and it is retracted or stays;
            ``regular``: the rules do not refuse what was to be kept, or was
            said to be irregular; ``emptied``: no step would be left.
        by: What took the step out, where it does not count; else the name itself.
    """

    def __init__(self, change: Change, why: str, by: str = "") -> None:
        super().__init__(f"change {change.number} ({change.op} {change.name}): {why} {by}".rstrip())
        self.change = change
        self.why = why
        self.by = by or change.name


Guard = Callable[[Change, Json, Json, str | None, Sequence[tuple[Opening, Seal | None]]], bool]
"""Refuses what is not the corrector's to change: the change, its move as typed, the event that it is, the sealed move
that it replaces, and the sealed facts that it makes public with their seals. Says whether it states one otherwise."""


def unguarded(*_: object) -> bool:
    """Refuse nothing: a judge may change everything."""
    return False


class NeedsValueError(MalformedMoveError):
    """A move makes a sealed fact public that its writer left out and that was not shown yet."""


@dataclass(frozen=True, slots=True)
class DecidedChange:
    """A change that was decided at its place.

    Args:
        change: The requested change.
        name: Name of the step that it makes or amends.
        place: Number of steps before it.
        wording: The wording of the step in the entry; None where it is refused or retracted.
        secrets: New secrets: secret -> value and seat.
        refusal: Why it is refused; None where it is not, or where that depends on ``because``.
        because: The earlier refused step that must be settled first; else None.
        says: The sentence of the step, in every language; None if it is retracted or refused.
    """

    change: Change
    name: str
    place: int
    wording: Wording | None
    secrets: dict[str, sealing.Secret] = field(default_factory=dict)
    refusal: IllegalMoveError | None = None
    because: str | None = None
    says: Text | None = None

    @property
    def is_legal(self) -> bool:
        """Whether the rules accept it."""
        return self.refusal is None and self.because is None


@dataclass(slots=True)
class Correction:
    """The effects of a correction.

    Args:
        changes: The decided changes, in the order of the request.
        verdicts: The verdict on every later step, in the order of the timeline.
        pair: The table at the end of the corrected timeline.
        first: The place of the first step that changes.
    """

    changes: list[DecidedChange]
    verdicts: list[Verdict]
    pair: FoldPair
    first: int

    @property
    def refused(self) -> list[DecidedChange | Verdict]:
        """Changes that the rules refuse, and later moves that no change handles."""
        changes = [change for change in self.changes if not change.is_legal]
        return [*changes, *(verdict for verdict in self.verdicts if verdict.kind == "refused")]

    def entry(self) -> Json:
        """The members of its entry; only for a correction without refusals.

        These are ``body``; ``opens``, ``barrier`` and ``irregular`` by change; and by change and name ``secrets`` (with
        value and seat) and ``texts``, which are stored outside the log.
        """
        body: list[Json] = []
        parts: Json = {"opens": {}, "barrier": {}, "irregular": {}, "secrets": {}, "texts": {}}
        for decided in self.changes:
            body.append(_change_body(decided))
            self._note(parts, decided.wording, decided.secrets, len(body))
            if decided.change.irregular is not None:
                parts["irregular"][str(len(body))] = decided.change.irregular
            if decided.change.reason:
                parts["texts"][f"{len(body)}.{REASON}"] = decided.change.reason
        for verdict in self.verdicts:
            if verdict.kind == "changed" and verdict.wording is not None:
                amended = {"op": "amend", "name": verdict.step.name, "body": verdict.wording.public, "implied": True}
                body.append(amended)
                self._note(parts, verdict.wording, {}, len(body))
                if verdict.step.irregular is not None:
                    parts["irregular"][str(len(body))] = verdict.step.irregular
        return {"body": {"changes": body}, **parts}

    @staticmethod
    def _note(parts: Json, said: Wording | None, secrets: dict[str, sealing.Secret], number: int) -> None:
        if said is not None and said.opens:
            parts["opens"][str(number)] = said.opens
        if said is not None and said.barrier is not None:
            parts["barrier"][str(number)] = said.barrier
        parts["secrets"] |= {f"{number}.{secret}": given for secret, given in secrets.items()}


class CorrectionRefusedError(Exception):
    """The rules refuse a change, or later moves that no change handles."""

    def __init__(self, found: Correction) -> None:
        super().__init__(f"moves that would not stand: {len(found.refused)}")
        self.found = found


def _change_body(made: DecidedChange) -> Json:
    """A change as its entry states it: ``keep`` becomes an amendment to the event of the refused move."""
    change = made.change
    if change.op == "opening":
        return {"op": "opening", **(change.move or {})}
    if change.op == "retract" or made.wording is None:
        return {"op": "retract", "name": change.name}
    if change.op == "insert":
        return {"op": "insert", "before": change.name, "body": made.wording.public}
    return {"op": "amend", "name": change.name, "body": made.wording.public}


def plan_order(timeline: Timeline, changes: Sequence[Change], version: int) -> list[tuple[str, Change | None]]:
    """The names of the corrected timeline in order, each with the change that makes or amends it.

    ``version``: version of the entry that will hold them; inserted steps are named by it.

    Raises:
        TargetError: A change names something that it cannot change, or no step would be left.
    """
    order, made = list(timeline.order), dict[str, Change]()
    for change in changes:
        if change.op == "opening":
            continue
        if change.name not in timeline.places:
            removed = timeline.removed.get(change.name)
            raise TargetError(change, "unknown" if removed is None else "gone", "" if removed is None else removed.by)
        name = change.name
        if change.op == "insert":
            name = f"{version}.{change.number}"
            order.insert(order.index(change.name), name)
        elif name in made:
            raise TargetError(change, "twice")
        elif timeline.steps[timeline.places[name]].type == "ruled" and change.op != "retract":
            raise TargetError(change, "ruled")
        made[name] = change
    left = [(name, made.get(name)) for name in order if name not in timeline.removed]
    left = [(name, change) for name, change in left if change is None or change.op != "retract"]
    if not left and any(change.op != "opening" for change in changes):
        raise TargetError(changes[-1], "emptied")
    return left


class CorrectionPlanner:
    """Computes the effects of a correction.

    Args:
        timeline: The current timeline.
        known: What the corrector knows of its secrets.
        start: Returns the table at a place of that timeline.
        restart: Returns the empty table of the corrected opening; None where the opening does not change.
        shown: Returns the value that a seal was opened with; None where it was erased.
        guard: Refuses what is not the corrector's to change.
    """

    def __init__(
        self,
        timeline: Timeline,
        known: Known,
        start: Callable[[int], FoldPair],
        restart: Callable[[], FoldPair] | None = None,
        shown: Callable[[Seal], Any] = lambda _: None,
        guard: Guard = unguarded,
    ) -> None:
        self._timeline = timeline
        self._known = known
        self._start = start
        self._restart = restart
        self._shown = shown
        self._guard = guard

    def correction(self, changes: Sequence[Change], version: int, *, consequences: bool = False) -> Correction:
        """Compute the effects of these changes.

        Args:
            changes: The changes, in the order of the request.
            version: Version of the entry that will hold them.
            consequences: Whether to report also what unchanged later steps lead to.

        Raises:
            TargetError: A change names something that it cannot change.
            MalformedMoveError: A change does not hold a move of this game.
        """
        plan = plan_order(self._timeline, changes, version)
        differ = (
            place
            for place, (step, (name, change)) in enumerate(zip(self._timeline.steps, plan, strict=False))
            if change is not None or step.name != name
        )
        first = 0 if self._restart else next(differ, min(len(plan), len(self._timeline.steps)))
        pair = self._restart() if self._restart else self._start(first)
        original = OriginalTable(self._timeline.steps, self._known, self._start)
        names = {name for name, _ in plan}
        seals = Seals((step for step in self._timeline.steps if step.name in names), self._timeline.opened)
        redecider = Redecider(pair, seals, self._known, original, consequences=consequences)
        verdicts, done = list[Verdict](), dict[int, DecidedChange]()
        for name, change in plan[first:]:
            if change is None:
                verdicts.append(redecider.verdict(self._timeline.steps[self._timeline.places[name]]))
            elif redecider.lost:
                done[change.number] = DecidedChange(change, name, pair.private.ply, None, because=redecider.astray)
            else:
                done[change.number] = self._decide(redecider, change, name, version, original)
        for change in changes:
            done.setdefault(change.number, DecidedChange(change, change.name, first, None))
        return Correction([done[change.number] for change in changes], verdicts, redecider.pair, first)

    def undo_impact(self, after: Timeline, known: Known, first: int) -> Correction:
        """Compute the impact of an undo on later steps; the undo is allowed if all stay the same.

        If the undo changes the set-up of the table, ``restart`` returns the table before the first of them.

        Args:
            after: The timeline after the undo.
            known: What the writer knows of its secrets.
            first: The place of the first step that changes.
        """
        original = OriginalTable(self._timeline.steps, self._known, self._start)
        pair = self._restart() if self._restart else self._start(first)
        redecider = Redecider(pair, Seals(after.steps, after.opened), known, original)
        return Correction([], [redecider.verdict(step) for step in after.steps[first:]], redecider.pair, first)

    def _decide(
        self, redecider: Redecider, change: Change, name: str, version: int, original: OriginalTable
    ) -> DecidedChange:
        """Decide a change at its place, and apply it."""
        old = self._timeline.step(name)
        body, kept = self._requested(redecider.pair, change, old)
        place = redecider.pair.private.ply
        found = decide(redecider.pair, "move", body)
        irregular = change.irregular is not None or change.op == "keep"
        refused = isinstance(found, IllegalMoveError)
        if isinstance(found, IllegalMoveError):
            if not irregular or found.event is None:
                return self._refused(redecider, change, name, found)
            if change.op == "keep" and old is not None and original.refused(old, found):
                raise TargetError(change, "regular")
            found = found.event
        otherwise = change.op != "keep" and self._states_otherwise(redecider, change, body, found)
        if irregular and not refused and not otherwise:
            raise TargetError(change, "regular")
        found = self._filled(redecider, name, found)
        secrets = {
            secret: given
            for secret, given in sealing.split(redecider.pair.public.game, found)[1].items()
            if secret not in kept or kept[secret] != given.value
        }
        stays = {} if old is None or not keeps_seals(old.body, found) else dict(old.seals)
        redecider.seals.in_force[name] = {**stays, **{s: Seal(version, f"{change.number}.{s}") for s in secrets}}
        worded = wording(redecider.pair, redecider.seals, name, found)
        says = redecider.pair.apply_and_describe(name, worded.body, worded.public)
        return DecidedChange(change, name, place, worded, secrets, says=says)

    def _states_otherwise(self, redecider: Redecider, change: Change, typed: Json, event: Json) -> bool:
        """Whether a change contradicts a sealed fact; raises if the corrector may not make the change."""
        game, state, seals = redecider.pair.public.game, redecider.pair.public.state, redecider.seals.in_force
        replaces = game.replaces(state, event) if event["type"] in game.secret else None
        openings = game.opens(state, event)
        found = [(opening, seals.get(opening.name, {}).get(opening.secret)) for opening in openings]
        return self._guard(change, typed, event, replaces, found)

    def _refused(self, redecider: Redecider, change: Change, name: str, refusal: IllegalMoveError) -> DecidedChange:
        """A refused change; the table continues with its event if it has one, else with the previous step."""
        place = redecider.pair.private.ply
        event = refusal.event
        if event is not None:
            redecider.pair.apply(name, event, sealing.split(redecider.pair.public.game, event)[0])
        elif (old := self._timeline.step(name)) is not None:
            redecider.verdict(old)
        return DecidedChange(change, name, place, None, {}, refusal)

    def _requested(self, pair: FoldPair, change: Change, old: Step | None) -> tuple[Json, dict[str, Any]]:
        """The body that a change requests, with the secrets that its step retains; and these secrets, by name."""
        if change.op == "keep" and old is not None:
            known = dict(self._known.get(old.name, {}))
            return sealing.merge(old.body, known), known
        game = pair.public.game
        body = shapes.parse(game, pair.public.box, change.move)
        if old is not None and "seat" not in body and body["type"] == old.body["type"] and "seat" in old.body:
            body = {"type": body["type"], "seat": old.body["seat"], **body}
        if old is None or not keeps_seals(old.body, body):
            return body, {}
        typed = sealing.split(game, body)[1] if "seat" in body or "seat" not in old.body else {}
        known = {secret: value for secret, value in self._known.get(old.name, {}).items() if secret not in typed}
        return sealing.merge(body, known), known

    def _filled(self, redecider: Redecider, name: str, body: Json) -> Json:
        """The body, completed with what was shown at the table before and its writer left out."""
        body = sealing.merge(body, {})
        game = redecider.pair.public.game
        for opening in game.opens(redecider.pair.public.state, body):
            if sealing.look(body, opening.fills) is not None:
                continue
            seal = redecider.seals.in_force.get(opening.name, {}).get(opening.secret)
            value = self._shown(seal) if seal is not None and seal in self._timeline.opened else None
            if value is None:
                raise NeedsValueError(
                    {opening.fills: said("say_what_was_shown", type=body["type"], fills=opening.fills, name=name)}
                )
            sealing.fill(body, opening.fills, value)
        return body
