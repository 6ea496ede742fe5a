"""An answer put into part of a move at the path that was asked for."""

from typing import Any

import pytest

from engines.kernel.game import Field, Json
from engines.kernel.input.completion import answered, shortest_form
from engines.kernel.moves.shapes import may_become

COIN = Field("integer")
TAKEN = Field("group", fields={"seat": COIN, "why": Field("text", optional=True)})
FIELDS = {
    "row": COIN,
    "tiles": Field("list", of=Field("text")),
    "pay": Field("group", fields={"gold": COIN, "goods": Field("list", of=Field("text"))}),
    "hands": Field("map", of=Field("list", of=COIN)),
    "captures": Field("list", of=TAKEN),
}


@pytest.mark.parametrize(
    ("known", "path", "value", "made"),
    [
        ({}, "row", 3, {"row": 3}),
        ({"row": 3}, "row", None, {"row": None}),
        ({}, "tiles.0", "A01", {"tiles": ["A01"]}),
        ({"tiles": ["A01"]}, "tiles.1", "A02", {"tiles": ["A01", "A02"]}),
        ({"tiles": ["A01", "A02"]}, "tiles.0", "A05", {"tiles": ["A05", "A02"]}),
        ({"tiles": None}, "tiles.0", "A01", {"tiles": ["A01"]}),
        ({"pay": {"gold": 2}}, "pay.goods.0", "wood", {"pay": {"gold": 2, "goods": ["wood"]}}),
        ({}, "hands.1.0", 7, {"hands": {"1": [7]}}),
        ({"captures": [{"seat": 1}]}, "captures.0.why", None, {"captures": [{"seat": 1, "why": None}]}),
        ({"captures": [{"seat": 1}]}, "captures.1.seat", 2, {"captures": [{"seat": 1}, {"seat": 2}]}),
        ({"captures": [{"seat": 1}]}, "captures.1", None, {"captures": [{"seat": 1}, None]}),
    ],
)
def test_an_answer_stands_where_it_was_asked_for(known: Json, path: str, value: Any, made: Json) -> None:
    before = repr(known)
    found = answered(FIELDS, known, path, value)
    assert found == made
    assert repr(known) == before
    assert all(one is None or may_become(FIELDS[name], one) for name, one in found.items())


def test_a_place_is_typed_as_its_numbers() -> None:
    assert shortest_form(Field("list", of=COIN, place=("q", "r")), [2, -3]) == "2,-3"
