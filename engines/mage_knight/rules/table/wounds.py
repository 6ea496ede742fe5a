"""Wounds, Fame and reputation, which any effect may give or take (chapters 12, 17, 20, 23)."""

from __future__ import annotations

from engines.mage_knight.box.components import Level
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.table import cards
from engines.mage_knight.state import Player, State


def level_of(state: State, player: Player) -> Level:
    """The values of a player's level (MK-23.5)."""
    return state.box.levels[player.level - 1]


def take_wounds(attempt: Attempt, seat: int, count: int, *, to: str = "hand") -> None:
    """Add wounds to a hand or discard pile; in a combat, wounds to hand may knock the hero out (MK-17.13)."""
    player = attempt.player(seat)
    turn = player.turn
    for _ in range(count):
        cards.wound(player, 1, player.hand if to == "hand" else player.discard, attempt.name)
        if turn is not None:
            hand, pile = turn.wounds
            turn.wounds = (hand + 1, pile) if to == "hand" else (hand, pile + 1)
        if to == "hand":
            _count(attempt, seat, player)


def _count(attempt: Attempt, seat: int, player: Player) -> None:
    """A wound came to hand in a combat (MK-17.13, MK-17.14)."""
    combat = attempt.state.combat
    if combat is None or combat.seat != seat:
        return
    combat.wounds += 1
    if not combat.knocked and combat.wounds >= level_of(attempt.state, player).hand:
        combat.knocked = True
        cards.drop_hand(attempt, player)


def add_fame(player: Player, count: int) -> None:
    """Add Fame at once; levels are worked out at the end of the turn (MK-15.10, MK-23.15)."""
    player.fame = max(0, player.fame + count)


def add_reputation(state: State, player: Player, count: int) -> None:
    """Move a seat on the reputation track, not beyond its ends (MK-12.7)."""
    steps = state.box.reputation
    player.reputation = max(min(steps), min(max(steps), player.reputation + count))
