"""How many examples hypothesis draws, the same ones each time; more of them with ``MOVEBOOK_SIMULATED``."""

import os

from hypothesis import HealthCheck, settings

DEFAULT = 2
SIMULATED = int(os.environ.get("MOVEBOOK_SIMULATED", DEFAULT))
"""How much is simulated, against the default; raise it for a long look."""


def examples(count: int) -> settings:
    """Settings for a test: so many examples by default, without a clock, for the machine may be busy."""
    return settings(
        max_examples=max(count * SIMULATED // 2, 10), deadline=None, derandomize=True, database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )  # fmt: skip
