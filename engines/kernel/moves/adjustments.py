"""Shared parts of adjustments: amounts of change, and functions for games without adjustments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError, MoveType
from engines.kernel.sentences import say, shown

MOST = 1000
"""Maximum change of a number in one adjustment: totals stay far below the limit of exact JSON numbers."""


def change(adjustment: Json, rule: str, key: str = "by") -> int:
    """The amount of a change: a whole number from -:data:`MOST` to :data:`MOST`, except 0.

    Args:
        adjustment: The adjustment in canonical form.
        rule: The clause about the number that changes.
        key: The parameter with the amount.

    Raises:
        IllegalMoveError: It is not such a number.
    """
    value = adjustment.get(key)
    if type(value) is int and value and abs(value) <= MOST:
        return value
    raise IllegalMoveError(
        rule,
        "range",
        say(
            f"{key} is {shown(value)}: it must be a whole number from -{MOST} to {MOST}, not 0",
            f"{key} es {shown(value)}: debe ser un entero de -{MOST} a {MOST}, distinto de 0",
        ),
    )


# A game without adjustments imports both of these functions.


def no_adjustments(box: Json) -> Mapping[str, MoveType]:
    """Return no types of adjustment."""
    del box
    return {}


def no_adjust(state: object, adjustment: Json) -> NoReturn:
    """Refuse every adjustment.

    Raises:
        MalformedMoveError: Always.
    """
    del state
    kind = adjustment.get("type")
    raise MalformedMoveError(
        {"type": say(f"there is no adjustment {kind!r:.80}", f"no hay ningún ajuste {kind!r:.80}")}
    )
