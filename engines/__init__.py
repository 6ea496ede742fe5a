"""The games: rules engines that use the standard library only, without I/O, clock or random numbers.

The installed games are loaded on first access, not when a game imports the kernel from here: the contract check would
reject a module that is only partly loaded.
"""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any

from engines.kernel.game import Game, rules_of
from engines.packages import LeftOut, Package, installed

if TYPE_CHECKING:
    # At run time our games are found through entry points, like any others; here mypy checks them against the contract.
    from engines import architects, kingdoms, mage_knight, rise_of_empires, xidit

    OURS: tuple[Game[Any, Any], ...] = (architects, kingdoms, mage_knight, rise_of_empires, xidit)

GAMES: dict[str, Game[Any, Any]]
"""Slug -> the highest version of the title's rules, which new records use."""

RULES: dict[str, Game[Any, Any]]
"""Title and version, as a record pins them (``kingdoms@1``) -> the game; every version that is still supported."""

PACKAGES: dict[str, Package]
"""Slug -> the package that provides the title."""

LEFT_OUT: list[LeftOut]
"""Titles of installed packages that break the contract, each with the reason."""

_FINDING = RLock()


def __getattr__(name: str) -> Any:
    """Load the games on first access to one of the collections above."""
    if name not in ("GAMES", "RULES", "PACKAGES", "LEFT_OUT"):
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    with _FINDING:
        if name not in globals():
            titles, out = installed()
            games = [(title, game) for title in titles for game in title.versions]
            globals().update(
                GAMES={title.name: title.newest for title in titles},
                RULES={rules_of(game): game for _, game in games},
                PACKAGES={title.name: title.package for title in titles},
                LEFT_OUT=out,
            )
    return globals()[name]
