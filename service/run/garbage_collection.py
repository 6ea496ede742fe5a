"""Runs the garbage collector of a serving process between calls.

A full collection takes 50 to 100 ms while many records are being written, and delays calls meanwhile. So Python
collects only young objects by itself; the rest is collected here once no call has come for a moment. Objects still in
use are then frozen, so that the next collection scans only newer ones.
"""

import gc
from collections.abc import Callable

QUIET_S = 1.0
"""Seconds without a call before a collection, so that nobody waits for it."""
BUSY_S = 60.0
"""Seconds between two collections while calls never stop."""
FULL_EVERY = 100
"""Every Nth collection scans everything, because frozen objects may have become garbage."""


class GarbageCollector:
    """Collects the garbage of one process; only one thread may use it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._calls = self._seen = self._looked = self._looks = 0
        self._last = clock()
        # Of Python's three generations, the oldest grows with the data that the process holds.
        youngest, middle, _ = gc.get_threshold()
        gc.set_threshold(youngest, middle, 1 << 30)
        gc.collect()
        gc.freeze()

    def count_call(self) -> None:
        """Count a call."""
        self._calls += 1

    def tick(self) -> None:
        """Collect garbage if it is due; to be called every :data:`QUIET_S`."""
        quiet, self._seen = self._calls == self._seen, self._calls
        if self._calls == self._looked or not (quiet or self._clock() - self._last >= BUSY_S):
            return
        self._looked, self._last = self._calls, self._clock()
        self._looks += 1
        if self._looks % FULL_EVERY == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
