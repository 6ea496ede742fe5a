"""An attempt at an action, step by step, on copies of the changed parts: for rules and offers, or to be applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.rise_of_empires.box.components import (
    ALLIANCE,
    ATTACKER,
    CITY_DISCOUNT,
    DEFENDER,
    EMPIRE,
    EXCHANGE,
    FOOD,
    FREE_ACTION,
    GOLD,
    OLD_DISCOUNT,
    OPENS_OVERSEAS,
    PROGRESS,
    REMOVE_CUBE,
    TERRITORY,
    TRADE,
    TRADE_BONUS,
    VP,
    Box,
)
from engines.rise_of_empires.box.pieces import Effect, Side
from engines.rise_of_empires.moves import ActionTaken, Battle, Free, Placed
from engines.rise_of_empires.rules.history import Force, Fought
from engines.rise_of_empires.state import BUILT, Owned, Seat, State, bank, on_offer, twins, unit


class ImpossibleError(Exception):
    """The pieces are missing: the action cannot have been played."""


class Attempt:
    """One attempt at an action. The state does not change before :meth:`commit`.

    Attributes:
        mine: The seat's holdings in this attempt.
        battles: Those fought so far.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.mine = state.seats[seat].copy()
        self._seats: dict[int, Seat] = {seat: self.mine}
        self._cubes: dict[str, list[int]] = {}
        self._taken: tuple[str, str] | None = None
        self._disc: tuple[str, int, int | None] | None = None
        self._box: str | None = None
        self._built = False
        self._used: list[str] = []
        self.battles: tuple[Fought, ...] = ()

    @property
    def box(self) -> Box:
        """The components."""
        return self.state.box

    def cubes(self, region: str) -> Sequence[int]:
        """Cubes in a region by seat, in this attempt."""
        return self._cubes.get(region) or self.state.cubes[region]

    def own_regions(self) -> list[str]:
        """The regions with own cubes, in this attempt."""
        return [region for region in self.state.cubes if self.cubes(region)[self.seat]]

    def other(self, seat: int) -> Seat:
        """The holdings of any seat in this attempt; read-only."""
        return self._seats.get(seat) or self.state.seats[seat]

    def guarded(self, region: str, seat: int) -> bool:
        """Whether an alliance piece protects the cubes of a seat in a region (ROE-6.20)."""
        return self.other(seat).alliance == region

    def side(self, tile: str) -> Side:
        """The side of an empire tile that shows (ROE-4.16)."""
        return self.box.empire[tile][self.state.now.era > 1]

    def effects(self, tiles: Sequence[str], kind: str) -> list[Effect]:
        """The effects of a kind on some tiles."""
        return [effect for tile in tiles for effect in self.box.progress[tile].effects if effect.kind == kind]

    def surcharge(self, tile: str) -> int:
        """Gold that a progress tile costs, after discounts (ROE-6.2 to 6.4)."""
        old = max(self.state.now.era - self.box.progress[tile].era, 0)
        price = self.box.surcharge[min(old, len(self.box.surcharge) - 1)]
        return max(price - sum(effect.number for effect in self.effects(list(self.mine.progress), OLD_DISCOUNT)), 0)

    def price(self, city: str) -> dict[str, int]:
        """What a city tile or a wonder costs, after discounts (ROE-8.1, ROE-8.8)."""
        cost = dict(self.box.cities[city].cost)
        off = sum(effect.number for effect in self.effects(list(self.mine.progress), CITY_DISCOUNT))
        cost["gold"] = max(cost["gold"] - off, 0)
        return cost

    def losses(self, row: tuple[int, int], battle: Battle) -> tuple[int, int]:
        """What attacker and defender lose at most, with all modifiers (ROE-11.18, ROE-11.20)."""
        attacker, defender = row
        for effect in self.effects(battle.use or (), ATTACKER):
            attacker = max(attacker + effect.attacker_loss, 0)
            defender = max(defender + effect.defender_loss, 0)
        for effect in self.effects(list(self.other(battle.defender).progress), DEFENDER):
            least = min(defender, effect.minimum)
            defender = max(defender + effect.defender_loss, least)
        return attacker, defender

    def _row(self, region: str) -> list[int]:
        """The cubes of a region, for changes."""
        if region not in self._cubes:
            if region not in self.state.cubes:
                raise ImpossibleError
            self._cubes[region] = list(self.state.cubes[region])
        return self._cubes[region]

    def _seat(self, seat: int) -> Seat:
        """The holdings of a seat, for changes."""
        if seat not in self._seats:
            if not 0 <= seat < len(self.state.seats):
                raise ImpossibleError
            self._seats[seat] = self.state.seats[seat].copy()
        return self._seats[seat]

    def _home(self, region: str, seat: int, cubes: int) -> None:
        """Move cubes from a region to their owner's stock, at most those there (ROE-11.8, ROE-11.9, ROE-6.21)."""
        row, owner = self._row(region), self._seat(seat)
        cubes = min(cubes, row[seat])
        row[seat] -= cubes
        owner.stock += cubes
        if not row[seat] and owner.alliance == region:
            owner.alliance = None

    def turn_down(self, tile: str) -> None:
        """Turn a used progress tile face down (ROE-6.8)."""
        owned = self.mine.progress.get(tile)
        if owned is None:
            raise ImpossibleError
        self.mine.progress[tile] = Owned(up=False, waiting=owned.waiting)
        self._used.append(tile)

    def free(self, free: Free) -> None:
        """Carry out a free action (ROE-6.7, ROE-6.27)."""
        self.turn_down(free.tile)
        if self.box.progress[free.tile].use != FREE_ACTION:
            raise ImpossibleError
        for effect in self.box.progress[free.tile].effects:
            if effect.kind == REMOVE_CUBE and free.region is not None and free.victim is not None:
                self._home(free.region, self._seat_number(free.victim), effect.number)
            elif effect.kind == EXCHANGE:
                self._exchange(free.tile, effect)
            elif effect.kind == ALLIANCE and free.region is not None:
                if not self._row(free.region)[self.seat]:
                    raise ImpossibleError
                self.mine.alliance = free.region

    def _seat_number(self, seat: int) -> int:
        if not 0 <= seat < len(self.state.seats):
            raise ImpossibleError
        return seat

    def _exchange(self, tile: str, effect: Effect) -> None:
        """Pay in full, then gain (ROE-6.27)."""
        mine, gain = self.mine, effect.gain
        self._spend(effect.pay)
        mine.score(self.state.turn, PROGRESS, tile, gain.get(VP, 0) - effect.pay.get(VP, 0))
        mine.gold += gain.get("gold", 0)
        mine.resource += self._discs(gain.get("resource", 0))
        mine.food = min(mine.food + gain.get(FOOD, 0), max(self.box.most_food, mine.food))
        cubes = min(gain.get("cubes", 0), mine.stock)
        mine.stock -= cubes
        mine.pool += cubes

    def _discs(self, wanted: int) -> int:
        """Resource discs that the bank can give by now (ROE-1.14)."""
        there = bank(self.state)
        if there is None:
            return wanted
        on_track = self.box.trade[self._box].resources if self._box else 0
        return min(wanted, max(there + self.state.seats[self.seat].resource - self.mine.resource - on_track, 0))

    def _spend(self, cost: Mapping[str, int]) -> None:
        """Pay gold, resource discs, food and cubes of the pool; VP are only checked."""
        mine = self.mine
        if any(count < 0 or count > unit(mine, name) for name, count in cost.items()):
            raise ImpossibleError
        mine.gold -= cost.get("gold", 0)
        mine.resource -= cost.get("resource", 0)
        mine.food -= cost.get("food", 0)
        cubes = cost.get("cube", 0) + cost.get("cubes", 0)
        mine.pool -= cubes
        mine.stock += cubes

    def place_disc(self, row: str) -> None:
        """Place an own disc on the lowest free circle (ROE-5.10, ROE-5.11)."""
        circles = self.state.rows.get(row, [])
        if None not in circles or not self.mine.discs:
            raise ImpossibleError
        self._disc = (row, circles.index(None), self.seat)
        self.mine.discs -= 1

    def remove_disc(self, row: str, circle: int | None, pay: Mapping[str, int]) -> None:
        """Take back an own disc and pay for it (ROE-5.20 to 5.30)."""
        circles = self.state.rows.get(row, [])
        if circle is None or not 1 <= circle <= len(circles) or circles[circle - 1] != self.seat:
            raise ImpossibleError
        self._disc = (row, circle - 1, None)
        self.mine.discs += 1
        self._spend(pay)
        self.mine.score(self.state.turn, "discs", None, -pay.get("vp", 0))

    def take(self, row: str, tile: str) -> None:
        """Take and pay for a progress, territory or city tile (ROE-6.1, ROE-7.1, ROE-8.1, ROE-8.10)."""
        mine, state = self.mine, self.state
        if not on_offer(state, row, tile) or twins(self.box, tile, mine.progress) is not None:
            raise ImpossibleError
        self._taken = (row, tile)
        if row == PROGRESS:
            self._spend({"gold": self.surcharge(tile)})
            others = tuple(seat for seat in range(len(state.seats)) if seat != self.seat)
            mine.progress[tile] = Owned(up=True, waiting=others)
        elif row == TERRITORY:
            mine.territory = {**mine.territory, tile: mine.territory.get(tile, 0) + 1}
        else:
            self._spend(self.price(tile))
            self._built = self.box.cities[tile].wonder
            if self._built:
                mine.score(state.turn, "wonders", tile, self.box.cities[tile].vp)
            else:
                mine.cities = {**mine.cities, tile: state.turn}

    def take_empire(self, tile: str) -> None:
        """Take an empire tile (ROE-9.1)."""
        if tile not in self.state.empire:
            raise ImpossibleError
        self._taken = (EMPIRE, tile)
        self.mine.empire = (*self.mine.empire, tile)

    def recall(self) -> None:
        """Return all own cubes from the map to the pool (ROE-9.4, ROE-6.21)."""
        for region in self.own_regions():
            row = self._row(region)
            self.mine.pool += row[self.seat]
            row[self.seat] = 0
        self.mine.alliance = None

    def put(self, placed: Placed) -> None:
        """Move cubes from the pool to a region (ROE-9.7)."""
        if not 0 < placed.cubes <= self.mine.pool:
            raise ImpossibleError
        self._row(placed.region)[self.seat] += placed.cubes
        self.mine.pool -= placed.cubes

    def fight(self, tile: str, battle: Battle) -> None:
        """Fight a battle (ROE-11.6 to 11.9, ROE-11.20)."""
        side = self.side(tile)
        row = battle.row or 0
        if not 0 <= row < len(side.battles):
            raise ImpossibleError
        self._seat_number(battle.defender)
        attacker, defender = self.losses(side.battles[row], battle)
        for used in battle.use or ():
            self.turn_down(used)
        against = self._fallen(battle.region, battle.defender, side.battles[row][1], defender)
        own = self._fallen(battle.region, self.seat, side.battles[row][0], attacker)
        self.battles += (Fought(battle.region, tile, row, battle.use or (), own, against),)

    def _fallen(self, region: str, seat: int, printed: int, loss: int) -> Force:
        """Remove the cubes that one side of a battle loses."""
        there = self.cubes(region)[seat]
        self._home(region, seat, loss)
        return Force(seat, there, printed, loss, min(there, loss))

    def trade(self, name: str, use: Sequence[str]) -> None:
        """Put resource discs on a trade box and gain its gold or VP (ROE-12.1, ROE-12.2)."""
        if self.state.trade.get(name, self.seat) is not None:
            raise ImpossibleError
        box = self.box.trade[name]
        self._spend({"resource": box.resources})
        self._box = name
        kind = {GOLD: box.gold, VP: box.vp}
        extra = [effect.gain for effect in self.effects(use, TRADE_BONUS) if kind.get(effect.on)]
        self.mine.gold += box.gold + sum(gain.get("gold", 0) for gain in extra)
        self.mine.score(self.state.turn, TRADE, name, box.vp + sum(gain.get(VP, 0) for gain in extra))

    def do(self, event: ActionTaken) -> Attempt:
        """Carry out the whole action in its order.

        Raises:
            ImpossibleError: The pieces are missing.
        """
        for free in event.free_before or ():
            self.free(free)
        if self.state.now.placing:
            self.place_disc(event.row)
        else:
            self.remove_disc(event.row, event.circle, event.pay or {})
        if event.perform is None:
            self._perform(event)
        for free in event.free_after or ():
            self.free(free)
        return self

    def _perform(self, event: ActionTaken) -> None:
        """What the row gives."""
        for tile in event.use or ():
            self.turn_down(tile)
        if event.row == TRADE:
            self.trade(event.box or "", event.use or ())
        elif event.row == EMPIRE:
            self.take_empire(event.tile or "")
            if event.recall:
                self.recall()
            for placed in event.place or ():
                self.put(placed)
            for battle in event.battles or ():
                self.fight(event.tile or "", battle)
        else:
            self.take(event.row, (event.kind if event.row == TERRITORY else event.tile) or "")

    def commit(self, name: str) -> None:
        """Apply the action to the table; the seat leaves all waiting lists (ROE-6.9, ROE-6.11)."""
        state = self.state
        if self.mine.alliance != state.seats[self.seat].alliance:
            state.said[f"alliance.{self.seat}"] = name
        for seat, copied in self._seats.items():
            state.seats[seat] = copied
        state.cubes.update(self._cubes)
        state.battles = self.battles
        self.mine.acted += 1
        if self._disc is not None:
            row, at, disc = self._disc
            state.rows[row][at] = disc
            state.said[f"{row}.{at + 1}"] = name
        for tile in self._used:
            state.said[f"used.{tile}"] = name
        if self._box is not None:
            state.trade[self._box] = self.seat
            state.said[self._box] = name
        if self._taken is not None:
            self._keep_tile(*self._taken, name)
        for mine in state.seats:
            for tile, owned in mine.progress.items():
                if self.seat in owned.waiting:
                    left = tuple(other for other in owned.waiting if other != self.seat)
                    mine.progress[tile] = Owned(owned.up, left)

    def _keep_tile(self, row: str, tile: str, name: str) -> None:
        """The tile leaves the display."""
        state = self.state
        state.said[tile] = name
        if row == EMPIRE:
            state.empire.pop(tile, None)
        elif row == TERRITORY:
            there = state.aside if state.aside.territory.get(tile) else state.new
            there.territory[tile] -= 1
        elif row == PROGRESS:
            state.new.progress.pop(tile, None)
            state.aside.progress.pop(tile, None)
            state.opened = state.opened or OPENS_OVERSEAS in self.box.progress[tile].kinds
        else:
            state.new.city.pop(tile, None)
            state.aside.city.pop(tile, None)
            if self._built:
                state.gone.city[tile] = BUILT
