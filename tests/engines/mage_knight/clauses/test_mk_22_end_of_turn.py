"""Chapter 22 of the reference: the steps at the end of a turn, in their order."""

from typing import Any

from tests.engines.mage_knight.boxes import BESIDE, HILLS
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.clauses.test_mk_09_movement import conquered
from tests.engines.mage_knight.clauses.test_mk_14_combat import ruined
from tests.engines.mage_knight.clauses.test_mk_19_after_combat import MIGHT, SPELLS, beaten, won
from tests.engines.mage_knight.playing import Play, chose, level_up, started, table, tokens


def test_mk_22_1_mk_22_2_and_mk_6_15_dice_are_rolled_first_and_then_the_next_player_may_begin() -> None:
    play = started().card("march", "strong", pay=["green@die"]).do("end_turn")
    play.no("draw", 0, "MK-22.1").no("begin_turn", 1, "MK-22.1").do("return_dice", faces=["white"]).begin(1)


def met(path: list[list[int]]) -> Play:
    """Seat 1 stands in the village; seat 0 walks there along a path from the portal."""
    play = table(2, hand=9, tactics=["the_right_moment", "early_bird"]).begin(1).at(path[-1], 1).end(1, ["march"])
    play.begin(0).card("march").card("march").card("stamina").card("stamina").step_to(*path)
    return play.do("end_turn")


def test_mk_22_3_a_hero_on_an_unsafe_space_goes_back_with_a_wound_for_each() -> None:
    play = met([[0, -1], [1, -2]]).no("draw", 0, "MK-22.3").no("withdraw", 0, number=2).do("withdraw", 0)
    assert (play.held()["space"], play.held()["owned"]["wound"]) == ([0, -1], 1)


def test_mk_22_3_it_goes_on_to_the_first_safe_space_edge_28() -> None:
    """Three seats: another hero stands on the space before as well, so it is two spaces and two wounds."""
    play = table(3, hand=9, tactics=["the_right_moment", "early_bird", "planning"])
    play.begin(1).at([1, -2], 1).end(1, ["march"]).begin(2).at([0, -1], 2).end(2, ["march"])
    play.begin(0).card("march").card("march").step_to([0, -1], [1, -2]).do("end_turn").do("withdraw", 0)
    assert (play.held()["space"], play.held()["owned"]["wound"]) == ([0, 0], 2)


def test_mk_22_4_and_mk_22_5_played_cards_are_discarded_and_tokens_returned() -> None:
    play = started(deck=["ruby_ring"]).card("ruby_ring").card("march").do("end_turn")
    held = play.held()
    assert (sorted(held["discard"]), held["played"], sum(held["mana"].values())) == (["march", "ruby_ring"], {}, 0)


def test_mk_22_7_and_mk_22_11_rewards_in_any_order_and_before_levels() -> None:
    play = won("tomb", "swamp_dragon").do("end_turn").no("level_up", 0, "MK-30.9")
    play.do("take_reward", kind="spell", card="chill", new_card="tremor", offer=SPELLS)
    play.do("take_reward", kind="artifact", kept=["ruby_ring"], bottom="horn_of_wrath")
    level_up(play, "dark_paths")


def test_mk_22_9_a_card_of_the_unit_offer_is_no_reward() -> None:
    play = ruined("ruin_green_red", deck=[*MIGHT, *["march"] * 12], armour=20)
    play.do("enter_site", tokens=["diggers", "swamp_dragon"])
    beaten(play, 2).do("end_turn")
    offer = ["ice_shield", "agility", "fire_bolt"]
    play.no("take_reward", 0, kind="advanced_action", card="swift_bolt", new_card="ice_bolt", offer=offer)
    play.do("take_reward", kind="advanced_action", card="fire_bolt", new_card="ice_bolt", offer=offer)


def rewarded_unit(**options: Any) -> Play:
    """Seat 0 won the unit of ruins, with one command token and Peasants under it."""
    play = ruined("ruin_gray_violet", deck=[*MIGHT, *["march"] * 12], armour=20, **options)
    play.do("enter_site", tokens=["swordsmen", "monks"])
    return beaten(play, 2).do("end_turn")


def test_mk_22_10_a_unit_reward_may_be_given_up() -> None:
    assert rewarded_unit().do("take_reward", kind="unit").held()["units"] == {}


def test_mk_22_10_it_may_wait_for_a_command_token_of_the_same_turn_edge_13() -> None:
    """Fame 1 of the tile, 4 and 4: levels 2 and 3; the second command token comes with level 3."""
    play = rewarded_unit()
    assert play.held()["fame"] == 9
    level_up(play, "dark_paths").do("level_up").do("take_reward", kind="unit", unit="foresters")
    assert play.held()["units"]["1"]["unit"] == "foresters"


def test_mk_22_12_any_cards_but_wounds_may_be_discarded() -> None:
    play = started().wounds(1).do("end_turn").no("discard_hand", 0, cards=["wound"])
    play.do("discard_hand", cards=["march", "stamina", "rage"]).do("draw")
    assert len(play.held()["discard"]) == 3


def test_mk_22_13_the_hand_is_filled_to_the_limit_and_never_cut_l_4() -> None:
    play = started().end(0, ["march", "stamina"], drawn=["rage", "promise"])
    assert (play.held()["hand"], play.held()["deck"]) == (5, 9)
    assert started().wounds(3).end(0, ["march"]).held()["hand"] == 7


def test_mk_22_13_a_number_typed_is_compared() -> None:
    started().do("end_turn").do("discard_hand", cards=["march"]).no("draw", 0, "MK-22.13", number=2)
    started().do("end_turn").do("discard_hand", cards=["march"]).no("draw", 0, "MK-22.13", drawn=["rage", "march"])


def test_mk_22_14_and_mk_22_15_an_own_keep_under_the_hero_raises_the_limit_edge_27() -> None:
    play = conquered()
    assert (play.held()["keeps"], play.held()["hand_limit"]) == (1, 9 + 1)


def test_l_3_a_limit_of_6_beside_one_of_two_own_keeps_with_planning_draws_7() -> None:
    """Every level of this box has the limit of level 5. Two keeps are taken from Golems: 6 + 2 + 1 = 9."""
    play = started(
        site="keep", hand=6, armour=20, deck=["fireball", "snowstorm"], tactics=["planning", "the_right_moment"]
    )
    play.at([2, -1]).crystals(green=2, red=1, blue=1).card("march", "strong")
    play.step_to(HILLS, tokens=tokens((HILLS, "golems"))).phase("attack").card("fireball").attack("fireball.1")
    play.do("end_combat").do("end_turn")
    level_up(play, "dark_paths").do("draw")
    assert play.held()["hand"] == 6 + 1 + 1
    play.others_idle().at([2, -3]).card("stamina").do("explore", position=[1, 1], tile="countryside_3").at([5, -5])
    play.card("march", "strong").step_to([5, -6], tokens=tokens(([5, -6], "golems"))).phase("attack")
    play.card("snowstorm").attack("snowstorm.1").do("end_combat").do("end_turn").do("level_up")
    play.do("discard_hand", cards=["rage", "promise", "threaten", "blood_rage"])
    assert (play.held()["hand"], play.held()["deck"]) == (2, 8)
    play.no("draw", 0, "MK-22.13", number=6).do("draw", number=7)
    assert play.held()["hand"] == 9


def test_mk_22_16_drawing_stops_with_the_deck() -> None:
    play = started(hand=15).do("end_turn").do("discard_hand", cards=["march", "march", "stamina"]).do("draw")
    assert (play.held()["hand"], play.held()["deck"]) == (13, 0)


def test_mk_22_17_a_bonus_for_the_next_draw_goes_to_the_new_round_edge_17() -> None:
    """Meditation in the last turn raises the draw of the new round from 14 by 2; Planning does not."""
    play = table(deck=["meditation"], hand=14, tactics=["early_bird", "planning"]).begin(0)
    play.end(0, ["march", "march", "stamina"]).begin(1).end(1, ["march", "march", "stamina"])
    assert (play.held()["deck"], play.held(1)["deck"]) == (0, 0)
    play.begin(0).end(0, ["stamina"]).do("announce_end_of_round", 1).begin(0).crystals(green=1)
    play.card("meditation", choices=chose(side="top"), picked=["march", "stamina"]).end(0)
    next_round(play)
    assert (play.held(0)["hand"], play.held(1)["hand"]) == (16, 14)


def test_mk_22_18_a_figure_on_the_portal_is_taken_off_the_map() -> None:
    assert started().end(0, ["march"]).held()["space"] is None
    assert started().at(BESIDE).end(0, ["march"]).held()["space"] == BESIDE


def test_the_glade_asks_and_the_draw_gives_it_up() -> None:
    play = started().wounds(1).at([1, -3]).do("end_turn").do("discard_hand", cards=["march"])
    play.no("use_glade", 0, "MK-30.9", from_="hand").do("draw")
    assert play.held()["owned"]["wound"] == 1
