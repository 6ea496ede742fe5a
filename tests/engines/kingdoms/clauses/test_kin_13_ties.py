"""KIN-13: ties for the first turn and at the end."""

from __future__ import annotations

import pytest

from engines import kingdoms
from tests.engines.kingdoms.games import FOUR, g1, r1
from tests.engines.kingdoms.table import deals, epoch, table


@pytest.mark.parametrize(("start", "seat"), [("Y", 0), ("B", 2)])
def test_kin_13_1_and_kin_e21_one_of_the_tied_players_is_recorded(start: str, seat: int) -> None:
    g1(2).after("R deal").sees("start_player", None).when(f"first {start}").accepted().sees("start_player", seat).after(
        "Y deal", "B deal"
    ).sees("to_move", [seat])


def test_kin_13_1_without_the_record_a_tied_epoch_does_not_begin() -> None:
    g1(2).after(*deals("YRB", {})).sees("phase", "dealing").sees("to_move", []).sees("start_player", None).when(
        "Y1 1,1"
    ).refused("KIN-13.1", "KIN-2.11", "KIN-7.3", "KIN-12.1", "KIN-3.1", code="wrong_phase")


def test_kin_13_1_a_tie_of_four_leaves_the_choice_among_four() -> None:
    for seat, letter in enumerate("RBYG"):
        table("RBYG").after(*epoch(FOUR, "RBYG", "R")).when(f"first {letter}").accepted().sees("start_player", seat)


def test_kin_13_2_who_has_not_the_most_gold_is_refused() -> None:
    g1(2).when("first R").refused("KIN-13.2", "KIN-11.11", code="wrong_start_player")


@pytest.mark.parametrize("line", ["first Y", "first R"])
def test_kin_13_2_a_record_that_differs_from_the_single_leader_is_refused(line: str) -> None:
    r1().when(line).refused("KIN-13.2", "KIN-11.11", code="wrong_start_player")
    r1().after("Y deal").when(line).refused("KIN-13.2", "KIN-11.11", code="wrong_start_player")


def test_kin_13_2_somebody_who_is_not_seated_is_refused() -> None:
    g1(2).when(type="choose_start_player", player=3).refused(code="wrong_start_player")


def test_kin_13_2_a_single_leader_needs_no_record() -> None:
    r1().after(*deals("YRB", {})).sees("phase", "playing").sees("to_move", [2])


def test_kin_13_2_who_starts_is_chance_only_among_the_tied() -> None:
    tied, single = g1(2), r1()
    for position, kind in ((tied, "chance"), (single, None)):
        event = position.fold.decide(position.move("first B"))
        barrier = kingdoms.barrier(position.fold.state, event)
        assert (barrier.kind if barrier else None) == kind


def test_kin_13_3_and_kin_e22_a_tie_at_the_end_is_a_shared_victory() -> None:
    result = g1().fold.result()
    assert result is not None
    assert result["winners"] == [0, 2]
    assert result["tie_break"] == {"rule": "KIN-13.3", "how": "shared", "seats": [0, 2]}


def test_kin_13_4_places_behind_a_tie_are_skipped() -> None:
    result = g1().fold.result()
    assert result is not None
    assert {seat: (entry["rank"], entry["score"]) for seat, entry in result["seats"].items()} == {
        "0": (1, 100),
        "1": (3, 13),
        "2": (1, 100),
    }


def test_kin_13_5_the_start_player_is_recorded_once() -> None:
    table("RB").after("first R").when("first R").refused("KIN-13.5", code="start_player_set").when("first B").refused(
        "KIN-13.5", code="start_player_set"
    )


def test_kin_13_5_after_a_tie_the_start_player_is_recorded_once() -> None:
    g1(2).after("first Y").when("first B").refused("KIN-13.5", code="start_player_set")


def test_kin_13_5_one_record_that_agrees_with_the_single_leader_changes_nothing() -> None:
    r1().after("Y deal").sees("start_player", 2).when("first B").accepted().sees("start_player", 2).sees(
        "round", 2
    ).when("first B").refused("KIN-13.5", code="start_player_set")


def test_kin_13_5_the_record_that_opens_the_epoch_is_the_one() -> None:
    r1().after("first B").when("first B").refused("KIN-13.5", code="start_player_set")


def test_kin_13_5_a_start_player_of_an_epoch_that_is_played_is_no_longer_recorded() -> None:
    table("RB").after("first R", "R deal", "B deal").when("first R").refused(
        "KIN-13.5", "KIN-7.3", "KIN-12.1", "KIN-2.11", code="wrong_phase"
    )
