"""The final scoring breakdown of chapter 26, over a game small enough to be worked out by hand.

Three years, a census in the second. Black, red, blue, yellow are seats 0 to 3; the token goes 3, 0, 1: red holds it at
the end. Tiles ask for nothing, A01 and A02 recruit peasants.
"""

from __future__ import annotations

from functools import cache

from engines.kernel.game import Json
from tests.engines.xidit.table import (
    END,
    EVALUATE,
    Table,
    bards,
    closing,
    deal,
    declare,
    execute,
    fists,
    quick,
    rewards,
    table,
)


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


def test_the_three_evaluations() -> None:
    # wealth 8, 4, 1, 0: yellow out; reputation: R4 5, R5 and R9 4 + 7, nothing twice: blue out; influence 2, 0: red
    rows = report()["evaluations"]
    assert [row["criterion"] for row in rows] == ["wealth", "reputation", "influence"]
    assert [row["values"] for row in rows] == [
        {"0": 8, "1": 4, "2": 1, "3": 0},
        {"0": 5, "1": 11, "2": 0, "3": 0},
        {"0": 2, "1": 0, "2": 0, "3": 0},
    ]
    assert [row["out"] for row in rows] == [["3"], ["2"], ["1"]]


def test_the_ranks_of_each_evaluation_with_their_ties() -> None:
    # reputation: blue has two peasants, yellow none; influence: blue before yellow before red, who holds the token
    rows = report()["evaluations"]
    assert [row["ranks"] for row in rows] == [
        {"0": 1, "1": 2, "2": 3, "3": 4},
        {"1": 1, "0": 2, "2": 3, "3": 4},
        {"0": 1, "2": 2, "3": 3, "1": 4},
    ]
    assert rows[0]["ties"] == []
    units = {"rule": "XID-17.12", "how": "units", "groups": [["2"], ["3"]]}
    assert rows[1]["ties"] == [{"contenders": ["2", "3"], "units": [2, 0], "steps": [units]}]
    assert rows[2]["ties"] == [
        {
            "contenders": ["2", "3", "1"],
            "units": [2, 0, 0],
            "steps": [
                {"rule": "XID-17.12", "how": "units", "groups": [["2"], ["3", "1"]]},
                {"rule": "XID-17.14", "how": "distance", "groups": [["3"], ["1"]]},
            ],
        }
    ]


def test_winner_and_final_ranking() -> None:
    assert report()["winners"] == [0]
    assert {number: found["rank"] for number, found in report()["seats"].items()} == {"0": 1, "1": 2, "2": 3, "3": 4}
    assert report()["end"]["rule"] == "XID-17.18"


def test_wealth_by_its_sources() -> None:
    names = game()[1]
    gold = seat(0)["gold"]
    assert {key: gold[key] for key in ("threats", "titans", "census", "total")} == {
        "threats": 8,
        "titans": 0,
        "census": 0,
        "total": 8,
    }
    assert [(gain["source"], gain["what"], gain["amount"]) for gain in gold["gains"]] == [
        ("threat", "A12", 5),
        ("threat", "A16", 3),
    ]
    assert seat(2)["gold"]["gains"] == [
        {"name": names["census"], "source": "census", "what": "peasant", "year": 2, "amount": 1, "tied": False}
    ]


def test_wealth_names_the_event_of_each_gain() -> None:
    names = game()[1]
    assert [gain["name"] for gain in seat(0)["gold"]["gains"]] == [names["A12"], names["A16"]]
    assert [gain["name"] for gain in seat(1)["gold"]["gains"]] == [names["A15"]]


def test_declared_values_and_their_difference() -> None:
    assert seat(0)["declared"] == {"gold": 8}
    assert seat(1)["declared"]["gold"] == 5
    findings = report()["provenance"]["findings"]
    assert len(findings) == 1
    assert game()[1]["A15"] in findings[0]["names"] or game()[1]["declared"] in str(findings[0])


def test_influence_by_cities() -> None:
    assert seat(0)["stories"] == {"cities": {"12": 2}, "placed": 2, "supply": 13, "aside": 0}
    assert seat(1)["stories"] == {"cities": {}, "placed": 0, "supply": 15, "aside": 0}


def test_reputation_by_regions() -> None:
    assert seat(0)["bards"]["regions"] == {"R4": {"bards": 2, "place": "first", "points": 5}}
    assert seat(1)["bards"]["regions"] == {
        "R5": {"bards": 2, "place": "first", "points": 4},
        "R9": {"bards": 1, "place": "first", "points": 7},
    }
    assert (seat(1)["bards"]["bastion"], seat(1)["bards"]["left"]) == (1, 17)
    assert report()["table"]["bastion"] == {"0": 0, "1": 1, "2": 0, "3": 0}


def test_units_token_and_distances() -> None:
    assert seat(2)["units"]["held"]["peasant"] == seat(2)["units"]["total"] == 2
    assert report()["table"]["first_player"] == 1
    assert [seat(number)["distance"] for number in range(4)] == [3, 0, 1, 2]


def test_counters_of_a_seat() -> None:
    assert [seat(number)["orders"]["executed"] for number in range(4)] == [18] * 4
    assert seat(2)["orders"]["cancelled"] == {"already_recruited": 1}
    assert seat(3)["orders"]["cancelled"] == {"no_road": 1, "nothing_here": 1}
    assert (seat(0)["threats"], seat(1)["threats"], seat(0)["titans"]) == (2, 1, 0)
    assert (seat(2)["recruited"]["peasant"], seat(2)["spent"]["peasant"]) == (2, 0)
    assert (seat(2)["census_wins"]["peasant"], seat(0)["census_wins"]["peasant"]) == (1, 0)


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


def test_scores_rise_with_the_place() -> None:
    scores = game()[0].shown["scores"]
    assert sorted(scores, key=lambda number: -scores[number]) == ["0", "1", "2", "3"]


def test_the_dummy_and_the_events_that_raised_it() -> None:
    t = closing({"gold": 9}, {"gold": 8}, {"gold": 7}, seats=3, steps=["wealth", "influence", "wealth"])
    t.after(EVALUATE, EVALUATE, EVALUATE)
    result = t.fold.result()
    assert result is not None
    found = result["dummy"]
    assert (found["tracks"]["wealth"]["steps"], found["tracks"]["wealth"]["value"]) == (2, 10)
    assert (found["tracks"]["influence"]["steps"], found["tracks"]["influence"]["value"]) == (1, 4)
    assert [len(found["raised_by"][number]) for number in ("0", "1", "2")] == [1, 1, 1]
