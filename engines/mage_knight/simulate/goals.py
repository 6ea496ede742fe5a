"""Goals of a simulated seat, within reach on the map, and the plays that lead there."""

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
from engines.mage_knight.simulate.play_values import INFLUENCE, MOVE, Playable, best, playables
from engines.mage_knight.state import State

REWARDS = {"spell": 4.0, "artifact": 5.0, "advanced_action": 3.0, "unit": 4.0, "roll": 4.0}
"""What rewards are worth, in Fame; anything else 1."""
FAR = 25
"""Maximum Move points of a path that is searched."""
HOPELESS = -30.0
"""Worth of a fight that the cards do not win."""
MARGIN = 1.2
"""Minimum ratio of attack to the enemies' armor before careful seats fight."""
STEP = 0.3
"""How often a step is made before the cards for the whole way are played."""
APPROACH = 0.5
"""Fraction of the worth of a goal beyond this turn's reach."""


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


class GoalFinder:
    """Finds the goals of a seat.

    Args:
        state: The table.
        seat: Whose turn it is.
        margin: Minimum ratio of attack to the enemies' armor before it fights.
    """

    def __init__(self, state: State, seat: int, margin: float) -> None:
        self.state, self.seat, self.margin = state, seat, margin
        self.attempt = read_only_attempt(state, seat)
        self.found = playables(state, seat)
        kind = top_kind(state)
        free = {one for lying in state.tiles for one in beside(lying)}
        self.edge = [one for one in free if kind is not None and may_lie(state, one, kind)]
        self.power = self.capacity("attack")
        self.armor = level_of(state, self.attempt.me).armor

    def capacity(self, which: str) -> int:
        """The points of a kind that all plays could give."""
        can = best(self.state, self.seat, self.found, lambda one: one.value.points(which))
        return sum(one.value.points(which) for one in can)

    def cost(self, at: Space) -> int | None:
        """The move points of a step to a space; None where nobody can go."""
        return costs(self.attempt, self.state.spaces[at].terrain)[0]

    def ways(self, here: Space) -> dict[Space, tuple[int, tuple[Space, ...]]]:
        """Space -> move points and the way there; ways avoid enemies and end at a garrison."""
        state = self.state
        found: dict[Space, tuple[int, tuple[Space, ...]]] = {here: (0, ())}
        heap: list[tuple[int, Space]] = [(0, here)]
        while heap:
            cost, at = heapq.heappop(heap)
            if cost > found[at][0] or (at != here and assaulted(state, self.seat, at)):
                continue
            for to in around(at):
                closed = to not in state.spaces or state.spaces[to].site == "city"
                more = None if closed or rampaging(state, to) or provokes(state, at, to) else self.cost(to)
                if more is None or cost + more > FAR or (to in found and found[to][0] <= cost + more):
                    continue
                found[to] = (cost + more, (*found[at][1], to))
                heapq.heappush(heap, (cost + more, to))
        return found

    def goals(self) -> Iterator[Goal]:
        """All goals in sight."""
        here, turn = self.attempt.me.space, self.attempt.turn
        if here is None:
            return
        wounds = self.attempt.me.hand.count(WOUND)
        budget = turn.move + self.capacity(MOVE)
        if turn.part == "start" and wounds:
            yield Goal("rest", here, None, (), 1.8 * wounds)
        for at, (cost, way) in self.ways(here).items():
            shared = bool(way) and hero_on(self.state, at, self.seat)
            for kind, target, extra, worth in self.at(at, max(0, cost - turn.move)):
                if shared and kind != "explore":
                    continue
                if kind != "assault" and assaulted(self.state, self.seat, at):
                    continue
                if cost + extra <= budget:
                    yield Goal(kind, at, target, way, worth - 0.3 * cost)
                elif near := self.reached(way[:-1] if kind == "assault" else way, budget):
                    yield Goal("stay", near[-1], None, near, (worth - 0.3 * cost) * APPROACH - 0.5)

    def reached(self, way: tuple[Space, ...], budget: int) -> tuple[Space, ...]:
        """The part of a way that these move points pay for, up to a space without another hero."""
        steps = 0
        for step, at in enumerate(way, 1):
            budget -= self.cost(at) or 0
            if budget >= 0 and not hero_on(self.state, at, self.seat):
                steps = step
        return way[:steps]

    def at(self, at: Space, cost: int) -> Iterator[tuple[str, Space | None, int, float]]:
        """The options on a space: type of move, its object, additional move points, worth."""
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
        if site is not None and assaulted(state, self.seat, at):
            known = [token.id or "" for token in place.tokens if token.up]
            down = [token.back for token in place.tokens if not token.up] or ([] if known else list(site.garrison))
            yield "assault", None, 0, self.fight(known, down, cost) + 3 + _rewards(site.reward)
        elif site is not None:
            yield from self.of_site(at, place, site, cost)

    def of_site(self, at: Space, place: Place, site: Site, cost: int) -> Iterator[tuple[str, Space | None, int, float]]:
        """Options on a site without a garrison."""
        state, me = self.state, self.attempt.me
        backs = fightable(state, at)
        if backs is not None:
            known = [token.id for token in place.tokens if token.id is not None]
            reward = state.box.ruins[place.ruin].reward if place.ruin else site.reward
            yield "enter_site", None, 0, self.fight(known, backs, cost) + (0 if place.shields else 2 + _rewards(reward))
        altar = altar_here(state, at)
        if altar is not None and me.crystals[altar.colour] + me.mana[altar.colour] >= altar.count:
            yield "pay_altar", None, 0, 20.0
        if site.burn and not place.burned:
            yield "burn_monastery", None, 0, self.fight([], list(site.enemies), cost) + _rewards(site.reward) - 2
        if site.recruits is not None and (site.kind == "inhabited" or place.shields) and not place.burned:
            most = self.attempt.turn.influence + self.capacity(INFLUENCE) - cost
            if goods := [worth for _, _, worth in wanted(self.attempt, site, most)]:
                yield "interact", None, 0, max(goods) + 1
        if site.kind == "special" and site.id in ("mine", "glade"):
            yield "stay", None, 0, 1.0 + 1.5 * me.hand.count(WOUND) * (site.id == "glade")

    def fight(self, known: list[str], down: list[str], cost: int) -> float:
        """An estimate of the worth of a fight: the Fame that the cards can win, minus the wounds."""
        box = self.state.box.enemies
        wounds = fame = armour = 0.0
        for among in [
            *([box[name]] for name in known),
            *([one for one in box.values() if one.back == of] for of in down),
        ]:
            fame += sum(one.fame for one in among) / len(among)
            walls = [one.armor * (1.6 if "physical" in one.resists else 1.1) for one in among]
            armour += sum(walls) / len(among)
            wounds += sum(map(danger, among)) / len(among) / self.armor
        left = self.power - 0.7 * cost
        if left < armour * self.margin:
            return HOPELESS
        return fame * 1.5 + 2 - wounds * (1.6 - min(1.0, left / (2 * armour)))


def _rewards(given: tuple[str | tuple[str, str | int], ...]) -> float:
    """What the rewards of a site are worth."""
    return sum(REWARDS.get(one, 1.0) if isinstance(one, str) else 1.0 for one in given)


def wanted(attempt: Attempt, site: Site, influence: int) -> Iterator[tuple[Json, int, float]]:
    """Purchases at a site for an amount of influence: the move, its cost, its worth."""
    state, seat = attempt.state, attempt.mover
    for name in dict.fromkeys(state.units) if free_command(attempt) else ():
        unit = state.box.units[name]
        cost = price(attempt, unit, slot=False)
        if site.recruits in unit.sites and cost <= influence:
            yield {"type": "recruit", "seat": seat, "unit": name}, cost, 2.0 + cost
    if site.spell and influence >= site.spell:
        for card in offer_of(state, SPELL) or ():
            if next(iter(ways(attempt, (state.box.cards[card].colour or "",))), None) is not None:
                yield {"type": "buy_spell", "seat": seat, "card": card}, site.spell, 9.0
    if site.learn and influence >= site.learn:
        for card in state.monastery:
            yield {"type": "learn", "seat": seat, "card": card}, site.learn, 8.0
    hurt = attempt.me.hand.count(WOUND)
    if site.healing and hurt and influence >= site.healing:
        points = min(hurt, influence // site.healing)
        yield {"type": "buy_healing", "seat": seat, "points": points}, points * site.healing, 1.5 * points


def deal(state: State, seat: int, rng: Random) -> Iterator[Play]:
    """The next moves that a seat prefers in an interaction."""
    attempt = read_only_attempt(state, seat)
    site = locals_here(attempt)
    if site is None:
        return
    finder, have = GoalFinder(state, seat, MARGIN), attempt.turn.influence
    more = have + finder.capacity(INFLUENCE)
    goods = [(worth + rng.random() * 2, cost, move) for move, cost, worth in wanted(attempt, site, more)]
    for _, cost, move in sorted(goods, key=lambda one: -one[0]):
        yield from points(finder.found, INFLUENCE, cost - have, rng)
        yield move, ()


def points(found: list[Playable], which: str, need: int, rng: Random) -> Iterator[Play]:
    """The plays that give points of a kind; first those that give enough and are not needed in a fight."""
    missed: dict[str, int] = {}
    for one in found:
        missed[one.key] = max(missed.get(one.key, 0), *(part.value for part in one.value.parts), 0)

    def rate(one: Playable) -> float:
        value = one.value.points(which)
        lost = max(0, missed[one.key] - value)
        return min(value, need) - 0.2 * max(0, value - need) - 0.35 * lost - 0.6 * one.mana + rng.random() * 0.4

    if need > 0:
        for one in sorted((one for one in found if one.value.points(which) > 0), key=rate, reverse=True):
            yield one.move, one.value.options


def roam(finder: GoalFinder, goal: Goal, rng: Random) -> Iterator[Play]:
    """Moves that bring a seat nearer to its goal, or its move there."""
    seat, turn, way = finder.seat, finder.attempt.turn, goal.way
    extra = finder.state.box.explore_cost if goal.kind == "explore" else 0
    need = sum(finder.cost(at) or 0 for at in way) + extra - turn.move
    if not way and need <= 0:
        yield from _there(finder.attempt, goal)
        return
    if way and turn.move >= (finder.cost(way[0]) or 0) and (need <= 0 or rng.random() < STEP):
        yield {"type": "move", "seat": seat, "to": list(way[0])}, ()
    yield from points(finder.found, MOVE, need, rng)
    if way:
        yield {"type": "move", "seat": seat, "to": list(way[0])}, ()


def _there(attempt: Attempt, goal: Goal) -> Iterator[Play]:
    """What is done where the goal lies."""
    move: Json = {"type": "end_turn" if goal.kind == "stay" else goal.kind, "seat": attempt.seat}
    if goal.kind == "challenge" and goal.target is not None:
        move["at"] = [list(goal.target)]
    if goal.kind == "explore":
        if goal.target not in positions(attempt):
            return
        move["position"] = list(goal.target)
    if goal.kind == "rest":
        yield {**move, "wounds": attempt.me.hand.count(WOUND)}, ()
    yield move, ()
