"""XID-4: secret orders."""

from typing import Any

import pytest

from engines import xidit
from tests.engines.xidit.table import ICONS, Table, deal, program, reveal, table, wheels

STAND = [1, 2, 3, 4]


def fresh() -> Table:
    """The first year, before any order."""
    return table(4, deal(), STAND)


def everybody(**orders: Any) -> dict[str, Any]:
    """A reveal in which everybody waits but who is named (``s0``)."""
    return {"type": "reveal_orders", "orders": {str(seat): orders.get(f"s{seat}", wheels("")) for seat in range(4)}}


WRONG = [
    ["wait"] * 5, ["wait"] * 7, [], ["wait", "wait", "wait", "wait", "wait", "road_green"],
    ["wait", "wait", "wait", "wait", "wait", "rest"],
]  # fmt: skip


@pytest.mark.parametrize("orders", WRONG, ids=str)
def test_xid_4_1_six_wheels_with_five_icons(orders: list[str]) -> None:
    fresh().when({"type": "program", "seat": 0, "orders": orders}).refused("XID-4.1")
    fresh().when(everybody(s0=orders)).refused("XID-4.1")


@pytest.mark.parametrize("icon", ICONS)
def test_xid_4_2_one_icon_may_be_used_six_times(icon: str) -> None:
    fresh().when(program(0, icon * 6)).accepted()
    fresh().when(reveal({0: icon * 6, 1: "", 2: "", 3: ""})).accepted()


def test_xid_4_3_the_orders_are_declared_as_the_seat_s_secret() -> None:
    assert xidit.secret["program"] == {"orders": "seat"}


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


def test_xid_4_6_a_program_takes_the_place_of_the_seats_own_last_one() -> None:
    t = fresh()
    assert xidit.replaces(t.fold.state, program(1)) is None
    t.after(program(1))
    seal = t.name
    assert xidit.replaces(t.fold.state, program(1)) == seal
    assert xidit.replaces(t.fold.state, program(0)) is None
