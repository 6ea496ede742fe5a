"""What effects count and compare (chapter 20, ARC-20.50 to 20.52)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.architects.box.cards import GOLD, MARBLE, Effect
from engines.architects.state import Seat, State

SKILLED = "apprentices_with_"


def _goods(*names: str) -> Callable[[Seat], int]:
    return lambda seat: sum(seat.goods[name] for name in names)


COUNTS: Mapping[str, Callable[[Seat], int]] = {
    "clay_wood_stone_total": _goods("clay", "wood", "stone"),
    "gold": _goods(GOLD),
    "marble": _goods(MARBLE),
    "virtue": lambda seat: seat.virtue,
    "paid_debts": lambda seat: seat.paid,
    "constructed_buildings": lambda seat: len(seat.buildings),
    "captured_workers_on_own_board": lambda seat: sum(seat.captives),
}
"""What is counted of a seat, by its word; skills of apprentices are counted apart."""

MOSTS: Mapping[str, Callable[[Seat], int]] = {
    "clay": _goods("clay"),
    "wood": _goods("wood"),
    "stone": _goods("stone"),
    "silver": _goods("silver"),
    "cathedral_level": lambda seat: seat.level,
}
"""What is compared with every other player, by its word."""


def counted(state: State, seat: int, effect: Effect) -> int:
    """The number that an effect counts for a seat; gold and marble together if interchangeable (ARC-21.20)."""
    word = effect.count or ""
    mine = state.seats[seat]
    if word.startswith(SKILLED):
        skill, cards = word.removeprefix(SKILLED), state.box.apprentices
        return sum(skill in cards[card].skills for card in mine.apprentices)
    character = state.character(seat)
    if word in (GOLD, MARBLE) and character is not None and character.interchange:
        return mine.goods[GOLD] + mine.goods[MARBLE]
    return COUNTS[word](mine)


def has_most(state: State, seat: int, effect: Effect) -> bool:
    """Whether a seat has more than every other seat of what an effect compares (ARC-20.51)."""
    of = MOSTS[effect.of or ""]
    mine = of(state.seats[seat])
    return all(of(other) < mine for place, other in enumerate(state.seats) if place != seat)
