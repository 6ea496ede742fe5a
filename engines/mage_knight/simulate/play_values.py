"""The worth of a play to a simulated seat, estimated from the effects in the box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engines.kernel.game import Json
from engines.mage_knight.box.components import WOUND, Node
from engines.mage_knight.offers.table_questions import read_only_attempt
from engines.mage_knight.rules.playing import units_allowed
from engines.mage_knight.rules.table.mana import dice_allowed, ways
from engines.mage_knight.rules.table.pieces import Part
from engines.mage_knight.state import State

MOVE, INFLUENCE, HEAL = POINTS = ("move", "influence", "heal")
ENEMIES = ("target_enemy", "target_enemies", "all_enemies")


@dataclass(frozen=True, slots=True)
class PlayValue:
    """One way through an effect.

    Args:
        options: The options that it takes, in the order in which they are asked.
        parts: Values of attack and block, and points of move, influence and healing.
        against: What it does to enemies: ``destroy``, ``stop`` or ``weaken`` them.
    """

    options: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()
    against: tuple[str, ...] = ()

    def and_then(self, other: PlayValue) -> PlayValue:
        """The values of two effects, one after the other."""
        return PlayValue(self.options + other.options, self.parts + other.parts, self.against + other.against)

    def points(self, which: str) -> int:
        """The points of a kind."""
        return sum(part.value for part in self.parts if part.gives == which)


def values_of(node: Node | None, *, night: bool) -> list[PlayValue]:
    """The value of each way through an effect; only points, attack and block count."""
    if node is None:
        return []
    op = node["op"]
    if op == "one_of":
        ways_through = [(PlayValue((number,)), option) for number, option in enumerate(node["options"], 1)]
        return [first.and_then(each) for first, option in ways_through for each in values_of(option, night=night)]
    if op == "all":
        found = [PlayValue()]
        for step in node["steps"]:
            found = [before.and_then(each) for before in found for each in values_of(step, night=night)]
        return found
    count: int = node[by_light] if (by_light := "night" if night else "day") in node else node.get("n", 0)
    if op in POINTS:
        return [PlayValue(parts=(Part(op, "", "", count),))]
    if op in ("attack", "block"):
        return [PlayValue(parts=(Part(op, node.get("kind", ""), node["element"], count),))]
    if op in ENEMIES:
        done = "destroy" if node.get("destroy") else "stop" if node.get("no_attack") else "weaken"
        return [PlayValue(against=(done,))]
    return [PlayValue()]


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


def playables(state: State, seat: int) -> list[Playable]:
    """What a seat can play and pay for now, estimated."""
    attempt = read_only_attempt(state, seat)

    def payable(cost: Sequence[str]) -> bool:
        return all(next(iter(ways(attempt, (colour,))), None) is not None for colour in cost)

    def every() -> Iterator[tuple[Json, Node | None, Sequence[str], str]]:
        me = attempt.me
        for place, name in enumerate(me.hand):
            card = state.box.cards.get(name)
            if card is not None and name != WOUND:
                uses = (("basic", card.basic, card.basic_cost), ("strong", card.strong, card.strong_cost))
                for (use, node, cost), heals in zip(uses, card.healing, strict=True):
                    if not (attempt.fighting and heals):
                        yield {"type": "play_card", "card": name, "use": use}, node, cost, f"card {place}"
                for gives in (MOVE, INFLUENCE, "attack", "block"):
                    kind = "melee" if gives == "attack" else ""
                    one: Node = {"op": gives, "n": 1, "kind": kind, "element": "physical"}
                    yield (
                        {"type": "play_card", "card": name, "use": "sideways", "gives": gives},
                        one,
                        (),
                        f"card {place}",
                    )
        for token in me.skills:
            about = state.box.skills[token.hero, token.id]
            if not (token.used or token.new or about.use == "permanent"):
                yield {"type": "use_skill", "skill": token.id}, about.effect, (), f"skill {token.id}"
        for number, unit in me.units.items():
            if unit.ready and not unit.wounds and units_allowed(attempt, unit):
                for ability, act in enumerate(state.box.units[unit.id].abilities, 1):
                    move: Json = {"type": "activate_unit", "unit": number, "ability": ability}
                    yield move, act.effect, act.cost, f"unit {number}"

    return [
        Playable({"seat": seat, **move}, value, len(cost), key)
        for move, node, cost, key in every()
        if payable(cost)
        for value in values_of(node, night=state.night)
    ]


def best(state: State, seat: int, found: Sequence[Playable], value: Callable[[Playable], float]) -> list[Playable]:
    """The best play of each card, skill and unit, within the mana of the seat; a play of value 0 is left out."""
    attempt = read_only_attempt(state, seat)
    me, turn = attempt.me, attempt.me.turn
    dice = 0 if turn is None else max(0, dice_allowed(attempt) - turn.used_dice)
    mana = dice + sum(me.crystals.values()) + sum(me.mana.values())
    plain: dict[str, Playable] = {}
    dear: dict[str, Playable] = {}
    for one in found:
        there = dear if one.mana else plain
        if value(one) > (value(there[one.key]) if one.key in there else 0):
            there[one.key] = one
    gains = {key: value(one) - (value(plain[key]) if key in plain else 0) for key, one in dear.items()}
    for key in sorted(gains, key=lambda key: -gains[key]):
        if gains[key] > 0 and dear[key].mana <= mana:
            plain[key] = dear[key]
            mana -= dear[key].mana
    return list(plain.values())
