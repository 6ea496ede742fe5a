"""ROE-1: components, names of tiles, and what runs out."""

import pytest

from engines import rise_of_empires
from engines.kernel.game import Json
from tests.engines.rise_of_empires.positions import FIGURES, at, b_turn, eve, income, mine, off, over
from tests.engines.rise_of_empires.table import act, box, first, free, keep, put, reveal, table

BOX = rise_of_empires.box()
PIECES = FIGURES["components"]


def test_roe_1_1_there_are_40_resource_discs() -> None:
    assert BOX["counts"]["resource_discs"] == PIECES["resource_discs"] == 40


def test_roe_1_2_there_are_150_cubes_in_five_colours() -> None:
    assert [colour["id"] for colour in BOX["colours"]] == PIECES["colours"]
    assert len(BOX["colours"]) * BOX["counts"]["cubes_per_player"] == PIECES["player_cubes"] == 150


def test_roe_1_3_six_of_nine_discs_are_for_actions() -> None:
    assert BOX["start"]["discs"] == FIGURES["start"]["discs"] == 6
    assert len(BOX["colours"]) * (BOX["start"]["discs"] + 3) == PIECES["action_discs"] == 45


def test_roe_1_4_eight_empire_tiles_have_a_side_for_era_1_and_one_for_the_others() -> None:
    sides = {
        tile["id"]: [
            [
                tile[side]["regions"],
                tile[side]["water"],
                [[row["attacker_loses"], row["defender_loses"]] for row in tile[side]["battle_rows"]],
            ]
            for side in ("side_era_1", "side_era_2_3")
        ]
        for tile in BOX["empire"]
    }
    assert sides == FIGURES["empire"]
    assert len(sides) == PIECES["empire_tiles"] == 8


def test_roe_1_5_there_are_40_territory_tiles() -> None:
    kinds = ("count", "food", "cubes", "gold", "resource", "vp")
    assert {tile["id"]: [tile[kind] for kind in kinds] for tile in BOX["territory"]} == FIGURES["territory"]
    assert sum(tile["count"] for tile in BOX["territory"]) == PIECES["territory_tiles"] == 40


def test_roe_1_6_there_are_16_progress_tiles_of_each_era() -> None:
    told = {tile["id"]: tile for tile in BOX["progress"]}
    assert list(told) == list(FIGURES["progress"])
    for name, wanted in FIGURES["progress"].items():
        tile = told[name]
        assert (tile["name"]["en"], tile["era"], tile["red_stripe"], tile["use"]) == (
            wanted["name"],
            wanted["era"],
            wanted["red"],
            wanted["use"],
        )
        effects = [{key: value for key, value in effect.items() if value is not None} for effect in tile["effects"]]
        assert effects == wanted["effects"], name
    assert [sum(tile["era"] == era for tile in BOX["progress"]) for era in (1, 2, 3)] == [16, 16, 16]


def test_roe_1_7_city_tiles_lie_in_six_sets_and_six_of_them_are_wonders() -> None:
    cities = {
        tile["id"]: [
            tile["name"]["en"], tile["cost"]["gold"], [tile["upkeep"]["food"], tile["upkeep"]["resource"]],
            [tile["income"][kind] for kind in ("gold", "resource", "food", "cubes")], tile["vp_per_turn"],
        ]
        for tile in BOX["cities"]
        if tile["kind"] == "city"
    }  # fmt: skip
    wonders = {
        tile["id"]: [
            tile["name"]["en"],
            [tile["cost"][kind] for kind in ("gold", "resource", "cubes")],
            tile["vp_immediate"],
        ]
        for tile in BOX["cities"]
        if tile["kind"] == "wonder"
    }
    assert (cities, wonders) == (FIGURES["cities"], FIGURES["wonders"])
    sets = [f"{tile['era']}{tile['letter']}" for tile in BOX["cities"]]
    assert {name: sets.count(name) for name in sets} == {"1A": 5, "1B": 5, "2A": 5, "2B": 5, "3A": 8, "3B": 8}
    assert (len(sets), len(wonders)) == (36, 6)


def test_roe_1_8_gold_is_one_number() -> None:
    table().sees("seats.0.gold", 5)
    t = at(1).has(0, resource=2).when(act(0, "trade", box="2-4-gold")).accepted()
    t.sees("seats.0.gold", 9)


def test_roe_1_9_each_colour_has_one_alliance_piece() -> None:
    t = at(4).owns(0, "P2-14").cubes(0, ne_africa=1, nw_africa=1)
    t.after(act(0, "empire", perform=False, **off(t, 0), free_after=[free("P2-14", "ne_africa")]))
    t.sees("seats.0.alliance", "ne_africa")
    assert PIECES["alliance_pieces"] == len(BOX["colours"])


def test_roe_1_10_pool_stock_and_map_are_30_cubes_whatever_happens() -> None:
    t = at(1)
    for seat in range(3):
        assert sum(mine(t, seat, "pool", "stock", "on_map")) == 30
    t.after(act(0, "empire", tile="E2", place=put(nw_africa=2, ne_africa=1)))
    assert mine(t, 0, "pool", "stock", "on_map") == (2, 25, 3)
    over(t)
    assert sum(mine(t, 0, "pool", "stock", "on_map")) == 30


def test_roe_1_11_gold_and_resource_discs_do_not_run_out() -> None:
    made = box(discs=1, start={"resource": 60, "gold": 200})
    t = eve(1, made=made).cubes(0, se_europe=1, sw_europe=1)
    assert t.look("bank") is None
    over(t)
    assert mine(t, 0, "gold", "resource") == (201, 61)


def named(*changes: tuple[str, str]) -> Json:
    """A box in which some progress tiles have the names of others."""
    made = box(discs=1)
    rows = {row["id"]: row for row in made["progress"]}
    for tile, other in changes:
        rows[tile]["name"] = dict(rows[other]["name"])
    return made


def test_roe_1_12_a_name_stands_for_the_copy_of_lowest_id_that_fits() -> None:
    t = at(1)
    t.after(act(0, "progress", tile="Iron Axes"))
    assert list(t.look("seats.0.progress")) == ["P1-05"]
    t.after(act(1, "progress", tile="Iron Axes"))
    assert list(t.look("seats.1.progress")) == ["P1-06"]
    t.when(act(2, "progress", tile="Iron Axes")).refused("ROE-6.1", code="not_available")


def test_roe_1_12_a_name_in_reveal_stands_for_a_copy_not_yet_seen() -> None:
    t = table(box=box(discs=1)).after(first(0))
    t.after(reveal(["P1-01", *(f"P1-{number:02}" for number in (3, 5, 7, 8, 9, 10, 11))], ["plain"] * 10))
    t.on_to(2, "reveal")
    names = ["Agriculture", "Iron Weapons", "Iron Axes", "Writing", "Masonry", "Pottery", "Medicine", "Chariots"]
    t.after(reveal(names, ["island"] * 8 + ["forest"] * 2))
    assert t.look("on_offer.progress.P1-02") == "new"
    assert t.look("on_offer.progress.P1-01") == "aside"


def test_roe_1_12_a_name_of_two_eras_needs_the_id() -> None:
    made = named(("P2-01", "P1-14"))
    next(row for row in made["progress"] if row["id"] == "P2-01")["name"]["es"] = "Ollas"
    t, name = at(3, made=made).has(0, gold=5), {"en": "Pottery", "es": "Alfarería"}
    t.when(act(0, "progress", tile="Pottery")).refused("ROE-1.12", code="which_era", containing=name)
    t.when(act(0, "progress", tile="P2-01")).accepted()
    assert list(t.look("seats.0.progress")) == ["P2-01"]


def test_roe_1_12_names_stand_for_own_tiles_in_use_free_actions_and_era_keep() -> None:
    t = at(1, discs=2, progress=["P1-11", "P1-04"]).owns(0, "P1-11", "P1-04").cubes(1, near_east=1)
    t.after(act(0, "empire", tile="E1", use=["Roads"], free_before=[free("Iron Weapons", "near_east", 1)]))
    assert {tile for tile, how in t.look("seats.0.progress").items() if not how["up"]} == {"P1-04", "P1-11"}
    t.on_to(2, "era_end")
    seat = t.look("to_move")[0]
    while seat:
        t.after(keep(seat))
        seat = t.look("to_move")[0]
    t.has(0, gold=5).after(keep(0, ["Roads"]))
    assert list(t.look("seats.0.progress")) == ["P1-11"]


def test_roe_1_12_a_kind_that_lies_face_up_and_aside_is_taken_from_those_aside() -> None:
    t = table(4, box=box(discs=1)).on_to(1, "reveal").turn_up((), ["plain"] * 5 + ["island"] * 5)
    t.after(act(0, "territory", kind="plain"))
    t.on_to(2, "reveal").turn_up((), ["forest"] * 8 + ["mountain"] * 2)
    t.on_to(3, "reveal").turn_up((), ["plain"] * 3 + ["mountain"] * 6 + ["town_cube"])
    assert t.look("on_offer.territory.plain") == {"new": 3, "aside": 4}
    t.after(act(t.look("to_move")[0], "territory", kind="plain"))
    assert t.look("on_offer.territory.plain") == {"new": 3, "aside": 3}


@pytest.mark.parametrize(("value", "wanted"), [({"vp_first": 7}, 7), ({"vp_first": 1}, 1)])
def test_roe_1_13_values_come_from_the_box(value: dict[str, int], wanted: int) -> None:
    t = eve(1, made=box(discs=1, regions={"ne_africa": value})).cubes(0, ne_africa=1)
    over(t).sees("seats.0.vp", wanted)


@pytest.mark.parametrize(("other", "got"), [(13, 1), (14, 0)])
def test_roe_1_14_limited_discs_are_taken_as_far_as_the_bank_has_them(other: int, got: int) -> None:
    # three players hold 39 or all of the 40 discs; South East Europe gives one, the Near East another
    t = eve(1, made=box(discs=1, start={"resource": 13}), options={"resource_disc_supply_limited": True})
    t.has(1, resource=other).sees("bank", got).cubes(0, se_europe=1, near_east=1)
    over(t).sees("bank", 0)
    assert mine(t, 0, "resource") == (13 + got,)


def test_roe_1_14_discs_on_trade_boxes_are_not_in_the_bank() -> None:
    t = at(1, options={"resource_disc_supply_limited": True})
    assert t.look("bank") == 34
    t.after(act(0, "trade", box="2-4-gold"))
    assert t.look("bank") == 34
    t.on_to(2, "reveal")
    assert t.look("bank") == 36


def test_roe_1_14_an_exchange_gives_what_the_bank_has_at_that_moment() -> None:
    # 39 of 40 discs are with players; Currency costs 1 gold here and gives 3 discs
    swap = {"effects": [{"kind": "exchange", "pay": {"gold": 1}, "gain": {"resource": 3}}]}
    made = box(discs=1, start={"resource": 13}, progress={"P1-10": swap})
    options, currency = {"resource_disc_supply_limited": True}, [{"tile": "P1-10"}]
    for when in ("free_before", "free_after"):
        t = at(1, made=made, options=options, progress=["P1-10"]).owns(0, "P1-10")
        t.after(act(0, "trade", box="2-4-gold", **{when: currency})).sees("bank", 0)
        assert mine(t, 0, "resource", "gold") == (12, 8)
    # two discs that are paid are in the bank
    t = b_turn((0, "empire"), (1, "empire"), (2, "empire"), made=made, options=options).owns(0, "P1-10")
    t.after(act(0, "empire", tile="E1", pay={"resource": 2}, free_after=currency)).sees("bank", 0)
    assert mine(t, 0, "resource") == (14,)


def test_roe_1_14_the_income_of_cities_comes_last() -> None:
    # 39 of 40 discs are with players; Tyre, which gives a disc, costs one here
    limited = {"resource_disc_supply_limited": True}
    dear = {"C1A-3": {"upkeep": {"food": 0, "resource": 1}}}
    made = box(discs=1, start={"resource": 13}, cities=dear)
    t = eve(1, made=made, options=limited).owns(0, "C1A-3").cubes(0, se_europe=1)
    over(t)
    # the first step gives the disc of South East Europe, Tyre is paid with one, and gives one back
    assert income(t, 1, 0)[("region", "se_europe")] == {"resource": 1}
    assert income(t, 1, 0, "after")[("city", "C1A-3")] == {"resource": 1}
    assert mine(t, 0, "resource") == (14,)
    assert t.look("bank") == 0


def test_the_other_figures_of_the_box_are_those_of_the_reference() -> None:
    regions = {
        row["id"]: [
            row["name"]["en"], row["area"], row["era"], [row["vp_first"], row["vp_second"]],
            [row["benefit"][kind] for kind in ("food", "gold", "resource", "cubes")], row["adjacent"],
        ]
        for row in BOX["regions"]
    }  # fmt: skip
    assert regions == FIGURES["regions"]
    trade = {row["id"]: [row["resources"], row["gold"], row["vp"], row["eras"]] for row in BOX["trade"]}
    assert trade == FIGURES["boxes"]
    assert BOX["circles"] == {seats: FIGURES["circles"][seats] for seats in "2345"}
