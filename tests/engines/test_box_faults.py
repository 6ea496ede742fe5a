"""The faults of an owner's box by their paths: each game's ``box_faults.json``.

``faults`` has changes of our box, each with the faults of the changed box as ``path: part of the text``. A change is a
map from paths to values; ``+path`` adds an item to a list, ``-path`` takes one away. ``bounds`` has the least and the
greatest number at a path.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.box.hashes import faults_of
from engines.kernel.game import Json
from tests.engines.given import in_both_languages

FOUND = {
    path.parent.name: json.loads(path.read_text("utf-8")) for path in Path(__file__).parent.glob("*/box_faults.json")
}
CASES = [(game, changes, faults) for game, found in sorted(FOUND.items()) for changes, faults in found["faults"]]
BOUNDS = [(game, path, *bounds) for game, found in sorted(FOUND.items()) for path, bounds in found["bounds"].items()]


def change(box: Json, path: str, value: object) -> None:
    """Change a value of a box."""
    sign, path = (path[0], path[1:]) if path[0] in "+-" else ("", path)
    *way, last = path.split(".")
    here: Any = box
    for key in way:
        here = here[int(key)] if isinstance(here, list) else here[key]
    key = int(last) if isinstance(here, list) else last
    if sign == "-":
        del here[key]
    elif sign == "+":
        here[key].append(value)
    else:
        here[key] = value


def found(game: str, changes: Json) -> list[tuple[str, str]]:
    """The faults of a game's box after some changes: path and English text."""
    box = GAMES[game].box()
    for path, value in changes.items():
        change(box, path, value)
    faults = faults_of(GAMES[game], box)
    for _, says in faults:
        in_both_languages(says)
    return [(path, says["en"]) for path, says in faults]


@pytest.mark.parametrize(("game", "changes", "expected"), CASES)
def test_each_fault_of_a_box_is_named_by_its_path(game: str, changes: Json, expected: list[str]) -> None:
    told, wanted = found(game, changes), [fault.partition(": ")[::2] for fault in expected]
    assert sorted(path for path, _ in told) == sorted(path for path, _ in wanted), told
    assert all(any(at == path and part in text for at, text in told) for path, part in wanted), told


@pytest.mark.parametrize(("game", "path", "low", "high"), BOUNDS)
def test_a_number_has_its_bounds(game: str, path: str, low: int, high: int) -> None:
    assert [found(game, {path: value}) for value in (low, high)] == [[], []]
    for value in (low - 1, high + 1):
        assert [at for at, _ in found(game, {path: value})] == [path], value
