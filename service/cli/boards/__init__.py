"""Drawing a table in the terminal: a drawer for each game that has one, by name; any other view is printed as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text

from engines.kernel.game import Json
from service.cli.boards import generic, kingdoms
from service.cli.speech import Speech
from service.cli.tables import Table

Drawer = Callable[[Table, Json, Speech, Sequence[Json]], Text]
"""From the table, a view, the language and the patch that led to the view: the picture."""

DRAWERS: Mapping[str, Drawer] = {"kingdoms": kingdoms.draw}
"""Game -> its drawer."""


def draw(table: Table, view: Json, say: Speech, patch: Sequence[Json] = ()) -> Text:
    """The picture of a view; what the patch changed is marked.

    Args:
        table: The game and who plays it.
        view: What some eyes see.
        say: The language.
        patch: The operations (RFC 6902) that led here, if any.
    """
    return DRAWERS.get(table.game.name, generic.draw)(table, view, say, patch)
