"""Undo: which steps it would take out of the timeline, and what prevents it.

Undo is the players' right, limited by barriers: steps that revealed something, rolled dice, or answered another seat. A
log with typing errors needs a correction instead. Pure: it reads the timeline and knows no game's rules.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.kernel.game import IllegalMoveError, Json
from service.record.entries.steps import Step
from service.record.entries.timeline import Timeline
from service.store.chain import Entry

POLICIES = ("barriers", "consent", "none")
"""Undo policies of a table: back to the last barrier; only with consents; not at all."""


class UndoRefusedError(Exception):
    """A step may not be taken back, or not yet."""


class NothingToUndoError(UndoRefusedError):
    """There is no such step that counts, or none at all.

    ``names``: the requested names; empty for the last steps of a seat.
    """

    def __init__(self, names: Sequence[str], seat: int | None) -> None:
        whose = "" if seat is None else f" of seat {seat}"
        super().__init__(f"no step{whose} to take back" + (f": {', '.join(names)}" if names else ""))
        self.names = tuple(names)
        self.seat = seat


class OutOfOrderError(UndoRefusedError):
    """Steps must be taken back last first, but a later one of the same seat would stay."""

    def __init__(self, name: str) -> None:
        super().__init__(f"move {name} came later and must be taken back first")
        self.name = name


class PartError(UndoRefusedError):
    """A ruling can only be taken back as a whole."""

    def __init__(self, name: str, ruling: str) -> None:
        super().__init__(f"step {name} is a part of ruling {ruling}")
        self.name = name
        self.ruling = ruling


class BarredError(UndoRefusedError):
    """A barrier prevents the undo, and not all seats have consented.

    Args:
        name: The step that is the barrier.
        barrier: ``{"kind", "what", "seats"}``: what it revealed, rolled or answered, and the seats that it binds.
        missing: The seats whose consent would allow the undo; a judge may allow it, too.
    """

    def __init__(self, name: str, barrier: Json, missing: Sequence[int]) -> None:
        super().__init__(f"move {name} is a barrier ({barrier['kind']}: {barrier['what']})")
        self.name = name
        self.barrier = barrier
        self.missing = tuple(missing)


class ConsentNeededError(UndoRefusedError):
    """The table's policy requires consent to an undo, or allows none.

    ``needed``: how many other seats must consent; None where only a judge may take back.
    """

    def __init__(self, needed: int | None, missing: Sequence[int]) -> None:
        super().__init__("this table plays without undo" if needed is None else f"{needed} consents are needed")
        self.needed = needed
        self.missing = tuple(missing)


class TooLateError(UndoRefusedError):
    """A redo is possible only until the next move."""

    def __init__(self, name: str) -> None:
        super().__init__(f"move {name} has been made since")
        self.name = name


class LaterMoveError(UndoRefusedError):
    """A later move would be refused, or would become another move.

    ``refusal``: why the rules refuse it after the undo; None where it would become another move.
    """

    def __init__(self, name: str, refusal: IllegalMoveError | None) -> None:
        super().__init__(f"move {name} would not stand any more: {refusal or 'it would be another one'}")
        self.name = name
        self.refusal = refusal


class Barrier(NamedTuple):
    """A step that prevents the undo of earlier steps, and why."""

    name: str
    why: Json


@dataclass(frozen=True, slots=True)
class Consents:
    """The consents to an undo.

    Args:
        seats: The seats that consent, except the seat itself.
        judge: Whether a judge orders it.
    """

    seats: Collection[int] = ()
    judge: bool = False


def last(timeline: Timeline, seat: int | None, count: int = 1) -> list[str]:
    """Names of the last steps that count, in order: of one seat, or of all.

    Raises:
        NothingToUndoError: There are fewer than ``count``.
    """
    own = _moves_of(timeline, seat)
    if not 0 < count <= len(own):
        raise NothingToUndoError((), seat)
    return [step.name for step in own[-count:]]


def check_order(timeline: Timeline, seat: int | None, names: Collection[str]) -> None:
    """Check that steps are the last ones of their seat: none of its later steps would stay.

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

    A barrier that was taken back is still one: what was shown stays known. One that was retracted was never played.

    ``seat``: the seat that would take back; None where the steps are the table's: then every barrier binds.
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
    """Check that the policy and the consents allow a table to take steps back.

    ``policy``: ``{"undo": "barriers" | "consent" | "none", "consents": N}`` from the opening.

    Raises:
        BarredError: A barrier prevents it.
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
    """Check that the undo at this version may itself be undone: no step whose order matters was recorded since.

    ``free``: whether the order of an entry does not matter: a seat's own sealed part.

    Raises:
        TooLateError: Such a step was recorded.
    """
    for step in timeline.steps:
        if step.source_entry["version"] > version and not free(step.source_entry):
            raise TooLateError(step.name)
