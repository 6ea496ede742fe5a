"""Chapters 26 and 27 of the reference: the end of a round, the new one, and the end of the game."""

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import BEFORE, HILLS, PLAIN, VILLAGE
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.lands import ROUTE, explored, explorer, reveal
from tests.engines.mage_knight.playing import Play, chose, learned, recruited, started, table, tokens


def over(seats: int = 2, **options: Any) -> Play:
    """A table whose round is over: seat 0 announced, the others had their last turn."""
    play = table(seats, **{"hand": 16, **options}).do("announce_end_of_round", 0)
    for seat in range(1, seats):
        play.idle(seat)
    return play


def test_mk_26_1_the_round_ends_when_all_but_the_announcer_had_a_turn() -> None:
    play = table(3, hand=16).do("announce_end_of_round", 0).idle(1)
    play.no("prepare_round", None, "MK-26.1", dice=["red"] * 5, unit_offer=["peasants"] * 3 + ["foresters"] * 2)
    play.idle(2).sees("phase", "between_rounds")
    assert next_round(play, seats=3).look("round") == 2


def three_rounds(play: Play) -> Play:
    """Go on to the end of the third round, seat 0 announcing each end."""
    for number in (2, 3):
        last = ["utem_crossbowmen", "utem_swordsmen", "utem_crossbowmen", "utem_swordsmen"]
        changed: Json = {"unit_offer": last} if number == 3 else {}
        next_round(play, **{"dice": ["red", "blue", "green", "white"], **changed})
        tactics = ("from_the_dusk", "sparing_power") if number == 2 else ("early_bird", "the_right_moment")
        play.do("take_tactic", 1, tactic=tactics[1]).do("take_tactic", 0, tactic=tactics[0])
        play.do("announce_end_of_round", 0).idle(1)
    return play


def test_mk_26_2_and_mk_27_6_after_the_third_round_the_game_ends_without_a_city() -> None:
    play = three_rounds(over()).sees("phase", "scoring")
    cards = {str(seat): list_of(play, seat) for seat in (0, 1)}
    result = play.do("score", None, cards=cards).fold.result()
    assert result is not None
    assert result["end"]["reason"] == "rounds_over"


def list_of(play: Play, seat: int) -> list[str]:
    """Every card that a hero owns, each copy by itself."""
    return [card for card, n in play.held(seat)["owned"].items() for _ in range(n)]


def test_mk_26_3_day_and_night_change() -> None:
    next_round(over()).sees("night", value=True).sees("round", 2)


def test_mk_26_4_all_dice_are_rolled_under_the_rule_of_the_source() -> None:
    play = over()
    offer = ["guardian_golems", "illusionists", "guardian_golems", "illusionists"]
    play.no("prepare_round", None, "MK-2.11", dice=["gold", "black", "gold", "red"], unit_offer=offer)
    play.no("prepare_round", None, "MK-2.10", dice=["red", "red", "red"], unit_offer=offer)
    next_round(play, dice=["gold", "black", "red", "red"])
    assert [die["face"] for die in play.look("source")] == ["gold", "black", "red", "red"]


def test_mk_26_5_at_night_gold_dice_are_depleted() -> None:
    play = next_round(over(), dice=["gold", "black", "green", "red"])
    play.do("take_tactic", 1, tactic="sparing_power").do("take_tactic", 0, tactic="from_the_dusk").begin(0)
    paid = [{"from": "die", "shows": "gold", "as": "green"}]
    play.no("play_card", 0, card="march", use="strong", payments=paid)


def test_mk_26_6_and_mk_26_7_a_new_offer_of_units_is_dealt() -> None:
    """Two Peasants of three were in the offer and lie at the bottom of the deck now; one may come, not two."""
    play = next_round(over(), unit_offer=["peasants", "illusionists", "illusionists", "foresters"])
    play.sees("offers.units", ["peasants", "illusionists", "illusionists", "foresters"])
    over().no("prepare_round", None, dice=["red"] * 4, unit_offer=["peasants", "peasants", "illusionists", "foresters"])


def test_mk_26_8_one_advanced_action_for_each_monastery_that_stands_edge_15() -> None:
    play = explorer(later="monastery").at(VILLAGE).card("march")
    play.do("explore", position=[1, 1], tile="countryside_3", action_card="fire_bolt").end()
    play.idle(1).do("announce_end_of_round", 0).idle(1)
    offer = ["guardian_golems", "illusionists", "guardian_golems", "illusionists"]
    play.no("prepare_round", None, dice=["red"] * 4, unit_offer=offer)
    next_round(play, monastery_cards=["ice_bolt"]).sees("offers.monastery", ["ice_bolt"])


def test_mk_26_9_the_lowest_action_goes_to_the_bottom_and_a_new_one_comes_on_top() -> None:
    play = learned("dark_paths", hand=16).end(0, ["stamina"]).do("announce_end_of_round", 1).idle(0)
    play.sees("offers.actions", ["ice_shield", "agility", "crushing_bolt"])
    next_round(play, action_card="fire_bolt").sees("offers.actions", ["agility", "crushing_bolt", "fire_bolt"])


def test_mk_26_10_so_it_is_with_the_spells() -> None:
    play = started(deck=["magic_talent"], aa_deck=28, hand=16)
    play.card("magic_talent", choices=chose(cards=["march"]), offer=["flame_wall", "chill", "meditation"])
    play.end().do("announce_end_of_round", 1).idle(0)
    next_round(play, spell="tremor").sees("offers.spells", ["chill", "meditation", "tremor"])


def test_mk_26_11_an_offer_not_laid_out_stays_so() -> None:
    next_round(over()).sees("offers.actions", None).sees("offers.spells", None)
    over().no(
        *("prepare_round", None),
        dice=["red"] * 4, action_card="fire_bolt",
        unit_offer=["guardian_golems", "illusionists", "guardian_golems", "illusionists"],
    )  # fmt: skip


def test_mk_26_12_and_mk_26_14_all_cards_are_shuffled_and_hands_filled() -> None:
    play = over(hand=16)
    assert len(play.held(1)["discard"]) == 1
    next_round(play)
    for seat in (0, 1):
        held = play.held(seat)
        assert (held["hand"], held["deck"], held["discard"], held["played"]) == (16, 0, [], {})


@pytest.mark.parametrize("taken", [True, False])
def test_mk_26_13_a_banner_stays_or_is_shuffled_in(taken: bool) -> None:  # noqa: FBT001
    play = recruited("peasants", deck=["banner_of_glory"], hand=16).card("banner_of_glory", choices=chose(unit=1))
    play.end().do("announce_end_of_round", 1).begin(0).end(0, ["stamina"])
    next_round(play, banners=[{"seat": 0, "unit": 1}] if taken else None)
    held = play.held()
    assert held["units"]["1"]["banner"] == (None if taken else "banner_of_glory")
    assert held["hand"] + held["deck"] == (16 if taken else 15)


def test_mk_26_15_spent_units_are_ready_again() -> None:
    play = recruited("peasants", hand=16).unit(1, 3).end(0, ["stamina"]).do("announce_end_of_round", 1).idle(0)
    next_round(play)
    assert play.held()["units"]["1"]["ready"] is True


def test_mk_26_16_banners_are_turned_up_with_skills() -> None:
    play = recruited("peasants", deck=["banner_of_courage"], hand=16).card("banner_of_courage", choices=chose(unit=1))
    play.unit(1, 3).do("use_banner", unit=1).end().do("announce_end_of_round", 1).idle(0)
    next_round(play)
    assert play.held()["units"]["1"]["banner_used"] is False


def test_mk_26_17_and_mk_26_19_tactics_come_back_and_are_chosen() -> None:
    play = next_round(over()).sees("phase", "tactics").sees("choosing", [1, 0])
    assert [play.held(seat)["tactic"] for seat in (0, 1)] == [None, None]


def test_mk_26_18_ruins_are_turned_up_as_a_day_begins() -> None:
    play = explorer(later="ruins", night=True)
    reveal(play, "countryside_3", night=True).end().idle(1)
    play.do("announce_end_of_round", 0).idle(1)
    offer = ["guardian_golems", "illusionists", "guardian_golems", "illusionists"]
    play.no("prepare_round", None, dice=["red"] * 4, unit_offer=offer)
    next_round(play, tokens=tokens((PLAIN, "altar_blue")))


def test_mk_26_20_interactive_skills_in_the_centre_go_back() -> None:
    play = learned("prayer_of_weather", hand=16).skill("prayer_of_weather").end(0, ["stamina"])
    play.idle(1).do("announce_end_of_round", 0).idle(1)
    next_round(play, action_card="fire_bolt")
    assert play.held()["skills"]["prayer_of_weather"]["centre"] is False


# --------------------------------------------------------------------------------------------------- end of the game


def found(**options: Any) -> Play:
    """Seat 0 turned up the city in its first turn and closed that turn."""
    play = explored("core_5", **options)
    fame = play.held()["fame"]
    play.do("end_turn")
    levels = [number for number, line in ((2, 3), (3, 8)) if fame >= line]
    for level in levels:
        if level == 2:
            play.do(
                "level_up", shown=["dark_paths", "burning_power"], option="a", skill="dark_paths", card="agility",
                new_card="crushing_bolt", offer=["blood_rage", "ice_shield", "agility"],
            )  # fmt: skip
        else:
            play.do("level_up")
    return play.do("draw")


def test_mk_27_1_and_mk_27_2_everybody_has_one_more_turn_the_finder_last() -> None:
    play = found()
    assert play.look("last_turns")["by"] == "city"
    play.idle(1).sees("phase", "turns").begin(0).end(0, ["march"]).sees("phase", "scoring")


def test_mk_27_3_if_the_round_ends_in_these_turns_the_game_ends_at_once_edge_18() -> None:
    """Seat 1 has an empty deck and announces in its last turn, which that uses up; seat 0 has its own last turn."""
    found().do("announce_end_of_round", 1).begin(0).end(0, ["march"]).sees("phase", "scoring")


def test_mk_27_4_what_came_first_decides_edge_19() -> None:
    """Seat 1 announced; seat 0 finds the city in its last turn of the round: the round ends, and so does the game."""
    play = explorer().end(0, ["march"]).do("announce_end_of_round", 1).begin(0)
    for tile in ROUTE:
        reveal(play, tile)
    assert play.look("last_turns")["by"] == "round"


def test_mk_27_5_no_fight_between_heroes_in_the_last_turns() -> None:
    found().begin(1).at([8, -8], 1).no("challenge", 1, at=[[8, -8]])


def test_mk_27_7_an_extra_turn_won_in_the_last_turn_belongs_to_it() -> None:
    play = found(tactics=["early_bird", "the_right_moment"]).begin(1).do("use_tactic", 1).end(1, ["march"])
    play.begin(1).end(1, ["march"]).begin(0).end(0, ["march"]).sees("phase", "scoring")


def test_mk_27_8_the_end_of_the_round_may_be_announced_in_a_last_turn() -> None:
    assert found().do("announce_end_of_round", 1).look("announced") == 1


def test_mk_27_9_an_extra_turn_of_the_turn_that_finds_the_city_comes_before_the_last_ones() -> None:
    turn = table(deck=["march"] * 16, hand=16, tactics=["the_right_moment", "early_bird"]).idle(1).begin(0)
    for tile in ROUTE:
        reveal(turn, tile)
    turn.do("use_tactic", 0).do("end_turn")
    turn.do(
        "level_up", shown=["dark_paths", "burning_power"], option="a", skill="dark_paths", card="agility",
        new_card="crushing_bolt", offer=["blood_rage", "ice_shield", "agility"],
    ).do("draw")  # fmt: skip
    turn.begin(0).end(0, ["march"]).idle(1).begin(0).end(0, ["march"]).sees("phase", "scoring")


def test_a_keep_beside_a_hero_is_named_when_the_day_begins() -> None:
    play = table(night=True, hand=16, site="keep").begin(0).at(BEFORE).end(0, ["march"]).idle(1)
    play.do("announce_end_of_round", 0).idle(1)
    offer = ["guardian_golems", "illusionists", "guardian_golems", "illusionists"]
    play.no("prepare_round", None, dice=["red"] * 4, unit_offer=offer)
    next_round(play, tokens=tokens((HILLS, "golems")))
