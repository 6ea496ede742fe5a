"""What a hand writes at the table: the short forms of Lords of Xidit."""

from __future__ import annotations

from typing import Any

import pytest

from engines import xidit
from engines.kernel import notation
from engines.kernel.game import IllegalMoveError
from tests.engines.xidit.table import deal, table

SEATS = ["black", "red", "blue", "yellow"]
KRBAAW = ["road_black", "road_red", "road_blue", "action", "action", "wait"]
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("black at 12", {"type": "place_idrakys", "seat": 0, "city": 12}),
    ("negro at 12", {"type": "place_idrakys", "seat": 0, "city": 12}),
    ("blac go", {"type": "execute", "seat": 0}),
    ("azul go 12", {"type": "execute", "seat": 2, "to": 12}),
    ("orders KRBAAW", {"type": "program", "orders": KRBAAW}),
    ("r orders krbaaw", {"type": "program", "seat": 1, "orders": KRBAAW}),
    ("orders", {"type": "program"}),
    ("reveal black=KRBAAW rojo=KRBAAW", {"type": "reveal_orders", "orders": {"0": KRBAAW, "1": KRBAAW}}),
    ("titan T3a peasant=2", {"type": "choose_titan", "titan": "T3a", "units": {"peasant": 2}}),
    ("titan no", {"type": "choose_titan"}),
    ("take gold bards", {"type": "choose_rewards", "rewards": ["gold", "bards"]}),
    ("bards R2=1 R9=?", {"type": "place_bards", "regions": {"R2": 1, "R9": None}}),
    ("dummy wealth", {"type": "advance_dummy", "criterion": "wealth"}),
    ("top R A05", {"type": "reveal_top", "pile": "R", "tile": "A05"}),
    ("top T", {"type": "reveal_top", "pile": "T"}),
    ("fist cleric 2", {"type": "census_show", "unit": "cleric", "count": 2}),
    ("fist cleric", {"type": "census_show", "unit": "cleric"}),
    ("open cleric black=1 y=0", {"type": "census_open", "unit": "cleric", "counts": {"0": 1, "3": 0}}),
    ("story 9", {"type": "place_story", "city": 9}),
    ("year", {"type": "end_year"}),
    ("rate", {"type": "evaluate"}),
]
WRONG: list[tuple[str, int, str]] = [
    ("b go", 1, "'b' may be black or blue"),
    ("bl execute", 1, "'bl' may be black or blue"),
    ("open cleric b=1", 13, "'b' may be black or blue"),
    (
        "reveal black=KRBAAW red=KRQAAW blue=WWWWWW",
        21,
        "'Q' in 'KRQAAW' is not the letter of an order; there are K R B A W; it is typed reveal COLOUR=LETTERS ...",
    ),
    ("reveal black=KRBAAW rad=WWWWWW", 21, "'rad' is not a seat; there is black, red, blue or yellow"),
    ("reveal black=KRBAAW red", 21, "'red' is not COLOUR=LETTERS; it is typed reveal COLOUR=LETTERS ..."),
    ("reveal black=KRBAAW black=WWWWWW", 21, "black is given twice; it is typed reveal COLOUR=LETTERS ..."),
    ("reveal black=KRBAAW blac=WWWWWW", 21, "black is given twice"),
    (
        "orders KRXAAW",
        8,
        "'X' in 'KRXAAW' is not the letter of an order; there are K R B A W; it is typed orders [LETTERS]",
    ),
    ("at town", 4, "CITY is a whole number, not 'town'; it is typed at CITY"),
    ("at", 3, "CITY is missing; it is typed at CITY"),
    ("go 1 2", 6, "'2' is one word too many; it is typed go [CITY]"),
    ("bards R2", 7, "'R2' is not REGION=NUMBER; it is typed bards REGION=NUMBER ..."),
    ("fist cleric two", 13, "NUMBER is a whole number, not 'two'; it is typed fist UNIT [NUMBER]"),
    ("year 2", 6, "'2' is one word too many; it is typed year"),
]


@pytest.mark.parametrize(("line", "move"), FORMS)
def test_a_short_form_is_read(line: str, move: dict[str, Any]) -> None:
    assert notation.read(xidit, xidit.box(), line, SEATS) == move


@pytest.mark.parametrize(("line", "column", "says"), WRONG)
def test_a_wrong_word_is_named_alone_and_with_how_the_form_is_typed(line: str, column: int, says: str) -> None:
    with pytest.raises(notation.NotationError) as caught:
        notation.read(xidit, xidit.box(), line, SEATS)
    assert (caught.value.column, caught.value.says["en"]) == (column, says)


def test_a_number_of_a_seat_that_there_is_not_is_left_to_the_rules() -> None:
    found = notation.read(xidit, xidit.box(), "open cleric 7=1", SEATS)
    assert found == {"type": "census_open", "unit": "cleric", "counts": {"7": 1}}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("reveal black=KRBAAW red=KRBAAW blue=KRBAA yellow=KRBAAW", "Blue: 5 orders given, 6 needed"),
        (
            'reveal_orders orders={"0": ["action"], "1": ["wait", "wait", "wait", "wait", "wait", "wait"]}',
            "Black: 1 order given, 6 needed",
        ),
    ],
)
def test_a_reveal_with_too_few_orders_blames_the_seat_that_gave_them(line: str, says: str) -> None:
    t = table(4, deal(), [1, 2, 3, 4])
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.decide(notation.read(xidit, xidit.box(), line, SEATS))
    assert (caught.value.rule, caught.value.says["en"]) == ("XID-4.1", says)
