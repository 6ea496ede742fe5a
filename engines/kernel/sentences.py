"""Sentences in every language: filled with values, joined into lists, used in refusals."""

from __future__ import annotations

import json
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

from engines.kernel.contradictions import in_order
from engines.kernel.values import LANGUAGES, IllegalMoveError, Json, Text

Value: TypeAlias = str | int | Text
"""A value for a placeholder in a sentence: the same in every language, or one text for each."""

AND = {"en": "and", "es": "y"}
OR = {"en": "or", "es": "o"}
NOBODY = "-"
"""Shown for an empty list."""


def say(en: str, es: str) -> Text:
    """One sentence in both languages."""
    return {"en": en, "es": es}


def same(text: str) -> Text:
    """A text that is the same in every language: an id, a number."""
    return dict.fromkeys(LANGUAGES, text)


@cache
def texts(package: str) -> Mapping[str, Mapping[str, Text]]:
    """The texts in ``texts.json`` of a package: table -> key -> sentence in every language.

    In the file, each is a list in the order of :data:`LANGUAGES`.
    """
    tables = json.loads(resources.files(package).joinpath("texts.json").read_text(encoding="utf-8"))
    return {name: {key: say(*pair) for key, pair in table.items()} for name, table in tables.items()}


class _Sentence(string.Formatter):
    """Fills placeholders; ``{n:card is|cards are}`` is the form that agrees with ``n``: the first for 1 and -1."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, forms, many = format_spec.partition("|")
        if not forms:
            return str(format(value, format_spec))
        return one if str(value).lstrip("+-−") == "1" else many


_SENTENCE = _Sentence()


def filled(template: str, /, **values: object) -> str:
    """A sentence with its values: ``{n} {n:card|cards}`` is "1 card", "0 cards", "2 cards"."""
    return _SENTENCE.vformat(template, (), values) if "|" in template else template.format(**values)


def fill(template: Text, /, **values: object) -> Text:
    """A sentence with its values, in every language; as :func:`filled`. A value may be a text in every language."""
    return {
        lang: filled(template[lang], **{key: _in(lang, value) for key, value in values.items()}) for lang in LANGUAGES
    }


def _in(lang: str, value: object) -> object:
    return value[lang] if isinstance(value, dict) and lang in value else value


def shown(value: object) -> str:
    """An input value for a message: JSON of at most 40 characters, without lone surrogates."""
    return json.dumps(value, ensure_ascii=False, default=repr)[:40].encode("utf-8", "replace").decode("utf-8")


def joined(items: Sequence[str], lang: str, word: Mapping[str, str] = AND) -> str:
    """``A, B and C``, or with :data:`OR` ``A, B or C``; a dash for an empty list."""
    if not items:
        return NOBODY
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word[lang]} {items[-1]}"


def all_of(texts: Iterable[Text]) -> Text:
    """``A, B and C``, in every language."""
    items = list(texts)
    return {lang: joined([text[lang] for text in items], lang) for lang in LANGUAGES}


class Describer:
    """Builds the sentences of a game in one language, from the views before and after an event.

    ``box``: the components, with the names that their owner chose. ``phrases``: key -> phrase with placeholders, in
    every language.
    """

    def __init__(self, before: Json, after: Json, box: Json, lang: str, phrases: Mapping[str, Text]) -> None:
        self.before = before
        self.after = after
        self.box = box
        self.lang = lang
        self.phrases = phrases

    def say(self, key: str, **values: object) -> str:
        """A phrase with its values."""
        return filled(self.phrases[key][self.lang], **values)

    def all(self, items: Iterable[str]) -> str:
        """``A, B and C``."""
        return joined(list(items), self.lang)


@dataclass(frozen=True, slots=True)
class Refusals:
    """The refusal texts of one game.

    Args:
        texts: Key -> sentence with placeholders, in every language.
        coded: Whether the key is also the code of a refusal for which a call gives none.
    """

    texts: Mapping[str, Text]
    coded: bool = True

    def __call__(
        self,
        rule: str,
        key: str,
        *,
        code: str | None = "",
        names: Iterable[str | None] = (),
        event: Json | None = None,
        **values: Value,
    ) -> IllegalMoveError:
        """Return the error to raise for a refused move.

        Args:
            rule: The clause that refuses it.
            key: The key of the sentence.
            code: The code in the reference's table of illegal moves; None if it has none, empty for the default.
            names: The earlier entries that the move contradicts; empty names are left out.
            event: The body of the event that the move would be, if that makes sense.
            values: The values of the placeholders.
        """
        if code == "":
            code = key if self.coded else None
        return IllegalMoveError(rule, code, fill(self.texts[key], **values), in_order(names), event)
