"""What an event does: in place, without ever refusing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engines.kernel.contradictions import contradiction
from engines.kernel.game import Barrier, Json, Opening

from .adjustments import apply_adjustment
from .decide import held_by
from .hidden_cards import forget_told, see, settle
from .moves import Bought, Dealt, Drawn, Event, Given, Ordered, Revealed, Rolled, Shown, Skipped, TurnedUp
from .state import Giving, Seat, State, Turning


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event, in place; what contradicts is noted with all names."""
    match event:
        case Dealt():
            _deal(state, event.hands or {}, name)
        case Ordered():
            seat = state.seats[event.seat]
            seat.ordered, seat.order = name, event.card
        case Revealed():
            _reveal(state, event.cards or {}, name)
        case Rolled():
            _roll(state, event)
        case Bought():
            _buy(state, event)
            _end_turn(state)
        case Skipped():
            _end_turn(state)
        case Given():
            _give(state, event)
        case TurnedUp():
            _turn_up(state, event.card, name)
        case Drawn():
            seat = state.seats[event.seat]
            seat.lots += event.count
            state.lots -= event.count
            seat.owes = False
        case Shown():
            _show(state, state.seats[event.seat], event.cards, name)
        case _:
            apply_adjustment(state, event)
    if state.phase == "showing" and all(seat.shown and not seat.owes for seat in state.seats):
        state.phase = "finished"


def _deal(state: State, hands: Mapping[int, Sequence[str]], name: str) -> None:
    """Hands of the pack, known as far as this fold was told (TOY-3.1)."""
    state.dealt, state.phase = name, "ordering"
    for place, seat in enumerate(state.seats):
        told = hands.get(place)
        seat.told = None if told is None else tuple(told)
        for card in told or ():
            see(state, state.pile, card, name)
            seat.hand.append(card)
    for seat in state.seats:
        while len(seat.hand) < state.box["hand"] and state.pile:
            seat.hand.append(state.unknown.slip(state.pile))
    settle(state)


def _reveal(state: State, cards: Mapping[int, str], name: str) -> None:
    """The orders are turned up; what this fold held one for gives way (TOY-4.4)."""
    for place, seat in enumerate(state.seats):
        seat.card = cards.get(place)
        if seat.card and seat.order not in (None, seat.card):
            state.contradictions.append(contradiction([seat.ordered, name], "TOY-4.4", seat.card))
        seat.order = seat.ordered = None
    state.phase, state.turn = "acting", 0


def _roll(state: State, event: Rolled) -> None:
    """Gold and a good; then what the face calls for (TOY-5.3, TOY-10)."""
    seat, good = state.seats[event.seat], state.box["die"][event.die - 1]
    seat.gold += event.die
    seat.goods[good] += 1
    match state.box["wares"][good].get("calls"):
        case "give" if held_by(seat):
            state.effect = Giving(event.seat)
        case "turn_up" if state.pile:
            state.effect = Turning(event.seat, min(state.box["turned"], len(state.pile)))
        case _:
            _end_turn(state)


def _buy(state: State, event: Bought) -> None:
    seat = state.seats[event.seat]
    seat.gold -= event.pay.gold
    for good in event.pay.goods or ():
        seat.goods[good] -= 1
    seat.items.append(event.item)


def _give(state: State, event: Given) -> None:
    """A good changes hands; the effect and the turn are over (TOY-10.2)."""
    state.seats[event.seat].goods[event.good] -= 1
    state.seats[event.to].goods[event.good] += 1
    _end_turn(state)


def _turn_up(state: State, card: str, name: str) -> None:
    """A card of the pile is public, and worth its points in gold (TOY-10.3)."""
    see(state, state.pile, card, name)
    state.market.append(card)
    if state.turn is not None:
        state.seats[state.turn].gold += state.box["cards"][card]["points"]
    if isinstance(state.effect, Turning) and state.effect.left > 1 and state.pile:
        state.effect.left -= 1
    else:
        _end_turn(state)
    settle(state)


def _show(state: State, seat: Seat, cards: Sequence[str] | None, name: str) -> None:
    """A hand is public; what this fold was told of it, or of others, gives way (TOY-8.2, TOY-3.2)."""
    seat.shown = name
    if cards is None:
        return
    if seat.told is not None and Counter(seat.told) != Counter(cards):
        state.contradictions.append(contradiction([state.dealt, name], "TOY-8.2", "hand"))
        forget_told(state, seat)
    places = list(seat.hand)
    for card in cards:
        if card in places:
            places.remove(card)
            state.unknown.said_anew(card, state.dealt or "", name)
        else:
            see(state, places, card, name)
    seat.hand, seat.told = list(cards), tuple(cards)
    settle(state)


def _end_turn(state: State) -> None:
    """The next seat acts, and after the last one the next round begins, or hands are shown (TOY-5.1)."""
    state.effect = None
    if state.turn is None:
        return
    state.seats[state.turn].owes = True
    state.turn += 1
    if state.turn == len(state.seats):
        state.turn = None
        state.phase = "ordering" if state.round < state.rounds else "showing"
        state.round += state.phase == "ordering"
        for other in state.seats:
            other.card = None


def opens(state: State, move: Json) -> Sequence[Opening]:
    """A reveal opens every order, a hand that is shown the deal of that seat."""
    if move["type"] == "reveal":
        return [
            Opening(seat.ordered, "card", f"cards.{place}") for place, seat in enumerate(state.seats) if seat.ordered
        ]
    if move["type"] == "show_hand" and state.dealt:
        return [Opening(state.dealt, f"hands.{move['seat']}", "cards")]
    return ()


def replaces(state: State, move: Json) -> str | None:
    """An order takes the place of the seat's last one in this round."""
    return state.seats[move["seat"]].ordered if move["type"] == "order" else None


def barrier(state: State, event: Event) -> Barrier | None:
    """A die cannot be unrolled, a card that was seen not be unseen."""
    everybody = tuple(range(len(state.seats)))
    match event:
        case Dealt():
            return Barrier("chance", "hands", everybody)
        case Rolled():
            return Barrier("chance", str(event.die), everybody)
        case Revealed():
            return Barrier("reveal", "orders", everybody)
        case Shown():
            return Barrier("reveal", "hand", everybody)
        case TurnedUp():
            return Barrier("reveal", event.card, everybody)
        case Drawn() if event.count:
            return Barrier("chance", "lots", (event.seat,))
    return None
