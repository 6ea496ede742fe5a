"""XID-15: three players and the dummy."""

from typing import Any

import pytest

from tests.engines.xidit.table import *


def raising(*pair: str, city: int = 12, options: Any = None, **changes: Any) -> Table:
    """Three players: seat 0 has freed a threat, taken these rewards and placed them."""
    start = deal("1 2 5 6 10", f"{city} 15 16 11 9" if city != 9 else "12 15 16 11 9", tiles="3p")
    t = table(3, start, [city, 2, 3], box=quick(**changes), options=options).start({0: "a"}).after(execute(0))
    if pair:
        t.after(rewards(0, *pair))
    if t.awaits("place_bards", 0):
        t.after(t.habit() or {})
    return t


def test_xid_15_1_the_dummy_is_rated_in_every_evaluation() -> None:
    t = closing({}, seats=3).after(EVALUATE, EVALUATE, EVALUATE)
    assert [t.values(number)["dummy"] for number in range(3)] == [6, 3, 6]


def test_xid_15_2_after_the_bards_have_been_placed() -> None:
    t = raising().after(rewards(0, "gold", "bards"))
    t.when(advance(0, "wealth")).refused("XID-15.2", "XID-5.8")
    t.after(bards(0, R2=2)).when(advance(0, "wealth")).accepted()


@pytest.mark.parametrize("criterion", ORDER)
def test_xid_15_3_any_of_the_three_criteria(criterion: str) -> None:
    t = raising("gold", "stories").when(advance(0, criterion)).accepted()
    assert {name: t.dummy(name) for name in ORDER} == {name: int(name == criterion) for name in ORDER}


@pytest.mark.parametrize("criterion", ["luck", "gold"])
def test_xid_15_3_no_other_criterion(criterion: str) -> None:
    t = raising("gold", "stories").when(advance(0, criterion)).refused("XID-15.3")
    assert sorted(t.look("due.choices")) == ["influence", "reputation", "wealth"]


def test_xid_15_5_the_dummy_has_no_figure_no_units_no_bards_and_no_guild() -> None:
    t = raising("gold", "stories").after(advance(0, "influence")).run().close()
    assert sorted(t.shown["seats"]) == ["0", "1", "2"]
    assert [city for city in range(1, 22) if t.guild(city)] == [12]
    assert all(not t.bards_at(region) for region in ("R1", "R2", "R4"))


def test_xid_15_6_each_evaluation_eliminates_one_of_the_four() -> None:
    t = closing({"gold": 9}, {"gold": 8}, {"gold": 7}, seats=3, steps=["influence"] * 3)
    for number in range(3):
        t.after(EVALUATE)
        assert len(t.eliminated(number)) == 1
    # 9, 8, 7 gold and 6 of the dummy
    assert t.eliminated(0) == ["dummy"]
    assert [found["dummy"]["out"] for found in (t.fold.result(), survivor().fold.result()) if found] == [1, None]


def survivor() -> Table:
    """The dummy outlives three players without anything; the token is at seat 0."""
    return closing({}, {}, {}, seats=3).after(EVALUATE, EVALUATE, EVALUATE)


def test_xid_15_8_and_xid_15_12_if_the_dummy_survives_nobody_wins() -> None:
    t = survivor()
    # all have nothing: the token's holder leaves first, then the next
    assert [t.eliminated(number) for number in range(3)] == [["0"], ["1"], ["2"]]
    result = t.fold.result()
    assert result is not None
    assert result["winners"] == []
    assert {seat: found["rank"] for seat, found in result["seats"].items()} == {"0": 4, "1": 3, "2": 2}
    assert result["end"] == {"reason": "dummy_survived", "rule": "XID-15.8"}
    assert (result["dummy"]["survived"], result["dummy"]["out"], t.shown["dummy"]["out"]) == (True, None, None)


def test_xid_15_4_the_report_shows_the_dummy_s_steps_and_values_and_who_raised_it() -> None:
    # wealth 6 and 2 a step, influence 3 and 1, reputation 6 and 1; no seat has bards, so it goes out by its wealth
    t = closing({"gold": 9}, {"gold": 12}, {"gold": 11}, seats=3, steps=["wealth", "influence", "influence"])
    t.after(EVALUATE)
    assert t.shown["dummy"] == {
        "tracks": {
            "wealth": {"steps": 1, "value": 8}, "influence": {"steps": 2, "value": 5},
            "reputation": {"steps": 0, "value": 6},
        },
        "out": 1,
    }  # fmt: skip
    result = t.after(EVALUATE, EVALUATE).fold.result()
    assert result is not None
    assert result["dummy"].pop("raised_by").keys() == {"0", "1", "2"}
    assert result["dummy"] == {
        "survived": False, "out": 1,
        "tracks": {
            "wealth": {"steps": 1, "start": 6, "step": 2, "value": 8},
            "influence": {"steps": 2, "start": 3, "step": 1, "value": 5},
            "reputation": {"steps": 0, "start": 6, "step": 1, "value": 6},
        },
    }  # fmt: skip


def test_xid_15_9_the_state_of_the_dummy_is_public() -> None:
    t = raising("gold", "stories").after(advance(0, "reputation"))
    assert t.shown["dummy"] is not None
    assert "dummy" not in t.shown["derived"]
    assert t.dummy("reputation") == 1


def test_xid_15_10_the_rest_is_as_with_four() -> None:
    t = table(3, deal(tiles="3p", first=1), [1, 2, 3]).start()
    for _ in range(6):
        for seat in (1, 2, 0):
            t.after(execute(seat))
    t.after(END)
    assert (t.round, t.first_player) == (2, 2)
    assert [len(t.pile(name)) for name in ("R", "T")] == [4, 2]


CRITERION = {"gold": "wealth", "stories": "influence", "bards": "reputation"}


@pytest.mark.parametrize("pair", [("gold", "stories"), ("gold", "bards"), ("stories", "bards")])
def test_xid_15_11_taken_offers_the_criteria_of_the_rewards_taken(pair: tuple[str, str]) -> None:
    t = raising(*pair, options={"dummy_choice": "taken"})
    for reward, criterion in CRITERION.items():
        if reward in pair:
            t.fold.decide(advance(0, criterion))
        else:
            t.when(advance(0, criterion)).refused("XID-15.3", "XID-15.11")


def test_xid_15_11_with_gold_alone_taken_is_booked_at_once() -> None:
    t = raising(options={"dummy_choice": "taken"}, bards=0, stories=0)
    assert (t.tops().executed(0), t.dummy("wealth")) == (1, 1)
