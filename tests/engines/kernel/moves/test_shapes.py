"""The shape of a move, before any rule is asked; shown on the toy game and on a game of every kind of field."""

import copy
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.kernel.game import Field, IllegalMoveError, Json, MalformedMoveError, MoveType
from engines.kernel.moves.shapes import choice, may_become, of_kind, parse
from engines.kernel.replay import Fold
from engines.kernel.sentences import say
from tests.engines.given import in_both_languages
from tests.engines.kernel.examples import examples
from tests.engines.kernel.fields import EVERYTHING, GAME, MOVES
from tests.toy import night_market as toy

BOX = toy.box()


def parsed(move: Any) -> Json:
    """A move of the game of every kind of field in canonical form."""
    return parse(GAME, {}, move)


def errors(move: Any, game: Any = GAME) -> set[str]:
    """The fields for which a move is malformed; each is told in both languages."""
    with pytest.raises(MalformedMoveError) as caught:
        parse(game, BOX, move)
    for where, says in caught.value.errors.items():
        in_both_languages(says)
        assert f"{where}: {says['en']}" in str(caught.value)
    return set(caught.value.errors)


@examples(40)
@given(move=MOVES)
def test_what_is_canonical_stays_as_it_is(move: Json) -> None:
    before = copy.deepcopy(move)
    once = parsed(move)
    assert move == before
    assert parsed(once) == once


@pytest.mark.parametrize("move", [None, 1, "buy", [], [{"type": "buy"}], True])
def test_a_move_is_an_object(move: Any) -> None:
    assert errors(move) == {"move"}


@pytest.mark.parametrize("move", [{}, {"type": None}, {"type": "fly"}, {"type": 1}, {"type": ["all"]}, {"type": {}}])
def test_a_move_has_a_known_type(move: Any) -> None:
    assert errors(move) == {"type"}


@pytest.mark.parametrize("seat", ["0", True, 1.0, [0], {"0": 0}])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    assert errors({"type": "all", "seat": seat}) == {"seat"}


def test_a_seat_that_is_not_there_is_left_to_the_rules() -> None:
    assert parsed({"type": "all", "seat": 99}) == {"type": "all", "seat": 99}


def test_a_move_of_the_table_has_no_seat() -> None:
    assert errors({"type": "table", "number": 1, "seat": 0}) == {"seat"}
    assert parsed({"type": "table", "number": 1, "seat": None}) == {"type": "table", "number": 1}


def test_all_that_is_wrong_is_told_at_once() -> None:
    assert errors({"type": "table", "seat": 0, "what": 1, "no": None}) == {"seat", "what", "no", "number"}


def test_what_is_null_is_unknown_and_left_out() -> None:
    assert parsed({"type": "all", "seat": 0, "number": None, "group": None}) == {"type": "all", "seat": 0}
    assert parsed({"type": "all", "by_seat": {"0": None, "1": 2}})["by_seat"] == {"1": 2}
    assert parsed({"type": "all", "group": {"gold": 1, "goods": None}})["group"] == {"gold": 1}
    assert errors({"type": "table", "number": None}) == {"number"}
    assert errors({"type": "all", "group": {"gold": None}}) == {"group.gold"}


@pytest.mark.parametrize("value", [0, -5, 10**30, 1.5, "x", True, ""])
@pytest.mark.parametrize("field", ["number", "choice"])
def test_whether_one_value_is_right_is_left_to_the_rules(field: str, value: Any) -> None:
    assert parsed({"type": "all", field: value})[field] is value


@pytest.mark.parametrize("field", ["number", "choice", "flag", "text"])
@pytest.mark.parametrize("value", [[], [1], {}, {"a": 1}], ids=str)
def test_one_value_is_no_list_and_no_object(field: str, value: Any) -> None:
    assert errors({"type": "all", field: value}) == {field}


@pytest.mark.parametrize(
    ("move", "wrong"),
    [
        ({"flag": 1}, "flag"), ({"flag": "true"}, "flag"), ({"text": 1}, "text"), ({"numbers": 1}, "numbers"),
        ({"numbers": {"0": 1}}, "numbers"), ({"numbers": [1, [2]]}, "numbers.1"), ({"by_seat": [1]}, "by_seat"),
        ({"by_seat": {"red": 1}}, "by_seat.red"), ({"by_seat": {"100": 1}}, "by_seat.100"),
        ({"by_seat": {"-1": 1}}, "by_seat.-1"), ({"by_seat": {"²": 1}}, "by_seat.²"),
        ({"by_key": {"east": 1}}, "by_key.east"), ({"by_seat": {"0": [1]}}, "by_seat.0"), ({"group": 1}, "group"),
        ({"group": {"gold": 1, "silver": 2}}, "group.silver"), ({"group": {"gold": 1, "goods": 2}}, "group.goods"),
        ({"groups": [{"gold": 1}, {"goods": []}]}, "groups.1.gold"), ({"groups": [None, {"gold": 1}]}, "groups.0"),
        ({"rows": [[1], 2]}, "rows.1"), ({"deep": {"inner": {"leaves": {"a": [1]}}}}, "deep.inner.leaves.a"),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_out_of_place_is_named_by_its_path(move: Json, wrong: str) -> None:
    assert errors({"type": "all", **move}) == {wrong}


def test_a_hand_may_write_an_alias_at_any_depth_and_in_any_case() -> None:
    move = {"type": "all", "choice": "+3", "choices": ["MT", "mt", "RESOURCE_3"], "kinds": {"a": "Mt"}}
    assert parsed(move) == {
        "type": "all",
        "choice": "resource_3",
        "choices": ["mountain", "mountain", "resource_3"],
        "kinds": {"a": "mountain"},
    }


def test_an_id_comes_before_an_alias_that_looks_like_it() -> None:
    field = Field("choice", choices=("a", "b"), aliases={"a": "b", "C": "b"})
    assert [choice(field, word) for word in ("a", "A", "c", "d")] == ["a", "b", "b", "d"]


def test_a_long_wrong_value_is_not_repeated_in_full() -> None:
    with pytest.raises(MalformedMoveError) as caught:
        parsed({"type": "x" * 10_000})
    assert len(str(caught.value)) < 400


# The seat of who moves


def table(*lines: Json) -> Fold[Any, Any]:
    """A toy table of three after some moves."""
    fold: Fold[Any, Any] = Fold(toy, ["red", "blue", "green"], {"rounds": 1}, BOX)
    for line in lines:
        fold.play(line)
    return fold


ORDERED: list[Json] = [
    {"type": "deal"},
    *({"type": "order", "seat": seat, "card": "roll"} for seat in range(3)),
    {"type": "reveal"},
]


def test_the_only_seat_that_can_is_filled_in() -> None:
    fold = table(*ORDERED)
    assert fold.decide({"type": "roll", "die": 3}).seat == 0


def test_the_seat_that_still_owes_is_found_beside_the_one_whose_turn_it_is() -> None:
    fold = table(*ORDERED, {"type": "roll", "die": 2}, {"type": "roll", "die": 1})
    assert fold.decide({"type": "draw", "seat": 0, "count": 1}).seat == 0
    assert fold.decide({"type": "roll", "die": 6}).seat == 2


def test_several_seats_that_could_are_asked_for() -> None:
    fold = table({"type": "deal"})
    with pytest.raises(MalformedMoveError) as caught:
        fold.decide({"type": "order", "card": "buy"})
    assert set(caught.value.errors) == {"seat"}
    assert "0, 1, 2" in caught.value.errors["seat"]["en"]


def test_where_nobody_can_the_rules_say_why() -> None:
    fold = table({"type": "deal"})
    with pytest.raises(IllegalMoveError) as caught:
        fold.decide({"type": "roll", "die": 3})
    assert caught.value.rule == "TOY-2.1"


def test_a_move_of_the_table_gets_no_seat() -> None:
    fold = table()
    assert toy.encode(fold.decide({"type": "deal"})) == {"type": "deal"}


def test_a_game_without_moves_knows_none() -> None:
    nothing: Any = SimpleNamespace(name="nothing", moves=lambda _: {})
    assert errors({"type": "deal"}, nothing) == {"type"}


@examples(40)
@given(
    value=st.recursive(st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x), max_leaves=6)
)
def test_any_value_of_any_field_is_parsed_or_malformed(value: Any) -> None:
    for field in EVERYTHING:
        wrong: set[str] = set()
        try:
            parsed({"type": "all", field: value})
        except MalformedMoveError as error:
            wrong = {where.split(".")[0] for where in error.errors}
        assert wrong <= {field}


def test_a_sentence_has_both_languages() -> None:
    assert say("yes", "sí") == {"en": "yes", "es": "sí"}
    assert MoveType(say("a", "b"), {}).seated


def of_fields(**fields: Field) -> Any:
    """A game of one move with these fields."""
    return SimpleNamespace(name="one", moves=lambda _: {"go": MoveType(say("Go", "Ir"), fields, seated=False)})


def test_a_map_may_be_one_plain_value_where_its_field_says_so_and_that_is_left_to_the_rules() -> None:
    plain, whole = (Field("map", keys="seat", of=Field("integer"), plain=plain) for plain in (True, False))
    move = {"type": "go", "debts": 2}
    assert parse(of_fields(debts=plain), {}, move) == move
    assert parse(of_fields(debts=plain), {}, {"type": "go", "debts": {"1": 2}})["debts"] == {"1": 2}
    assert errors(move, of_fields(debts=whole)) == {"debts"}


def test_a_list_keeps_null_among_its_items_where_its_field_says_so() -> None:
    noted, told = (Field("list", of=Field("text", nullable=nullable)) for nullable in (True, False))
    assert parse(of_fields(cards=noted), {}, {"type": "go", "cards": ["a", None]})["cards"] == ["a", None]
    assert parse(of_fields(cards=told), {}, {"type": "go", "cards": ["a", None]})["cards"] == ["a"]
    assert of_kind(noted, [None, "a"])
    assert not of_kind(told, [None, "a"])


def test_what_is_half_told_may_become_a_value_of_its_kind_and_nothing_else_may() -> None:
    payment = Field("group", fields={"from": Field("text"), "as": Field("choice", choices=("red", "blue"))})
    payments = Field("list", of=payment)
    assert may_become(payments, [{"from": "die"}, None])
    assert may_become(payments, [{"as": None}])
    assert not may_become(payments, [None, {"from": "die"}])
    assert not of_kind(payments, [{"from": "die"}])
    for wrong in (3, {"from": "die"}, [3], [{"from": ["die"]}], [{"as": "green"}], [{"at": "die"}]):
        assert not may_become(payments, wrong), wrong
    assert not may_become(Field("text"), ["march"])
    assert may_become(Field("map", keys="seat", of=payment), {"1": {}})
    assert not may_become(Field("map", keys="seat", of=payment), {"x": {}})
