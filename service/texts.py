"""Sentences of the service in every language; they are data, in ``texts.json`` next to this module."""

from collections.abc import Mapping

from engines.kernel.game import LANGUAGES, Text
from engines.kernel.sentences import filled, texts


def table(name: str) -> Mapping[str, Text]:
    """A table of sentences: key -> sentence with blanks."""
    return texts("service")[name]


def said(key: str, /, **values: object) -> Text:
    """A sentence of the table ``sentences`` in every language.

    Args:
        key: Its key.
        values: What its blanks are filled with: the same in every language, or a text in each.
    """
    return fill(table("sentences")[key], **values)


def fill(sentence: Text, /, **values: object) -> Text:
    """A sentence in every language, with its blanks filled as by :func:`said`."""
    return {
        lang: filled(sentence[lang], **{name: _in(lang, value) for name, value in values.items()}) for lang in LANGUAGES
    }


def _in(lang: str, value: object) -> object:
    return value[lang] if isinstance(value, Mapping) and value.keys() == set(LANGUAGES) else value


class SaidError(Exception):
    """An error with a sentence for people.

    Args:
        says: The sentence in every language.
    """

    def __init__(self, says: Text) -> None:
        super().__init__(says["en"])
        self.says = says
