"""What a request brings: JSON read strictly, within limits, before anything is made of it."""

from __future__ import annotations

import json
import math
from typing import Any

from engines.kernel import canonical

DEEPEST = canonical.DEEPEST


class BodyError(Exception):
    """A body that cannot be read.

    Args:
        en: What is wrong, and where.
        es: The same in Spanish.
    """

    def __init__(self, en: str, es: str) -> None:
        super().__init__(en)
        self.says = {"en": en, "es": es}


class MediaTypeError(Exception):
    """A body of a kind that is not taken here.

    Args:
        got: What it was called.
        wanted: What is taken.
    """

    def __init__(self, got: str, wanted: tuple[str, ...]) -> None:
        super().__init__(f"{got or 'no media type'}; {', '.join(wanted)} is taken")
        self.got = got
        self.wanted = wanted


def read_json(raw: bytes, where: str = "", *, floats: bool = False) -> Any:
    """A JSON value: UTF-8, no key twice, whole numbers within 2^53 - 1 only, nested at most :data:`DEEPEST` deep.

    Args:
        raw: Its bytes.
        where: What to name in a refusal.
        floats: Take finite floats too: a box may hold a map; an entry may not.

    Raises:
        BodyError: It is not.
    """
    at = f"{where}: " if where else ""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BodyError(f"{at}byte {error.start} is not UTF-8", f"{at}el byte {error.start} no es UTF-8") from None
    if _depth(text) > DEEPEST:
        raise BodyError(f"{at}nested deeper than {DEEPEST}", f"{at}anidado a más de {DEEPEST} niveles")
    try:
        value = (_WITH_FLOATS if floats else _WITHOUT).decode(text)
        if not floats:
            canonical.check(value)
    except BodyError as error:
        raise BodyError(f"{at}{error.says['en']}", f"{at}{error.says['es']}") from None
    except json.JSONDecodeError as error:
        raise BodyError(
            f"{at}not JSON at line {error.lineno}, column {error.colno}: {error.msg}",
            f"{at}no es JSON en la línea {error.lineno}, columna {error.colno}",
        ) from None
    except canonical.UncanonicalError as error:
        raise BodyError(f"{at}{error}", f"{at}{error.where or 'valor'}: no puede estar en un registro") from None
    return value


def _depth(text: str) -> int:
    """How deep brackets nest outside of strings; checked before the parser, which would recurse."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return 0
    deepest = depth = 0
    quoted = escaped = False
    for sign in text:
        if quoted:
            if escaped:
                escaped = False
            elif sign == "\\":
                escaped = True
            elif sign == '"':
                quoted = False
        elif sign == '"':
            quoted = True
        elif sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > DEEPEST:
                return deepest
        elif sign in "]}":
            depth -= 1
    return deepest


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise BodyError(f"the key {twice!r:.80} stands twice", f"la clave {twice!r:.80} aparece dos veces")
    return out


def _no_float(text: str) -> Any:
    raise BodyError(
        f"{text:.40} is no whole number: floats have no place in a record",
        f"{text:.40} no es un entero: los decimales no caben en un registro",
    )


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else float(_no_float(text))


def _whole(text: str) -> int:
    if len(text) > 17:  # noqa: PLR2004 - digits of 2^53 and a sign
        raise BodyError(f"{text:.20}... is beyond {canonical.MOST}", f"{text:.20}... supera {canonical.MOST}")
    return int(text)


_STRICT: dict[str, Any] = {"object_pairs_hook": _unique, "parse_constant": _no_float, "parse_int": _whole}
_WITHOUT = json.JSONDecoder(parse_float=_no_float, **_STRICT)
_WITH_FLOATS = json.JSONDecoder(parse_float=_finite, **_STRICT)
