"""Chapter 1 of the reference: what is in the box, against figures that no engine has a say in."""

from collections import Counter
from typing import Any

import pytest

from engines import mage_knight
from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import ARTIFACTS, BASIC, BEFORE, FIGURES, HILLS, ORCS, listed, own_deck
from tests.engines.mage_knight.clauses.test_mk_14_combat import entering
from tests.engines.mage_knight.clauses.test_mk_19_after_combat import MIGHT
from tests.engines.mage_knight.lands import reveal
from tests.engines.mage_knight.playing import Play, fight, level_up, started, table, tokens

BOX: Json = mage_knight.box()


def by_id(part: str) -> dict[str, Any]:
    """The things of a part of the box, by id."""
    return {thing["id"]: thing for thing in BOX[part]}


def kinds() -> Counter[str]:
    """How many different cards of each kind the box has."""
    return Counter(card["kind"] for card in BOX["cards"])


def test_mk_1_1_cards_tokens_and_tiles_are_counted() -> None:
    assert (sum(unit["count"] for unit in BOX["units"]), len(BOX["tactics"]), len(BOX["heroes"])) == (40, 12, 4)
    assert (sum(enemy["count"] for enemy in BOX["enemies"]), len(BOX["ruins"]), len(BOX["tiles"])) == (60, 12, 20)


def test_mk_1_2_deed_cards_are_64_basic_28_advanced_20_spells_and_16_artifacts() -> None:
    numbers = FIGURES["components"]["deed_cards"]
    assert sum(numbers.values()) == 168
    assert {kind: n for kind, n in kinds().items() if kind != "basic_action"} == {
        kind: numbers[kind] for kind in ("advanced_action", "spell", "artifact")
    }
    assert kinds()["basic_action"] == 16
    assert sum(sum(hero["deck"].values()) for hero in BOX["heroes"]) == numbers["basic_action"]


def test_mk_1_7_a_hero_has_ten_skills() -> None:
    assert [len(hero["skills"]) for hero in BOX["heroes"]] == [10, 10, 10, 10]


def test_mk_1_3_units_are_twenty_regular_and_twenty_elite() -> None:
    tiers: Counter[str] = Counter()
    for unit in BOX["units"]:
        tiers[unit["tier"]] += unit["count"]
    assert tiers == {"regular": 20, "elite": 20}


@pytest.mark.parametrize("unit", FIGURES["units"])
def test_a_unit_of_the_box_has_the_figures_of_the_reference(unit: str) -> None:
    tier, count, level, cost, armour, sites, resists, abilities = FIGURES["units"][unit]
    made = by_id("units")[unit]
    assert (made["tier"], made["count"], made["level"], made["cost"], made["armor"]) == (
        *(tier, count, level, cost, armour),
    )
    assert (sorted(made["sites"]), sorted(made["resists"])) == (sorted(sites.split()), sorted(resists.split()))
    assert len(made["abilities"]) == abilities


def test_mk_1_4_tactics_are_six_for_day_and_six_for_night_by_number() -> None:
    for time in ("day", "night"):
        of_time = sorted((one["number"], one["id"]) for one in BOX["tactics"] if one["time"] == time)
        assert of_time == list(enumerate(FIGURES["tactics"][time].split(), 1))


def test_mk_1_5_enemy_tokens_are_counted_by_their_backs() -> None:
    backs: Counter[str] = Counter()
    for enemy in BOX["enemies"]:
        backs[enemy["back"]] += enemy["count"]
    assert backs == {"green": 12, "gray": 10, "brown": 10, "violet": 10, "white": 10, "red": 8}


@pytest.mark.parametrize("enemy", FIGURES["enemies"])
def test_an_enemy_of_the_box_has_the_figures_of_the_reference(enemy: str) -> None:
    back, count, armour, attack, element, abilities, resists, fame = FIGURES["enemies"][enemy]
    made = by_id("enemies")[enemy]
    assert (made["back"], made["count"], made["armor"], made["fame"]) == (back, count, armour, fame)
    assert made["attack"] == ({"value": attack, "element": element} if attack else {"summons": "brown"})
    assert sorted([*made["offence"], *made["defence"]]) == sorted(abilities.split())
    assert sorted(made["resists"]) == sorted(resists.split())


def test_mk_1_6_tiles_are_one_start_eleven_countryside_and_eight_core() -> None:
    names = Counter(tile["id"].partition("_")[0] for tile in BOX["tiles"])
    assert names == {"start": 1, "countryside": 11, "core": 8}
    cities = {tile["id"] for tile in BOX["tiles"] if "city" in {there.get("site") for there in tile["hexes"].values()}}
    assert cities == {"core_5", "core_6", "core_7", "core_8"}


@pytest.mark.parametrize("tile", FIGURES["tiles"])
def test_a_tile_of_the_box_has_the_terrain_and_sites_of_the_reference(tile: str) -> None:
    made = by_id("tiles")["start" if tile == "start_A" else tile]
    places = ("C", "NE", "E", "SE", "SW", "W", "NW")
    for place, written in zip(places, FIGURES["tiles"][tile].split(), strict=True):
        terrain, *rest = written.split("/")
        there = made["hexes"][place]
        colour = there.get("colour") or there.get("crystal") or there.get("city") or there.get("color")
        assert [there["terrain"], *filter(None, [there.get("site"), colour])] == [terrain, *rest], place


@pytest.mark.parametrize("ruin", FIGURES["ruins"])
def test_a_ruin_token_of_the_box_has_what_the_reference_says(ruin: str) -> None:
    inside, reward = FIGURES["ruins"][ruin]
    made = by_id("ruins")[ruin]
    if "altar" in made:
        assert (made["altar"]["colour"], f"fame:{made['altar']['fame']}", made["altar"]["n"]) == (inside, reward, 3)
        return
    words = [
        [word] if isinstance(word, str) else [f"{key}:{value}" for key, value in word.items()]
        for word in made["reward"]
    ]
    assert (made["enemies"], [word for found in words for word in found]) == (inside.split(), reward.split())


def test_mk_1_8_wounds_never_run_out() -> None:
    play = started(hand=5)
    for _ in range(6):
        play.wounds(9)
    assert play.held()["hand"] == 5 + 54


def test_mk_3_2_a_token_face_down_is_shown_as_all_that_nobody_has_seen() -> None:
    """Two keeps at night, one Golems in the box: once it is met at one keep, it is not what lies at the other."""
    play = started(site="keep", later="keep", night=True, copies={"golems": 1}, deck=["march"] * 16, hand=16)
    play = reveal(play, "countryside_3", night=True).at(BEFORE)
    assert "golems" in play.look("map.spaces")["3_-4"]["tokens"][0]["token"]["unknown"]
    play.card("march").card("march").step_to(HILLS, tokens=tokens((HILLS, "golems")))
    assert "golems" not in play.look("map.spaces")["3_-4"]["tokens"][0]["token"]["unknown"]


def test_mk_1_9_discarded_tokens_are_the_new_pile_when_one_is_empty() -> None:
    """Every brown token comes up in ten dungeon fights that nobody wins; the eleventh may find any of them again."""
    brown = [enemy for enemy, figure in FIGURES["enemies"].items() if figure[0] == "brown"] * 2
    thrown = ["march", "march", "stamina", "stamina", "swiftness", "swiftness"]
    play = table(site="dungeon", hand=16, armour=40, foes={"medusa": "gargoyle"})
    for number, token in enumerate([*brown, "medusa"]):
        seat, aside = number % 2, [1, 0] if number % 2 else [0, -1]
        play.begin(seat).at(HILLS, seat)
        if brown[:number].count("medusa") == 2 and number < len(brown):
            play.no("enter_site", seat, "MK-1.5", tokens=["medusa"])
        play.do("enter_site", seat, tokens=[token]).phase("attack", seat).do("end_combat", seat).at(aside, seat)
        play.end(seat, [thrown[number // 2]])
    play.sees("tokens.brown.discarded", ["medusa"])


def laid_before_the_shuffle() -> Play:
    """Three brown tokens: the Minotaur is discarded, the Gargoyle lies face up, and Medusa, the last, face down."""
    copies = {"minotaur": 1, "gargoyle": 1, "medusa": 1, "crypt_worm": 0, "werewolf": 0}
    orcs = ("orc_summoners", "prowlers")
    sizes = {"hand": 12, "armour": 20, "copies": copies, "orcs": orcs}
    play = entering("spawning_grounds", "minotaur", "gargoyle", deck=MIGHT, **sizes).crystals(red=3, blue=2)
    play.phase("attack").card("mana_bolt", extra=["red"]).attack("mana_bolt.1", enemies=[1]).do("end_combat")
    return play.sees("tokens.brown", {"left": 0, "discarded": ["minotaur"]})


def face_down(play: Play) -> list[list[str]]:
    """What the tokens that lie face down in the spawning grounds can be."""
    return [one["token"]["unknown"] for one in play.look("map.spaces")["3_-2"]["tokens"] if not one["up"]]


def test_mk_1_9_a_token_that_lies_face_down_is_none_of_those_discarded() -> None:
    assert face_down(laid_before_the_shuffle()) == [["medusa"]]


def test_mk_1_9_a_token_laid_before_a_shuffle_is_none_of_those_shuffled_and_the_next_is_one_of_them() -> None:
    """The summoners draw from a pile of the Minotaur alone; Medusa lies face down in the spawning grounds."""
    play = laid_before_the_shuffle().do("end_turn")
    level_up(play, "dark_paths").do("discard_hand", cards=["march"]).do("draw").others_idle()
    play.do("challenge", at=[ORCS]).do("next_phase").no("summon", 0, "MK-1.5", enemy=1, token="medusa")
    play.do("summon", enemy=1, token="minotaur")
    assert face_down(play) == [["medusa"]]
    play.phase("attack").do("end_combat").end(0, ["stamina"]).others_idle()
    play.no("enter_site", 0, "MK-1.5", tokens=["minotaur"]).do("enter_site", tokens=["medusa"])


def test_mk_1_10_a_die_has_six_faces() -> None:
    assert [colour["id"] for colour in BOX["mana"]["colours"]] == ["red", "blue", "green", "white", "gold", "black"]
    play = table(source=["red", "blue", "gold", "black"])
    assert [die["face"] for die in play.look("source")] == ["red", "blue", "gold", "black"]


def test_mk_1_11_four_colours_are_basic_and_two_are_special() -> None:
    assert (BOX["mana"]["basic"], BOX["mana"]["special"]) == (list(BASIC), ["gold", "black"])


@pytest.mark.parametrize("hero", FIGURES["heroes"])
def test_a_hero_of_the_box_has_the_cards_and_skills_of_the_reference(hero: str) -> None:
    made = by_id("heroes")[hero]
    assert (made["colour"], made["deck"]) == (FIGURES["heroes"][hero]["colour"], Counter(own_deck(hero)))
    assert made["skills"] == FIGURES["heroes"][hero]["skills"].split()
    assert sorted(skill["id"] for skill in BOX["skills"] if skill["hero"] == hero) == sorted(made["skills"])


def test_cards_of_the_box_have_the_colours_and_numbers_of_the_reference() -> None:
    for kind in ("basic_action", "advanced_action", "spell"):
        for colour in BASIC:
            own = {card["id"] for card in BOX["cards"] if (card["kind"], card["colour"]) == (kind, colour)}
            assert own == set(FIGURES[f"{kind}s"][colour].split()), (kind, colour)
    actions = [card for card in BOX["cards"] if card["kind"] == "advanced_action"]
    numbered = [card["id"] for card in sorted(actions, key=lambda card: card["number"])]
    assert numbered == listed(FIGURES["advanced_actions"]["numbers"])
    assert {card["id"] for card in BOX["cards"] if card["kind"] == "artifact"} == ARTIFACTS


def test_tokens_on_the_table_are_what_the_setup_says() -> None:
    play = fight("ironclads")
    assert (play.look("combat.enemies")["1"]["token"], play.look("combat.enemies")["1"]["at"]) == ("ironclads", ORCS)
    assert list(play.fold.facts()["tokens"]) == ["1_-4", "3_-3"]
