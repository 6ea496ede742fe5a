"""How many cases a test runs: few by default, all with MOVEBOOK_LONG (`make test-long`)."""

import os

import pytest

LONG = bool(os.environ.get("MOVEBOOK_LONG"))


def cases(short: int, long: int) -> int:
    """Return `long` where MOVEBOOK_LONG is set, else `short`."""
    return long if LONG else short


long_only = pytest.mark.skipif(not LONG, reason="long: make test-long")
"""A test whose guard shorter ones share in the default run."""
