"""Refusal texts of Mage Knight, by subject in the other modules of this package."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kernel.game import IllegalMoveError
from engines.kernel.sentences import Refusals, Value
from engines.mage_knight.refusals import cards, combat, mana, places, turns

_REFUSALS = Refusals(
    {
        **turns.TEXTS,
        **cards.TEXTS,
        **mana.TEXTS,
        **places.TEXTS,
        **combat.TEXTS,
    }
)


def refuse(
    rule: str, key: str, *, code: str | None = None, names: Iterable[str | None] = (), **values: Value
) -> IllegalMoveError:
    """Return the refusal of a move, for the caller to raise.

    Args:
        rule: The clause that refuses it.
        key: Key of the sentence.
        code: Code in the reference's table of illegal moves (``x_1``); None if it has none.
        names: The earlier entries to blame; empty ones are left out.
        values: Values for the placeholders of the sentence.
    """
    return _REFUSALS(rule, key, code=code, names=names, event=None, **values)
