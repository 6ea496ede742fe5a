"""Untrusted text: characters that control a screen instead of being shown, and text that shows nothing.

A name, a box or a file may come from anybody. ESC starts terminal commands (they set the title, fill the clipboard,
move the cursor); a bidi override reverses the rest of a line.
"""

from __future__ import annotations

import re
import unicodedata

OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""C0, DEL, C1, line and paragraph separators, bidi embeddings, overrides and isolates; lone surrogates."""

_PICTURES, _DELETE, _UNSEEN = 0x2400, 0x7F, "\ufffd"
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by category that are invisible: Hangul fillers, the blank Braille pattern."""


def plain(text: str) -> str:
    """The text with control characters made visible: ``␛`` for ESC, ``\ufffd`` for those without a picture."""
    return OBEYED.sub(_sign, text)


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < ord(" "):
        return chr(_PICTURES + code)
    return "\u2421" if code == _DELETE else _UNSEEN


def escaped(spelled: str) -> str:
    r"""JSON text of the same value with such characters as ``\uXXXX``; C0 occurs only between its strings."""
    return OBEYED.sub(lambda found: found[0] if found[0] < " " else f"\\u{ord(found[0]):04x}", spelled)


def code_of(text: str) -> str | None:
    """The first control character of a text, such as ``U+001B``; None if there is none."""
    found = OBEYED.search(text)
    return f"U+{ord(found[0]):04X}" if found else None


def shows(text: str) -> bool:
    """Whether a text is visible: it has a letter, digit, punctuation mark or symbol that is not blank."""
    return any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK for sign in text)
