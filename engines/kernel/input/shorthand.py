"""The shorthand of a game: moves in few words, and the errors for words that do not fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engines.kernel.sentences import say
from engines.kernel.values import Json, Text

_WHOLE = re.compile(r"[0-9]{1,4}\Z")
_PAIR = re.compile(r"([^=]+)=(.+)\Z")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}\Z")


class WrongWordError(ValueError):
    """A word of a short form does not fit, or is missing.

    Args:
        place: The index of the word, from 0; the number of words if one is missing.
        says: What is wrong with it, in every language.
    """

    def __init__(self, place: int, says: Text) -> None:
        super().__init__(says["en"])
        self.place = place
        self.says = says


@dataclass(frozen=True, slots=True)
class ShortForm:
    """A short form that begins with a word of its own.

    Args:
        type: The type of move that it writes.
        hint: How it is typed, with capitals for placeholders: ``castle RANK ROW,COL``.
        fields: Function from the words after the first one, and the box, to the fields of the move. Seats stay as they
            are typed. Raises :class:`WrongWordError`, with its place counted from the word after the first one.
    """

    type: str
    hint: Text
    fields: Callable[[Sequence[str], Json], Json]


@dataclass(frozen=True, slots=True)
class Shorthand:
    """The short forms of a game.

    Args:
        heads: First word -> the form that it begins.
        other: Reads forms that are recognised by their shape, such as ``+3 2,5``: function from all words, and the box,
            to a complete move, or None if it is not such a form. Raises :class:`WrongWordError`.
        shaped: Type of move -> how its form for ``other`` is typed.
    """

    heads: Mapping[str, ShortForm] = field(default_factory=dict)
    other: Callable[[Sequence[str], Json], Json | None] | None = None
    shaped: Mapping[str, Text] = field(default_factory=dict)

    def hints(self) -> dict[str, Text]:
        """Type of move -> how its short form is typed; several forms of one type are joined by ``|``."""
        hints: dict[str, Text] = {}
        for form in self.heads.values():
            known = hints.get(form.type)
            hints[form.type] = form.hint if known is None else joined_by(" | ", known, form.hint)
        return hints | dict(self.shaped)

    def read(self, words: Sequence[str], box: Json) -> Json | None:
        """The move of a short form, without its seat; None if the game has no such form.

        Raises:
            WrongWordError: The form is known, but one of its words does not fit.
        """
        if not words:
            return None
        form = self.heads.get(words[0].casefold())
        if form is None:
            return None if self.other is None else self.other(words, box)
        try:
            return {"type": form.type, **form.fields(words[1:], box)}
        except WrongWordError as error:
            raise WrongWordError(error.place + 1, typed_as(error.says, form.hint)) from None


def joined_by(sign: str, one: Text, other: Text) -> Text:
    """Two texts with a sign between them, in every language."""
    return {lang: f"{one[lang]}{sign}{other[lang]}" for lang in one}


def typed_as(says: Text, hint: Text) -> Text:
    """A message that says what is wrong and how the form is typed."""
    return say(f"{says['en']}; it is typed {hint['en']}", f"{says['es']}; se escribe {hint['es']}")


def nothing(words: Sequence[str], _box: Json) -> Json:
    """Return no fields, for a form that consists of its first word only."""
    no_more(words, 0)
    return {}


def word_at(words: Sequence[str], place: int, what: Text) -> str:
    """The word at a place.

    Raises:
        WrongWordError: There is no word at that place; the message calls it ``what`` (``RANK``).
    """
    if place < len(words):
        return words[place]
    raise WrongWordError(len(words), say(f"{what['en']} is missing", f"falta {what['es']}"))


def whole_at(words: Sequence[str], place: int, what: Text) -> int:
    """The whole number at a place, of at most four digits.

    Raises:
        WrongWordError: There is no word at that place, or it is not a number.
    """
    word = word_at(words, place, what)
    if _WHOLE.match(word):
        return int(word)
    raise WrongWordError(
        place,
        say(f"{what['en']} is a whole number, not {word!r:.40}", f"{what['es']} es un número entero, no {word!r:.40}"),
    )


def no_more(words: Sequence[str], count: int) -> None:
    """Reject words after the first ``count``.

    Raises:
        WrongWordError: There are more.
    """
    if len(words) > count:
        raise WrongWordError(count, say(f"{words[count]!r:.40} is one word too many", f"{words[count]!r:.40} sobra"))


def pairs(words: Sequence[str], start: int, what: Text, *, unknown: bool = False) -> dict[str, int | None]:
    """Parse ``name=number`` in each word from a place on.

    ``what``: the name of a pair in messages: ``COLOUR=GOLD``. ``unknown``: whether ``?`` is allowed for a number that
    was not counted; it becomes None.

    Raises:
        WrongWordError: A word is not such a pair, a name is given twice, or there is no pair.
    """
    word_at(words, start, what)
    found: dict[str, int | None] = {}
    for place, word in enumerate(words[start:], start):
        pair = _PAIR.match(word)
        if pair is None or not (_NUMBER.match(pair[2]) or (unknown and pair[2] == "?")):
            raise WrongWordError(place, say(f"{word!r:.40} is not {what['en']}", f"{word!r:.40} no es {what['es']}"))
        if pair[1] in found:
            raise WrongWordError(place, say(f"{pair[1]:.40} is given twice", f"{pair[1]:.40} aparece dos veces"))
        found[pair[1]] = None if pair[2] == "?" else int(pair[2])
    return found
