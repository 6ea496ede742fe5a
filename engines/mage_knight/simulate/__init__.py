"""Simulated players of Mage Knight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from engines.kernel import simulate
from engines.kernel.copying import copied
from engines.kernel.game import Json
from engines.kernel.hidden.unknown import is_known
from engines.kernel.offers import asked
from engines.kernel.replay import Fold
from engines.mage_knight.box.components import ARTIFACT, WOUND
from engines.mage_knight.offers.fields import possible, try_move
from engines.mage_knight.offers.move_types import candidates
from engines.mage_knight.offers.questions import FIRST, later
from engines.mage_knight.rules.table.artifacts import can_be_new
from engines.mage_knight.rules.table.cards import is_artifact
from engines.mage_knight.rules.table.hands import limit
from engines.mage_knight.simulate.combat import Play, fight
from engines.mage_knight.simulate.goals import MARGIN, GoalFinder, deal, points, roam
from engines.mage_knight.simulate.play_values import HEAL, MOVE, playables
from engines.mage_knight.state import Player, State, Turn

WHIM, BOLD = 0.08, 0.15
"""How often a turn has no goal, and how often it fights against the odds."""
ASIDE = 0.2
"""How often something is played that has nothing to do with the goal of its turn."""
EXTRA = ("play_card", "use_skill", "activate_unit", "use_tactic", "use_option", "use_banner", "use_crystal", "heal")
"""The types of move that are then made."""
RASH = ("move", "challenge", "enter_site", "burn_monastery", "plunder", "end_turn", "announce_end_of_round")
"""Types of move that chance seldom chooses."""
LEAST, PATIENT = 1.5, -3.0
"""Minimum worth of a goal to be pursued, and that of careful seats, which prefer walking to wasting a turn."""
LONG = 30
"""Moves of a turn after which it is ended."""
LUCK = 4.0
"""Maximum random bonus of a goal."""
STRONG, SOME = 0.7, 0.5
"""How often the strong effect of a card is taken, and how often an optional field is left out."""
PLAIN = ("play_card", "use_skill", "activate_unit", "move", "attack", "block", "recruit", "learn", "heal")
"""Types of move whose first answers a plan fixes; the questions of their effects remain."""
WEIGHTS = {"begin_turn": 60, "skip_turn": 60, "use_crystal": 1, "discard_hand": 2, "use_skill": 8, "use_tactic": 4}
"""How likely chance chooses a type of move; others 20, and RASH 0.5."""


class Players(simulate.Players[State]):
    """Seats that have a goal each turn.

    Args:
        fold: The empty table.
        rng: The only source of chance.
        careful: Whether all play as well as they can: no whim, no fight against the odds, nothing but their goals.
    """

    def __init__(self, fold: Fold[State, Any], rng: Random, *, careful: bool = False) -> None:
        super().__init__(fold, rng)
        self.careful = careful
        self.turn: Turn | None = None
        self.whim, self.margin, self.steps = False, MARGIN, 0
        self.luck: dict[object, float] = {}
        self.options: list[int] | None = None
        self.confides = True
        self.taken: dict[str, list[str]] = {}

    def offered(self) -> Sequence[tuple[str, int | None]]:
        """Candidates; seats at the end of a turn come first."""
        found = list(candidates(self.state))
        turns = [None if seat is None else self.state.seats[seat].turn for _, seat in found]
        closing = [one for one, turn in zip(found, turns, strict=True) if turn is not None and turn.part == "end"]
        return closing or found

    def weight(self, kind: str, seat: int | None) -> float:  # noqa: ARG002 - one signature for all
        """The weight of a type of move; the seat does not matter."""
        return 0.5 if kind in RASH else WEIGHTS.get(kind, 20)

    def wishes(self) -> Iterator[Json]:
        """The moves that serve the goal of the turn; each sets the options that it takes."""
        seat = self.state.active
        turn = None if seat is None else self.state.seats[seat].turn
        if seat is not None and turn is not None and turn.part != "end":
            for move, options in self._plays(seat, turn):
                self.options = list(options) if len(move) > len(("type", "seat")) else None
                yield move
        self.options = None

    def _plays(self, seat: int, turn: Turn) -> Iterator[Play]:
        state, rng = self.state, self.rng
        if self.turn is not turn:
            bold = not self.careful and rng.random() < BOLD
            self.turn, self.steps, self.luck, self.margin = turn, 0, {}, 0.5 if bold else MARGIN
            self.whim = not self.careful and rng.random() < WHIM
        self.steps += 1
        fighting = state.combat is not None and state.combat.seat == seat
        if not self.careful and rng.random() < ASIDE / (1 + fighting):
            yield from self._aside(seat)
        if fighting:
            yield from fight(state, seat, rng)
        elif self.whim:
            return
        elif turn.part == "action":
            yield from deal(state, seat, rng)
        elif turn.part in ("start", "move") and turn.action is None and self.steps < LONG:
            yield from self._goals(seat)
            if turn.part == "start":  # for want of a goal, a walk or a rest
                yield from points(playables(state, seat), MOVE, 2 - turn.move, rng)
                yield from [({"type": kind, "seat": seat}, ()) for kind in ("move", "rest", "rest")]
        wounds = state.seats[seat].hand.count(WOUND)
        if wounds and turn.heal:
            yield {"type": "heal", "seat": seat, "wounds": min(turn.heal, wounds)}, ()
        yield from points(playables(state, seat), HEAL, wounds, rng)
        yield {"type": "end_turn", "seat": seat}, ()

    def _aside(self, seat: int) -> Iterator[Play]:
        """A play that gives neither points nor values, or anything else that is possible at any time."""
        special = [one for one in playables(self.state, seat) if not one.value.parts]
        self.rng.shuffle(special)
        yield from ((one.move, ()) for one in special[:2])
        extra = [kind for kind, whose in candidates(self.state) if whose == seat and kind in EXTRA]
        yield from (({"type": kind, "seat": seat}, ()) for kind in self.rng.sample(extra, min(2, len(extra))))

    def _goals(self, seat: int) -> Iterator[Play]:
        """Moves towards the goals of the seat, the best goal first."""
        finder = GoalFinder(self.state, seat, self.margin)
        luck = LUCK * (0.3 if self.careful else 1)
        found = [
            (goal.worth + luck * self.luck.setdefault((goal.kind, goal.at, goal.target), self.rng.random()), goal)
            for goal in finder.goals()
        ]
        for worth, goal in sorted(found, key=lambda one: -one[0])[:5]:
            if worth > (PATIENT if self.careful else LEAST):
                yield from roam(finder, goal, self.rng)

    def completed(self, move: Json) -> Json | None:
        """Complete a move with its secrets if they are stated and fit, else without them."""
        always = self.careful or move["type"] == "take_reward"
        self.confides = always or self.rng.random() < 0.95  # noqa: PLR2004 - nearly always
        made = super().completed(move)
        if made is None and "seat" in move:
            self.confides = False
            made = super().completed(move)
        if made is not None and made.get("kept"):
            self.taken[str(self.fold.ply + 2)] = made["kept"]
        return made

    def question(self, move: Json) -> Json:
        """The next question; for a planned move, only questions of its effect, and no option is tried in advance."""
        kind, seat = move["type"], move.get("seat")
        if self.options is None or kind not in PLAIN:
            for path, domain in FIRST[kind](self.state, seat, move, possible) if kind in FIRST else ():
                if not asked(move, path):
                    return {"field": path, "domain": domain}
        found = try_move(self.state, move)
        if found.done is not None:
            for path, domain in later(self.state, move, found.done):
                if not asked(move, path):
                    return {"field": path, "domain": domain}
        return {"field": found.path or None, "domain": found.domain}

    def answer(self, move: Json, path: str, domain: Json) -> Any:
        """The answer of the plan, or one that is likely to be useful; secrets as chance dealt them."""
        rng = self.rng
        if move["type"] == "score":
            return self._sorted(path)
        if domain.get("secret") and (path != "bottom" or move.get("kept")):
            return self._dealt(move, path, domain) if self.confides else None
        if path.startswith("choices.") and path.endswith(".option") and self.options:
            wanted = self.options.pop(0)
            return wanted if wanted in domain["of"] else rng.choice(domain["of"])
        planned = self.options is not None or path.startswith(("path.", "at.", "cost"))
        if domain.get("optional") and rng.random() < (0.85 if planned else SOME):
            return None
        if domain.get("alone"):
            name, inner = rng.choice(list(domain["fields"].items()))
            return {name: simulate.pick(rng, inner, 0)}
        if path == "use" and "strong" in domain["of"] and rng.random() < STRONG:
            return "strong"
        if domain["kind"] == "list" and domain["of"]["kind"] == "choice":
            of, least = domain["of"]["of"], domain["least"]
            count = rng.randint(least, max(least, min(domain["most"], len(of), least + 1)))
            if path in ("dice", "faces") or len(of) < count:
                return rng.choices(of, k=count) if of else None
            return sorted(rng.sample(of, count), key=of.index)  # what lies at the bottom of a deck comes last
        return simulate.pick(rng, domain, 0.5)

    def _dealt(self, move: Json, path: str, domain: Json) -> Any:
        """Cards that somebody saw: from the whole deck for a new round, else any that can be there."""
        state, rng = self.state, self.rng
        if path == "drawn":
            return self._drawn(copied(state.seats[move["seat"]]), domain["least"])
        if path != "hands":
            of = domain["of"] if domain["kind"] == "choice" else domain["of"]["of"]
            return rng.choice(of) if domain["kind"] == "choice" else rng.sample(of, min(len(of), domain["least"]))
        hands: Json = {}
        for seat, player in enumerate(state.seats):
            size = limit(state, seat, planning=False) if state.round else state.box.levels[0].hand
            deck = [card for card, count in player.owned.items() for _ in range(count)]
            hand = rng.sample(deck, min(size, len(deck)))
            if ARTIFACT not in hand:
                hands[str(seat)] = hand
        return hands

    def _drawn(self, player: Player, count: int) -> list[str] | None:
        """The top cards of a deck; None where one of them is an artifact that nobody has named."""
        out: list[str] = []
        for place in player.deck[:count]:
            kind = place
            if not is_known(place):
                can = list(player.cards.can(place))
                weights = [max(0, player.cards.free.get(one, 0)) for one in can]
                kind = self.rng.choices(can, weights)[0] if sum(weights) else ARTIFACT
                player.cards.found(place, kind, "")
            out.append(kind)
        return None if ARTIFACT in out or len(out) < count else out

    def _sorted(self, path: str) -> Json:
        """The cards of every seat, those won unseen among them; or the artifacts of each reward, as sealed."""
        state = self.state
        fresh = [card for card in state.box.cards if can_be_new(state, card) and card not in dict(state.below)]
        stated: Json = {}
        kept: Json = {}
        for seat, player in enumerate(state.seats):
            owned = [card for card, count in player.owned.items() for _ in range(count)]
            stated[str(seat)] = [fresh.pop() if card == ARTIFACT else card for card in owned]
            sealed = {card for name, _ in player.artifacts for card in self.taken.get(name, ())}
            own = [card for card in (*stated[str(seat)], *player.removed) if is_artifact(state.box, card)]
            own = [card for card in own if card not in sealed]
            for number, (name, count) in enumerate(player.artifacts):
                if count:
                    here = self.taken.get(name) or own[:count]
                    kept[f"{seat}-{number}"] = here
                    own = [card for card in own if card not in here]
        return stated if path == "cards" else kept


table = simulate.tables("engines.mage_knight", Players)
