"""Decides the adjustments of a ruling, each on the table after the one before it. Pure."""

from collections.abc import Sequence

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from service.record.corrections.impact import FoldPair, decide
from service.record.entries.timeline import Timeline


class AdjustmentError(Exception):
    """An adjustment is not one of this game, or would break an invariant of the table.

    ``number``: its number in the ruling, from 1.
    """

    def __init__(self, number: int, cause: IllegalMoveError | MalformedMoveError) -> None:
        super().__init__(f"adjustment {number}: {cause}")
        self.number = number
        self.cause = cause


class AboutError(Exception):
    """A ruling is about a step that does not count.

    ``by``: name of the entry or change that removed the step; None where no step of this record has the name.
    """

    def __init__(self, name: str, by: str | None) -> None:
        super().__init__(f"no step that counts is named {name!r:.40}")
        self.name = name
        self.by = by


def check_about(timeline: Timeline, name: str) -> None:
    """Check that the step that a ruling is about counts.

    Raises:
        AboutError: It does not count, or does not exist.
    """
    if name not in timeline.places:
        removed = timeline.removed.get(name)
        raise AboutError(name, None if removed is None else removed.by)


def decide_adjustments(pair: FoldPair, adjustments: Sequence[Json], version: int) -> list[Json]:
    """Decide adjustments and return them as their entry states them.

    Args:
        pair: The current table; the adjustments are applied to it.
        adjustments: The adjustments as they were typed, in order.
        version: Version of the entry that will hold them; they are named by it.

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
