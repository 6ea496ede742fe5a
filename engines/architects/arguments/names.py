"""The card that a word means: by id, or by a name that the table resolves (ARC-1.15)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from engines.architects.box.cards import Apprentice, Building

Card = TypeVar("Card", Apprentice, Building)


def meant(cards: Mapping[str, Card], word: object) -> list[str]:
    """The cards that a word means: the card of an id, or all cards of a name; empty if there is none."""
    if not isinstance(word, str):
        return []
    if word in cards:
        return [word]
    folded = word.casefold()
    by_id = [card for card in cards if card.casefold() == folded]
    return by_id or [card for card, about in cards.items() if folded in about.words]


def alike(cards: Mapping[str, Apprentice], found: Iterable[str]) -> list[str]:
    """These cards and all that cannot be distinguished from them, the named ones first."""
    named = list(found)
    return list(dict.fromkeys([*named, *(other for card in named for other in cards[card].alike)]))


def one_kind(cards: Mapping[str, Apprentice], found: Collection[str]) -> bool:
    """Whether cards are indistinguishable."""
    return len({cards[card].alike for card in found}) <= 1
