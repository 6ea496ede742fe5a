"""Whose turn it is, what may be recorded when, and how a turn ends (chapters 4 and 22)."""

from __future__ import annotations

from dataclasses import replace

from engines.architects.arguments.parameters import BOARD, GUILDHALL, MARKETS, PRISON
from engines.architects.box.components import OPEN_LOCATIONS
from engines.architects.moves import ApprenticeDiscarded, Passed, Returned
from engines.architects.refusals.values import refused
from engines.architects.rules import hires, scoring
from engines.architects.rules.ledger import Ledger
from engines.architects.state import DRAFT, FINAL, FINISHED, HAND_LIMIT, PLAY, RESET, SETUP, State
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.sentences import shown

BEFORE_PLAY = {"setup": SETUP, "starting_apprentice": DRAFT, "draft_done": DRAFT}
AFTER_PLAY = ("end_effects", "reveal_hand")
WITHOUT_WORKER = ("return_worker", "forced_pass")


def check_time(state: State, move: Json) -> IllegalMoveError | None:
    """The reason why a move may not be recorded now: phase, pending step, turn, worker; in this order (ILL)."""
    kind, seat = move["type"], move.get("seat")
    if kind == "place_prison":
        return refused(state, "ARC-5.9", "ill_7")
    wrong = _wrong_phase(state, kind)
    if wrong is not None:
        return wrong
    if kind == "starting_apprentice" and seat != state.chooser():
        return refused(state, "ARC-2.16", "ill_69", seat=_seat(seat), chooser=state.chooser())
    if kind in BEFORE_PLAY or kind in AFTER_PLAY:
        return None
    return _wrong_step(state, kind, seat)


def _seat(seat: object) -> object:
    """A seat, or an invalid value as received."""
    return seat if type(seat) is int else shown(seat)


def _wrong_phase(state: State, kind: str) -> IllegalMoveError | None:
    """The order of the game: set-up, draft, turns, end (ILL-59, ILL-63, ILL-74)."""
    wanted = BEFORE_PLAY.get(kind)
    if wanted is not None:
        if state.phase != wanted or (kind == "starting_apprentice" and not state.starting):
            rule = "ARC-2.16" if kind == "starting_apprentice" else "ARC-3.6"
            return refused(state, rule, "ill_74", kind=kind, phase=state.phase)
        if kind == "draft_done" and state.chooser() is not None:
            return refused(state, "ARC-2.16", "ill_74", kind=kind, phase=state.phase)
        if kind == "starting_apprentice" and state.chooser() is None:
            return refused(state, "ARC-2.16", "ill_69", seat=None, chooser=None)
        return None
    if kind in AFTER_PLAY:
        return None if state.phase == FINISHED else refused(state, "ARC-23.17", "ill_74", kind=kind, phase=state.phase)
    if state.phase in (PLAY, FINAL):
        return None
    if kind == "discard_apprentice":
        return refused(state, "ARC-4.10", "ill_63_time", phase=state.phase)
    if state.phase == FINISHED:
        return refused(state, "ARC-22.8", "ill_59", names=(state.last,), kind=kind)
    return refused(state, "ARC-3.6", "ill_74", kind=kind, phase=state.phase)


def _wrong_step(state: State, kind: str, seat: object) -> IllegalMoveError | None:
    """What is pending, whose turn it is, whether a worker is available (ILL-52 to 57, then ILL-1 to 6)."""
    if state.pending == RESET and kind != "resolve_reset":
        return refused(state, "ARC-18.3", "ill_52", names=(state.last,), kind=kind)
    if kind == "resolve_reset":
        return None if state.pending == RESET else refused(state, "ARC-18.1", "ill_53", place=state.box.market_name)
    if state.pending == HAND_LIMIT and kind != "discard_to_limit":
        return refused(state, "ARC-4.11", "ill_56", names=(state.last,), kind=kind)
    if kind == "discard_to_limit" and state.pending != HAND_LIMIT:
        return refused(state, "ARC-4.11", "ill_57_none")
    if kind == "discard_apprentice":
        return None
    return _wrong_turn(state, kind, seat)


def _wrong_turn(state: State, kind: str, seat: object) -> IllegalMoveError | None:
    """Whose turn it is, and whether a worker is available (ILL-1 to 3, ILL-6)."""
    if seat != state.active:
        return refused(state, "ARC-4.1", "ill_1", names=(state.last,), seat=_seat(seat), turn=state.active)
    if kind == "discard_to_limit":
        return None
    workers = state.seats[state.active or 0].workers
    if kind == "return_worker" and workers:
        return refused(state, "ARC-4.2", "ill_3", workers=workers)
    if kind == "forced_pass" and workers:
        return refused(state, "ARC-4.3", "ill_6", workers=workers)
    if kind not in WITHOUT_WORKER and not workers:
        return refused(state, "ARC-4.4", "ill_2")
    return None


def places_to_return_from(state: State, seat: int) -> list[str]:
    """Where a seat may take a worker back from (ARC-4.4, ARC-4.6, ARC-4.7)."""
    there = [place for place in OPEN_LOCATIONS if state.at[place][seat]]
    if there:
        return there
    there = [space for space in MARKETS if state.market[space] == seat]
    if state.prison[seat]:
        there.append(PRISON)
    if state.held_elsewhere(seat):
        there.append(BOARD)
    return there


def take_back(ledger: Ledger, event: Returned) -> Returned:
    """Return a worker to the own board (ARC-4.4 to 4.7)."""
    state, seat, place = ledger.state, ledger.seat, event.location
    holder = event.holder
    if ledger.deciding:
        holder = _check_return(ledger, event)
    if place in state.at:
        state.at[place][seat] -= 1
    elif place in MARKETS:
        state.market[place] = None
    elif place == PRISON:
        state.prison[seat] -= 1
    elif holder is not None:
        state.seats[holder].captives[seat] -= 1
    ledger.me.workers += 1
    return replace(event, holder=holder) if ledger.deciding else event


def is_there(state: State, event: Returned) -> bool:
    """Whether the seat has a worker where it is taken back from."""
    place, seat = event.location, event.seat
    if place in state.at:
        return state.at[place][seat] > 0
    if place in MARKETS:
        return state.market[place] == seat
    if place == PRISON:
        return state.prison[seat] > 0
    return event.holder in state.held_elsewhere(seat)


def _check_return(ledger: Ledger, event: Returned) -> int | None:
    """The place is none that is protected, and an own worker is there; on whose board (ILL-4, 66, 67, 73)."""
    state, seat, place = ledger.state, ledger.seat, event.location
    if place == GUILDHALL:
        ledger.refuse("ARC-4.6", "ill_4", place=place)
    if place not in (*OPEN_LOCATIONS, *MARKETS, PRISON, BOARD):
        ledger.refuse("ARC-4.4", "ill_67", place=place[:40])
    if place not in OPEN_LOCATIONS and any(state.at[open_][seat] for open_ in OPEN_LOCATIONS):
        ledger.refuse("ARC-4.6", "ill_4", place=place)
    if place not in places_to_return_from(state, seat):
        ledger.refuse("ARC-4.4", "ill_67", place=place)
    if place != BOARD:
        if event.holder is not None:
            ledger.refuse("ARC-14.8", "ill_73", what="holder")
        return None
    holders = state.held_elsewhere(seat)
    if event.holder is None and len(holders) > 1:
        ledger.refuse("ARC-5.16", "ill_66_holder")
    if event.holder is not None and event.holder not in holders:
        ledger.refuse("ARC-4.4", "ill_67", place=place)
    return holders[0] if event.holder is None else event.holder


def lose_turn(ledger: Ledger, _event: Passed) -> None:
    """A lost turn (ARC-4.8)."""
    if ledger.deciding and places_to_return_from(ledger.state, ledger.seat):
        ledger.refuse("ARC-4.8", "ill_67_pass")


def discard_apprentice(ledger: Ledger, event: ApprenticeDiscarded) -> ApprenticeDiscarded:
    """Put an own apprentice under the pile, at any time (ARC-4.10)."""
    card = hires.own(ledger, event.apprentice)
    hires.discard(ledger, card)
    return replace(event, apprentice=card) if ledger.deciding else event


def end_action(ledger: Ledger) -> None:
    """What follows an action: a reset, the hand limit, the next turn (ARC-4.9)."""
    if ledger.resets:
        ledger.state.pending = RESET
    else:
        limit_hand(ledger.state)


def limit_hand(state: State) -> None:
    """Wait for cards to be discarded, or end the turn (ARC-4.11, ARC-4.12)."""
    if state.active is not None and state.seats[state.active].hand > state.box.hand_limit:
        state.pending = HAND_LIMIT
    else:
        end_turn(state)


def end_turn(state: State) -> None:
    """The next seat's turn begins; after the last final turn the game is scored (ARC-4.1, ARC-22.1 to 22.8)."""
    state.pending = None
    active = state.active
    if active is None:
        return
    state.seats[active].turns += 1
    if state.phase == PLAY and state.final_by is not None:
        state.phase = FINAL
        state.left = list(state.in_turn_order(state.final_by + 1))
    elif state.phase == FINAL and state.left:
        state.left.pop(0)
    if state.phase == FINAL and not state.left:
        finish(state)
        return
    state.active = state.left[0] if state.phase == FINAL else (active + 1) % len(state.seats)
    state.turn += 1


def finish(state: State) -> None:
    """The last final turn is over (AUTO-12)."""
    state.phase, state.active, state.pending = FINISHED, None, None
    state.endings = scoring.endings(state)
