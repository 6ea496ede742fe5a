"""Where two boxes differ, and one box of two halves that two people typed."""

import copy
from random import Random

import pytest

from engines import GAMES
from engines.kernel.box.compare import differences, merge
from engines.kernel.box.hashes import hash_of
from engines.kernel.box.rows import rows_of
from engines.kernel.game import Json
from tests.toy import night_market as toy

XIDIT = GAMES["xidit"]


def compared(game: str, seed: int, part: int) -> Json:
    """A box in which every second row was compared with a printed copy, and its numbers are others."""
    box, dice = GAMES[game].box(), Random(seed)
    for place, row in enumerate(rows_of(GAMES[game].box_form, box)):
        if place % 2 == part:
            for key in list(row.members.get("stand_in", [])):
                if type(row.members[key]) is int and key not in ("a", "b"):
                    row.members[key] += dice.randint(1, 3)
            row.members["stand_in"] = []
    return box


def test_rows_are_compared_by_their_names_wherever_they_are() -> None:
    one, other = XIDIT.box(), XIDIT.box()
    other["tiles"].reverse()
    assert differences(XIDIT, one, other) == []
    next(tile for tile in other["tiles"] if tile["id"] == "A05")["rewards"]["gold"] = 9
    other["map"]["roads"].pop(0)
    other["edition"] = "mine"
    assert [path for path, _, _ in differences(XIDIT, one, other)] == [
        "edition",
        "map.roads.1-2",
        "tiles.A05.rewards.gold",
    ]


def test_a_game_without_a_form_is_compared_by_places() -> None:
    box = toy.box()
    assert differences(toy, box, {**box, "more": 1}) == [("more", None, 1)]


@pytest.mark.parametrize("game", ["xidit", "rise_of_empires"])
def test_two_halves_make_one_edition(game: str) -> None:
    base, one, other = GAMES[game].box(), compared(game, 1, 0), compared(game, 2, 1)
    merged = merge(GAMES[game], base, one, other)
    assert merged.conflicts == []
    by_name = [{f"{row.table.path} {row.name}": row for row in rows_of(GAMES[game].box_form, each)}
               for each in (merged.box, one, other)]  # fmt: skip
    for place, (name, row) in enumerate(by_name[0].items()):
        assert row.members == by_name[1 + place % 2][name].members
        assert row.marks == []
    assert merged.box["stand_in"] is False
    again = merge(GAMES[game], base, other, one)
    assert hash_of(again.box) == hash_of(merged.box)


def test_a_half_alone_leaves_the_other_rows_placeholders() -> None:
    merged = merge(XIDIT, XIDIT.box(), compared("xidit", 1, 0), XIDIT.box())
    assert merged.conflicts == []
    assert hash_of(merged.box) == hash_of(compared("xidit", 1, 0))
    assert merged.box["stand_in"] is True


def test_what_both_typed_otherwise_is_a_conflict_and_the_first_is_taken() -> None:
    one, other = XIDIT.box(), XIDIT.box()
    for box, gold in ((one, 7), (other, 8)):
        tile = next(tile for tile in box["tiles"] if tile["id"] == "A05")
        tile["rewards"]["gold"], tile["stand_in"] = gold, []
    one["edition"], other["edition"] = "one", "other"
    merged = merge(XIDIT, XIDIT.box(), one, other)
    assert merged.conflicts == [("edition", "one", "other"), ("tiles.A05.rewards.gold", 7, 8)]
    assert next(tile for tile in merged.box["tiles"] if tile["id"] == "A05")["rewards"]["gold"] == 7


def test_roads_that_one_of_two_took_out_or_put_in_are_gone_or_there() -> None:
    one, other = XIDIT.box(), XIDIT.box()
    gone = one["map"]["roads"].pop(3)
    other["map"]["roads"].append({"a": 1, "b": 21, "colour": "red", "stand_in": []})
    merged = merge(XIDIT, XIDIT.box(), one, other)
    roads = {(road["a"], road["b"]) for road in merged.box["map"]["roads"]}
    assert (gone["a"], gone["b"]) not in roads
    assert (1, 21) in roads
    assert merged.conflicts == []


def test_a_merge_changes_none_of_its_boxes() -> None:
    boxes = [XIDIT.box(), compared("xidit", 1, 0), compared("xidit", 2, 1)]
    before = copy.deepcopy(boxes)
    merge(XIDIT, *boxes).box["tiles"][0]["rewards"].clear()
    assert boxes == before
