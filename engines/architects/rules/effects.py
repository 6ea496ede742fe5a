"""The immediate effects of buildings: interprets each word of the vocabulary (chapter 20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from engines.architects.arguments.groups import FreeHire, SecondWork
from engines.architects.arguments.parameters import CAPTURE, RELEASE
from engines.architects.box.cards import Effect
from engines.architects.moves import Built
from engines.architects.rules import hands, hires
from engines.architects.rules.counting import counted
from engines.architects.rules.ledger import Ledger
from engines.architects.rules.locations import bring_back, capture, check_group, release

Work = TypeVar("Work", Built, SecondWork)

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "choose_one": ("choice",),
    "choose_one_action": ("choice", "captures"),
    "capture_free": ("captures",),
    "hire_free": ("hire",),
    "destroy_unpaid_debt": ("destroy_debt",),
    "discard_building_for": ("library_discard", "library_card"),
    "discard_own_apprentice": ("graveyard_discard",),
    "place_extra_worker": ("crane",),
}
"""Type of effect -> the parameters of a move that belong to it."""

ALL_PARAMETERS = (
    "choice",
    "captures",
    "hire",
    "destroy_debt",
    "library_discard",
    "graveyard_discard",
    "crane",
    "library_card",
)


def second_work(effect: Effect | None) -> bool:
    """Whether an effect places another worker (ARC-20.41)."""
    return effect is not None and effect.type == "place_extra_worker"


def at_once(ledger: Ledger, effect: Effect | None, work: Work) -> Work:
    """Apply the immediate effect of a building; return the work with its cards as ids."""
    if ledger.deciding:
        _check_parameters(ledger, effect, work)
    if effect is None:
        return work
    plain = _PLAIN.get(effect.type)
    if plain is not None:
        plain(ledger, effect)
        return work
    chosen = _CHOSEN.get(effect.type)
    return work if chosen is None else chosen(ledger, effect, work)


def _check_parameters(ledger: Ledger, effect: Effect | None, work: Built | SecondWork) -> None:
    """Refuse parameters of an effect that this building does not have (ILL-73, ILL-58, ILL-77)."""
    may = PARAMETERS.get(effect.type, ()) if effect is not None else ()
    for name in ALL_PARAMETERS:
        if name in may or not getattr(work, name, None):
            continue
        if name == "destroy_debt":
            ledger.refuse("ARC-20.20", "ill_58")
        if name == "library_card":
            ledger.refuse("ARC-26.9", "ill_77_number", said=1, wanted=0)
        ledger.refuse("ARC-14.8", "ill_73", what=name)


def _gain(ledger: Ledger, effect: Effect) -> None:
    ledger.gain(ledger.seat, effect.gain or {})


def _lose_all(ledger: Ledger, effect: Effect) -> None:
    _lose(ledger, ledger.seat, effect)


def _gain_per(ledger: Ledger, effect: Effect) -> None:
    """A gain for a number of counted things (ARC-20.38, ARC-20.50)."""
    ledger.gain(ledger.seat, effect.gain or {}, counted(ledger.state, ledger.seat, effect) // effect.every)


def _everybody(ledger: Ledger, effect: Effect) -> None:
    """A gain for every player, the owner among them (ARC-20.36)."""
    for other in ledger.state.in_turn_order(ledger.seat):
        ledger.gain(other, effect.gain or {})


def _everybody_if(ledger: Ledger, effect: Effect) -> None:
    """A loss for every player with a number of prisoners (ARC-20.10)."""
    for other in ledger.state.in_turn_order(ledger.seat):
        if ledger.state.prison[other] >= effect.least:
            _lose(ledger, other, effect)


def _release(ledger: Ledger, _effect: Effect) -> None:
    """All own prisoners come back (ARC-20.29, ARC-20.55)."""
    release(ledger, ledger.seat, ledger.state.prison[ledger.seat])


def _take_debts(ledger: Ledger, effect: Effect) -> None:
    ledger.take_debts(ledger.seat, effect.number)


def _lose(ledger: Ledger, seat: int, effect: Effect) -> None:
    for what, count in (effect.lose or {}).items():
        if what == "virtue":
            ledger.lower_virtue(seat, count)


def _choose_one(ledger: Ledger, effect: Effect, work: Work) -> Work:
    """One of several gains (ARC-20.8, ARC-20.22)."""
    choice = work.choice
    if choice is None:
        if ledger.deciding and not effect.may:
            ledger.refuse("ARC-5.16", "ill_66_choice", of=[next(iter(one)) for one in effect.options])
        return work
    chosen = next((one for one in effect.options if choice in one), None)
    if chosen is not None:
        ledger.gain(ledger.seat, chosen)
    elif ledger.deciding:
        ledger.refuse("ARC-14.8", "ill_73", what="choice")
    return work


def _choose_action(ledger: Ledger, effect: Effect, work: Work) -> Work:
    """One of two actions, or neither (ARC-20.15)."""
    if work.choice is None:
        if ledger.deciding and work.captures:
            ledger.refuse("ARC-5.16", "ill_66_choice", of=[RELEASE, CAPTURE])
        return work
    kinds = {RELEASE: "release_own_from_opponents_free", CAPTURE: "capture_free"}
    chosen = next((one for one in effect.actions if one.type == kinds.get(work.choice)), None)
    if chosen is None:
        if ledger.deciding:
            ledger.refuse("ARC-14.8", "ill_73", what="choice")
        return work
    if work.choice == CAPTURE:
        if ledger.deciding and not work.captures:
            ledger.refuse("ARC-5.16", "ill_66_captures")
        _captures(ledger, chosen, work, "ARC-20.15")
        return work
    if ledger.deciding:
        if work.captures:
            ledger.refuse("ARC-14.8", "ill_73", what="captures")
        if not ledger.state.held_elsewhere(ledger.seat):
            ledger.refuse("ARC-20.15", "ill_36")
    bring_back(ledger)
    return work


def _captures(ledger: Ledger, effect: Effect, work: Built | SecondWork, rule: str | None = None) -> None:
    """Free captures, each at a location of its own choice (ARC-20.53, ARC-20.54).

    Args:
        ledger: The event.
        effect: How many there may be.
        work: The work that names them.
        rule: The clause that refuses more of them; that of the Armoury or of the Fortress where none is given.
    """
    rule = rule or ("ARC-20.14" if effect.number == 1 else "ARC-20.26")
    taken: list[tuple[str, int]] = []
    captures = work.captures or ()
    for number, one in enumerate(captures):
        if ledger.deciding and number >= effect.number:
            ledger.object_to(rule, "ill_22", count=len(captures), most=effect.number)
        check_group(ledger, one, taken)
        capture(ledger, one)
        taken.append((one.location, one.seat))


def _hire(ledger: Ledger, _effect: Effect, work: Work) -> Work:
    """A free hire from any space (ARC-20.4, ARC-20.58)."""
    wish = work.hire
    if wish is None:
        return work
    spot = hires.find_spot(ledger, wish.row, wish.column, wish.apprentice)
    gone, new = hires.hire(ledger, spot, wish.discard, wish.refill)
    return replace(work, hire=FreeHire(spot.row, spot.column, spot.card, new, gone)) if ledger.deciding else work


def _destroy(ledger: Ledger, effect: Effect, work: Work) -> Work:
    """An unpaid debt is destroyed (ARC-20.20)."""
    if not work.destroy_debt:
        return work
    if ledger.deciding and not ledger.me.unpaid:
        ledger.refuse("ARC-20.20", "ill_58")
    ledger.me.unpaid = max(0, ledger.me.unpaid - effect.number)
    return work


def _sell_card(ledger: Ledger, effect: Effect, work: Work) -> Work:
    """Building cards of the hand for goods (ARC-20.31, ARC-20.57)."""
    if not work.library_discard:
        if ledger.deciding and work.library_card is not None:
            ledger.refuse("ARC-26.9", "ill_77_number", said=1, wanted=0)
        return work
    if ledger.deciding and ledger.me.hand < effect.number:
        ledger.refuse("ARC-20.31", "ill_76_library")
    ledger.moved[f"{ledger.part}library_card"] = 1
    card = work.library_card
    if ledger.deciding and card is not None:
        card = hands.in_play(ledger, card)
        hands.check_leaving(ledger, ledger.seat, card)
    hands.discard(ledger, ledger.seat, (card,), effect.number)
    ledger.gain(ledger.seat, effect.gain or {})
    return replace(work, library_card=card) if ledger.deciding else work


def _bury(ledger: Ledger, _effect: Effect, work: Work) -> Work:
    """An own apprentice must be discarded (ARC-20.42, ARC-20.61)."""
    word = work.graveyard_discard
    if word is None:
        if ledger.deciding and ledger.me.apprentices:
            ledger.refuse("ARC-5.16", "ill_66_graveyard")
        return work
    card = hires.own(ledger, word)
    hires.discard(ledger, card)
    return replace(work, graveyard_discard=card) if ledger.deciding else work


def _capture_free(ledger: Ledger, effect: Effect, work: Work) -> Work:
    _captures(ledger, effect, work)
    return work


_PLAIN: Mapping[str, Callable[[Ledger, Effect], None]] = {
    "gain": _gain,
    "lose": _lose_all,
    "per": _gain_per,
    "each_player": _everybody,
    "each_player_if": _everybody_if,
    "release_own_from_prison": _release,
    "take_debt": _take_debts,
}
"""Type of effect -> what it does, where nothing is to be chosen."""

_CHOSEN: Mapping[str, Callable[[Ledger, Effect, Any], Any]] = {
    "choose_one": _choose_one,
    "choose_one_action": _choose_action,
    "capture_free": _capture_free,
    "hire_free": _hire,
    "destroy_unpaid_debt": _destroy,
    "discard_building_for": _sell_card,
    "discard_own_apprentice": _bury,
}
"""Type of effect -> what it does with what was chosen, and the work with cards as ids."""
