"""The rules of the night market, clause by clause as in ``rules.md``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engines.kernel.game import Barrier, Json, Opening
from engines.kernel.sentences import fill, say

from .parts import Contradiction, Event, Seat, State, refuse

PHASES = {
    "deal": ("dealing",),
    "order": ("ordering",),
    "reveal": ("ordering",),
    "roll": ("acting",),
    "buy": ("acting",),
    "skip": ("acting",),
    "draw": ("ordering", "acting", "showing"),
    "show_hand": ("showing",),
}


def decide(state: State, move: Json) -> Event:
    """The event that a move is; the state is left as it is."""
    kind = move["type"]
    if state.phase not in PHASES[kind]:
        refuse(
            "TOY-2.1", "wrong_phase", say(f"no {kind} while {state.phase}", f"{kind} no va en la fase {state.phase}")
        )
    if "seat" in move:
        _seated(state, move["seat"])
    if kind in ("roll", "buy", "skip"):
        _turn(state, kind, move["seat"])
    facts: dict[str, Callable[[State, Json], Json]] = {
        "deal": _deal,
        "order": _order,
        "reveal": _reveal,
        "roll": _roll,
        "buy": _buy,
        "draw": _draw,
        "show_hand": _show,
    }
    return Event(kind, move.get("seat"), facts[kind](state, move) if kind in facts else {})


def _seated(state: State, seat: Any) -> Seat:
    places: Mapping[Any, Seat] = dict(enumerate(state.seats)) | {
        str(place): seat for place, seat in enumerate(state.seats)
    }
    if type(seat) not in (int, str) or seat not in places:
        refuse("TOY-2.2", "players", say(f"nobody sits at {seat!r:.40}", f"nadie se sienta en {seat!r:.40}"))
    return places[seat]


def _known(value: Any, of: Sequence[str] | Mapping[str, Any], rule: str) -> Any:
    """A value that the box has."""
    if type(value) is not str or value not in of:
        them = ", ".join(of)
        refuse(rule, "unknown", say(f"{value!r:.40} is none of {them}", f"{value!r:.40} no es ninguno de {them}"))
    return value


def _within(value: Any, low: int, high: int, rule: str) -> int:
    if type(value) is not int or not low <= value <= high:
        refuse(rule, "range", say(f"{value!r:.40}: only {low} to {high}", f"{value!r:.40}: solo de {low} a {high}"))
    return value


def _hand(state: State, cards: Sequence[Any]) -> list[str]:
    hand = sorted(_known(card, state.box["cards"], "TOY-3.1") for card in cards)
    if len(hand) != state.box["hand"]:
        says = say("{n} {n:card is|cards are} no hand", "{n} {n:carta no es|cartas no son} una mano")
        refuse("TOY-3.1", "hand", fill(says, n=len(hand)))
    return hand


def _copies(state: State, cards: Sequence[str], event: Event) -> None:
    """Of each card there are copies enough (TOY-3.2)."""
    for card in cards:
        if cards.count(card) > state.left(card):
            names = [name for name in (state.dealt, *(seat.shown for seat in state.seats)) if name]
            refuse("TOY-3.2", "copies", say(f"no {card} is left", f"no queda {card}"), names, event)


def _deal(state: State, move: Json) -> Json:
    hands = {
        seat: (_seated(state, seat), _hand(state, cards))[1] for seat, cards in sorted(move.get("hands", {}).items())
    }
    facts = {"hands": hands} if hands else {}
    _copies(state, [card for hand in hands.values() for card in hand], Event("deal", None, facts))
    return facts


def _order(state: State, move: Json) -> Json:
    if state.seats[move["seat"]].owes:
        refuse("TOY-4.2", "owes", say(f"seat {move['seat']} draws first", f"el asiento {move['seat']} roba primero"))
    return {"card": _known(move["card"], state.box["orders"], "TOY-4.1")} if "card" in move else {}


def _reveal(state: State, move: Json) -> Json:
    missing = [str(place) for place, seat in enumerate(state.seats) if seat.ordered is None]
    if missing:
        them = ", ".join(missing)
        refuse("TOY-4.3", "orders", say(f"no order yet from {them}", f"falta la orden de {them}"))
    told = {
        seat: (_seated(state, seat), _known(card, state.box["orders"], "TOY-4.1"))[1]
        for seat, card in move.get("cards", {}).items()
    }
    held = {str(place): seat.order for place, seat in enumerate(state.seats) if seat.order}
    cards = dict(sorted({**held, **told}.items()))
    for place, card in held.items():
        if cards[place] != card:
            text = say(
                f"seat {place} ordered {card}, not {cards[place]}",
                f"el asiento {place} ordenó {card}, no {cards[place]}",
            )
            refuse(
                "TOY-4.4",
                "other_order",
                text,
                [state.seats[int(place)].ordered or ""],
                Event("reveal", None, {"cards": cards}),
            )
    return {"cards": cards} if cards else {}


def _turn(state: State, kind: str, seat: int) -> None:
    if seat != state.turn:
        refuse("TOY-5.1", "turn", say(f"it is seat {state.turn}'s turn", f"es el turno del asiento {state.turn}"))
    if state.seats[seat].card not in (None, "roll" if kind == "roll" else "buy"):
        card = state.seats[seat].card
        refuse("TOY-5.2", "order", say(f"the order is {card}, not {kind}", f"la orden es {card}, no {kind}"))


def _roll(state: State, move: Json) -> Json:
    return {"die": _within(move["die"], 1, len(state.box["die"]), "TOY-5.3")}


def _buy(state: State, move: Json) -> Json:
    item, seat = move["item"], state.seats[move["seat"]]
    price = state.shop()[_known(item, state.shop(), "TOY-6.1")]
    gold = _within(move["pay"]["gold"], 0, seat.gold, "TOY-6.3")
    goods = sorted(_known(good, seat.goods, "TOY-6.3") for good in move["pay"].get("goods", []))
    for good in goods:
        _within(goods.count(good), 0, seat.goods[good], "TOY-6.3")
    _within(gold + len(goods), price, price, "TOY-6.2")
    return {"item": item, "pay": {"gold": gold, "goods": goods}}


def _draw(state: State, move: Json) -> Json:
    if not state.seats[move["seat"]].owes:
        refuse(
            "TOY-7.1", "not_owed", say(f"seat {move['seat']} owes no draw", f"el asiento {move['seat']} no debe robar")
        )
    return {"count": _within(move["count"], 0, min(state.box["most_lots"], max(state.lots, 0)), "TOY-7.2")}


def _show(state: State, move: Json) -> Json:
    seat = state.seats[move["seat"]]
    if seat.shown:
        text = say(
            f"seat {move['seat']} showed its hand in {seat.shown}",
            f"el asiento {move['seat']} mostró su mano en {seat.shown}",
        )
        refuse("TOY-8.1", "shown", text, [seat.shown])
    cards = seat.hand if move.get("cards") is None else tuple(_hand(state, move["cards"]))
    facts = {} if cards is None else {"cards": list(cards)}
    event = Event("show_hand", move["seat"], facts)
    if cards is not None and seat.hand is None:
        _copies(state, cards, event)
    elif cards != seat.hand:
        text = say(f"dealt were {', '.join(seat.hand or ())}", f"se repartieron {', '.join(seat.hand or ())}")
        refuse("TOY-8.2", "other_hand", text, [state.dealt or ""], event)
    return facts


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event, in place; what contradicts is noted with both names."""
    facts, seat = event.facts, state.seats[event.seat or 0]
    match event.type:
        case "deal":
            state.dealt, state.phase = name, "ordering"
            for place, hand in facts.get("hands", {}).items():
                state.seats[int(place)].hand = tuple(hand)
        case "order":
            seat.ordered, seat.order = name, facts.get("card")
        case "reveal":
            _turn_up(state, facts.get("cards", {}), name)
        case "draw":
            seat.lots += facts["count"]
            state.lots -= facts["count"]
            seat.owes = False
        case "show_hand":
            _lay_out(state, seat, facts.get("cards"), name)
        case _:
            _act(state, event.seat or 0, facts)
    if state.phase == "showing" and all(seat.shown and not seat.owes for seat in state.seats):
        state.phase = "finished"


def _act(state: State, place: int, facts: Json) -> None:
    """A turn; then the next seat acts, and after the last one the next round begins, or hands are shown."""
    seat = state.seats[place]
    if "die" in facts:
        seat.gold += facts["die"]
        seat.goods[state.box["die"][facts["die"] - 1]] += 1
    if "item" in facts:
        seat.gold -= facts["pay"]["gold"]
        for good in facts["pay"]["goods"]:
            seat.goods[good] -= 1
        seat.items.append(facts["item"])
    seat.owes = True
    state.turn = place + 1
    if state.turn == len(state.seats):
        state.turn = None
        state.phase = "ordering" if state.round < state.rounds else "showing"
        state.round += state.phase == "ordering"
        for other in state.seats:
            other.card = None


def _turn_up(state: State, cards: Json, name: str) -> None:
    for place, seat in enumerate(state.seats):
        seat.card = cards.get(str(place))
        if seat.card and seat.order not in (None, seat.card):
            _contradict(state, [seat.ordered, name], "TOY-4.4", seat.card)
        seat.order = seat.ordered = None
    state.phase, state.turn = "acting", 0


def _lay_out(state: State, seat: Seat, cards: Sequence[str] | None, name: str) -> None:
    """A hand is public; what this fold held it, or others, for gives way (TOY-8.2, TOY-3.2)."""
    told, seat.hand, seat.shown = seat.hand, None if cards is None else tuple(cards), name
    if told and seat.hand and told != seat.hand:
        _contradict(state, [state.dealt, name], "TOY-8.2", "hand")
    for card in sorted(set(seat.hand or ())):
        if state.left(card) < 0:
            holders = [other for other in state.seats if card in (other.hand or ())]
            _contradict(state, [other.shown or state.dealt for other in holders], "TOY-3.2", card)
            for other in holders:
                other.hand = other.hand if other.shown else None


def _contradict(state: State, names: Iterable[str | None], rule: str, what: str) -> None:
    known = sorted({name for name in names if name}, key=lambda name: [int(part) for part in name.split(".")])
    state.contradictions.append(Contradiction(known, rule, what))


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
    match event.type:
        case "deal" | "roll":
            return Barrier("chance", "hands" if event.type == "deal" else str(event.facts["die"]), everybody)
        case "reveal" | "show_hand":
            return Barrier("reveal", "orders" if event.type == "reveal" else "hand", everybody)
        case "draw" if event.facts["count"]:
            return Barrier("chance", "lots", (event.seat or 0,))
    return None
