"""KIN-10: settling gold after an epoch."""

from tests.engines.kingdoms.games import DEBT, FIRST, SHORT, g1
from tests.engines.kingdoms.table import scored


def test_kin_10_1_the_epoch_total_is_the_sum_of_the_rows_and_the_columns() -> None:
    scored(FIRST, "YRB").sees("results.1.rows", {"0": -6, "1": -5, "2": 25}).sees(
        "results.1.columns", {"0": 50, "1": 8, "2": 29}
    ).sees("results.1.total", {"0": 44, "1": 3, "2": 54})


def test_kin_10_2_gold_after_is_gold_before_and_the_total() -> None:
    scored(FIRST, "YRB").sees("results.1.before", {"0": 50, "1": 50, "2": 50}).sees(
        "results.1.after", {"0": 94, "1": 53, "2": 104}
    ).sees("scores", {"0": 94, "1": 53, "2": 104})


def test_kin_10_3_gold_carries_over() -> None:
    g1(2).sees("results.2.before", {"0": 94, "1": 53, "2": 104}).sees("results.2.after", {"0": 104, "1": -7, "2": 104})


def test_kin_10_4_and_kin_e12_gold_may_fall_below_nothing_and_is_carried_on() -> None:
    g1(2).sees("scores", {"0": 104, "1": -7, "2": 104}).after("first Y", "R deal").sees("seats.1.gold", -7)
    g1().sees("results.3.before.1", -7).sees("seats.1.gold", 13)


def test_kin_10_5_the_bank_pays_and_takes_whatever_the_sum() -> None:
    position = scored(DEBT, "RB").sees("scores", {"0": -10, "1": -20})
    assert "bank" not in position.fold.view()


def test_kin_10_4_and_kin_e13_when_all_are_in_debt_the_least_debt_leads() -> None:
    scored(DEBT, "RB").after("R deal").sees("start_player", 0)


def test_kin_10_6_a_shortfall_halfway_through_the_lines_has_no_effect() -> None:
    position = scored(SHORT, "RB")
    won = [found["gold"]["0"] for found in position.look("results.1.lines")]
    assert won == [0, -10, -60, 40, 0, 0, 0, 36, 4, 0, 0]
    assert 50 + sum(won[:3]) == -20
    position.sees("results.1.total", {"0": 10, "1": 0}).sees("seats.0.gold", 60)
