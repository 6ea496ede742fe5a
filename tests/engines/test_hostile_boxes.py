"""A box that is hostile by its shape costs a game what its bytes cost: no list in it is multiplied by another.

Every list and every map of a game's own box is grown, with items of three makes, alone and together with each other
one. Times are compared with times of the same check, so that no machine is too slow for the test.
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import Any

import orjson
import pytest

from engines import GAMES
from engines.kernel.game import Game, Json

BYTES = 256 << 10
"""Of a box that a stranger may send (``service.record.boxes.MOST_BYTES``)."""
GROWN = 20
"""Eight times as many bytes take at most so many times as long; a product of two lists takes 64 times."""
TOGETHER = 4
"""Two lists of half the bytes each take at most so many times what one of them takes with all of the bytes."""

Way = tuple[str | int, ...]


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """The way to every list of a box, and to every map from ids; the first of their items stands for all."""
    alike = isinstance(value, list) or (way and _is_map(value))
    if alike:
        yield way
    inner = list(value.items() if isinstance(value, dict) else enumerate(value))
    for key, item in inner[:1] if alike else inner:
        if isinstance(item, (dict, list)):
            yield from ways(item, (*way, key))


def _is_map(value: Json) -> bool:
    """Whether an object is a map: what is in it is of one kind, and it is no name in every language."""
    kinds = {tuple(sorted(item)) if isinstance(item, dict) else type(item) for item in value.values()}
    return len(kinds) == 1 and "en" not in value


def named(item: Any, number: int) -> Any:
    """An item under a name of its own, and nothing else."""
    if isinstance(item, dict):
        return {"id": f"n{number}"}
    return f"n{number}" if isinstance(item, str) else item


def strange(item: Any, number: int) -> Any:
    """An item that speaks of what is nowhere in the box."""
    if isinstance(item, dict):
        return {key: strange(inner, number) for key, inner in item.items() if not isinstance(inner, (dict, list))}
    return f"n{number}" if isinstance(item, str) else item + number if type(item) is int else item


def sound(item: Any, number: int) -> Any:
    """An item like one that is there, under a name of its own."""
    if isinstance(item, dict):
        return item | {key: f"n{number}" for key in ("id", "token") if key in item}
    return f"n{number}" if isinstance(item, str) else item


Make = Callable[[Any, int], Any]


def grow(value: Any, room: int, make: Make) -> None:
    """Add items until so many bytes are filled; where our box has none, these are texts."""
    items = list(value.values() if isinstance(value, dict) else value) or [""]
    for number in itertools.count(1):
        item = make(items[number % len(items)], number)
        if isinstance(value, dict):
            value[f"n{number}"] = item
        else:
            value.append(item)
        room -= len(orjson.dumps(item)) + (10 if isinstance(value, dict) else 2)
        if room < 0:
            return


def put(value: Any, way: Way, new: Any) -> Any:
    """A value with another one at a place; what lies beside the way is shared."""
    if not way:
        return new
    key: Any = way[0]
    out = dict(value) if isinstance(value, dict) else list(value)
    out[key] = put(value[key], way[1:], new)
    return out


class Hostile:
    """Boxes of a game in which lists are grown; what was grown once stands in every box that has it.

    Args:
        game: Whose box it is.
        make: How an item is made.
    """

    def __init__(self, game: Game[Any, Any], make: Make) -> None:
        self.box = game.box()
        self._make = make
        self._grown: dict[tuple[Way, int], Any] = {}

    def grown(self, way: Way, room: int) -> Any:
        """What stands at a place of the box, with items for so many bytes more."""
        if (way, room) not in self._grown:
            here: Any = self.box
            for key in way:
                here = here[key]
            grow(here := copy.copy(here), room, self._make)
            self._grown[way, room] = here
        return self._grown[way, room]

    def __call__(self, size: int, *chosen: Way) -> Json:
        """The box, with what stands at some places grown by so many bytes together."""
        out = self.box
        # The inner of two comes last: the outer one's items are like the box's own, without what is grown in it.
        for way in sorted(chosen, key=len):
            out = put(out, way, self.grown(way, size // len(chosen)))
        return out


def seconds(game: Game[Any, Any], box: Json, times: int = 1) -> float:
    """What a check takes of the processor; the least of some times."""
    found = []
    for _ in range(times):
        began = process_time()
        game.check_box(box)
        found.append(process_time() - began)
    return min(found)


def dearer(game: Game[Any, Any], box: Json, factor: int, *others: Json) -> bool:
    """Whether a check of a box takes more than ``factor`` times what a check of the dearest of some others takes.

    Measured up to five times: on a busy machine one measurement may be wrong, a product of two lists never is.
    """
    return all(seconds(game, box) > factor * max(seconds(game, other, 3) for other in others) for _ in range(5))


@pytest.mark.parametrize("make", [named, strange, sound])
@pytest.mark.parametrize("name", GAMES)
def test_a_box_of_256_kib_costs_what_its_bytes_cost(name: str, make: Make) -> None:
    game: Game[Any, Any] = GAMES[name]
    hostile, slow = Hostile(game, make), []
    for way in ways(game.box()):
        small, large = (hostile(size, way) for size in (BYTES // 8, BYTES))
        if dearer(game, large, GROWN, small):
            slow.append(way)
    assert slow == []


def groups(found: Sequence[Way]) -> Iterator[tuple[Way, ...]]:
    """Six at a time, so that any two are together in a group: each three of them with each other three."""
    threes = [tuple(found[at : at + 3]) for at in range(0, len(found), 3)]
    for one, other in itertools.combinations(threes, 2):
        yield one + other


@pytest.mark.parametrize("make", [named, strange, sound])
@pytest.mark.parametrize("name", GAMES)
def test_no_two_lists_of_a_box_are_multiplied(name: str, make: Make) -> None:
    """Six lists that grow together may take what the six take alone; where they take more, each two are measured."""
    game: Game[Any, Any] = GAMES[name]
    hostile, size = Hostile(game, make), BYTES // 8
    alone = {way: seconds(game, hostile(size, way), 3) for way in ways(game.box())}
    slow = set()
    for group in groups(list(alone)):
        if seconds(game, hostile(len(group) * size // 2, *group)) < sum(alone[way] for way in group):
            continue
        for one, other in itertools.combinations(group, 2):
            both = hostile(size, one, other)
            suspect = seconds(game, both) > TOGETHER * max(alone[one], alone[other])
            if suspect and dearer(game, both, TOGETHER, hostile(size, one), hostile(size, other)):
                slow.add((one, other))
    assert slow == set()


def test_cities_that_thousands_of_borders_pass_are_looked_at_once() -> None:
    box = GAMES["xidit"].box()
    border = box["regions"][0]["border"]

    def crowded(size: int) -> Json:
        regions = [{"id": f"n{number}", "border": border} for number in range(size // 80)]
        return box | {
            "regions": regions,
            "map": box["map"] | {"cities": [*box["map"]["cities"], *[{"id": border[0]}] * (size // 24)]},
        }

    few, many = crowded(BYTES // 8), crowded(BYTES)
    assert BYTES // 2 < len(json.dumps(many)) < BYTES + (32 << 10)
    assert not dearer(GAMES["xidit"], many, GROWN, few)
