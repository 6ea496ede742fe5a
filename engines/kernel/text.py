"""Text from outside: characters that a screen obeys instead of showing them, and text that shows nothing at all.

A name, a box or a file may come from a stranger. ESC starts commands to a terminal (they set its title, fill its
clipboard, move its cursor), a bidi override turns the rest of a line around.
"""

from __future__ import annotations

import re
import unicodedata

OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""C0, DEL, C1, line and paragraph separators, bidi embeddings, overrides and isolates; halves of a character."""

_PICTURES, _DELETE, _UNSEEN = 0x2400, 0x7F, "\ufffd"
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category that show nothing: Hangul fillers, the empty pattern of Braille."""


def plain(text: str) -> str:
    """The text with every character that a screen obeys shown as a sign of its own: ``␛`` for ESC, else ``\ufffd``."""
    return OBEYED.sub(_sign, text)


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < ord(" "):
        return chr(_PICTURES + code)
    return "\u2421" if code == _DELETE else _UNSEEN


def escaped(spelled: str) -> str:
    r"""JSON text with such characters as ``\uXXXX``, the same value; C0 stands between its strings alone."""
    return OBEYED.sub(lambda found: found[0] if found[0] < " " else f"\\u{ord(found[0]):04x}", spelled)


def code_of(text: str) -> str | None:
    """The first character of a text that a screen obeys, as ``U+001B``; None where there is none."""
    found = OBEYED.search(text)
    return f"U+{ord(found[0]):04X}" if found else None


def shows(text: str) -> bool:
    """Whether a text shows anything: a letter, digit, sign of punctuation or symbol that is not blank."""
    return any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK for sign in text)
