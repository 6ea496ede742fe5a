"""Builds a move of a simulated table question by question; draws are decided when they happen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engines.kernel.game import Json
from engines.kernel.unknown import is_known
from engines.mage_knight.box.components import ARTIFACT, WOUND
from engines.mage_knight.box.geometry import around, beside, centre, distance
from engines.mage_knight.moves.events import SECRET
from engines.mage_knight.offers.fields import possible, put, try_move
from engines.mage_knight.offers.questions import FIRST
from engines.mage_knight.offers.table_questions import read_only_attempt
from engines.mage_knight.rules.movement import may_lie, top_kind
from engines.mage_knight.rules.revealing import garrisons, ruins_down
from engines.mage_knight.rules.table.artifacts import can_be_new, drawn, due, elsewhere
from engines.mage_knight.rules.table.cards import candidates
from engines.mage_knight.simulate.chance import Dealer
from engines.mage_knight.simulate.weights import LEFT_OUT, SOME, STRONG, TOWARDS, TRIES, YES
from engines.mage_knight.state import State

PLAIN = ("play_card", "use_skill", "activate_unit", "move", "attack", "block", "recruit", "learn", "heal")
"""Types of move with all first answers fixed by a plan; the questions of their effects remain."""


class MoveBuilder(Dealer):
    """Answers the questions of a move.

    Args:
        rng: Chance.
        state: The table.
    """

    def __init__(self, rng: Random, state: State) -> None:
        super().__init__(rng, state)
        self.options: list[int] = []

    # -------------------------------------------------------------------------------------------------- put together

    def complete(self, kind: str, seat: int | None) -> Json | None:
        """A move of a type, answered question by question; None where it comes to nothing."""
        move: Json = {"type": kind, **({} if seat is None else {"seat": seat})}
        self.options = []
        return self.ended(move, fixed=False)

    def fixed(self, move: Json, options: Sequence[int]) -> Json | None:
        """A move whose first part is fixed, and which options it takes; None where it comes to nothing."""
        self.options = list(options)
        return self.ended(move, fixed=True)

    def ended(self, move: Json, *, fixed: bool) -> Json | None:
        """A move with every answer that is missing; with its first part fixed only its effect asks."""
        kind, seat = move["type"], move.get("seat")
        for _ in range(40):
            question = self.question(kind, seat, move, fixed=fixed)
            if question is None:
                return None
            path, domain = question
            if path is None:
                return None if not fixed and self.wasted(kind) else self.secrets(move)
            value = self.answer(move, path, domain)
            if value is None and not domain.get("optional"):
                return None
            move = put(move, path, value)
        return None

    def wasted(self, kind: str) -> bool:
        """Whether a move of this type, as it came out, is not worth making."""
        del kind
        return False

    def question(self, kind: str, seat: int | None, move: Json, *, fixed: bool) -> tuple[str | None, Json] | None:
        """What is asked next: a field and its domain; no field where the move is whole; None where it cannot be."""
        if kind in FIRST and not (fixed and kind in PLAIN):
            for path, domain in FIRST[kind](self.state, seat, move, possible):
                if not _asked(move, path):
                    return path, domain
        found = try_move(self.state, move)
        if found.done is not None:
            self.done = found.done
            return None, {}
        if found.path is None or found.domain is None:
            return None
        return found.path, found.domain

    def answer(self, move: Json, path: str, domain: Json) -> Any:
        """A value of a domain; what looks promising more often."""
        if path == "discarded":
            held = self.state.seats[move["seat"]].hand
            shown = self.seen(move["seat"], hand=True, count=len(held)) or []
            return [card for card in shown if card != WOUND]
        if domain.get("optional") and self.rng.random() < self.left_out(move, path):
            return None
        if self.options and path.startswith("choices.") and path.endswith(".option"):
            wanted = self.options.pop(0)
            return wanted if wanted in domain["of"] else None
        return self.one_of(move, path, domain)

    def one_of(self, move: Json, path: str, domain: Json) -> Any:
        """A value of a domain, by chance."""
        rng = self.rng
        match domain["kind"]:
            case "choice" if domain["of"] and isinstance(domain["of"][0], list):
                return self.place(move, path, domain["of"])
            case "choice":
                return rng.choice(self.liked(move, path, domain["of"])) if domain["of"] else None
            case "range":
                return rng.randint(domain["low"], domain["high"])
            case "flag":
                return rng.random() < YES
            case "list":
                return self.several(path, domain)
            case "map":
                of = domain["of"].get("of") or [None]
                return {key: rng.choice(of) for key in domain["keys"] if rng.random() < SOME and of[0] is not None}
            case "group":
                return self.group(move, domain)
            case _:
                return self.free(move, path)

    def left_out(self, move: Json, path: str) -> float:
        """How often an optional field is left out."""
        if move["type"] == "rest":
            return 0.2
        return LEFT_OUT if path.startswith(("path.", "at.", "cost")) else SOME

    def liked(self, move: Json, path: str, of: list[Any]) -> list[Any]:
        """The answers among which one is chosen: strong before basic, what fits the combat before what does not."""
        if path == "use" and "strong" in of and self.rng.random() < STRONG:
            return ["strong"]
        if path == "use" and len(of) > 1 and self.rng.random() < STRONG:
            return [value for value in of if value != "sideways"]
        if path in ("to.0", "to.1") and self.rng.random() < TOWARDS:
            return self.towards(move, path, of)
        if path == "gives":
            combat = self.state.combat
            if combat is not None and combat.phase in of:
                return [combat.phase]
            turn = self.state.seats[move["seat"]].turn
            return ["influence" if turn is not None and turn.part == "action" else "move"]
        return list(of)

    def place(self, move: Json, path: str, of: list[list[int]]) -> list[int]:
        """A place of the board, one number after the other; of enemies to challenge one, as plans name several."""
        if path == "at.1":
            return []
        columns = list(dict.fromkeys(at[0] for at in of))
        q = self.rng.choice(self.liked(move, f"{path}.0", columns))
        rows = [at[1] for at in of if at[0] == q]
        return [q, self.rng.choice(self.liked({**move, path: [q]}, f"{path}.1", rows))]

    def towards(self, move: Json, path: str, of: list[Any]) -> list[Any]:
        """The number of a step that leads to where a tile could be turned up."""
        at, kind = self.state.seats[move["seat"]].space, top_kind(self.state)
        found = {position for lying in self.state.tiles for position in beside(lying)}
        goals = [centre(position) for position in found if kind and may_lie(self.state, position, kind)]
        filled = move.get("to") or []
        near = [space for space in around(at or (0, 0)) if (space[0] if path == "to.0" else space[1]) in of]
        near = [space for space in near if path == "to.0" or space[0] == filled[0]]
        if not goals or not near:
            return of
        best = min(near, key=lambda space: min(distance(space, goal) for goal in goals))
        return [best[0] if path == "to.0" else best[1]]

    def several(self, path: str, domain: Json) -> list[Any]:
        """Different values for a list, as many as it needs or as there are."""
        inner = domain["of"]
        if inner.get("kind") != "choice":
            return []
        of, most = list(inner["of"]), domain["most"]
        least = domain["least"]
        count = self.rng.randint(least, min(most, max(least, min(len(of), 3))))
        if path == "choices.0.cards" and count > 1:
            count = self.rng.randint(least, count)
        different = self.rng.sample(of, min(count, len(of)))
        same = [self.rng.choice(of) for _ in range(count - len(different))] if of else []
        return different + same

    def group(self, move: Json, domain: Json) -> Any:
        """A group; of one that has exactly one member the first that can be."""
        del move
        fields = domain["fields"]
        if domain.get("alone"):
            for name, inner in fields.items():
                if inner["kind"] != "choice" or inner["of"]:
                    return {
                        name: self.hand_of(inner) if inner["kind"] == "list" else self.answer({"type": ""}, name, inner)
                    }
        made = {name: self.answer({"type": ""}, name, inner) for name, inner in fields.items()}
        return {name: value for name, value in made.items() if value is not None}

    def hand_of(self, domain: Json) -> list[str]:
        """A whole hand that is shown."""
        return [self.rng.choice(domain["of"]["of"]) for _ in range(domain["least"])]

    def free(self, move: Json, path: str) -> Any:
        """What no domain narrows: tokens that an effect turns up, wounds that leave."""
        if path.endswith("tokens"):
            me = self.state.seats[move["seat"]]
            near = garrisons(self.state, around(me.space)) if me.space is not None else []
            return self.turned([*near], ruins_down(self.state))
        return {}

    # ------------------------------------------------------------------------------------------------------ secrets

    def secrets(self, move: Json) -> Json:
        """The move with what its owner saw."""
        kind = move["type"]
        done = self.done
        if kind == "take_reward" and move.get("kind") == "artifact":
            turn = self.state.seats[move["seat"]].turn
            count = 0 if turn is None else due(self.state, turn)
            hidden = drawn(self.state, count)
            rest = [card for card in hidden.can if card not in hidden.sure]
            seen = [*hidden.sure, *self.rng.sample(rest, min(len(rest), hidden.number - len(hidden.sure)))]
            self.rng.shuffle(seen)
            if count and len(seen) > count:
                return {**move, "kept": seen[:count], "bottom": seen[count]}
        if done.picks and "picked" in SECRET.get(kind, {}):
            return self.with_picks(move, done.picks)
        count = done.drew
        if kind == "draw":
            count = len(done.me.hand) - len(self.state.seats[move["seat"]].hand)
        if count and "drawn" in SECRET.get(kind, {}):
            names = self.seen(move["seat"], hand=False, count=count)
            if names is not None:
                filled = {**move, "drawn": names}
                if try_move(self.state, filled).done is not None:
                    return filled
        return move

    def nameless(self, card: str) -> bool:
        """Whether an artifact that somebody won unseen can be this one."""
        return can_be_new(self.state, card) and elsewhere(self.state, card) is None

    def with_picks(self, move: Json, count: int) -> Json:
        """The move with cards that its owner chose unseen by others; without them where none fit."""
        attempt = read_only_attempt(self.state, move["seat"])
        me = attempt.me
        can = [card for card in candidates(attempt, me, [*me.deck, *me.discard]) if card != WOUND]
        for _ in range(TRIES):
            filled = {**move, "picked": [self.rng.choice(can) for _ in range(count)]} if can else move
            if try_move(self.state, filled).done is not None:
                return filled
        return move

    def seen(self, seat: int, *, hand: bool, count: int) -> list[str] | None:
        """Decide what ``count`` places of a hand or the top of a deck hold."""
        player = self.state.seats[seat].copied()
        out: list[str] = []
        for place in (player.hand if hand else player.deck)[:count]:
            if is_known(place):
                out.append(place)
                continue
            can = list(player.cards.can(place))
            weights = [max(0, player.cards.free.get(kind, 0)) for kind in can]
            if not sum(weights):
                return None
            kind = self.rng.choices(can, weights)[0]
            player.cards.found(place, kind, "")
            if kind == ARTIFACT:
                fresh = [card for card in self.state.box.cards if self.nameless(card) and card not in out]
                kind = self.rng.choice(fresh)
            out.append(kind)
        return out if len(out) == count else None


def _asked(move: Json, path: str) -> bool:
    """Whether a field has been asked."""
    here: Any = move
    for key in path.split("."):
        if isinstance(here, dict):
            if key not in here:
                return False
            here = here[key]
        elif isinstance(here, list):
            if int(key) >= len(here):
                return False
            here = here[int(key)]
        else:
            return here is None
    return True
