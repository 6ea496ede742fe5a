"""ARC-1: what lies in the box."""

from collections import Counter

import pytest

from engines import architects
from engines.architects.box import components
from engines.kernel.game import Json
from tests.engines.architects.acts import FIGURES, GROUND, effect, go, hire, reset, step
from tests.engines.architects.table import OPEN, Table, drafted, laid, opened, set_up

BOX = architects.box()


def table_of(name: str) -> dict[str, Json]:
    """A table of the box by the ids of its entries."""
    return {entry["id"]: entry for entry in BOX[name]}


def test_arc_1_1_arc_1_4_arc_1_5_arc_1_6_arc_1_7_arc_1_8_arc_1_9_the_box_counts_what_the_reference_counts() -> None:
    counts = BOX["counts"]
    assert (counts["main_board"], counts["player_boards"]) == (1, 5)
    assert {good: counts[good] for good in (*GROUND, "silver")} == FIGURES["components"]["tokens"]
    found = {
        "apprentices": counts["apprentices"], "buildings": counts["buildings"],
        "market": counts["black_market_cards"], "rewards": counts["reward_cards"], "debts": counts["debt_cards"],
    }  # fmt: skip
    assert found == FIGURES["components"]["cards"]
    assert (counts["multiplier_cards"], counts["workers"], counts["player_markers"]) == (6, 100, 10)


def test_arc_1_2_there_are_40_apprentices_and_three_promotional_ones_with_the_figures_of_the_reference() -> None:
    found = {card["id"]: [card["name"]["en"], " ".join(card["skills"]), card["virtue"]] for card in BOX["apprentices"]}
    assert found == FIGURES["apprentices"]
    assert Counter(card["set"] for card in BOX["apprentices"]) == {"base": 40, "promo": 3}


def test_arc_1_3_there_are_40_buildings_and_three_promotional_ones_with_the_figures_of_the_reference() -> None:
    found = {
        card["id"]: [
            card["name"]["en"], [card["cost"].get(good, 0) for good in GROUND], " ".join(card["skills"]),
            card["virtue"], card["vp"],
        ]
        for card in BOX["buildings"]
    }  # fmt: skip
    assert found == FIGURES["buildings"]
    assert Counter(card["set"] for card in BOX["buildings"]) == {"base": 40, "promo": 3}


def test_arc_1_4_each_market_card_has_the_two_faces_of_the_reference() -> None:
    cards = BOX["black_market"]["cards"]
    assert {card["id"]: [card["small"], card["large"]] for card in cards} == FIGURES["market"]


def test_arc_1_5_each_reward_gives_what_the_reference_says() -> None:
    assert {card["id"]: card["gain"] for card in BOX["rewards"]} == FIGURES["rewards"]


@pytest.mark.parametrize("name", ["apprentices", "buildings", "characters", "locations", "resources", "skills"])
def test_every_thing_has_a_name_in_english_and_spanish(name: str) -> None:
    for entry in BOX[name]:
        assert set(entry["name"]) == {"en", "es"}
        assert all(entry["name"].values())


def test_arc_1_10_no_gain_stops_though_the_tokens_run_out() -> None:
    t = drafted(2).stand(0, forest=19)
    assert effect(t, go("forest")) == {"0.wood": 20}
    t.stand(1, forest=19).turn(1)
    assert effect(t, go("forest", 1)) == {"1.wood": 20}
    t.have(0, silver=50).have(1, silver=45)
    assert t.goods(0)["silver"] + t.goods(1)["silver"] > FIGURES["components"]["tokens"]["silver"]


def test_arc_1_12_each_card_is_there_only_as_often_as_it_was_printed() -> None:
    opened(2).when(set_up(top=["A01", "A01", "A06", "A11"])).refused("ARC-26.10", code="ill_21")
    t = drafted(3).have(0, gold=2, stone=4, virtue=7)
    t.after(step("R11")).turn(0)
    t.when(step("R11", payment={"stone": 4})).refused("ARC-26.11", code="ill_51")


def test_arc_1_13_the_table_keeps_plain_numbers_and_no_multiplier() -> None:
    t = drafted(2).have(0, silver=500)
    assert t.goods(0) == {"silver": 500}
    assert "multiplier" not in str(t.facts)


def test_arc_1_14_there_are_three_skills() -> None:
    assert {skill["id"] for skill in BOX["skills"]} == {"carpentry", "tiling", "masonry"}


def groups() -> dict[str, set[str]]:
    """The copies of the reference: by what a card is, its ids."""
    return {
        "conspirator": {"A04", "A05"}, "jeweller": {"A11", "A12"}, "miner": {"A19", "A20"},
        "stonecutter": {"A29", "A30"}, "woodcutter": {"A39", "A40"},
    }  # fmt: skip


def test_arc_1_15_the_copies_of_the_box_are_those_of_the_reference() -> None:
    found: dict[str, set[str]] = {}
    for card in BOX["apprentices"]:
        if "identical_group" in card:
            found.setdefault(card["identical_group"], set()).add(card["id"])
    assert found == groups()


def test_arc_1_15_a_copy_that_is_out_stands_for_the_one_that_can_come_up() -> None:
    # A29 lies on display: a second Stonecutter, called A29 again, is A30
    t = drafted(3).have(0, silver=4).after(hire("top", 1, "A29"))
    assert t.facts["apprentices"]["top"][3] == ["A30", 0]
    t = laid(2, setup={"top": ["Woodcutter", "A06", "A11", "A14"], "bottom": ["A13", "A21", "A29", "Woodcutter"]})
    shown = t.facts["apprentices"]
    assert (shown["top"][0][0], shown["bottom"][3][0]) == ("A39", "A40")


def test_arc_1_15_a_hire_takes_the_copy_on_the_space_and_a_discard_the_one_that_is_owned() -> None:
    t = drafted(3).have(0, silver=4).stand(0, workshop=3).after(hire("bottom", 4, "A22", apprentice="A40"))
    assert t.seat(0)["apprentices"] == ["A39"]
    t.after({"type": "discard_apprentice", "seat": 0, "apprentice": "A40"})
    assert t.seat(0)["apprentices"] == []


def test_arc_1_15_a_reward_is_the_lowest_copy_that_was_not_shown() -> None:
    t = drafted(3).have(0, gold=1).have(1, gold=1).have(2, gold=1)
    t.after(step("R02"), step("R02", 1))
    assert t.facts["rewards"]["revealed"] == ["R02", "R01"]
    t.when(step("R01", 2, purge_refill=["A22", "A23"])).refused("ARC-26.11", code="ill_51")


@pytest.mark.parametrize("place", OPEN)
def test_every_open_location_of_the_box_can_be_captured_from(place: str) -> None:
    found = table_of("locations")[place]
    assert (found["kind"], found["capturable"]) == ("open", True)


# ------------------------------------------------------------------------------------------------- the check of a box


def test_the_lowest_level_of_the_cathedral_may_leave_out_what_it_has_not() -> None:
    box = architects.box()
    lowest = box["cathedral"]["levels"][0]
    del lowest["cost"], lowest["spaces"]
    assert list(architects.check_box(box)) == []
    assert components.read(box).levels[0] == components.Level(None, 0, None)


def test_a_corrected_box_is_played_as_it_says() -> None:
    box = architects.box()
    smithy = next(card for card in box["buildings"] if card["id"] == "B01")
    smithy["cost"] = {"clay": 1}
    miner = [card for card in box["apprentices"] if card.get("identical_group") == "miner"]
    for card in miner:
        card["ability"]["gain"] = {"clay": 2}
    for card in miner:
        card["skills"] = ["masonry"]
    box["virtue_track"][8]["vp"] = 2
    assert list(architects.check_box(box)) == []
    t = drafted(2, box=box).have(0, clay=1, apprentices=["A19"])
    assert effect(t, {"type": "build", "seat": 0, "building": "B01"})["0.clay"] == -1
    t.turn(0)
    assert effect(t, {"type": "place_mines", "seat": 0, "take": "clay"}) == {"0.clay": 4}
    assert t.turn(0).have(0, virtue=8).look("standing.0") == 2 + 3
    t.have(0, clay=2, stone=4, marble=1).after({"type": "build", "seat": 0, "building": "B03"})  # needs masonry
    assert t.seat(0)["buildings"] == ["B01", "B03"]


def test_a_name_in_either_language_or_of_the_rulebook_is_its_card() -> None:
    for name in ("Well", "Pozo", "el pozo", "B11"):
        t = drafted(2).have(0, wood=2, stone=2)
        assert effect(t, {"type": "build", "seat": 0, "building": name})["0.clay"] == 4
    t = drafted(2).have(0, wood=5, stone=2, gold=2, apprentices=["A18", "A16", "A17"])
    t.after({"type": "build", "seat": 0, "building": "Fortress (seed)"})
    assert t.seat(0)["buildings"] == ["B30"]


def test_a_name_of_several_cards_is_settled_by_the_table_or_refused() -> None:
    # A14 is the only Merchant on display, and on the space; two different ones in the pile cannot be told apart
    t = drafted(3).have(0, silver=4).stand(0, workshop=3).after(hire("top", 4, "A22", apprentice="Merchant"))
    assert t.seat(0)["apprentices"] == ["A14"]
    drafted(3).have(0, silver=4).when(hire("top", 1, "Merchant")).refused("ARC-5.16", code="ill_66")


def test_the_market_faces_are_written_by_their_goods_or_by_a_card() -> None:
    t: Table = laid(2, setup={"small_face": "M04"})
    assert t.facts["market_piles"]["small_face"] == "wood1_gold1"
    t = drafted(3).stand(0, market_left=1, market_right=1).have(1, silver=2).turn(1)
    t.after(go("market_draw", 1), reset("M04", "M02"))
    assert t.facts["market_piles"] == {"left": 9, "small_face": "gold2", "right": 1, "large_face": "wood2_stone1_gold1"}
