"""What each game's tests compare with and no engine has a say in: clauses, components, worked examples, by hand.

A game's figures stand in ``<game>.toml``; the project's own pages of rules say the same in words. The ids of clauses
are kept as numbers by chapter, so that a list of them is never taken for a test that cites them.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any


@cache
def figures(game: str) -> Any:
    """The whole table of a game; not to be changed."""
    return tomllib.loads((Path(__file__).parent / f"{game}.toml").read_text(encoding="utf-8"))


@cache
def clauses(game: str) -> list[str]:
    """Every clause of a game's rules in the order of the book, as in ``KIN-8.5``."""
    prefix = figures(game)["prefix"]
    chapters = figures(game)["chapters"].items()
    return [
        f"{prefix}-{chapter}.{number}" for chapter, runs in chapters for run in runs.split() for number in _run(run)
    ]


def _run(run: str) -> Iterator[str]:
    """The numbers of a run: ``2-4`` are 2, 3 and 4; ``3a`` stands for itself."""
    first, _, last = run.partition("-")
    return map(str, range(int(first), int(last) + 1)) if last else iter([first])
