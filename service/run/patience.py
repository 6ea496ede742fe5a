"""How long a caller may take over a request or an answer, whichever server has the connection."""

from __future__ import annotations

from time import monotonic

PATIENCE_S = 15.0
"""Seconds in which a request must have come and an answer be taken, but for what their bytes earn them."""
HURRY_S = 2.0
"""What is left of these seconds while others wait."""
SLOWEST = 32 * 1024
"""Bytes a second that a caller must go on to send, or take, beyond that; what is sent in a burst is not saved up."""


def spared_s() -> float:
    """Seconds that a caller has less while others wait."""
    return max(0.0, PATIENCE_S - HURRY_S)


def earned(until: float, size: int) -> float:
    """The end of a caller's time after so many more bytes; never further off than at the beginning."""
    return min(until + size / SLOWEST, monotonic() + PATIENCE_S)
