"""The night market's components, moves, events and state, and what a fold cannot know yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from engines.kernel.game import Field, IllegalMoveError, Json, MoveType, Text
from engines.kernel.input.shorthand import Shorthand
from engines.kernel.sentences import say


@dataclass(frozen=True, slots=True)
class Event:
    """What happened; of ``facts`` those are missing that this fold was not told."""

    type: str
    seat: int | None
    facts: Json


@dataclass(slots=True)
class Seat:
    """``hand`` and ``order`` are None where this fold was not told; ``shown`` and ``ordered`` are names of moves."""

    gold: int
    goods: dict[str, int]
    items: list[str] = field(default_factory=list)
    lots: int = 0
    owes: bool = False
    hand: tuple[str, ...] | None = None
    shown: str | None = None
    order: str | None = None
    ordered: str | None = None
    card: str | None = None


@dataclass(slots=True)
class Contradiction:
    """Moves that cannot all be right."""

    names: list[str]
    rule: str
    what: str


@dataclass(slots=True)
class State:
    """The table as one fold knows it; ``turn`` is the seat that acts, ``dealt`` the name of the deal."""

    box: Json = field(metadata={"fixed": True})
    colours: tuple[str, ...] = field(metadata={"fixed": True})
    rounds: int = field(metadata={"fixed": True})
    seats: list[Seat]
    lots: int
    phase: str = "dealing"
    round: int = 1
    turn: int | None = None
    dealt: str | None = None
    contradictions: list[Contradiction] = field(default_factory=list)

    def to_move(self) -> list[int]:
        """The seats that have something to do."""
        waiting: set[int | None] = {place for place, seat in enumerate(self.seats) if seat.owes}
        if self.phase == "ordering":
            waiting |= {place for place, seat in enumerate(self.seats) if seat.ordered is None}
        elif self.phase == "acting":
            waiting.add(self.turn)
        elif self.phase == "showing":
            waiting |= {place for place, seat in enumerate(self.seats) if seat.shown is None}
        return sorted(place for place in waiting if place is not None)

    def left(self, card: str) -> int:
        """Copies of a card that are in no hand this fold knows; below 0 where the record contradicts itself."""
        return int(self.box["cards"][card]["count"]) - sum((seat.hand or ()).count(card) for seat in self.seats)

    def shop(self) -> dict[str, int]:
        """What nobody has bought yet, with its price."""
        sold = {item for seat in self.seats for item in seat.items}
        return {item: about["price"] for item, about in self.box["items"].items() if item not in sold}

    def points(self, seat: Seat) -> dict[str, int]:
        """Points of a seat by kind; a hand counts once it is shown (TOY-9.1)."""
        shown = seat.hand or () if seat.shown else ()
        items, cards = self.box["items"], self.box["cards"]
        return {
            "gold": seat.gold,
            "lots": seat.lots,
            "items": sum(items[item]["points"] for item in seat.items),
            "hand": sum(cards[card]["points"] for card in shown),
        }


def refuse(rule: str, code: str, says: Text, names: Sequence[str] = (), event: Event | None = None) -> NoReturn:
    """Refuse a move."""
    raise IllegalMoveError(rule, code, says, names, None if event is None else encode(event))


def encode(event: Event) -> Json:
    """The body of an event."""
    return {"type": event.type, **({} if event.seat is None else {"seat": event.seat}), **event.facts}


def decode(data: Json) -> Event:
    """The event of a body."""
    return Event(data["type"], data.get("seat"), {key: data[key] for key in data if key not in ("type", "seat")})


def box() -> Json:
    """The components; no value of one stands in code."""
    return {
        "edition": "toy",
        "colours": {"red": "rojo", "blue": "azul", "green": "verde", "grey": "gris"},
        "gold": 3,
        "goods": 1,
        "hand": 2,
        "lots": 12,
        "most_lots": 2,
        "orders": {"roll": "tirar", "buy": "comprar"},
        "cards": {
            "fig": {"count": 4, "points": 3},
            "plum": {"count": 3, "points": 2},
            "pear": {"count": 2, "points": 5},
        },
        "items": {
            "cart": {"price": 4, "points": 6},
            "lamp": {"price": 2, "points": 2},
            "tent": {"price": 6, "points": 9},
        },
        "die": ["cloth", "cloth", "salt", "salt", "spice", "spice"],
    }


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box."""
    if box.get("cards") and sum(card["count"] for card in box["cards"].values()) >= 4 * box.get("hand", 0):
        return []
    return [("cards", say("too few for four hands", "no alcanzan para cuatro manos"))]


def colours(box: Json) -> Mapping[str, Text]:
    """The colours of the box with their names."""
    return {colour: say(colour, name) for colour, name in box["colours"].items()}


def options() -> Mapping[str, Field]:
    """How many rounds are played (TOY-1.2)."""
    return {"rounds": Field("integer", say("Rounds", "Rondas"), low=1, high=9, default=2)}


def moves(box: Json) -> Mapping[str, MoveType]:
    """Every type of move with its parameters, in the order in which they are asked."""
    card = Field("choice", say("Card", "Carta"), choices=tuple(box["cards"]))
    cards = Field("list", say("Cards", "Cartas"), optional=True, of=card)
    spanish = {name: order for order, name in box["orders"].items()}
    order = Field("choice", say("Order", "Orden"), optional=True, choices=tuple(box["orders"]), aliases=spanish)
    goods = Field(
        "list", say("Goods", "Bienes"), optional=True, of=Field("choice", choices=tuple(dict.fromkeys(box["die"])))
    )
    pay = {"gold": Field("integer", say("Gold", "Oro"), low=0), "goods": goods}
    return {
        "deal": MoveType(
            say("Deal", "Repartir"),
            {"hands": Field("map", say("Hands", "Manos"), optional=True, of=cards, keys="seat")},
            seated=False,
        ),
        "order": MoveType(say("Order", "Ordenar"), {"card": order}),
        "reveal": MoveType(
            say("Reveal", "Revelar"),
            {"cards": Field("map", say("Orders", "Órdenes"), optional=True, of=order, keys="seat", sealed=True)},
            seated=False,
        ),
        "roll": MoveType(
            say("Roll", "Tirar"), {"die": Field("integer", say("Die", "Dado"), low=1, high=len(box["die"]))}
        ),
        "buy": MoveType(
            say("Buy", "Comprar"),
            {
                "item": Field("choice", say("Item", "Objeto"), choices=tuple(box["items"])),
                "pay": Field("group", say("Payment", "Pago"), fields=pay),
            },
        ),
        "skip": MoveType(say("Skip", "Dejar pasar"), {}),
        "draw": MoveType(say("Draw", "Robar"), {"count": Field("integer", say("Lots", "Suertes"), low=0)}),
        "show_hand": MoveType(say("Show the hand", "Mostrar la mano"), {"cards": cards}),
    }


def _rolled(words: Sequence[str], box: Json) -> Json | None:
    """``r5``: a five was rolled."""
    faces = {f"r{face}": face for face in range(1, len(box["die"]) + 1)}
    return {"type": "roll", "die": faces[words[0]]} if len(words) == 1 and words[0] in faces else None


shorthand = Shorthand(other=_rolled, shaped={"roll": say("rDIE", "rDADO")})


def setup(seats: Sequence[str], options: Json, box: Json) -> State:
    """The table before the first move (TOY-1)."""
    if not 2 <= len(seats) <= 4 or len(set(seats)) < len(seats) or not set(seats) <= set(box["colours"]):
        them = ", ".join(seats)
        refuse("TOY-1.1", "players", say(f"no table for {them}", f"no hay mesa para {them}"))
    rounds: Any = options["rounds"]
    if type(rounds) is not int or rounds < 1:
        refuse(
            "TOY-1.2", "rounds", say(f"{rounds!r:.40} is no number of rounds", f"{rounds!r:.40} no es número de rondas")
        )
    goods = dict.fromkeys(box["die"], box["goods"])
    return State(box, tuple(seats), rounds, [Seat(box["gold"], dict(goods)) for _ in seats], box["lots"])
