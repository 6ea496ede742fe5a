"""Chapter 1 of the reference: what is in the box, against figures that no engine has a say in."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines import mage_knight
from engines.kernel.game import Json
from tests.engines.mage_knight.playing import BASIC, FIGURES, HILLS, ORCS, fight, listed, own_deck, started, table

BOX: Json = mage_knight.box()


def by_id(part: str) -> dict[str, Any]:
    """The things of a part of the box, by id."""
    return {thing["id"]: thing for thing in BOX[part]}


def test_mk_1_1_and_mk_1_7_everything_in_the_box_is_counted() -> None:
    components = BOX["components"]
    assert components["deed_cards"]["total"] == 168
    assert components["unit_cards"]["total"] == 40
    assert components["tactic_cards"]["total"] == 12
    assert components["enemy_tokens"]["total"] == 60
    assert components["ruin_tokens"] == 12
    assert components["map_tiles"]["total"] == 20
    assert components["mana_crystals"] == 54
    assert components["mana_dice"] == 7
    tokens = components["hero_tokens"]
    assert (tokens["total"], tokens["per_hero"], tokens["per_hero_known"]["skill"]) == (128, 32, 10)


def test_mk_1_2_the_deed_cards_are_168() -> None:
    kinds = FIGURES["components"]["deed_cards"]
    assert {kind: BOX["components"]["deed_cards"][kind] for kind in kinds} == kinds
    assert sum(kinds.values()) == 168
    assert len(by_id("advanced_actions")) == 28
    assert len(by_id("spells")) == 20
    assert len(by_id("artifacts")) == 16
    assert BOX["wound"]["copies"] == 40
    assert sum(len(own_deck(hero)) for hero in FIGURES["heroes"]) == 64


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
    assert made["attacks"] == [{"value": attack, "element": element} if attack else {"summons": "brown"}]
    assert sorted([*made["offence"], *made["defence"]]) == sorted(abilities.split())
    assert sorted(made["resists"]) == sorted(resists.split())


def test_mk_1_6_tiles_are_one_start_eleven_countryside_and_eight_core() -> None:
    kinds = Counter(tile["kind"] for tile in BOX["tiles"])
    assert kinds == {"start": 1, "countryside": 11, "core_non_city": 4, "core_city": 4}
    numbers = {kind: sorted(tile["number"] for tile in BOX["tiles"] if tile["kind"] == kind) for kind in kinds - {}}
    assert numbers["countryside"] == list(range(1, 12))
    assert numbers["core_non_city"] + numbers["core_city"] == list(range(1, 9))


@pytest.mark.parametrize("tile", FIGURES["tiles"])
def test_a_tile_of_the_box_has_the_terrain_and_sites_of_the_reference(tile: str) -> None:
    made = by_id("tiles")["start" if tile == "start_A" else tile]
    hexes = made["sides"]["A"] if tile == "start_A" else made["hexes"]
    places = ("C", "NE", "E", "SE", "SW", "W", "NW")
    for place, written in zip(places, FIGURES["tiles"][tile].split(), strict=True):
        terrain, *rest = written.split("/")
        there = hexes[place]
        assert [there["terrain"], *filter(None, [there.get("site"), there.get("crystal") or there.get("city")])] == [
            terrain,
            *rest,
        ], place


@pytest.mark.parametrize("ruin", FIGURES["ruins"])
def test_a_ruin_token_of_the_box_has_what_the_reference_says(ruin: str) -> None:
    inside, reward = FIGURES["ruins"][ruin]
    made = by_id("ruins")[ruin]
    assert made.get("enemies", [made.get("tribute", {}).get("color")]) == inside.split()
    told = [
        [word] if isinstance(word, str) else [f"{key}:{value}" for key, value in word.items()]
        for word in made["reward"]
    ]
    assert [word for words in told for word in words] == reward.split()


def test_mk_1_8_wounds_never_run_out() -> None:
    play = started(hand=5)
    for _ in range(6):
        play.wounds(9)
    assert play.held()["hand"] == 5 + 54


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


def test_mk_1_10_a_die_has_six_faces() -> None:
    assert BOX["mana"]["die_faces"] == ["red", "blue", "green", "white", "gold", "black"]
    play = table(source=["red", "blue", "gold", "black"])
    assert [die["face"] for die in play.look("source")] == ["red", "blue", "gold", "black"]


def test_mk_1_11_four_colours_are_basic_and_two_are_special() -> None:
    assert BOX["mana"]["basic"] == list(BASIC)
    assert BOX["mana"]["special"] == ["gold", "black"]


@pytest.mark.parametrize("hero", FIGURES["heroes"])
def test_a_hero_of_the_box_has_the_cards_and_skills_of_the_reference(hero: str) -> None:
    made = by_id("heroes")[hero]
    assert made["color"] == FIGURES["heroes"][hero]["colour"]
    assert {card["card"]: card["n"] for card in made["deck"]} == Counter(own_deck(hero))
    assert made["skills"] == FIGURES["heroes"][hero]["skills"].split()
    assert sorted(skill["id"] for skill in BOX["skills"][hero]) == sorted(made["skills"])


def test_cards_of_the_box_have_the_colours_and_numbers_of_the_reference() -> None:
    for kind in ("basic_actions", "advanced_actions", "spells"):
        for colour in BASIC:
            own = {card["id"] for card in BOX[kind] if card["color"] == colour}
            assert own == set(FIGURES[kind][colour].split()), (kind, colour)
    numbered = sorted(BOX["advanced_actions"], key=lambda card: card["number"])
    assert [card["id"] for card in numbered] == listed(FIGURES["advanced_actions"]["numbers"])
    assert {card["id"] for card in BOX["artifacts"]} == set(FIGURES["artifacts"]["all"].split())


def test_tokens_on_the_table_are_what_the_setup_says() -> None:
    play = fight("ironclads")
    assert play.look("combat.enemies")["1"]["token"] == "ironclads"
    assert play.look("combat.enemies")["1"]["at"] == ORCS
