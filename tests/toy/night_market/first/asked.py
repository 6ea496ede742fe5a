"""What may be recorded now at the night market, and an imaginary table of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from engines.kernel.game import Json
from engines.kernel.sealing import look

from .parts import Seat, State, setup
from .rules import decide, evolve


def offers(
    state: State,
    partial: Json | None = None,
    derived: Sequence[int] | None = None,
) -> Json:
    """What may be recorded now, or the next field; those of a map, a group or a list's payment are asked by dots."""
    if partial is None:
        return {"moves": [{"type": kind, "seat": seat, "fields": _top(state, kind, seat)} for kind, seat in may(state)]}
    found = [seat for kind, seat in may(state) if kind == partial.get("type") and partial.get("seat") in (None, seat)]
    if not found:
        return {"field": None, "domain": None, "moves": []}
    for path, domain in _asked(state, partial["type"], found[0], partial).items():
        way, _, last = path.rpartition(".")
        if last not in ((look(partial, way) or {}) if way else partial):
            return {"field": path, "domain": domain}
    return {"field": None, "domain": None}


def may(state: State) -> Iterator[tuple[str, int | None]]:
    """Types and seats, in the order in which a form would show them."""
    if state.phase == "dealing":
        yield "deal", None
    if state.phase == "ordering":
        yield from (("order", place) for place, seat in enumerate(state.seats) if not seat.owes)
        if all(seat.ordered for seat in state.seats):
            yield "reveal", None
    if state.phase == "acting" and state.turn is not None:
        seat = state.seats[state.turn]
        if seat.card in (None, "roll"):
            yield "roll", state.turn
        if seat.card in (None, "buy"):
            yield from [("buy", state.turn)] if _payable(state, seat) else []
            yield "skip", state.turn
    if state.phase == "showing":
        yield from (("show_hand", place) for place, seat in enumerate(state.seats) if not seat.shown)
    if state.phase != "dealing":
        yield from (("draw", place) for place, seat in enumerate(state.seats) if seat.owes)


def _payable(state: State, seat: Seat) -> list[str]:
    return [item for item, price in state.shop().items() if price <= seat.gold + sum(seat.goods.values())]


def _choice(of: Sequence[Any], **more: bool) -> Json:
    return {"kind": "choice", "of": list(of), **more}


def _cards(state: State, **more: bool) -> Json:
    """A hand: wider than the rules where a card has not copies enough for all that may be asked."""
    size = state.box["hand"]
    free = [card for card in state.box["cards"] if state.left(card) > 0]
    tight = any(state.left(card) < size * len(state.seats) for card in free)
    return {
        "kind": "list",
        "of": _choice(free),
        "least": size,
        "most": size,
        **more,
        **({"exact": False} if tight else {}),
    }


def _asked(state: State, kind: str, place: int | None, partial: Json) -> dict[str, Json]:
    """Every field in the order asked, by dots, given what the move holds so far."""
    seat = state.seats[place or 0]
    orders = list(state.box["orders"])
    asked: dict[str, Json] = {}
    match kind:
        case "deal":
            hand = _cards(state, optional=True, secret=True)
            asked = {f"hands.{other}": hand for other in range(len(state.seats))}
        case "order":
            asked = {"card": _choice(orders, optional=True, secret=True)}
        case "reveal":
            known = [[other.order] if other.order else orders for other in state.seats]
            asked = {f"cards.{other}": _choice(of, optional=True) for other, of in enumerate(known)}
        case "roll":
            asked = {"die": {"kind": "range", "low": 1, "high": len(state.box["die"])}}
        case "buy":
            asked = {"item": _choice(_payable(state, seat)), **_payment(state, seat, partial)}
        case "draw":
            asked = {"count": {"kind": "range", "low": 0, "high": max(0, min(state.box["most_lots"], state.lots))}}
        case "show_hand":
            asked = {"cards": _known_hand(seat.hand) if seat.hand else _cards(state, optional=True)}
    return asked


def _known_hand(hand: Sequence[str]) -> Json:
    exact = {"exact": False} if len(set(hand)) > 1 else {}
    return {
        "kind": "list",
        "of": _choice(sorted(set(hand))),
        "least": len(hand),
        "most": len(hand),
        "optional": True,
        **exact,
    }


def _payment(state: State, seat: Seat, partial: Json) -> dict[str, Json]:
    """Gold, then goods for the rest of the price."""
    price = state.shop().get(partial.get("item", ""), 0)
    held = {good: count for good, count in seat.goods.items() if count}
    gold = {"kind": "range", "low": max(0, price - sum(held.values())), "high": min(seat.gold, price)}
    rest = price - (look(partial, "pay.gold") or 0)
    short = {"exact": False} if any(count < rest for count in held.values()) else {}
    goods = {"kind": "list", "of": _choice(list(held)), "least": rest, "most": rest, **short}
    return {"pay.gold": gold, "pay.goods": {**goods, **({"optional": True} if not rest else {})}}


def _top(state: State, kind: str, place: int | None) -> Json:
    """The fields of a move as a form first shows them: nested ones together, and wider where one depends on another."""
    asked = _asked(state, kind, place, {"type": kind})
    seats = [str(other) for other in range(len(state.seats))]
    match kind:
        case "deal":
            return {
                "hands": {
                    "kind": "map",
                    "keys": seats,
                    "of": asked["hands.0"],
                    "optional": True,
                    "secret": True,
                    "exact": False,
                }
            }
        case "reveal":
            cards = _choice(state.box["orders"])
            return {"cards": {"kind": "map", "keys": seats, "of": cards, "optional": True, "exact": False}}
        case "buy":
            gold = {"kind": "range", "low": 0, "high": state.seats[place or 0].gold}
            goods = {**asked["pay.goods"], "least": 0, "most": max(state.shop().values()), "optional": True}
            return {
                "item": asked["item"],
                "pay": {"kind": "group", "fields": {"gold": gold, "goods": goods}, "exact": False},
            }
    return asked


def table(rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all") -> Iterator[Json]:
    """One complete legal game as a recorder would type it, to whom some seats confide what they hold."""
    state = setup(seats, options, box)
    pack = [card for card, about in box["cards"].items() for _ in range(about["count"])]
    rng.shuffle(pack)
    hands = {str(place): [pack.pop() for _ in range(box["hand"])] for place in range(len(seats))}
    confides = {place for place in range(len(seats)) if knows != "public" and rng.random() < 0.6}
    move: Json = {"type": "deal", "hands": hands}
    ply = 0
    while move:
        ply += 1
        evolve(state, decide(state, move), str(ply + 1))
        yield _typed(rng, move, confides)
        move = _happens(rng, state)


def _happens(rng: Random, state: State) -> Json:
    """Something that the table does next; empty when all is done."""
    doing = state.to_move()
    if state.phase == "ordering" and all(seat.ordered for seat in state.seats):
        if rng.random() < 0.8:
            return {"type": "reveal", "cards": {str(place): seat.order for place, seat in enumerate(state.seats)}}
        doing = list(range(len(state.seats)))  # somebody thinks again
    return _does(rng, state, rng.choice(doing)) if doing else {}


def _does(rng: Random, state: State, place: int) -> Json:
    """What one seat does."""
    seat = state.seats[place]
    does: Json = {"type": "order", "card": rng.choice(list(state.box["orders"]))}
    if seat.owes:
        does = {"type": "draw", "count": rng.randint(0, min(state.box["most_lots"], state.lots))}
    elif state.phase == "showing":
        does = {"type": "show_hand", "cards": list(seat.hand or ())}
    elif state.phase == "acting":
        does = (
            {"type": "roll", "die": rng.randint(1, len(state.box["die"]))}
            if seat.card == "roll"
            else _shops(rng, state, seat)
        )
    return {"type": does.pop("type"), "seat": place, **does}


def _shops(rng: Random, state: State, seat: Seat) -> Json:
    wanted = _payable(state, seat)
    if not wanted or rng.random() < 0.2:
        return {"type": "skip"}
    item = rng.choice(wanted)
    price, held = state.shop()[item], [good for good, count in seat.goods.items() for _ in range(count)]
    goods = rng.sample(held, rng.randint(max(0, price - seat.gold), min(price, len(held))))
    return {"type": "buy", "item": item, "pay": {"gold": price - len(goods), "goods": goods}}


def _typed(rng: Random, move: Json, confides: set[int]) -> Json:
    """A move as the recorder types it: without what nobody confided, and without what its seal tells."""
    typed = dict(move)
    if move["type"] == "deal":
        typed["hands"] = {place: hand for place, hand in move["hands"].items() if int(place) in confides}
    elif move["type"] == "order" and move["seat"] not in confides:
        del typed["card"]
    elif move["type"] == "reveal":
        typed["cards"] = {
            place: card for place, card in move["cards"].items() if int(place) not in confides or rng.random() < 0.5
        }
    elif move["type"] == "show_hand" and move["seat"] in confides and rng.random() < 0.5:
        del typed["cards"]
    return typed
