"""The rules as one: deciding and applying each move, seals and barriers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from engines.architects import guildhall, hands, locations, market, starting, turns
from engines.architects.adjusting import apply_adjustment
from engines.architects.cards import CARDS
from engines.architects.data import MARKET
from engines.architects.ending import order_effects, show_hand
from engines.architects.ledger import Ledger
from engines.architects.moves import (
    EVENTS,
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
from engines.architects.shape import shaped
from engines.architects.state import DRAFT, FINAL, FINISHED, HAND_LIMIT, PLAY, RESET, SETUP, State
from engines.kernel.contradictions import contradiction
from engines.kernel.game import Barrier, IllegalMoveError, Json, Opening

_DO: Mapping[type, Callable[[Ledger, Any], Any]] = {
    SetUp: starting.set_up,
    StartingApprenticeTaken: starting.take_apprentice,
    Drafted: starting.draft,
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
_PLACED = get_args(Placed)
_TURNS = (*_PLACED, Returned, Passed)


def decide(state: State, move: Json) -> Event:
    """The event that a move is; the state is left as it is.

    Args:
        state: The table as this fold knows it.
        move: ``type``, ``seat``, parameters.

    Raises:
        IllegalMoveError: A rule forbids it, as far as this fold knows. It carries the event where the table can have
            played it all the same.
    """
    ledger, done = attempt(state, move)
    if ledger.objection is not None:
        found = ledger.objection
        raise IllegalMoveError(found.rule, found.code, found.says, found.names, EVENTS.encode(done))
    return done


def attempt(state: State, move: Json) -> tuple[Ledger, Event]:
    """What a move would do, on a copy of the table, and the event that it is.

    The ledger may hold an objection: then a rule forbids the move, and the event is what it would mean all the same.

    Raises:
        IllegalMoveError: A rule forbids it, and it has no meaning.
    """
    wrong = turns.check_time(state, move)
    if wrong is not None:
        raise wrong
    event = shaped(state, move)
    ledger = _ledger(state.copy(), event, "", deciding=True)
    done: Event = _DO[type(event)](ledger, event) or event
    ledger.check_choices()
    return ledger, done


def _ledger(state: State, event: Event, name: str, *, deciding: bool) -> Ledger:
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


# ------------------------------------------------------------------------------------------------------------ evolving


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event, in place; one that does not fit any more changes nothing and is noted."""
    kind = type(event)
    do = _DO.get(kind)
    if do is None:
        apply_adjustment(state, event, name)
    elif not applies(state, event):
        found = contradiction([state.last, name], "ARC-4.9", EVENTS.type_of(event))
        if len(found.names) > 1:
            state.contradictions.append(found)
    else:
        ledger = _ledger(state, event, name, deciding=False)
        do(ledger, event)
        if kind in _TURNS:
            turns.end_action(ledger)
        elif kind is MarketReset:
            turns.limit_hand(state)
        elif kind is DiscardedToLimit:
            turns.end_turn(state)
    state.last = name


def applies(state: State, event: Event) -> bool:
    """Whether an event still fits the table: its phase, its turn, a worker, what is pending."""
    match event:
        case SetUp():
            return state.phase == SETUP
        case StartingApprenticeTaken():
            return state.phase == DRAFT and state.chooser() == event.seat
        case Drafted():
            return state.phase == DRAFT and state.chooser() is None
        case MarketReset():
            return state.pending == RESET
        case DiscardedToLimit():
            return state.pending == HAND_LIMIT and event.seat == state.active
        case EndEffectsOrdered() | HandRevealed():
            return state.phase == FINISHED
        case ApprenticeDiscarded():
            return state.phase in (PLAY, FINAL) and event.apprentice in state.seats[event.seat].apprentices
        case Returned():
            return _may_act(state, event.seat) and turns.is_there(state, event)
        case Passed():
            return _may_act(state, event.seat)
    return _may_act(state, event.seat) and state.seats[event.seat].workers > 0


def _may_act(state: State, seat: int) -> bool:
    return state.phase in (PLAY, FINAL) and state.pending is None and seat == state.active


# --------------------------------------------------------------------------------------------------- seals and barriers


def opens(state: State, move: Json) -> Sequence[Opening]:
    """No move makes a sealed fact public whole: a hand is never opened card by card (ARC-26.6)."""
    del state, move
    return ()


def replaces(state: State, move: Json) -> str | None:
    """No move takes the place of an earlier one."""
    del state, move


def barrier(state: State, event: Event) -> Barrier | None:
    """What was turned up cannot be unseen, what was drawn not be undrawn."""
    everybody = tuple(range(len(state.seats)))
    match event:
        case SetUp():
            return Barrier("chance", "setup", everybody)
        case Drafted():
            return Barrier("chance", "draft", everybody)
        case StartingApprenticeTaken() if event.refills:
            return Barrier("reveal", event.refills[0], everybody)
        case Hired() | HiredAtMarket() if event.refill:
            return Barrier("reveal", event.refill, everybody)
        case Built() if event.building:
            return Barrier("reveal", event.building, everybody)
        case Advanced():
            return Barrier("reveal", event.reward or "level", everybody)
        case MarketReset():
            return Barrier("reveal", event.large_face or "market", everybody)
        case HandRevealed():
            return Barrier("reveal", "hand", everybody)
        case CardsDrawn() | DrawnAtMarket() if state.building_pile:
            return Barrier("chance", "cards", (event.seat,))
        case AtMarketLeft() | AtMarketRight() if _draws_there(state, event.seat):
            return Barrier("chance", "cards", (event.seat,))
    return None


def _draws_there(state: State, seat: int) -> bool:
    """Whether a seat draws a building card with each Black Market action (ARC-21.11)."""
    found = state.abilities(seat, "location_action", MARKET) if seat in range(len(state.seats)) else []
    return any(CARDS in (one.gain or {}) for one in found)
