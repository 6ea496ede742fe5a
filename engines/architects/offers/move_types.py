"""The moves that may be recorded now, and the cards and places that each can use."""

from __future__ import annotations

from collections.abc import Iterator

from engines.architects.arguments.parameters import MARKETS
from engines.architects.box.cards import SILVER
from engines.architects.box.components import ROWS
from engines.architects.rules.guildhall import discards
from engines.architects.rules.hands import holder, is_complete
from engines.architects.rules.ledger import Ledger
from engines.architects.rules.market import price
from engines.architects.rules.payments import payable, payments
from engines.architects.rules.scoring import phase_a
from engines.architects.rules.turns import places_to_return_from
from engines.architects.state import FINISHED, HAND_LIMIT, RESET, SETUP, State
from engines.kernel.offers import Who

ALWAYS = ("place_quarry", "place_forest", "place_mines", "place_silversmith", "place_storehouse")
"""Placements that are open to everybody with a worker."""


def may(state: State) -> Iterator[Who]:
    """The types of move that may be recorded now, each with its seat."""
    if state.phase == SETUP:
        yield "setup", None
        return
    if state.phase == FINISHED:
        yield from _after(state)
        return
    chooser = state.chooser()
    if chooser is not None:
        yield "starting_apprentice", chooser
        return
    if state.active is None:
        yield "draft_done", None
        return
    if state.pending == RESET:
        yield "resolve_reset", None
    elif state.pending == HAND_LIMIT:
        yield "discard_to_limit", state.active
    else:
        yield from ((kind, state.active) for kind in _turn(state, state.active))
        for place, seat in enumerate(state.seats):
            if seat.apprentices:
                yield "discard_apprentice", place


def _after(state: State) -> Iterator[Who]:
    """Orders of end effects where there may be several, and hands."""
    for place, seat in enumerate(state.seats):
        if seat.order is None and len(phase_a(state, place)) > 1:
            yield "end_effects", place
    for place, seat in enumerate(state.seats):
        if seat.shown is None and seat.hand:
            yield "reveal_hand", place


def _turn(state: State, seat: int) -> Iterator[str]:
    """What the seat whose turn it is may do, in the order of the board."""
    mine = state.seats[seat]
    if not mine.workers:
        yield "return_worker" if places_to_return_from(state, seat) else "forced_pass"
        return
    yield from ALWAYS
    if columns(state, seat):
        yield "workshop_hire"
    yield "workshop_draw"
    yield "place_town_centre"
    if state.tax:
        yield "place_tax_stand"
    if state.box.track[mine.virtue].market:
        yield from _markets(state, seat)
    yield "place_guardhouse"
    if buildable(state, seat):
        yield "build"
    if can_climb(state, seat):
        yield "cathedral"


def _markets(state: State, seat: int) -> Iterator[str]:
    open_to = [
        space
        for space in MARKETS
        if state.market[space] is None and price(state, seat, space)[0] <= state.seats[seat].goods[SILVER]
    ]
    if MARKETS[0] in open_to:
        yield "market_left"
    if MARKETS[2] in open_to:
        yield "market_right"
    if MARKETS[1] in open_to:
        if any(card is not None for row in ROWS for card in state.display[row]):
            yield "market_hire"
        if state.building_pile:
            yield "market_draw"


def columns(state: State, seat: int) -> list[int]:
    """The columns from which a seat can pay for an apprentice at the Workshop now (ARC-8.2, ARC-8.6)."""
    box, character = state.box, state.character(seat)
    less = 0 if character is None else character.less_hire
    tax = box.hire.tax - min(state.evasion(seat), box.hire.tax)
    cost = tax + max(0, box.hire.plain - less)
    near = box.hire_columns.at(state.at["workshop"][seat] + 1)
    left = state.seats[seat].goods[SILVER] - cost
    return [column for column in range(1, box.columns + 1) if max(0, column - near) * box.skip <= left]


def candidates(state: State, seat: int) -> list[str]:
    """The building cards that may be in a seat's hand, as far as this fold knows (ARC-26.8)."""
    mine = state.seats[seat]
    if not mine.hand:
        return []
    if is_complete(mine):
        return list(mine.known)
    return [card for card in unseen(state) if holder(state, card) is None] + list(mine.known)


def unseen(state: State) -> list[str]:
    """The building cards in play that nobody has constructed."""
    built = {card for seat in state.seats for card in seat.buildings}
    return [card for card, about in state.box.buildings.items() if card not in built and state.in_play(about.set)]


def hidden(state: State) -> list[str]:
    """The building cards that may come from the pile: neither constructed nor certainly in a hand."""
    known = {card for seat in state.seats for card in seat.known}
    return [card for card in unseen(state) if card not in known]


def buildable(state: State, seat: int) -> list[str]:
    """The buildings that a seat could construct now, as far as this fold knows its hand."""
    skills, goods, character = state.skills(seat), state.seats[seat].goods, state.character(seat)
    return [
        card
        for card in candidates(state, seat)
        if skills.issuperset(state.box.buildings[card].skills)
        and payable(payments(state.box.buildings[card].cost, character, works=True), goods)
    ]


def can_climb(state: State, seat: int) -> bool:
    """Whether a seat may advance on the Cathedral now (ARC-15.3 to 15.10)."""
    mine, levels = state.seats[seat], state.box.levels
    level = mine.level + 1
    if level >= len(levels) or not state.box.track[mine.virtue].cathedral:
        return False
    spaces, cost = levels[level].spaces, levels[level].cost
    if spaces is not None and state.on_level(level) >= spaces:
        return False
    if mine.hand < discards(Ledger(state, seat, "", deciding=False)):
        return False
    return cost is None or bool(payable(payments(cost, state.character(seat), works=True), mine.goods))
