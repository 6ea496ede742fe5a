"""The final scoring breakdown of chapter 26, over a game small enough to be worked out by hand.

Three years, a census in the second. Black, red, blue, yellow are seats 0 to 3; the token goes 3, 0, 1: red holds it at
the end. Tiles ask for nothing, A01 and A02 recruit peasants.
"""

from functools import cache

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


def seat(number: int) -> Json:
    """What the result tells of a seat."""
    found: Json = report()["seats"][str(number)]["breakdown"]
    return found


def test_xid_17_18_each_seat_has_the_evaluation_that_it_went_out_in() -> None:
    """Gold 8, 4, 1, 0: yellow; regions 5, 4 and the Bastion's 7, 0: blue; stories 2, 0: red."""
    assert [seat(number)["out"] for number in range(4)] == [None, 3, 2, 1]
    assert report()["evaluations"][0]["values"] == {"0": 8, "1": 4, "2": 1, "3": 0}
    assert report()["evaluations"][0]["ranks"] == {"0": 1, "1": 2, "2": 3, "3": 4}
    assert all("rulings" not in seat(number)["gold"] for number in range(4))
    assert [seat(number)["ranks"]["wealth"] for number in range(4)] == [1, 2, 3, 4]


def test_counters_of_the_table() -> None:
    assert report()["table"]["renewals"] == {"R": 0, "T": 3}
    assert report()["table"]["awakenings"] == 0


def test_provenance() -> None:
    found = report()["provenance"]
    assert (found["edition"], found["stand_in"], found["options"]) == ("stand-in-1", True, {})
    t = closing(years=1, options={"flip_order": "shuffle"}).after(EVALUATE, EVALUATE, EVALUATE)
    result = t.fold.result()
    assert result is not None
    assert result["provenance"]["options"] == {"flip_order": "shuffle"}
