"""Whether a move is legal: the rules of the night market, clause by clause as in ``pages/toy.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engines.kernel.game import Json
from engines.kernel.seats import seat_at_table, seat_of_key
from engines.kernel.sentences import shown

from .hidden_cards import check_cards, known_hand
from .moves import (
    Bought,
    Dealt,
    Drawn,
    Event,
    Given,
    Ordered,
    Payment,
    Revealed,
    Rolled,
    Shown,
    Skipped,
    TurnedUp,
    encode,
)
from .refusals import refuse
from .state import Giving, Seat, State, Turning

PHASES: Mapping[str, Sequence[str]] = {
    "deal": ("dealing",),
    "order": ("ordering",),
    "reveal": ("ordering",),
    "roll": ("acting",),
    "buy": ("acting",),
    "skip": ("acting",),
    "give": ("acting",),
    "turn_up": ("acting",),
    "draw": ("ordering", "acting", "showing"),
    "show_hand": ("showing",),
}
CALLED: Mapping[str, type] = {"give": Giving, "turn_up": Turning}
"""Moves that an effect in progress calls for."""


def decide(state: State, move: Json) -> Event:
    """The event that a move is; the state is left as it is."""
    kind = move["type"]
    if state.phase not in PHASES[kind]:
        raise refuse("TOY-2.1", "wrong_phase", kind=kind, phase=state.phase)
    if "seat" in move:
        seat_at_table(move["seat"], len(state.seats), "TOY-2.2")
    if state.phase == "acting" and kind != "draw":
        _check_turn(state, kind, move.get("seat"))
    return DECIDES[kind](state, move)


def _check_turn(state: State, kind: str, seat: int | None) -> None:
    """Only what the turn, its order and its effect allow (TOY-5.1, TOY-5.2, TOY-10.1)."""
    if seat is not None and seat != state.turn:
        raise refuse("TOY-5.1", "turn", turn=str(state.turn), seat=seat)
    if kind in CALLED:
        if not isinstance(state.effect, CALLED[kind]):
            raise refuse("TOY-10.1", "no_effect", kind=kind)
    elif state.effect is not None:
        raise refuse("TOY-10.1", "effect")
    elif seat is not None and state.seats[seat].card not in (None, "roll" if kind == "roll" else "buy"):
        raise refuse("TOY-5.2", "order", card=state.seats[seat].card or "", kind=kind)


def _deal(state: State, move: Json) -> Dealt:
    told = sorted((move.get("hands") or {}).items())
    hands = {seat_of_key(seat, len(state.seats), "TOY-2.2"): _hand(state, cards) for seat, cards in told}
    event = Dealt(hands or None)
    # All are dealt from one pack: what one seat has no other can have.
    every = [card for hand in hands.values() for card in hand]
    wrong = check_cards(state, [(state.pile, every)], encode(event))
    if wrong:
        raise wrong
    return event


def _order(state: State, move: Json) -> Ordered:
    if state.seats[move["seat"]].owes:
        raise refuse("TOY-4.2", "owes", seat=move["seat"])
    card = move.get("card")
    return Ordered(move["seat"], None if card is None else one_of(card, state.box["orders"], "TOY-4.1"))


def _reveal(state: State, move: Json) -> Revealed:
    missing = [str(place) for place, seat in enumerate(state.seats) if seat.ordered is None]
    if missing:
        raise refuse("TOY-4.3", "orders", seats=", ".join(missing))
    told = {
        seat_of_key(seat, len(state.seats), "TOY-2.2"): one_of(card, state.box["orders"], "TOY-4.1")
        for seat, card in (move.get("cards") or {}).items()
    }
    held = {place: seat.order for place, seat in enumerate(state.seats) if seat.order}
    event = Revealed(dict(sorted({**held, **told}.items())) or None)
    for place, card in held.items():
        if told.get(place, card) != card:
            names = [state.seats[place].ordered]
            values = {"seat": place, "held": card, "card": told[place]}
            raise refuse("TOY-4.4", "other_order", names=names, event=encode(event), **values)
    return event


def _roll(state: State, move: Json) -> Rolled:
    return Rolled(move["seat"], within(move["die"], 1, len(state.box["die"]), "TOY-5.3"))


def _buy(state: State, move: Json) -> Bought:
    seat, shop = state.seats[move["seat"]], state.shop()
    price = shop[one_of(move["item"], shop, "TOY-6.1")]
    gold = within(move["pay"]["gold"], 0, seat.gold, "TOY-6.3")
    goods = sorted(one_of(good, seat.goods, "TOY-6.3") for good in move["pay"].get("goods") or ())
    for good, count in Counter(goods).items():
        within(count, 0, seat.goods[good], "TOY-6.3")
    within(gold + len(goods), price, price, "TOY-6.2")
    return Bought(move["seat"], move["item"], Payment(gold, tuple(goods) or None))


def _skip(state: State, move: Json) -> Skipped:
    del state
    return Skipped(move["seat"])


def _give(state: State, move: Json) -> Given:
    giver, to = move["seat"], seat_at_table(move["to"], len(state.seats), "TOY-10.2")
    if to == giver:
        raise refuse("TOY-10.2", "oneself", seat=giver)
    held = held_by(state.seats[giver])
    return Given(giver, to, one_of(move["good"], held, "TOY-10.2"))


def _turn_up(state: State, move: Json) -> TurnedUp:
    event = TurnedUp(one_of(move["card"], state.box["cards"], "TOY-3.1"))
    wrong = check_cards(state, [(state.pile, [event.card])], encode(event))
    if wrong:
        raise wrong
    return event


def _draw(state: State, move: Json) -> Drawn:
    if not state.seats[move["seat"]].owes:
        raise refuse("TOY-7.1", "not_owed", seat=move["seat"])
    return Drawn(move["seat"], within(move["count"], 0, most_lots(state), "TOY-7.2"))


def _show(state: State, move: Json) -> Shown:
    seat = state.seats[move["seat"]]
    if seat.shown:
        raise refuse("TOY-8.1", "shown", names=[seat.shown], seat=move["seat"], name=seat.shown)
    hand = known_hand(seat)
    if move.get("cards") is None:
        return Shown(move["seat"], None if hand is None else tuple(hand))
    cards = _hand(state, move["cards"])
    event = Shown(move["seat"], cards)
    if seat.told is not None and Counter(cards) != Counter(seat.told):
        dealt = ", ".join(seat.told)
        raise refuse("TOY-8.2", "other_hand", names=[state.dealt], event=encode(event), cards=dealt)
    wrong = check_cards(state, [(seat.hand, cards)], encode(event))
    if wrong:
        raise wrong
    return event


DECIDES: Mapping[str, Callable[[State, Json], Event]] = {
    "deal": _deal,
    "order": _order,
    "reveal": _reveal,
    "roll": _roll,
    "buy": _buy,
    "skip": _skip,
    "give": _give,
    "turn_up": _turn_up,
    "draw": _draw,
    "show_hand": _show,
}


def held_by(seat: Seat) -> list[str]:
    """The goods of which a seat has one at least."""
    return [good for good, count in seat.goods.items() if count]


def most_lots(state: State) -> int:
    """How many lots may be drawn at once (TOY-7.2)."""
    return max(0, min(state.box["most_lots"], state.lots))


def one_of(value: Any, of: Iterable[str], rule: str) -> str:
    """A value, if it is one of those there are."""
    there = list(of)
    if value not in there:
        raise refuse(rule, "unknown", value=shown(value), of=", ".join(there) or "-")
    return str(value)


def within(value: Any, low: int, high: int, rule: str) -> int:
    """A whole number, if it lies between two others."""
    if type(value) is not int or not low <= value <= high:
        raise refuse(rule, "range", value=shown(value), low=low, high=high)
    return value


def _hand(state: State, cards: Sequence[Any]) -> tuple[str, ...]:
    """A hand as the box has it, in the order of its cards (TOY-3.1)."""
    hand = tuple(sorted(one_of(card, state.box["cards"], "TOY-3.1") for card in cards))
    if len(hand) != state.box["hand"]:
        raise refuse("TOY-3.1", "hand", count=len(hand), size=state.box["hand"])
    return hand
