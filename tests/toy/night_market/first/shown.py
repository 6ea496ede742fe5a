"""What a fold of the night market shows: view, facts, result, sentences and marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.kernel.game import Json
from engines.kernel.view_cache import ViewCache

from .parts import Event, Seat, State


def view(state: State, cache: ViewCache) -> Json:
    """The state as its fold knows it."""
    return {
        "phase": state.phase,
        "round": state.round,
        "to_move": state.to_move(),
        "scores": {str(place): sum(state.points(seat).values()) for place, seat in enumerate(state.seats)},
        "contradictions": [{"names": list(c.names), "rule": c.rule, "what": c.what} for c in state.contradictions],
        "box": state.box["edition"],
        "lots": state.lots,
        "shop": state.shop(),
        "seats": {str(place): _seat(state, place, seat) for place, seat in enumerate(state.seats)},
    }


def _seat(state: State, place: int, seat: Seat) -> Json:
    order: Any = seat.card or seat.order
    if order is None and seat.ordered:
        order = {"unknown": list(state.box["orders"])}
    hand: Any = None if seat.hand is None else list(seat.hand)
    if hand is None and state.dealt:
        hand = {"unknown": [card for card in state.box["cards"] if state.left(card) > 0]}
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
        "hand": hand,
    }


def facts(state: State) -> Json:
    """What everybody at the table saw."""
    return {
        "phase": state.phase,
        "round": state.round,
        "to_move": state.to_move(),
        "lots": state.lots,
        "seats": [
            [seat.gold, dict(seat.goods), list(seat.items), seat.lots, seat.owes, seat.ordered is not None, seat.card]
            for seat in state.seats
        ],
        "hands": {
            str(place): list(seat.hand) if seat.shown and seat.hand else None for place, seat in enumerate(state.seats)
        },
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


SENTENCES = {
    "deal": ("the hands are dealt{known}", "se reparten las manos{known}"),
    "order": ("{who} seals an order{known}", "{who} sella una orden{known}"),
    "reveal": ("the orders are turned up{known}", "se descubren las órdenes{known}"),
    "roll": ("{who} rolls a {die} and has {gold} gold", "{who} saca un {die} y tiene {gold} de oro"),
    "buy": ("{who} buys: {item} for {paid}", "{who} compra: {item} por {paid}"),
    "skip": ("{who} buys nothing", "{who} no compra nada"),
    "draw": ("{who} draws {count}", "{who} roba {count}"),
    "show_hand": ("{who} shows its hand{known}", "{who} muestra su mano{known}"),
}


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence from the two views of one fold."""
    facts = event.facts
    seat = after["seats"][str(event.seat or 0)]
    told = facts.get("hands") or facts.get("cards") or facts.get("card")
    pay = facts.get("pay", {"gold": 0, "goods": []})
    paid = [str(pay["gold"]), *pay["goods"]] if pay["gold"] else pay["goods"]
    return SENTENCES[event.type][lang == "es"].format(
        who=seat["colour"],
        known=f": {_spoken(told, before)}" if told else "",
        die=facts.get("die"),
        gold=seat["gold"],
        item=facts.get("item"),
        paid=" + ".join(paid),
        count=facts.get("count"),
    )


def _spoken(told: Any, view: Json) -> str:
    if isinstance(told, dict):
        return "; ".join(f"{view['seats'][place]['colour']} {_spoken(value, view)}" for place, value in told.items())
    return told if isinstance(told, str) else ", ".join(told)


def marks(event: Event, before: Json, after: Json) -> Sequence[Json]:
    """Orders that were turned up."""
    return [{"kind": "orders", "round": before["round"]}] if event.type == "reveal" else []
