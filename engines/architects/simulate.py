"""Simulated players of Architects: they gather what the nearest building of their hand lacks."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.architects.arguments.values import LISTS
from engines.architects.box.components import ROWS
from engines.architects.offers.move_types import candidates
from engines.architects.state import State
from engines.kernel import simulate
from engines.kernel.game import Json
from engines.kernel.offers import look
from engines.kernel.replay import Fold

WEIGHTS = {"build": 90, "cathedral": 60, "place_silversmith": 2, "discard_apprentice": 0.02, "end_effects": 0.3}
WEIGHTS |= dict.fromkeys(("place_storehouse", "workshop_draw", "place_tax_stand", "market_left", "market_right"), 0.5)
"""How likely a type of move is chosen; others 1."""
FEW = 5
"""Workers of a seat that are running short."""
LEFT_OUT = {"characters": 0, "hire": 0.2, "destroy_debt": 0, "library_discard": 0.3, "choice": 0, "crane": 0.2}
LEFT_OUT |= {"captures": 0.1, "actions": 0.1, "trades": 0.2, "abilities": 0.4, "discard": 0.8, "kept": 0, "payment": 0}
"""How often an optional field is left out."""
WAYS = {"clay": "place_mines", "gold": "place_mines", "stone": "place_quarry", "wood": "place_forest"}
"""Good -> the type of move that gathers it."""


class Players(simulate.Players[State]):
    """Players who want to build."""

    def __init__(self, fold: Fold[State, Any], rng: Random) -> None:
        super().__init__(fold, rng)
        self.confides = [rng.random() < 0.6 for _ in self.state.seats]  # noqa: PLR2004 - somewhat likelier than not
        self.skills: set[str] = set()
        self.goods: set[str] = set()

    def weight(self, kind: str, seat: int | None) -> float:
        """What the nearest building lacks comes first; nobody places a worker for nothing."""
        state, place = self.state, seat or 0
        if kind == "place_guardhouse":
            mine = state.seats[place]
            gain = sum(mine.captives) + state.prison[place] + mine.unpaid + 2 * len(state.held_elsewhere(place))
            return min(gain, 3) * (2 if mine.workers <= FEW else 1)
        if kind == "place_town_centre":
            groups = [count for of in state.at.values() for other, count in enumerate(of) if other != place]
            return max(0, max(groups) - 1)
        wanted = 6 * (kind in {WAYS.get(good) for good in self.goods})
        return WEIGHTS.get(kind, 1) + wanted + 6 * (bool(self.skills) and kind == "workshop_hire")

    def wishes(self) -> tuple[Json, ...]:
        """No moves; finds out what the nearest building of the hand lacks."""
        state, seat = self.state, self.state.active
        lacks: list[tuple[int, set[str], set[str]]] = [(0, set(), set())]
        for card in candidates(state, seat) if seat is not None else ():
            about, mine = state.box.buildings[card], state.seats[seat or 0].goods
            skills = set(about.skills) - state.skills(seat or 0)
            lack = {of[0]: count - mine[of[0]] for of, count in about.cost.parts if count > mine[of[0]]}
            lacks.append((3 * len(skills) + sum(lack.values()), skills, set(lack)))
        _, self.skills, self.goods = min(lacks[1:] or lacks, key=lambda one: one[0])
        return ()

    def answer(self, move: Json, path: str, domain: Json) -> Any:
        """The answer to a question: seats that confide their cards note them; the largest groups are captured."""
        rng, state = self.rng, self.state
        field, *rest = path.split(".")
        place = int(rest[0]) if move["type"] == "draft_done" else move.get("seat") or 0
        if domain.get("secret") or field in ("drawn", "discarded", "put_back", "library_card"):
            return self._noted(domain) if self.confides[place] else None
        first = rest == ["0"] and field in ("captures", "actions")
        if domain.get("optional") and not first and rng.random() < LEFT_OUT.get(field, 0.5):
            return None
        if domain["kind"] == "group" and field in LISTS:
            return {}  # its parts are asked one after another, each narrowed by the one before
        if domain["kind"] == "list" and domain["of"]["kind"] == "choice":
            return rng.sample(domain["of"]["of"], domain["least"])
        if path == "row" and self.skills:
            return max(domain["of"], key=lambda row: any(map(self._teaches, state.display[row])))
        if path == "column" and self.skills and move.get("row") in ROWS:
            return max(domain["of"], key=lambda column: self._teaches(state.display[move["row"]][column - 1]))
        if path.startswith("captures.") and domain["kind"] == "choice":
            return max(domain["of"], key=lambda one: self._group(move, path, one))
        if field == "crane":
            return {"type": "cathedral", "reward": rng.choice(domain["fields"]["reward"]["of"])}
        return simulate.pick(rng, domain, 0.8)

    def _noted(self, domain: Json) -> Any:
        """Cards as somebody notes them, now and then without one."""
        if domain["kind"] != "list":
            return self.rng.choice(domain["of"])
        cards = domain["of"]["of"]
        seen = self.rng.sample(cards, min(len(cards), domain["least"]))
        return [None if self.rng.random() < 0.05 else card for card in seen]  # noqa: PLR2004 - now and then

    def _teaches(self, card: str | None) -> bool:
        """Whether an apprentice has a skill that is wanted."""
        return card is not None and not self.skills.isdisjoint(self.state.box.apprentices[card].skills)

    def _group(self, move: Json, path: str, one: Any) -> int:
        """Workers of others at a location, or of a seat at the location that is chosen."""
        if path.endswith("seat"):
            at: list[int] = self.state.at[look(move, path.replace("seat", "location"))]
            return at[one] if one != move["seat"] else 0
        return max(count for seat, count in enumerate(self.state.at[one]) if seat != move["seat"])


table = simulate.tables("engines.architects", Players)
