"""The hard cases that the toy game stands for, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel.game import Json, Opening
from tests import toy
from tests.engines.given import Position, given, no_table

THREE = ["red", "blue", "green"]
DEAL = {"type": "deal", "hands": {"0": ["fig", "pear"]}}


def order(seat: int, card: str | None = None) -> Json:
    return {"type": "order", "seat": seat, **({"card": card} if card else {})}


def acting(*cards: str, rounds: int = 1) -> Position:
    """Seats of a table that turn up these orders."""
    table = given(toy, THREE, options={"rounds": rounds}).after(DEAL, *(order(seat) for seat in range(3)))
    return table.after({"type": "reveal", "cards": {str(seat): card for seat, card in enumerate(cards)}})


def opened(table: Position, move: Json) -> list[Opening]:
    return list(toy.opens(table.fold.state, move))


def asked(table: Position, **partial: Any) -> Any:
    return table.fold.offers(partial)


def test_several_seats_seal_orders_in_any_order_and_may_think_again() -> None:
    table = given(toy, THREE).after({"type": "deal"}, order(2), order(0), order(2, "buy"))
    table.sees("to_move", [1]).sees("seats.0.order", {"unknown": ["roll", "buy"]}).sees("seats.2.order", "buy")
    table.when(type="reveal").refused("TOY-4.3", code="orders")


def test_a_reveal_opens_the_last_order_of_every_seat() -> None:
    table = given(toy, THREE).after({"type": "deal"}, order(2), order(0), order(2), order(1))
    fills = [Opening("4", "card", "cards.0"), Opening("6", "card", "cards.1"), Opening("5", "card", "cards.2")]
    assert opened(table, {"type": "reveal"}) == fills


def test_an_order_takes_the_place_of_the_seats_own_last_one_until_they_are_revealed() -> None:
    table = given(toy, THREE).after({"type": "deal"}, order(2), order(0))
    assert [toy.replaces(table.fold.state, order(seat)) for seat in range(3)] == ["4", None, "3"], "the deal is 2"
    assert toy.replaces(table.fold.state, {"type": "deal"}) is None
    after = table.after(order(1, "roll"), {"type": "reveal", "cards": {"0": "roll", "1": "roll", "2": "roll"}})
    assert toy.replaces(after.fold.state, order(2)) is None


def test_an_order_that_was_confided_need_not_be_said_again_and_cannot_be_another() -> None:
    table = given(toy, THREE).after({"type": "deal"}, order(0, "buy"), order(1), order(2))
    table.when(type="reveal", cards={"0": "roll", "1": "roll", "2": "roll"}).refused(
        "TOY-4.4", code="other_order", names=["3"]
    )
    table.when(type="reveal", cards={"1": "roll", "2": "roll"}).accepted().sees("seats.0.order", "buy")


def test_a_hand_is_known_to_some_and_can_be_only_what_is_left_to_the_others() -> None:
    table = given(toy, THREE).after({"type": "deal", "hands": {"0": ["pear", "pear"]}})
    table.sees("seats.0.hand", ["pear", "pear"]).sees("seats.1.hand", {"unknown": ["fig", "plum"]})


def test_a_hand_is_opened_whole() -> None:
    table = acting("roll", "roll", "roll").after(
        {"type": "roll", "die": 1}, {"type": "roll", "die": 2}, {"type": "roll", "die": 3}
    )
    assert opened(table, {"type": "show_hand", "seat": 1}) == [Opening("2", "hands.1", "cards")]
    table.when(type="show_hand", seat=0, cards=["fig", "fig"]).refused("TOY-8.2", code="other_hand", names=["2"])
    table.when(type="show_hand", seat=0).accepted().sees("seats.0.hand", ["fig", "pear"])


def test_a_shown_hand_makes_a_confided_one_impossible() -> None:
    table = given(toy, THREE).after({"type": "deal", "hands": {"0": ["pear", "pear"]}})
    table.told({"type": "show_hand", "seat": 1, "cards": ["fig", "pear"]})
    table.sees("contradictions", [{"names": ["2", "3"], "rule": "TOY-3.2", "what": "pear"}])
    table.sees("seats.0.hand", {"unknown": ["fig", "plum", "pear"]}).marked("contradiction", names=["2", "3"])


def test_a_payment_is_asked_field_by_field() -> None:
    table = acting("roll", "buy", "buy", rounds=2).after({"type": "roll", "die": 3})
    assert asked(table, type="buy")["field"] == "item"
    assert asked(table, type="buy")["domain"]["of"] == ["cart", "lamp", "tent"]
    assert asked(table, type="buy", item="lamp") == {
        "field": "pay.gold",
        "domain": {"kind": "range", "low": 0, "high": 2},
    }
    assert asked(table, type="buy", item="lamp", pay={"gold": 2})["field"] == "pay.goods"
    assert asked(table, type="buy", item="lamp", pay={"gold": 2, "goods": None}) == {"field": None, "domain": None}
    table.when(type="buy", item="lamp", pay={"gold": 0, "goods": ["salt", "salt"]}).refused("TOY-6.3", code="range")
    table.when(type="buy", item="lamp", pay={"gold": 1}).refused("TOY-6.2", code="range")
    table.when(type="buy", item="lamp", pay={"silver": 1}).malformed("pay.silver", "pay.gold")
    table.when(type="buy", item="lamp", pay={"gold": 2}).accepted().sees("seats.1.items", {"lamp": 2})


def test_the_end_of_a_turn_overlaps_the_next() -> None:
    table = acting("roll", "roll", "roll", rounds=2).after({"type": "roll", "die": 3}, {"type": "roll", "die": 1})
    table.sees("to_move", [0, 1, 2]).after({"type": "draw", "seat": 0, "count": 2}).sees("to_move", [1, 2])
    table.after({"type": "roll", "die": 6}).when(order(1)).refused("TOY-4.2", code="owes")
    table.after(order(0)).sees("to_move", [1, 2])


@pytest.mark.parametrize("die", [0, 7, True, 1.5, "3"])
def test_a_die_shows_one_of_its_faces(die: Any) -> None:
    acting("roll", "roll", "roll").when(type="roll", die=die).refused("TOY-5.3", code="range")


def test_a_roll_bars_everybody_and_a_draw_whoever_drew() -> None:
    table = acting("roll", "roll", "roll")
    roll, draw = toy.decode({"type": "roll", "seat": 0, "die": 3}), toy.decode({"type": "draw", "seat": 0, "count": 1})
    barriers = [toy.barrier(table.fold.state, event) for event in (roll, draw)]
    assert [(it.kind, it.what, it.seats) for it in barriers if it] == [
        ("chance", "3", (0, 1, 2)),
        ("chance", "lots", (0,)),
    ]


@pytest.mark.parametrize("seats", [["red"], ["red", "red"], ["red", "pink"], [*THREE, "grey", "blue"]])
def test_no_such_table(seats: list[str]) -> None:
    no_table(toy, seats, "TOY-1.1", code="players")


def test_the_last_hand_and_the_last_draw_end_the_game_and_ties_share() -> None:
    table = acting("roll", "roll", "buy").after(
        {"type": "roll", "die": 4}, {"type": "roll", "die": 4}, {"type": "skip"}
    )
    for seat, cards in enumerate((["fig", "pear"], ["pear", "fig"], ["plum", "plum"])):
        table.after({"type": "show_hand", "seat": seat, "cards": cards}, {"type": "draw", "seat": seat, "count": 0})
    result = table.fold.result()
    assert result is not None
    assert [about["rank"] for about in result["seats"].values()] == [1, 1, 3]
    assert result["seats"]["0"]["breakdown"] == {"gold": 7, "lots": 0, "items": 0, "hand": 8}
    assert result["winners"] == [0, 1]
