"""The hard cases that the toy game stands for, one by one."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import pytest

from engines.kernel import canonical
from engines.kernel.game import Json, Opening
from engines.kernel.replay import Fold
from tests.engines.given import Position, given, no_table
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


def test_the_end_of_a_turn_overlaps_the_next() -> None:
    table = acting("roll", "roll", "roll", rounds=2).after({"type": "roll", "die": 2}, {"type": "roll", "die": 1})
    table.sees("to_move", [0, 1, 2]).after({"type": "draw", "seat": 0, "count": 2}).sees("to_move", [1, 2])
    table.after({"type": "roll", "die": 1}).when(order(1)).refused("TOY-4.2", code="owes")
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
        {"type": "roll", "die": 2}, {"type": "roll", "die": 2}, {"type": "skip"}
    )
    for seat, cards in enumerate((["fig", "pear"], ["pear", "fig"], ["plum", "plum"])):
        table.after({"type": "show_hand", "seat": seat, "cards": cards}, {"type": "draw", "seat": seat, "count": 0})
    result = table.fold.result()
    assert result is not None
    assert [about["rank"] for about in result["seats"].values()] == [1, 1, 3]
    assert result["seats"]["0"]["breakdown"] == {"gold": 5, "lots": 0, "items": 0, "hand": 8}
    assert result["winners"] == [0, 1]


# ------------------------------------------------------------------------------------------------ an effect in progress


def test_salt_has_its_roller_give_a_good_away_before_anything_else() -> None:
    table = acting("roll", "roll", "roll").after({"type": "roll", "die": 3})
    table.sees("effect", {"kind": "give", "seat": 0, "left": 1}).sees("to_move", [0])
    assert asked(table, type="give") == {"field": "to", "domain": {"kind": "choice", "of": [1, 2]}}
    assert asked(table, type="give", to=2)["domain"]["of"] == ["cloth", "salt", "spice"]
    table.when(type="roll", seat=0, die=1).refused("TOY-10.1", code="effect")
    table.when(type="turn_up", card="fig").refused("TOY-10.1", code="no_effect")
    table.when(type="give", seat=1, to=2, good="salt").refused("TOY-5.1", code="turn")
    table.when(type="give", to=0, good="salt").refused("TOY-10.2", code="oneself")
    table.when(type="give", to=3, good="salt").refused("TOY-10.2", code="players")
    table.when(type="give", to=2, good="salt").accepted().sees("effect", None).sees("to_move", [0, 1])
    table.sees("seats.0.goods", {"cloth": 1, "salt": 1, "spice": 1})
    table.sees("seats.2.goods", {"cloth": 1, "salt": 2, "spice": 1})


def test_spice_turns_up_cards_one_by_one_and_each_is_worth_its_points() -> None:
    table = acting("roll", "roll", "roll").after({"type": "roll", "die": 5})
    table.sees("effect", {"kind": "turn_up", "seat": 0, "left": 2}).sees("seats.0.gold", 8)
    table.when(type="give", seat=0, to=1, good="salt").refused("TOY-10.1", code="no_effect")
    table.after({"type": "turn_up", "card": "pear"}).sees("effect", {"kind": "turn_up", "seat": 0, "left": 1})
    table.sees("seats.0.gold", 13).sees("market", ["pear"]).sees("to_move", [0])
    table.when(type="turn_up", card="pear").refused("TOY-3.2", code="copies", names=["2", "8"])
    table.after({"type": "turn_up", "card": "fig"}).sees("effect", None).sees("to_move", [0, 1])
    table.sees("market", ["pear", "fig"]).sees("pile.count", 1)


def test_no_card_is_turned_up_where_the_pile_is_empty() -> None:
    table = acting("roll", "roll", "roll").after({"type": "roll", "die": 5})
    table.after({"type": "turn_up", "card": "plum"}, {"type": "turn_up", "card": "plum"}, {"type": "roll", "die": 6})
    table.sees("effect", {"kind": "turn_up", "seat": 1, "left": 1}).after({"type": "turn_up", "card": "plum"})
    table.sees("pile", {"count": 0, "card": None}).after({"type": "roll", "die": 6}).sees("effect", None)


# ------------------------------------------------------------------------------------------------------- a hidden hand


def test_what_is_turned_up_narrows_every_hand_that_nobody_told() -> None:
    table = given(toy, THREE, options={"rounds": 1}).after({"type": "deal", "hands": {"0": ["pear", "plum"]}})
    table.after(*(order(seat) for seat in range(3)), {"type": "reveal", "cards": dict.fromkeys("012", "roll")})
    table.sees("seats.1.hand", [{"unknown": ["fig", "plum", "pear"]}] * 2)
    table.after({"type": "roll", "die": 6}, {"type": "turn_up", "card": "pear"})
    table.sees("seats.1.hand", [{"unknown": ["fig", "plum"]}] * 2)
    table.after({"type": "turn_up", "card": "plum"}, {"type": "roll", "die": 6}, {"type": "turn_up", "card": "plum"})
    table.sees("seats.1.hand", ["fig", "fig"]).sees("seats.2.hand", ["fig", "fig"]).sees("pile.count", 0)
    table.sees("seats.0.hand", ["pear", "plum"]).sees("contradictions", [])


def test_who_was_told_nothing_cannot_name_the_last_hand_before_it_is_the_only_one() -> None:
    table = acting("buy", "buy", "buy").after({"type": "skip"}, {"type": "skip"}, {"type": "skip"})
    table.after({"type": "show_hand", "seat": 1, "cards": ["pear", "plum"]})
    table.sees("seats.2.hand", [{"unknown": ["fig", "plum"]}] * 2)
    table.when(type="show_hand", seat=2, cards=["fig", "pear"]).refused("TOY-3.2", code="copies", names=["2", "10"])


def test_a_card_that_is_turned_up_makes_a_confided_hand_impossible() -> None:
    table = given(toy, THREE).after({"type": "deal", "hands": {"0": ["pear", "pear"]}})
    table.after(*(order(seat) for seat in range(3)), {"type": "reveal", "cards": dict.fromkeys("012", "roll")})
    table.after({"type": "roll", "die": 5}).when(type="turn_up", card="pear").refused(
        "TOY-3.2", code="copies", names=["2"]
    )
    table.applied({"type": "turn_up", "card": "pear"})
    table.sees("contradictions", [{"names": ["2", "8"], "rule": "TOY-3.2", "what": "pear"}])
    table.sees("seats.0.hand", [{"unknown": ["fig", "plum", "pear"]}] * 2)


# ----------------------------------------------------------------------------------------------- the rules before these


def test_a_roll_had_no_effect_by_the_first_rules() -> None:
    table = given(toy.first, THREE, options={"rounds": 1}).after(DEAL, *(order(seat) for seat in range(3)))
    table.after({"type": "reveal", "cards": dict.fromkeys("012", "roll")}).after({"type": "roll", "die": 5})
    table.sees("to_move", [0, 1]).sees("seats.0.gold", 8)


def test_what_the_first_rules_wrote_replays_as_it_did() -> None:
    """Public facts after each move of one game."""
    fold: Fold[Any, Any] = Fold(toy.first, THREE, {"rounds": 2}, toy.first.box())
    digests = hashlib.sha256()
    for number, move in enumerate(toy.first.table(Random(7), THREE, {"rounds": 2}, toy.first.box()), 2):
        fold.play(move)
        digests.update(canonical.dumps([str(number), fold.facts()]))
    assert digests.hexdigest()[:16] == FROZEN


def test_the_first_rules_know_no_effect() -> None:
    assert (toy.first.name, toy.first.clauses, toy.first.rules_version) == (toy.name, toy.clauses, 1)
    assert set(toy.moves(toy.box())) - set(toy.first.moves(toy.first.box())) == {"give", "turn_up"}
    assert [path for path, _ in toy.first.check_box(toy.box())] == ["wares.salt.calls", "wares.spice.calls"]
    assert list(toy.first.check_box(toy.first.box())) == []


# ------------------------------------------------------------------------------------------------------- an owner's box


@pytest.mark.parametrize(
    ("path", "value", "fault", "says"),
    [
        ("gold", -1, "gold", "-1 should be a whole number from 0 to 1000"),
        ("hand", "2", "hand", "'2' should be a whole number from 1 to 1000"),
        ("hand", 3, "cards", "9 are too few; 12 are dealt"),
        ("cards.fig.points", 1.5, "cards.fig.points", "1.5 should be a whole number from 0 to 1000"),
        ("items.lamp.name.es", "", "items.lamp.name.es", "'' should be a text"),
        ("orders.wait", {"name": {"en": "wait", "es": "esperar"}}, "orders", "wait does not belong here (TOY-5.2)"),
        ("wares.salt.calls", "swap", "wares.salt.calls", "'swap' should be one of give, turn_up"),
        ("die", [], "die", "it needs a face (TOY-5.3)"),
        ("die", ["salt", {}], "die.1", "{} should be one of cloth, salt, spice"),
        ("colours", {"red": {"name": {"en": "red", "es": "rojo"}}}, "colours", "4 colours are needed (TOY-1.1)"),
    ],
)
def test_a_fault_of_a_box_is_told_by_its_path(path: str, value: Any, fault: str, says: str) -> None:
    box = toy.box()
    *way, last = path.split(".")
    here = box
    for key in way:
        here = here[key]
    here[last] = value
    assert [(at, text["en"]) for at, text in toy.check_box(box)] == [(fault, says)]


def test_the_box_of_the_game_itself_has_no_fault() -> None:
    assert list(toy.check_box(toy.box())) == []


@pytest.mark.parametrize("box", [{}, {"cards": []}, {"cards": {"fig": {"count": "x" * 9999}}}, {"die": {}, "wares": 5}])
def test_no_box_is_too_strange_to_be_refused(box: Json) -> None:
    assert toy.check_box(box)
