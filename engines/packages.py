"""The installed packages that bring games: entry points in the group ``movebook.games``, ours as anybody's.

An entry point names a title by its slug and leads to the module that is its engine; a second version of its rules is
``<slug>.<anything>``. What breaks the contract is left out, with the reason: no package stops the program it is for.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from engines.kernel.contract import breaches
from engines.kernel.game import Game, rules_of
from engines.kernel.text import plain

GROUP = "movebook.games"
OURS = "movebook"
"""Our own package: its titles come first, so that no other takes one of their names."""
LONGEST_WHY = 300
"""Characters of a reason: what a stranger's module raises may be of any length."""


@dataclass(frozen=True, slots=True, order=True)
class Package:
    """An installed distribution.

    Args:
        name: As the installer knows it.
        version: Which one.
    """

    name: str
    version: str

    def __str__(self) -> str:
        """Both, for messages."""
        return f"{self.name} {self.version}"


@dataclass(frozen=True, slots=True)
class Title:
    """A game that a package brings.

    Args:
        name: Its slug.
        package: Who brings it.
        versions: Its modules, one for each version of its rules that is still played.
    """

    name: str
    package: Package
    versions: tuple[Game[Any, Any], ...]

    @property
    def newest(self) -> Game[Any, Any]:
        """The module of the rules that new records are played by."""
        return max(self.versions, key=lambda game: game.rules_version)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A title that is not played, all its versions together: new records would fall back to old rules otherwise.

    Args:
        name: What its entry points call it.
        package: Who brings it.
        why: What it breaks, in one line.
    """

    name: str
    package: Package
    why: str

    def __str__(self) -> str:
        """The message for an operator."""
        return f"the game {self.name} of the package {self.package} is left out: {self.why}"


def reason(error: BaseException) -> str:
    """What went wrong while a package was loaded, in one short line."""
    return plain(f"{type(error).__name__}: {error}"[:LONGEST_WHY])


class _BreachError(Exception):
    """A title breaks the contract; the text says how."""


def package_of(point: metadata.EntryPoint) -> Package:
    """The distribution that an entry point belongs to."""
    if point.dist is None:  # made by hand, as nothing that is installed is
        return Package("?", "?")
    return Package(point.dist.name, point.dist.version)


def slug_of(point: metadata.EntryPoint) -> str:
    """The title that an entry point names."""
    return point.name.partition(".")[0]


def installed(points: Iterable[metadata.EntryPoint] | None = None) -> tuple[list[Title], list[LeftOut]]:
    """Every title that is installed, ours first, then by package and name; and those that are left out.

    Args:
        points: The entry points; those of this Python where none are given.
    """
    found = metadata.entry_points(group=GROUP) if points is None else points

    def of(point: metadata.EntryPoint) -> tuple[bool, Package, str]:
        package = package_of(point)
        return package.name != OURS, package, slug_of(point)

    titles: dict[str, Title] = {}
    out: list[LeftOut] = []
    for (_, package, name), group in itertools.groupby(sorted(found, key=lambda p: (*of(p), p.name)), key=of):
        try:
            titles[name] = _title(name, package, group, titles)
        except _BreachError as error:
            out.append(LeftOut(plain(name), package, plain(str(error)[:LONGEST_WHY])))
    return list(titles.values()), out


def _title(name: str, package: Package, points: Iterable[metadata.EntryPoint], known: Mapping[str, Title]) -> Title:
    """A title, from all entry points that name it.

    Raises:
        _BreachError: One of them leads to no game, or to one that is known already.
    """
    if name in known:
        raise _BreachError(f"{known[name].package} brings a game of this name")
    versions: dict[str, Game[Any, Any]] = {}
    for point in points:
        game = _loaded(point)
        # Ours are held to the contract by our tests: to play each once more at every start takes a tenth of the start.
        breach = None if package.name == OURS else next(_strange(name, game, known), None)
        if breach is not None:
            raise _BreachError(f"{point.value}: {breach}")
        if versions.setdefault(rules_of(game), game) is not game:
            raise _BreachError(f"two of its modules call themselves {rules_of(game)}")
    return Title(name, package, tuple(versions.values()))


def _loaded(point: metadata.EntryPoint) -> Any:
    """What an entry point leads to.

    Raises:
        _BreachError: Loading it raises anything.
    """
    try:
        return point.load()
    except (Exception, SystemExit) as error:  # a stranger's module may do anything while it is loaded
        raise _BreachError(f"{point.value} cannot be loaded: {reason(error)}") from error


def _strange(name: str, game: Any, known: Mapping[str, Title]) -> Iterator[str]:
    """What speaks against a module under this name."""
    yield from breaches(game)
    if game.name != name:
        yield f"it calls itself {game.name}"
    for other in known.values():
        if other.versions[0].clauses == game.clauses:
            yield f"its clauses are called {game.clauses}, as those of {other.name} are"
