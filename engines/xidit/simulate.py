"""Simulated players of Lords of Xidit: they plan orders for the units and threats they see."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.kernel import simulate
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from engines.xidit.box.components import ACTION, ROAD, WAIT
from engines.xidit.rules.derived import raging
from engines.xidit.state import State

CARELESS = 0.04
"""How often an order is not the planned one."""
LEFT_OUT = {"tile_set": 0.9, "tile": 0.2, "top_threat": 0.2, "titan": 0.1, "regions": 0.3, "gold": 0.4, "units": 0.5}
"""How often an optional field is left out."""


class Players(simulate.Players[State]):
    """Players with plans."""

    def __init__(self, fold: Fold[State, Any], rng: Random) -> None:
        super().__init__(fold, rng)
        self.locks = rng.choice((0, 0.3, 3))  # how readily this recorder notes who is ready
        self.confides = [rng.random() < 0.5 for _ in self.state.seats]  # noqa: PLR2004 - as likely as not
        self.thrifty = rng.random() < 0.5  # noqa: PLR2004 - whether they leave the last unit, and with it new recruits
        self.farther = self._distances()

    def weight(self, kind: str, seat: int | None) -> float:
        """Players who are ready seldom change their program; few declare anything before the evaluations."""
        if kind in ("program", "census_show"):
            mine = self.state.seats[seat or 0]
            return self.locks * (1 if (mine.program if kind == "program" else mine.fist) is None else 0.02)
        return {"declare": 0.1, "reveal_bastion": 0.1}.get(kind, 1)

    def answer(self, move: Json, path: str, domain: Json) -> Any:
        """What a seat plans, or what the table sees."""
        rng, state = self.rng, self.state
        field, _, rest = path.partition(".")
        place = int(rest) if field in ("orders", "counts") and rest else move.get("seat") or 0
        mine = state.seats[place]
        secret = move["type"] in ("program", "census_show") and field != "unit"
        leave_out = LEFT_OUT.get(field, 0) if not secret else 0 if self.confides[place] else 1
        if domain.get("optional") and rng.random() < leave_out:
            return None
        match field:
            case "orders":
                return self._plan(place) if mine.orders is None or move["type"] == "program" else mine.orders
            case "count" | "counts" if move["type"] != "reveal_bastion":
                high = domain["high"]
                return rng.choice((high, high, rng.randint(domain["low"], high)))
            case "counts" | "gold" | "total":
                wrong = field == "gold" and rng.random() < 0.1  # noqa: PLR2004 - now and then
                return {"counts": mine.bastion, "gold": mine.gold, "total": sum(mine.units.values())}[field] + wrong
            case "units" if move["type"] == "declare":
                return dict(mine.units)
            case "city" if move["type"] == "place_idrakys":
                return max(rng.choices(domain["of"], k=4), key=self._inviting)
        return simulate.pick(rng, domain, 0)

    def _inviting(self, number: int) -> int:
        city = self.state.cities[number]
        return 2 if city.tile is not None and not city.threat else 1 if city.tile else 0

    def _any(self) -> str:
        return self.rng.choice(list(self.state.box.icons))

    def _distances(self) -> dict[int, dict[int, list[str]]]:
        """From every city, the orders of a shortest path to every other city."""
        box = self.state.box
        icons = {icon.colour: icon.id for icon in box.icons.values() if icon.kind == ROAD}
        out: dict[int, dict[int, list[str]]] = {}
        for start in box.cities:
            ways: dict[int, list[str]] = {start: []}
            waiting = [start]
            for here in waiting:
                for colour, ends in box.roads[here].items():
                    if ends[0] not in ways:
                        ways[ends[0]] = [*ways[here], icons[colour]]
                        waiting.append(ends[0])
            out[start] = ways
        return out

    def _plan(self, place: int) -> list[str]:
        """Six promising orders, as far as the seat can foresee, with an occasional mistake."""
        seat = self.state.seats[place]
        box, units = self.state.box, dict(seat.units)
        icons = {icon.kind: icon.id for icon in box.icons.values()}
        plan: list[str] = []
        here, done = seat.city or 1, set[int]()
        while len(plan) < box.wheels:
            left = box.wheels - len(plan) - 1
            wants = self._wants(units)
            aims = [
                (self._worth(units, wants, city) / (1 + len(way)) * self.rng.uniform(0.7, 1.3), city)
                for city, way in self.farther[here].items()
                if len(way) <= left and city not in done
            ]
            worth, city = max(aims, default=(0.0, here))
            if worth <= 0:
                plan.append(self.rng.choice([icons[WAIT], self._any()]))
                break
            plan += [*self.farther[here][city], icons[ACTION]]
            done.add(city)
            self._foresee(units, city)
            here = city
        plan += [self.rng.choice((icons[WAIT], self._any())) for _ in range(box.wheels - len(plan))]
        return [self._any() if self.rng.random() < CARELESS else icon for icon in plan]

    def _wants(self, units: dict[str, int]) -> dict[str, float]:
        """How much a unit of each type would help against the threats that lie there."""
        state = self.state
        wants = dict.fromkeys(units, 0.3)
        for city in state.cities.values():
            if city.tile is not None and city.threat:
                needs = state.box.tiles[city.tile].needs
                missing = {unit: count - units[unit] for unit, count in needs.items() if count > units[unit]}
                for unit in missing:
                    wants[unit] = max(wants[unit], 3 / sum(missing.values()) ** 2)
        return wants

    def _worth(self, units: dict[str, int], wants: dict[str, float], number: int) -> float:
        """What an action in a city promises."""
        state, city = self.state, self.state.cities[number]
        if city.tile is None:
            tops = [stack.symbols for stack in raging(state).values()]
            return 5.0 if tops and min(tops) <= sum(units.values()) else 0.0
        if not city.threat:
            weakest = next((unit for unit in state.box.units if city.units[unit]), None)
            last = 0.1 if self.thrifty and sum(city.units.values()) == 1 else 1.0
            return 0.0 if weakest is None else last * (0.5 + wants[weakest])
        needs = state.box.tiles[city.tile].needs
        missing = sum(max(0, count - units[unit]) for unit, count in needs.items())
        return 9.0 if not missing else 0.05

    def _foresee(self, units: dict[str, int], number: int) -> None:
        """Predict the holdings behind the screen after an action."""
        city = self.state.cities[number]
        if city.tile is None:
            return
        if city.threat:
            for unit, count in self.state.box.tiles[city.tile].needs.items():
                units[unit] = max(0, units[unit] - count)
        else:
            weakest = next((unit for unit in self.state.box.units if city.units[unit]), None)
            if weakest is not None:
                units[weakest] += 1


table = simulate.tables("engines.xidit", Players)
