"""ARC-25: the solo game, of which the opponent is unknown."""

import pytest

from engines import architects
from engines.kernel.game import IllegalMoveError
from tests.engines.given import given, in_both_languages


def test_arc_25_4_a_table_of_one_is_refused_with_the_reason() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        given(architects, ["red"])
    assert (caught.value.rule, caught.value.code) == ("ARC-25.4", "ill_61")
    in_both_languages(caught.value.says)
    assert all("solo_data_missing" in text for text in caught.value.says.values())
    assert 1 not in architects.seats
