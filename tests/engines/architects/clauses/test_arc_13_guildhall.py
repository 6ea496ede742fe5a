"""ARC-13: the Guildhall."""

import pytest

from tests.engines.architects.acts import FIGURES, build, effect, hire, no, reset, step
from tests.engines.architects.table import Table, drafted

SEATS = [2, 3, 4, 5]
HALLS = FIGURES["guildhall"]


def hall(seats: int, workers: int) -> Table:
    """So many workers of all seats are in the Guildhall, seat 0 is to move, and can build or advance."""
    t = drafted(seats)
    for seat in range(seats):
        t.stand(seat, guildhall=(workers + seat) // seats)
    return t.turn(0).have(0, wood=2, stone=2, gold=1, virtue=7)


def spaces(seats: int, kind: str) -> list[tuple[int, int]]:
    """The spaces of a kind of one Guildhall."""
    return [(seats, space) for space in HALLS[str(seats)][kind]]


RESETS = [pair for seats in SEATS for pair in spaces(seats, "resets")]


def test_arc_13_1_a_worker_goes_there_with_a_building_or_a_step() -> None:
    no(hall(2, 0), 39, build(None), "ARC-13.1")
    assert hall(2, 0).after(build("B11")).facts["guildhall"] == [0]
    assert hall(2, 0).after(step()).facts["guildhall"] == [0]


@pytest.mark.parametrize("seats", SEATS)
def test_arc_13_2_arc_13_3_four_rows_and_one_column_more_than_players(seats: int) -> None:
    assert HALLS[str(seats)]["columns"] == seats + 1
    assert HALLS[str(seats)]["spaces"] == 4 * (seats + 1)
    t = hall(seats, 4 * (seats + 1) - 2)
    t.after(build("B11"))
    assert t.facts["final"] is None
    t.turn(0).after(step())
    assert t.facts["final"] is not None


@pytest.mark.parametrize("seats", SEATS)
def test_arc_13_4_spaces_fill_in_order(seats: int) -> None:
    t = hall(seats, 3)
    no(t, 40, build("B11", space=5), "ARC-13.4")
    no(t, 40, step(space=3), "ARC-13.4")
    t.after(build("B11", space=4))


def test_arc_13_4_the_seventh_space_of_four_players_is_the_second_of_the_second_row_we_15() -> None:
    hall(4, 6).after(build("B11", space=7))
    assert HALLS["4"]["columns"] == 5


@pytest.mark.parametrize(("seats", "space"), RESETS)
def test_arc_13_5_the_first_space_of_the_third_and_fourth_row_brings_a_reset_auto_5(seats: int, space: int) -> None:
    assert space in {2 * (seats + 1) + 1, 3 * (seats + 1) + 1}
    t = hall(seats, space - 1).after(build("B11"))
    assert t.facts["pending"] == "reset"
    t.after(reset())
    assert t.facts["active"] == 1


@pytest.mark.parametrize("seats", SEATS)
def test_arc_13_6_no_other_space_does(seats: int) -> None:
    special = {*HALLS[str(seats)]["purges"], *HALLS[str(seats)]["resets"], HALLS[str(seats)]["spaces"]}
    for space in set(range(1, HALLS[str(seats)]["spaces"])) - special:
        t = hall(seats, space - 1)
        no(t, 73, build("B11", purge_refill=["A22", "A23"]), "ARC-14.8")
        t.after(build("B11"))
        assert (t.facts["pending"], t.facts["final"]) == (None, None)


def test_arc_13_7_arc_13_9_column_1_is_discarded_its_silver_lost_and_the_rows_slide_we_30() -> None:
    t = hall(2, 2).show("top", 1, silver=1).show("top", 3, silver=2)
    found = effect(t, build("B11", purge_refill=["A22", "A23"]))
    assert (found["laid"], found.get("pile", 0), found.get("tax", 0)) == (-1, 0, 0)
    assert t.facts["apprentices"]["top"] == [["A06", 0], ["A11", 2], ["A14", 0], ["A22", 0]]
    assert t.facts["apprentices"]["bottom"] == [["A21", 0], ["A29", 0], ["A39", 0], ["A23", 0]]


def test_arc_13_7_the_purge_comes_with_a_step_on_the_cathedral_too() -> None:
    t = hall(2, 2)
    no(t, 66, step())
    t.after(step(purge_refill=["A22", "A23"]))
    assert [card for card, _ in t.facts["apprentices"]["bottom"]] == ["A21", "A29", "A39", "A23"]


def test_arc_13_7_the_refills_can_come_up_edge_14() -> None:
    t = hall(2, 2)
    for refill in (["A22", "A22"], ["A06", "A22"], ["A13", "A22"], ["A22", "A41"]):
        no(t, 21, build("B11", purge_refill=refill))


def test_arc_13_8_the_purge_comes_before_the_building_edge_13() -> None:
    # the Tavern hires from the display after the purge: A06 is in column 1 then, the refill A22 in column 4
    t = hall(2, 2).have(0, wood=3, stone=2, gold=1, apprentices=["A18"])
    move = build("B04", purge_refill=["A22", "A23"], hire={"row": "top", "column": 4, "refill": "A24"})
    t.after(move)
    assert t.seat(0)["apprentices"] == ["A18", "A22"]
    assert [card for card, _ in t.facts["apprentices"]["top"]] == ["A06", "A11", "A14", "A24"]


@pytest.mark.parametrize("seats", SEATS)
def test_arc_13_10_the_last_space_brings_the_end(seats: int) -> None:
    t = hall(seats, HALLS[str(seats)]["spaces"] - 1).after(build("B11"))
    assert t.facts["phase"] == "final_round"
    assert t.facts["final"]["triggered_by"] == 0


def test_arc_13_11_the_table_keeps_who_is_there_and_no_posture() -> None:
    t = hall(2, 0).after(build("B11"))
    assert t.facts["guildhall"] == [0]


def test_arc_13_12_both_purged_cards_lie_below_the_pile_as_it_was() -> None:
    t = hall(2, 2).show("top", 1, "A15").after(build("B11", purge_refill=["A22", "A23"])).turn(0).have(0, silver=99)
    # 32 cards lay in the pile before the purge, and two of them were drawn for the refills; 30 more come first
    assert t.facts["apprentices"]["pile"] == 32
    for card in ("A13", "A15"):
        no(t, 21, hire("top", 1, card), "ARC-26.10")


def test_arc_13_13_a_purge_does_not_make_the_work_impossible() -> None:
    # the apprentice that covers the skill is hired, not on display
    t = hall(2, 2).have(0, clay=2, wood=1, stone=4, apprentices=["A18"])
    t.after(build("B19", purge_refill=["A22", "A23"]))
    assert t.seat(0)["buildings"] == ["B19"]
