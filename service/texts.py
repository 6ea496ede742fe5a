"""Sentences of the service in every language; they are data, in ``texts.json`` next to this module."""

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.sentences import fill, texts


def table(name: str) -> Mapping[str, Text]:
    """A table of sentences: key -> sentence with blanks."""
    return texts("service")[name]


def said(key: str, /, **values: object) -> Text:
    """A sentence of the table ``sentences`` in every language.

    ``values``: what its blanks are filled with: the same in every language, or a text in each.
    """
    return fill(table("sentences")[key], **values)


class SaidError(Exception):
    """An error with a sentence for people."""

    def __init__(self, says: Text) -> None:
        super().__init__(says["en"])
        self.says = says
