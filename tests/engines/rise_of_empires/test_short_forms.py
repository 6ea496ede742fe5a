"""What a hand writes at the table: the short forms of Rise of Empires."""

import re
from pathlib import Path

import pytest

from engines import rise_of_empires
from engines.kernel import notation
from tests.engines.rise_of_empires.positions import at, b_turn, refuses
from tests.engines.rise_of_empires.table import COLOURS

SEATS = list(COLOURS[:4])
BOX = rise_of_empires.box()


NAMES = [
    ("take iron weapons", "P1-03"),
    ("take iron_weapons", "P1-03"),
    ("take Hachas de hierro", "P1-05"),
    ("take agriculture", "P1-01"),
]


@pytest.mark.parametrize(("line", "tile"), NAMES)
def test_a_tile_is_written_by_a_name_in_either_language(line: str, tile: str) -> None:
    t = at(1)
    t.when(notation.read(rise_of_empires, t.fold.box, f"blue {line}", SEATS[:3])).accepted()
    assert list(t.look("seats.0.progress")) == [tile]


@pytest.mark.parametrize("line", ["blue empire E9", "blue trade 9-9"])
def test_a_tile_or_box_that_does_not_exist_is_left_to_the_rules(line: str) -> None:
    t = at(1)
    refuses(t, notation.read(rise_of_empires, t.fold.box, line, SEATS[:3]) or {}, "1.13", "unknown_tile")


def test_each_row_of_a_b_turn_is_written_with_circle_and_payment() -> None:
    t = b_turn((0, "empire"), (1, "empire"), (2, "empire"))
    line = "blue empire E1 @1 -1g1f nea=1"
    t.when(notation.read(rise_of_empires, t.fold.box, line, SEATS[:3])).accepted()
    assert (t.look("seats.0.gold"), t.look("seats.0.food"), t.look("map.ne_africa.cubes.0")) == (4, 15, 1)


def test_every_move_has_a_hint_in_both_languages() -> None:
    hints = rise_of_empires.shorthand.hints()
    assert set(hints) == set(rise_of_empires.moves(BOX))
    for hint in hints.values():
        assert hint["en"].strip()
        assert hint["es"].strip()


@pytest.mark.parametrize("ending", ["md", "es.md"])
def test_every_short_form_on_the_page_of_the_rules_is_read(ending: str) -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / f"rise_of_empires.{ending}").read_text(encoding="utf-8")
    typed = page.split("## What a hand may type" if ending == "md" else "## Lo que se puede teclear")[1].split("\n## ")[
        0
    ]
    rows = [row.split("|")[1] for row in typed.splitlines() if row.startswith("| `")]
    lines = [line for row in rows for line in re.findall(r"`([^`]+)`", row)]
    assert len(lines) > 20
    for line in lines:
        assert notation.read(rise_of_empires, BOX, line.replace(" ...", ""), SEATS), line
