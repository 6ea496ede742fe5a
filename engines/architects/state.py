"""The table as one fold knows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engines.architects.box.cards import Ability, Character
from engines.architects.box.components import PROMO, Box, Guildhall
from engines.kernel.contradictions import Contradiction
from engines.kernel.game import Json

SETUP, DRAFT, PLAY, FINAL, FINISHED = "setup", "draft", "play", "final_round", "finished"
RESET, HAND_LIMIT = "reset", "hand_limit"
"""What may be pending at the end of an action (ARC-4.9)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One effect of phase A as it was resolved (ARC-23.2, REP-3)."""

    id: str
    virtue_from: int
    virtue_to: int
    destroyed: int
    taken: int


@dataclass(frozen=True, slots=True)
class Ending:
    """What phase A made of a seat (ARC-23.5).

    ``steps``: the effects in their order.
    """

    virtue: int
    unpaid: int
    silver: int
    steps: list[Step] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Order:
    """The order of its end effects that a seat chose (ARC-23.17).

    Args:
        name: The move.
        cards: Its buildings of phase A.
        keep: Debts that overflow does not destroy.
        pays: Debts bought off.
    """

    name: str
    cards: list[str]
    keep: int
    pays: int


@dataclass(slots=True)
class Seat:
    """What a seat has.

    Args:
        workers: On its own board.
        captives: Workers that it holds captive, by owner.
        goods: All goods, silver among them.
        virtue: Its position.
        character: On side 2.
        level: On the Cathedral.
        unpaid: Debts on their unpaid face.
        paid: Debts on their paid face.
        apprentices: In the order in which they came.
        buildings: In the order of their construction.
        hand: Building cards.
        known: Cards certainly in the hand, each with the entry that says so (ARC-26.8).
        moved: Its last moves by which cards came into the hand or left it: name -> secret parameter -> how many cards
            that may tell of (MOV-8).
        shown: The move that revealed the hand, and its cards.
        turns: Turns ended; like the next three for reports only.
        captures: Groups captured.
        sends: Times it sent captives to the prison.
        resets: Resets suffered with a worker in the Black Market.
        order: The order of its end effects.
    """

    workers: int
    captives: list[int]
    goods: dict[str, int]
    virtue: int
    character: str | None = None
    level: int = 0
    unpaid: int = 0
    paid: int = 0
    apprentices: list[str] = field(default_factory=list)
    buildings: list[str] = field(default_factory=list)
    hand: int = 0
    known: dict[str, str] = field(default_factory=dict)
    moved: dict[str, dict[str, int]] = field(default_factory=dict)
    shown: tuple[str, ...] | None = None
    turns: int = 0
    captures: int = 0
    sends: int = 0
    resets: int = 0
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Flow:
    """Goods gained and spent in the last move; the net figures of a view do not show that.

    Args:
        seat: The seat that moved; None if no seat did.
        gained: Goods that came.
        spent: Goods paid.
        tax: Part of ``spent`` put above the Tax Stand as tax.
        evaded: Taxes that were ignored (ARC-10.10).
    """

    seat: int | None = None
    gained: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    tax: int = 0
    evaded: int = 0


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning: not a contradiction, but worth checking.

    ``kind``: ``pairing`` (faces of one market card that no card has) or ``no_effect`` (nothing was done).
    """

    kind: str
    name: str
    what: str

    def as_json(self) -> Json:
        """The warning as JSON for a view."""
        return {"kind": self.kind, "name": self.name, "what": self.what}


@dataclass(slots=True)
class State:
    """The table.

    Args:
        box: The components.
        colours: Clockwise from seat 0.
        side: Of the boards.
        alternates: Whether alternate characters may be chosen.
        starting: Whether apprentices are taken before the draft.
        promos: Whether promo cards are shuffled in.
        per_capture: Whether a conspirator saves on each capture (ARC-19.30).
        hall: The Guildhall for this number of players.
        seats: Clockwise.
        at: Open location -> workers by seat.
        market: Space of the Black Market -> seat.
        prison: Workers by seat.
        display: Row -> cards by column; None while a gap is open.
        coins: Row -> silver by column.
        apprentice_pile: Cards in it.
        building_pile: Cards in it.
        reward_pile: Cards in it.
        left_pile: Market cards on the left pile.
        tax: Silver above the Tax Stand.
        phase: ``setup``, ``draft``, ``play``, ``final_round`` or ``finished``.
        start: The start player.
        active: Whose turn it is.
        turn: Number of the turn, from 1 on.
        taken: Starting apprentices taken.
        pending: ``reset``, ``hand_limit`` or None.
        guildhall: Seats by space.
        aside: Seats of workers set aside (ARC-22.6).
        final_by: Who triggered the end.
        left: Seats that still have a final turn.
        out: Apprentice on display or hired -> the entry that put it there.
        buried: Apprentice under the pile -> cards that must have been drawn before it comes up (ARC-26.10).
        drawn: Apprentices drawn from the pile.
        small: The small market face that shows; None where no card is left to show it.
        large: The large face on top of the right pile.
        right_pile: Market cards on it.
        smalls: Small face -> how often it was seen since the pile was shuffled.
        larges: Large face -> likewise.
        pairs: Both faces of a turned card -> likewise.
        revealed: Reward cards, each with the entry that revealed it.
        names: What an entry may be blamed for (a building, a space, a seat's hand) -> the entry.
        last: Name of the last move that was applied.
        flow: Goods gained and spent in the last move.
        endings: What phase A made of each seat; empty while the game runs.
        contradictions: Moves that cannot all be right.
        warnings: What should be looked at.
    """

    box: Box = field(metadata={"fixed": True})
    colours: tuple[str, ...] = field(metadata={"fixed": True})
    side: int = field(metadata={"fixed": True})
    alternates: bool = field(metadata={"fixed": True})
    starting: bool = field(metadata={"fixed": True})
    promos: bool = field(metadata={"fixed": True})
    per_capture: bool = field(metadata={"fixed": True})
    hall: Guildhall = field(metadata={"fixed": True})
    seats: list[Seat]
    at: dict[str, list[int]]
    market: dict[str, int | None]
    prison: list[int]
    display: dict[str, list[str | None]]
    coins: dict[str, list[int]]
    apprentice_pile: int
    building_pile: int
    reward_pile: int
    left_pile: int
    tax: int
    phase: str = SETUP
    start: int | None = None
    active: int | None = None
    turn: int = 0
    taken: int = 0
    pending: str | None = None
    guildhall: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    final_by: int | None = None
    left: list[int] = field(default_factory=list)
    out: dict[str, str] = field(default_factory=dict)
    buried: dict[str, int] = field(default_factory=dict)
    drawn: int = 0
    small: str | None = None
    large: str | None = None
    right_pile: int = 0
    smalls: dict[str, int] = field(default_factory=dict)
    larges: dict[str, int] = field(default_factory=dict)
    pairs: dict[str, int] = field(default_factory=dict)
    revealed: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    last: str = ""
    flow: Flow = field(default_factory=Flow)
    endings: list[Ending] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)
    warnings: list[Warned] = field(default_factory=list)

    def to_move(self) -> list[int]:
        """The seats that have something to do, apart from discarding an apprentice, which all may do at any time."""
        if self.phase in (PLAY, FINAL) and self.active is not None:
            return [self.active]
        if self.phase == DRAFT:
            chooser = self.chooser()
            return [] if chooser is None else [chooser]
        return []

    def chooser(self) -> int | None:
        """Who takes the next starting apprentice, in reverse turn order; None where nobody does (ARC-2.16)."""
        if not self.starting or self.phase != DRAFT or self.start is None or self.taken >= len(self.seats):
            return None
        return (self.start - 1 - self.taken) % len(self.seats)

    def round(self) -> int:
        """Which round of turns this is, from 1 on."""
        return max(0, self.turn - 1) // len(self.seats) + 1

    def in_turn_order(self, first: int) -> Iterator[int]:
        """Every seat, clockwise from one on."""
        count = len(self.seats)
        return (seat % count for seat in range(first, first + count))

    def character(self, seat: int) -> Character | None:
        """The character of a seat; None on side 1."""
        found = self.seats[seat].character
        return None if found is None else self.box.characters[found]

    def in_play(self, card_set: str) -> bool:
        """Whether cards of a set are shuffled in (ARC-2.17)."""
        return card_set != PROMO or self.promos

    def abilities(self, seat: int, trigger: str, location: str | None = None) -> list[Ability]:
        """The abilities of a seat's apprentices and character that work at a trigger, each card once (ARC-19.4)."""
        cards = self.box.apprentices
        found = [
            ability
            for ability in [cards[card].ability for card in self.seats[seat].apprentices]
            if ability.trigger == trigger and ability.location == location
        ]
        character = self.character(seat)
        if character is not None:
            found += [one for one in character.abilities if one.trigger == trigger and one.location == location]
        return found

    def held_elsewhere(self, seat: int) -> list[int]:
        """The other seats that hold workers of a seat captive."""
        return [other for other, of in enumerate(self.seats) if other != seat and of.captives[seat]]

    def apprentice_limit(self, seat: int) -> int:
        """How many apprentices a seat may hold after a hire (ARC-8.16, ARC-21.14)."""
        character = self.character(seat)
        most = None if character is None else character.most_apprentices
        return self.box.apprentice_limit if most is None else most

    def skills(self, seat: int) -> set[str]:
        """The skills of a seat's apprentices (ARC-14.2, ARC-14.3)."""
        cards = self.box.apprentices
        return {skill for card in self.seats[seat].apprentices for skill in cards[card].skills}

    def evasion(self, seat: int) -> int:
        """Taxes of one cost that a seat may ignore now (ARC-10.5, ARC-21.26)."""
        character = self.character(seat)
        icons = self.box.track[self.seats[seat].virtue].evasion
        return icons if character is None else icons + character.less_tax

    def builder(self, card: str) -> int | None:
        """Who has constructed a building; None if nobody."""
        return next((place for place, seat in enumerate(self.seats) if card in seat.buildings), None)

    def on_level(self, level: int) -> int:
        """Markers on a level of the Cathedral (ARC-15.7)."""
        return sum(seat.level == level for seat in self.seats)
