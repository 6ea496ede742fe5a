"""ARC-20: each building, what it does and what is refused without it."""

from typing import Any

import pytest

from tests.engines.architects.acts import (
    FIGURES,
    bonus,
    build,
    cost,
    each,
    effect,
    hired,
    last,
    lines,
    no,
    own,
    ready,
    reset,
    scored,
    skilled,
    taken,
)
from tests.engines.architects.table import Table, drafted

CARDS = sorted(FIGURES["buildings"])


def needs(card: str) -> dict[str, Any]:
    """What a building cannot be recorded without."""
    return {"B08": {"choice": "gold"}, "B22": {"choice": "gold"}, "B42": {"graveyard_discard": "A18"}}.get(card, {})


def raised(t: Table, card: str, **more: Any) -> dict[str, int]:
    """What seat 0 has more or less by a building, beside its cost, its virtue and the card itself."""
    found = own(t, build(card, **{**needs(card), **more}))
    for good, count in {**cost(card), "virtue": -FIGURES["buildings"][card][3], "hand": 1}.items():
        found[good] = found.get(good, 0) + count
    return {name: by for name, by in found.items() if by}


# ---------------------------------------------------------------------------------------------------------- at once


@pytest.mark.parametrize(
    ("card", "gain"),
    [
        ("B01", {"stone": 4}), ("B05", {"silver": 4}), ("B11", {"clay": 4}), ("B23", {"hand": 2}),
        ("B25", {"marble": 2}), ("B33", {"wood": 4}),
    ],
)  # fmt: skip
def test_arc_20_1_arc_20_5_arc_20_11_arc_20_23_arc_20_25_arc_20_33_gains(card: str, gain: dict[str, int]) -> None:
    assert raised(ready(card), card) == gain


def test_arc_20_23_the_cards_drawn_may_be_noted() -> None:
    t = ready("B23").after(build("B23", drawn=["B11", None]))
    assert t.look("seats.0.hand.known") == ["B11"]
    no(ready("B23"), 77, build("B23", drawn=["B11"]), "ARC-26.8", "ARC-26.9")


def test_arc_20_4_arc_20_58_the_tavern_hires_any_open_apprentice_for_nothing() -> None:
    t = ready("B04").show("bottom", 4, silver=2)
    found = effect(t, build("B04", hire=hired("bottom", 4, "A22")))
    assert found == {
        "0.wood": -3, "0.stone": -2, "0.gold": -1, "0.silver": 2, "laid": -2, "0.apprentices": 1, "pile": -1,
        "0.hand": -1, "0.buildings": 1,
    }  # fmt: skip
    assert raised(ready("B04"), "B04") == {}
    no(ready("B04"), 66, build("B04", hire=hired("top", 1, None)))
    no(ready("B04"), 19, build("B04", hire=hired("top", 1, "A22", apprentice="A06")))


def test_arc_20_58_the_tavern_keeps_the_limit_and_one_may_go_first_edge_16() -> None:
    t = ready("B04").have(0, apprentices=["A15", "A16", "A17", "A23"])
    no(t, 18, build("B04", hire=hired("top", 1, "A22")), "ARC-8.16")
    # A18 covers the Tavern's carpentry, and goes only afterwards
    t.after(build("B04", hire=hired("top", 1, "A22", discard="A18")))
    assert t.seat(0)["apprentices"] == ["A15", "A16", "A17", "A23", "A04"]
    t = ready("B04").after({"type": "discard_apprentice", "seat": 0, "apprentice": "A18"})
    no(t, 41, build("B04", hire=hired("top", 1, "A22")), "ARC-14.2")


@pytest.mark.parametrize(("choice", "gain"), [("gold", {"gold": 1}), ("silver", {"silver": 3})])
def test_arc_20_8_the_treasury_gives_one_of_two(choice: str, gain: dict[str, int]) -> None:
    assert raised(ready("B08"), "B08", choice=choice) == gain


@pytest.mark.parametrize(("choice", "gain"), [("gold", {"gold": 1}), ("marble", {"marble": 1})])
def test_arc_20_22_the_clay_pit_gives_one_of_two(choice: str, gain: dict[str, int]) -> None:
    assert raised(ready("B22"), "B22", choice=choice) == gain


def test_arc_20_10_the_watchtower_takes_a_virtue_of_all_with_three_prisoners_the_owner_too() -> None:
    t = ready("B10").stand(0, prison=3).stand(1, prison=2).stand(2, prison=4)
    found = effect(t, build("B10"))
    assert [found.get(f"{seat}.virtue", 0) for seat in range(3)] == [-2, 0, -1]
    t = ready("B10").stand(2, prison=4).have(2, virtue=0)
    assert effect(t, build("B10"))["2.unpaid"] == 1


def test_arc_20_14_arc_20_53_arc_20_54_the_armoury_captures_once_for_nothing() -> None:
    t = ready("B14").stand(1, forest=3).stand(0, quarry=2)
    no(t, 22, build("B14", captures=taken(("forest", 1), ("quarry", 0))), "ARC-20.14")
    found = effect(t, build("B14", captures=taken(("forest", 1))))
    assert (found["forest.1"], found["0.holds.1"], found.get("0.silver", 0), found.get("tax", 0)) == (-3, 3, 0, 0)
    assert raised(ready("B14"), "B14") == {}
    t = ready("B14").stand(0, quarry=2)
    assert effect(t, build("B14", captures=taken(("quarry", 0))))["0.workers"] == 2


def test_arc_20_15_the_barracks_free_the_own_workers_or_capture_once_or_neither() -> None:
    t = ready("B15").hold(1, {0: 2}).hold(2, {0: 1}).stand(1, forest=1, quarry=1)
    no(t, 66, build("B15", choice="capture"), "ARC-5.16")
    no(t, 22, build("B15", choice="capture", captures=taken(("forest", 1), ("quarry", 1))), "ARC-20.15")
    no(t, 73, build("B15", choice="release", captures=taken(("forest", 1))), "ARC-14.8")
    found = effect(t, build("B15", choice="release"))
    assert (found["1.holds.0"], found["2.holds.0"], found["0.workers"]) == (-2, -1, 3)
    t = ready("B15").stand(1, forest=1).hold(1, {0: 2})
    found = effect(t, build("B15", choice="capture", captures=taken(("forest", 1))))
    assert (found["0.holds.1"], found.get("1.holds.0", 0)) == (1, 0)
    assert raised(ready("B15").hold(1, {0: 2}), "B15") == {}
    no(ready("B15"), 36, build("B15", choice="release"), "ARC-20.15")


def test_arc_20_16_the_betting_house_brings_a_debt() -> None:
    assert raised(ready("B16"), "B16") == {"unpaid": 1}


def test_arc_20_20_the_church_may_destroy_a_debt() -> None:
    assert raised(ready("B20").have(0, unpaid=2), "B20", destroy_debt=True) == {"unpaid": -1}
    assert raised(ready("B20").have(0, unpaid=2), "B20") == {}
    assert raised(ready("B20").have(0, unpaid=2), "B20", destroy_debt=False) == {}
    no(ready("B20").have(0, paid=1), 58, build("B20", destroy_debt=True), "ARC-20.20")
    no(ready("B11").have(0, unpaid=1), 58, build("B11", destroy_debt=True), "ARC-16.4", "ARC-20.20")


def test_arc_20_26_arc_20_54_the_fortress_captures_twice_from_any_locations() -> None:
    t = drafted(5).have(0, **cost("B26"), apprentices=skilled("B26")).stand(1, forest=3).stand(2, quarry=2, mines=1)
    no(t, 22, build("B26", captures=taken(("forest", 1), ("quarry", 2), ("mines", 2))), "ARC-20.26")
    no(t, 64, build("B26", captures=taken(("forest", 1), ("forest", 1))), "ARC-9.12")
    found = effect(t, build("B26", captures=taken(("forest", 1), ("quarry", 2))))
    assert (found["0.holds.1"], found["0.holds.2"]) == (3, 2)
    assert raised(ready("B26"), "B26") == {}


def test_arc_20_29_arc_20_55_the_hideout_frees_all_prisoners_or_does_nothing() -> None:
    t = ready("B29").stand(0, prison=4).stand(1, prison=2)
    found = effect(t, build("B29"))
    assert (found["prison.0"], found["0.workers"], found.get("prison.1", 0)) == (-4, 4, 0)
    assert raised(ready("B29"), "B29") == {}


def test_arc_20_31_arc_20_57_the_library_gives_2_gold_for_a_card_of_the_hand() -> None:
    assert raised(ready("B31"), "B31", library_discard=True) == {"gold": 2, "hand": -1}
    assert raised(ready("B31"), "B31") == {}
    t = ready("B31")
    pile = t.facts["building_pile"]
    t.after(build("B31", library_discard=True, library_card="B11"))
    assert t.facts["building_pile"] == pile + 1
    no(ready("B31").have(0, hand=1), 76, build("B31", library_discard=True), "ARC-20.31")
    no(ready("B31"), 77, build("B31", library_discard=True, library_card="B41"))
    no(ready("B31"), 77, build("B31", library_card="B11"), "ARC-26.9")


def test_arc_20_36_the_monument_gives_everybody_a_virtue_and_its_owner_two_we_46() -> None:
    found = effect(ready("B36"), build("B36"))
    assert [found.get(f"{seat}.virtue", 0) for seat in range(3)] == [2, 1, 1]
    t = ready("B36", virtue=13)
    found = effect(t, build("B36"))
    assert [found.get(f"{seat}.virtue", 0) for seat in range(3)] == [1, 1, 1]


def test_arc_20_36_others_at_14_lose_a_debt_or_keep_it_mov_3() -> None:
    t = ready("B36").have(1, virtue=14, unpaid=1).have(2, virtue=14, unpaid=1)
    found = effect(t, build("B36", keep_debts={"2": 1}))
    assert (found.get("1.unpaid", 0), found.get("2.unpaid", 0)) == (-1, 0)
    t = ready("B36", virtue=14).have(0, unpaid=2).have(1, virtue=14, unpaid=1)
    found = effect(t, build("B36", keep_debts=1))  # a plain number is the player's own
    assert (found["0.unpaid"], found["1.unpaid"]) == (-1, -1)
    no(ready("B36").have(1, virtue=13, unpaid=1), 70, build("B36", keep_debts={"1": 1}), "ARC-16.8")


@pytest.mark.parametrize(("virtue", "gold"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (14, 3)])
def test_arc_20_38_arc_20_50_the_palace_gives_a_gold_for_every_4_virtue_we_47(virtue: int, gold: int) -> None:
    assert raised(ready("B38", virtue=virtue), "B38").get("gold", 0) == gold


# ------------------------------------------------------------------------------------------------------------- promos


def crane(**more: Any) -> Table:
    """Seat 0 may build the Crane, and has more."""
    return ready("B41", promos=True).have(0, wood=9, stone=9, clay=9, **more)


def test_arc_20_41_arc_20_59_the_crane_places_one_more_worker_with_a_building_or_a_step() -> None:
    t = crane()
    found = effect(t, build("B41", crane={"type": "build", "building": "B11"}))
    assert found == {
        "0.wood": -3 - 2, "0.stone": -1 - 2, "0.clay": 4, "0.hand": -2, "0.buildings": 2, "0.workers": -1,
        "guildhall.0": 1,
    }  # fmt: skip
    assert t.seat(0)["buildings"] == ["B41", "B11"]
    t = crane(gold=1)
    found = own(t, build("B41", crane={"type": "cathedral", "reward": "R09"}))
    assert (found["cathedral"], found["gold"], found["virtue"], found["hand"]) == (1, -1, 2, -2)
    assert raised(crane(), "B41") == {}


def test_arc_20_59_the_second_space_has_its_consequences_edge_27() -> None:
    t = drafted(2, promos=True).stand(0, guildhall=2).stand(1, guildhall=3).have(0, wood=5, stone=3)
    # space 6 brings a purge, space 7 a reset
    move = build("B41", purge_refill=["A22", "A23"], crane={"type": "build", "building": "B11"})
    t.after(move)
    assert t.facts["pending"] == "reset"
    t.after(reset())
    t = drafted(2, promos=True).stand(0, guildhall=5).stand(1, guildhall=6).have(0, wood=5, stone=3)
    t.after(build("B41", crane={"type": "build", "building": "B11"}))
    assert (len(t.facts["guildhall"]), t.facts["aside"], t.facts["phase"]) == (12, [0], "final_round")
    t = drafted(2, promos=True).stand(0, guildhall=1).have(0, wood=5, stone=3)
    no(t, 66, build("B41", crane={"type": "build", "building": "B11"}))
    t.after(build("B41", crane={"type": "build", "building": "B11", "purge_refill": ["A22", "A23"]}))


def test_arc_20_59_the_second_construction_is_tested_like_any_other() -> None:
    no(crane(), 41, build("B41", crane={"type": "build", "building": "B03"}), "ARC-14.2")
    no(crane(), 42, build("B41", crane={"type": "build", "building": "B02"}), "ARC-14.5")
    no(crane(), 43, build("B41", crane={"type": "build", "building": "B41"}), "ARC-26.8")
    no(crane(hand=1), 44, build("B41", crane={"type": "build", "building": "B11"}), "ARC-26.8")
    no(crane(), 39, build("B41", crane={"type": "build"}), "ARC-13.1")
    no(crane(), 73, build("B41", crane={"type": "quarry"}), "ARC-14.8")
    low = crane(gold=1, virtue=4)
    no(low, 45, build("B41", crane={"type": "cathedral", "reward": "R09"}), "ARC-15.10")


def test_arc_20_60_without_a_worker_a_crane_places_none() -> None:
    t = ready("B41", 5, promos=True).have(0, wood=9, stone=9).stand(0, guildhall=4, forest=15)
    assert t.workers(0, "board") == 1
    no(t, 76, build("B41", crane={"type": "build", "building": "B11"}), "ARC-20.60")
    t.after(build("B41"))


def test_arc_20_42_arc_20_61_the_graveyard_takes_an_apprentice_of_the_owner() -> None:
    t = ready("B42", promos=True)
    no(t, 66, build("B42"), "ARC-5.16")
    no(t, 63, build("B42", graveyard_discard="A22"), "ARC-4.10")
    t.after(build("B42", graveyard_discard="A18"))  # one of those whose skills were needed
    assert t.seat(0)["apprentices"] == ["A16", "A17"]
    assert t.seat(0)["buildings"] == ["B42"]


# ---------------------------------------------------------------------------------------------------------- at the end


def ended(card: str, **have: Any) -> Table:
    """Seat 0 of two has this building at its last turn, and these goods."""
    return last(promos=True).have(0, buildings=[card], **have)


def end_bonus(t: Table, card: str) -> int:
    """What the end effect of a building of seat 0 scores."""
    return int(bonus(scored(t), card))


@pytest.mark.parametrize(("card", "good"), [("B03", "stone"), ("B12", "wood"), ("B21", "clay"), ("B40", "silver")])
@pytest.mark.parametrize(("mine", "theirs", "vp"), [(1, 0, 2), (5, 4, 2), (5, 5, 0), (0, 0, 0), (4, 5, 0)])
def test_arc_20_3_arc_20_12_arc_20_21_arc_20_40_arc_20_51_markets(
    card: str, good: str, mine: int, theirs: int, vp: int
) -> None:
    t = ended(card, **{good: mine}).have(1, **each(theirs, good))
    assert end_bonus(t, card) == vp


@pytest.mark.parametrize(
    ("mine", "theirs", "higher"), [(1, 0, True), (3, 2, True), (2, 2, False), (0, 0, False), (1, 4, False)]
)
def test_arc_20_2_arc_20_19_steeple_and_chapel(mine: int, theirs: int, *, higher: bool) -> None:
    assert end_bonus(ended("B02", level=mine).have(1, level=theirs), "B02") == 2 * higher
    t = ended("B19", level=mine).have(1, level=theirs)
    assert lines_position(scored(t)) == 7 + 2 * higher


def lines_position(result: dict[str, Any], seat: int = 0) -> int:
    """The virtue of a seat after phase A."""
    return int(result["seats"][str(seat)]["breakdown"]["virtue"]["position"])


@pytest.mark.parametrize(("card", "skill"), [("B06", "tiling"), ("B17", "carpentry"), ("B34", "masonry")])
def test_arc_20_6_arc_20_17_arc_20_34_arc_20_52_huts_count_apprentices_with_their_skill_edge_17(
    card: str, skill: str
) -> None:
    who = {"carpentry": ["A18", "A24"], "tiling": ["A16", "A19"], "masonry": ["A17", "A22"]}
    t = ended(card).have(0, apprentices=who[skill])
    assert end_bonus(t, card) == 2
    others = [name for other, names in who.items() if other != skill for name in names]
    assert end_bonus(ended(card).have(0, apprentices=others), card) == 0
    labourer = last(setup={"bottom": ["A15", "A21", "A29", "A39"]}).have(0, buildings=[card], apprentices=["A13"])
    assert end_bonus(labourer, card) == 1
    gone = ended(card).have(0, apprentices=who[skill])
    gone.after({"type": "discard_apprentice", "seat": 0, "apprentice": who[skill][0]})
    assert end_bonus(gone, card) == 1


@pytest.mark.parametrize(
    ("card", "have", "up"),
    [
        ("B07", {"clay": 1, "wood": 1, "stone": 1}, 0), ("B07", {"clay": 1, "wood": 1, "stone": 2}, 1),
        ("B07", {"clay": 9, "gold": 9}, 2), ("B18", {"gold": 1}, 0), ("B18", {"gold": 5, "marble": 9}, 2),
        ("B24", {}, -2), ("B37", {"marble": 3, "gold": 9}, 1), ("B37", {"marble": 4}, 2), ("B39", {"paid": 1}, 0),
        ("B39", {"paid": 5, "unpaid": 2}, 2), ("B43", {}, 0),
    ],
)  # fmt: skip
def test_arc_20_7_arc_20_18_arc_20_24_arc_20_37_arc_20_39_arc_20_43_virtue_at_the_end(
    card: str, have: dict[str, Any], up: int
) -> None:
    assert lines_position(scored(ended(card, **have))) == 7 + up


def test_arc_20_43_the_museum_counts_itself() -> None:
    t = last(promos=True).have(0, buildings=["B43", "B01", "B11", "B33"])
    assert lines_position(scored(t)) == 7 + 2


@pytest.mark.parametrize(("unpaid", "vp"), [(0, 2), (1, 0)])
def test_arc_20_9_the_university_asks_for_no_unpaid_debt(unpaid: int, vp: int) -> None:
    assert end_bonus(ended("B09", unpaid=unpaid, paid=2), "B09") == vp


def test_arc_20_13_the_aqueduct_counts_all_own_buildings_itself_too() -> None:
    t = last().have(0, buildings=["B13", "B01", "B11"])
    assert end_bonus(t, "B13") == 3
    assert end_bonus(ended("B13"), "B13") == 1


@pytest.mark.parametrize(("unpaid", "rate", "vp"), [(3, -1, -3), (0, -1, 0)])
def test_arc_20_27_with_the_fountain_a_debt_costs_one_point(unpaid: int, rate: int, vp: int) -> None:
    result = scored(ended("B27", unpaid=unpaid))
    debts = result["seats"]["0"]["breakdown"]["debts"]
    assert (debts["vp"], debts["rate"]) == (vp, rate)
    assert bonus(result, "B27") == 0


@pytest.mark.parametrize("unpaid", [0, 1, 3])
def test_arc_20_28_with_the_gamblers_den_it_costs_one_more(unpaid: int) -> None:
    result = scored(ended("B28", unpaid=unpaid))
    assert (lines(result).get("debts", 0), bonus(result, "B28")) == (-2 * unpaid, -unpaid)


def test_arc_20_56_both_cancel_out_we_44() -> None:
    t = last().have(0, buildings=["B27", "B28"], unpaid=3)
    result = scored(t)
    assert (lines(result)["debts"], bonus(result, "B28")) == (-3, -3)


@pytest.mark.parametrize(("captives", "vp"), [(0, 0), (2, 0), (3, 1), (8, 2)])
def test_arc_20_30_the_keep_counts_captives(captives: int, vp: int) -> None:
    t = ended("B30")
    if captives:
        t.hold(0, {1: captives})
    assert end_bonus(t, "B30") == vp


@pytest.mark.parametrize(("virtue", "vp"), [(0, 0), (3, 0), (4, 1), (11, 2), (12, 3), (14, 3)])
def test_arc_20_32_the_lighthouse_counts_virtue_we_45(virtue: int, vp: int) -> None:
    assert end_bonus(ended("B32", virtue=virtue), "B32") == vp


@pytest.mark.parametrize("paid", [0, 1, 4])
def test_arc_20_35_the_moneylender_counts_paid_debts(paid: int) -> None:
    assert end_bonus(ended("B35", paid=paid, unpaid=2), "B35") == paid


@pytest.mark.parametrize("card", CARDS)
def test_each_building_scores_what_is_printed_on_it(card: str) -> None:
    result = scored(ended(card))
    shown = result["seats"]["0"]["breakdown"]["buildings"]["cards"]
    assert [(found["id"], found["vp"]) for found in shown] == [(card, FIGURES["buildings"][card][4])]
