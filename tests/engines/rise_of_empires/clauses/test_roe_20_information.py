"""ROE-20: what is public, hidden, and known by elimination."""

from random import Random

import pytest

from engines import rise_of_empires
from tests.engines.given import defaults
from tests.engines.rise_of_empires.positions import at, opened
from tests.engines.rise_of_empires.table import COLOURS, box, first, reveal, table


def test_roe_20_1_all_that_players_have_is_open() -> None:
    assert all(not secret for secret in rise_of_empires.secret.values())
    t = at(1).has(2, gold=3)
    assert t.look("seats.2.gold") == 3


def test_roe_20_2_where_a_tile_lies_is_known_when_it_is_turned_up() -> None:
    t = opened()
    assert (t.look("coming.progress"), t.look("coming.territory")) == (None, None)
    assert t.look("on_offer.progress") == {}
    t.turn_up(["P1-16"])
    assert t.look("on_offer.progress.P1-16") == "new"


def test_roe_20_3_what_the_stacks_hold_is_public() -> None:
    t = at(1)
    assert t.look("unseen.progress") == {"1": 8, "2": 16, "3": 16}
    assert sum(t.look("unseen.territory").values()) == 30
    assert t.look("unseen.city") == 31


def test_roe_20_4_the_cities_of_every_turn_are_known() -> None:
    for turn in range(1, 6):
        assert len(at(turn).look("coming.city")) == (5 if turn < 4 else 8)


def test_roe_20_5_chance_is_the_first_player_and_what_a_turn_turns_up() -> None:
    game = rise_of_empires.table(Random(1), COLOURS[:2], defaults(rise_of_empires), rise_of_empires.box())
    seen = [move["type"] for move in game]
    assert seen.count("start_player") == 1
    assert seen.count("reveal") == 6
    assert {kind for kind in seen if kind not in ("start_player", "reveal")} <= {
        "action", "food_choice", "upkeep_choice", "era_keep", "choose_position",
    }  # fmt: skip


@pytest.mark.parametrize(("turn", "chance"), [(1, True), (2, True), (3, True), (4, False), (5, True), (6, False)])
def test_roe_20_5_a_reveal_is_a_barrier_if_any_of_it_is_chance(turn: int, chance: bool) -> None:  # noqa: FBT001
    before, after = (table(2, box=box(discs=1)).on_to(turn, "reveal") for _ in range(2))
    event = rise_of_empires.decode(after.turn_up().body)
    barrier = rise_of_empires.barrier(before.fold.state, event)
    assert (barrier.kind if barrier else None) == ("reveal" if chance else None)


def test_roe_20_6_the_engine_draws_nothing() -> None:
    one, other = (table(3, box=box(discs=1)).after(first(1)) for _ in range(2))
    tiles = [f"P1-{number:02}" for number in range(9, 17)]
    for t in (one, other):
        t.after(reveal(tiles, ["mountain"] * 8 + ["plain"] * 2))
    assert one.fold.view() == other.fold.view()
    assert [tile for tile, how in one.look("on_offer.progress").items() if how == "new"] == tiles
