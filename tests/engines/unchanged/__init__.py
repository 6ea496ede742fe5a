"""Old logs replay as they did: what 1,000 simulated games of each title wrote and showed when this was first stored.

``python -m tests.engines.unchanged [TITLE ...]`` compares all of them; the tests compare some. Each game has three
hashes: the bodies of its entries, the public facts after each of them, and the facts of a fold that is given entries of
two games in any order, so that most of them contradict what came before. A title whose hashes are wrong has changed the
meaning of old records: that needs an option or a new version of its rules, never new hashes. Only a change of the
imaginary table that wrote the games may store them anew (``--store``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engines.kernel import canonical
from tests.engines.games import Log, Table

GAMES = 1000
"""Simulated games of each title."""
TITLES = {"kingdoms": range(2, 5), "rise_of_empires": range(2, 6), "xidit": range(3, 6)}
"""Every title that was stored, with the seats it was played with."""
MIXED = 120
"""Entries of two games that one fold is given in any order."""
_SIGNS = 12
"""Of each hash, in hexadecimal."""


def table(title: str, number: int) -> Table:
    """One of the stored games, by its number from 0; every third by a recorder to whom nobody confides anything."""
    seats = TITLES[title]
    return Table(title, seats[number % len(seats)], number, "public" if number % 3 == 2 else "all")


def hashes(title: str, number: int) -> str:
    """The three hashes of one game, as its line has them."""
    first = table(title, number)
    log, facts = Log(first), hashlib.sha256()
    for move in first.moves():
        log.write(move)
        facts.update(canonical.spell(log.public.facts()))
    told = [entry.told() for entry in log.entries]
    bodies = hashlib.sha256(b"\n".join(canonical.spell(body) for body in told))
    other = Log(first.another())
    for move in first.another().moves():
        other.write(move)
    mixed, fold = hashlib.sha256(), first.fold()
    everything = told + [entry.told() for entry in other.entries]
    for name, body in enumerate(Random(number).sample(everything, min(len(everything), MIXED)), 2):
        fold.apply(str(name), body)
        mixed.update(canonical.spell(fold.facts()))
    return " ".join(found.hexdigest()[:_SIGNS] for found in (bodies, facts, mixed))


def path(title: str) -> Path:
    """Where the hashes of a title are stored: one line a game."""
    return Path(__file__).parent / f"{title}.txt"


def stored(title: str) -> list[str]:
    """The stored lines, by number of the game."""
    return path(title).read_text("ascii").splitlines()


def differing(title: str, numbers: range) -> Iterator[str]:
    """What is wrong with each game that differs from what was stored."""
    lines = stored(title)
    for number in numbers:
        found = hashes(title, number).split()
        wrong = [
            what
            for what, old, new in zip(("bodies", "facts", "mixed"), lines[number].split(), found, strict=True)
            if old != new
        ]
        if wrong:
            yield f"{table(title, number)}: {', '.join(wrong)} differ"
