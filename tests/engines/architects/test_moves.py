"""The rules for all moves (MOV), the automatic steps (AUTO), and the edge cases that no chapter's tests show."""

from typing import Any

from engines import architects
from engines.kernel.game import Json
from tests.engines.architects.acts import (
    build,
    captures,
    effect,
    go,
    guard,
    hire,
    last,
    last_turns,
    no,
    own,
    reset,
    scored,
    step,
    trades,
)
from tests.engines.architects.table import OPEN, Table, drafted


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


def test_auto_13_the_sums_hold_after_moves_of_every_kind() -> None:
    t = drafted(3).have(0, silver=20, wood=9, stone=9, gold=9, virtue=7).stand(1, forest=2).stand(0, town_centre=1)
    for move in (
        captures(("forest", 1)),
        guard("send"),
        build("B11"),
        step("R09"),
        hire("top", 1, "A22"),
        go("market_draw"),
        go("tax_stand"),
    ):
        t.turn(0).after(move)
        facts = t.facts
        held = [mine["captives"] for mine in facts["seats"].values()]
        for seat in range(3):
            places = (*OPEN, "market_left", "market_middle", "market_right", "guildhall", "prison", "board")
            captive = sum(found.get(str(seat), 0) for found in held)
            assert sum(t.workers(seat, place) for place in places) + captive == 20
        cards = sum(mine["hand"] + len(mine["buildings"]) for mine in facts["seats"].values())
        assert cards + facts["building_pile"] == 40
        hired_cards = sum(len(mine["apprentices"]) for mine in facts["seats"].values())
        assert hired_cards + facts["apprentices"]["pile"] + 8 == 40


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
