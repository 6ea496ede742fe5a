"""Chapters 20 and 21 of the reference: wounds, healing, rest and exhaustion."""

from typing import Any

from tests.engines.mage_knight.boxes import VILLAGE
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.playing import Play, chose, fight, recruited, started, table


def exhausted(wounds: int = 3, **options: Any) -> Play:
    """Seat 0 begins its turn with nothing but wounds in hand and no deck."""
    play = table(**{"hand": 16, **options}).begin(0)
    cards = [card for card, n in play.held()["owned"].items() for _ in range(n)]
    return play.end(0, cards).wounds(wounds).others_idle()


def test_mk_20_1_a_wound_is_neither_played_nor_discarded_x_7() -> None:
    play = started().wounds(1).no("play_card", 0, "MK-20.1", code="x_7", card="wound", use="sideways", gives="move")
    play.no("play_card", 0, "MK-20.1", code="x_7", card="wound", use="basic")
    play.do("end_turn").no("discard_hand", 0, cards=["wound"])


def test_mk_20_2_wounds_count_against_the_hand_limit() -> None:
    """Four cards and two wounds: at the limit of 5 nothing is drawn."""
    play = started().wounds(2).end(0, ["march"])
    assert (play.held()["hand"], play.held()["deck"]) == (6, 11)


def test_mk_20_3_wounds_in_hand_are_shuffled_into_the_new_deck() -> None:
    play = table(hand=16).begin(0).wounds(2).end(0, ["march"]).do("announce_end_of_round", 1).idle(0)
    next_round(play)
    assert (play.held()["hand"] + play.held()["deck"], play.held()["owned"]["wound"]) == (18, 2)


def test_mk_20_5_wounds_in_the_discard_pile_are_not_healed_x_19() -> None:
    play = started().wounds(1).do("rest", card="march", wounds=1)
    play.card("tranquility", choices=chose(option=1)).no("heal", 0, "MK-20.4", wounds=1)


def test_mk_20_6_and_mk_20_7_a_unit_costs_its_level_for_each_wound_e_9() -> None:
    """Utem Guardsmen (level 2), poisoned: two wounds, 2 and 2 points."""
    play = rich(fight("cursed_hags", allies=["utem_guardsmen"], deck=["tranquility"]))
    play.do("next_phase").do("next_phase").damage(1, [1]).do("next_phase").do("end_combat")
    play.card("tranquility", "strong", choices=chose(option=1)).do("heal", unit=1)
    assert (play.held()["units"]["1"]["wounds"], play.points("heal")) == (1, 0)
    play.no("heal", 0, "MK-20.8", unit=1)


def test_mk_20_8_points_of_all_sources_are_split_as_the_player_likes() -> None:
    play = recruited("herbalists").wounds(2).crystals(green=1).unit(1, 1, pay=["green"])
    play.card("tranquility", choices=chose(option=1)).do("heal", wounds=1).do("heal", wounds=1)
    assert play.points("heal") == 1


def test_mk_20_9_no_card_heals_sideways_x_6() -> None:
    started().wounds(1).sideways("tranquility", "move").no("heal", 0, "MK-20.8", wounds=1)


def test_mk_20_10_points_not_spent_are_lost_with_the_turn() -> None:
    assert started().card("tranquility", choices=chose(option=1)).end().others_idle().points("heal") == 0


def test_mk_21_1_a_rest_allows_no_step_no_exploring_and_no_action_x_23() -> None:
    play = started().at(VILLAGE).card("march").do("rest", card="stamina", wounds=0)
    play.no("move", 0, "MK-21.1", code="x_23", to=[1, -2])
    play.no("explore", 0, position=[1, 1], tile="countryside_3").no("interact", 0).no("challenge", 0, at=[[3, -3]])


def test_mk_21_2_a_rest_discards_one_card_and_any_wounds_e_14() -> None:
    """March, wound, wound, Rage: March and both wounds go."""
    hand = ["march", "stamina", "promise", "rage", "threaten"]
    play = started(hands={0: hand}).wounds(2).do("rest", card="march", wounds=2)
    assert sorted(play.held()["discard"]) == ["march", "wound", "wound"]
    assert sorted(play.held()["known"]["hand"]) == ["promise", "rage", "stamina", "threaten"]
    started().wounds(2).no("rest", 0, "MK-21.2", "MK-21.4", wounds=2)


def test_mk_21_3_healing_and_the_benefit_of_the_space_are_kept() -> None:
    play = started().at([2, -1]).wounds(1).do("rest", card="march", wounds=0)
    play.card("tranquility", choices=chose(option=1)).do("heal", wounds=1).end()
    assert (play.held()["crystals"]["green"], play.held()["owned"].get("wound", 0)) == (1, 0)


def test_mk_21_4_and_mk_21_10_an_exhausted_hero_discards_one_wound_e_15() -> None:
    play = exhausted().no("move", 0, to=[0, -1])
    play.no("rest", 0, wounds=2, hand_shown=True).do("rest", wounds=1, hand_shown=True)
    assert (play.held()["hand"], play.held()["discard"].count("wound")) == (2, 1)
    play.do("end_turn").do("draw")


def test_mk_21_4_exhaustion_is_not_claimed_with_a_card_known_in_hand() -> None:
    hand = ["march", "stamina", "promise", "rage", "threaten"]
    started(hands={0: hand}).wounds(1).no("rest", 0, wounds=1, hand_shown=True)


def test_mk_21_5_units_and_skills_still_work_for_the_exhausted_e_15() -> None:
    play = recruited("herbalists", hand=16)
    cards = [card for card, n in play.held()["owned"].items() for _ in range(n)]
    cards.remove("march")
    play.end(0, cards).wounds(3).others_idle().crystals(green=1).unit(1, 1, pay=["green"]).do("heal", wounds=2)
    assert play.held()["hand"] == 1
    play.do("rest", wounds=1, hand_shown=True).do("end_turn").do("draw")


def test_mk_21_6_who_comes_to_hold_only_wounds_rests_with_one() -> None:
    play = started(hand=16).wounds(2)
    for card in ("march", "march", "stamina", "stamina", "swiftness", "swiftness", "promise", "threaten"):
        play.card(card)
    play.card("mana_draw").card("concentration", choices=chose(colors=["red"]))
    play.card("crystallize", extra=["red@token"]).card("tranquility", choices=chose(option=2))
    play.card("improvisation", choices=chose(cards=["rage"], option=1))
    play.sideways("determination", "move").sideways("battle_versatility", "move")
    assert play.held()["hand"] == 2
    play.do("rest", wounds=1, hand_shown=True)
    assert play.held()["hand"] == 1


def test_mk_21_7_a_wound_discarded_by_a_rest_is_still_owned() -> None:
    play = started().wounds(1).do("rest", card="march", wounds=1)
    assert (play.held()["owned"]["wound"], play.held()["discard"].count("wound")) == (1, 1)


def test_mk_21_8_and_mk_21_12_an_empty_hand_is_not_exhaustion_and_cannot_rest_x_39() -> None:
    play = started(hand=15)
    cards = [card for card, n in play.held()["owned"].items() for _ in range(n)]
    play.do("end_turn").do("discard_hand", cards=cards[:15])
    assert play.held()["hand"] == 0
    play.do("draw")
    assert play.held()["hand"] == 1
    play.others_idle().sideways(cards[15], "move").no("rest", 0, "MK-21.12", code="x_39", wounds=0)


def test_mk_21_9_it_is_decided_after_what_is_used_before_the_turn() -> None:
    """A hand of wounds alone; plunder in the village brings the last card of the deck, so the turn is a regular one."""
    play = table(hand=15).begin(0).at(VILLAGE)
    cards = [card for card, n in play.held()["owned"].items() for _ in range(n)]
    play.do("end_turn").do("discard_hand", cards=cards[:15]).do("draw").idle(1).begin(0).wounds(1)
    assert (play.held()["hand"], play.held()["deck"]) == (2, 0)
    play = table(hand=14).begin(0).at(VILLAGE).do("end_turn").do("discard_hand", cards=cards[:14]).wounds(13).do("draw")
    assert (play.held()["hand"], play.held()["deck"]) == (14, 1)
    play.do("plunder").idle(1).begin(0).sideways(cards[15], "move")


def test_mk_21_11_with_an_empty_deck_the_exhausted_may_announce_the_end() -> None:
    play = table(hand=16).begin(0)
    cards = [card for card, n in play.held()["owned"].items() for _ in range(n)]
    play.end(0, cards).wounds(3).idle(1).do("announce_end_of_round", 0)
