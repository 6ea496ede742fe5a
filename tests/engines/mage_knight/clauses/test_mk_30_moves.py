"""Chapter 30 of the reference: what a move has to carry, and how things are named."""

import pytest

from engines import mage_knight
from engines.kernel.game import Json, MalformedMoveError
from tests.engines.mage_knight.boxes import COLOURS, HILLS, ORCS, VILLAGE
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.lands import explorer
from tests.engines.mage_knight.playing import chose, fight, mana, opened, setup_of, started, tokens

MOVES = {
    *("setup", "take_tactic", "begin_turn", "announce_end_of_round", "skip_turn", "play_card", "use_skill"),
    *("activate_unit", "use_tactic", "use_option", "use_banner", "use_crystal", "move", "jump", "explore", "interact"),
    *("recruit", "buy_healing", "learn", "buy_spell", "heal", "plunder", "challenge", "enter_site", "pay_altar"),
    *("burn_monastery", "attack", "block", "summon", "assign_damage", "next_phase", "end_combat", "rest", "end_turn"),
    *("return_dice", "withdraw", "use_glade", "take_reward", "level_up", "discard_hand", "draw", "prepare_round"),
    "score",
}


def test_the_moves_are_those_of_the_reference() -> None:
    assert set(mage_knight.moves(mage_knight.box())) == MOVES


def test_mk_30_1_a_payment_names_its_source_its_colour_and_what_it_counts_as() -> None:
    play = started(source=["gold", "red", "red", "red"]).card("march", "strong", pay=["gold@die=green"])
    assert play.points("move") == 4
    play.no("play_card", 0, "MK-30.1", card="stamina", use="strong", payments=[{"from": "bank", "shows": "blue"}])


def test_mk_30_3_a_step_carries_the_garrison_it_turns_up_and_no_other() -> None:
    play = started(site="keep").at([1, 0]).card("march").card("stamina")
    play.no("move", 0, to=[2, -1]).no("move", 0, to=[2, -1], tokens=tokens((ORCS, "golems")))
    play.no("move", 0, to=[2, -1], tokens=tokens((HILLS, "monks")))


def test_mk_30_4_exploring_carries_its_tokens_edge_30() -> None:
    """A keep's token lies face down: typing what it is, is refused."""
    play = explorer().at(VILLAGE).card("march")
    play.no("explore", 0, position=[1, 1], tile="countryside_3", tokens=tokens(([5, -6], "golems")))
    play.no("explore", 0, position=[1, 1], tile="countryside_3", action_card="fire_bolt")


def test_mk_30_5_the_setup_carries_what_chance_laid_on_the_table() -> None:
    fine = setup_of(COLOURS[:2])
    for key in ("heroes", "tokens", "unit_offer", "dice"):
        fold = opened(COLOURS[:2])
        with pytest.raises((MalformedMoveError, AssertionError)):
            fold.after({name: value for name, value in fine.items() if name != key})


def test_mk_30_6_entering_carries_the_tokens_and_a_challenge_none() -> None:
    play = started(site="spawning_grounds").at(HILLS)
    play.no("enter_site", 0).no("enter_site", 0, tokens=["medusa"]).do("enter_site", tokens=["medusa", "medusa"])


def test_mk_30_7_a_tactic_carries_what_it_asks() -> None:
    play = opened(COLOURS[:2])
    play.after(setup_of(COLOURS[:2])).no("take_tactic", 1, tactic="mana_steal").no("take_tactic", 1, tactic="rethink")
    play.do("take_tactic", 1, tactic="great_start")


def test_mk_30_8_damage_names_units_in_order_and_amounts_follow() -> None:
    """Minotaur 10 on Peasants (3), Foresters (4): 3 are left for the hero."""
    play = fight("minotaur", allies=["peasants", "foresters"]).do("next_phase").do("next_phase").damage(1, [2, 1])
    units = play.held()["units"]
    assert ([unit["wounds"] for unit in units.values()], play.look("combat.wounds")) == ([1, 1], 2)
    fight("prowlers", allies=["peasants"]).do("next_phase").do("next_phase").no(
        "assign_damage", 0, enemy=1, units=[1, 1]
    )


def test_mk_30_10_the_first_move_that_needs_an_offer_brings_it_along() -> None:
    play = started().fame(3).do("end_turn")
    fields: Json = {"shown": ["dark_paths", "burning_power"], "option": "a", "skill": "dark_paths", "card": "agility"}
    play.no("level_up", 0, new_card="fire_bolt", **fields)
    offer = ["blood_rage", "ice_shield", "agility"]
    play.no("level_up", 0, new_card="fire_bolt", offer=offer[:2], **fields)
    play.no("level_up", 0, new_card="agility", offer=offer, **fields)
    play.do("level_up", new_card="fire_bolt", offer=offer, **fields)


def test_mk_30_11_a_secret_may_be_missing_and_a_public_fact_may_not() -> None:
    started().end(0, ["march"])
    play = started().card("march", "strong", pay=["green@die"]).do("end_turn")
    with pytest.raises((MalformedMoveError, AssertionError)):
        play.after(play.made("return_dice", 0))


def test_a_hand_shown_without_a_card_known_to_be_in_it_is_refused() -> None:
    """Mind Read makes seat 1 show its hand, in which a typed March is missing."""
    hand = ["march", "stamina", "promise", "rage", "threaten"]
    play = rich(started(deck=["mind_read"], hands={1: hand}))
    play.no(
        *("play_card", 0),
        card="mind_read", use="basic", payments=mana("white"), choices=chose(color="red"),
        facts=[{"hand": ["stamina", "promise", "stamina", "march", "swiftness"]}],
    )  # fmt: skip
