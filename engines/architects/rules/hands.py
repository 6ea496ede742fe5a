"""Building cards in hands: what their owners stated, and what that excludes (chapter 26).

A hand is a public number, with the cards that are certainly in it: those that were noted when they came, until an
unnoted card leaves the hand (ARC-26.8). Nothing is concluded from a card's place in the pile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.architects.arguments.names import meant
from engines.architects.moves import DiscardedToLimit
from engines.architects.rules.ledger import Ledger
from engines.architects.state import Seat, State

LAST_MOVED = 4
"""Number of moves changing a seat's hand that are stored for the notes of its owner."""


def is_complete(seat: Seat) -> bool:
    """Whether every card of a hand is known."""
    return len(seat.known) == seat.hand


def holder(state: State, card: str) -> int | None:
    """The seat that certainly has a card in hand; None where nobody is known to."""
    return next((place for place, seat in enumerate(state.seats) if card in seat.known), None)


def noted(ledger: Ledger, cards: Sequence[str | None] | None, wanted: int, what: str) -> tuple[str | None, ...] | None:
    """Cards that an owner noted, as ids; None where nothing was stated (MOV-8).

    ``cards``: as they were noted, null for one that was not. ``what``: the parameter that names them.
    """
    ledger.moved[f"{ledger.part}{what}"] = wanted
    if cards is None:
        return None
    if not ledger.deciding:
        return tuple(cards)
    if len(cards) != wanted:
        ledger.refuse("ARC-26.9", "ill_77_number", said=len(cards), wanted=wanted)
    found = tuple(None if card is None else in_play(ledger, card) for card in cards)
    known = [card for card in found if card is not None]
    twice = next((card for place, card in enumerate(known) if card in known[:place]), None)
    if twice is not None:
        ledger.refuse("ARC-26.8", "ill_77_twice", card=twice)
    return found if known else None


def keep_moved(seat: Seat, name: str, counts: Mapping[str, int]) -> None:
    """Store how many cards a move added or removed, so that their owner can state later which they were.

    ``counts``: secret parameter -> number of cards that it may state.
    """
    some = {what: count for what, count in counts.items() if count}
    if not some:
        return
    seat.moved[name] = some
    if len(seat.moved) > LAST_MOVED:
        del seat.moved[next(iter(seat.moved))]


def in_play(ledger: Ledger, card: object) -> str:
    """The id of a building card that an owner noted; one of this game's (ARC-2.17)."""
    found = meant(ledger.state.box.buildings, card)
    if len(found) != 1 or not ledger.state.in_play(ledger.state.box.buildings[found[0]].set):
        ledger.refuse("ARC-26.8", "ill_77_unknown", card=str(card)[:40])
    return found[0]


def check_coming(ledger: Ledger, cards: Sequence[str | None] | None) -> None:
    """Refuse cards from the pile that are in a hand or constructed (ILL-77)."""
    for card in cards or ():
        if card is not None:
            _check_built(ledger, card)
            has = holder(ledger.state, card)
            if has is not None:
                ledger.object_to("ARC-26.8", "ill_77_held", (ledger.state.seats[has].known[card],), card=card, seat=has)


def check_leaving(ledger: Ledger, seat: int, card: str) -> None:
    """Refuse a card to leave a hand if it is constructed or certainly elsewhere (ILL-77)."""
    state, mine = ledger.state, ledger.state.seats[seat]
    _check_built(ledger, card)
    has = holder(state, card)
    if has is not None and has != seat:
        ledger.object_to("ARC-26.8", "ill_77_held", (state.seats[has].known[card],), card=card, seat=has)
    elif has is None and is_complete(mine):
        ledger.object_to("ARC-26.8", "ill_77_not_held", tuple(mine.known.values()), card=card, seat=seat)


def _check_built(ledger: Ledger, card: str) -> None:
    by = ledger.state.builder(card)
    if by is not None:
        ledger.object_to("ARC-26.8", "ill_77_built", (ledger.state.names.get(card, ""),), card=card, seat=by)


def come(ledger: Ledger, seat: int, cards: Sequence[str | None] | None) -> None:
    """Store the noted cards that came into a hand; the hand already counts them."""
    state, mine = ledger.state, ledger.state.seats[seat]
    for card in cards or ():
        if card is None:
            continue
        has, by = holder(state, card), state.builder(card)
        if by is not None:
            ledger.doubt("ARC-26.8", card, state.names.get(card, ""))
        elif has is not None:
            ledger.doubt("ARC-26.8", card, state.seats[has].known[card])
        elif len(mine.known) < mine.hand:
            mine.known[card] = ledger.name


def leave(ledger: Ledger, seat: int, card: str | None) -> None:
    """Remove a card from a hand; a card that was not noted may be any card of the hand (ARC-26.8)."""
    mine = ledger.state.seats[seat]
    if card is None:
        mine.known.clear()
    elif card in mine.known:
        del mine.known[card]
    else:
        if mine.hand and is_complete(mine):
            ledger.doubt("ARC-26.8", card, *mine.known.values())
            mine.known.clear()
        _forget(ledger, card)
    mine.hand = max(0, mine.hand - 1)
    while len(mine.known) > mine.hand:
        mine.known.popitem()


def _forget(ledger: Ledger, card: str) -> None:
    """Drop a note: its card was seen elsewhere."""
    has = holder(ledger.state, card)
    if has is not None:
        ledger.doubt("ARC-26.8", card, ledger.state.seats[has].known.pop(card))


def discard(ledger: Ledger, seat: int, cards: Sequence[str | None] | None, count: int) -> None:
    """Move cards, noted or not, from a hand under the pile (ARC-26.5)."""
    for place in range(count):
        leave(ledger, seat, cards[place] if cards is not None and place < len(cards) else None)
        ledger.state.building_pile += 1


def draw_noted(ledger: Ledger, cards: Sequence[str | None] | None) -> tuple[str | None, ...] | None:
    """What the acting seat noted of all cards that it drew in this part of the event; the hand has them already."""
    found = noted(ledger, cards, ledger.cards, "drawn")
    if ledger.deciding:
        check_coming(ledger, found)
    come(ledger, ledger.seat, found)
    ledger.cards = 0
    return found


def discard_to_limit(ledger: Ledger, event: DiscardedToLimit) -> DiscardedToLimit:
    """Reduce a hand to its limit (ARC-4.11)."""
    count = max(0, ledger.me.hand - ledger.state.box.hand_limit)
    ledger.compare("count", event.count, count, "ARC-4.11", "ill_57")
    stated = noted(ledger, event.discarded, count, "discarded")
    if ledger.deciding:
        for card in stated or ():
            if card is not None:
                check_leaving(ledger, ledger.seat, card)
    discard(ledger, ledger.seat, stated, count)
    return replace(event, discarded=stated) if ledger.deciding else event
