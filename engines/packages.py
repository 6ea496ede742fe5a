"""The installed packages that provide games, found through entry points in the group ``movebook.games``, ours included.

An entry point names a title by its slug and refers to its engine module; a second version of its rules is
``<slug>.<anything>``. A title that breaks the contract is left out, with the reason: no package can stop the program.
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
"""Our own package: its titles are loaded first, so that no other package can take their names."""
LONGEST_WHY = 300
"""Maximum length of a reason, in characters: the error of a third-party module may be of any length."""


@dataclass(frozen=True, slots=True, order=True)
class Package:
    """An installed distribution."""

    name: str
    version: str

    def __str__(self) -> str:
        """Return name and version, for messages."""
        return f"{self.name} {self.version}"


@dataclass(frozen=True, slots=True)
class Title:
    """A game that a package provides.

    ``versions``: its modules, one for each version of its rules that is still supported.
    """

    name: str
    package: Package
    versions: tuple[Game[Any, Any], ...]

    @property
    def newest(self) -> Game[Any, Any]:
        """The module with the highest version of the rules, which new records use."""
        return max(self.versions, key=lambda game: game.rules_version)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A title that is left out with all its versions: otherwise new records would fall back to old rules."""

    name: str
    package: Package
    why: str

    def __str__(self) -> str:
        """Return the message for an operator."""
        return f"the game {self.name} of the package {self.package} is left out: {self.why}"


def reason(error: BaseException) -> str:
    """Return one short line that describes an error raised while a package was loaded."""
    return plain(f"{type(error).__name__}: {error}"[:LONGEST_WHY])


class _BreachError(Exception):
    """A title breaks the contract; the text says how."""


def package_of(point: metadata.EntryPoint) -> Package:
    """The distribution that an entry point belongs to."""
    if point.dist is None:  # constructed in code; an installed entry point always has a distribution
        return Package("?", "?")
    return Package(point.dist.name, point.dist.version)


def slug_of(point: metadata.EntryPoint) -> str:
    """The title that an entry point names."""
    return point.name.partition(".")[0]


def installed(points: Iterable[metadata.EntryPoint] | None = None) -> tuple[list[Title], list[LeftOut]]:
    """Return every installed title, ours first, then by package and name; and the titles that are left out.

    Args:
        points: The entry points; by default those installed for this Python.
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
    """Load a title from all entry points that name it.

    Raises:
        _BreachError: An entry point does not load a valid game, or the name or version is already taken.
    """
    if name in known:
        raise _BreachError(f"{known[name].package} brings a game of this name")
    versions: dict[str, Game[Any, Any]] = {}
    for point in points:
        game = _loaded(point)
        # Our tests check our own games; playing each of them again at every start would take a tenth of the start-up.
        breach = None if package.name == OURS else next(_strange(name, game, known), None)
        if breach is not None:
            raise _BreachError(f"{point.value}: {breach}")
        if versions.setdefault(rules_of(game), game) is not game:
            raise _BreachError(f"two of its modules call themselves {rules_of(game)}")
    return Title(name, package, tuple(versions.values()))


def _loaded(point: metadata.EntryPoint) -> Any:
    """Load the object that an entry point refers to.

    Raises:
        _BreachError: Loading it raises any error.
    """
    try:
        return point.load()
    except (Exception, SystemExit) as error:  # a third-party module may raise anything while it is loaded
        raise _BreachError(f"{point.value} cannot be loaded: {reason(error)}") from error


def _strange(name: str, game: Any, known: Mapping[str, Title]) -> Iterator[str]:
    """Yield the reasons why a module cannot be loaded under this name."""
    yield from breaches(game)
    if game.name != name:
        yield f"it calls itself {game.name}"
    for other in known.values():
        if other.versions[0].clauses == game.clauses:
            yield f"its clauses are called {game.clauses}, as those of {other.name} are"
