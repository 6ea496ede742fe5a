"""Applies an event to goods, virtue, debts and taxes, step by step; deciding and evolving share this ledger.

While deciding, it works on a copy of the table and refuses what the rules forbid. While evolving, it refuses nothing:
it applies what the table played as far as there are pieces for it, and notes what is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, NoReturn

from engines.architects.box.cards import CARDS, DEBT, SILVER, VIRTUE, Ability, Silver
from engines.architects.refusals.values import refused
from engines.architects.state import Seat, State
from engines.kernel.contradictions import contradiction
from engines.kernel.game import IllegalMoveError


@dataclass(slots=True, eq=False)
class Ledger:
    """One event being decided or applied.

    Args:
        state: The table, changed in place: a copy where it is being decided.
        seat: The seat that acts.
        name: The name of the move; empty while it is being decided.
        deciding: Whether the rules may refuse.

    Attributes:
        me: The holdings of the acting seat.
        keep: By seat, debts that overflow is still to spare (ARC-16.8).
        pays: By seat, debts still to be bought off (ARC-21.16).
        gained: Goods that the acting seat got.
        spent: Goods that it paid.
        tax: Part of ``spent`` put above the Tax Stand as tax.
        evasions: Taxes that were ignored.
        cards: Building cards drawn in this part of the event.
        resets: Whether the Black Market is to be reset.
        destroyed: By seat, debts that overflow destroys by default.
        taken: By seat, debts that came, those bought off among them.
        moved: Secret parameter -> its cards.
        part: Prefix of the parameters of a second work (``crane.``).
        objection: A refusal of an event that can still be applied; raised if there is no other fault.
    """

    state: State
    seat: int
    name: str
    _: KW_ONLY
    deciding: bool
    me: Seat = field(init=False)
    keep: dict[int, int] = field(default_factory=dict)
    pays: dict[int, int] = field(default_factory=dict)
    gained: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    tax: int = 0
    evasions: int = 0
    cards: int = 0
    resets: bool = False
    destroyed: dict[int, int] = field(default_factory=dict)
    taken: dict[int, int] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)
    part: str = ""
    objection: IllegalMoveError | None = None
    _spared: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.me = self.state.seats[self.seat]

    def refuse(self, rule: str, key: str, names: tuple[str, ...] = (), **values: Any) -> NoReturn:
        """Refuse the event; only while deciding.

        Raises:
            IllegalMoveError: Always; an earlier objection has priority.
        """
        raise self.objection or refused(self.state, rule, key, names, **values)

    def object_to(self, rule: str, key: str, names: tuple[str, ...] = (), **values: Any) -> None:
        """Refuse the event after all other checks: it still has a meaning if the table played it anyway."""
        if self.objection is None:
            self.objection = refused(self.state, rule, key, names, **values)

    def doubt(self, rule: str, what: str, *names: str) -> None:
        """Note that this event cannot be right together with earlier ones; the last one where none is named."""
        found = contradiction([*(names if any(names) else (self.state.last,)), self.name], rule, what)
        if len(found.names) > 1:
            self.state.contradictions.append(found)

    def gain(self, seat: int, gains: Mapping[str, int], times: int = 1) -> None:
        """Give a seat what a gain names: goods, virtue, building cards, debts."""
        goods = self.state.seats[seat].goods
        for key, count in gains.items():
            if key in goods:
                goods[key] += count * times
                if seat == self.seat:
                    self.gained[key] = self.gained.get(key, 0) + count * times
            elif key == VIRTUE:
                self.raise_virtue(seat, count * times)
            elif key == CARDS:
                self.draw(seat, count * times)
            elif key == DEBT:
                self.take_debts(seat, count * times)

    def draw(self, seat: int, count: int) -> int:
        """Draw building cards for a seat, as far as there are any (ARC-8.23); return the number drawn."""
        drawn = min(count, self.state.building_pile)
        self.state.building_pile -= drawn
        self.state.seats[seat].hand += drawn
        if seat == self.seat:
            self.cards += drawn
        return drawn

    def lose_goods(self, goods: Mapping[str, int]) -> None:
        """Pay goods of the acting seat; all that it has if it has too few."""
        mine = self.me.goods
        for good, count in goods.items():
            if count > mine[good]:
                self.doubt("ARC-5.13", good)
                mine[good] = 0
            else:
                mine[good] -= count
            self.spent[good] = self.spent.get(good, 0) + count

    def bonuses(self, abilities: list[Ability]) -> None:
        """Give the acting seat the gains of abilities (ARC-6.9, ARC-19.6)."""
        for ability in abilities:
            if ability.gain is not None:
                self.gain(self.seat, ability.gain)

    def evaded(self, cost: Silver, evade: int | None) -> int:
        """The number of taxes of a cost that are ignored: the maximum, or the number stated (ARC-10.6 to 10.11)."""
        most = min(self.state.evasion(self.seat), cost.tax)
        if evade is None or evade == most:
            return most
        if evade > most:
            if self.deciding:
                rule = "ARC-10.6" if most < cost.tax else "ARC-10.7"
                self.refuse(rule, "ill_30", evade=evade, most=most)
            return most
        return evade

    def pay_silver(self, cost: Silver, evade: int | None, rule: str, key: str, *, less: int = 0, more: int = 0) -> None:
        """Pay a cost in silver of the acting seat.

        Args:
            cost: What it costs; its tax goes above the Tax Stand (ARC-10.1).
            evade: Taxes that it ignores; None for all it may.
            rule: The clause that refuses what cannot be paid.
            key: The sentence of that refusal.
            less: Silver saved, tax excepted.
            more: Silver needed besides, paid elsewhere.
        """
        ignored = self.evaded(cost, evade)
        self.evasions += ignored
        tax = cost.tax - ignored
        total = tax + max(0, cost.plain - less)
        if self.deciding and total + more > self.me.goods[SILVER]:
            self.refuse(rule, key, cost=total + more, has=self.me.goods[SILVER])
        if total:
            self.lose_goods({SILVER: total})
        self.state.tax += tax
        self.tax += tax

    def raise_virtue(self, seat: int, by: int) -> None:
        """Raise a seat's virtue; each step beyond the track may destroy an unpaid debt (ARC-16.4, ARC-16.8)."""
        mine, top = self.state.seats[seat], len(self.state.box.track) - 1
        mine.virtue += by
        over = mine.virtue - top
        if over <= 0:
            return
        mine.virtue = top
        spared = self._spared.get(seat, 0)
        due = max(0, min(over, mine.unpaid - spared))
        self.destroyed[seat] = self.destroyed.get(seat, 0) + due
        kept = min(due, self.keep.get(seat, 0))
        if kept:
            self.keep[seat] -= kept
            self._spared[seat] = spared + kept
        mine.unpaid -= due - kept

    def lower_virtue(self, seat: int, by: int) -> None:
        """Lower a seat's virtue; each step below the track brings a debt (ARC-16.6)."""
        mine = self.state.seats[seat]
        mine.virtue -= by
        if mine.virtue < 0:
            under, mine.virtue = -mine.virtue, 0
            self.take_debts(seat, under)

    def take_debts(self, seat: int, count: int) -> None:
        """Give a seat debts one by one; it buys off the first ones if it says so (ARC-17.1, ARC-21.23)."""
        mine = self.state.seats[seat]
        self.taken[seat] = self.taken.get(seat, 0) + count
        for _ in range(count):
            if self.pays.get(seat, 0) > 0 and self._bought_off(seat, mine):
                self.pays[seat] -= 1
            else:
                mine.unpaid += 1

    def _bought_off(self, seat: int, mine: Seat) -> bool:
        """Whether a debt is bought off with silver instead of taken."""
        character = self.state.character(seat)
        price = None if character is None else character.avoids
        if price is None or mine.goods[SILVER] < price:
            if self.deciding:
                cost = "-" if price is None else {SILVER: price}
                self.refuse("ARC-21.23", "ill_70_pays", seat=seat, cost=cost, has=mine.goods[SILVER])
            return False
        mine.goods[SILVER] -= price
        if seat == self.seat:
            self.spent[SILVER] = self.spent.get(SILVER, 0) + price
        return True

    def check_choices(self) -> None:
        """Refuse choices to spare or buy off debts that did not occur (ILL-70)."""
        if not self.deciding:
            return
        for seat, left in self.keep.items():
            if left > 0:
                self.refuse("ARC-16.8", "ill_70_keep", seat=seat, left=left)
        for seat, left in self.pays.items():
            if left > 0:
                self.refuse("ARC-21.23", "ill_70_left", seat=seat, left=left)

    def compare(self, what: str, said: object, found: object, rule: str = "ARC-5.16", key: str = "ill_10") -> None:
        """Compare a figure that the table stated with the derived one (MOV-9)."""
        if said is None or said == found:
            return
        if self.deciding:
            self.object_to(rule, key, what=what, said=said, found=found)
        else:
            self.doubt(rule, what)

    def compare_goods(self, what: str, said: Mapping[str, int] | None, found: Mapping[str, int]) -> None:
        """Compare goods that the table stated; goods with the number 0 do not matter."""
        if said is not None:
            self.compare(what, _some(said), _some(found))

    def compare_flow(self, gained: Mapping[str, int] | None, spent: Mapping[str, int] | None) -> None:
        """Compare what the table says that the acting seat gained and spent."""
        self.compare_goods("gained", gained, self.gained)
        self.compare_goods("spent", spent, self.spent)


def _some(goods: Mapping[str, int]) -> dict[str, int]:
    """Goods with a number above 0, in a fixed order."""
    return {good: goods[good] for good in sorted(goods) if goods[good]}
