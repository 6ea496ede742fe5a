"""Spaces and tiles of the map: their positions and neighbours (chapter 9, chapter 10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

Space = tuple[int, int]

DIRECTIONS: tuple[Space, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The neighbours of a space: NE, E, SE, SW, W, NW, the order in which provoked enemies join (MK-30.12)."""

HEXES = {"C": (0, 0), "NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
"""The spaces of a tile, as steps from its centre."""

_TILES: tuple[Space, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The neighbours of a tile position, in steps E and NE."""


@cache
def around(space: Space) -> tuple[Space, ...]:
    """The six neighbours of a space, in the order of :data:`DIRECTIONS`."""
    q, r = space
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def distance(one: Space, other: Space) -> int:
    """The smallest number of steps between two spaces, for any terrain."""
    dq, dr = other[0] - one[0], other[1] - one[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@cache
def centre(position: Space) -> Space:
    """The centre space of a tile position (MK-2.14)."""
    a, b = position
    return 3 * a + b, -2 * a - 3 * b


@cache
def spaces_of(position: Space) -> tuple[Space, ...]:
    """The seven spaces of a tile position."""
    q, r = centre(position)
    return tuple((q + dq, r + dr) for dq, dr in HEXES.values())


@cache
def beside(position: Space) -> tuple[Space, ...]:
    """The tile positions that border a tile position."""
    a, b = position
    return tuple((a + da, b + db) for da, db in _TILES)


def in_wedge(position: Space) -> bool:
    """Whether a position is inside the map's wedge (MK-2.14)."""
    return position[0] >= 0 and position[1] >= 0


@cache
def borders(position: Space) -> frozenset[Space]:
    """The spaces that border a tile position from outside."""
    inside = set(spaces_of(position))
    return frozenset(space for own in inside for space in around(own) if space not in inside)


def within(space: Space, steps: int) -> Iterator[Space]:
    """The spaces at most ``steps`` away, without the space itself."""
    q, r = space
    for dq in range(-steps, steps + 1):
        for dr in range(max(-steps, -dq - steps), min(steps, -dq + steps) + 1):
            if dq or dr:
                yield q + dq, r + dr
