"""What the rules of Mage Knight say when they refuse; the texts stand by subject in the modules beside it."""

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
    """The refusal of a move, to be raised.

    Args:
        rule: The clause that refuses it.
        key: Of the sentence.
        code: Of the reference's table of illegal moves (``x_1``), None where that has none.
        names: The earlier entries to blame; empty ones are left out.
        values: What fills the places of the sentence.
    """
    return _REFUSALS(rule, key, code=code, names=names, event=None, **values)
