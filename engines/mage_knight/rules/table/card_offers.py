"""The offers of advanced actions and spells: setup, taking a card, refilling (MK-12.14, MK-2.25, MK-2.26)."""

from __future__ import annotations

from engines.kernel.domains import choice, several
from engines.mage_knight.rules.attempt import Attempt, MissingFieldError
from engines.mage_knight.rules.table.cards import name_of
from engines.mage_knight.state import State

ACTION, SPELL = "advanced_action", "spell"


def offer_of(state: State, kind: str) -> list[str] | None:
    """The offer of a kind of card, lowest first; None before it is set up."""
    return state.actions if kind == ACTION else state.spells


def deck_of(state: State, kind: str) -> list[str]:
    """Every card of a kind that the decks of this table started with (MK-2.27)."""
    owned = {card for player in state.seats for card in state.box.heroes[player.hero].deck}
    return [
        card.id
        for card in state.box.cards.values()
        if card.kind == kind and (kind != ACTION or card.number <= state.aa_deck) and card.id not in owned
    ]


def gone(state: State, kind: str) -> list[str]:
    """The cards of a kind that left the deck and did not go back to its bottom."""
    return state.actions_gone if kind == ACTION else state.spells_gone


def bottom(state: State, kind: str) -> list[str]:
    """The cards of a kind that are known to lie at the bottom of the deck, the upper one first."""
    return state.bottom_actions if kind == ACTION else state.bottom_spells


def left(state: State, kind: str) -> int:
    """The number of cards of a kind in the deck."""
    return len(deck_of(state, kind)) - len(gone(state, kind))


def may_come(state: State, kind: str, count: int = 1) -> list[str]:
    """The cards that can be among the next ``count`` of a deck; cards put at its bottom come last."""
    away, below = set(gone(state, kind)), bottom(state, kind)
    unknown = [card for card in deck_of(state, kind) if card not in away and card not in below]
    return unknown + below[: max(0, count - len(unknown))]


def come(attempt: Attempt, kind: str, card: str | None, path: str) -> str | None:
    """Return the next card from the deck of a kind, as the move names it; None if the deck is empty.

    Raises:
        IllegalMoveError: The card is not stated, or cannot come.
    """
    state = attempt.state
    if not left(state, kind):
        attempt.need(card is None, "MK-30.10", "deck_empty")
        return None
    can = may_come(state, kind)
    if card is None:
        if attempt.asking:
            raise MissingFieldError(path, choice(can))
        raise attempt.refusal("MK-30.10", "new_card_missing")
    attempt.must(card in can, "MK-12.14", "not_in_deck", card=name_of(attempt, card), names=[state.names.get(card)])
    gone(state, kind).append(card)
    if card in bottom(state, kind):
        bottom(state, kind).remove(card)
    state.names[card] = attempt.name
    attempt.found.append(card)
    return card


def laid_out(attempt: Attempt, kind: str) -> list[str]:
    """Return the offer of a kind; the first move that needs it sets it up (MK-30.10).

    Raises:
        IllegalMoveError: The offer must be set up, and the move does not name its cards.
    """
    state = attempt.state
    found = offer_of(state, kind)
    if found is not None:
        return found
    stated = getattr(attempt.event, "offer", None)
    count = min(state.box.offers, left(state, kind))
    if stated is None:
        if attempt.asking:
            raise MissingFieldError("offer", several(choice(may_come(state, kind)), count, count, exact=False))
        raise attempt.refusal("MK-30.10", "offer_missing")
    attempt.must(len(stated) == count, "MK-30.10", "offer_count", count=count, stated=len(stated))
    attempt.offer_read = True
    for card in stated:
        come(attempt, kind, card, "offer")
    made = list(stated)
    if kind == ACTION:
        state.actions = made
    else:
        state.spells = made
    return made


def take_card(attempt: Attempt, kind: str, card: str, new: str | None, path: str) -> None:
    """Take a card from an offer; the others move down, and a new one comes on top (MK-12.14).

    Raises:
        IllegalMoveError: It is not in the offer; the new card is not stated or cannot come.
    """
    offer = laid_out(attempt, kind)
    attempt.must(card in offer, "MK-12.14", "not_in_offer", card=name_of(attempt, card))
    offer.remove(card)
    fresh = come(attempt, kind, new, path)
    if fresh is not None:
        offer.append(fresh)
