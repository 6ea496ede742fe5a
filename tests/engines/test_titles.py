"""The list of titles, and the versions of their rules that are still played."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import engines
from engines import GAMES, RULES
from engines.kernel.game import rules_of
from tests import toy


@pytest.fixture(autouse=True)
def lists_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "GAMES", {})
    monkeypatch.setattr(engines, "RULES", {})


def toy_by(version: int) -> Any:
    """The toy game by another version of its rules."""
    return SimpleNamespace(**{**vars(toy), "rules_version": version})


def test_every_title_is_registered_under_the_rules_it_plays() -> None:
    assert all(RULES[rules_of(game)] is game for game in GAMES.values())
    assert all(name == game.name for name, game in GAMES.items())
    assert all(rules == rules_of(game) for rules, game in RULES.items())


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_new_records_get_the_highest_version_and_old_ones_keep_theirs(order: tuple[int, int]) -> None:
    modules = {version: toy_by(version) for version in order}
    for module in modules.values():
        engines.register(module)
    assert {"toy": modules[2]} == engines.GAMES
    assert {"toy@1": modules[1], "toy@2": modules[2]} == engines.RULES


def test_two_modules_cannot_play_by_the_same_rules() -> None:
    engines.register(toy_by(1))
    with pytest.raises(ValueError, match="two games call themselves toy@1"):
        engines.register(toy_by(1))


def test_a_module_may_be_registered_twice() -> None:
    engines.register(toy)
    engines.register(toy)
    assert list(engines.RULES) == ["toy@1"]
