"""A box that is hostile by its shape costs a game what its bytes cost: no list in it is multiplied by another.

Every list and every map of a game's own box is grown, with items of three makes, half of them at once so that each
two are together once. What a check takes is counted in steps, which are the same on every machine and at any load:
each further lot of items may take as many as the one before. What C does is not counted but for comparisons; so a list
of all the bytes that a stranger may send is measured in time besides, against the same check of a shorter one.
"""

from __future__ import annotations

import copy
import gc
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from types import FrameType
from typing import Any, NamedTuple, Protocol

import orjson
import pytest

from engines import GAMES
from engines.kernel.box.checks import Faults
from engines.kernel.box.hashes import faults_of
from engines.kernel.game import Json
from tests.long import cases, long_only

BYTES = 256 << 10
"""Of a box that a stranger may send (``service.record.entries.boxes.MOST_BYTES``)."""
GROWN = 20
"""Eight times as many bytes take at most so many times as long; a product of two lists takes 64 times."""
ITEMS = 16
"""By so many items lists are grown where steps are counted, then by twice and by three times as many.

The third lot should take no more steps than the second. In a product of two lists each item of the one takes at least
a step with each of the other: a lot of both takes twice the square of this number more than the lot before.
"""

Way = tuple[str | int, ...]


class Checked(Protocol):
    """A game as far as its box goes."""

    def box(self) -> Json:
        """Its own box."""

    def check_box(self, box: Json) -> Sequence[Any]:
        """The faults of a box."""


class Word(str):
    """A text whose comparisons are steps of Python, so that they are counted: those inside C are not seen otherwise."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return str.__ne__(self, other)

    def __lt__(self, other: str) -> bool:
        return str.__lt__(self, other)

    def __hash__(self) -> int:
        return str.__hash__(self)

    def casefold(self) -> Word:
        return Word(str.casefold(self))


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
        return {"id": Word(f"n{number}")}
    return Word(f"n{number}") if isinstance(item, str) else item


def strange(item: Any, number: int) -> Any:
    """An item that speaks of what is nowhere in the box."""
    if isinstance(item, dict):
        return {key: strange(inner, number) for key, inner in item.items() if not isinstance(inner, (dict, list))}
    return Word(f"n{number}") if isinstance(item, str) else item + number if type(item) is int else item


def sound(item: Any, number: int) -> Any:
    """An item like one that is there, under a name of its own."""
    if isinstance(item, dict):
        return item | {key: Word(f"n{number}") for key in ("id", "token") if key in item}
    return Word(f"n{number}") if isinstance(item, str) else item


Make = Callable[[Any, int], Any]
MAKES = (named, strange, sound)[-cases(1, 3) :]
"""Sound items come furthest in a check; the others for a long run."""


def grow(value: Any, room: int, make: Make, size_of: Callable[[Any], int]) -> None:
    """Add items until they have some size together; where our box has none, these are texts."""
    items = list(value.values() if isinstance(value, dict) else value) or [""]
    for number in itertools.count(1):
        item = make(items[number % len(items)], number)
        if isinstance(value, dict):
            value[Word(f"n{number}")] = item
        else:
            value.append(item)
        room -= size_of(item)
        if room <= 0:
            return


def size_in_bytes(item: Any) -> int:
    """Bytes of an item of a list, about."""
    return len(orjson.dumps(item, default=str)) + 6


def one(_: Any) -> int:
    """Each item counts the same."""
    return 1


def put(value: Any, way: Way, new: Any) -> Any:
    """A value with another one at a place; what lies beside the way is shared."""
    if not way:
        return new
    key: Any = way[0]
    out = dict(value) if isinstance(value, dict) else list(value)
    out[key] = put(value[key], way[1:], new)
    return out


class Hostile:
    """Boxes of a game in which lists are grown; what was grown once stands in every box that has it."""

    def __init__(self, game: Checked, make: Make, size_of: Callable[[Any], int]) -> None:
        self.box = game.box()
        self._make, self._size_of = make, size_of
        self._grown: dict[tuple[Way, int], Any] = {}

    def grown(self, way: Way, room: int) -> Any:
        """What stands at a place of the box, with items of some size more."""
        if (way, room) not in self._grown:
            here: Any = self.box
            for key in way:
                here = here[key]
            grow(here := copy.copy(here), room, self._make, self._size_of)
            self._grown[way, room] = here
        return self._grown[way, room]

    def __call__(self, size: int, *chosen: Way) -> Json:
        """The box, with what stands at some places grown by items of some size, each."""
        out = self.box
        # The inner of two comes last: the outer one's items are like the box's own, without what is grown in it.
        for way in sorted(chosen, key=len):
            out = put(out, way, self.grown(way, size))
        return out


def steps(game: Checked, box: Json) -> int:
    """What a check takes: every line that begins, every turn of a loop and every comparison of a grown word."""
    count = 0

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal count
        count += 1
        return trace

    before, collects = sys.gettrace(), gc.isenabled()
    gc.disable()
    sys.settrace(trace)
    try:
        game.check_box(box)
    finally:
        sys.settrace(before)
        if collects:
            gc.enable()
    return count


def groups(found: Sequence[Way]) -> Iterator[tuple[Way, ...]]:
    """Half of the lists at a time, so that each two are together once: each quarter of them with each other one."""
    for one, other in itertools.combinations(range(4), 2):
        yield (*found[one::4], *found[other::4])


def multiplied(game: Checked, make: Make) -> frozenset[Way]:
    """A list, or two, of which each further lot of items takes more steps than the one before; none where none does."""
    hostile = Hostile(game, make, one)
    found = list(ways(hostile.box))
    # What is only looked at in a box without a fault is reached by the lists that grow without one.
    faultless = tuple(way for way in found if not game.check_box(hostile(ITEMS, way)))

    def dear(chosen: Sequence[Way]) -> bool:
        once, twice, thrice = (steps(game, hostile(times * ITEMS, *chosen)) for times in (1, 2, 3))
        return (thrice - twice) - (twice - once) >= ITEMS**2

    group = next((group for group in (faultless, *groups(found)) if dear(group)), ())
    for way in group:
        rest = tuple(other for other in group if other != way)
        if dear(rest):
            group = rest
    return frozenset(group)


@pytest.fixture
def _endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check goes on after as many faults as are told: who makes fewer of them comes as far."""
    monkeypatch.setattr(Faults, "most", sys.maxsize)


@pytest.mark.usefixtures("_endless")
@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("name", GAMES)
def test_no_list_of_a_box_is_multiplied_by_another_or_by_itself(name: str, make: Make) -> None:
    assert multiplied(GAMES[name], make) == frozenset()


class Planted(NamedTuple):
    """A game whose check does something more."""

    game: Checked
    more: Callable[[Json], object]

    def box(self) -> Json:
        return self.game.box()

    def check_box(self, box: Json) -> Sequence[Any]:
        self.more(box)
        return self.game.check_box(box)


def ids(box: Json, table: str) -> list[Any]:
    return [row.get("id") for row in box[table]]


@pytest.mark.usefixtures("_endless")
@pytest.mark.parametrize(("more", "found"), [
    (lambda box: [a for a in box["regions"] for b in box["areas"] if a is b], {"regions", "areas"}),
    (lambda box: [a for words in [ids(box, "empire")] for a in ids(box, "progress") if a in words],
     {"empire", "progress"}),
    (lambda box: [words.count(a.casefold()) for words in [[a.casefold() for a in ids(box, "rows")]]
                  for a in ids(box, "turns") if isinstance(a, str)], {"rows", "turns"}),
    (lambda box: [a for a in box["territory"] if a in box["trade"]], {"territory", "trade"}),
][: cases(2, 4)])  # fmt: skip
def test_a_product_of_two_lists_is_found_however_cheap_it_is(more: Callable[[Json], object], found: set[str]) -> None:
    assert multiplied(Planted(GAMES["rise_of_empires"], more), named) == {(name,) for name in found}


def seconds(game: Checked, box: Json, times: int = 1) -> float:
    """What a check takes of the processor; the least of some times."""
    found = []
    for _ in range(times):
        began = process_time()
        faults_of(game, box)
        found.append(process_time() - began)
    return min(found)


def dearer(game: Checked, box: Json, factor: int, other: Json) -> bool:
    """Whether a check of a box takes more than ``factor`` times what a check of another one takes."""
    return all(seconds(game, box) > factor * seconds(game, other, 3) for _ in range(5))


@long_only
@pytest.mark.parametrize("name", GAMES)
def test_a_box_of_256_kib_costs_what_its_bytes_cost(name: str) -> None:
    """Of items like those that are there: at others a check has soon found as many faults as are told."""
    game = GAMES[name]
    hostile = Hostile(game, sound, size_in_bytes)
    slow = [way for way in ways(game.box()) if dearer(game, hostile(BYTES, way), GROWN, hostile(BYTES // 8, way))]
    assert slow == []


@pytest.mark.parametrize("name", GAMES)
def test_of_a_stranger_s_thousand_faults_the_first_hundred_are_told(name: str) -> None:
    game = GAMES[name]
    hostile = Hostile(game, named, one)
    told = [faults_of(game, hostile(200, way)) for way in ways(hostile.box)]
    assert max(map(len, told)) == Faults.most == 100
    few = faults_of(game, hostile(1, ("colours",)))
    assert 0 < len(few) < 100
    assert few == game.check_box(hostile(1, ("colours",)))


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
