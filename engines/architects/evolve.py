"""Applies events; the seals that an event opens, and the undos that it bars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args

from engines.architects import moves
from engines.architects.adjustments.events import Adjusted
from engines.architects.adjustments.evolve import apply_adjustment
from engines.architects.arguments.parameters import EVENTS
from engines.architects.box.cards import CARDS
from engines.architects.box.components import MARKET
from engines.architects.options import SECRET
from engines.architects.rules import guildhall, hands, locations, market, turns
from engines.architects.rules.ending import order_effects, show_hand
from engines.architects.rules.ledger import Ledger
from engines.architects.setup import draft, set_up, take_apprentice
from engines.architects.state import DRAFT, FINAL, FINISHED, HAND_LIMIT, PLAY, RESET, SETUP, Flow, State
from engines.kernel.contradictions import contradiction
from engines.kernel.game import Barrier, Json, Opening
from engines.kernel.moves.events import Event

DO: Mapping[type, Callable[[Ledger, Any], Any]] = {
    moves.SetUp: set_up,
    moves.StartingApprenticeTaken: take_apprentice,
    moves.Drafted: draft,
    moves.AtQuarry: locations.gather,
    moves.AtForest: locations.gather,
    moves.AtSilversmith: locations.gather,
    moves.AtMines: locations.mine,
    moves.AtStorehouse: locations.trade,
    moves.Hired: locations.hire_at_workshop,
    moves.CardsDrawn: locations.draw_cards,
    moves.AtTownCentre: locations.capture_groups,
    moves.AtTaxStand: locations.take_taxes,
    moves.AtMarketLeft: market.trade,
    moves.AtMarketRight: market.trade,
    moves.HiredAtMarket: market.trade,
    moves.DrawnAtMarket: market.trade,
    moves.AtGuardhouse: locations.guard,
    moves.Built: guildhall.build,
    moves.Advanced: guildhall.advance,
    moves.Returned: turns.take_back,
    moves.Passed: turns.lose_turn,
    moves.ApprenticeDiscarded: turns.discard_apprentice,
    moves.MarketReset: market.reset,
    moves.DiscardedToLimit: hands.discard_to_limit,
    moves.EndEffectsOrdered: order_effects,
    moves.HandRevealed: show_hand,
}
"""The function that applies each move."""
_PLACED = get_args(moves.Placed)
_ADJUSTED = get_args(Adjusted)
_TURNS = (*_PLACED, moves.Returned, moves.Passed)


def ledger_of(state: State, event: Event, name: str, *, deciding: bool) -> Ledger:
    """The ledger of an event; for an event without a seat, that of the active seat."""
    seat = getattr(event, "seat", None)
    if seat is None:
        seat = state.active if state.active is not None else state.start or 0
    ledger = Ledger(state, seat, name, deciding=deciding)
    if type(event) is not moves.EndEffectsOrdered:
        ledger.keep = _by_seat(getattr(event, "keep_debts", None), seat)
        ledger.pays = _by_seat(getattr(event, "hugo_pays", None), seat)
    return ledger


def _by_seat(value: int | Mapping[int, int] | None, seat: int) -> dict[int, int]:
    """A number of debts by seat; a plain one is the acting seat's (MOV-3)."""
    if value is None:
        return {}
    return {seat: value} if isinstance(value, int) else dict(value)


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event in place; one that no longer fits changes nothing and is noted."""
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
        elif kind is moves.MarketReset:
            turns.limit_hand(state)
        elif kind is moves.DiscardedToLimit:
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


def _after_the_end(state: State, _event: Any) -> bool:
    return state.phase == FINISHED


def _may_be_drafted(state: State, _event: Any) -> bool:
    return state.phase == DRAFT and state.chooser() is None


_PHASES: Mapping[type, Callable[[State, Any], bool]] = {
    moves.SetUp: lambda state, _: state.phase == SETUP,
    moves.StartingApprenticeTaken: lambda state, event: state.phase == DRAFT and state.chooser() == event.seat,
    moves.Drafted: _may_be_drafted,
    moves.MarketReset: lambda state, _: state.pending == RESET,
    moves.DiscardedToLimit: lambda state, event: state.pending == HAND_LIMIT and event.seat == state.active,
    moves.EndEffectsOrdered: _after_the_end,
    moves.HandRevealed: _after_the_end,
    moves.ApprenticeDiscarded: lambda state, event: (
        state.phase in (PLAY, FINAL) and event.apprentice in state.seats[event.seat].apprentices
    ),
    moves.Returned: lambda state, event: _may_act(state, event) and turns.is_there(state, event),
    moves.Passed: _may_act,
}
"""Event -> whether it fits the table; a placement needs its turn and a worker."""


def opens(state: State, move: Json) -> Sequence[Opening]:
    """No move opens a seal as a whole: a hand is never opened card by card (ARC-26.6)."""
    del state, move
    return ()


def replaces(state: State, move: Json) -> str | None:
    """No move takes the place of an earlier one."""
    del state, move
    return None


def barrier(state: State, event: Event) -> Barrier | None:
    """The barrier of cards that were turned up or drawn."""
    everybody = tuple(range(len(state.seats)))
    seen = _seen(event)
    if seen is not None:
        kind: Literal["chance", "reveal"] = "chance" if isinstance(event, (moves.SetUp, moves.Drafted)) else "reveal"
        return Barrier(kind, seen, everybody)
    if isinstance(event, (moves.CardsDrawn, moves.DrawnAtMarket)) and state.building_pile:
        return Barrier("chance", "cards", (event.seat,))
    if isinstance(event, (moves.AtMarketLeft, moves.AtMarketRight)) and _draws_there(state, event.seat):
        return Barrier("chance", "cards", (event.seat,))
    return None


def _seen(event: Event) -> str | None:
    """The hidden fact that an event shows to everybody; None if it shows none."""
    match event:
        case moves.SetUp():
            return "setup"
        case moves.Drafted():
            return "draft"
        case moves.StartingApprenticeTaken():
            return event.refills[0] if event.refills else None
        case moves.Hired() | moves.HiredAtMarket():
            return event.refill
        case moves.Built():
            return event.building
        case moves.Advanced():
            return event.reward or "level"
        case moves.MarketReset():
            return event.large_face or "market"
        case moves.HandRevealed():
            return "hand"
    return None


def _draws_there(state: State, seat: int) -> bool:
    """Whether a seat draws a building card with each Black Market action (ARC-21.11)."""
    found = state.abilities(seat, "location_action", MARKET) if seat in range(len(state.seats)) else []
    return any(CARDS in (one.gain or {}) for one in found)
