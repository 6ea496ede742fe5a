"""The page that works offline: the viewer with styles, modules and one replay in it."""

import base64
import hashlib
import json
import posixpath
import re
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from engines.kernel.game import Json
from service import games
from service.record.files.saved import RECORD

# A data address has no folder to be relative to: imports go through the page's import map.
_IMPORT = re.compile(r"""((?:from|import)\s*\(?\s*")(\.{1,2}/[^"]+)""")
_SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n?')
_MAIN = re.compile(r'<script type="module" src="main\.js"></script>')
VERIFY = "pages/verify/saved.js"
"""The module that verifies the record in the page."""
_CHARSET = '<meta charset="utf-8">'


def page(replay: Json, file: bytes = b"") -> str:
    """The viewer's page with styles, modules and replay inlined; its policy allows only these and no requests.

    Args:
        replay: What it shows.
        file: The exported file of the record, which *Verify* in the page checks; empty for none.
    """
    folder = resources.files("viewer")
    html = (folder / "index.html").read_text(encoding="utf-8")
    game = replay["game"]
    board = f"boards/{game}.js"
    texts = ((path, file) for path, file in games.board_files(game).items() if path.endswith((".js", ".css")))
    own = {f"boards/{path}": file.read_text(encoding="utf-8") for path, file in texts}
    modules = _reached({**_scripts(folder), **own}, ["main.js", board, *([VERIFY] if file else [])])
    imports = {
        f"movebook/{name}": f"data:text/javascript;base64,{base64.b64encode(code.encode()).decode()}"
        for name, code in modules.items()
    }
    sheets = {name: folder.joinpath(*name.split("/")).read_text(encoding="utf-8") for name in _SHEET.findall(html)}
    sheets |= {name: text for name, text in own.items() if name.endswith(".css")}
    carried, imported, record = _inline(replay), _inline({"imports": imports}), _inline(file.decode())
    # From the whole content: the same record gives the same page, and no text in it can predict the nonce.
    nonce = hashlib.sha256(f"{html}{''.join(sheets.values())}{imported}{carried}{record}".encode()).hexdigest()[:32]
    # Modules are data URLs; not every browser extends the nonce of the importing script to them.
    policy = (
        f"default-src 'none'; script-src 'nonce-{nonce}' data:; style-src 'nonce-{nonce}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    # By this path, relative to the boards' folder, the viewer knows that a style sheet is already loaded.
    styles = "".join(
        f'<style nonce="{nonce}" data-sheet="{name.removeprefix("boards/")}">\n{text}</style>\n'
        for name, text in sheets.items()
    )
    named = {game: board, "verify": VERIFY}
    found = {name: f"movebook/{module}" for name, module in named.items() if module in modules}
    scripts = (
        f'<script type="importmap" nonce="{nonce}">{imported}</script>\n'
        f'<script type="application/json" id="movebook-replay">{carried}</script>\n'
        f'<script type="application/json" id="{RECORD}">{record}</script>\n'
        f'<script nonce="{nonce}">window.movebookModules = {_inline(found)};</script>\n'
        f'<script type="module" nonce="{nonce}">import "movebook/main.js";</script>'
    )
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    html = html.replace(_CHARSET, f"{_CHARSET}\n{meta}", 1)
    return _MAIN.sub(lambda _: styles + scripts, _SHEET.sub("", html), count=1)


def _reached(scripts: dict[str, str], wanted: list[str]) -> dict[str, str]:
    """The wanted modules and all that they import, with import paths for the page's import map."""
    found: dict[str, str] = {}
    wanted = list(wanted)
    while wanted:
        name = wanted.pop()
        if name in scripts and name not in found:
            pieces = _IMPORT.split(scripts[name])
            # The pieces repeat: code, the start of an import, its path.
            for place in range(2, len(pieces), 3):
                path = _beside(name, pieces[place])
                pieces[place] = f"movebook/{path}"
                wanted.append(path)
            found[name] = "".join(pieces)
    return found


def _beside(name: str, path: str) -> str:
    """Resolve a module's relative path to a path in the viewer's folder."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _scripts(folder: Traversable, below: str = "") -> dict[str, str]:
    """All modules in the viewer's folder by path, except the boards, which belong to their games."""
    out: dict[str, str] = {}
    for each in sorted(folder.iterdir(), key=lambda one: one.name):
        if each.is_dir() and not each.name.startswith(("_", ".")) and each.name != "boards":
            out |= _scripts(each, f"{below}{each.name}/")
        elif each.name.endswith(".js"):
            out[below + each.name] = each.read_text(encoding="utf-8")
    return out


def _inline(value: Any) -> str:
    """Format a value as JSON that is safe inside a script element."""
    return (
        json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )
