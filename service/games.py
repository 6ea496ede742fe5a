"""The installed games as this program tells of them: who brings each, what comes with it, and what is left out.

Beside its engine a package may bring parts of a game, each an entry point of the game's slug in a group of its own:

- ``movebook.rules``: the folder of its rules pages, ``<game>.md`` and ``<game>.es.md``;
- ``movebook.boards``: the folder of what the viewer draws it with: ``<game>.js``, ``<game>-box.js`` and
  ``<game>-seat.js``, whatever else begins with ``<game>-``, and the folder ``<game>``;
- ``movebook.terminal``: the module that draws it in the terminal (:mod:`service.cli.boards`);
- ``movebook.prompt``: the module that completes its short forms (:mod:`service.cli.forms`).

Ours are found the same way. A folder is a package, or an object that is one.
"""

from __future__ import annotations

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
"""Parts that are folders, each with the file that it must hold."""
MODULES: dict[Part, tuple[str, ...]] = {"terminal": ("draw",), "prompt": ("suggest",)}
"""Parts that are modules, each with what it must have."""


def _our_pages() -> Traversable:
    """Where our own rules pages are: inside the package once installed, in ``docs`` in a checkout."""
    packed = resources.files("service") / "rules"
    return packed if packed.is_dir() else Path(__file__).parents[1] / "docs" / "rules"


OUR_PAGES: Traversable = _our_pages()


def part(game: str, name: Part) -> Any | None:
    """What the package of a game brings in a group; None where it brings nothing, or what cannot be loaded."""
    if game not in engines.PACKAGES:
        return None
    try:
        return load(game, name)
    except PartError as error:
        _warn(str(error))
        return None


def folder(game: str, name: Part) -> Traversable | None:
    """The folder that the package of a game brings in a group; None where it brings none, or none that can be read."""
    found: Traversable | None = part(game, name)
    return found


def forms(game: str) -> Forms | None:
    """What completes a game's short forms: the module that its package brings for it; None where it brings none."""
    return cast("Forms | None", part(game, "prompt"))


def slug_of(path: str) -> str:
    """The game of a file below the viewer's boards: ``kingdoms`` for ``kingdoms-box.js`` and ``kingdoms/box.js``."""
    return path.partition("/")[0].partition(".")[0].partition("-")[0]


def board_files(game: str) -> dict[str, Traversable]:
    """Every file of a game among the viewer's boards, by its path below them."""
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
    """A part of a game that its package names cannot be used; the text says which and why."""


@functools.cache
def load(game: str, name: Part) -> Any | None:
    """What the package of a game brings in a group: a module, or a folder; None where it brings nothing.

    Raises:
        PartError: It cannot be loaded, or lacks what such a part must have.
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
    except (Exception, SystemExit) as error:  # a stranger's module may do anything while it is loaded
        raise PartError(f"{about} cannot be loaded: {packages.reason(error)}") from error
    if lacks:
        raise PartError(f"{about} has no {lacks[0]}")
    return found


@functools.cache
def _warn(text: str) -> None:
    """Name what cannot be loaded in the log, once."""
    logging.getLogger(__name__).warning("%s", text)


def warn_of_faults() -> None:
    """Name every game and every folder in the log that cannot be used; whoever starts a process calls it once."""
    for left in engines.LEFT_OUT:
        logging.getLogger(__name__).warning("%s", left)
    for game in engines.PACKAGES:
        for name in FOLDERS:
            part(game, name)


def faults() -> list[str]:
    """What is wrong with any part of any game that is installed; all of them are loaded for it."""
    found = []
    for game in engines.PACKAGES:
        for name in (*FOLDERS, *MODULES):
            try:
                load(game, name)
            except PartError as error:
                found.append(str(error))
    return found


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
