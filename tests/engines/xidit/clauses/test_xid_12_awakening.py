"""XID-12: awakening of the titans, arrival of reinforcements."""

from typing import Any

import pytest

from tests.engines.xidit.table import *

ALL = {"T3": "T3a", "T4": "T4a", "T5": "T5a"}


def waking(t: Table, seat: int, city: int) -> Table:
    """The seat walks to a city and frees its threat, up to the awakening that this causes."""
    t.tour(walk(seat, city)).start({seat: "a"}).until(seat, 1).after(execute(seat))
    if t.awaits("choose_rewards", seat):
        t.after(rewards(seat, "gold", "stories"))
    while t.due()[0][0] in ("advance_dummy", "reveal_top"):
        t.after(t.habit() or {})
    assert t.due() == [("awaken", None)]
    return t


def first(options: Any = None, **changes: Any) -> Table:
    """Fifteen tiles: A12 and A16 were freed, Next A08 is placed, everything sleeps. R = [A04, unknown A13]."""
    t = table(4, few(), [12, 16, 1, 2], box=quick(**{"keep": FEW, **changes}), options=options).tour(act(0, 12))
    return waking(t, 1, 16)


def again(t: Table, *cities: int, wake: Any) -> Table:
    """Free the threats of these cities, the last of which wakes the titans once more."""
    seats = [3] * len(cities)
    stops = [act(seat, city) for seat, city in zip(seats[:-1], cities[:-1], strict=True)]
    return waking(t.tour(*stops), 3, cities[-1]).after(wake).run().close()


def test_xid_12_1_the_shortage_of_threats_alone_wakes_the_titans() -> None:
    t = table(4, few(), [12, 16, 1, 2], box=quick(keep=FEW))
    t.when(ROUSED).refused("XID-12.1")
    t.tour(act(0, 12)).when(ROUSED).refused("XID-12.1")
    waking(t, 1, 16).when(ROUSED).accepted()


@pytest.mark.parametrize("left_out", ["T3", "T4", "T5"])
def test_xid_12_2_no_sleeping_top_is_left_out(left_out: str) -> None:
    turned = {stack: tile for stack, tile in ALL.items() if stack != left_out}
    first().when(awaken("A16", "A12", **turned)).refused("XID-12.2")


def test_xid_12_2_a_tile_of_another_stack_is_refused() -> None:
    first().when(awaken("A16", "A12", T3="T4a", T4="T4b", T5="T5a")).refused("XID-12.2")
    first().when(awaken("A16", "A12", T3="T3c", T4="T4b", T5="T5a")).refused("XID-12.2")


def test_xid_12_3_a_raging_top_stays_as_it_is() -> None:
    t = waking(first().after(ROUSED).run().close().tour(act(3, 15)), 3, 11)
    for stack, tile in (("T3", "T3a"), ("T3", "T3b"), ("T5", "T5b")):
        t.when(awaken("A15", "A11", **{stack: tile})).refused("XID-12.3")
    t.when(awaken("A15", "A11")).accepted()
    assert t.stacks()["T3"] == [("T3a", "raging"), ("T3b", "sleeping")]


def test_xid_12_4_an_empty_stack_does_nothing() -> None:
    t = roused("peasant peasant peasant", "archer archer archer", at=[4, 3])
    t.year({0: "a"}, slay(0, "T3a", peasant=3), rewards(0, "gold", "stories"))
    assert t.stacks()["T3"] == [("T3b", "sleeping")]
    again(t, 15, 11, wake=awaken("A15", "A11", T3="T3b"))
    assert t.stacks()["T3"] == [("T3b", "raging")]
    t.tour(walk(1, 13)).year({1: "a"}, slay(1, "T3b", archer=3), rewards(1, "gold", "stories"))
    assert t.stacks()["T3"] == []
    # Next A15, T = [A11]
    waking(t.tour(act(3, 9)), 3, 7)
    t.when(awaken("A09", "A07", T3="T3a")).refused("XID-12.4")
    t.when(awaken("A09", "A07")).accepted()


def test_xid_12_5_reinforcements_come_although_no_titan_turns() -> None:
    t = waking(first().after(ROUSED).run().close().tour(act(3, 15)), 3, 11).after(awaken("A11", "A15"))
    assert (t.next("T"), t.pile("T"), t.pile("TD")) == ("A11", ["A15"], [])


def test_xid_12_6_and_xid_12_7_the_eliminated_threats_lie_beneath_the_recruitment_pile() -> None:
    # R keeps its two tiles, so both eliminated threats are among the others
    t = first()
    for tile in ids("4 13"):
        t.when(awaken(tile, "A16", **ALL)).refused("XID-12.7", "XID-12.9", "XID-11.20", "XID-12.13")
    t.when(awaken("A12", "A16", **ALL)).accepted()
    assert (t.pile("R"), t.pile("TD"), t.shown["findings"]) == (["A04", "A13"], [], [])


def test_xid_11_14_without_strict_piles_a_recruit_that_comes_next_is_a_finding() -> None:
    t = first({"strict_piles": False}).after(awaken("A13", "A12", **ALL))
    found = {"kind": "pile", "names": [t.name], "seat": None, "what": "R", "said": "A13", "derived": "A04, A13"}
    assert (t.next("T"), t.pile("T"), t.shown["findings"]) == ("A13", ["A12"], [found])
    assert t.pile("R") == [None, None]


def test_xid_21_3_a_top_that_was_not_noted_at_an_awakening_is_not_asked_for() -> None:
    t = table(4, deal(), [12, 15, 16, 11], box=quick())
    t = waking(t.tour(act(0, 12), act(1, 15), act(2, 16), act(0, 11), act(0, 9)), 1, 14)
    t.after({key: of for key, of in (t.habit() or {}).items() if key != "top_threat"})
    assert (t.pile("T")[0], t.due()) == (None, [("execute", 2)])


def test_xid_12_8_the_first_two_tiles_are_the_recruitment_pile() -> None:
    # one recruitment tile was exhausted and turned into T, so R = [A13] and TD = [A12, A16, A15]
    t = table(4, few(), [12, 16, 1, 2], box=quick(keep=FEW)).tour(act(2, 1), act(0, 12), act(1, 16))
    assert (t.next("R"), t.pile("R"), t.next("T")) == ("A04", ["A13"], "A01")
    t = waking(t, 0, 15)
    t.when(awaken("A12", "A15", **ALL)).refused("XID-12.8", "XID-12.9", "XID-11.20", "XID-12.13")
    t.when(awaken("A15", "A16", **ALL)).accepted()
    assert t.pile("R") == ["A13", "A12"]


def test_xid_12_9_the_others_are_shuffled_and_become_the_threat_pile() -> None:
    for one, other in (("A12", "A16"), ("A16", "A12")):
        t = first().after(awaken(one, other, **ALL))
        assert (t.next("T"), t.pile("T")) == (one, [other])


def test_xid_12_10_the_top_goes_to_next_threat() -> None:
    t = first().after(awaken("A16", "A12", **ALL)).run().close().tour(act(3, 15))
    assert t.side(16) == ("A16", "threat")


def test_xid_12_11_next_recruitment_and_the_cities_are_not_touched() -> None:
    t = first()
    before = {city: t.tile(city) for city in range(1, 22)}
    assert t.pile("RD") == []
    t.after(ROUSED)
    assert {city: t.tile(city) for city in range(1, 22)} == before
    assert t.next("R") == "A03"


def test_xid_12_12_the_piles_afterwards_have_two_and_n_minus_14_tiles() -> None:
    t = first().after(ROUSED)
    assert [len(t.pile(name)) for name in ("R", "T", "RD", "TD")] == [2, 15 - 14, 0, 0]
    for seats, left in ((4, 7), (3, 4)):
        tiles = "3p" if seats == 3 else "4-5p"
        t = table(seats, deal(tiles=tiles), [12, 15, 16, 11][:seats], box=quick())
        stops = [act(0, 12), act(1, 15), act(2, 16), act(0, 11), act(0, 9)][: 5 if seats == 4 else 2]
        t.tour(*stops)
        waking(t, 1 if seats == 4 else 2, 14 if seats == 4 else 16).run(orders=0)
        assert [len(t.pile(name)) for name in ("R", "T", "RD", "TD")] == [2, left, 0, 0]


def test_xid_12_13_the_event_names_the_titans_the_next_threat_and_the_top() -> None:
    t = first()
    t.when({"type": "awaken", "turned": ALL}).malformed("next_threat")
    t.when(awaken("A16", "A16", **ALL)).refused("XID-12.13", "XID-11.20")
    t.when(awaken("A16", "A12", **ALL)).accepted()
    assert t.pile("R") == ["A04", "A13"]


def test_xid_12_14_the_threat_just_eliminated_takes_part() -> None:
    assert first().after(awaken("A16", "A12", **ALL)).next("T") == "A16"


def test_xid_12_15_the_replacement_was_placed_before() -> None:
    t = first()
    assert t.side(8) == ("A08", "threat")
    assert t.tile(16) is None
    assert t.next("T") is None


@pytest.mark.parametrize("flip", ["shuffle", "unknown"])
def test_xid_12_16_with_unknown_order_the_recruitment_pile_may_hold_unknown_slots(flip: str) -> None:
    # R is empty when A15 is freed: A01, A02 and A05 have been exhausted, T was [A01 ... ] at first
    made = quick(keep=FEW)
    t = table(4, few(), [12, 16, 1, 2], box=made, options={"flip_order": flip}).tour(act(2, 1), act(0, 12), act(1, 16))
    assert (t.pile("R"), t.next("T"), t.pile("T")) == (["A13"], "A01", [])
    t = waking(t, 0, 15)
    # one of A12, A16, A15 lies in R now, nobody knows which: any may be next
    for one, other in (("A12", "A16"), ("A12", "A15"), ("A15", "A12")):
        t.fold.decide(awaken(one, other, **ALL))
    t.when(awaken("A13", "A12", **ALL)).refused("XID-12.16", "XID-12.9", "XID-11.20", "XID-12.13")
    t.after(awaken("A15", "A12", **ALL))
    assert t.pile("R")[0] == "A13"
    assert (t.next("T"), t.pile("T")) == ("A15", ["A12"])
