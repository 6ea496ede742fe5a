"""Chapter 6 of the reference: the parts of a turn, what may come between turns, and how a turn is closed."""

from collections import Counter

import pytest

from tests.engines.mage_knight.boxes import BESIDE, ORCS, VILLAGE
from tests.engines.mage_knight.playing import chose, fight, learned, started, table


def test_mk_6_1_and_mk_6_3_a_turn_may_be_nothing_at_all() -> None:
    started().end(0, ["march"]).sees("active", 1)


def test_mk_6_2_movement_comes_before_the_action() -> None:
    started().at(VILLAGE).card("march").do("interact").no("move", 0, "MK-6.9", code="x_10", to=[1, -2])


def test_mk_6_4_the_first_turn_puts_the_figure_on_the_portal() -> None:
    assert started().held()["space"] == [0, 0]


def test_mk_6_5_a_figure_taken_off_the_portal_is_put_back() -> None:
    play = started().end(0, ["march"])
    assert play.held()["space"] is None
    assert play.others_idle().held()["space"] == [0, 0]


@pytest.mark.parametrize(("night", "colour"), [(False, "gold"), (True, "black")])
def test_mk_6_6_a_turn_that_starts_on_a_glade_gives_mana(night: bool, colour: str) -> None:  # noqa: FBT001
    play = started(night=night).at([1, -3]).end(0, ["march"])
    assert play.held()["mana"][colour] == 0
    assert play.others_idle().held()["mana"][colour] == 1


def test_mk_6_7_there_is_one_action_in_a_turn_e_2_x_14() -> None:
    """The village (2, -3) is beside the orcs on (3, -3)."""
    started().at(VILLAGE).do("interact").no("challenge", 0, "MK-6.7", code="x_14", at=[ORCS])
    started().at(VILLAGE).do("challenge", at=[ORCS]).no("interact", 0)


def test_mk_6_8_a_combat_begun_by_a_step_is_the_action() -> None:
    play = started().at(VILLAGE).card("march").step_to(BESIDE)
    assert play.look("combat.enemies.1.token") == "prowlers"
    play.phase("attack").do("end_combat").no("challenge", 0, at=[ORCS])


def test_mk_6_9_no_exploring_after_the_action_x_10() -> None:
    play = started().at(VILLAGE).card("march").do("interact")
    play.no("explore", 0, "MK-6.9", code="x_10", position=[1, 1], tile="countryside_3")


def test_mk_6_10_special_effects_may_be_played_in_combat() -> None:
    assert fight("prowlers").card("concentration", choices=chose(colors=["blue"])).held()["mana"]["blue"] == 1


def test_mk_6_11_healing_is_played_at_any_time_but_in_combat() -> None:
    play = fight("prowlers").phase("attack").no("heal", 0, "MK-14.14", code="x_18", wounds=1).do("end_combat")
    play.card("tranquility", choices=chose(option=1)).do("heal", wounds=1)
    assert play.held()["owned"]["wound"] == 1


def test_mk_6_12_influence_played_before_the_interaction_is_lost_too() -> None:
    assert started().at(VILLAGE).card("promise").do("interact").points("influence") == 0


def test_mk_6_13_each_turn_plays_or_discards_a_card_x_32() -> None:
    play = started().sees("to_move", [0]).do("end_turn").sees("to_move", [0, 1])
    play.no("draw", 0, "MK-6.19", code="x_32").do("discard_hand", cards=["march"]).do("draw").sees("to_move", [1])


def test_mk_6_14_effects_between_turns_wait_for_tactics_and_for_the_end_of_turn_steps() -> None:
    play = started().at(VILLAGE).no("plunder", 0).do("end_turn").no("plunder", 0)
    play.do("discard_hand", cards=["march"]).do("draw").do("plunder", 0)


def test_mk_6_16_an_interactive_skill_is_taken_back_when_the_own_turn_starts() -> None:
    play = learned("prayer_of_weather").skill("prayer_of_weather")
    assert play.held()["skills"]["prayer_of_weather"]["centre"] is True
    play.end(0, ["stamina"]).others_idle()
    assert play.held()["skills"]["prayer_of_weather"]["centre"] is False
    assert play.held()["skills"]["prayer_of_weather"]["used"] is True


def test_mk_6_17_rest_may_be_chosen_after_special_effects_but_not_after_a_step_x_23() -> None:
    play = started().card("concentration", choices=chose(colors=["red"])).do("rest", card="march", wounds=0)
    assert play.points("part") == "rest"
    started().card("march").step_to([0, -1]).no("rest", 0, "MK-6.17", code="x_23", card="stamina", wounds=0)


def test_mk_6_18_a_turn_is_closed_by_draw_even_when_nothing_is_drawn() -> None:
    play = table(hand=16).begin(0).end(0, ["march"])
    assert (play.held()["hand"], play.look("closing")) == (15, [])


def test_mk_6_13_a_card_other_than_a_wound_that_an_effect_discards_counts() -> None:
    play = learned("invocation")
    play.skill("invocation", choices=chose(option=2, cards=["stamina"], colors=["green"])).do("end_turn").do("draw")


def test_mk_6_19_who_holds_only_the_wounds_of_a_withdrawal_is_excused() -> None:
    """The only card of the hand, a wound, is played for Move 2, onto the space of another hero."""
    play = learned("power_of_pain", hand=16)
    cards = [card for card, count in (Counter(play.held()["owned"]) - Counter(["march"])).items() for _ in range(count)]
    play.end(0, cards).wounds(1).at([0, -1], 1).others_idle()
    play.sideways("wound", "move", with_={"skill": "power_of_pain"}).step_to([0, -1]).do("end_turn").do("withdraw")
    assert play.do("draw").held()["turn"] is None
