"""Short forms name seats inside of lists and groups: the kernel turns each colour into a seat."""

import pytest

from engines.kernel.notation import NotationError
from tests.engines.architects.table import drafted


def test_colours_in_captures_and_abilities_become_seats() -> None:
    table = drafted(3)
    assert table.move("red town green@forest b@mines") == {
        "type": "place_town_centre",
        "seat": 0,
        "captures": [{"location": "forest", "seat": 1}, {"location": "mines", "seat": 2}],
    }
    assert table.move("reset M02 M05 blue:gatekeeper=2")["abilities"] == [{"seat": 2, "card": "A09", "release": 2}]


@pytest.mark.parametrize(("line", "column"), [("town x@forest", 6), ("town r@forest q@mines", 15)])
def test_a_colour_that_nobody_has_is_told_where_it_stands(line: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        drafted(3).move(line)
    assert caught.value.column == column
