"""After the last turn: the order of end effects, and hands that are shown (ARC-23.17, ARC-26.7)."""

from __future__ import annotations

from dataclasses import replace

from engines.architects.arguments.names import meant
from engines.architects.moves import EndEffectsOrdered, HandRevealed
from engines.architects.rules import hands, scoring
from engines.architects.rules.ledger import Ledger
from engines.architects.state import Order


def order_effects(ledger: Ledger, event: EndEffectsOrdered) -> EndEffectsOrdered:
    """Resolve a seat's effects of phase A in the order that it chose (ARC-23.3, ARC-23.17)."""
    state, me = ledger.state, ledger.me
    cards = list(event.order)
    if ledger.deciding:
        cards = _checked(ledger, event)
    me.order = Order(ledger.name, cards, event.keep_debts or 0, event.hugo_pays or 0)
    state.endings = scoring.endings(state)
    return replace(event, order=tuple(cards)) if ledger.deciding else event


def _checked(ledger: Ledger, event: EndEffectsOrdered) -> list[str]:
    """All own effects of phase A, each once, and no second order (ILL-68, ILL-70)."""
    state, me, seat = ledger.state, ledger.me, ledger.seat
    if me.order is not None:
        ledger.refuse("ARC-23.17", "ill_68_second", (me.order.name,), seat=seat)
    cards = [next(iter(meant(state.box.buildings, word)), word) for word in event.order]
    wanted = scoring.phase_a(state, seat)
    if sorted(cards) != sorted(wanted):
        ledger.refuse("ARC-23.3", "ill_68", said=[card[:40] for card in cards[:9]], wanted=wanted)
    trial = scoring.trial(state, seat)
    trial.keep, trial.pays = {seat: event.keep_debts or 0}, {seat: event.hugo_pays or 0}
    for card in cards:
        scoring.resolve(trial, card)
    trial.check_choices()
    return cards


def show_hand(ledger: Ledger, event: HandRevealed) -> HandRevealed:
    """Show a hand; drop notes that place its cards elsewhere (ARC-26.7)."""
    state, me, seat = ledger.state, ledger.me, ledger.seat
    cards: tuple[str, ...] = tuple(event.cards)
    if ledger.deciding:
        found = hands.noted(ledger, cards, me.hand, "cards")
        cards = tuple(card for card in found or () if card is not None)
        for card in cards:
            hands.check_leaving(ledger, seat, card)
        return replace(event, cards=cards)
    for card in list(me.known):
        if card not in cards:
            ledger.doubt("ARC-26.8", card, me.known[card])
    for card in cards:
        has = hands.holder(state, card)
        if has is not None and has != seat:
            ledger.doubt("ARC-26.8", card, state.seats[has].known.pop(card))
    me.known = dict.fromkeys(cards, ledger.name)
    me.shown = cards
    return event
