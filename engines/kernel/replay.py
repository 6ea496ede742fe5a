"""Apply events to a state, and step through them frame by frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from engines.kernel.game import LANGUAGES, Game, IllegalMoveError, Json
from engines.kernel.moves import shapes
from engines.kernel.offers import not_on_offer
from engines.kernel.patch import diff
from engines.kernel.view_cache import ViewCache

S = TypeVar("S")
E = TypeVar("E")


class Fold(Generic[S, E]):
    """The state of a record as one set of read rights shows it, and the number of entries applied.

    Args:
        game: The title.
        seats: The colours, clockwise from seat 0.
        options: Every option of the record with its value.
        box: The components used.
        memory_aid: Whether derived figures are shown to everybody while the game runs.

    Attributes:
        over: Whether the game has ended: then derived figures are shown to everybody, from the first move on.

    Raises:
        IllegalMoveError: The rules do not allow these seats or options.
    """

    __slots__ = ("_cache", "_view", "box", "game", "memory_aid", "options", "over", "ply", "seats", "state")

    def __init__(
        self, game: Game[S, E], seats: Sequence[str], options: Json, box: Json, *, memory_aid: bool = False
    ) -> None:
        self.game = game
        self.seats = list(seats)
        self.options = options
        self.box = box
        self.memory_aid = memory_aid
        self.state = game.setup(self.seats, options, box)
        self.ply = 0
        self.over = False
        self._cache = ViewCache()
        self._view: Json | None = None

    def view(self, derived: Sequence[int] | None = None) -> Json:
        """The current view; must not be modified.

        Args:
            derived: The seats whose derived figures are shown while the game runs; None for all. A figure that follows
                from public moves is no secret, but showing it from behind a screen would be a memory aid;
                ``memory_aid`` shows it to everybody.
        """
        if self._view is None:
            self._view = self.game.view(self.state, self._cache)
        return self._cut(self._view, derived)

    def _cut(self, view: Json, derived: Sequence[int] | None) -> Json:
        """The view with the derived figures of these seats only; with all of them once the game is over."""
        if derived is None or self.over or self.memory_aid or "derived" not in view or view["phase"] == "finished":
            return view
        return {**view, "derived": {seat: of for seat, of in view["derived"].items() if int(seat) in derived}}

    def facts(self) -> Json:
        """The public facts that the digest covers."""
        return self.game.facts(self.state)

    def result(self) -> Json | None:
        """The outcome, or None while the game runs."""
        return self.game.result(self.state)

    def offers(self, partial: Json | None = None, derived: Sequence[int] | None = None) -> Json:
        """The moves that may be recorded now, or the next field of an incomplete move.

        Args:
            partial: Part of a move; None for every move. Null in a required field means that it is not known. If it
                cannot become a move, the answer is that of a move not on offer, and the game is not called.
            derived: As in :meth:`view`: figures that are not shown do not narrow a domain.
        """
        if partial is not None:
            partial = shapes.part(self.game.moves(self.box), partial)
            if partial is None:
                return not_on_offer()
        return self.game.offers(self.state, partial, None if self.over or self.memory_aid else derived)

    def parsed(self, move: Any, seat: int | None = None) -> Json:
        """A raw move after a check of its shape, with its seat.

        ``seat``: the seat if the move names none; by default the only one that can make it.

        Raises:
            MalformedMoveError: Not a move of this game, or several seats could make it.
        """
        clean = shapes.parse(self.game, self.box, move)
        if "seat" in clean or not self.game.moves(self.box)[clean["type"]].seated:
            return clean
        return shapes.only_seat(self.game, self.state, clean) if seat is None else {**clean, "seat": seat}

    def decide(self, move: Any) -> E:
        """The event of a raw move.

        Raises:
            MalformedMoveError: Not a move of this game.
            IllegalMoveError: A rule forbids it, as far as this fold knows.
        """
        return self.game.decide(self.state, self.parsed(move))

    def decided(self, parsed: Json, *, irregular: bool) -> tuple[Json, bool]:
        """The body of a parsed move's event, and whether the rules refuse it: an irregular move is recorded anyway.

        Raises:
            IllegalMoveError: The rules refuse it; for an irregular move, if they also give it no event.
        """
        try:
            return self.game.encode(self.game.decide(self.state, parsed)), False
        except IllegalMoveError as refusal:
            if not irregular or refusal.event is None:
                raise
            return dict(refusal.event), True

    def adjust(self, adjustment: Any) -> E:
        """The event of a raw adjustment.

        Raises:
            MalformedMoveError: Not an adjustment of this game.
            IllegalMoveError: It would break an invariant of the table or change nothing.
        """
        return self.game.adjust(self.state, shapes.parse_adjustment(self.game, self.box, adjustment))

    def apply(self, name: str, body: Json) -> None:
        """Apply the body of an entry; never refuses it."""
        self.game.evolve(self.state, self.game.decode(body), name)
        self.ply += 1
        self._view = None

    def step(
        self, name: str, body: Json, languages: Sequence[str] = LANGUAGES, derived: Sequence[int] | None = None
    ) -> Json:
        """Apply a body and describe it: ``says`` by language, the ``patch`` of the view, and ``marks``."""
        before = self.view(derived)
        described = self.apply_and_describe(name, body, languages, derived)
        return {"says": described["says"], "patch": diff(before, self.view(derived)), "marks": described["marks"]}

    def apply_and_describe(
        self, name: str, body: Json, languages: Sequence[str] = LANGUAGES, derived: Sequence[int] | None = None
    ) -> Json:
        """Like :meth:`step` without the patch, at half the cost: the answer to a write needs only the sentence."""
        before = self.view(derived)
        event = self.game.decode(body)
        self.game.evolve(self.state, event, name)
        self.ply += 1
        self._view = self.game.view(self.state, self._cache)
        after = self._cut(self._view, derived)
        return {
            "says": {lang: self.game.describe(event, before, after, self.box, lang) for lang in languages},
            "marks": [*self.game.marks(event, before, after), *_marks(before, after)],
        }

    def play(self, move: Any) -> tuple[str, Json]:
        """Decide and apply a raw move under the next free name; return the name and the body of the event.

        Raises:
            MalformedMoveError: Not a move of this game.
            IllegalMoveError: A rule forbids it, as far as this fold knows.
        """
        body = self.game.encode(self.decide(move))
        name = str(self.ply + 2)
        self.apply(name, body)
        return name, body


def _marks(before: Json, after: Json) -> list[Json]:
    """The marks that every game has."""
    out: list[Json] = []
    if after["round"] != before["round"]:
        out.append({"kind": "round", "round": after["round"]})
    old, now = before["contradictions"], after["contradictions"]
    if now != old:
        out += [{"kind": "contradiction", **new} for new in now if new not in old]
    if after["phase"] == "finished" != before["phase"]:
        out.append({"kind": "finished"})
    return out
