"""The night market as one fold knows it, and the table before the first move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.kernel.contradictions import Contradiction
from engines.kernel.game import Json
from engines.kernel.hidden.unknown import Unknown, is_known
from engines.kernel.seats import check_seats

from .box import SEATS
from .refusals import refuse


@dataclass(slots=True)
class Giving:
    """An effect in progress: whoever rolled gives a good away (TOY-10.2).

    Args:
        seat: Who rolled.
    """

    seat: int


@dataclass(slots=True)
class Turning:
    """An effect in progress: cards of the pile are turned up for whoever rolled (TOY-10.3).

    Args:
        seat: Who rolled.
        left: How many more, from 1 on.
    """

    seat: int
    left: int


@dataclass(slots=True)
class Seat:
    """What a seat has.

    Args:
        gold: Coins.
        goods: Ware -> how many.
        items: What it bought, in that order.
        lots: Drawn so far.
        owes: Whether it has acted and not yet drawn.
        hand: The places of its hand, as :mod:`engines.kernel.hidden.unknown` writes them.
        told: Its hand as this fold was told when it was dealt; None where it was not, or where that cannot be right.
        shown: Name of the move that showed its hand.
        order: Its order of this round, None where this fold was not told.
        ordered: Name of the move that gave it.
        card: Its order, turned up.
    """

    gold: int
    goods: dict[str, int]
    items: list[str] = field(default_factory=list)
    lots: int = 0
    owes: bool = False
    hand: list[str] = field(default_factory=list)
    told: tuple[str, ...] | None = None
    shown: str | None = None
    order: str | None = None
    ordered: str | None = None
    card: str | None = None


@dataclass(slots=True)
class State:
    """The table.

    Args:
        box: The components.
        colours: Clockwise from seat 0.
        rounds: How many are played.
        unknown: The cards that lie hidden.
        pack: The label of the shuffled pack: of every place that nobody can tell apart.
        pile: The places of the pile.
        seats: Clockwise.
        lots: Left to be drawn.
        market: Cards that were turned up, in that order.
        phase: ``dealing``, ``ordering``, ``acting``, ``showing`` or ``finished``.
        round: From 1 on.
        turn: The seat that acts.
        effect: What a roll has called for and is not yet done.
        dealt: Name of the deal.
        contradictions: Moves that cannot all be right.
    """

    box: Json = field(metadata={"fixed": True})
    colours: tuple[str, ...] = field(metadata={"fixed": True})
    rounds: int = field(metadata={"fixed": True})
    unknown: Unknown
    pack: str = field(metadata={"fixed": True})
    pile: list[str]
    seats: list[Seat]
    lots: int
    market: list[str] = field(default_factory=list)
    phase: str = "dealing"
    round: int = 1
    turn: int | None = None
    effect: Giving | Turning | None = None
    dealt: str | None = None
    contradictions: list[Contradiction] = field(default_factory=list)

    def to_move(self) -> list[int]:
        """The seats that have something to do."""
        waiting = {place for place, seat in enumerate(self.seats) if seat.owes}
        if self.phase == "ordering":
            waiting |= {place for place, seat in enumerate(self.seats) if seat.ordered is None}
        elif self.phase == "acting" and self.turn is not None:
            waiting.add(self.turn)
        elif self.phase == "showing":
            waiting |= {place for place, seat in enumerate(self.seats) if seat.shown is None}
        return sorted(waiting)

    def shop(self) -> dict[str, int]:
        """What nobody has bought yet, with its price."""
        sold = {item for seat in self.seats for item in seat.items}
        return {item: about["price"] for item, about in self.box["items"].items() if item not in sold}

    def points(self, seat: Seat) -> dict[str, int]:
        """Points of a seat by kind; a hand counts once it is shown (TOY-9.1)."""
        items, cards = self.box["items"], self.box["cards"]
        shown = [card for card in seat.hand if is_known(card)] if seat.shown else []
        return {
            "gold": seat.gold,
            "lots": seat.lots,
            "items": sum(items[item]["points"] for item in seat.items),
            "hand": sum(cards[card]["points"] for card in shown),
        }


def setup(seats: Sequence[str], options: Json, box: Json) -> State:
    """The table before the first move (TOY-1)."""
    check_seats(seats, SEATS, box["colours"], counted="TOY-1.1", coloured="TOY-1.1")
    rounds = options["rounds"]
    if type(rounds) is not int or rounds < 1:
        raise refuse("TOY-1.2", "rounds", rounds=repr(rounds)[:40])
    unknown = Unknown.of(box["cards"])
    pack = unknown.hide({card: about["count"] for card, about in box["cards"].items()})
    pile = [pack] * sum(about["count"] for about in box["cards"].values())
    goods = dict.fromkeys(box["wares"], box["goods"])
    hands = [Seat(box["gold"], goods.copy()) for _ in seats]
    return State(box, tuple(seats), rounds, unknown, pack, pile, hands, box["lots"])
