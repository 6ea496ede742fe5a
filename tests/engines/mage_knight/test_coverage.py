"""Every card, skill, tactic, unit, enemy ability, site and token of the box has a test, and so has every example.

What a thing does is checked by a test that says so (``covers``); that its sentence names it, by all of them here.
"""

import importlib
import re
from copy import deepcopy
from pathlib import Path

import pytest

from engines import mage_knight
from engines.kernel.game import LANGUAGES, Json
from tests.engines.mage_knight.covering import COVERED
from tests.engines.mage_knight.naming import names_used
from tests.engines.mage_knight.playing import started
from tests.reference import figures

HERE = Path(__file__).parent
BOX: Json = mage_knight.box()
FILES = sorted(HERE.rglob("test_*.py"))
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in FILES)

for path in FILES:
    if path != Path(__file__):
        importlib.import_module(".".join((__package__, *path.relative_to(HERE).with_suffix("").parts)))


def wanted(part: str) -> set[str]:
    """What has to be covered, made from the box."""
    match part:
        case "cards":
            return {f"{card['id']} {use}" for card in BOX["cards"] for use in ("basic", "strong")}
        case "skills" | "tactics":
            return {one["id"] for one in BOX[part]}
        case "units":
            regular = [unit for unit in BOX["units"] if unit["tier"] == "regular"]
            return {f"{unit['id']} {n}" for unit in regular for n in range(1, len(unit["abilities"]) + 1)}
        case "abilities":
            words = {word for enemy in BOX["enemies"] for word in (*enemy["offence"], *enemy["defence"])}
            elements = {enemy["attack"].get("element", "physical") for enemy in BOX["enemies"]} - {"physical"}
            resists = {f"{word} resistance" for enemy in BOX["enemies"] for word in enemy["resists"]}
            return words | resists | {f"{element.replace('_', ' ')} attack" for element in elements}
        case _:
            return {one["id"] for one in BOX[part]} - {"portal"}


@pytest.mark.parametrize("part", ["cards", "skills", "tactics", "units", "abilities", "sites", "ruins"])
def test_everything_of_the_box_has_a_test_of_what_it_does(part: str) -> None:
    assert sorted(wanted(part) - COVERED) == []


def using(part: str, thing: Json) -> list[Json]:
    """Moves that use a thing of the box, or turn it up."""
    match part:
        case "cards":
            return [{"type": "play_card", "card": thing["id"], "use": use} for use in ("basic", "strong")]
        case "skills":
            return [{"type": "use_skill", "skill": thing["id"]}]
        case "tactics":
            return [{"type": "take_tactic", "tactic": thing["id"]}]
        case "units":
            return [{"type": "recruit", "unit": thing["id"]}] if thing["tier"] == "regular" else []
        case "sites":
            return [{"type": "interact"}, {"type": "enter_site"}]
        case _:
            return [{"type": "move", "to": [0, -1], "tokens": [{"at": [0, -1], "token": thing["id"]}]}]


@pytest.mark.parametrize("part", ["cards", "skills", "tactics", "units", "sites", "enemies", "ruins"])
def test_everything_of_the_box_is_named_in_its_sentence_in_each_language(part: str) -> None:
    view = deepcopy(started().fold.view())
    q, r = view["heroes"]["0"]["space"]
    for thing in BOX[part]:
        for move in using(part, thing):
            if part == "sites":
                view["map"]["spaces"][f"{q}_{r}"]["site"] = thing["id"]
            names = [*names_used({**move, "seat": 0}, view)]
            event = mage_knight.decode({**move, "seat": 0})
            assert names, move
            for lang in LANGUAGES:
                told = mage_knight.describe(event, view, view, BOX, lang)
                assert all(name[lang].casefold() in told.casefold() for name in names), told


LETTERS = {"seed": "e", "movement": "m", "combat": "c", "levels": "l", "undo": "u"}


@pytest.mark.parametrize("kind", LETTERS)
def test_every_worked_example_of_the_reference_has_a_test_of_its_number(kind: str) -> None:
    numbers = range(1, figures("mage_knight")["numbered"][kind] + 1)
    names = re.findall(r"def (test_\w+)", SOURCES)
    missing = [n for n in numbers if not any(re.search(rf"_{LETTERS[kind]}_{n}(?!\d)", name) for name in names)]
    assert missing == []


def test_every_edge_case_of_the_reference_has_a_test_of_its_number() -> None:
    numbers = range(1, figures("mage_knight")["numbered"]["edge_cases"] + 1)
    assert [n for n in numbers if not re.search(rf"def test_\w+_edge_{n}(?!\d)", SOURCES)] == []


def test_every_illegal_move_of_the_reference_has_a_test_of_its_number() -> None:
    missing = []
    for line in figures("mage_knight")["refusals"]:
        number = line.removeprefix("x_")
        if not re.search(rf'def test_\w+_x_{number}(?!\d)|code="x_{number}"', SOURCES):
            missing.append(line)
    assert missing == []
