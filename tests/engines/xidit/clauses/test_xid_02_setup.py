"""XID-2: setup."""

from typing import Any

import pytest

from engines.kernel.game import IllegalMoveError
from tests.engines.xidit.table import *

STAND = [1, 2, 3, 4]


@pytest.mark.parametrize("first", [4, -1])
def test_xid_2_1_nobody_else_may_be_the_first_player(first: int) -> None:
    table(4).when(deal(first=first).move()).refused("XID-2.1", "XID-2.20")


def test_xid_2_2_everybody_starts_with_nothing_but_bards_and_stories() -> None:
    t = table(4, deal(), STAND)
    for seat in range(4):
        assert (t.units(seat), t.gold(seat), t.bards_left(seat), t.stories_left(seat)) == ({}, 0, 20, 15)
    assert not any(t.guild(city) for city in range(1, 22))


@pytest.mark.parametrize(("mode", "years"), [("long", 12), ("short", 9)])
def test_xid_2_3_the_long_game_has_12_years_and_the_short_one_9(mode: str, years: int) -> None:
    t = table(4, deal(), STAND, options={"mode": mode})
    assert t.round == 1
    for year in range(1, years + 1):
        assert (t.phase, t.round) == ("programming", year)
        t.year()
    assert t.phase == "evaluating"


@pytest.mark.parametrize("seats", [4, 5])
def test_xid_2_4_four_and_five_players_use_the_tiles_1_to_21(seats: int) -> None:
    t = table(seats).when(deal().move()).accepted()
    assert {name for names in t.where().values() for name in names} | set(t.hidden()) == set(tile_set("4-5p"))
    table(seats).when(deal(tiles="3p").move()).refused("XID-2.4", "XID-2.25", "XID-11.20")


def test_xid_2_5_three_players_use_the_set_of_18() -> None:
    t = table(3).when(deal(tiles="3p").move()).accepted()
    assert {name for names in t.where().values() for name in names} | set(t.hidden()) == set(tile_set("3p"))
    assert len(tile_set("3p")) == 18
    table(3).when(deal().move()).refused("XID-2.5", "XID-2.25", "XID-11.20")


def test_xid_2_6_an_unknown_set_is_refused() -> None:
    table(4).when(deal().move(tile_set="6p")).refused("XID-2.6", "XID-2.25")


@pytest.mark.parametrize("count", [0, 4, 6])
def test_xid_2_7_it_takes_five_of_each(count: int) -> None:
    names = list(ids("1 2 3 4 5 6"))[:count]
    table(4).when(deal("1 2 3 4 5", "8 9 10 11 12", "13", "14").move(recruit_tiles=names)).refused(
        "XID-2.7", "XID-2.24", "XID-2.25"
    )


@pytest.mark.parametrize("count", [0, 4, 6])
def test_xid_2_9_it_takes_five_threats(count: int) -> None:
    names = list(ids("8 9 10 11 12 7"))[:count]
    table(4).when(deal("1 2 3 4 5", "8 9 10 11 12", "13", "14").move(threat_tiles=names)).refused(
        "XID-2.9", "XID-2.24", "XID-2.25"
    )


def test_xid_2_10_and_xid_2_13_the_recruitment_pile_keeps_four_beneath_the_next_tile() -> None:
    t = table(4, deal(r="20 21"))
    assert t.next("R") == "A20"
    assert t.pile("R") == ["A21", None, None, None]


def test_xid_2_11_and_xid_2_13_the_threat_pile_keeps_five_of_21() -> None:
    t = table(4, deal(t="20 21"))
    assert t.next("T") == "A20"
    assert t.pile("T") == ["A21", None, None, None, None]


def test_xid_2_12_and_xid_2_13_the_threat_pile_keeps_two_of_18() -> None:
    t = table(3, deal(t="17 18", tiles="3p"))
    assert t.pile("R") == ["B04", None, None, None]
    assert (t.next("T"), t.pile("T")) == ("B17", ["B18", None])


def test_xid_2_14_the_next_tiles_and_the_tops_are_visible_and_nothing_beneath() -> None:
    t = table(4, deal(r="3 4", t="14 17"))
    assert (t.next("R"), t.pile("R")[0], t.next("T"), t.pile("T")[0]) == ("A03", "A04", "A14", "A17")
    assert set(t.pile("R")[1:] + t.pile("T")[1:]) == {None}
    assert sorted(t.hidden()) == sorted(set(tile_set("4-5p")) - set(ids("1 2 5 6 10 12 15 16 11 9 3 4 14 17")))


def test_xid_2_15_both_discards_start_empty() -> None:
    t = table(4, deal())
    assert t.pile("RD") == t.pile("TD") == []


def test_xid_2_16_titans_sleep_in_three_stacks_of_two() -> None:
    t = table(4, deal())
    assert t.stacks() == {name: [(None, "sleeping"), (None, "sleeping")] for name in ("T3", "T4", "T5")}


def test_xid_2_17_which_titan_is_on_top_is_unknown_until_it_is_turned() -> None:
    for turned in ("T3a", "T3b"):
        t = awake(turned)
        assert t.stacks()["T3"] == [(turned, "raging"), ({"T3a": "T3b", "T3b": "T3a"}[turned], "sleeping")]


def awake(turned: str) -> Any:
    """Three players: the third threat freed empties a pile of two, and everything wakes."""
    t = table(3, deal("1 2 5 6 10", "12 15 16 11 9", tiles="3p"), [12, 15, 16], box=quick())
    t.start({0: "a", 1: "a", 2: "a"})
    for seat in range(3):
        t.after(execute(seat), rewards(seat, "gold", "stories"), advance(seat, "wealth"))
        while t.awaits("reveal_top", None):
            t.after(t.habit() or {})
    assert t.due() == [("awaken", None)]
    return t.after({**(t.habit() or {}), "turned": {"T3": turned, "T4": "T4a", "T5": "T5a"}})


@pytest.mark.parametrize(
    "order", [["wealth", "wealth", "influence"], ["wealth", "influence"], ["wealth", "influence", "luck"], [], [*"abc"]]
)
def test_xid_2_18_each_evaluation_comes_once(order: list[str]) -> None:
    table(4).when(deal().move(evaluation_order=order)).refused("XID-2.18")


@pytest.mark.parametrize(("seats", "out"), [(3, [1, 1, 1]), (4, [1, 1, 1]), (5, [2, 1, 1])])
def test_xid_2_19_who_leaves_by_the_number_of_players(seats: int, out: list[int]) -> None:
    t = table(seats, deal(tiles="3p" if seats == 3 else "4-5p"), [1, 2, 3, 4, 5][:seats], box=quick(years=1)).finish()
    for number, count in enumerate(out):
        t.after(EVALUATE)
        assert len(t.eliminated(number)) == count


def test_xid_2_20_the_first_player_has_the_token() -> None:
    t = table(4, deal(first=2), STAND)
    assert t.first_player == 2
    assert t.start().awaits("execute", 2)


def test_xid_2_21_figures_are_placed_clockwise_from_the_first_player() -> None:
    t = table(4, deal(first=2))
    for seat, city in ((2, 1), (3, 12), (0, 21), (1, 8)):
        assert t.shown["to_move"] == [seat]
        for other in {0, 1, 2, 3} - {seat}:
            t.when(place(other, 20)).refused("XID-2.21")
        t.when(place(seat, city)).accepted()
    assert [t.city(seat) for seat in range(4)] == [21, 8, 1, 12]


def test_xid_2_22_no_two_figures_start_in_one_city() -> None:
    table(4, deal()).after(place(0, 7), place(1, 8)).when(place(2, 7)).refused("XID-2.22")


def test_xid_2_23_the_bastion_is_empty() -> None:
    t = table(4, deal(), STAND)
    assert t.bastion_total() == 0
    assert [t.bastion(seat) for seat in range(4)] == [0, 0, 0, 0]


FACTS = [
    "first_player", "recruit_tiles", "threat_tiles", "next_recruitment", "top_recruitment", "next_threat",
    "top_threat", "evaluation_order",
]  # fmt: skip


@pytest.mark.parametrize("fact", FACTS)
def test_xid_2_24_the_setup_states_each_fact(fact: str) -> None:
    table(4).when(deal().move(**{fact: None})).malformed(fact)


@pytest.mark.parametrize(
    "changes",
    [
        {"recruit_tiles": list(ids("1 1 5 6 10"))}, {"threat_tiles": list(ids("1 15 16 11 9"))},
        {"next_recruitment": "A01"}, {"top_recruitment": "A03"}, {"next_threat": "A03"}, {"top_threat": "A12"},
        {"top_threat": "B21"}, {"next_recruitment": "B03"}, {"next_recruitment": "A22"},
    ],
    ids=str,
)  # fmt: skip
def test_xid_2_25_the_tiles_are_different_and_of_the_set(changes: dict[str, Any]) -> None:
    table(4).when(deal().move(**changes)).refused("XID-2.25")


def test_xid_2_26_a_short_barracks_stocks_the_tiles_in_the_order_in_which_they_are_named() -> None:
    # A05, A06 and A02 ask for one mage each, A10 for none, A01 for one
    t = table(4, deal("5 6 10 2 1"), box=box(pool={"mage": 2}))
    assert [t.on_tile(city).get("mage", 0) for city in (5, 6, 10, 2, 1)] == [1, 1, 0, 0, 0]
    t = table(4, deal("1 2 10 5 6"), box=box(pool={"mage": 2}))
    assert [t.on_tile(city).get("mage", 0) for city in (1, 2, 10, 5, 6)] == [1, 1, 0, 0, 0]
    assert t.on_tile(5) == {"peasant": 1, "archer": 2, "cleric": 1}
    assert t.barracks()["mage"] == 0


def test_xid_2_27_the_stories_in_supply_are_public() -> None:
    t = table(4, deal(), [1, 2, 3, 4], box=quick(stories=887))
    assert "887" in str({key: value for key, value in t.shown.items() if key != "derived"})


@pytest.mark.parametrize("seats", [4, 5])
def test_xid_2_28_four_or_five_players_have_no_dummy(seats: int) -> None:
    assert table(seats, deal()).shown["dummy"] is None


def test_xid_2_29_setup_is_one_event_and_each_figure_another() -> None:
    t = table(4)
    assert (t.phase, t.due()) == ("setup", [("setup", None)])
    t.after(deal().move())
    assert t.phase == "placing"
    t.after(*[place(seat, seat + 1) for seat in range(4)])
    assert t.fold.ply == 5


def test_xid_2_30_the_first_year_starts_when_the_last_figure_stands() -> None:
    t = table(4, deal()).after(place(0, 1), place(1, 2), place(2, 3))
    assert t.phase == "placing"
    t.when(program(0, "a")).refused("XID-2.30", "XID-4.1", "XID-4.3", "XID-4.5")
    t.when(reveal(dict.fromkeys(range(4), ""))).refused("XID-2.30", "XID-4.3", "XID-4.5")
    t.after(place(3, 4))
    assert (t.phase, t.round) == ("programming", 1)


def census_years(t: Any) -> list[int]:
    """The years in which a game asks for the fists."""
    found = []
    while t.phase == "programming":
        t.start()
        while t.phase == "resolving":
            t.run(orders=1)
        if t.phase == "census":
            found.append(t.round)
            t.run()
        t.after(END)
    return found


def test_xid_2_31_the_short_game_has_a_census_in_years_3_6_and_9() -> None:
    assert census_years(table(4, deal(), STAND, options={"mode": "short"})) == [3, 6, 9]


def test_xid_2_32_the_short_game_is_the_long_one_but_for_its_years() -> None:
    seen = []
    for mode in ("long", "short"):
        t = table(4, deal(), STAND, box=quick(), options={"mode": mode})
        t.tour(act(0, 12), act(1, 5), act(2, 15), act(3, 1))
        seen.append((t.where(), t.gold(0), t.units(1), t.guild(12), t.round))
    assert seen[0] == seen[1]


def test_xid_2_8_a_setup_is_refused_twice() -> None:
    table(4, deal()).when(deal().move()).refused("XID-2.29")


def test_xid_2_29_nothing_but_the_setup_comes_first() -> None:
    t = table(4)
    for move in (place(0, 1), program(0, "a"), execute(0), END, EVALUATE, fists("peasant", 0, 0, 0, 0)):
        with pytest.raises(IllegalMoveError):
            t.fold.decide(move)
