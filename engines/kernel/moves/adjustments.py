"""What the adjustments of several games share: numbers by which something changes, and a game that has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError, MoveType
from engines.kernel.sentences import say, shown

MOST = 1000
"""By how much one adjustment may change a number: totals stay far below what JSON keeps exactly."""


def change(adjustment: Json, rule: str, key: str = "by") -> int:
    """By how much something is to change: a whole number from -:data:`MOST` to :data:`MOST` that is not 0.

    Args:
        adjustment: In canonical form.
        rule: The clause about what is counted.
        key: The parameter.

    Raises:
        IllegalMoveError: It is no such number.
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


# A game without adjustments takes both of these for its own.


def no_adjustments(box: Json) -> Mapping[str, MoveType]:
    """There is no type of adjustment."""
    del box
    return {}


def no_adjust(state: object, adjustment: Json) -> NoReturn:
    """Refuse what is no adjustment of any game.

    Raises:
        MalformedMoveError: Always.
    """
    del state
    kind = adjustment.get("type")
    raise MalformedMoveError(
        {"type": say(f"there is no adjustment {kind!r:.80}", f"no hay ningún ajuste {kind!r:.80}")}
    )
