"""Types shared by games, sentences and short forms: JSON objects, texts, figures of a check, and the two errors."""

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
        label: Its label in a form, in every language.
        value: Its value according to the record.
        screened: Whether it is behind the seat's screen: checks are public, so it is asked only if the record shows
            derived figures to everybody.
    """

    name: str
    label: Text
    value: int
    screened: bool = False


class Checks(NamedTuple):
    """The progress of a table through its check points.

    Args:
        passed: Number of check points passed; never decreases while moves are added.
        label: The name of a check point; ``{n}`` is its number.
        figures: Returns the current figures of a seat.
    """

    passed: int
    label: Text
    figures: Callable[[int], Sequence[Figure]]


class IllegalMoveError(Exception):
    """A rule forbids the move.

    Args:
        rule: The clause of the rules reference that refuses it (``KIN-5.1``).
        code: The code in the reference's table of illegal moves, or None if it has none.
        says: What is wrong, with the value and the place, in every language.
        names: The names of the earlier entries that the move contradicts; may be empty.
        event: The event that the move would be, if that makes sense (for a move that the table played nevertheless).
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
    """The input is not a move of this game: it has an unknown type or field, or a value of the wrong kind.

    Args:
        errors: Field (a dotted path if nested: ``pay.gold``) -> what is wrong with it, in every language.
    """

    def __init__(self, errors: Mapping[str, Text]) -> None:
        super().__init__("; ".join(f"{where}: {says['en']}" for where, says in errors.items()))
        self.errors = errors
