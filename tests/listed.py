"""The toy game among the titles, for tests of the service."""

from __future__ import annotations

import pytest

import engines
from engines.kernel.game import rules_of
from tests.toy import night_market as toy


def list_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game, by both versions of its rules, for the length of a test."""
    for game in (toy, toy.first):
        monkeypatch.setitem(engines.RULES, rules_of(game), game)
    monkeypatch.setitem(engines.GAMES, toy.name, toy)
