"""A record's table on a phone without a network, with the same rules as the service.

It starts from a packed fold with the recorder's read rights, or from an opening, and accepts moves as a recorder types
them. It reads no log and stores nothing: the page stores the moves, and the service checks them later.
"""

from __future__ import annotations

from typing import Any

from engines.kernel import sealing, snapshot
from engines.kernel.game import Game, IllegalMoveError, Json, MalformedMoveError
from engines.kernel.input import completion
from engines.kernel.offers import only_offer
from engines.kernel.replay import Fold

NO_PARAMETERS = ("occurred_at", "zone")
"""Request fields that are not parameters of the move."""
MOST_SUGGESTED = 50
"""Maximum number of suggestions for a line."""
MOST_RUN = 1000
"""Maximum number of moves in one ``run``."""


class SealedElsewhereError(Exception):
    """A move reveals a sealed fact that is not on this phone."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"{kind} opens what was sealed on another phone")


class OfflineTable:
    """One record's table.

    Args:
        game: The title, with the rules that the record pins.
        start: ``seats`` (colours clockwise), ``options`` (others have their defaults), ``memory_aid``, ``box`` (its
            components), and, for a record with entries, ``ply`` and ``state``, the packed fold.

    Raises:
        ShapeError: Another version of the program packed the state.
        IllegalMoveError: The rules do not allow these seats or options.
    """

    def __init__(self, game: Game[Any, Any], start: Json) -> None:
        named = start.get("options") or {}
        options = {name: named.get(name, option.default) for name, option in game.options().items()}
        self._opening = (game, start["seats"], options, start["box"])
        self._aid = bool(start.get("memory_aid"))
        self._fold = self._restored(start.get("state"), start.get("ply", 0))

    def _restored(self, state: Json | None, ply: int) -> Fold[Any, Any]:
        fold: Fold[Any, Any] = Fold(*self._opening, memory_aid=self._aid)
        if state is not None:
            snapshot.unpack(fold.state, state)
            fold.ply = ply
        return fold

    def view(self) -> Json:
        """The view that the recorder may see."""
        return self._fold.view()

    def offers(self, partial: Json | None = None) -> Json:
        """The moves that may be recorded now, or the next field of an incomplete move."""
        return self._fold.offers(partial)

    def typed(self, line: str) -> Json:
        """The move that a partial line of text notation writes, and suggestions for completing it.

        Short forms are read, but on a phone they are not completed after their first word.
        """
        game, colours, _, box = self._opening
        ask = self._fold.offers
        return completion.typed(line, completion.Played(game, box, colours), ask()["moves"], ask, None, MOST_SUGGESTED)

    def make(self, name: str, move: Json, *, run: bool = False) -> Json:
        """Make a move.

        Args:
            name: Its name: the version of its entry, as text, if nobody else writes first.
            move: The move as a recorder types it, with ``irregular`` if the table played a move that the rules refuse.
            run: Also make the moves that follow while the only offer has no fields.

        Returns:
            ``says`` by language, ``marks``, ``ply``, and the number of ``moves`` made; ``says`` is for the last one.

        Raises:
            MalformedMoveError: Not a move of this game.
            IllegalMoveError: A rule forbids it.
            SealedElsewhereError: It reveals a fact that this table does not know; that move is not made.
        """
        done, moves = self._one(self._fold, name, move), 1
        while run and moves < MOST_RUN:
            only = only_offer(self._fold.game, self._fold.box, self._fold.offers()["moves"])
            if only is None:
                break
            more = self._one(self._fold, str(int(name) + moves), only)
            done, moves = {**more, "marks": done["marks"] + more["marks"]}, moves + 1
        return {**done, "ply": self._fold.ply, "moves": moves}

    def dry(self, move: Json, *, run: bool = False) -> Json:
        """Like :meth:`make`, without changing the table."""
        before = snapshot.pack(self._fold.state), self._fold.ply
        try:
            return self.make("0", move, run=run)
        finally:
            self._fold = self._restored(*before)

    @staticmethod
    def _one(fold: Fold[Any, Any], name: str, move: Json) -> Json:
        move = {key: value for key, value in move.items() if key not in NO_PARAMETERS}
        irregular = move.pop("irregular", None)
        body, _ = fold.decided(fold.parsed(move), irregular=irregular is not None)
        # The body has every value that this fold knows.
        if any(sealing.look(body, opening.fills) is None for opening in fold.game.opens(fold.state, body)):
            raise SealedElsewhereError(body["type"])
        return fold.apply_and_describe(name, body)


def answer(table: OfflineTable, call: str, asked: Json, lang: str) -> Json:
    """Answer a call of a page as the service would.

    ``call``: ``view``, ``offers``, ``typed``, ``dry`` or ``make``. ``asked``: the arguments of the call: ``partial``;
    ``line``; ``move``, ``name`` and ``run``.

    Returns:
        ``{"body"}``, ``{"problem"}`` as in the service's answer, or ``{"failed"}`` with the reason why this table
        cannot answer.
    """
    try:
        if call == "view":
            return {"body": table.view()}
        if call == "offers":
            return {"body": table.offers(asked.get("partial"))}
        if call == "typed":
            return {"body": table.typed(asked["line"])}
        if call == "dry":
            return {"body": table.dry(asked["move"], run=bool(asked.get("run")))}
        return {"body": table.make(asked["name"], asked["move"], run=bool(asked.get("run")))}
    except SealedElsewhereError as error:
        return {"failed": str(error)}
    except IllegalMoveError as error:
        problem = {"detail": error.says[lang], "rule": error.rule, "code": error.code, "event": error.event}
        return {"problem": {"type": "urn:movebook:problem:illegal-move", "status": 422, **problem}}
    except MalformedMoveError as error:
        errors = {where: says[lang] for where, says in error.errors.items()}
        detail = "; ".join(f"{where}: {what}" for where, what in errors.items())
        invalid = {"status": 400, "detail": detail, "errors": errors}
        return {"problem": {"type": "urn:movebook:problem:malformed-move", **invalid}}
