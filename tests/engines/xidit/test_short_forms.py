"""What a hand writes at the table: the short forms of Lords of Xidit."""

import pytest

from engines import xidit
from engines.kernel import notation
from engines.kernel.game import IllegalMoveError
from tests.engines.xidit.table import deal, table

SEATS = ["black", "red", "blue", "yellow"]
KRBAAW = ["road_black", "road_red", "road_blue", "action", "action", "wait"]


def test_a_number_of_a_seat_that_there_is_not_is_left_to_the_rules() -> None:
    found = notation.read(xidit, xidit.box(), "open cleric 7=1", SEATS)
    assert found == {"type": "census_open", "unit": "cleric", "counts": {"7": 1}}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("reveal black=KRBAAW red=KRBAAW blue=KRBAA yellow=KRBAAW", "Blue: 6 orders needed, not 5"),
        (
            'reveal_orders orders={"0": ["action"], "1": ["wait", "wait", "wait", "wait", "wait", "wait"]}',
            "Black: 6 orders needed, not 1",
        ),
    ],
)
def test_a_reveal_with_too_few_orders_blames_the_seat_that_gave_them(line: str, says: str) -> None:
    t = table(4, deal(), [1, 2, 3, 4])
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.decide(notation.read(xidit, xidit.box(), line, SEATS))
    assert (caught.value.rule, caught.value.says["en"]) == ("XID-4.1", says)
