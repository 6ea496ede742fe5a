"""What a hand writes at the table: the short forms of Mage Knight, those of its page of rules first of all."""

import re
from pathlib import Path

import pytest

from engines import mage_knight
from engines.kernel import notation
from engines.kernel.game import Json
from tests.engines.mage_knight.playing import table

BOX: Json = mage_knight.box()
SEATS = ["red", "blue", "green", "white"]
DOCS = Path(__file__).parents[3] / "docs" / "rules"


def lines_of(page: str) -> list[str]:
    """Every line that a page says one may type: in the table of short forms, and in the block of full ones."""
    text = (DOCS / page).read_text(encoding="utf-8")
    part = re.split(r"\n## ", text.split("`green@die`", 1)[1], maxsplit=1)[0]
    rows = [row.split("|")[1] for row in part.splitlines() if row.startswith("| `")]
    return [line for row in rows for line in re.findall(r"`([^`]+)`", row)] + part.split("```\n")[1].splitlines()


@pytest.mark.parametrize("page", ["mage_knight.md", "mage_knight.es.md"])
def test_every_line_of_the_page_is_read(page: str) -> None:
    found = lines_of(page)
    assert len(found) > 40
    for line in found:
        move = notation.read(mage_knight, BOX, line, SEATS)
        assert move is not None, line


def test_the_moves_typed_more_than_five_times_a_game_have_a_short_form() -> None:
    often = {
        "begin_turn", "play_card", "move", "end_turn", "draw", "return_dice", "next_phase", "attack", "block",
        "assign_damage", "end_combat", "discard_hand", "explore", "interact", "challenge", "level_up", "use_skill",
    }  # fmt: skip
    assert often - set(mage_knight.shorthand.hints()) <= {"level_up"}


@pytest.mark.parametrize(("page", "word"), [("mage_knight.md", "characters"), ("mage_knight.es.md", "caracteres")])
def test_a_whole_turn_with_a_combat_takes_at_most_220_characters_and_12_a_move(page: str, word: str) -> None:
    """The turn of the page: Prowlers deal two wounds, and Rage 2 with a sideways card defeats them (armour 3)."""
    text = (DOCS / page).read_text(encoding="utf-8")
    lines = text.split("score cards.0=", 1)[1].split("```\n")[2].splitlines()
    length = sum(len(line) + 1 for line in lines)
    assert length <= 220
    assert sum(map(len, lines)) <= 12 * len(lines)
    assert f"{length} {word}" in text
    play = table()
    for line in lines:
        move = notation.read(mage_knight, BOX, line, ["red", "blue"])
        assert move is not None
        play.when({"seat": 0, **move}).accepted()
    assert (play.held()["fame"], play.held()["owned"]["wound"]) == (2, 2)
