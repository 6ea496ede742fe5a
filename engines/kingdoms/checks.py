"""Figures that a table can count at the end of an epoch: gold, and the castles left of each rank."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.sentences import say
from engines.kernel.values import Checks, Figure
from engines.kingdoms.state import State

EPOCH = say("End of epoch {n}", "Fin de la época {n}")
GOLD = say("Gold", "Oro")


def checks(state: State) -> Checks:
    """The scored epochs, and the current figures of each seat."""

    def figures(seat: int) -> Sequence[Figure]:
        mine = state.seats[seat]
        castles = (
            Figure(f"castles_{rank}", say(f"Castles, rank {rank}", f"Castillos, rango {rank}"), count)
            for rank, count in mine.reserve.items()
        )
        return [Figure("gold", GOLD, mine.gold), *castles]

    return Checks(len(state.results), EPOCH, figures)
