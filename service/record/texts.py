"""Free text in a record: why a move was played all the same, why something was taken back.

It may name people, so it is sealed beside the log and can be erased without breaking the chain. It is no part of any
move: the reader leaves it out of a step's seals, so no fold is given it.
"""

from __future__ import annotations

from typing import Any

from service.record import seals
from service.record.steps import REASON


def sealed(text: str) -> dict[str, Any]:
    """A text for everybody, with a fresh salt."""
    return {"salt": seals.salt(), "value": text, "eyes": ["public"]}


def reason(text: str) -> dict[str, Any]:
    """The secrets of an entry that says why: its reason; none where it says nothing."""
    return {REASON: sealed(text)} if text else {}
