"""The hard cases that the toy game stands for, one by one."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from engines.kernel import canonical
from engines.kernel.game import Json, Opening
from engines.kernel.replay import Fold
from tests.engines.given import Position, given
from tests.toy import night_market as toy

THREE = ["red", "blue", "green"]
DEAL = {"type": "deal", "hands": {"0": ["fig", "pear"]}}


FROZEN = "ece38eb09faaa3f9"
"""Of the public facts of a game by the first rules, with everything that both versions share."""


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
    table.sees("seats.0.hand", ["pear", "pear"]).sees("seats.1.hand", [{"unknown": ["fig", "plum"]}] * 2)


def test_a_hand_is_opened_whole() -> None:
    table = acting("roll", "roll", "roll").after(
        {"type": "roll", "die": 1}, {"type": "roll", "die": 2}, {"type": "roll", "die": 1}
    )
    assert opened(table, {"type": "show_hand", "seat": 1}) == [Opening("2", "hands.1", "cards")]
    table.when(type="show_hand", seat=0, cards=["fig", "fig"]).refused("TOY-8.2", code="other_hand", names=["2"])
    table.when(type="show_hand", seat=0).accepted().sees("seats.0.hand", ["fig", "pear"])


def test_a_shown_hand_makes_a_confided_one_impossible() -> None:
    table = given(toy, THREE).after({"type": "deal", "hands": {"0": ["pear", "pear"]}})
    table.applied({"type": "show_hand", "seat": 1, "cards": ["fig", "pear"]})
    table.sees("contradictions", [{"names": ["2", "3"], "rule": "TOY-3.2", "what": "pear"}])
    table.sees("seats.0.hand", [{"unknown": ["fig", "plum", "pear"]}] * 2).marked("contradiction", names=["2", "3"])


def test_a_payment_is_asked_field_by_field() -> None:
    table = acting("roll", "buy", "buy", rounds=2).after({"type": "roll", "die": 2})
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


def test_what_the_first_rules_wrote_replays_as_it_did() -> None:
    """Public facts after each move of one game."""
    fold: Fold[Any, Any] = Fold(toy.first, THREE, {"rounds": 2}, toy.first.box())
    digests = hashlib.sha256()
    for number, move in enumerate(toy.first.table(Random(7), THREE, {"rounds": 2}, toy.first.box()), 2):
        fold.play(move)
        digests.update(canonical.dumps([str(number), fold.facts()]))
    assert digests.hexdigest()[:16] == FROZEN
