"""Parses JSON bodies strictly and within limits."""

from __future__ import annotations

from typing import Any

from engines.kernel import canonical, strict_json

DEEPEST = canonical.DEEPEST


class BodyError(Exception):
    """The body cannot be parsed.

    Args:
        en: What is wrong, and where.
        es: The same in Spanish.
    """

    def __init__(self, en: str, es: str) -> None:
        super().__init__(en)
        self.says = {"en": en, "es": es}


class MediaTypeError(Exception):
    """The media type or encoding of a body is not accepted.

    Args:
        got: The one that was sent.
        wanted: Those that are accepted.
    """

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
        raise BodyError(f"{at}byte {error.start} is not UTF-8", f"{at}el byte {error.start} no es UTF-8") from None
    try:
        value = strict_json.parse(text, floats=floats)
        if not floats:
            canonical.check(value)
    except strict_json.StrictError as error:
        raise BodyError(f"{at}{error.says['en']}", f"{at}{error.says['es']}") from None
    except canonical.UncanonicalError as error:
        raise BodyError(f"{at}{error}", f"{at}{error.where or 'valor'}: no puede estar en un registro") from None
    return value
