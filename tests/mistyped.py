"""An evening of Kingdoms in which a move was typed on the wrong space: what was played, what was typed, what mends it.

The move that needed that space was then typed on the other one, and nobody noticed before the sixtieth move.
"""

from __future__ import annotations

from typing import Any

from tests.engines.games import Table

Json = dict[str, Any]
TABLE = Table("kingdoms", 2, 3)
WRONG, OTHER = 11, 20
"""Places of the two moves whose spaces were exchanged: the twelfth and the twenty-first move."""
NAMES = (str(WRONG + 2), str(OTHER + 2))
FOUND = 60
REASON = "typed on the wrong space"


def evening() -> tuple[list[Json], list[Json]]:
    """The moves as they were played, and as they were typed."""
    played = list(TABLE.moves())
    typed = [dict(move) for move in played]
    for place, other in ((WRONG, OTHER), (OTHER, WRONG)):
        typed[place] |= {"row": played[other]["row"], "col": played[other]["col"]}
    return played, typed


def corrections(*places: int) -> Json:
    """The moves at these places as they were played."""
    played, _ = evening()
    return {"changes": [{"op": "amend", "name": str(place + 2), "body": played[place]} for place in places]}
