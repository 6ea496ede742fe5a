"""The worked examples of chapter 24: the seed's XV-1 to XV-14, and those constructed, XV-15 to XV-23.

Alex, Paul, Stephanie and Steve are seats; who is who is said in each.
"""

from typing import Any

import pytest

from tests.engines.xidit.table import *


def test_every_worked_example_has_a_test() -> None:
    tested = {int(name.split("_")[2]) for name in globals() if name.startswith("test_xv_")}
    assert tested == set(range(1, FIGURES["numbered"]["examples"] + 1))


@pytest.mark.parametrize(("seats", "tiles", "threats", "total"), [(4, "4-5p", 5, 21), (3, "3p", 2, 18)])
def test_xv_1_setup(seats: int, tiles: str, threats: int, total: int) -> None:
    t = table(seats, deal(tiles=tiles))
    assert [len(t.pile(name)) for name in ("R", "T", "RD", "TD")] == [4, threats, 0, 0]
    sides = [t.side(city)[1] for city in range(1, 22) if t.tile(city)]
    assert (sides.count("recruitment"), sides.count("threat")) == (5, 5)
    assert None not in (t.next("R"), t.next("T"))
    assert len(sides) + 2 + 4 + threats == total
    on_map = sum(sum(t.on_tile(city).values()) for city in range(1, 22) if t.tile(city))
    assert (on_map, sum(t.barracks().values())) == (25, 45)


def test_xv_2_a_programme() -> None:
    # Paul is seat 0
    start = deal("2 5 8 9 14", "12 15 16 11 13", "17 18 19 20 21", "3 4 7 10 1 6")
    t = table(4, start, [10, 2, 3, 4]).start({0: "barwak"})
    seen: list[Any] = []
    for _ in range(6):
        t.run(orders=4)
        seen.append((t.city(0), t.outcome(0)["did"], t.outcome(0)["reason"]))
    assert seen == [
        (6, "moved", None), (6, "nothing", "nothing_here"), (1, "moved", None), (1, "waited", None),
        (1, "nothing", "nothing_here"), (4, "moved", None),
    ]  # fmt: skip


def test_xv_3_order_pointer() -> None:
    # Alex is seat 0
    t = table(4, deal(), [1, 2, 3, 4]).start().run(orders=4)
    assert t.executed(0) == 1
    t.after(execute(0))
    assert t.executed(0) == 2
    t.when(execute(0)).refused("XID-5.1", "XID-5.2")


def test_xv_4_move() -> None:
    # Alex is seat 0
    t = table(4, deal(), [5, 2, 3, 4]).start({0: "b"}).after(execute(0))
    assert t.city(0) == 12
    t = table(4, deal(), [3, 2, 5, 4]).start({0: "k"}).after(execute(0))
    assert (t.city(0), t.outcome(0)["reason"]) == (3, "no_road")


def test_xv_5_recruit_the_weakest() -> None:
    # Stephanie is seat 0
    t = table(4, deal(), [5, 2, 3, 4]).start({0: "aa"})
    assert t.on_tile(5) == {"peasant": 1, "archer": 2, "cleric": 1, "mage": 1}
    t.when(execute(0, did="recruited", unit="archer")).refused("XID-8.2")
    t.after(execute(0))
    assert t.units(0) == {"peasant": 1}
    assert t.on_tile(5) == {"archer": 2, "cleric": 1, "mage": 1}
    t.until(0, 2).after(execute(0))
    assert t.outcome(0)["reason"] == "already_recruited"
    t.run().close().year({0: "a"})
    assert t.units(0) == {"peasant": 1, "archer": 1}


def alex_at_16(*units: str) -> Table:
    t = table(4, deal(), [1, 2, 3, 4], box=armed()).arm(" ".join(units)).tour(walk(0, 16))
    assert t.side(16) == ("A16", "threat")
    return t.start({0: "a"}).until(0, 1)


def test_xv_6_pay_for_a_threat() -> None:
    t = alex_at_16("archer", "mage", "peasant", "peasant")
    before = t.barracks()
    t.after(execute(0))
    assert t.units(0) == {"peasant": 2}
    assert t.barracks() == {**before, "archer": before["archer"] + 1, "mage": before["mage"] + 1}
    assert t.due() == [("choose_rewards", 0)]
    t = alex_at_16("archer", "cleric", "cleric", "cleric")
    before = t.barracks()
    t.after(execute(0))
    assert t.outcome(0)["reason"] == "units_missing"
    assert (t.units(0), t.barracks()) == ({"archer": 1, "cleric": 3}, before)


def paul_at_12(**changes: Any) -> Table:
    """Paul (seat 0) has three gold from A16 and has just freed A12: 5 gold, 4 bards, 2 stories."""
    t = table(4, deal(), [1, 2, 3, 4], box=quick(**changes))
    t.tour(act(0, 16), walk(0, 12))
    assert t.gold(0) == 3
    return t.start({0: "a"}).until(0, 1).after(execute(0))


def test_xv_7_gold() -> None:
    t = paul_at_12().after(rewards(0, "gold", "bards"))
    assert t.gold(0) == 8
    assert t.due() == [("place_bards", 0)]
    t.when(bards(0, R2=5)).refused("XID-10.10")


def test_xv_8_bards() -> None:
    t = paul_at_12().after(rewards(0, "gold", "bards"), bards(0, R2=1, R4=1, R9=2))
    assert (t.bards_at("R2"), t.bards_at("R4"), t.bards_at("R9")) == ({0: 1}, {0: 1}, {})
    assert (t.bastion(0), t.bards_left(0)) == (2, 16)
    t = paul_at_12().after(rewards(0, "gold", "bards"), bards(0, R2=1, R4=1, R9=None))
    assert t.bastion(0) == 2
    t = paul_at_12().after(rewards(0, "gold", "bards"))
    t.when(bards(0, R1=4)).refused("XID-10.6")
    t.when(bards(0, R2=3)).refused("XID-10.10")
    paul_at_12(bards=0).tops().when(rewards(0, "gold", "bards")).refused("XID-10.8", "XID-21.7")
    t = paul_at_12(bards=3).after(rewards(0, "gold", "bards"), bards(0, R2=3))
    assert (t.bards_at("R2"), t.bards_left(0)) == ({0: 3}, 0)


def test_xv_9_guild_limit() -> None:
    # Alex is seat 0; his two stories in city 16 are those of titan T3a
    t = roused("peasant peasant peasant", at=[16])
    t.year({0: "a"}, slay(0, "T3a", peasant=3), rewards(0, "bards", "stories"), bards(0, R4=3))
    assert (t.guild(16), t.stories_left(0)) == ((0, 2), 13)
    t.tour(act(3, 15)).start({0: "a"}).until(0, 1).after(execute(0))
    t.after(rewards(0, "stories", "gold"))
    assert (t.guild(16), t.stories_left(0), t.gold(0)) == ((0, 4), 11, 3)


def test_xv_10_last_unit_and_renewal() -> None:
    # Paul is seat 0; the others have taken A08's peasant, archer, infantry and cleric
    start = deal("8 5 6 10 14", "12 15 16 11 1", "3 17 9 20 2")
    t = table(4, start, [7, 8, 18, 17]).tour(act(1, 8), act(2, 8), act(3, 8)).tour(act(1, 8), walk(0, 8))
    assert t.on_tile(8) == {"mage": 1}
    assert (t.next("R"), t.pile("R")) == ("A03", ["A17", None, None, None])
    t.start({0: "a", 1: "w"}).until(0, 1).after(execute(0))
    assert t.units(0) == {"mage": 1}
    assert t.pile("RD") == ["A08"]
    assert (t.side(3), t.on_tile(3)) == (("A03", "recruitment"), recruits("A03"))
    assert t.next("R") == "A17"
    t.after(top("R", "A09"))
    assert t.pile("R") == ["A09", None, None]
    assert t.due()[0][0] == "execute"


def planning(script: str) -> Table:
    """Alex (seat 0) in city 16 with A16's units, Stephanie (seat 1) in city 12 with A12's; A12 is Next Threat."""
    t = table(4, deal("1 2 5 6 10", "16 15 11 9 14", t="12"), [1, 2, 3, 4], box=armed())
    t.arm("archer mage", "archer infantry mage").tour(walk(0, 16), walk(1, 12))
    return t.start({0: script, 1: "wwwwwa"})


def test_xv_11_planning_ahead() -> None:
    t = planning("wwa").until(0, 3)
    assert (t.next("T"), t.tile(12)) == ("A12", None)
    t.until(1, 4)
    assert t.side(12) == ("A12", "threat")
    t.until(1, 6).after(execute(1))
    assert t.due() == [("choose_rewards", 1)]
    assert t.units(1) == {}
    t = planning("w").until(1, 6).after(execute(1))
    assert t.outcome(1)["reason"] == "nothing_here"


def alex_at_4() -> Table:
    """Alex (seat 0) in city 4 with two peasants and an archer; Paul (seat 1) has taken T5a, so two titans rage."""
    t = roused("peasant peasant archer", "mage mage mage mage cleric", at=[4, 13])
    t.tour(act(1, 13, slay(1, "T5a", mage=4, cleric=1), rewards(1, "gold", "stories")))
    assert sorted(str(tile) for stack in t.stacks().values() for tile, side in stack if side == "raging") == [
        "T3a",
        "T4a",
    ]
    return t.start({0: "aa"}).until(0, 1).after(execute(0))


def test_xv_12_titan() -> None:
    t = alex_at_4()
    assert t.due() == [("choose_titan", 0)]
    before, where = t.barracks(), t.where()
    t.after(slay(0, "T3a", peasant=2, archer=1))
    assert t.units(0) == {}
    assert t.barracks() == {**before, "peasant": before["peasant"] + 2, "archer": before["archer"] + 1}
    # T3a: 4 gold, 3 bards, 2 stories; city 4 lies on R7 and R8
    t.after(rewards(0, "gold", "stories"))
    assert (t.gold(0), t.guild(4)) == (4, (0, 2))
    assert "T3a" in t.titans_gone()
    assert t.where() == where
    t.until(0, 2).after(execute(0))
    assert t.outcome(0)["reason"] == "city_already_freed"
    t = alex_at_4().after(decline(0))
    assert t.outcome(0)["reason"] == "declined"


def census(unit: str, *counts: int) -> Table:
    """The round of a type, seat 0 first in turn order, everybody showing all that is held."""
    t = mustered(*[" ".join([unit] * count) for count in counts])
    while t.first_player != 0:
        t.year()
    t.census()
    while t.census_unit != unit:
        t.after(fists(t.census_unit, 0, 0, 0, 0))
    return t


def test_xv_13_census_of_clerics() -> None:
    # Steve 0, Paul 1, Stephanie 2, Alex 3
    t = census("cleric", 1, 1, 2, 0).after(fists("cleric", 1, 1, 2, 0))
    assert t.due() == [("place_bards", 2)]
    regions = next(city["regions"] for city in t.fold.box["map"]["cities"] if city["id"] == t.city(2))
    t.when(bards(2, **{regions[0]: 3})).refused("XID-14.16", "XID-10.10")
    t.fold.decide(bards(2, **{regions[0]: 2}))
    t.after(bards(2, **{regions[0]: 1, regions[1]: 1}))
    assert t.census_unit == "mage"
    assert [t.units(seat).get("cleric", 0) for seat in range(4)] == [1, 1, 2, 0]
    t = census("cleric", 2, 2, 1, 0).after(fists("cleric", 2, 2, 1, 0))
    for seat in (0, 1):
        assert t.due() == [("place_bards", seat)]
        region = next(city["regions"][0] for city in t.fold.box["map"]["cities"] if city["id"] == t.city(seat))
        t.when(bards(seat, **{region: 2})).refused("XID-14.16", "XID-10.10", "XID-14.12")
        t.after(bards(seat, **{region: 1}))
    assert t.census_unit == "mage"
    t = census("cleric", 1, 1, 2, 0).after(fists("cleric", 0, 0, 0, 0))
    assert t.census_unit == "mage"


def test_xv_14_wealth_tie() -> None:
    # Steve 0, Stephanie 1, Alex 2, Paul 3
    golds = [{"gold": 25}, {"gold": 18}, {"gold": 21}, {"gold": 18}]
    t = closing(*golds, units=[0, 2, 0, 4]).after(EVALUATE)
    assert t.values(0) == {"0": 25, "1": 18, "2": 21, "3": 18}
    assert (t.ranking(0), t.eliminated(0)) == (["0", "2", "3", "1"], ["1"])
    t = closing(*golds, units=[0, 3, 0, 3]).after(EVALUATE)
    assert (t.ranking(0), t.eliminated(0)) == (["0", "2", "3", "1"], ["1"])


def test_xv_15_turned_discard() -> None:
    # Alex is seat 0
    start = deal("2 9 5 6 10", "16 15 11 1 3", "4 7 13 14 17", "18 19 20 21 12 8")
    t = table(4, start, [1, 2, 3, 4], box=quick())
    t.tour(act(0, 2), act(0, 9), *[act(1, city) for city in (15, 11, 1, 3)], walk(0, 16))
    assert (t.next("T"), t.pile("T"), t.pile("RD")) == ("A12", ["A08"], ["A02", "A09"])
    t.tour(act(0, 16))
    assert t.pile("TD")[-1] == "A16"
    assert t.side(12) == ("A12", "threat")
    assert (t.next("T"), t.pile("T"), t.pile("RD")) == ("A08", ["A02", "A09"], [])


def test_xv_16_recruitment_shortage() -> None:
    start = deal("8 1 2 4 5", "3 6 7 9 13", "14 15 16 17 18", "19 20 21 12 10 11")
    t = table(4, start, [1, 2, 3, 4], box=quick())
    t.tour(*[act(0, city) for city in (6, 7, 3)])
    t.tour(*[act(1, city) for city in (1, 2, 4, 5, 14, 15, 16)])
    assert (t.next("R"), t.pile("R"), t.pile("TD")) == ("A03", [], [])
    assert (t.next("T"), t.pile("T")) == ("A12", ["A10", "A11"])
    assert t.pile("RD") == list(ids("1 2 4 5 14 15 16"))
    t.tour(act(2, 8))
    assert t.pile("RD") == list(ids("1 2 4 5 14 15 16 8"))
    assert t.side(3) == ("A03", "recruitment")
    assert (t.next("R"), t.pile("R"), t.pile("T")) == ("A10", [], ["A11"])


def to_awaken() -> Table:
    """Next Threat A12, T and RD empty, R = [A03], TD = A01, A02, A04 to A09; Alex (seat 0) has just freed A16."""
    start = deal("13 14 12 15 17", "1 2 4 5 6", "18 19 20 21 3", "7 8 9 16 10 11")
    t = table(4, start, [1, 2, 3, 4], box=quick())
    t.tour(*[act(1, city) for city in (13, 14, 12)])
    t.tour(*[act(2, city) for city in (1, 2, 4, 5, 6, 7, 8, 9)], walk(0, 16))
    assert (t.next("T"), t.pile("T"), t.pile("R"), t.pile("RD")) == ("A12", [], ["A03"], [])
    assert t.pile("TD") == list(ids("1 2 4 5 6 7 8 9"))
    return t.start({0: "a"}).until(0, 1).after(execute(0), rewards(0, "gold", "stories"))


def test_xv_17_awakening() -> None:
    t = to_awaken()
    assert t.due() == [("awaken", None)]
    assert t.pile("TD") == list(ids("1 2 4 5 6 7 8 9 16"))
    assert t.side(12) == ("A12", "threat")
    t.when(awaken("A03", "A16", T3="T3b", T4="T4a", T5="T5a")).refused("XID-11.20", "XID-12.8", "XID-12.9", "XID-12.13")
    t.when(awaken("A01", "A16", T3="T3b", T4="T4a", T5="T5a")).refused("XID-11.20", "XID-12.8", "XID-12.9", "XID-12.13")
    t.when(awaken("A07", "A16", T3="T3b", T4="T4a", T5="T5a")).accepted()
    assert t.pile("R") == ["A03", "A01"]
    assert (t.next("T"), t.pile("T")) == ("A07", ["A16", *[None] * 6])
    assert sorted(t.hidden()) == list(ids("2 4 5 6 8 9"))
    assert t.pile("TD") == t.pile("RD") == []
    assert [stack[0] for stack in t.stacks().values()] == [("T3b", "raging"), ("T4a", "raging"), ("T5a", "raging")]
    on_map = sum(t.tile(city) is not None for city in range(1, 22))
    assert on_map + 1 + 1 + len(t.pile("R")) + len(t.pile("T")) == 21


def test_xv_18_second_awakening() -> None:
    # T5a goes, T5b wakes and goes with T4a; then T3b still rages, T4b sleeps, and stack T5 is empty
    units = ["peasant"] * 4 + ["archer"] * 4 + ["infantry"] * 4 + ["cleric"] * 2
    t = roused(" ".join(units), at=[4], wake=awaken("A16", "A12", T3="T3b", T4="T4a", T5="T5a"))
    t.year({0: "a"}, slay(0, "T5a", peasant=4, archer=1), rewards(0, "gold", "stories"))
    t.tour(act(3, 15), act(3, 11, awaken("A15", "A11", T5="T5b")))
    t.tour(act(0, 4, slay(0, "T5b", archer=3, infantry=2), rewards(0, "gold", "stories")))
    t.tour(act(0, 4, slay(0, "T4a", infantry=2, cleric=2), bards(0, R7=4)))
    assert t.stacks() == {"T3": [("T3b", "raging"), ("T3a", "sleeping")], "T4": [("T4b", "sleeping")], "T5": []}
    t.tour(act(3, 9), walk(3, 7)).start({3: "a"}).until(3, 1).after(execute(3))
    if t.awaits("choose_rewards", 3):
        t.after(rewards(3, "gold", "bards"))
    while t.awaits("place_bards", 3):
        t.after(t.habit() or {})
    assert t.due() == [("awaken", None)]
    t.when(awaken("A09", "A07", T3="T3a", T4="T4b")).refused("XID-12.3")
    t.when(awaken("A09", "A07", T4="T4b", T5="T5a")).refused("XID-12.4")
    t.when(awaken("A09", "A07", T4="T4b")).accepted()
    assert t.stacks()["T3"] == [("T3b", "raging"), ("T3a", "sleeping")]
    assert t.stacks()["T4"] == [("T4b", "raging")]


def test_xv_19_barracks_short() -> None:
    # the four mages of the box lie on A01, A02, A05 and A06; A10 has one peasant
    made = box(recruits={"A10": {"peasant": 1}}, pool={"mage": 4})
    t = table(4, deal(r="8 4"), [10, 7, 18, 17], box=made).year({0: "a"})
    assert (t.side(8), t.on_tile(8)) == (
        ("A08", "recruitment"),
        {"peasant": 1, "archer": 1, "infantry": 1, "cleric": 1},
    )
    t.tour(act(1, 8), act(2, 8), act(3, 8)).tour(act(1, 8))
    assert t.tile(8) is None
    assert t.pile("RD") == ["A10", "A08"]


@pytest.mark.parametrize(
    ("placed", "points"), [((3, 2, 2, 0), (7, 4, 4, 0)), ((3, 3, 1), (7, 7, 0)), ((2,), (7,)), ((), ())], ids=str
)
def test_xv_20_region_scoring(placed: tuple[int, ...], points: tuple[int, ...]) -> None:
    takes = [{"bards": {"R9": count}} if count else {} for count in placed]
    t = closing(*takes, order=("reputation", "wealth", "influence")).after(EVALUATE)
    assert t.values(0) == {str(seat): points[seat] if seat < len(points) else 0 for seat in range(4)}


def test_xv_21_five_players() -> None:
    # A 0, B 1, C 2, D 3, E 4
    takes = [{"stories": stories, "gold": gold} for stories, gold in ((9, 5), (7, 6), (5, 7), (4, 1), (4, 2))]
    t = closing(*takes, units=[0, 0, 0, 3, 1], seats=5, order=("influence", "wealth", "reputation")).after(EVALUATE)
    assert t.values(0) == {"0": 9, "1": 7, "2": 5, "3": 4, "4": 4}
    assert t.ranking(0) == ["0", "1", "2", "3", "4"]
    assert sorted(t.eliminated(0)) == ["3", "4"]
    t.after(EVALUATE)
    assert t.values(1) == {"0": 5, "1": 6, "2": 7, "3": 1, "4": 2}
    assert t.eliminated(1) == ["0"]
    t.after(EVALUATE)
    # neither has a bard in any region, nor a unit: the one nearer the token of seat 0 leaves
    assert t.eliminated(2) == ["1"]


def paul_and_a_mage(stories: int) -> Table:
    """Paul (seat 0), without a guild, wins the mage census; A09 shows so many stories."""
    changed = armed(all_needs={}, census=[1], rewards={"A09": {"stories": stories}})
    t = table(4, deal(), [10, 2, 3, 4], box=changed).census({0: "a"}).run(fists("mage", 1, 0, 0, 0)).close()
    assert (t.aside(0), t.stories_left(0)) == (1, 14)
    return t.tour(act(0, 9, rewards(0, "gold", "stories")))


def test_xv_22_story_set_aside() -> None:
    t = paul_and_a_mage(2)
    assert (t.guild(9), t.stories_left(0), t.aside(0)) == ((0, 3), 12, 0)
    t = paul_and_a_mage(4)
    assert (t.guild(9), t.stories_left(0), t.aside(0)) == ((0, 4), 10, 1)


def test_xv_23_audit_of_derived_totals() -> None:
    # Paul is seat 0: A12 gives 5, A15 4, A16 3; a peasant alone gives 1
    changed = armed(all_needs={}, years=8, census=[8])
    t = table(4, deal(), [1, 2, 3, 4], box=changed).arm("peasant")
    names = []
    for city in (12, 15, 16):
        t.tour(walk(0, city)).start({0: "a"}).until(0, 1).after(execute(0), rewards(0, "gold", "stories"))
        names.append(t.name)
        t.run().close()
    while t.round < 8:
        t.year()
    t.census().after(fists("peasant", 1, 0, 0, 0))
    names.append(t.name)
    t.run().after(END)
    assert t.gold(0) == 13
    t.after(declare(0, gold=12))
    findings = t.shown["findings"]
    assert len(findings) == 1
    # The derived 13 is told where derived figures are (XID-19.1), and by the finding itself once the game is over.
    assert (findings[0]["what"], findings[0]["said"], t.shown["derived"]["0"]["gold"]) == ("gold", "12", 13)
    assert set(names) <= set(findings[0]["names"])
    assert t.after(EVALUATE).values(0)["0"] == 13
    assert t.after(EVALUATE, EVALUATE).shown["findings"][0]["derived"] == "13"
