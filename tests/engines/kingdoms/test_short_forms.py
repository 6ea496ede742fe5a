"""What a hand writes at the table: the short forms of Kingdoms, and the long form of every move."""

import pytest

from engines import kingdoms
from engines.kernel import notation

SEATS = ["yellow", "red", "blue"]


def test_what_is_no_tile_is_answered_with_the_tokens_of_the_tiles() -> None:
    with pytest.raises(notation.NotationError) as caught:
        notation.read(kingdoms, kingdoms.box(), "lake 1,1", SEATS)
    assert caught.value.says["en"].startswith("'lake' is not a tile; available: +1 +2 ")
    assert caught.value.says["es"].endswith("; se escribe LOSETA FILA,COL")


def test_each_type_of_move_has_one_short_form_that_is_told() -> None:
    assert set(kingdoms.moves(kingdoms.box())) - set(kingdoms.shorthand.hints()) == {"setup_game", "start_next_epoch"}
