"""Figures that a table can count after a round of Architects: goods, virtue, workers, cards and debts."""

from __future__ import annotations

from collections.abc import Sequence

from engines.architects.state import FINISHED, State
from engines.kernel.sentences import say
from engines.kernel.values import Checks, Figure

ROUND = say("End of round {n}", "Fin de la ronda {n}")
VIRTUE, CATHEDRAL = say("Virtue", "Virtud"), say("Cathedral", "Catedral")
WORKERS, PRISON = say("Workers at hand", "Trabajadores disponibles"), say("Workers in prison", "Trabajadores presos")
APPRENTICES, BUILDINGS = say("Apprentices", "Aprendices"), say("Buildings", "Edificios")
HAND, UNPAID, PAID = say("Cards in hand", "Cartas en mano"), say("Unpaid debts", "Deudas"), say("Paid debts", "Pagadas")


def checks(state: State) -> Checks:
    """The rounds in which every seat has had its turn, and the current figures of each seat."""

    def figures(seat: int) -> Sequence[Figure]:
        mine = state.seats[seat]
        return [
            *(Figure(good, state.box.goods[good], count) for good, count in mine.goods.items()),
            Figure("virtue", VIRTUE, mine.virtue),
            Figure("cathedral", CATHEDRAL, mine.level),
            Figure("workers", WORKERS, mine.workers),
            Figure("prison", PRISON, state.prison[seat]),
            Figure("apprentices", APPRENTICES, len(mine.apprentices)),
            Figure("buildings", BUILDINGS, len(mine.buildings)),
            Figure("hand", HAND, mine.hand),
            Figure("unpaid", UNPAID, mine.unpaid),
            Figure("paid", PAID, mine.paid),
        ]

    return Checks(state.round() - (state.phase != FINISHED), ROUND, figures)
