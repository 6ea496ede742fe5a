"""XID-21: moves, and chapter 23: what is refused, what is accepted and cancelled."""

from typing import Any

import pytest

from engines import xidit
from tests.engines.xidit.table import *
from tests.engines.xidit.test_applies import REFUSED as TOLD

STAND = [1, 2, 3, 4]


def start(city: int = 1, script: str = "a", **changes: Any) -> Table:
    """The first year, seat 0 in a city about to execute its first order; an action takes any tile away."""
    others = [other for other in (1, 2, 3, 4) if other != city][:3]
    return table(4, deal(), [city, *others], box=quick(**changes)).start({0: script})


def test_xid_21_1_execute_carries_no_decision() -> None:
    fields = xidit.moves(xidit.box())["execute"].fields
    assert {name: field.optional for name, field in fields.items()} == {"to": True, "claim": True}
    for city, script in ((1, "b"), (1, "w"), (1, "a"), (12, "a"), (20, "a")):
        start(city, script).when(execute(0)).accepted()


def test_xid_21_2_a_refused_move_changes_nothing_and_takes_no_place() -> None:
    t = start()
    ply = t.fold.ply
    t.when(execute(1)).refused("XID-5.1")
    assert t.fold.ply == ply


def test_xid_21_3_it_may_be_noted() -> None:
    t = start().after(execute(0)).when(top("R", "A13")).accepted()
    assert t.pile("R") == ["A13", None, None]


def test_xid_21_4_corrections_are_no_move_of_the_rules() -> None:
    assert not {"undo", "redo", "amend", "correction", "correct", "note"} & set(xidit.moves(xidit.box()))
    start().when({"type": "undo"}).malformed("type")


def turned() -> Table:
    """T = [A01, A02], turned over as a block."""
    t = table(4, few(), [1, 2, 12, 15], box=quick(keep="1 2 3 4 5 6 7 8 9 10 11 12 13 15 16"))
    return t.tour(act(0, 1), act(1, 2), act(2, 12))


def test_xid_21_5_a_derived_top_is_not_asked_for_and_must_agree() -> None:
    t = turned()
    assert "reveal_top" not in dict(t.due())
    t.when(top("T", "A02")).refused("XID-21.5", "XID-11.14")
    t.when(top("T", "A01")).accepted()


CLAIMS: list[tuple[int, str, dict[str, Any]]] = [
    (5, "b", {"did": "moved", "city": 12}), (3, "k", {"did": "stayed"}), (5, "w", {"did": "waited"}),
    (1, "a", {"did": "recruited", "unit": "peasant"}), (12, "a", {"did": "threat"}), (20, "a", {"did": "nothing"}),
]  # fmt: skip


OTHERS = [*[claim for _, _, claim in CLAIMS], {"did": "titan"}]


@pytest.mark.parametrize("take", [True, False])
def test_xid_21_6_titan_is_an_action_that_opened_the_choice(take: bool) -> None:  # noqa: FBT001 - a case
    t = roused("peasant peasant peasant", at=[4]).start({0: "a"}).until(0, 1)
    t.when(execute(0, did="nothing")).refused("XID-21.6", "XID-13.5", "XID-13.1")
    t.when(execute(0, did="titan")).accepted()
    t.when(slay(0, "T3a", peasant=3) if take else decline(0)).accepted()


def test_xid_21_7_forced_rewards_are_not_recorded() -> None:
    t = start(12, bards=0).after(execute(0)).tops()
    t.when(rewards(0, "gold", "stories")).refused("XID-21.7")


def test_xid_21_8_while_a_top_is_asked_for_nothing_else_is_accepted() -> None:
    t = start().after(execute(0))
    assert t.due() == [("reveal_top", None)]
    for move in (execute(1), END, EVALUATE, program(1, "a"), rewards(1, "gold", "bards"), fists("peasant", 0, 0, 0, 0)):
        t.when(move).refused("XID-21.8")


# -------------------------------------------------------------------------------------------- chapter 23, the refused


Case = tuple[str, Any, Any, tuple[str, ...]]


def _clerics(city: int) -> Table:
    t = mustered("cleric", at=[city]).census()
    while t.census_unit != "cleric":
        t.after(fists(t.census_unit, 0, 0, 0, 0))
    return t.after(fists("cleric", 1, 0, 0, 0))


def _lair(units: str = "peasant peasant peasant archer") -> Table:
    return roused(units, at=[4]).start({0: "aa"}).until(0, 1).after(execute(0))


def _slain() -> Table:
    return _lair().after(slay(0, "T3a", peasant=3), rewards(0, "gold", "stories")).until(0, 2)


SIX = {str(seat): ["wait"] * 6 for seat in range(4)}
REFUSED: list[Case] = [
    ("seven orders", lambda: table(4, deal(), STAND),
     {"type": "reveal_orders", "orders": {**SIX, "2": ["wait"] * 7}}, ("XID-4.1",)),
    ("an order that is not due", lambda: start().after(execute(0), top("R")), execute(0), ("XID-5.1",)),
    ("nothing, with a unit", lambda: start(1), execute(0, did="nothing"), ("XID-8.7",)),
    (
        "a second unit",
        lambda: start(1, "aa", recruits={"A01": {"peasant": 3}}).run(orders=4),
        execute(0, did="recruited", unit="peasant"),
        ("XID-8.3",),
    ),
    ("a threat without units", lambda: table(4, deal(), [16, 2, 3, 4]).start({0: "a"}), execute(0, did="threat"),
     ("XID-9.4", "XID-9.3")),
    ("nothing, with a threat", lambda: start(12), execute(0, did="nothing"), ("XID-9.1",)),
    ("a titan where a tile lies", lambda: roused("peasant peasant peasant", at=[1]).start({0: "a"}).until(0, 1),
     execute(0, did="titan"), ("XID-13.1",)),
    ("a sleeping titan", lambda: table(4, deal(), [20, 2, 3, 4]).start({0: "a"}), execute(0, did="titan"),
     ("XID-13.1", "XID-13.2")),
    ("a second titan in the city", _slain, execute(0, did="titan"), ("XID-13.7",)),
    ("three rewards", lambda: start(12).after(execute(0)), rewards(0, "gold", "bards", "stories"), ("XID-10.1",)),
    ("twice the same", lambda: start(12).after(execute(0)), rewards(0, "bards", "bards"), ("XID-10.1",)),
    ("bards with none left", lambda: start(12, bards=0).after(execute(0)).tops(), rewards(0, "gold", "bards"),
     ("XID-10.8", "XID-21.7")),
    ("stories beside another's guild",
     lambda: comeback({0: "wwwwa"}, rewards(1, "gold", "stories")).until(0, 5).after(execute(0)),
     rewards(0, "gold", "stories"), ("XID-10.18", "XID-21.7")),
    ("stories on a full guild",
     lambda: comeback({1: "awwwa"}, rewards(1, "gold", "stories")).until(1, 5).after(execute(1)),
     rewards(1, "gold", "stories"), ("XID-10.19", "XID-21.7")),
    ("stories with none left", lambda: start(12, stories=0).after(execute(0)), rewards(0, "gold", "stories"),
     ("XID-10.19", "XID-21.7")),
    ("a dummy with four", lambda: start(12).after(execute(0), rewards(0, "gold", "stories")).tops(),
     advance(0, "wealth"), ("XID-15.2", "XID-21.7")),
    ("what the engine does itself", lambda: start(12, bards=0).after(execute(0)).tops(), rewards(0, "gold", "stories"),
     ("XID-21.7",)),
    ("fists that are not current", lambda: mustered("mage").census(), fists("mage", 1, 0, 0, 0),
     ("XID-14.2", "XID-14.25")),
    ("null for a centre elsewhere", lambda: _clerics(2), bards(0, R1=1, R9=None), ("XID-19.4",)),
]  # fmt: skip


@pytest.mark.parametrize(("position", "move", "rules"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_illegal_inputs_are_refused(position: Any, move: Any, rules: tuple[str, ...]) -> None:
    position().when(move).refused(*rules)


def test_every_kind_of_refused_input_has_a_case() -> None:
    kinds = FIGURES["refusals"]["clauses"]
    assert len(kinds) == 28
    known = {rule for row in REFUSED for rule in row[3]} | {rule for _, _, rule, _, _ in TOLD}
    assert [kind for kind in kinds if not {f"XID-{number}" for number in kind.split()} & known] == []


# ------------------------------------------------------------------------------------------ chapter 23, the cancelled


def outcome(t: Table, seat: int = 0) -> Any:
    """The reason of the order that the seat executes now."""
    before = t.executed(seat)
    t.when(execute(seat)).accepted()
    assert t.executed(seat) == before + 1
    return t.outcome(seat)["reason"]


def test_cancelled_nothing_here_xid_9_5() -> None:
    assert outcome(start(20)) == "nothing_here"


def test_cancelled_already_recruited_with_any_action_xid_13_8() -> None:
    t = roused("mage mage mage mage", at=[10], options={"titan_blocked_by": "any_action"}).start({0: "aa"}).until(0, 2)
    assert outcome(t) == "already_recruited"
