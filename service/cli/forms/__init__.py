"""What a prompt completes behind the first word of a game's short forms; the forms themselves are the engine's."""

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

    def suggest(
        self, words: Sequence[str], current: str, offers: Sequence[Json], ask: Ask, table: Table
    ) -> Iterator[Found]:
        """What may stand in place of ``current``, after ``words``."""


def forms_of(game: str) -> Forms | None:
    """A game's short forms: the module that its package brings for the prompt; None where it brings none."""
    return cast("Forms | None", games.part(game, "prompt"))
