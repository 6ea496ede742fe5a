"""The Guildhall: constructing buildings and advancing on the Cathedral (chapters 13, 14 and 15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engines.architects.arguments.groups import SecondWork
from engines.architects.arguments.names import meant
from engines.architects.moves import Advanced, Built
from engines.architects.rules import effects, hands, hires
from engines.architects.rules.ledger import Ledger
from engines.architects.rules.locations import bonuses
from engines.architects.rules.payments import choose, pay
from engines.architects.state import State

Work = TypeVar("Work", Built, SecondWork)
Climb = TypeVar("Climb", Advanced, SecondWork)


def next_space(state: State) -> int | None:
    """The number of the space that the next worker takes; None where all are taken (ARC-13.4)."""
    return len(state.guildhall) + 1 if len(state.guildhall) < state.hall.spaces else None


def place(ledger: Ledger, said: int | None, new: Sequence[str] | None) -> tuple[str, ...] | None:
    """Put a worker into the Guildhall, or next to it if it is full (ARC-13.4 to 13.10, ARC-22.6).

    Args:
        ledger: The event.
        said: The space that the table named.
        new: The apprentices that come up where the space asks for a purge.

    Returns:
        These apprentices, as ids.
    """
    state = ledger.state
    ledger.me.workers = max(0, ledger.me.workers - 1)
    space = next_space(state)
    ledger.compare("space", said, space, "ARC-13.4", "ill_40")
    if space is None:
        state.aside.append(ledger.seat)
    else:
        state.guildhall.append(ledger.seat)
        if not ledger.deciding:
            state.names[f"guildhall_{space}"] = ledger.name
        ledger.resets = ledger.resets or space in state.hall.resets
        if space == state.hall.spaces and state.final_by is None:
            state.final_by = ledger.seat
        if space in state.hall.purges:
            return hires.purge(ledger, new)
    if ledger.deciding and new:
        ledger.refuse("ARC-14.8", "ill_73", what="purge_refill")
    return None


def build(ledger: Ledger, event: Built) -> Built:
    """Construct a building (chapter 14)."""
    if ledger.deciding and event.building is None:
        ledger.refuse("ARC-13.1", "ill_39")
    done = construct(ledger, event)
    if done.building is not None and effects.second_work(ledger.state.box.buildings[done.building].at_once):
        done = _second(ledger, done)
    bonuses(ledger, "guildhall")
    ledger.compare_flow(event.gained, event.spent)
    return done


def construct(ledger: Ledger, work: Work) -> Work:
    """Construct a building: worker, purge, card, cost, virtue, effect, character's card, in this order (ARC-14.7)."""
    state = ledger.state
    card = _card(ledger, work.building)
    if card is None:
        return work
    about = state.box.buildings[card]
    if ledger.deciding:
        _check(ledger, card)
        missing = [skill for skill in about.skills if skill not in state.skills(ledger.seat)]
        if missing:
            names = tuple(state.out[one] for one in ledger.me.apprentices if one in state.out)
            ledger.object_to("ARC-14.2", "ill_41", names, card=card, skills=missing)
        choose(ledger, about.cost, work.payment, "ARC-14.5", "ill_42", works=True, card=card)
    up = place(ledger, work.space, work.purge_refill)
    _lay_down(ledger, card)
    paid = pay(ledger, about.cost, work.payment, "ARC-14.5", "ill_42", works=True, card=card)
    if about.virtue > 0:
        ledger.raise_virtue(ledger.seat, about.virtue)
    elif about.virtue:
        ledger.lower_virtue(ledger.seat, -about.virtue)
    done = effects.at_once(ledger, about.at_once, replace(work, building=card) if ledger.deciding else work)
    ledger.bonuses(state.abilities(ledger.seat, "build"))
    stated = hands.draw_noted(ledger, work.drawn)
    if not ledger.deciding:
        return work
    return replace(done, payment=paid, purge_refill=up, drawn=stated)


def _card(ledger: Ledger, word: str | None) -> str | None:
    """The building that is meant (ILL-43)."""
    if not ledger.deciding:
        return word if word in ledger.state.box.buildings else None
    state = ledger.state
    if word is None:
        ledger.refuse("ARC-13.1", "ill_39")
    found = meant(state.box.buildings, word)
    if len(found) > 1:
        found = [card for card in found if card in ledger.me.known] or found
    if len(found) > 1:
        ledger.refuse("ARC-5.16", "ill_66_which", card=word[:40])
    if not found:
        ledger.refuse("ARC-26.8", "ill_43_unknown", card=word[:40])
    if not state.in_play(state.box.buildings[found[0]].set):
        ledger.refuse("ARC-2.17", "ill_43_unknown", card=word[:40])
    return found[0]


def _check(ledger: Ledger, card: str) -> None:
    """The card may come from this hand, as far as anybody knows (ARC-26.8)."""
    state, me = ledger.state, ledger.me
    by = state.builder(card)
    if by is not None:
        ledger.refuse("ARC-26.8", "ill_43", (state.names.get(card, ""),), card=card, seat=by)
    if not me.hand:
        ledger.refuse("ARC-26.8", "ill_44_empty", seat=ledger.seat)
    has = hands.holder(state, card)
    if has is None and hands.is_complete(me):
        ledger.object_to("ARC-26.8", "ill_44_not_held", tuple(me.known.values()), card=card, seat=ledger.seat)
    elif has is not None and has != ledger.seat:
        ledger.object_to("ARC-26.8", "ill_44", (state.seats[has].known[card],), card=card, seat=has)


def _lay_down(ledger: Ledger, card: str) -> None:
    """Move the card from the hand to the constructed buildings; drop a note that places it elsewhere (ARC-26.4)."""
    state = ledger.state
    by = state.builder(card)
    if by is not None:
        ledger.doubt("ARC-26.8", card, state.names.get(card, ""))
    if not ledger.me.hand:
        ledger.doubt("ARC-26.8", "hand")
    hands.leave(ledger, ledger.seat, card)
    if by is None:
        ledger.me.buildings.append(card)
        state.names[card] = ledger.name


def _second(ledger: Ledger, work: Built) -> Built:
    """The worker that the Crane places builds or advances (ARC-20.59, ARC-20.60)."""
    second = work.crane
    if second is None:
        return work
    if ledger.deciding and not ledger.me.workers:
        ledger.refuse("ARC-20.60", "ill_76_crane")
    if not ledger.me.workers:
        return work
    ledger.part = "crane."
    if second.type == "cathedral":
        if ledger.deciding:
            _only_of(
                ledger, second, ("type", "payment", "reward", "purge_refill", "discarded", "drawn", "space", "level")
            )
        made = climb(ledger, second)
    elif second.type == "build":
        if ledger.deciding:
            for name in ("reward", "discarded", "level"):
                if getattr(second, name) is not None:
                    ledger.refuse("ARC-14.8", "ill_73", what=name)
        made = construct(ledger, second)
    else:
        if ledger.deciding:
            ledger.refuse("ARC-14.8", "ill_73", what="type")
        return work
    return replace(work, crane=made)


def _only_of(ledger: Ledger, work: SecondWork, names: Sequence[str]) -> None:
    """Refuse parameters that a level of the Cathedral does not have (ILL-73)."""
    for name in SecondWork.__slots__:
        if name not in names and getattr(work, name) is not None:
            ledger.refuse("ARC-14.8", "ill_73", what=name)


def advance(ledger: Ledger, event: Advanced) -> Advanced:
    """Advance a level on the Cathedral (chapter 15)."""
    done = climb(ledger, event)
    bonuses(ledger, "guildhall")
    ledger.compare_flow(event.gained, event.spent)
    return done


def discards(ledger: Ledger) -> int:
    """The number of building cards that the acting seat discards for a level (ARC-15.5, ARC-21.13)."""
    character = ledger.state.character(ledger.seat)
    return 0 if character is not None and character.keeps_card else ledger.state.box.cathedral_cards


def climb(ledger: Ledger, work: Climb) -> Climb:
    """Climb a level: conditions, worker, purge, cost and card, level, reward, acolytes (ARC-15.1 to 15.14)."""
    state, me, box = ledger.state, ledger.me, ledger.state.box
    level, cards = me.level + 1, discards(ledger)
    if level >= len(box.levels):
        if ledger.deciding:
            ledger.refuse("ARC-15.16", "ill_48_top", level=me.level)
        return work
    cost = box.levels[level].cost
    if ledger.deciding:
        _check_climb(ledger, level, cards)
        ledger.compare("level", work.level, level, "ARC-15.1", "ill_48")
        if cost is not None:
            choose(ledger, cost, work.payment, "ARC-15.3", "ill_49", works=True)
    up = place(ledger, work.space, work.purge_refill)
    paid = None if cost is None else pay(ledger, cost, work.payment, "ARC-15.3", "ill_49", works=True)
    gone = hands.noted(ledger, work.discarded, cards, "discarded")
    if ledger.deciding:
        for card in gone or ():
            if card is not None:
                hands.check_leaving(ledger, ledger.seat, card)
    hands.discard(ledger, ledger.seat, gone, cards)
    me.level = level
    if not ledger.deciding:
        ledger.compare("level", work.level, level, "ARC-15.1")
        state.names[f"level of {ledger.seat}"] = ledger.name
    reward = _reward(ledger, work.reward)
    ledger.bonuses(state.abilities(ledger.seat, "cathedral_advance"))
    stated = hands.draw_noted(ledger, work.drawn)
    if not ledger.deciding:
        return work
    return replace(work, payment=paid, purge_refill=up, discarded=gone, reward=reward, drawn=stated)


def _check_climb(ledger: Ledger, level: int, cards: int) -> None:
    """Virtue, room on the level, a card to discard (ARC-15.5 to 15.10)."""
    state, me, box = ledger.state, ledger.me, ledger.state.box
    if not box.track[me.virtue].cathedral:
        ledger.object_to("ARC-15.10", "ill_45", virtue=me.virtue, place=box.cathedral_name)
    spaces = box.levels[level].spaces
    if spaces is not None and state.on_level(level) >= spaces:
        there = tuple(
            state.names.get(f"level of {seat}", "") for seat, of in enumerate(state.seats) if of.level == level
        )
        ledger.refuse("ARC-15.8", "ill_46", there, level=level, spaces=spaces)
    if me.hand < cards:
        ledger.refuse("ARC-15.6", "ill_47", seat=ledger.seat)


def _reward(ledger: Ledger, word: str | None) -> str | None:
    """The top reward is revealed and gained, or virtue where none is left (ARC-15.12, ARC-15.13)."""
    state, box = ledger.state, ledger.state.box
    if not state.reward_pile:
        if word is not None:
            if ledger.deciding:
                ledger.refuse("ARC-15.13", "ill_50")
            ledger.doubt("ARC-15.13", word, *state.revealed.values())
        ledger.gain(ledger.seat, box.no_reward_gain)
        return None
    if word is None:
        if ledger.deciding:
            ledger.refuse("ARC-5.16", "ill_66_reward")
        state.reward_pile -= 1
        return None
    card = word
    if ledger.deciding:
        if word not in box.rewards:
            ledger.refuse("ARC-26.11", "ill_51_unknown", card=word[:40])
        copies = [word, *box.rewards[word].alike]
        left = [one for one in copies if one not in state.revealed]
        if not left:
            names = tuple(state.revealed[one] for one in dict.fromkeys(copies))
            ledger.object_to("ARC-26.11", "ill_51", names, card=word)
        card = left[0] if left else word
    elif card in state.revealed:
        ledger.doubt("ARC-26.11", card, state.revealed[card])
    state.reward_pile -= 1
    state.revealed[card] = ledger.name
    ledger.gain(ledger.seat, box.rewards[card].gain)
    return card
