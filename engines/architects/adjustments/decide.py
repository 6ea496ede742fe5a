"""A judge's adjustments: a few types, checked against the invariants of every table.

None of them triggers anything: no reset, no end, no overflow. ``adjust`` may refuse one; applying one never refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.architects.adjustments import events
from engines.architects.adjustments.evolve import count_at, room_at
from engines.architects.arguments.names import meant
from engines.architects.arguments.parameters import CAPTIVE, GUILDHALL, PLACES, UNPAID
from engines.architects.box.components import ROWS
from engines.architects.refusals.values import refused
from engines.architects.state import FINAL, PLAY, State
from engines.kernel.game import Json
from engines.kernel.moves.adjustments import change
from engines.kernel.seats import seat_at_table
from engines.kernel.sentences import shown

MOST = 1000
"""Maximum of any number on the table after an adjustment."""


def adjust(state: State, adjustment: Json) -> events.Adjusted:
    """Return the event of an adjustment without changing the state.

    Raises:
        IllegalMoveError: The table would break an invariant, or the adjustment would change nothing.
    """
    if state.phase == "setup":
        raise refused(state, "ARC-2.1", "not_now", phase=state.phase)
    seat = None
    if "seat" in adjustment:
        seat = seat_at_table(adjustment["seat"], len(state.seats), "ARC-2.1")
    return _ADJUST[adjustment["type"]](state, adjustment, seat)


def _within(state: State, rule: str, what: str, value: int, high: int = MOST, low: int = 0) -> None:
    if not low <= value <= high:
        raise refused(state, rule, "adjust", what=what, value=value, low=low, high=high)


def _number(state: State, adjustment: Json, key: str, rule: str, high: int = MOST, low: int = 0) -> int:
    """A whole number of an adjustment."""
    value = adjustment.get(key)
    if type(value) is not int or not low <= value <= high:
        raise refused(state, rule, "adjust", what=key, value=shown(value), low=low, high=high)
    return value


def _one_of(state: State, adjustment: Json, key: str, there: Any, rule: str) -> str:
    value = adjustment.get(key)
    if not isinstance(value, str) or value not in there:
        raise refused(state, rule, "not_there", what=shown(value))
    return value


def _card(state: State, cards: Mapping[str, Any], word: object, rule: str) -> str:
    found = meant(cards, word)
    if len(found) != 1:
        raise refused(state, rule, "not_there", what=shown(word))
    return found[0]


def _goods(state: State, adjustment: Json, seat: int) -> events.GoodsChanged:
    good = _one_of(state, adjustment, "good", state.box.goods, "ARC-1.10")
    by = change(adjustment, "ARC-1.10")
    _within(state, "ARC-1.10", good, state.seats[seat].goods[good] + by)
    return events.GoodsChanged(seat, good, by)


def _tax(state: State, adjustment: Json, _seat: None) -> events.TaxChanged:
    by = change(adjustment, "ARC-10.1")
    _within(state, "ARC-10.1", "tax", state.tax + by)
    return events.TaxChanged(by)


def _virtue(state: State, adjustment: Json, seat: int) -> events.VirtueChanged:
    by = change(adjustment, "ARC-16.1")
    _within(state, "ARC-16.1", "virtue", state.seats[seat].virtue + by, len(state.box.track) - 1)
    return events.VirtueChanged(seat, by)


def _debts(state: State, adjustment: Json, seat: int) -> events.DebtsChanged:
    face = _one_of(state, adjustment, "face", ("unpaid", "paid"), "ARC-17.9")
    by = change(adjustment, "ARC-17.9")
    mine = state.seats[seat]
    _within(state, "ARC-17.9", face, (mine.unpaid if face == UNPAID else mine.paid) + by)
    return events.DebtsChanged(seat, face, by)


def _level(state: State, adjustment: Json, seat: int) -> events.LevelChanged:
    by = change(adjustment, "ARC-15.7")
    level = state.seats[seat].level + by
    _within(state, "ARC-15.7", "level", level, len(state.box.levels) - 1)
    spaces = state.box.levels[level].spaces
    if spaces is not None and state.on_level(level) >= spaces:
        raise refused(state, "ARC-15.8", "ill_46", level=level, spaces=spaces)
    return events.LevelChanged(seat, by)


def _workers(state: State, adjustment: Json, seat: int) -> events.WorkersMoved:
    source = _one_of(state, adjustment, "source", PLACES, "ARC-5.17")
    target = _one_of(state, adjustment, "target", PLACES, "ARC-5.17")
    count = _number(state, adjustment, "count", "ARC-5.17", low=1)
    holders: list[int | None] = []
    for place, key in ((source, "source_holder"), (target, "target_holder")):
        value = adjustment.get(key)
        if place == CAPTIVE and value is None:
            raise refused(state, "ARC-9.9", "not_there", what=key)
        # The owner of the board matters only for captives.
        holders.append(seat_at_table(value, len(state.seats), "ARC-2.1") if place == CAPTIVE else None)
    if (source, holders[0]) == (target, holders[1]):
        raise refused(state, "ARC-5.17", "nothing")
    there = count_at(state, seat, source, holders[0])
    if count > there:
        total = state.box.workers + count - there
        raise refused(state, "ARC-5.17", "ill_60", count=count, seat=seat, place=source, total=total)
    if target == CAPTIVE and holders[1] == seat:
        raise refused(state, "ARC-9.10", "own_captive", seat=seat)
    room = room_at(state, seat, target, holders[1])
    if count > room:
        rule = "ARC-13.3" if target == GUILDHALL else "ARC-5.4"
        raise refused(state, rule, "no_room", place=target, count=count, room=room)
    return events.WorkersMoved(seat, source, target, count, *holders)


def _give_apprentice(state: State, adjustment: Json, seat: int) -> events.ApprenticeGiven:
    cards = state.box.apprentices
    card = _card(state, cards, adjustment.get("apprentice"), "ARC-1.12")
    if any(card in row for row in state.display.values()):
        raise refused(state, "ARC-1.12", "on_display", names=(state.out.get(card, ""),), card=card)
    if not state.in_play(cards[card].set):
        raise refused(state, "ARC-1.12", "not_in_play", card=card)
    if card in state.seats[seat].apprentices:
        raise refused(state, "ARC-1.12", "has_already", names=(state.out.get(card, ""),), card=card, seat=seat)
    if len(state.seats[seat].apprentices) >= state.apprentice_limit(seat):
        has, most = len(state.seats[seat].apprentices), state.apprentice_limit(seat)
        raise refused(state, "ARC-8.16", "ill_18", seat=seat, has=has, most=most)
    return events.ApprenticeGiven(seat, card)


def _take_apprentice(state: State, adjustment: Json, seat: int) -> events.ApprenticeTaken:
    card = _card(state, state.box.apprentices, adjustment.get("apprentice"), "ARC-8.17")
    if card not in state.seats[seat].apprentices:
        raise refused(state, "ARC-4.10", "ill_63", card=card, seat=seat)
    return events.ApprenticeTaken(seat, card)


def _set_space(state: State, adjustment: Json, _seat: None) -> events.SpaceSet:
    row = _one_of(state, adjustment, "row", ROWS, "ARC-2.6")
    column = _number(state, adjustment, "column", "ARC-2.6", state.box.columns, 1)
    word, silver = adjustment.get("apprentice"), adjustment.get("silver")
    if word is None and silver is None:
        raise refused(state, "ARC-2.6", "nothing")
    lies = state.display[row][column - 1]
    card = None
    if word is not None:
        card = _card(state, state.box.apprentices, word, "ARC-2.6")
        if not state.in_play(state.box.apprentices[card].set):
            raise refused(state, "ARC-2.17", "not_in_play", card=card)
        if card in state.out:
            raise refused(state, "ARC-2.6", "not_in_pile", names=(state.out[card],), card=card)
    if silver is not None:
        _number(state, adjustment, "silver", "ARC-8.8")
        if lies is None and card is None:
            raise refused(state, "ARC-8.8", "ill_19_gap", row=row, column=column)
        if card is None and state.coins[row][column - 1] == silver:
            raise refused(state, "ARC-8.8", "nothing")
    return events.SpaceSet(row, column, card, silver)


def _give_building(state: State, adjustment: Json, seat: int) -> events.BuildingGiven:
    cards = state.box.buildings
    card = _card(state, cards, adjustment.get("building"), "ARC-26.9")
    if not state.in_play(cards[card].set):
        raise refused(state, "ARC-26.9", "not_in_play", card=card)
    if card in state.seats[seat].buildings:
        raise refused(state, "ARC-26.9", "has_already", names=(state.names.get(card, ""),), card=card, seat=seat)
    if state.builder(card) is None:
        _within(state, "ARC-26.9", "pile", state.building_pile - 1)
    return events.BuildingGiven(seat, card)


def _take_building(state: State, adjustment: Json, seat: int) -> events.BuildingTaken:
    card = _card(state, state.box.buildings, adjustment.get("building"), "ARC-26.9")
    if card not in state.seats[seat].buildings:
        raise refused(state, "ARC-26.9", "has_not", card=card, seat=seat)
    return events.BuildingTaken(seat, card)


def _hand(state: State, adjustment: Json, seat: int) -> events.HandChanged:
    by = change(adjustment, "ARC-26.9")
    _within(state, "ARC-26.9", "hand", state.seats[seat].hand + by)
    _within(state, "ARC-26.9", "pile", state.building_pile - by)
    return events.HandChanged(seat, by)


def _market(state: State, adjustment: Json, _seat: None) -> events.MarketSet:
    turned = _number(state, adjustment, "turned", "ARC-26.13", state.box.market_cards)
    small, large = adjustment.get("small_face"), adjustment.get("large_face")
    if small is not None:
        small = _one_of(state, adjustment, "small_face", state.box.small, "ARC-26.13")
    if large is not None:
        large = _one_of(state, adjustment, "large_face", state.box.large, "ARC-26.13")
    if (small is None) != (turned == state.box.market_cards) or (large is None) != (turned == 0):
        raise refused(state, "ARC-18.5", "market_faces")
    if (turned, small, large) == (state.right_pile, state.small, state.large):
        raise refused(state, "ARC-26.13", "nothing")
    return events.MarketSet(turned, small, large)


def _rewards(state: State, adjustment: Json, _seat: None) -> events.RewardsChanged:
    by = change(adjustment, "ARC-2.4")
    _within(state, "ARC-2.4", "rewards", state.reward_pile + by, len(state.box.rewards) - len(state.revealed))
    return events.RewardsChanged(by)


def _turn(state: State, _adjustment: Json, seat: int) -> events.TurnSet:
    if state.phase not in (PLAY, FINAL):
        raise refused(state, "ARC-4.1", "not_now", phase=state.phase)
    if seat == state.active:
        raise refused(state, "ARC-4.1", "nothing")
    if state.phase == FINAL and seat not in state.left:
        raise refused(state, "ARC-22.3", "no_final_turn", seat=seat)
    return events.TurnSet(seat)


_ADJUST: Mapping[str, Callable[[State, Json, Any], events.Adjusted]] = {
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
