"""What a judge may put right in Kingdoms, each adjustment against the invariants of the reference."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engines import kingdoms
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.replay import Fold
from tests.contract.games import Table
from tests.contract.ruling import with_rulings
from tests.engines.given import Position, well_said
from tests.engines.kingdoms.games import FIRST, SECOND, SHORT, THIRD, r2
from tests.engines.kingdoms.table import epoch, playing, scored, starter, table


def rule(position: Position, **adjustment: Any) -> Position:
    """The table after an adjustment."""
    body = kingdoms.encode(position.fold.adjust(adjustment))
    position.step = position.fold.step(f"{position.fold.ply + 2}.1", body)
    return position


def refused(position: Position, clause: str, code: str | None = None, **adjustment: Any) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        position.fold.adjust(adjustment)
    well_said(caught.value)
    assert (caught.value.rule, caught.value.code) == (clause, code), caught.value.says


def sound(fold: Fold[Any, Any]) -> None:
    """Assert the invariants of the reference, section State, 1 to 5, counted from the pieces themselves."""
    state = fold.state
    pieces = [piece for piece in state.cells if piece is not None]
    castles = Counter((piece.seat, piece.rank) for piece in pieces if piece.rank)
    assert state.placements == len(pieces)
    dealt = {2: (4, 3, 2, 1), 3: (3, 3, 2, 1), 4: (2, 3, 2, 1)}[len(state.seats)]
    for place, seat in enumerate(state.seats):
        for rank, count in enumerate(dealt, 1):
            held = seat.reserve[rank], castles[place, rank], seat.boxed.get(rank, 0)
            assert sum(held) == count, (place, rank, held)
            assert min(held) >= 0
    kinds = Counter(piece.tile for piece in pieces if not piece.rank)
    held_tiles = Counter(seat.tile for seat in state.seats if seat.status in ("face_down", "revealed"))
    unknown = held_tiles.pop(None, 0)
    for kind, about in state.box.kinds.items():
        assert state.hidden.free[kind] == about.count - kinds[kind] - held_tiles[kind] >= 0
    assert state.supply >= 0
    assert sum(state.hidden.free.values()) == state.supply + unknown
    dealt_tiles = sum(seat.status != "not_dealt" for seat in state.seats)
    assert state.supply == 23 - dealt_tiles - sum(not piece.rank and not piece.start for piece in pieces)


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_the_invariants_hold_through_games_with_rulings(count: int, seed: int) -> None:
    """A game made of offers, with a ruling before every third move."""
    ruled = set()
    for log, kind in with_rulings(Table("kingdoms", count, seed), Random(seed), at_once=6, most=120):
        ruled.add(kind)
        sound(log.writer)
    assert ruled - {None} == set(kingdoms.adjustments(kingdoms.box()))


def under_way() -> Position:
    """A castle of yellow stands on 1,1, a +3 that red drew on 1,2, blue's starting tile, a mountain, on 1,3."""
    lines = ("first Y", "Y deal", "R deal", "B deal MT", "Y1 1,1", "R +3 1,2", "B start MT 1,3")
    return table("YRB").after(*lines).sees("to_move", [0])


def test_gold_is_given_and_taken_and_may_fall_below_nothing_kin_10_4() -> None:
    position = rule(under_way(), type="change_gold", seat=1, by=-60).sees("scores", {"0": 50, "1": -10, "2": 50})
    position.says("en", "Red -60 gold (now -10)").says("es", "Rojo -60 de oro")
    for by in (0, 1001, -1001, 1.5, True, "5"):
        refused(position, "KIN-1.14", "range", type="change_gold", seat=1, by=by)
    refused(position, "KIN-1.15", "players", type="change_gold", seat=3, by=1)


def test_gold_by_ruling_is_named_in_the_result_of_that_seat_alone_kin_10_4() -> None:
    position = rule(table("YRB"), type="change_gold", seat=1, by=5)
    lines = [*epoch(FIRST, "YRB", "Y"), *epoch(SECOND, "YRB", "B", announced=False), *epoch(THIRD, "YRB", "Y")]
    seats = position.after(*lines).fold.result()["seats"]
    assert [seats[seat]["breakdown"].get("ruled") for seat in "012"] == [None, 5, None]
    assert [seats[seat]["score"] for seat in "012"] == [100, 18, 100]
    tokens = Counter(" ".join((*FIRST, *SECOND, *THIRD)).split())
    for seat, letter in zip("012", "YRB", strict=True):
        assert seats[seat]["breakdown"]["castles_used"] == {rank: tokens[letter + rank] for rank in "1234"}


def test_another_seat_moves_kin_3_1() -> None:
    rule(under_way(), type="set_turn", seat=2).sees("to_move", [2]).after("B1 2,2").sees("to_move", [0])
    refused(under_way(), "KIN-3.1", "moves_already", type="set_turn", seat=0)
    refused(table("YRB"), "KIN-7.3", "wrong_phase", type="set_turn", seat=0)


def test_a_castle_that_is_taken_away_is_in_its_reserve_again_kin_1_12() -> None:
    position = rule(under_way(), type="remove_piece", row=1, col=1).sees("board.0.0", None)
    position.sees("seats.0.reserve", {"1": 3, "2": 3, "3": 2, "4": 1}).sees("placements", 2).sees("to_move", [0])
    position.after("Y1 1,1").sees("seats.0.reserve.1", 2)
    refused(under_way(), "KIN-5.1", "nothing_there", type="remove_piece", row=5, col=6)


def test_a_drawn_tile_that_is_taken_away_may_be_drawn_again_kin_14_11() -> None:
    position = under_way().sees("stock.resource_3", 1).sees("supply", 19)
    rule(position, type="remove_piece", row=1, col=2).sees("stock.resource_3", 2).sees("supply", 20)
    position.after("Y +3 2,1", "R +3 2,2")


def test_a_starting_tile_that_is_taken_away_lies_before_its_owner_again_kin_14_9() -> None:
    position = rule(under_way(), type="remove_piece", row=1, col=3)
    position.sees("seats.2.starting_tile.status", "face_down").sees("seats.2.starting_tile.tile", "mountain")
    position.sees("stock.mountain", 1).after("Y1 2,1", "R1 2,2")
    position.when("B start DR 2,3").refused("KIN-14.9", code="starting_tile_mismatch")
    position.after("B start MT 2,3")


def test_a_starting_tile_that_is_taken_away_is_again_known_by_its_deal_alone_kin_14_7() -> None:
    position = rule(playing("RB", R="DR").after("R start DR 1,1"), type="remove_piece", row=1, col=1)
    with pytest.raises(IllegalMoveError) as caught:
        position.fold.decide(position.move("B DR 2,2"))
    assert (caught.value.rule, caught.value.names) == ("KIN-14.7", ("3",))
    rule(playing("RB").applied("R start 1,1"), type="remove_piece", row=1, col=1).sees("stock.dragon", 1)


def test_passes_are_in_a_row_no_more_after_a_piece_was_taken_away_kin_6_5() -> None:
    """Red and blue, the supply empty; red can do nothing, and has passed before."""
    position = r2(26).after("R pass")
    board = position.look("board")
    castle = next((row, col) for row in range(5) for col in range(6) if (board[row][col] or {}).get("castle"))
    position = rule(position, type="remove_piece", row=castle[0] + 1, col=castle[1] + 1)
    assert position.fold.state.passed == 0


def test_a_piece_is_moved_to_an_empty_space_kin_5_1() -> None:
    position = rule(under_way(), type="move_piece", row=1, col=1, to_row=5, to_col=6).sees("board.0.0", None)
    assert position.look("board.4.5")["castle"] == 1
    refused(position, "KIN-4.11", "occupied", type="move_piece", row=5, col=6, to_row=1, to_col=2)
    refused(position, "KIN-5.1", "nothing_there", type="move_piece", row=1, col=1, to_row=1, to_col=5)
    refused(position, "KIN-1.1", "off_board", type="move_piece", row=5, col=6, to_row=6, to_col=1)


def test_pieces_are_put_from_reserve_and_supply_only_kin_14_7() -> None:
    position = rule(under_way(), type="put_castle", seat=1, rank=4, row=3, col=3).sees("seats.1.reserve.4", 0)
    refused(position, "KIN-1.12", "no_such_castle", type="put_castle", seat=1, rank=4, row=3, col=4)
    refused(position, "KIN-1.10", "bad_rank", type="put_castle", seat=1, rank=5, row=3, col=4)
    rule(position, type="put_tile", seat=1, tile="dragon", row=3, col=4).sees("supply", 18).sees("to_move", [0])
    refused(position, "KIN-14.8", "kind_exhausted", type="put_tile", seat=1, tile="dragon", row=3, col=5)
    refused(position, "KIN-1.3", "unknown_kind", type="put_tile", seat=1, tile="lake", row=3, col=5)
    refused(position, "KIN-4.11", "occupied", type="put_tile", seat=1, tile="wizard", row=3, col=4)


def test_castles_go_to_the_box_and_come_back_kin_11_3() -> None:
    position = under_way()
    refused(position, "KIN-11.3", "no_such_castle", type="give_castle", seat=0, rank=2)
    rule(position, type="box_castle", seat=0, rank=2).sees("seats.0.boxed.2", 1).sees("seats.0.reserve.2", 2)
    rule(position, type="give_castle", seat=0, rank=2).sees("seats.0.boxed.2", 0).sees("seats.0.reserve.2", 3)
    refused(position, "KIN-11.2", "bad_rank", type="box_castle", seat=0, rank=1)


def test_the_last_space_filled_by_a_ruling_ends_the_epoch_kin_7_1() -> None:
    *lines, last = epoch(FIRST, "YRB", starter(FIRST, "YRB"))
    position = table("YRB").after(*lines).sees("placements", 29)
    move = position.move(last)
    assert move["type"] == "place_castle"
    rule(position, **{**move, "type": "put_castle"}).sees("phase", "scored").sees("to_move", [])
    position.sees("scores", {"0": 94, "1": 53, "2": 104}).says("en", "the board is full. Epoch 1: ")


def test_what_is_scored_stays_scored_kin_8_12() -> None:
    full = scored(SHORT, "RB")
    refused(full, "KIN-8.12", "already_scored", type="remove_piece", row=1, col=1)
    refused(full, "KIN-8.12", "already_scored", type="move_piece", row=1, col=1, to_row=1, to_col=2)
    refused(table("RB"), "KIN-7.3", "wrong_phase", type="put_tile", seat=0, tile="wizard", row=1, col=1)


def test_gold_of_a_ruling_decides_who_starts_the_next_epoch_kin_11_11() -> None:
    position = scored(SHORT, "RB")
    gold: Json = position.look("scores")
    behind = 0 if gold["0"] < gold["1"] else 1
    position.after("R deal").sees("start_player", 1 - behind)
    rule(position, type="change_gold", seat=behind, by=500).sees("start_player", behind)
