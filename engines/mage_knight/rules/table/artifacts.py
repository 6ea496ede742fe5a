"""The artifact deck: what can come from it, and what lies at its bottom (MK-3.4, MK-22.8, chapter 32)."""

from __future__ import annotations

from dataclasses import dataclass

from engines.mage_knight.state import State, Turn


@dataclass(frozen=True, slots=True)
class Drawn:
    """The artifacts that a reward draws, as far as this fold knows.

    Args:
        number: How many.
        low: Number of them that earlier rewards put at the bottom of the deck.
        sure: Artifacts that this fold knows to be among them.
        can: All artifacts that can be among them, in the order of the box.
    """

    number: int
    low: int
    sure: tuple[str, ...]
    can: tuple[str, ...]


def due(state: State, turn: Turn) -> int:
    """The number of artifacts that a seat keeps (MK-22.8)."""
    return min(turn.rewards.count("artifact"), state.artifacts_left)


def drawn(state: State, count: int) -> Drawn:
    """The number of cards drawn for a reward: one more than the seat keeps, limited by the deck (MK-22.8)."""
    number = min(count + state.box.more_artifacts, state.artifacts_left)
    above = state.artifacts_left - len(state.below)
    low = max(0, number - above)
    reached, deeper = ([card for card, _ in part] for part in (state.below[:low], state.below[low:]))
    can = [card for card in state.box.cards if can_be_new(state, card) and card not in deeper]
    if not above and "" not in reached:
        can = [card for card in can if card in reached]
    return Drawn(number, low, tuple(card for card in reached if card), tuple(can))


def can_be_new(state: State, card: str) -> bool:
    """Whether an artifact can lie in the deck: nobody has it, and nobody had (chapter 32)."""
    known = state.box.cards.get(card)
    return (
        known is not None
        and known.kind == "artifact"
        and card not in state.artifacts_seen
        and not any(player.owned.get(card) for player in state.seats)
    )


def elsewhere(state: State, card: str) -> str | None:
    """The move after which no nameless card can be this artifact: it was shown, or put at the bottom of the deck."""
    return state.artifacts_seen.get(card) or next((name for below, name in state.below if below == card), None)


def show(state: State, card: str, name: str) -> None:
    """Note that this move showed an artifact to everybody, and correct what was noted about the bottom of the deck."""
    state.artifacts_seen.setdefault(card, name)
    state.below = [("" if below == card else below, since) for below, since in state.below]
