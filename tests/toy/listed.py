"""The toy game among the titles, for tests of the service."""

from __future__ import annotations

import pytest

import engines
from engines.kernel.game import rules_of
from tests import toy


def list_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game for the length of a test."""
    monkeypatch.setitem(engines.RULES, rules_of(toy), toy)
    monkeypatch.setitem(engines.GAMES, toy.name, toy)
