"""The texts of Rise of Empires, and its refusals with the names of the owner's box."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kernel.game import Text
from engines.kernel.sentences import Refusals, all_of, fill, same, shown, texts
from engines.rise_of_empires.box.components import Box
from engines.rise_of_empires.state import State

TEXTS = texts("engines.rise_of_empires")

refusal = Refusals(TEXTS["refusals"])

WHY = TEXTS["why"]

AMOUNTS = TEXTS["amounts"]
UNIT_NAMES = TEXTS["units"]
PHASE_NAMES = TEXTS["phases"]
PARAMETERS = TEXTS["parameters"]
TIES = TEXTS["ties"]


def amount(what: str, count: int) -> Text:
    """A number of a kind of thing: ``1 resource``, ``0 cubes in the pool``."""
    return fill(AMOUNTS[what], n=count)


def seat_name(state: State, seat: object) -> Text:
    """The name of a player: the name of the colour, or an unknown number as received."""
    if type(seat) is int and 0 <= seat < len(state.colours):
        return state.box.colours[state.colours[seat]]
    return same(shown(seat))


def seats_named(state: State, seats: Iterable[int]) -> Text:
    """Several players."""
    return all_of(seat_name(state, seat) for seat in seats)


def tile_name(box: Box, tile: str) -> Text:
    """The name of a progress, city or empire tile, or a kind of territory; an unknown value is returned as text."""
    for known in (box.progress, box.cities, box.territory):
        if tile in known:
            return known[tile].name
    return same(tile)


def region_name(box: Box, region: object) -> Text:
    """The name of a region."""
    return box.regions[region].name if isinstance(region, str) and region in box.regions else same(shown(region))


def row_name(box: Box, row: str) -> Text:
    """The name of a row of the action display."""
    return box.rows.get(row, same(row))


def phase_name(state: State) -> Text:
    """What the table waits for."""
    return fill(PHASE_NAMES[state.phase], turn=state.turn)
