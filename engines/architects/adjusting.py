"""What a judge may put right: a few typed adjustments, checked by what is true of every table (the invariants).

None of them triggers anything: no reset, no end, no overflow. ``adjust`` refuses; what is applied is never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.architects import scoring
from engines.architects.data import ROWS
from engines.architects.guildhall import next_space
from engines.architects import hands
from engines.architects.moves import (
    BOARD,
    CAPTIVE,
    EVENTS,
    GUILDHALL,
    MARKETS,
    PLACES,
    PRISON,
    UNPAID,
    Adjusted,
    ApprenticeGiven,
    ApprenticeTaken,
    BuildingGiven,
    BuildingTaken,
    DebtsChanged,
    GoodsChanged,
    HandChanged,
    LevelChanged,
    MarketSet,
    RewardsChanged,
    SpaceSet,
    TaxChanged,
    TurnSet,
    VirtueChanged,
    WorkersMoved,
)
from engines.architects.naming import meant
from engines.architects.says import refusal
from engines.architects.state import FINAL, FINISHED, PLAY, Seat, State
from engines.kernel.adjusting import change
from engines.kernel.contradictions import contradiction
from engines.kernel.game import Json
from engines.kernel.says import shown
from engines.kernel.seating import seat_at_table

MOST = 1000
"""No number on the table becomes greater by an adjustment."""


def adjust(state: State, adjustment: Json) -> Adjusted:
    """The event that an adjustment is; the state is left as it is.

    Raises:
        IllegalMoveError: Something would be true of the table that never is, or the adjustment would change nothing.
    """
    if state.phase == "setup":
        raise refusal("ARC-2.1", "not_now", phase=state.phase)
    seat = None
    if "seat" in adjustment:
        seat = seat_at_table(adjustment["seat"], len(state.seats), "ARC-2.1")
    return _ADJUST[adjustment["type"]](state, adjustment, seat)


def _within(rule: str, what: str, value: int, high: int = MOST, low: int = 0) -> None:
    if not low <= value <= high:
        raise refusal(rule, "adjust", what=what, value=value, low=low, high=high)


def _number(adjustment: Json, key: str, rule: str, high: int = MOST, low: int = 0) -> int:
    """A whole number of an adjustment."""
    value = adjustment.get(key)
    if type(value) is not int or not low <= value <= high:
        raise refusal(rule, "adjust", what=key, value=shown(value), low=low, high=high)
    return value


def _one_of(adjustment: Json, key: str, there: Any, rule: str) -> str:
    value = adjustment.get(key)
    if not isinstance(value, str) or value not in there:
        raise refusal(rule, "not_there", what=shown(value))
    return value


def _card(cards: Mapping[str, Any], word: object, rule: str) -> str:
    found = meant(cards, word)
    if len(found) != 1:
        raise refusal(rule, "not_there", what=shown(word))
    return found[0]


def _goods(state: State, adjustment: Json, seat: int) -> GoodsChanged:
    good = _one_of(adjustment, "good", state.box.goods, "ARC-1.10")
    by = change(adjustment, "ARC-1.10")
    _within("ARC-1.10", good, state.seats[seat].goods[good] + by)
    return GoodsChanged(seat, good, by)


def _tax(state: State, adjustment: Json, seat: None) -> TaxChanged:
    del seat
    by = change(adjustment, "ARC-10.1")
    _within("ARC-10.1", "tax", state.tax + by)
    return TaxChanged(by)


def _virtue(state: State, adjustment: Json, seat: int) -> VirtueChanged:
    by = change(adjustment, "ARC-16.1")
    _within("ARC-16.1", "virtue", state.seats[seat].virtue + by, len(state.box.track) - 1)
    return VirtueChanged(seat, by)


def _debts(state: State, adjustment: Json, seat: int) -> DebtsChanged:
    face = _one_of(adjustment, "face", ("unpaid", "paid"), "ARC-17.9")
    by = change(adjustment, "ARC-17.9")
    mine = state.seats[seat]
    _within("ARC-17.9", face, (mine.unpaid if face == UNPAID else mine.paid) + by)
    return DebtsChanged(seat, face, by)


def _level(state: State, adjustment: Json, seat: int) -> LevelChanged:
    by = change(adjustment, "ARC-15.7")
    level = state.seats[seat].level + by
    _within("ARC-15.7", "level", level, len(state.box.levels) - 1)
    spaces = state.box.levels[level].spaces
    if spaces is not None and state.on_level(level) >= spaces:
        raise refusal("ARC-15.8", "ill_46", level=level, spaces=spaces)
    return LevelChanged(seat, by)


# ------------------------------------------------------------------------------------------------------------- workers


def count_at(state: State, seat: int, place: str, holder: int | None) -> int:
    """Workers of a seat at a place."""
    if place == BOARD:
        return state.seats[seat].workers
    if place in state.at:
        return state.at[place][seat]
    if place in MARKETS:
        return int(state.market[place] == seat)
    if place == GUILDHALL:
        if state.aside:
            return len(state.aside) - _before(state.aside, seat)
        return len(state.guildhall) - _before(state.guildhall, seat)
    if place == PRISON:
        return state.prison[seat]
    return 0 if holder is None else state.seats[holder].captives[seat]


def _before(line: list[int], seat: int) -> int:
    """Workers in the Guildhall up to the last one that is not this seat's: only the last ones can be taken out."""
    return next((place for place in range(len(line), 0, -1) if line[place - 1] != seat), 0)


def room_at(state: State, seat: int, place: str, holder: int | None) -> int:
    """How many workers of a seat a place has room for."""
    if place in MARKETS:
        return int(state.market[place] is None)
    if place == CAPTIVE:
        return 0 if holder is None or holder == seat else state.box.workers
    return state.box.workers


def _workers(state: State, adjustment: Json, seat: int) -> WorkersMoved:
    source = _one_of(adjustment, "source", PLACES, "ARC-5.17")
    target = _one_of(adjustment, "target", PLACES, "ARC-5.17")
    count = _number(adjustment, "count", "ARC-5.17", low=1)
    holders: list[int | None] = []
    for place, key in ((source, "source_holder"), (target, "target_holder")):
        value = adjustment.get(key)
        if place == CAPTIVE and value is None:
            raise refusal("ARC-9.9", "not_there", what=key)
        # Whose board it is matters for captives alone.
        holders.append(seat_at_table(value, len(state.seats), "ARC-2.1") if place == CAPTIVE else None)
    if (source, holders[0]) == (target, holders[1]):
        raise refusal("ARC-5.17", "nothing")
    there = count_at(state, seat, source, holders[0])
    if count > there:
        total = state.box.workers + count - there
        raise refusal("ARC-5.17", "ill_60", count=count, seat=seat, place=source, total=total)
    if count > room_at(state, seat, target, holders[1]):
        raise refusal("ARC-5.4", "taken", what=target)
    return WorkersMoved(seat, source, target, count, *holders)


def _move(state: State, event: WorkersMoved) -> None:
    """Workers stand elsewhere, as many as there are and find room."""
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


# --------------------------------------------------------------------------------------------------------------- cards


def _give_apprentice(state: State, adjustment: Json, seat: int) -> ApprenticeGiven:
    cards = state.box.apprentices
    card = _card(cards, adjustment.get("apprentice"), "ARC-1.12")
    shown_there = any(card in row for row in state.display.values())
    if shown_there or not state.in_play(cards[card].set) or card in state.seats[seat].apprentices:
        raise refusal("ARC-1.12", "not_there", what=card)
    if len(state.seats[seat].apprentices) >= state.apprentice_limit(seat):
        has, most = len(state.seats[seat].apprentices), state.apprentice_limit(seat)
        raise refusal("ARC-8.16", "ill_18", seat=seat, has=has, most=most)
    return ApprenticeGiven(seat, card)


def _take_apprentice(state: State, adjustment: Json, seat: int) -> ApprenticeTaken:
    card = _card(state.box.apprentices, adjustment.get("apprentice"), "ARC-8.17")
    if card not in state.seats[seat].apprentices:
        raise refusal("ARC-4.10", "ill_63", card=card, seat=seat)
    return ApprenticeTaken(seat, card)


def _set_space(state: State, adjustment: Json, seat: None) -> SpaceSet:
    del seat
    row = _one_of(adjustment, "row", ROWS, "ARC-2.6")
    column = _number(adjustment, "column", "ARC-2.6", state.box.columns, 1)
    word, silver = adjustment.get("apprentice"), adjustment.get("silver")
    if word is None and silver is None:
        raise refusal("ARC-2.6", "nothing")
    lies = state.display[row][column - 1]
    card = None
    if word is not None:
        card = _card(state.box.apprentices, word, "ARC-2.6")
        if card in state.out or not state.in_play(state.box.apprentices[card].set):
            raise refusal("ARC-2.6", "not_there", what=card)
    if silver is not None:
        _number(adjustment, "silver", "ARC-8.8")
        if lies is None and card is None:
            raise refusal("ARC-8.8", "not_there", what=f"{row} {column}")
        if card is None and state.coins[row][column - 1] == silver:
            raise refusal("ARC-8.8", "nothing")
    return SpaceSet(row, column, card, silver)


def _lay(state: State, event: SpaceSet, name: str) -> None:
    """Another card of the pile, or other silver, lies on a space."""
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


def _give_building(state: State, adjustment: Json, seat: int) -> BuildingGiven:
    cards = state.box.buildings
    card = _card(cards, adjustment.get("building"), "ARC-26.9")
    if not state.in_play(cards[card].set) or card in state.seats[seat].buildings:
        raise refusal("ARC-26.9", "not_there", what=card)
    if state.builder(card) is None and not state.building_pile:
        raise refusal("ARC-26.9", "adjust", what="pile", value=-1, low=0, high=MOST)
    return BuildingGiven(seat, card)


def _take_building(state: State, adjustment: Json, seat: int) -> BuildingTaken:
    card = _card(state.box.buildings, adjustment.get("building"), "ARC-26.9")
    if card not in state.seats[seat].buildings:
        raise refusal("ARC-26.9", "not_there", what=card)
    return BuildingTaken(seat, card)


def _hand(state: State, adjustment: Json, seat: int) -> HandChanged:
    by = change(adjustment, "ARC-26.9")
    _within("ARC-26.9", "hand", state.seats[seat].hand + by)
    _within("ARC-26.9", "pile", state.building_pile - by)
    return HandChanged(seat, by)


def _market(state: State, adjustment: Json, seat: None) -> MarketSet:
    del seat
    turned = _number(adjustment, "turned", "ARC-26.13", state.box.market_cards)
    small, large = adjustment.get("small_face"), adjustment.get("large_face")
    if small is not None:
        small = _one_of(adjustment, "small_face", state.box.small, "ARC-26.13")
    if large is not None:
        large = _one_of(adjustment, "large_face", state.box.large, "ARC-26.13")
    if (small is None) != (turned == state.box.market_cards) or (large is None) != (turned == 0):
        raise refusal("ARC-18.5", "adjust", what="turned", value=turned, low=0, high=state.box.market_cards)
    if (turned, small, large) == (state.right_pile, state.small, state.large):
        raise refusal("ARC-26.13", "nothing")
    return MarketSet(turned, small, large)


def _lay_market(state: State, event: MarketSet) -> None:
    """The market piles stand so; which faces were turned before is not known."""
    state.right_pile, state.left_pile = event.turned, state.box.market_cards - event.turned
    state.small, state.large = event.small_face, event.large_face
    state.smalls = {} if event.small_face is None else {event.small_face: 1}
    state.larges = {} if event.large_face is None else {event.large_face: 1}
    state.pairs = {}


def _rewards(state: State, adjustment: Json, seat: None) -> RewardsChanged:
    del seat
    by = change(adjustment, "ARC-2.4")
    _within("ARC-2.4", "rewards", state.reward_pile + by, len(state.box.rewards) - len(state.revealed))
    return RewardsChanged(by)


def _turn(state: State, adjustment: Json, seat: int) -> TurnSet:
    del adjustment
    if state.phase not in (PLAY, FINAL):
        raise refusal("ARC-4.1", "not_now", phase=state.phase)
    if seat == state.active:
        raise refusal("ARC-4.1", "nothing")
    if state.phase == FINAL and seat not in state.left:
        raise refusal("ARC-22.3", "not_there", what=str(seat))
    return TurnSet(seat)


_ADJUST: Mapping[str, Callable[[State, Json, Any], Adjusted]] = {
    "change_goods": _goods,
    "change_tax": _tax,
    "change_virtue": _virtue,
    "change_debts": _debts,
    "move_workers": _workers,
    "change_level": _level,
    "give_apprentice": _give_apprentice,
    "take_apprentice": _take_apprentice,
    "set_space": _set_space,
    "give_building": _give_building,
    "take_building": _take_building,
    "change_hand": _hand,
    "set_market": _market,
    "change_rewards": _rewards,
    "set_turn": _turn,
}


# ------------------------------------------------------------------------------------------------------------ applying


def apply_adjustment(state: State, event: Adjusted, name: str) -> None:
    """Apply an adjustment, in place; one that does not fit any more changes what it can, and never below nothing."""
    if state.phase == "setup":
        _doubt(state, event, name)
        return
    match event:
        case GoodsChanged():
            goods = state.seats[event.seat].goods
            goods[event.good] = max(0, goods[event.good] + event.by)
        case TaxChanged():
            state.tax = max(0, state.tax + event.by)
        case VirtueChanged():
            seat = state.seats[event.seat]
            seat.virtue = max(0, min(len(state.box.track) - 1, seat.virtue + event.by))
        case DebtsChanged():
            _change_debts(state.seats[event.seat], event)
        case WorkersMoved():
            _move(state, event)
        case LevelChanged():
            seat = state.seats[event.seat]
            seat.level = max(0, min(len(state.box.levels) - 1, seat.level + event.by))
        case SpaceSet():
            _lay(state, event, name)
        case MarketSet():
            _lay_market(state, event)
        case RewardsChanged():
            state.reward_pile = max(0, state.reward_pile + event.by)
        case TurnSet():
            _set_turn(state, event.seat)
        case _:
            _move_card(state, event, name)
    if state.phase == FINISHED:
        state.endings = scoring.endings(state)


def _doubt(state: State, event: Adjusted, name: str) -> None:
    found = contradiction([state.last, name], "ARC-4.9", EVENTS.type_of(event))
    if len(found.names) > 1:
        state.contradictions.append(found)


def _change_debts(seat: Seat, event: DebtsChanged) -> None:
    if event.face == UNPAID:
        seat.unpaid = max(0, seat.unpaid + event.by)
    else:
        seat.paid = max(0, seat.paid + event.by)


def _set_turn(state: State, seat: int) -> None:
    """It is a seat's turn; final turns up to it are passed over."""
    if state.phase not in (PLAY, FINAL) or (state.phase == FINAL and seat not in state.left):
        return
    state.active, state.pending = seat, None
    if state.phase == FINAL:
        state.left = state.left[state.left.index(seat) :]


def _move_card(
    state: State, event: ApprenticeGiven | ApprenticeTaken | BuildingGiven | BuildingTaken | HandChanged, name: str
) -> None:
    """A card changes its place between a seat and a pile."""
    seat = state.seats[event.seat]
    match event:
        case ApprenticeGiven():
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
        case ApprenticeTaken():
            if event.apprentice not in seat.apprentices:
                _doubt(state, event, name)
                return
            seat.apprentices.remove(event.apprentice)
            state.out.pop(event.apprentice, None)
            state.buried[event.apprentice] = state.drawn + state.apprentice_pile
            state.names[event.apprentice] = name
            state.apprentice_pile += 1
        case BuildingGiven():
            by = state.builder(event.building)
            if by is None:
                state.building_pile = max(0, state.building_pile - 1)
            else:
                state.seats[by].buildings.remove(event.building)
            seat.buildings.append(event.building)
            state.names[event.building] = name
            _forget(state, event.building, name)
        case BuildingTaken():
            if event.building not in seat.buildings:
                _doubt(state, event, name)
                return
            seat.buildings.remove(event.building)
            state.building_pile += 1
        case HandChanged():
            by = max(-seat.hand, min(event.by, state.building_pile))
            seat.hand += by
            state.building_pile -= by
            if by < 0:
                seat.known.clear()


def _forget(state: State, card: str, name: str) -> None:
    """A card that a judge found constructed is in no hand: the note gives way."""
    has = hands.holder(state, card)
    if has is not None:
        found = contradiction([state.seats[has].known.pop(card), name], "ARC-26.8", card)
        if len(found.names) > 1:
            state.contradictions.append(found)
