"""The cases of undo that the rules of games bring (U-1 to U-9 of the reference), as they are at the night market.

There a die rolled and lots drawn are chance, orders turned up and hands shown are reveals, and a draw may be logged
when the next seat has begun.
"""

from __future__ import annotations

import pytest

from engines.kernel import snapshot
from engines.kernel.game import Json
from service.access.eyes import PUBLIC
from service.record import undo
from service.record.undo import BarredError, OutOfOrderError
from tests.engines.games import Table
from tests.service.record.in_memory import InMemory

BARRIERS = {"undo": "barriers"}
SEATS = 2


def market(*moves: Json, orders: tuple[str, str] = ("roll", "buy"), reveal: bool = True) -> InMemory:
    """A night market for two: the deal is move 2, the orders 3 and 4, what turns them up 5, then ``moves``."""
    record = InMemory(Table("toy", SEATS, 0))
    record.write({"type": "deal", "hands": {"0": ["fig", "plum"], "1": ["fig", "pear"]}})
    for seat, card in enumerate(orders):
        record.write({"type": "order", "seat": seat, "card": card})
    for move in ([{"type": "reveal"}] if reveal else []) + list(moves):
        record.write(move)
    return record


def may(record: InMemory, seat: int | None, *names: str) -> None:
    """Check that these steps may be taken back: last first, no barrier, and every later move still stands."""
    undo.check_order(record.line, seat, names)
    undo.check(record.line, seat, names, SEATS, BARRIERS, undo.Consents())
    assert {found.kind for found in record.taken_back(*names).verdicts} <= {"same"}


ROLL: Json = {"type": "roll", "seat": 0, "die": 1}
SKIP: Json = {"type": "skip", "seat": 1}


def test_u_1_what_turned_nothing_up_can_be_taken_back_last_first() -> None:
    record = market(reveal=False)
    record.write({"type": "order", "seat": 0, "card": "buy"})
    may(record, 0, "5")
    may(record, 0, "5", "3")
    with pytest.raises(OutOfOrderError):
        may(record, 0, "3")


def test_u_2_a_die_that_was_rolled_fixes_everything_before_it() -> None:
    record = market(ROLL)
    for names in (("6",), ("6", "3")):
        with pytest.raises(BarredError) as refused:
            may(record, 0, *names)
        assert (refused.value.name, refused.value.barrier["kind"]) == ("6", "chance")
        assert refused.value.barrier["what"] == "1"


def test_u_3_the_same_kind_of_move_is_a_barrier_by_what_it_did() -> None:
    some = market(ROLL, {"type": "draw", "seat": 0, "count": 1})
    with pytest.raises(BarredError) as refused:
        may(some, 0, "7")
    assert refused.value.barrier == {"kind": "chance", "what": "lots", "seats": [0]}
    may(market(ROLL, {"type": "draw", "seat": 0, "count": 0}), 0, "7")


def test_u_4_what_was_bought_at_a_price_can_be_taken_back_and_lies_in_the_shop_again() -> None:
    record = market({"type": "skip", "seat": 0}, orders=("buy", "buy"))
    before = snapshot.pack(record.fold(PUBLIC).state)
    record.write({"type": "buy", "seat": 1, "item": "lamp", "pay": {"gold": 2}})
    may(record, 1, "7")
    record.undo("7")
    assert snapshot.pack(record.fold(PUBLIC).state) == before


def test_u_5_turning_up_is_a_barrier_and_what_turns_nothing_up_is_none() -> None:
    with pytest.raises(BarredError) as refused:
        may(market(), None, "5")
    assert (refused.value.name, refused.value.barrier["what"]) == ("5", "orders")
    may(market(ROLL, SKIP), 1, "7")


def test_u_6_what_another_seat_turned_up_meanwhile_fixes_what_came_before() -> None:
    record = market({"type": "skip", "seat": 0}, {"type": "roll", "seat": 1, "die": 2}, orders=("buy", "roll"))
    with pytest.raises(BarredError) as refused:
        may(record, 0, "6")
    assert refused.value.name == "7"


def test_u_7_what_was_shown_stays_shown_when_it_is_taken_back_with_the_consent_of_all() -> None:
    record = market()
    undo.check(record.line, None, ["5"], SEATS, BARRIERS, undo.Consents((0, 1)))
    opened = dict(record.line.opened)
    record.undo("5")
    assert record.line.opened == opened != {}
    with pytest.raises(BarredError, match="move 5"):
        may(record, 0, "3")


def test_u_8_the_end_of_a_turn_can_be_taken_back_until_something_is_drawn() -> None:
    record = market(ROLL, {"type": "draw", "seat": 0, "count": 0}, SKIP)
    may(record, 1, "8")
    record.write({"type": "draw", "seat": 1, "count": 2})
    with pytest.raises(BarredError) as refused:
        may(record, 1, "9", "8")
    assert refused.value.name == "9"


def test_u_9_a_draw_of_the_seat_before_that_was_logged_late_is_no_barrier_for_the_next() -> None:
    record = market(ROLL, SKIP, {"type": "draw", "seat": 0, "count": 1})
    may(record, 1, "7")
    record.undo("7")
    assert [step.name for step in record.line.steps] == ["2", "3", "4", "5", "6", "8"]


def test_a_move_that_another_seat_made_meanwhile_and_that_would_not_stand_is_named() -> None:
    record = market({"type": "skip", "seat": 0}, SKIP, orders=("buy", "buy"))
    (found,) = record.taken_back("6").verdicts
    assert (found.step.name, found.kind) == ("7", "refused")
    assert found.refusal is not None
    assert found.refusal.rule == "TOY-5.1"


def test_an_undo_and_its_undo_leave_every_fold_as_it_was() -> None:
    record = market(ROLL, SKIP)
    before = [snapshot.pack(record.fold(eyes).state) for eyes in (record.eyes, PUBLIC)]
    steps = list(record.line.steps)
    record.undo("7")
    assert [step.name for step in record.line.steps] == ["2", "3", "4", "5", "6"]
    record.undo("8")
    assert record.line.steps == steps
    assert [snapshot.pack(record.fold(eyes).state) for eyes in (record.eyes, PUBLIC)] == before
