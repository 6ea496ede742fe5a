"""Figures that a table can count at the end of a round: fame, reputation, crystals, units and cards."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.sentences import say
from engines.kernel.values import Checks, Figure
from engines.mage_knight.state import State

ROUND = say("End of round {n}", "Fin de la ronda {n}")
FAME, REPUTATION = say("Fame", "Fama"), say("Reputation", "Reputación")
CRYSTALS = {
    "red": say("Red crystals", "Cristales rojos"),
    "blue": say("Blue crystals", "Cristales azules"),
    "green": say("Green crystals", "Cristales verdes"),
    "white": say("White crystals", "Cristales blancos"),
}
UNITS, SKILLS = say("Units", "Unidades"), say("Skills", "Habilidades")
HAND, DECK = say("Cards in hand", "Cartas en mano"), say("Cards in the deck", "Cartas en el mazo")
DISCARD = say("Discarded cards", "Cartas descartadas")
_ENDED = ("between_rounds", "scoring", "finished")


def checks(state: State) -> Checks:
    """The rounds that are over, and the current figures of each seat."""

    def figures(seat: int) -> Sequence[Figure]:
        mine = state.seats[seat]
        return [
            Figure("fame", FAME, mine.fame),
            Figure("reputation", REPUTATION, mine.reputation),
            *(Figure(colour, label, mine.crystals[colour]) for colour, label in CRYSTALS.items()),
            Figure("units", UNITS, len(mine.units)),
            Figure("skills", SKILLS, len(mine.skills)),
            Figure("hand", HAND, len(mine.hand)),
            Figure("deck", DECK, len(mine.deck)),
            Figure("discard", DISCARD, len(mine.discard)),
        ]

    return Checks(state.round if state.phase in _ENDED else state.round - 1, ROUND, figures)
