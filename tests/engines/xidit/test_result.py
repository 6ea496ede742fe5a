"""The final scoring breakdown of chapter 26, over a game small enough to be worked out by hand.

Three years, a census in the second. Black, red, blue, yellow are seats 0 to 3; the token goes 3, 0, 1: red holds it at
the end. Tiles ask for nothing, A01 and A02 recruit peasants.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.xidit.table import *


@cache
def game() -> tuple[Table, dict[str, str]]:
    """The game, and the names of its entries that the report points to.

    Year 1: black frees A12 for 5 gold and two stories; red A15 for 4 gold and 3 bards (2 in R5, 1 in the Bastion); blue
    recruits at 1 and acts there in vain; yellow wants a black road at city 8, which has none.
    Year 2: blue recruits again and shows two peasants in the census: 1 gold. Black walks to city 16.
    Year 3: black frees A16 for 3 gold and 2 bards (R4). Yellow acts at 8, where nothing is.
    """
    made = quick(recruits={"A01": {"peasant": 9}, "A02": {"peasant": 9}}, years=3, census=[2])
    t = table(4, deal(first=3, order=("wealth", "reputation", "influence")), [12, 15, 1, 8], box=made)
    names = {}

    def note(what: str) -> None:
        names[what] = t.name

    t.start({0: "a", 1: "a", 2: "aa", 3: "k"}).after(execute(3), execute(0), rewards(0, "gold", "stories"))
    note("A12")
    t.tops().after(execute(1), rewards(1, "gold", "bards"))
    note("A15")
    t.after(bards(1, R5=2, R9=1)).tops().run().close()
    t.start({0: "r", 2: "a"}).run(orders=24).after(fists("peasant", 0, 0, 2, 0))
    note("census")
    t.run().close().start({0: "a", 3: "a"}).until(0, 1).after(execute(0), rewards(0, "gold", "bards"))
    note("A16")
    t.after(bards(0, R4=2)).tops().run().after(END)
    t.after(declare(0, gold=8), declare(1, gold=5, units={"peasant": 0}))
    note("declared")
    t.after(EVALUATE, EVALUATE, EVALUATE)
    return t, names


def report() -> Json:
    """The result."""
    result = game()[0].fold.result()
    assert result is not None
    return result


def units(**held: int) -> Json:
    """Units of every type."""
    return dict.fromkeys(UNITS, 0) | held


def told(number: int, **other: Any) -> Json:
    """What the result tells of a seat that did nothing but execute 18 orders, with what differs."""
    nothing: Json = {
        "gold": {"threats": 0, "titans": 0, "census": 0, "total": 0, "gains": []},
        "stories": {"cities": {}, "placed": 0, "supply": 15, "aside": 0},
        "bards": {"regions": {}, "bastion": 0, "left": 20}, "units": {"held": units(), "total": 0}, "threats": 0,
        "titans": 0, "recruited": units(), "spent": units(), "census_wins": units(), "declared": {},
        "distance": (number - 1) % 4, "orders": {"executed": 18, "cancelled": other.pop("cancelled", {})},
    }  # fmt: skip
    return {"rank": number + 1, "score": 3 - number, "breakdown": {**nothing, **other}}


def rated(wealth: int, reputation: int, influence: int) -> Json:
    """Values, or ranks, by criterion."""
    return {"wealth": wealth, "reputation": reputation, "influence": influence}


def gain(entry: str, source: str, what: str, year: int, amount: int) -> Json:
    """Gold that came."""
    name = game()[1][entry]
    return {"name": name, "source": source, "what": what, "year": year, "amount": amount, "tied": False}


def test_xid_17_18_xid_17_20_what_each_seat_did_and_is_worth() -> None:
    """Gold 8, 4, 1, 0: yellow; regions 5, 4 and the Bastion's 7, 0: blue; stories 2, 0: red."""
    first = {"place": "first"}
    assert report()["seats"] == {
        "0": told(
            0, out=None, values=rated(8, 5, 2), ranks=rated(1, 2, 1), threats=2, declared={"gold": 8},
            gold={"threats": 8, "titans": 0, "census": 0, "total": 8, "gains": [
                gain("A12", "threat", "A12", 1, 5), gain("A16", "threat", "A16", 3, 3)]},
            stories={"cities": {"12": 2}, "placed": 2, "supply": 13, "aside": 0},
            bards={"regions": {"R4": {"bards": 2, **first, "points": 5}}, "bastion": 0, "left": 18},
        ),
        "1": told(
            1, out=3, values=rated(4, 11, 0), ranks=rated(2, 1, 4), threats=1, declared={"gold": 5, "peasant": 0},
            gold={"threats": 4, "titans": 0, "census": 0, "total": 4, "gains": [gain("A15", "threat", "A15", 1, 4)]},
            bards={"regions": {"R5": {"bards": 2, **first, "points": 4}, "R9": {"bards": 1, **first, "points": 7}},
                   "bastion": 1, "left": 17},
        ),
        "2": told(
            2, out=2, values=rated(1, 0, 0), ranks=rated(3, 3, 2), units={"held": units(peasant=2), "total": 2},
            gold={"threats": 0, "titans": 0, "census": 1, "total": 1, "gains": [
                gain("census", "census", "peasant", 2, 1)]},
            cancelled={"already_recruited": 1}, recruited=units(peasant=2), census_wins=units(peasant=1),
        ),
        "3": told(3, out=1, values=rated(0, 0, 0), ranks=rated(4, 4, 3), cancelled={"no_road": 1, "nothing_here": 1}),
    }  # fmt: skip


def test_xid_17_15_the_evaluations_and_what_the_table_shows_of_them() -> None:
    found, t = report(), game()[0]
    assert (found["winners"], found["tie_break"], found["dummy"], t.shown["dummy"]) == ([0], None, None, None)
    assert found["end"] == {"reason": "third_evaluation_done", "rule": "XID-17.18"}
    assert [(done["criterion"], done["out"]) for done in found["evaluations"]] == [
        ("wealth", ["3"]), ("reputation", ["2"]), ("influence", ["1"])
    ]  # fmt: skip
    # of no regions seat 2 and of no stories seats 2, 3 and 1 have as many: two units, then who sits nearer the token
    by_units = {"rule": "XID-17.12", "how": "units"}
    assert [done["ties"] for done in found["evaluations"]] == [
        [],
        [{"contenders": ["2", "3"], "units": [2, 0], "steps": [{**by_units, "groups": [["2"], ["3"]]}]}],
        [{"contenders": ["2", "3", "1"], "units": [2, 0, 0], "steps": [
            {**by_units, "groups": [["2"], ["3", "1"]]},
            {"rule": "XID-17.14", "how": "distance", "groups": [["3"], ["1"]]}]}],
    ]  # fmt: skip
    assert t.look("scores") == {"0": 3, "1": 2, "2": 1, "3": 0}
    assert [t.look(f"seats.{seat}.out") for seat in range(4)] == [None, 3, 2, 1]
    assert [t.look(f"seats.{seat}.placed") for seat in range(4)] == [2, 0, 0, 0]


def test_counters_of_the_table() -> None:
    assert report()["table"] == {
        "first_player": 1, "tile_set": "4-5p", "mode": "long", "years": 3, "renewals": {"R": 0, "T": 3},
        "awakenings": 0, "bastion": {"0": 0, "1": 1, "2": 0, "3": 0},
    }  # fmt: skip
    won = {"year": 2, "unit": "peasant", "counts": {"0": 0, "1": 0, "2": 2, "3": 0}, "winners": [2], "kind": "gold"}
    assert report()["census"][0] == {**won, "each": 1}


def test_provenance() -> None:
    found = report()["provenance"]
    names = game()[1]
    finding = {"kind": "declared", "names": [names["A15"], names["declared"]], "seat": 1, "what": "gold"}
    assert found == {
        "edition": "stand-in-1", "stand_in": True, "options": {}, "tile_set_chosen": False,
        "findings": [{**finding, "said": "5", "derived": "4"}],
    }  # fmt: skip
    t = closing(years=1, options={"flip_order": "shuffle"}).after(EVALUATE, EVALUATE, EVALUATE)
    result = t.fold.result()
    assert result is not None
    assert result["provenance"]["options"] == {"flip_order": "shuffle"}


def at_12(**changes: Any) -> Table:
    """Seat 0 acts in city 12, whose threat is A12; Next Threat is A14, Next Recruitment A03."""
    return table(4, deal(), [12, 1, 20, 4], box=quick(**changes)).start({0: "a", 1: "a", 2: "a"})


def with_titans() -> Table:
    """Seat 0 acts in city 4, where no tile is, with three peasants; three titans rage."""
    return roused("peasant peasant peasant", at=[4]).start({0: "a"}).until(0, 1).after(execute(0))


def waking() -> Table:
    """Seat 1 has freed A16, the last threat but A08, which wakes the titans."""
    t = table(4, few(), [12, 16, 1, 2], box=quick(keep=FEW)).tour(act(0, 12)).start({1: "a"}).until(1, 1)
    return t.after(execute(1))


T12 = {"kind": "threat_eliminated", "seat": 0, "tile": "A12", "city": 12}
GOLD, GUILD = rewards(0, "gold", "stories"), rewards(1, "gold", "stories")
WON = {"kind": "census_won", "unit": "peasant", "winners": [0], "reward": "gold", "each": 1}
MARKS: dict[str, tuple[Callable[[], Table], Json, list[Json]]] = {
    "XID-5.6": (
        lambda: at_12().after(execute(0), GOLD).tops().after(execute(1)).tops(), execute(2),
        [{"kind": "cancelled", "seat": 2, "order": 1, "reason": "nothing_here"}],
    ),
    "XID-6.1": (lambda: table(4, deal(), [12, 1, 3, 4]).start({0: "r"}), execute(0), []),
    "XID-9.1": (at_12, execute(0), [T12]),
    "XID-10.1": (
        lambda: at_12().after(execute(0)), GOLD, [{"kind": "tile_renewed", "queue": "T", "tile": "A14", "city": 14}],
    ),
    "XID-8.11": (
        lambda: at_12().after(execute(0), GOLD).tops(), execute(1),
        [{"kind": "tile_renewed", "queue": "R", "tile": "A03", "city": 3}],
    ),
    "XID-13.3": (
        with_titans, slay(0, "T3a", peasant=3), [{"kind": "titan_eliminated", "seat": 0, "tile": "T3a", "city": 4}],
    ),
    "XID-13.5": (with_titans, decline(0), [{"kind": "cancelled", "seat": 0, "order": 1, "reason": "declined"}]),
    "XID-12.1": (
        waking, GUILD, [{"kind": "tile_renewed", "queue": "T", "tile": "A08", "city": 8}, {"kind": "awakening_due"}],
    ),
    "XID-12.2": (
        lambda: waking().after(GUILD), ROUSED,
        [{"kind": "awakened", "turned": {"T3": "T3a", "T4": "T4a", "T5": "T5a"}}],
    ),
    "XID-14.7": (lambda: mustered("peasant").census(), fists("peasant", 1, 0, 0, 0), [WON]),
    "XID-14.8": (
        lambda: mustered("archer").census().after(fists("peasant", 0, 0, 0, 0)), fists("archer", 1, 0, 0, 0),
        [{**WON, "unit": "archer", "each": 2}],
    ),
    "XID-14.7 in the next census": (
        lambda: mustered("peasant").census().run().close().census(), fists("peasant", 1, 0, 0, 0), [WON],
    ),
    "XID-16.2": (
        lambda: table(4, deal(), [1, 2, 3, 4]).start().run(), END,
        [{"kind": "year_ended", "year": 1}, {"kind": "round", "round": 2}],
    ),
    "XID-17.15": (
        lambda: closing({"gold": 1}, {"gold": 2}, {"gold": 3}), EVALUATE,
        [{"kind": "evaluated", "criterion": "wealth", "out": ["3"]}],
    ),
    "XID-17.15 the second": (
        lambda: closing({"gold": 1}, {"gold": 2}, {"gold": 3}).after(EVALUATE), EVALUATE,
        # a story each, and none of seat 3, who is out; no units: seat 2 sits farthest from the token
        [{"kind": "evaluated", "criterion": "influence", "out": ["0"]}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MARKS)
def test_a_move_marks_what_a_report_tells(name: str) -> None:
    there, move, marks = MARKS[name]
    assert there().when(move).accepted().step["marks"] == marks


def test_xid_21_2_a_year_that_does_not_end_is_not_marked() -> None:
    step = table(4, deal(), [1, 2, 3, 4]).fold.step("99", END)
    assert [mark["kind"] for mark in step["marks"]] == ["contradiction"]
