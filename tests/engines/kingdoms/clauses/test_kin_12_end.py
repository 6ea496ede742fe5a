"""KIN-12: the end of the game, and the report of its scoring."""

from itertools import chain

import pytest

from engines import kingdoms
from tests.engines.kingdoms.games import FOUR, HIGH, LOW, THREE, dry, g1, r2, thrice
from tests.engines.kingdoms.table import epoch, replay, table


def test_kin_12_1_the_game_ends_after_the_third_epoch() -> None:
    position = g1(2).sees("phase", "scored")
    assert position.fold.result() is None
    last = g1().sees("phase", "finished").sees("to_move", []).sees("round", 3)
    result = last.fold.result()
    assert result is not None
    assert result["end"] == {"reason": "third_epoch_scored", "rule": "KIN-12.1"}


@pytest.mark.parametrize("epochs", [1, 2])
def test_kin_12_1_a_box_of_other_than_three_epochs_ends_with_its_own_last_one(epochs: int) -> None:
    box = {**kingdoms.box(), "epochs": epochs}
    assert kingdoms.check_box(box) == []
    played = [epoch(HIGH, "RB", "R"), epoch(LOW, "RB", "R", announced=False)][:epochs]
    last = table("RB", box).after(*chain.from_iterable(played))
    result = last.sees("phase", "finished").sees("round", epochs).fold.result()
    assert result is not None
    assert result["end"] == {"reason": "last_epoch_scored", "rule": "KIN-12.1"}


@pytest.mark.parametrize("line", ["Y1 1,1", "R -4 1,1", "B start -4 1,1", "Y pass", "Y deal", "first Y"])
def test_kin_12_1_nothing_is_played_after_the_game(line: str) -> None:
    g1().when(line).refused("KIN-12.1", "KIN-7.3", "KIN-12.3", code="wrong_phase")


def test_kin_12_2_the_most_gold_wins() -> None:
    result = r2().fold.result()
    assert result is not None
    assert result["winners"] == [0]
    assert {seat: (entry["rank"], entry["score"]) for seat, entry in result["seats"].items()} == {
        "0": (1, 187),
        "1": (2, 82),
    }
    assert result["tie_break"] is None


def test_kin_12_3_no_reset_follows_the_third_epoch() -> None:
    position = g1().sees("placements", 30).sees("seats.0.reserve.1", 0)
    assert all(cell is not None for row in position.look("board") for cell in row)
    position.when(type="start_next_epoch").refused("KIN-12.3", code="no_fourth_epoch")


def test_the_breakdown_of_kin_g1_adds_up() -> None:
    """Final scoring breakdown: check sums and the useful extra figures."""
    result = g1().fold.result()
    assert result is not None
    for seat, start, totals, final in (
        ("0", 50, [44, 10, -4], 100),
        ("1", 50, [3, -60, 20], 13),
        ("2", 50, [54, 0, -4], 100),
    ):
        report = result["seats"][seat]["breakdown"]
        assert (report["start"], report["final"]) == (start, final)
        assert [report["epochs"][str(number)]["total"] for number in (1, 2, 3)] == totals
        before = start
        for number in ("1", "2", "3"):
            one = report["epochs"][number]
            assert (sum(one["row_lines"]), sum(one["column_lines"])) == (one["rows"], one["columns"])
            assert (len(one["row_lines"]), len(one["column_lines"])) == (5, 6)
            assert one["rows"] + one["columns"] == one["total"]
            assert (one["before"], one["after"]) == (before, before + one["total"])
            before = one["after"]
        assert before == final


def test_the_breakdown_counts_the_passes_and_the_starting_tiles_of_kin_r2() -> None:
    result = r2().fold.result()
    assert result is not None
    reports = [result["seats"][seat]["breakdown"] for seat in "01"]
    lines = [*dry(), *replay("KIN-R2")[1]]
    placed = [sum(line.startswith(f"{seat} start") for line in lines) for seat in "RB"]
    assert [report["passes"] for report in reports] == [4, 0]
    assert [report["starting_tiles_never_placed"] for report in reports] == [3 - count for count in placed]


@pytest.mark.parametrize(("board", "seats", "score"), [(THREE, "YRB", 68), (FOUR, "RBYG", 65)])
def test_kin_13_3_and_kin_e22_three_or_four_may_win_together(board: tuple[str, ...], seats: str, score: int) -> None:
    result = thrice(board, seats).fold.result()
    assert result is not None
    assert result["winners"] == list(range(len(seats)))
    assert {(entry["rank"], entry["score"]) for entry in result["seats"].values()} == {(1, score)}
    assert result["tie_break"] == {"rule": "KIN-13.3", "how": "shared", "seats": list(range(len(seats)))}
