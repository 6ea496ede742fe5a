"""Boxes: the component data a record is played with, kept under the hash of its bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engines import GAMES
from engines.kernel.boxes import faults_of
from engines.kernel.game import Text
from service.store.keys import key

Box = dict[str, Any]

MOST_BYTES = 256 << 10
"""Bytes of a box from somebody who is no operator; no game's own has a tenth of it."""


class BoxNotFoundError(Exception):
    """No box of this hash is kept here.

    Args:
        hash: The hash asked for.
    """

    def __init__(self, hash: str) -> None:  # noqa: A002 - what it is
        super().__init__(f"no box {hash!r:.80}")
        self.hash = hash


class UnfitBoxError(Exception):
    """A box that cannot be played with.

    Args:
        game: The title.
        faults: Path to what is wrong there, in every language.
    """

    def __init__(self, game: str, faults: Sequence[tuple[str, Text]]) -> None:
        super().__init__("; ".join(f"{path}: {says['en']}" for path, says in faults))
        self.game = game
        self.faults = list(faults)


def spell(box: Box) -> bytes:
    """The bytes a box is kept as; a map may hold floats, so these are not the canonical bytes of entries."""
    return json.dumps(box, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hash_of(box: Box) -> str:
    """What names a box: SHA-256 over its bytes as stored."""
    return hashlib.sha256(spell(box)).hexdigest()


@lru_cache(maxsize=64)
def default(game: str) -> tuple[str, Box]:
    """Hash and components of a game's own edition; not to be changed."""
    box = GAMES[game].box()
    return hash_of(box), box


def fit(game: str, box: Box) -> None:
    """Refuse a box that a game cannot be played with; its own edition is never asked.

    Raises:
        UnfitBoxError: With every fault, by path.
    """
    if box is default(game)[1]:
        return
    faults = faults_of(GAMES[game], box)
    if faults:
        raise UnfitBoxError(game, faults)


def keep(store: Any, box: Box) -> str:
    """Keep a box; its hash."""
    name = hash_of(box)
    store.set(key("box", name), spell(box))
    return name


def find(store: Any, name: str) -> bytes | None:
    """The bytes of a box of any game: its own edition's, or one kept here; None where there is none."""
    for game in GAMES:
        own, box = default(game)
        if own == name:
            return spell(box)
    found: bytes | None = store.get(key("box", name))
    return found


_kept: dict[str, Box] = {}


def get(store: Any, game: str, name: str) -> Box:
    """The box of a hash; not to be changed.

    Raises:
        BoxNotFoundError: It is neither the game's own nor kept here.
    """
    own, box = default(game)
    if name == own:
        return box
    if name not in _kept:
        found = store.get(key("box", name))
        if found is None:
            raise BoxNotFoundError(name)
        if len(_kept) > 256:  # noqa: PLR2004 - more boxes than one club will ever correct
            _kept.clear()
        _kept[name] = json.loads(found)
    return _kept[name]
