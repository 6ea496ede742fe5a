"""What games, sentences and short forms share: JSON objects, texts, figures of a check, and the two errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]
"""A JSON object: string keys; values null, booleans, whole numbers, strings, lists and objects; never a float."""

Text = Mapping[str, str]
"""One sentence in each language of :data:`LANGUAGES`: ``{"en": ..., "es": ...}``."""

LANGUAGES = ("en", "es")


class Figure(NamedTuple):
    """A number that a table can count for a seat.

    Args:
        name: Its id, stable within the game.
        label: What a form calls it, in every language.
        value: What it is by the record.
        screened: Whether it lies behind the seat's screen: a check is public, so nobody is asked for it, unless the
            table plays with derived figures shown to everybody.
    """

    name: str
    label: Text
    value: int
    screened: bool = False


class Checks(NamedTuple):
    """Where a table stands with its checks.

    Args:
        passed: Check points passed; never falls while moves are added.
        label: What the last one is called; ``{n}`` is its number.
        figures: Gives the figures of a seat now.
    """

    passed: int
    label: Text
    figures: Callable[[int], Sequence[Figure]]


class IllegalMoveError(Exception):
    """A rule forbids the move.

    Args:
        rule: The clause of the rules reference that refuses it (``KIN-5.1``).
        code: The code of the reference's table of illegal moves, or None where it has none.
        says: What is wrong, with the value and the place, in every language.
        names: The earlier entries that the move contradicts, by name; empty where none is to blame.
        event: The event it would be, where that has a meaning (for what the table played all the same).
    """

    def __init__(
        self, rule: str, code: str | None, says: Text, names: Sequence[str] = (), event: Json | None = None
    ) -> None:
        super().__init__(says["en"])
        self.rule = rule
        self.code = code
        self.says = says
        self.names = tuple(names)
        self.event = event


class MalformedMoveError(Exception):
    """What came in is not a move of this game at all: an unknown type or field, a value of the wrong kind.

    Args:
        errors: Field, nested ones by dots (``pay.gold``), to what is wrong with it, in every language.
    """

    def __init__(self, errors: Mapping[str, Text]) -> None:
        super().__init__("; ".join(f"{where}: {says['en']}" for where, says in errors.items()))
        self.errors = errors
