"""Goals of the seats of a simulated table, within reach on the map, and the plays that lead there."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engines.kernel.game import Json
from engines.mage_knight.box.components import WOUND, Site
from engines.mage_knight.box.geometry import around, beside
from engines.mage_knight.offers.table_questions import read_only_attempt
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.combat_start import altar_here, assaulted, fightable, hero_on, provokes, rampaging
from engines.mage_knight.rules.movement import costs, inside, may_lie, positions, top_kind
from engines.mage_knight.rules.recruiting import free_command, price
from engines.mage_knight.rules.table.card_offers import SPELL, offer_of
from engines.mage_knight.rules.table.mana import ways
from engines.mage_knight.rules.table.pieces import Place, Space
from engines.mage_knight.rules.table.wounds import level_of
from engines.mage_knight.rules.visiting import locals_here
from engines.mage_knight.simulate.combat import Play, danger
from engines.mage_knight.simulate.play_values import Playable, best, mana_left, playables
from engines.mage_knight.state import State

MOVE, INFLUENCE, HEAL = range(3)

REWARDS = {"spell": 4.0, "artifact": 5.0, "advanced_action": 3.0, "unit": 4.0, "roll": 4.0}
"""What rewards are worth, in Fame; anything else 1."""

FIGHTS = ("challenge", "assault", "enter_site", "burn_monastery")
"""Kinds of goals that are fights."""

FAR = 25
"""Maximum Move points of a path that is searched."""

HOPELESS = -30.0
"""Worth of a fight that the cards do not win."""

LUCK = 4.0
"""Maximum random bonus of a goal."""

SOBER = 0.3
"""Fraction of that bonus for careful seats."""

MARGIN = 1.2
"""Minimum ratio of attack to the enemies' armor before careful seats challenge them."""

STEP = 0.3
"""How often a step is made before the cards for the whole way are played."""

APPROACH = 0.5
"""Base worth of a goal beyond this turn's reach."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A space that a seat wants to reach, and its action there.

    Args:
        kind: Type of the move that is made there; ``assault`` is made by stepping there, ``stay`` ends the turn.
        at: The space.
        target: What the move is about: a tile position, the space of an enemy.
        way: The spaces that lead there, the next first.
        worth: About what it is worth.
    """

    kind: str
    at: Space
    target: Space | None
    way: tuple[Space, ...]
    worth: float

    @property
    def key(self) -> tuple[str, Space, Space | None]:
        """Key that identifies the goal later."""
        return self.kind, self.at, self.target


def ways_from(attempt: Attempt, here: Space) -> dict[Space, tuple[int, tuple[Space, ...]]]:
    """Spaces -> move points and the way there; through no enemies, and a garrison is where a way ends."""
    state = attempt.state
    found: dict[Space, tuple[int, tuple[Space, ...]]] = {here: (0, ())}
    heap: list[tuple[int, Space]] = [(0, here)]
    while heap:
        cost, at = heapq.heappop(heap)
        if cost > found[at][0] or (at != here and assaulted(state, attempt.seat or 0, at)):
            continue
        for to in around(at):
            place = state.spaces.get(to)
            if place is None or place.site == "city" or rampaging(state, to) or provokes(state, at, to):
                continue
            more = costs(attempt, place.terrain)[0]
            if more is None or cost + more > FAR or (to in found and found[to][0] <= cost + more):
                continue
            found[to] = (cost + more, (*found[at][1], to))
            heapq.heappush(heap, (cost + more, to))
    return found


def capacity(state: State, seat: int, found: list[Playable], which: int) -> int:
    """The points of a kind that all plays could give."""
    can = best(found, lambda one: one.value.points[which], mana_left(state, seat))
    return sum(one.value.points[which] for one in can.values())


def attack_of(one: Playable) -> int:
    """The attack that a play gives."""
    return sum(part.value for part in one.value.parts if part.gives == "attack")


class GoalFinder:
    """Finds the goals of a seat.

    Args:
        state: The table.
        seat: Whose turn it is.
        rng: Chance among goals.
        bold: Whether it goes into fights that its cards do not promise to win.
        careful: Whether it leaves as little to chance as it can.
    """

    def __init__(self, state: State, seat: int, rng: Random, *, bold: bool = False, careful: bool = False) -> None:
        self.state, self.seat, self.rng, self.bold, self.careful = state, seat, rng, bold, careful
        self.attempt = read_only_attempt(state, seat)
        self.found = playables(state, seat)
        kind = top_kind(state)
        free = {one for lying in state.tiles for one in beside(lying)}
        self.edge = [one for one in free if kind is not None and may_lie(state, one, kind)]
        self.power = sum(map(attack_of, best(self.found, attack_of, mana_left(state, seat)).values()))
        self.armor = level_of(state, self.attempt.me).armor

    def cost(self, at: Space) -> int:
        """The move points of a step to a space."""
        return costs(self.attempt, self.state.spaces[at].terrain)[0] or 0

    def goals(self) -> list[Goal]:
        """Everything within sight, the best first."""
        here = self.attempt.me.space
        if here is None:
            return []
        turn = self.attempt.turn
        wounds = self.attempt.me.hand.count(WOUND)
        budget = turn.move + capacity(self.state, self.seat, self.found, MOVE)
        out = []
        if turn.part == "start" and wounds:
            out.append(Goal("rest", here, None, (), 1.8 * wounds + self.rng.random() * LUCK))
        for at, (cost, way) in ways_from(self.attempt, here).items():
            shared = bool(way) and hero_on(self.state, at, self.seat)
            for kind, target, extra, worth in self.at(at, max(0, cost - turn.move)):
                if shared and kind != "explore":
                    continue
                if self.careful and kind != "assault" and assaulted(self.state, self.seat, at):
                    continue
                luck = self.rng.random() * LUCK * (SOBER if self.careful else 1)
                value = worth + luck - 0.3 * cost
                if cost + extra <= budget:
                    out.append(Goal(kind, at, target, way, value))
                else:
                    near = way[:-1] if kind == "assault" else way
                    if self.careful:
                        near = self.reached(near, budget)
                    if near:
                        out.append(Goal("stay", near[-1], None, near, value * APPROACH - 0.5))
        return sorted(out, key=lambda goal: -goal.worth)

    def reached(self, way: tuple[Space, ...], budget: int) -> tuple[Space, ...]:
        """The part of a way that these move points pay for, up to a space without another hero."""
        steps = 0
        for step, at in enumerate(way, 1):
            budget -= self.cost(at)
            if budget < 0:
                break
            if not hero_on(self.state, at, self.seat):
                steps = step
        return way[:steps]

    def at(self, at: Space, cost: int) -> Iterator[tuple[str, Space | None, int, float]]:
        """What could be done on a space: type of move, what about, move points more, worth."""
        state = self.state
        for position in self.edge:
            if not inside(position).isdisjoint(around(at)):
                yield "explore", position, state.box.explore_cost, 7.0 - state.round
        for near in around(at):
            if rampaging(state, near):
                tokens = [token.id or "" for token in state.spaces[near].tokens]
                yield "challenge", near, 0, self.fight(tokens, [], cost)
        place = state.spaces[at]
        site = None if place.site is None else state.box.sites[place.site]
        if site is None:
            return
        if assaulted(state, self.seat, at):
            known = [token.id or "" for token in place.tokens if token.up]
            down = [token.back for token in place.tokens if not token.up] or ([] if known else list(site.garrison))
            yield "assault", None, 0, self.fight(known, down, cost) + 3 + self.rewards(site.reward)
            return
        yield from self.of_site(at, place, site, cost)

    def of_site(self, at: Space, place: Place, site: Site, cost: int) -> Iterator[tuple[str, Space | None, int, float]]:
        """Options on a site without a garrison."""
        state = self.state
        backs = fightable(state, at)
        if backs is not None:
            known = [token.id for token in place.tokens if token.id is not None]
            reward = state.box.ruins[place.ruin].reward if place.ruin else site.reward
            won = bool(place.shields)
            yield "enter_site", None, 0, self.fight(known, backs, cost) + (0 if won else 2 + self.rewards(reward))
        altar = altar_here(state, at)
        if altar is not None and self.mana(altar.colour) >= altar.count:
            yield "pay_altar", None, 0, 20.0
        if site.burn and not place.burned:
            yield "burn_monastery", None, 0, self.fight([], list(site.enemies), cost) + self.rewards(site.reward) - 2
        if site.recruits is not None and (site.kind == "inhabited" or place.shields) and not place.burned:
            most = self.attempt.turn.influence + capacity(state, self.seat, self.found, INFLUENCE) - cost
            top = max((worth for _, _, worth in wanted(self.attempt, site, most)), default=0.0)
            if top:
                yield "interact", None, 0, top + 1
        if site.kind == "special" and site.id in ("mine", "glade"):
            idle = self.careful and (site.id == "mine" or WOUND not in self.attempt.me.hand)
            worth = 1.5 * self.attempt.me.hand.count(WOUND) * (site.id == "glade")
            yield "stay", None, 0, worth if idle else 2.0 + worth

    def mana(self, colour: str) -> int:
        """Mana of a colour without dice."""
        me = self.attempt.me
        return me.crystals.get(colour, 0) + me.mana.get(colour, 0)

    def rewards(self, given: tuple[str | tuple[str, str | int], ...]) -> float:
        """What the rewards of a site are worth."""
        return sum(REWARDS.get(one, 1.0) if isinstance(one, str) else 1.0 for one in given)

    def fight(self, known: list[str], down: list[str], cost: int) -> float:
        """About what a fight is worth: Fame as far as the cards go, less the wounds."""
        box = self.state.box.enemies
        wounds = fame = armour = 0.0
        for name in known:
            token = box[name]
            walls = 1.8 if "physical" in token.resists else 1.0
            fame, armour = fame + token.fame, armour + token.armor * walls
            wounds += danger(token) / self.armor
        for back in down:
            same = [one for one in box.values() if one.back == back]
            fame += sum(one.fame for one in same) / len(same)
            armour += sum(one.armor for one in same) / len(same) * 1.2
            wounds += sum(danger(one) for one in same) / len(same) / self.armor
        left = self.power - 0.7 * cost
        if left < armour * (MARGIN if self.careful else 1):
            return 1.0 if self.bold and left > armour / 2 else HOPELESS
        ease = min(1.0, left / (2 * armour))
        return fame * 1.5 + 2 - wounds * (1.6 - ease)


# ---------------------------------------------------------------------------------------------------------- what to buy


def wanted(attempt: Attempt, site: Site, influence: int) -> Iterator[tuple[Json, int, float]]:
    """Purchases at a site for an amount of influence: the move, its cost, its worth."""
    state, seat = attempt.state, attempt.seat or 0
    box = state.box
    level = level_of(state, attempt.me)
    if free_command(attempt):
        for name in dict.fromkeys(state.units):
            unit = box.units[name]
            cost = price(attempt, unit, slot=False)
            if site.recruits in unit.sites and cost <= influence:
                yield {"type": "recruit", "seat": seat, "unit": name}, cost, 2.0 + cost
    if site.spell and influence >= site.spell:
        for card in offer_of(state, SPELL) or ():
            if next(iter(ways(attempt, (box.cards[card].colour or "",))), None) is not None:
                yield {"type": "buy_spell", "seat": seat, "card": card}, site.spell, 9.0
    if site.learn and influence >= site.learn:
        for card in state.monastery:
            yield {"type": "learn", "seat": seat, "card": card}, site.learn, 8.0
    hurt = attempt.me.hand.count(WOUND)
    if site.healing and hurt and influence >= site.healing:
        points = min(hurt, influence // site.healing)
        move: Json = {"type": "buy_healing", "seat": seat, "points": points}
        yield move, points * site.healing, 1.5 * points + 0.1 * level.armor


def deal(state: State, seat: int, rng: Random) -> Iterator[Play]:
    """The next moves that a seat prefers in an interaction."""
    attempt = read_only_attempt(state, seat)
    site = locals_here(attempt)
    if site is None:
        return
    found = playables(state, seat)
    have = attempt.turn.influence
    goods = [(worth + rng.random() * 2, cost, move) for move, cost, worth in wanted(attempt, site, have)]
    more = have + capacity(state, seat, found, INFLUENCE)
    dear = [(worth + rng.random() * 2, cost, move) for move, cost, worth in wanted(attempt, site, more)]
    aim = max((one for one in dear if one[1] > have), key=lambda one: one[0], default=None)
    if aim is not None and aim[0] > max((one[0] for one in goods), default=0) + 1:
        yield from points(found, INFLUENCE, aim[1] - have, rng)
    for _, _, move in sorted(goods, key=lambda one: -one[0]):
        yield move, ()
    if attempt.turn.heal and state.seats[seat].hand.count(WOUND):
        yield {"type": "heal", "seat": seat, "wounds": min(attempt.turn.heal, state.seats[seat].hand.count(WOUND))}, ()
    yield {"type": "end_turn", "seat": seat}, ()


def points(found: list[Playable], which: int, need: int, rng: Random) -> Iterator[Play]:
    """The plays that give points of a kind, those first that give enough and are not missed in a fight."""
    missed: dict[str, float] = {}
    for one in found:
        fight = max((part.value for part in one.value.parts), default=0)
        missed[one.key] = max(missed.get(one.key, 0), fight, *one.value.points)

    def rate(one: Playable) -> float:
        value = one.value.points[which]
        lost = max(0.0, missed[one.key] - value)
        return min(value, need) - 0.2 * max(0, value - need) - 0.35 * lost - 0.6 * one.mana + rng.random() * 0.4

    for one in sorted((one for one in found if one.value.points[which] > 0), key=lambda one: -rate(one)):
        yield one.move, one.value.options


def roam(state: State, seat: int, goal: Goal, rng: Random) -> Iterator[Play]:
    """Moves that bring a seat nearer to its goal, or its move there."""
    attempt = read_only_attempt(state, seat)
    here, turn = attempt.me.space, attempt.turn
    if here is None:
        return
    way = goal.way[goal.way.index(here) + 1 :] if here in goal.way else goal.way
    if not way:
        yield from _there(attempt, goal, rng)
        return
    need = sum(costs(attempt, state.spaces[at].terrain)[0] or 0 for at in way)
    if goal.kind == "explore":
        need += state.box.explore_cost
    step = costs(attempt, state.spaces[way[0]].terrain)[0] or 0
    if turn.move >= step and (turn.move >= need or rng.random() < STEP):
        yield {"type": "move", "seat": seat, "to": list(way[0])}, ()
    yield from points(playables(state, seat), MOVE, need - turn.move, rng)
    yield {"type": "move", "seat": seat, "to": list(way[0])}, ()


def _there(attempt: Attempt, goal: Goal, rng: Random) -> Iterator[Play]:
    """What is done where the goal lies."""
    seat, turn = attempt.seat or 0, attempt.turn
    base: Json = {"type": goal.kind, "seat": seat}
    if goal.kind == "explore" and goal.target is not None:
        if turn.move < attempt.state.box.explore_cost:
            yield from points(playables(attempt.state, seat), MOVE, attempt.state.box.explore_cost - turn.move, rng)
        elif goal.target in positions(attempt):
            yield {**base, "position": list(goal.target)}, ()
    elif goal.kind == "challenge" and goal.target is not None:
        yield {**base, "at": [list(goal.target)]}, ()
    elif goal.kind == "rest":
        yield {**base, "wounds": attempt.me.hand.count(WOUND)}, ()
        yield base, ()
    elif goal.kind == "stay":
        yield {"type": "end_turn", "seat": seat}, ()
    else:
        yield base, ()
