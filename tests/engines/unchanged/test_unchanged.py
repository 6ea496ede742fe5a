"""Old logs replay as they did; ``python -m tests.engines.unchanged`` looks at a thousand games of each title."""

from __future__ import annotations

import pytest

from tests.engines.kernel.examples import SIMULATED
from tests.engines.unchanged import GAMES, TITLES, differing, stored


@pytest.mark.parametrize("title", TITLES)
def test_bodies_facts_and_what_contradicts_are_as_they_were(title: str) -> None:
    assert list(differing(title, range(min(GAMES, 3 * SIMULATED)))) == []


@pytest.mark.parametrize("title", TITLES)
def test_a_thousand_games_are_stored(title: str) -> None:
    assert len(stored(title)) == len(set(stored(title))) == GAMES
