"""The box: the default edition is that of the reference, an owner's is checked, and no component stands in code."""

from typing import Any

import pytest

from engines import kingdoms
from engines.kernel.game import Json
from tests.engines.kingdoms.games import FIRST
from tests.engines.kingdoms.table import FIGURES, castles, epoch, table


def kind(box: Json, name: str) -> Any:
    """A kind of tile in a box."""
    return next(found for found in box["kinds"] if found["id"] == name)


def test_kin_1_2_the_default_box_has_the_tiles_of_the_reference() -> None:
    found = [(tile["id"], tile["token"], tile["value"], tile["count"]) for tile in kingdoms.box()["kinds"]]
    assert found == [tuple(tile[:4]) for tile in FIGURES["components"]["kinds"]]


def test_kin_1_7_the_default_box_has_the_names_of_the_reference() -> None:
    expected = {kind: name for kind, *_, name in FIGURES["components"]["kinds"]}
    assert {tile["id"]: tile["name"]["en"] for tile in kingdoms.box()["kinds"]} == expected


def test_kin_2_3_the_default_box_has_the_castles_of_the_reference() -> None:
    expected = {count: castles(ranks) for count, ranks in FIGURES["components"]["castles"].items()}
    assert kingdoms.box()["castles"] == {"per_colour": expected.pop("colour"), "per_player": expected}


@pytest.mark.parametrize(
    "box", [{}, [], None, 7, {"kinds": {}}, {"kinds": [[]], "castles": [], "colours": 1, "board": None}]
)
def test_what_is_no_box_at_all_is_refused_too(box: Any) -> None:
    assert kingdoms.check_box(box)


def test_kin_6_5_a_box_with_which_the_board_might_not_fill_up_is_refused() -> None:
    """Two players with three castles of rank 1 each: 23 + 6 pieces against 30 spaces."""
    box = kingdoms.box()
    box["castles"]["per_player"]["2"]["1"] = 3
    assert [path for path, _ in kingdoms.check_box(box) if path.startswith("castles")]


def test_kin_1_8_names_may_be_changed_without_changing_the_game() -> None:
    box = kingdoms.box()
    for tile in box["kinds"]:
        tile["name"] = {"en": f"Thing {tile['id']}", "es": f"Cosa {tile['id']}"}
    assert list(kingdoms.check_box(box)) == []
    plain, renamed = (table("YRB", found).after(*epoch(FIRST, "YRB", "Y")).fold.facts() for found in (None, box))
    assert plain == renamed


def test_the_box_is_named_in_the_view() -> None:
    table("RB").sees("box", kingdoms.box()["edition"])


def test_starting_gold_and_values_come_from_the_box() -> None:
    box = kingdoms.box()
    box["starting_gold"] = 40
    kind(box, "resource_3")["value"] = 9
    position = table("YRB", box).sees("scores", {"0": 40, "1": 40, "2": 40}).after(*epoch(FIRST, "YRB", "Y"))
    assert position.look("results.1.lines.0.parts.0.base") == 9 - 6
    position.sees("results.1.lines.0.gold", {"0": 18, "1": 3, "2": 3})


def test_castles_come_from_the_box() -> None:
    box = kingdoms.box()
    box["castles"]["per_player"]["2"]["4"] = 0
    table("RB", box).after("first R", "R deal", "B deal").when("R4 1,1").refused(code="no_such_castle")
