"""A short run of every fuzzer; ``python -m tests.fuzz --inputs 100000`` is the long one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.fuzz.__main__ import SHARES, pelt
from tests.fuzz.corpus import Place, open_place

INPUTS = int(os.environ.get("MOVEBOOK_FUZZ", "2000"))
"""Thrown at all targets together."""


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    """A service that all of them may throw at."""
    with open_place() as opened:
        yield opened


@pytest.mark.parametrize("name", SHARES)
def test_nothing_that_is_thrown_breaks_anything(place: Place, name: str) -> None:
    """No 5xx, no traceback, no long wait, no refusal in another form than all others have."""
    target, broken = pelt(place, name, round(INPUTS * SHARES[name][1]), seed=11)
    assert broken == []
    assert target.seen
