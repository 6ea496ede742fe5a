"""ROE-16: the order of the next turn."""

from typing import Any

import pytest

from tests.engines.rise_of_empires.positions import done, eve, over, refuses, unkept
from tests.engines.rise_of_empires.table import Table, position


def choosing(turn: int = 1, seats: int = 3, options: dict[str, Any] | None = None, **by_seat: dict[str, int]) -> Table:
    """The choice at the end of a turn; ``s0``, ``s1`` ... are what each seat has after its last action."""
    t = eve(turn, seats=seats, options=options)
    for name, amounts in by_seat.items():
        t.has(int(name[1:]), **amounts)
    return over(t)


def test_roe_16_1_fewest_points_choose_any_position() -> None:
    for place in (1, 2, 3):
        t = choosing(s0={"vp": 5}, s1={"vp": 2}, s2={"vp": 9})
        assert (t.look("phase"), t.look("to_move")) == ("turn_order", [1])
        t.when(position(1, place)).accepted()
        assert t.look("next_order")[str(place)] == 1


def test_roe_16_2_the_others_follow_by_rising_points_among_the_free_positions() -> None:
    t = choosing(seats=4, s0={"vp": 5}, s1={"vp": 2}, s2={"vp": 9}, s3={"vp": 3})
    assert t.look("choosing") == [1, 3, 0, 2]
    for other in (0, 2, 3):
        refuses(t, position(other, 1), "16.2", "not_next")
    t.after(position(1, 2))
    refuses(t, position(1, 1), "16.2", "not_next")
    refuses(t, position(3, 2), "16.2", "position_taken")
    t.after(position(3, 4)).sees("to_move", [0])
    t.after(position(0, 1))
    assert t.look("order") == [0, 1, 2, 3]


def test_roe_16_3_among_equal_points_fewer_pieces_choose_first() -> None:
    # pieces: 5 + 2 + 5 at the start; seat 0 has 13, seat 1 11, seat 2 12
    t = choosing(s0={"gold": 6}, s1={"resource": 1})
    assert t.look("choosing") == [1, 2, 0]
    refuses(t, position(0, 1), "16.3", "not_next")


@pytest.mark.parametrize(("counts", "order"), [(False, [1, 0, 2]), (True, [0, 1, 2])])
def test_roe_16_4_cubes_are_those_of_the_pool_and_by_option_of_the_map(counts: bool, order: list[int]) -> None:  # noqa: FBT001
    # second places, a point each, in two regions of seat 2: seat 0 has a cube more in the pool, seat 1 two more there
    t = eve(1, options={"turn_order_tie_counts_map_cubes": counts})
    t.cubes(2, ne_africa=9, near_east=9).cubes(0, ne_africa=1).cubes(1, near_east=3)
    t.has(0, pool=5).has(1, pool=4)
    over(t)
    assert (t.look("seats.0.vp"), t.look("seats.1.vp")) == (1, 1)
    assert t.look("choosing") == order


def test_roe_16_5_gold_counts_by_value() -> None:
    assert choosing(s0={"gold": 10}, s1={"gold": 9}, s2={"gold": 11}).look("choosing") == [1, 0, 2]


def test_roe_16_6_among_equal_pieces_the_one_further_back_chooses_first_w_40() -> None:
    t = choosing()
    assert t.look("choosing") == [2, 1, 0]
    refuses(t, position(1, 1), "16.6", "not_next")
    t.after(position(2, 1), position(1, 2)).turn_up()
    over(t)
    # the order just played was 2, 1, 0; all paid 0, 1 or 2 units for their discs
    assert t.look("turns.2.order") == [2, 1, 0]


def test_roe_16_7_there_are_as_many_positions_as_players() -> None:
    for seats in (2, 3, 4, 5):
        t = choosing(seats=seats)
        seat = t.look("to_move")[0]
        for wrong in (0, seats + 1, -1):
            refuses(t, position(seat, wrong), "16.7", "position")
        assert set(t.look("next_order")) == {str(place) for place in range(1, seats + 1)}
        t.when(position(seat, seats)).accepted()


@pytest.mark.parametrize(("first", "second", "order"), [(1, 2, [2, 1, 0]), (3, 1, [1, 0, 2]), (2, 3, [0, 2, 1])])
def test_roe_16_8_the_last_player_takes_what_is_left(first: int, second: int, order: list[int]) -> None:
    t = choosing().after(position(2, first), position(1, second))
    assert (t.look("phase"), t.look("order")) == ("reveal", order)


def test_roe_16_9_points_and_pieces_are_those_after_the_end_of_an_era_edge_21() -> None:
    t = eve(2).owns(0, "P1-09", "P1-10", "P1-11")
    done(t)
    while t.look("phase") != "era_end":
        t.go()
    for seat in (0, 1, 2):
        t.has(seat, gold=5, resource=2, pool=5, vp=0)
    # keeping three tiles leaves seat 0 with the fewest pieces
    t.after({"type": "era_keep", "seat": 0, "progress": ["P1-09", "P1-10", "P1-11"]})
    unkept(t)
    assert t.look("choosing")[0] == 0
    assert t.look("seats.0.gold") == 2
