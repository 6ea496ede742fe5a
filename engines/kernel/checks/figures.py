"""Check points: when players compare the table with the record, and the figures to count for each seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.kernel.game import Game, Json
from engines.kernel.replay import Fold
from engines.kernel.sentences import fill, say
from engines.kernel.values import Checks, Figure, Text

__all__ = ["Checks", "Figure", "checks_of", "figures", "label", "values"]


def checks_of(game: Game[Any, Any], state: Any) -> Checks:
    """The checks that a game declares; a game without any never reaches a check point."""
    declared: Callable[[Any], Checks] | None = getattr(game, "checks", None)
    return Checks(0, say("", ""), lambda _: ()) if declared is None else declared(state)


def figures(fold: Fold[Any, Any]) -> dict[str, list[Figure]]:
    """Seat -> the figures that everybody at the table may see."""
    asked = checks_of(fold.game, fold.state).figures
    return {
        str(seat): [one for one in asked(seat) if fold.memory_aid or not one.screened]
        for seat in range(len(fold.seats))
    }


def values(fold: Fold[Any, Any]) -> Json:
    """The values of :func:`figures`: seat -> name -> value."""
    return {seat: {one.name: one.value for one in shown} for seat, shown in figures(fold).items()}


def label(game: Game[Any, Any], state: Any, point: int) -> Text:
    """The name of a check point."""
    return fill(checks_of(game, state).label, n=point)
