"""The two move logs of the reference, KIN-R1 and KIN-R2, with what is expected of them and their negative variants."""

from collections.abc import Callable

import pytest

from tests.engines.given import Position
from tests.engines.kingdoms.games import r1, r1_unknown, r2, third
from tests.engines.kingdoms.table import FIGURES, board, by_seat, castles, replay

R1, R2 = FIGURES["epochs"]["KIN-R1"], FIGURES["epochs"]["KIN-R2"]


def test_kin_r1_each_move_is_legal_and_clockwise() -> None:
    seats, lines = replay("KIN-R1")
    position = r1(0)
    for move, line in enumerate(lines, 1):
        position.sees("to_move", [seats.index(line[0])]).when(line).accepted().sees("placements", move)


@pytest.mark.parametrize("position", [r1, r1_unknown])
def test_kin_r1_fills_kin_v1(position: Callable[[], Position]) -> None:
    view = position().fold.view()
    assert board(view, "YRB") == FIGURES["boards"][R1["board"]]["board"]
    assert view["supply"] == R1["supply"] == 5


def test_kin_r1_the_starting_tiles_left() -> None:
    statuses = [r1().look(f"seats.{seat}.starting_tile.status") for seat in range(3)]
    assert [status == "face_down" for status in statuses] == [R1["starting_tiles_left"][seat] == 1 for seat in "YRB"]


@pytest.mark.parametrize("position", [r1, r1_unknown])
def test_kin_r1_the_candidates_for_blue_s_tile(position: Callable[[], Position]) -> None:
    found = position().look("seats.2.starting_tile.tile.unknown")
    assert sorted(found) == R1["candidates"]


def test_kin_r1_red_s_tile_is_consistent_when_it_becomes_public() -> None:
    position = r1(28)
    assert "hazard_5" in position.look("seats.1.starting_tile.tile.unknown")
    position.after(replay("KIN-R1")[1][28]).sees("contradictions", []).sees("seats.1.starting_tile.tile", "hazard_5")


def test_kin_r1_gold_and_the_next_start_player() -> None:
    position = r1()
    position.sees("scores", by_seat(R1["gold"], "YRB"))
    position.after("Y deal").sees("start_player", "YRB".index(R1["next_start"]))


def test_kin_r1_the_reserves_after_the_reset() -> None:
    position = r1().after("Y deal")
    for seat, letter in enumerate("YRB"):
        position.sees(f"seats.{seat}.reserve", castles(R1["castles_after"][letter]))


def test_kin_r1_a_reveal_as_wizard_is_refused() -> None:
    r1().when("B reveal WZ").refused(code="not_a_candidate", names=["7"])


@pytest.mark.parametrize("tile", R1["candidates"])
def test_kin_r1_a_reveal_as_any_candidate_is_accepted(tile: str) -> None:
    r1().when(f"B reveal {tile}").accepted().sees("seats.2.starting_tile.status", "revealed")


VARIANTS = [
    (2, "B WZ 2,6", "not_your_turn", []),
    (4, "Y4 1,1", "occupied", []),
    (4, "Y5 1,3", "bad_rank", []),
    (22, "Y4 5,4", "no_such_castle", []),
    (10, "Y pass", "pass_not_allowed", []),
    *[(move, "{seat} +3 {space}", "kind_exhausted", ["12", "18"]) for move in range(14, 31)],
    (28, "Y start +5 5,3", "starting_tile_mismatch", ["3"]),
    (29, "R start -6 3,4", "not_a_candidate", ["6"]),
]


@pytest.mark.parametrize(("move", "text", "code", "names"), VARIANTS)
def test_kin_r1_negative_variants(move: int, text: str, code: str, names: list[str]) -> None:
    original = replay("KIN-R1")[1][move - 1].split()
    line = text.format(seat=original[0][0], space=original[-1])
    r1(move - 1).when(line).refused(code=code, names=names)


def test_kin_r1_a_second_plus_6_is_held_by_yellow() -> None:
    """The first draw of a +6 is legal; yellow's confided one is the other copy."""
    r1(18).when("Y +6 2,2").accepted().when("R +6 4,1").refused(code="held_elsewhere", names=["3"])


def test_kin_r1_the_public_may_draw_both_plus_6() -> None:
    r1_unknown(18).after("Y +6 2,2").when("R +6 4,1").accepted()


def test_kin_r2_each_move_is_legal_and_clockwise() -> None:
    position = r2(0)
    for line in replay("KIN-R2")[1]:
        position.sees("to_move", ["RB".index(line[0])]).when(line).accepted()


def test_kin_r2_begins_as_stated() -> None:
    position = third().sees("round", 3).sees("start_player", 0).sees("to_move", [0]).sees("supply", 21)
    for seat, letter in enumerate("RB"):
        position.sees(f"seats.{seat}.reserve", castles(R2["castles_before"][letter]))


def test_kin_r2_the_second_epoch_left_red_in_the_lead() -> None:
    third().sees("scores", {"0": 120, "1": 80})


def test_kin_r2_fills_kin_v8() -> None:
    view = r2().fold.view()
    assert board(view, "RB") == FIGURES["boards"][R2["board"]]["board"]
    assert view["supply"] == R2["supply"] == 0


def test_kin_r2_the_passes() -> None:
    lines = replay("KIN-R2")[1]
    passes = [move for move, line in enumerate(lines, 1) if line.endswith("pass")]
    assert passes == R2["passes"]
    for move in passes:
        r2(move - 1).when("R pass").accepted()


def test_kin_r2_blue_s_tile_is_deduced_from_move_26_on() -> None:
    position = r2(26)
    for line in replay("KIN-R2")[1][26:]:
        position.sees("seats.1.starting_tile.deduced", R2["deduced"]).sees("seats.1.starting_tile.status", "face_down")
        position.after(line)


def test_kin_r2_blue_s_tile_is_never_placed() -> None:
    r2().sees("seats.1.starting_tile.status", "face_down").sees("seats.0.starting_tile.status", "placed")


def test_kin_r2_the_gold_of_the_epoch() -> None:
    r2().sees("results.3.total", by_seat(R2["won"], "RB"))
    assert R2["won"] == {"R": 67, "B": 2}
