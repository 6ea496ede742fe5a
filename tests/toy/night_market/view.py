"""What a fold of the night market shows: view, facts and result."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from engines.kernel.game import Json
from engines.kernel.hidden.unknown import is_known
from engines.kernel.view_cache import ViewCache

from .state import Giving, Seat, State, Turning


def view(state: State, cache: ViewCache) -> Json:
    """The state as its fold knows it."""
    return {
        "phase": state.phase,
        "round": state.round,
        "to_move": state.to_move(),
        "scores": {str(place): sum(state.points(seat).values()) for place, seat in enumerate(state.seats)},
        "contradictions": [found.as_json() for found in state.contradictions],
        "box": state.box["edition"],
        "lots": state.lots,
        "shop": state.shop(),
        "pile": {"count": len(state.pile), "card": _place(state, state.pile[0]) if state.pile else None},
        "market": list(state.market),
        "effect": _effect(state.effect),
        "seats": cache.each(
            "seats",
            {place: _depends(state, seat) for place, seat in enumerate(state.seats)},
            lambda place: _seat(state, place),
        ),
    }


def _depends(state: State, seat: Seat) -> Hashable:
    """All that a seat's part of the view is made from."""
    hand = tuple((place, () if is_known(place) else tuple(state.unknown.can(place))) for place in seat.hand)
    goods, items = tuple(seat.goods.items()), tuple(seat.items)
    return seat.gold, goods, items, seat.lots, seat.owes, hand, seat.shown, seat.order, seat.ordered, seat.card


def _seat(state: State, place: int) -> Json:
    seat = state.seats[place]
    order: Any = seat.card or seat.order
    if order is None and seat.ordered:
        order = {"unknown": list(state.box["orders"])}
    return {
        "colour": state.colours[place],
        "gold": seat.gold,
        "goods": dict(seat.goods),
        "items": {item: state.box["items"][item]["points"] for item in seat.items},
        "lots": seat.lots,
        "owes": seat.owes,
        "ordered": seat.ordered,
        "order": order,
        "shown": seat.shown,
        "hand": [_place(state, one) for one in seat.hand],
    }


def _place(state: State, place: str) -> Any:
    """What lies in a place, or all that it can be."""
    return place if is_known(place) else {"unknown": list(state.unknown.can(place))}


def _effect(effect: Giving | Turning | None) -> Json | None:
    """What a roll called for: whom it is for, and how often it still is."""
    match effect:
        case Giving(seat):
            return {"kind": "give", "seat": seat, "left": 1}
        case Turning(seat, left):
            return {"kind": "turn_up", "seat": seat, "left": left}
    return None


def facts(state: State) -> Json:
    """What everybody at the table saw."""
    return {
        "phase": state.phase,
        "round": state.round,
        "to_move": state.to_move(),
        "lots": state.lots,
        "pile": len(state.pile),
        "market": list(state.market),
        "effect": _effect(state.effect),
        "seats": [
            [seat.gold, dict(seat.goods), list(seat.items), seat.lots, seat.owes, seat.ordered is not None, seat.card]
            for seat in state.seats
        ],
        "hands": {str(place): list(seat.hand) if seat.shown else None for place, seat in enumerate(state.seats)},
    }


def result(state: State) -> Json | None:
    """Ranks and where the points come from (TOY-9.1)."""
    if state.phase != "finished":
        return None
    points = [state.points(seat) for seat in state.seats]
    scores = [sum(kinds.values()) for kinds in points]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return {
        "seats": {
            str(place): {"rank": rank, "score": scores[place], "breakdown": points[place]}
            for place, rank in enumerate(ranks)
        },
        "winners": [place for place, rank in enumerate(ranks) if rank == 1],
        "end": {"reason": "hands_shown", "rule": "TOY-9.1"},
        "tie_break": None,
    }
