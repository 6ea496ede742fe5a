"""The games: rules engines over the standard library alone, without I/O, clock or chance.

They are looked for when one is first asked for, not when a game imports the kernel from here: a module that is halfway
loaded would be found to lack the rest of the contract.
"""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any

from engines.kernel.game import Game, rules_of
from engines.packages import LeftOut, Package, installed

if TYPE_CHECKING:
    # At run time they are found as anybody's are; here mypy checks our modules against the contract.
    from engines import architects, kingdoms, mage_knight, rise_of_empires, xidit

    OURS: tuple[Game[Any, Any], ...] = (architects, kingdoms, mage_knight, rise_of_empires, xidit)

GAMES: dict[str, Game[Any, Any]]
"""Every title by its slug, with the rules that new records are played by: its highest version."""

RULES: dict[str, Game[Any, Any]]
"""Every title under each version of its rules that it still plays, as a record pins it: ``kingdoms@1``."""

PACKAGES: dict[str, Package]
"""The package that brings a title, by its slug."""

LEFT_OUT: list[LeftOut]
"""Titles of installed packages that break the contract, each with the reason."""

_FINDING = RLock()


def __getattr__(name: str) -> Any:
    """One of the lists above, when it is first asked for."""
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
