"""An imaginary table: complete legal games as a recorder would type them.

Nobody at it plays well, but everybody plays everything: each move is put together from what may be asked, question by
question, and what lies in a shuffled deck is decided when it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from engines.kernel import sealing
from engines.kernel.game import Json
from engines.kernel.unknown import is_known
from engines.mage_knight.asking import FIRST
from engines.mage_knight.data import ARTIFACT, WOUND
from engines.mage_knight.dealing import Dealer
from engines.mage_knight.foes import armor, facing
from engines.mage_knight.geometry import around, beside, centre, distance
from engines.mage_knight.leanings import ABLE, MOST, ODD, PLANNED, SOME, STRONG, THRIFT, TOWARDS, TRIES, WEIGHTS, YES
from engines.mage_knight.may import candidates
from engines.mage_knight.moves import SECRET
from engines.mage_knight.moving import may_lie, top_kind
from engines.mage_knight.offers import attempt, possible, put
from engines.mage_knight.params import EVENTS
from engines.mage_knight.revealing import garrisons, ruins_down
from engines.mage_knight.rewarding import artifacts_due, can_be_new
from engines.mage_knight.rules import evolve, with_hand
from engines.mage_knight.starting import setup
from engines.mage_knight.state import Combat, Player, Turn


class Table(Dealer):
    """One game as it goes on.

    Args:
        rng: The chance of this table.
        seats: Colours.
        options: Of the record.
        box: The components.
    """

    def __init__(self, rng: Random, seats: Sequence[str], options: Json, box: Json) -> None:
        super().__init__(rng, setup(seats, options, box))
        self.name = 1
        self.plans: dict[int, tuple[Turn, str]] = {}

    def play(self) -> Iterator[Json]:
        """The whole game, move by move.

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
            yield EVENTS.encode(event)
        msg = "a table of Mage Knight did not come to an end"
        raise RuntimeError(msg)

    def next_move(self) -> Json:
        """A legal move, by chance.

        Raises:
            RuntimeError: None is found.
        """
        match self.state.phase:
            case "setup":
                return self.set_up()
            case "between_rounds":
                return self.new_round()
            case "scoring":
                return self.scoring()
        found = list(candidates(self.state))
        while found:
            kind, seat = self.rng.choices(found, [self.weight(kind, seat) for kind, seat in found])[0]
            for _ in range(TRIES):
                move = self.attack(seat or 0, kind) if kind in ("attack", "block") else self.complete(kind, seat)
                if move is not None:
                    return move
            found.remove((kind, seat))
        msg = f"no move is found in the phase {self.state.phase}"
        raise RuntimeError(msg)

    def weight(self, kind: str, seat: int | None) -> float:
        """How readily this seat makes such a move now."""
        base = float(WEIGHTS.get(kind, 20))
        player = self.state.seats[seat or 0]
        turn = player.turn
        if turn is None or turn.part == "end":
            return base
        combat = self.state.combat
        if combat is not None and combat.seat == seat:
            return self.in_combat(kind, base, combat)
        if kind == "end_turn":
            return base * 8 if turn.action is not None and turn.part != "action" else 0.1 + 0.2 * turn.let_go
        plan = self.plan(seat or 0, player, turn)
        if kind == "play_card":
            return {"roam": 40.0, "deal": 20.0}.get(plan, 4.0) if turn.action in (None, "interact") else 1.0
        if kind == "move":
            return base * (2 if plan == "roam" else 0.1) if turn.move > 1 else 0.1
        return base if PLANNED.get(kind, plan) == plan else base / 40

    def in_combat(self, kind: str, base: float, combat: Combat) -> float:
        """How readily a type of move is made in a combat: plays where they count, the end where nothing is left."""
        plays = {"play_card": 24.0, "attack": 60.0, "block": 60.0, "activate_unit": 15.0, "use_skill": 15.0}
        if kind in ("attack", "block"):
            return plays[kind]
        if kind in plays and combat.phase != "damage":
            return plays[kind] / {"attack": 1, "block": 16}.get(combat.phase, 40)
        return 1.0 if kind == "end_combat" else base

    def plan(self, seat: int, player: Player, turn: Turn) -> str:
        """What a seat is after in this turn: to roam, to fight, to deal with the locals, or to rest."""
        made = self.plans.get(seat)
        if made is None or made[0] is not turn:
            wounds = player.hand.count(WOUND)
            options = ["roam", "roam", "deal", "rest" if wounds > 1 else "roam"]
            if self.strength(player) >= ABLE:
                options += ["fight"] * 6
            made = self.plans[seat] = (turn, self.rng.choice(options))
        return made[1]

    def strength(self, player: Player) -> int:
        """About how much a hand and units are worth in a fight: 1 a card, more for what attacks."""
        box = self.state.box
        total = 0
        for place in player.hand:
            if place != WOUND:
                card = box.cards.get(place)
                fights = card is not None and card.basic is not None and "attack" in str(card.basic)
                total += 2 if fights else 1
        return total + sum(2 for unit in player.units.values() if unit.ready and not unit.wounds)

    # -------------------------------------------------------------------------------------------------- put together

    def complete(self, kind: str, seat: int | None) -> Json | None:
        """A move of a type, answered question by question; None where it comes to nothing."""
        move: Json = {"type": kind, **({} if seat is None else {"seat": seat})}
        for _ in range(40):
            question = self.question(kind, seat, move)
            if question is None:
                return None
            path, domain = question
            if path is None:
                if self.wasted(kind) and self.rng.random() < THRIFT:
                    return None
                return self.secrets(move)
            value = self.answer(move, path, domain)
            if value is None and not domain.get("optional"):
                return None
            move = put(move, path, value)
        return None

    def wasted(self, kind: str) -> bool:
        """Whether a play of a card gives nothing in the combat under way."""
        combat, seat = self.state.combat, self.done.seat
        if kind != "play_card" or seat is None:
            return False
        if combat is not None and combat.seat == seat:
            turn, after = self.state.seats[seat].turn, self.done.state.combat
            changed = after is None or after.enemies != combat.enemies
            kept = turn is not None and len(self.done.turn.lasting) > len(turn.lasting)
            return not (self.done.parts or changed or kept)
        turn = self.state.seats[seat].turn
        if turn is None or turn.action is not None or self.plan(seat, self.state.seats[seat], turn) != "roam":
            return False
        return self.done.turn.move <= turn.move and self.rng.random() < SOME

    def question(self, kind: str, seat: int | None, move: Json) -> tuple[str | None, Json] | None:
        """What is asked next: a field and its domain; no field where the move is whole; None where it cannot be."""
        if kind in FIRST:
            for path, domain in FIRST[kind](self.state, seat, move, possible):
                if not _asked(move, path):
                    return path, domain
        found = attempt(self.state, move)
        if found.done is not None:
            self.done = found.done
            return None, {}
        if found.path is None or found.domain is None:
            return None
        return found.path, found.domain

    def answer(self, move: Json, path: str, domain: Json) -> Any:
        """A value of a domain; what looks promising more often."""
        rng = self.rng
        if path == "discarded":
            held = self.state.seats[move["seat"]].hand
            shown = self.seen(move["seat"], hand=True, count=len(held)) or []
            return [card for card in shown if card != WOUND]
        if domain.get("optional") and rng.random() < self.left_out(move, path):
            return None
        match domain["kind"]:
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
        return 0.85 if path.startswith(("path.", "at.", "cost", "units")) else 0.5

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

    def towards(self, move: Json, path: str, of: list[Any]) -> list[Any]:
        """The number of a step that leads to where a tile could be turned up."""
        at, kind = self.state.seats[move["seat"]].space, top_kind(self.state)
        found = {position for lying in self.state.tiles for position in beside(lying)}
        goals = [centre(position) for position in found if kind and may_lie(self.state, position, kind)]
        told = move.get("to") or []
        near = [space for space in around(at or (0, 0)) if (space[0] if path == "to.0" else space[1]) in of]
        near = [space for space in near if path == "to.0" or space[0] == told[0]]
        if not goals or not near:
            return of
        best = min(near, key=lambda space: min(distance(space, goal) for goal in goals))
        return [best[0] if path == "to.0" else best[1]]

    def several(self, path: str, domain: Json) -> list[Any]:
        """A list of so many different values, as far as there are."""
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

    # ------------------------------------------------------------------------------------------------------- combat

    def attack(self, seat: int, kind: str) -> Json | None:
        """An attack or a block with all pieces that there are, on enemies for which they will do."""
        combat, turn = self.state.combat, self.state.seats[seat].turn
        if combat is None or turn is None:
            return None
        pieces = [name for name, piece in turn.pieces.items() if not piece.used and piece.phase == combat.phase]
        alive = [number for number, enemy in combat.enemies.items() if not enemy.defeated]
        alive.sort(key=lambda number: armor(self.state, facing(combat, combat.enemies[number])))
        for number in alive:
            move = {"type": kind, "seat": seat, "pieces": pieces}
            move |= {"enemies": [number]} if kind == "attack" else {"enemy": number}
            found = attempt(self.state, move)
            if found.done is None or found.done.state.combat is None:
                continue
            after = found.done.state.combat.enemies[number]
            if after.defeated or facing(combat, after).blocked or self.rng.random() < ODD:
                return move
        return None

    # ------------------------------------------------------------------------------------------------------ secrets

    def secrets(self, move: Json) -> Json:
        """The move with what its owner saw."""
        kind = move["type"]
        done = self.done
        if kind == "take_reward" and move.get("kind") == "artifact":
            turn = self.state.seats[move["seat"]].turn
            count = 0 if turn is None else artifacts_due(self.state, turn)
            can = [card for card in self.state.box.cards if can_be_new(self.state, card)]
            seen = self.rng.sample(can, min(len(can), count + self.state.box.more_artifacts))
            if count and len(seen) > count:
                return {**move, "kept": seen[:count], "bottom": seen[count]}
        count = done.drew
        if kind == "draw":
            count = len(done.me.hand) - len(self.state.seats[move["seat"]].hand)
        if count and "drawn" in SECRET.get(kind, {}) and not done.picks:
            drawn = self.seen(move["seat"], hand=False, count=count)
            if drawn is not None:
                told = {**move, "drawn": drawn}
                if attempt(self.state, told).done is not None:
                    return told
        return move

    def seen(self, seat: int, *, hand: bool, count: int) -> list[str] | None:
        """What lies in so many places of a hand or on top of a deck, decided now."""
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
                fresh = [card for card in self.state.box.cards if can_be_new(self.state, card) and card not in out]
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


def table(rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all") -> Iterator[Json]:
    """An imaginary table: one complete legal game as a recorder would type it.

    Args:
        rng: Its chance.
        seats: Colours, clockwise.
        options: Of the record.
        box: The components.
        knows: With ``public`` the secrets are left out.
    """
    for move in Table(rng, seats, options, box).play():
        secret = SECRET.get(move["type"], {})
        yield move if knows == "all" else sealing.without(move, secret)


def _clean(move: Json) -> Json:
    """The move without what was left out."""
    return {
        name: value[:-1] if isinstance(value, list) and value and value[-1] is None else value
        for name, value in move.items()
        if value is not None
    }
