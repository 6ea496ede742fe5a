"""Applies adjustments in place; never refuses. One that no longer fits changes what it can."""

from __future__ import annotations

from itertools import takewhile

from engines.architects.adjustments import events
from engines.architects.arguments.parameters import BOARD, CAPTIVE, EVENTS, GUILDHALL, MARKETS, PRISON, UNPAID
from engines.architects.rules import hands, scoring
from engines.architects.rules.guildhall import next_space
from engines.architects.state import FINAL, FINISHED, PLAY, Seat, State
from engines.kernel.contradictions import contradiction


def count_at(state: State, seat: int, place: str, holder: int | None) -> int:
    """Workers of a seat at a place."""
    if place == BOARD:
        return state.seats[seat].workers
    if place in state.at:
        return state.at[place][seat]
    if place in MARKETS:
        return int(state.market[place] == seat)
    if place == GUILDHALL:
        # Only the last ones can be taken out.
        return len(list(takewhile(seat.__eq__, reversed(state.aside or state.guildhall))))
    if place == PRISON:
        return state.prison[seat]
    return 0 if holder is None else state.seats[holder].captives[seat]


def room_at(state: State, seat: int, place: str, holder: int | None) -> int:
    """How many workers of a seat a place has room for."""
    if place in MARKETS:
        return int(state.market[place] is None)
    if place == GUILDHALL and state.phase != FINAL:
        return state.hall.spaces - len(state.guildhall)
    if place == CAPTIVE:
        return 0 if holder is None or holder == seat else state.box.workers
    return state.box.workers


def _move(state: State, event: events.WorkersMoved) -> None:
    """Move workers, as many as there are and as have room."""
    there = count_at(state, event.seat, event.source, event.source_holder)
    room = room_at(state, event.seat, event.target, event.target_holder)
    count = min(event.count, there, room)
    _change_workers(state, event.seat, event.source, event.source_holder, -count)
    _change_workers(state, event.seat, event.target, event.target_holder, count)


def _change_workers(state: State, seat: int, place: str, holder: int | None, by: int) -> None:
    if place == BOARD:
        state.seats[seat].workers += by
    elif place in state.at:
        state.at[place][seat] += by
    elif place in MARKETS:
        if by:
            state.market[place] = seat if by > 0 else None
    elif place == GUILDHALL:
        for _ in range(by):
            (state.guildhall if next_space(state) is not None else state.aside).append(seat)
        for _ in range(-by):
            (state.aside or state.guildhall).pop()
    elif place == PRISON:
        state.prison[seat] += by
    elif holder is not None:
        state.seats[holder].captives[seat] += by


def _lay(state: State, event: events.SpaceSet, name: str) -> None:
    """Put another card of the pile, or other silver, on a space."""
    place = event.column - 1
    lies = state.display[event.row][place]
    if event.apprentice is not None and event.apprentice not in state.out:
        if lies is None:
            state.apprentice_pile = max(0, state.apprentice_pile - 1)
        else:
            state.out.pop(lies, None)
        state.display[event.row][place] = event.apprentice
        state.out[event.apprentice] = name
        state.buried.pop(event.apprentice, None)
        state.coins[event.row][place] = 0
    if event.silver is not None and state.display[event.row][place] is not None:
        state.coins[event.row][place] = event.silver


def _lay_market(state: State, event: events.MarketSet) -> None:
    """Set the market piles; the faces turned before are unknown."""
    state.right_pile, state.left_pile = event.turned, state.box.market_cards - event.turned
    state.small, state.large = event.small_face, event.large_face
    state.smalls = {} if event.small_face is None else {event.small_face: 1}
    state.larges = {} if event.large_face is None else {event.large_face: 1}
    state.pairs = {}


def apply_adjustment(state: State, event: events.Adjusted, name: str) -> None:
    """Apply an adjustment in place; one that no longer fits changes what it can, and no number falls below 0."""
    if state.phase == "setup":
        _doubt(state, event, name)
        return
    match event:
        case events.GoodsChanged():
            goods = state.seats[event.seat].goods
            goods[event.good] = max(0, goods[event.good] + event.by)
        case events.TaxChanged():
            state.tax = max(0, state.tax + event.by)
        case events.VirtueChanged():
            seat = state.seats[event.seat]
            seat.virtue = max(0, min(len(state.box.track) - 1, seat.virtue + event.by))
        case events.DebtsChanged():
            _change_debts(state.seats[event.seat], event)
        case events.WorkersMoved():
            _move(state, event)
        case events.LevelChanged():
            seat = state.seats[event.seat]
            seat.level = max(0, min(len(state.box.levels) - 1, seat.level + event.by))
        case events.SpaceSet():
            _lay(state, event, name)
        case events.MarketSet():
            _lay_market(state, event)
        case events.RewardsChanged():
            state.reward_pile = max(0, state.reward_pile + event.by)
        case events.TurnSet():
            _set_turn(state, event.seat)
        case _:
            _move_card(state, event, name)
    if state.phase == FINISHED:
        state.endings = scoring.endings(state)


def _doubt(state: State, event: events.Adjusted, name: str) -> None:
    found = contradiction([state.last, name], "ARC-4.9", EVENTS.type_of(event))
    if len(found.names) > 1:
        state.contradictions.append(found)


def _change_debts(seat: Seat, event: events.DebtsChanged) -> None:
    if event.face == UNPAID:
        seat.unpaid = max(0, seat.unpaid + event.by)
    else:
        seat.paid = max(0, seat.paid + event.by)


def _set_turn(state: State, seat: int) -> None:
    """Set the turn; final turns before it are skipped."""
    if state.phase not in (PLAY, FINAL) or (state.phase == FINAL and seat not in state.left):
        return
    state.active, state.pending = seat, None
    if state.phase == FINAL:
        state.left = state.left[state.left.index(seat) :]


def _move_card(
    state: State,
    event: events.ApprenticeGiven
    | events.ApprenticeTaken
    | events.BuildingGiven
    | events.BuildingTaken
    | events.HandChanged,
    name: str,
) -> None:
    """Move a card between a seat and a pile."""
    seat = state.seats[event.seat]
    match event:
        case events.ApprenticeGiven():
            card = event.apprentice
            if any(card in row for row in state.display.values()) or card in seat.apprentices:
                _doubt(state, event, name)
                return
            holder = next((other for other in state.seats if card in other.apprentices), None)
            if holder is None:
                state.apprentice_pile = max(0, state.apprentice_pile - 1)
            else:
                holder.apprentices.remove(card)
            seat.apprentices.append(card)
            state.out[card] = name
            state.buried.pop(card, None)
        case events.ApprenticeTaken():
            if event.apprentice not in seat.apprentices:
                _doubt(state, event, name)
                return
            seat.apprentices.remove(event.apprentice)
            state.out.pop(event.apprentice, None)
            state.buried[event.apprentice] = state.drawn + state.apprentice_pile
            state.names[event.apprentice] = name
            state.apprentice_pile += 1
        case events.BuildingGiven():
            by = state.builder(event.building)
            if by is None:
                state.building_pile = max(0, state.building_pile - 1)
            else:
                state.seats[by].buildings.remove(event.building)
            seat.buildings.append(event.building)
            state.names[event.building] = name
            _forget(state, event.building, name)
        case events.BuildingTaken():
            if event.building not in seat.buildings:
                _doubt(state, event, name)
                return
            seat.buildings.remove(event.building)
            state.building_pile += 1
        case events.HandChanged():
            by = max(-seat.hand, min(event.by, state.building_pile))
            seat.hand += by
            state.building_pile -= by
            if by < 0:
                seat.known.clear()


def _forget(state: State, card: str, name: str) -> None:
    """Drop the note that a card is in a hand: a judge found it constructed."""
    has = hands.holder(state, card)
    if has is not None:
        state.contradictions.append(contradiction([state.seats[has].known.pop(card), name], "ARC-26.8", card))
