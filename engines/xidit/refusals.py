"""The texts of Lords of Xidit, its refusals, and the names of components in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.kernel.game import LANGUAGES, Text
from engines.kernel.sentences import NOBODY, OR, Refusals, joined, same, texts
from engines.xidit.box.components import Box, Criterion, Icon, box
from engines.xidit.moves import moves
from engines.xidit.state import State

TEXTS = texts("engines.xidit")

refusal = Refusals(TEXTS["refusals"])


def seat_name(state: State, seat: int) -> Text:
    """A seat by its colour."""
    return state.box.colours[state.colours[seat]]


def move_name(kind: str) -> Text:
    """A type of move by what a form calls it."""
    return moves(box())[kind].label


def names_of(things: Mapping[str, Icon | Criterion], ids: Iterable[str]) -> Text:
    """Icons or criteria by their names, of which one is chosen."""
    names = [things[one].name for one in ids]
    return {lang: joined([name[lang] for name in names], lang, OR) for lang in LANGUAGES}


def unit_name(state: State, unit: str | None) -> Text:
    """The name of a type of unit."""
    return state.box.unit_names.get(unit or "") or same(unit or NOBODY)


def icon_name(box: Box, icon: str) -> Text:
    """The name of an order."""
    found = box.icons.get(icon)
    return found.name if found is not None else same(icon)
