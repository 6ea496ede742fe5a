"""What a recorder is asked in games of the imaginary table: each question as the page gets it, with what was played."""

import collections
import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from engines import GAMES
from engines.kernel import sealing
from engines.kernel.game import Json
from engines.kernel.input.completion import answered
from engines.kernel.replay import Fold
from tests.viewer.replay_fixture import defaults


class Asked(NamedTuple):
    """One question: type of move, path of the field, its domain, what the table played there, and the move so far."""

    type: str
    path: str
    domain: Json
    played: Any
    move: Json


def asked(game: str, moves: int, times: int, seats: tuple[str, ...] = ("red", "blue", "green")) -> Iterator[Asked]:
    """The questions of the first moves of a game."""
    title = GAMES[game]
    box = title.box()
    options = defaults(game)
    fold: Fold[Any, Any] = Fold(title, seats, options, box)
    types = title.moves(box)
    seen: collections.Counter[str] = collections.Counter()
    table = title.table(random.Random(4), list(seats), options, box)
    for move in itertools.islice(table, moves):
        seen[move["type"]] += 1
        if seen[move["type"]] <= times:
            yield from questions(fold, types[move["type"]].fields, move)
        fold.play(move)


def questions(fold: Fold[Any, Any], fields: Any, move: Json) -> Iterator[Asked]:
    """Every question of a move, each answered as the move has it."""
    partial = {key: move[key] for key in ("type", "seat") if key in move}
    done: set[str] = set()
    while True:
        answer = fold.offers(partial)
        path, domain = answer["field"], answer["domain"]
        if path is None or path in done:
            return
        done.add(path)
        value = sealing.look(move, path)
        yield Asked(move["type"], path, domain, value, partial)
        partial = answered(fields, partial, path, value)
