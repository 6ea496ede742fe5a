"""What a judge may put right in Rise of Empires: each adjustment, what refuses it, and the invariants after it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines import rise_of_empires
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from tests.contract import games
from tests.contract.ruling import with_rulings
from tests.engines.given import in_both_languages
from tests.engines.rise_of_empires.positions import at, eve, mine, off, over, refuses, turn_of
from tests.engines.rise_of_empires.table import Table, act, box, fight, free, put

KINDS = ("change_amount", "move_cubes", "give_tile", "take_tile", "change_territory", "turn_tile", "set_turn")


def refused(t: Table, clauses: str, code: str, **adjustment: Any) -> None:
    """Assert that an adjustment is refused by one of these clauses and changes nothing."""
    before = t.fold.view()
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.adjust(adjustment)
    assert caught.value.rule in {f"ROE-{clause}" for clause in clauses.split()}, caught.value.rule
    assert caught.value.code == code, caught.value.code
    in_both_languages(caught.value.says)
    assert t.fold.view() == before


def test_there_are_seven_adjustments_and_none_is_a_move() -> None:
    assert tuple(rise_of_empires.adjustments(rise_of_empires.box())) == KINDS
    for kind in KINDS:
        with pytest.raises(MalformedMoveError):
            at(1).fold.decide({"type": kind, "seat": 0})


# ------------------------------------------------------------------------------------------------------------- amounts


@pytest.mark.parametrize("what", ["gold", "resource", "food", "vp"])
def test_an_amount_is_given_or_taken(what: str) -> None:
    t = at(1).has(0, food=9, vp=4)
    before = mine(t, 0, what)[0]
    t.rule("change_amount", seat=0, what=what, by=2)
    assert mine(t, 0, what) == (before + 2,)
    t.rule("change_amount", seat=0, what=what, by=-1)
    assert mine(t, 0, what) == (before + 1,)


@pytest.mark.parametrize(
    ("what", "by", "clauses"),
    [("gold", -6, "1.11"), ("resource", -3, "1.11 1.14"), ("food", -17, "5.29 13.5"), ("vp", -1, "5.29 15.4")],
)
def test_no_amount_falls_below_0(what: str, by: int, clauses: str) -> None:
    refused(at(1), clauses, "short", type="change_amount", seat=0, what=what, by=by)


def test_food_does_not_rise_above_20() -> None:
    t = at(1)
    refused(t, "13.5", "short", type="change_amount", seat=0, what="food", by=5)
    t.rule("change_amount", seat=0, what="food", by=4)
    assert mine(t, 0, "food") == (20,)


def test_points_of_a_ruling_stand_in_a_line_of_their_own() -> None:
    t = eve(6).has(0, gold=0, resource=0)
    t.rule("change_amount", seat=0, what="vp", by=5).rule("change_amount", seat=0, what="vp", by=-2)
    told: Any = over(t).fold.result()
    assert told["seats"]["0"]["breakdown"]["lines"]["ruled"] == 3
    assert told["seats"]["0"]["score"] == 3


def test_gold_of_a_ruling_after_the_end_breaks_ties_and_brings_no_points() -> None:
    t = over(eve(6).has(0, gold=3, resource=0).has(1, gold=3, resource=0).has(2, gold=0, resource=0))
    before: Any = t.fold.result()
    assert before["seats"]["0"]["breakdown"]["lines"]["gold"] == 1
    assert before["winners"] == [0, 1]
    t.rule("change_amount", seat=1, what="gold", by=3)
    after: Any = t.fold.result()
    assert after["seats"]["1"]["breakdown"]["lines"]["gold"] == 1
    assert after["winners"] == [1]


def test_the_turn_order_follows_what_was_ruled() -> None:
    t = over(eve(1).has(2, vp=1))
    assert t.look("choosing") == [1, 0, 2]


# --------------------------------------------------------------------------------------------------------------- cubes


def test_cubes_go_between_pool_stock_and_regions() -> None:
    t = at(1).rule("move_cubes", seat=0, source="pool", to="ne_africa", cubes=2)
    assert mine(t, 0, "pool", "stock", "on_map") == (3, 25, 2)
    t.rule("move_cubes", seat=0, source="ne_africa", to="stock", cubes=1)
    t.rule("move_cubes", seat=0, source="stock", to="pool", cubes=4)
    assert mine(t, 0, "pool", "stock", "on_map") == (7, 22, 1)


@pytest.mark.parametrize(("source", "cubes"), [("pool", 6), ("stock", 26), ("ne_africa", 1), ("mediterranean", 2)])
def test_no_cubes_are_made(source: str, cubes: int) -> None:
    to = "near_east"
    refused(at(1), "1.10", "not_there", type="move_cubes", seat=0, source=source, to=to, cubes=cubes)


@pytest.mark.parametrize("cubes", [0, -1])
def test_at_least_a_cube_is_moved(cubes: int) -> None:
    t = at(1)
    with pytest.raises((IllegalMoveError, MalformedMoveError)):
        t.fold.adjust({"type": "move_cubes", "seat": 0, "source": "pool", "to": "stock", "cubes": cubes})


def test_from_a_place_to_itself_nothing_changes() -> None:
    refused(at(1), "1.10", "nothing_changes", type="move_cubes", seat=0, source="pool", to="pool", cubes=1)


def test_the_alliance_piece_comes_home_when_a_ruling_takes_the_last_cube() -> None:
    t = at(4).owns(0, "P2-14").cubes(0, ne_africa=1)
    t.after(act(0, "empire", perform=False, **off(t, 0), free_after=[free("P2-14", "ne_africa")]))
    t.rule("move_cubes", seat=0, source="ne_africa", to="pool", cubes=1)
    assert t.look("seats.0.alliance") is None


# --------------------------------------------------------------------------------------------------------------- tiles


def test_a_tile_comes_from_the_display_from_another_seat_and_from_out_of_the_game() -> None:
    t = at(1, progress=["P1-03"]).rule("give_tile", seat=0, tile="P1-03")
    assert "P1-03" not in t.look("on_offer.progress")
    t.rule("give_tile", seat=1, tile="P1-03")
    assert (list(t.look("seats.0.progress")), list(t.look("seats.1.progress"))) == ([], ["P1-03"])
    t.rule("take_tile", seat=1, tile="P1-03")
    assert t.look("gone.progress.P1-03") == "ruled"
    t.rule("give_tile", seat=2, tile="P1-03")
    assert list(t.look("seats.2.progress")) == ["P1-03"]
    t.rule("give_tile", seat=0, tile="C1A-2").rule("take_tile", seat=0, tile="C1A-2")
    assert t.look("gone.city.C1A-2") == "ruled"


def test_a_given_tile_can_be_used_at_once() -> None:
    t = at(1, progress=["P1-04"]).rule("give_tile", seat=0, tile="P1-04").cubes(1, ne_africa=1)
    t.when(act(0, "empire", tile="E1", free_before=[free("P1-04", "ne_africa", 1)])).accepted()


@pytest.mark.parametrize("tile", ["P1-16", "P2-01", "C1B-1"])
def test_a_tile_that_was_not_turned_up_is_not_given(tile: str) -> None:
    refused(at(1), "2.9 2.11", "not_there", type="give_tile", seat=0, tile=tile)


def test_a_wonder_has_no_owner() -> None:
    t = at(2)
    with pytest.raises(IllegalMoveError):
        t.fold.adjust({"type": "give_tile", "seat": 0, "tile": "C1B-4"})


def test_nobody_is_given_two_of_one_name_and_era() -> None:
    t = at(1).owns(0, "P1-05")
    refused(t, "6.5", "duplicate", type="give_tile", seat=0, tile="P1-06")
    refused(t, "6.5 6.1", "nothing_changes", type="give_tile", seat=0, tile="P1-05")


def test_only_an_own_tile_is_taken_away_or_turned() -> None:
    t = at(1).owns(1, "P1-05")
    refused(t, "6.22 17.2", "not_there", type="take_tile", seat=0, tile="P1-05")
    refused(t, "6.8 6.1", "not_there", type="turn_tile", seat=0, tile="P1-05", up=False)


def test_a_tile_is_turned_and_turned_back() -> None:
    t = at(1, progress=["P1-04"]).owns(0, "P1-04").cubes(1, ne_africa=1)
    shot = act(0, "empire", tile="E1", free_before=[free("P1-04", "ne_africa", 1)])
    t.rule("turn_tile", seat=0, tile="P1-04", up=False)
    refuses(t, shot, "6.8", "face_down")
    refused(t, "6.8", "nothing_changes", type="turn_tile", seat=0, tile="P1-04", up=False)
    t.rule("turn_tile", seat=0, tile="P1-04", up=True).when(shot).accepted()


def test_a_given_navigation_opens_overseas() -> None:
    t = at(3).rule("give_tile", seat=1, tile="P2-01")
    assert t.look("overseas_open") is True
    t.when(act(0, "empire", tile="E1", place=put(china=1))).accepted()


# ----------------------------------------------------------------------------------------------------------- territory


def test_territory_comes_from_the_display_and_goes_out_of_the_game() -> None:
    t = at(1, lands=["forest"] * 2).rule("change_territory", seat=0, kind="forest", by=2)
    assert (mine(t, 0, "territory"), "forest" in t.look("on_offer.territory")) == (({"forest": 2},), False)
    t.rule("change_territory", seat=0, kind="forest", by=-1)
    assert (mine(t, 0, "territory"), t.look("gone.territory.forest")) == (({"forest": 1},), 1)


@pytest.mark.parametrize(("kind", "by"), [("mountain", 1), ("plain", 11), ("plain", -1)])
def test_no_territory_is_made(kind: str, by: int) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        at(1).fold.adjust({"type": "change_territory", "seat": 0, "kind": kind, "by": by})
    assert caught.value.code in ("not_there", "short", "range")


# ---------------------------------------------------------------------------------------------------------------- turn


def test_another_seat_acts_and_the_order_stays() -> None:
    t = at(1, discs=2).rule("set_turn", seat=2)
    t.sees("to_move", [2]).sees("order", [0, 1, 2])
    t.after(act(2, "empire", tile="E1")).sees("to_move", [0])


def test_a_seat_that_has_acted_or_another_phase_has_no_turn_to_set() -> None:
    t = at(1).go()
    refused(t, "5.1", "not_due", type="set_turn", seat=0)
    refused(over(at(1)), "5.1 3.2", "not_due", type="set_turn", seat=0)
    refused(at(1), "5.1", "nothing_changes", type="set_turn", seat=0)


# --------------------------------------------------------------------------------------------------------- all of them


def sound(facts: Json, components: Json) -> None:
    """Cubes, food and amounts are what they must be after a ruling too, and each tile is in one place."""
    for seat, (vp, fed, gold, resource, pool, stock, _, _) in facts["seats"].items():
        on_map = sum(cubes[int(seat)] for cubes in facts["cubes"].values())
        assert pool + stock + on_map == 30
        assert 0 <= fed <= 20
        assert min(vp, gold, resource, pool, stock) >= 0
        assert sum(facts["ledger"][seat].values()) == vp
    for kind, owner, name in (("progress", "progress", "progress"), ("city", "cities", "cities")):
        known = [tile for part in ("new", "aside", "gone") for tile in facts[part][kind]]
        known += [tile.rstrip("*") for tiles in facts[owner].values() for tile in tiles]
        assert len(known) == len(set(known))
        assert len(known) + facts["unseen"][kind] == len(components[name])


@pytest.mark.parametrize("count", [2, 4])
def test_the_invariants_hold_through_games_with_rulings(count: int) -> None:
    ruled = set()
    for log, kind in with_rulings(games.Table("rise_of_empires", count, 0), Random(count), at_once=6, most=90):
        if kind is not None:
            ruled.add(kind)
        sound(log.writer.facts(), rise_of_empires.box())
    assert len(ruled) >= 5, ruled


def test_what_a_tile_gave_by_an_effect_kept_as_text_is_a_ruling() -> None:
    text = {"kind": "text", "text": {"en": "take two gold", "es": "toma dos oros"}}
    made = box(discs=1, progress={"P1-12": {"effects": [text], "use": "free_action"}})
    t = at(1, made=made, progress=["P1-12"]).owns(0, "P1-12")
    t.after(act(0, "empire", tile="E1", free_after=[free("P1-12")])).rule("change_amount", seat=0, what="gold", by=2)
    assert mine(t, 0, "gold") == (7,)
    told: Any = t.on_to(7).fold.result()
    assert told["unchecked"] == ["P1-12"]


def test_a_battle_after_a_ruling_is_of_the_cubes_that_lie_there_then() -> None:
    t = at(1).cubes(0, ne_africa=1).cubes(1, ne_africa=3)
    t.rule("move_cubes", seat=1, source="ne_africa", to="stock", cubes=2)
    turn_of(t, 0).after(act(0, "empire", tile="E1", battles=[fight("ne_africa", 1)]))
    assert [t.look(f"map.ne_africa.cubes.{seat}") for seat in (0, 1)] == [0, 0]
