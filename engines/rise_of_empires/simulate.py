"""Simulates a table: complete legal games as a recorder would type them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from engines.kernel.game import Json
from engines.rise_of_empires.box.components import CITY, EMPIRE, FOOD, PROGRESS, TERRITORY, TRADE
from engines.rise_of_empires.decide import decide
from engines.rise_of_empires.evolve import evolve
from engines.rise_of_empires.offers.fields import may, questions
from engines.rise_of_empires.setup import setup
from engines.rise_of_empires.state import State

ENOUGH = 9
"""Food from which on players take tiles that cost food."""
LIKED = {PROGRESS: 5, TERRITORY: 4, CITY: 6, EMPIRE: 7, TRADE: 4}
"""Weights of the rows: how much players like them."""


def table(
    rng: Random,
    seats: Sequence[str],
    options: Json,
    box: Json,
    knows: str = "all",  # noqa: ARG001 - nothing is secret: every recorder knows all
) -> Iterator[Json]:
    """One complete legal game, move by move, for tests, demonstrations and measurements.

    Args:
        rng: The only source of chance; each state gives one game.
        seats: Colours, clockwise from seat 0.
        options: Of the record.
        box: The components.
        knows: ``all`` or ``public``; they are the same here.
    """
    state = setup(seats, options, box)
    players = _Players(rng, state)
    ply = 1
    while True:
        offered = next(may(state), None)
        if offered is None:
            return
        kind, seat = offered
        move: Json = {"type": kind} if seat is None else {"type": kind, "seat": seat}
        for path, domain in questions(state, kind, seat, move):
            if _look(move, path.split(".")) is _MISSING:
                _put(move, path.split("."), players.answer(seat, path, domain))
        move = _told(move)
        ply += 1
        evolve(state, decide(state, move), str(ply))
        yield move


class _Players:
    """Players with habits, and chance.

    Args:
        rng: The only source of chance.
        state: The table that they look at.
    """

    def __init__(self, rng: Random, state: State) -> None:
        self.rng = rng
        self.state = state
        seats = range(len(state.seats))
        self.warlike = [rng.uniform(0.1, 0.9) for _ in seats]
        self.idle = [rng.choice((0.02, 0.12)) for _ in seats]
        self.thrifty = [rng.random() for _ in seats]
        # Careless players take anything, run out of everything and are sometimes stuck.
        self.careless = [rng.random() < 0.35 for _ in seats]  # noqa: PLR2004 - a habit, not a rule

    def answer(self, seat: int | None, path: str, domain: Json) -> Any:
        """What a player says to a question; None leaves it out."""
        field, place = path.partition(".")[0], seat or 0
        leave_out = {
            "free_before": 0.5,
            "free_after": 0.4,
            "use": 0.3,
            "recall": 0.95,
            "battles": 1 - self.warlike[place],
            "place": 0.1,
            "discard": 0.9,
            "drop": 0.85,
            "progress": 0.2,
            "cities": 0.2,
            "pay": self.thrifty[place] / 2,
        }.get(field, self.idle[place])
        if domain.get("optional") and self.rng.random() < leave_out:
            return None
        return self._some(place, path, domain)

    def _some(self, place: int, path: str, domain: Json) -> Any:
        """A value of a domain."""
        rng, careless = self.rng, self.careless[place]
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
            case _ if path == "row":
                return rng.choices(domain["of"], [LIKED.get(row, 1) for row in domain["of"]])[0]
            case _ if careless or self.state.phase != "actions":
                return rng.choice(domain["of"])
            case _:
                some = [rng.choice(domain["of"]) for _ in range(3)]
                return max(some, key=lambda one: self._worth(place, one))

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


_MISSING: Any = object()


def _look(here: Any, way: Sequence[str]) -> Any:
    """The value of a move at a path; a special mark if it has no answer."""
    for key in way:
        if isinstance(here, dict):
            here = here.get(key, _MISSING)
        elif isinstance(here, list):
            here = here[int(key)] if int(key) < len(here) else _MISSING
        else:
            return here if here is None else _MISSING
    return here


def _put(here: Any, way: Sequence[str], value: Any) -> None:
    """Put an answer into a move, with the lists and objects on the way to it."""
    for key, inner in pairwise(way):
        fresh: Any = [] if inner.isdecimal() else {}
        if isinstance(here, dict):
            here = here.setdefault(key, fresh)
        else:
            if int(key) == len(here):
                here.append(fresh)
            here = here[int(key)]
    if isinstance(here, dict):
        here[way[-1]] = value
    else:
        here.append(value)


def _told(value: Any) -> Any:
    """A move as a recorder types it: without what was left out."""
    if isinstance(value, dict):
        made = {key: _told(item) for key, item in value.items() if item is not None}
        return {key: item for key, item in made.items() if item not in ([], {})}
    return [_told(item) for item in value if item is not None] if isinstance(value, list) else value
