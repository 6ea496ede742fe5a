"""The edge cases of chapter 25, by their numbers."""

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.xidit.table import *

ELSEWHERE = {28}
"""28: which edition a record is replayed with is the record's opening, not the engine's."""


def test_every_edge_case_of_the_reference_has_a_test() -> None:
    tested = {int(name.split("_")[2]) for name in globals() if name.startswith("test_edge_")}
    assert tested | ELSEWHERE == set(range(1, FIGURES["numbered"]["edge_cases"] + 1))


def test_edge_1_the_first_in_turn_order_takes_the_last_unit() -> None:
    t = table(4, deal(first=3), [1, 2, 3, 4], box=quick()).year({1: "b"})
    assert (t.city(0), t.city(1), t.first_player) == (1, 1, 0)
    t.start({0: "a", 1: "a"}).run(orders=2)
    assert (t.units(0), t.units(1)) == ({"peasant": 1}, {})
    assert t.outcome(1)["reason"] == "nothing_here"


def test_edge_2_and_xid_3_2_a_player_finds_the_tile_that_lands_beside_the_own_figure() -> None:
    t = table(4, deal(r="3 4"), [1, 3, 7, 8], box=quick()).start({0: "a", 1: "a"}).after(execute(0)).tops()
    assert t.side(3) == ("A03", "recruitment")
    t.after(execute(1, did="recruited", unit="peasant"))
    assert t.units(1) == {"peasant": 1}


def test_edge_3_the_replacing_tile_lands_in_another_city() -> None:
    t = table(4, deal(r="4 3"), [1, 2, 7, 8], box=quick()).start({0: "aaka"}).run(orders=5)
    assert t.outcome(0)["reason"] == "nothing_here"
    t.run()
    assert (t.city(0), t.units(0)) == (4, {"peasant": 2})


def test_edge_4_a_city_freed_of_a_threat_offers_titans_to_others() -> None:
    def after_the_threat() -> Table:
        t = roused("", "peasant peasant peasant", at=[15, 15]).start({0: "awa", 1: "wwa"})
        t.until(t.first_player, 2)
        assert t.tile(15) is None
        return t

    t = after_the_threat().until(0, 3).after(execute(0))
    assert t.outcome(0)["reason"] == "city_already_freed"
    assert after_the_threat().until(1, 3).after(execute(1)).due() == [("choose_titan", 1)]


def test_edge_5_and_xid_9_9_a_threat_that_arrives_where_a_titan_was_eliminated() -> None:
    scripts = {0: "wwawa", 1: "awwwa"}
    t = comeback(scripts, slay(0, "T3a", peasant=3)).until(0, 5).after(execute(0))
    assert t.outcome(0)["reason"] == "city_already_freed"
    t = comeback({**scripts, 0: "wwaw"}, slay(0, "T3a", peasant=3)).until(1, 5).after(execute(1))
    # seat 0's guild leaves gold and bards
    assert t.due() == [("place_bards", 1)]


def test_edge_6_who_exhausted_the_tile_may_take_a_titan_there() -> None:
    t = roused("mage mage mage mage", at=[10]).start({0: "aa"}).until(0, 2).after(execute(0))
    t.when(slay(0, "T3a", mage=3)).accepted()


@pytest.mark.parametrize(("units", "titans"), [(3, {"T3a"}), (4, {"T3a", "T4a"}), (5, {"T3a", "T4a", "T5a"})])
def test_edge_7_only_titans_that_can_be_paid_are_offered(units: int, titans: set[str]) -> None:
    hold = " ".join(["peasant", "archer", "infantry", "cleric", "mage"][:units])
    t = roused(hold, at=[4]).start({0: "a"}).until(0, 1).after(execute(0))
    assert set(t.fold.offers({"type": "choose_titan", "seat": 0})["domain"]["of"]) - {None} == titans
    t.when(slay(0, "T5a", peasant=units)).refused("XID-13.3") if units < 5 else t.fold.decide(
        slay(0, "T5a", peasant=1, archer=1, infantry=1, cleric=1, mage=1)
    )


def test_edge_8_units_that_a_threat_asks_for_cannot_be_kept() -> None:
    t = table(4, deal(), [1, 2, 3, 4], box=armed()).arm("archer mage").tour(walk(0, 16)).start({0: "a"}).until(0, 1)
    t.when(execute(0, did="nothing")).refused("XID-9.1")
    t.after(execute(0))
    assert t.units(0) == {}


def test_edge_9_only_gold_is_left_beside_another_guild_without_a_bard() -> None:
    t = comeback({0: "wwwwa"}, bards=0, forced=True).until(0, 5)
    assert t.guild(16) == (1, 4)
    t.after(execute(0)).settle()
    assert (t.gold(0), t.outcome(0)["did"], t.guild(16)) == (3, "threat", (1, 4))


def test_edge_10_an_own_full_guild_forces_gold_and_bards() -> None:
    t = comeback({1: "awwwa"}, rewards(1, "gold", "stories")).until(1, 5).after(execute(1))
    assert (t.gold(1), t.due()) == (6, [("place_bards", 1)])


def test_edge_11_two_bards_left_of_four_are_both_placed() -> None:
    t = (
        table(4, deal(), [12, 2, 3, 4], box=quick(bards=2))
        .start({0: "a"})
        .after(execute(0), rewards(0, "gold", "bards"))
    )
    t.when(bards(0, R2=1)).refused("XID-10.9", "XID-10.10")
    t.when(bards(0, R2=2)).accepted()
    assert t.bards_left(0) == 0


@pytest.mark.parametrize("city", [3, 8, 13, 18, 21])
def test_edge_12_beside_a_single_region_the_bards_are_placed_at_once(city: int) -> None:
    region = {3: "R7", 8: "R3", 13: "R7", 18: "R3", 21: "R5"}[city]
    start = deal("1 2 5 6 10", f"{city} 15 16 11 9")
    t = table(4, start, [city, 2, 4, 7], box=quick(rewards={f"A{city:02}": {"bards": 3}})).start({0: "a"})
    t.after(execute(0), rewards(0, "gold", "bards")).tops()
    assert (t.bards_at(region), t.executed(0)) == ({0: 3}, 1)


def test_edge_13_the_last_order_s_tile_is_renewed_before_the_census() -> None:
    t = table(4, deal(r="3 4"), [1, 2, 7, 8], box=quick(census=[1])).start({3: "w", 0: "wwwwwa"}).run(orders=24)
    assert t.phase == "census"
    assert (t.side(3), t.on_tile(3)) == (("A03", "recruitment"), {"peasant": 1})
    t.when(fists("peasant", 2, 0, 0, 0)).refused("XID-14.5")
    t.after(fists("peasant", 1, 0, 0, 0))
    assert t.gold(0) == 1


def stacks_of_one() -> Json:
    """The box of :func:`roused` with titans that ask for one unit each."""
    made = armed(all_needs={}, keep=FEW, recruits={"A01": {"peasant": 17}})
    for stack in made["titans"]["stacks"]:
        stack["symbols"] = 1
    return made


def test_edge_14_with_all_stacks_empty_reinforcements_still_come() -> None:
    t = table(4, few(), [1, 2, 5, 6], box=stacks_of_one()).arm(" ".join(["peasant"] * 6))
    t.tour(act(1, 16), act(2, 12, awaken("A16", "A12", T3="T3a", T4="T4a", T5="T5a")))
    t.tour(*[act(0, 4, slay(0, titan, peasant=1)) for titan in ("T3a", "T4a", "T5a")])
    t.tour(act(3, 15), act(3, 11, awaken("A15", "A11", T3="T3b", T4="T4b", T5="T5b")))
    t.tour(*[act(0, 4, slay(0, titan, peasant=1)) for titan in ("T3b", "T4b", "T5b")])
    assert t.stacks() == {"T3": [], "T4": [], "T5": []}
    t.tour(act(3, 9), walk(3, 7)).start({3: "a"}).until(3, 1).after(execute(3))
    while not t.awaits("awaken", None):
        t.after(t.habit() or {})
    t.when(awaken("A09", "A07", T3="T3a")).refused("XID-12.4")
    t.when(awaken("A09", "A07")).accepted()
    assert (t.next("T"), t.pile("T")) == ("A09", ["A07"])


def test_edge_15_with_a_raging_top_in_each_stack_the_same() -> None:
    t = roused().tour(act(3, 15), act(3, 11, awaken("A15", "A11")))
    assert (t.next("T"), t.pile("T")) == ("A15", ["A11"])


def test_edge_16_a_shortage_of_recruits_that_empties_the_threat_pile_wakes_nobody() -> None:
    t = table(4, few(), [1, 2, 5, 6], box=quick(keep=FEW)).tour(act(0, 1), act(1, 2), act(2, 5))
    assert t.next("R") == "A08"
    assert t.next("T") == "A07"
    assert t.turned() == set()
    assert t.phase == "programming"


def test_edge_17_the_tile_just_eliminated_may_be_next() -> None:
    t = table(4, few(), [12, 16, 1, 2], box=quick(keep=FEW)).tour(act(0, 12))
    t.tour(act(1, 16, awaken("A16", "A12", T3="T3a", T4="T4a", T5="T5a")))
    assert t.next("T") == "A16"


def test_edge_18_who_has_no_unit_shows_nothing_and_may_bluff() -> None:
    t = mustered("", "peasant").census()
    t.when(fist(0, "peasant", 1)).refused("XID-14.5")
    t.when(fist(0, "peasant", 0)).accepted()
    t.when(fists("peasant", 0, 1, 0, 0)).accepted()


def test_edge_19_a_full_guild_and_an_empty_supply_get_nothing() -> None:
    made = armed(all_needs={}, census=range(1, 90), stories=4)
    t = table(4, deal(), [1, 2, 5, 6], box=made).arm("mage").tour(act(0, 16, rewards(0, "gold", "stories"))).census()
    while t.census_unit != "mage":
        t.after(fists(t.census_unit, 0, 0, 0, 0))
    t.after(fists("mage", 1, 0, 0, 0))
    assert (t.guild(16), t.stories_left(0), t.aside(0), t.phase) == ((0, 4), 0, 0, "year_end")


def test_edge_20_three_tied_with_archers_get_one_gold_each() -> None:
    t = mustered("archer", "archer", "archer").census().after(fists("peasant", 0, 0, 0, 0))
    t.after(fists("archer", 1, 1, 1, 0))
    assert [t.gold(seat) for seat in range(4)] == [1, 1, 1, 0]


def test_edge_21_census_bards_lie_beside_the_city_after_order_6() -> None:
    t = mustered("infantry", at=[7]).census({0: "wwwwwr"})
    for unit in ("peasant", "archer"):
        t.after(fists(unit, 0, 0, 0, 0))
    t.after(fists("infantry", 1, 0, 0, 0))
    assert t.city(0) == 8
    t.when(bards(0, R2=1)).refused("XID-10.6", "XID-14.9")
    t.when(bards(0, R3=1)).accepted()


def test_edge_22_the_dummy_wins_no_tie_and_is_rated_when_out() -> None:
    t = closing({"gold": 6}, {"gold": 6}, {"gold": 6}, seats=3, steps=["influence"] * 3).after(EVALUATE, EVALUATE)
    assert t.eliminated(0) == ["dummy"]
    assert t.values(1)["dummy"] == 6
    assert t.eliminated(1) == ["0"]


def test_edge_23_between_players_the_seat_decides_every_tie() -> None:
    t = closing(*[{"gold": 5}] * 4, units=[1, 1, 1, 1], token=2).after(EVALUATE, EVALUATE, EVALUATE)
    assert [t.eliminated(number) for number in range(3)] == [["2"], ["3"], ["0"]]


def test_edge_24_bards_of_the_eliminated_deprive_others() -> None:
    takes: list[dict[str, Any]] = [{"gold": 5, "bards": {"R9": 1}}, {"gold": 1, "bards": {"R9": 2}}, {"gold": 5}]
    t = closing(*takes, {"gold": 5}).after(EVALUATE, EVALUATE, EVALUATE)
    assert t.eliminated(0) == ["1"]
    assert t.values(2)["0"] == 4


def test_edge_25_a_wrong_record_shows_as_a_finding_and_the_score_follows_the_record() -> None:
    t = closing({"gold": 7}, units=[2])
    t.after(declare(0, gold=9, units={"peasant": 1}), declare(1, gold=0))
    assert len(t.shown["findings"]) == 2
    t.after(EVALUATE)
    assert t.values(0)["0"] == 7


def test_edge_26_two_roads_of_a_colour_need_the_destination() -> None:
    made = quick()
    made["map"]["roads"].append({"a": 1, "b": 5, "colour": "black"})
    t = table(4, deal(), [1, 2, 3, 4], box=made).start({0: "k"})
    ends = {"en": "two roads of that colour leave city 1: name the city of arrival, one of 4, 5"}
    t.when(execute(0)).refused("XID-6.4", code="which_road", containing=ends)
    t.when(execute(0, to=5)).accepted()


def test_edge_27_other_piles_and_question_marks() -> None:
    made = stacks_of_one()
    made["setup"]["recruitment_pile"] = 2
    t = table(4, few("3 4", "7 8 13"), [1, 2, 5, 6], box=made)
    assert (len(t.pile("R")), len(t.pile("T"))) == (1, 2)
    t.arm("peasant").tour(act(1, 16), act(2, 12), act(3, 15), walk(0, 4))
    assert (len(t.pile("R")), len(t.pile("T"))) == (2, 15 - 14)
    t.start({0: "a"}).until(0, 1).after(execute(0))
    t.when(slay(0, "T5a", peasant=1)).accepted()


def test_edge_29_units_behind_screens_are_missing_on_new_tiles() -> None:
    made = box(recruits={"A01": {"mage": 1}, "A03": {"mage": 1, "peasant": 1}}, pool={"mage": 4})
    # A01, A02, A05 and A06 take all four mages
    t = table(4, deal(r="3 4"), [1, 2, 5, 6], box=made).year({0: "a"})
    assert t.units(0) == {"mage": 1}
    assert (t.side(3), t.on_tile(3)) == (("A03", "recruitment"), {"peasant": 1})


@pytest.mark.parametrize("city", [19, 20, 21])
def test_edge_30_with_18_tiles_three_cities_never_get_a_tile(city: int) -> None:
    t = table(3, deal(tiles="3p"), [city, 2, 3], box=quick()).start({0: "a"}).after(execute(0))
    assert t.outcome(0)["reason"] == "nothing_here"
    assert city not in {tile["city"] for tile in t.fold.box["tiles"] if tile["set"] == "3p"}


def test_edge_31_a_threat_that_comes_back_may_be_freed_again_but_no_titan_there() -> None:
    t = comeback({1: "awwwaa"}, hold=("", "peasant peasant peasant")).until(1, 5).after(execute(1))
    assert t.awaits("choose_rewards", 1)
    t.until(1, 6)
    assert t.tile(16) is None
    t.after(execute(1))
    assert t.outcome(1)["reason"] == "city_already_freed"


def test_edge_32_census_bards_beside_a_single_region_are_an_event() -> None:
    t = _clerics(8)
    assert t.due() == [("place_bards", 0)]
    t.when(bards(0, R3=1)).accepted()


def _clerics(city: int) -> Table:
    t = mustered("cleric", at=[city]).census()
    while t.census_unit != "cleric":
        t.after(fists(t.census_unit, 0, 0, 0, 0))
    return t.after(fists("cleric", 1, 0, 0, 0))


def test_edge_33_one_of_two_bards_in_the_bastion_carries_its_number() -> None:
    assert _clerics(12).after(bards(0, R9=1)).bastion(0) == 1
    assert _clerics(12).after(bards(0, R9=None)).bastion(0) == 2
