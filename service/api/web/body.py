"""Parses JSON bodies strictly and within limits."""

from typing import Any

from engines.kernel import canonical, strict_json
from service.texts import SaidError, said

DEEPEST = canonical.DEEPEST


class BodyError(SaidError):
    """The body cannot be parsed; says what is wrong, and where."""


class MediaTypeError(Exception):
    """The media type or encoding of a body is not accepted."""

    def __init__(self, got: str, wanted: tuple[str, ...]) -> None:
        super().__init__(f"{got or 'no media type'}; {', '.join(wanted)} is taken")
        self.got = got
        self.wanted = wanted


def read_json(raw: bytes, where: str = "", *, floats: bool = False) -> Any:
    """Parse a JSON value: no key twice, whole numbers within 2^53 - 1 only, nested at most :data:`DEEPEST` deep.

    Args:
        raw: Its bytes: UTF-8, with or without a byte-order mark.
        where: The place to name in a refusal.
        floats: Accept finite floats too: a box may hold a map; an entry may not.

    Raises:
        BodyError: The bytes are not such a value.
    """
    at = f"{where}: " if where else ""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BodyError(said("byte_not_utf_8_at", at=at, start=error.start)) from None
    try:
        value = strict_json.parse(text, floats=floats)
        if not floats:
            canonical.check(value)
    except strict_json.StrictError as error:
        raise BodyError({lang: at + text for lang, text in error.says.items()}) from None
    except canonical.UncanonicalError as error:
        raise BodyError(said("not_canonical", at=at, error=error, where=error.where or "valor")) from None
    return value
