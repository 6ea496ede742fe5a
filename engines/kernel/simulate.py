"""Simulated games: played by the players that a game brings, or else by chance among what is offered."""

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
"""Moves that are tried at a position: where a domain is not exact, the rules may refuse what was drawn."""
QUESTIONS = 300
"""Questions of a move at most."""


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
        game: The title; its own ``table`` plays where it has one.
        rng: The only chance there is; one state of it gives one game.
        seats: Colours, clockwise from seat 0.
        options: Of the record.
        box: The components.
        knows: ``all``, or ``public`` for a recorder who knows no secrets.
        habits: What the title's own ``table`` takes in addition.
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
    """A legal move, rather of a type that its seat seldom made; None where the game is over or no move is found."""
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
        # Nobody sealed anything: what a move makes public is stated in it.
        if all(sealing.look(body, fact.fills) is not None for fact in fold.game.opens(fold.state, body)):
            return move
        refused[kind, seat] += 1
    return None


def _drawn(fold: Fold[Any, Any], rng: Random, kind: str, seat: int | None, leave_out: float) -> Json:
    """A move of a type, answered by chance question by question."""
    fields: Mapping[str, Field] = fold.game.moves(fold.box)[kind].fields
    move: Json = {"type": kind, **({} if seat is None else {"seat": seat})}
    for _ in range(QUESTIONS):
        asked = fold.offers(move)
        if asked.get("field") is None:
            break
        move = answered(fields, move, asked["field"], pick(rng, asked["domain"], leave_out))
    return move


def pick(rng: Random, domain: Json, leave_out: float = 0.3) -> Any:
    """A value of a domain; None, as often as said, where it may be left out."""
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
