"""Drawing a table in the terminal: a drawer for each game that has one; any other view is printed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from rich.text import Text

from engines.kernel.game import Json
from service import games
from service.cli.boards import generic
from service.cli.language import Speech
from service.cli.tables import Table
from service.out import cleaned

Drawer = Callable[[Table, Json, Speech, Sequence[Json]], Text]
"""From the table, a view, the language and the patch that led to the view: the picture."""


def drawer(game: str) -> Drawer:
    """A game's drawer: ``draw`` of the module that its package brings for the terminal, else the generic."""
    found = games.part(game, "terminal")
    return generic.draw if found is None else cast("Drawer", found.draw)


def draw(table: Table, view: Json, say: Speech, patch: Sequence[Json] = ()) -> Text:
    """The picture of a view; what the patch changed is marked.

    ``view``: what some eyes see. ``patch``: the operations (RFC 6902) that led here, if any.
    """
    # Names of seats and components come from outside; in a picture each stays within its line.
    table = replace(table, box=cleaned(table.box), seats=cleaned(list(table.seats)))
    return drawer(table.game.name)(table, cleaned(view), say, patch)
