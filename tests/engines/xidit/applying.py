"""Whether an event applies, beside what ``decide`` says of it: ``python -m tests.engines.xidit.applying [GAMES]``.

``evolve`` has predicates of its own, so that a stricter ``decide`` never changes an old record. When they were written
they said what ``decide`` said then. Where the rules for new moves have become stricter since, this is no error: it says
for which events the two part.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any

from engines.kernel.game import IllegalMoveError
from engines.xidit.decide import decide
from engines.xidit.moves import EVENTS, FistsOpened, OrdersRevealed
from engines.xidit.rules.playable import is_playable
from engines.xidit.state import State
from tests.contract.games import Log, Table

TRIED = 6
"""Events tried at each ply of a game, beside the one that is played."""


def as_decided(state: State, event: Any) -> bool:
    """Whether ``decide`` takes the event, or refuses it with the event that it would be all the same."""
    whole = len(state.seats)
    if isinstance(event, OrdersRevealed) and len(event.orders) < whole:
        return False
    if isinstance(event, FistsOpened) and len(event.counts) < whole:
        return False
    try:
        decide(state, EVENTS.encode(event))
    except IllegalMoveError as error:
        return error.event is not None
    return True


@cache
def events(number: int) -> list[Any]:
    """The events of a whole game."""
    table = Table("xidit", 3 + number % 3, number)
    log = Log(table)
    for move in table.moves():
        log.write(move)
    return [EVENTS.decode(entry.known_body()) for entry in log.entries]


def mixed(rng: Random, event: Any, others: list[Any]) -> Any:
    """An event with one of its values, or its seat, from another event of its type."""
    alike = [other for other in others if type(other) is type(event)]
    names = [field.name for field in fields(event)]
    if not names:
        return event
    name = rng.choice(names)
    return replace(event, **{name: getattr(rng.choice(alike), name)})


def tried(number: int) -> Iterator[tuple[State, Any]]:
    """Tables, and events that are possible there or not: of the game itself, of another one, and mixtures of them.

    Every second game is played in order; in the others what comes contradicts most of what came before.
    """
    rng = Random(number)
    own, others = events(number), events(number) + events(number + 1)
    fold = Table("xidit", 3 + number % 3, number).fold()
    played = own if number % 2 == 0 else rng.sample(others, min(len(others), 200))
    for name, event in enumerate(played, 2):
        for other in rng.sample(others, TRIED // 2):
            yield fold.state, other
        for _ in range(TRIED // 2):
            yield fold.state, mixed(rng, rng.choice([event, rng.choice(others)]), others)
        yield fold.state, event
        fold.game.evolve(fold.state, event, str(name))


def parted(number: int, seen: Counter[tuple[str, bool]]) -> Iterator[str]:
    """The events of one game of which the two say different things; what was seen is counted by type and answer."""
    for state, event in tried(number):
        found = is_playable(state, event)
        seen[EVENTS.type_of(event), found] += 1
        if found is not as_decided(state, event):
            yield f"game {number}: {event} {'applies' if found else 'does not apply'}, decide says otherwise"


if __name__ == "__main__":
    counted: Counter[tuple[str, bool]] = Counter()
    wrong = 0
    for game in range(int(sys.argv[1]) if sys.argv[1:] else 1000):
        for line in parted(game, counted):
            wrong += 1
            print(line)
        events.cache_clear()
    applied = sum(count for (_, yes), count in counted.items() if yes)
    print(f"{sum(counted.values())} events tried, {applied} apply, {wrong} parted")
    sys.exit(bool(wrong))
