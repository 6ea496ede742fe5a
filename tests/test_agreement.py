"""Texts agree in number: "1 card", "0 cards", "2 cards", and the verbs with them, in English and Spanish.

The sentences of simulated games and every refusal that a test meets are checked where they are made, by
:func:`tests.engines.given.in_both_languages`; here stands what no game may have said yet: each text as the code has it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.kernel.sentences import filled
from tests.fixtures.agreement import disagreeing

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("*.py", "texts.json")  # their JSON reads as Python, too
FILES = sorted(file for folder in ("engines", "service") for kind in KINDS for file in (ROOT / folder).rglob(kind))
NAMED = {*("who", "card", "colour", "tile", "whose", "scope", "other", "row", "col", "name", "file")}
"""Places that a name fills, never a number, where a word for things comes after them."""

LARGE = {"size", "len(raw)", "most"}
"""Numbers beyond a limit, and limits: more than one in every game and setting."""


def literal(node: ast.expr, count: int) -> str:
    """What an expression within an f-string becomes where every number is ``count``; a constant of the code is more."""
    last = ast.unparse(node).split(".")[-1]
    return "99" if last.isupper() else str(value_of(last, count))


def texts(tree: ast.Module, count: int) -> Iterator[str]:
    """Every text of a module, but for those of several lines, with all its blanks filled by one number."""
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    parts |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                literal(part.value, count) if isinstance(part, ast.FormattedValue) else ast.literal_eval(part)
                for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            yield blank_filled(node.value, count)


def value_of(name: str, count: int) -> str | int:
    """What a place for a value is filled with."""
    return "Ana" if name in NAMED else 99 if name in LARGE else count


def blank_filled(text: str, count: int) -> str:
    """A text with places for values, each of them one number; as it stands where it is no such text."""
    try:
        return filled(text, **{name: value_of(name, count) for name in re.findall(r"\{(\w+)", text)})
    except (ValueError, LookupError, AttributeError, TypeError):
        return text


def test_every_text_of_engines_and_service_agrees_with_its_numbers() -> None:
    wrong = {
        f"{file.relative_to(ROOT)}: {text}": found
        for file in FILES
        for tree in [ast.parse(file.read_text(encoding="utf-8"))]
        for text in {text for count in (0, 1, 2) for text in texts(tree, count)}
        if "\n" not in text
        for found in [[*disagreeing(text, "en"), *disagreeing(text, "es")]]
        if found
    }
    assert wrong == {}


@pytest.mark.parametrize(("text", "lang", "wrong"), [
    ("1 disc lies further left", "en", False), ("1 discs lies further left", "en", True),
    ("1 disc lie further left", "en", True), ("Blue has 0 units in total", "en", False),
    ("2 unit in total", "en", True), ("turn 1 and 12 new cards", "en", False),
    ("row 3, column 1 moves to row 2, column 1", "en", False), ("in column 1 are 1 moves", "en", True),
    ("1 unidad en total", "es", False), ("1 unidades en total", "es", True), ("hacen falta 1 carta", "es", True),
    ("quedan 3 cartas de la era 1", "es", False),
])  # fmt: skip
def test_what_does_not_agree_is_seen(text: str, lang: str, wrong: bool) -> None:  # noqa: FBT001
    assert bool(disagreeing(text, lang)) is wrong


def test_a_sentence_has_the_form_that_agrees_with_its_number() -> None:
    text = "{n} {n:card is|cards are} left of {all}"
    assert [filled(text, n=n, all=3) for n in (0, 1, 2, "+1", -1)] == [
        "0 cards are left of 3", "1 card is left of 3", "2 cards are left of 3", "+1 card is left of 3",
        "-1 card is left of 3",
    ]  # fmt: skip
    assert [filled("{n:a card|{n} cards}", n=n) for n in (1, 4)] == ["a card", "4 cards"]
    assert filled("{by:+d} of {who}", by=2, who="a|b") == "+2 of a|b"
