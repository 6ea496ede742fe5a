"""Chapter 19 of the reference: what follows a combat, site by site, and its rewards."""

from typing import Any

import pytest

from tests.engines.mage_knight.boxes import BEFORE, HILLS, ORCS, PLAIN, VILLAGE
from tests.engines.mage_knight.clauses.test_mk_09_movement import conquered
from tests.engines.mage_knight.clauses.test_mk_11_sites import burned
from tests.engines.mage_knight.clauses.test_mk_14_combat import entering, ruined
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.lands import assaulting, explorer
from tests.engines.mage_knight.playing import Play, chose, fight, level_up

SPELLS = ["expose", "chill", "meditation"]
MIGHT = ["fireball", "snowstorm", "mana_bolt", "flame_wall"]
"""Cards that beat what stands in a site: with the crystals of :func:`won`, 5 fire, 5 ice, 7 cold fire, 5 fire again."""


def won(site: str, *enemies: str, **options: Any) -> Play:
    """Seat 0 defeated every enemy of a site on the hills of tile 2."""
    play = entering(site, *enemies, deck=MIGHT, hand=12, armour=20, **options)
    return beaten(play, len(enemies))


def beaten(play: Play, enemies: int = 1) -> Play:
    """Every enemy falls: cold fire 7 and fire 5 on the first, fire 5 and ice 5 on the second."""
    play.crystals(red=3, blue=2).phase("attack")
    play.card("mana_bolt", extra=["red"]).card("fireball").attack("mana_bolt.1", "fireball.1", enemies=[1])
    if enemies > 1:
        play.card("flame_wall", choices=chose(option=1)).card("snowstorm")
        play.attack("flame_wall.1", "snowstorm.1", enemies=[2])
    return play.do("end_combat")


def space(play: Play, at: str = "3_-2") -> Any:
    return play.look("map.spaces")[at]


@pytest.mark.parametrize(("foe", "steps"), [("prowlers", 1), ("ironclads", 1)])
def test_mk_19_1_each_orc_token_defeated_is_worth_one_step_of_reputation(foe: str, steps: int) -> None:
    play = rich(fight(foe, deck=["mana_bolt"])).phase("attack").card("mana_bolt", extra=["blue"]).attack("mana_bolt.1")
    assert play.do("end_combat").held()["reputation"] == steps
    assert space(play, "3_-3")["tokens"] == []


def test_mk_19_2_green_and_red_tokens_met_elsewhere_give_no_reputation() -> None:
    assert won("tomb", "swamp_dragon").held()["reputation"] == 0
    play = ruined("ruin_green_green", deck=[*MIGHT, *["march"] * 12], armour=20)
    beaten(play.do("enter_site", tokens=["cursed_hags", "diggers"]), 2)
    assert play.held()["reputation"] == 0


def test_mk_19_3_and_c_32_a_keep_without_defenders_gets_the_shield() -> None:
    """Swordsmen: armour 5, Fame 4; the step of the assault stays at -1."""
    play = assaulting("swordsmen", cards=["fireball"]).crystals(red=1).phase("attack").card("fireball")
    play.attack("fireball.1").do("end_combat")
    assert (space(play)["shield"], play.held()["space"]) == ([0], HILLS)
    assert (play.held()["reputation"], play.held()["fame"]) == (-1, 4)


def test_mk_19_4_rampaging_enemies_left_do_not_stop_the_conquest_edge_4() -> None:
    play = assaulting("swordsmen", cards=["fireball"], armour=20).do("challenge", at=[ORCS]).crystals(red=1)
    play.phase("attack").card("fireball").attack("fireball.1").do("end_combat")
    assert (space(play)["shield"], len(space(play, "3_-3")["tokens"])) == ([0], 1)


def test_mk_19_5_and_mk_19_6_and_c_33_a_hero_who_fails_goes_back_and_the_token_stays_face_up() -> None:
    play = assaulting("swordsmen", cards=["blood_rage"]).phase("attack").sideways("rage", "attack").attack("rage.1")
    play.do("end_combat")
    (token,) = space(play)["tokens"]
    assert (play.held()["space"], token["token"], token["up"]) == (BEFORE, "swordsmen", True)
    assert (space(play)["shield"], play.held()["reputation"]) == ([], -1)


def test_mk_19_7_a_mage_tower_rewards_with_a_spell_edge_16() -> None:
    """The offer is laid out by the reward: three cards, one taken, one new."""
    play = assaulting("monks", site="mage_tower", cards=["fireball"], armour=20).crystals(red=1).phase("attack")
    play.card("fireball").attack("fireball.1").do("end_combat").do("end_turn")
    play.do("take_reward", kind="spell", card="chill", new_card="tremor", offer=SPELLS)
    assert play.held()["known"]["top"] == ["chill"]
    play.sees("offers.spells", ["expose", "meditation", "tremor"])


def test_mk_19_8_taking_a_keep_over_replaces_the_shield() -> None:
    """Seat 0 holds the keep; seat 1 beats the Golems (armour 5) that defend it."""
    play = conquered(decks={"blue": ["mana_bolt"]}).at([1, 0]).begin(1).at(BEFORE, 1).crystals(1, blue=2)
    play.card("march", seat=1).card("march", seat=1)
    play.step_to(HILLS, seat=1, tokens=[{"at": HILLS, "token": "golems"}]).phase("attack", 1)
    play.card("mana_bolt", seat=1, extra=["blue"]).attack("mana_bolt.1", seat=1).do("end_combat", 1)
    assert space(play)["shield"] == [1]


def test_mk_19_9_a_burned_monastery_is_worth_an_artifact() -> None:
    play = burned().do("end_turn").do("take_reward", kind="artifact", kept=["ruby_ring"], bottom="horn_of_wrath")
    assert play.held()["deck"] == 1
    play.sees("offers.artifacts", 15)


def test_mk_19_9_if_the_enemy_survives_the_monastery_stands() -> None:
    play = explorer(later="monastery").at(VILLAGE).card("march")
    play.do("explore", position=[1, 1], tile="countryside_3", action_card="fire_bolt").at(PLAIN)
    play.do("burn_monastery", token="monks").phase("attack").do("end_combat")
    assert (space(play, "3_-4")["burned"], space(play, "3_-4")["shield"]) == (False, [])
    play.sees("tokens.violet.discarded", ["monks"])


@pytest.mark.parametrize("face", ["gold", "black"])
def test_mk_19_10_a_dungeon_gives_a_spell_for_gold_or_black(face: str) -> None:
    play = won("dungeon", "minotaur").do("end_turn").do("take_reward", kind="roll", faces=[face])
    assert space(play)["shield"] == [0]
    play.do("take_reward", kind="spell", card="chill", new_card="tremor", offer=SPELLS)


def test_mk_19_11_a_tomb_gives_a_spell_and_an_artifact() -> None:
    play = won("tomb", "swamp_dragon").do("end_turn")
    play.do("take_reward", kind="artifact", kept=["ruby_ring"], bottom="horn_of_wrath")
    play.do("take_reward", kind="spell", card="chill", new_card="tremor", offer=SPELLS)
    assert play.held()["deck"] == 16 - 12 + 2


def test_mk_19_12_entered_again_it_gives_fame_only() -> None:
    play = won("dungeon", "minotaur").do("end_turn").do("take_reward", kind="roll", faces=["red"])
    play.do("take_reward", kind="artifact", kept=["ruby_ring"], bottom="horn_of_wrath")
    level_up(play, "dark_paths").do("draw").others_idle()
    play.do("enter_site", tokens=["minotaur"]).phase("attack").sideways("march", "attack").sideways("march", "attack")
    play.sideways("stamina", "attack").sideways("stamina", "attack").sideways("swiftness", "attack")
    play.attack("march.1", "march.2", "stamina.1", "stamina.2", "swiftness.1")
    fame = play.held()["fame"]
    play.do("end_combat").do("end_turn").no("take_reward", 0, kind="roll", faces=["red"])
    assert fame == 4 + 4


@pytest.mark.parametrize(("site", "token"), [("dungeon", "gargoyle"), ("tomb", "fire_dragon")])
def test_mk_19_13_the_enemy_of_a_dungeon_or_tomb_is_discarded_also_undefeated(site: str, token: str) -> None:
    play = entering(site, token, armour=20).phase("attack").do("end_combat")
    assert (space(play)["tokens"], space(play)["shield"], play.held()["space"]) == ([], [], HILLS)


def test_mk_19_14_an_undefeated_monster_stays_face_up_and_is_met_again() -> None:
    play = entering("monster_den", "gargoyle", armour=20).phase("attack").do("end_combat")
    (token,) = space(play)["tokens"]
    assert (token["token"], token["up"]) == ("gargoyle", True)
    play.end(0, ["march"]).others_idle().do("enter_site")
    assert play.look("combat.enemies.1.token") == "gargoyle"


def test_mk_19_15_spawning_grounds_give_an_artifact_and_three_random_crystals() -> None:
    play = won("spawning_grounds", "minotaur", "gargoyle").do("end_turn")
    play.do("take_reward", kind="artifact", kept=["ruby_ring"], bottom="horn_of_wrath")
    play.do("take_reward", kind="random_crystals", faces=["gold", "black", "white"], colors=["green"])
    assert (play.held()["crystals"]["green"], play.held()["crystals"]["white"]) == (1, 1)
    assert play.held()["fame"] == 4 + 4 + 1


def test_mk_19_16_the_reward_of_ruins_with_fixed_crystals() -> None:
    play = ruined("ruin_green_green", deck=[*MIGHT, *["march"] * 12], armour=20)
    play.do("enter_site", tokens=["cursed_hags", "diggers"])
    beaten(play, 2)
    before = dict(play.held()["crystals"])
    play.do("end_turn")
    assert play.held()["crystals"] == {colour: min(3, count + 1) for colour, count in before.items()}
    assert space(play, "3_-4")["shield"] == [0]


def test_mk_19_16_ruins_that_reward_a_unit_l_5_and_mk_22_10() -> None:
    play = ruined("ruin_gray_violet", deck=[*MIGHT, *["march"] * 12], armour=20)
    play.do("enter_site", tokens=["swordsmen", "monks"])
    beaten(play, 2).do("end_turn").do("take_reward", kind="unit", unit="foresters")
    assert play.held()["units"]["1"]["unit"] == "foresters"


def test_l_5_two_artifacts_are_chosen_from_three() -> None:
    play = ruined("ruin_brown_red", deck=[*MIGHT, *["march"] * 12], armour=20)
    play.do("enter_site", tokens=["minotaur", "swamp_dragon"])
    beaten(play, 2).do("end_turn")
    play.no("take_reward", 0, kind="artifact", kept=["ruby_ring"], bottom="horn_of_wrath")
    play.do("take_reward", kind="artifact", kept=["ruby_ring", "golden_grail"], bottom="horn_of_wrath")
    assert (play.held()["deck"], play.look("offers.artifacts")) == (2, 14)


@pytest.mark.parametrize(
    ("ruin", "enemies", "kinds"),
    [
        ("ruin_green_brown", ["diggers", "minotaur"], ["artifact"]),
        ("ruin_brown_violet", ["minotaur", "monks"], ["spell"]),
        ("ruin_gray_white", ["swordsmen", "gunners"], ["artifact", "spell"]),
        ("ruin_gray_brown", ["swordsmen", "minotaur"], ["artifact"]),
        ("ruin_green_red", ["diggers", "swamp_dragon"], ["artifact", "advanced_action"]),
    ],
)
def test_mk_19_16_each_ruin_gives_its_reward(ruin: str, enemies: list[str], kinds: list[str]) -> None:
    play = ruined(ruin, deck=[*MIGHT, *["march"] * 12], armour=20).do("enter_site", tokens=enemies)
    beaten(play, 2).do("end_turn")
    for kind in kinds:
        if kind == "artifact":
            play.do("take_reward", kind=kind, kept=["ruby_ring"], bottom="horn_of_wrath")
        elif kind == "spell":
            play.do("take_reward", kind=kind, card="chill", new_card="tremor", offer=SPELLS)
        else:
            actions = ["ice_shield", "agility", "fire_bolt"]
            play.do("take_reward", kind=kind, card="agility", new_card="ice_bolt", offer=actions)
    assert play.held()["deck"] == len(kinds)


def test_mk_19_17_a_fame_of_a_black_die_may_cross_a_line_edge_32() -> None:
    """Fame 7 of the minotaur's 4 and three given; the black die makes 8, level 3."""
    play = entering("monster_den", "minotaur", deck=["mana_bolt"], hand=12, armour=20).crystals(blue=2).fame(3)
    play.phase("attack").card("mana_bolt", extra=["blue"]).attack("mana_bolt.1").do("end_combat").do("end_turn")
    play.do("take_reward", kind="random_crystals", faces=["black", "red"])
    level_up(play, "dark_paths").do("level_up").do("draw")
    assert (play.held()["fame"], play.held()["level"]) == (8, 3)


def test_mk_19_18_rewards_are_taken_in_the_steps_at_the_end_of_the_turn() -> None:
    play = won("monster_den", "minotaur")
    play.no("take_reward", 0, kind="random_crystals", faces=["red", "red"]).do("end_turn")
    play.no("draw", 0).do("take_reward", kind="random_crystals", faces=["red", "red"])


@covers("fortified", "paralyze")
def test_mk_19_19_after_a_combat_healing_is_possible_again() -> None:
    play = fight("prowlers").phase("attack").do("end_combat").card("tranquility", choices=chose(option=1))
    assert play.do("heal", wounds=1).held()["owned"]["wound"] == 1
