"""A process that serves looks for garbage between calls: in quiet, else after a while, and through all now and then."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from service.run.garbage_collection import BUSY_S, GarbageCollector


class Knot:
    """Something that holds itself: nothing but a look for garbage ends it."""

    def __init__(self) -> None:
        self.me = self


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def garbage(clock: Clock) -> Iterator[GarbageCollector]:
    """Of this process, which is left as it was."""
    thresholds = gc.get_threshold()
    yield GarbageCollector(clock)
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def tied() -> weakref.ref[Knot]:
    """Garbage that has outlived the looks among what was made lately."""
    knot = Knot()
    gc.collect(1)
    return weakref.ref(knot)


def test_while_calls_come_nobody_waits_for_a_look(garbage: GarbageCollector) -> None:
    knot = tied()
    for _ in range(5):
        garbage.count_call()
        garbage.tick()
    assert knot() is not None
    garbage.tick()
    assert knot() is None


def test_where_calls_never_end_there_is_a_look_all_the_same(garbage: GarbageCollector, clock: Clock) -> None:
    knot = tied()
    garbage.count_call()
    garbage.tick()
    clock.now = BUSY_S - 1
    garbage.count_call()
    garbage.tick()
    assert knot() is not None
    clock.now = BUSY_S
    garbage.count_call()
    garbage.tick()
    assert knot() is None
