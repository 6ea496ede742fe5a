"""When a process that serves looks for garbage: between calls.

To look through all that a process holds takes 50 to 100 ms while many records are being written, and whoever calls
meanwhile waits. So Python looks by itself only among what was made lately, and here at the rest where nobody has called
for a moment. What is found to be in use is set aside, so that the next look costs what has come since.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

QUIET_S = 1.0
"""Seconds without a call after which it looks: nobody waits then."""
BUSY_S = 60.0
"""Seconds from one look to the next where calls never stop."""
FULL_EVERY = 100
"""Every so many looks go through everything, for what was set aside may have become garbage since."""


class GarbageCollector:
    """Looks for the garbage of one process; to be used by one thread.

    Args:
        clock: Seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._calls = self._seen = self._looked = self._looks = 0
        self._last = clock()
        # The oldest of Python's three generations is the one that grows with what is held.
        youngest, middle, _ = gc.get_threshold()
        gc.set_threshold(youngest, middle, 1 << 30)
        gc.collect()
        gc.freeze()

    def count_call(self) -> None:
        """Somebody calls."""
        self._calls += 1

    def tick(self) -> None:
        """To be called every :data:`QUIET_S`: look, where it is time to."""
        quiet, self._seen = self._calls == self._seen, self._calls
        if self._calls == self._looked or not (quiet or self._clock() - self._last >= BUSY_S):
            return
        self._looked, self._last = self._calls, self._clock()
        self._looks += 1
        if self._looks % FULL_EVERY == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
