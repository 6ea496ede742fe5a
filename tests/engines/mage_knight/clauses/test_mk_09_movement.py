"""Chapter 9 of the reference: steps and their costs, what closes a space, provoking, assaults, what is turned up."""

from typing import Any

import pytest

from engines import mage_knight
from tests.engines.mage_knight.boxes import BEFORE, BESIDE, FAR, FIGURES, HILLS, PLAIN, VILLAGE
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.lands import assaulting, explorer, reveal
from tests.engines.mage_knight.playing import Play, level_up, recruited, started, table, tokens


@pytest.mark.parametrize("terrain", FIGURES["terrain"])
def test_mk_9_1_the_box_has_the_costs_of_the_reference(terrain: str) -> None:
    day, night = FIGURES["terrain"][terrain]
    made = next(one for one in mage_knight.box()["terrain"] if one["id"] == terrain)
    assert (made["day"] or 0, made["night"] or 0) == (day, night)


@pytest.mark.parametrize(
    ("night", "stand", "to", "cost"),
    [
        (False, [0, 0], [0, -1], 2), (True, [0, 0], [0, -1], 2), (False, [0, 0], [1, -1], 3),
        (True, [0, 0], [1, -1], 5), (False, [1, 0], [2, -1], 3), (True, [1, 0], [2, -1], 3),
    ],
)  # fmt: skip
def test_mk_9_1_a_step_costs_by_terrain_and_time(night: bool, stand: list[int], to: list[int], cost: int) -> None:  # noqa: FBT001
    play = rich(started(night=night)).at(stand).card("march", "strong").card("stamina", "strong").step_to(to)
    assert play.points("move") == 8 - cost


@pytest.mark.parametrize(("stand", "to"), [([0, 0], [0, 1]), ([2, -3], [2, -4])])
def test_mk_9_1_ocean_and_lake_are_closed_x_8(stand: list[int], to: list[int]) -> None:
    rich(started()).at(stand).card("march", "strong").no("move", 0, "MK-9.1", code="x_8", to=to)


def test_mk_9_1_where_no_tile_lies_nobody_goes_x_8() -> None:
    rich(started()).at(VILLAGE).card("march", "strong").no("move", 0, "MK-9.1", code="x_8", to=PLAIN)


def test_mk_9_3_changes_of_cost_are_applied_in_the_order_the_player_likes_m_10() -> None:
    """A wasteland on (2, -2): set to 2 and 1 less is 1, 1 less and set to 2 is 2. Plains cost 1 either way."""

    def cheap() -> Play:
        play = rich(started(deck=["path_finding", "song_of_wind"], hand=9, ground={"W": "wasteland"}))
        return play.at([1, -2]).card("path_finding", "strong").card("song_of_wind")

    assert cheap().step_to(BESIDE).points("move") == 6 - 1
    assert cheap().do("move", to=BESIDE, cost=2).points("move") == 6 - 2
    asked = cheap().fold.offers({"type": "move", "seat": 0, "to": BESIDE})
    assert asked == {"field": "cost", "domain": {"kind": "choice", "of": [1, 2], "optional": True}}
    poor = cheap().step_to([0, -1], [1, -2], [0, -1], [1, -2])  # four plains: 2 of 6 points are left
    assert poor.fold.offers({"type": "move", "seat": 0, "to": BESIDE}) == asked
    cheap().no("move", 0, "MK-9.3", to=BESIDE, cost=0).no("move", 0, "MK-9.3", to=BESIDE, cost=3)
    assert cheap().step_to([0, -1]).points("move") == 6 - 1


def test_mk_9_3a_a_set_cost_never_raises_one() -> None:
    """Song of Wind strong makes plains cost 0; Path Finding strong sets 2 and does not raise that."""
    play = rich(started(deck=["path_finding", "song_of_wind"], hand=9))
    play.card("song_of_wind", "strong", choices=[{"yes": False}]).card("path_finding", "strong").step_to([0, -1])
    assert play.points("move") == 6


def test_mk_9_4_a_rampaging_enemy_closes_its_space_x_8() -> None:
    rich(started()).at(BESIDE).card("march", "strong").no("move", 0, "MK-9.4", code="x_8", to=[3, -3])


def test_mk_9_5_a_step_beside_an_enemy_to_another_space_beside_it_provokes_m_3_x_9() -> None:
    play = started().at(VILLAGE).card("march").card("stamina").step_to(BESIDE)
    assert (play.look("combat.enemies.1.token"), play.held()["space"]) == ("prowlers", BESIDE)
    play.no("move", 0, "MK-9.21", code="x_9", to=[1, -1])


def test_mk_9_5_coming_from_farther_away_provokes_nobody_m_4() -> None:
    assert started().at([1, -2]).card("march").step_to(VILLAGE).look("combat") is None


def test_mk_9_5_the_orcs_of_tile_1_are_provoked_as_well_m_5() -> None:
    play = started(orcs=["prowlers", "diggers"]).at([1, -3]).card("march").card("stamina").step_to([0, -3])
    assert play.look("combat.enemies.1.token") == "diggers"


def test_mk_9_6_one_step_may_provoke_several() -> None:
    """Orcs on (3, -3) and (2, -1) are beside both (3, -2) and (2, -2); they are numbered by direction, NE first."""
    play = started(paired="mine", orcs=["prowlers", "diggers"]).at(HILLS).card("march").step_to(BESIDE)
    assert [one["token"] for one in play.look("combat.enemies").values()] == ["prowlers", "diggers"]


def test_mk_9_7_and_mk_9_8_entering_an_unconquered_keep_is_an_assault_and_costs_reputation() -> None:
    play = assaulting("swordsmen")
    assert (play.look("combat.site"), play.held()["reputation"]) == ("keep", -1)
    play.no("move", 0, "MK-9.21", code="x_9", to=BEFORE)


def conquered(**options: Any) -> Play:
    """Seat 0 took the keep on the hills of tile 2 from Golems (4 Fame, so a level) and stands in it, its turn over."""
    play = assaulting("golems", cards=["fireball", "snowstorm"], **options).crystals(red=1, blue=1).phase("attack")
    play.card("fireball").card("snowstorm").attack("fireball.1", "snowstorm.1").do("end_combat").do("end_turn")
    return level_up(play, "dark_paths").do("draw")


def test_mk_9_9_entering_the_keep_of_an_absent_owner_is_an_assault() -> None:
    play = conquered().at(FAR).begin(1).at(BEFORE, 1).card("march", seat=1).card("stamina", seat=1)
    play.step_to(HILLS, seat=1, tokens=tokens((HILLS, "guardsmen")))
    assert (play.look("combat.enemies.1.token"), play.held(1)["reputation"]) == ("guardsmen", -1)


def test_mk_9_10_a_keep_with_its_owner_in_it_is_closed() -> None:
    conquered().begin(1).at(BEFORE, 1).card("march", seat=1).card("stamina", seat=1).no("move", 1, "MK-9.10", to=HILLS)


def test_mk_9_11_no_city_is_entered_x_8() -> None:
    rich(started(site="city")).at(BEFORE).card("march", "strong").no("move", 0, "MK-9.11", code="x_8", to=HILLS)


def test_mk_9_12_an_adventure_site_starts_nothing() -> None:
    play = rich(started(site="dungeon")).at(BEFORE).card("march", "strong").card("stamina", "strong").step_to(HILLS)
    assert (play.look("combat"), play.points("move")) == (None, 5)
    play.step_to([3, -1])


def test_mk_9_13_and_mk_9_14_heroes_are_passed_but_not_kept_company() -> None:
    play = started().at([0, -1]).end(0, ["march"]).begin(1).card("march", seat=1).card("march", seat=1)
    play.step_to([0, -1], seat=1).step_to([1, -2], seat=1)
    play = started().at(VILLAGE).end(0, ["march"]).begin(1).at([1, -2], 1).card("march", seat=1)
    play.step_to(VILLAGE, seat=1).no("interact", 1, "MK-9.14").do("end_turn", 1).do("withdraw", 1)
    assert (play.held(1)["space"], play.held(1)["owned"]["wound"]) == ([1, -2], 1)


def test_mk_9_15_the_portal_is_safe_for_several_edge_29() -> None:
    play = started().end(0, ["march"]).begin(1)
    assert play.held(1)["space"] == [0, 0]
    play.end(1, ["march"]).begin(0).end(0, ["stamina"])


def test_mk_9_16_a_jump_costs_what_it_says_and_ignores_the_way() -> None:
    """Wings of Wind over a lake and a forest: 1 Move a space."""
    play = rich(started(deck=["wings_of_wind"])).at([1, -3]).card("march").card("wings_of_wind")
    play.do("jump", path=[[2, -4], VILLAGE])
    assert (play.held()["space"], play.points("move")) == (VILLAGE, 0)
    play.no("jump", 0, "MK-9.16", path=[BESIDE])


def near_keep(*, night: bool = False) -> Play:
    """A hero two steps from the keep of tile 3 on (5, -6), with Marches in hand."""
    return reveal(explorer(night=night), "countryside_3", night=night).at([3, -4]).card("march").card("march")


def test_mk_9_17_a_garrison_is_turned_up_by_day_beside_a_hero_m_11() -> None:
    """On (4, -5), a forest of 3 Move, the keep is adjacent; its token is a fact of the step."""
    play = near_keep().card("march").no("move", 0, to=[4, -5]).step_to([4, -5], tokens=tokens(([5, -6], "golems")))
    (keep,) = play.look("map.spaces")["5_-6"]["tokens"]
    assert (keep["token"], keep["up"]) == ("golems", True)


def test_mk_9_18_at_night_it_stays_face_down_until_it_is_assaulted() -> None:
    play = near_keep(night=True).card("march").step_to([4, -5])
    (keep,) = play.look("map.spaces")["5_-6"]["tokens"]
    assert keep["up"] is False
    play.card("march").card("march").no("move", 0, to=[5, -6]).step_to([5, -6], tokens=tokens(([5, -6], "golems")))
    assert play.look("combat.enemies.1.token") == "golems"


def test_mk_9_19_garrisons_beside_heroes_are_turned_up_when_a_day_begins() -> None:
    play = table(night=True, hand=16, site="keep").begin(0).at(BEFORE).end(0, ["march"]).idle(1)
    play.do("announce_end_of_round", 0).idle(1)
    next_round(play, dice=["red", "gold", "blue", "green"], tokens=tokens((HILLS, "golems")))
    (keep,) = play.look("map.spaces")["3_-2"]["tokens"]
    assert (keep["token"], keep["up"]) == ("golems", True)


def test_mk_9_20_a_face_down_ruin_token_is_turned_up_by_who_enters() -> None:
    """At night the ruins of tile 3 in this box lie face down on (3, -4)."""
    play = reveal(explorer(night=True, later="ruins"), "countryside_3", night=True).at([3, -5]).card("march")
    assert play.look("map.spaces")["3_-4"]["ruin"]["up"] is False
    play.step_to(PLAIN, tokens=tokens((PLAIN, "altar_red")))
    assert play.look("map.spaces")["3_-4"]["ruin"] == {"token": "altar_red", "up": True}


def test_mk_9_21_movement_is_over_with_the_combat_x_9() -> None:
    play = started().at(VILLAGE).card("march").card("stamina").step_to(BESIDE).phase("attack").do("end_combat")
    play.no("move", 0, to=[1, -1])


def test_mk_9_22_no_provoking_step_onto_another_hero_x_33_edge_5() -> None:
    play = started().at(BESIDE).end(0, ["march"]).begin(1).at(VILLAGE, 1).card("march", seat=1)
    play.no("move", 1, "MK-9.22", code="x_33", to=BESIDE)


def test_mk_9_23_going_back_costs_and_provokes_nothing() -> None:
    """Back from the lost keep to the mine, beside which no enemy stands; no Move is asked."""
    play = assaulting("guardsmen").phase("attack").do("end_combat")
    assert (play.held()["space"], play.look("combat"), play.held()["reputation"]) == (BEFORE, None, -1)


def test_mk_9_24_a_keep_laid_by_day_beside_a_hero_is_turned_up_edge_31() -> None:
    """Seat 1 stands in the village beside (3, -4), where this box has another keep; seat 0 explores from elsewhere."""
    play = explorer(later="keep").end(0, ["march"]).begin(1).at(VILLAGE, 1).end(1, ["march"])
    play.begin(0).at([4, -3]).card("march").no("explore", 0, position=[1, 1], tile="countryside_3")
    play.do("explore", position=[1, 1], tile="countryside_3", tokens=tokens((PLAIN, "golems")))
    (beside,) = play.look("map.spaces")["3_-4"]["tokens"]
    (away,) = play.look("map.spaces")["5_-6"]["tokens"]
    assert (beside["token"], beside["up"], away["up"]) == ("golems", True, False)


def test_m_1_six_move_from_the_portal_to_the_village() -> None:
    play = started().card("march").card("stamina").card("swiftness").step_to([0, -1], [1, -2], VILLAGE)
    assert play.points("move") == 0


@pytest.mark.parametrize(("night", "cost"), [(False, 7), (True, 9)])
def test_m_2_through_the_forest_it_is_seven_by_day_and_nine_at_night(night: bool, cost: int) -> None:  # noqa: FBT001
    play = rich(started(night=night), green=3).card("march", "strong").card("march", "strong").card("stamina", "strong")
    play.step_to([1, -1], [1, -2], VILLAGE)
    assert play.points("move") == 12 - cost


def test_m_9_foresters_make_hills_cost_2() -> None:
    play = recruited("foresters").unit(1, 1).step_to(HILLS)
    assert (play.held()["space"], play.points("move")) == (HILLS, 0)
