"""XID-21: moves, and chapter 23: what is refused, what is accepted and cancelled."""

from typing import Any

import pytest

from engines import xidit
from tests.engines.xidit.table import *

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


def _waking() -> Table:
    t = table(4, few(), [12, 16, 1, 2], box=quick(keep="1 2 3 4 5 6 7 8 9 10 11 12 13 15 16")).tour(act(0, 12))
    t.start({1: "a"}).until(1, 1).after(execute(1))
    return t.after(rewards(1, "gold", "stories"))


def _lair(units: str = "peasant peasant peasant archer") -> Table:
    return roused(units, at=[4]).start({0: "aa"}).until(0, 1).after(execute(0))


def _slain() -> Table:
    return _lair().after(slay(0, "T3a", peasant=3), rewards(0, "gold", "stories")).until(0, 2)


def _mages() -> Table:
    box = armed(all_needs={}, census=range(1, 90))
    t = table(4, deal(), [1, 2, 5, 6], box=box).arm("mage")
    t.tour(*[act(0, city, rewards(0, "gold", "stories")) for city in (12, 16, 11)])
    t.tour(act(1, 15, rewards(1, "gold", "stories"))).census()
    while t.census_unit != "mage":
        t.after(fists(t.census_unit, 0, 0, 0, 0))
    return t.after(fists("mage", 1, 0, 0, 0))


def _first_year() -> Table:
    return table(4, deal(), STAND)


SIX = {str(seat): ["wait"] * 6 for seat in range(4)}
REFUSED: list[Case] = [
    ("idrakys on an idrakys", lambda: table(4, deal()).after(place(0, 1)), place(1, 1), ("XID-2.22",)),
    ("idrakys out of turn", lambda: table(4, deal()).after(place(0, 1)), place(2, 2), ("XID-2.21",)),
    ("five orders", _first_year, {"type": "program", "seat": 0, "orders": ["wait"] * 5}, ("XID-4.1",)),
    ("seven orders", _first_year, {"type": "reveal_orders", "orders": {**SIX, "2": ["wait"] * 7}}, ("XID-4.1",)),
    ("no icon", _first_year, {"type": "program", "seat": 0, "orders": ["wait"] * 5 + ["fly"]}, ("XID-4.1",)),
    (
        "other orders than the sealed",
        lambda: _first_year().after(program(0, "a")),
        {"type": "reveal_orders", "orders": SIX},
        ("XID-4.6",),
    ),
    ("a player who is not due", start, execute(2), ("XID-5.1",)),
    ("an order that is not due", lambda: start().after(execute(0), top("R")), execute(0), ("XID-5.1",)),
    ("a decision is pending", lambda: start(12).after(execute(0)), execute(0), ("XID-5.8",)),
    ("stayed, with a road", lambda: start(5, "b"), execute(0, did="stayed"), ("XID-6.2",)),
    ("another destination", lambda: start(5, "b"), execute(0, did="moved", city=2), ("XID-6.1",)),
    ("not the weakest", lambda: start(1), execute(0, did="recruited", unit="archer"), ("XID-8.2",)),
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
    ("a tile under the top", _lair, slay(0, "T3b", peasant=3), ("XID-13.2",)),
    ("a titan for two units", _lair, slay(0, "T3a", peasant=2), ("XID-13.3",)),
    ("a titan for units not held", _lair, slay(0, "T3a", mage=3), ("XID-13.3",)),
    ("a second titan in the city", _slain, execute(0, did="titan"), ("XID-13.7",)),
    ("one reward", lambda: start(12).after(execute(0)), rewards(0, "gold"), ("XID-10.1",)),
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
    ("bards that are not adjacent", lambda: start(12).after(execute(0), rewards(0, "gold", "bards")), bards(0, R1=4),
     ("XID-10.6",)),
    ("fewer bards than due", lambda: start(12).after(execute(0), rewards(0, "gold", "bards")), bards(0, R2=3),
     ("XID-10.10",)),
    ("more bards than due in the census", lambda: _clerics(2), bards(0, R1=3), ("XID-14.16",)),
    ("a dummy with four", lambda: start(12).after(execute(0), rewards(0, "gold", "stories")).tops(),
     advance(0, "wealth"), ("XID-15.2", "XID-21.7")),
    ("a criterion that is not offered",
     lambda: table(3, deal(tiles="3p"), [12, 2, 3], box=quick(), options={"dummy_choice": "taken"})
     .start({0: "a"}).after(execute(0), rewards(0, "gold", "stories")),
     advance(0, "reputation"), ("XID-15.3", "XID-15.11")),
    ("a tile that is elsewhere", lambda: start().after(execute(0)), top("R", "A12"), ("XID-11.20",)),
    ("a tile of another set", lambda: start().after(execute(0)), top("R", "B12"), ("XID-11.20",)),
    ("a titan of another stack", _waking, awaken("A16", "A12", T3="T4a", T4="T4b", T5="T5a"), ("XID-12.2",)),
    ("a stack left out", _waking, awaken("A16", "A12", T3="T3a", T4="T4b"), ("XID-12.2",)),
    ("more than held", lambda: mustered("peasant").census(), fists("peasant", 2, 0, 0, 0), ("XID-14.5",)),
    ("a story on a full guild", _mages, story(0, 16), ("XID-14.11",)),
    ("a story without an own guild", _mages, story(0, 9), ("XID-14.11",)),
    ("a story of another colour", _mages, story(0, 15), ("XID-14.11",)),
    ("the end before the orders", start, END, ("XID-16.1",)),
    ("the end before the census", lambda: mustered("peasant").census(), END, ("XID-16.1",)),
    ("an evaluation before the end", _first_year, EVALUATE, ("XID-16.5",)),
    ("another event while a top is due", lambda: start().after(execute(0)), execute(1), ("XID-21.8",)),
    ("what the engine does itself", lambda: start(12, bards=0).after(execute(0)).tops(), rewards(0, "gold", "stories"),
     ("XID-21.7",)),
    ("a fist that is not current", lambda: mustered("mage").census(), fist(0, "mage", 1), ("XID-14.2", "XID-14.25")),
    ("fists that are not current", lambda: mustered("mage").census(), fists("mage", 1, 0, 0, 0),
     ("XID-14.2", "XID-14.25")),
    ("other numbers than sealed", lambda: mustered("peasant").census().after(fist(0, "peasant", 1)),
     fists("peasant", 0, 0, 0, 0), ("XID-14.2", "XID-14.25")),
    ("another bastion", lambda: table(4, deal(), STAND, box=quick(years=1)).finish(), bastion(1, 0, 0, 0),
     ("XID-19.3",)),
    ("null for an open region", lambda: start(12).after(execute(0), rewards(0, "gold", "bards")),
     bards(0, R2=None, R4=2), ("XID-19.4",)),
    ("null for a centre elsewhere", lambda: _clerics(2), bards(0, R1=1, R9=None), ("XID-19.4",)),
]  # fmt: skip


@pytest.mark.parametrize(("position", "move", "rules"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_illegal_inputs_are_refused(position: Any, move: Any, rules: tuple[str, ...]) -> None:
    position().when(move).refused(*rules)


def test_every_kind_of_refused_input_has_a_case() -> None:
    kinds = FIGURES["refusals"]["clauses"]
    assert len(kinds) == 28
    known = {rule for row in REFUSED for rule in row[3]}
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
