"""Checks of a play before its effect is read (chapters 6, 7, 13, 24)."""

from __future__ import annotations

from engines.mage_knight.box.components import WOUND, Card
from engines.mage_knight.rules.attempt import Attempt


def own_turn(attempt: Attempt) -> None:
    """Check that it is the seat's own turn, and that its end has not begun (MK-6.10).

    Raises:
        IllegalMoveError: It is not the seat's turn, or its end has begun.
    """
    state = attempt.state
    attempt.must(state.phase == "turns", "MK-4.3", "not_now", phase=PHASE[state.phase])
    turn = attempt.me.turn
    attempt.must(turn is not None, "MK-4.3", "no_turn", seat=attempt.mover)
    attempt.must(attempt.turn.part != "end", "MK-6.14", "turn_ended", seat=attempt.mover)


PHASE = {
    "setup": {"en": "set-up", "es": "preparación"},
    "tactics": {"en": "choosing tactics", "es": "elección de tácticas"},
    "turns": {"en": "turns", "es": "turnos"},
    "between_rounds": {"en": "between the rounds", "es": "entre rondas"},
    "scoring": {"en": "scoring", "es": "puntuación"},
    "finished": {"en": "the end", "es": "fin"},
}
"""Names of the phases of the game."""


def not_exhausted(attempt: Attempt) -> None:
    """Check that the hero does not hold only wounds: then it can only rest (MK-21.5, MK-6.13)."""
    turn, hand = attempt.turn, attempt.me.hand
    stuck = hand and not turn.let_go and not turn.empty and all(place == WOUND for place in hand)
    attempt.need(not stuck, "MK-21.5", "exhausted")


def may_be_played(attempt: Attempt, card: Card, use: str) -> None:
    """Whether a card may be played for an effect now (MK-7.24, MK-7.6, MK-24.6)."""
    if use == "sideways":
        return
    if attempt.fighting:
        attempt.need(not card.healing[use == "strong"], "MK-7.24", "healing_card", code="x_35", card=card.name)
    if card.combat_start:
        fits = attempt.fighting and not attempt.combat.begun
        attempt.need(fits, "MK-24.6", "combat_start", card=card.name)
