"""Simulates a table: complete legal games as a recorder would type them.

Each turn has a goal within reach of its cards: a fight, a site, the locals, the edge of the map. What chance decides is
decided when it is seen, and sometimes a turn or a move has no goal, so that everything is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from engines.kernel import sealing
from engines.kernel.game import Json
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.box.components import WOUND
from engines.mage_knight.decide import with_hand
from engines.mage_knight.evolve import evolve
from engines.mage_knight.moves.events import SECRET
from engines.mage_knight.offers.move_types import candidates
from engines.mage_knight.setup import setup
from engines.mage_knight.simulate import goals
from engines.mage_knight.simulate.combat import Play, fight
from engines.mage_knight.simulate.goals import FIGHTS, Goal, GoalFinder
from engines.mage_knight.simulate.moves import MoveBuilder
from engines.mage_knight.simulate.play_values import playables
from engines.mage_knight.simulate.weights import (
    ASIDE,
    BESIDE,
    BOLD,
    GOALS,
    LEAST,
    MOST,
    PATIENT,
    RASH,
    SPECIAL,
    THRIFT,
    TRIES,
    WEIGHTS,
    WHIM,
)
from engines.mage_knight.state import Player, Turn


@dataclass(slots=True)
class Plan:
    """The plan of a seat for a turn.

    Args:
        turn: The turn.
        whim: Whether it has no goal.
        bold: Whether it fights against the odds.
        goal: The one it is after; None where it has none.
        given_up: Goals that came to nothing.
    """

    turn: Turn
    whim: bool
    bold: bool
    goal: Goal | None = None
    given_up: set[object] = field(default_factory=set)


class Table(MoveBuilder):
    """One game as it goes on.

    Args:
        rng: The chance of this table.
        seats: Colours.
        options: Of the record.
        box: The components.
        careful: Whether all seats play as well as they can: no whim, no fight against the odds, nothing but the
            goal of a turn.
    """

    def __init__(self, rng: Random, seats: Sequence[str], options: Json, box: Json, *, careful: bool = False) -> None:
        super().__init__(rng, setup(seats, options, box))
        self.name = 1
        self.careful = careful
        self.plans: dict[int, Plan] = {}
        self.sealed: dict[str, list[str]] = {}

    def play(self, *, seals: bool = True) -> Iterator[Json]:
        """The whole game, move by move.

        Args:
            seals: Whether a secret is recorded with its move; otherwise at the end.

        Raises:
            RuntimeError: It does not come to an end.
        """
        for _ in range(MOST):
            if self.state.phase == "finished":
                return
            move = self.next_move()
            self.name += 1
            move = _clean(move)
            event = with_hand(self.state, EVENTS.decode(move))  # what lies face up is named
            evolve(self.state, event, str(self.name))
            if seals and move.get("kept") and move["type"] == "take_reward":
                self.sealed[str(self.name)] = move["kept"]
            yield EVENTS.encode(event)
        msg = "a table of Mage Knight did not come to an end"
        raise RuntimeError(msg)

    def next_move(self) -> Json:
        """A legal move.

        Raises:
            RuntimeError: None is found.
        """
        match self.state.phase:
            case "setup":
                return self.set_up()
            case "between_rounds":
                return self.new_round()
            case "scoring":
                return self.scoring(self.sealed)
        found = list(candidates(self.state))
        closing = [one for one in found if self.closing(one[1])]
        seat = self.state.active
        if not closing and seat is not None and self.state.seats[seat].turn is not None:
            move = self.thought_out(seat)
            if move is not None:
                return move
        calm = [one for one in found if one[0] not in RASH] if self.purposeful(seat) else []
        for some in (closing, calm, found):
            move = self.by_chance(some)
            if move is not None:
                return move
        msg = f"no move is found in the phase {self.state.phase}"
        raise RuntimeError(msg)

    def purposeful(self, seat: int | None) -> bool:
        """Whether the turn of a seat has goals."""
        return seat in self.plans and not self.plans[seat].whim

    def closing(self, seat: int | None) -> bool:
        """Whether the steps at the end of a turn of this seat are due."""
        turn = None if seat is None else self.state.seats[seat].turn
        return turn is not None and turn.part == "end"

    # -------------------------------------------------------------------------------------------------- thought out

    def thought_out(self, seat: int) -> Json | None:
        """A move that serves the goal of the seat; None if it has none."""
        turn = self.state.seats[seat].turn
        if turn is None:
            return None
        plan = self.plan(seat, turn)
        if plan.whim:
            return None
        fighting = self.state.combat is not None and self.state.combat.seat == seat
        if not self.careful and self.rng.random() < (ASIDE / 2 if fighting else ASIDE):
            move = self.aside(seat)
            if move is not None:
                return move
        if fighting:
            return self.first(fight(self.state, seat, self.rng))
        if turn.part == "action":
            return self.first(goals.deal(self.state, seat, self.rng))
        if turn.part in ("start", "move") and turn.action is None:
            return self.after_goals(seat, plan)
        return self.first(self.winding_up(seat, self.state.seats[seat], turn))

    def aside(self, seat: int) -> Json | None:
        """A play without a goal: one that gives neither points nor values, or any other."""
        special = [one for one in playables(self.state, seat) if one.special]
        self.rng.shuffle(special)
        move = self.first((one.move, ()) for one in special) if self.rng.random() < SPECIAL else None
        return move or self.by_chance([one for one in candidates(self.state) if one[1] == seat and one[0] in BESIDE])

    def first(self, plays: Iterable[Play]) -> Json | None:
        """The first of some plays that can be made."""
        for move, options in plays:
            made = self.fixed(move, options)
            if made is not None:
                return made
        return None

    def plan(self, seat: int, turn: Turn) -> Plan:
        """The plan of the seat for this turn."""
        made = self.plans.get(seat)
        if made is None or made.turn is not turn:
            habits = (False, False) if self.careful else (self.rng.random() < WHIM, self.rng.random() < BOLD)
            made = self.plans[seat] = Plan(turn, *habits)
        return made

    def after_goals(self, seat: int, plan: Plan) -> Json | None:
        """A move towards the goal of the turn, or towards the next best one where that comes to nothing."""
        least = PATIENT if self.careful else LEAST
        for _ in range(GOALS):
            if plan.goal is None:
                found = GoalFinder(self.state, seat, self.rng, bold=plan.bold, careful=self.careful).goals()
                plan.goal = next((one for one in found if one.key not in plan.given_up and one.worth > least), None)
            if plan.goal is None:
                return self.first(self.idle(seat))
            if plan.goal.kind in FIGHTS and not self.hopeful(seat, plan):
                plan.given_up.add(plan.goal.key)
                plan.goal = None
                continue
            move = self.first(goals.roam(self.state, seat, plan.goal, self.rng))
            if move is not None:
                if move["type"] == "explore":
                    plan.goal = None
                return move
            plan.given_up.add(plan.goal.key)
            plan.goal = None
        return self.first(self.idle(seat))

    def hopeful(self, seat: int, plan: Plan) -> bool:
        """Whether the fight that is planned is still worth it with the cards that are left."""
        goal = plan.goal
        if goal is None:
            return False
        finder = GoalFinder(self.state, seat, self.rng, bold=plan.bold, careful=self.careful)
        at = self.state.seats[seat].space
        cost = sum(
            finder.cost(to) for to in goal.way[goal.way.index(at) + 1 if at in goal.way else 0 :] if at is not None
        )
        left = max(0, cost - finder.attempt.turn.move)
        return any(
            worth > 0
            for kind, target, _, worth in finder.at(goal.at, left)
            if (kind, target) == (goal.kind, goal.target)
        )

    def idle(self, seat: int) -> Iterator[Play]:
        """The move of a seat with nothing to do: rest, or end its turn."""
        yield {"type": "rest", "seat": seat}, ()
        yield from self.winding_up(seat, self.state.seats[seat], self.state.seats[seat].turn)

    def winding_up(self, seat: int, player: Player, turn: Turn | None) -> Iterator[Play]:
        """The move of a seat before its turn ends: healing."""
        if turn is None:
            return
        wounds = player.hand.count(WOUND)
        if wounds and turn.heal:
            yield {"type": "heal", "seat": seat, "wounds": min(turn.heal, wounds)}, ()
        if wounds:
            yield from goals.points(playables(self.state, seat), goals.HEAL, wounds, self.rng)
        yield {"type": "end_turn", "seat": seat}, ()

    # ----------------------------------------------------------------------------------------------------- by chance

    def by_chance(self, found: Sequence[tuple[str, int | None]]) -> Json | None:
        """A move of some types, by chance; None where none of them can be made."""
        left = list(found)
        while left:
            kind, seat = self.rng.choices(left, [self.weight(kind, seat) for kind, seat in left])[0]
            for _ in range(TRIES):
                if kind in ("attack", "block"):
                    move = self.first(one for one in fight(self.state, seat or 0, self.rng) if one[0]["type"] == kind)
                else:
                    move = self.complete(kind, seat)
                if move is not None:
                    return move
            left.remove((kind, seat))
        return None

    def weight(self, kind: str, seat: int | None) -> float:
        """How readily this seat makes such a move now."""
        base = float(WEIGHTS.get(kind, 20))
        turn = self.state.seats[seat or 0].turn
        if turn is None:
            return base / 20 if kind in ("use_skill", "use_tactic") else base
        combat = self.state.combat
        if turn.part == "end" or (combat is not None and combat.seat == seat):
            return base
        if kind == "end_turn":
            return base * 8 if turn.action is not None and turn.part != "action" else 0.1 + 0.2 * turn.let_go
        return base

    def wasted(self, kind: str) -> bool:
        """Whether a play of a card gives nothing in the combat under way."""
        combat, seat = self.state.combat, self.done.seat
        if kind != "play_card" or seat is None or combat is None or combat.seat != seat:
            return False
        turn, after = self.state.seats[seat].turn, self.done.state.combat
        changed = after is None or after.enemies != combat.enemies
        kept = turn is not None and len(self.done.turn.lasting) > len(turn.lasting)
        return not (self.done.parts or changed or kept) and self.rng.random() < THRIFT


def table(
    rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all", *, careful: bool = False
) -> Iterator[Json]:
    """An imaginary table: one complete legal game as a recorder would type it.

    Args:
        rng: Its chance.
        seats: Colours, clockwise.
        options: Of the record.
        box: The components.
        knows: With ``public`` the secrets are left out.
        careful: Whether everybody plays as well as they can; else chance has its part, so that everything is played.
    """
    at_table = Table(rng, seats, options, box, careful=careful)
    for move in at_table.play(seals=knows == "all"):
        secret = SECRET.get(move["type"], {})
        yield move if knows == "all" else sealing.without(move, secret)


def _clean(move: Json) -> Json:
    """The move without what was left out."""
    return {
        name: value[:-1] if isinstance(value, list) and value and value[-1] is None else value
        for name, value in move.items()
        if value is not None
    }
