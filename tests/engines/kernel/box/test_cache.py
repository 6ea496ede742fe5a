"""What a function gave for a box is remembered, whatever runs in between."""

import gc
from typing import Any

from engines.kernel.box.cache import cached_by_box


def test_the_newest_answers_are_kept_by_the_identity_of_the_box() -> None:
    made: list[int] = []
    size = cached_by_box(2)(lambda box: made.append(len(box)))
    one, two, three = {"a": 1}, {"a": 1, "b": 1}, {"a": 1, "b": 1, "c": 1}
    for box in (one, two, one, dict(one), two, three):
        size(box)
    assert made == [1, 2, 1, 3]


def test_a_collection_of_garbage_that_asks_meanwhile_does_no_harm() -> None:
    """Python may collect garbage whenever it makes a tuple; another thread goes on then, and asks for other boxes."""
    size = cached_by_box(8)(len)
    asking: list[bool] = []
    held: list[Any] = [(None,) * length for length in range(1, 20) for _ in range(3000)]  # no spare tuples are left

    def ask(phase: str, _: Any) -> None:
        if phase == "start" and not asking:
            asking.append(True)
            size({"again": 1})
            asking.clear()

    before = gc.get_threshold()
    gc.callbacks.append(ask)
    gc.set_threshold(1)
    try:
        for number in range(300):
            held.append(tuple([None] * 8))
            assert size({str(number): 1, "b": 2}) == 2
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(ask)
