"""The installed games as this program tells of them: which package brings each, and which are left out."""

from __future__ import annotations

import logging

import engines
from engines.kernel.game import Json


def warn_of_left_out() -> None:
    """Name every package in the log whose game breaks the contract; whoever starts a process calls it once."""
    for left in engines.LEFT_OUT:
        logging.getLogger(__name__).warning("%s", left)


def package_of(game: str) -> str:
    """The package that brings a title, with its version; empty for one that is registered by hand (in tests)."""
    package = engines.PACKAGES.get(game)
    return "" if package is None else str(package)


def check() -> Json:
    """What ``/readyz`` says of the games: the service is ready without those that are left out, but names them.

    Why they are is in the log: what a stranger's module raised may name paths of this machine.
    """
    out = [{"game": left.name, "package": str(left.package)} for left in engines.LEFT_OUT]
    return {"status": "ok", **({"left_out": out} if out else {})}
