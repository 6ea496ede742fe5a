"""Simulated games: moves are drawn from the offers, by chance or as the players of a game prefer."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Generic, TypeVar, cast

from engines.kernel import sealing
from engines.kernel.game import Field, Game, IllegalMoveError, Json, MalformedMoveError
from engines.kernel.input.completion import answered, stated
from engines.kernel.replay import Fold

S = TypeVar("S")

TRIES = 200
"""Maximum number of moves tried at a position: the rules may refuse a value drawn from a domain that is not exact."""
QUESTIONS = 300
"""Maximum number of questions of a move."""


def table(
    game: Game[Any, Any], rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all", **habits: Any
) -> Iterator[Json]:
    """One complete legal game, move by move, as a recorder would enter it.

    Args:
        game: The title; its own ``table`` is used if it has one.
        rng: The only source of random numbers; the same state gives the same game.
        seats: Colours, clockwise from seat 0.
        options: The options of the record.
        box: The components.
        knows: ``all``, or ``public`` for a recorder who knows no secrets.
        habits: Additional arguments of the title's own ``table``.
    """
    own: Callable[..., Iterator[Json]] | None = getattr(game, "table", None)
    if own is not None:
        yield from own(rng, seats, options, box, knows, **habits)
    else:
        yield from Players[Any](Fold(game, seats, options, box), rng).play(knows)


def tables(game: str, players: type[Players[Any]]) -> Callable[..., Iterator[Json]]:
    """The ``table`` of a title whose module has this name, with players of its own."""

    def table_of(
        rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all", **habits: Any
    ) -> Iterator[Json]:
        module = cast("Game[Any, Any]", sys.modules[game])
        return players(Fold(module, seats, options, box), rng, **habits).play(knows)

    return table_of


class Players(Generic[S]):
    """Players who choose among the offers; a game overrides what it prefers to chance.

    Args:
        fold: The empty table. It knows everything that is recorded.
        rng: The only source of random numbers.

    Attributes:
        made: How often each seat made each type of move.
        leave_out: Probability that an optional field is left out; drawn for each move.
    """

    def __init__(self, fold: Fold[S, Any], rng: Random) -> None:
        self.fold, self.rng = fold, rng
        self.made: Counter[tuple[str, int | None]] = Counter()
        self.leave_out = 0.0

    @property
    def state(self) -> S:
        """The table as all players together know it."""
        return self.fold.state

    def wishes(self) -> Iterable[Json]:
        """Moves, whole or in part, that the players would like to make, the best first; then chance decides."""
        return ()

    def offered(self) -> Sequence[tuple[str, int | None]]:
        """The types of move among which chance decides, each with its seat."""
        return list(self.fold.game.may(self.state))

    def question(self, move: Json) -> Json:
        """The next question of an incomplete move, as ``offers`` answers it."""
        return self.fold.offers(move)

    def weight(self, kind: str, seat: int | None) -> float:
        """The weight of a type of move in a random choice; by default, moves that were made less often weigh more."""
        return float(1 / (1 + self.made[kind, seat]) ** 2)

    def answer(self, move: Json, path: str, domain: Json) -> Any:  # noqa: ARG002 - for those who override it
        """The answer to a question; None leaves an optional field out."""
        return pick(self.rng, domain, self.leave_out)

    def play(self, knows: str = "all") -> Iterator[Json]:
        """The whole game, move by move; ``knows`` as in :func:`table`."""
        fold = self.fold
        while move := self._move():
            body = fold.game.encode(fold.decide(move))
            self.made[move["type"], move.get("seat")] += 1
            yield sealing.split(fold.game, body)[0] if knows == "public" else move
            fold.apply(str(fold.ply + 2), body)

    def _move(self) -> Json | None:
        """A legal move; None if the game is over or no move is found."""
        fold = self.fold
        offers = self.offered() if fold.ply < fold.game.most_moves else ()
        if not offers:
            return None
        for wish in self.wishes():
            if move := self.completed(wish):
                return move
        refused: Counter[tuple[str, int | None]] = Counter()
        for _ in range(TRIES):
            (kind, seat), *_ = self.rng.choices(offers, [4.0 ** -refused[of] * self.weight(*of) for of in offers])
            if move := self.completed({"type": kind, **({} if seat is None else {"seat": seat})}):
                return move
            refused[kind, seat] += 1
        return None

    def completed(self, move: Json) -> Json | None:
        """A move with answers to all its questions; None if the rules refuse it."""
        fold = self.fold
        fields = fold.game.moves(fold.box)[move["type"]].fields
        self.leave_out = self.rng.choice((0, 0.3, 0.7, 1))
        try:
            for _ in range(QUESTIONS):
                asked = self.question(move)
                path, domain = asked["field"], asked["domain"]
                if path is None:
                    break
                value = self.answer(move, path, domain)
                if value is None and not domain.get("optional"):
                    return None
                move = answered(fields, move, path, value)
            move = stated(Field("group", fields=fields), move)
            body = fold.game.encode(fold.decide(move))
        except (IllegalMoveError, MalformedMoveError):
            return None
        # Nothing is sealed here, so a move must state what it makes public.
        opened = (sealing.look(body, fact.fills) for fact in fold.game.opens(fold.state, body))
        return None if any(one is None for one in opened) else move


def pick(rng: Random, domain: Json, leave_out: float = 0.3) -> Any:
    """A random value of a domain; None with probability ``leave_out`` if it is optional."""
    if domain.get("of") == [] or (domain.get("optional") and rng.random() < leave_out):
        return None
    match domain["kind"]:
        case "choice":
            return rng.choice(domain["of"])
        case "range":
            return rng.randint(domain["low"], domain["high"])
        case "flag":
            return rng.random() < 0.5  # noqa: PLR2004 - one or the other
        case "list":
            least, most = domain["least"], domain["most"]
            return [pick(rng, domain["of"], 0) for _ in range(rng.randint(least, min(most, least + 4)))]
        case "map":
            keys = [key for key in domain["keys"] if rng.random() < 0.7]  # noqa: PLR2004 - most of them
            return {key: pick(rng, domain.get("each", {}).get(key, domain["of"]), 0) for key in keys}
        case "group":
            return {key: pick(rng, inner, leave_out) for key, inner in domain["fields"].items()}
        case _:
            return rng.randint(-9, 99)
