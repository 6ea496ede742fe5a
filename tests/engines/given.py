"""A test in one sentence, over any game.

``given(game, seats).after(move, ...).when(move).refused("KIN-5.1", code="occupied")``, or
``.when(move).accepted().sees("to_move", [1])``.
A move is an object, fields by keyword, or a line that the game's own reader (``read``) understands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from engines.kernel.canonical import canonical
from engines.kernel.game import LANGUAGES, IllegalMoveError, Json, MalformedMoveError
from engines.kernel.replay import Fold
from engines.kernel.view_cache import ViewCache
from tests.fixtures.agreement import disagreeing

Line = str | Json
Reader = Callable[[str], Json]
Clauses = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Hand:
    """How the tests of one game write.

    Args:
        read: What turns a line into a move.
        clauses: For each code of the reference's table of illegal moves its clauses.
    """

    read: Reader | None = None
    clauses: Clauses = field(default_factory=dict)


def dig(value: Any, path: str) -> Any:
    """What lies at a path of keys and places parted by dots (``seats.0.gold``)."""
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


BLANK = re.compile(r"  | [,;:)]| \.(?!\.)|\( ?\)|\( ")
"""What a text has where a name or an entry is missing."""


def in_both_languages(says: Mapping[str, str]) -> None:
    """Assert that a text exists in every language with the same figures, agrees in number, and differs in each."""
    assert set(says) == set(LANGUAGES)
    assert not any(disagreeing(text, lang) for lang, text in says.items()), says
    assert not any(BLANK.search(text) for text in says.values()), says
    assert all(text.strip() for text in says.values()), says
    assert len(set(says.values())) == len(LANGUAGES), says
    numbers = [set(re.findall("[0-9]+", text)) for text in says.values()]
    assert all(found == numbers[0] for found in numbers), says


def well_said(error: IllegalMoveError) -> None:
    """Assert that the text of a refusal has no gap, and that each entry in it is one that it names."""
    in_both_languages(error.says)
    assert "None" not in str(error), error
    entries = re.findall(r"\((?:entry|entrada) ([^)]*)\)", " ".join(error.says.values()))
    assert set(entries) - {"-"} <= set(error.names), (error.says, error.names)


class Refusal:
    """What a refused move or table was told."""

    def __init__(self, error: IllegalMoveError, clauses: Clauses) -> None:
        self.error = error
        self.clauses = clauses

    def check(
        self, rules: Sequence[str], code: str | None, names: Sequence[str], containing: Mapping[str, str] | None
    ) -> None:
        """Assert clause, code, the names of the entries to blame (at least these), and parts of the text."""
        allowed = rules or self.clauses.get(code or "", ())
        assert self.error.code == code, f"code {self.error.code}, not {code}: {self.error}"
        assert not allowed or self.error.rule in allowed, f"{self.error.rule}, not {allowed}: {self.error}"
        assert set(names) <= set(self.error.names), f"names {self.error.names}, not {names}: {self.error}"
        well_said(self.error)
        for lang, part in (containing or {}).items():
            assert part in self.error.says[lang], self.error.says[lang]


class Attempt:
    """A move that is about to be tried."""

    def __init__(self, position: Position, move: Any) -> None:
        self.position = position
        self.move = move

    def refused(
        self,
        *rules: str,
        code: str | None = None,
        names: Sequence[str] = (),
        containing: Mapping[str, str] | None = None,
    ) -> Position:
        """Assert that a rule forbids the move and that trying it changed nothing.

        Args:
            rules: The clauses that may refuse it; none: those of the reference's table for the code.
            code: The code of the reference's table of illegal moves.
            names: Entries that the refusal names, at least.
            containing: By language, what the text contains.
        """
        fold = self.position.fold
        before = canonical(fold.game.view(fold.state, ViewCache()))
        with pytest.raises(IllegalMoveError) as caught:
            fold.decide(self.move)
        Refusal(caught.value, self.position.clauses).check(rules, code, names, containing)
        assert canonical(fold.game.view(fold.state, ViewCache())) == before, "a refused move changed the state"
        return self.position

    def malformed(self, *fields: str) -> Position:
        """Assert that it is no move of this game at all, for these fields at least."""
        with pytest.raises(MalformedMoveError) as caught:
            self.position.fold.decide(self.move)
        assert set(fields) <= set(caught.value.errors), caught.value.errors
        for says in caught.value.errors.values():
            in_both_languages(says)
        return self.position

    def accepted(self) -> Position:
        """Assert that the move is legal; play it, and keep its body, sentence, patch and marks."""
        position = self.position
        fold = position.fold
        before = canonical(fold.game.view(fold.state, ViewCache()))
        event = fold.decide(self.move)
        assert canonical(fold.game.view(fold.state, ViewCache())) == before, "decide changed the state"
        position.body = fold.game.encode(event)
        assert fold.game.decode(position.body) == event, "decode does not take back what encode gave"
        position.name = str(fold.ply + 2)
        position.step = fold.step(position.name, position.body)
        in_both_languages(position.step["says"])
        return position


class Position:
    """A table after some moves, as one fold knows it."""

    def __init__(self, fold: Fold[Any, Any], hand: Hand) -> None:
        self.fold = fold
        self.read = hand.read
        self.clauses = hand.clauses
        self.name = "1"
        self.body: Json = {}
        self.step: Json = {}

    def move(self, line: Line) -> Any:
        """The move that a line stands for."""
        return self.read(line) if isinstance(line, str) and self.read else line

    def after(self, *lines: Line) -> Position:
        """Play moves; each must be legal."""
        for line in lines:
            try:
                self.name, self.body = self.fold.play(self.move(line))
            except (IllegalMoveError, MalformedMoveError) as error:
                raise AssertionError(f"{line!r} at ply {self.fold.ply} was refused: {error}") from error
        return self

    def applied(self, *lines: Line, name: str | None = None) -> Position:
        """Push the bodies of moves into the fold without asking the rules, as a reader of a log does."""
        for line in lines:
            self.name, self.body = name or str(self.fold.ply + 2), self.move(line)
            self.step = self.fold.step(self.name, self.body)
        return self

    def when(self, line: Any = None, **fields: Any) -> Attempt:
        """Try a move: a line, an object, or its fields by keyword."""
        return Attempt(self, fields if line is None else self.move(line))

    def look(self, path: str) -> Any:
        """What the view shows at a path."""
        return dig(self.fold.view(), path)

    def sees(self, path: str, value: Any) -> Position:
        """Assert what the view shows at a path."""
        shown = self.look(path)
        assert shown == value, f"{path} is {shown!r}, not {value!r}"
        assert type(shown) is type(value), f"{path} is a {type(shown).__name__}"
        return self

    def says(self, lang: str, containing: str) -> Position:
        """Assert what the sentence of the last accepted move contains."""
        assert containing in self.step["says"][lang], self.step["says"][lang]
        return self

    def marked(self, kind: str, **fields: Any) -> Position:
        """Assert that the last accepted move left a mark of this kind with these fields."""
        marks = [mark for mark in self.step["marks"] if mark["kind"] == kind]
        assert any(all(mark[key] == value for key, value in fields.items()) for mark in marks), self.step["marks"]
        return self


def defaults(game: Any) -> Json:
    """Every option of a game with its default."""
    return {name: option.default for name, option in game.options().items()}


def given(
    game: Any, seats: Sequence[str], *, box: Json | None = None, options: Json | None = None, hand: Hand | None = None
) -> Position:
    """An opened table.

    Args:
        game: The title.
        seats: The colours, clockwise from seat 0.
        box: The components; the default edition's where left out.
        options: Options that differ from their defaults.
        hand: How this game's tests write moves and clauses.
    """
    components = game.box() if box is None else box
    fold: Fold[Any, Any] = Fold(game, seats, {**defaults(game), **(options or {})}, components)
    return Position(fold, hand or Hand())


def no_table(game: Any, seats: Sequence[str], *rules: str, code: str | None = None) -> None:
    """Assert that the rules allow no such table."""
    with pytest.raises(IllegalMoveError) as caught:
        given(game, seats)
    Refusal(caught.value, {}).check(rules, code, (), None)
