"""Chapter 10 of the reference: where a tile may lie, what it costs, and which one comes."""

from itertools import pairwise

from engines import mage_knight
from tests.engines.mage_knight.boxes import VILLAGE
from tests.engines.mage_knight.lands import explored, explorer, reveal
from tests.engines.mage_knight.playing import Play, started, tokens


def test_mk_10_1_and_mk_10_9_a_tile_costs_2_move_and_movement_goes_on_m_6() -> None:
    play = explorer().at(VILLAGE).card("march").card("march").do("explore", position=[1, 1], tile="countryside_3")
    assert play.points("move") == 2
    play.step_to([1, -2])


def test_mk_10_1_not_without_the_points_nor_from_afar_x_11_m_6() -> None:
    play = started().at(VILLAGE).sideways("march", "move")
    play.no("explore", 0, "MK-10.1", code="x_11", position=[1, 1], tile="countryside_3")
    started().card("march").no("explore", 0, "MK-10.1", code="x_11", position=[1, 1], tile="countryside_3")


def test_mk_10_10_a_tile_that_lies_is_refused_as_lying() -> None:
    play = explorer().at(VILLAGE).card("march")
    move = play.made("explore", 0, position=[1, 1], tile="countryside_2")
    play.when(move).refused("MK-10.10", containing={"en": "already on the map"})


def test_mk_10_2_the_position_is_part_of_the_move() -> None:
    """Both the position and the tile stand in one move; what was shown fixes it (a barrier)."""
    assert reveal(explorer(), "countryside_3").look("map.tiles")["1_1"] == "countryside_3"


def test_mk_10_3_a_position_is_free_and_inside_the_wedge() -> None:
    explorer().at(VILLAGE).card("march").no("explore", 0, "MK-10.3", position=[1, 0], tile="countryside_3")
    explorer().at([0, -2]).card("march").no("explore", 0, "MK-10.3", position=[-1, 1], tile="countryside_3")


def test_mk_10_4_a_countryside_tile_touches_two_or_one_that_touches_two_m_7() -> None:
    explorer(paired="mine").at([1, -4]).card("march").do("explore", position=[0, 2], tile="countryside_3")


def test_mk_10_4_a_tile_that_touches_one_with_one_other_neighbour_is_illegal_m_8() -> None:
    """(0, 3) touches (0, 2) alone, and that touches only (0, 1)."""
    play = explorer(paired="mine").at([1, -4]).card("march").do("explore", position=[0, 2], tile="countryside_3")
    play.at([2, -7]).card("march").no("explore", 0, "MK-10.4", position=[0, 3], tile="countryside_4")


def test_mk_10_5_a_core_tile_touches_two_x_12() -> None:
    """(4, 0) touches tile 8 at (3, 0) alone; (10, -6) lies beside it."""
    play = explored("countryside_8").at([10, -6]).card("march")
    play.no("explore", 0, "MK-10.5", code="x_12", position=[4, 0], tile="core_5")


def test_mk_10_6_the_back_of_the_next_tile_is_open() -> None:
    play = explored("countryside_8").sees("deck.countryside", 0).sees("deck.core", 3)
    play.at([8, -8]).card("march").no("explore", 0, position=[2, 2], tile="countryside_9")


def test_mk_10_7_tiles_lie_the_same_way_up() -> None:
    """Tile 3 at (1, 1) has its keep in the north-east, (5, -6), and its village in the south-west, (3, -4)."""
    spaces = reveal(explorer(), "countryside_3").look("map.spaces")
    assert (spaces["5_-6"]["site"], spaces["3_-4"]["site"], spaces["4_-4"]["color"]) == ("keep", "village", "white")


def test_mk_10_8_each_tile_revealed_is_worth_1_fame() -> None:
    play = reveal(explorer(), "countryside_3")
    assert play.held()["fame"] == 1
    assert reveal(play, "countryside_4").held()["fame"] == 2
    play = explored("countryside_8")
    views = [play.fold.view(), reveal(play, "core_5").fold.view(), play.card("march").fold.view()]
    told = [[one["kind"] for one in mage_knight.marks(None, *pair)] for pair in pairwise(views)]
    assert told == [["city_found", "tile"], []]


def test_mk_10_10_countryside_tiles_come_in_the_order_of_their_numbers() -> None:
    explorer().at(VILLAGE).card("march").no("explore", 0, "MK-10.10", position=[1, 1], tile="countryside_4")


def used_up() -> Play:
    """A table whose nine tiles of the deck all lie: the city at (2, 2), core 1 at (3, 1), core 2 at (1, 3)."""
    play = explored("core_5").at([8, -7]).card("march")
    play.do("explore", position=[3, 1], tile="core_1", action_card="swift_bolt").at([8, -11]).card("march")
    placed = tokens(([6, -10], "swamp_dragon"), ([7, -12], "altar_blue"))
    return play.do("explore", position=[1, 3], tile="core_2", tokens=placed).sees("deck.core", 0)


def test_mk_10_11_when_the_deck_is_used_up_a_tile_left_out_touches_three() -> None:
    """(2, 3) touches core 2, the city and (3, 2), which is free: two are too few; (0, 3) touches three tiles."""
    play = used_up().card("march").no("explore", 0, "MK-10.11", position=[2, 3], tile="countryside_9").at([4, -8])
    play.no("explore", 0, "MK-10.11", "MK-10.10", position=[0, 3], tile="core_3")
    play.do("explore", position=[0, 3], tile="countryside_9", tokens=tokens(([4, -9], "golems")))


def test_mk_10_11_core_tiles_of_the_deck_are_two_without_a_city_and_one_with() -> None:
    explored("core_5").at([8, -7]).card("march").no("explore", 0, position=[3, 1], tile="core_6")


def test_mk_10_12_and_mk_10_13_a_tile_without_a_legal_place_there_is_not_laid() -> None:
    play = explorer().at([4, -2]).card("march")
    play.no("explore", 0, "MK-10.4", "MK-10.1", position=[3, 0], tile="countryside_3").sees("deck.countryside", 6)
