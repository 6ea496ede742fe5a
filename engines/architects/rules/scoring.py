"""The end: effects that change virtue, then points (chapter 23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.architects.box.cards import GOLD, MARBLE, POINTS, SILVER, VIRTUE, Effect
from engines.architects.box.components import Box
from engines.architects.rules.counting import counted, has_most
from engines.architects.rules.ledger import Ledger
from engines.architects.state import Ending, Seat, State, Step
from engines.kernel.copying import copied

LINES = ("buildings", "cathedral", "virtue", "debts", "gold_marble", "silver", "prison")
"""The lines of the score sheet (REP-1)."""


def phase_a(state: State, seat: int) -> list[str]:
    """The buildings of a seat whose end effects change virtue, in the order of their construction (ARC-23.2)."""
    found = []
    for card in state.seats[seat].buildings:
        effect = state.box.buildings[card].at_end
        if effect is not None and effect.moves_virtue:
            found.append(card)
    return found


def endings(state: State) -> list[Ending]:
    """What phase A makes of each seat, by the order it chose or that of construction (ARC-23.3, ARC-23.17)."""
    return [_ending(state, seat, *_chosen(state, seat)) for seat in range(len(state.seats))]


def _chosen(state: State, seat: int) -> tuple[Sequence[str], int, int]:
    order = state.seats[seat].order
    return (phase_a(state, seat), 0, 0) if order is None else (order.cards, order.keep, order.pays)


def _ending(state: State, seat: int, cards: Sequence[str], keep: int, pays: int) -> Ending:
    """Phase A of one seat; the table is left as it is."""
    if not cards:
        mine = state.seats[seat]
        return Ending(mine.virtue, mine.unpaid, mine.goods[SILVER])
    ledger = trial(state, seat, deciding=False)
    ledger.keep, ledger.pays = {seat: keep}, {seat: pays}
    steps = [resolve(ledger, card) for card in cards if card in ledger.me.buildings]
    return Ending(ledger.me.virtue, ledger.me.unpaid, ledger.me.goods[SILVER], steps)


def trial(state: State, seat: int, *, deciding: bool = True) -> Ledger:
    """A ledger on a copy of the table where only this seat may change."""
    seats = [copied(mine) if place == seat else mine for place, mine in enumerate(state.seats)]
    return Ledger(replace(state, seats=seats, contradictions=[]), seat, "", deciding=deciding)


def resolve(ledger: Ledger, card: str) -> Step:
    """Resolve one effect of phase A."""
    state, seat, me = ledger.state, ledger.seat, ledger.me
    effect = state.box.buildings[card].at_end
    before, unpaid = me.virtue, me.unpaid
    up, down = _change(state, seat, effect) if effect is not None else (0, 0)
    if up:
        ledger.raise_virtue(seat, up)
    if down:
        ledger.lower_virtue(seat, down)
    return Step(card, before, me.virtue, max(0, unpaid - me.unpaid), max(0, me.unpaid - unpaid))


def _change(state: State, seat: int, effect: Effect) -> tuple[int, int]:
    """Virtue that an effect gives, and takes."""
    up, down = (effect.gain or {}).get(VIRTUE, 0), (effect.lose or {}).get(VIRTUE, 0)
    return up * times(state, seat, effect), down


def times(state: State, seat: int, effect: Effect) -> int:
    """The number of times that the gain of an end effect counts."""
    match effect.type:
        case "per":
            return counted(state, seat, effect) // effect.every
        case "most":
            return int(has_most(state, seat, effect))
        case "if":
            return int(state.seats[seat].unpaid == 0)
        case "gain":
            return 1
    return 0


def other_totals(state: State, seat: int) -> list[int]:
    """The totals, ascending, that other orders of the seat's effects would give, without its actual total (REP-4)."""
    cards = phase_a(state, seat)
    if len(cards) < 2:  # noqa: PLR2004 - one effect has one order
        return []
    ends: set[tuple[int, int]] = set()
    seen: set[tuple[tuple[str, ...], int, int]] = set()
    base = state.seats[seat]
    left: list[tuple[tuple[str, ...], int, int]] = [(tuple(sorted(cards)), base.virtue, base.unpaid)]
    while left:
        here = left.pop()
        if here in seen:
            continue
        seen.add(here)
        rest, virtue, unpaid = here
        if not rest:
            ends.add((virtue, unpaid))
            continue
        for card in dict.fromkeys(rest):
            ledger = trial(state, seat, deciding=False)
            ledger.me.virtue, ledger.me.unpaid = virtue, unpaid
            resolve(ledger, card)
            left.append((tuple(one for one in rest if one != card), ledger.me.virtue, ledger.me.unpaid))
    mine = state.endings[seat]
    table = final_table(state)
    own = total(table, seat)
    found = set()
    for virtue, unpaid in ends:
        seats = list(table.seats)
        seats[seat] = replace(seats[seat], virtue=virtue, unpaid=unpaid)
        if (virtue, unpaid) != (mine.virtue, mine.unpaid):
            found.add(total(replace(table, seats=seats), seat))
    return sorted(found - {own})


def final_table(state: State) -> State:
    """A copy of the table after phase A; the table itself does not change (ARC-23.5)."""
    if not state.endings:
        return state
    seats = [
        replace(seat, virtue=end.virtue, unpaid=end.unpaid, goods=seat.goods | {SILVER: end.silver})
        for seat, end in zip(state.seats, state.endings, strict=True)
    ]
    return replace(state, seats=seats)


@dataclass(frozen=True, slots=True)
class Card:
    """What a building scores (REP-2).

    Args:
        id: Which one.
        vp: Printed points.
        bonus: Points of its end effect.
        counted: What that counted; None where it counts nothing.
        every: Number of counted things for each point.
    """

    id: str
    vp: int
    bonus: int
    counted: int | None = None
    every: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a seat by the lines of the score sheet (REP-1)."""

    cards: tuple[Card, ...]
    cathedral: int
    virtue: int
    debts: int
    rate: int
    gold_marble: int
    silver: int
    prison: int

    @property
    def buildings(self) -> int:
        """Printed points and end effects of all buildings (ARC-23.6)."""
        return sum(card.vp + card.bonus for card in self.cards)

    @property
    def total(self) -> int:
        """The sum of all lines; it may be negative (ARC-23.16)."""
        return self.buildings + self.cathedral + self.virtue + self.debts + self.gold_marble + self.silver + self.prison


def score(state: State, seat: int) -> Score:
    """The points of a seat on the current table (ARC-23.6 to 23.16)."""
    mine, box = state.seats[seat], state.box
    rules = box.scoring
    relief = sum(_relief(box, card) for card in mine.buildings)
    return Score(
        cards=tuple(_card(state, seat, card) for card in mine.buildings),
        cathedral=box.levels[mine.level].vp,
        virtue=box.track[mine.virtue].vp,
        debts=mine.unpaid * (rules.debt_vp + relief) + mine.paid * rules.paid_debt_vp,
        rate=rules.debt_vp + relief,
        gold_marble=mine.goods[GOLD] * rules.gold_vp + mine.goods[MARBLE] * rules.marble_vp,
        silver=mine.goods[SILVER] // rules.silver_per_vp,
        prison=-(state.prison[seat] // rules.prisoners_per_vp),
    )


def total(state: State, seat: int) -> int:
    """All points of a seat on the current table."""
    return score(state, seat).total


def _relief(box: Box, card: str) -> int:
    """Points that a building saves on each unpaid debt; one that costs points is counted separately (ARC-23.15)."""
    effect = box.buildings[card].at_end
    return max(0, effect.per_debt) if effect is not None else 0


def _card(state: State, seat: int, card: str) -> Card:
    """What one building scores."""
    about = state.box.buildings[card]
    effect = about.at_end
    if effect is None or effect.moves_virtue:
        return Card(card, about.vp, 0)
    if effect.per_debt < 0:
        unpaid = state.seats[seat].unpaid
        return Card(card, about.vp, effect.per_debt * unpaid, unpaid, 1)
    points = (effect.gain or {}).get(POINTS, 0) * times(state, seat, effect)
    if effect.type == "per":
        return Card(card, about.vp, points, counted(state, seat, effect), effect.every)
    return Card(card, about.vp, points)


def ranking(state: State) -> list[list[int]]:
    """Groups of seats that share a place, the best first; ascending in each (ARC-24.1 to 24.6)."""
    table = final_table(state)
    keys = {seat: (total(table, seat), of.virtue, of.goods[SILVER]) for seat, of in enumerate(table.seats)}
    groups: dict[tuple[int, int, int], list[int]] = {}
    for seat, key in keys.items():
        groups.setdefault(key, []).append(seat)
    return [groups[key] for key in sorted(groups, reverse=True)]


def ties(state: State) -> Iterator[tuple[int, list[int], list[Seat]]]:
    """Totals that several seats have: the total, the seats, and what each has at the end."""
    table = final_table(state)
    by_total: dict[int, list[int]] = {}
    for seat in range(len(table.seats)):
        by_total.setdefault(total(table, seat), []).append(seat)
    for points, seats in sorted(by_total.items(), reverse=True):
        if len(seats) > 1:
            yield points, seats, [table.seats[seat] for seat in seats]
