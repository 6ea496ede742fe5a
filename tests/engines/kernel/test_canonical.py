"""Canonical bytes, against a foreign implementation of RFC 8785."""

import enum
import hashlib
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from engines.kernel.canonical import DEEPEST, MOST, UncanonicalError, canonical, check, digest, dumps
from tests.engines.kernel.examples import examples

KEYS = st.text("ABCZabcz0189_.-", min_size=1, max_size=6)
SCALARS = st.none() | st.booleans() | st.integers(-MOST, MOST) | st.text(max_size=12)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=20
)


class Number(enum.IntEnum):
    ONE = 1


class Word(str):
    __slots__ = ()


@examples(60)
@given(value=VALUES)
def test_bytes_equal_those_of_rfc_8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@examples(60)
@given(value=VALUES)
def test_a_digest_is_sha_256_of_the_bytes(value: Any) -> None:
    assert digest(value) == hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def test_keys_are_sorted_at_every_depth_and_nothing_is_padded() -> None:
    assert canonical({"b": [{"z": 1, "a": 2}], "a": None, "B": True}) == b'{"B":true,"a":null,"b":[{"a":2,"z":1}]}'


@pytest.mark.parametrize("text", ["ñ", "€", "\U0001f3f0", "\u2028", "\x7f", '"', "\\", "/", "\b\f\n\r\t", "\x00\x1f"])
def test_every_character_is_spelled_as_rfc_8785_says(text: str) -> None:
    assert canonical(text) == rfc8785.dumps(text)


@pytest.mark.parametrize("number", [MOST, -MOST, 0, -0])
def test_a_number_that_every_reader_keeps_is_taken(number: int) -> None:
    assert canonical(number) == rfc8785.dumps(number)


@pytest.mark.parametrize(
    "value",
    [
        0.0, 1.5, float("nan"), float("inf"), MOST + 1, -MOST - 1, 10**40, "\ud800", "a\udfff", b"bytes", (1, 2),
        {1, 2}, Number.ONE, Word("word"), NotImplemented, {1: "a"}, {None: "a"}, {"": 1}, {"a b": 1}, {"a/b": 1},
        {"ñ": 1}, {"a\n": 1}, {"k" * 201: 1}, {Word("a"): 1},
    ],
    ids=lambda value: repr(value)[:24],
)  # fmt: skip
def test_what_has_no_place_in_an_entry_is_refused_wherever_it_stands(value: Any) -> None:
    for held in (value, [value], {"a": value}, {"a": [0, {"b": value}]}):
        with pytest.raises(UncanonicalError):
            check(held)


def test_a_key_may_have_two_hundred_characters() -> None:
    check({"k" * 200: 1})


def test_an_error_names_the_place_and_what_is_wrong() -> None:
    with pytest.raises(UncanonicalError, match=r"pay\.goods\.1: 1\.5 is a float") as caught:
        check({"pay": {"goods": [1, 1.5]}})
    assert caught.value.where == "pay.goods.1"
    with pytest.raises(UncanonicalError, match=r"^value: ") as caught:
        check(1.5)
    assert caught.value.where == ""


@pytest.mark.parametrize("holds", [lambda inner: [inner], lambda inner: {"a": inner}], ids=["lists", "objects"])
def test_nesting_has_a_bound(holds: Any) -> None:
    value: Any = 0
    for _ in range(DEEPEST):
        value = holds(value)
    check(value)
    with pytest.raises(UncanonicalError, match="nested deeper"):
        check(holds(value))
    for _ in range(10_000):
        value = holds(value)
    with pytest.raises(UncanonicalError, match="nested deeper"):
        check(value)


@examples(60)
@given(value=VALUES)
def test_equal_values_have_equal_bytes_whatever_the_order_of_their_keys(value: Any) -> None:
    def turned(held: Any) -> Any:
        if isinstance(held, dict):
            return {key: turned(held[key]) for key in reversed(held)}
        return [turned(item) for item in held] if isinstance(held, list) else held

    assert dumps(turned(value)) == dumps(value)
