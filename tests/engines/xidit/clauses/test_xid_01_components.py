"""XID-1: components and terms."""

from itertools import combinations

import pytest

from engines import xidit
from engines.kernel.game import IllegalMoveError, Json
from engines.xidit.box.form import FORM
from tests.engines.given import given, in_both_languages
from tests.engines.xidit.table import *

LETTERS = {"black": "k", "red": "r", "blue": "b"}
MOVES = {
    "setup": set(), "place_idrakys": {"city"}, "program": {"orders"}, "reveal_orders": {"orders"},
    "execute": {"to", "claim"}, "choose_titan": {"titan", "units"}, "choose_rewards": {"rewards"},
    "place_bards": {"regions"}, "advance_dummy": {"criterion"}, "reveal_top": {"pile", "tile"},
    "awaken": {"turned", "next_threat", "top_threat"}, "census_show": {"unit", "count"},
    "census_open": {"unit", "counts"}, "place_story": {"city"}, "end_year": set(), "reveal_bastion": {"counts"},
    "declare": {"gold", "units", "total"}, "evaluate": set(),
}  # fmt: skip
"""Chapter 21 without ``note``, which is the record's."""


@pytest.mark.parametrize("seats", [(), COLOURS[:1], COLOURS[:2], (*COLOURS, "white")], ids=len)
def test_xid_1_1_no_other_number_may_play(seats: tuple[str, ...]) -> None:
    assert len(seats) not in xidit.seats
    with pytest.raises(IllegalMoveError) as caught:
        given(xidit, seats)
    assert caught.value.rule in ("XID-1.1", "XID-2.1")
    in_both_languages(caught.value.says)


@pytest.mark.parametrize("city", range(1, 22))
def test_xid_1_2_there_are_21_cities(city: int) -> None:
    table(4, deal()).when(place(0, city)).accepted()


def test_xid_1_4_no_city_of_the_default_map_has_two_roads_of_a_colour() -> None:
    seen = [(end, road["colour"]) for road in xidit.box()["map"]["roads"] for end in (road["a"], road["b"])]
    assert len(seen) == len(set(seen)) == 58


@pytest.mark.parametrize("city", [8, 14, 5, 9, 12])
def test_xid_1_6_the_regions_of_a_city_are_those_on_whose_border_it_lies(city: int) -> None:
    around = regions(city)
    stand = [city, *[other for other in (1, 2, 3) if other != city]]
    box = quick(all_needs={}, rewards={f"A{city:02}": {"bards": 1}})
    threats = " ".join(str(found) for found in [city, *[other for other in (5, 8, 9, 12, 14) if other != city]])
    t = table(4, deal("1 2 3 4 6", threats, "10"), stand, box=box).start({0: "a"})
    t.after(execute(0), rewards(0, "gold", "bards"))
    if len(around) == 1:
        assert t.bards_at(around[0]) == {0: 1}
        return
    for region in FIGURES["regions"]:
        attempt = t.when(bards(0, **{region: 1}))
        if region in around:
            t.fold.decide(attempt.move)
        else:
            attempt.refused("XID-10.6", "XID-1.6")


def test_xid_1_7_strength_is_the_order_of_the_types() -> None:
    for weak, strong in combinations(UNITS, 2):
        box = quick(recruits={"A01": {strong: 1, weak: 1}})
        t = table(4, deal(), [1, 2, 3, 4], box=box).start({0: "a"}).run(orders=1)
        assert t.units(0) == {weak: 1}


def test_xid_1_9_gold_is_one_value_and_the_bank_never_ends() -> None:
    t = table(4, deal(), [12, 2, 3, 4], box=quick(rewards={"A12": {"gold": 1000}}))
    t.start({0: "a"}).after(execute(0), rewards(0, "gold", "stories"))
    assert t.gold(0) == 1000


def test_xid_1_10_a_player_has_20_bards_and_15_stories() -> None:
    t = table(5, deal(), [1, 2, 3, 4, 5])
    assert [(t.bards_left(seat), t.stories_left(seat)) for seat in range(5)] == [(20, 15)] * 5


def test_xid_1_12_the_path_of_destiny_has_two_next_spaces_two_piles_and_two_discards() -> None:
    t = table(4, deal())
    assert (t.next("R"), t.next("T")) == ("A03", "A14")
    assert [len(t.pile(name)) for name in ("R", "T", "RD", "TD")] == [4, 5, 0, 0]


def test_xid_1_13_there_are_three_evaluation_tiles() -> None:
    assert [tile["id"] for tile in xidit.box()["evaluations"]] == ["wealth", "influence", "reputation"]


def test_xid_1_14_no_move_tells_of_empty_tokens_or_order_tokens() -> None:
    moves = xidit.moves(xidit.box())
    assert set(moves) == set(MOVES)
    for kind, fields in MOVES.items():
        if kind != "setup":
            assert set(moves[kind].fields) == fields, kind


def test_xid_1_15_the_dummy_is_marked_in_each_of_the_three_evaluations_like_a_player() -> None:
    box = quick(years=1)
    t = table(3, deal(tiles="3p"), [1, 2, 3], box=box).finish().after(EVALUATE, EVALUATE, EVALUATE)
    for number in range(3):
        assert "dummy" in t.values(number)
    in_all, each = FIGURES["components"]["score_tokens"]
    assert in_all == 5 * each + 3


def _unit_counts(box: Json) -> dict[str, int]:
    return {unit["id"]: unit["count"] for unit in box["units"]}


def test_xid_1_7_the_units_of_the_default_box_are_the_reference_s() -> None:
    assert _unit_counts(xidit.box()) == FIGURES["components"]["units"]


def test_xid_1_3_the_map_of_the_default_box_is_the_reference_s() -> None:
    box = xidit.box()["map"]
    wanted = {(frozenset(ends), colour) for colour, joined in FIGURES["roads"].items() for ends in joined}
    assert {(frozenset((road["a"], road["b"])), road["colour"]) for road in box["roads"]} == wanted
    assert {city["id"]: set(city["regions"]) for city in box["cities"]} == {
        city: set(regions(city)) for city in roads()
    }
    assert len(roads()) == 21


def test_xid_1_8_the_faces_of_the_default_box_are_the_reference_s() -> None:
    tiles = [{key: of for key, of in tile.items() if key != "stand_in"} for tile in xidit.box()["tiles"]]
    assert {tile["id"]: Face(**tile) for tile in tiles} == faces()


def test_xid_1_5_the_regions_of_the_default_box_are_the_reference_s() -> None:
    found = {
        region["id"]: (region["central"], region["first"], region["second"], set(region["border"]))
        for region in xidit.box()["regions"]
    }
    assert found == {
        name: (region["central"], region["first"], region["second"], set(region["cities"]))
        for name, region in FIGURES["regions"].items()
    }


def test_xid_1_11_the_titans_of_the_default_box_are_the_reference_s() -> None:
    box = xidit.box()["titans"]
    assert {tile["id"]: tile["rewards"] for tile in box["tiles"]} == titans()
    assert box["stacks"] == [
        {"id": name, "symbols": stack["symbols"], "tiles": stack_of_titans(name)}
        for name, stack in FIGURES["titans"].items()
    ]


def test_the_default_box_is_sound_and_fresh_each_time() -> None:
    assert list(xidit.check_box(xidit.box())) == []
    xidit.box()["tiles"].clear()
    assert len(xidit.box()["tiles"]) == 39


def test_xid_1_6_the_form_fills_in_the_regions_of_a_city_from_the_borders() -> None:
    made = xidit.box()
    for city in made["map"]["cities"]:
        city["regions"] = None
    made["regions"].append({"id": "R10", "border": None})
    assert FORM.fill is not None
    FORM.fill(made)
    assert made["map"] == xidit.box()["map"]


def test_units_recruited_are_no_longer_in_the_barracks() -> None:
    t = table(4, deal(), [1, 2, 3, 4]).tour(act(0, 1))
    # A01 11201, A02 20201, A05 12011, A06 21011, A10 21110 went out at the start
    assert t.barracks() == {"peasant": 10, "archer": 11, "infantry": 9, "cleric": 9, "mage": 6}
    assert t.units(0) == {"peasant": 1}
