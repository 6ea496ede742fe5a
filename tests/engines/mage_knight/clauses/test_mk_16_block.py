"""Chapter 16 of the reference: blocks, elements, swiftness, summoning."""

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import ORCS
from tests.engines.mage_knight.clauses.test_mk_15_ranged import sideways
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.lands import assaulting
from tests.engines.mage_knight.playing import Play, chose, fight, started


def guarded(foe: str, *cards: str, allies: list[str] | None = None, **options: Any) -> Play:
    """A combat with one enemy in its block phase."""
    settings: Json = {"deck": list(cards), "hand": 9, **options}
    return rich(fight(foe, allies=allies or [], **settings)).do("next_phase")


@covers("summon")
def test_mk_16_1_a_summoner_draws_a_token_that_stands_for_it() -> None:
    play = guarded("orc_summoners", "tremor").crystals(green=1)
    play.no("next_phase", 0).no("block", 0, enemy=1, pieces=[]).do("summon", enemy=1, token="medusa")
    enemy = play.look("combat.enemies.1")
    assert (enemy["token"], enemy["summoned"], enemy["attack"]) == ("orc_summoners", "medusa", 6)
    play.no("summon", 0, enemy=1, token="medusa")


def test_mk_16_1_two_summoners_draw_one_each_edge_7() -> None:
    play = fight("orc_summoners", "orc_summoners").do("next_phase").do("summon", enemy=1, token="medusa")
    play.no("block", 0, enemy=1, pieces=[]).do("summon", enemy=2, token="medusa").phase("attack")
    assert play.look("tokens.brown.discarded") == ["medusa", "medusa"]


def test_mk_16_1_a_summoner_defeated_first_summons_nothing_edge_6() -> None:
    play = rich(fight("orc_summoners", deck=["fireball"])).card("fireball").attack("fireball.1").do("next_phase")
    play.no("summon", 0, enemy=1, token="medusa").do("end_combat")


def test_mk_16_2_the_site_does_not_fortify_what_was_summoned() -> None:
    play = assaulting("illusionists", site="mage_tower").do("next_phase").do("summon", enemy=1, token="gargoyle")
    assert play.look("combat.enemies.1.fortified") == 0


def test_mk_16_3_enemies_are_blocked_one_at_a_time_x_21() -> None:
    """A block names one enemy; what it used is gone for the next."""
    play = rich(fight("diggers", "cursed_hags", hand=9)).do("next_phase").card("determination", "strong")
    play.block("determination.1", enemy=1).no("block", 0, "MK-15.13", code="x_36", enemy=2, pieces=["determination.1"])


ELEMENTS: list[tuple[str, str, str, list[Json], int, bool]] = [
    ("fire_mages", "ice_shield", "strong", [], 6, False),
    ("ice_mages", "flame_wall", "basic", chose(option=2), 7, True),
    ("fire_mages", "flame_wall", "basic", chose(option=2), 7, False),
    ("swordsmen", "flame_wall", "basic", chose(option=2), 7, True),
    ("high_dragon", "flame_wall", "basic", chose(option=2), 7, False),
]


@covers("fire attack", "ice attack", "cold fire attack")
@pytest.mark.parametrize(("foe", "card", "use", "choices", "value", "blocked"), ELEMENTS)
def test_mk_16_4_blocks_of_the_right_element_are_efficient(
    foe: str,
    card: str,
    use: str,
    choices: list[Json],
    value: int,
    blocked: bool,  # noqa: FBT001
) -> None:
    """Ice 3 against fire 6 falls short, fire 7 stops ice 5, is halved against fire 6, whole against physical 6."""
    play = guarded(foe, card).card(card, use, choices=choices or None).block(f"{card}.1")
    assert (play.state() == "blocked") is blocked, value


def test_mk_16_4_against_cold_fire_only_cold_fire_is_efficient() -> None:
    """High Dragon attacks with cold fire 6: ice 3 and three sideways cards are floor(6 / 2) = 3."""
    play = guarded("high_dragon", "cold_toughness").card("cold_toughness", choices=chose(option=2))
    play.block("cold_toughness.1", *sideways(play, 3, "block"))
    assert play.state() == "facing"


@pytest.mark.parametrize(("extra", "state"), [(0, "facing"), (1, "blocked")])
def test_mk_16_5_half_of_the_inefficient_sum_is_added_c_20_c_21(extra: int, state: str) -> None:
    """Fire Mages attack with 6: Ice Block 3 and Block 5 are 5; with one more, 3 + floor(6 / 2) = 6."""
    play = guarded("fire_mages", "ice_shield").card("ice_shield").card("determination", "strong")
    play.block("ice_shield.1", "determination.1", *sideways(play, extra, "block"))
    assert play.state() == state


@covers("swift")
@pytest.mark.parametrize(("extra", "state"), [(0, "facing"), (1, "blocked")])
def test_mk_16_6_a_swift_attack_counts_double_for_the_block_c_3_c_4(extra: int, state: str) -> None:
    """Wolf Riders attack with 3: 5 is not enough, 6 is."""
    play = guarded("wolf_riders").card("determination", "strong")
    play.block("determination.1", *sideways(play, extra, "block"))
    assert play.state() == state


def test_mk_16_6_its_damage_is_not_doubled_c_3() -> None:
    assert guarded("wolf_riders").do("next_phase").damage(1).look("combat.wounds") == 2


def test_mk_16_7_a_failed_block_does_not_lower_the_attack() -> None:
    """Prowlers 4 against Block 3: four damage, two wounds."""
    play = guarded("prowlers").card("improvisation", choices=chose(cards=["march"], option=4)).block("improvisation.1")
    play.do("next_phase").damage(1)
    assert play.look("combat.wounds") == 2


def test_mk_16_8_a_blocked_enemy_deals_no_damage_and_may_be_attacked() -> None:
    play = guarded("prowlers").card("determination", "strong").block("determination.1").do("next_phase")
    play.no("assign_damage", 0, enemy=1, units=[]).do("next_phase").card("rage", "strong").attack("rage.1")
    assert (play.state(), play.look("combat.wounds")) == ("defeated", 0)


def test_mk_16_9_a_summoned_enemy_that_is_blocked_is_discarded_without_fame_c_18() -> None:
    """Medusa attacks with 6: Determination 5 and one sideways card."""
    play = guarded("orc_summoners").do("summon", enemy=1, token="medusa").card("determination", "strong")
    play.sideways("march", "block").block("determination.1", "march.1").do("next_phase").do("next_phase")
    assert (play.held()["fame"], play.look("tokens.brown.discarded")) == (0, ["medusa"])
    play.card("improvisation", choices=chose(cards=["march"], option=3)).sideways("stamina", "attack")
    play.attack("improvisation.1", "stamina.1")
    assert play.held()["fame"] == 4


def test_mk_16_10_a_piece_may_take_swiftness_away_c_5() -> None:
    """Wolf Riders 3, swift: Block 4 of Utem Guardsmen suffices, another Block 4 does not."""
    play = guarded("wolf_riders", allies=["utem_guardsmen"]).unit(1, 2).block("utem_guardsmen.1")
    assert play.state() == "blocked"
    play = guarded("wolf_riders", allies=["northern_monks"]).unit(1, 2, pay=["blue"], choices=chose(option=2))
    assert play.block("northern_monks.1").state() == "facing"


def test_mk_16_10_it_does_so_for_the_whole_block() -> None:
    """Werewolf 7, swift: 4 and three sideways cards are 7."""
    play = guarded("werewolf", allies=["utem_guardsmen"]).unit(1, 2)
    play.block("utem_guardsmen.1", *sideways_of(play))
    assert play.state() == "blocked"


def sideways_of(play: Play) -> list[str]:
    """Three sideways blocks of cards that are still in a second turn's hand."""
    for card in ("stamina", "promise", "threaten"):
        play.sideways(card, "block")
    return ["stamina.1", "promise.1", "threaten.1"]


def test_mk_16_11_an_enemy_kept_from_attacking_needs_no_block() -> None:
    play = rich(fight("prowlers", deck=["whirlwind"])).card("whirlwind", choices=chose(enemies=[1])).phase("attack")
    assert play.look("combat.wounds") == 0


@pytest.mark.parametrize("foe", ["fire_mages", "medusa", "crypt_worm", "no swordsmen", "no crypt_worm exposed"])
def test_c_19_cold_toughness_counts_the_icons_of_the_enemy_it_blocks(foe: str) -> None:
    """Attacks of 6; 5, and 1 each for fire, a resistance, paralysis, a fortification; Expose takes two of these."""
    foes = {"prowlers": foe.removeprefix("no ").removesuffix(" exposed")}
    play = started(colours=["blue", "red"], foes=foes, decks={"blue": ["cold_toughness", "expose"]}).at([2, -2])
    play.crystals(blue=1, white=1).do("challenge", at=[ORCS])
    if foe.endswith("exposed"):
        play.card("expose", choices=chose(enemies=[1]))
    play.do("next_phase").card("cold_toughness", "strong").block("cold_toughness.1")
    assert play.state() == ("facing" if foe.startswith("no ") else "blocked")
