"""The files that a phone keeps to open the viewer's pages without a network, each with a hash of what is in it."""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from engines import GAMES
from service import games
from service.api import phone_rules
from service.api.contents import content_of

KINDS = (".html", ".js", ".css", ".webmanifest", ".svg", ".png")
PAIRING = (
    "vendor",
    "pair.html",
    "pair.js",
    "pair.css",
    *(f"page/pair-{part}.js" for part in ("claim", "sheet", "words")),
)
"""What pairs phones: that needs the service, so a phone without a network has no use for it."""
BOX = ("box.html", "box.js", "page/box.css", "page/box-words.js")
"""What draws a box: its owner works at it before a game, and the service or a file brings it."""
APART = ("boards", "sw.js", *PAIRING, *BOX)
"""Below the viewer's folder, and not of the shell: boards are their games', and the worker keeps the others."""


def shell() -> dict[str, str]:
    """The tags of the pages' own files, by path below the viewer's folder."""
    return {name: content_of(file)[1] for name, file in sorted(_below(resources.files("viewer"), "").items())}


def boards(pyodide: Path | None) -> dict[str, dict[str, str]]:
    """The tags of what draws each game and of its rules, by path below the viewer's folder, by game."""
    return {
        game: {
            f"boards/{file.name}": content_of(file)[1] for file in games.board_files(game) if file.name.endswith(KINDS)
        }
        | phone_rules.tags(game, pyodide)
        for game in GAMES
    }


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


def worker(pyodide: Path | None) -> bytes:
    """The service worker, after what it keeps: its bytes change with every file, so a browser sees each new version.

    Args:
        pyodide: The folder of Pyodide, where one is named.
    """
    kept = {"shell": shell(), "boards": boards(pyodide)}
    spelled = json.dumps(kept, separators=(",", ":"), sort_keys=True)
    version = hashlib.sha256(spelled.encode()).hexdigest()[:16]
    head = f'self.movebook = {{"version":"{version}",{spelled[1:]};\n'
    return head.encode() + (resources.files("viewer") / "sw.js").read_bytes()
