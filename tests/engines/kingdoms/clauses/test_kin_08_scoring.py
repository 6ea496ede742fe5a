"""KIN-8: base values, ranks, gold."""

import pytest

from tests.engines.kingdoms import by_hand
from tests.engines.kingdoms.games import FIRST, g1, r1
from tests.engines.kingdoms.table import FIGURES, bases, gold, line, scored

FOURTH = tuple(FIGURES["boards"]["KIN-V4"]["board"])


def test_kin_8_1_rows_come_first_from_the_top_then_columns_from_the_left() -> None:
    lines = scored(FIRST, "YRB").look("results.1.lines")
    assert [(found["line"], found["index"]) for found in lines] == [("row", n) for n in range(1, 6)] + [
        ("column", n) for n in range(1, 7)
    ]


def test_kin_8_2_each_line_is_scored_for_each_player() -> None:
    assert [set(found["gold"]) for found in scored(FIRST, "YRB").look("results.1.lines")] == [{"0", "1", "2"}] * 11


def test_kin_8_3_the_parts_of_the_sum_are_reported() -> None:
    part = line(scored(FIRST, "YRB"), "row", 1)["parts"][0]
    assert (part["resources"], part["hazards"], part["cancelled"], part["mine"], part["dragon"]) == (3, -6, 0, 1, False)


def test_kin_8_4_the_rank_total_is_the_sum_of_the_effective_ranks() -> None:
    part = line(scored(FIRST, "YRB"), "row", 1)["parts"][0]
    assert part["ranks"] == {"0": 6, "1": 1, "2": 1}
    assert part["castles"] == [
        {"row": 1, "col": 2, "seat": 1, "rank": 1, "bonus": 0, "effective": 1},
        {"row": 1, "col": 3, "seat": 0, "rank": 4, "bonus": 0, "effective": 4},
        {"row": 1, "col": 4, "seat": 2, "rank": 1, "bonus": 0, "effective": 1},
        {"row": 1, "col": 6, "seat": 0, "rank": 1, "bonus": 1, "effective": 2},
    ]


def test_kin_8_5_gold_is_base_value_times_rank_total() -> None:
    assert line(scored(FIRST, "YRB"), "row", 1)["parts"][0]["gold"] == {"0": -18, "1": -3, "2": -3}


def test_kin_8_6_gold_of_a_line_is_the_sum_over_its_parts() -> None:
    row = line(scored(tuple(FIGURES["boards"]["KIN-V2"]["board"]), "YRB"), "row", 3)
    assert [part["gold"] for part in row["parts"]] == [{"1": -3}, {"1": -10, "2": -10}]
    assert row["gold"] == {"0": 0, "1": -13, "2": -10}


def test_kin_8_7_and_kin_e14_who_has_no_castle_in_a_part_gets_and_pays_nothing() -> None:
    position = scored(tuple(FIGURES["boards"]["KIN-V7"]["board"]), "RBYG")
    assert (bases(position, "column", 2), gold(position, "column", 2, "RBYG")) == ([-18], {})
    assert line(position, "column", 2)["parts"][0]["ranks"] == {}


def test_kin_8_8_a_positive_result_is_collected_and_a_negative_one_paid() -> None:
    scored(FIRST, "YRB").sees("results.1.total", {"0": 44, "1": 3, "2": 54}).sees("seats.0.gold", 94)
    g1(2).sees("results.2.total", {"0": 10, "1": -60, "2": 0}).sees("seats.1.gold", -7)


def test_kin_8_9_a_piece_counts_in_its_row_and_in_its_column() -> None:
    position = scored(FOURTH, "RBYG")
    castle = {"row": 1, "col": 2, "seat": 0, "rank": 4, "bonus": 0, "effective": 4}
    assert castle in line(position, "row", 1)["parts"][0]["castles"]
    assert castle in line(position, "column", 2)["parts"][0]["castles"]
    assert (gold(position, "row", 1, "RBYG")["R"], gold(position, "column", 2, "RBYG")["R"]) == (36, -48)


def test_kin_8_10_and_kin_e15_castles_have_no_value_of_their_own() -> None:
    position = scored(
        (
            "R1 B1 Y4 R2 B3 Y1",
            "+1 +2 +3 +4 +5 +6",
            "-1 -2 -3 -4 -5 -6",
            "MT MT DR GM +1 +2",
            "+3 Y1 Y2 B1 R1 R2",
        ),
        "YRB",
    )
    assert (bases(position, "row", 1), gold(position, "row", 1, "YRB")) == ([0], {})
    assert bases(position, "row", 5) == [3]


def test_kin_8_11_castles_of_different_players_do_not_influence_each_other() -> None:
    with_blue = [
        "+1 +2 R1 B4 +3 -1",
        "B3 B3 B2 B2 B2 B1",
        "R2 R2 R2 R3 R3 R4",
        "DR GM WZ MT MT -2",
        "+4 +5 +6 -3 -4 -5",
    ]
    without = [with_blue[0].replace("B4", "R1"), *with_blue[1:]]
    one, other = scored(with_blue, "RB"), scored(without, "RB")
    assert gold(one, "row", 1, "RB") == {"R": 5, "B": 20}
    assert gold(other, "row", 1, "RB") == {"R": 10}


def test_kin_8_12_a_line_is_not_scored_when_it_is_full() -> None:
    position = r1(10).sees("scores", {"0": 50, "1": 50, "2": 50}).sees("results", {})
    assert None not in position.look("board.0")


def test_kin_8_12_the_epoch_is_scored_once() -> None:
    scored(FIRST, "YRB").when("count").refused("KIN-8.12", code="already_scored").after("count Y=44 R=3 B=54").when(
        "count Y=44 R=3 B=54"
    ).refused("KIN-8.12", code="already_scored").sees("scores", {"0": 94, "1": 53, "2": 104})


def test_kin_8_12_what_the_table_counted_is_compared_and_not_believed() -> None:
    scored(FIRST, "YRB").sees("results.1.counted", None).when("count Y=40 B=54").accepted().sees(
        "results.1.counted", {"0": 40, "2": 54}
    ).sees("scores", {"0": 94, "1": 53, "2": 104}).marked("count_differs", epoch=1, seats=[0])


def test_kin_8_12_a_count_that_agrees_leaves_no_mark() -> None:
    position = scored(FIRST, "YRB").when("count Y=44 R=3 B=54").accepted()
    assert "count_differs" not in {mark["kind"] for mark in position.step["marks"]}


def test_kin_8_12_the_last_epoch_may_be_counted_too() -> None:
    g1().sees("phase", "finished").when("count Y=-4 R=20 B=-4").accepted().sees(
        "results.3.counted", {"0": -4, "1": 20, "2": -4}
    ).when("count").refused("KIN-8.12", code="already_scored")


@pytest.mark.parametrize("name", [f"KIN-V{number}" for number in range(1, 9)])
def test_the_second_opinion_agrees_with_the_vectors(name: str) -> None:
    found = FIGURES["boards"][name]
    won = by_hand.score(found["board"], found["seats"])
    assert won == {seat: found["rows"][seat] + found["columns"][seat] for seat in found["seats"]}
