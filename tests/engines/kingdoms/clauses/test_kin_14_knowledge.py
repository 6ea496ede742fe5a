"""KIN-14: what a fold knows, what follows from it, and what contradicts it."""

import pytest

from engines import kingdoms
from tests.engines.given import Position
from tests.engines.kingdoms.games import FREE_DRAGON, r1, r1_unknown
from tests.engines.kingdoms.table import copies, playing, scored, table

SECRET_FREE = ("phase", "round", "to_move", "scores", "start_player", "placements", "supply", "board", "results")


def candidates(position: Position, seat: int) -> list[str]:
    """What a face-down starting tile can still be."""
    found: list[str] = position.look(f"seats.{seat}.starting_tile.tile.unknown")
    return found


def test_kin_14_1_what_lies_openly_is_the_same_for_all_eyes() -> None:
    knows, public = r1(20), r1_unknown(20)
    for key in SECRET_FREE:
        public.sees(key, knows.look(key))
    for seat in "012":
        for key in ("colour", "gold", "reserve", "boxed", "starting_tile.status"):
            public.sees(f"seats.{seat}.{key}", knows.look(f"seats.{seat}.{key}"))
    assert public.fold.facts() == knows.fold.facts()


def test_kin_14_2_the_deal_reveals_to_its_owner_alone_and_names_no_tile() -> None:
    position = table("RB")
    event = position.fold.decide(position.move("B deal DR"))
    barrier = kingdoms.barrier(position.fold.state, event)
    assert barrier is not None
    assert (barrier.kind, barrier.what, tuple(barrier.seats)) == ("reveal", "starting_tile", (1,))


@pytest.mark.parametrize("tile", sorted(copies()))
def test_kin_14_3_the_supply_can_give_any_kind(tile: str) -> None:
    position = playing("RB")
    assert type(position.look("supply")) is int
    position.when(type="draw_and_place", seat=0, tile=tile, row=1, col=1).accepted()


def test_kin_14_4_a_reveal_is_public_for_all() -> None:
    position = r1_unknown()
    event = position.fold.decide(position.move("B reveal MT"))
    barrier = kingdoms.barrier(position.fold.state, event)
    assert barrier is not None
    assert (barrier.kind, sorted(barrier.seats)) == ("reveal", [0, 1, 2])


@pytest.mark.parametrize("line", ["B start MT 1,1", "B reveal MT"])
def test_kin_14_4_what_makes_the_tile_public_opens_its_seal(line: str) -> None:
    position = r1_unknown(29) if "start" in line else r1_unknown()
    openings = kingdoms.opens(position.fold.state, position.move(line))
    assert [(opening.name, opening.secret, opening.fills) for opening in openings] == [("5", "tile", "tile")]


def test_kin_14_5_a_deal_may_leave_the_kind_empty() -> None:
    position = table("RB").when("R deal").accepted()
    assert position.body == {"type": "deal_starting_tile", "seat": 0}
    table("RB").when(type="deal_starting_tile", seat=0, tile=None).accepted()


def test_kin_14_6_a_confided_tile_changes_no_public_fact() -> None:
    assert playing("RB", R="WZ").fold.facts() == playing("RB").fold.facts()


def test_kin_14_7_a_deal_confided_as_a_kind_of_which_no_copy_is_left_is_refused() -> None:
    table("RB").after("R deal DR").when("B deal DR").refused("KIN-14.7", code="held_elsewhere", names=["2"])


def test_kin_14_7_two_copies_may_be_confided_and_no_third() -> None:
    table("YRB").after("Y deal MT", "R deal MT").sees("stock.mountain", 0).when("B deal MT").refused(
        "KIN-14.7", code="held_elsewhere", names=["2", "3"]
    )


@pytest.mark.parametrize("line", ["R DR 3,3", "R start DR 3,3"])
def test_kin_14_8_a_kind_without_stock_cannot_appear(line: str) -> None:
    code = "not_a_candidate" if "start" in line else "kind_exhausted"
    playing("RB").after("R +1 1,1", "B DR 1,2").when(line).refused(code=code, names=["6"])


def test_kin_14_10_kin_14_13_kin_e23_and_kin_e24_a_dragon_on_the_board_is_no_starting_tile() -> None:
    playing("RB").after("R DR 1,1").when("B start DR 1,2").refused(code="not_a_candidate", names=["5"])


TWENTY_ONE = [tile for tile, count in copies().items() for _ in range(count) if tile != "mountain"]


def drawn(tiles: list[str], **confided: str) -> Position:
    """Red and blue draw these tiles by turns, from the top left on."""
    return playing("RB", **confided).after(
        *[f"{'RB'[turn % 2]} {tile} {turn // 6 + 1},{turn % 6 + 1}" for turn, tile in enumerate(tiles)]
    )


def test_kin_14_12_who_was_confided_a_tile_deduces_the_other() -> None:
    tiles = [*TWENTY_ONE[:-1], "mountain"]
    drawn(tiles, R="MT").sees("seats.1.starting_tile.deduced", TWENTY_ONE[-1])


def test_kin_14_13_a_confided_tile_placed_as_another_is_noted_too() -> None:
    position = playing("RB", R="+6").applied("R start -6 1,1")
    assert [found["names"] for found in position.look("contradictions")] == [["3", "5"]]
    position.sees("seats.0.starting_tile.status", "placed").sees("seats.0.starting_tile.tile", "hazard_6")
    position.sees("stock.resource_6", 2).sees("stock.hazard_6", 0)


def test_kin_14_13_after_a_contradiction_the_forgotten_tile_may_be_what_is_left() -> None:
    playing("RB", B="DR").applied("R DR 1,1").when("B start WZ 2,2").accepted()


def test_kin_14_13_a_contradiction_is_noted_once() -> None:
    position = playing("RB", B="DR").applied("R DR 1,1").after("B1 1,2", "R1 1,3")
    assert len(position.look("contradictions")) == 1


def test_kin_14_13_a_contradiction_in_a_reveal_is_noted() -> None:
    position = r1(30, B="-4").applied("B reveal MT")
    assert [found["names"] for found in position.look("contradictions")] == [["5", "36"]]
    position.sees("seats.2.starting_tile.tile", "mountain").sees("seats.2.starting_tile.status", "revealed")


def test_kin_14_14_two_players_cannot_both_reveal_the_dragon() -> None:
    scored(FREE_DRAGON, "RB").after("R reveal DR").when("B reveal DR").refused(
        "KIN-14.14", "KIN-14.13", "KIN-14.8", code="not_a_candidate", names=["35"]
    ).when("B reveal WZ").accepted()


def test_kin_14_15_and_kin_e25_the_public_candidates_still_hold_a_confided_dragon() -> None:
    recorder, public = playing("YRB", Y="DR"), playing("YRB")
    assert all("dragon" in candidates(public, seat) for seat in range(3))
    assert all("dragon" not in candidates(recorder, seat) for seat in (1, 2))
    recorder.sees("stock.dragon", 0).sees("seats.0.starting_tile.tile", "dragon")
    public.sees("stock.dragon", 1)
