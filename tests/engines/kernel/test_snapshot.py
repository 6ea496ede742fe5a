"""States as JSON and back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.kernel import snapshot
from engines.kernel.canonical import canonical
from tests.engines.kernel.examples import examples


@dataclass(slots=True)
class Piece:
    name: str
    rank: int = 0
    tile: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    card: str
    seats: tuple[int, ...] = ()


@dataclass(slots=True)
class State:
    box: dict[str, Any] = field(metadata={"fixed": True})
    phase: Literal["playing", "finished"] = "playing"
    turn: int | None = None
    over: bool = False
    cells: list[Piece | None] = field(default_factory=list)
    stock: dict[str, int] = field(default_factory=dict)
    gold: dict[int, list[int]] = field(default_factory=dict)
    passed: set[int] = field(default_factory=set)
    kinds: frozenset[str] = frozenset()
    hand: tuple[str, ...] | None = None
    pair: tuple[int, Piece] | None = None
    orders: dict[int, Order | None] = field(default_factory=dict)
    log: list[tuple[str, tuple[int, int]]] = field(default_factory=list)
    cache: int = field(default=0, metadata={"fixed": True})


PIECES = st.builds(Piece, st.text(max_size=3), st.integers(0, 9), st.none() | st.text(max_size=3))
ORDERS = st.builds(Order, st.text(max_size=3), st.lists(st.integers(0, 4), max_size=3).map(tuple))
NUMBERS = st.integers(-99, 99)
STATES = st.builds(
    State,
    st.just({"edition": "test"}),
    st.sampled_from(["playing", "finished"]),
    st.none() | NUMBERS,
    st.booleans(),
    st.lists(st.none() | PIECES, max_size=4),
    st.dictionaries(st.sampled_from("abc"), NUMBERS),
    st.dictionaries(NUMBERS, st.lists(NUMBERS, max_size=3), max_size=3),
    st.sets(NUMBERS, max_size=3),
    st.frozensets(st.sampled_from("abc")),
    st.none() | st.lists(st.text(max_size=2), max_size=3).map(tuple),
    st.none() | st.tuples(NUMBERS, PIECES),
    st.dictionaries(NUMBERS, st.none() | ORDERS, max_size=3),
    st.lists(st.tuples(st.text(max_size=2), st.tuples(NUMBERS, NUMBERS)), max_size=3),
)


@examples(40)
@given(state=STATES)
def test_a_state_comes_back_the_same(state: State) -> None:
    kept = json.loads(canonical(snapshot.pack(state)))
    fresh = State({"edition": "test"})
    snapshot.unpack(fresh, kept)
    assert fresh == state
    assert snapshot.pack(fresh) == kept
    assert [type(value) for value in vars_of(fresh)] == [type(value) for value in vars_of(state)]


def vars_of(state: State) -> list[Any]:
    """The values of a state's fields."""
    return [getattr(state, name) for name in State.__slots__]


@examples(40)
@given(state=STATES)
def test_what_is_packed_or_unpacked_shares_nothing(state: State) -> None:
    kept = snapshot.pack(state)
    before = canonical(kept)
    fresh = State({"edition": "test"})
    snapshot.unpack(fresh, kept)
    for held in (state, fresh):
        held.stock["new"] = 1
        held.cells.append(Piece("new"))
        held.passed.add(1000)
        for gold in held.gold.values():
            gold.append(5)
        for piece in held.cells:
            if piece is not None:
                piece.rank += 1
    assert canonical(kept) == before


def test_what_follows_from_set_up_is_left_out_and_stays() -> None:
    state = State({"edition": "first"}, turn=3, cache=7)
    kept = snapshot.pack(state)
    assert not {"box", "cache"} & set(kept)
    fresh = State({"edition": "second"}, cache=9)
    snapshot.unpack(fresh, kept)
    assert (fresh.box, fresh.cache, fresh.turn) == ({"edition": "second"}, 9, 3)


def test_sets_are_sorted_and_whole_number_keys_are_text() -> None:
    kept = snapshot.pack(State({}, passed={9, -1, 5}, kinds=frozenset("cab"), gold={2: [1], 0: []}))
    assert kept["passed"] == [-1, 5, 9]
    assert kept["kinds"] == ["a", "b", "c"]
    assert kept["gold"] == {"2": [1], "0": []}


@dataclass
class Several:
    either: Piece | Order


@dataclass
class Broken:
    share: float


@dataclass
class Strange:
    anything: object


@dataclass
class Paired:
    cells: dict[tuple[int, int], str]


@dataclass
class Numbered:
    seats: dict[Literal[0, 1], str]


@pytest.mark.parametrize(
    "state",
    [Several(Order("a")), Broken(0.5), Strange(1), Paired({(1, 2): "a"}), Numbered({0: "a"})],
    ids=lambda state: type(state).__name__,
)
def test_a_state_that_could_not_come_back_is_refused(state: Any) -> None:
    with pytest.raises(TypeError):
        snapshot.pack(state)


@dataclass
class Named:
    seats: dict[Literal["north", "south"], int]
    mixed: int | str | None = None


def test_keys_and_values_of_several_plain_types_come_back() -> None:
    state = Named({"north": 1}, "a")
    fresh = Named({})
    snapshot.unpack(fresh, snapshot.pack(state))
    assert fresh == state
