"""The rules for all moves (MOV), the automatic steps (AUTO), and the edge cases that no chapter's tests show."""

from collections.abc import Callable
from typing import Any

import pytest

from engines import architects
from engines.kernel.game import Json
from tests.engines.architects.acts import (
    FIGURES,
    PLACES,
    build,
    captures,
    cost,
    counted,
    differs,
    effect,
    go,
    guard,
    hire,
    last,
    last_turns,
    no,
    own,
    ready,
    reset,
    scored,
    step,
    trades,
)
from tests.engines.architects.table import Table, drafted


def hugo(**have: Any) -> Table:
    """Hugo is to move, at virtue 0 with 20 silver."""
    setup = {"characters": {"0": "hugo", "1": "rudolf"}}
    t = drafted(("green", "yellow"), side=2, alternate_characters=True, promos=True, setup=setup)
    return t.turn(0).have(0, **{"virtue": 0, "silver": 20, **have})


def test_mov_2_with_a_crane_debts_are_counted_for_the_whole_event() -> None:
    # Crane, then Betting House: its icon brings a debt at virtue 0, its effect another
    t = hugo(wood=3, stone=1 + 2, clay=1, gold=1, marble=0, hand=4)
    move = build("B41", crane={"type": "build", "building": "B16"}, hugo_pays=2)
    found = own(t, move)
    assert (found["silver"], found.get("unpaid", 0)) == (-4, 0)
    assert t.look("last.spent.silver") == 4
    t = hugo(wood=3, stone=1 + 2, clay=1, gold=1, marble=0, hand=4)
    no(t, 70, build("B41", crane={"type": "build", "building": "B16"}, hugo_pays=3))


def test_mov_8_notes_are_optional_everywhere_and_counted_where_given() -> None:
    t = drafted(2).have(0, gold=1, silver=9)
    for move in (go("workshop_draw", drawn=[None]), step("R07", discarded=[None], drawn=[None])):
        t.turn(0).when(move).accepted()
    for move in (
        go("workshop_draw", drawn=[None] * 3),
        go("market_draw", put_back=[None] * 5),
    ):
        no(t.turn(0), 77, move)


def test_arc_22_1_the_end_is_marked_where_it_is_brought_and_a_reset_where_it_is_due() -> None:
    def marked(t: Table, move: Json) -> list[str]:
        event, before = t.fold.decide(move), t.fold.view()
        t.after(move)
        return [mark["kind"] for mark in architects.marks(event, before, t.fold.view())]

    t = last_turns()
    assert marked(t.have(1, wood=2, stone=2), build("B11", 1)) == ["built"]
    t = drafted(2).stand(0, guildhall=5, market_left=1).stand(1, guildhall=6, market_right=1).have(0, gold=1, silver=9)
    assert marked(t, step("R09")) == ["cathedral", "end_triggered", "final_round"]
    assert marked(t.turn(1).have(1, silver=9), go("market_draw", 1)) == ["reset_due"]
    assert marked(t, reset()) == ["reset"]


def test_turns_captures_captives_sent_and_clearings_are_counted_by_seat() -> None:
    t = drafted(2).stand(1, forest=2, market_left=1, market_right=1).have(0, silver=9)
    t.after(captures(("forest", 1)), go("quarry", 1), guard("send"), go("quarry", 1), go("market_draw"), reset())
    counts = [[t.look(f"seats.{seat}.{name}") for name in ("turns", "captures", "sends", "resets")] for seat in (0, 1)]
    assert counts == [[3, 1, 1, 1], [2, 0, 0, 2]]


# ------------------------------------------------------------------------------------------------------ automatic steps


def test_auto_2_a_taxed_cost_is_split_into_tax_and_supply() -> None:
    t = drafted(2).have(0, virtue=3, silver=20)
    assert effect(t, hire("top", 1, "A22")) == {"0.silver": -3, "tax": 1, "0.apprentices": 1, "pile": -1}


def test_auto_3_apprentices_add_to_an_action_and_save_its_costs() -> None:
    t = drafted(2).have(0, virtue=7, silver=20, apprentices=["A38", "A10", "A32"])
    assert own(t, go("market_right")) == {"silver": -2, "marble": 2, "stone": 2, "wood": 1}


def test_auto_4_a_hire_takes_silver_virtue_and_fills_the_row() -> None:
    t = drafted(2).show("top", 2, "A25").show("top", 2, silver=3).stand(0, workshop=1).have(0, silver=4, virtue=7)
    found = effect(t, hire("top", 2, "A22"))
    assert (found["0.silver"], found["laid"], found["0.virtue"]) == (-4 + 3, -3, -1)
    assert [card for card, _ in t.facts["apprentices"]["top"]] == ["A04", "A11", "A14", "A22"]


# ----------------------------------------------------------------------------------------------------------- edge cases


def test_edge_3_a_worker_in_the_market_stays_though_its_player_rises_to_10() -> None:
    t = drafted(3).stand(0, market_left=1).have(0, virtue=9, silver=2, apprentices=["A22"])
    t.after(trades("A22"))
    assert (t.seat(0)["virtue"], t.facts["market"]["left"]) == (10, 0)
    t.stand(1, market_right=1).turn(2).have(2, silver=2).after(go("market_draw", 2))
    assert t.facts["pending"] == "reset"
    t.after(reset())
    assert t.workers(0, "prison") == 1


def test_edge_18_most_goods_are_compared_after_phase_a_and_scoring_spends_none() -> None:
    # the Castle counts 4 gold, and they are points all the same
    t = last().have(0, buildings=["B18", "B03"], gold=4, stone=2).have(1, stone=1)
    result = scored(t)
    mine = result["seats"]["0"]["breakdown"]
    assert (mine["virtue"]["position"], mine["gold_marble"]["vp"]) == (9, 4)
    assert mine["buildings"]["vp"] == 10 + 7 + 2
    assert t.goods(0) == {"gold": 4, "stone": 2}


def test_edge_19_silver_on_cards_and_above_the_tax_stand_is_nobodys() -> None:
    t = last().have(0, buildings=["B40"], silver=1).tax(9).show("top", 1, silver=9)
    mine = scored(t)["seats"]["0"]["breakdown"]
    assert (mine["silver"], mine["buildings"]["vp"]) == ({"vp": 0, "silver": 1}, 6 + 2)


# ---------------------------------------------------------------------------------- entries that stand elsewhere now


def rich(seats: int = 3, **have: Any) -> Table:
    """Seat 0 is to move and has what most moves cost."""
    return drafted(seats).have(0, **{"silver": 9, "gold": 1, "wood": 2, "stone": 2, **have})


def reset_due(t: Table) -> Table:
    """A reset is due."""
    return t.stand(1, market_left=1, market_right=1).after(go("market_draw"))


HIRED = {"0.silver": -4, "tax": 2, "0.apprentices": 1, "pile": -1}
WELL = {"0.wood": -2, "0.stone": -2, "0.clay": 4, "0.hand": -1, "0.buildings": 1}
STEP = {"0.gold": -1, "0.virtue": 2, "0.cathedral": 1, "0.hand": -1, "cards": 1, "rewards": -1}
CLEARED = {
    "market_left.1": -1, "market_middle.0": -1, "market_right.1": -1, "prison.0": 1, "prison.1": 2, "1.unpaid": 1,
}  # fmt: skip
TURNED = {**CLEARED, "left": -1, "right": 1}
"""What a hire, the Well, a step with R09, and a reset change."""
FACTS: dict[str, tuple[Callable[[], Table], Json, Callable[[], Table], dict[str, int], list[tuple[str, str]]]] = {
    "another card lies there": (
        rich, hire("top", 1, "A22"), lambda: rich().show("top", 1, "A15"), HIRED, [("ARC-2.6", "A04")],
    ),
    "the refill is hired": (
        rich, hire("top", 1, "A22"), lambda: rich().have(1, apprentices=["A22"]), HIRED, [("ARC-26.10", "A22")],
    ),
    "the silver is not there": (
        rich, hire("top", 2, "A22"), lambda: rich(silver=1),
        {"0.silver": -1, "tax": 2, "laid": 1, "0.apprentices": 1, "pile": -1},
        [("ARC-5.13", "silver"), ("ARC-5.13", "silver")],
    ),
    "no icon of evasion": (lambda: rich(virtue=1), hire("top", 1, "A22", evade=2), rich, HIRED, []),
    "nobody to dismiss": (
        lambda: rich(apprentices=["A23"]), hire("top", 1, "A22", discard="A23"), rich, HIRED, [("ARC-4.10", "A23")],
    ),
    "another worker in the market": (
        rich, go("market_left"), lambda: rich().stand(2, market_left=1),
        {"0.silver": -1, "0.virtue": -1, "0.marble": 1, "market_left.2": -1, "prison.2": 1},
        [("ARC-5.4", "market_left")],
    ),
    "another number of workers": (
        rich, go("quarry", n=1), lambda: rich().stand(0, quarry=1), {"0.stone": 2}, [("ARC-5.16", "n")],
    ),
    "another yield": (
        rich, go("quarry", gained={"stone": 1}), lambda: rich().stand(0, quarry=1), {"0.stone": 2},
        [("ARC-5.16", "gained")],
    ),
    "a larger group": (
        lambda: rich().stand(1, forest=2),
        go("town_centre", captures=[{"location": "forest", "seat": 1, "count": 2}]),
        lambda: rich().stand(1, forest=3), {"0.silver": -1, "tax": 1, "forest.1": -3, "0.holds.1": 3},
        [("ARC-9.2", "count")],
    ),
    "no captive": (lambda: rich().hold(0, {1: 1}), guard("send"), rich, {}, []),
    "no prisoner": (lambda: rich().stand(0, prison=1), guard("release"), rich, {}, []),
    "no own captive": (lambda: rich().hold(1, {0: 1}), guard("ransom:silver"), rich, {}, []),
    "no debt": (lambda: rich(unpaid=1), guard("pay_debt"), rich, {}, []),
    "a card of nobody": (
        lambda: rich(clay=1, apprentices=["A24"]), trades("A24"), rich, {"0.wood": -1, "0.virtue": 1}, [],
    ),
    "a building that stands": (
        rich, build("B11"), lambda: rich().have(1, buildings=["B11"]),
        {"0.wood": -2, "0.stone": -2, "0.clay": 4, "0.hand": -1}, [("ARC-26.8", "B11")],
    ),
    "a building of an empty hand": (
        rich, build("B11"), lambda: rich(hand=0), {"0.wood": -2, "0.stone": -2, "0.clay": 4, "0.buildings": 1},
        [("ARC-26.8", "hand")],
    ),
    "no debt to destroy": (
        lambda: ready("B20").have(0, unpaid=1), build("B20", destroy_debt=True), lambda: ready("B20"),
        {**{f"0.{good}": -count for good, count in cost("B20").items()}, "0.hand": -1, "0.buildings": 1,
        "0.virtue": FIGURES["buildings"]["B20"][3]}, [],
    ),
    "a reward that was revealed": (
        rich, step("R09"), lambda: rich().turn(1).have(1, gold=1).after(step("R09", 1)).turn(0), STEP,
        [("ARC-26.11", "R09")],
    ),
    "a reward of an empty pile": (
        rich, step("R09"), lambda: rich().put_right("change_rewards", by=-7),
        {"0.gold": -1, "0.virtue": 1, "0.cathedral": 1, "0.hand": -1, "cards": 1}, [("ARC-15.13", "R09")],
    ),
    "no reward though there is one": (
        lambda: rich().put_right("change_rewards", by=-7), step(None), rich,
        {"0.gold": -1, "0.cathedral": 1, "0.hand": -1, "cards": 1, "rewards": -1}, [],
    ),
    "another level": (
        rich, step("R09", level=1), lambda: rich(level=1, stone=4, wood=0),
        {"0.stone": -4, "0.virtue": 2, "0.cathedral": 1, "0.hand": -1, "cards": 1, "rewards": -1},
        [("ARC-15.1", "level")],
    ),
    "no level above": (rich, step("R09"), lambda: rich(level=5), {"0.workers": 1, "guildhall.0": -1}, []),
    "another space": (rich, build("B11", space=1), lambda: rich().stand(1, guildhall=1), WELL, [("ARC-13.4", "space")]),
    "a noted card in another hand": (
        rich, go("workshop_draw", drawn=["B12"]),
        lambda: rich().after(go("quarry")).turn(1).after(go("workshop_draw", 1, drawn=["B12"])).turn(0),
        {"0.hand": 1, "cards": -1}, [("ARC-26.8", "B12")],
    ),
    "a noted card that stands": (
        rich, go("workshop_draw", drawn=["B12"]), lambda: rich().have(1, buildings=["B12"]),
        {"0.hand": 1, "cards": -1}, [("ARC-26.8", "B12")],
    ),
    "an empty pile": (rich, go("workshop_draw"), lambda: rich().have(2, hand=34), {}, []),
    "no card left for the small market": (
        lambda: reset_due(rich()), reset(),
        lambda: reset_due(rich().put_right("set_market", turned=9, small_face="gold2", large_face="stone2_marble2")),
        TURNED, [("ARC-18.5", "small_face")],
    ),
    "a pile that was not shuffled": (
        lambda: reset_due(rich()), reset(reshuffled=False),
        lambda: reset_due(rich().put_right("set_market", turned=10, large_face="stone2_marble2")),
        {**CLEARED, "left": 9, "right": -9}, [("ARC-5.16", "reshuffled")],
    ),
    "an ability that is gone": (
        lambda: reset_due(rich().have(2, apprentices=["A09"])), reset("wood2_marble2", "gold2", (2, "A09", 0)),
        lambda: reset_due(rich()), TURNED, [],
    ),
    "more released than there are": (
        lambda: reset_due(rich().stand(2, prison=2).have(2, apprentices=["A09"])),
        reset("wood2_marble2", "gold2", (2, "A09", 2)),
        lambda: reset_due(rich().stand(2, prison=1).have(2, apprentices=["A09"])),
        {**CLEARED, "prison.2": -1, "2.workers": 1, "left": -1, "right": 1}, [],
    ),
}  # fmt: skip
"""Where an entry was written and its move, where it stands now, what it changes there, and what it contradicts."""


@pytest.mark.parametrize("name", FACTS)
def test_mov_9_an_entry_applies_as_far_as_there_are_pieces_and_what_cannot_be_is_noted(name: str) -> None:
    there, move, here, changes, contradicted = FACTS[name]
    event, t = there().fold.decide(move), here()
    before = counted(t.facts)
    t.fold.step("99", architects.encode(event))
    after = counted(t.facts)
    if move["type"] in PLACES:
        after["0.workers"] += 1
        after[f"{PLACES[move['type']]}.0"] -= 1
    assert differs(before, after) == changes
    found = t.look("contradictions")
    assert [(one["rule"], one["what"]) for one in found] == contradicted
    assert all(len(one["names"]) > 1 and one["names"][-1] == "99" for one in found)
