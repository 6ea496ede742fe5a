"""Simulated games: played by the game's own ``table``, or else with moves drawn at random from the offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engines.kernel import sealing
from engines.kernel.game import Field, Game, IllegalMoveError, Json, MalformedMoveError
from engines.kernel.input.completion import answered
from engines.kernel.replay import Fold

TRIES = 200
"""Maximum number of moves tried at a position: the rules may refuse a value drawn from a domain that is not exact."""
QUESTIONS = 300
"""Maximum number of questions of a move."""


def table(
    game: Game[Any, Any],
    rng: Random,
    seats: Sequence[str],
    options: Json,
    box: Json,
    knows: str = "all",
    **habits: Any,
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
        return
    fold: Fold[Any, Any] = Fold(game, seats, options, box)
    made: Counter[tuple[str, int | None]] = Counter()
    while move := _move(fold, rng, made):
        body = game.encode(fold.decide(move))
        made[move["type"], move.get("seat")] += 1
        yield sealing.split(game, body)[0] if knows == "public" else move
        fold.apply(str(fold.ply + 2), body)


def _move(fold: Fold[Any, Any], rng: Random, made: Mapping[tuple[str, int | None], int]) -> Json | None:
    """A legal move, preferably of a type that its seat seldom made; None if the game is over or no move is found."""
    offers = fold.offers()["moves"] if fold.ply < fold.game.most_moves else []
    refused: Counter[tuple[str, int | None]] = Counter()
    for _ in range(TRIES if offers else 0):
        whose = [(offer["type"], offer["seat"]) for offer in offers]
        (kind, seat), *_ = rng.choices(whose, [4.0 ** -refused[one] / (1 + made[one]) ** 2 for one in whose])
        leave_out = rng.choice((0, 0.3, 0.7, 1))
        try:
            move = _drawn(fold, rng, kind, seat, leave_out)
            body = fold.game.encode(fold.decide(move))
        except (IllegalMoveError, MalformedMoveError):
            refused[kind, seat] += 1
            continue
        # Nothing is sealed here, so a move must state what it makes public.
        if all(sealing.look(body, fact.fills) is not None for fact in fold.game.opens(fold.state, body)):
            return move
        refused[kind, seat] += 1
    return None


def _drawn(fold: Fold[Any, Any], rng: Random, kind: str, seat: int | None, leave_out: float) -> Json:
    """A move of a type, with a random answer to each question."""
    fields: Mapping[str, Field] = fold.game.moves(fold.box)[kind].fields
    move: Json = {"type": kind, **({} if seat is None else {"seat": seat})}
    for _ in range(QUESTIONS):
        asked = fold.offers(move)
        if asked.get("field") is None:
            break
        move = answered(fields, move, asked["field"], pick(rng, asked["domain"], leave_out))
    return move


def pick(rng: Random, domain: Json, leave_out: float = 0.3) -> Any:
    """A random value of a domain; None with probability ``leave_out`` if it is optional."""
    if domain.get("optional") and (rng.random() < leave_out or domain.get("of") == []):
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
