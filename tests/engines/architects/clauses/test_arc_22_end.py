"""ARC-22: the end of the game."""

import pytest

from tests.engines.architects.acts import FIGURES, IDLE, back, build, effect, go, last, last_turns, no, step
from tests.engines.architects.table import Table, drafted


def nearly(seats: int, seat: int) -> Table:
    """One Guildhall space is free, and a seat is to move."""
    t = drafted(seats)
    for other in range(seats):
        t.stand(other, guildhall=(FIGURES["guildhall"][str(seats)]["spaces"] - 1 + other) // seats)
    return t.turn(seat).have(seat, wood=2, stone=2, gold=1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_arc_22_1_arc_22_3_the_last_space_brings_one_more_turn_for_each_ending_with_who_took_it_edge_26(
    seats: int,
) -> None:
    first = seats - 1
    t = nearly(seats, first).after(build("B11", first))
    order = [(first + step) % seats for step in range(1, seats + 1)]
    assert t.facts["final"] == {"triggered_by": first, "left": order}
    for seat in order:
        assert (t.facts["phase"], t.facts["active"]) == ("final_round", seat)
        no(t, 1, IDLE | {"seat": (seat + 1) % seats})
        t.after(IDLE | {"seat": seat})
    assert t.facts["phase"] == "finished"


def test_arc_22_1_three_players_and_the_sixteenth_worker_we_25() -> None:
    t = nearly(3, 2)
    assert len(t.facts["guildhall"]) == 15
    t.after(build("B11", 2))
    for seat in (0, 1, 2):
        assert t.facts["active"] == seat
        t.after(go("quarry", seat))
    assert t.fold.result() is not None


def test_arc_22_2_the_turn_that_brings_the_end_is_finished() -> None:
    t = nearly(2, 0)
    assert effect(t, build("B11"))["0.clay"] == 4
    t = nearly(2, 0).have(0, hand=8)
    t.after(build("B11"))
    assert (t.facts["pending"], t.facts["active"]) == ("hand_limit", 0)
    t.after({"type": "discard_to_limit", "seat": 0})
    assert t.facts["active"] == 1


def test_arc_22_4_a_last_turn_without_a_worker_takes_one_back() -> None:
    t = last_turns(2)
    t.stand(1, forest=14)
    no(t, 2, go("quarry", 1), "ARC-4.4")
    t.after(back("forest", 1))
    assert t.facts["active"] == 0


def test_arc_22_5_arc_22_6_arc_22_7_workers_for_the_guildhall_are_set_aside_we_54() -> None:
    t = last_turns(2).have(1, wood=2, stone=2)
    t.after(build("B11", 1))
    assert (len(t.facts["guildhall"]), t.facts["aside"]) == (12, [1])
    assert (t.seat(1)["buildings"], t.facts["pending"]) == (["B11"], None)
    assert t.workers(1, "guildhall") == 7
    t.have(0, gold=1).after(step("R10"))
    assert t.facts["aside"] == [1, 0]
    assert t.facts["phase"] == "finished"


def test_arc_22_8_after_the_last_turn_nobody_has_one() -> None:
    t = last(2).after(IDLE | {"seat": 0})
    for move in (go("quarry"), go("quarry", 1), step()):
        no(t, 59, move, "ARC-22.3", "ARC-22.8")
    no(t, 63, {"type": "discard_apprentice", "seat": 0, "apprentice": "A18"}, "ARC-4.10")
