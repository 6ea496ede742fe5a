"""Boards and whole games that several tests stand on: found by search, their gold checked by ``by_hand``."""

from functools import cache

from tests.engines.given import Position
from tests.engines.kingdoms.table import FIGURES, deals, epoch, playing, replay, table

FIRST = tuple(FIGURES["boards"]["KIN-V1"]["board"])
"""KIN-V1: yellow +44, red +3, blue +54."""
SECOND = (
    "+4 Y1 Y2 -2 R3 Y1",
    "-1 B1 +6 +3 -4 +3",
    "+2 MT +1 B1 R1 B1",
    "R1 R1 -5 Y1 -3 +5",
    "+1 WZ R2 B2 -6 DR",
)
"""The second epoch of KIN-G1: yellow +10, red -60, blue 0."""
THIRD = (
    "+1 B1 +5 +2 -2 Y1",
    "+6 +5 -3 MT B1 R2",
    "R1 Y1 GM WZ Y3 B1",
    "+6 +2 -1 MT R1 B2",
    "R1 -6 Y1 B2 DR +1",
)
"""The third epoch of KIN-G1: yellow -4, red +20, blue -4."""
HIGH = (
    "+3 B3 R2 +1 +1 B3",
    "-6 R3 +4 -1 +6 +3",
    "+4 MT DR +5 R2 +2",
    "MT B4 GM R3 R2 -3",
    "R4 B2 B2 +5 B2 -4",
)
"""Two players, every castle of rank 2 to 4 and none of rank 1: red +60, blue +20."""
LOW = (
    "-4 +6 B1 GM -1 B1",
    "MT -6 R1 +4 R1 R1",
    "B1 DR +2 +1 +5 B1",
    "-5 +1 -3 +4 +5 +3",
    "+6 -2 R1 +2 MT WZ",
)
"""Two players, rank 1 only: red +10, blue +10."""
FOUR = (
    "-4 MT -1 Y1 B1 +5",
    "+2 MT +5 -6 G1 +3",
    "+3 GM +4 DR G1 WZ",
    "+6 +1 -3 R1 +1 -5",
    "+6 -2 R1 B1 Y1 +2",
)
"""Four players, rank 1 only: everybody +5."""
THREE = (
    "+6 +2 GM WZ -1 -6",
    "-5 +3 MT R1 B1 R1",
    "Y1 MT B1 +5 +1 R1",
    "+4 +2 DR -2 B1 Y1",
    "Y1 +5 -4 +6 +3 -3",
)
"""Three players, rank 1 only: everybody +6."""
DEBT = (
    "B3 B4 -5 +5 R2 MT",
    "R3 B3 +4 +1 -3 +2",
    "MT B2 R3 +2 DR B2",
    "R4 -4 R2 -6 B2 GM",
    "+6 R2 +3 +1 +6 -2",
)
"""Two players, every castle of rank 2 to 4: red -60, blue -70."""
SHORT = (
    "+4 R3 B3 R2 DR B3",
    "-3 -4 R2 B4 +2 B2",
    "B2 R3 GM R2 -6 B2",
    "+3 R4 +6 +1 MT MT",
    "+6 +4 +3 WZ +1 +5",
)
"""Two players: red's lines are -10, -60, then +40, +36, +4: 20 below nothing on the way, +10 in the end; blue 0."""

FREE_DRAGON = (
    "+1 +2 +3 +4 +5 +6",
    "R1 B1 R1 B1 R1 B1",
    "R2 B2 R2 B2 R2 B2",
    "R3 B3 R3 B3 R4 B4",
    "-1 -2 -3 -4 -5 -6",
)
"""A full board without dragon, wizard, gold mine and mountains."""


@cache
def dry() -> tuple[str, ...]:
    """Two epochs in which red and blue place every castle of rank 2 to 4, and the deals of the third, blue's last."""
    return (*epoch(HIGH, "RB", "R"), *epoch(LOW, "RB", "R", announced=False), *deals("RB", {}))


def third(*lines: str) -> Position:
    """Epoch 3 of a game of red and blue who have rank 1 castles only; red (120 gold to 80) starts."""
    return table("RB").after(*dry(), *lines)


def r1(upto: int = 30, **tiles: str) -> Position:
    """KIN-R1 after so many of its moves; move n is entry n + 5, yellow's deal entry 3, red's 4, blue's 5.

    Args:
        upto: How many moves.
        tiles: Who confides which starting tile; yellow +6 where nothing is said.
    """
    seats, lines = replay("KIN-R1")
    return playing(seats, **(tiles or {"Y": "+6"})).after(*lines[:upto])


def r1_unknown(upto: int = 30) -> Position:
    """KIN-R1 as the public sees it: nobody confided a tile."""
    seats, lines = replay("KIN-R1")
    return playing(seats).after(*lines[:upto])


def r2(upto: int = 34) -> Position:
    """KIN-R2 after so many of its moves."""
    return third(*replay("KIN-R2")[1][:upto])


def g1(epochs: int = 3, *, start: str = "Y") -> Position:
    """KIN-G1 after so many epochs; ``start``: who of the tied two is recorded for epoch 3."""
    lines = list(epoch(FIRST, "YRB", "Y"))
    if epochs > 1:
        lines += epoch(SECOND, "YRB", "B", announced=False)
    if epochs > 2:
        lines += epoch(THIRD, "YRB", start)
    return table("YRB").after(*lines)


def thrice(board: tuple[str, ...], seats: str) -> Position:
    """A game of three equal epochs (rank 1 castles only), the first seat starting each."""
    return table(seats).after(*[line for _ in range(3) for line in epoch(board, seats, seats[0])])
