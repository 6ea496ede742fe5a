"""The worth of a play to a simulated seat, estimated from the effects in the box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engines.kernel.game import Json
from engines.mage_knight.box.components import WOUND, Node
from engines.mage_knight.offers.table_questions import read_only_attempt
from engines.mage_knight.rules.playing import units_allowed
from engines.mage_knight.rules.table.mana import dice_allowed, ways
from engines.mage_knight.rules.table.pieces import Part
from engines.mage_knight.state import State

POINTS = ("move", "influence", "heal")
ENEMIES = ("target_enemy", "target_enemies", "all_enemies")
SIDEWAYS = 1
"""Estimated value of a card that is played sideways."""


@dataclass(frozen=True, slots=True)
class PlayValue:
    """One way through an effect.

    Args:
        options: The options that it takes, in the order in which they are asked.
        points: Move, influence and healing points.
        parts: Values of attack and block.
        against: What it does to enemies: ``destroy``, ``stop`` or ``weaken`` them.
        harm: Wounds to the unit that does it.
    """

    options: tuple[int, ...] = ()
    points: tuple[int, int, int] = (0, 0, 0)
    parts: tuple[Part, ...] = ()
    against: tuple[str, ...] = ()
    harm: int = 0

    def and_then(self, other: PlayValue) -> PlayValue:
        """Both, one after the other."""
        return PlayValue(
            self.options + other.options,
            tuple(a + b for a, b in zip(self.points, other.points, strict=True)),  # type: ignore[arg-type]
            self.parts + other.parts,
            self.against + other.against,
            self.harm + other.harm,
        )


def values_of(node: Node | None, *, night: bool) -> list[PlayValue]:
    """The value of each way through an effect; only points, attack and block count."""
    if node is None:
        return []
    op = node["op"]
    if op == "one_of":
        found = []
        for number, option in enumerate(node["options"], 1):
            found += [PlayValue((number,)).and_then(each) for each in values_of(option, night=night)]
        return found
    if op == "all":
        found = [PlayValue()]
        for step in node["steps"]:
            found = [before.and_then(each) for before in found for each in values_of(step, night=night)]
        return found
    count: int = node[by_light] if (by_light := "night" if night else "day") in node else node.get("n", 0)
    if op in POINTS:
        values = [count if op == name else 0 for name in POINTS]
        return [PlayValue(points=(values[0], values[1], values[2]))]
    if op in ("attack", "block"):
        return [PlayValue(parts=(Part(op, node.get("kind", ""), node["element"], count),))]
    if op in ENEMIES:
        return [
            PlayValue(against=("destroy" if node.get("destroy") else "stop" if node.get("no_attack") else "weaken",))
        ]
    return [PlayValue(harm=node["n"] if op == "wound_this_unit" else 0)]


@dataclass(frozen=True, slots=True)
class Playable:
    """Something that can be played now.

    Args:
        move: The move as far as it is fixed.
        value: What it gives.
        mana: How many mana it costs.
        key: What it is: no two plays of one card, skill or unit can both be made.
    """

    move: Json
    value: PlayValue
    mana: int
    key: str

    @property
    def dear(self) -> int:
        """The cost of the play: mana, and wounds to a unit, each worth two mana."""
        return self.mana + 2 * self.value.harm

    @property
    def special(self) -> bool:
        """Whether it gives neither points nor values."""
        return not any(self.value.points) and not self.value.parts


def playables(state: State, seat: int) -> list[Playable]:
    """What a seat can play and pay for now, estimated."""
    return [*_of_cards(state, seat), *_of_skills(state, seat), *_of_units(state, seat)]


def mana_left(state: State, seat: int) -> int:
    """Number of mana that a seat could pay now, of any colour."""
    attempt = read_only_attempt(state, seat)
    me, turn = attempt.me, attempt.me.turn
    dice = 0 if turn is None else max(0, dice_allowed(attempt) - turn.used_dice)
    return dice + sum(me.crystals.values()) + sum(me.mana.values())


def best(found: Sequence[Playable], value: Callable[[Playable], float], mana: int) -> dict[str, Playable]:
    """The best play of each card, skill and unit, within the mana of the seat.

    Args:
        found: What can be played.
        value: The value of a play; a play of value 0 is left out.
        mana: Number of mana for all plays together.
    """
    plain: dict[str, Playable] = {}
    dear: dict[str, Playable] = {}
    for one in found:
        there = dear if one.mana else plain
        if value(one) > (value(there[one.key]) if one.key in there else 0):
            there[one.key] = one
    gains = {key: value(one) - (value(plain[key]) if key in plain else 0) for key, one in dear.items()}
    out = dict(plain)
    for key in sorted(gains, key=lambda key: -gains[key]):
        if gains[key] > 0 and dear[key].mana <= mana:
            out[key] = dear[key]
            mana -= dear[key].mana
    return out


def _payable(attempt: Any, cost: Sequence[str]) -> bool:
    return all(next(iter(ways(attempt, (colour,))), None) is not None for colour in cost)


def _of_cards(state: State, seat: int) -> Iterator[Playable]:
    attempt, player = read_only_attempt(state, seat), state.seats[seat]
    fighting = attempt.fighting
    for place, name in enumerate(player.hand):
        card = state.box.cards.get(name)
        if card is None or name == WOUND:
            continue
        base = {"type": "play_card", "seat": seat, "card": name}
        for use, node, cost, heals in (
            ("basic", card.basic, card.basic_cost, card.healing[0]),
            ("strong", card.strong, card.strong_cost, card.healing[1]),
        ):
            if not (fighting and heals) and _payable(attempt, cost):
                for each in values_of(node, night=state.night):
                    yield Playable({**base, "use": use}, each, len(cost), f"card {place}")
        for gives in ("move", "influence", "attack", "block"):
            points = (SIDEWAYS * (gives == "move"), SIDEWAYS * (gives == "influence"), 0)
            kind = "melee" if gives == "attack" else ""
            parts = () if any(points) else (Part(gives, kind, "physical", SIDEWAYS),)
            yield Playable(
                {**base, "use": "sideways", "gives": gives}, PlayValue((), points, parts), 0, f"card {place}"
            )


def _of_skills(state: State, seat: int) -> Iterator[Playable]:
    for token in state.seats[seat].skills:
        about = state.box.skills[token.hero, token.id]
        if token.used or token.new or about.use == "permanent":
            continue
        for each in values_of(about.effect, night=state.night):
            yield Playable({"type": "use_skill", "seat": seat, "skill": token.id}, each, 0, f"skill {token.id}")


def _of_units(state: State, seat: int) -> Iterator[Playable]:
    attempt = read_only_attempt(state, seat)
    for number, unit in state.seats[seat].units.items():
        if not unit.ready or unit.wounds or not units_allowed(attempt, unit):
            continue
        for ability, about in enumerate(state.box.units[unit.id].abilities, 1):
            if _payable(attempt, about.cost):
                for each in values_of(about.effect, night=state.night):
                    yield Playable(
                        {"type": "activate_unit", "seat": seat, "unit": number, "ability": ability},
                        each,
                        len(about.cost),
                        f"unit {number}",
                    )
