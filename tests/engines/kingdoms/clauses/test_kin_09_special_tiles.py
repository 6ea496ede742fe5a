"""KIN-9: mountain, dragon, gold mine, wizard."""

import pytest

from tests.engines.given import Position
from tests.engines.kingdoms.table import FIGURES, bases, gold, line, scored


def full(name: str) -> Position:
    """A full board of the reference, scored."""
    return scored(FIGURES["boards"][name]["board"], FIGURES["boards"][name]["seats"])


def castle(position: Position, row: int, col: int) -> dict[str, int]:
    """The castle on a space as its row reports it: rank, bonus, effective rank."""
    found = next(
        castle
        for part in line(position, "row", row)["parts"]
        for castle in part["castles"]
        if (castle["row"], castle["col"]) == (row, col)
    )
    return {key: found[key] for key in ("rank", "bonus", "effective")}


def test_kin_9_1_a_mountain_divides_its_row_and_its_column() -> None:
    position = full("KIN-V1")
    assert (bases(position, "row", 4), bases(position, "column", 4)) == ([0, 5], [-4, 0])
    assert gold(position, "row", 4, "YRB") == {"B": 5}
    assert gold(position, "column", 4, "YRB") == {"B": -4}


def test_kin_9_2_the_space_of_the_mountain_belongs_to_no_part() -> None:
    position = full("KIN-V1")
    assert [part["cells"] for part in line(position, "row", 4)["parts"]] == [[[4, 1], [4, 2], [4, 3]], [[4, 5], [4, 6]]]
    assert [part["cells"] for part in line(position, "column", 4)["parts"]] == [
        [[1, 4], [2, 4], [3, 4]],
        [[5, 4]],
    ]


def test_kin_9_3_and_kin_e1_a_mountain_in_a_corner_leaves_one_part_each() -> None:
    position = full("KIN-V4")
    assert [part["cells"] for part in line(position, "row", 1)["parts"]] == [[[1, col] for col in range(2, 7)]]
    assert [part["cells"] for part in line(position, "row", 4)["parts"]] == [[[4, col] for col in range(2, 7)]]
    assert (bases(position, "row", 1), gold(position, "row", 1, "RBYG")) == ([9], {"R": 36, "G": 9})


def test_kin_9_4_and_kin_e2_a_mountain_at_the_edge_and_one_within() -> None:
    position = full("KIN-V5")
    assert (bases(position, "row", 3), gold(position, "row", 3, "RBG")) == ([6, -5], {"R": 6, "B": -15})


def test_kin_9_5_the_dragon_cancels_resources_and_leaves_hazards() -> None:
    position = full("KIN-V4")
    part = line(position, "row", 2)["parts"][0]
    assert (part["resources"], part["cancelled"], part["hazards"], part["dragon"], part["base"]) == (7, 7, -6, True, -6)
    assert bases(position, "column", 5) == [-1]


def test_kin_9_6_and_kin_e4_the_dragon_acts_on_its_own_part() -> None:
    left, right = line(full("KIN-V1"), "row", 4)["parts"]
    assert (left["dragon"], left["cancelled"], left["base"]) == (True, 1, 0)
    assert (right["dragon"], right["cancelled"], right["base"]) == (False, 0, 5)


def test_kin_9_7_and_kin_e7_a_resource_cancelled_in_one_line_counts_in_the_other() -> None:
    position = full("KIN-V4")
    assert line(position, "row", 2)["parts"][0]["cancelled"] == 7
    assert (bases(position, "column", 3), gold(position, "column", 3, "RBYG")) == ([17], {"B": 68})


def test_kin_9_8_a_part_with_a_dragon_and_no_hazard_is_worth_nothing() -> None:
    position = full("KIN-V6")
    assert bases(position, "row", 1)[1] == 0
    assert gold(position, "row", 1, "RB") == {"R": 48}


def test_kin_9_9_the_gold_mine_doubles_resources_and_hazards() -> None:
    position = full("KIN-V1")
    part = line(position, "row", 5)["parts"][0]
    assert (part["resources"], part["hazards"], part["mine"], part["base"]) == (8, -2, 2, 12)
    assert gold(position, "row", 5, "YRB") == {"Y": 12, "B": 36}


def test_kin_9_10_doubling_the_tiles_is_doubling_the_base_value() -> None:
    assert bases(full("KIN-V1"), "column", 2) == [-6]
    assert bases(full("KIN-V4"), "row", 5) == [2 * (-4 + 4 + 3)]


def test_kin_9_11_and_kin_e5_the_gold_mine_doubles_its_own_part_only() -> None:
    left, right = line(full("KIN-V6"), "row", 1)["parts"]
    assert (left["mine"], left["base"], right["mine"], right["base"]) == (2, 12, 1, 0)


def test_kin_9_11_and_kin_e6_a_mountain_parts_the_mine_from_the_dragon() -> None:
    left, right = line(full("KIN-V6"), "row", 1)["parts"]
    assert (left["mine"], left["dragon"], left["base"]) == (2, False, 12)
    assert (right["mine"], right["dragon"], right["base"]) == (1, True, 0)


def test_kin_9_12_a_tile_doubled_in_one_line_counts_once_in_the_other() -> None:
    position = full("KIN-V1")
    position.sees("results.1.total", {"0": 44, "1": 3, "2": 54})
    assert (bases(position, "row", 5), bases(position, "column", 3), bases(position, "column", 6)) == ([12], [6], [7])


def test_kin_9_13_and_kin_e3_dragon_and_mine_together_double_the_hazards() -> None:
    position = full("KIN-V5")
    part = line(position, "row", 1)["parts"][0]
    assert (part["dragon"], part["mine"], part["cancelled"], part["base"]) == (True, 2, 11, -6)
    assert gold(position, "row", 1, "RBG") == {"R": -12}
    assert bases(full("KIN-V7"), "column", 2) == [-18]


def test_kin_9_14_the_wizard_adds_one_to_a_castle_beside_it() -> None:
    assert castle(full("KIN-V1"), 1, 6) == {"rank": 1, "bonus": 1, "effective": 2}
    assert castle(full("KIN-V1"), 2, 5) == {"rank": 1, "bonus": 1, "effective": 2}
    assert castle(full("KIN-V1"), 1, 3) == {"rank": 4, "bonus": 0, "effective": 4}


def test_kin_9_15_and_kin_e9_a_diagonal_neighbour_gains_nothing() -> None:
    assert castle(full("KIN-V1"), 3, 5) == {"rank": 3, "bonus": 0, "effective": 3}


def test_kin_9_16_the_bonus_is_for_castles_of_every_player() -> None:
    position = full("KIN-V1")
    assert [castle(position, row, col)["bonus"] for row, col in ((1, 6), (2, 5), (3, 6))] == [1, 1, 1]
    assert gold(position, "column", 6, "YRB") == {"Y": 14, "B": 14}


def test_kin_9_17_the_bonus_counts_in_a_line_without_the_wizard() -> None:
    position = full("KIN-V5")
    assert line(position, "column", 5)["parts"][0]["ranks"] == {"0": 3, "1": 3}
    assert gold(position, "column", 5, "RBG") == {"R": -18, "B": -18}
    assert line(position, "row", 4)["parts"][0]["ranks"] == {"0": 4, "1": 2, "2": 4}


def test_kin_9_18_and_kin_e10_a_rank_4_beside_the_wizard_counts_5() -> None:
    position = full("KIN-V6")
    assert castle(position, 3, 4) == {"rank": 4, "bonus": 1, "effective": 5}
    assert gold(position, "column", 4, "RB") == {"R": 4, "B": 10}
    assert gold(position, "row", 3, "RB") == {"R": -10, "B": -10}


BEHIND = ("R1 MT WZ B1 +4 +2", "R1 B1 B2 R2 R3 B3", "R4 B4 R2 B2 -1 -2", "R1 B1 +1 +2 +3 +5", "DR GM -3 -4 -5 -6")
"""The wizard at (1,3) between a mountain and blue's rank 1; red's rank 1 beyond the mountain; blue's rank 2 below."""


def test_kin_9_19_and_kin_e8_a_mountain_beside_takes_no_bonus_away() -> None:
    position = scored(BEHIND, "RB")
    assert castle(position, 2, 3) == {"rank": 2, "bonus": 1, "effective": 3}
    assert castle(position, 1, 4) == {"rank": 1, "bonus": 1, "effective": 2}


CORNERS = {
    "top left": ((0, 0), [(0, 1), (1, 0)]),
    "top right": ((0, 5), [(0, 4), (1, 5)]),
    "bottom left": ((4, 0), [(3, 0), (4, 1)]),
    "bottom right": ((4, 5), [(3, 5), (4, 4)]),
    "top edge": ((0, 2), [(0, 1), (0, 3), (1, 2)]),
    "right edge": ((2, 5), [(1, 5), (3, 5), (2, 4)]),
    "left edge": ((2, 0), [(1, 0), (3, 0), (2, 1)]),
    "bottom edge": ((4, 3), [(4, 2), (4, 4), (3, 3)]),
    "middle": ((2, 2), [(1, 2), (3, 2), (2, 1), (2, 3)]),
}


@pytest.mark.parametrize("where", CORNERS)
def test_kin_9_20_and_kin_e11_the_wizard_does_not_reach_around_the_edge(where: str) -> None:
    """Castles wherever wrapping could reach; the wizard's true neighbours alone gain."""
    (row, col), near = CORNERS[where]
    cells = [["" for _ in range(6)] for _ in range(5)]
    cells[row][col] = "WZ"
    castles = [f"{colour}{rank}" for colour in "RB" for rank in (1, 1, 1, 1, 2, 2, 2, 3, 3, 4)]
    wrapped = [((row + step) % 5, col) for step in (-1, 1)] + [(row, (col + step) % 6) for step in (-1, 1)]
    flat = row * 6 + col
    wrapped += [divmod((flat + step) % 30, 6) for step in (-1, 1, -6, 6)]
    watched = sorted({*wrapped, *near})
    for place in watched:
        cells[place[0]][place[1]] = castles.pop(0)
    rest = [*castles, "+1", "+2", "+3", "+4", "+5", "+6", "-1", "-2", "-3", "-4"]
    for line_ in cells:
        for index, token in enumerate(line_):
            if not token:
                line_[index] = rest.pop(0)
    position = scored([" ".join(line_) for line_ in cells], "RB")
    for place in watched:
        assert castle(position, place[0] + 1, place[1] + 1)["bonus"] == (place in near), place


def test_kin_9_21_dragon_and_mine_leave_castles_and_wizard_alone() -> None:
    position = scored(
        (
            "MT DR GM WZ R1 -3",
            "R1 B1 R2 B2 R3 B3",
            "R1 B1 R2 B2 R3 B3",
            "R4 B4 B1 +1 +2 +3",
            "-1 -2 -4 -5 -6 +4",
        ),
        "RB",
    )
    assert castle(position, 1, 5) == {"rank": 1, "bonus": 1, "effective": 2}
    assert (bases(position, "row", 1), gold(position, "row", 1, "RB")) == ([-6], {"R": -12})


def test_kin_9_22_by_the_option_dragon_and_mine_act_past_mountains() -> None:
    board = {name: FIGURES["boards"][name] for name in ("KIN-V1", "KIN-V6")}
    first, other = (scored(one["board"], one["seats"], past_mountains=True) for one in board.values())
    assert bases(first, "row", 4) == [0, 0]  # by KIN-9.6 the right part is worth 5
    assert bases(other, "row", 1) == [0, 0]  # by KIN-9.11 the left one is worth 2 x 6
    assert [part["mine"] for part in line(other, "row", 1)["parts"]] == [2, 2]
