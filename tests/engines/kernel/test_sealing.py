"""Secrets taken out of bodies and put back, shown on the toy game."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.kernel.canonical import canonical
from engines.kernel.game import Json
from engines.kernel.sealing import Secret, fill, look, merge, owner, split
from tests.engines.kernel.examples import examples
from tests.toy import night_market as toy

DEAL = {"type": "deal", "hands": {"0": ["fig", "fig"], "2": ["pear", "plum"]}}
ORDER = {"type": "order", "seat": 2, "card": "buy"}

CARDS = st.lists(st.sampled_from(["fig", "plum", "pear"]), min_size=1, max_size=3)
BODIES = st.one_of(
    st.builds(
        lambda hands: {"type": "deal", "hands": hands}, st.dictionaries(st.sampled_from("0123"), CARDS, min_size=1)
    ),
    st.builds(
        lambda seat, card: {"type": "order", "seat": seat, "card": card},
        st.integers(0, 3),
        st.sampled_from(["buy", "roll"]),
    ),
    st.sampled_from([{"type": "deal"}, {"type": "order", "seat": 1}, {"type": "roll", "seat": 0, "die": 3}]),
)


@examples(60)
@given(body=BODIES)
def test_a_body_parted_from_its_secrets_is_whole_again_with_them(body: Json) -> None:
    kept = copy.deepcopy(body)
    public, secrets = split(toy, body)
    assert body == kept
    assert not set(public) & set(toy.secret.get(body["type"], {}))
    assert merge(public, {name: secret.value for name, secret in secrets.items()}) == body
    assert all(owner(toy, public, name) == secret.seat for name, secret in secrets.items())


def test_a_secret_of_who_moves_is_sealed_for_that_seat() -> None:
    assert split(toy, ORDER) == ({"type": "order", "seat": 2}, {"card": Secret("buy", 2)})


def test_a_map_by_seat_is_sealed_seat_by_seat() -> None:
    public, secrets = split(toy, DEAL)
    assert public == {"type": "deal"}
    assert secrets == {"hands.0": Secret(["fig", "fig"], 0), "hands.2": Secret(["pear", "plum"], 2)}


def test_what_nobody_told_is_not_sealed() -> None:
    assert split(toy, {"type": "order", "seat": 2, "card": None}) == ({"type": "order", "seat": 2}, {})
    assert split(toy, {"type": "deal", "hands": {"1": None}}) == ({"type": "deal"}, {})


def test_a_move_without_secrets_is_public_as_it_is() -> None:
    body = {"type": "roll", "seat": 0, "die": 5}
    assert split(toy, body) == (body, {})


def test_a_seat_that_knows_its_own_hand_sees_no_other() -> None:
    public, secrets = split(toy, DEAL)
    assert merge(public, {"hands.2": secrets["hands.2"].value}) == {"type": "deal", "hands": {"2": ["pear", "plum"]}}
    assert public == {"type": "deal"}


def test_merging_leaves_the_body_as_it_was() -> None:
    body = {"type": "reveal", "cards": {"0": "buy"}}
    assert merge(body, {"cards.1": "roll"}) == {"type": "reveal", "cards": {"0": "buy", "1": "roll"}}
    assert body == {"type": "reveal", "cards": {"0": "buy"}}


@pytest.mark.parametrize(
    ("body", "secret", "seat"),
    [
        (ORDER, "card", 2), (ORDER, "card.2", None), (ORDER, "hands", None), (DEAL, "hands.0", 0),
        (DEAL, "hands.13", 13), (DEAL, "hands", None), (DEAL, "hands.", None), (DEAL, "hands.x", None),
        (DEAL, "hands.²", None), (DEAL, "hands.0.1", None), ({"type": "roll", "seat": 0, "die": 1}, "die", None),
        ({"type": "no_such_move"}, "card", None),
    ],
    ids=str,
)  # fmt: skip
def test_a_secret_belongs_to_a_seat_or_is_none(body: Json, secret: str, seat: int | None) -> None:
    assert owner(toy, body, secret) == seat


@pytest.mark.parametrize(
    ("body", "path", "value", "filled"),
    [
        ({}, "tile", "wizard", {"tile": "wizard"}),
        ({"tile": "dragon"}, "tile", "wizard", {"tile": "wizard"}),
        ({}, "cards.0", "buy", {"cards": {"0": "buy"}}),
        ({"cards": None}, "cards.0", "buy", {"cards": {"0": "buy"}}),
        ({"cards": {"1": "roll"}}, "cards.0", ["a"], {"cards": {"1": "roll", "0": ["a"]}}),
        ({"a": {"b": {"c": 1}}}, "a.b.d", 2, {"a": {"b": {"c": 1, "d": 2}}}),
    ],
    ids=str,
)
def test_a_value_is_filled_in_at_its_path_and_found_there(body: Json, path: str, value: Any, filled: Json) -> None:
    before = copy.deepcopy(body)
    shared = dict(body)
    fill(body, path, value)
    assert body == filled
    assert look(body, path) == value
    assert shared == before, "an object on the way was shared"
    assert canonical(body) == canonical(filled)


@pytest.mark.parametrize(("path", "value"), [("rewards.0", "gold"), ("rewards.1", "bards"), ("pairs.1.0", 3)])
def test_a_value_in_a_list_is_found_by_its_place(path: str, value: Any) -> None:
    assert look({"rewards": ["gold", "bards"], "pairs": [[1, 2], [3, 4]]}, path) == value


@pytest.mark.parametrize("path", ["tile", "cards.0", "cards.0.1", "seat.x", "list.1", "list.x"])
def test_nothing_stands_at_a_path_that_leads_nowhere(path: str) -> None:
    assert look({"seat": 1, "cards": {"1": "buy"}, "list": ["a"]}, path) is None


class Nested:
    """A game that declares secrets by path, one of them no seat's own."""

    secret = {"build": {"crane.notes": "seat", "seen": "recorder"}}  # noqa: RUF012 - as a module has it


def test_a_nested_secret_is_taken_out_by_its_path_and_put_back() -> None:
    body = {"type": "build", "seat": 1, "crane": {"notes": ["a"], "cost": 2}, "seen": 3}
    public, secrets = split(Nested, body)
    assert public == {"type": "build", "seat": 1, "crane": {"cost": 2}}
    assert secrets == {"crane.notes": (["a"], 1), "seen": (3, None)}
    assert body["crane"] == {"notes": ["a"], "cost": 2}, "the body itself was changed"
    assert merge(public, {name: secret.value for name, secret in secrets.items()}) == body
    assert owner(Nested, body, "crane.notes") == 1
    assert owner(Nested, body, "seen") is None


def test_a_path_leads_through_the_places_of_a_list() -> None:
    body = {"captures": [{"seat": 1}, {"seat": 2}]}
    fill(body, "captures.1.card", "owl")
    assert body == {"captures": [{"seat": 1}, {"seat": 2, "card": "owl"}]}
    with pytest.raises(ValueError, match="neither an object nor a list"):
        fill({"captures": 3}, "captures.0", 1)
