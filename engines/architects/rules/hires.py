"""Apprentices: the display, hiring, discarding, and what comes up from the pile (chapters 8, 13 and 26)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.architects.arguments.names import alike, meant, one_kind
from engines.architects.box.cards import SILVER
from engines.architects.box.components import ROWS
from engines.architects.rules.ledger import Ledger
from engines.architects.state import State


class Spot(NamedTuple):
    """A space of the display and the card that lies there."""

    row: str
    column: int
    card: str


def find_spot(ledger: Ledger, row: object, column: object, word: object) -> Spot:
    """The space that a hire names, by its place, by its card or by both (MOV-7).

    While evolving, the values of the event are used unchecked.
    """
    if not ledger.deciding:
        return Spot(str(row), column if isinstance(column, int) else 1, str(word))
    display, cards = ledger.state.display, ledger.state.box.apprentices
    spaces = [
        Spot(of, place, card)
        for of in ROWS
        for place, card in enumerate(display[of], 1)
        if card is not None and row in (None, of) and column in (None, place)
    ]
    if word is None:
        if row is None or column is None:
            ledger.refuse("ARC-5.16", "ill_66_space")
        if not spaces:
            ledger.refuse("ARC-2.6", "ill_19_gap", row=_shown(row), column=_shown(column))
        return spaces[0]
    wanted = alike(cards, meant(cards, word))
    there = [spot for spot in spaces if spot.card in wanted]
    if not there:
        names = tuple(ledger.state.out.get(card) or ledger.state.names.get(card, "") for card in wanted)
        ledger.refuse("ARC-2.6", "ill_19", names, card=_shown(word), row=_shown(row), column=_shown(column))
    if len(there) > 1:
        ledger.refuse("ARC-5.16", "ill_66_copies", card=_shown(word))
    return there[0]


def own(ledger: Ledger, word: object) -> str:
    """The own apprentice that a word means (ILL-63)."""
    if not ledger.deciding:
        return str(word)
    cards = ledger.state.box.apprentices
    mine = [card for card in ledger.me.apprentices if card in alike(cards, meant(cards, word))]
    if not mine:
        named = alike(cards, meant(cards, word))
        names = tuple(ledger.state.out.get(card) or ledger.state.names.get(card, "") for card in named)
        ledger.refuse("ARC-4.10", "ill_63", names, card=_shown(word), seat=ledger.seat)
    if word in mine:
        return str(word)
    if not one_kind(cards, mine):
        ledger.refuse("ARC-5.16", "ill_66_which", card=_shown(word))
    return min(mine)


def discard(ledger: Ledger, card: str) -> None:
    """Put an own apprentice under the pile (ARC-8.17)."""
    if card not in ledger.me.apprentices:
        ledger.doubt("ARC-4.10", card, ledger.state.out.get(card, ledger.state.last))
        return
    ledger.me.apprentices.remove(card)
    bury(ledger, card, ledger.state.apprentice_pile)


def bury(ledger: Ledger, card: str, pile: int) -> None:
    """Put a card under a pile; every card of the pile comes up before it (ARC-26.10)."""
    state = ledger.state
    state.buried[card] = state.drawn + pile
    state.out.pop(card, None)
    state.names[card] = ledger.name
    state.apprentice_pile += 1


def free(state: State, card: str) -> bool:
    """Whether a card may come up from the pile now: in play, not in sight, not too deep (ARC-26.10)."""
    return (
        state.in_play(state.box.apprentices[card].set)
        and card not in state.out
        and state.drawn >= state.buried.get(card, 0)
    )


def reveal(ledger: Ledger, word: object) -> str:
    """Turn up the top card of the apprentice pile and return it; of copies, the one that it can be (ARC-1.15)."""
    state = ledger.state
    card = _revealed(ledger, word) if ledger.deciding else str(word)
    if card in state.out:
        ledger.doubt("ARC-26.10", card, state.out[card])
    state.drawn += 1
    state.apprentice_pile = max(0, state.apprentice_pile - 1)
    state.buried.pop(card, None)
    state.out[card] = ledger.name
    return card


def _revealed(ledger: Ledger, word: object) -> str:
    state, cards = ledger.state, ledger.state.box.apprentices
    named = meant(cards, word)
    copies = alike(cards, named)
    can = [card for card in copies if free(state, card)]
    if len(named) == 1 and named[0] in can:
        return named[0]
    if can and one_kind(cards, can):
        return min(can)
    if can:
        ledger.refuse("ARC-5.16", "ill_66_which", card=_shown(word))
    if not copies or not all(state.in_play(cards[card].set) for card in copies):
        ledger.refuse("ARC-2.17", "ill_21_unknown", card=_shown(word))
    hidden = [card for card in copies if card not in state.out]
    if not hidden:
        names = tuple(state.out[card] for card in copies)
        ledger.refuse("ARC-26.10", "ill_21", names, card=_shown(word))
    deep = min(hidden, key=lambda card: state.buried.get(card, 0))
    more = state.buried.get(deep, 0) - state.drawn
    ledger.object_to("ARC-26.10", "ill_21_deep", (state.names.get(deep, ""),), card=_shown(word), more=more)
    return deep


def refill(ledger: Ledger, row: str, word: object) -> str | None:
    """Fill the right-most space of a row with the top card of the pile (ARC-8.15)."""
    state = ledger.state
    if state.apprentice_pile == 0:
        if ledger.deciding and word is not None:
            ledger.refuse("ARC-14.8", "ill_73", what="refill")
        card = None
    else:
        if word is None and ledger.deciding:
            ledger.refuse("ARC-5.16", "ill_66_refill")
        card = None if word is None else reveal(ledger, word)
    state.display[row].append(card)
    state.coins[row].append(0)
    return card


def hire(ledger: Ledger, spot: Spot, discarded: object, new: object) -> tuple[str | None, str | None]:
    """Give an apprentice and its silver to the acting seat; move the row up and refill it (AUTO-4).

    Args:
        ledger: The event; what the hire costs has been paid.
        spot: Where it lies.
        discarded: An own apprentice that makes room for it (MOV-6).
        new: The card that comes up.

    Returns:
        The discarded and the new card, as ids.
    """
    state, me = ledger.state, ledger.me
    gone = None if discarded is None else own(ledger, discarded)
    if gone is not None:
        discard(ledger, gone)
    if ledger.deciding and len(me.apprentices) >= state.apprentice_limit(ledger.seat):
        ledger.object_to(
            "ARC-8.16", "ill_18", seat=ledger.seat, has=len(me.apprentices), most=state.apprentice_limit(ledger.seat)
        )
    take(ledger, spot)
    row = state.display[spot.row]
    del row[spot.column - 1]
    del state.coins[spot.row][spot.column - 1]
    return gone, refill(ledger, spot.row, new)


def take(ledger: Ledger, spot: Spot) -> None:
    """Give the card of a space to the acting seat, with its silver and virtue icon; the display does not change."""
    state, me = ledger.state, ledger.me
    lies = state.display[spot.row][spot.column - 1]
    if lies != spot.card:
        ledger.doubt("ARC-2.6", spot.card, state.out.get(spot.card, ""), state.out.get(lies or "", ""))
        if lies is not None:
            state.out.pop(lies, None)
    silver = state.coins[spot.row][spot.column - 1]
    if silver:
        ledger.gain(ledger.seat, {SILVER: silver})
    state.coins[spot.row][spot.column - 1] = 0
    me.apprentices.append(spot.card)
    state.out[spot.card] = ledger.name
    virtue = state.box.apprentices[spot.card].virtue
    if virtue > 0:
        ledger.raise_virtue(ledger.seat, virtue)
    elif virtue:
        ledger.lower_virtue(ledger.seat, -virtue)


def purge(ledger: Ledger, new: Sequence[object] | None) -> tuple[str, ...] | None:
    """Put column 1 of both rows under the pile, move both rows up and refill them (ARC-13.7, EDGE-14)."""
    state = ledger.state
    pile = state.apprentice_pile
    for row in ROWS:
        card = state.display[row].pop(0)
        del state.coins[row][0]
        if card is not None:
            bury(ledger, card, pile)
    cards = list(new or ())
    if ledger.deciding and len(cards) != len(ROWS):
        ledger.refuse("ARC-5.16", "ill_66_purge", count=len(ROWS))
    up = [refill(ledger, row, cards[place] if place < len(cards) else None) for place, row in enumerate(ROWS)]
    return tuple(card for card in up if card is not None) or None


def _shown(value: object) -> str:
    return "-" if value in (None, "") else str(value)[:40]
