"""KIN-14: what a fold knows, what follows from it, and what contradicts it."""

from __future__ import annotations

import pytest

from engines import kingdoms
from tests.engines.given import Position
from tests.engines.kingdoms.games import g1, r1, r1_unknown, r2
from tests.engines.kingdoms.table import FIGURES, copies, epoch, kind, playing, scored, table

BLUE_CANDIDATES = ["resource_2", "resource_4", "resource_5", "resource_6", "hazard_4", "mountain"]
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


def test_kin_14_1_the_facts_are_the_open_ones() -> None:
    facts = r1(3).fold.facts()
    assert facts == {
        "phase": "playing",
        "round": 1,
        "to_move": [0],
        "start_player": 0,
        "supply": 17,
        "board": ["hazard_6", *[".."] * 10, "wizard", *[".."] * 11, "resource_5", *[".."] * 6],
        "gold": {"0": 50, "1": 50, "2": 50},
        "reserve": {"0": [3, 3, 2, 1], "1": [3, 3, 2, 1], "2": [3, 3, 2, 1]},
        "boxed": {"0": [0, 0, 0], "1": [0, 0, 0], "2": [0, 0, 0]},
        "starting_tile": {"0": "face_down", "1": "face_down", "2": "face_down"},
    }


def test_kin_14_2_an_unplaced_starting_tile_is_its_owner_s_secret() -> None:
    assert kingdoms.secret == {"deal_starting_tile": {"tile": "seat"}}
    playing("RB", R="DR").sees("seats.0.starting_tile.tile", "dragon")
    assert "dragon" in candidates(playing("RB"), 0)


def test_kin_14_2_the_deal_reveals_to_its_owner_alone_and_names_no_tile() -> None:
    position = table("RB")
    event = position.fold.decide(position.move("B deal DR"))
    barrier = kingdoms.barrier(position.fold.state, event)
    assert barrier is not None
    assert (barrier.kind, barrier.what, tuple(barrier.seats)) == ("reveal", "starting_tile", (1,))


def test_kin_14_2_the_sentence_of_a_deal_to_who_was_not_told_names_no_tile() -> None:
    says = table("RB").when("B deal").accepted().step["says"]
    names = {name.lower() for *_, name in FIGURES["components"]["kinds"]}
    assert not [name for name in names for text in says.values() if name in text.lower()]


@pytest.mark.parametrize("tile", sorted(copies()))
def test_kin_14_3_the_supply_can_give_any_kind(tile: str) -> None:
    position = playing("RB")
    assert type(position.look("supply")) is int
    position.when(type="draw_and_place", seat=0, tile=tile, row=1, col=1).accepted()


def test_kin_14_4_a_starting_tile_is_public_from_its_placement_on() -> None:
    r1_unknown(29).sees("seats.1.starting_tile.status", "placed").sees("seats.1.starting_tile.tile", "hazard_5")


def test_kin_14_4_a_starting_tile_is_public_from_its_reveal_on() -> None:
    r1_unknown().when("B reveal MT").accepted().sees("seats.2.starting_tile.status", "revealed").sees(
        "seats.2.starting_tile.tile", "mountain"
    )


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


def test_kin_14_4_a_reveal_before_the_end_of_the_epoch_is_refused() -> None:
    r1_unknown(29).when("B reveal MT").refused("KIN-14.4", "KIN-11.8", "KIN-7.3", "KIN-12.1", code="wrong_phase")


def test_kin_14_5_a_deal_may_leave_the_kind_empty() -> None:
    position = table("RB").when("R deal").accepted()
    assert position.body == {"type": "deal_starting_tile", "seat": 0}
    table("RB").when(type="deal_starting_tile", seat=0, tile=None).accepted()


def test_kin_14_6_a_confided_tile_is_known_to_the_fold_that_was_told() -> None:
    position = table("RB").when("R deal WZ").accepted().sees("seats.0.starting_tile.tile", "wizard")
    assert position.body == {"type": "deal_starting_tile", "seat": 0, "tile": "wizard"}
    position.sees("seats.0.starting_tile.status", "face_down")


def test_kin_14_6_a_confided_tile_changes_no_public_fact() -> None:
    assert playing("RB", R="WZ").fold.facts() == playing("RB").fold.facts()


def test_kin_14_7_stock_is_the_box_less_the_board_less_confided_tiles() -> None:
    position = r1(20)
    lying = {"resource_3": 2, "resource_4": 1, "resource_5": 1, "resource_1": 1, "hazard_6": 1, "hazard_1": 1}
    lying |= {"hazard_2": 1, "hazard_3": 1, "gold_mine": 1, "wizard": 1, "resource_6": 1}
    position.sees("stock", {tile: count - lying.get(tile, 0) for tile, count in copies().items()})
    r1_unknown(20).sees("stock.resource_6", 2)


def test_kin_14_7_a_draw_of_the_copy_that_somebody_confided_is_refused() -> None:
    playing("RB", B="DR").when("R DR 1,1").refused("KIN-14.7", code="held_elsewhere", names=["4"])


def test_kin_14_7_the_own_confided_tile_cannot_be_drawn_either() -> None:
    playing("RB", R="DR").when("R DR 1,1").refused("KIN-14.7", code="held_elsewhere", names=["3"])


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


def test_kin_14_9_a_confided_tile_is_placed_as_that_kind() -> None:
    playing("RB", R="+6").when("R start -6 1,1").refused("KIN-14.9", code="starting_tile_mismatch", names=["3"])
    playing("RB", R="+6").when("R start +6 1,1").accepted()


def test_kin_14_9_a_confided_tile_is_revealed_as_that_kind() -> None:
    position = r1(30, B="-4")
    position.when("B reveal MT").refused("KIN-14.9", code="starting_tile_mismatch", names=["5"])
    position.when("B reveal -4").accepted()


def test_kin_14_9_a_confided_tile_need_not_be_named_at_its_reveal() -> None:
    r1(30, B="-4").when("B reveal").accepted().sees("seats.2.starting_tile.tile", "hazard_4")


def test_kin_14_10_the_candidates_are_the_kinds_in_stock_in_the_order_of_the_box() -> None:
    assert candidates(playing("RB"), 1) == list(copies())
    assert candidates(playing("RB").after("R DR 1,1", "B +3 1,2"), 1) == [tile for tile in copies() if tile != "dragon"]
    assert candidates(playing("RB").after("R +3 1,1", "B +3 1,2"), 0) == [
        tile for tile in copies() if tile != kind("+3")
    ]


def test_kin_14_10_the_candidates_shrink_during_the_epoch() -> None:
    before = set(copies())
    for moves in range(31):
        now = set(candidates(r1(moves), 2))
        assert now <= before
        before = now
    assert before == set(BLUE_CANDIDATES)


def test_kin_14_10_kin_14_13_kin_e23_and_kin_e24_a_dragon_on_the_board_is_no_starting_tile() -> None:
    playing("RB").after("R DR 1,1").when("B start DR 1,2").refused(code="not_a_candidate", names=["5"])


def test_kin_14_11_the_stock_is_the_supply_and_the_unknown_starting_tiles() -> None:
    for position, unknown in ((r1(0), 2), (r1(20), 2), (r1(28), 2), (r1(29), 1), (r1_unknown(10), 3)):
        assert sum(position.look("stock").values()) == position.look("supply") + unknown


def test_kin_14_12_with_an_empty_supply_the_last_face_down_tile_is_deduced() -> None:
    r2(25).sees("seats.1.starting_tile.deduced", None)
    r2(26).sees("supply", 0).sees("seats.1.starting_tile.deduced", "mountain")


def test_kin_14_12_a_deduced_tile_is_not_a_recorded_one() -> None:
    r2(26).sees("seats.1.starting_tile.tile", {"unknown": ["mountain"]}).sees(
        "seats.1.starting_tile.status", "face_down"
    )


TWENTY_ONE = [tile for tile, count in copies().items() for _ in range(count) if tile != "mountain"]


def drawn(tiles: list[str], **confided: str) -> Position:
    """Red and blue draw these tiles by turns, from the top left on."""
    return playing("RB", **confided).after(
        *[f"{'RB'[turn % 2]} {tile} {turn // 6 + 1},{turn % 6 + 1}" for turn, tile in enumerate(tiles)]
    )


def test_kin_14_12_two_face_down_tiles_are_deduced_when_both_copies_are_of_one_kind() -> None:
    drawn(TWENTY_ONE[:20]).sees("seats.0.starting_tile.deduced", None)
    drawn(TWENTY_ONE).sees("supply", 0).sees("seats.0.starting_tile.deduced", "mountain").sees(
        "seats.1.starting_tile.deduced", "mountain"
    )


def test_kin_14_12_two_face_down_tiles_of_two_kinds_are_not_deduced() -> None:
    position = drawn([*TWENTY_ONE[:-1], "mountain"]).sees("supply", 0).sees("seats.0.starting_tile.deduced", None)
    assert candidates(position, 0) == candidates(position, 1) == ["mountain", TWENTY_ONE[-1]]


def test_kin_14_12_one_candidate_is_a_deduction_though_the_supply_has_a_tile() -> None:
    position = playing("RB").after("R start +1 5,6")
    tiles = [tile for tile in TWENTY_ONE if tile != "resource_1"] + ["resource_1"]
    for turn, tile in enumerate(tiles):
        position.after(f"{'BR'[turn % 2]} {tile} {turn // 6 + 1},{turn % 6 + 1}")
    position.sees("supply", 1).sees("stock.mountain", 2).sees("seats.1.starting_tile.deduced", "mountain")


def test_kin_14_12_who_was_confided_a_tile_deduces_the_other() -> None:
    tiles = [*TWENTY_ONE[:-1], "mountain"]
    drawn(tiles, R="MT").sees("seats.1.starting_tile.deduced", TWENTY_ONE[-1])


def test_kin_14_13_a_tile_whose_last_copy_was_drawn_is_refused_and_both_entries_are_named() -> None:
    r1_unknown(29).when("B start -6 5,1").refused("KIN-14.13", "KIN-14.8", code="not_a_candidate", names=["6"])


def test_kin_14_13_a_public_fact_wins_over_a_confided_tile_and_both_names_are_noted() -> None:
    position = playing("RB", B="DR").applied("R DR 1,1")
    position.sees("contradictions", [{"names": ["4", "5"], "rule": "KIN-14.13", "what": "dragon"}])
    position.sees("seats.1.starting_tile.status", "face_down").sees("board.0.0.tile", "dragon").sees("stock.dragon", 0)
    assert candidates(position, 1) == [tile for tile in copies() if tile != "dragon"]
    position.marked("contradiction", names=["4", "5"])


def test_kin_14_13_the_names_of_a_contradiction_are_sorted_as_numbers() -> None:
    position = playing("YRB", R="WZ").after("Y1 1,1", "R1 1,2", "B1 1,3", "Y1 2,1", "R1 2,2").applied("B WZ 3,3")
    position.sees("contradictions.0.names", ["4", "11"])


def test_kin_14_13_a_confided_tile_placed_as_another_is_noted_too() -> None:
    position = playing("RB", R="+6").applied("R start -6 1,1")
    assert [found["names"] for found in position.look("contradictions")] == [["3", "5"]]
    position.sees("seats.0.starting_tile.status", "placed").sees("seats.0.starting_tile.tile", "hazard_6")
    position.sees("stock.resource_6", 2).sees("stock.hazard_6", 0)


def test_kin_14_13_a_sealed_tile_that_opens_as_one_that_lies_on_the_board_is_noted() -> None:
    position = playing("RB").after("R DR 1,1").applied("B start DR 2,2")
    assert [found["names"] for found in position.look("contradictions")] == [["5", "6"]]
    position.sees("board.0.0.tile", "dragon").sees("board.1.1.tile", "dragon").sees("stock.dragon", 0)


def test_kin_14_13_the_fold_that_was_not_told_sees_no_contradiction() -> None:
    playing("RB").after("R DR 1,1").sees("contradictions", [])


def test_kin_14_13_after_a_contradiction_the_forgotten_tile_may_be_what_is_left() -> None:
    playing("RB", B="DR").applied("R DR 1,1").when("B start WZ 2,2").accepted()


def test_kin_14_13_two_secrets_that_exclude_each_other_are_noted() -> None:
    """Who sees both seals: each seat typed its own, and neither could know of the other."""
    position = table("YRB").after("first Y", "Y deal DR").applied("R deal DR")
    assert [found["names"] for found in position.look("contradictions")] == [["3", "4"]]
    assert min(position.look("stock").values()) >= 0


def test_kin_14_13_the_other_copy_is_on_the_board_already() -> None:
    position = playing("YRB", Y="+5").after("Y +5 1,1").applied("R +5 1,2")
    assert [found["names"] for found in position.look("contradictions")] == [["3", "6", "7"]]
    position.sees("stock.resource_5", 0).sees("seats.0.starting_tile.status", "face_down")
    assert "resource_5" not in candidates(position, 0)


def test_kin_14_13_a_contradiction_is_noted_once() -> None:
    position = playing("RB", B="DR").applied("R DR 1,1").after("B1 1,2", "R1 1,3")
    assert len(position.look("contradictions")) == 1


def test_kin_14_13_a_contradiction_stays_in_the_view_of_later_epochs() -> None:
    lines = list(epoch(FREE_DRAGON, "RB", "R", B="-6"))
    position = table("RB").after(*lines[:3])
    for line in lines[3:]:
        position.applied(line)
    assert position.after("R deal").sees("round", 2).look("contradictions")[0]["names"][0] == "4"


def test_kin_14_13_a_contradiction_in_a_reveal_is_noted() -> None:
    position = r1(30, B="-4").applied("B reveal MT")
    assert [found["names"] for found in position.look("contradictions")] == [["5", "36"]]
    position.sees("seats.2.starting_tile.tile", "mountain").sees("seats.2.starting_tile.status", "revealed")


FREE_DRAGON = (
    "+1 +2 +3 +4 +5 +6",
    "R1 B1 R1 B1 R1 B1",
    "R2 B2 R2 B2 R2 B2",
    "R3 B3 R3 B3 R4 B4",
    "-1 -2 -3 -4 -5 -6",
)
"""A full board without dragon, wizard, gold mine and mountains."""


def test_kin_14_14_two_players_cannot_both_reveal_the_dragon() -> None:
    scored(FREE_DRAGON, "RB").after("R reveal DR").when("B reveal DR").refused(
        "KIN-14.14", "KIN-14.13", "KIN-14.8", code="not_a_candidate", names=["35"]
    ).when("B reveal WZ").accepted()


def test_kin_14_14_a_revealed_kind_leaves_the_stock_of_all_eyes() -> None:
    scored(FREE_DRAGON, "RB").after("R reveal DR").sees("stock.dragon", 0)


def test_kin_14_14_a_kind_confided_by_another_cannot_be_revealed() -> None:
    position = table("RB").after(*epoch(FREE_DRAGON, "RB", "R", R="DR"))
    position.when("B reveal DR").refused("KIN-14.14", "KIN-14.13", "KIN-14.8", code="not_a_candidate", names=["3"])


def test_kin_14_14_a_tile_is_revealed_once() -> None:
    scored(FREE_DRAGON, "RB").after("R reveal DR").when("R reveal DR").refused(
        "KIN-14.14", "KIN-4.8", code="no_starting_tile"
    ).when("R reveal WZ").refused("KIN-14.14", "KIN-4.8", code="no_starting_tile")


def test_kin_14_14_a_placed_tile_is_not_revealed() -> None:
    r1().when("R reveal -5").refused("KIN-14.14", "KIN-4.8", code="no_starting_tile")


def test_kin_14_14_a_reveal_changes_nothing_else() -> None:
    position = r1_unknown()
    before = position.fold.facts()
    after = position.after("B reveal MT").fold.facts()
    assert after.pop("starting_tile") == {"0": "placed", "1": "placed", "2": "revealed"}
    assert after == {key: value for key, value in before.items() if key != "starting_tile"}


def test_kin_14_15_and_kin_e25_the_public_candidates_still_hold_a_confided_dragon() -> None:
    recorder, public = playing("YRB", Y="DR"), playing("YRB")
    assert all("dragon" in candidates(public, seat) for seat in range(3))
    assert all("dragon" not in candidates(recorder, seat) for seat in (1, 2))
    recorder.sees("stock.dragon", 0).sees("seats.0.starting_tile.tile", "dragon")
    public.sees("stock.dragon", 1)


def test_kin_14_15_a_refusal_that_rests_on_a_secret_is_given_to_who_knows_it_alone() -> None:
    playing("YRB", Y="DR").when("Y DR 1,1").refused(code="held_elsewhere", names=["3"])
    playing("YRB").when("Y DR 1,1").accepted()
    playing("YRB", Y="DR").after("Y1 1,1").when("R start DR 2,2").refused(code="not_a_candidate", names=["3"])
    playing("YRB").after("Y1 1,1").when("R start DR 2,2").accepted()
    playing("YRB", Y="+6").when("Y start -6 1,1").refused(code="starting_tile_mismatch", names=["3"])
    playing("YRB").when("Y start -6 1,1").accepted()


def test_kin_14_15_each_owner_s_fold_knows_its_own_tile_alone() -> None:
    yellow, red = playing("YRB", Y="DR"), playing("YRB", R="WZ")
    assert (yellow.look("stock.dragon"), yellow.look("stock.wizard")) == (0, 1)
    assert (red.look("stock.dragon"), red.look("stock.wizard")) == (1, 0)


def test_kin_14_6_a_tile_confided_in_the_last_epoch_is_known_in_that_epoch_only() -> None:
    position = g1(1).after("Y deal DR").sees("seats.0.starting_tile.tile", "dragon").sees("stock.dragon", 0)
    position.after("R deal", "B deal").when("B DR 1,1").refused(code="held_elsewhere", names=["36"])
