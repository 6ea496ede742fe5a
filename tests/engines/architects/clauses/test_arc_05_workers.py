"""ARC-5: placing workers."""

from typing import Any

import pytest

from tests.engines.architects.acts import (
    FIGURES,
    captures,
    effect,
    go,
    guard,
    mines,
    no,
    step,
    trades,
)
from tests.engines.architects.table import OPEN, drafted

WAYS = {
    "quarry": go("quarry"), "forest": go("forest"), "mines": mines("clay"), "silversmith": go("silversmith"),
    "kings_storehouse": trades(), "workshop": go("workshop_draw"), "town_centre": captures(),
    "tax_stand": go("tax_stand"), "guardhouse": guard(),
}  # fmt: skip


def test_arc_5_1_there_are_nine_open_locations() -> None:
    assert set(drafted(2).facts["locations"]) == set(OPEN) == set(WAYS)


@pytest.mark.parametrize("place", OPEN)
def test_arc_5_2_an_open_location_takes_any_number_of_workers_of_any_player(place: str) -> None:
    t = drafted(3).stand(0, **{place: 12}).stand(1, **{place: 20}).stand(2, **{place: 1})
    t.after(WAYS[place])
    assert t.facts["locations"][place] == {"0": 13, "1": 20, "2": 1}


@pytest.mark.parametrize("place", OPEN)
def test_arc_5_3_workers_at_an_open_location_can_be_captured(place: str) -> None:
    t = drafted(2).stand(1, **{place: 2}).have(0, silver=1)
    assert effect(t, captures((place, 1))) == {f"{place}.1": -2, "0.holds.1": 2, "0.silver": -1, "tax": 1}


@pytest.mark.parametrize("space", ["left", "right"])
def test_arc_5_4_a_space_of_the_market_takes_one_worker(space: str) -> None:
    t = drafted(2).have(0, silver=3).stand(1, **{f"market_{space}": 1})
    no(t, 32, go(f"market_{space}"), "ARC-5.4")


def test_arc_5_5_workers_stay_in_the_market_until_a_reset() -> None:
    t = drafted(2).have(0, silver=3).after(go("market_left"))
    for _ in range(3):
        t.after(go("quarry", 1), go("quarry", 0))
    assert t.facts["market"]["left"] == 0


@pytest.mark.parametrize("place", ["market_left", "guildhall", "prison"])
def test_arc_5_6_arc_5_8_arc_5_10_nobody_is_captured_from_market_guildhall_or_prison(place: str) -> None:
    t = drafted(2).stand(1, **{place: 1}).have(0, silver=3)
    no(t, 24, captures((place, 1)), "ARC-9.11")


def test_arc_5_7_the_guildhall_fills_space_by_space() -> None:
    t = drafted(2).have(0, gold=1).have(1, gold=1)
    assert t.facts["guildhall"] == []
    t.after(step("R09"), step("R10", 1))
    assert t.facts["guildhall"] == [0, 1]


def test_arc_5_9_nobody_is_placed_in_the_prison() -> None:
    t = drafted(2)
    no(t, 7, {"type": "place_prison", "seat": 0}, "ARC-5.9")
    assert "place_prison" not in {kind for kind, _ in t.offered()}


def test_arc_5_11_arc_5_12_n_counts_own_workers_with_the_one_just_placed() -> None:
    t = drafted(3).stand(0, quarry=2).stand(1, quarry=5)
    assert effect(t, go("quarry")) == {"0.stone": 3}
    t.turn(0)
    no(t, 10, go("quarry", n=3))
    assert effect(t, go("quarry", n=4)) == {"0.stone": 4}


def test_arc_5_13_what_cannot_be_paid_in_full_cannot_be_used() -> None:
    t = drafted(2).have(0, silver=0)
    no(t, 33, go("market_left"), "ARC-5.13")
    no(t, 15, go("workshop_hire", row="top", column=1, refill="A22"), "ARC-5.13", "ARC-8.6")
    no(t, 72, trades(("base_virtue", {"clay": 2})), "ARC-5.13")


def test_arc_5_14_fewer_actions_than_workers_are_taken() -> None:
    t = drafted(2).stand(0, town_centre=2, guardhouse=2, kings_storehouse=2).stand(1, forest=1, quarry=1)
    t.have(0, silver=3, wood=2).hold(0, {1: 1})
    assert effect(t, captures(("forest", 1)))["0.holds.1"] == 1
    assert effect(t.turn(0), guard("send"))["prison.1"] == 2
    assert effect(t.turn(0), trades("base_virtue"))["0.virtue"] == 1


@pytest.mark.parametrize("place", ["kings_storehouse", "town_centre", "guardhouse"])
def test_arc_5_15_none_at_all_is_accepted_with_a_note(place: str) -> None:
    t = drafted(2)
    assert effect(t, WAYS[place]) == {}
    assert [(note["kind"], note["name"]) for note in t.look("warnings")] == [("no_effect", t.name)]


@pytest.mark.parametrize(
    ("move", "short"),
    [
        (go("quarry"), {"stone": 0}), (go("forest"), {"wood": 2}), (mines("clay"), {"clay": 1}),
        (go("silversmith"), {"silver": 1}),
    ],
)  # fmt: skip
def test_arc_5_16_a_yield_is_taken_in_full(move: dict[str, Any], short: dict[str, int]) -> None:
    no(drafted(2), 10, {**move, "gained": short}, "ARC-5.16")


def test_arc_5_17_a_colour_has_20_workers_wherever_they_are() -> None:
    t = drafted(3).stand(0, forest=3, market_left=1, guildhall=2, prison=4).hold(1, {0: 2})
    held = sum(t.captives(holder).get(0, 0) for holder in range(3))
    places = (*OPEN, "market_left", "market_middle", "market_right", "guildhall", "prison", "board")
    assert held + sum(t.workers(0, place) for place in places) == FIGURES["components"]["workers"]
