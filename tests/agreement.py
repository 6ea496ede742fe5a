"""Whether a text agrees in number: no "1 cards", no "2 card", no "quedan 1", by a list of words from our texts."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

WORDS = json.loads(Path(__file__).with_name("nouns.json").read_text(encoding="utf-8"))


@cache
def _patterns(lang: str) -> list[re.Pattern[str]]:
    words = WORDS[lang]
    one, many = ("|".join(sorted(forms, key=len, reverse=True)) for forms in zip(*words["nouns"], strict=True))
    between = rf"(?:(?:{'|'.join(words['between'])}) )?"
    start = r"(?<![\w.,:–/-])(?<!\bto )(?<!\ba )"  # the end of a range is more than one
    start += "".join(rf"(?<!\b{noun} )" for noun, _ in words["nouns"]) + "[-+−]?"  # "column 1 moves": a name, no count
    alone, several = f"{start}1", rf"{start}(?:0|[2-9]|\d\d+)"
    return [
        re.compile(pattern)
        for pattern in (
            rf"{alone} {between}(?:{many})\b",
            rf"{several} {between}(?:{one})\b(?! (?:{one}|{many})\b)",
            rf"{alone} {between}(?:{one}) (?:{'|'.join(words['after_one'])})\b",
            rf"\b(?:{'|'.join(words['before_one'])}) 1(?![\w.,:–/-])(?! (?:a|to|y|and|o|or)\b)",
        )
    ]


def disagreeing(text: str, lang: str) -> list[str]:
    """The parts of a text that do not agree in number; empty where all do."""
    if not any(map(str.isdigit, text)):
        return []
    return [found.group() for pattern in _patterns(lang) for found in pattern.finditer(text)]
