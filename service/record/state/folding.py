"""Folding a timeline from the empty table to one of its places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.kernel import sealing
from engines.kernel.checks import figures
from engines.kernel.replay import Fold
from service.record.entries.checks import Point
from service.record.entries.steps import Step
from service.record.entries.timeline import Timeline
from service.store.chain import BrokenChainError, Entry

MOST_REPLACED = 6
"""How often in a minute a seat's own link may replace what the seat sealed: each time is an entry for good."""

Known = Mapping[str, Mapping[str, Any]]
"""What some eyes know of the secrets of a timeline: name of a step -> secret -> value."""


@dataclass(slots=True)
class Progress:
    """What happened on the way to a position, where the position does not show it.

    Args:
        ended: Name of the step that ended the game; empty while it runs.
        replaced: Seat -> when its own link last replaced what the seat had sealed; at most the last
            :data:`MOST_REPLACED` times.
        points: The check points passed, in order.
    """

    ended: str = ""
    replaced: dict[str, list[str]] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)

    def before(self, fold: Fold[Any, Any], step: Step) -> None:
        """Note what a step from a seat's own link is about to replace."""
        if fold.game.replaces(fold.state, step.body) is not None:
            times = self.replaced.setdefault(str(step.body["seat"]), [])
            times.append(step.entry["at"])
            del times[:-MOST_REPLACED]

    def after(self, fold: Fold[Any, Any], step: Step) -> None:
        """Note a check point that was reached, and whether the game is over now.

        Only a ruling can change that of a game that was.
        """
        if len(self.points) < figures.checks_of(fold.game, fold.state).passed:
            self.points.append(Point(step.name, figures.values(fold)))
        if not self.ended or step.type == "ruled":
            self.ended = "" if fold.game.result(fold.state) is None else self.ended or step.name


class UnreplayableError(BrokenChainError):
    """An entry that was written as it stands, but that the rules of this program cannot take.

    Args:
        version: The version of the entry.
        error: What its replay met.
        place: The place in the timeline of the step that cannot be taken, where that is known.
    """

    def __init__(self, version: int, error: Exception, place: int = 0) -> None:
        super().__init__(version, f"cannot be replayed ({error!r:.200})")
        self.error = error
        self.place = place


def fold_steps(
    fold: Fold[Any, Any],
    timeline: Timeline,
    place: int,
    known: Known,
    by_own_link: Callable[[Entry], bool] | None,
) -> Progress:
    """Apply the first steps of a timeline to a fold of the empty table.

    Args:
        fold: The fold.
        timeline: The timeline.
        place: How many steps to apply.
        known: What the eyes of the fold know of the secrets.
        by_own_link: Whether an entry is a seat's sealed part from the seat's own link; None for a record without links.

    Returns:
        What happened on the way.

    Raises:
        UnreplayableError: The rules of this program cannot take a step.
    """
    progress = Progress()
    for here, step in enumerate(timeline.steps[:place]):
        try:
            if by_own_link is not None and by_own_link(step.entry):
                progress.before(fold, step)
            fold.apply(step.name, sealing.merge(step.body, known[step.name]) if step.name in known else step.body)
            progress.after(fold, step)
        except Exception as error:
            raise UnreplayableError(step.source, error, here) from error
    return progress
