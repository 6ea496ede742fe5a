"""ARC-21: side 2 of the boards."""

from typing import Any

import pytest

from tests.engines.architects.acts import (
    FIGURES,
    IDLE,
    build,
    captures,
    cost,
    each,
    effect,
    go,
    guard,
    hire,
    hired,
    no,
    own,
    reset,
    skilled,
    step,
)
from tests.engines.architects.table import Table, drafted, laid, opened, set_up

WHO = FIGURES["characters"]
NAMES = sorted(WHO)


def played(name: str, *others: str, **options: Any) -> Table:
    """A table whose seat 0 plays this character, and is to move with 20 silver at virtue 7."""
    others = others or (("ada",) if WHO[name][0] != "purple" else ("rudolf",))
    names = (name, *others)
    t = drafted(
        tuple(WHO[who][0] for who in names), side=2, alternate_characters=True,
        setup={"characters": {str(seat): who for seat, who in enumerate(names)}}, **options,
    )  # fmt: skip
    return t.turn(0).have(0, virtue=7, silver=20, **each(0))


def bare(**fields: Any) -> dict[str, Any]:
    """The move ``setup`` of side 2: nobody names who begins."""
    return set_up(start_player=None, **fields)


def test_arc_21_1_all_boards_show_the_same_side() -> None:
    no(opened(2), 62, set_up(characters={"0": "frederick", "1": "caroline"}), "ARC-21.1")
    t = opened(2, side=2, alternate_characters=True)
    no(t, 62, bare(characters={"0": "frederick"}), "ARC-21.1", "ARC-21.2")


def test_arc_21_2_the_colour_says_who_it_is() -> None:
    t = laid(5, side=2)
    assert [t.seat(seat)["character"] for seat in range(5)] == ["frederick", "caroline", "therese", "rudolf", "ada"]
    # told all the same, it has to agree (MOV-9)
    opened(2, side=2).after(bare(characters={"0": "frederick", "1": "caroline"}))
    no(opened(2, side=2), 62, bare(characters={"0": "caroline", "1": "frederick"}), "ARC-21.2")
    no(opened(2, side=2), 62, bare(characters={"0": "fara", "1": "caroline"}), "ARC-21.2")


def test_arc_21_2_with_the_alternates_a_colour_has_two() -> None:
    t = laid(2, side=2, alternate_characters=True, setup={"characters": {"0": "fara", "1": "caroline"}})
    assert [t.seat(seat)["character"] for seat in range(2)] == ["fara", "caroline"]
    t = opened(2, side=2, alternate_characters=True)
    no(t, 62, bare(characters={"0": "hugo", "1": "fara"}), "ARC-21.2")
    no(t, 62, bare(characters={"0": "fara", "1": "fara"}), "ARC-21.2")


@pytest.mark.parametrize("name", NAMES)
def test_arc_21_3_arc_21_5_arc_21_6_arc_21_27_the_board_says_what_its_player_begins_with(name: str) -> None:
    colour, _, prison, silver, virtue, cards, unpaid, goods = WHO[name]
    other = "ada" if colour != "purple" else "rudolf"
    names = {"0": name, "1": other}
    t = laid((colour, WHO[other][0]), side=2, alternate_characters=True, setup={"characters": names})
    mine = t.seat(0)
    assert (t.workers(0, "prison"), mine["workers"]) == (prison, 20 - prison)
    assert {good: count for good, count in mine["goods"].items() if count} == {
        **goods,
        **({"silver": silver} if silver else {}),
    }
    assert (mine["virtue"], mine["unpaid"], mine["paid"]) == (virtue, unpaid, 0)
    t.after({"type": "draft_done"})
    assert t.seat(0)["hand"] == 3 + cards


def test_arc_21_6_the_cards_of_a_board_may_be_noted() -> None:
    t = laid(5, side=2)
    no(t, 77, {"type": "draft_done", "drawn": {"0": ["B11"]}})
    no(t, 77, {"type": "draft_done", "drawn": {"2": ["B11", "B01"]}})
    t.after({"type": "draft_done", "drawn": {"2": ["B11"]}, "kept": {"2": ["B01", None, None]}})
    assert sorted(t.look("seats.2.hand.known")) == ["B01", "B11"]


def test_arc_21_4_the_highest_virtue_begins_we_51() -> None:
    names = {"0": "therese", "1": "hugo", "2": "ada"}
    t = laid(("blue", "green", "purple"), side=2, alternate_characters=True, setup={"characters": names})
    assert t.facts["start_player"] == 2
    assert [t.workers(seat, "board") for seat in range(3)] == [16, 10, 20]
    assert [t.workers(seat, "prison") for seat in range(3)] == [4, 10, 0]


def test_arc_21_4_who_begins_may_be_told_and_then_has_to_agree_mov_9() -> None:
    no(opened(2, side=2), 10, set_up(start_player=1), "ARC-21.4", "ARC-5.16")
    opened(2, side=2).after(set_up(start_player=0))


def test_arc_21_4_what_a_starting_apprentice_changes_does_not_count() -> None:
    t = laid(("yellow", "red"), side=2, starting_apprentice=True, setup={"top": ["A01", "A25", "A11", "A14"]})
    # Rudolf has 9, Frederick 7: seat 1 chooses first; Rudolf then falls to 8 and begins all the same
    t.after({"type": "starting_apprentice", "seat": 1, "row": "top", "column": 1})
    t.after({"type": "starting_apprentice", "seat": 0, "row": "top", "column": 2, "refills": ["A22", "A23"]})
    t.after({"type": "draft_done"})
    assert (t.facts["active"], t.seat(0)["virtue"], t.seat(1)["virtue"]) == (0, 8, 8)


def test_arc_21_7_no_two_characters_have_the_same_virtue() -> None:
    assert len({figures[4] for figures in WHO.values()}) == len(WHO) == 10


# ------------------------------------------------------------------------------------------------------- the abilities


def test_arc_21_10_arc_21_20_therese_pays_gold_and_marble_for_each_other_we_48() -> None:
    t = played("therese").have(0, gold=1, marble=1)
    assert own(t, step("R09", payment={"marble": 1})) == {"marble": -1, "virtue": 2, "hand": -1, "cathedral": 1}
    t = played("therese").have(0, marble=1)
    assert own(t, step("R09"))["marble"] == -1  # only one payment is possible
    t = played("therese").have(0, gold=1, marble=1)
    assert own(t, step("R09"))["gold"] == -1  # what is printed, where she can


def test_arc_21_20_a_cost_of_both_is_their_sum_of_either() -> None:
    # the Silver Market: 2 wood, 1 gold, 1 marble
    t = played("therese").have(0, wood=2, gold=2, apprentices=skilled("B40"))
    assert own(t, build("B40")) == {"wood": -2, "gold": -2, "hand": -1}
    t = played("therese").have(0, wood=2, marble=3, apprentices=skilled("B40"))
    no(t, 42, build("B40", payment={"wood": 2, "marble": 1}), "ARC-14.5")
    no(t, 42, build("B40", payment={"wood": 2, "marble": 3}), "ARC-14.5")
    assert own(t, build("B40", payment={"wood": 2, "marble": 2}))["marble"] == -2
    t = played("therese").have(0, wood=2, gold=1, apprentices=skilled("B40"))
    no(t, 42, build("B40"), "ARC-14.5")
    t = played("frederick").have(0, wood=2, gold=2, apprentices=skilled("B40"))
    no(t, 42, build("B40"), "ARC-14.5")


def test_arc_21_20_several_payments_have_to_be_told_apart_mov_5() -> None:
    # level 5 costs 2 gold and 2 marble; with 3 and 1 she can pay in one way, with 3 and 3 as printed, with 1 and 4
    # by 1 + 3 or by 4 marble
    t = played("therese").have(0, gold=3, marble=1, level=4)
    assert own(t, step("R09"))["gold"] == -3
    t = played("therese").have(0, gold=3, marble=3, level=4)
    found = own(t, step("R09"))
    assert (found["gold"], found["marble"]) == (-2, -2)
    t = played("therese").have(0, gold=1, marble=4, level=4)
    no(t, 66, step("R09"), "ARC-5.16")


def test_arc_21_11_arc_21_24_caroline_draws_a_card_with_each_action_of_the_market() -> None:
    for move in (go("market_left"), go("market_right"), go("market_hire", **hired("top", 1, "A22"))):
        assert own(played("caroline"), move)["hand"] == 1
    assert own(played("caroline"), go("market_draw"))["hand"] == 2
    assert "hand" not in own(played("frederick"), go("market_left"))
    t = played("caroline").after(go("market_left", drawn=["B11"]))
    assert t.look("seats.0.hand.known") == ["B11"]
    no(played("frederick"), 77, go("market_left", drawn=["B11"]))


def test_arc_21_24_she_draws_after_the_other_cards_are_back_and_before_a_reset() -> None:
    ids = [f"B{number:02}" for number in range(1, 41)]
    t = played("caroline")
    t.have(1, buildings=ids[: t.facts["building_pile"] - 2])
    # two cards: both drawn, one kept, one back; that one she draws
    assert own(t, go("market_draw"))["hand"] == 2
    assert t.facts["building_pile"] == 0
    t = played("caroline").stand(1, market_middle=1, market_right=1)
    assert own(t, go("market_left"))["hand"] == 1
    assert t.facts["pending"] == "reset"


def test_arc_21_12_arc_21_26_ada_ignores_a_tax_of_every_cost_we_50() -> None:
    t = played("ada").have(0, virtue=11, silver=3)
    assert effect(t, hire("top", 1, "A22")) == {"0.silver": -3, "tax": 1, "0.apprentices": 1, "pile": -1}
    t = played("ada").stand(1, forest=1)
    found = effect(t, captures(("forest", 1)))
    assert (found.get("0.silver", 0), found.get("tax", 0)) == (0, 0)


def test_arc_21_13_frederick_advances_without_a_card() -> None:
    t = played("frederick").have(0, gold=1)
    assert own(t, step("R09")) == {"gold": -1, "virtue": 2, "cathedral": 1}
    t = played("frederick").have(0, gold=1, hand=0)
    assert own(t, step("R09")) == {"gold": -1, "virtue": 2, "cathedral": 1}
    no(played("frederick").have(0, gold=1), 77, step("R09", discarded=["B11"]))


def test_arc_21_14_arc_21_22_rudolf_hires_for_a_silver_less_and_has_six_apprentices_edge_29() -> None:
    t = played("rudolf").have(0, silver=2)
    assert ("workshop_hire", 0) not in t.offered()
    assert ("workshop_hire", 0) in t.have(0, silver=3).offered()
    assert effect(t, hire("top", 1, "A22")) == {"0.silver": -3, "tax": 2, "0.apprentices": 1, "pile": -1}
    t = played("rudolf").have(0, virtue=1, silver=1)
    assert effect(t, hire("top", 1, "A22")) == {"0.silver": -1, "0.apprentices": 1, "pile": -1}
    t = played("rudolf").have(0, silver=6)
    assert effect(t, hire("top", 4, "A22"))["0.silver"] == -3 - 3  # skips in full
    t = played("rudolf").have(0, apprentices=["A15", "A16", "A17", "A18", "A23"]).after(hire("top", 1, "A22"))
    assert len(t.seat(0)["apprentices"]) == 6
    no(t.turn(0), 18, hire("top", 1, "A24"), "ARC-8.16", "ARC-21.14")


def test_arc_21_14_six_apprentices_are_his_limit_wherever_he_hires() -> None:
    five = ["A15", "A16", "A17", "A18", "A23"]
    t = played("rudolf").have(0, apprentices=five).after(go("market_hire", **hired("top", 1, "A22")))
    assert len(t.seat(0)["apprentices"]) == 6
    t = played("rudolf").have(0, **cost("B04"), apprentices=five)
    t.after(build("B04", hire=hired("top", 1, "A22")))
    assert len(t.seat(0)["apprentices"]) == 6
    t = played("rudolf").have(0, **cost("B04"), apprentices=[*five, "A24"])
    no(t, 18, build("B04", hire=hired("top", 1, "A22")), "ARC-8.16", "ARC-21.14")
    t = played("bertha").have(0, apprentices=five)
    no(t, 18, hire("top", 1, "A22"), "ARC-8.16")


def test_arc_21_15_arc_21_21_lothaire_pays_a_wood_or_a_stone_less_we_49() -> None:
    t = played("lothaire").have(0, stone=3, level=1)
    assert own(t, step("R09", payment={"stone": 3})) == {"stone": -3, "virtue": 2, "hand": -1, "cathedral": 1}
    t = played("lothaire").have(0, wood=4, stone=4, level=1)
    no(t, 49, step("R09", payment={"wood": 2, "stone": 2}), "ARC-15.3")
    t = played("lothaire").have(0, wood=7, level=3)
    assert own(t, step("R09"))["wood"] == -7
    # the Well: 2 wood and 2 stone
    for payment in ({"wood": 1, "stone": 2}, {"wood": 2, "stone": 1}):
        t = played("lothaire").have(0, wood=2, stone=2)
        found = own(t, build("B11", payment=payment))
        assert {good: -found[good] for good in payment} == payment
    t = played("lothaire").have(0, wood=2, stone=2)
    no(t, 66, build("B11"), "ARC-5.16")
    no(t, 42, build("B11", payment={"wood": 2, "stone": 2}), "ARC-14.5")  # he always saves it
    no(t, 42, build("B11", payment={"wood": 1, "stone": 1}), "ARC-14.5")
    t = played("lothaire").have(0, wood=1, stone=2)
    assert own(t, build("B11"))["wood"] == -1


def test_arc_21_21_where_the_cost_has_neither_he_saves_nothing() -> None:
    assert own(played("lothaire").have(0, gold=1), step("R09"))["gold"] == -1
    no(played("lothaire"), 49, step("R09"), "ARC-15.3", "ARC-15.4")


@pytest.mark.parametrize(("pays", "silver", "debts"), [(None, 0, 1), (0, 0, 1), (1, 2, 0)])
def test_arc_21_16_arc_21_23_hugo_may_pay_2_silver_for_a_debt(pays: int | None, silver: int, debts: int) -> None:
    t = played("hugo").have(0, **cost("B16"))
    more = {} if pays is None else {"hugo_pays": pays}
    found = own(t, build("B16", **more))
    assert (found.get("silver", 0), found.get("unpaid", 0)) == (-silver, debts)


def test_arc_21_23_debt_by_debt_and_only_with_the_silver_for_it_edge_8() -> None:
    t = played("hugo").have(0, virtue=0)
    assert own(t, go("tax_stand", hugo_pays=1)) == {"silver": 4 - 2, "unpaid": 1}
    t = played("hugo").have(0, virtue=0, silver=0).tax(3)
    no(t, 70, go("tax_stand", hugo_pays=2), "ARC-21.23")
    no(played("hugo").have(0, virtue=0), 70, go("tax_stand", hugo_pays=3), "ARC-21.23")
    no(played("frederick").have(0, virtue=0), 70, go("tax_stand", hugo_pays=1), "ARC-21.23")
    t = played("hugo").have(0, virtue=0).hold(1, {0: 1})
    move = {"action": "ransom", "price": "debt", "hugo_pays": 2}
    assert own(t, guard(move)) == {"silver": -4}


def test_arc_21_17_clovis_draws_a_card_after_each_building_arc_20_59() -> None:
    t = played("clovis").have(0, wood=2, stone=2)
    assert "hand" not in own(t, build("B11"))
    t = played("clovis", promos=True).have(0, wood=5, stone=3, hand=1)
    # the card drawn for the Crane may be the second building
    move = build("B41", crane={"type": "build", "building": "B11"})
    assert own(t, move).get("hand", 0) == -2 + 2
    assert "hand" not in own(played("clovis").have(0, gold=1), step("R07"))


def test_arc_21_18_fara_may_release_one_prisoner_at_a_reset() -> None:
    def due() -> Table:
        t = played("fara", "rudolf").stand(0, guildhall=3).stand(1, guildhall=3)
        return t.turn(1).have(1, wood=2, stone=2).after(build("B11", 1))

    no(due(), 54, reset("wood2_marble2", "gold2", (0, "fara", 2)), "ARC-21.18")
    no(due(), 75, reset("wood2_marble2", "gold2", (1, "fara", 1)))
    assert effect(due(), reset("wood2_marble2", "gold2", (0, "fara", 1)))["prison.0"] == -1
    assert effect(due(), reset("wood2_marble2", "gold2", (0, "fara")))["prison.0"] == -1
    assert "prison.0" not in effect(due(), reset())


def test_arc_21_19_arc_21_25_bertha_has_2_silver_more_for_a_send() -> None:
    t = played("bertha").hold(0, {1: 3})
    assert own(t, guard("send")) == {"silver": 5}


@pytest.mark.parametrize("name", NAMES)
def test_the_abilities_of_others_do_not_help(name: str) -> None:
    other = "rudolf" if WHO[name][0] == "purple" else "clovis"
    t = played(name, other).stand(0, workshop=0)
    assert own(t, hire("top", 1, "A22"))["silver"] == (-3 if name in ("ada", "rudolf") else -4)
    if other == "clovis":
        t = played(name, other).have(0, wood=2, stone=2)
        move = build("B11", payment={"wood": 2, "stone": 1}) if name == "lothaire" else build("B11")
        assert own(t, move)["hand"] == -1
    t.turn(0).after(IDLE | {"seat": 0})
