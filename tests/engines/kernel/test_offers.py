"""Offers are put together from what a game says of each type of move."""

from typing import Any

import pytest

from engines.kernel import domains
from engines.kernel.domains import choice, group, several, span
from engines.kernel.game import Json
from engines.kernel.offers import Offers, Questions, Who, asked, look, whole

State = dict[str, Any]


def may(state: State) -> list[Who]:
    return [("trade", 0), ("trade", 2), ("sell", 2), ("sell", 0), ("wait", None)] if state["open"] else []


def trade(state: State, seat: int | None, given: Json) -> Questions:
    """So many trades as there are workers; each says what is given, then what is taken for it."""
    goods = state["goods"]
    for at in range(state["workers"]):
        yield f"trades.{at}", group({"give": choice(goods), "take": choice(goods)}, optional=True, exact=False)
        if look(given, f"trades.{at}") is None:
            return
        yield f"trades.{at}.give", choice(goods)
        yield f"trades.{at}.take", choice(good for good in goods if good != look(given, f"trades.{at}.give"))


def trades(state: State, seat: int | None) -> Json:
    goods = choice(state["goods"])
    return {"trades": several(group({"give": goods, "take": goods}), 0, state["workers"], exact=False)}


def sell(state: State, seat: int | None, given: Json) -> Questions:
    yield "price", span(1, 3 + (seat or 0))
    yield "change", span(0, 4 - whole(given, "price"), optional=True)


OFFERS = Offers(may, forms={"trade": trades}, asks={"trade": trade, "sell": sell})
OPEN: State = {"open": True, "goods": ["fig", "plum"], "workers": 2}


def field(**partial: Any) -> Any:
    answer = OFFERS.answer(OPEN, partial)
    assert set(answer) == {"field", "domain"}
    return answer["field"]


def test_every_move_is_offered_with_its_fields() -> None:
    moves = OFFERS.answer(OPEN, None)["moves"]
    assert [(move["type"], move["seat"], list(move["fields"])) for move in moves] == [
        ("trade", 0, ["trades"]), ("trade", 2, ["trades"]), ("sell", 2, ["price", "change"]),
        ("sell", 0, ["price", "change"]), ("wait", None, []),
    ]  # fmt: skip
    assert moves[2]["fields"]["price"] == span(1, 5)
    assert moves[0]["fields"]["trades"]["most"] == 2


@pytest.mark.parametrize(
    ("trades", "next_field"),
    [
        (None, None), ([], "trades.0"), ([None], None), ([{}], "trades.0.give"), ([{"give": "fig"}], "trades.0.take"),
        ([{"give": "fig", "take": "plum"}], "trades.1"), ([{"give": "fig", "take": "plum"}, None], None),
        ([{"give": "fig", "take": "plum"}, {"give": "plum"}], "trades.1.take"),
        ([{"give": "fig", "take": "plum"}, {"give": "plum", "take": "fig"}], None),
    ],
    ids=str,
)  # fmt: skip
def test_a_list_of_groups_is_asked_item_by_item_until_null_ends_it(trades: Any, next_field: str | None) -> None:
    assert field(type="trade", seat=0, trades=trades) == next_field


def test_what_was_chosen_narrows_what_comes_next() -> None:
    answer = OFFERS.answer(OPEN, {"type": "trade", "seat": 0, "trades": [{"give": "fig"}]})
    assert answer == {"field": "trades.0.take", "domain": choice(["plum"])}


def test_of_several_seats_the_domains_are_joined() -> None:
    assert OFFERS.answer(OPEN, {"type": "sell"})["domain"] == span(1, 5, exact=False)
    assert OFFERS.answer(OPEN, {"type": "sell", "seat": 0})["domain"] == span(1, 3)
    assert OFFERS.answer(OPEN, {"type": "sell", "price": 2})["domain"] == span(0, 2, optional=True)


def test_what_is_told_of_a_domain_may_be_wider() -> None:
    def widen(kind: str, seat: int | None, path: str, domain: Json) -> Json:
        return {**domain, "exact": False} if (kind, seat, path) == ("sell", 2, "price") else domain

    assert OFFERS.answer(OPEN, {"type": "sell", "seat": 2}, widen)["domain"] == span(1, 5, exact=False)
    assert OFFERS.answer(OPEN, None, widen)["moves"][2]["fields"]["price"] == span(1, 5, exact=False)
    assert OFFERS.answer(OPEN, None, widen)["moves"][3]["fields"]["price"] == span(1, 3)


@pytest.mark.parametrize("partial", [{"type": "sell", "seat": 1}, {"type": "fly"}, {}, {"seat": 0}])
def test_a_move_that_is_not_on_offer_has_no_fields(partial: Json) -> None:
    assert OFFERS.answer(OPEN, partial) == {"field": None, "domain": None, "moves": []}


def test_a_move_without_fields_is_complete() -> None:
    assert OFFERS.answer(OPEN, {"type": "wait"}) == {"field": None, "domain": None}


def test_when_nothing_may_be_recorded_nothing_is_offered() -> None:
    assert OFFERS.answer({"open": False}, None) == {"moves": []}


GIVEN: Json = {"a": {"b": [4, None, {"c": "x"}]}, "none": None}


@pytest.mark.parametrize(
    ("path", "value", "was_asked"),
    [
        ("a.b.0", 4, True), ("a.b.1", None, True), ("a.b.2.c", "x", True), ("a.b.3", None, False),
        ("a.b.x", None, False), ("a.d", None, False), ("none", None, True), ("none.deeper", None, True),
        ("a.b.0.deeper", None, False),
    ],
)  # fmt: skip
def test_a_path_leads_through_objects_and_lists(path: str, value: Any, was_asked: bool) -> None:  # noqa: FBT001
    assert look(GIVEN, path) == value
    assert asked(GIVEN, path) is was_asked
    assert whole(GIVEN, path) == (4 if path == "a.b.0" else 0)


def test_a_map_by_seat_has_a_domain_for_each_and_one_for_whoever_does_not_ask() -> None:
    red, blue = several(choice(["a", "b"]), 1, 1), several(choice(["b", "c"]), 2, 2)
    wide = several(choice(["a", "b", "c"]), 1, 2, exact=False)
    made = {"kind": "map", "keys": ["0", "1"], "of": wide, "each": {"0": red, "1": blue}, "secret": True}
    assert domains.by_seat(2, [red, blue], secret=True) == made


def test_places_are_joined_and_each_is_named_once() -> None:
    near, far = domains.places([(0, 1), (1, 0), (0, 1)]), domains.places([(1, 0), (2, 0)])
    assert near == {"kind": "choice", "of": [[0, 1], [1, 0]]}
    assert domains.joined([near, far]) == {"kind": "choice", "of": [[0, 1], [1, 0], [2, 0]], "exact": False}


def test_domains_that_differ_are_joined_as_wide_as_needed() -> None:
    assert domains.joined([choice(["a", "b"]), choice(["b", "c"], optional=True)]) == choice(
        ["a", "b", "c"], exact=False
    )
    assert domains.joined([domains.flag(), choice(["a"])]) == domains.flag(exact=False)
    assert domains.joined([domains.free(), domains.free()]) == domains.free()
