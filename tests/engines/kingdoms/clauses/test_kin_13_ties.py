"""KIN-13: ties for the first turn and at the end."""

from engines import kingdoms
from tests.engines.kingdoms.games import g1, r1
from tests.engines.kingdoms.table import deals


def test_kin_13_1_without_the_record_a_tied_epoch_does_not_begin() -> None:
    g1(2).after(*deals("YRB", {})).sees("phase", "dealing").sees("to_move", []).sees("start_player", None).when(
        "Y1 1,1"
    ).refused("KIN-13.1", "KIN-2.11", "KIN-7.3", "KIN-12.1", "KIN-3.1", code="wrong_phase")


def test_kin_13_2_who_starts_is_chance_only_among_the_tied() -> None:
    tied, single = g1(2), r1()
    for position, kind in ((tied, "chance"), (single, None)):
        event = position.fold.decide(position.move("first B"))
        barrier = kingdoms.barrier(position.fold.state, event)
        assert (barrier.kind if barrier else None) == kind


def test_kin_13_4_places_behind_a_tie_are_skipped() -> None:
    result = g1().fold.result()
    assert result is not None
    assert {seat: (entry["rank"], entry["score"]) for seat, entry in result["seats"].items()} == {
        "0": (1, 100),
        "1": (3, 13),
        "2": (1, 100),
    }


def test_kin_13_5_the_record_that_opens_the_epoch_is_the_one() -> None:
    r1().after("first B").when("first B").refused("KIN-13.5", code="start_player_set")
