"""ROE-6: progress tiles, free actions, tiles used with an action."""

import pytest

from engines.kernel.game import Json
from tests.engines.rise_of_empires.positions import *
from tests.engines.rise_of_empires.table import Table, act, box, fight, free, keep, put, table


def waiting(t: Table, seat: int, tile: str) -> list[int]:
    """Who has still to act before a tile can be used."""
    found: list[int] = t.look(f"seats.{seat}.progress.{tile}.waiting")
    return found


def up(t: Table, seat: int, tile: str) -> bool:
    """Whether a tile lies face up."""
    return bool(t.look(f"seats.{seat}.progress.{tile}.up"))


# --------------------------------------------------------------------------------------------------------- taking them


def test_roe_6_1_the_action_takes_a_tile_that_is_to_be_had() -> None:
    t = at(1).after(act(0, "progress", tile="P1-05"))
    assert t.look("seats.0.progress") == {"P1-05": {"up": True, "waiting": [1, 2]}}
    assert "P1-05" not in t.look("on_offer.progress")
    for tile in ("P1-05", "P1-16", "P2-01"):  # taken, not turned up, of another era
        refuses(t, act(1, "progress", tile=tile), "6.1", "not_available")


@pytest.mark.parametrize("turn", [1, 3, 5])
def test_roe_6_2_a_tile_of_the_era_is_free(turn: int) -> None:
    t = at(turn).has(0, gold=0)
    t.when(act(0, "progress", tile=f"P{(turn + 1) // 2}-07")).accepted()
    assert mine(t, 0, "gold") == (0,)


@pytest.mark.parametrize(("turn", "tile"), [(3, "P1-01"), (5, "P2-01")])
def test_roe_6_3_a_tile_of_the_era_before_costs_1_gold(turn: int, tile: str) -> None:
    t = at(turn).has(0, gold=0)
    refuses(t, act(0, "progress", tile=tile), "6.3", "surcharge")
    t.has(0, gold=1).when(act(0, "progress", tile=tile)).accepted()
    assert mine(t, 0, "gold") == (0,)


def test_roe_6_4_an_era_1_tile_in_era_3_costs_2_gold_w_20() -> None:
    t = at(5).has(0, gold=1)
    refuses(t, act(0, "progress", tile="P1-01"), "6.4", "surcharge")
    t.has(0, gold=3).when(act(0, "progress", tile="P1-01")).accepted()
    assert mine(t, 0, "gold") == (1,)


def test_roe_6_5_one_name_in_two_eras_is_two_tiles() -> None:
    made = box(discs=1, progress={"P2-03": {"name": {"en": "Pottery", "es": "Alfarería"}}})
    t = at(3, made=made).owns(0, "P1-14").when(act(0, "progress", tile="P2-03")).accepted()
    assert set(t.look("seats.0.progress")) == {"P1-14", "P2-03"}


def test_roe_6_6_a_tile_lost_may_be_taken_again() -> None:
    # four players: P1-06 is set aside in turn 2; seat 0 loses P1-05 at the end of Era I
    t = table(4, box=box(discs=1)).on_to(1).after(act(0, "progress", tile="P1-05")).on_to(3)
    assert t.look("seats.0.progress") == {}
    turn_of(t, 0).when(act(0, "progress", tile="Iron Axes")).accepted()
    assert list(t.look("seats.0.progress")) == ["P1-06"]


# -------------------------------------------------------------------------------------------------------- free actions


def with_free(*more: str, **kept: object) -> Table:
    """Seat 0 owns Iron Weapons (and more); seats 1 and 2 have cubes in North East Africa."""
    t = at(1, progress=["P1-04", *more], **kept)  # type: ignore[arg-type]
    return t.owns(0, "P1-04", *more).cubes(1, ne_africa=3).cubes(2, ne_africa=1)


def test_roe_6_7_only_a_free_action_tile_gives_a_free_action() -> None:
    t = with_free("P1-11")
    refuses(t, act(0, "empire", tile="E1", free_before=[free("P1-11")]), "6.7", "no_free_action")
    refuses(t, act(0, "empire", tile="E1", free_after=[free("Roads")]), "6.7", "no_free_action")
    t.when(act(0, "empire", tile="E1", free_before=[free("P1-04", "ne_africa", 1)])).accepted()


def test_roe_6_8_it_works_once_in_a_turn_and_is_turned_face_down() -> None:
    shot = free("P1-04", "ne_africa", 1)
    t = with_free(discs=2)
    refuses(t, act(0, "empire", tile="E1", free_before=[shot], free_after=[shot]), "6.8", "face_down")
    refuses(t, act(0, "empire", tile="E1", free_before=[shot, shot]), "6.8", "face_down")
    t.after(act(0, "empire", tile="E1", free_before=[shot]))
    assert not up(t, 0, "P1-04")
    refuses(turn_of(t, 0), act(0, "empire", tile="E2", free_before=[shot]), "6.8", "face_down")


def test_roe_6_9_it_waits_until_each_other_player_has_acted() -> None:
    shot = free("P1-03", "ne_africa", 1)
    t = at(1, discs=3, progress=["P1-03", "P1-04"]).cubes(1, ne_africa=3)
    refuses(t, act(0, "progress", tile="P1-03", free_before=[shot]), "5.6", "not_own")
    for tile in ("P1-04", "Iron Weapons"):
        fresh = act(0, "progress", tile="P1-04", free_after=[{**shot, "tile": tile}])
        refuses(t, fresh, "6.9", "waiting")
    t.after(act(0, "progress", tile="P1-03"))
    assert waiting(t, 0, "P1-03") == [1, 2]
    t.go()
    assert waiting(t, 0, "P1-03") == [2]
    # seat 1 twice does not stand for seat 2
    turn_of(t, 1).go()
    refuses(turn_of(t, 0), act(0, "empire", tile="E8", free_before=[shot]), "6.9", "waiting")
    turn_of(t, 2).go()
    assert waiting(t, 0, "P1-03") == []
    turn_of(t, 0).when(act(0, "empire", tile="E8", free_before=[shot])).accepted()


def test_roe_6_10_the_wait_goes_on_over_the_end_of_the_turn_w_41() -> None:
    t = at(1).go().go()
    # seat 2 takes it with the last action of turn 1 and is first in turn 2
    t.after(act(2, "progress", tile="P1-03"))
    t.on_to(2).sees("order", [2, 1, 0])
    t.cubes(1, ne_africa=3).sees("to_move", [2])
    assert waiting(t, 2, "P1-03") == [0, 1]
    shot = [free("P1-03", "ne_africa", 1)]
    for when in ("free_before", "free_after"):
        refuses(t, act(2, "progress", perform=False, **{when: shot}), "6.9", "waiting")


def test_roe_6_11_a_disc_without_an_action_counts_and_a_free_action_does_not() -> None:
    t = b_turn((0, "progress"), (1, "empire"), (2, "empire"), seat=0).after(act(0, "progress", tile="P1-10"))
    assert waiting(t, 0, "P1-10") == [1, 2]
    turn_of(t, 1)
    t.after(act(1, "empire", perform=False, **off(t, 1)))
    assert waiting(t, 0, "P1-10") == [2]


def test_roe_6_12_a_tile_used_with_an_action_is_used_once_in_a_turn() -> None:
    t = at(1, discs=3, progress=["P1-11"]).owns(0, "P1-11")
    refuses(t, act(0, "empire", tile="E1", use=["P1-11", "Roads"]), "6.12", "used_twice")
    refuses(t, act(0, "empire", tile="E1", use=["P1-11", "P1-11"]), "6.12", "used_twice")
    t.after(act(0, "empire", tile="E1", use=["P1-11"]))
    assert not up(t, 0, "P1-11")
    refuses(turn_of(t, 0), act(0, "empire", tile="E2", use=["P1-11"]), "6.12", "face_down")


def test_roe_6_13_passive_tiles_work_from_the_owners_next_action_and_at_once_in_others() -> None:
    # Masonry takes a gold off Memphis (2)
    t = at(1, discs=2, progress=["P1-13"]).has(0, gold=1).after(act(0, "progress", tile="P1-13"))
    turn_of(t, 0).when(act(0, "city", tile="C1A-2")).accepted()
    assert mine(t, 0, "gold") == (0,)
    # Fortification, taken just now, spares its owner a cube in the next player's action
    t = at(4, progress=["P2-12"]).cubes(0, ne_africa=3).cubes(1, ne_africa=3)
    t = fortified(t)
    t.when(act(1, "empire", tile="E4", battles=[fight("ne_africa", 0)], **off(t, 1))).accepted()
    # E4 in Era II: attacker 1, defender 2, of which Fortification spares one
    assert (t.look("map.ne_africa.cubes.0"), t.look("map.ne_africa.cubes.1")) == (2, 2)


def fortified(t: Table) -> Table:
    """Seat 0 owns Fortification and seat 1 is to act."""
    return turn_of(t.owns(0, "P2-12"), 1)


def test_roe_6_14_navigation_opens_overseas_in_turn_3_for_everybody_once_anybody_took_it() -> None:
    t = at(3, discs=2).cubes(1, ne_africa=1)
    far = act(1, "empire", tile="E8", place=put(china=1))
    assert t.look("overseas_open") is False
    refuses(turn_of(t, 1), far, "9.22", "overseas_closed")
    turn_of(t, 0).after(act(0, "progress", tile="P2-01"))
    assert t.look("overseas_open") is True
    turn_of(t, 1).when(far).accepted()


@pytest.mark.parametrize(("turn", "tile"), [(1, "P1-04"), (3, "P2-05"), (5, "P3-06")])
def test_roe_6_15_a_cube_of_another_player_goes_to_its_stock(turn: int, tile: str) -> None:
    t = at(turn, progress=[tile]).owns(0, tile).cubes(1, ne_africa=2).cubes(0, ne_africa=1)
    before = mine(t, 1, "pool", "stock")
    refuses(t, act(0, "empire", tile="E1", free_before=[free(tile, "ne_africa", 0)]), "6.15 6.27", "no_object")
    refuses(t, act(0, "empire", tile="E1", free_before=[free(tile, "ne_africa", 2)]), "6.15 6.27", "no_object")
    refuses(t, act(0, "empire", tile="E1", free_before=[free(tile, "near_east", 1)]), "6.15 6.27", "no_object")
    t.when(act(0, "empire", tile="E1", free_before=[free(tile, "ne_africa", 1)])).accepted()
    assert (t.look("map.ne_africa.cubes.1"), mine(t, 1, "pool", "stock")) == (1, (before[0], before[1] + 1))


def changed(tile: str, *effects: Json, use: str = "free_action") -> Json:
    """A box in which a progress tile has other effects."""
    return box(discs=2, progress={tile: {"effects": list(effects), "use": use}})


PER = [
    ("territory.plain", 3, 1, {"plain": 2}, 2),
    ("territory.plain", 3, 1, {"plain": 4}, 3),
    ("territory.forest", None, 2, {"forest": 3}, 6),
    ("territory.town", None, 1, {"town_gold": 1, "town_food": 1}, 2),
    ("region.controlled", 5, 1, {"near_east": 1, "ne_africa": 2}, 2),
    ("region.present", 5, 1, {"near_east": 1, "ne_africa": 2, "se_europe": 1}, 3),
    ("city", None, 1, {"C1A-1": 1}, 1),
]


@pytest.mark.parametrize(("per", "most", "each", "owned", "wanted"), PER)
def test_roe_6_16_what_is_counted_is_counted_up_to_the_most(
    per: str, most: int | None, each: int, owned: dict[str, int], wanted: int
) -> None:
    effect = {"kind": "income_per", "phase": "vp", "per": per, "max_units": most, "vp": each}
    made = box(discs=1, progress={"P1-12": {"effects": [effect], "use": "phase"}})
    lands = [kind for kind, count in owned.items() if kind in FIGURES["territory"] for _ in range(count)]
    t = eve(1, made=made, progress=["P1-12"], lands=lands).owns(0, "P1-12").cubes(1, se_europe=2)
    for name, count in owned.items():
        if name in FIGURES["regions"]:
            t.cubes(0, **{name: count})
        else:
            t.owns(0, *[name] * count)
    over(t)
    assert points(t, 1, 0)[("progress", "P1-12")] == wanted


def test_roe_6_17_religion_and_ideology_score_in_phase_5() -> None:
    t = eve(4).owns(0, "P2-04").cubes(0, near_east=1, ne_africa=1, se_europe=1, sw_europe=1).cubes(1, sw_europe=1)
    done(t)
    over(t)
    # four regions controlled, one of them jointly; three count
    assert points(t, 4, 0)[("progress", "P2-04")] == 3
    t = eve(5).owns(0, "P3-05").cubes(0, near_east=1, ne_africa=1).cubes(1, ne_africa=2)
    over(t)
    assert points(t, 5, 0)[("progress", "P3-05")] == 2


def test_roe_6_18_fertilizers_gives_4_food() -> None:
    t = over(eve(5).owns(0, "P3-01"))
    assert fed(t, 5, 0)["total"] == 4


def test_roe_6_19_era_1_has_two_iron_weapons() -> None:
    t = at(1).after(act(0, "progress", tile="Iron Weapons"), act(1, "progress", tile="Iron Weapons"))
    refuses(t, act(2, "progress", tile="Iron Weapons"), "6.1", "not_available")
    assert [*t.look("seats.0.progress"), *t.look("seats.1.progress")] == ["P1-03", "P1-04"]


# ----------------------------------------------------------------------------------------------------------- alliances


def allied(**more: object) -> Table:
    """Turn 4, three actions each: seat 0's piece lies in North East Africa, where seats 0, 1 and 2 have cubes."""
    rows = [(seat, "empire") for seat in (0, 1, 2)] * 2 + [(seat, "territory") for seat in (0, 1, 2)]
    t = b_turn(*rows, turn=4, discs=3, **more).owns(0, "P2-14").has(0, food=9).has(1, food=9).has(2, food=9)
    t.cubes(0, ne_africa=3, nw_africa=2).cubes(1, ne_africa=3).cubes(2, ne_africa=1)
    return t.after(
        act(0, "territory", perform=False, free_after=[free("P2-14", "ne_africa")], **off(t, 0, "territory"))
    )


def test_roe_6_20_guarded_cubes_are_no_defenders() -> None:
    t = turn_of(allied(), 1)
    refuses(t, act(1, "empire", tile="E4", battles=[fight("ne_africa", 0)], **off(t, 1)), "6.20", "guarded")
    t.when(act(1, "empire", tile="E4", battles=[fight("ne_africa", 2)], **off(t, 1))).accepted()


def test_roe_6_20_guarded_cubes_are_not_removed_by_a_free_action() -> None:
    t = turn_of(allied().owns(1, "P2-05"), 1)
    shot = [free("P2-05", "ne_africa", 0)]
    refuses(t, act(1, "empire", perform=False, free_before=shot, **off(t, 1)), "6.20", "guarded")
    elsewhere = [free("P2-05", "nw_africa", 0)]
    t.when(act(1, "empire", perform=False, free_before=elsewhere, **off(t, 1))).accepted()


def test_roe_6_20_the_piece_needs_an_own_cube_and_may_go_to_sea() -> None:
    t = at(4).owns(0, "P2-14").cubes(1, ne_africa=1)
    piece = [free("P2-14", "ne_africa")]
    refuses(t, act(0, "empire", perform=False, free_before=piece, **off(t, 0)), "6.27 6.20", "no_object")
    t.cubes(0, mediterranean=1)
    t.after(act(0, "empire", perform=False, free_before=[free("P2-14", "mediterranean")], **off(t, 0)))
    t.sees("seats.0.alliance", "mediterranean")


def test_roe_6_21_when_the_last_cube_leaves_the_piece_comes_home() -> None:
    t = turn_of(allied(), 0).sees("seats.0.alliance", "ne_africa")
    t.after(act(0, "empire", tile="E4", recall=True, place=put(ne_africa=1), **off(t, 0)))
    t.sees("seats.0.alliance", None)
    t = turn_of(allied().cubes(0, ne_africa=1), 0)
    t.after(act(0, "empire", tile="E4", battles=[fight("ne_africa", 1)], **off(t, 0)))
    assert (t.look("map.ne_africa.cubes.0"), t.look("seats.0.alliance")) == (0, None)


def test_roe_6_23_navigation_is_a_tile_of_era_2() -> None:
    assert FIGURES["progress"]["P2-01"]["name"] == "Navigation"
    row = next(tile for tile in box()["progress"] if tile["id"] == "P2-01")
    assert (row["era"], [effect["kind"] for effect in row["effects"]]) == (2, ["opens_overseas", "treat_tile_as_water"])


def test_roe_6_24_free_actions_and_red_edges_of_our_box() -> None:
    rows = box()["progress"]
    given_free = {tile["name"]["en"] for tile in rows if tile["use"] == "free_action"}
    red = {tile["name"]["en"] for tile in rows if tile["red_stripe"]}
    assert given_free == {"Iron Weapons", "Currency", "Gunpowder", "Alliances", "Machine Guns"}
    assert red == {"Agriculture", "Navigation", "Fertilizers"}


# ------------------------------------------------------------------------------------------------- what fits, and needs


def test_roe_6_25_a_tile_fits_what_it_is_named_for() -> None:
    t = (
        at(5, progress=["P3-13"])
        .owns(0, "P2-11", "P1-16", "P1-11", "P2-03", "P2-01", "P3-13", "P1-12")
        .has(0, resource=9, pool=5)
    )
    t.cubes(0, ne_africa=2).cubes(1, ne_africa=2)
    wrong = [
        act(0, "trade", box="3-2-vp", use=["Guilds"]),
        act(0, "trade", box="3-6-gold", use=["Mass Production"]),
        act(0, "trade", box="3-6-gold", use=["Roads"]),
        act(0, "empire", tile="E1", use=["Chariots"]),
        act(0, "empire", tile="E1", use=["Guilds"]),
        act(0, "empire", tile="E1", use=["Writing"]),
        act(0, "empire", tile="E1", battles=[fight("ne_africa", 1, use=["Roads"])]),
        act(0, "empire", tile="E1", battles=[fight("ne_africa", 1, use=["Mercenaries"])]),
    ]
    for move in wrong:
        refuses(t, move, "6.25", "does_not_fit")
    t.after(
        act(
            0, "empire", tile="E1", use=["Roads", "Navigation", "Mercenaries"],
            battles=[fight("ne_africa", 1, use=["Chariots"])],
        )
    )  # fmt: skip
    # face down, though no cube was placed
    used = {tile for tile, how in t.look("seats.0.progress").items() if not how["up"]}
    assert used == {"P1-11", "P1-16", "P2-01", "P2-03"}


def test_roe_6_25_a_trade_bonus_is_for_its_kind() -> None:
    t = b_turn((0, "trade"), (1, "empire"), (2, "empire"), turn=4).owns(0, "P2-11").has(0, gold=0, resource=3)
    t.when(act(0, "trade", box="3-6-gold", use=["Guilds"])).accepted()
    assert (mine(t, 0, "gold", "resource"), up(t, 0, "P2-11")) == ((7, 0), False)
    t = at(5, progress=["P3-13"]).owns(0, "P3-13").has(0, resource=7, vp=0)
    t.when(act(0, "trade", box="7-6-vp", use=["Mass Production"])).accepted()
    assert mine(t, 0, "vp", "resource") == (7, 0)


@pytest.mark.parametrize(("name", "wanted"), [("2-4-gold", (4 + 3, 0)), ("2-1-vp", (0, 1 + 2))])
def test_roe_6_25_of_two_bonuses_a_trade_gets_that_of_its_kind(name: str, wanted: tuple[int, int]) -> None:
    both = [{"kind": "trade_bonus", "on": "gold", "gold": 3}, {"kind": "trade_bonus", "on": "vp", "vp": 2}]
    t = at(1, made=changed("P1-12", *both, use="with_action_once"), progress=["P1-12"]).owns(0, "P1-12").has(0, gold=0)
    t.after(act(0, "trade", box=name, use=["P1-12"]))
    assert mine(t, 0, "gold", "vp") == wanted


def test_roe_6_26_discounts_add_up_and_stop_at_0() -> None:
    # Masonry and Architecture take 3 gold off Lisbon (5) and all of Carthage (3)
    for city, gold in (("C2B-1", 2), ("C1B-1", 0)):
        t = turn_of(b_turn((0, "city"), *((seat, "empire") for seat in (1, 2, 3)), seats=4, turn=4), 0)
        t.owns(0, "P1-13", "P2-16").has(0, gold=2)
        t.when(act(0, "city", tile=city)).accepted()
        assert mine(t, 0, "gold") == (2 - gold,)


def test_roe_6_27_an_exchange_is_paid_and_then_gives_what_there_is_room_for() -> None:
    swap = {"pay": {"gold": 2, "food": 1, "cubes": 1, "vp": 1}, "gain": {"resource": 1, "food": 3, "cubes": 4, "vp": 2}}
    made = box(discs=1, progress={"P1-10": {"effects": [{"kind": "exchange", **swap}]}})
    t = at(1, made=made, progress=["P1-10"]).owns(0, "P1-10").has(0, gold=2, food=19, pool=28, vp=1)
    t.after(act(0, "empire", tile="E1", free_before=[free("P1-10")]))
    # food ends at 20; of the stock's 2 cubes and the one paid all three come
    assert mine(t, 0, "gold", "food", "pool", "stock", "vp", "resource") == (0, 20, 30, 0, 2, 3)


def test_roe_6_27_a_free_action_needs_its_object() -> None:
    t = at(1, progress=["P1-04", "P1-10"]).owns(0, "P1-04", "P1-10").has(0, resource=0)
    for item in (free("P1-10"), free("P1-04", "ne_africa", 1)):
        refuses(t, act(0, "empire", tile="E1", free_before=[item]), "6.27 6.15", "no_object")
    t.has(0, resource=1).when(act(0, "empire", tile="E1", free_before=[free("P1-10")])).accepted()
    assert mine(t, 0, "gold", "resource") == (7, 0)


@pytest.mark.parametrize(
    "item", [free("P1-10", "ne_africa"), free("P1-10", None, 1), free("P1-04", "ne_africa"), free("P1-04")]
)
def test_roe_6_27_it_is_told_what_it_needs_and_no_more(item: Json) -> None:
    t = at(1, progress=["P1-04", "P1-10"]).owns(0, "P1-04", "P1-10").cubes(1, ne_africa=1)
    refuses(t, act(0, "empire", tile="E1", free_before=[item]), "6.27 6.15", "not_asked", "missing")


def test_roe_6_22_and_kept_tiles_stay_with_their_owners() -> None:
    t = at(2).owns(0, "P1-09").on_to(2, "era_end").has(0, gold=1)
    t.after(keep(0, ["Mining"]))
    assert (list(t.look("seats.0.progress")), mine(t, 0, "gold"), discs(t, "empire")) == (["P1-09"], (0,), [None] * 6)
