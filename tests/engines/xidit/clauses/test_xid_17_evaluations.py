"""XID-17: the three evaluations."""

from typing import Any

import pytest

from tests.engines.xidit.table import EVALUATE, ORDER, Table, act, closing, rewards

THRICE = [EVALUATE] * 3


def rated(criterion: str, *takes: dict[str, Any], **more: Any) -> Table:
    """The first evaluation, by this criterion."""
    order = [criterion, *[other for other in ORDER if other != criterion]]
    return closing(*takes, order=order, **more).after(EVALUATE)


@pytest.mark.parametrize("order", [ORDER, ("influence", "reputation", "wealth"), ("reputation", "wealth", "influence")])
def test_xid_17_1_three_evaluations_in_the_order_of_the_hall_of_fame(order: tuple[str, ...]) -> None:
    t = closing({"gold": 4}, order=order)
    for number, criterion in enumerate(order):
        assert t.phase == "evaluating"
        t.after(EVALUATE)
        assert t.criterion(number) == criterion
    assert t.phase == "finished"
    t.when(EVALUATE).refused("XID-17.1", "XID-17.18")


def test_xid_17_2_wealth_is_gold() -> None:
    t = rated("wealth", {"gold": 7}, {"gold": 3, "stories": 8}, {"gold": 12}, {"gold": 5})
    assert t.values(0) == {"0": 7, "1": 3, "2": 12, "3": 5}


def test_xid_17_3_influence_is_the_sum_of_the_stories_on_the_board() -> None:
    t = rated("influence", {"stories": 7}, {"stories": 3}, {"stories": 4}, {"gold": 50})
    assert t.values(0) == {"0": 7, "1": 3, "2": 4, "3": 1}


def test_xid_17_4_reputation_is_the_sum_over_the_regions() -> None:
    # nobody else is in R2, R4 and R9, whose larger values are 5, 5 and 7
    t = rated("reputation", {"bards": {"R2": 1, "R4": 2, "R9": 1}})
    assert t.values(0) == {"0": 17, "1": 0, "2": 0, "3": 0}


def test_xid_17_5_the_bastion_counts_for_the_central_region() -> None:
    t = rated("reputation", {"bards": {"R9": 1}}, {"bards": {"R9": 2}})
    assert t.values(0) == {"0": 4, "1": 7, "2": 0, "3": 0}
    assert t.bards_at("R9") == {0: 1, 1: 2}
    assert t.look("bastion") == {"total": 3, "owners": {"0": 1, "1": 2, "2": 0, "3": 0}}


@pytest.mark.parametrize(
    ("bards", "points"),
    [
        ((3, 2, 2), (7, 4, 4)), ((3, 3, 1), (7, 7, 0)), ((2, 0, 0), (7, 0, 0)), ((0, 0, 0), (0, 0, 0)),
        ((1, 2, 3), (0, 4, 7)), ((2, 2, 2), (7, 7, 7)),
    ],
    ids=str,
)  # fmt: skip
def test_xid_17_6_to_xid_17_10_the_points_of_a_region(bards: tuple[int, ...], points: tuple[int, ...]) -> None:
    """XID-17.6 most, XID-17.7 second, XID-17.8 tie for first, XID-17.9 tie for second, XID-17.10 nothing for none."""
    t = rated("reputation", *[{"bards": {"R9": count}} if count else {} for count in bards])
    assert tuple(t.values(0)[str(seat)] for seat in range(3)) == points
    assert t.values(0)["3"] == 0


def test_xid_17_8_tied_for_first_each_scores_the_larger_value_and_nobody_the_smaller() -> None:
    t = rated("reputation", {"bards": {"R9": 2}}, {"bards": {"R9": 2}}, {"bards": {"R9": 1}})
    assert t.values(0) == {"0": 7, "1": 7, "2": 0, "3": 0}


def test_xid_17_9_tied_for_second_each_scores_the_smaller_value() -> None:
    t = rated("reputation", {"bards": {"R9": 1}}, {"bards": {"R9": 1}}, {"bards": {"R9": 2}})
    assert t.values(0) == {"0": 4, "1": 4, "2": 7, "3": 0}
    found = t.look("evaluations.0.detail")
    assert [found[seat]["regions"]["R9"]["place"] for seat in "012"] == ["tied_second", "tied_second", "first"]


def test_xid_17_7_second_in_an_open_region() -> None:
    # R5 (4 and 2): cities 15 and 16
    t = rated("reputation", {}, {"bards": {"R5": 1}}, {"bards": {"R5": 4}})
    assert t.values(0) == {"0": 0, "1": 2, "2": 4, "3": 0}
    found = t.look("evaluations.0.detail")
    assert [found[seat]["regions"]["R5"]["place"] for seat in "12"] == ["second", "first"]


def test_xid_17_11_highest_first() -> None:
    t = rated("wealth", {"gold": 7}, {"gold": 3}, {"gold": 12}, {"gold": 5})
    assert t.ranking(0) == ["2", "0", "3", "1"]


def test_xid_17_13_the_units_are_those_held_at_the_end() -> None:
    # seat 0 had two units and paid both for its threat
    golds: list[dict[str, Any]] = [{"gold": 5}, {"gold": 5}, {"gold": 9}, {"gold": 9}]
    t = closing(*golds, units=[3, 1, 0, 0], play=False)
    assert t.units(0) == {"peasant": 3}
    t = rated("wealth", *golds, units=[3, 1, 0, 0])
    assert t.eliminated(0) == ["1"]
    # paid in the last year
    t = closing(
        *golds,
        units=[3, 1, 0, 0],
        play=False,
        needs={"A14": {"peasant": 3}},
        rewards={"A12": {"gold": 5}, "A15": {"gold": 5}, "A16": {"gold": 9}, "A11": {"gold": 9}, "A14": {"gold": 0}},
    )
    t.tour(act(0, 14, rewards(0, "bards", "stories"))).finish().after(EVALUATE)
    assert t.units(0) == {}
    assert t.eliminated(0) == ["0"]


@pytest.mark.parametrize("token", range(4))
def test_xid_17_14_then_the_farther_from_the_token_ranks_higher(token: int) -> None:
    t = rated("wealth", *[{"gold": 5}] * 4, units=[1] * 4, token=token)
    clockwise = [str((token + step) % 4) for step in range(4)]
    assert t.ranking(0) == clockwise[::-1]
    assert t.eliminated(0) == [str(token)]


def test_xid_17_15_and_xid_17_19_five_lose_two_in_the_first_evaluation() -> None:
    t = rated("wealth", *[{"gold": gold} for gold in (5, 1, 7, 2, 9)], seats=5)
    assert sorted(t.eliminated(0)) == ["1", "3"]
    t.after(EVALUATE, EVALUATE)
    assert [len(t.eliminated(number)) for number in range(3)] == [2, 1, 1]


def test_xid_17_16_the_eliminated_are_rated_again_and_ignored() -> None:
    # seat 0 leaves by wealth and is lowest by influence as well
    t = closing({"gold": 1, "stories": 1}, *[{"gold": 9, "stories": stories} for stories in (2, 3, 4)])
    t.after(EVALUATE, EVALUATE)
    assert t.values(1) == {"0": 1, "1": 2, "2": 3, "3": 4}
    assert t.ranking(1) == ["3", "2", "1", "0"]
    assert t.eliminated(1) == ["1"]


def test_xid_17_17_bards_of_the_eliminated_still_take_places() -> None:
    # seat 2 leaves by wealth; its three bards keep first place in R9
    t = closing(
        {"gold": 5, "bards": {"R9": 2}}, {"gold": 5, "bards": {"R9": 1}}, {"gold": 1, "bards": {"R9": 3}}, {"gold": 9}
    ).after(*THRICE)
    assert t.eliminated(0) == ["2"]
    assert t.values(2) == {"0": 4, "1": 0, "2": 7, "3": 0}


def test_xid_17_18_the_one_left_wins() -> None:
    t = closing({"gold": 1}, {"gold": 9, "stories": 2}, {"gold": 9, "stories": 5}, {"gold": 9, "bards": {"R4": 1}})
    t.after(*THRICE)
    # wealth: 0 leaves; influence: 3 has none; reputation: 1 and 2 have nothing, 1 is nearer the token of seat 0
    assert [t.eliminated(number) for number in range(3)] == [["0"], ["3"], ["1"]]
    result = t.fold.result()
    assert result is not None
    assert result["winners"] == [2]
    assert t.phase == "finished"


def test_xid_17_20_the_final_ranking() -> None:
    t = closing({"gold": 1}, {"gold": 9, "stories": 2}, {"gold": 9, "stories": 5}, {"gold": 9, "bards": {"R4": 1}})
    result = t.after(*THRICE).fold.result()
    assert result is not None
    assert {seat: found["rank"] for seat, found in result["seats"].items()} == {"2": 1, "1": 2, "3": 3, "0": 4}


def tied(t: Table) -> Any:
    """The ties of the first evaluation, as the view and the result tell them: the same."""
    while t.phase != "finished":
        t.after(EVALUATE)
    result = t.fold.result()
    assert result is not None
    told = result["evaluations"][0]["ties"]
    assert t.shown["evaluations"][0]["ties"] == told
    return told


def parts_of(t: Table, criterion: str) -> list[tuple[str, str, list[list[str]]]]:
    """The steps that decided who went out by a criterion, as the result's tie-break names them."""
    result = t.fold.result()
    assert result is not None
    steps = (result["tie_break"] or {"steps": []})["steps"]
    return [(one["rule"], one["how"], one["groups"]) for one in steps if one["criterion"] == criterion]


UNITS, FARTHER, BOARD = ("XID-17.12", "units"), ("XID-17.14", "distance"), ("XID-15.7", "dummy")
"""What separates contenders of equal value: units, the distance from the token, and that the dummy has no seat."""


def test_xid_17_12_equal_units_of_all_the_tied_separate_nobody() -> None:
    t = rated("wealth", *[{"gold": gold} for gold in (5, 5, 7, 9)], units=[1, 1])
    (tie,) = tied(t)
    assert [(one["rule"], one["how"], one["groups"]) for one in tie["steps"]] == [(*FARTHER, [["1"], ["0"]])]


def test_xid_15_7_and_xid_17_12_units_and_the_empty_board_are_named_each_with_whom_it_separated() -> None:
    # gold 6, 6, 9 and 6 of the dummy; seat 0 has a unit
    t = rated("wealth", {"gold": 6}, {"gold": 6}, {"gold": 9}, units=[1], seats=3, steps=["influence"] * 3)
    (tie,) = tied(t)
    steps = [(*UNITS, [["0"], ["1", "dummy"]]), (*BOARD, [["1"], ["dummy"]])]
    assert [(one["rule"], one["how"], one["groups"]) for one in tie["steps"]] == steps
    assert parts_of(t, "wealth") == steps
