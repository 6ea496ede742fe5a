"""Short forms of the games, as far as a prompt completes and explains them; what they mean is the engine's to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, cast

from engines.kernel.game import Json
from service import games
from service.cli.tables import Table

Ask = Callable[[Json], Json]
"""From part of a move to ``{"field", "domain"}``: what the service asks next."""
Found = tuple[str, Mapping[str, str]]
"""What may be typed, and what it is, in every language."""


class Forms(Protocol):
    """The short forms of one game."""

    HINTS: Mapping[str, str]
    """Type of move -> its short form, with capitals for what is to be filled in."""

    def suggest(
        self, words: Sequence[str], current: str, offers: Sequence[Json], ask: Ask, table: Table
    ) -> Iterator[Found]:
        """What may stand in place of ``current``, after ``words``."""


def forms_of(game: str) -> Forms | None:
    """A game's short forms: the module that its package brings for the prompt; None where it brings none."""
    return cast("Forms | None", games.part(game, "prompt"))
