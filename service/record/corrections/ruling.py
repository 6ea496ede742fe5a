"""A ruling worked out: adjustments, each decided on the table that the one before it leaves. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from service.record.corrections.impact import FoldPair, decide
from service.record.entries.timeline import Timeline


class AdjustmentError(Exception):
    """An adjustment is none of this game, or something would be true of the table that never is.

    Args:
        number: Which of its ruling, from 1.
        cause: Why.
    """

    def __init__(self, number: int, cause: IllegalMoveError | MalformedMoveError) -> None:
        super().__init__(f"adjustment {number}: {cause}")
        self.number = number
        self.cause = cause


class AboutError(Exception):
    """A ruling is about a step that does not count.

    Args:
        name: As it was given.
        by: Name of what took the step out; None where no step of this record has the name.
    """

    def __init__(self, name: str, by: str | None) -> None:
        super().__init__(f"no step that counts is named {name!r:.40}")
        self.name = name
        self.by = by


def check_about(timeline: Timeline, name: str) -> None:
    """Check that a step counts that a ruling is about.

    Raises:
        AboutError: It does not, or there is none.
    """
    if name not in timeline.places:
        removed = timeline.removed.get(name)
        raise AboutError(name, None if removed is None else removed.by)


def decide_adjustments(pair: FoldPair, adjustments: Sequence[Json], version: int) -> list[Json]:
    """The adjustments as their entry states them.

    Args:
        pair: The table as it stands; it is moved on.
        adjustments: As they were typed, in their order.
        version: Of the entry that will hold them: it names them.

    Raises:
        AdjustmentError: One of them is refused.
    """
    bodies = []
    for number, adjustment in enumerate(adjustments, 1):
        try:
            body = decide(pair, "ruled", adjustment)
        except MalformedMoveError as error:
            raise AdjustmentError(number, error) from error
        if isinstance(body, IllegalMoveError):
            raise AdjustmentError(number, body)
        pair.apply(f"{version}.{number}", body, body)
        bodies.append(body)
    return bodies
