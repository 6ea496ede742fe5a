"""Sentences and marks of the night market, with the names of the box that is played with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.kernel.game import Json, Text
from engines.kernel.sentences import all_of, fill, same, say

from .moves import (
    EVENTS,
    Bought,
    Dealt,
    Drawn,
    Event,
    Given,
    GoldChanged,
    GoodsChanged,
    ItemMoved,
    LotsChanged,
    Ordered,
    Revealed,
    Rolled,
    Shown,
    TurnedUp,
)

SENTENCES: Mapping[str, Text] = {
    "deal": say("the hands are dealt{known}", "se reparten las manos{known}"),
    "order": say("{who} seals an order{known}", "{who} sella una orden{known}"),
    "reveal": say("the orders are turned up{known}", "se descubren las órdenes{known}"),
    "roll": say("{who} rolls a {die} and has {gold} gold", "{who} saca un {die} y tiene {gold} de oro"),
    "buy": say("{who} buys: {item} for {paid}", "{who} compra: {item} por {paid}"),
    "skip": say("{who} buys nothing", "{who} no compra nada"),
    "give": say("{who} gives {to}: {good}", "{who} da a {to}: {good}"),
    "turn_up": say("turned up for {who}: {card}", "se descubre para {who}: {card}"),
    "draw": say("{who} draws {count}", "{who} roba {count}"),
    "show_hand": say("{who} shows its hand{known}", "{who} muestra su mano{known}"),
    "change_gold": say("ruling: gold for {who}: {by}, now {gold}", "fallo: oro para {who}: {by}, ahora {gold}"),
    "change_goods": say("ruling: for {who}, {good}: {by}", "fallo: para {who}, {good}: {by}"),
    "change_lots": say("ruling: lots for {who}: {by}", "fallo: suertes para {who}: {by}"),
    "move_item": say("ruling: {item} goes to {who}", "fallo: {item} pasa a {who}"),
    "set_turn": say("ruling: it is {who}'s turn", "fallo: le toca a {who}"),
}


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence from the two views of one fold."""

    def colour(seat: int) -> Text:
        found: Text = box["colours"][after["seats"][str(seat)]["colour"]]["name"]
        return found

    def cards(names: Iterable[str]) -> Text:
        return all_of(box["cards"][card]["name"] for card in names)

    def told(by_seat: Mapping[int, Text]) -> Text:
        each = say("{who} {what}", "{who} {what}")
        return all_of(fill(each, who=colour(seat), what=what) for seat, what in by_seat.items())

    known: Text | None = None
    values: dict[str, str | int | Text] = {}
    match event:
        case Dealt(hands) if hands:
            known = told({seat: cards(hand) for seat, hand in hands.items()})
        case Ordered(_, card) if card:
            known = box["orders"][card]["name"]
        case Revealed(orders) if orders:
            known = told({seat: box["orders"][card]["name"] for seat, card in orders.items()})
        case Rolled(seat, die):
            values = {"die": die, "gold": after["seats"][str(seat)]["gold"]}
        case Bought(_, item, pay):
            paid = [same(str(pay.gold))] if pay.gold or not pay.goods else []
            goods = [box["wares"][good]["name"] for good in pay.goods or ()]
            values = {"item": box["items"][item]["name"], "paid": all_of([*paid, *goods])}
        case Given(_, to, good):
            values = {"to": colour(to), "good": box["wares"][good]["name"]}
        case TurnedUp(card):
            values = {"card": box["cards"][card]["name"]}
        case Drawn(_, count):
            values = {"count": count}
        case Shown(_, hand) if hand:
            known = cards(hand)
        case _:
            values = _ruled(event, after, box)
    values["known"] = "" if known is None else fill(say(": {known}", ": {known}"), known=known)
    values["who"] = colour(_who(event, before))
    return fill(SENTENCES[EVENTS.type_of(event)], **values)[lang]


def _ruled(event: Event, after: Json, box: Json) -> dict[str, str | int | Text]:
    """What fills the sentence of an adjustment; nothing for a move."""
    match event:
        case GoldChanged(seat, by):
            return {"by": f"{by:+d}", "gold": after["seats"][str(seat)]["gold"]}
        case GoodsChanged(_, good, by):
            return {"by": f"{by:+d}", "good": box["wares"][good]["name"]}
        case LotsChanged(_, by):
            return {"by": f"{by:+d}"}
        case ItemMoved(_, item):
            return {"item": box["items"][item]["name"]}
        case _:
            return {}


def _who(event: Event, before: Json) -> int:
    """Whose move it is; of one of the table, for whom it happens."""
    seat = getattr(event, "seat", None)
    return int(seat if seat is not None else (before["effect"] or {"seat": 0})["seat"])


def marks(event: Event, before: Json, after: Json) -> Sequence[Json]:
    """Orders that were turned up."""
    del after
    return [{"kind": "orders", "round": before["round"]}] if isinstance(event, Revealed) else []
