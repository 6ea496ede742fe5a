"""Some of the games that `make pins` compares."""

from importlib import metadata

import pytest

from tests.golden import pins
from tests.long import cases


@pytest.mark.parametrize("title", pins.titles())
def test_a_title_plays_as_its_pins_say(title: str) -> None:
    stored = pins.stored(title)
    found = {number: pins.differences(stored[number], pins.pins(title, number)) for number in range(1, cases(3, 30))}
    assert {number: kinds for number, kinds in found.items() if kinds} == {}


def test_each_of_our_titles_has_pins() -> None:
    ours = metadata.distribution("movebook").entry_points.select(group="movebook.games")
    assert pins.titles() == sorted(point.name for point in ours)


def test_a_wording_is_stored_apart_from_what_it_words() -> None:
    for path, kinds in pins._files("any").items():
        assert {pins.is_sentence(kind) for kind in kinds} == {path.name.count(".") == 2}


def test_a_lost_hash_and_another_one_are_differences() -> None:
    old, new = {"view": "1", "facts": "2", "offers": "3"}, {"view": "1", "facts": "3"}
    assert pins.differences(old, new) == ["facts", "offers"]
