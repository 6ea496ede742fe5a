"""ARC-24: who wins, and ties."""

import pytest

from tests.engines.architects.acts import last, scored
from tests.engines.architects.table import Table


def steps(t: Table, *steps: tuple[int, str, list[list[int]]]) -> None:
    """Assert how equal totals were separated: a clause of ARC-24, what decided, and the groups."""
    found, tried = t.fold.result(), [{"rule": f"ARC-24.{rule}", "how": how, "groups": of} for rule, how, of in steps]
    assert found is not None
    seats = sorted({seat for _, _, groups in steps for group in groups for seat in group})
    last = {key: tried[-1][key] for key in ("rule", "how")} if tried else {}
    assert found["tie_break"] == (last | {"seats": seats, "steps": tried} if tried else None)


def ranks(t: Table) -> tuple[list[int], list[int], list[str | None]]:
    """Winners, ranks by seat, and what decided by seat."""
    found = scored(t)
    seats = [found["seats"][str(seat)] for seat in range(len(found["seats"]))]
    return found["winners"], [mine["rank"] for mine in seats], [mine["decided_by"] for mine in seats]


def test_arc_24_1_most_points_win() -> None:
    t = last(3).have(1, gold=3).have(2, gold=1)
    assert ranks(t) == ([1], [3, 1, 2], [None, None, None])
    steps(t)


def test_arc_24_2_a_tie_goes_to_the_higher_virtue_we_27_rep_5() -> None:
    # 6 to 9 are worth nothing
    t = last().have(0, virtue=9).have(1, virtue=7)
    assert ranks(t) == ([0], [1, 2], ["virtue", "virtue"])
    steps(t, (2, "virtue", [[0], [1]]))


def test_arc_24_3_then_to_more_silver_we_27() -> None:
    t = last().have(0, silver=4).have(1, silver=6)
    assert ranks(t) == ([1], [2, 1], ["silver", "silver"])
    steps(t, (3, "silver", [[1], [0]]))


def test_arc_24_4_then_the_victory_is_shared_we_27() -> None:
    t = last().have(0, silver=5).have(1, silver=5)
    assert ranks(t) == ([0, 1], [1, 1], ["shared", "shared"])
    steps(t, (4, "shared", [[0, 1]]))
    found = t.fold.result()
    assert found is not None
    assert [mine["shared"] for mine in found["seats"].values()] == [True, True]


def test_arc_24_2_the_virtue_after_phase_a_decides() -> None:
    # the Castle raises 6 to 7 by 2 gold; 10 printed and 2 for the gold against 12 gold at virtue 6
    t = last().have(0, buildings=["B18"], gold=2, virtue=6).have(1, gold=12, virtue=6)
    assert ranks(t) == ([0], [1, 2], ["virtue", "virtue"])


def test_arc_24_5_other_places_go_the_same_way_rep_5() -> None:
    # seats 1, 2 and 3 have 2 points each: seat 2 by virtue, seats 1 and 3 need the silver
    t = last(4).have(0, gold=5).have(1, gold=2, virtue=7, silver=3).have(2, gold=2, virtue=8).have(3, gold=2, silver=1)
    assert ranks(t) == ([0], [1, 3, 2, 4], [None, "silver", "virtue", "silver"])
    steps(t, (2, "virtue", [[2], [1, 3]]), (3, "silver", [[1], [3]]))
    result = t.fold.result()
    assert result is not None
    assert not any(mine["shared"] for mine in result["seats"].values())


@pytest.mark.parametrize(
    ("gold", "expected"),
    [((1, 1, 0), [1, 1, 3]), ((1, 0, 0), [1, 2, 2]), ((0, 0, 0), [1, 1, 1]), ((0, 1, 0), [2, 1, 2])],
)
def test_arc_24_6_who_shares_a_place_has_its_number_and_the_next_is_left_out(
    gold: tuple[int, ...], expected: list[int]
) -> None:
    t = last(3)
    for seat, count in enumerate(gold):
        t.have(seat, gold=count)
    assert ranks(t)[1] == expected
