"""KIN-4: castle, draw, starting tile."""

import pytest

from engines import kingdoms
from tests.engines.kingdoms.games import g1, r1
from tests.engines.kingdoms.table import playing

FULL_ROW = ["R1 1,1", "B1 2,1", "R2 1,2", "B1 2,2", "R3 1,3", "B1 2,3", "R4 1,4", "B1 2,4", "R1 1,5", "B2 2,5"]


def test_kin_4_1_a_castle_is_read_back() -> None:
    position = playing("RB").when("R3 4,5").accepted()
    assert position.body == {"type": "place_castle", "seat": 0, "rank": 3, "row": 4, "col": 5}
    position.says("en", "3").says("es", "3")


def test_kin_4_2_a_foreign_castle_cannot_be_written() -> None:
    playing("RB").when(type="place_castle", seat=0, rank=1, row=1, col=1, colour="blue").malformed("colour")


@pytest.mark.parametrize("rank", range(1, 5))
def test_kin_4_3_any_rank_in_reserve_may_come_first(rank: int) -> None:
    playing("RBYG").when(f"R{rank} 1,1").accepted().sees("board.0.0.castle", rank)


def test_kin_4_4_a_drawn_tile_comes_from_the_supply_and_lies_on_the_board() -> None:
    playing("RB").when("R +5 3,3").accepted().sees("supply", 20).sees(
        "board.2.2", {"tile": "resource_5", "seat": 0, "from": "supply", "name": "5"}
    ).sees("stock.resource_5", 1)


def test_kin_4_4_the_draw_is_chance_that_the_table_saw() -> None:
    position = playing("RB")
    event = position.fold.decide(position.move("R +5 3,3"))
    barrier = kingdoms.barrier(position.fold.state, event)
    assert barrier is not None
    assert (barrier.kind, barrier.what, sorted(barrier.seats)) == ("reveal", "resource_5", [0, 1])


def test_kin_4_5_a_drawn_tile_that_is_not_placed_is_refused() -> None:
    playing("RB").when(type="draw_and_place", seat=0, tile="dragon").refused("KIN-4.5", code="keep_drawn")


def test_kin_4_6_the_tile_is_asked_before_its_space() -> None:
    assert list(kingdoms.moves(kingdoms.box())["draw_and_place"].fields) == ["tile", "row", "col"]
    position = playing("RB")
    asked = {"type": "draw_and_place", "seat": 0}
    for field, value in (("tile", "dragon"), ("row", 1), ("col", 1)):
        assert position.fold.offers(asked)["field"] == field
        asked[field] = value
    assert position.fold.offers(asked) == {"field": None, "domain": None}


def test_kin_4_7_a_confided_starting_tile_need_not_be_named_again() -> None:
    playing("RB", R="WZ").when("R start 2,6").accepted().sees("board.1.5.tile", "wizard")


def test_kin_4_8_there_is_a_new_one_in_the_next_epoch() -> None:
    g1(1).sees("seats.0.starting_tile.status", "face_down").when("Y deal").accepted().sees(
        "seats.0.starting_tile.status", "face_down"
    ).when("Y deal").refused("KIN-4.8", code="already_dealt")


def test_kin_4_9_and_kin_e18_a_starting_tile_may_stay_to_the_end_of_the_epoch() -> None:
    r1().sees("phase", "scored").sees("seats.2.starting_tile.status", "face_down")


def test_kin_4_10_castles_of_one_player_may_fill_a_row() -> None:
    playing("RB").after(*FULL_ROW).when("R2 1,6").accepted().sees("placements", 11)


def test_kin_4_11_every_empty_space_and_no_other_is_legal() -> None:
    position = r1(20)
    cells = [(row, col) for row in range(1, 6) for col in range(1, 7)]
    for row, col in cells:
        for line in (f"B1 {row},{col}", f"B -4 {row},{col}", f"B start MT {row},{col}"):
            attempt = position.when(line)
            if position.look(f"board.{row - 1}.{col - 1}") is None:
                position.fold.decide(attempt.move)
            else:
                attempt.refused(code="occupied")
