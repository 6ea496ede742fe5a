"""The installed games: the package that provides each, the parts that come with it, and the games left out.

In addition to its engine, a package may provide parts of a game, each an entry point named by the game's slug in its
own group:

- ``movebook.rules``: the folder of its rules pages, ``<game>.md`` and ``<game>.es.md``;
- ``movebook.boards``: the folder of its viewer files: ``<game>.js``, ``<game>-box.js`` and ``<game>-seat.js``, any
  other file whose name begins with ``<game>-``, and the folder ``<game>``;
- ``movebook.terminal``: the module that draws it in the terminal (:mod:`service.cli.boards`);
- ``movebook.prompt``: the module that completes its short forms (:mod:`service.cli.forms`).

The games in this repository use the same entry points. A folder is a package, or an object with the API of one.
"""

import functools
import logging
from collections.abc import Iterator
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, cast

import engines
from engines import packages
from engines.kernel.game import Json
from engines.kernel.input.completion import Forms

Part = Literal["rules", "boards", "terminal", "prompt"]
FOLDERS: dict[Part, str] = {"rules": "{game}.md", "boards": "{game}.js"}
"""Parts that are folders, each with its required file."""
MODULES: dict[Part, tuple[str, ...]] = {"terminal": ("draw",), "prompt": ("suggest",)}
"""Parts that are modules, each with its required names."""


def _our_pages() -> Traversable:
    """The folder of our own rules pages: inside the package if installed, in ``docs`` in a checkout."""
    packed = resources.files("service") / "rules"
    return packed if packed.is_dir() else Path(__file__).parents[1] / "docs" / "rules"


OUR_PAGES: Traversable = _our_pages()


def part(game: str, name: Part) -> Any | None:
    """The part of a game that its package provides; None if there is none or it cannot be loaded."""
    if game not in engines.PACKAGES:
        return None
    try:
        return load(game, name)
    except PartError as error:
        _warn(str(error))
        return None


def folder(game: str, name: Part) -> Traversable | None:
    """A part of a game that is a folder; None if its package provides none or it cannot be loaded."""
    found: Traversable | None = part(game, name)
    return found


def forms(game: str) -> Forms | None:
    """The module that completes a game's short forms; None if its package provides none or it cannot be loaded."""
    return cast("Forms | None", part(game, "prompt"))


def slug_of(path: str) -> str:
    """The game of a file in the viewer's boards: ``kingdoms`` for ``kingdoms-box.js`` and ``kingdoms/box.js``."""
    return path.partition("/")[0].partition(".")[0].partition("-")[0]


def board_files(game: str) -> dict[str, Traversable]:
    """All files of a game in the viewer's boards, by their paths relative to the boards."""
    found = folder(game, "boards")
    return {} if found is None else dict(sorted(_below(found, "", game)))


def _below(folder: Traversable, path: str, game: str) -> Iterator[tuple[str, Traversable]]:
    for each in folder.iterdir():
        name = f"{path}{each.name}"
        if slug_of(name) != game or each.name.startswith(("_", ".")):
            continue
        if each.is_dir():
            yield from _below(each, f"{name}/", game)
        else:
            yield name, each


class PartError(Exception):
    """A part of a game cannot be used; the message says which and why."""


@functools.cache
def load(game: str, name: Part) -> Any | None:
    """Load the part of a game that its package provides, a module or a folder; None if there is none.

    Raises:
        PartError: The part cannot be loaded, or lacks a required file or name.
    """
    package = engines.PACKAGES.get(game)
    points = metadata.entry_points(group=f"movebook.{name}", name=game)
    point = next((one for one in points if packages.package_of(one) == package), None)
    if point is None:
        return None
    about = f"{name} of the game {game} of the package {package}: {point.value}"
    try:
        found = point.load()
        if name in FOLDERS:
            found = resources.files(found) if isinstance(found, ModuleType) else found
            wanted = FOLDERS[name].format(game=game)
            lacks = [] if found.joinpath(wanted).is_file() else [wanted]
        else:
            lacks = [wanted for wanted in MODULES[name] if not hasattr(found, wanted)]
    except (Exception, SystemExit) as error:  # a third-party module may do anything while it loads
        raise PartError(f"{about} cannot be loaded: {packages.reason(error)}") from error
    if lacks:
        raise PartError(f"{about} has no {lacks[0]}")
    return found


@functools.cache
def _warn(text: str) -> None:
    """Log a warning once."""
    logging.getLogger(__name__).warning("%s", text)


def warn_of_faults() -> None:
    """Log every game and every folder that cannot be used; each process calls it once at its start."""
    for left in engines.LEFT_OUT:
        logging.getLogger(__name__).warning("%s", left)
    for game in engines.PACKAGES:
        for name in FOLDERS:
            part(game, name)


def faults() -> list[str]:
    """Load all parts of all installed games, and return the errors."""
    found = []
    for game in engines.PACKAGES:
        for name in (*FOLDERS, *MODULES):
            try:
                load(game, name)
            except PartError as error:
                found.append(str(error))
    return found


def package_of(game: str) -> str:
    """The package that provides a game, with its version; empty for a game registered without one (in tests)."""
    package = engines.PACKAGES.get(game)
    return "" if package is None else str(package)


def check() -> Json:
    """The games' part of ``/readyz``: the service is ready without the games that are left out, but names them.

    The reasons are only in the log: errors of third-party modules may contain paths of this machine.
    """
    out = [{"game": left.name, "package": str(left.package)} for left in engines.LEFT_OUT]
    return {"status": "ok", **({"left_out": out} if out else {})}
