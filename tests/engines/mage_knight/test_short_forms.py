"""What a hand writes at the table: the short forms of Mage Knight, those of its page of rules first of all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engines import mage_knight
from engines.kernel import notation
from engines.kernel.game import Json
from tests.engines.mage_knight.playing import table

BOX: Json = mage_knight.box()
SEATS = ["red", "blue", "green", "white"]
DOCS = Path(__file__).parents[3] / "docs" / "rules"
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("red begin", {"type": "begin_turn", "seat": 0}),
    ("tactic early_bird", {"type": "take_tactic", "tactic": "early_bird"}),
    ("march", {"type": "play_card", "card": "march", "use": "basic"}),
    (
        "stamina strong blue@die",
        {"type": "play_card", "card": "stamina", "use": "strong", "payments": [{"from": "die", "shows": "blue"}]},
    ),
    (
        "march strong gold=green@die",
        {
            "type": "play_card",
            "card": "march",
            "use": "strong",
            "payments": [{"from": "die", "shows": "gold", "as": "green"}],
        },
    ),
    ("rage side attack", {"type": "play_card", "card": "rage", "use": "sideways", "gives": "attack"}),
    ("move 2,-1", {"type": "move", "to": [2, -1]}),
    (
        "move 2,-1 3,-2=golems",
        {"type": "move", "to": [2, -1], "tokens": [{"at": [3, -2], "token": "golems"}]},
    ),
    ("jump 2,-1 3,-2", {"type": "jump", "path": [[2, -1], [3, -2]]}),
    ("explore 1,1 countryside_3", {"type": "explore", "position": [1, 1], "tile": "countryside_3"}),
    ("interact", {"type": "interact"}),
    ("recruit peasants", {"type": "recruit", "unit": "peasants"}),
    ("buyheal 1", {"type": "buy_healing", "points": 1}),
    ("learn fire_bolt", {"type": "learn", "card": "fire_bolt"}),
    ("heal 2", {"type": "heal", "wounds": 2}),
    ("heal unit 1", {"type": "heal", "unit": 1}),
    ("challenge 3,-3", {"type": "challenge", "at": [[3, -3]]}),
    ("enter medusa", {"type": "enter_site", "tokens": ["medusa"]}),
    ("attack 1 with rage.1 march.1", {"type": "attack", "enemies": [1], "pieces": ["rage.1", "march.1"]}),
    ("block 1 with determination.1", {"type": "block", "enemy": 1, "pieces": ["determination.1"]}),
    ("summon 1 medusa", {"type": "summon", "enemy": 1, "token": "medusa"}),
    ("damage 1 2", {"type": "assign_damage", "enemy": 1, "units": [2]}),
    ("next", {"type": "next_phase"}),
    ("over", {"type": "end_combat"}),
    ("rest march 2", {"type": "rest", "card": "march", "wounds": 2}),
    ("end", {"type": "end_turn"}),
    ("dice red", {"type": "return_dice", "faces": ["red"]}),
    ("discard march", {"type": "discard_hand", "cards": ["march"]}),
    ("draw", {"type": "draw"}),
    ("crystal red", {"type": "use_crystal", "color": "red"}),
    ("skill dark_paths", {"type": "use_skill", "skill": "dark_paths"}),
    ("unit 1 2", {"type": "activate_unit", "unit": 1, "ability": 2}),
]


@pytest.mark.parametrize(("line", "move"), FORMS)
def test_a_short_form_is_read(line: str, move: dict[str, Any]) -> None:
    assert notation.read(mage_knight, BOX, line, SEATS) == move


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
    often = {"begin_turn", "play_card", "move", "end_turn", "draw", "return_dice", "next_phase", "attack", "block"}
    often |= {
        "assign_damage",
        "end_combat",
        "discard_hand",
        "explore",
        "interact",
        "challenge",
        "level_up",
        "use_skill",
    }
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
