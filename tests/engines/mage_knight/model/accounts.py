"""The accounts of one hero, and what a move carries for a tree of effects, as the second opinion keeps them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engines.kernel.game import Json

Cards = Counter[str]


class Hero:
    """The accounts of one seat.

    Attributes:
        pool: The cards of hand and deck by name, those under a tactic, and a discard pile whose names are lost.
        hand: How many are in the hand.
        deck: How many are in the deck.
        stored: How many are under a tactic.
        exact: The hand by name; None while some of it was never told.
        discard: The discard pile by name.
        blurred: Cards of the discard pile of which only the number is known.
        unnamed: Cards from outside that came to the deck unnamed; the first of another name that shows is one of them.
        wounded: Wounds that this move brought to the hand.
        dropped: Whether this move discarded the hand already.
    """

    def __init__(self, deck: Cards) -> None:
        self.pool: Cards = Counter(deck)
        self.hand, self.deck, self.stored, self.blurred, self.unnamed = 0, sum(deck.values()), 0, 0, 0
        self.exact: Cards | None = Counter()
        self.discard: Cards = Counter()
        self.play: list[str] = []
        self.thrown: Cards = Counter()
        self.aside: Cards = Counter()
        self.banners: dict[str, str] = {}
        self.mana: Cards = Counter()
        self.crystals: Cards = Counter()
        self.spent: Cards = Counter()
        self.mastery = False
        self.bent: str | None = None
        self.withdrawn = False
        self.wounded = 0
        self.dropped = False

    def draw(self, names: Sequence[str], count: int) -> None:
        """Cards from the deck to the hand; of those not named the names stay open."""
        assert count <= self.deck, f"{count} cards drawn from a deck of {self.deck}"
        self.show(names)
        assert all(self.pool[name] >= n for name, n in Counter(names).items()), f"{names} of {+self.pool}"
        self.deck -= count
        self.hand += count
        self._sees(names, count)

    def _sees(self, names: Sequence[str], count: int) -> None:
        if len(names) < count:
            self.exact = None
        elif self.exact is not None:
            self.exact.update(names)

    def show(self, names: Sequence[str]) -> None:
        """Names that appear: those not in the pool are of the unnamed cards."""
        new = Counter(names) - self.pool
        if new and new.total() <= self.unnamed:
            self.unnamed -= new.total()
            self.pool.update(new)

    def leave(self, names: Sequence[str], to: Cards | None) -> None:
        """Cards out of the hand; ``to`` None for those that come to another account or out of the game."""
        if self.exact is None:
            self.show(names)
        for name in names:
            assert self.hand > 0, f"{name} leaves an empty hand"
            assert self.pool[name] > 0, f"{name} leaves the hand, and the pool is {+self.pool}"
            assert self.exact is None or self.exact[name] > 0, f"{name} leaves the hand {self.exact}"
            self.pool[name] -= 1
            self.hand -= 1
            if self.exact is not None:
                self.exact[name] -= 1
            if to is not None:
                to[name] += 1

    def take(self, names: Sequence[str]) -> None:
        """Cards that come to the hand from outside."""
        self.pool.update(names)
        self.hand += len(names)
        self.wounded += list(names).count("wound")
        if self.exact is not None:
            self.exact.update(names)

    def top(self, names: Sequence[str], count: int | None = None) -> None:
        """Cards that come to the deck from outside; ``count`` of them, where some are not named."""
        self.pool.update(names)
        self.deck += len(names) if count is None else count
        self.unnamed += 0 if count is None else count - len(names)

    def back(self, names: Sequence[str], count: int) -> None:
        """Cards of the hand into the deck."""
        self.hand -= count
        self.deck += count
        if len(names) < count or self.exact is None:
            self.exact = None
        else:
            self.exact.subtract(names)

    def recycle(self, names: Sequence[str], count: int) -> None:
        """Cards of the discard pile into the deck; unnamed, the whole pile goes to the pool."""
        if len(names) == count and not self.blurred:
            for name in names:
                assert self.discard[name] > 0, f"{name} is not in the discard pile"
                self.discard[name] -= 1
            self.pool.update(names)
        else:
            self.pool += self.discard
            self.blurred += sum(self.discard.values()) - count
            self.discard = Counter()
        self.deck += count

    def shuffled(self) -> None:
        """The discard pile into the deck."""
        self.deck += sum(self.discard.values()) + self.blurred
        self.pool += self.discard
        self.discard, self.blurred = Counter(), 0

    def anew(self, hand: Sequence[str], count: int) -> None:
        """All cards into a new deck, and a hand of it."""
        self.pool = self.pool + self.discard + self.aside
        self.hand, self.stored, self.blurred = 0, 0, 0
        self.discard, self.aside, self.exact = Counter(), Counter(), Counter()
        self.deck = self.pool.total() + self.unnamed
        self.draw(hand, count)

    def emptied(self, named: Sequence[str] | None, lie: Sequence[str | None]) -> None:
        """A knock-out or paralysis: every card of the hand but wounds is discarded.

        Args:
            named: Those that the move names.
            lie: The discard pile afterwards, for where nothing else tells.
        """
        self.dropped = True
        if named is None and self.exact is not None:
            named = [card for card, n in self.exact.items() if card != "wound" for _ in range(n)]
        if named is not None:
            self.leave(named, self.discard)
            return
        gone = len(lie) - sum(self.discard.values()) - self.blurred
        self.pool += self.discard
        self.blurred += sum(self.discard.values()) + gone
        self.discard = Counter()
        self.hand -= gone

    def crystal(self, colour: str, *, effect: bool = True) -> None:
        """A crystal; a fourth of an effect is a token (MK-8.11), of a mine or reward lost (MK-8.12)."""
        if self.crystals[colour] < 3:
            self.crystals[colour] += 1
        elif effect:
            self.mana[colour] += 1

    def lose_wound(self, place: str, count: int = 1) -> None:
        """Wounds out of the hand or discard pile, back to their pile."""
        if place == "hand":
            self.leave(["wound"] * count, None)
        else:  # those that lie there by name first
            named = min(count, self.discard["wound"]) if self.blurred else count
            self.discard["wound"] -= named
            self.pool["wound"] -= count - named
            self.blurred -= count - named

    @property
    def owned(self) -> Cards:
        """Every card, wherever it lies."""
        return self.pool + self.discard + Counter(self.play) + self.aside + Counter(self.banners.values())


class Asked:
    """What a move carries for a tree, taken in reading order (MK-24.3)."""

    def __init__(self, seat: int, move: Json, card: str = "") -> None:
        self.seat = seat
        self.card = card
        self.thrown = False
        self.choices = list(move.get("choices", ()))
        self.facts = list(move.get("facts", ()))
        self.payments = list(move.get("payments", ()))
        self.drawn = list(move.get("drawn", ()))
        self.picked = list(move.get("picked", ()))
        self.colour: str | None = None
        self.lost: list[str] = []
        self.let_go: list[tuple[int, str]] = []

    def choice(self, name: str) -> Any:
        """The next choice, if it is of this member."""
        return self.choices.pop(0)[name] if self.choices and name in self.choices[0] else None

    def fact(self, name: str) -> Any:
        """The next fact, if it is of this member."""
        return self.facts.pop(0)[name] if self.facts and name in self.facts[0] else None
