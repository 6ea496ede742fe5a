"""Waiting for what another process does, with limits that only stop a test which would never end."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

PATIENCE = float(os.environ.get("MOVEBOOK_PATIENCE") or 1)
"""Factor of every time limit: set MOVEBOOK_PATIENCE=4 on a slow or busy machine."""


def limit(seconds: float) -> float:
    """Return a time limit in seconds, multiplied by MOVEBOOK_PATIENCE."""
    return seconds * PATIENCE


def eventually(true: Callable[[], Any], seconds: float = 60) -> bool:
    """Return whether a condition becomes true before a time limit.

    Args:
        true: The condition; called every 20 ms.
        seconds: The time limit, multiplied by MOVEBOOK_PATIENCE.
    """
    until = time.monotonic() + limit(seconds)
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
