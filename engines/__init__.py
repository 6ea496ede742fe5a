"""The games: rules engines over the standard library alone, without I/O, clock or chance."""

from __future__ import annotations

from typing import Any

from engines import kingdoms, xidit
from engines.kernel.game import Game, rules_of

GAMES: dict[str, Game[Any, Any]] = {}
"""Every title by its slug, with the rules that new records are played by: its highest version."""

RULES: dict[str, Game[Any, Any]] = {}
"""Every title under each version of its rules that it still plays, as a record pins it: ``kingdoms@1``."""


def register(game: Game[Any, Any]) -> None:
    """Make a title known by the rules of one module; a title with several versions is registered once for each.

    Raises:
        ValueError: Another module is registered under these rules.
    """
    rules = rules_of(game)
    if RULES.setdefault(rules, game) is not game:
        msg = f"two games call themselves {rules}"
        raise ValueError(msg)
    known = GAMES.get(game.name)
    if known is None or known.rules_version < game.rules_version:
        GAMES[game.name] = game


register(kingdoms)
register(xidit)
