"""The files that a phone stores to open the viewer's pages offline, each with a hash of its content."""

import functools
import hashlib
import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from engines import GAMES
from service import games
from service.api.pages import phone_rules
from service.api.pages.static_files import content_of

KINDS = (".html", ".js", ".css", ".webmanifest", ".svg", ".png")
PAGES = ("index.html", "new.html", "record.html", "seat.html", "box.html")
"""Pages that are useful at a table without a network. The others need the service or are used before a game."""
ON_LINE = frozenset(
    {
        "icons/icon-180.png",
        "pages/front/pictures.js",
        "pages/watch/main.js",
        "pages/watch/history/history.js",
        "pages/watch/history/style.css",
        "pages/watch/parts.css",
        "pages/watch/share/print.css",
        "pages/check/check.js",
        "pages/pair/sheet.js",
        "pages/record/correction-preview.js",
        "store.js",
    }
)
"""Files that these pages load only for data from the service, or to be installed."""
APART = ("boards", "sw.js")
"""In the viewer's folder but not part of its pages: boards belong to their games, and the worker stores the others."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NEEDS = {
    ".html": re.compile(r"""<(?:link|script)\b[^>]*\b(?:href|src)="([a-z][^":?#]*)\""""),
    ".js": re.compile(r"""(?:from|import|URL)\s*\(?\s*"(\.{1,2}/[^"]+)\""""),
}
"""How a file of a kind names the files that it needs, by a path from its own folder."""


def _needed(wanted: Iterable[str], files: Mapping[str, Traversable]) -> set[str]:
    """The wanted files and those that they need, by path, without files that are needed only online."""
    todo, found = list(wanted), set[str]()
    while todo:
        name = todo.pop()
        if name in files and name not in found and name not in ON_LINE:
            found.add(name)
            todo += _needs(name, content_of(files[name])[0])
    return found


@functools.lru_cache(maxsize=1024)
def _needs(name: str, content: bytes) -> tuple[str, ...]:
    """The files that a file names, by path in the viewer's folder; cached."""
    named = _NEEDS.get(posixpath.splitext(name)[1])
    if named is None:
        return ()
    # Comments name modules, too: for their types.
    text = _COMMENT.sub("", content.decode())
    return tuple(posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in named.findall(text))


def _below(folder: Traversable, path: str) -> dict[str, Traversable]:
    found: dict[str, Traversable] = {}
    for each in folder.iterdir():
        name = f"{path}{each.name}"
        if name in APART or each.name.startswith(("_", ".")):
            continue
        if each.is_dir():
            found |= _below(each, f"{name}/")
        elif each.name.endswith(KINDS):
            found[name] = each
    return found


def _tags(names: Iterable[str], files: Mapping[str, Traversable]) -> dict[str, str]:
    return {name: content_of(files[name])[1] for name in sorted(names)}


def _board(game: str, pages: Mapping[str, Traversable], shell: set[str]) -> dict[str, str]:
    """The tags of the files that draw a game, by path, without those in the shell."""
    own = {f"boards/{path}": file for path, file in games.board_files(game).items() if path.endswith(KINDS)}
    files = {**pages, **own}
    return _tags(_needed(own, files) - shell, files)


def worker(pyodide: Path | None) -> bytes:
    """The service worker, preceded by the list of files that it stores, so each changed file makes a new version.

    The list has tags by path in the viewer's folder: ``shell``, stored at once, is all that the pages at a table need;
    ``others`` are stored when they are used; ``boards`` has each game's drawing and rules, stored once it is played.
    """
    pages = _below(resources.files("viewer"), "")
    shell = _needed(PAGES, pages)
    lists = {
        "shell": _tags(shell, pages),
        "others": _tags(pages.keys() - shell, pages),
        "boards": {game: _board(game, pages, shell) | phone_rules.tags(game, pyodide) for game in GAMES},
    }
    spelled = json.dumps(lists, separators=(",", ":"), sort_keys=True)
    version = hashlib.sha256(spelled.encode()).hexdigest()[:16]
    head = f'self.movebook = {{"version":"{version}",{spelled[1:]};\n'
    return head.encode() + (resources.files("viewer") / "sw.js").read_bytes()
