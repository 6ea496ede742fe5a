"""What a hand writes at the table: each game's short forms and the moves that they are, in its ``short_forms.json``."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.kernel import notation
from tests.engines.given import in_both_languages

FORMS = {
    path.parent.name: json.loads(path.read_text(encoding="utf-8"))
    for path in Path(__file__).parent.glob("*/short_forms.json")
}


def read(game: str, line: str) -> Any:
    return notation.read(GAMES[game], GAMES[game].box(), line, FORMS[game]["seats"])


@pytest.mark.parametrize(("game", "line"), [(game, line) for game in FORMS for line in FORMS[game]["forms"]])
def test_a_form_is_read(game: str, line: str) -> None:
    assert read(game, line) == FORMS[game]["forms"][line]


@pytest.mark.parametrize(("game", "wrong"), [(game, wrong) for game in FORMS for wrong in FORMS[game]["wrong"]])
def test_a_wrong_word_is_named_in_both_languages_with_how_the_form_is_typed(game: str, wrong: list[Any]) -> None:
    line, column, *says = wrong
    with pytest.raises(notation.NotationError) as caught:
        read(game, line)
    assert caught.value.column == column
    in_both_languages(caught.value.says)
    assert not says or caught.value.says["en"] == says[0]


def test_every_game_has_short_forms() -> None:
    assert FORMS.keys() == {path.parent.name for path in Path(__file__).parent.glob("*/clauses")}
