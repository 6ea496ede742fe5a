"""Chapter 23 of the reference: levels, what they bring, and skills."""

from typing import Any

import pytest

from engines import mage_knight
from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import FIGURES
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.playing import ACTIONS_OFFER, Play, learned, level_up, started

SHOWN = ["dark_paths", "burning_power"]


def levelling(fame: int = 3, **options: Any) -> Play:
    """Seat 0 ended its turn with so much Fame."""
    return started(**options).fame(fame).do("end_turn")


@pytest.mark.parametrize("level", FIGURES["levels"])
def test_mk_23_1_mk_23_5_and_mk_13_4_the_levels_of_the_box_are_those_of_the_reference(level: str) -> None:
    made = next(one for one in mage_knight.box()["levels"] if one["level"] == int(level))
    assert [made["fame"], made["armor"], made["hand"], made["command"]] == FIGURES["levels"][level]


@pytest.mark.parametrize(("fame", "level"), [(2, 1), (3, 2), (7, 2), (8, 3), (15, 4), (24, 5)])
def test_mk_23_1_and_mk_23_2_each_line_crossed_is_a_level_l_2(fame: int, level: int) -> None:
    play = levelling(fame)
    for number in range(2, level + 1):
        play.no("draw", 0, "MK-30.9")
        if number % 2:
            play.do("level_up")
        else:
            pair = [SHOWN, ["hot_swordsmanship", "dark_negotiation"]][number // 2 - 1]
            new = ["fire_bolt", "ice_bolt"][number // 2 - 1]
            level_up(play, pair[0], shown=pair, new_card=new)
    held = play.held()
    assert held["level"] == level
    armour, _, command = FIGURES["levels"][str(level)][1:]
    assert (held["armor"], held["command"]) == (armour, command)
    play.no("level_up", 0)


def test_mk_23_2_levels_come_one_after_another_lowest_first_l_2() -> None:
    """Fame 8: first the skill of level 2, then the command of level 3."""
    play = levelling(8).no("level_up", 0)
    level_up(play, "dark_paths").do("level_up")
    assert (play.held()["armor"], play.held()["command"]) == (3, 2)


def test_mk_23_3_level_10_is_the_highest() -> None:
    """Every second level brings one of the ten skills of the hero, and an advanced action."""
    play, skills = levelling(FIGURES["levels"]["10"][0]), FIGURES["heroes"]["arythea"]["skills"].split()
    new = iter(["fire_bolt", "ice_bolt", "swift_bolt", "crushing_bolt", "refreshing_walk"])
    for number in range(2, 11):
        if number % 2:
            play.do("level_up")
        else:
            level_up(play, skills[number - 2], shown=skills[number - 2 : number], new_card=next(new))
    assert play.held()["level"] == 10
    play.no("level_up", 0).do("discard_hand", cards=["march"]).do("draw")


def test_mk_23_4_level_3_turns_a_token_to_its_command_side() -> None:
    play = levelling(8)
    level_up(play, "dark_paths")
    assert play.held()["command"] == 1
    assert play.do("level_up").held()["command"] == 2


def test_mk_23_6_two_skills_of_the_own_hero_are_shown() -> None:
    play = levelling()
    fields: Json = {"card": "agility", "new_card": "fire_bolt", "offer": ACTIONS_OFFER, "option": "a"}
    play.no("level_up", 0, shown=["dark_paths"], skill="dark_paths", **fields)
    play.no("level_up", 0, "MK-23.6", shown=["dark_paths", "double_time"], skill="dark_paths", **fields)
    play.no("level_up", 0, "MK-23.6", shown=["dark_paths", "dark_paths"], skill="dark_paths", **fields)
    play.no("level_up", 0, shown=SHOWN, skill="hot_swordsmanship", **fields)


def test_mk_23_7_option_a_keeps_one_and_takes_any_card_l_1() -> None:
    """Fame 4 of Prowlers and 2 before: level 2; the card goes on top and is drawn."""
    play = levelling(4).do(
        "level_up", shown=SHOWN, option="a", skill="burning_power", card="agility", new_card="fire_bolt",
        offer=ACTIONS_OFFER,
    )  # fmt: skip
    assert list(play.held()["skills"]) == ["burning_power"]
    play.sees("offers.skills", [{"hero": "arythea", "skill": "dark_paths"}])
    play.sees("offers.actions", ["blood_rage", "ice_shield", "fire_bolt"])
    play.do("discard_hand", cards=["march"]).do("draw")
    assert play.held()["known"]["hand"] == ["agility"]


def common() -> Play:
    """Seat 0 of three left Burning Power in the common offer; seat 1 ended its turn with Fame 3."""
    play = levelling(seats=3)
    level_up(play, "dark_paths").do("discard_hand", cards=["march"]).do("draw")
    return play.begin(1).fame(3, 1).do("end_turn", 1)


def test_mk_23_8_option_b_takes_a_skill_of_another_hero_and_the_lowest_card() -> None:
    play = common()
    lowest, _, highest = play.look("offers.actions")
    fields: Json = {
        "shown": ["double_time", "motivation"],
        "option": "b",
        "skill": "burning_power",
        "new_card": "ice_bolt",
    }
    play.no("level_up", 1, card=highest, **fields).do("level_up", 1, card=lowest, **fields)
    assert [skill["hero"] for skill in play.held(1)["skills"].values()] == ["arythea"]
    assert sorted(one["skill"] for one in play.look("offers.skills")) == ["double_time", "motivation"]
    assert play.held(1)["known"]["top"] == [lowest]


def test_mk_23_9_no_skill_of_the_own_hero_is_taken_back_x_34_edge_14() -> None:
    play = levelling(15)
    level_up(play, "dark_paths").do("level_up")
    fields: Json = {"shown": ["hot_swordsmanship", "dark_negotiation"], "option": "b", "new_card": "ice_bolt"}
    lowest = play.look("offers.actions")[0]
    play.no("level_up", 0, "MK-23.9", code="x_34", card=lowest, skill="burning_power", **fields)
    for skill, rule in (("burning_power", "MK-23.9"), ("polarization", "MK-23.7")):
        play.no("level_up", 0, rule, card=lowest, **{**fields, "option": "a", "skill": skill})
    fields["skill"] = "hot_swordsmanship"
    play.no("level_up", 0, "MK-23.9", "MK-23.8", card=lowest, **fields)
    play.do("level_up", **{**fields, "option": "a", "card": lowest})


def test_mk_23_10_the_card_goes_on_top_and_the_offer_is_filled() -> None:
    play = levelling()
    level_up(play, "dark_paths")
    assert (play.held()["known"]["top"], play.held()["deck"]) == (["blood_rage"], 12)
    play.sees("offers.actions", ["ice_shield", "agility", "crushing_bolt"])


def test_mk_23_11_a_new_skill_works_from_the_next_turn_on() -> None:
    play = levelling()
    level_up(play, "dark_paths").no("use_skill", 0, skill="dark_paths").do("discard_hand", cards=["march"]).do("draw")
    assert play.held()["skills"]["dark_paths"]["new"] is True
    play.others_idle().skill("dark_paths")


def test_mk_23_13_skills_are_for_once_a_turn_once_a_round_or_lie_in_the_centre() -> None:
    play = learned("dark_fire_magic").skill("dark_fire_magic", choices=[{"colors": ["red"]}])
    play.end(0, ["stamina"]).others_idle()
    play.no("use_skill", 0, "MK-23.13", skill="dark_fire_magic", choices=[{"colors": ["red"]}])


def test_mk_23_14_all_skills_are_turned_up_with_a_new_round() -> None:
    play = learned("dark_fire_magic", hand=16).skill("dark_fire_magic", choices=[{"colors": ["red"]}])
    assert play.held()["skills"]["dark_fire_magic"]["used"] is True
    play.end(0, ["stamina"]).do("announce_end_of_round", 1).idle(0)
    next_round(play, action_card="fire_bolt")
    assert play.held()["skills"]["dark_fire_magic"]["used"] is False


def test_mk_23_15_fame_of_an_effect_counts_in_the_turn_it_comes_in() -> None:
    play = started(deck=["endless_bag_of_gold"]).card("endless_bag_of_gold", "strong").do("end_turn")
    level_up(play, "dark_paths")


def test_mk_23_16_a_permanent_skill_is_never_turned_down() -> None:
    play = started(colours=["white", "red"]).fame(3).do("end_turn")
    level_up(play, "bonds_of_loyalty", units=["utem_swordsmen", "utem_guardsmen"])
    assert len(play.look("offers.units")) == 6
    play.do("discard_hand", cards=["march"]).do("draw").others_idle().no("use_skill", 0, skill="bonds_of_loyalty")
    assert play.held()["skills"]["bonds_of_loyalty"]["used"] is False
