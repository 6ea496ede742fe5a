"""The layout: how large a folder may be, the same file names in every game, and no import cycles."""

import ast
import posixpath
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from engines.packages import GROUP

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GAMES: list[str] = sorted(PROJECT["entry-points"][GROUP])
ROOMS = (".ci", "deploy", "docs", "engines", "service", "tests", "viewer", "worker")
MOST = 22
"""Files of a folder, without its ``__init__.py``."""
LARGER = {
    "docs/decisions": "a file per decision",
    "docs/images": "a file per screenshot",
    "tests/engines/architects/clauses": "a file per chapter of the rules",
    "tests/engines/mage_knight/clauses": "a file per chapter of the rules",
}
JOBS = {
    *("setup", "decide", "evolve", "offers", "view", "facts", "describe", "refusals", "result", "shorthand"),
    *("adjustments", "simulate", "state", "moves", "arguments", "marks", "box", "rules", "checks"),
}
"""What every game has: a file of this name, or a folder where one file would be too long."""
FURTHER = {"architects": {"options"}}
"""Subjects of one game that are not in its ``rules/``."""
DRAWING = ("board.js", "box.js", "seat.js", "words.js", "style.css")


def files(*rooms: str, suffixes: Iterable[str] = ()) -> list[str]:
    """The files of some rooms, by path from the top of the project."""
    found = (path for room in rooms for path in (TOP / room).rglob("*") if path.is_file())
    names = (path.relative_to(TOP).as_posix() for path in found if "__pycache__" not in path.parts)
    return sorted(name for name in names if not suffixes or name.endswith(tuple(suffixes)))


def test_a_folder_holds_what_one_can_look_over() -> None:
    names = [name for name in files(*ROOMS) if not name.endswith(("/__init__.py", ".DS_Store"))]
    held = Counter(map(posixpath.dirname, names))
    assert {folder: count for folder, count in held.items() if count > MOST and folder not in LARGER} == {}
    assert [folder for folder in LARGER if held[folder] <= MOST] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_names_for_the_same_jobs(game: str) -> None:
    inside = (TOP / "engines" / game).iterdir()
    names = {path.stem for path in inside if path.suffix == ".py" or path.is_dir()} - {"__init__", "__pycache__"}
    assert names == JOBS | FURTHER.get(game, set())


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_a_folder_and_keeps_its_address(game: str) -> None:
    boards = TOP / "viewer" / "boards"
    assert [name for name in DRAWING if not (boards / game / name).is_file()] == []
    for address, file in ((game, "board"), (f"{game}-box", "box"), (f"{game}-seat", "seat")):
        assert f'export * from "./{game}/{file}.js";' in (boards / f"{address}.js").read_text(encoding="utf-8")


def python_imports() -> dict[str, set[str]]:
    """What each module of ours imports, wherever in it, by path."""
    modules = {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in python_files()}
    found: dict[str, set[str]] = {}
    for name in modules.values():
        wanted: set[str] = set()
        for node in ast.walk(ast.parse((TOP / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                wanted |= inner & modules.keys() or {node.module}
        found[name] = {modules[one] for one in wanted & modules.keys()} - {name}
    return found


def python_files() -> list[str]:
    return files("engines", "service", "worker", suffixes=[".py"])


def script_imports() -> dict[str, set[str]]:
    """What each module of the viewer imports, at once or later, by path; what comments name for its types is none."""
    scripts = [name for name in files("viewer", suffixes=[".js"]) if not name.startswith("viewer/vendor/")]
    found: dict[str, set[str]] = {}
    for name in scripts:
        code = re.sub(r"/\*.*?\*/", "", (TOP / name).read_text(encoding="utf-8"), flags=re.DOTALL)
        paths = re.findall(r'(?:from|import)\s*\(?\s*"(\.{1,2}/[^"]+)"', code)
        found[name] = {posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in paths}
    return found


def cycles(imports: Mapping[str, set[str]]) -> list[str]:
    """Files that import one another in a circle, each circle as its files in one text."""
    reached = {name: _reached(name, imports) for name in imports}
    circles = {frozenset(other for other in reached[name] if name in reached.get(other, ())) for name in imports}
    return sorted(" ".join(sorted(circle)) for circle in circles if circle)


def _reached(name: str, imports: Mapping[str, set[str]]) -> set[str]:
    """All that a file imports, directly or not; itself only where it is in a circle."""
    todo, found = list(imports[name]), set[str]()
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += imports.get(one, ())
    return found


def test_no_module_imports_in_a_circle() -> None:
    assert cycles(python_imports()) == []
    assert cycles(script_imports()) == []


def test_a_circle_would_be_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b c"]
    assert cycles({"a": {"b"}, "b": set()}) == []
