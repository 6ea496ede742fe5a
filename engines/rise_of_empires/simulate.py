"""Simulated players of Rise of Empires: rows, tiles and regions that they like, and habits of their own."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.kernel import simulate
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from engines.rise_of_empires.box.components import CITY, EMPIRE, FOOD, PROGRESS, TERRITORY, TRADE
from engines.rise_of_empires.state import State

ENOUGH = 9
"""Food from which on players take tiles that cost food."""
LIKED = {PROGRESS: 5, TERRITORY: 4, CITY: 6, EMPIRE: 7, TRADE: 4}
"""Weights of the rows: how much players like them."""
LEFT_OUT = {"free_before": 0.5, "free_after": 0.4, "use": 0.3, "recall": 0.95, "place": 0.1, "discard": 0.9}
LEFT_OUT |= {"drop": 0.85, "progress": 0.2, "cities": 0.2}
"""How often an optional field is left out by everybody."""


class Players(simulate.Players[State]):
    """Players with habits."""

    def __init__(self, fold: Fold[State, Any], rng: Random) -> None:
        super().__init__(fold, rng)
        seats = self.state.seats
        # Careless players take anything, run out of everything and are sometimes stuck.
        self.careless = [rng.random() < 0.35 for _ in seats]  # noqa: PLR2004 - a habit, not a rule
        self.habits = [
            {**LEFT_OUT, "battles": rng.uniform(0.1, 0.9), "pay": rng.random() / 2, "": rng.choice((0.02, 0.12))}
            for _ in seats
        ]

    def answer(self, move: Json, path: str, domain: Json) -> Any:
        """What a player says to a question; None leaves it out."""
        rng, place = self.rng, move.get("seat") or 0
        habits = self.habits[place]
        if domain.get("optional") and rng.random() < habits.get(path.partition(".")[0], habits[""]):
            return None
        match domain["kind"]:
            case "group":
                # The parts are asked one after another, each narrowed by the one before.
                return {}
            case "flag":
                return True
            case "range" if path.startswith("pay."):
                return rng.choice((domain["low"], domain["high"], domain["high"]))
            case "range":
                return min(rng.randint(domain["low"], domain["high"]), rng.randint(1, 4))
            case "choice" if path == "row":
                return rng.choices(domain["of"], [LIKED.get(row, 1) for row in domain["of"]])[0]
            case "choice" if not self.careless[place] and self.state.phase == "actions":
                return max(rng.choices(domain["of"], k=3), key=lambda one: self._worth(place, one))
            case _:
                return simulate.pick(rng, domain, 0)

    def _worth(self, place: int, one: Any) -> int:
        """How much a player likes a tile, a region, a trade box or an opponent."""
        state, box = self.state, self.state.box
        if one in box.cities:
            return box.cities[one].vp * (1 if box.cities[one].wonder else len(box.turns) + 1 - state.turn)
        if one in box.regions:
            return box.regions[one].first + state.now.era - max(state.cubes[one])
        if one in box.territory:
            gains = box.territory[one].gains
            hungry = state.seats[place].food < ENOUGH
            return (3 if hungry else 1) * gains.get(FOOD, 0) + sum(gains.values())
        if one in box.trade:
            return box.trade[one].gold + 2 * box.trade[one].vp
        if one in box.progress:
            return sum(sum(effect.gain.values()) for effect in box.progress[one].effects)
        return box.empire[one][0].regions if one in box.empire else 0


table = simulate.tables("engines.rise_of_empires", Players)
