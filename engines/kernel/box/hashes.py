"""The content hash and the play hash of a box, and the check of an owner's box."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from engines.kernel.box.checks import EnoughError, Faults
from engines.kernel.box.form import BoxForm
from engines.kernel.box.rows import check_marks
from engines.kernel.game import Game, Json, Text
from engines.kernel.sentences import say
from engines.kernel.text import code_of, plain


def dumps_box(box: Json) -> bytes:
    """The stored bytes of a box; a map may have floats, so these are not the canonical bytes of entries."""
    return json.dumps(box, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hash_of(box: Json) -> str:
    """The content hash of a box: SHA-256 over its stored bytes."""
    return hashlib.sha256(dumps_box(box)).hexdigest()


def prose(game: Game[Any, Any]) -> Sequence[str]:
    """The members of its boxes that a game declares not to affect play; empty by default."""
    found: Sequence[str] = getattr(game, "prose", ())
    return found


def former(game: Game[Any, Any]) -> Mapping[str, str]:
    """Content hash -> play hash of the earlier default editions that a game declares; empty by default."""
    found: Mapping[str, str] = getattr(game, "former_boxes", {})
    return found


def play_hash(game: Game[Any, Any], box: Json) -> str:
    """The hash of the parts of a box that affect play: the content hash of the box without its :func:`prose`."""
    return hash_of(_without(box, [tuple(member.split(".")) for member in prose(game)], ()))


def _without(value: Any, left_out: Sequence[tuple[str, ...]], path: tuple[str, ...]) -> Any:
    """A value without the members whose path ends with one of these."""
    if isinstance(value, list):
        return [_without(item, left_out, path) for item in value]
    if not isinstance(value, dict):
        return value
    inner = {key: (*path, key) for key in value}
    return {
        key: _without(item, left_out, inner[key])
        for key, item in value.items()
        if not any(inner[key][-len(end) :] == end for end in left_out)
    }


def faults_of(game: Game[Any, Any], box: Json) -> list[tuple[str, Text]]:
    """Every fault of a box as (path, what is wrong); empty if the box can be used.

    Only the first faults are reported: ``Faults.most`` for faulty strings, and as many for all others.
    Everybody at the table sees the names in a box, so they may not contain control characters (NUL, ESC, C1, bidi
    overrides).
    """
    unreadable = list(islice(_unreadable(box, ""), Faults.most))
    form: BoxForm | None = getattr(game, "box_form", None)
    marked = Faults()
    try:
        if form is not None and isinstance(box, dict):
            check_marks(marked, form, box)
        return [*unreadable, *game.check_box(box), *marked][: len(unreadable) + Faults.most]
    except EnoughError as error:
        return [*unreadable, *error.faults]


def _unreadable(value: object, path: str) -> Iterator[tuple[str, Text]]:
    """The strings below a path that contain a control character, including keys."""
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
