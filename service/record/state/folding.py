"""Folds a timeline from the empty table to one of its places."""

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
"""Replacements per minute that a seat's own link may make of what it sealed: each is a permanent entry."""

Known = Mapping[str, Mapping[str, Any]]
"""What some eyes know of the secrets of a timeline: name of a step -> secret -> value."""


@dataclass(slots=True)
class Progress:
    """What happened before a position and is not a part of it.

    Args:
        ended: Name of the step that ended the game; empty while it runs.
        replaced: Seat -> the times when its own link replaced what the seat had sealed; at most the last
            :data:`MOST_REPLACED`.
        points: The check points passed, in order.
    """

    ended: str = ""
    replaced: dict[str, list[str]] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)

    def before(self, fold: Fold[Any, Any], step: Step) -> None:
        """Note whether a step from a seat's own link is about to replace a sealed part."""
        if fold.game.replaces(fold.state, step.body) is not None:
            times = self.replaced.setdefault(str(step.body["seat"]), [])
            times.append(step.entry["at"])
            del times[:-MOST_REPLACED]

    def after(self, fold: Fold[Any, Any], step: Step) -> None:
        """Note a check point that was reached, and whether the game is over.

        Only a ruling can resume a game that was over.
        """
        if len(self.points) < figures.checks_of(fold.game, fold.state).passed:
            self.points.append(Point(step.name, figures.values(fold)))
        if not self.ended or step.type == "ruled":
            self.ended = "" if fold.game.result(fold.state) is None else self.ended or step.name


class UnreplayableError(BrokenChainError):
    """A valid entry that the rules of this program cannot apply.

    Args:
        version: The version of the entry.
        error: What its replay raised.
        place: The place in the timeline of the step that cannot be applied, where that is known.
    """

    def __init__(self, version: int, error: Exception, place: int = 0) -> None:
        super().__init__(version, f"cannot be replayed ({error!r:.200})")
        self.error = error
        self.place = place


def fold_steps(
    fold: Fold[Any, Any], timeline: Timeline, place: int, known: Known, by_own_link: Callable[[Entry], bool] | None
) -> Progress:
    """Apply the first steps of a timeline to a fold of the empty table.

    Args:
        fold: The fold.
        timeline: The timeline.
        place: How many steps to apply.
        known: What the eyes of the fold know of the secrets.
        by_own_link: Whether an entry is a seat's sealed part from its own link; None for a record without links.

    Returns:
        The progress up to that place.

    Raises:
        UnreplayableError: The rules of this program cannot apply a step.
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
