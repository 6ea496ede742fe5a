"""Boxes: the component data of a record's game, stored under the hash of its bytes."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from engines import GAMES
from engines.kernel.box.form import MARKS, BoxForm
from engines.kernel.box.hashes import dumps_box, faults_of, former, hash_of, play_hash
from engines.kernel.box.review import complete, review
from engines.kernel.box.rows import progress
from engines.kernel.game import Game, Json, Text
from service.store.keys import key

__all__ = [
    "default",
    "dumps_box",
    "edition_of",
    "find",
    "fit",
    "get",
    "hash_of",
    "play_of",
    "reviewed",
    "same_play",
    "save",
]

Box = dict[str, Any]

MOST_BYTES = 256 << 10
"""Maximum size of a box from anybody but an operator, in bytes; no game's own box has a tenth of it."""


class BoxNotFoundError(Exception):
    """No box with this hash is stored here."""

    def __init__(self, hash: str) -> None:  # noqa: A002 - what it is
        super().__init__(f"no box {hash!r:.80}")
        self.hash = hash


class UnfitBoxError(Exception):
    """A box that cannot be played with.

    ``faults``: path -> what is wrong there, in every language.
    """

    def __init__(self, game: str, faults: Sequence[tuple[str, Text]]) -> None:
        super().__init__("; ".join(f"{path}: {says['en']}" for path, says in faults))
        self.game = game
        self.faults = list(faults)


class BoxQuestionsError(Exception):
    """A box has implausible values that must be confirmed before it is stored.

    ``questions``: path -> question about the value, in every language.
    """

    def __init__(self, game: str, questions: Sequence[tuple[str, Text]]) -> None:
        super().__init__("; ".join(f"{path}: {says['en']}" for path, says in questions))
        self.game = game
        self.questions = list(questions)


def play_of(game: Game[Any, Any], box: Box) -> str:
    """The play hash of a box; computed once for each cached box. Do not change the box."""
    known = _plays.get(id(box))
    if known is None or known[0] is not box or known[1] is not game:
        if len(_plays) >= MOST_HELD:
            _plays.clear()
        _plays[id(box)] = known = box, game, play_hash(game, box)
    return known[2]


def same_play(game: Game[Any, Any], name: str, box: Box) -> bool:
    """Whether a content hash is that of a box, or of an earlier default edition that is played as this box is."""
    return name == hash_of(box) or former(game).get(name) == play_of(game, box)


@lru_cache(maxsize=64)
def default(game: str) -> tuple[str, Box]:
    """Hash and components of a game's own edition; do not change them."""
    box = GAMES[game].box()
    return hash_of(box), box


def fit(game: str, box: Box) -> None:
    """Refuse a box that a game cannot be played with; its own edition is not checked.

    Raises:
        UnfitBoxError: With every fault, by path.
    """
    if box is default(game)[1]:
        return
    faults = faults_of(GAMES[game], box)
    if faults:
        raise UnfitBoxError(game, faults)


def reviewed(game: str, box: Box, *, confirmed: bool) -> Box:
    """Check and complete a submitted box; the game's own edition is not checked.

    Args:
        game: The title.
        box: The box as it was read.
        confirmed: Whether its implausible values were confirmed.

    Raises:
        UnfitBoxError: It cannot be stored.
        BoxQuestionsError: It has implausible values that were not confirmed.
    """
    title = GAMES[game]
    box = complete(title, box)
    found = review(title, box, [other for name, other in GAMES.items() if name != game])
    if found.faults:
        raise UnfitBoxError(game, found.faults)
    if found.questions and not confirmed:
        raise BoxQuestionsError(game, found.questions)
    return box


def edition_of(game: Game[Any, Any], box: Box, name: str, seats: int = 0, used: frozenset[str] = frozenset()) -> Json:
    """The edition of a game, and how much of it was compared with a printed copy.

    ``used``: every text in the moves that count, as everybody sees them (:func:`words`).

    Returns:
        ``hash``, ``edition``, ``stand_in``; and ``rows``, ``compared``, ``used`` and ``used_compared``: all rows of the
        box and those that the game used. They are null where the game does not say which rows it has.
    """
    form: BoxForm | None = getattr(game, "box_form", None)
    counts: Json = dict.fromkeys(("rows", "compared", "used", "used_compared"))
    if form is not None:
        counts |= progress(form, box, used, seats)
    return {"hash": name, "edition": box.get("edition"), "stand_in": box.get(MARKS) is True, **counts}


def words(value: Any) -> Iterator[str]:
    """Every text in a body, keys among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)


def save(store: Any, box: Box) -> str:
    """Store a box and return its hash."""
    name = hash_of(box)
    store.set(key("box", name), dumps_box(box))
    return name


def find(store: Any, name: str) -> bytes | None:
    """The bytes of a box of any game: its own edition or a stored one; None where there is none."""
    for game in GAMES:
        own, box = default(game)
        if own == name:
            return dumps_box(box)
    found: bytes | None = store.get(key("box", name))
    return found


_kept: dict[str, Box] = {}
_plays: dict[int, tuple[Box, Game[Any, Any], str]] = {}
MOST_HELD = 256
"""Maximum number of boxes that a process caches; more than one club will ever correct."""


def get(store: Any, game: str, name: str, *, from_scratch: bool = False) -> Box:
    """The box with a hash; do not change it.

    ``from_scratch``: whether to read it again even if it is cached; such a box is not cached.

    Raises:
        BoxNotFoundError: It is neither the game's own nor stored here.
    """
    own, box = default(game)
    if name == own:
        return GAMES[game].box() if from_scratch else box
    if from_scratch or name not in _kept:
        found = store.get(key("box", name))
        if found is None:
            raise BoxNotFoundError(name)
        if len(_kept) > MOST_HELD:
            _kept.clear()
        _kept[name] = json.loads(found)
    return _kept[name]
