"""A record's table on a phone without a network, by the same rules as the service.

It starts from the packed fold of the recorder's eyes, or from an opening, and takes moves as a recorder types them. It
reads no log and stores nothing: the page stores what was entered, and the service checks it later.
"""

from __future__ import annotations

from typing import Any

from engines.kernel import sealing, snapshot
from engines.kernel.game import Game, IllegalMoveError, Json, MalformedMoveError
from engines.kernel.input import completion
from engines.kernel.moves import shapes
from engines.kernel.offers import only_offer
from engines.kernel.replay import Fold

NO_PARAMETERS = ("occurred_at", "zone")
"""Fields of a request that are not parameters of the move."""
MOST_SUGGESTED = 50
"""Maximum number of suggestions for a line."""
MOST_RUN = 1000
"""Maximum number of moves that one ``run`` makes."""


class SealedElsewhereError(Exception):
    """A move opens a seal that this phone does not have.

    Args:
        kind: The type of the move.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(f"{kind} opens what was sealed on another phone")


class OfflineTable:
    """One record's table.

    Args:
        game: The title, by the rules that the record pins.
        start: ``seats`` (colours clockwise), ``options`` (those named; the others take
            their defaults), ``memory_aid``, ``box`` (its components), and of a record that was begun: ``ply`` and
            ``state``, the packed fold.

    Raises:
        ShapeError: The state was packed by another version of the program.
        IllegalMoveError: The rules do not allow such a table.
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
        """The table as the recorder may see it."""
        return self._fold.view()

    def offers(self, partial: Json | None = None) -> Json:
        """What may be recorded now, or the next field of a part of a move."""
        return self._fold.offers(partial)

    def typed(self, line: str) -> Json:
        """What the beginning of a line in text notation writes, and how it may go on.

        The short forms are read; what completes them behind their first word is not on a phone.
        """
        game, colours, _, box = self._opening
        ask = self._fold.offers
        return completion.typed(line, completion.Played(game, box, colours), ask()["moves"], ask, None, MOST_SUGGESTED)

    def make(self, name: str, move: Json, *, run: bool = False) -> Json:
        """Make a move.

        Args:
            name: What it will be called: the version that its entry gets if nobody writes before, as text.
            move: As a recorder types it, with ``irregular`` where the table played what the rules refuse.
            run: Go on through moves that are the only offer and have no field.

        Returns:
            ``says`` by language, ``marks``, ``ply``, and how many ``moves`` were made; the sentence is the last one's.

        Raises:
            MalformedMoveError: It is no move of this game.
            IllegalMoveError: A rule forbids it.
            SealedElsewhereError: It opens what this table does not know; nothing is made.
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
        """As :meth:`make`, but the table stays as it is."""
        before = snapshot.pack(self._fold.state), self._fold.ply
        try:
            return self.make("0", move, run=run)
        finally:
            self._fold = self._restored(*before)

    @classmethod
    def _one(cls, fold: Fold[Any, Any], name: str, move: Json) -> Json:
        body = cls._decided(fold, move)
        # The body has every value that this fold knows.
        if any(sealing.look(body, opening.fills) is None for opening in fold.game.opens(fold.state, body)):
            raise SealedElsewhereError(body["type"])
        return fold.apply_and_describe(name, body)

    @staticmethod
    def _decided(fold: Fold[Any, Any], move: Json) -> Json:
        """The event that a move is, as its entry has it."""
        move = {key: value for key, value in move.items() if key not in NO_PARAMETERS}
        irregular = move.pop("irregular", None)
        clean = shapes.parse(fold.game, fold.box, move)
        if "seat" not in clean and fold.game.moves(fold.box)[clean["type"]].seated:
            clean = shapes.only_seat(fold.game, fold.state, clean)
        try:
            return fold.game.encode(fold.game.decide(fold.state, clean))
        except IllegalMoveError as refusal:
            if irregular is None or refusal.event is None:
                raise
            return dict(refusal.event)


def answer(table: OfflineTable, call: str, asked: Json, lang: str) -> Json:
    """One call of a page, answered as the service would.

    Args:
        table: The table.
        call: ``view``, ``offers``, ``typed``, ``dry`` or ``make``.
        asked: What the call brings: ``partial``; ``line``; ``move``, ``name`` and ``run``.
        lang: The language of a refusal.

    Returns:
        ``{"body"}``, ``{"problem"}`` as the service states it, or ``{"failed"}``: why this table cannot say.
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
