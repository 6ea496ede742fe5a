"""ROE-4: new tiles, and what becomes of those that nobody took."""

import pytest

from tests.engines.rise_of_empires.positions import ERA_1, at, discs, off, opened, turn_of
from tests.engines.rise_of_empires.table import Table, act, box, first, free, reveal, table

EIGHT = ERA_1[:8]
TEN = ["plain"] * 10


def seen(t: Table, what: str, how: str) -> list[str]:
    """The progress or city tiles that are new, or aside."""
    return [tile for tile, where in t.look(f"on_offer.{what}").items() if where == how]


def test_roe_4_1_turn_1_turns_up_8_progress_10_territory_and_5_city_tiles() -> None:
    t = opened().after(reveal(EIGHT, TEN))
    assert seen(t, "progress", "new") == EIGHT
    assert t.look("on_offer.territory") == {"plain": {"new": 10, "aside": 0}}
    assert seen(t, "city", "new") == ["C1A-1", "C1A-2", "C1A-3", "C1A-4", "C1A-5"]


def test_roe_4_2_what_nobody_took_is_cleared_before_new_tiles_come() -> None:
    t = table(3, box=box(discs=1)).on_to(1, "reveal").turn_up(["P1-03"])
    assert seen(t, "progress", "new")
    t.on_to(2, "reveal")
    assert seen(t, "progress", "new") == []
    assert (seen(t, "city", "new"), t.look("on_offer.territory")) == ([], {})


@pytest.mark.parametrize("seats", [4, 5])
def test_roe_4_3_with_four_or_five_untaken_tiles_stay_to_be_had_for_the_rest_of_the_game(seats: int) -> None:
    t = table(seats, box=box(discs=1)).after(first(0), reveal(EIGHT, TEN))
    for turn in range(2, 7):
        t.on_to(turn)
        assert set(EIGHT) <= set(seen(t, "progress", "aside"))
        assert set(seen(t, "city", "aside")) >= {"C1A-1", "C1A-2", "C1A-3", "C1A-4", "C1A-5"}
        assert t.look("on_offer.territory.plain.aside") == 10


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_roe_4_4_untaken_wonders_are_gone_whatever_the_number_of_players_edge_13(seats: int) -> None:
    t = at(2, seats=seats)
    assert {"C1B-4", "C1B-5"} <= set(seen(t, "city", "new"))
    t.on_to(3)
    assert not {"C1B-4", "C1B-5"} & set(t.look("on_offer.city"))
    assert {"C1B-4", "C1B-5"} <= set(t.look("gone.city"))
    # other cities of that set are there with four or five
    assert ("C1B-1" in t.look("on_offer.city")) == (seats > 3)


@pytest.mark.parametrize("seats", [2, 3])
def test_roe_4_5_with_two_or_three_untaken_tiles_are_out_of_the_game(seats: int) -> None:
    t = table(seats, box=box(discs=1)).after(first(0), reveal(ERA_1[2:10], TEN)).on_to(2)
    assert seen(t, "progress", "aside") == seen(t, "city", "aside") == []
    assert t.look("gone.territory") == {"plain": 10}
    assert set(t.look("gone.progress")) == set(ERA_1[2:10])
    assert set(t.look("gone.progress").values()) == {"cleared"}
    t.on_to(3)
    seat = t.look("to_move")[0]
    t.has(seat, gold=9)
    t.when(act(seat, "progress", tile="P1-14")).refused("ROE-4.5", code="not_available")
    t.when(act(seat, "city", tile="C1A-1")).refused("ROE-4.5", code="not_available")
    t.when(act(seat, "territory", kind="plain")).refused("ROE-7.1", "ROE-4.5", code="not_available")


@pytest.mark.parametrize("seats", [2, 3])
def test_roe_4_6_a_red_edge_saves_a_tile_with_two_or_three(seats: int) -> None:
    t = table(seats, box=box(discs=1)).after(first(0), reveal(EIGHT, TEN)).on_to(2)
    assert seen(t, "progress", "aside") == ["P1-01", "P1-02"]


def test_roe_4_7_it_is_saved_at_every_clearing() -> None:
    t = table(2, box=box(discs=1)).after(first(0), reveal(EIGHT, TEN))
    for turn in range(2, 7):
        t.on_to(turn)
        assert {"P1-01", "P1-02"} <= set(seen(t, "progress", "aside"))


def test_roe_4_8_no_red_edge_saves_a_wonder() -> None:
    made = box(discs=1, cities={"C1B-4": {"red_stripe": True}, "C1B-1": {"red_stripe": True}})
    t = at(2, made=made).on_to(3)
    assert seen(t, "city", "aside") == ["C1B-1"]
    assert "C1B-4" in t.look("gone.city")


@pytest.mark.parametrize("turn", range(1, 7))
def test_roe_4_9_roe_4_10_and_roe_4_11_each_turn_turns_up_its_numbers_of_tiles(turn: int) -> None:
    t = at(turn, seats=2)
    land = sum(kind["new"] for kind in t.look("on_offer.territory").values())
    assert (len(seen(t, "progress", "new")), land, len(seen(t, "city", "new"))) == (
        8,
        10 if turn < 5 else 0,
        5 if turn < 5 else 8,
    )
    assert sum(t.look("unseen.progress").values()) == 48 - 8 * turn
    assert sum(t.look("unseen.territory").values()) == 40 - 10 * min(turn, 4)
    assert t.look("unseen.city") == [31, 26, 21, 16, 8, 0][turn - 1]


@pytest.mark.parametrize("count", [7, 9])
def test_roe_4_9_other_than_8_progress_tiles_are_refused(count: int) -> None:
    opened().when(reveal(ERA_1[:count], TEN)).refused("ROE-4.9", code="reveal_count")


def test_roe_4_9_progress_tiles_of_chance_cannot_be_left_out() -> None:
    for t in (opened(), table(box=box(discs=1)).on_to(3, "reveal"), table(box=box(discs=1)).on_to(5, "reveal")):
        assert t.look("coming.progress") is None
        t.when(reveal()).refused("ROE-4.9", "ROE-4.10", code="reveal_count")


@pytest.mark.parametrize("count", [9, 11])
def test_roe_4_10_other_than_10_territory_tiles_are_refused(count: int) -> None:
    many = (["island"] * 8 + ["forest"] * 8)[:count]
    opened().when(reveal(EIGHT, many)).refused("ROE-4.10", code="reveal_count")


@pytest.mark.parametrize("turn", [5, 6])
def test_roe_4_10_territory_in_turns_5_and_6_is_refused(turn: int) -> None:
    t = table(box=box(discs=1)).on_to(turn, "reveal")
    tiles = [f"P3-0{number}" for number in range(1, 9)] if turn == 5 else None
    t.when(reveal(tiles, ["plain"])).refused("ROE-4.10", code="territory_gone")
    t.when(reveal(tiles, [])).accepted()


def test_roe_4_12_the_cities_are_the_set_of_the_era_and_letter() -> None:
    whole = [f"C1A-{number}" for number in range(1, 6)]
    t = opened()
    for wrong in (whole[:4], [*whole[:4], "C1B-1"], [*whole, "C1B-1"], ["C2A-1", *whole[1:]]):
        t.when(reveal(EIGHT, TEN, wrong)).refused("ROE-4.12", code="reveal_set")
    t.when(reveal(EIGHT, TEN, whole[::-1])).accepted()
    assert sorted(t.look("on_offer.city")) == whole


def test_roe_4_13_in_a_b_turn_the_rest_of_the_era_comes() -> None:
    for turn, era in ((2, 1), (4, 2), (6, 3)):
        t = table(box=box(discs=1)).on_to(turn, "reveal")
        rest = [f"P{era}-{number:02}" for number in range(9, 17)]
        assert t.look("coming.progress") == rest
        lands = ["island"] * 8 + ["forest"] * 2 if turn == 2 else None
        t.when(reveal([*rest[:7], f"P{era}-01"], lands)).refused("ROE-4.13", code="reveal_seen")
        t.when(reveal(territory=lands)).accepted()
        assert seen(t, "progress", "new") == rest


def test_roe_4_14_the_view_knows_nothing_of_territory_that_chance_will_bring() -> None:
    for turn in (1, 2, 3):
        assert table(box=box(discs=1)).on_to(turn, "reveal").look("coming.territory") is None


def test_roe_4_15_empire_tiles_go_back_to_their_boxes() -> None:
    t = at(1).after(act(0, "empire", tile="E7"))
    assert (t.look("seats.0.empire"), "E7" in t.look("on_offer.empire")) == ({"E7": True}, False)
    t.on_to(2, "reveal")
    assert (t.look("seats.0.empire"), len(t.look("on_offer.empire"))) == ({}, 8)


def test_roe_4_16_from_turn_3_on_empire_tiles_show_their_other_side() -> None:
    # E7 has number 3 and 4; E3 has no water and water
    three = [{"region": region, "cubes": 1} for region in ("near_east", "se_europe", "ne_africa")]
    four = [*three, {"region": "eastern_europe", "cubes": 1}]
    for turn in (1, 2):
        t = at(turn).has(0, pool=9)
        at_turn = off(t, 0) if turn == 2 else {}
        t.when(act(0, "empire", tile="E7", place=four, **at_turn)).refused("ROE-9.8", code="too_many_regions")
        t.when(act(0, "empire", tile="E7", place=three, **at_turn)).accepted()
    for turn in (3, 4, 5, 6):
        t = at(turn).has(0, pool=9)
        at_turn = off(t, 0) if turn in (4, 6) else {}
        t.when(act(0, "empire", tile="E7", place=four, **at_turn)).accepted()


def test_roe_4_17_discs_on_the_trade_track_go_back_to_the_bank() -> None:
    t = at(1).after(act(0, "trade", box="2-4-gold"))
    assert t.look("trade.2-4-gold") == {"seat": 0, "discs": 2}
    t.on_to(2, "reveal")
    assert t.look("trade.2-4-gold") is None
    t.turn_up()
    t = turn_of(t, 0).has(0, resource=2)
    t.when(act(0, "trade", box="2-4-gold", **off(t, 0, "trade"))).accepted()


def test_roe_4_18_progress_tiles_are_turned_up_again() -> None:
    t = at(1, progress=["P1-04"]).owns(0, "P1-04").cubes(1, ne_africa=2)
    t.after(act(0, "empire", tile="E1", free_before=[free("P1-04", "ne_africa", 1)]))
    assert t.look("seats.0.progress.P1-04.up") is False
    t.on_to(2, "reveal")
    assert t.look("seats.0.progress.P1-04.up") is True
    t = turn_of(t.turn_up(), 0)
    t.when(act(0, "empire", perform=False, **off(t, 0), free_after=[free("P1-04", "ne_africa", 1)])).accepted()


def test_roe_4_19_alliance_pieces_return_to_their_owners() -> None:
    t = at(4, progress=["P2-14"]).owns(0, "P2-14").cubes(0, ne_africa=4, near_east=1)
    t.after(act(0, "empire", perform=False, **off(t, 0), free_after=[free("P2-14", "ne_africa")]))
    assert t.look("seats.0.alliance") == "ne_africa"
    t.on_to(4, "turn_order")  # the cube in the Near East has gone home, two in North East Africa stay
    assert (t.look("map.near_east.cubes.0"), t.look("seats.0.alliance")) == (0, "ne_africa")
    t.on_to(5, "reveal")
    assert (t.look("map.ne_africa.cubes.0"), t.look("seats.0.alliance")) == (2, None)


def test_roe_4_20_a_tile_set_aside_is_taken_by_the_same_action() -> None:
    t = at(3, seats=4).has(0, gold=9)
    assert {"P1-10", "C1B-1"} <= {*t.look("on_offer.progress"), *t.look("on_offer.city")}
    t.when(act(0, "progress", tile="P1-10")).accepted()
    turn_of(t, 1).when(act(1, "territory", kind="plain")).accepted()
    turn_of(t, 2).has(2, gold=9).when(act(2, "city", tile="C1B-1")).accepted()
    assert discs(t, "progress")[0] == 0
    assert "P1-10" not in t.look("on_offer.progress")
