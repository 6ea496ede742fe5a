"""The moves of the night market, as the events that they become."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from engines.kernel.game import Json
from engines.kernel.input.shorthand import Shorthand
from engines.kernel.moves.events import Ask, Events
from engines.kernel.sentences import say

EVENTS = Events("the night market")


def _named(kind: str) -> Callable[[Json], list[tuple[str, ...]]]:
    """The things of a box by id, each with the words that a hand may write for it."""
    return lambda box: [(key, *about["name"].values()) for key, about in box[kind].items()]


Card = Annotated[str, Ask("Card", "Carta", choices=_named("cards"))]
Item = Annotated[str, Ask("Item", "Objeto", choices=_named("items"))]
Ware = Annotated[str, Ask("Good", "Bien", choices=_named("wares"))]
Order = Annotated[str, Ask("Order", "Orden", choices=_named("orders"))]
Cards = Annotated[tuple[Card, ...], Ask("Cards", "Cartas")]


@EVENTS.move("deal", "Deal", "Repartir")
class Dealt:
    """Every seat got a hand; of those the recorder was told (TOY-3.1)."""

    hands: Annotated[Mapping[int, Cards] | None, Ask("Hands", "Manos")] = None


@EVENTS.move("order", "Order", "Ordenar")
class Ordered:
    """A seat laid an order face down (TOY-4.1)."""

    seat: int
    card: Order | None = None


@EVENTS.move("reveal", "Reveal", "Revelar")
class Revealed:
    """All orders were turned up (TOY-4.3)."""

    cards: Annotated[Mapping[int, Order] | None, Ask("Orders", "Órdenes", sealed=True)] = None


@EVENTS.move("roll", "Roll", "Tirar")
class Rolled:
    """The die was rolled (TOY-5.3)."""

    seat: int
    die: Annotated[int, Ask("Die", "Dado", low=1, high=lambda box: len(box["die"]))]


@dataclass(frozen=True, slots=True)
class Payment:
    """What was paid: gold, and goods that count one gold each (TOY-6.2)."""

    gold: Annotated[int, Ask("Gold", "Oro", low=0)]
    goods: Annotated[tuple[Ware, ...] | None, Ask("Goods", "Bienes")] = None


@EVENTS.move("buy", "Buy", "Comprar")
class Bought:
    """An item was bought (TOY-6)."""

    seat: int
    item: Item
    pay: Annotated[Payment, Ask("Payment", "Pago")]


@EVENTS.move("skip", "Skip", "Dejar pasar")
class Skipped:
    """Nothing was bought (TOY-5.2)."""

    seat: int


@EVENTS.move("give", "Give", "Dar")
class Given:
    """A good went to another seat (TOY-10.2)."""

    seat: int
    to: Annotated[int, Ask("To", "A", seat=True)]
    good: Ware


@EVENTS.move("turn_up", "Turn up a card", "Descubrir una carta")
class TurnedUp:
    """The top card of the pile was turned up (TOY-10.3)."""

    card: Card


@EVENTS.move("draw", "Draw", "Robar")
class Drawn:
    """Lots were drawn at the end of a turn (TOY-7.1)."""

    seat: int
    count: Annotated[int, Ask("Lots", "Suertes", low=0)]


@EVENTS.move("show_hand", "Show the hand", "Mostrar la mano")
class Shown:
    """A hand was shown whole (TOY-8.1)."""

    seat: int
    cards: Cards | None = None


By = Annotated[int, Ask("By", "En cuánto", low=-9, high=9)]


@EVENTS.adjustment("change_gold", "Give or take gold", "Dar o quitar oro")
class GoldChanged:
    """A seat got gold, or gave some back (TOY-11.2)."""

    seat: int
    by: By


@EVENTS.adjustment("change_goods", "Give or take goods", "Dar o quitar mercancías")
class GoodsChanged:
    """A seat got goods of a kind, or gave some back (TOY-11.2)."""

    seat: int
    good: Ware
    by: By


@EVENTS.adjustment("change_lots", "Give or take lots", "Dar o quitar suertes")
class LotsChanged:
    """A seat got lots of those that are left, or gave some back (TOY-11.3)."""

    seat: int
    by: By


@EVENTS.adjustment("move_item", "Move an item to a seat", "Pasar un objeto a un asiento")
class ItemMoved:
    """An item went to a seat, from the shop or from another seat (TOY-11.4)."""

    seat: int
    item: Item


@EVENTS.adjustment("set_turn", "Set the seat to move", "Fijar a quién le toca")
class TurnSet:
    """It is a seat's turn to act (TOY-11.5)."""

    seat: int


Adjusted = GoldChanged | GoodsChanged | LotsChanged | ItemMoved | TurnSet
Event = Dealt | Ordered | Revealed | Rolled | Bought | Skipped | Given | TurnedUp | Drawn | Shown | Adjusted

encode, decode, moves, adjustments = EVENTS.encode, EVENTS.decode, EVENTS.types, EVENTS.adjustments


def _rolled(words: Sequence[str], box: Json) -> Json | None:
    """``r5``: a five was rolled."""
    faces = {f"r{face}": face for face in range(1, len(box["die"]) + 1)}
    return {"type": "roll", "die": faces[words[0]]} if len(words) == 1 and words[0] in faces else None


shorthand = Shorthand(other=_rolled, shaped={"roll": say("rDIE", "rDADO")})
