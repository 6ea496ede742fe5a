"""What a judge may put right in Rise of Empires: each adjustment, what refuses it, and the invariants after it."""

from random import Random
from typing import Any

import pytest

from engines import rise_of_empires
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from tests.contract import games
from tests.contract.ruling import with_rulings
from tests.engines.given import in_both_languages, well_said
from tests.engines.rise_of_empires.positions import at, mine, off
from tests.engines.rise_of_empires.table import Table, act, box, free

KINDS = ("change_amount", "move_cubes", "give_tile", "take_tile", "change_territory", "turn_tile", "set_turn")


def refused(t: Table, clauses: str, code: str, **adjustment: Any) -> None:
    """Assert that an adjustment is refused by one of these clauses and changes nothing."""
    before = t.fold.view()
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.adjust(adjustment)
    well_said(caught.value)
    assert caught.value.rule in {f"ROE-{clause}" for clause in clauses.split()}, caught.value.rule
    assert caught.value.code == code, caught.value.code
    in_both_languages(caught.value.says)
    assert t.fold.view() == before


def test_there_are_seven_adjustments_and_none_is_a_move() -> None:
    assert tuple(rise_of_empires.adjustments(rise_of_empires.box())) == KINDS
    for kind in KINDS:
        with pytest.raises(MalformedMoveError):
            at(1).fold.decide({"type": kind, "seat": 0})


# --------------------------------------------------------------------------------------------------------------- cubes


def test_the_alliance_piece_comes_home_when_a_ruling_takes_the_last_cube() -> None:
    t = at(4).owns(0, "P2-14").cubes(0, ne_africa=1)
    t.after(act(0, "empire", perform=False, **off(t, 0), free_after=[free("P2-14", "ne_africa")]))
    t.rule("move_cubes", seat=0, source="ne_africa", to="pool", cubes=1)
    assert t.look("seats.0.alliance") is None


# --------------------------------------------------------------------------------------------------------------- tiles


def test_a_tile_comes_from_the_display_from_another_seat_and_from_out_of_the_game() -> None:
    # by name a copy that was turned up, of P1-03 and P1-04
    t = at(1, progress=[f"P1-{number:02}" for number in range(4, 12)]).rule("give_tile", seat=0, tile="Iron Weapons")
    assert list(t.look("seats.0.progress")) == ["P1-04"]
    t = at(1, progress=["P1-03"]).rule("give_tile", seat=0, tile="P1-03")
    assert "P1-03" not in t.look("on_offer.progress")
    t.rule("give_tile", seat=1, tile="P1-03")
    assert (list(t.look("seats.0.progress")), list(t.look("seats.1.progress"))) == ([], ["P1-03"])
    t.rule("take_tile", seat=1, tile="P1-03")
    assert t.look("gone.progress.P1-03") == "ruled"
    t.rule("give_tile", seat=2, tile="P1-03")
    assert list(t.look("seats.2.progress")) == ["P1-03"]
    t.rule("change_territory", seat=0, kind="plain", by=1).rule("change_territory", seat=0, kind="plain", by=-1)
    assert t.look("gone.territory") == {"plain": 1}
    t.rule("give_tile", seat=0, tile="C1A-2").rule("take_tile", seat=0, tile="C1A-2")
    assert t.look("gone.city.C1A-2") == "ruled"


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
