"""What may be recorded now at the night market."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engines.kernel.domains import by_seat, choice, group, several, span
from engines.kernel.game import Json
from engines.kernel.offers import Offers, Questions, look, whole

from .decide import held_by, most_lots
from .hidden_cards import known_hand
from .state import Giving, Seat, State, Turning


def may(state: State) -> Iterator[tuple[str, int | None]]:
    """Types and seats, in the order in which a form would show them."""
    if state.phase == "dealing":
        yield "deal", None
    if state.phase == "ordering":
        yield from (("order", place) for place, seat in enumerate(state.seats) if not seat.owes)
        if all(seat.ordered for seat in state.seats):
            yield "reveal", None
    if state.phase == "acting" and state.turn is not None:
        yield from _turn(state, state.turn)
    if state.phase == "showing":
        yield from (("show_hand", place) for place, seat in enumerate(state.seats) if not seat.shown)
    if state.phase != "dealing":
        yield from (("draw", place) for place, seat in enumerate(state.seats) if seat.owes)


def _turn(state: State, place: int) -> Iterator[tuple[str, int | None]]:
    """What the seat that acts may do: what its roll called for, or what its order says."""
    seat = state.seats[place]
    match state.effect:
        case Giving():
            yield "give", place
        case Turning():
            yield "turn_up", None
        case None:
            if seat.card in (None, "roll"):
                yield "roll", place
            if seat.card in (None, "buy"):
                yield from [("buy", place)] if payable(state, seat) else []
                yield "skip", place


def offers(state: State, partial: Json | None = None, derived: Sequence[int] | None = None) -> Json:
    """What may be recorded now, or the next field of part of a move."""
    del derived  # nothing here lies behind a screen and follows all the same
    return OFFERS.answer(state, partial)


def _seat(state: State, place: int | None) -> Seat:
    return state.seats[place or 0]


def payable(state: State, seat: Seat) -> list[str]:
    """The items that a seat can pay for."""
    return [item for item, price in state.shop().items() if price <= seat.gold + sum(seat.goods.values())]


def _of_pack(state: State, gone: Counter[str], **more: bool) -> Json:
    """A hand out of the pack; wider than the rules where a card has not copies enough for all that may be asked."""
    size, left = state.box["hand"], {card: state.unknown.free[card] - gone[card] for card in state.box["cards"]}
    free = [card for card, count in left.items() if count > 0]
    tight = {"exact": False} if any(left[card] < size for card in free) else {}
    return several(choice(free), size, size, **more, **tight)


def _deal_form(state: State, place: int | None) -> Json:
    del place
    hand = _of_pack(state, Counter())
    return {"hands": by_seat(len(state.seats), hand, optional=True, secret=True, exact=False)}


def _deal(state: State, place: int | None, given: Json) -> Questions:
    del place
    hands = given.get("hands") or {}
    gone = Counter(card for hand in hands.values() for card in hand or ())
    for other in range(len(state.seats)):
        yield f"hands.{other}", _of_pack(state, gone, optional=True, secret=True)


def _order(state: State, place: int | None) -> Json:
    del place
    return {"card": choice(state.box["orders"], optional=True, secret=True)}


def _reveal_form(state: State, place: int | None) -> Json:
    del place
    return {"cards": by_seat(len(state.seats), choice(state.box["orders"]), optional=True, exact=False)}


def _reveal(state: State, place: int | None, given: Json) -> Questions:
    del place, given
    for other, seat in enumerate(state.seats):
        yield f"cards.{other}", choice([seat.order] if seat.order else state.box["orders"], optional=True)


def _roll(state: State, place: int | None) -> Json:
    del place
    return {"die": span(1, len(state.box["die"]))}


def _buy_form(state: State, place: int | None) -> Json:
    seat = _seat(state, place)
    goods = several(choice(held_by(seat)), 0, max(state.shop().values()), optional=True, exact=False)
    pay = group({"gold": span(0, seat.gold), "goods": goods}, exact=False)
    return {"item": choice(payable(state, seat)), "pay": pay}


def _buy(state: State, place: int | None, given: Json) -> Questions:
    """Gold, then goods for the rest of the price."""
    seat = _seat(state, place)
    yield "item", choice(payable(state, seat))
    price, held = state.shop().get(look(given, "item") or "", 0), held_by(seat)
    yield "pay.gold", span(max(0, price - sum(seat.goods.values())), min(seat.gold, price))
    rest = price - whole(given, "pay.gold")
    wide = {"exact": False} if any(seat.goods[good] < rest for good in held) else {}
    yield "pay.goods", several(choice(held), rest, rest, **wide, **({} if rest else {"optional": True}))


def _give(state: State, place: int | None) -> Json:
    others = [other for other in range(len(state.seats)) if other != place]
    return {"to": choice(others), "good": choice(held_by(_seat(state, place)))}


def _turn_up(state: State, place: int | None) -> Json:
    del place
    top = state.pile[0]
    return {"card": choice(state.unknown.can(top))}


def _draw(state: State, place: int | None) -> Json:
    del place
    return {"count": span(0, most_lots(state))}


def _show(state: State, place: int | None) -> Json:
    """A hand that this fold knows, or one of what its cards can be."""
    seat, hand, size = _seat(state, place), known_hand(_seat(state, place)), state.box["hand"]
    can = sorted({card for one in seat.hand for card in state.unknown.can(one)})
    if hand is not None:
        wide = len(set(hand)) > 1
    else:
        # Every hand of these can be held only if all cards lie in one shuffled group with copies enough of each.
        alike = set(seat.hand) == set(state.unknown.groups)
        wide = not alike or any(state.unknown.free[card] < size for card in can)
    return {"cards": several(choice(can), size, size, optional=True, **({"exact": False} if wide else {}))}


OFFERS = Offers(
    may,
    forms={
        "deal": _deal_form,
        "order": _order,
        "reveal": _reveal_form,
        "roll": _roll,
        "buy": _buy_form,
        "give": _give,
        "turn_up": _turn_up,
        "draw": _draw,
        "show_hand": _show,
    },
    asks={"deal": _deal, "reveal": _reveal, "buy": _buy},
)
