"""Chapter 11 of the reference: what is laid with a tile, and what spaces give without an action."""

import pytest

from tests.engines.mage_knight.boxes import ORCS, PLAIN, VILLAGE
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.clauses.test_mk_14_combat import ruined
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.lands import explored, explorer, reveal
from tests.engines.mage_knight.playing import Play, fight, level_up, mana, started, table, tokens


def laid(play: Play, space: str) -> list[tuple[str, bool]]:
    """Back and face of the tokens on a space."""
    return [(token["back"], token["up"]) for token in play.look("map.spaces")[space]["tokens"]]


@covers("orcs")
def test_mk_11_1_orcs_are_a_green_token_face_up() -> None:
    assert laid(table(), "3_-3") == [("green", True)]


@covers("draconum")
def test_mk_11_1_draconum_are_a_red_token_face_up() -> None:
    play = explored("core_5").at([8, -11]).card("march").no("explore", 0, position=[1, 3], tile="core_2")
    placed = tokens(([6, -10], "swamp_dragon"), ([7, -12], "altar_blue"))
    play.do("explore", position=[1, 3], tile="core_2", tokens=placed)
    assert laid(play, "6_-10") == [("red", True)]


@covers("keep", "mage_tower")
def test_mk_11_2_keeps_and_towers_get_a_token_face_down() -> None:
    play = explored("countryside_4")
    assert (laid(play, "5_-6"), laid(play, "2_-6")) == ([("gray", False)], [("violet", False)])


@covers("ruins")
@pytest.mark.parametrize("night", [False, True])
def test_mk_11_3_ruins_get_their_token_face_up_by_day_and_down_at_night(night: bool) -> None:  # noqa: FBT001
    play = explorer(later="ruins", night=night).at(VILLAGE).card("march")
    placed = None if night else tokens((PLAIN, "altar_red"))
    if not night:
        play.no("explore", 0, position=[1, 1], tile="countryside_3")
    play.do("explore", position=[1, 1], tile="countryside_3", tokens=placed)
    assert play.look("map.spaces")["3_-4"]["ruin"]["up"] is not night


def test_mk_11_4_a_face_down_ruin_is_turned_up_when_a_day_begins() -> None:
    play = explorer(later="ruins", night=True)
    reveal(play, "countryside_3", night=True).end().idle(1)
    play.do("announce_end_of_round", 0).idle(1)
    next_round(play, dice=["red", "gold", "blue", "green"], tokens=tokens((PLAIN, "altar_red")))
    assert play.look("map.spaces")["3_-4"]["ruin"] == {"token": "altar_red", "up": True}


@covers("monastery")
def test_mk_11_5_a_monastery_adds_an_advanced_action_to_the_unit_offer() -> None:
    play = explorer(later="monastery").at(VILLAGE).card("march").no("explore", 0, position=[1, 1], tile="countryside_3")
    play.do("explore", position=[1, 1], tile="countryside_3", action_card="fire_bolt")
    play.sees("offers.monastery", ["fire_bolt"]).sees("offers.actions_left", 15)


@covers("city")
def test_mk_11_6_nothing_is_drawn_for_a_city() -> None:
    play = explored("core_5")
    assert (laid(play, "8_-10"), play.look("map.spaces")["8_-10"]["site"]) == ([], "city")


def test_mk_11_7_villages_dens_mines_and_glades_get_nothing() -> None:
    play = explored("countryside_6")
    assert [laid(play, space) for space in ("3_-4", "6_-7", "7_-7", "4_-4")] == [[], [], [], []]


@covers("mine")
def test_mk_11_8_and_mk_22_6_a_turn_that_ends_on_a_mine_gives_a_crystal_also_after_a_rest() -> None:
    assert started().at([2, -1]).end(0, ["march"]).held()["crystals"]["green"] == 1
    play = started().at([2, -1]).do("rest", card="march", wounds=0).do("end_turn").do("draw")
    assert play.held()["crystals"]["green"] == 1


@covers("glade")
@pytest.mark.parametrize("place", ["hand", "discard"])
def test_mk_11_9_a_turn_that_ends_on_a_glade_may_throw_a_wound_away(place: str) -> None:
    play = started().wounds(2).at([1, -3]).do("rest", card="march", wounds=1).do("end_turn")
    play.do("use_glade", from_=place).no("use_glade", 0, from_=place)
    assert play.held()["owned"]["wound"] == 1
    assert ("wound" in play.held()["discard"]) is (place == "hand")
    play.do("draw")


def test_mk_11_9_and_mk_30_9_the_glade_gives_up_what_comes_before_it() -> None:
    play = started(deck=["steady_tempo"]).wounds(1).at([1, -3]).card("steady_tempo").do("end_turn")
    play.do("use_glade", from_="hand").no("use_option", 0, of="steady_tempo.1")
    assert play.held()["owned"].get("wound", 0) == 0


def test_mk_11_10_where_rampaging_enemies_are_gone_the_space_is_plain_terrain() -> None:
    """The orcs of tile 2 stand on hills."""
    play = fight("prowlers").phase("attack")
    for card in ("rage", "march", "stamina"):
        play.card(card, choices=[{"option": 1}]) if card == "rage" else play.sideways(card, "attack")
    play.attack("rage.1", "march.1", "stamina.1").do("end_combat")
    space = play.look("map.spaces")["3_-3"]
    assert (space["tokens"], space["cleared"]) == ([], True)
    play.end().others_idle().no("challenge", 0, "MK-11.10", at=[ORCS])
    play.card("swiftness").sideways("promise", "move").step_to(ORCS)


def test_mk_11_11_a_burned_monastery_is_plain_terrain() -> None:
    space = burned().look("map.spaces")["3_-4"]
    assert (space["burned"], space["shield"], space["terrain"]) == (True, [0], "plains")


def burned() -> Play:
    """Seat 0 burned the monastery on (3, -4); its Fire Mages (armour 5) fell to a Snowstorm of 5."""
    deck = ["fireball", "snowstorm", *["march"] * 14]
    play = explorer(later="monastery", deck=deck).at(VILLAGE).card("march")
    play.do("explore", position=[1, 1], tile="countryside_3", action_card="fire_bolt").at(PLAIN)
    play.crystals(red=1, blue=1).do("burn_monastery", token="fire_mages")
    return play.card("snowstorm").attack("snowstorm.1").do("end_combat")


@covers("monster_den")
def test_mk_11_12_a_conquered_den_is_plain_terrain_with_a_shield() -> None:
    play = started(site="monster_den", deck=["fireball"]).crystals(red=1).at([3, -2])
    play.do("enter_site", tokens=["medusa"]).card("fireball").attack("fireball.1").do("end_combat")
    assert play.look("map.spaces")["3_-2"]["shield"] == [0]
    play.do("end_turn").do("take_reward", kind="random_crystals", faces=["red", "blue"])
    level_up(play, "dark_paths").do("draw").others_idle()
    play.no("enter_site", 0, "MK-11.12", tokens=["medusa"])


def test_mk_11_12_ruins_whose_altar_was_paid_are_plain_terrain_with_a_shield() -> None:
    play = ruined("altar_red").crystals(red=3).do("pay_altar", payments=mana("red", "red", "red"))
    level_up(play.do("end_turn"), "dark_paths").do("level_up").do("draw").others_idle()
    play.no("pay_altar", 0, "MK-11.12", payments=mana("red")).no("enter_site", 0, "MK-11.12")
