"""Chapter 12 of the reference: influence, purchases, plunder."""

from typing import Any

import pytest

from engines import mage_knight
from tests.engines.mage_knight.boxes import FIGURES, HILLS, PLAIN, VILLAGE
from tests.engines.mage_knight.clauses.test_mk_09_movement import conquered
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.lands import assaulting, explorer
from tests.engines.mage_knight.playing import Play, chose, level_up, mana, started


def talking(**options: Any) -> Play:
    """Seat 0 interacts in the village."""
    return rich(started(**options)).at(VILLAGE).do("interact")


def at_monastery(**options: Any) -> Play:
    """Seat 0 interacts in a monastery whose card is Fire Bolt, with a hand of sixteen."""
    deck = ["promise", "endless_bag_of_gold", *["march"] * 14]
    play = explorer(later="monastery", deck=deck, **options).at(VILLAGE).card("march")
    play.do("explore", position=[1, 1], tile="countryside_3", action_card="fire_bolt").at(PLAIN)
    return play.do("interact")


def test_mk_12_1_one_interacts_in_villages_and_monasteries_x_13() -> None:
    talking().sees("heroes.0.turn.action", "interact")
    at_monastery()
    started().no("interact", 0, "MK-12.1", code="x_13")
    started(site="keep").at(HILLS).no("interact", 0, "MK-12.1", code="x_13")
    started(site="mage_tower").at(HILLS).no("interact", 0, "MK-12.1", code="x_13")


def test_mk_12_2_an_interaction_is_the_action_of_the_turn() -> None:
    talking().no("interact", 0, "MK-6.7", code="x_14")


@pytest.mark.parametrize("step", range(-6, 8))
def test_mk_12_3_and_mk_12_5_influence_begins_with_the_modifier_of_the_step(step: int) -> None:
    modifier = FIGURES["components"]["reputation"][step + 7]
    play = started().at(VILLAGE)
    play = play.reputation(step) if step else play
    assert play.do("interact").points("influence") == modifier


def test_mk_12_4_a_later_change_of_reputation_does_not_change_the_modifier() -> None:
    """At step 2 the modifier is 1; Threaten strong goes to step 1."""
    play = rich(started()).at(VILLAGE).reputation(2).do("interact").card("threaten", "strong")
    assert (play.points("influence"), play.held()["reputation"]) == (1 + 5, 1)


def test_mk_12_5_the_track_of_the_box_is_that_of_the_reference() -> None:
    track = {one["step"]: one["influence"] for one in mage_knight.box()["reputation"]}
    wanted = [None if value == "X" else value for value in FIGURES["components"]["reputation"]]
    assert track == dict(zip(range(-7, 8), wanted, strict=True))


def test_mk_12_6_on_the_x_step_nobody_interacts_x_13() -> None:
    started().at(VILLAGE).reputation(-7).no("interact", 0, "MK-12.6", code="x_13")


def test_mk_12_7_reputation_never_leaves_the_track_e_6() -> None:
    assert rich(started(), red=3).reputation(-7).card("threaten", "strong").held()["reputation"] == -7


def test_mk_12_8_and_mk_12_9_playing_and_buying_alternate_and_the_price_is_exact() -> None:
    """Promise 2 and a sideways card are 3 influence: one healing point, not two, not without the third."""
    play = talking().wounds(2).card("promise")
    play.no("buy_healing", 0, "MK-12.9", points=1).sideways("march", "influence").do("buy_healing", points=1)
    assert (play.points("influence"), play.points("heal")) == (0, 1)
    play.no("buy_healing", 0, "MK-12.9", points=1).card("threaten", "strong").do("buy_healing", points=1)
    assert (play.points("influence"), play.points("heal")) == (2, 2)


@covers("village")
def test_mk_12_10_a_village_recruits_and_heals_for_3() -> None:
    play = talking().card("promise", "strong").do("recruit", unit="peasants")
    assert (play.points("influence"), play.held()["units"]["1"]["unit"]) == (0, "peasants")


def test_mk_12_11_a_monastery_heals_for_2_and_teaches_for_6() -> None:
    play = at_monastery().wounds(1).card("promise").do("buy_healing", points=1)
    assert (play.points("influence"), play.points("heal")) == (0, 1)
    play.card("endless_bag_of_gold", "strong").do("learn", card="fire_bolt")
    assert (play.points("influence"), play.held()["known"]["top"], play.held()["deck"]) == (3, ["fire_bolt"], 1)
    play.sees("offers.monastery", []).no("learn", 0, "MK-12.14", "MK-12.11", card="fire_bolt")


def test_mk_12_11_no_advanced_action_is_learned_in_a_village() -> None:
    talking(deck=["endless_bag_of_gold"]).card("endless_bag_of_gold", "strong").no("learn", 0, card="fire_bolt")


def test_mk_12_12_and_mk_12_1_an_own_keep_recruits_keep_units_x_13() -> None:
    """Guardian Golems have the icons of keep and mage tower, no village."""
    play = conquered().others_idle().at(HILLS).do("interact").card("promise").sideways("threaten", "influence")
    assert play.points("influence") == 3
    play.no("recruit", 0, "MK-13.2", code="x_15", unit="peasants")


def tower() -> Play:
    """Seat 0 took the mage tower on the hills of tile 2 from Monks (4 Fame) and Flame Wall; its turn is closed."""
    play = assaulting("monks", site="mage_tower", cards=["fireball", "endless_bag_of_gold"]).crystals(red=1)
    play.phase("attack").card("fireball").attack("fireball.1").do("end_combat").do("end_turn")
    offer = ["flame_wall", "chill", "meditation"]
    play.do("take_reward", kind="spell", card="flame_wall", new_card="snowstorm", offer=offer)
    return level_up(play, "dark_paths").do("draw")


@covers("mage_tower")
def test_mk_12_13_a_conquered_mage_tower_sells_spells_for_7_and_a_mana() -> None:
    play = tower().others_idle().do("interact").card("endless_bag_of_gold", "strong").crystals(blue=1)
    play.no("buy_spell", 0, card="chill", new_card="tremor", payments=mana("red"))
    play.do("buy_spell", card="chill", new_card="tremor", payments=mana("blue"))
    assert (play.points("influence"), play.held()["known"]["top"][0]) == (9 + 0 - 7, "chill")
    play.sees("offers.spells", ["meditation", "snowstorm", "tremor"])


def test_mk_12_14_a_card_taken_from_an_offer_is_replaced_from_above() -> None:
    play = started(deck=["magic_talent"], aa_deck=28).crystals(blue=1, green=1)
    play.card(
        "magic_talent", "strong", extra=["green"], choices=chose(card="meditation"), facts=chose(card="tremor"),
        offer=["flame_wall", "meditation", "chill"],
    )  # fmt: skip
    play.sees("offers.spells", ["flame_wall", "chill", "tremor"])


def test_e_7_promise_and_two_sideways_cards_at_step_2_are_5_influence() -> None:
    play = started().at(VILLAGE).reputation(2).do("interact").card("promise")
    play.sideways("march", "influence").sideways("stamina", "influence")
    assert play.points("influence") == 2 + 1 + 1 + 1


def test_mk_12_15_the_unit_offer_is_not_refilled_in_the_round() -> None:
    play = talking().card("promise", "strong").do("recruit", unit="peasants")
    assert play.look("offers.units") == ["peasants", "foresters", "herbalists"]


def test_mk_12_16_bought_healing_joins_other_healing_e_1() -> None:
    """Heal 1 of a card, 2 of Herbalists and 3 points bought for 9 influence are 6."""
    play = started(deck=["endless_bag_of_gold", "tranquility", "promise", "promise", "march"], cheap=True)
    play.at(VILLAGE).reputation(4).do("interact").do("recruit", unit="herbalists").end(0, ["march"])
    play.others_idle().crystals(green=1).at(VILLAGE).do("interact").card("endless_bag_of_gold", "strong")
    play.card("tranquility", choices=chose(option=1)).unit(1, 1, pay=["green"]).do("buy_healing", points=3)
    assert (play.points("heal"), play.points("influence")) == (6, 2 + 9 - 9)


def plunderer(seats: int = 2, **options: Any) -> Play:
    """Seat 0 ended its turn in the village."""
    return started(seats, **options).at(VILLAGE).end(0, ["march"])


def test_mk_12_17_plunder_costs_a_step_of_reputation_and_draws_two_e_8() -> None:
    play = plunderer().do("plunder", drawn=["rage", "promise"])
    assert (play.held()["reputation"], play.held()["hand"], play.held()["plundered"]) == (-1, 7, True)


def test_mk_12_17_only_in_a_village_x_26() -> None:
    started().at([1, -2]).end(0, ["march"]).no("plunder", 0, "MK-12.17", code="x_26")


def test_mk_12_18_once_between_two_own_turns_and_not_as_an_action_x_26() -> None:
    plunderer().do("plunder").no("plunder", 0, "MK-12.18", code="x_26")


def test_mk_12_19_after_the_next_own_turn_it_is_possible_again() -> None:
    play = plunderer().do("plunder").others_idle().do("interact").end(0, ["stamina"]).do("plunder")
    assert play.held()["reputation"] == -2


def test_mk_12_20_at_the_bottom_of_the_track_too() -> None:
    assert plunderer().reputation(-7).do("plunder").held()["reputation"] == -7


def test_mk_12_21_from_a_small_deck_it_draws_what_is_there() -> None:
    play = plunderer(hand=14)
    assert play.held()["deck"] == 1
    assert play.do("plunder").held()["hand"] == 15


def test_mk_12_22_burning_costs_three_steps_and_brings_a_violet_enemy() -> None:
    play = explorer(later="monastery").at(VILLAGE).card("march")
    play.do("explore", position=[1, 1], tile="countryside_3", action_card="fire_bolt").at(PLAIN)
    play.no("burn_monastery", 0, token="medusa").do("burn_monastery", token="monks")
    assert (play.held()["reputation"], play.look("combat.enemies.1.token")) == (-3, "monks")
