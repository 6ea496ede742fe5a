"""ARC-19: each apprentice, what it brings and what is refused for want of it."""

from typing import Any

import pytest

from tests.engines.architects.acts import (
    FIGURES,
    build,
    captures,
    effect,
    go,
    guard,
    hire,
    hired,
    mines,
    no,
    own,
    reset,
    step,
    trades,
)
from tests.engines.architects.table import Table, drafted

CARDS = sorted(FIGURES["apprentices"])
SETUP = {"top": ["A01", "A10", "A25", "A34"], "bottom": ["A02", "A03", "A26", "A27"]}
OTHER = {"top": ["A36", "A06", "A35", "A14"], "bottom": ["A13", "A21", "A37", "A24"]}


def with_cards(*cards: str, seats: int = 3, **options: Any) -> Table:
    """Seat 0 is to move and has these apprentices; none of them is on display."""
    setup = OTHER if not {*cards} & {*OTHER["top"], *OTHER["bottom"]} else SETUP
    return drafted(seats, setup=setup, promos=True, **options).have(0, virtue=7, silver=20, apprentices=cards)


SKILL = {"carpentry": "B12", "tiling": "B21", "masonry": "B03"}
"""A building for each skill, that asks for this skill alone and does nothing at once."""


@pytest.mark.parametrize("card", CARDS)
def test_arc_19_1_each_apprentice_has_the_skills_of_the_reference(card: str) -> None:
    skills = FIGURES["apprentices"][card][1].split()
    assert len(skills) == (3 if card == "A13" else 1)
    for skill, building in SKILL.items():
        t = with_cards(card).have(0, clay=9, wood=9, stone=9, gold=9, marble=9)
        if skill in skills:
            t.after(build(building))
            assert t.seat(0)["buildings"] == [building]
        else:
            no(t, 41, build(building), "ARC-14.2")


@pytest.mark.parametrize("card", CARDS)
def test_arc_19_2_the_virtue_of_the_card_counts_however_it_is_hired(card: str) -> None:
    virtue = FIGURES["apprentices"][card][2]
    plain = [other for other in ("A06", "A07", "A08", "A15", "A16", "A17", "A18", "A24") if other != card]
    for way, price in (("workshop_hire", 0), ("market_hire", -1)):
        setup = {"top": [card, *plain[:3]], "bottom": plain[3:7]}
        t = drafted(3, setup=setup, promos=True).have(0, virtue=7, silver=20)
        t.after(go(way, **hired("top", 1, "A22" if card != "A22" else "A23")))
        assert t.seat(0)["apprentices"] == [card]
        assert t.seat(0)["virtue"] == 7 + virtue + price


def test_arc_19_3_an_ability_ends_when_the_card_goes() -> None:
    t = with_cards("A29").after({"type": "discard_apprentice", "seat": 0, "apprentice": "A29"})
    assert effect(t, go("quarry")) == {"0.stone": 1}


def test_arc_19_4_copies_add_up() -> None:
    assert effect(with_cards("A29", "A30"), go("quarry")) == {"0.stone": 3}
    assert own(with_cards("A31", "A32", "A33"), go("market_left")) == {
        "clay": 2, "wood": 1, "stone": 1, "marble": 1, "silver": -1, "virtue": -1,
    }  # fmt: skip


def test_arc_19_5_a_saving_makes_nothing_negative() -> None:
    # one silver of the Trickster's, on a market that costs one
    assert own(with_cards("A38").have(0, silver=0), go("market_left")) == {"virtue": -1, "marble": 1}
    t = with_cards("A04", "A05").stand(1, forest=1)
    assert effect(t, captures(("forest", 1)))["0.silver"] == -1


def test_arc_19_6_bonus_goods_are_taken() -> None:
    no(with_cards("A29"), 10, go("quarry", gained={"stone": 1}), "ARC-5.16")
    effect(with_cards("A29"), go("quarry", gained={"stone": 2}))


@pytest.mark.parametrize(("card", "gain"), [("A01", {"hand": 1}), ("A02", {"clay": 2}), ("A03", {"silver": 2})])
def test_arc_19_10_and_arc_15_14_acolytes(card: str, gain: dict[str, int]) -> None:
    t = with_cards(card).have(0, gold=1)
    wanted = {"gold": -1, "virtue": 2, "cathedral": 1, "hand": -1}
    for good, count in gain.items():
        wanted[good] = wanted.get(good, 0) + count
    assert own(t, step("R09")) == {name: by for name, by in wanted.items() if by}


@pytest.mark.parametrize("card", ["A04", "A05"])
def test_arc_19_11_conspirators(card: str) -> None:
    t = with_cards(card).stand(0, town_centre=1).stand(1, forest=1).stand(2, forest=1)
    found = effect(t, captures(("forest", 1), ("forest", 2)))
    assert (found["0.silver"], found["tax"]) == (-1, 1)


@pytest.mark.parametrize(("card", "good"), [("A06", "clay"), ("A07", "stone"), ("A08", "wood")])
def test_arc_19_12_and_arc_12_9_debt_collectors(card: str, good: str) -> None:
    t = with_cards(card).have(0, unpaid=1)
    assert own(t, guard("pay_debt")) == {good: 2, "silver": -6, "virtue": 1, "unpaid": -1, "paid": 1}


WELL = build("B11", 1)
"""What brings the reset in :func:`hall`."""


def hall(*cards: str, prisoners: int = 0) -> Table:
    """Seat 0 has these apprentices; seat 1 of two is about to take a reset space."""
    t = with_cards(*cards, seats=2).stand(0, guildhall=3, prison=prisoners).stand(1, guildhall=3, prison=5)
    return t.turn(1).have(1, wood=2, stone=2)


def reset_due(*cards: str, prisoners: int = 0) -> Table:
    """The reset that follows on :func:`hall`."""
    return hall(*cards, prisoners=prisoners).after(WELL)


@pytest.mark.parametrize("released", [0, 1, 2])
def test_arc_19_13_arc_19_33_the_gatekeeper_releases_up_to_two(released: int) -> None:
    t = reset_due("A09", prisoners=4)
    no(t, 54, reset("wood2_marble2", "gold2", (0, "A09", 3)), "ARC-19.13")
    found = effect(t, reset("wood2_marble2", "gold2", (0, "A09", released)))
    assert (found.get("prison.0", 0), found.get("0.workers", 0)) == (-released, released)


def test_arc_19_13_listed_without_a_number_he_releases_as_many_as_he_may_mov_4() -> None:
    assert effect(reset_due("A09", prisoners=4), reset("wood2_marble2", "gold2", (0, "A09")))["prison.0"] == -2


@pytest.mark.parametrize(("space", "gain"), [("market_left", "marble"), ("market_draw", "hand")])
def test_arc_19_14_the_illusionist_saves_the_virtue_of_the_market(space: str, gain: str) -> None:
    found = own(with_cards("A10"), go(space))
    assert "virtue" not in found
    assert found[gain] == 1


@pytest.mark.parametrize("card", ["A11", "A12"])
def test_arc_19_15_jewellers(card: str) -> None:
    assert effect(with_cards(card), go("silversmith")) == {"0.silver": 3}


def test_arc_19_16_the_labourer_has_all_skills_and_no_ability() -> None:
    t = with_cards("A13").have(0, stone=4, gold=2, marble=2)
    t.after(build("B24"))
    assert t.seat(0)["buildings"] == ["B24"]
    no(with_cards("A13"), 14, trades("A13"), "ARC-7.4")


TRADES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "A14": ({"silver": 1}, {"clay": 3}), "A15": ({"silver": 2}, {"gold": 1}), "A16": ({"silver": 3}, {"marble": 1}),
    "A17": ({"silver": 1}, {"stone": 2}), "A18": ({"silver": 1}, {"wood": 2}), "A21": ({"clay": 1}, {"virtue": 1}),
    "A22": ({"silver": 2}, {"virtue": 1}), "A23": ({"stone": 1}, {"virtue": 1}), "A24": ({"wood": 1}, {"virtue": 1}),
    "A35": ({"clay": 3}, {"marble": 1}), "A36": ({"stone": 2}, {"marble": 1}), "A37": ({"wood": 2}, {"marble": 1}),
}  # fmt: skip


@pytest.mark.parametrize("card", TRADES)
def test_arc_19_17_arc_19_19_arc_19_25_merchants_patrons_and_traders(card: str) -> None:
    pay, gain = TRADES[card]
    poor: dict[str, Any] = {good: count - 1 for good, count in pay.items()}
    no(with_cards(card).have(0, silver=0).have(0, **poor), 72, trades(card), "ARC-5.13")
    t = with_cards(card).have(0, silver=0).have(0, **pay)
    assert own(t, trades(card)) == {**{good: -count for good, count in pay.items()}, **gain}
    no(with_cards(), 14, trades(card), "ARC-7.4")


@pytest.mark.parametrize("card", ["A19", "A20"])
def test_arc_19_18_miners_we_40(card: str) -> None:
    assert effect(with_cards(card).stand(0, mines=1), mines("gold")) == {"0.gold": 1, "0.clay": 1}
    assert effect(with_cards(card), mines("clay")) == {"0.clay": 3}


def test_arc_19_20_the_pickpocket_finds_a_gold() -> None:
    assert own(with_cards("A25"), go("tax_stand")) == {"gold": 1, "silver": 4, "virtue": -2}


@pytest.mark.parametrize(("card", "good", "count"), [("A26", "gold", 1), ("A27", "marble", 1), ("A28", "virtue", 2)])
def test_arc_19_21_squires(card: str, good: str, count: int) -> None:
    assert effect(reset_due(card), reset()).get(f"0.{good}") == count
    assert effect(reset_due(card), reset("wood2_marble2", "gold2", (0, card))).get(f"0.{good}") == count
    t = reset_due(card, prisoners=1)
    no(t, 55, reset("wood2_marble2", "gold2", (0, card)), "ARC-19.21")
    assert f"0.{good}" not in effect(t, reset())


def test_arc_19_21_the_virtue_of_a_squire_may_destroy_a_debt_edge_28() -> None:
    t = hall("A28").have(0, virtue=13, unpaid=1).after(WELL)
    found = effect(t, reset())
    assert (found["0.virtue"], found["0.unpaid"]) == (1, -1)
    t = hall("A28").have(0, virtue=13, unpaid=1).after(WELL)
    assert "0.unpaid" not in effect(t, reset(keep_debts={"0": 1}))


@pytest.mark.parametrize("card", ["A29", "A30"])
def test_arc_19_22_stonecutters(card: str) -> None:
    assert effect(with_cards(card), go("quarry")) == {"0.stone": 2}


@pytest.mark.parametrize(("card", "good", "count"), [("A31", "clay", 2), ("A32", "stone", 1), ("A33", "wood", 1)])
def test_arc_19_23_swindlers(card: str, good: str, count: int) -> None:
    assert own(with_cards(card), go("market_draw")) == {good: count, "silver": -2, "virtue": -1, "hand": 1}


def test_arc_19_24_the_thief_loses_one_virtue_less() -> None:
    assert own(with_cards("A34"), go("tax_stand")) == {"silver": 4, "virtue": -1}


def test_we_39_thief_and_pickpocket() -> None:
    t = with_cards("A34", "A25").have(0, virtue=8).tax(6)
    assert own(t, go("tax_stand")) == {"silver": 6, "gold": 1, "virtue": -1}


@pytest.mark.parametrize(("space", "silver"), [("market_left", 0), ("market_draw", 1), ("market_right", 2)])
def test_arc_19_26_the_trickster_pays_one_silver_less(space: str, silver: int) -> None:
    assert own(with_cards("A38"), go(space)).get("silver", 0) == -silver
    if silver:
        no(with_cards("A38").have(0, silver=silver - 1), 33, go(space), "ARC-5.13")


@pytest.mark.parametrize("card", ["A39", "A40"])
def test_arc_19_27_woodcutters(card: str) -> None:
    assert effect(with_cards(card), go("forest")) == {"0.wood": 2}


def test_arc_19_28_the_enforcer_has_a_gold_for_each_send() -> None:
    t = with_cards("A41").hold(0, {1: 3})
    assert own(t, guard("send")) == {"gold": 1, "silver": 3}


def test_arc_19_28_arc_19_34_the_overseer_counts_one_worker_more_at_the_storehouse_and_nowhere_else() -> None:
    t = with_cards("A42", "A18").have(0, silver=20)
    no(t, 11, trades("A18", "A18", "A18"))
    assert own(t, trades("A18", "A18")) == {"silver": -2, "wood": 4}
    assert t.facts["locations"]["kings_storehouse"] == {"0": 1}
    assert effect(with_cards("A42"), go("quarry")) == {"0.stone": 1}
    none = with_cards("A42").have(1, silver=1).turn(1)
    no(none, 25, captures(("kings_storehouse", 0), seat=1))
    stuck = drafted(5, promos=True).have(0, apprentices=["A42"]).stand(0, guildhall=19, forest=1)
    no(stuck, 2, trades())


def test_arc_19_28_the_peddler_has_2_silver_at_each_reset() -> None:
    assert effect(reset_due("A43", prisoners=2), reset())["0.silver"] == 2
    assert effect(reset_due("A43"), reset("wood2_marble2", "gold2", (0, "A43")))["0.silver"] == 2


@pytest.mark.parametrize(
    ("scope", "cards", "silver"),
    [
        ("per_turn", ["A04"], 2), ("per_turn", ["A04", "A05"], 1), ("per_capture", ["A04"], 1),
        ("per_capture", ["A04", "A05"], 1),
    ],
)  # fmt: skip
def test_arc_19_30_what_a_conspirator_saves_we_37(scope: str, cards: list[str], silver: int) -> None:
    t = with_cards(*cards, conspirator_scope=scope).stand(0, town_centre=2, forest=1)
    t.stand(1, forest=1).stand(2, forest=1)
    found = effect(t, captures(("forest", 0), ("forest", 1), ("forest", 2)))
    assert (found["0.silver"], found["tax"]) == (-silver, 1)


def test_arc_19_31_evasion_and_saving_do_not_stand_in_for_each_other() -> None:
    t = with_cards("A04").have(0, virtue=1, silver=0).stand(1, forest=1)
    assert "0.silver" not in effect(t, captures(("forest", 1)))
    # two icons, but the first capture bears one tax, and the Conspirator saves the second capture alone
    t = with_cards("A04").have(0, virtue=1, silver=0).stand(0, town_centre=2, quarry=1).stand(1, forest=1)
    t.stand(2, forest=1)
    no(t, 72, captures(("forest", 1), ("forest", 2), ("quarry", 0)))
    t = with_cards("A04").have(0, virtue=7, silver=0).stand(1, forest=1)
    no(t, 27, captures(("forest", 1)), "ARC-9.3")


def test_arc_19_32_the_illusionist_spares_the_debt_at_0_and_not_the_icon_of_a_card() -> None:
    assert own(with_cards("A10").have(0, virtue=0), go("market_left")) == {"silver": -1, "marble": 1}
    t = with_cards("A10").show("top", 1, "A25")
    assert own(t, go("market_hire", **hired("top", 1, "A30"))) == {"silver": -2, "virtue": -1}


def test_we_38_trickster_illusionist_and_swindler() -> None:
    t = with_cards("A38", "A10", "A33").have(0, virtue=9)
    assert own(t, go("market_right")) == {"silver": -2, "marble": 2, "stone": 1, "wood": 2}


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_sentence_of_a_hire_names_the_card_in_both_languages(card: str, lang: str) -> None:
    plain = [other for other in ("A06", "A07", "A08", "A15", "A16", "A17", "A18", "A24") if other != card]
    t = drafted(3, setup={"top": [card, *plain[:3]], "bottom": plain[3:7]}, promos=True)
    t.have(0, silver=20).when(hire("top", 1, "A22" if card != "A22" else "A23")).accepted()
    name = next(found["name"] for found in t.fold.box["apprentices"] if found["id"] == card)[lang]
    t.says(lang, name)
