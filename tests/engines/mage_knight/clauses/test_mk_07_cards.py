"""Chapter 7 of the reference: how cards are played, what they cost, and where they go."""

import pytest

from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.playing import chose, fight, mana, recruited, started


def test_mk_7_1_and_mk_7_2_a_card_goes_to_the_play_area_and_its_basic_effect_is_free() -> None:
    held = started().card("march").held()
    assert (held["hand"], [one["card"] for one in held["played"].values()]) == (4, ["march"])
    assert (held["turn"]["move"], held["discard"]) == (2, [])


def test_mk_7_3_a_strong_effect_needs_a_mana_of_its_colour_x_2() -> None:
    play = started().crystals(blue=1).no("play_card", 0, "MK-7.3", code="x_2", card="march", use="strong")
    play.no("play_card", 0, "MK-7.3", code="x_2", card="march", use="strong", payments=mana("blue"))
    play.no("play_card", 0, card="march", use="basic", payments=mana("blue"))


def test_mk_7_4_mana_is_not_added_to_a_card_already_played_x_2() -> None:
    """March played basic is gone; the other copy is another play, and a third is none."""
    play = started().crystals(green=3).card("march").card("march", "strong")
    play.no("play_card", 0, "MK-7.1", code="x_1", card="march", use="strong", payments=mana("green"))


def test_mk_7_5_a_spell_needs_its_mana_even_for_its_basic_effect() -> None:
    play = fight("prowlers", deck=["fireball"]).crystals(red=1)
    play.no("play_card", 0, "MK-7.5", code="x_2", card="fireball", use="basic").card("fireball")


def test_mk_7_6_a_strong_spell_needs_black_and_the_night() -> None:
    play = fight("prowlers", deck=["fireball"]).crystals(red=1)
    play.no("play_card", 0, card="fireball", use="strong", payments=mana("red", "black@die"))
    play = fight("prowlers", deck=["fireball"], night=True).crystals(red=1)
    play.no("play_card", 0, "MK-7.6", code="x_2", card="fireball", use="strong", payments=mana("red"))
    play.card("fireball", "strong")


def test_mk_7_7_without_mana_a_spell_is_played_sideways() -> None:
    assert started(deck=["fireball"]).sideways("fireball", "move").points("move") == 1


def test_mk_7_8_an_artifact_is_thrown_away_for_its_strong_effect() -> None:
    play = started(deck=["ruby_ring", "golden_grail"]).card("ruby_ring").card("golden_grail", "strong").end()
    assert (play.held()["discard"], play.held()["removed"]) == (["ruby_ring"], ["golden_grail"])


@pytest.mark.parametrize("gives", ["move", "influence"])
def test_mk_7_9_any_card_but_a_wound_is_worth_1_sideways(gives: str) -> None:
    play = started(deck=["fireball", "ruby_ring"])
    play.sideways("fireball", gives).sideways("ruby_ring", gives).sideways("rage", gives)
    assert play.points(gives) == 3


def test_mk_7_10_sideways_is_nothing_else_x_6() -> None:
    """In the first phase a sideways attack is neither ranged nor siege."""
    play = fight("prowlers").no("play_card", 0, card="march", use="sideways", gives="attack")
    play.no("play_card", 0, "MK-7.10", code="x_6", card="march", use="sideways", gives="heal")


def test_mk_7_11_attack_and_block_belong_to_combat_but_move_may_be_played_for_nothing() -> None:
    started().no("play_card", 0, "MK-24.6", "MK-7.11", card="rage", use="basic", choices=chose(option=1))
    fight("prowlers").card("march").card("promise")


def test_mk_7_12_points_of_one_kind_add_up() -> None:
    play = recruited("peasants").card("march").card("stamina").sideways("promise", "move").unit(1, 3)
    assert play.points("move") == 2 + 2 + 1 + 2


def test_mk_7_13_and_mk_30_2_attack_or_block_is_one_of_the_two_in_its_phase() -> None:
    play = fight("prowlers").phase("block").card("rage", choices=chose(option=2)).phase("attack")
    play.no("attack", 0, enemies=[1], pieces=["rage.1"])
    fight("prowlers").phase("block").no("play_card", 0, "MK-24.6", card="rage", use="basic", choices=chose(option=1))


def test_mk_7_14_an_extra_cost_has_to_be_paid() -> None:
    play = started().no("play_card", 0, card="improvisation", use="basic", choices=chose(cards=[], option=1))
    play.no("play_card", 0, card="crystallize", use="basic")


def test_mk_7_16_and_mk_3_8_discarded_cards_stay_owned_and_thrown_away_ones_leave() -> None:
    play = started(deck=["decompose"]).card("decompose", choices=chose(cards=["march"]))
    assert (play.held()["owned"]["march"], play.held()["removed"]) == (1, ["march"])
    play = started().card("improvisation", choices=chose(cards=["march"], option=1))
    assert (play.held()["owned"]["march"], play.held()["discard"]) == (2, ["march"])


def test_mk_7_18_the_other_card_lies_in_play_too() -> None:
    play = rich(started()).card("concentration", "strong", choices=chose(card="march"))
    assert sorted(one["card"] for one in play.held()["played"].values()) == ["concentration", "march"]
    assert sorted(play.end().held()["discard"]) == ["concentration", "march"]


def test_mk_7_19_the_bonus_goes_once_on_the_amount_used() -> None:
    """Refreshing Walk gives Move and healing: the Move is higher by 2, the healing is not."""
    play = rich(started(deck=["refreshing_walk"])).card(
        "concentration", "strong", choices=chose(card="refreshing_walk")
    )
    assert (play.points("move"), play.points("heal")) == (4 + 2, 2)


def test_mk_7_20_cards_stay_in_play_to_the_end_of_the_turn() -> None:
    play = started().card("march").step_to([0, -1])
    assert len(play.held()["played"]) == 1
    play.do("end_turn")
    assert (play.held()["played"], play.held()["discard"]) == ({}, ["march"])


def test_mk_7_21_a_changed_cost_lasts_to_the_end_of_the_turn() -> None:
    play = rich(started(deck=["path_finding"])).card("path_finding", "strong").end().others_idle()
    play.card("march").no("move", 0, "MK-9.1", to=[1, -1])


def test_mk_7_22_a_new_card_goes_on_top_of_the_deck_edge_3() -> None:
    play = started(hand=16).fame(3).do("end_turn").do(
        "level_up", shown=["dark_paths", "burning_power"], option="a", skill="dark_paths", card="agility",
        offer=["blood_rage", "ice_shield", "agility"], new_card="fire_bolt",
    )  # fmt: skip
    assert (play.held()["deck"], play.held()["known"]["top"]) == (1, ["agility"])
    play.do("discard_hand", cards=["march"]).do("draw").others_idle()
    assert play.held()["deck"] == 0


def test_mk_7_23_the_colour_of_an_action_is_that_of_its_strong_effect_of_a_spell_its_basic_one() -> None:
    """Decompose throws a March away for green; Training cannot take an artifact at all."""
    play = started(deck=["decompose", "ruby_ring"])
    play.no("play_card", 0, card="decompose", use="basic", choices=chose(cards=["ruby_ring"]))
    play.card("decompose", choices=chose(cards=["rage"]))
    assert play.held()["crystals"]["red"] == 2


@pytest.mark.parametrize("card", ["tranquility", "regeneration", "restoration", "golden_grail"])
def test_mk_7_24_a_healing_card_has_no_effect_in_combat_x_35(card: str) -> None:
    deck = [] if card == "tranquility" else [card]
    play = rich(fight("prowlers", deck=deck))
    fields = {"payments": mana("green")} if card == "restoration" else {}
    options = chose(option=2) if card == "tranquility" else None
    play.no("play_card", 0, "MK-7.24", code="x_35", card=card, use="basic", choices=options, **fields)
    play.phase("attack").sideways(card, "attack")
