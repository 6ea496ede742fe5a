"""Taking back: which steps an undo would take out of the timeline, and what prevents it.

Undo is the players' right, bounded by barriers: what turned something up, rolled it, or answered what another did. To
mend a log that was typed wrong is another thing, a correction. Pure: it reads the timeline and knows no game's rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.kernel.game import IllegalMoveError, Json
from service.record.entries.steps import Step
from service.record.entries.timeline import Timeline
from service.store.chain import Entry

POLICIES = ("barriers", "consent", "none")
"""How freely a table takes back: up to the last barrier; with consents, too; not at all."""


class UndoRefusedError(Exception):
    """Why something may not be taken back, or not yet."""


class NothingToUndoError(UndoRefusedError):
    """There is no such step that counts, or none at all.

    Args:
        names: What was asked for; empty for the last of a seat.
        seat: Whose; None for anybody's.
    """

    def __init__(self, names: Sequence[str], seat: int | None) -> None:
        whose = "" if seat is None else f" of seat {seat}"
        super().__init__(f"no step{whose} to take back" + (f": {', '.join(names)}" if names else ""))
        self.names = tuple(names)
        self.seat = seat


class OutOfOrderError(UndoRefusedError):
    """Steps are taken back last first, and a later one of the same seat would stay.

    Args:
        name: The later step.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"move {name} came later and must be taken back first")
        self.name = name


class PartError(UndoRefusedError):
    """A ruling is taken back as a whole.

    Args:
        name: The adjustment that was named.
        ruling: Name of its ruling.
    """

    def __init__(self, name: str, ruling: str) -> None:
        super().__init__(f"step {name} is a part of ruling {ruling}")
        self.name = name
        self.ruling = ruling


class BarredError(UndoRefusedError):
    """A barrier stands in the way, and not all have consented.

    Args:
        name: The step that is the barrier.
        barrier: ``{"kind", "what", "seats"}``: what it revealed, rolled or answered, and whom it binds.
        missing: The seats whose consent would let the undo pass; a judge's word would, too.
    """

    def __init__(self, name: str, barrier: Json, missing: Sequence[int]) -> None:
        super().__init__(f"move {name} is a barrier ({barrier['kind']}: {barrier['what']})")
        self.name = name
        self.barrier = barrier
        self.missing = tuple(missing)


class ConsentNeededError(UndoRefusedError):
    """The table agreed that an undo needs consent, or that there is none.

    Args:
        needed: How many other seats must consent; None where only a judge may take back.
        missing: The seats that have not consented.
    """

    def __init__(self, needed: int | None, missing: Sequence[int]) -> None:
        super().__init__("this table plays without undo" if needed is None else f"{needed} consents are needed")
        self.needed = needed
        self.missing = tuple(missing)


class TooLateError(UndoRefusedError):
    """What was taken back can be brought back only until the next move.

    Args:
        name: The move that came since.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"move {name} has been made since")
        self.name = name


class LaterMoveError(UndoRefusedError):
    """A later move would not stand any more, or would be another one.

    Args:
        name: The later move.
        refusal: Why the rules refuse it on the table as it would be; None where they would make another move of it.
    """

    def __init__(self, name: str, refusal: IllegalMoveError | None) -> None:
        super().__init__(f"move {name} would not stand any more: {refusal or 'it would be another one'}")
        self.name = name
        self.refusal = refusal


class Barrier(NamedTuple):
    """A step that bars what came before it, and why."""

    name: str
    why: Json


@dataclass(frozen=True, slots=True)
class Consents:
    """Who agrees to an undo.

    Args:
        seats: The seats that do, the seat itself aside.
        judge: Whether a judge orders it.
    """

    seats: Collection[int] = ()
    judge: bool = False


def last(timeline: Timeline, seat: int | None, count: int = 1) -> list[str]:
    """Names of the last steps that count, in order: of a seat, or of anybody.

    Raises:
        NothingToUndoError: There are fewer than ``count``.
    """
    own = _moves_of(timeline, seat)
    if not 0 < count <= len(own):
        raise NothingToUndoError((), seat)
    return [step.name for step in own[-count:]]


def check_order(timeline: Timeline, seat: int | None, names: Collection[str]) -> None:
    """Check that steps are the last ones of their seat, so that none of its later ones would stay.

    Raises:
        PartError: One of them is a part of a ruling.
        NothingToUndoError: One of them does not count, or is another seat's.
        OutOfOrderError: A later one of the same seat is not among them.
    """
    for step in (timeline.step(name) for name in names):
        if step is not None and step.type == "ruled":
            raise PartError(step.name, str(step.source))
    own = _moves_of(timeline, seat)
    strange = [name for name in names if name not in {step.name for step in own}]
    if strange or not names:
        raise NothingToUndoError(strange, seat)
    for step in reversed(own[-len(names) :]):
        if step.name not in names:
            raise OutOfOrderError(step.name)


def _moves_of(timeline: Timeline, seat: int | None) -> list[Step]:
    """A seat's moves, or everybody's for None; the adjustments of a ruling belong to no seat and are left out."""
    return [step for step in timeline.steps if step.type == "move" and (seat is None or step.body.get("seat") == seat)]


def last_barrier(timeline: Timeline, seat: int | None, names: Collection[str]) -> Barrier | None:
    """The last barrier from the first of these steps on; None where there is none that binds the seat.

    A barrier that was taken back still is one: what was shown stays known. One that was retracted was never played.

    Args:
        timeline: The timeline.
        seat: Who would take back; None where the steps are the table's: every barrier binds.
        names: The steps.
    """
    first = min(timeline.order.index(name) for name in names)
    for name in reversed(timeline.order[first:]):
        removed = timeline.removed.get(name)
        step = timeline.step(name) if removed is None else removed.step if removed.how == "undone" else None
        bars = None if step is None else step.barrier
        if bars is not None and (seat is None or seat in bars["seats"]):
            return Barrier(name, bars)
    return None


def check(
    timeline: Timeline, seat: int | None, names: Collection[str], seats: int, policy: Json, consents: Consents
) -> None:
    """Check that a table may take steps back, by its policy and the consents.

    Args:
        timeline: The timeline.
        seat: Whose steps; None for the table's.
        names: The steps.
        seats: How many sit at the table.
        policy: ``{"undo": "barriers" | "consent" | "none", "consents": N}`` as the opening pins it.
        consents: Who agrees.

    Raises:
        BarredError: A barrier stands in the way.
        ConsentNeededError: The policy asks for more consents, or allows no undo.
    """
    if consents.judge:
        return
    others = [other for other in range(seats) if other != seat]
    missing = [other for other in others if other not in consents.seats]
    if policy["undo"] == "none":
        raise ConsentNeededError(None, missing)
    if policy["undo"] == "consent" and len(others) - len(missing) < min(policy["consents"], len(others)):
        raise ConsentNeededError(policy["consents"], missing)
    bars = last_barrier(timeline, seat, names)
    if bars is not None and missing:
        raise BarredError(bars.name, bars.why, missing)


def check_redo(timeline: Timeline, version: int, free: Callable[[Entry], bool] = lambda _: False) -> None:
    """Check that the undo at this version may itself be taken back: no step was recorded since whose order matters.

    Args:
        timeline: The timeline.
        version: Of the undo.
        free: Whether the order of an entry does not matter: a seat's own sealed part.

    Raises:
        TooLateError: One was.
    """
    for step in timeline.steps:
        if step.source_entry["version"] > version and not free(step.source_entry):
            raise TooLateError(step.name)
