"""The opening of a record: its seats, rules and box; and the folds that start from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from engines import RULES
from engines.kernel import snapshot
from engines.kernel.game import Game, Json
from engines.kernel.replay import Fold
from engines.kernel.sentences import fill
from service.record.entries import boxes, shapes
from service.store.archive import head_of
from service.store.chain import BrokenChainError, Entry
from service.texts import table


@dataclass(frozen=True, slots=True)
class RecordOpening:
    """The opening of a record: its seats, rules and box.

    Args:
        record: Its id.
        game: The title.
        rules: ``kingdoms@1``.
        seats: ``{"player", "colour"}`` clockwise from seat 0.
        options: Every option of the rules with its value.
        policies: What the table agreed on about its record.
        box_hash: Hash of the box.
        box: Its components.
        entry: The entry in the log.
        occasion: Where and for what event the game is played; empty where that is not stated.
    """

    record: str
    game: Game[Any, Any]
    rules: str
    seats: list[Json]
    options: Json
    policies: Json
    box_hash: str
    box: Json
    entry: Entry
    occasion: Json = field(default_factory=dict)

    @property
    def colours(self) -> list[str]:
        """The colours clockwise."""
        return [seat["colour"] for seat in self.seats]

    def corrected(self, store: Any, body: Json) -> RecordOpening:
        """The opening with the corrected people, occasion, options and box.

        Raises:
            BoxNotFoundError: Its box is not stored here.
        """
        name, box = body["box"], self.box
        if name != self.box_hash:
            box = boxes.get(store, self.game.name, name)
        changed = {"seats": body["seats"], "options": body["options"], "occasion": body.get("occasion", {})}
        return replace(self, box_hash=name, box=box, **changed)

    def reload(self, store: Any) -> RecordOpening:
        """The same opening, with a box that is read again."""
        return replace(self, box=boxes.get(store, self.game.name, self.box_hash, from_scratch=True))

    def fold(self) -> Fold[Any, Any]:
        """A fold of the empty table."""
        aid = self.policies["memory_aid"]
        return Fold(self.game, self.colours, self.options, self.box, memory_aid=aid)


class RulesUnknownError(Exception):
    """This program does not have the rules of a record.

    ``package``: the package that provided them when the record was opened or imported, with its version; empty where
    that is not known.
    """

    def __init__(self, rules: str, package: str = "") -> None:
        origin = f"; they are in the package {package!r:.80}" if package else ""
        super().__init__(f"this program does not have the rules {rules!r:.80}{origin}")
        self.rules = rules
        self.package = package


def parse_opening(store: Any, record: str, entry: Entry, *, from_scratch: bool = False) -> RecordOpening:
    """The opening that entry 1 states.

    ``from_scratch``: whether to read the box again even if it is cached.

    Raises:
        RulesUnknownError: The program does not have its game or rules version.
        BoxNotFoundError: Its box is not stored here.
        BrokenChainError: It is not an opening that this service, or an import of a record, would have written.
    """
    if entry["type"] != "opened":
        raise BrokenChainError(1, f"its type is {entry['type']!r:.40}, and a record begins with its opening")
    check_shape(1, shapes.opening(entry))
    body = entry["body"]
    game = RULES.get(body["rules"])
    if game is None or body["game"] != game.name:
        raise RulesUnknownError(body["rules"], head_of(store, record).get(b"package", b"").decode())
    box = boxes.get(store, game.name, body["box"], from_scratch=from_scratch)
    pinned = (body["policies"], body["box"], box, entry, body.get("occasion", {}))
    return RecordOpening(record, game, body["rules"], body["seats"], body["options"], *pinned)


def check_shape(version: int, wrongs: Iterable[shapes.Wrong]) -> None:
    """Refuse an entry of the wrong shape: the file of a store may contain any entries.

    Raises:
        BrokenChainError: The first fault.
    """
    for wrong in wrongs:
        raise BrokenChainError(version, fill(table("faults")[wrong.key], **wrong.about)["en"])


def clone(fold: Fold[Any, Any], opening: RecordOpening) -> Fold[Any, Any]:
    """A second fold at the same place that shares nothing with the first."""
    other = opening.fold()
    snapshot.unpack(other.state, snapshot.pack(fold.state))
    other.ply = fold.ply
    return other
