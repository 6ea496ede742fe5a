"""Actions of Rise of Empires on the recorder's page: so many taps for each kind of turn.

``MOVEBOOK_TAPPED=1000`` taps in a whole game; without it, some actions of a B turn, the last with an empire tile.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.long import long_only
from tests.viewer.recorder import Thumb
from tests.viewer.table import Table

WHOLE = bool(os.environ.get("MOVEBOOK_TAPPED"))
COLOURS = ("red", "blue", "yellow")

pytestmark = pytest.mark.timeout(3600 if WHOLE else 120)

MOST = {"A": 3, "B": 4, "empire": 8}
"""Taps of the median action in an A turn, in a B turn, and with an empire tile in either."""


def state(table: Table) -> Any:
    """What a judge would compare, as the last entry of a record names it."""
    return table.get("/log?limit=10000", table.token)["entries"][-1]["state"]


def kinds(moves: Sequence[Any], at: int) -> list[str]:
    """What is counted of a move: nothing where it is no action."""
    move = moves[at]
    if move["type"] != "action":
        return []
    letter = "BA"[sum(earlier["type"] == "reveal" for earlier in moves[:at]) % 2]
    return [letter, *(["empire"] if move["row"] == "empire" and move.get("tile") else [])]


@long_only
def test_the_median_action_takes_three_taps_in_an_a_turn_four_in_a_b_turn_eight_with_an_empire_tile(
    up: dict[str, str], page: Page
) -> None:
    table, same = Table(up, "rise_of_empires", COLOURS), Table(up, "rise_of_empires", COLOURS)
    moves = list(table.moves())
    fought = [at for at in range(len(moves)) if kinds(moves, at) == ["B", "empire"]]
    start, end = (0, len(moves)) if WHOLE else (fought[0] - 3, fought[0] + 1)
    if start:
        table.bring(moves[:start])
    thumb = Thumb(page, table)
    taps: dict[str, list[int]] = {}
    at = start
    while at < end:
        entered = thumb.enter(moves[at])
        for kind in kinds(moves, at):
            taps.setdefault(kind, []).append(thumb.taps[-1])
        at += entered
    thumb.sent()
    same.bring(moves[:end])
    assert state(table) == state(same)
    assert set(taps) == (set(MOST) if WHOLE else {"B", "empire"})
    assert all(statistics.median(counts) <= MOST[kind] for kind, counts in taps.items()), taps
