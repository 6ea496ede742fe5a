"""Parts of a view are made again only when what they depend on has changed."""

from dataclasses import dataclass
from typing import Any

from engines.kernel.view_cache import ViewCache


@dataclass(frozen=True)
class Piece:
    rank: int


def counting(made: list[Any], value: Any) -> Any:
    """What makes a value and notes that it was asked to."""

    def make(*key: Any) -> Any:
        made.append(key[0] if key else value)
        return {"made": value, "key": key}

    return make


def test_a_part_is_the_same_object_until_what_it_depends_on_changes() -> None:
    cache, made = ViewCache(), list[Any]()
    first = cache.part("row", (1, Piece(2)), counting(made, "a"))
    assert cache.part("row", (1, Piece(2)), counting(made, "b")) is first
    assert cache.part("row", (1, Piece(3)), counting(made, "c")) == {"made": "c", "key": ()}
    assert cache.part("row", (1, Piece(2)), counting(made, "d")) is not first
    assert made == ["a", "c", "d"]


def test_parts_of_other_names_are_other_parts() -> None:
    cache, made = ViewCache(), list[Any]()
    assert cache.part(("row", 1), None, counting(made, 1)) is not cache.part(("row", 2), None, counting(made, 2))


def test_of_many_only_those_that_changed_are_made_again() -> None:
    cache, made = ViewCache(), list[Any]()
    first = cache.each("cities", {3: "a", 7: "b"}, counting(made, None))
    assert list(first) == ["3", "7"]
    assert cache.each("cities", {3: "a", 7: "b"}, counting(made, None)) is first
    later = cache.each("cities", {3: "a", 7: "c", 9: "d"}, counting(made, None))
    assert later["3"] is first["3"]
    assert later["7"] is not first["7"]
    assert list(later) == ["3", "7", "9"]
    assert list(cache.each("cities", {9: "d"}, counting(made, None))) == ["9"]
    assert made == [3, 7, 7, 9]
    assert first == {"3": {"made": None, "key": (3,)}, "7": {"made": None, "key": (7,)}}


def test_of_none_there_is_an_empty_object() -> None:
    assert ViewCache().each("cities", {}, counting([], None)) == {}


def test_an_id_that_comes_back_with_what_it_had_is_made_again() -> None:
    cache, made = ViewCache(), list[Any]()
    cache.each("cities", {3: None}, counting(made, None))
    cache.each("cities", {}, counting(made, None))
    cache.each("cities", {3: None}, counting(made, None))
    assert made == [3, 3]
