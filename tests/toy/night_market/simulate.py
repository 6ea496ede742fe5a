"""An imaginary night market: one complete legal game as a recorder would type it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.kernel.game import Json

from .decide import decide, held_by, most_lots
from .evolve import evolve
from .offers import payable
from .state import Giving, Seat, State, Turning, setup


def table(rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all") -> Iterator[Json]:
    """One game; some seats confide in the recorder what they hold."""
    state = setup(seats, options, box)
    pack = [card for card, about in box["cards"].items() for _ in range(about["count"])]
    rng.shuffle(pack)
    hands = {str(place): sorted(pack.pop() for _ in range(box["hand"])) for place in range(len(seats))}
    confides = {place for place in range(len(seats)) if knows != "public" and rng.random() < 0.6}
    move: Json = {"type": "deal", "hands": hands}
    ply = 0
    while move:
        ply += 1
        evolve(state, decide(state, move), str(ply + 1))
        yield _typed(rng, move, confides)
        move = _happens(rng, state, pack)


def _happens(rng: Random, state: State, pack: list[str]) -> Json:
    """Something that the table does next; empty when all is done."""
    doing = state.to_move()
    if state.phase == "ordering" and all(seat.ordered for seat in state.seats):
        if rng.random() < 0.8:
            return {"type": "reveal", "cards": {str(place): seat.order for place, seat in enumerate(state.seats)}}
        doing = list(range(len(state.seats)))  # somebody thinks again
    return _does(rng, state, rng.choice(doing), pack) if doing else {}


def _does(rng: Random, state: State, place: int, pack: list[str]) -> Json:
    """What one seat does, or what happens for it."""
    seat = state.seats[place]
    if seat.owes:
        return {"type": "draw", "seat": place, "count": rng.randint(0, most_lots(state))}
    if state.phase == "ordering":
        return {"type": "order", "seat": place, "card": rng.choice(list(state.box["orders"]))}
    if state.phase == "showing":
        return {"type": "show_hand", "seat": place, "cards": sorted(seat.hand)}
    match state.effect:
        case Turning():
            return {"type": "turn_up", "card": pack.pop()}
        case Giving():
            to = rng.choice([other for other in range(len(state.seats)) if other != place])
            return {"type": "give", "seat": place, "to": to, "good": rng.choice(held_by(seat))}
    if seat.card == "roll":
        return {"type": "roll", "seat": place, "die": rng.randint(1, len(state.box["die"]))}
    return {"seat": place, **_shops(rng, state, seat)}


def _shops(rng: Random, state: State, seat: Seat) -> Json:
    wanted = payable(state, seat)
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
