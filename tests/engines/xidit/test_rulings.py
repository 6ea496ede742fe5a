"""What a judge may put right in Lords of Xidit, each adjustment against the invariants of the reference."""

from random import Random
from typing import Any

import pytest

from engines import xidit
from engines.kernel.game import IllegalMoveError
from engines.kernel.replay import Fold
from tests.contract.games import Table
from tests.contract.ruling import with_rulings
from tests.engines.given import Position, well_said
from tests.engines.xidit.table import CENTRE, deal, fist, mustered, table

STAND = [1, 2, 3, 4]
POOL = {"peasant": 18, "archer": 16, "infantry": 14, "cleric": 12, "mage": 10}


def rule(position: Position, **adjustment: Any) -> Position:
    """The table after an adjustment."""
    body = xidit.encode(position.fold.adjust(adjustment))
    position.step = position.fold.step(f"{position.fold.ply + 2}.1", body)
    return position


def refused(position: Position, clause: str, code: str, **adjustment: Any) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        position.fold.adjust(adjustment)
    well_said(caught.value)
    assert (caught.value.rule, caught.value.code) == (clause, code), caught.value.says


def sound(fold: Fold[Any, Any]) -> None:
    """Assert the invariants of the reference, chapter 27, 1 and 3, counted from the pieces themselves."""
    state = fold.state
    for unit, count in POOL.items():
        lie = sum(city.units.get(unit, 0) for city in state.cities.values())
        held = [seat.units[unit] for seat in state.seats]
        assert state.barracks[unit] + lie + sum(held) == count, unit
        assert min(*held, lie, state.barracks[unit]) >= 0
    for place, seat in enumerate(state.seats):
        out = sum(bards.get(str(place), 0) for bards in state.regions.values())
        assert (seat.bards + out + seat.bastion, min(seat.bards, out, seat.bastion) >= 0) == (20, True)
        heights = [city.height for city in state.cities.values() if city.guild == place]
        assert seat.stories + sum(heights) + seat.aside == 15
        assert all(1 <= height <= 4 for height in heights)
    assert all(city.guild is not None or city.height == 0 for city in state.cities.values())
    assert all(sum(city.units.values()) for city in state.cities.values() if city.tile and not city.threat)
    assert all(bards > 0 for there in state.regions.values() for bards in there.values())


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_invariants_hold_through_games_with_rulings(count: int) -> None:
    """A game made of offers, with a ruling before every third move; each seat still executes every order once."""
    ruled = set()
    for log, kind in with_rulings(Table("xidit", count, 0), Random(count), at_once=12, most=400):
        if kind is not None:
            ruled.add(kind)
            sound(log.writer)
    state = log.writer.state
    if state.phase == "programming":
        assert {seat.executed for seat in state.seats} == {6 * (state.year - 1)}
    assert ruled >= set(xidit.adjustments(xidit.box())) - {"change_dummy", "change_tile_units"}


def standing() -> Position:
    """Four seats in cities 1 to 4 before the first program; every seat has one unit of each type."""
    return table(4, deal(), STAND)


def test_gold_is_given_and_never_below_nothing_xid_1_9() -> None:
    position = standing()
    gold = position.look("derived.1.gold")
    rule(position, type="change_gold", seat=1, by=3).sees("derived.1.gold", gold + 3)
    position.says("en", "Red +3 gold").says("es", "Rojo +3 de oro")
    refused(position, "XID-1.9", "too_little_gold", type="change_gold", seat=1, by=-gold - 4)
    rule(position, type="change_gold", seat=1, by=-gold - 3).sees("derived.1.gold", 0)
    refused(position, "XID-1.9", "range", type="change_gold", seat=1, by=0)
    refused(position, "XID-2.1", "unseated", type="change_gold", seat=4, by=1)


def test_units_come_from_the_barracks_and_go_back_there_xid_1_7() -> None:
    position = standing()
    left, held = position.look("barracks.mage"), position.look("derived.0.units.mage")
    rule(position, type="change_units", seat=0, unit="mage", by=2)
    position.sees("barracks.mage", left - 2).sees("derived.0.units.mage", held + 2)
    refused(position, "XID-1.7", "too_few_in_barracks", type="change_units", seat=0, unit="mage", by=left - 1)
    refused(position, "XID-1.7", "too_few_units", type="change_units", seat=0, unit="mage", by=-held - 3)
    refused(position, "XID-1.7", "no_such_unit", type="change_units", seat=0, unit="dragon", by=1)
    rule(position, type="change_units", seat=0, unit="mage", by=left - 2).sees("barracks.mage", 0)
    rule(position, type="change_units", seat=0, unit="mage", by=-held - left).sees("derived.0.units.mage", 0)


def test_units_of_a_closed_fist_are_not_taken_xid_14_5() -> None:
    t = mustered("peasant", "peasant").census().after(fist(0, "peasant", 1))
    refused(t, "XID-14.5", "fist_closed", type="change_units", seat=0, unit="peasant", by=-1)
    rule(t, type="change_units", seat=0, unit="peasant", by=1)
    rule(t, type="change_units", seat=1, unit="peasant", by=-1).sees("derived.1.units.peasant", 0)


def test_a_recruitment_tile_holds_no_more_than_it_shows_and_is_never_emptied_xid_1_8_xid_8_11() -> None:
    position = standing()
    units: dict[str, int] = position.look("cities.5.tile.units")
    unit = next(unit for unit, count in units.items() if count)
    refused(position, "XID-1.8", "not_on_tile", type="change_tile_units", city=5, unit=unit, by=1)
    refused(position, "XID-1.8", "not_on_tile", type="change_tile_units", city=5, unit=unit, by=-units[unit] - 1)
    refused(position, "XID-8.1", "no_recruits", type="change_tile_units", city=12, unit=unit, by=1)
    refused(position, "XID-8.1", "no_recruits", type="change_tile_units", city=20, unit=unit, by=1)
    left: int = position.look(f"barracks.{unit}")
    rule(position, type="change_tile_units", city=5, unit=unit, by=-1).sees(f"barracks.{unit}", left + 1)
    position.sees(f"cities.5.tile.units.{unit}", units[unit] - 1)
    for other, count in position.look("cities.5.tile.units").items():
        if count and sum(position.look("cities.5.tile.units").values()) > count:
            rule(position, type="change_tile_units", city=5, unit=other, by=-count)
    ((last, count),) = ((one, count) for one, count in position.look("cities.5.tile.units").items() if count)
    refused(position, "XID-8.11", "tile_emptied", type="change_tile_units", city=5, unit=last, by=-count)


def test_an_idrakys_stands_in_another_city_xid_1_2() -> None:
    position = rule(standing(), type="move_idrakys", seat=2, city=9).sees("idrakys", {"0": 1, "1": 2, "2": 9, "3": 4})
    refused(position, "XID-1.2", "stands_there", type="move_idrakys", seat=2, city=9)
    refused(position, "XID-1.2", "no_such_city", type="move_idrakys", seat=2, city=22)


def test_bards_come_from_the_supply_and_go_back_there_xid_1_10() -> None:
    position = standing()
    rule(position, type="change_bards", seat=0, region=CENTRE, by=2).sees("bastion.total", 2)
    position.sees("derived.0.bards_left", 18)
    refused(position, "XID-1.10", "too_few_bards", type="change_bards", seat=0, region=CENTRE, by=-3)
    refused(position, "XID-1.10", "too_few_bards", type="change_bards", seat=0, region="R1", by=19)
    rule(position, type="change_bards", seat=0, region="R1", by=18).sees("derived.0.bards_left", 0)
    rule(position, type="change_bards", seat=0, region=CENTRE, by=-2).sees("bastion.total", 0)
    refused(position, "XID-1.5", "no_such_region", type="change_bards", seat=0, region="R10", by=1)


def test_a_guild_has_one_colour_and_four_stories_at_most_xid_10_14_xid_10_15() -> None:
    position = rule(standing(), type="change_stories", seat=0, city=5, by=4).sees("seats.0.stories", 11)
    refused(position, "XID-10.14", "guild_height", type="change_stories", seat=0, city=5, by=1)
    refused(position, "XID-10.15", "anothers_guild", type="change_stories", seat=1, city=5, by=1)
    rule(position, type="change_stories", seat=0, city=5, by=-4).sees("seats.0.stories", 15)
    rule(position, type="change_stories", seat=1, city=5, by=1)
    refused(position, "XID-10.14", "guild_height", type="change_stories", seat=1, city=5, by=-2)


def test_the_dummy_is_raised_where_there_is_one_xid_15_4() -> None:
    three = rule(table(3, deal(tiles="3p"), [1, 2, 3]), type="change_dummy", criterion="wealth", by=1)
    refused(three, "XID-15.4", "below_start", type="change_dummy", criterion="wealth", by=-2)
    rule(three, type="change_dummy", criterion="wealth", by=-1)
    refused(three, "XID-15.4", "below_start", type="change_dummy", criterion="wealth", by=-1)
    refused(standing(), "XID-15.4", "no_such_track", type="change_dummy", criterion="wealth", by=1)
    with pytest.raises(IllegalMoveError, match='no track "x"; tracks: Wealth, Influence or Reputation'):
        three.fold.adjust({"type": "change_dummy", "criterion": "x", "by": 1})


def test_the_first_player_is_set_until_an_order_is_executed_xid_3_3_xid_5_1() -> None:
    t = standing()
    first = t.look("first_player")
    other = (first + 1) % 4
    rule(t, type="set_first_player", seat=other).sees("first_player", other)
    refused(t, "XID-3.3", "has_token", type="set_first_player", seat=other)
    begun = table(4, deal(), STAND).start().run(orders=1)
    refused(begun, "XID-5.1", "orders_begun", type="set_first_player", seat=other)
