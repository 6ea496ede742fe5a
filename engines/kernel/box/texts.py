"""Generates the texts of rows from their values, so that nobody types them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.kernel.sentences import filled
from engines.kernel.values import LANGUAGES, Json, Text


def generated(effects: object, sentences: Mapping[str, Text]) -> Text | None:
    """The text generated from the variants of a row; None if one of them has no sentence.

    A part of a template in brackets is left out if one of its values is missing or 0; repeated blanks become one.
    ``{n-}`` is the absolute value of a negative number, ``{n+}`` a positive number; otherwise they are missing.
    """
    if not isinstance(effects, list) or not effects:
        return None
    found: dict[str, list[str]] = {lang: [] for lang in LANGUAGES}
    for effect in effects:
        template = sentences.get(str(effect.get("kind"))) if isinstance(effect, dict) else None
        if template is None:
            return None
        for lang, texts in found.items():
            try:
                texts.append(" ".join(_sentence(template[lang], effect, lang, sentences).split()))
            except (KeyError, ValueError):
                return None
    return {lang: "; ".join(texts) for lang, texts in found.items()}


def _sentence(template: str, effect: Json, lang: str, words: Mapping[str, Text]) -> str:
    values: dict[str, Any] = {}
    for key, value in effect.items():
        if type(value) is int and value:
            values[key] = abs(value)
            values[f"{key}{'+' if value > 0 else '-'}"] = abs(value)
        elif isinstance(value, str):
            values[key] = words[value][lang] if value in words else value
        elif isinstance(value, dict) and set(value) == set(LANGUAGES):
            values[key] = value[lang]
        elif isinstance(value, dict):
            values |= {f"{key}_{inner}": count for inner, count in value.items() if type(count) is int and count}
    out, rest = "", template
    while rest:
        before, bracket, rest = rest.partition("[")
        out += filled(before, **values) if before else ""
        if bracket:
            part, _, rest = rest.partition("]")
            try:
                out += filled(part, **values)
            except KeyError:
                continue
    return out
