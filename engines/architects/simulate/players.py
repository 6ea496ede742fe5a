"""The players of a simulated table: their wishes and their true cards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engines.architects.arguments.parameters import BOARD, CAPTURE, RELEASE
from engines.architects.box.cards import Effect
from engines.architects.box.components import OPEN_LOCATIONS, ROWS
from engines.architects.decide import decide
from engines.architects.rules.guildhall import next_space
from engines.architects.rules.payments import payable, payments
from engines.architects.rules.turns import places_to_return_from
from engines.architects.state import State
from engines.kernel.game import IllegalMoveError, Json


class Players:
    """Players who want to build, and their true cards.

    Args:
        rng: The only source of chance.
        state: A fold that knows what the recorder knows; it rejects any illegal move of theirs.

    Attributes:
        apprentices: The true pile, from its top.
        buildings: Likewise.
        rewards: Likewise.
        market: Small and large face of each card of the left pile, from its top.
        hands: The true hands.
        greed: How often a seat follows a plan.
    """

    def __init__(self, rng: Random, state: State) -> None:
        self.rng = rng
        self.state = state
        box = state.box
        self.apprentices = [card for card, about in box.apprentices.items() if state.in_play(about.set)]
        self.buildings = [card for card, about in box.buildings.items() if state.in_play(about.set)]
        self.rewards = list(box.rewards)
        self.market = [pair for pair, count in box.pairs.items() for _ in range(count)]
        rng.shuffle(self.apprentices)
        rng.shuffle(self.buildings)
        rng.shuffle(self.rewards)
        rng.shuffle(self.market)
        self.hands: list[list[str]] = [[] for _ in state.seats]
        self.greed = [rng.random() for _ in state.seats]

    def is_legal(self, move: Json) -> bool:
        """Whether the rules allow a move."""
        try:
            decide(self.state, move)
        except IllegalMoveError:
            return False
        return True

    def wishes(self, seat: int) -> list[Callable[[int], Json | None]]:
        """Moves that a seat would like to make, the strongest wish first."""
        rng = self.rng
        works = [self._build, self._cathedral]
        if rng.random() < 0.4:  # noqa: PLR2004 - the Cathedral first, now and then
            works.reverse()
        others: list[Callable[[int], Json | None]] = [
            self._gather,
            self._mines,
            self._storehouse,
            self._hire,
            self._cards,
            self._town,
            self._taxes,
            self._market,
            self._market,
            self._guard,
        ]
        rng.shuffle(others)
        if rng.random() < 0.4 + 0.4 * self.greed[seat]:
            others.insert(0, self._towards)
        if self.state.seats[seat].workers <= 5 and rng.random() < 0.8:  # noqa: PLR2004 - workers are running short
            others.insert(0, self._recall)
        return [*works, *others] if rng.random() < 0.9 else [*others, *works]  # noqa: PLR2004 - mostly

    def _recall(self, seat: int) -> Json | None:
        """Many workers come back at once, from the prison, from others, or from a location."""
        state, many = self.state, 4
        away = sum(other.captives[seat] for other in state.seats)
        if max(state.prison[seat], away) >= many:
            return self._guard(seat)
        if max(state.at[place][seat] for place in OPEN_LOCATIONS) >= many:
            return self._town(seat)
        return None

    def _towards(self, seat: int) -> Json | None:
        """What is lacking for the building of the hand that is nearest."""
        state, mine = self.state, self.state.seats[seat]
        lacks: list[tuple[int, list[str], dict[str, int]]] = []
        for card in self.hands[seat]:
            about = state.box.buildings[card]
            skills = [skill for skill in about.skills if skill not in state.skills(seat)]
            goods = dict.fromkeys(mine.goods, 0)
            for of, count in about.cost.parts:
                goods[of[0]] += count
            lack = {good: count - mine.goods[good] for good, count in goods.items() if count > mine.goods[good]}
            lacks.append((3 * len(skills) + sum(lack.values()), skills, lack))
        if not lacks:
            return {"type": "workshop_draw", "seat": seat}
        _, skills, lack = min(lacks, key=lambda one: one[0])
        if skills:
            hired = self._hire_for(seat, skills[0])
            if hired is not None and self.is_legal(hired):
                return hired
            if mine.goods["silver"] < state.box.hire.all:
                return {"type": "place_silversmith", "seat": seat}
        ways: Json = {
            "clay": {"type": "place_mines", "take": "clay"},
            "gold": {"type": "place_mines", "take": "gold" if state.at["mines"][seat] else "clay"},
            "stone": {"type": "place_quarry"},
            "wood": {"type": "place_forest"},
        }
        for good in lack:
            if good in ways:
                return {**ways[good], "seat": seat}
        return self._storehouse(seat) if self.rng.random() < 0.5 else self._market(seat)  # noqa: PLR2004

    def _hire_for(self, seat: int, skill: str) -> Json | None:
        """A hire at the Workshop that brings a skill."""
        state = self.state
        cards = state.box.apprentices
        there = [
            (row, column)
            for row in ROWS
            for column, card in enumerate(state.display[row], 1)
            if card is not None and skill in cards[card].skills
        ]
        spot = self._spot(seat, 1)
        if not there or spot is None:
            return None
        row, column = min(there, key=lambda place: place[1])
        return {"type": "workshop_hire", "seat": seat, **spot, "row": row, "column": column}

    def _gather(self, seat: int) -> Json:
        return {"type": self.rng.choice(("place_quarry", "place_forest", "place_silversmith")), "seat": seat}

    def _mines(self, seat: int) -> Json:
        gold = self.state.at["mines"][seat] and self.rng.random() < 0.7  # noqa: PLR2004 - gold is expensive
        return {"type": "place_mines", "seat": seat, "take": "gold" if gold else "clay"}

    def _storehouse(self, seat: int) -> Json:
        """Trades, as many as may be afforded."""
        state = self.state
        cards = state.box.apprentices
        trades: list[Json] = []
        offers = [*state.box.trades, *(card for card in state.seats[seat].apprentices if cards[card].ability.pay)]
        for _ in range(state.at["kings_storehouse"][seat] + 1):
            trade = self.rng.choice(offers)
            wanted: Json = {"trade": trade}
            if trade in state.box.trades:
                can = payable(payments(state.box.trades[trade].price, None, works=False), state.seats[seat].goods)
                if can:
                    wanted["paid"] = self.rng.choice(can)
            if self.is_legal({"type": "place_storehouse", "seat": seat, "trades": [*trades, wanted]}):
                trades.append(wanted)
        return {"type": "place_storehouse", "seat": seat, **({"trades": trades} if trades else {})}

    def _spot(self, seat: int, most: int) -> Json | None:
        """A space to hire from, an apprentice that makes room, and the card that comes up."""
        state = self.state
        mine = state.seats[seat].apprentices
        move: Json = {
            "row": self.rng.choice(ROWS),
            "column": self.rng.randint(1, most),
            "refill": self.apprentices[0],
        }
        if len(mine) >= state.apprentice_limit(seat):
            if self.rng.random() < 0.6:  # noqa: PLR2004 - mostly they keep what they have
                return None
            move["discard"] = self.rng.choice(mine)
        return move

    def _hire(self, seat: int) -> Json | None:
        column = min(self.state.box.columns, self.state.at["workshop"][seat] + 1 + (self.rng.random() < 0.3))  # noqa: PLR2004
        spot = self._spot(seat, column)
        return None if spot is None else {"type": "workshop_hire", "seat": seat, **spot}

    def _cards(self, seat: int) -> Json | None:
        if len(self.hands[seat]) > 4 and self.rng.random() < 0.7:  # noqa: PLR2004 - a full hand needs no more
            return None
        return {"type": "workshop_draw", "seat": seat}

    def _groups(self, seat: int, most: int, places: int) -> list[Json]:
        """Groups to capture, from a maximum number of locations."""
        state = self.state
        groups = [
            (place, other)
            for place in OPEN_LOCATIONS
            for other, count in enumerate(state.at[place])
            if count > (3 if other == seat else 0)
        ]
        self.rng.shuffle(groups)
        groups.sort(key=lambda group: -state.at[group[0]][group[1]])
        found: list[Json] = []
        for place, other in groups:
            if len({*(one["location"] for one in found), place}) <= places and len(found) < most:
                found.append({"location": place, "seat": other})
        return found

    def _town(self, seat: int) -> Json | None:
        state = self.state
        most = state.at["town_centre"][seat] + 1
        groups = self._groups(seat, most, state.box.capture_locations[len(state.seats)])
        if not groups and self.rng.random() < 0.9:  # noqa: PLR2004 - a worker for nothing is rare
            return None
        while groups and not self.is_legal({"type": "place_town_centre", "seat": seat, "captures": groups}):
            groups.pop()
        return {"type": "place_town_centre", "seat": seat, **({"captures": groups} if groups else {})}

    def _taxes(self, seat: int) -> Json | None:
        wanted = self.state.tax > 3  # noqa: PLR2004 - worth the virtue
        return {"type": "place_tax_stand", "seat": seat} if wanted else None

    def _market(self, seat: int) -> Json | None:
        kind = self.rng.choice(("market_left", "market_right", "market_hire", "market_draw"))
        move: Json = {"type": kind, "seat": seat}
        if kind == "market_hire":
            spot = self._spot(seat, self.state.box.columns)
            if spot is None:
                return None
            move |= spot
        return move

    def _guard(self, seat: int) -> Json | None:
        """As many actions as bring something."""
        state, mine = self.state, self.state.seats[seat]
        wanted: list[Json] = []
        if sum(mine.captives):
            wanted.append({"action": "send"})
        if state.prison[seat]:
            wanted.append({"action": "release"})
        if state.held_elsewhere(seat):
            wanted.append({"action": "ransom", "price": self.rng.choice(("silver", "debt"))})
        wanted += [{"action": "pay_debt"}] * mine.unpaid
        self.rng.shuffle(wanted)
        actions: list[Json] = []
        for one in wanted:
            if len(actions) <= state.at["guardhouse"][seat] and self.is_legal(
                {"type": "place_guardhouse", "seat": seat, "actions": [*actions, one]}
            ):
                actions.append(one)
        if not actions and self.rng.random() < 0.95:  # noqa: PLR2004 - a worker for nothing is rare
            return None
        return {"type": "place_guardhouse", "seat": seat, **({"actions": actions} if actions else {})}

    def take_back(self, seat: int) -> Json:
        """A worker is taken back, for want of one."""
        there = places_to_return_from(self.state, seat)
        if not there:
            return {"type": "forced_pass", "seat": seat}
        place = self.rng.choice(there)
        move: Json = {"type": "return_worker", "seat": seat, "location": place}
        if place == BOARD:
            move["holder"] = self.rng.choice(self.state.held_elsewhere(seat))
        return move

    def _purge(self) -> int:
        """How many apprentices come up when the next worker enters the Guildhall."""
        return len(ROWS) if next_space(self.state) in self.state.hall.purges else 0

    def _build(self, seat: int) -> Json | None:
        """A building of the hand that can be built, with its choices."""
        state, mine = self.state, self.state.seats[seat]
        hand = self.hands[seat].copy()
        self.rng.shuffle(hand)
        for card in hand:
            about = state.box.buildings[card]
            if not set(about.skills) <= state.skills(seat):
                continue
            can = payable(payments(about.cost, state.character(seat), works=True), mine.goods)
            if not can:
                continue
            up = self._purge()
            move: Json = {"type": "build", "seat": seat, "building": card}
            if len(can) > 1:
                move["payment"] = self.rng.choice(can)
            if up:
                move["purge_refill"] = self.apprentices[:up]
            move |= self._choices(seat, card, about.at_once, up)
            if self.is_legal(move):
                return move
            plain: Json = {
                key: move[key] for key in ("type", "seat", "building", "payment", "purge_refill") if key in move
            }
            if self.is_legal(plain):
                return plain
        return None

    def _choices(self, seat: int, card: str, effect: Effect | None, up: int) -> Json:
        """What a building's effect asks for."""
        state, mine = self.state, self.state.seats[seat]
        match effect.type if effect is not None else "":
            case "choose_one" if effect is not None:
                return {"choice": next(iter(self.rng.choice(effect.options)))}
            case "choose_one_action":
                return self._barracks(seat)
            case "capture_free" if effect is not None:
                groups = self._groups(seat, effect.number, len(OPEN_LOCATIONS))
                return {"captures": groups} if groups else {}
            case "hire_free":
                spot = self._spot(seat, state.box.columns)
                return {} if spot is None else {"hire": {**spot, "refill": self.apprentices[up]}}
            case "destroy_unpaid_debt" if mine.unpaid:
                return {"destroy_debt": True}
            case "discard_building_for" if len(self.hands[seat]) > 1:
                return {"library_discard": True}
            case "discard_own_apprentice":
                return {"graveyard_discard": self.rng.choice(mine.apprentices)} if mine.apprentices else {}
            case "place_extra_worker":
                return self._second(seat, card, up)
        return {}

    def _barracks(self, seat: int) -> Json:
        """The own workers back, or a group captured."""
        if self.state.held_elsewhere(seat) and self.rng.random() < 0.5:  # noqa: PLR2004 - either
            return {"choice": RELEASE}
        groups = self._groups(seat, 1, 1)
        return {"choice": CAPTURE, "captures": groups} if groups else {}

    def _second(self, seat: int, card: str, up: int) -> Json:
        """The second work of a Crane: a level, or another building."""
        state = self.state
        space = (next_space(state) or state.hall.spaces) + 1
        purged = {"purge_refill": self.apprentices[up : up + len(ROWS)]} if space in state.hall.purges else {}
        for other in self.hands[seat]:
            if other == card:
                continue
            second = {"type": "build", "building": other, **purged}
            move = {"type": "build", "seat": seat, "building": card, "crane": second}
            if up:
                move["purge_refill"] = self.apprentices[:up]
            if self.is_legal(move):
                return {"crane": second}
        level = state.seats[seat].level + 1
        if level < len(state.box.levels):
            second = {"type": "cathedral", **purged, **({"reward": self.rewards[0]} if state.reward_pile else {})}
            return {"crane": second}
        return {}

    def _cathedral(self, seat: int) -> Json | None:
        state, mine = self.state, self.state.seats[seat]
        level = mine.level + 1
        if level >= len(state.box.levels):
            return None
        cost = state.box.levels[level].cost
        can = [] if cost is None else payable(payments(cost, state.character(seat), works=True), mine.goods)
        if not can:
            return None
        move: Json = {"type": "cathedral", "seat": seat}
        if len(can) > 1:
            move["payment"] = self.rng.choice(can)
        if state.reward_pile:
            move["reward"] = self.rewards[0]
        if self._purge():
            move["purge_refill"] = self.apprentices[: self._purge()]
        return move

    def bought_off(self, move: Json) -> Json:
        """Let a seat that may buy off a coming debt do so, at random."""
        for seat in range(len(self.state.seats)):
            character = self.state.character(seat)
            if character is not None and character.avoids is not None and self.rng.random() < 0.5:  # noqa: PLR2004
                tried = {**move, "hugo_pays": {str(seat): 1}}
                if self.is_legal(tried):
                    return tried
        return move
