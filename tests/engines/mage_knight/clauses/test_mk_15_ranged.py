"""Chapters 15 and 18 of the reference: attacks, resistances, fortification, and what a defeat brings."""

from typing import Any

import pytest

from tests.engines.mage_knight.boxes import ORCS
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.lands import assaulting
from tests.engines.mage_knight.playing import Play, chose, fight, learned


def strikes(foe: str, *cards: str, **options: Any) -> Play:
    """A combat with one enemy in its attack phase, cards in the deck, armour enough to live."""
    return rich(fight(foe, deck=list(cards), hand=9, armour=20, **options)).phase("attack")


def struck(play: Play, *pieces: str) -> Any:
    """What becomes of enemy 1 by an attack of these pieces."""
    play.attack(*pieces)
    return play.state()


def sideways(play: Play, count: int, gives: str = "attack") -> list[str]:
    """Cards played sideways: the names of their pieces."""
    cards = ["march", "march", "stamina", "stamina", "swiftness", "swiftness", "promise", "threaten"][:count]
    for card in cards:
        play.sideways(card, gives)
    return [f"{card}.{cards[: place + 1].count(card)}" for place, card in enumerate(cards)]


def test_mk_15_1_and_mk_15_7_an_attack_defeats_when_it_reaches_the_armour_together() -> None:
    play = rich(fight("prowlers", "diggers", deck=["mana_bolt"]), white=3).card("mana_bolt", extra=["white"])
    play.no("attack", 0, enemies=[], pieces=["mana_bolt.1"]).attack("mana_bolt.1", enemies=[1])
    assert (play.state(1), play.state(2)) == ("defeated", "facing")


def test_mk_15_3_ranged_values_alone_do_not_reach_a_fortified_enemy_c_11_x_20() -> None:
    """Diggers are fortified, armour 3."""
    play = rich(fight("diggers", deck=["crushing_bolt"])).card("swiftness", "strong")
    play.no("attack", 0, "MK-15.3", code="x_20", enemies=[1], pieces=["swiftness.1"]).card("crushing_bolt", "strong")
    assert struck(play, "crushing_bolt.1") == "defeated"


def test_mk_15_3_ranged_values_added_to_siege_count_nothing_c_14() -> None:
    """Crossbowmen (armour 4) in a keep: Siege 3 and Ranged 3 are 3."""
    play = assaulting("crossbowmen", cards=["crushing_bolt"]).crystals(green=1, white=1)
    play.card("crushing_bolt", "strong").card("swiftness", "strong")
    assert struck(play, "crushing_bolt.1", "swiftness.1") == "facing"


def test_mk_15_4_an_enemy_fortified_twice_is_not_named_in_the_first_phase_c_13_x_20() -> None:
    play = assaulting("guardsmen", cards=["horn_of_wrath"]).card("horn_of_wrath", facts=chose(faces=["blue"]))
    play.no("attack", 0, "MK-15.4", code="x_20", enemies=[1], pieces=["horn_of_wrath.1"])


@covers("physical resistance")
@pytest.mark.parametrize(("cards", "state"), [(5, "facing"), (6, "defeated")])
def test_mk_15_5_and_mk_15_6_physical_attacks_on_ironclads_are_halved_c_7_c_8(cards: int, state: str) -> None:
    """Armour 3: five points are 2, six are 3."""
    play = strikes("ironclads")
    assert struck(play, *sideways(play, cards)) == state


def test_c_9_efficient_values_count_whole_and_the_rest_by_half() -> None:
    """Fire 2 of Hot Swordsmanship and physical 3 are 2 + floor(3 / 2) = 3, Ironclads' armour."""
    play = learned("hot_swordsmanship", orcs=["ironclads", "prowlers"], armour=20).at([2, -2])
    play.do("challenge", at=[ORCS]).phase("attack").skill("hot_swordsmanship", choices=chose(option=2))
    play.card("improvisation", choices=chose(cards=["stamina"], option=3))
    assert struck(play, "hot_swordsmanship.1", "improvisation.1") == "defeated"


def test_c_10_the_halving_is_of_the_sum() -> None:
    """1 and 5 in one attack are floor(6 / 2) = 3."""
    play = strikes("ironclads", "blood_rage").card("blood_rage", choices=chose(option=2)).sideways("march", "attack")
    assert struck(play, "blood_rage.1", "march.1") == "defeated"


@covers("fire resistance", "ice resistance")
def test_mk_15_5_cold_fire_is_halved_only_by_fire_and_ice_together_c_22_c_23() -> None:
    """High Dragon (armour 9) resists both: cold fire 7 is 3. Ice Dragon (armour 7) does not resist fire: 7 >= 7."""
    play = strikes("high_dragon", "mana_bolt").card("mana_bolt", extra=["red"])
    assert struck(play, "mana_bolt.1") == "facing"
    play = rich(fight("ice_dragon", deck=["mana_bolt", "whirlwind"])).card("whirlwind", choices=chose(enemies=[1]))
    play.phase("attack").card("mana_bolt", extra=["red"])
    assert struck(play, "mana_bolt.1") == "defeated"


def test_c_22_physical_9_defeats_the_high_dragon() -> None:
    play = strikes("high_dragon", "blood_rage").card("blood_rage", "strong", choices=chose(option=2))
    assert struck(play, "blood_rage.1") == "defeated"


def test_c_29_two_enemies_in_one_attack_halve_what_one_of_them_resists() -> None:
    """Prowlers and Ironclads, both armour 3: physical 11 is 5 < 6; apart 3 and 6 do it."""
    play = rich(fight("prowlers", "ironclads", deck=["blood_rage"], hand=9, armour=20)).phase("attack")
    play.card("blood_rage", "strong", choices=chose(option=2)).sideways("march", "attack").sideways("march", "attack")
    play.attack("blood_rage.1", "march.1", "march.2", enemies=[1, 2])
    assert [play.state(1), play.state(2)] == ["facing", "facing"]


def test_c_29_apart_they_fall_to_nine_points() -> None:
    play = rich(fight("prowlers", "ironclads", deck=["intimidate"], hand=9, armour=20)).phase("attack")
    play.card("intimidate", "strong", choices=chose(option=2)).sideways("march", "attack").sideways("stamina", "attack")
    play.sideways("promise", "attack").attack("intimidate.1", enemies=[2])
    play.attack("march.1", "stamina.1", "promise.1", enemies=[1])
    assert [play.state(1), play.state(2)] == ["defeated", "defeated"]


def test_mk_15_8_a_failed_attack_spends_its_values() -> None:
    play = strikes("cursed_hags").card("rage", choices=chose(option=1)).attack("rage.1")
    assert play.state() != "defeated"
    play.no("attack", 0, "MK-15.13", code="x_36", enemies=[1], pieces=["rage.1"])


def test_mk_15_9_a_defeat_gives_fame_at_once_and_discards_the_token() -> None:
    play = strikes("ironclads", "mana_bolt").card("mana_bolt", extra=["blue"]).attack("mana_bolt.1")
    assert play.held()["fame"] == 4
    play.do("end_combat").sees("tokens.green.discarded", ["ironclads"])


def test_mk_15_10_levels_wait_for_the_end_of_the_turn_edge_12() -> None:
    play = rich(fight("ironclads", deck=["mana_bolt"])).phase("attack").card("mana_bolt", extra=["blue"])
    play.attack("mana_bolt.1")
    assert (play.held()["fame"], play.held()["level"], play.held()["armor"]) == (4, 1, 2)


def test_mk_15_11_values_not_named_are_gone_with_the_phase() -> None:
    rich(fight("prowlers")).card("swiftness", "strong").do("next_phase").no("block", 0, enemy=1, pieces=["swiftness.1"])


def test_mk_15_12_armour_never_falls_below_1_c_38() -> None:
    """Earthquake on Diggers (armour 3, fortified): 3 - 6."""
    play = rich(fight("diggers", deck=["tremor"], night=True)).card(
        "tremor", "strong", choices=chose(option=1, enemies=[1])
    )
    assert play.look("combat.enemies.1.armor") == 1


def test_mk_15_13_the_value_of_a_play_is_not_split_x_36() -> None:
    play = rich(fight("prowlers", "diggers", deck=["mana_bolt"])).card("mana_bolt", extra=["green"])
    play.attack("mana_bolt.1", enemies=[1])
    play.no("attack", 0, "MK-15.13", code="x_36", enemies=[2], pieces=["mana_bolt.1"])


def test_mk_15_14_only_what_was_lowered_before_the_attack_counts() -> None:
    """Cursed Hags have armour 5: an attack of 3 fails before Tremor and would do after it."""
    play = strikes("cursed_hags", "tremor").card("improvisation", choices=chose(cards=["march"], option=3))
    play.attack("improvisation.1").card("tremor", choices=chose(option=1, enemies=[1]))
    assert (play.state() != "defeated", play.look("combat.enemies.1.armor")) == (True, 2)


def test_mk_18_1_in_the_attack_phase_fortification_plays_no_part_c_12() -> None:
    """Diggers, fortified: Ranged 3 reaches armour 3."""
    play = strikes("diggers").card("swiftness", "strong")
    assert struck(play, "swiftness.1") == "defeated"


def test_mk_18_2_any_card_but_a_wound_is_attack_1() -> None:
    play = strikes("prowlers")
    assert struck(play, *sideways(play, 3)) == "defeated"
    play.wounds(1).no("play_card", 0, "MK-20.1", code="x_7", card="wound", use="sideways", gives="attack")


def test_mk_18_3_a_summoner_is_back_and_may_be_attacked_c_17() -> None:
    """Armour 4, Fame 4."""
    play = fight("orc_summoners", armour=20).do("next_phase").do("summon", enemy=1, token="gargoyle").do("next_phase")
    play.damage(1).do("next_phase")
    assert play.look("combat.enemies.1.token") == "orc_summoners"
    play.card("rage", choices=chose(option=1)).sideways("march", "attack").sideways("stamina", "attack")
    play.attack("rage.1", "march.1", "stamina.1")
    assert (play.state(), play.held()["fame"]) == ("defeated", 4)


def test_mk_18_4_halving_is_as_in_the_first_phase() -> None:
    play = strikes("gargoyle")
    assert struck(play, *sideways(play, 7)) != "defeated"
    play = strikes("gargoyle")
    assert struck(play, *sideways(play, 8)) == "defeated"


def test_c_1_determination_and_rage_beat_prowlers() -> None:
    """Attack 4 against Block 5; armour 3 against Attack 2 + 1; Fame 2, reputation 1."""
    play = rich(fight("prowlers")).phase("block").card("determination", "strong").block("determination.1")
    assert play.state() == "blocked"
    play.phase("attack").card("rage", choices=chose(option=1)).sideways("march", "attack").attack("rage.1", "march.1")
    play.do("end_combat")
    assert (play.held()["fame"], play.held()["reputation"]) == (2, 1)
