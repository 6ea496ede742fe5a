"""The rules for all moves (MOV), the automatic steps (AUTO), and the edge cases that no chapter's tests show."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.architects.acts import (
    build,
    captures,
    cost,
    effect,
    go,
    guard,
    hire,
    hired,
    last,
    mines,
    no,
    own,
    ready,
    reset,
    scored,
    skilled,
    step,
    trades,
)
from tests.engines.architects.table import OPEN, Table, drafted


def hugo(**have: Any) -> Table:
    """Hugo is to move, at virtue 0 with 20 silver."""
    setup = {"characters": {"0": "hugo", "1": "rudolf"}}
    t = drafted(("green", "yellow"), side=2, alternate_characters=True, promos=True, setup=setup)
    return t.turn(0).have(0, **{"virtue": 0, "silver": 20, **have})


def test_mov_2_hugo_pays_for_the_earliest_debts_and_keeps_them_apart() -> None:
    # the Fortress loses 2 virtue at 0
    t = hugo(**cost("B26"), hand=3).have(0, apprentices=skilled("B26"))
    assert own(t, build("B26", hugo_pays=1))["unpaid"] == 1


def test_mov_2_with_a_crane_debts_are_counted_for_the_whole_event() -> None:
    # Crane, then Betting House: its icon brings a debt at virtue 0, its effect another
    t = hugo(wood=3, stone=1 + 2, clay=1, gold=1, marble=0, hand=4)
    move = build("B41", crane={"type": "build", "building": "B16"}, hugo_pays=2)
    found = own(t, move)
    assert (found["silver"], found.get("unpaid", 0)) == (-4, 0)
    t = hugo(wood=3, stone=1 + 2, clay=1, gold=1, marble=0, hand=4)
    no(t, 70, build("B41", crane={"type": "build", "building": "B16"}, hugo_pays=3))


def test_mov_2_the_first_destructions_are_those_left_out() -> None:
    t = drafted(2).stand(0, kings_storehouse=2).have(0, virtue=14, unpaid=3, silver=6, apprentices=["A22"])
    assert own(t, trades("A22", "A22", "A22", keep_debts=2))["unpaid"] == -1


def test_mov_3_at_a_reset_a_plain_number_is_the_player_whose_turn_it_is() -> None:
    t = hugo().stand(0, prison=0, guildhall=3).stand(1, guildhall=3).have(0, wood=2, stone=2)
    t.stand(0, prison=1)
    t.after(build("B11"))
    found = effect(t, reset(hugo_pays=1))
    assert (found["0.silver"], found.get("0.unpaid", 0)) == (-2, 0)


def test_mov_8_notes_are_optional_everywhere_and_counted_where_given() -> None:
    t = drafted(2).have(0, gold=1, silver=9)
    for move in (go("workshop_draw", drawn=[None]), step("R07", discarded=[None], drawn=[None])):
        t.turn(0).when(move).accepted()
    for move in (
        go("workshop_draw", drawn=[None] * 3),
        go("market_draw", put_back=[None] * 5),
    ):
        no(t.turn(0), 77, move)


COMPARED: list[tuple[Json, dict[str, Any], dict[str, Any]]] = [
    (go("quarry"), {"n": 1}, {"n": 2}),
    (go("forest"), {"gained": {"wood": 1}}, {"gained": {"wood": 2}}),
    (go("silversmith"), {"gained": {"silver": 2}}, {"gained": {"silver": 2, "gold": 1}}),
    (mines("clay"), {"gained": {"clay": 2}}, {"gained": {"clay": 3}}),
    (trades("A18"), {"spent": {"silver": 1}, "gained": {"wood": 2}}, {"spent": {"silver": 2}}),
    (hire("top", 1, "A22"), {"tax": 2}, {"tax": 1}),
    (go("workshop_draw"), {"count": 1}, {"count": 2}),
    (captures(("forest", 1)), {"tax": 1}, {"tax": 0}),
    (captures(("forest", 1)), {"spent": {"silver": 1}}, {"spent": {"silver": 2}}),
    (guard("pay_debt"), {"tax": 3, "spent": {"silver": 6}}, {"tax": 6}),
    (go("tax_stand"), {"gained": {"silver": 4}}, {"gained": {"silver": 4, "gold": 1}}),
    (go("market_left"), {"gained": {"marble": 1}, "spent": {"silver": 1}}, {"spent": {"silver": 2}}),
    (build("B11"), {"spent": {"wood": 2, "stone": 2}, "gained": {"clay": 4}}, {"gained": {"clay": 5}}),
    (step("R09"), {"spent": {"gold": 1}, "level": 1, "space": 1}, {"spent": {"gold": 2}}),
]


@pytest.mark.parametrize(("move", "right", "wrong"), COMPARED)
def test_mov_9_what_follows_may_be_told_and_has_to_agree(
    move: Json, right: dict[str, Any], wrong: dict[str, Any]
) -> None:
    def standing() -> Table:
        t = drafted(2).stand(1, forest=1)
        return t.have(
            0, silver=20, wood=2, stone=2, gold=1, unpaid=1, apprentices=["A18"] if move == trades("A18") else []
        )

    no(standing(), 10, {**move, **wrong})
    standing().when({**move, **right}).accepted()


def test_mov_4_what_is_left_out_is_the_default() -> None:
    t = drafted(2).have(0, virtue=1, silver=4)
    told, untold = t, drafted(2).have(0, virtue=1, silver=4)
    assert effect(told, hire("top", 1, "A22", evade=2)) == effect(untold, hire("top", 1, "A22"))


def test_mov_5_therese_pays_what_is_printed_where_she_can() -> None:
    t = drafted(("blue", "red"), side=2).turn(0).have(0, gold=2, marble=2, virtue=7)
    assert own(t, step("R09"))["gold"] == -1


def test_mov_6_a_dismissal_for_the_tavern_comes_after_the_skill_has_counted() -> None:
    t = ready("B04")
    t.after(build("B04", hire=hired("top", 1, "A22", discard="A18")))
    assert t.seat(0)["apprentices"] == ["A04"]
    # the refill is drawn after it: the dismissed card lies under the pile
    t = ready("B04")
    no(t, 21, build("B04", hire=hired("top", 1, "A18", discard="A18")), "ARC-26.10")


def test_mov_6_in_the_market_it_comes_after_the_payment() -> None:
    t = drafted(3, setup={"bottom": ["A13", "A21", "A29", "A39"]}).have(0, silver=2, virtue=7)
    t.have(0, apprentices=["A10", "A31"])
    found = own(t, go("market_hire", **hired("top", 1, "A22", discard="A10")))
    assert found == {"silver": -2, "clay": 2}
    t = drafted(3).have(0, silver=2, virtue=7, apprentices=["A31"])
    found = own(t, go("market_hire", **hired("top", 1, "A22", discard="A31")))
    assert found == {"silver": -2, "clay": 2, "virtue": -1}


def test_mov_7_rows_and_columns_are_those_after_a_purge() -> None:
    t = drafted(2).stand(0, guildhall=2).have(0, **cost("B04"), apprentices=["A18"])
    move = build("B04", purge_refill=["A22", "A23"], hire=hired("top", 1, "A24", apprentice="A04"))
    no(t, 19, move, "ARC-2.6")
    t.after(build("B04", purge_refill=["A22", "A23"], hire=hired("top", 1, "A24", apprentice="A06")))


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


def test_edge_2_the_bars_are_tested_at_placement() -> None:
    # at virtue 9 the market is open; a Squire hired there lifts to 9 again, a virtue lost at 5 does not stop the step
    t = drafted(3).have(0, virtue=9, silver=2).show("top", 1, "A26")
    assert own(t, go("market_hire", **hired("top", 1, "A22"))) == {"silver": -2}


def test_edge_1_virtue_0_stops_neither_market_nor_tax_stand_nor_ransom() -> None:
    t = drafted(3).have(0, virtue=0, silver=9).hold(1, {0: 1})
    assert own(t, go("market_left"))["unpaid"] == 1
    assert own(t.turn(0), go("tax_stand"))["unpaid"] == 2
    assert own(t.turn(0), guard("ransom:debt"))["unpaid"] == 2
