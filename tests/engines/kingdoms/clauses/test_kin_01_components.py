"""KIN-1: board, tiles, castles, colours, gold."""

import pytest

from engines import kingdoms
from tests.engines.given import no_table
from tests.engines.kingdoms.games import FIRST
from tests.engines.kingdoms.table import COLOURS, bases, copies, playing, scored, table

SPACES = [(row, col) for row in range(1, 6) for col in range(1, 7)]


def test_kin_1_1_the_board_has_five_rows_of_six_empty_spaces() -> None:
    playing("RB").sees("board", [[None] * 6] * 5)


def test_kin_1_2_there_are_23_tiles_of_16_kinds() -> None:
    stock = table("RB").look("stock")
    counts = [
        sum(number for kind, number in stock.items() if kind.startswith(start))
        for start in ("resource_", "hazard_", "mountain", "dragon", "gold_mine", "wizard")
    ]
    assert (len(stock), sum(counts), counts) == (16, 23, [12, 6, 2, 1, 1, 1])


@pytest.mark.parametrize("value", range(1, 7))
def test_kin_1_3_each_resource_value_has_two_tiles_and_no_third(value: int) -> None:
    playing("RB").sees(f"stock.resource_{value}", 2).after(f"R +{value} 1,1", f"B +{value} 1,2").sees(
        f"stock.resource_{value}", 0
    ).when(f"R +{value} 1,3").refused(code="kind_exhausted", names=["5", "6"])


@pytest.mark.parametrize("value", range(1, 7))
def test_kin_1_4_each_hazard_value_has_one_tile_and_no_second(value: int) -> None:
    playing("RB").sees(f"stock.hazard_{value}", 1).after(f"R -{value} 1,1").when(f"B -{value} 1,2").refused(
        code="kind_exhausted", names=["5"]
    )


@pytest.mark.parametrize("tile", ["+7", "+0", 0, "0", "Lake", "resource_7", "-7", -7, "hazard_0"])
def test_kin_1_3_and_1_4_a_tile_that_does_not_exist_is_refused(tile: object) -> None:
    clause = "KIN-1.4" if tile in ("-7", -7, "hazard_0") else "KIN-1.3"
    playing("RB").when(type="draw_and_place", seat=0, tile=tile, row=1, col=1).refused(clause, code="unknown_kind")


def test_kin_1_5_mountain_dragon_mine_and_wizard_are_worth_nothing() -> None:
    position = scored(
        (
            "DR R1 B1 R2 B2 GM",
            "WZ R1 B1 R3 B3 R4",
            "MT R1 B1 R3 B3 +1",
            "+2 +3 +4 +5 +6 -1",
            "-2 -3 -4 -5 -6 +1",
        ),
        "RB",
    )
    assert [bases(position, "row", index) for index in (1, 2, 3)] == [[0], [0], [1]]


@pytest.mark.parametrize("piece", ["resource_1_a", "mountain_b"])
def test_kin_1_6_a_single_piece_has_no_name(piece: str) -> None:
    playing("RB").when(type="draw_and_place", seat=0, tile=piece, row=1, col=1).refused(code="unknown_kind")


@pytest.mark.parametrize(
    ("name", "tile"),
    [
        ("Village", "resource_1"),
        ("Farm", "resource_2"),
        ("City", "resource_3"),
        ("Windmill", "resource_4"),
        ("Knight", "resource_5"),
        ("Dire Wolves", "hazard_3"),
        ("Raider", "hazard_5"),
        ("Troll", "hazard_6"),
        ("Cemetery", "hazard_2"),
    ],
)
def test_kin_1_7_and_kin_1_8_a_known_name_means_its_kind(name: str, tile: str) -> None:
    playing("RB").when(type="draw_and_place", seat=0, tile=name, row=1, col=1).accepted().sees("board.0.0.tile", tile)


def test_kin_1_9_both_villages_have_the_same_name() -> None:
    village = {"type": "draw_and_place", "tile": "Village", "row": 1}
    playing("RB").after({**village, "seat": 0, "col": 1}, {**village, "seat": 1, "col": 2}).sees(
        "stock.resource_1", 0
    ).sees("board.0.0.tile", "resource_1").sees("board.0.1.tile", "resource_1")


@pytest.mark.parametrize("rank", [0, 5, -1, 2.5, True, "tower"])
def test_kin_1_10_a_castle_has_one_to_four_towers(rank: object) -> None:
    playing("RB").when(type="place_castle", seat=0, rank=rank, row=1, col=1).refused("KIN-1.10", code="bad_rank")


def test_kin_1_10_and_1_12_four_colours_have_forty_castles() -> None:
    two = table("RB").look("seats"), table("YG").look("seats")
    reserves = [seat["reserve"] for seats in two for seat in seats.values()]
    assert reserves == [{"1": 4, "2": 3, "3": 2, "4": 1}] * 4
    assert sum(sum(reserve.values()) for reserve in reserves) == 40


def test_kin_1_11_there_are_four_colours() -> None:
    assert sorted(kingdoms.colours(kingdoms.box())) == sorted(COLOURS.values())


@pytest.mark.parametrize(("rank", "count"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_kin_1_12_a_colour_has_so_many_castles_of_a_rank_and_no_more(rank: int, count: int) -> None:
    position = playing("RB")
    for col in range(1, count + 1):
        position.after(f"R{rank} 1,{col}", f"B1 2,{col}")
    position.sees(f"seats.0.reserve.{rank}", 0).when(f"R{rank} 1,6").refused(code="no_such_castle")


def test_kin_1_13_none_of_the_64_cardboard_tokens_is_a_tile() -> None:
    assert sum(copies().values()) == table("RB").look("supply") == 23


def test_kin_1_14_gold_is_one_whole_number_a_player() -> None:
    position = scored(FIRST, "YRB")
    golds = [position.look(f"seats.{seat}.gold") for seat in range(3)]
    assert [type(gold) for gold in golds] == [int] * 3
    assert golds == [94, 53, 104]


@pytest.mark.parametrize("seats", [(), ("red",), ("red", "blue", "yellow", "green", "red")])
def test_kin_1_15_fewer_or_more_players_are_refused(seats: tuple[str, ...]) -> None:
    no_table(kingdoms, seats, "KIN-1.15", "KIN-2.1", code="players")


def test_kin_1_16_the_epoch_and_the_supply_are_plain_numbers() -> None:
    table("RB").sees("round", 1).sees("supply", 23)
