"""Waiting for what another process brings about."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def eventually(true: Callable[[], Any], seconds: float = 10) -> bool:
    """Whether something becomes true within so many seconds; it is asked over and over."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
