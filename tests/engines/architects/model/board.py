"""The table of the second opinion: players, cards and payments, from the pages of the rules alone."""

import re
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

from engines.kernel.game import Json
from tests.engines.architects.acts import FIGURES, GROUND
from tests.engines.architects.table import OPEN

GOODS = (*GROUND, "silver")
COPIES = [{"A04", "A05"}, {"A11", "A12"}, {"A19", "A20"}, {"A29", "A30"}, {"A39", "A40"}]


class Player:
    """What lies before a player.

    Args:
        character: Who it is; None on side 1.
    """

    def __init__(self, character: str | None = None) -> None:
        self.character = character
        self.workers = 20
        self.captives: Counter[int] = Counter()
        self.goods: Counter[str] = Counter()
        self.virtue = 7
        self.level = 0
        self.unpaid = 0
        self.paid = 0
        self.apprentices: list[str] = []
        self.buildings: list[str] = []
        self.hand = 0
        self.keeps = 0
        self.kept = 0
        self.buys = 0

    def among(self, *cards: str) -> int:
        """How many of these apprentices the player has."""
        return sum(card in cards for card in self.apprentices)

    def rise(self, by: int) -> None:
        """Virtue changes step by step, with debts at the ends of the track (ARC-16)."""
        for _ in range(by):
            if self.virtue < 14:
                self.virtue += 1
            elif self.unpaid > self.kept and self.keeps:
                self.keeps, self.kept = self.keeps - 1, self.kept + 1
            elif self.unpaid > self.kept:
                self.unpaid -= 1
        for _ in range(-by):
            if self.virtue:
                self.virtue -= 1
            else:
                self.owe()

    def owe(self) -> None:
        """A debt, unless Hugo pays for it."""
        if self.buys:
            self.buys -= 1
            self.goods["silver"] -= 2
        else:
            self.unpaid += 1

    def evading(self) -> int:
        """How many taxes of a cost the player may leave unpaid."""
        return int(FIGURES["virtue"]["evasion"][self.virtue]) + (self.character == "ada")


class Board:
    """What lies on the table, and what cards and goods do there.

    Args:
        colours: Of the seats, clockwise.
        options: Of the record.
    """

    def __init__(self, colours: list[str], options: Json) -> None:
        self.colours = colours
        self.options = options
        self.count = len(colours)
        self.hallway = FIGURES["guildhall"][str(self.count)]
        self.phase = "setup"
        self.players = [Player() for _ in colours]
        self.places: dict[str, Counter[int]] = {place: Counter() for place in (*OPEN, "prison")}
        self.market: dict[str, int | None] = {"left": None, "middle": None, "right": None}
        self.hall: list[int] = []
        self.aside: list[int] = []
        self.tax = 4
        self.rows: dict[str, list[list[Any]]] = {}
        self.pile = (43 if options["promos"] else 40) - 8
        self.cards = 43 if options["promos"] else 40
        self.left, self.right = 10, 0
        self.small: str | None = None
        self.large: str | None = None
        self.rewards = 2 * self.count + 1
        self.revealed: list[str] = []
        self.active = self.start = 0
        self.due = False
        self.pending: str | None = None
        self.final: Json | None = None
        self.ordered: dict[int, Json] = {}
        self.shown: dict[int, list[str]] = {}

    # --- cards and payments

    def _copies(self, card: str, groups: list[set[str]]) -> list[str]:
        """The card, then its copies from the lowest id on (ARC-1.15)."""
        return [card, *sorted(next((group for group in groups if card in group), {card}) - {card})]

    def _new(self, card: str) -> str:
        """An apprentice that comes up."""
        out = {card for row in self.rows.values() for card, _ in row}
        out.update(card for player in self.players for card in player.apprentices)
        return next(copy for copy in self._copies(card, COPIES) if copy not in out)

    def _face(self, word: str, side: int) -> str:
        """A face by its goods, as the facts write it."""
        face = FIGURES["market"][word][side] if word in FIGURES["market"] else self._worth(word)
        return "_".join(f"{good}{face[good]}" for good in GOODS if face.get(good))

    @staticmethod
    def _worth(word: str) -> Json:
        return {good: int(count) for good, count in re.findall(r"([a-z]+)(\d)", word)}

    def _space(self, move: Json) -> tuple[str, int]:
        """Row and column (from 0) of a hire."""
        if move.get("row") is not None and move.get("column") is not None:
            return move["row"], move["column"] - 1
        cards = self._copies(move["apprentice"], COPIES)
        return next((row, place) for row in self.rows for place in range(4) if self.rows[row][place][0] in cards)

    def _hired(self, player: Player, card: str) -> None:
        player.apprentices.append(card)
        player.rise(FIGURES["apprentices"][card][2])

    def _hire(self, player: Player, fields: Json) -> None:
        """Take an apprentice, with its silver and virtue; the row slides and is filled (ARC-8.10 to 8.15)."""
        row, place = self._space(fields)
        if fields.get("discard"):
            self._dismissed(player, fields["discard"])
        card, silver = self.rows[row].pop(place)
        player.goods["silver"] += silver
        self._hired(player, card)
        self.rows[row].append([self._new(fields["refill"]), 0])
        self.pile -= 1

    def _dismissed(self, player: Player, card: str) -> None:
        player.apprentices.remove(next(copy for copy in self._copies(card, COPIES) if copy in player.apprentices))
        self.pile += 1

    def _draw(self, player: Player, count: int) -> None:
        drawn = min(count, self.cards)
        player.hand += drawn
        self.cards -= drawn

    def _gain(self, player: Player, goods: Json) -> None:
        for good, count in goods.items():
            if good == "virtue":
                player.rise(count)
            elif good in ("cards", "building_cards"):
                self._draw(player, count)
            else:
                player.goods[good] += count

    def _pay(self, player: Player, goods: Json) -> None:
        for good, count in goods.items():
            player.goods[good] -= count
            assert player.goods[good] >= 0, (good, goods)

    def _taxed(self, player: Player, cost: int, tax: int, evade: int | None) -> None:
        """Pay silver of which some is tax; as much of it as possible is evaded where nothing is said (ARC-10)."""
        spared = min(player.evading(), tax) if evade is None else evade
        self._pay(player, {"silver": cost - spared})
        self.tax += tax - spared

    @staticmethod
    def _mixes(goods: tuple[str, ...], count: int) -> list[Json]:
        return [dict(Counter(mix)) for mix in combinations_with_replacement(goods, count)]

    def _paid(self, player: Player, said: Json | None, ways: list[Json]) -> None:
        """Pay what is said, or the one way that is possible; the printed one stands first (MOV-5)."""
        said = {good: count for good, count in (said or {}).items() if count}
        able = [way for way in ways if all(player.goods[good] >= count for good, count in way.items())]
        printed = player.character == "therese" and able[:1] == ways[:1]
        assert said or len(able) == 1 or printed, (said, able)
        self._pay(player, said or able[0])

    def _ways(self, player: Player, cost: Json) -> list[Json]:
        """Every payment of a fixed cost, as the player's character allows (ARC-21.20, ARC-21.21)."""
        if player.character == "therese":
            both = cost.get("gold", 0) + cost.get("marble", 0)
            rest = {good: count for good, count in cost.items() if good not in ("gold", "marble")}
            made = [{**rest, "gold": gold, "marble": both - gold} for gold in range(both + 1)]
            return sorted(made, key=lambda way: way["gold"] != cost.get("gold", 0))
        if player.character == "lothaire" and (cost.get("wood") or cost.get("stone")):
            return [{**cost, good: cost[good] - 1} for good in ("wood", "stone") if cost.get(good)]
        return [cost]
