"""Free text in a record: why a move was played all the same, why something was taken back.

It may name people, so it is sealed beside the log and can be erased without breaking the chain. It is no part of any
move: no fold is given it.
"""

from __future__ import annotations

from typing import Any

from service.record import seals

IRREGULAR = "irregular.reason"
"""Name of the seal of why the table played what the rules refuse."""
REASON = "reason"
"""Name of the seal of why an entry about the record was written."""
LONGEST = 500
"""Characters of a reason."""


def sealed(text: str, eyes: str = "public") -> dict[str, Any]:
    """A text with a fresh salt.

    Args:
        text: It.
        eyes: Who may read it: ``public`` for everybody.
    """
    return {"salt": seals.salt(), "value": text, "eyes": [eyes]}


def is_text(secret: str) -> bool:
    """Whether a seal of this name, of a move or of a change, covers free text and no fact of the game."""
    return secret in (IRREGULAR, REASON)
