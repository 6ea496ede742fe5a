"""The check of an owner's box: what holds for every game, and what its game says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from engines.kernel.checking import EnoughError, Faults
from engines.kernel.game import Game, Json, Text
from engines.kernel.says import say
from engines.kernel.text import code_of, plain


def faults_of(game: Game[Any, Any], box: Json) -> list[tuple[str, Text]]:
    """Every fault of a box as (path, what is wrong); empty when it can be played with.

    Of thousands of faults the first are told: so many of faulty strings, and so many of all else (``Faults.most``).
    Names in a box are read by everybody at the table: none may hold what a screen obeys (NUL, ESC, C1, bidi overrides).
    """
    unreadable = list(islice(_unreadable(box, ""), Faults.most))
    try:
        return [*unreadable, *game.check_box(box)]
    except EnoughError as error:
        return [*unreadable, *error.faults]


def _unreadable(value: object, path: str) -> Iterator[tuple[str, Text]]:
    """The strings below a path that hold a control character, keys among them."""
    if isinstance(value, str):
        code = code_of(value)
        if code is not None:
            yield path, say(f"{code} is a control character", f"{code} es un carácter de control")
    elif isinstance(value, dict):
        for key, inner in value.items():
            here = f"{path}.{plain(key)}" if path else plain(key)
            yield from _unreadable(key, here)
            yield from _unreadable(inner, here)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _unreadable(item, f"{path}.{place}" if path else str(place))
