"""What each advanced action does, basic and strong."""

import pytest

from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import BESIDE
from tests.engines.mage_knight.components.test_basic_actions import (
    Part,
    block,
    melee,
    named,
    phase_of,
    ranged,
    rich,
    siege,
)
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.lands import explorer, reveal
from tests.engines.mage_knight.playing import Play, chose, fight, mana, recruited, started

POINTS: list[tuple[str, str, list[Json], str, int]] = [
    ("agility", "basic", [], "move", 2), ("agility", "strong", [], "move", 4),
    ("refreshing_walk", "basic", [], "move", 2), ("refreshing_walk", "basic", [], "heal", 1),
    ("refreshing_walk", "strong", [], "move", 4), ("refreshing_walk", "strong", [], "heal", 2),
    ("intimidate", "basic", chose(option=1), "influence", 4),
    ("intimidate", "strong", chose(option=1), "influence", 8), ("frost_bridge", "basic", [], "move", 2),
    ("frost_bridge", "strong", [], "move", 4), ("song_of_wind", "basic", [], "move", 2),
    ("song_of_wind", "strong", chose(yes=False), "move", 2), ("path_finding", "basic", [], "move", 2),
    ("path_finding", "strong", [], "move", 4), ("heroic_tale", "basic", [], "influence", 3),
    ("heroic_tale", "strong", [], "influence", 6), ("regeneration", "basic", [], "heal", 1),
    ("regeneration", "strong", [], "heal", 2), ("steady_tempo", "basic", [], "move", 2),
    ("steady_tempo", "strong", [], "move", 4), ("diplomacy", "basic", [], "influence", 2),
    ("diplomacy", "strong", chose(element="ice"), "influence", 4), ("in_need", "basic", [], "influence", 2),
    ("in_need", "strong", [], "influence", 4), ("ambush", "basic", [], "move", 2),
    ("ambush", "strong", [], "move", 4),
]  # fmt: skip

PIECES: list[tuple[str, str, list[Json], Part]] = [
    ("fire_bolt", "strong", [], ranged(3, "fire")), ("ice_bolt", "strong", [], ranged(3, "ice")),
    ("swift_bolt", "strong", [], ranged(4)), ("crushing_bolt", "strong", [], siege(3)),
    ("blood_rage", "basic", chose(option=1), melee(2)), ("blood_rage", "basic", chose(option=2), melee(5)),
    ("blood_rage", "strong", chose(option=1), melee(4)), ("blood_rage", "strong", chose(option=2), melee(9)),
    ("ice_shield", "basic", [], block(3, "ice")), ("ice_shield", "strong", [], block(3, "ice")),
    ("intimidate", "basic", chose(option=2), melee(3)), ("intimidate", "strong", chose(option=2), melee(7)),
]  # fmt: skip

covers(*(f"{card} {use}" for card, use, *_ in [*POINTS, *PIECES]))


@pytest.mark.parametrize(("card", "use", "choices", "kind", "points"), POINTS, ids=named(POINTS))
def test_an_advanced_action_gives_its_points(card: str, use: str, choices: list[Json], kind: str, points: int) -> None:
    assert rich(started(deck=[card])).card(card, use, choices=choices or None).points(kind) == points


@pytest.mark.parametrize(("card", "use", "choices", "part"), PIECES, ids=named(PIECES))
def test_an_advanced_action_gives_its_piece_in_a_combat(card: str, use: str, choices: list[Json], part: Part) -> None:
    play = rich(fight("prowlers", deck=[card])).phase(phase_of(part)).card(card, use, choices=choices or None)
    assert play.parts(f"{card}.1") == [part]


@covers("fire_bolt basic", "ice_bolt basic", "swift_bolt basic", "crushing_bolt basic")
@pytest.mark.parametrize(
    ("card", "colour"),
    [("fire_bolt", "red"), ("ice_bolt", "blue"), ("swift_bolt", "white"), ("crushing_bolt", "green")],
)
def test_a_bolt_gains_a_crystal_of_its_colour(card: str, colour: str) -> None:
    assert started(deck=[card]).card(card).held()["crystals"][colour] == 1


@pytest.mark.parametrize(("use", "option", "wounds"), [("basic", 1, 0), ("basic", 2, 1), ("strong", 2, 1)])
def test_blood_rage_takes_a_wound_for_more(use: str, option: int, wounds: int) -> None:
    play = rich(fight("prowlers", deck=["blood_rage"])).phase("attack")
    before = play.look("combat.wounds")
    play.card("blood_rage", use, choices=chose(option=option))
    assert play.look("combat.wounds") == before + wounds


def test_ice_shield_strong_lowers_the_armour_of_the_enemy_it_blocks() -> None:
    """Diggers attack with 3 and have armour 3: lowered by 3, not below 1."""
    play = rich(fight("diggers", deck=["ice_shield"])).phase("block").card("ice_shield", "strong").block("ice_shield.1")
    assert (play.state(), play.look("combat.enemies.1.armor")) == ("blocked", 1)


def test_ice_shield_strong_lowers_nothing_when_the_block_fails() -> None:
    play = rich(fight("prowlers", deck=["ice_shield"])).phase("block").card("ice_shield", "strong")
    play.block("ice_shield.1")
    assert (play.state(), play.look("combat.enemies.1.armor")) == ("facing", 3)


@pytest.mark.parametrize(("use", "steps"), [("basic", -1), ("strong", -2)])
def test_intimidate_costs_reputation(use: str, steps: int) -> None:
    play = rich(started(deck=["intimidate"])).card("intimidate", use, choices=chose(option=1))
    assert play.held()["reputation"] == steps


def test_agility_turns_move_points_left_into_attacks() -> None:
    """Two points kept from before the challenge; one by one they may go to different attacks."""
    play = started(deck=["agility"]).card("agility").at(BESIDE).do("challenge", at=[[3, -3]]).phase("attack")
    assert play.points("move") == 2
    play.do("use_option", of="agility.1", choices=chose(points=2))
    assert (play.parts("agility.1.1"), play.points("move")) == ([melee(2)], 0)


def test_agility_strong_turns_two_points_into_one_ranged_attack() -> None:
    play = rich(started(deck=["agility"])).card("agility", "strong").at(BESIDE).do("challenge", at=[[3, -3]])
    play.do("use_option", of="agility.1", choices=chose(points=4))
    assert play.parts("agility.1.1") == [ranged(2)]


def swamp(play: Play) -> Play:
    """A hero beside the swamp of tile 7, on its plains, with the tile turned up."""
    for tile in ("countryside_3", "countryside_4", "countryside_5", "countryside_6", "countryside_7"):
        reveal(play, tile)
    return play.at([4, -7])


def test_frost_bridge_makes_a_swamp_cost_1() -> None:
    play = swamp(explorer(deck=["frost_bridge", *["march"] * 15])).card("frost_bridge").step_to([5, -8])
    assert play.points("move") == 1


def test_frost_bridge_strong_opens_lakes_for_1() -> None:
    """Tile 1 has a lake at (2, -4), beside the village."""
    play = rich(started(deck=["frost_bridge"])).at([2, -3]).no("move", 0, "MK-9.1", code="x_8", to=[2, -4])
    play.card("frost_bridge", "strong").step_to([2, -4])
    assert play.points("move") == 3


@pytest.mark.parametrize(("use", "left"), [("basic", 1), ("strong", 2)])
def test_song_of_wind_makes_plains_cheaper(use: str, left: int) -> None:
    play = rich(started(deck=["song_of_wind"]))
    play.card("song_of_wind", use, choices=chose(yes=False) if use == "strong" else None).step_to([0, -1])
    assert play.points("move") == left


def test_song_of_wind_strong_opens_lakes_for_a_blue_mana() -> None:
    play = rich(started(deck=["song_of_wind"])).at([2, -3])
    play.card("song_of_wind", "strong", extra=["blue"], choices=chose(yes=True)).step_to([2, -4])
    assert (play.points("move"), play.held()["crystals"]["blue"]) == (2, 1)


def test_path_finding_takes_1_off_down_to_2_and_strong_sets_2() -> None:
    """Forest costs 3 by day, plains 2."""
    play = started(deck=["path_finding"]).card("path_finding").step_to([1, -1])
    assert play.points("move") == 0
    play = started(deck=["path_finding"]).card("path_finding").step_to([0, -1])
    assert play.points("move") == 0
    play = rich(started(deck=["path_finding"])).card("path_finding", "strong").step_to([1, -1], [2, -2])
    assert play.points("move") == 0


@covers("blood_ritual basic", "blood_ritual strong")
def test_blood_ritual_takes_a_wound_for_mana() -> None:
    play = started(deck=["blood_ritual"]).card("blood_ritual", choices=chose(colors=["gold"]))
    assert (play.held()["mana"]["red"], play.held()["mana"]["gold"], play.held()["hand"]) == (1, 1, 5)
    play = rich(started(deck=["blood_ritual"]))
    play.card("blood_ritual", "strong", choices=chose(colors=["white", "white", "black"]))
    assert (play.held()["mana"]["white"], play.held()["mana"]["black"], play.held()["hand"]) == (2, 1, 5)


@covers("pure_magic basic", "pure_magic strong")
@pytest.mark.parametrize(("use", "n"), [("basic", 4), ("strong", 7)])
def test_pure_magic_does_what_the_colour_paid_says(use: str, n: int) -> None:
    move = rich(started(deck=["pure_magic"])).card("pure_magic", use, extra=["green"])
    assert move.points("move") == n
    talk = rich(started(deck=["pure_magic"])).card("pure_magic", use, extra=["white"])
    assert talk.points("influence") == n
    guard = rich(fight("prowlers", deck=["pure_magic"])).phase("block").card("pure_magic", use, extra=["blue"])
    assert guard.parts("pure_magic.1") == [block(n)]
    strike = rich(fight("prowlers", deck=["pure_magic"])).phase("attack").card("pure_magic", use, extra=["red"])
    assert strike.parts("pure_magic.1") == [melee(n)]


@pytest.mark.parametrize("use", ["basic", "strong"])
def test_pure_magic_has_no_effect_for_gold_mana_that_counts_as_gold(use: str) -> None:
    first = [{"from": "crystal", "shows": "blue"}] if use == "strong" else []
    paid = [*first, {"from": "token", "shows": "gold", "as": "gold"}]
    play = rich(started(deck=["blood_ritual", "pure_magic"])).card("blood_ritual", choices=chose(colors=["gold"]))
    play.no("play_card", 0, "MK-8.19", code="x_2", card="pure_magic", use=use, payments=paid)


@pytest.mark.parametrize(("use", "fame"), [("basic", 0), ("strong", 1)])
def test_heroic_tale_counts_units_recruited_before_and_after_it(use: str, fame: int) -> None:
    play = rich(started(deck=["heroic_tale"], cheap=True, command=5)).at([4, -2]).reputation(2).do("interact")
    play.do("recruit", unit="peasants").card("heroic_tale", use).do("recruit", unit="foresters")
    assert (play.held()["reputation"], play.held()["fame"]) == (4, 2 * fame)


@pytest.mark.parametrize(("use", "heal", "unit"), [("basic", 1, "illusionists"), ("strong", 2, "peasants")])
def test_regeneration_readies_a_spent_unit_up_to_its_level(use: str, heal: int, unit: str) -> None:
    play = rich(recruited(unit, deck=["regeneration"])).unit(1, 3)
    assert play.held()["units"]["1"]["ready"] is False
    play.card("regeneration", use, choices=chose(unit=1))
    assert (play.held()["units"]["1"]["ready"], play.points("heal")) == (True, heal)


@covers("into_the_heat basic", "into_the_heat strong")
@pytest.mark.parametrize(("use", "more"), [("basic", 2), ("strong", 3)])
def test_into_the_heat_strengthens_units_and_shields_them_from_damage(use: str, more: int) -> None:
    play = rich(fight("prowlers", allies=["peasants"], deck=["into_the_heat"])).card("into_the_heat", use)
    play.phase("block").unit(1, 1, choices=chose(option=2))
    assert play.parts("peasants.1") == [block(2 + more)]
    play.do("next_phase").no("assign_damage", 0, enemy=1, units=[1])


def test_into_the_heat_is_played_at_the_start_of_a_combat_only() -> None:
    play = fight("prowlers", allies=["peasants"], deck=["into_the_heat"]).phase("block")
    play.no("play_card", 0, "MK-24.6", card="into_the_heat", use="basic")


def test_steady_tempo_may_go_to_the_bottom_or_the_top_of_the_deck() -> None:
    play = started(deck=["steady_tempo"]).card("steady_tempo").do("end_turn").do("use_option", of="steady_tempo.1")
    assert (play.held()["known"]["bottom"], play.held()["deck"], play.held()["discard"]) == (["steady_tempo"], 12, [])
    play = rich(started(deck=["steady_tempo"])).card("steady_tempo", "strong").do("end_turn")
    play.do("use_option", of="steady_tempo.1")
    assert play.held()["known"]["top"] == ["steady_tempo"]
    play.do("draw")
    assert play.held()["known"]["hand"] == ["steady_tempo"]


def test_steady_tempo_needs_a_deck_to_go_below() -> None:
    play = started(deck=["steady_tempo"], hand=16).card("steady_tempo").do("end_turn")
    play.no("use_option", 0, of="steady_tempo.1").do("draw")
    assert play.held()["discard"] == ["steady_tempo"]


@pytest.mark.parametrize(("use", "element"), [("basic", None), ("strong", "fire"), ("strong", "ice")])
def test_diplomacy_turns_influence_into_block(use: str, element: str | None) -> None:
    play = rich(started(deck=["diplomacy"])).card("diplomacy", use, choices=chose(element=element) if element else None)
    play.at(BESIDE).do("challenge", at=[[3, -3]]).phase("block")
    play.do("use_option", of="diplomacy.1", choices=chose(points=2))
    assert play.parts("diplomacy.1.1") == [block(2, element or "physical")]


def test_points_are_turned_into_attack_in_parts_of_their_own_mk_30_2() -> None:
    play = fight("prowlers", deck=["agility"]).phase("attack").card("agility")
    for number in (1, 2):
        play.do("use_option", of="agility.1", choices=chose(points=1))
        assert (play.parts(f"agility.1.{number}"), play.points("move")) == ([melee(1)], 2 - number)


@pytest.mark.parametrize(("use", "points"), [("basic", 2 + 2), ("strong", 4 + 4)])
def test_in_need_counts_wounds_in_hand_and_on_units(use: str, points: int) -> None:
    assert rich(started(deck=["in_need"])).wounds(2).card("in_need", use).points("influence") == points


@covers("decompose basic", "decompose strong")
def test_decompose_turns_an_action_into_crystals() -> None:
    play = started(deck=["decompose"]).card("decompose", choices=chose(cards=["march"]))
    assert play.held()["crystals"] == {"red": 0, "blue": 0, "green": 2, "white": 0}
    assert play.held()["removed"] == ["march"]
    play = started(deck=["decompose"]).crystals(red=1).card("decompose", "strong", choices=chose(cards=["march"]))
    assert play.held()["crystals"] == {"red": 1, "blue": 1, "green": 0, "white": 1}


@covers("crystal_mastery basic", "crystal_mastery strong")
def test_crystal_mastery_copies_a_crystal_or_brings_back_those_spent() -> None:
    play = started(deck=["crystal_mastery"]).crystals(red=1, white=1)
    play.card("crystal_mastery", choices=chose(colors=["white"]))
    assert play.held()["crystals"]["white"] == 2
    play = started(deck=["crystal_mastery"]).crystals(blue=1, green=2)
    play.card("march", "strong").do("use_crystal", color="green").card("crystal_mastery", "strong")
    assert play.held()["crystals"] == {"red": 0, "blue": 0, "green": 0, "white": 0}
    play.do("end_turn")
    assert play.held()["crystals"] == {"red": 0, "blue": 1, "green": 2, "white": 0}
    play = started(deck=["crystal_mastery", "fire_bolt"]).crystals(red=3, blue=1).do("use_crystal", color="red")
    play.card("fire_bolt").card("crystal_mastery", "strong").do("end_turn")  # no fourth red one, MK-8.10
    assert play.held()["crystals"] == {"red": 3, "blue": 1, "green": 0, "white": 0}


def test_crystal_mastery_basic_without_a_crystal_gives_nothing() -> None:
    assert sum(started(deck=["crystal_mastery"]).card("crystal_mastery").held()["crystals"].values()) == 0


@covers("mana_storm basic", "mana_storm strong")
def test_mana_storm_takes_a_crystal_of_a_die_that_is_rolled_again() -> None:
    play = started(deck=["mana_storm"]).card("mana_storm", choices=chose(die="red"), facts=chose(face="gold"))
    assert play.held()["crystals"]["red"] == 1
    assert sorted(die["face"] for die in play.look("source")) == ["blue", "gold", "green", "white"]


def test_mana_storm_strong_rolls_all_and_lets_gold_and_black_count_as_any_colour() -> None:
    play = started(deck=["mana_storm"]).crystals(white=1)
    play.card("mana_storm", "strong", facts=chose(faces=["black", "gold", "red", "blue"]))
    play.card("march", "strong", pay=["black@die=green"]).card("stamina", "strong", pay=["gold@die=blue"])
    assert play.points("move") == 8


@pytest.mark.parametrize(("use", "attack", "guard"), [("basic", 1, 2), ("strong", 2, 4)])
def test_ambush_strengthens_the_first_attack_or_block_card_of_the_turn(use: str, attack: int, guard: int) -> None:
    def after() -> Play:
        return rich(started(deck=["ambush"])).card("ambush", use).at(BESIDE).do("challenge", at=[[3, -3]])

    play = after().phase("block").card("rage", choices=chose(option=2))
    assert play.parts("rage.1") == [block(2 + guard)]
    play.phase("attack").sideways("promise", "attack")
    assert play.parts("promise.1") == [melee(1)]
    assert after().phase("attack").sideways("promise", "attack").parts("promise.1") == [melee(1 + attack)]


@covers("maximal_effect basic", "maximal_effect strong")
@pytest.mark.parametrize(("use", "points"), [("basic", 3 * 2), ("strong", 2 * 4)])
def test_maximal_effect_throws_an_action_away_and_repeats_it(use: str, points: int) -> None:
    play = rich(started(deck=["maximal_effect"])).card("maximal_effect", use, choices=chose(card="march"))
    assert (play.points("move"), play.held()["removed"]) == (points, ["march"])


def test_maximal_effect_gives_one_piece_of_several_values() -> None:
    play = rich(fight("prowlers", deck=["maximal_effect"])).phase("attack")
    play.card("maximal_effect", choices=[{"card": "rage"}, {"option": 1}, {"option": 1}, {"option": 1}])
    assert play.parts("maximal_effect.1") == [melee(2)] * 3


def test_maximal_effect_of_concentration_plays_two_cards_and_both_are_discarded_mk_7_17() -> None:
    """Concentration is thrown away; March gives 4 + 2 and Stamina 4 + 2, and both lie in the play area."""
    play = rich(started(deck=["maximal_effect", "concentration"]))
    play.card("maximal_effect", "strong", choices=chose({"card": "concentration"}, {"card": "march"}, card="stamina"))
    assert (play.points("move"), play.held()["removed"]) == (12, ["concentration"])
    assert [one["card"] for one in play.held()["played"].values()] == ["maximal_effect", "march", "stamina"]
    play.end(0)
    assert sorted(play.held()["discard"]) == ["march", "maximal_effect", "stamina"]


def test_steady_tempo_that_maximal_effect_threw_away_is_not_placed_in_the_deck() -> None:
    play = rich(started(deck=["maximal_effect", "steady_tempo"]))
    play.card("maximal_effect", choices=chose(card="steady_tempo")).do("end_turn")
    play.no("use_option", 0, of="maximal_effect.1").do("draw")
    assert (play.held()["discard"], play.held()["removed"]) == (["maximal_effect"], ["steady_tempo"])


SPELLS = ["flame_wall", "mana_claim", "meditation"]


@covers("magic_talent basic", "magic_talent strong")
def test_magic_talent_casts_a_spell_of_the_offer_which_stays_there() -> None:
    play = rich(started(deck=["magic_talent"], aa_deck=28))
    play.card("magic_talent", choices=chose(cards=["march"]), offer=SPELLS)
    play.do(
        "use_option", of="magic_talent.1", payments=mana("green"),
        choices=chose(card="meditation", use="basic", side="top"),
    )  # fmt: skip
    play.sees("offers.spells", SPELLS)


def test_magic_talent_strong_gains_a_spell_of_the_colour_paid() -> None:
    play = rich(started(deck=["magic_talent"], aa_deck=28))
    play.card(
        "magic_talent", "strong", extra=["red"], choices=chose(card="flame_wall"), facts=chose(card="fireball"),
        offer=SPELLS,
    )  # fmt: skip
    play.sees("offers.spells", ["mana_claim", "meditation", "fireball"])
    assert play.held()["discard"] == ["flame_wall"]


@covers("learning basic", "learning strong")
@pytest.mark.parametrize(("use", "cost", "to"), [("basic", 6, "discard"), ("strong", 9, "hand")])
def test_learning_buys_an_advanced_action_anywhere(use: str, cost: int, to: str) -> None:
    """Learning gives 2 or 4, Promise played strong 4, and a card sideways 1."""
    play = rich(started(deck=["learning"], aa_deck=28), white=3)
    play.card("learning", use, offer=["blood_rage", "ice_shield", "agility"]).card("promise", "strong")
    if use == "strong":
        play.sideways("march", "influence")
    assert play.points("influence") == cost
    play.do("use_option", of="learning.1", choices=chose(card="ice_shield"), facts=chose(card="fire_bolt"))
    assert play.points("influence") == 0
    play.sees("offers.actions", ["blood_rage", "agility", "fire_bolt"])
    held = play.held()
    assert "ice_shield" in (held["discard"] if to == "discard" else held["known"]["hand"])


@covers("training basic", "training strong")
@pytest.mark.parametrize(("use", "to"), [("basic", "discard"), ("strong", "hand")])
def test_training_changes_an_action_for_one_of_the_offer_of_its_colour(use: str, to: str) -> None:
    play = rich(started(deck=["training"], aa_deck=28))
    play.card(
        "training", use, choices=chose(cards=["stamina"], card="ice_shield"), facts=chose(card="fire_bolt"),
        offer=["blood_rage", "ice_shield", "agility"],
    )  # fmt: skip
    held = play.held()
    assert held["removed"] == ["stamina"]
    assert "ice_shield" in (held["discard"] if to == "discard" else held["known"]["hand"])


def test_training_finds_nothing_where_the_offer_has_no_card_of_the_colour() -> None:
    play = started(deck=["training"], aa_deck=28)
    play.card("training", choices=chose(cards=["march"]), offer=["blood_rage", "ice_shield", "agility"])
    assert (play.held()["removed"], play.held()["discard"]) == (["march"], [])
    play.sees("offers.actions", ["blood_rage", "ice_shield", "agility"])
