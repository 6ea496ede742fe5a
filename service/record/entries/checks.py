"""Round checks: compare what the table counted at a check point with the current record. Pure.

A check states what was counted; whether it agrees follows from the current timeline. So a correction settles a
difference, and its undo restores it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engines.kernel.game import Json

OWN_LINK = "own_link"
GREATEST = 9_999
"""Greatest absolute value of a figure."""


class Check(NamedTuple):
    """What a seat counted, or the recorder for it.

    Args:
        name: Of the entry.
        point: The check point, from 1.
        seat: Whose figures.
        way: ``own_link`` or ``claimed``.
        figures: Name -> number.
        at: When, RFC 3339.
    """

    name: str
    point: int
    seat: int
    way: str
    figures: Mapping[str, int]
    at: str


class Point(NamedTuple):
    """A check point that the timeline has passed.

    ``step``: name of the step after which it was reached.
    """

    step: str
    figures: Mapping[str, Mapping[str, int]]


def latest(checks: Sequence[Check]) -> dict[int, dict[int, Check]]:
    """Point -> seat -> its last check; one from the seat's own link outranks one that is claimed."""
    found: dict[int, dict[int, Check]] = {}
    for check in checks:
        seats = found.setdefault(check.point, {})
        if check.way == OWN_LINK or check.seat not in seats or seats[check.seat].way != OWN_LINK:
            seats[check.seat] = check
    return found


def differences(check: Check, point: Point) -> list[str]:
    """The names of the figures in a check that differ from the record."""
    known = point.figures.get(str(check.seat), {})
    return [name for name, value in check.figures.items() if known.get(name) != value]


def summary(points: Sequence[Point], checks: Sequence[Check]) -> Json:
    """How far a record was checked: ``passed`` check points, those ``checked``, and ``open`` differences.

    A check of a point that a correction removed does not count.
    """
    found = {point: seats for point, seats in latest(checks).items() if point <= len(points)}
    differ = [
        name for point, seats in found.items() for one in seats.values() for name in differences(one, points[point - 1])
    ]
    return {"passed": len(points), "checked": len(found), "open": len(differ)}


def by_point(points: Sequence[Point], checks: Sequence[Check]) -> list[Json]:
    """Each check point: the ``name`` of its step, whether it was ``checked``, and its ``open`` differences."""
    found = latest(checks)
    return [
        {
            "name": point.step,
            "checked": number in found,
            "open": sum(len(differences(one, point)) for one in found.get(number, {}).values()),
        }
        for number, point in enumerate(points, 1)
    ]


def last_agreed(points: Sequence[Point], checks: Sequence[Check], before: int) -> int:
    """The last earlier check point at which all declared figures agreed; 0 for the empty table."""
    found = latest(checks)
    return next(
        (
            point
            for point in range(before - 1, 0, -1)
            if point in found and not any(differences(one, points[point - 1]) for one in found[point].values())
        ),
        0,
    )
