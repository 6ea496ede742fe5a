"""The texts of Mage Knight, and its refusals."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kernel.game import IllegalMoveError
from engines.kernel.sentences import Refusals, Value, texts

TEXTS = texts("engines.mage_knight")
_REFUSALS = Refusals(TEXTS["refusals"])


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
