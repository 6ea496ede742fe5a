"""How many moves a record takes, by its game: one without an end could keep the service busy for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.kernel.game import Game
from service.record.folds import Live

TOLD_FROM = 0.9
"""The part of all its moves from which on a record says how many more it takes."""


class RecordFullError(Exception):
    """A record has all the moves that it takes.

    Args:
        game: Its title.
        most: How many these are.
    """

    def __init__(self, game: str, most: int) -> None:
        super().__init__(f"a record of {game} takes {most} moves")
        self.game = game
        self.most = most


@dataclass(frozen=True, slots=True)
class Capacity:
    """How many moves records take.

    Args:
        moves: Title -> its number; a title that is not named has the one that its game declares.
    """

    moves: Mapping[str, int] = field(default_factory=dict)

    def left(self, live: Live) -> int:
        """How many more moves a record takes; 0 where it has as many as it takes, or came here with more."""
        return max(0, self.of(live.game) - live.public.ply)

    def of(self, game: Game[Any, Any]) -> int:
        """How many moves a record of a game takes in all."""
        return self.moves.get(game.name, game.most_moves)

    def told(self, live: Live) -> int | None:
        """How many more moves a record takes, where an answer is to say so: from nine tenths of them on."""
        return self.left(live) if live.public.ply >= TOLD_FROM * self.of(live.game) else None

    def check(self, live: Live, count: int = 1) -> None:
        """Let so many more moves come.

        Raises:
            RecordFullError: With them the record would have more than it takes.
        """
        if self.left(live) < count:
            raise RecordFullError(live.game.name, self.of(live.game))
