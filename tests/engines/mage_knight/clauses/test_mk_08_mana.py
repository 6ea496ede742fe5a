"""Chapter 8 of the reference: dice, tokens and crystals."""

import pytest

from tests.engines.mage_knight.boxes import HILLS
from tests.engines.mage_knight.clauses.test_mk_14_combat import SITES, entering
from tests.engines.mage_knight.components.test_basic_actions import rich, siege
from tests.engines.mage_knight.playing import chose, fight, learned, mana, started


def test_mk_8_3_a_die_is_taken_only_to_be_used_at_once() -> None:
    """No move takes a die: it is named as a payment, and only a play has payments."""
    play = started().card("march", "strong", pay=["green@die"])
    assert [(die["face"], die["on"]) for die in play.look("source")].count(("green", "used")) == 1


def test_mk_8_4_gold_is_any_basic_colour_by_day_and_black_is_useless_x_3() -> None:
    play = started(source=["gold", "black", "red", "red"])
    play.no("play_card", 0, card="march", use="strong", payments=mana("black@die=green"))
    play.card("march", "strong", pay=["gold@die=green"])
    assert play.points("move") == 4


def test_mk_8_4_black_tokens_are_useless_by_day_x_3() -> None:
    play = fight("prowlers", deck=["blood_ritual", "fireball"]).crystals(red=1)
    play.card("blood_ritual", choices=chose(colors=["black"]))
    play.no("play_card", 0, "MK-8.4", "MK-7.6", card="fireball", use="strong", payments=mana("red", "black@token"))


def test_mk_8_5_gold_is_useless_at_night_x_3() -> None:
    play = started(source=["gold", "black", "red", "red"], night=True, deck=["blood_ritual"])
    play.no("play_card", 0, card="march", use="strong", payments=mana("gold@die=green"))
    play.card("blood_ritual", choices=chose(colors=["gold"]))
    play.no("play_card", 0, "MK-8.5", code="x_3", card="march", use="strong", payments=mana("gold@token=green"))


def test_mk_8_6_a_depleted_die_is_not_taken_x_5() -> None:
    """A gold die at night; a black one by day is the next test's."""
    play = started(night=True, source=["gold", "black", "red", "red"])
    play.no("play_card", 0, "MK-8.6", "MK-8.5", card="march", use="strong", payments=mana("gold@die=green"))


def test_mk_8_7_a_die_that_rolls_black_by_day_is_depleted_at_once() -> None:
    play = started(deck=["fireball"]).card("march", "strong", pay=["green@die"]).end(faces=["black"])
    play.begin(1).no("play_card", 1, "MK-8.6", code="x_5", card="rage", use="strong", payments=mana("black@die=red"))


def test_mk_8_8_a_crystal_becomes_one_mana_at_any_time_of_the_own_turn() -> None:
    play = fight("prowlers").crystals(red=1).do("use_crystal", color="red")
    assert (play.held()["crystals"]["red"], play.held()["mana"]["red"]) == (0, 1)
    play.no("use_crystal", 0, "MK-8.1", color="red")


def test_mk_8_9_mana_becomes_a_crystal_by_effects_alone() -> None:
    """Tokens left at the end of the turn are gone; Crystallize is such an effect."""
    play = started().card("concentration", choices=chose(colors=["red"])).card("crystallize", extra=["red@token"])
    assert (play.held()["crystals"]["red"], play.held()["mana"]["red"]) == (1, 0)


def test_mk_8_10_and_mk_8_11_a_fourth_crystal_of_an_effect_is_a_token() -> None:
    play = started(deck=["fire_bolt"]).crystals(red=3).card("fire_bolt")
    assert (play.held()["crystals"]["red"], play.held()["mana"]["red"]) == (3, 1)


def test_mk_8_12_a_fourth_crystal_of_a_mine_is_lost_edge_25() -> None:
    play = started().crystals(green=3).at([2, -1]).end(0, ["march"])
    assert (play.held()["crystals"]["green"], play.held()["mana"]["green"]) == (3, 0)


def test_mk_8_13_tokens_go_back_at_the_end_of_the_turn_and_crystals_stay_edge_23() -> None:
    play = started().crystals(red=1).card("concentration", choices=chose(colors=["blue"])).do("end_turn")
    assert (sum(play.held()["mana"].values()), play.held()["crystals"]["red"]) == (0, 1)


def test_mk_8_14_in_a_dungeon_mana_goes_by_night_rules_edge_24_c_35() -> None:
    """By day: the black die and a red crystal cast the strong Fireball; a gold die is of no use."""
    play = started(site="dungeon", deck=["fireball"], source=["black", "gold", "red", "red"]).crystals(red=1).at(HILLS)
    play.do("enter_site", tokens=["medusa"])
    play.no("play_card", 0, card="rage", use="strong", payments=mana("gold@die=red")).card("fireball", "strong")
    assert (play.parts("fireball.1"), play.look("combat.wounds")) == ([siege(8, "fire")], 1)


@pytest.mark.parametrize(("site", "enemies"), SITES)
def test_mk_8_14_only_dungeons_and_tombs_go_by_night_rules(site: str, enemies: list[str]) -> None:
    play = entering(site, *enemies, source=["gold", "red", "red", "red"])
    move = {"card": "march", "use": "strong", "payments": mana("gold@die=green")}
    if site in ("dungeon", "tomb"):
        play.no("play_card", 0, "MK-8.5", "MK-8.6", **move)
    else:
        play.do("play_card", **move)


def test_mk_8_15_used_dice_are_rolled_and_go_back_first() -> None:
    play = started().card("march", "strong", pay=["green@die"]).do("end_turn")
    play.no("draw", 0).no("return_dice", 0, faces=["red", "red"]).do("return_dice", faces=["gold"])
    assert sorted(die["face"] for die in play.look("source")) == ["blue", "gold", "red", "white"]
    assert {die["on"] for die in play.look("source")} == {"source"}


def test_mk_8_16_a_die_set_by_mana_draw_goes_back_as_it_is_and_leaves_the_die_of_the_turn() -> None:
    play = rich(started(source=["black", "blue", "green", "white"]))
    play.card("mana_draw", "strong", choices=chose(die="black", color="red")).card("march", "strong", pay=["green@die"])
    play.do("end_turn").do("return_dice", faces=["gold"]).do("draw")
    assert sorted(die["face"] for die in play.look("source")) == ["blue", "gold", "red", "white"]


def test_mk_8_17_mana_storm_allows_three_more_dice() -> None:
    play = started(deck=["mana_storm"], hand=9).crystals(white=1)
    play.card("mana_storm", "strong", facts=chose(faces=["green", "blue", "red", "white"]))
    play.card("march", "strong", pay=["green@die"]).card("stamina", "strong", pay=["blue@die"])
    play.card("threaten", "strong", pay=["red@die"]).card("promise", "strong", pay=["white@die"])
    assert (play.points("move"), play.points("influence")) == (8, 9)


def test_mk_8_18_polarization_makes_a_depleted_die_useful() -> None:
    play = learned("polarization", source=["black", "red", "red", "red"])
    play.no("play_card", 0, "MK-8.6", code="x_5", card="march", use="strong", payments=mana("black@die=green"))
    play.skill("polarization").card("march", "strong", pay=["black@die=green"])


def test_mk_8_19_a_payment_says_what_gold_counts_as_edge_33() -> None:
    play = started(source=["gold", "red", "red", "red"]).card("crystallize", extra=["gold@die=white"])
    assert play.held()["crystals"] == {"red": 0, "blue": 0, "green": 0, "white": 1}
    started(source=["gold", "red", "red", "red"]).no(
        "play_card", 0, card="march", use="strong", payments=mana("red@die=green")
    )
