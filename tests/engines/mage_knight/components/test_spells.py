"""What each spell does: its basic effect by day, its strong one at night."""

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import BEFORE, FAR, HILLS
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
from tests.engines.mage_knight.playing import Play, chose, fight, learned, mana, recruited, started, tokens

PIECES: list[tuple[str, str, list[Json], list[str], Part]] = [
    ("fireball", "basic", [], [], ranged(5, "fire")), ("fireball", "strong", [], [], siege(8, "fire")),
    ("snowstorm", "basic", [], [], ranged(5, "ice")), ("snowstorm", "strong", [], [], siege(8, "ice")),
    ("expose", "basic", chose(enemies=[1]), [], ranged(2)), ("expose", "strong", chose(option=1), [], ranged(3)),
    ("flame_wall", "basic", chose(option=1), [], melee(5, "fire")),
    ("flame_wall", "basic", chose(option=2), [], block(7, "fire")),
    ("flame_wall", "strong", chose(option=1), [], melee(7, "fire")),
    ("flame_wall", "strong", chose(option=2), [], block(9, "fire")),
    ("mana_bolt", "basic", [], ["blue"], melee(8, "ice")), ("mana_bolt", "basic", [], ["red"], melee(7, "cold_fire")),
    ("mana_bolt", "basic", [], ["white"], ranged(6, "ice")), ("mana_bolt", "basic", [], ["green"], siege(5, "ice")),
    ("mana_bolt", "strong", [], ["blue"], melee(11, "ice")),
    ("mana_bolt", "strong", [], ["red"], melee(10, "cold_fire")),
    ("mana_bolt", "strong", [], ["white"], ranged(9, "ice")), ("mana_bolt", "strong", [], ["green"], siege(8, "ice")),
    ("burning_shield", "basic", [], [], block(4, "fire")), ("burning_shield", "strong", [], [], block(4, "fire")),
]  # fmt: skip

covers(*(f"{card} {use}" for card, use, *_ in PIECES))


def casting(card: str, *foes: str, **options: Any) -> Play:
    """A combat at night of a hero who has the spell and crystals for it."""
    return rich(fight(*(foes or ["prowlers"]), deck=[card], night=True, **options))


@pytest.mark.parametrize(("card", "use", "choices", "extra", "part"), PIECES, ids=named(PIECES))
def test_a_spell_gives_its_piece(card: str, use: str, choices: list[Json], extra: list[str], part: Part) -> None:
    play = casting(card).phase(phase_of(part)).card(card, use, choices=choices or None, extra=extra)
    assert play.parts(f"{card}.1") == [part]


@pytest.mark.parametrize("card", ["fireball", "snowstorm"])
def test_the_strong_fireball_and_snowstorm_cost_a_wound(card: str) -> None:
    assert casting(card).card(card, "strong").look("combat.wounds") == 1


def test_expose_takes_resistances_and_fortifications_off_one_enemy() -> None:
    play = casting("expose", "ironclads").card("expose", choices=chose(enemies=[1]))
    assert play.look("combat.enemies.1.resists") == []
    play = casting("expose", "diggers").card("expose", choices=chose(enemies=[1]))
    assert play.look("combat.enemies.1.fortified") == 0
    play.attack("expose.1")
    assert play.state() == "facing"


@pytest.mark.parametrize(("option", "resists", "fortified"), [(1, ["physical"], 0), (2, [], 1)])
def test_mass_expose_takes_one_of_the_two_off_all(option: int, resists: list[str], fortified: int) -> None:
    play = casting("expose", "ironclads", "diggers").card("expose", "strong", choices=chose(option=option))
    assert (play.look("combat.enemies.1.resists"), play.look("combat.enemies.2.fortified")) == (resists, fortified)


@covers("tremor basic", "tremor strong")
def test_tremor_lowers_one_armour_by_3_or_all_by_2() -> None:
    """Cursed Hags have armour 5, Wolf Riders 4."""
    play = casting("tremor", "cursed_hags", "wolf_riders").card("tremor", choices=chose(option=1, enemies=[1]))
    assert [play.look(f"combat.enemies.{n}.armor") for n in (1, 2)] == [2, 4]
    play = casting("tremor", "cursed_hags", "wolf_riders").card("tremor", choices=chose(option=2))
    assert [play.look(f"combat.enemies.{n}.armor") for n in (1, 2)] == [3, 2]


def test_earthquake_doubles_that_on_the_fortified() -> None:
    """Crypt Worm: armour 6, fortified."""
    play = casting("tremor", "crypt_worm", "cursed_hags").card("tremor", "strong", choices=chose(option=1, enemies=[1]))
    assert [play.look(f"combat.enemies.{n}.armor") for n in (1, 2)] == [1, 5]
    play = casting("tremor", "crypt_worm", "cursed_hags").card("tremor", "strong", choices=chose(option=2))
    assert [play.look(f"combat.enemies.{n}.armor") for n in (1, 2)] == [2, 3]


def test_flame_wave_counts_every_enemy_faced() -> None:
    play = casting("flame_wall", "prowlers", "wolf_riders").phase("block")
    play.card("flame_wall", "strong", choices=chose(option=2))
    assert play.parts("flame_wall.1") == [block(7 + 2 * 2, "fire")]


@covers("whirlwind basic", "whirlwind strong")
def test_whirlwind_keeps_an_enemy_from_attacking() -> None:
    play = casting("whirlwind").card("whirlwind", choices=chose(enemies=[1]))
    assert (play.state(), play.phase("attack").look("combat.wounds")) == ("stopped", 0)


def test_tornado_destroys_an_enemy_in_the_attack_phase() -> None:
    play = casting("whirlwind")
    play.no(
        *("play_card", 0, "MK-24.6"),
        card="whirlwind", use="strong", payments=mana("white", "black@die"), choices=chose(enemies=[1]),
    )  # fmt: skip
    play.phase("attack").card("whirlwind", "strong", choices=chose(enemies=[1]))
    assert (play.state(), play.held()["fame"]) == ("defeated", 2)


@covers("underground_travel basic", "underground_travel strong")
def test_underground_travel_goes_three_safe_spaces() -> None:
    """From the portal over (0, -1) and (1, -2) to the village (2, -3), past no enemy that could be provoked."""
    play = rich(started(deck=["underground_travel"])).card("underground_travel")
    play.do("jump", path=[[0, -1], [1, -2], [2, -3]])
    assert (play.points("path"), play.points("move")) == ([[0, 0], [0, -1], [1, -2], [2, -3]], 0)


def test_underground_travel_passes_no_lake_and_ends_nowhere_unsafe() -> None:
    play = rich(started(deck=["underground_travel"])).at([1, -3]).card("underground_travel")
    play.no("jump", 0, path=[[2, -4]]).no("jump", 0, path=[[2, -3], [3, -3]])
    play.no("jump", 0, path=[[1, -2], [0, -1], [0, 0], [1, 0]])


def test_underground_attack_assaults_a_fortified_site_and_goes_back_to_its_start() -> None:
    """From the plain (1, 0) over the mine to the keep, which does not fortify its garrison; lost, back to (1, 0)."""
    play = rich(started(deck=["underground_travel"], night=True, site="keep")).at(FAR)
    play.card("underground_travel", "strong").do("jump", path=[BEFORE, HILLS], tokens=tokens((HILLS, "guardsmen")))
    assert (play.look("combat.site"), play.look("combat.enemies.1.fortified")) == ("keep", 1)
    assert play.held()["reputation"] == -1
    play.phase("attack").do("end_combat")
    assert play.held()["space"] == FAR


def test_burning_shield_attacks_after_a_block_it_was_part_of() -> None:
    """Prowlers attack with 4."""
    play = casting("burning_shield").phase("block").card("burning_shield").block("burning_shield.1")
    assert play.state() == "blocked"
    play.phase("attack").do("use_option", of="burning_shield.1")
    assert play.parts("burning_shield.1.1") == [melee(4, "fire")]


def test_burning_shield_without_a_successful_block_gives_no_attack() -> None:
    """Against the swift Wolf Riders 6 is needed."""
    play = casting("burning_shield", "wolf_riders").phase("block").card("burning_shield").block("burning_shield.1")
    assert play.state() == "facing"
    play.phase("attack").no("use_option", 0, of="burning_shield.1")


def test_exploding_shield_destroys_what_it_blocks() -> None:
    play = casting("burning_shield").phase("block").card("burning_shield", "strong").block("burning_shield.1")
    assert (play.state(), play.held()["fame"]) == ("defeated", 2)


@covers("chill basic", "chill strong")
def test_chill_stops_an_enemy_and_takes_its_fire_resistance() -> None:
    """Freezers resist fire and are not touched by ice resistance; the Fire Dragon resists fire and physical."""
    play = casting("chill", "fire_dragon").card("chill", choices=chose(enemies=[1]))
    assert (play.state(), play.look("combat.enemies.1.resists")) == ("stopped", ["physical"])


def test_lethal_chill_stops_an_enemy_and_lowers_its_armour_by_4() -> None:
    play = casting("chill", "cursed_hags").card("chill", "strong", choices=chose(enemies=[1]))
    assert (play.state(), play.look("combat.enemies.1.armor")) == ("stopped", 1)


def test_chill_does_nothing_to_an_enemy_that_resists_ice() -> None:
    """A blue card's effect other than attack and block (MK-14.13)."""
    assert casting("chill", "ice_mages").card("chill", choices=chose(enemies=[1])).state() == "facing"


@covers("wings_of_wind basic", "wings_of_wind strong")
def test_wings_of_wind_spends_a_move_point_for_each_space() -> None:
    play = rich(started(deck=["wings_of_wind"])).card("march").card("stamina").card("wings_of_wind")
    play.do("jump", path=[[1, -1], [2, -2], [2, -3]])
    assert (play.held()["space"], play.points("move"), play.look("combat")) == ([2, -3], 1, None)
    play.no("jump", 0, "MK-9.16", path=[[2, -2]])  # it was the jump of this card
    started(deck=["agility"]).card("agility").no("jump", 0, "MK-9.16", path=[[0, -1]])


def test_wings_of_night_stop_the_first_enemy_free_and_further_ones_for_move() -> None:
    play = casting("wings_of_wind", "prowlers", "wolf_riders")
    play.no(
        *("play_card", 0),
        card="wings_of_wind", use="strong", payments=mana("white", "black@die"), choices=chose(enemies=[1, 2]),
    )  # fmt: skip
    play.card("march").card("wings_of_wind", "strong", choices=chose(enemies=[1, 2]))
    assert [play.state(1), play.state(2), play.points("move")] == ["stopped", "stopped", 1]


@covers("restoration basic", "restoration strong")
@pytest.mark.parametrize(("place", "points"), [([0, -1], 3), ([1, -1], 5)])
def test_restoration_heals_3_or_5_in_a_forest(place: list[int], points: int) -> None:
    assert rich(started(deck=["restoration"])).at(place).card("restoration").points("heal") == points


def test_rebirth_readies_units_of_that_total_level() -> None:
    """Peasants and Foresters have level 1, Utem Guardsmen level 2: 3 in all, 4 only in a forest."""
    play = rich(recruited("peasants", "utem_guardsmen", "foresters", deck=["restoration"], night=True))
    play.unit(1, 3).unit(3, 1).card("restoration", "strong", choices=chose(units=[1, 3]))
    assert [play.held()["units"][n]["ready"] for n in ("1", "3")] == [True, True]


@covers("demolish basic", "demolish strong")
def test_demolish_ignores_site_fortifications_and_lowers_all_armours() -> None:
    play = casting("demolish", "prowlers", "cursed_hags").card("demolish")
    assert [play.look(f"combat.enemies.{n}.armor") for n in (1, 2)] == [2, 4]


def test_disintegrate_destroys_one_enemy_and_lowers_the_others() -> None:
    play = casting("demolish", "prowlers", "cursed_hags").phase("attack")
    play.card("demolish", "strong", choices=chose(enemies=[1]))
    assert (play.state(1), play.look("combat.enemies.2.armor")) == ("defeated", 4)


@covers("space_bending basic", "space_bending strong")
def test_space_bending_steps_over_a_space_and_provokes_nobody() -> None:
    """From (1, -1) to the village (2, -3), two spaces away; then to (3, -2), beside the orcs as before."""
    play = rich(started(deck=["space_bending", "march", "march"])).at([1, -1]).card("space_bending")
    play.card("march").card("march").card("stamina").step_to([2, -3])
    assert play.points("move") == 4
    play.step_to([2, -2])
    assert (play.look("combat"), play.points("move")) == (None, 2)


def test_time_bending_gives_another_turn_with_the_cards_played_back_in_hand() -> None:
    play = rich(started(deck=["space_bending"], night=True)).card("march").card("space_bending", "strong")
    hand = play.held()["hand"]
    play.do("end_turn").do("return_dice", faces=["red"])
    assert (play.held()["hand"], play.held()["aside"]) == (hand + 1, ["space_bending"])
    play.do("draw").begin(0)
    assert (play.held()["hand"], play.held()["deck"]) == (4, 11)


def test_time_bending_leaves_a_wound_that_was_played_sideways_to_the_discard_pile() -> None:
    play = rich(learned("power_of_pain", deck=["space_bending"], night=True)).wounds(1)
    play.do("play_card", card="wound", use="sideways", gives="move", with_={"skill": "power_of_pain"})
    hand = play.card("space_bending", "strong").held()["hand"]
    play.do("end_turn").do("return_dice", faces=["red"])
    assert (play.held()["hand"], play.held()["discard"].count("wound")) == (hand, 1)


@covers("call_to_arms basic", "call_to_arms strong")
def test_call_to_arms_uses_an_ability_of_a_unit_of_the_offer() -> None:
    play = rich(started(deck=["call_to_arms"])).card("call_to_arms")
    play.do("use_option", of="call_to_arms.1", choices=chose(offer="peasants", ability=3))
    assert (play.points("move"), play.look("offers.units").count("peasants")) == (2, 2)


def test_call_to_glory_recruits_for_nothing_anywhere() -> None:
    play = rich(started(deck=["call_to_arms"], night=True))
    play.card("call_to_arms", "strong", choices=chose(offer="foresters"))
    assert (play.held()["units"]["1"]["unit"], play.look("offers.units").count("foresters")) == ("foresters", 0)


@covers("meditation basic", "meditation strong")
def test_meditation_puts_two_random_cards_back_and_raises_the_next_draw() -> None:
    play = rich(started(deck=["meditation"])).card("improvisation", choices=chose(cards=["march"], option=1))
    play.card("crystallize", extra=["red"]).end().idle(1).begin(0)
    piled = len(play.held()["discard"])
    play.card("meditation", choices=chose(side="top"), picked=["march", "crystallize"])
    assert (len(play.held()["discard"]), play.held()["hand_limit"]) == (piled - 2, 7)
    assert play.end(0).held()["hand_limit"] == 5  # that draw has used the bonus


def test_trance_puts_two_chosen_cards_back() -> None:
    play = rich(started(deck=["meditation"], night=True)).card(
        "improvisation", choices=chose(cards=["march"], option=1)
    )
    play.end().idle(1)
    play.begin(0).card("meditation", "strong", choices=chose(side="top", cards=["march", "improvisation"]))
    assert play.held()["known"]["top"] == ["march", "improvisation"]
    play.end(0, faces=["red"])
    assert sorted(play.held()["known"]["hand"]) == ["improvisation", "march"]


@covers("mana_meltdown basic", "mana_meltdown strong")
def test_mana_meltdown_takes_a_crystal_of_each_other_or_wounds_them() -> None:
    play = rich(started(3, deck=["mana_meltdown"])).crystals(1, green=1)
    play.card("mana_meltdown", facts=chose(color="green"), choices=chose(yes=True))
    assert (play.held(1)["crystals"]["green"], play.held(2)["hand"], play.held()["crystals"]["green"]) == (0, 6, 3)


def test_mana_radiance_wounds_everybody_for_crystals_of_a_colour() -> None:
    play = started(deck=["mana_meltdown"], night=True).crystals(red=1, white=1).crystals(1, white=2)
    play.card("mana_meltdown", "strong", choices=chose(color="white"))
    assert (play.held(1)["hand"], play.held(0)["hand"], play.held()["crystals"]["white"]) == (7, 5, 3)


@covers("mana_claim basic", "mana_claim strong")
def test_mana_claim_takes_a_die_for_three_tokens() -> None:
    play = rich(started(deck=["mana_claim"])).card("mana_claim", choices=chose(die="red", option=1))
    assert play.held()["mana"]["red"] == 3
    assert {"face": "red", "on": "claimed", "seat": 0} in play.look("source")


def test_mana_claim_gives_a_token_with_each_later_turn_of_the_round() -> None:
    play = rich(started(deck=["mana_claim"])).card("mana_claim", choices=chose(die="green", option=2))
    assert play.held()["mana"]["green"] == 0
    play.end().idle(1)
    assert play.begin(0).held()["mana"]["green"] == 1


def test_mana_curse_wounds_others_once_a_turn_for_using_the_colour() -> None:
    play = rich(started(deck=["mana_claim"], night=True, source=["green", "black", "red", "red"])).crystals(1, green=2)
    play.card("mana_claim", "strong", choices=chose(die="green", option=1)).end(faces=["red"])
    hand = play.begin(1).held(1)["hand"]
    play.card("march", "strong", seat=1)
    assert play.held(1)["hand"] == hand - 1 + 1
    play.card("march", "strong", seat=1)
    assert play.held(1)["hand"] == hand - 2 + 1


def test_mana_curse_wounds_others_in_every_turn_of_theirs() -> None:
    play = rich(started(deck=["mana_claim"], night=True, source=["green", "black", "red", "red"])).crystals(1, green=3)
    play.card("mana_claim", "strong", choices=chose(die="green", option=1)).end(faces=["red"])
    play.begin(1).card("march", "strong", seat=1).end(1)
    assert play.held(1)["owned"]["wound"] == 1
    play.begin(0).end(0, ["march"]).begin(1).sideways("stamina", "move", 1).end(1)
    play.begin(0).end(0, ["march"]).begin(1).card("march", "strong", seat=1)
    assert play.held(1)["owned"]["wound"] == 2


@covers("mind_read basic", "mind_read strong")
def test_mind_read_makes_others_discard_a_card_of_the_colour_or_show_the_hand() -> None:
    shown = ["rage", "rage", "threaten", "improvisation", "promise"]
    play = rich(started(3, deck=["mind_read"])).card(
        "mind_read", choices=chose(color="green"), facts=[{"card": "march"}, {"hand": shown}]
    )
    assert (play.held()["crystals"]["green"], play.held(1)["discard"]) == (3, ["march"])
    assert sorted(play.held(2)["known"]["hand"]) == sorted(shown)


def test_mind_steal_keeps_an_action_that_was_discarded_so() -> None:
    play = rich(started(deck=["mind_read"], night=True)).card(
        "mind_read", "strong", choices=chose(color="blue", yes=True, card="cold_toughness"),
        facts=chose(card="cold_toughness"),
    )  # fmt: skip
    assert "cold_toughness" in play.held()["known"]["hand"]
    assert (play.held()["owned"]["cold_toughness"], play.held(1)["owned"].get("cold_toughness", 0)) == (1, 0)


def two_armies(**options: Any) -> Play:
    """Both heroes have Peasants of their own; seat 0 begins its third turn, and its unit is spent."""
    play = started(cheap=True, deck=["energy_flow"], **options).at([4, -2]).reputation(7).do("interact")
    play.do("recruit", unit="peasants").end(0, ["march"])
    play.begin(1).at([2, -3], 1).reputation(7, 1).do("interact", 1).do("recruit", 1, unit="peasants").end(1, ["march"])
    return rich(play.begin(0)).unit(1, 3)


@covers("energy_flow basic", "energy_flow strong")
@pytest.mark.parametrize(("use", "night"), [("basic", False), ("strong", True)])
def test_energy_flow_readies_a_unit_and_may_spend_those_of_others(use: str, night: bool) -> None:  # noqa: FBT001
    play = two_armies(night=night).card("energy_flow", use, choices=chose(unit=1, yes=True, others={"1": 1}))
    assert (play.held(0)["units"]["1"]["ready"], play.held(1)["units"]["1"]["ready"]) == (True, False)


@pytest.mark.parametrize("fights", [False, True])
def test_energy_steal_heals_a_wound_of_the_unit_but_not_in_combat_mk_14_14(fights: bool) -> None:  # noqa: FBT001
    """Prowlers' 4 wound the spent Peasants; seat 0 spends no unit of seat 1."""
    play = two_armies(night=True).at([2, -2]).do("challenge", at=[[3, -3]]).phase("damage").damage(1, [1])
    play = play.do("next_phase") if fights else play.do("next_phase").do("end_combat")
    play.card("energy_flow", "strong", choices=chose(unit=1, yes=False))
    unit = play.held()["units"]["1"]
    assert (unit["ready"], unit["wounds"], play.held(1)["units"]["1"]["ready"]) == (True, int(fights), True)
