"""Chapter 14 of the reference: how a combat begins and what may be done in it."""

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import BEFORE, BESIDE, FAR, HILLS, ORCS, PLAIN, VILLAGE
from tests.engines.mage_knight.clauses.test_mk_09_movement import conquered
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.lands import assaulting, explorer
from tests.engines.mage_knight.playing import Play, chose, fight, mana, started, tokens


def entering(site: str, *enemies: str, **options: Any) -> Play:
    """Seat 0 enters an adventure site on the hills of tile 2."""
    return started(site=site, **options).at(HILLS).do("enter_site", tokens=list(enemies))


def ruined(token: str, **options: Any) -> Play:
    """Seat 0 stands on ruins on (3, -4) of tile 3, their token face up by day."""
    play = explorer(later="ruins", **options).at(VILLAGE).card("march")
    play.do("explore", position=[1, 1], tile="countryside_3", tokens=tokens((PLAIN, token)))
    return play.at(PLAIN)


def test_mk_14_1_a_combat_begins_by_assault_provoking_challenge_entering_or_burning() -> None:
    assert assaulting("swordsmen").look("combat.site") == "keep"
    assert fight("prowlers").look("combat.phase") == "ranged_siege"
    assert entering("dungeon", "medusa").look("combat.site") == "dungeon"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("attack", {"enemies": [1], "pieces": ["rage.1"]}), ("block", {"enemy": 1, "pieces": ["rage.1"]}),
        ("summon", {"enemy": 1, "token": "medusa"}), ("assign_damage", {"enemy": 1}), ("next_phase", {}),
        ("end_combat", {}),
    ],
)  # fmt: skip
def test_mk_14_1_without_a_combat_nobody_fights(kind: str, fields: Json) -> None:
    started().no(kind, 0, "MK-14.1", **fields)


def test_mk_14_3_after_a_step_further_enemies_beside_may_be_challenged() -> None:
    """The keep on (3, -2) is assaulted from (2, -1); the orcs on (3, -3) are beside it."""
    play = assaulting("guardsmen").do("challenge", at=[ORCS])
    assert [one["token"] for one in play.look("combat.enemies").values()] == ["guardsmen", "prowlers"]


@pytest.mark.parametrize("site", ["dungeon", "monster_den"])
def test_mk_14_4_no_challenge_joins_the_fight_of_an_adventure_site(site: str) -> None:
    entering(site, "medusa").no("challenge", 0, at=[ORCS])


def test_mk_14_5_there_is_one_combat_a_turn() -> None:
    play = started(paired="village", orcs=["prowlers", "diggers"]).at(BESIDE).do("challenge", at=[ORCS])
    play.phase("attack").do("end_combat").no("challenge", 0, at=[VILLAGE])


def test_mk_14_6_a_hidden_garrison_is_turned_up_as_the_assault_starts() -> None:
    play = started(night=True, site="keep", deck=["march"] * 2).at(BEFORE).card("march").card("march")
    play.no("move", 0, to=HILLS).step_to(HILLS, tokens=tokens((HILLS, "golems")))
    assert play.look("combat.enemies.1.token") == "golems"


def test_mk_14_7_the_site_fortifies_its_defenders_and_not_rampaging_enemies_edge_4() -> None:
    play = assaulting("crossbowmen").do("challenge", at=[ORCS])
    assert [one["fortified"] for one in play.look("combat.enemies").values()] == [1, 0]
    assert assaulting("guardsmen").look("combat.enemies.1.fortified") == 2


SITES = [
    ("dungeon", ["gargoyle"]), ("tomb", ["fire_dragon"]), ("monster_den", ["minotaur"]),
    ("spawning_grounds", ["medusa", "werewolf"]),
]  # fmt: skip


@covers("dungeon", "tomb", "spawning_grounds")
@pytest.mark.parametrize(("site", "enemies"), SITES)
def test_mk_14_8_a_site_has_its_enemies(site: str, enemies: list[str]) -> None:
    play = entering(site, *enemies)
    assert [one["token"] for one in play.look("combat.enemies").values()] == enemies
    started(site=site).at(HILLS).no("enter_site", 0, tokens=["prowlers"] * len(enemies))


RUINS = [
    ("ruin_gray_violet", ["golems", "monks"]), ("ruin_green_brown", ["diggers", "medusa"]),
    ("ruin_green_green", ["diggers", "ironclads"]), ("ruin_brown_violet", ["gargoyle", "ice_mages"]),
    ("ruin_gray_white", ["swordsmen", "gunners"]), ("ruin_gray_brown", ["guardsmen", "werewolf"]),
    ("ruin_brown_red", ["crypt_worm", "high_dragon"]), ("ruin_green_red", ["wolf_riders", "swamp_dragon"]),
]  # fmt: skip
covers(*(ruin for ruin, _ in RUINS))


@pytest.mark.parametrize(("ruin", "enemies"), RUINS)
def test_mk_14_8_ruins_have_what_their_token_says(ruin: str, enemies: list[str]) -> None:
    play = ruined(ruin).no("enter_site", 0, tokens=enemies[:1]).do("enter_site", tokens=enemies)
    assert [one["token"] for one in play.look("combat.enemies").values()] == enemies


@covers("altar_red", "altar_blue", "altar_green", "altar_white")
@pytest.mark.parametrize("colour", ["red", "blue", "green", "white"])
def test_mk_14_9_an_altar_takes_three_mana_for_7_fame_and_a_shield(colour: str) -> None:
    play = ruined(f"altar_{colour}").crystals(**{colour: 3})
    fame = play.held()["fame"]
    play.no("enter_site", 0).no("pay_altar", 0, payments=mana(colour, colour))
    play.do("pay_altar", payments=mana(colour, colour, colour))
    space = play.look("map.spaces")["3_-4"]
    assert (play.held()["fame"], space["shield"], play.look("combat")) == (fame + 7, [0], None)
    play.no("interact", 0)


def test_mk_14_9_at_an_altar_there_is_nobody_to_fight_and_elsewhere_no_altar() -> None:
    ruined("altar_red").no("enter_site", 0, "MK-14.9")
    entered = started().at(HILLS)
    entered.no("pay_altar", 0, "MK-14.9", payments=mana("red", "red", "red")).no("enter_site", 0, "MK-14.8")


@pytest.mark.parametrize(("token", "fame"), [("golems", 2), ("guardsmen", 2)])
def test_mk_14_10_the_keep_of_an_absent_owner_is_defended_for_half_fame_rounded_up_c_34(token: str, fame: int) -> None:
    """Golems are worth 4, Guardsmen 3."""
    play = conquered(decks={"blue": ["mana_bolt", "flame_wall"]}).at(FAR).begin(1).at(BEFORE, 1)
    play.crystals(1, red=2, blue=1).card("march", seat=1).card("march", seat=1).step_to(
        HILLS, seat=1, tokens=tokens((HILLS, token))
    )
    before = play.held(1)["fame"]
    play.phase("attack", 1).card("mana_bolt", seat=1, extra=["red"]).card("flame_wall", seat=1, choices=chose(option=1))
    play.attack("mana_bolt.1", "flame_wall.1", seat=1).do("end_combat", 1)
    assert (play.held(1)["fame"], play.look("map.spaces")["3_-2"]["shield"]) == (before + fame, [1])


def test_mk_14_11_the_four_phases_come_in_order() -> None:
    play = fight("prowlers").sees("combat.phase", "ranged_siege").do("next_phase").sees("combat.phase", "block")
    play.do("next_phase").sees("combat.phase", "damage").damage(1).do("next_phase").sees("combat.phase", "attack")
    play.no("next_phase", 0)


@pytest.mark.parametrize("phase", ["ranged_siege", "block", "damage", "attack"])
def test_mk_14_12_what_changes_values_may_be_played_in_any_phase(phase: str) -> None:
    play = fight("cursed_hags", deck=["tremor"]).crystals(green=1).phase(phase)
    play.card("tremor", choices=chose(option=1, enemies=[1]))
    assert play.look("combat.enemies.1.armor") == 2


def test_mk_14_14_healing_points_left_are_lost_when_combat_starts() -> None:
    play = started().wounds(1).card("tranquility", choices=chose(option=1)).at(BESIDE).do("challenge", at=[ORCS])
    assert play.points("heal") == 0


def test_mk_14_15_further_enemies_are_named_before_the_phases_go_on_x_38() -> None:
    assaulting("guardsmen").do("next_phase").no("challenge", 0, "MK-14.15", code="x_38", at=[ORCS])


def test_mk_14_13_where_an_effect_reaches_nobody_no_enemy_need_be_named() -> None:
    for named in (None, chose(enemies=[1])):
        play = fight("ice_golems", deck=["chill"]).crystals(blue=1).card("chill", choices=named)
        assert (play.state(), play.held()["crystals"]["blue"]) == ("facing", 0)
