"""Strict JSON: no duplicate keys, whole numbers within 2^53 - 1, limited nesting; used by every reader of JSON."""

from __future__ import annotations

import json
import math
from typing import Any

from engines.kernel.canonical import DEEPEST, MOST
from engines.kernel.game import Text
from engines.kernel.sentences import say


class StrictError(ValueError):
    """A text that is not strict JSON."""

    def __init__(self, says: Text) -> None:
        super().__init__(says["en"])
        self.says = says


def parse(text: str, *, floats: bool = False, deepest: int = DEEPEST) -> Any:
    """Parse a JSON text.

    Args:
        text: The text.
        floats: Accept finite floats, too: a box may have them (a map); an entry may not.
        deepest: Maximum nesting depth.

    Raises:
        StrictError: It is not JSON, or not strict: a key appears twice, a number is too large or not a whole number.
    """
    if _nests_deeper(text, deepest):
        raise StrictError(say(f"nested deeper than {deepest}", f"anidado a una profundidad mayor que {deepest}"))
    try:
        return (_WITH_FLOATS if floats else _WITHOUT).decode(text)
    except json.JSONDecodeError as error:
        raise StrictError(
            say(
                f"not JSON at line {error.lineno}, column {error.colno}: {error.msg}",
                f"no es JSON en la línea {error.lineno}, columna {error.colno}",
            )
        ) from None


def _nests_deeper(text: str, most: int) -> bool:
    """Whether brackets outside strings nest deeper than ``most``; checked first, because the parser recurses."""
    if text.count("[") + text.count("{") <= most:
        return False
    depth = 0
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
            if depth > most:
                return True
        elif sign in "]}":
            depth -= 1
    return False


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise StrictError(say(f"the key {twice!r:.80} appears twice", f"la clave {twice!r:.80} aparece dos veces"))
    return out


def _no_float(text: str) -> Any:
    raise StrictError(
        say(
            f"{text:.40} is not a whole number: records contain no decimals",
            f"{text:.40} no es un entero: los registros no llevan decimales",
        )
    )


def _no_number(text: str) -> Any:
    raise StrictError(say(f"{text:.40} is not a finite number", f"{text:.40} no es un número finito"))


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else float(_no_number(text))


def _whole(text: str) -> int:
    if len(text) > 17:  # noqa: PLR2004 - digits of 2^53 and a sign
        raise StrictError(say(f"{text:.20}... is larger than {MOST}", f"{text:.20}... supera {MOST}"))
    return int(text)


_STRICT: dict[str, Any] = {"object_pairs_hook": _unique, "parse_constant": _no_number, "parse_int": _whole}
_WITHOUT = json.JSONDecoder(parse_float=_no_float, **_STRICT)
_WITH_FLOATS = json.JSONDecoder(parse_float=_finite, **_STRICT)
