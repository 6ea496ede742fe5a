"""States as JSON and back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, make_dataclass
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
class Draw:
    left: int


@dataclass(slots=True)
class Choose:
    among: list[str]
    then: Draw | Choose | None = None


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
    doing: Draw | Choose | None = None
    waiting: list[Draw | Choose] = field(default_factory=list)
    spaces: dict[tuple[int, int], str] = field(default_factory=dict)
    cache: int = field(default=0, metadata={"fixed": True})


PIECES = st.builds(Piece, st.text(max_size=3), st.integers(0, 9), st.none() | st.text(max_size=3))
ORDERS = st.builds(Order, st.text(max_size=3), st.lists(st.integers(0, 4), max_size=3).map(tuple))
NUMBERS = st.integers(-99, 99)
EFFECTS = st.recursive(
    st.builds(Draw, NUMBERS),
    lambda inner: st.builds(Choose, st.lists(st.text(max_size=2), max_size=2), st.none() | inner),
    max_leaves=4,
)
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
    st.none() | EFFECTS,
    st.lists(EFFECTS, max_size=2),
    st.dictionaries(st.tuples(NUMBERS, NUMBERS), st.text(max_size=2), max_size=3),
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
    for maps in ("stock", "gold", "orders", "spaces"):
        assert list(getattr(fresh, maps)) == list(getattr(state, maps)), "another order"


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
    assert not {"box", "cache"} & set(kept["fields"])
    fresh = State({"edition": "second"}, cache=9)
    snapshot.unpack(fresh, kept)
    assert (fresh.box, fresh.cache, fresh.turn) == ({"edition": "second"}, 9, 3)


def test_sets_are_sorted_and_maps_keep_their_order() -> None:
    kept = snapshot.pack(State({}, passed={9, -1, 5}, kinds=frozenset("cab"), gold={2: [1], 0: []}))["fields"]
    assert kept["passed"] == [-1, 5, 9]
    assert kept["kinds"] == ["a", "b", "c"]
    assert kept["gold"] == [[2, [1]], [0, []]]


def test_what_stands_for_one_of_several_says_which() -> None:
    state = State({}, doing=Choose(["fig"], Choose([], Draw(2))), waiting=[Draw(1)])
    kept = snapshot.pack(state)["fields"]
    inner = ["Choose", {"among": [], "then": ["Draw", {"left": 2}]}]
    assert kept["doing"] == ["Choose", {"among": ["fig"], "then": inner}]
    assert kept["waiting"] == [["Draw", {"left": 1}]]


def test_a_snapshot_of_other_fields_is_refused() -> None:
    kept = snapshot.pack(State({}))
    with pytest.raises(snapshot.ShapeError, match="no snapshot of State as it is now"):
        snapshot.unpack(State({}), {**kept, "shape": "0" * 16})
    with pytest.raises(snapshot.ShapeError):
        snapshot.unpack(Named({}), kept)


def nested(kind: type, module: str = __name__) -> Any:
    """A state with a field deep in it of a type."""
    inner = make_dataclass("Inner", [("rank", kind), ("place", int)], namespace={"__module__": module})
    return make_dataclass("Outer", [("held", dict[str, list[inner]]), ("first", inner | None)])({}, None)  # type: ignore[valid-type]


def test_a_change_deep_in_a_state_changes_its_shape() -> None:
    assert snapshot.pack(nested(int))["shape"] == snapshot.pack(nested(int))["shape"]
    assert snapshot.pack(nested(int))["shape"] != snapshot.pack(nested(str))["shape"]


def test_a_class_that_moves_to_another_file_keeps_its_shape() -> None:
    here, there = (snapshot.pack(nested(int, module)) for module in ("engines.here", "engines.there.too"))
    assert here["shape"] == there["shape"]


@dataclass
class Broken:
    share: float


@dataclass
class Strange:
    anything: object


@dataclass
class Keyed:
    cells: dict[Order, str]


@dataclass
class Mixed:
    either: Piece | int


@pytest.mark.parametrize(
    "state", [Broken(0.5), Strange(1), Keyed({Order("a"): "a"}), Mixed(1)], ids=lambda state: type(state).__name__
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
