"""What a hand writes at the table: the short forms of Rise of Empires."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engines import rise_of_empires
from engines.kernel import notation
from tests.engines.rise_of_empires.positions import at, b_turn, refuses
from tests.engines.rise_of_empires.table import COLOURS

SEATS = list(COLOURS[:4])
BOX = rise_of_empires.box()


def action(row: str, seat: int | None = None, **fields: Any) -> dict[str, Any]:
    """An action as it is read: without a seat where none stands in front."""
    return {"type": "action", **({} if seat is None else {"seat": seat}), "row": row, **fields}


def cubes(**regions: int) -> list[dict[str, Any]]:
    """What ``place`` holds."""
    return [{"region": region, "cubes": count} for region, count in regions.items()]


FORMS: list[tuple[str, dict[str, Any]]] = [
    ("first red", {"type": "start_player", "player": 1}),
    ("first verde", {"type": "start_player", "player": 2}),
    ("red take P1-05", action("progress", 1, tile="P1-05")),
    ("take tyre", action("city", tile="C1A-3")),
    ("take Tiro", action("city", tile="C1A-3")),
    ("y land plain", action("territory", 3, kind="plain")),
    ("land pl", action("territory", kind="plain")),
    ("land Bosque", action("territory", kind="forest")),
    ("empire E5", action("empire", tile="E5")),
    ("empire e5 nwa=2 nea=1", action("empire", tile="E5", place=cubes(nw_africa=2, ne_africa=1))),
    ("empire E1 recall med=3", action("empire", tile="E1", recall=True, place=cubes(mediterranean=3))),
    (
        "empire E3 nea!green nwa!red/1+P1-16",
        action(
            "empire",
            tile="E3",
            battles=[
                {"region": "ne_africa", "defender": 2},
                {"region": "nw_africa", "defender": 1, "row": 1, "use": ["P1-16"]},
            ],
        ),
    ),
    ("empire E2 +P1-11 +P2-03 ne=1", action("empire", tile="E2", use=["P1-11", "P2-03"], place=cubes(near_east=1))),
    ("trade 2-4-gold", action("trade", box="2-4-gold")),
    ("trade 2-4-gold +P2-11", action("trade", box="2-4-gold", use=["P2-11"])),
    ("idle empire", action("empire", perform=False)),
    ("idle empire @2 -2g", action("empire", perform=False, circle=2, pay={"gold": 2})),
    (
        "idle territory @1 -1g1f",
        action("territory", perform=False, circle=1, pay={"gold": 1, "food": 1}),
    ),
    ("land is @3 -1f", action("territory", kind="island", circle=3, pay={"food": 1})),
    ("land pl <P1-10", action("territory", kind="plain", free_before=[{"tile": "P1-10"}])),
    (
        "land pl >P1-04:nea!green",
        action("territory", kind="plain", free_after=[{"tile": "P1-04", "region": "ne_africa", "victim": 2}]),
    ),
    (
        "land pl >P2-14:med",
        action("territory", kind="plain", free_after=[{"tile": "P2-14", "region": "mediterranean"}]),
    ),
    ("food", {"type": "food_choice"}),
    ("blue food tyre babylon", {"type": "food_choice", "seat": 0, "discard": ["C1A-3", "C1A-4"]}),
    ("upkeep rome", {"type": "upkeep_choice", "drop": ["C1B-3"]}),
    ("keep", {"type": "era_keep"}),
    ("keep P2-02 rome", {"type": "era_keep", "progress": ["P2-02"], "cities": ["C1B-3"]}),
    ("position 2", {"type": "choose_position", "position": 2}),
    (
        "new P1-01 P1-02 P1-03 P1-04 P1-05 P1-06 P1-07 P1-08 pl=4 is=6",
        {
            "type": "reveal",
            "progress": [f"P1-0{number}" for number in range(1, 9)],
            "territory": ["plain"] * 4 + ["island"] * 6,
        },
    ),
    ("new", {"type": "reveal"}),
]


def plainly(move: dict[str, Any] | None) -> dict[str, Any]:
    """A move without what is empty, as the engine takes it to be the same."""
    assert move is not None
    return {name: value for name, value in move.items() if value not in ([], {}, None)}


@pytest.mark.parametrize(("line", "move"), FORMS, ids=[line for line, _ in FORMS])
def test_a_short_form_is_read(line: str, move: dict[str, Any]) -> None:
    assert plainly(notation.read(rise_of_empires, BOX, line, SEATS)) == move


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


WRONG = [
    "take",
    "take sword",
    "land",
    "land desert",
    "empire",
    "empire E1 xyz=2",
    "trade",
    "position",
    "position two",
    "idle",
    "first",
    "first purple",
    "land pl @x",
    "land pl -2z",
    "food atlantis",
]


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_word_is_named_with_what_was_meant(line: str) -> None:
    with pytest.raises(notation.NotationError) as caught:
        notation.read(rise_of_empires, BOX, line, SEATS)
    assert set(caught.value.says) == {"en", "es"}
    assert 1 <= caught.value.column <= len(line) + 2


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
