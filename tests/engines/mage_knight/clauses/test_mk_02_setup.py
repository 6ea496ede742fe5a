"""Chapter 2 of the reference: set-up, its counts, and what it refuses."""

from collections import Counter
from typing import Any

import pytest

from engines import mage_knight
from tests.engines.given import no_table
from tests.engines.mage_knight.boxes import COLOURS, FIGURES, HEROES, own_deck
from tests.engines.mage_knight.lands import explored
from tests.engines.mage_knight.playing import UNITS, Play, level_up, opened, setup_of, started, table


def laid(seats: int = 2, **changes: Any) -> Play:
    """A table after a set-up with some of its parameters changed."""
    colours = COLOURS[:seats]
    return opened(colours).after({**setup_of(colours), **changes})


def refused(seats: int, *rules: str, **changes: Any) -> None:
    colours = COLOURS[:seats]
    fields = {**setup_of(colours), **changes}
    opened(colours).no(fields.pop("type"), None, *rules, **fields)


@pytest.mark.parametrize("colours", [["red"], ["red", "blue", "green", "white", "red"]])
def test_mk_2_1_one_or_five_are_no_table(colours: list[str]) -> None:
    no_table(mage_knight, colours, "MK-2.1", code="players")


def test_mk_2_2_and_mk_2_12_the_first_of_three_rounds_is_a_day() -> None:
    laid().sees("round", 1).sees("night", value=False)
    assert mage_knight.box()["scenario"]["rounds"] == ["day", "night", "day"]


def test_mk_2_3_each_hero_is_taken_once_and_by_the_seat_of_its_colour() -> None:
    assert [laid(4).look(f"heroes.{seat}.hero") for seat in range(4)] == [HEROES[colour] for colour in COLOURS]
    twice = [{"seat": 0, "hero": "arythea"}, {"seat": 1, "hero": "arythea"}]
    opened(["red", "blue"]).when({**setup_of(["red", "blue"]), "heroes": twice}).refused()


def test_mk_2_4_the_first_to_choose_a_hero_is_on_top_of_the_column() -> None:
    heroes = [{"seat": 2, "hero": "goldyx"}, {"seat": 0, "hero": "arythea"}, {"seat": 1, "hero": "tovak"}]
    laid(3, heroes=heroes).sees("order", [2, 0, 1])


def test_mk_2_5_a_hero_starts_at_level_1() -> None:
    held = laid().held()
    start = {"fame": 0, "reputation": 0, "level": 1, "armor": 2, "hand_limit": 5, "command": 1}
    assert {key: held[key] for key in start} == start
    assert held["crystals"] == dict.fromkeys(("red", "blue", "green", "white"), 0)


@pytest.mark.parametrize("seat", range(4))
def test_mk_2_6_and_mk_2_7_and_mk_2_8_every_hero_owns_its_sixteen_cards(seat: int) -> None:
    owned = laid(4).held(seat)["owned"]
    assert {card: n for card, n in owned.items() if n} == Counter(own_deck(HEROES[COLOURS[seat]]))
    assert sum(owned.values()) == 16


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mk_2_10_the_source_has_two_dice_more_than_players(seats: int) -> None:
    assert len(laid(seats).look("source")) == seats + 2
    refused(seats, "MK-2.10", dice=["red"] * (seats + 1))
    refused(seats, "MK-2.10", dice=["red"] * (seats + 3))


def test_mk_2_11_half_of_the_dice_show_basic_colours_e_13() -> None:
    laid(2, dice=["gold", "black", "red", "red"])
    refused(2, "MK-2.11", dice=["gold", "black", "black", "red"])
    laid(3, dice=["blue", "gold", "black", "red", "green"])
    refused(3, "MK-2.11", dice=["red", "black", "gold", "gold", "white"])


def test_mk_2_13_the_portal_is_the_centre_of_start_side_a() -> None:
    spaces = laid().look("map.spaces")
    assert (spaces["0_0"]["terrain"], spaces["0_0"]["site"]) == ("plains", "portal")
    round_it = {"1_-1": "forest", "1_0": "plains", "0_1": "ocean", "-1_1": "ocean", "-1_0": "ocean", "0_-1": "plains"}
    assert {key: spaces[key]["terrain"] for key in round_it} == round_it


def test_mk_2_14_and_mk_2_15_tiles_lie_in_a_wedge_with_its_edges() -> None:
    """Position (a, b) has its centre at (3a + b, -2a - 3b)."""
    play = laid()
    assert set(play.look("map.tiles")) == {"0_0", "0_1", "1_0"}
    spaces = play.look("map.spaces")
    assert (spaces["1_-3"]["site"], spaces["3_-2"]["terrain"], len(spaces)) == ("glade", "hills", 21)


@pytest.mark.parametrize(("seats", "countryside"), [(2, 8), (3, 9), (4, 11)])
def test_mk_2_16_and_mk_2_17_and_mk_2_19_two_tiles_of_the_deck_are_laid(seats: int, countryside: int) -> None:
    play = laid(seats).sees("deck.countryside", countryside - 2).sees("deck.core", 3)
    assert sorted(play.look("map.tiles").values())[:2] == ["countryside_1", "countryside_2"]


def test_mk_2_18_the_city_may_be_any_of_the_three_core_tiles() -> None:
    play = explored("core_5")
    assert play.look("map.tiles")["2_2"] == "core_5"
    play.sees("deck.countryside", 0).sees("deck.core", 2)


def test_mk_2_20_tile_1_lies_at_0_1_unless_told() -> None:
    assert laid().look("map.tiles")["0_1"] == "countryside_1"
    other = laid(tile_1_at=[1, 0], tokens=[{"at": [3, -3], "token": "prowlers"}, {"at": [1, -4], "token": "diggers"}])
    assert (other.look("map.tiles")["1_0"], other.look("map.spaces")["4_-2"]["site"]) == ("countryside_1", "village")
    assert other.look("map.spaces")["0_-2"]["site"] == "mine"


def test_mk_2_21_nobody_gains_fame_by_the_first_tiles() -> None:
    play = laid(3)
    assert [play.held(seat)["fame"] for seat in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mk_2_22_the_unit_offer_has_two_more_than_players(seats: int) -> None:
    assert laid(seats).look("offers.units") == list(UNITS[: seats + 2])
    refused(seats, "MK-2.22", unit_offer=list(UNITS[: seats + 1]))


def test_mk_2_23_no_elite_unit_is_offered_x_16() -> None:
    refused(2, "MK-2.23", unit_offer=["peasants", "peasants", "foresters", "catapults"])


def test_mk_2_24_one_unit_of_the_offer_at_least_has_the_village_icon() -> None:
    none = ["utem_swordsmen", "guardian_golems", "illusionists", "northern_monks"]
    assert all("village" not in FIGURES["units"][unit][5].split() for unit in none)
    refused(2, "MK-2.24", unit_offer=none)
    laid(2, unit_offer=[*none[:3], "peasants"])


def test_mk_2_25_the_offer_of_actions_is_laid_out_with_the_first_level_of_a_skill() -> None:
    play = started().fame(3).sees("offers.actions", None).do("end_turn")
    level_up(play, "dark_paths", card="ice_shield")
    play.sees("offers.actions", ["blood_rage", "agility", "crushing_bolt"])


def test_mk_2_26_the_offer_of_spells_waits_until_it_is_needed() -> None:
    """Magic Talent asks for the offer, so its play brings the three cards."""
    play = started(deck=["magic_talent"], aa_deck=28).sees("offers.spells", None)
    play.card("magic_talent", choices=[{"cards": ["march"]}], offer=["flame_wall", "chill", "meditation"]).sees(
        "offers.spells", ["flame_wall", "chill", "meditation"]
    )


def test_mk_2_27_the_deck_of_advanced_actions_has_16_or_28_cards() -> None:
    assert mage_knight.options()["aa_deck"].default == 16
    table().sees("offers.actions_left", 16).sees("offers.spells_left", 20)
    table(deck=["agility", "fireball"]).sees("offers.actions_left", 15).sees("offers.spells_left", 19)
    table(aa_deck=28).sees("offers.actions_left", 28)
    play = started().fame(3).do("end_turn")
    shown = ["dark_paths", "burning_power"]
    play.no(
        *("level_up", 0, "MK-12.14"),
        shown=shown, option="a", skill="dark_paths", card="learning", offer=["learning", "agility", "ice_bolt"],
        new_card="fire_bolt",
    )  # fmt: skip


def test_mk_2_28_artifacts_are_a_hidden_deck_of_sixteen() -> None:
    play = table().sees("offers.artifacts", 16)
    assert set(play.look("offers")) == {
        *("units", "monastery", "actions", "spells", "skills", "artifacts", "actions_left", "spells_left"),
    }


def test_mk_2_29_no_skill_is_in_front_of_anybody() -> None:
    play = table(4)
    assert [play.held(seat)["skills"] for seat in range(4)] == [{}] * 4
    play.sees("offers.skills", [])


def test_mk_2_30_the_tactics_of_the_day_are_displayed() -> None:
    play = laid()
    play.when(type="take_tactic", seat=1, tactic="from_the_dusk").refused("MK-5.1", code="x_27")
    play.when(type="take_tactic", seat=1, tactic="planning").accepted()


def test_mk_2_31_figures_start_off_the_map() -> None:
    play = table()
    assert play.held()["space"] is None
    assert play.begin().held()["space"] == [0, 0]


def test_mk_2_32_heroes_do_not_fight_each_other_x_30() -> None:
    """No move attacks a hero: a challenge is of rampaging enemies, and another hero on a space is none."""
    started().at([2, -2]).end(0, ["march"]).begin(1).at([1, -2], 1).no("challenge", 1, at=[[2, -2]])
