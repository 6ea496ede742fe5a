"""What an event changes, which seals it opens, and what it bars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args

from engines.architects.adjustments.events import Adjusted
from engines.architects.adjustments.evolve import apply_adjustment
from engines.architects.arguments.parameters import EVENTS
from engines.architects.box.cards import CARDS
from engines.architects.box.components import MARKET
from engines.architects.moves import (
    Advanced,
    ApprenticeDiscarded,
    AtForest,
    AtGuardhouse,
    AtMarketLeft,
    AtMarketRight,
    AtMines,
    AtQuarry,
    AtSilversmith,
    AtStorehouse,
    AtTaxStand,
    AtTownCentre,
    Built,
    CardsDrawn,
    DiscardedToLimit,
    Drafted,
    DrawnAtMarket,
    EndEffectsOrdered,
    Event,
    HandRevealed,
    Hired,
    HiredAtMarket,
    MarketReset,
    Passed,
    Placed,
    Returned,
    SetUp,
    StartingApprenticeTaken,
)
from engines.architects.options import SECRET
from engines.architects.rules import guildhall, hands, locations, market, turns
from engines.architects.rules.ending import order_effects, show_hand
from engines.architects.rules.ledger import Ledger
from engines.architects.setup import draft, set_up, take_apprentice
from engines.architects.state import DRAFT, FINAL, FINISHED, HAND_LIMIT, PLAY, RESET, SETUP, Flow, State
from engines.kernel.contradictions import contradiction
from engines.kernel.game import Barrier, Json, Opening

DO: Mapping[type, Callable[[Ledger, Any], Any]] = {
    SetUp: set_up,
    StartingApprenticeTaken: take_apprentice,
    Drafted: draft,
    AtQuarry: locations.gather,
    AtForest: locations.gather,
    AtSilversmith: locations.gather,
    AtMines: locations.mine,
    AtStorehouse: locations.trade,
    Hired: locations.hire_at_workshop,
    CardsDrawn: locations.draw_cards,
    AtTownCentre: locations.capture_groups,
    AtTaxStand: locations.take_taxes,
    AtMarketLeft: market.trade,
    AtMarketRight: market.trade,
    HiredAtMarket: market.trade,
    DrawnAtMarket: market.trade,
    AtGuardhouse: locations.guard,
    Built: guildhall.build,
    Advanced: guildhall.advance,
    Returned: turns.take_back,
    Passed: turns.lose_turn,
    ApprenticeDiscarded: turns.discard_apprentice,
    MarketReset: market.reset,
    DiscardedToLimit: hands.discard_to_limit,
    EndEffectsOrdered: order_effects,
    HandRevealed: show_hand,
}
"""What carries out each move."""
_PLACED = get_args(Placed)
_ADJUSTED = get_args(Adjusted)
_TURNS = (*_PLACED, Returned, Passed)


def ledger_of(state: State, event: Event, name: str, *, deciding: bool) -> Ledger:
    """The ledger of an event; what no seat does is done by the one whose turn it is."""
    seat = getattr(event, "seat", None)
    if seat is None:
        seat = state.active if state.active is not None else state.start or 0
    ledger = Ledger(state, seat, name, deciding=deciding)
    if type(event) is not EndEffectsOrdered:
        ledger.keep = _by_seat(getattr(event, "keep_debts", None), seat)
        ledger.pays = _by_seat(getattr(event, "hugo_pays", None), seat)
    return ledger


def _by_seat(value: int | Mapping[int, int] | None, seat: int) -> dict[int, int]:
    """A number of debts by seat; a plain one is the acting seat's (MOV-3)."""
    if value is None:
        return {}
    return {seat: value} if isinstance(value, int) else dict(value)


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event, in place; one that does not fit any more changes nothing and is noted."""
    kind = type(event)
    if isinstance(event, _ADJUSTED):
        apply_adjustment(state, event, name)
    elif not applies(state, event):
        found = contradiction([state.last, name], "ARC-4.9", EVENTS.type_of(event))
        if len(found.names) > 1:
            state.contradictions.append(found)
    else:
        ledger = ledger_of(state, event, name, deciding=False)
        DO[kind](ledger, event)
        seat = getattr(event, "seat", None)
        state.flow = Flow(seat, ledger.gained, ledger.spent, ledger.tax, ledger.evasions)
        secret = SECRET.get(EVENTS.type_of(event), {})
        if seat is not None and secret:
            hands.keep_moved(ledger.me, name, {what: ledger.moved.get(what, 0) for what in secret})
        if kind in _TURNS:
            turns.end_action(ledger)
        elif kind is MarketReset:
            turns.limit_hand(state)
        elif kind is DiscardedToLimit:
            turns.end_turn(state)
    state.last = name


def applies(state: State, event: Event) -> bool:
    """Whether an event still fits the table: its phase, its turn, a worker, what is pending."""
    wanted = _PHASES.get(type(event))
    if wanted is not None:
        return wanted(state, event)
    return _may_act(state, event) and state.seats[state.active or 0].workers > 0


def _may_act(state: State, event: Any) -> bool:
    """Whether it is the turn of the acting seat and nothing else is pending."""
    return state.phase in (PLAY, FINAL) and state.pending is None and event.seat == state.active


def _after_the_end(state: State, event: Any) -> bool:
    del event
    return state.phase == FINISHED


def _may_be_drafted(state: State, event: Any) -> bool:
    del event
    return state.phase == DRAFT and state.chooser() is None


_PHASES: Mapping[type, Callable[[State, Any], bool]] = {
    SetUp: lambda state, _: state.phase == SETUP,
    StartingApprenticeTaken: lambda state, event: state.phase == DRAFT and state.chooser() == event.seat,
    Drafted: _may_be_drafted,
    MarketReset: lambda state, _: state.pending == RESET,
    DiscardedToLimit: lambda state, event: state.pending == HAND_LIMIT and event.seat == state.active,
    EndEffectsOrdered: _after_the_end,
    HandRevealed: _after_the_end,
    ApprenticeDiscarded: lambda state, event: (
        state.phase in (PLAY, FINAL) and event.apprentice in state.seats[event.seat].apprentices
    ),
    Returned: lambda state, event: _may_act(state, event) and turns.is_there(state, event),
    Passed: _may_act,
}
"""Event -> whether it fits the table; a placement needs its turn and a worker."""


def opens(state: State, move: Json) -> Sequence[Opening]:
    """No move makes a sealed fact public whole: a hand is never opened card by card (ARC-26.6)."""
    del state, move
    return ()


def replaces(state: State, move: Json) -> str | None:
    """No move takes the place of an earlier one."""
    del state, move
    return None


def barrier(state: State, event: Event) -> Barrier | None:
    """What was turned up cannot be unseen, what was drawn not be undrawn."""
    everybody = tuple(range(len(state.seats)))
    seen = _seen(event)
    if seen is not None:
        kind: Literal["chance", "reveal"] = "chance" if isinstance(event, (SetUp, Drafted)) else "reveal"
        return Barrier(kind, seen, everybody)
    if isinstance(event, (CardsDrawn, DrawnAtMarket)) and state.building_pile:
        return Barrier("chance", "cards", (event.seat,))
    if isinstance(event, (AtMarketLeft, AtMarketRight)) and _draws_there(state, event.seat):
        return Barrier("chance", "cards", (event.seat,))
    return None


def _seen(event: Event) -> str | None:
    """What an event shows to everybody; None where it shows nothing that was hidden."""
    match event:
        case SetUp():
            return "setup"
        case Drafted():
            return "draft"
        case StartingApprenticeTaken():
            return event.refills[0] if event.refills else None
        case Hired() | HiredAtMarket():
            return event.refill
        case Built():
            return event.building
        case Advanced():
            return event.reward or "level"
        case MarketReset():
            return event.large_face or "market"
        case HandRevealed():
            return "hand"
    return None


def _draws_there(state: State, seat: int) -> bool:
    """Whether a seat draws a building card with each Black Market action (ARC-21.11)."""
    found = state.abilities(seat, "location_action", MARKET) if seat in range(len(state.seats)) else []
    return any(CARDS in (one.gain or {}) for one in found)
