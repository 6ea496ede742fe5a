"""The texts of Lords of Xidit, its refusals, and the names of components in them."""

from __future__ import annotations

from engines.kernel.game import Text
from engines.kernel.sentences import NOBODY, Refusals, same, texts
from engines.xidit.box.components import Box
from engines.xidit.state import State

TEXTS = texts("engines.xidit")

refusal = Refusals(TEXTS["refusals"])


def seat_name(state: State, seat: int) -> Text:
    """A seat by its colour."""
    return state.box.colours[state.colours[seat]]


def unit_name(state: State, unit: str | None) -> Text:
    """The name of a type of unit."""
    return state.box.unit_names.get(unit or "") or same(NOBODY)


def icon_name(box: Box, icon: str) -> Text:
    """The name of an order."""
    found = box.icons.get(icon)
    return found.name if found is not None else same(icon)
