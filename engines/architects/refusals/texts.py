"""The texts of Architects, and its refusals."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kernel.contradictions import in_order
from engines.kernel.game import IllegalMoveError
from engines.kernel.sentences import Value, fill, say, texts

VALUE = say("{where} cannot be {value}", "{where} no puede ser {value}")

TEXTS = texts("engines.architects")


def refusal(rule: str, key: str, *, names: Iterable[str | None] = (), **values: Value) -> IllegalMoveError:
    """Return the refusal of a move, for the caller to raise.

    Args:
        rule: The clause that refuses it.
        key: Key of the sentence; its first two words are the code of the reference's table (``ill_66_refill``), or
            the whole key if the table has none.
        names: The earlier entries to blame; empty ones are left out.
        values: Values for the placeholders of the sentence.
    """
    text = VALUE if key.endswith("_value") else TEXTS["refusals"][key]
    code = "_".join(key.split("_")[:2]) if key.startswith("ill_") else key
    return IllegalMoveError(rule, code, fill(text, **values), in_order(names))
