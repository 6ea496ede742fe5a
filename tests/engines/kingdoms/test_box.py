"""The box: the default edition is that of the reference, an owner's is checked, and no component stands in code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines import kingdoms
from engines.kernel.game import Json
from tests.engines.given import in_both_languages
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


FAULTS: dict[str, tuple[Callable[[Json], Any], str]] = {
    "no dragon": (lambda box: box["kinds"].remove(kind(box, "dragon")), "kinds"),
    "one +3 only": (lambda box: kind(box, "resource_3").update(count=1), "kinds"),
    "three mountains": (lambda box: kind(box, "mountain").update(count=3), "kinds"),
    "a count that is missing": (lambda box: kind(box, "resource_1").pop("count"), "kinds.0.count"),
    "a count below nothing": (lambda box: kind(box, "resource_1").update(count=-1), "kinds.0.count"),
    "a count that is text": (lambda box: kind(box, "resource_1").update(count="2"), "kinds.0.count"),
    "a count that is a float": (lambda box: kind(box, "resource_1").update(count=2.0), "kinds.0.count"),
    "a value that is text": (lambda box: kind(box, "hazard_1").update(value="-1"), "kinds.6.value"),
    "a resource that is a hazard": (lambda box: kind(box, "resource_1").update(value=-1), "kinds.0.value"),
    "a hazard that is a resource": (lambda box: kind(box, "hazard_1").update(value=1), "kinds.6.value"),
    "a kind twice": (lambda box: box["kinds"].append(dict(kind(box, "dragon"))), "kinds.16.id"),
    "a token twice": (lambda box: kind(box, "wizard").update(token="DR"), "kinds.15.token"),
    "no kinds": (lambda box: box.pop("kinds"), "kinds"),
    "a kind that is nothing": (lambda box: box["kinds"].__setitem__(0, None), "kinds.0"),
    "no castles of rank 2": (lambda box: box["castles"]["per_player"]["2"].pop("2"), "castles.per_player.2.2"),
    "more castles than a colour has": (
        lambda box: box["castles"]["per_player"]["2"].update({"1": 5}),
        "castles.per_player.2.1",
    ),
    "no castles for four": (lambda box: box["castles"]["per_player"].pop("4"), "castles.per_player.4"),
    "three colours": (lambda box: box["colours"].pop(), "colours"),
    "a colour twice": (lambda box: box["colours"][1].update(id="red"), "colours.1.id"),
    "a board of six rows": (lambda box: box["board"].update(rows=6), "board.rows"),
    "gold that is no number": (lambda box: box.update(starting_gold="50"), "starting_gold"),
    "no epochs": (lambda box: box.update(epochs=0), "epochs"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_box_is_refused_with_the_path(fault: str) -> None:
    spoil, path = FAULTS[fault]
    box = kingdoms.box()
    spoil(box)
    found = dict(kingdoms.check_box(box))
    assert path in found
    for says in found.values():
        in_both_languages(says)


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
