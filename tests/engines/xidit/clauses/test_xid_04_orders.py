"""XID-4: secret orders."""

from __future__ import annotations

from typing import Any

import pytest

from engines import xidit
from engines.kernel.game import Opening
from tests.engines.xidit.table import ICONS, Table, deal, execute, program, reveal, table, wheels

STAND = [1, 2, 3, 4]


def fresh() -> Table:
    """The first year, before any order."""
    return table(4, deal(), STAND)


def everybody(**orders: Any) -> dict[str, Any]:
    """A reveal in which everybody waits but who is named (``s0``)."""
    return {
        "type": "reveal_orders",
        "orders": {str(seat): orders.get(f"s{seat}", wheels("")) for seat in range(4)},
    }


WRONG = [
    ["wait"] * 5,
    ["wait"] * 7,
    [],
    ["wait", "wait", "wait", "wait", "wait", "road_green"],
    ["wait", "wait", "wait", "wait", "wait", "rest"],
]


@pytest.mark.parametrize("orders", WRONG, ids=str)
def test_xid_4_1_six_wheels_with_five_icons(orders: list[str]) -> None:
    fresh().when({"type": "program", "seat": 0, "orders": orders}).refused("XID-4.1")
    fresh().when(everybody(s0=orders)).refused("XID-4.1")


@pytest.mark.parametrize("icon", ICONS)
def test_xid_4_2_one_icon_may_be_used_six_times(icon: str) -> None:
    fresh().when(program(0, icon * 6)).accepted()
    fresh().when(reveal({0: icon * 6, 1: "", 2: "", 3: ""})).accepted()


def test_xid_4_2_any_combination_is_allowed_whatever_the_map() -> None:
    fresh().when(reveal({0: "kkrrbb", 1: "wawawa", 2: "kabwrr", 3: "aaawww"})).accepted()


def test_xid_4_3_all_seats_may_program_at_the_same_time_in_any_order() -> None:
    t = fresh()
    assert t.shown["to_move"] == [0, 1, 2, 3]
    for seat in (2, 0, 3, 1):
        assert t.awaits("program", seat)
        t.when(program(seat, "a")).accepted()


def test_xid_4_3_the_orders_are_declared_as_the_seat_s_secret() -> None:
    assert xidit.secret["program"] == {"orders": "seat"}


def test_xid_4_3_that_a_board_is_locked_is_public_and_its_content_is_not() -> None:
    knows, public = fresh().after(program(1, "arbkaw")), fresh().after(program(1))
    assert knows.locked(1)
    assert public.locked(1)
    assert not public.locked(0)
    assert knows.orders(1) == wheels("arbkaw")
    assert all(set(wheel["unknown"]) == set(ICONS.values()) for wheel in public.orders(1))
    assert knows.fold.facts() == public.fold.facts()


def test_xid_4_4_the_leftmost_wheel_is_the_first_order() -> None:
    t = fresh().start({0: "bkrwww"})
    seen = []
    for _ in range(3):
        t.run(orders=4)
        seen.append(t.city(0))
    assert seen == [2, 7, 8]


def test_xid_4_5_all_boards_are_revealed_together() -> None:
    fresh().when(reveal({0: "a", 1: "a", 2: "a"})).refused("XID-4.5", "XID-4.6")
    fresh().when(reveal({})).refused("XID-4.5", "XID-4.6")


def test_xid_4_5_nobody_else_has_orders() -> None:
    fresh().when(reveal(dict.fromkeys(range(5), "a"))).refused("XID-4.5", "XID-4.6", "XID-2.1")


def test_xid_4_5_revealed_orders_are_public_and_fixed() -> None:
    t = fresh().after(reveal({0: "arbkaw", 1: "", 2: "", 3: ""}))
    assert t.phase == "resolving"
    assert t.orders(0) == ["action", "road_red", "road_blue", "road_black", "action", "wait"]
    t.when(program(0, "a")).refused("XID-4.5")
    t.when(reveal(dict.fromkeys(range(4), ""))).refused("XID-4.5")


def test_xid_4_6_the_log_needs_no_program() -> None:
    fresh().when(reveal({0: "a", 1: "", 2: "", 3: ""})).accepted()


def test_xid_4_6_a_program_may_be_sealed_without_its_content() -> None:
    fresh().after(program(0), program(1)).when(reveal({0: "a", 1: "b", 2: "", 3: ""})).accepted()


def test_xid_4_6_sealed_orders_equal_the_revealed_ones() -> None:
    t = fresh().after(program(2, "kab"), program(0, "ar"))
    t.when(reveal({0: "ar", 1: "", 2: "kab", 3: ""})).accepted()


def test_xid_4_6_other_orders_than_the_sealed_ones_are_refused_and_name_the_seal() -> None:
    t = fresh().after(program(2, "kab"))
    name = t.name
    t.when(reveal({0: "", 1: "", 2: "kaa", 3: ""})).refused("XID-4.6", names=[name])


def test_xid_4_6_the_last_program_counts() -> None:
    t = fresh().after(program(0, "ar"), program(0, "kk"))
    t.when(reveal({0: "ar", 1: "", 2: "", 3: ""})).refused("XID-4.6", names=[t.name])
    t.when(reveal({0: "kk", 1: "", 2: "", 3: ""})).accepted()


def test_xid_4_6_a_fold_whose_sealed_orders_prove_wrong_notes_both_entries() -> None:
    t = fresh().after(program(2, "kab"))
    seal = t.name
    t.applied(reveal({0: "", 1: "", 2: "kaa", 3: ""}))
    assert [(found["names"], found["rule"]) for found in t.shown["contradictions"]] == [([seal, t.name], "XID-4.6")]
    assert t.orders(2) == wheels("kaa")
    t.marked("contradiction", rule="XID-4.6")


def test_xid_4_6_a_reveal_opens_the_last_seal_of_each_seat() -> None:
    t = fresh().after(program(0), program(1), program(0))
    opened = set(xidit.opens(t.fold.state, reveal(dict.fromkeys(range(4), ""))))
    assert opened == {Opening("9", "orders", "orders.0"), Opening("8", "orders", "orders.1")}


def test_xid_4_6_a_program_takes_the_place_of_the_seats_own_last_one() -> None:
    t = fresh()
    assert xidit.replaces(t.fold.state, program(1)) is None
    t.after(program(1))
    seal = t.name
    assert xidit.replaces(t.fold.state, program(1)) == seal
    assert xidit.replaces(t.fold.state, program(0)) is None


def test_xid_4_6_what_is_sealed_may_be_left_out_of_the_reveal() -> None:
    t = fresh().after(program(0, "ar"), program(1))
    event = t.fold.decide(reveal({2: "", 3: ""}))
    assert xidit.encode(event)["orders"].get("1") is None


def test_xid_4_5_the_reveal_binds_everybody() -> None:
    t = fresh()
    event = t.fold.decide(reveal(dict.fromkeys(range(4), "")))
    barrier = xidit.barrier(t.fold.state, event)
    assert barrier is not None
    assert (barrier.kind, sorted(barrier.seats)) == ("reveal", [0, 1, 2, 3])


def test_xid_4_2_an_order_without_a_road_is_no_error_of_the_programme() -> None:
    t = fresh().start({2: "k"}).after(execute(0), execute(1), execute(2))
    assert t.city(2) == 3
