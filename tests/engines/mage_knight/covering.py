"""Which things of the box have a test of what they do: each test says so itself, and test_coverage.py counts."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])
COVERED: set[str] = set()
"""Such as ``rage basic``, ``dark_paths``, ``peasants 2``, ``brutal``, ``dungeon``, ``altar_red``."""


def covers(*things: str) -> Callable[[Test], Test]:
    """Say that a test checks what these things do."""
    COVERED.update(things)
    return lambda test: test
