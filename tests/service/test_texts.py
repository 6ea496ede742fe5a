"""Sentences of the service: every one that the code names exists, and its placeholders are filled."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from engines.kernel.game import LANGUAGES
from service.texts import said, table

ROOT = Path(__file__).resolve().parents[2] / "service"


def named() -> Iterator[tuple[str, set[str | None]]]:
    """Each sentence that the code names, with the blanks that it fills; a name with a part in braces is a beginning."""
    for file in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "said":
                first = node.args[0]
                for key in [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]:
                    key = key.values[0] if isinstance(key, ast.JoinedStr) else key  # noqa: PLW2901
                    if isinstance(key, ast.Constant):
                        yield key.value, {each.arg for each in node.keywords}


def blanks(text: str) -> set[str]:
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(text) if name}


def test_every_sentence_is_named_and_every_name_has_its_sentence_with_its_blanks() -> None:
    unused = set(table("sentences"))
    for name, given in named():
        keys = {key for key in table("sentences") if key == name or (name.endswith("_") and key.startswith(name))}
        assert keys, name
        unused -= keys
        filled = {blank for key in keys for text in table("sentences")[key].values() for blank in blanks(text)}
        assert None in given or filled <= given, name
    assert unused == set()


def test_a_blank_takes_the_same_in_every_language_or_a_text_in_each() -> None:
    says = said("in_line", line=3, what={"en": "no", "es": "nada"})
    assert [says[lang] for lang in LANGUAGES] == ["line 3: no", "línea 3: nada"]
