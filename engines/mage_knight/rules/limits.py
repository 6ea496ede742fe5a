"""When a play is allowed at all, before its effect is read (chapters 6, 7, 13, 24)."""

from __future__ import annotations

from engines.mage_knight.box.components import WOUND, Card
from engines.mage_knight.rules.attempt import Doing


def own_turn(doing: Doing) -> None:
    """It is the seat's own turn, and its end has not begun (MK-6.10).

    Raises:
        IllegalMoveError: It is not.
    """
    state = doing.state
    doing.must(state.phase == "turns", "MK-4.3", "not_now", phase=PHASE[state.phase])
    turn = doing.me.turn
    doing.must(turn is not None, "MK-4.3", "no_turn", seat=doing.seat or 0)
    doing.must(doing.turn.part != "end", "MK-6.14", "turn_ended", seat=doing.seat or 0)


PHASE = {
    "setup": {"en": "set-up", "es": "preparación"},
    "tactics": {"en": "choosing tactics", "es": "elección de tácticas"},
    "turns": {"en": "turns", "es": "turnos"},
    "between_rounds": {"en": "between the rounds", "es": "entre rondas"},
    "scoring": {"en": "scoring", "es": "puntuación"},
    "finished": {"en": "the end", "es": "fin"},
}
"""The phases of the game, as they are called."""


def not_exhausted(doing: Doing) -> None:
    """A hero that holds nothing but wounds can only rest (MK-21.5, MK-6.13)."""
    turn, hand = doing.turn, doing.me.hand
    stuck = hand and not turn.let_go and not turn.empty and all(place == WOUND for place in hand)
    doing.need(not stuck, "MK-21.5", "exhausted")


def may_be_played(doing: Doing, card: Card, use: str) -> None:
    """Whether a card may be played for an effect now (MK-7.24, MK-7.6, MK-24.6)."""
    if use == "sideways":
        return
    if doing.fighting:
        doing.need(not card.healing[use == "strong"], "MK-7.24", "healing_card", code="x_35", card=card.name)
    if card.combat_start:
        fits = doing.fighting and not doing.combat.begun
        doing.need(fits, "MK-24.6", "combat_start", card=card.name)
