"""What each of the forty skills does."""

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.components.test_basic_actions import Part, block, melee, phase_of, ranged, siege
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.playing import Play, chose, learned, level_up, mana, started


def fighting(play: Play) -> Play:
    """Go beside the orcs of tile 2 and challenge them."""
    return play.at([2, -2]).do("challenge", at=[[3, -3]])


POINTS = [
    ("dark_paths", False, "move", 1), ("dark_paths", True, "move", 2), ("double_time", False, "move", 2),
    ("double_time", True, "move", 1), ("dark_negotiation", False, "influence", 2),
    ("dark_negotiation", True, "influence", 3), ("bright_negotiation", False, "influence", 3),
    ("bright_negotiation", True, "influence", 2), ("potion_making", False, "heal", 2),
]  # fmt: skip

PIECES: list[tuple[str, bool, list[Json], Part]] = [
    ("burning_power", False, chose(option=1), siege(1)), ("burning_power", False, chose(option=2), siege(1, "fire")),
    ("hot_swordsmanship", False, chose(option=1), melee(2)),
    ("hot_swordsmanship", False, chose(option=2), melee(2, "fire")), ("night_sharpshooting", False, [], ranged(1)),
    ("night_sharpshooting", True, [], ranged(2)), ("cold_swordsmanship", False, chose(option=1), melee(2)),
    ("cold_swordsmanship", False, chose(option=2), melee(2, "ice")),
    ("shield_mastery", False, chose(option=1), block(3)),
    ("shield_mastery", False, chose(option=2), block(2, "fire")),
    ("shield_mastery", False, chose(option=3), block(2, "ice")), ("freezing_power", False, chose(option=1), siege(1)),
    ("freezing_power", False, chose(option=2), siege(1, "ice")), ("day_sharpshooting", False, [], ranged(2)),
    ("day_sharpshooting", True, [], ranged(1)),
]  # fmt: skip

CRAFTS = [
    ("white_crystal_craft", "blue", "white"), ("green_crystal_craft", "blue", "green"),
    ("red_crystal_craft", "blue", "red"), ("leaves_in_the_wind", "green", "white"),
    ("whispers_in_the_treetops", "white", "green"),
]  # fmt: skip

covers(*(row[0] for row in POINTS), *(row[0] for row in PIECES), *(row[0] for row in CRAFTS))


@pytest.mark.parametrize(("skill", "night", "kind", "points"), POINTS)
def test_a_skill_gives_points_by_the_time_of_day(skill: str, night: bool, kind: str, points: int) -> None:  # noqa: FBT001
    assert learned(skill, night=night).skill(skill).points(kind) == points


@pytest.mark.parametrize(("skill", "night", "choices", "part"), PIECES)
def test_a_skill_gives_its_piece(skill: str, night: bool, choices: list[Json], part: Part) -> None:  # noqa: FBT001
    play = fighting(learned(skill, night=night)).phase(phase_of(part)).skill(skill, choices=choices or None)
    assert play.parts(f"{skill}.1") == [part]


@pytest.mark.parametrize(("skill", "crystal", "token"), CRAFTS)
def test_a_craft_gives_a_crystal_and_a_token_once_a_round(skill: str, crystal: str, token: str) -> None:
    play = learned(skill).skill(skill)
    assert (play.held()["crystals"][crystal], play.held()["mana"][token]) == (1, 1)
    play.end(0, ["stamina"]).others_idle().no("use_skill", 0, "MK-23.13", skill=skill)


def test_a_skill_of_once_a_turn_is_back_in_the_next_turn() -> None:
    play = learned("dark_paths").skill("dark_paths").no("use_skill", 0, "MK-23.13", skill="dark_paths")
    assert play.end(0, ["stamina"]).others_idle().skill("dark_paths").points("move") == 1


@covers("dark_fire_magic")
@pytest.mark.parametrize("colour", ["red", "black"])
def test_dark_fire_magic_gives_a_red_crystal_and_a_red_or_black_token(colour: str) -> None:
    play = learned("dark_fire_magic").skill("dark_fire_magic", choices=chose(colors=[colour]))
    assert (play.held()["crystals"]["red"], play.held()["mana"][colour]) == (1, 1)


@covers("power_of_pain")
def test_power_of_pain_plays_a_wound_sideways_for_2() -> None:
    play = learned("power_of_pain").wounds(1)
    play.do("play_card", card="wound", use="sideways", gives="move", with_={"skill": "power_of_pain"})
    assert play.points("move") == 2
    play.end(0, ["stamina"])
    assert play.held()["discard"].count("wound") == 1


@covers("invocation")
@pytest.mark.parametrize(
    ("option", "card", "colour"), [(1, "wound", "black"), (1, "wound", "red"), (2, "stamina", "green")]
)
def test_invocation_turns_a_card_into_mana_for_the_next_play(option: int, card: str, colour: str) -> None:
    play = learned("invocation").wounds(1)
    play.skill("invocation", choices=chose(option=option, cards=[card], colors=[colour]))
    assert play.held()["mana"][colour] == 1
    assert card in play.held()["discard"]


def test_the_mana_of_invocation_is_the_one_to_spend_and_not_a_token_from_before() -> None:
    play = learned("invocation").card("concentration", choices=chose(colors=["red"]))
    play.skill("invocation", choices=chose(option=2, cards=["stamina"], colors=["green"]))
    play.no("play_card", 0, "MK-24.8", card="threaten", use="strong", payments=mana("red@token"))
    play.card("march", "strong", pay=["green@token"])


@covers("polarization")
def test_polarization_lets_mana_count_as_its_opposite() -> None:
    play = learned("polarization").crystals(blue=1).skill("polarization").card("threaten", "strong", pay=["blue=red"])
    assert play.points("influence") == 5


def test_polarization_lets_black_count_as_any_basic_colour_by_day() -> None:
    play = learned("polarization", source=["black", "red", "red", "red"]).skill("polarization")
    play.card("march", "strong", pay=["black@die=green"])
    assert play.points("move") == 4


def test_polarization_lets_gold_count_as_black_at_night() -> None:
    play = learned("polarization", source=["gold", "red", "red", "red"], deck=["fireball"], night=True)
    fighting(play.crystals(red=1).skill("polarization")).card("fireball", "strong", pay=["red", "gold@die=black"])
    assert play.parts("fireball.1") == [siege(8, "fire")]


@covers("motivation")
@pytest.mark.parametrize("colour", ["red", "blue", "green", "white"])
def test_motivation_draws_two_cards_on_any_turn_and_mana_for_the_least_famous(colour: str) -> None:
    play = started(colours=[colour, "red" if colour != "red" else "blue"]).fame(3).do("end_turn")
    level_up(play, "motivation").do("discard_hand", cards=["march"]).do("draw")
    play.begin(1).no("use_skill", 0, "MK-23.11", skill="motivation").end(1, ["march"])
    play.begin(0).end(0, ["stamina"]).begin(1).fame(9, 1)
    hand = play.held()["hand"]
    play.skill("motivation", drawn=["rage", "threaten"])
    assert (play.held()["hand"], play.held()["mana"][colour]) == (hand + 2, 1)


def test_motivation_on_equal_fame_gives_no_mana() -> None:
    assert learned("motivation").fame(3, 1).skill("motivation").held()["mana"]["red"] == 0


@covers("healing_ritual")
def test_healing_ritual_throws_wounds_away_and_passes_one_on() -> None:
    play = learned("healing_ritual").wounds(1).skill("healing_ritual", choices=chose(number=0))
    assert play.held()["owned"]["wound"] == 1
    play = learned("healing_ritual").wounds(2)
    theirs = play.held(1)["hand"]
    play.skill("healing_ritual", choices=chose(number=2))
    assert play.held()["owned"].get("wound", 0) == 0
    assert (play.held(1)["owned"]["wound"], play.held(1)["hand"]) == (1, theirs + 1)
    assert play.held()["skills"]["healing_ritual"]["centre"] is True
    # A wound was shuffled with the other cards, all but one of which are in the hand; another lies open in it.
    play = learned("healing_ritual", hand=16).wounds(1).end(0, ["stamina"]).do("announce_end_of_round", 1).idle(0)
    next_round(play, action_card="fire_bolt").do("take_tactic", 1, tactic="sparing_power")
    play.do("take_tactic", 0, tactic="from_the_dusk").begin(0).wounds(1)
    play.skill("healing_ritual", choices=chose(number=2))
    assert play.held()["owned"].get("wound", 0) == 0


@covers("resistance_break")
def test_resistance_break_lowers_armour_by_each_resistance() -> None:
    """Ironclads: armour 3, one resistance."""
    play = learned("resistance_break", orcs=["ironclads", "prowlers"])
    fighting(play).skill("resistance_break", choices=chose(enemies=[1]))
    assert play.look("combat.enemies.1.armor") == 2


@covers("i_feel_no_pain")
def test_i_feel_no_pain_discards_a_wound_for_a_card() -> None:
    play = learned("i_feel_no_pain").wounds(1)
    hand = play.held()["hand"]
    play.skill("i_feel_no_pain", choices=chose(cards=["wound"]))
    assert (play.held()["hand"], play.held()["discard"].count("wound")) == (hand, 1)
    play = fighting(learned("i_feel_no_pain").wounds(1))
    play.no("use_skill", 0, skill="i_feel_no_pain", choices=chose(cards=["wound"]))


def aided(play: Play, skill: str, card: str, **more: Any) -> Play:
    """A card played sideways for movement with a skill that changes it."""
    fields = {"skill": skill, **({"option": more.pop("option")} if "option" in more else {})}
    return play.do("play_card", card=card, use="sideways", gives="move", with_=fields, **more)


@covers("i_dont_give_a_damn")
@pytest.mark.parametrize(("card", "points"), [("march", 2), ("fire_bolt", 3), ("fireball", 3), ("ruby_ring", 3)])
def test_i_dont_give_a_damn_makes_a_sideways_card_worth_more(card: str, points: int) -> None:
    play = learned("i_dont_give_a_damn", deck=["fire_bolt", "fireball", "ruby_ring"])
    # A form that is about to name the skill asks for nothing else.
    begun = play.made("play_card", 0, card=card, use="sideways", gives="move", with_={})
    assert play.fold.offers(begun)["field"] is None
    assert aided(play, "i_dont_give_a_damn", card).points("move") == points


@covers("who_needs_magic")
def test_who_needs_magic_gives_3_to_who_keeps_off_the_source() -> None:
    play = aided(learned("who_needs_magic"), "who_needs_magic", "stamina", option=2)
    assert play.points("move") == 3
    play.no("play_card", 0, "MK-8.2", card="march", use="strong", payments=mana("green@die"))


def test_who_needs_magic_gives_2_after_a_source_die() -> None:
    play = learned("who_needs_magic").card("march", "strong", pay=["green@die"])
    play.no(
        *("play_card", 0),
        card="stamina", use="sideways", gives="move", with_={"skill": "who_needs_magic", "option": 2},
    )  # fmt: skip
    assert aided(play, "who_needs_magic", "stamina", option=1).points("move") == 6


@pytest.mark.parametrize(("die", "points"), [(False, 3), (True, 4 + 2)])
def test_who_needs_magic_gives_the_most_that_it_can_where_nobody_says(die: bool, points: int) -> None:  # noqa: FBT001
    play = learned("who_needs_magic")
    play = play.card("march", "strong", pay=["green@die"]) if die else play
    assert aided(play, "who_needs_magic", "stamina").points("move") == points


@covers("mana_exploit")
def test_mana_exploit_gives_mana_and_wounds_others_for_other_colours() -> None:
    """Once for each colour and player, while the token lies in the centre."""
    play = learned("mana_exploit").crystals(1, green=2, white=1).skill("mana_exploit", choices=chose(color="white"))
    assert play.held()["mana"]["white"] == 1
    play.end(0, ["stamina"]).begin(1)
    hand = play.held(1)["hand"]
    play.card("march", "strong", seat=1)
    assert play.held(1)["hand"] == hand
    play.card("tranquility", "strong", seat=1, choices=chose(option=1))
    assert play.held(1)["hand"] == hand - 1
    play.card("promise", "strong", seat=1)
    assert play.held(1)["hand"] == hand - 2


@covers("glittering_fortune")
def test_glittering_fortune_counts_colours_of_crystals_in_an_interaction() -> None:
    play = learned("glittering_fortune").crystals(red=2, white=1)
    play.no("use_skill", 0, "MK-24.6", skill="glittering_fortune")
    assert play.at([2, -3]).do("interact").skill("glittering_fortune").points("influence") == 2


@covers("flight")
def test_flight_jumps_one_space_free_or_two_for_2() -> None:
    play = learned("flight").at([1, -2]).skill("flight", choices=chose(option=1)).do("jump", path=[[2, -2]])
    assert (play.held()["space"], play.look("combat")) == ([2, -2], None)
    play = learned("flight").at([1, -2]).card("march").skill("flight", choices=chose(option=2))
    play.do("jump", path=[[2, -3], [2, -2]])
    assert (play.held()["space"], play.points("move"), play.look("combat")) == ([2, -2], 0, None)


@covers("universal_power")
@pytest.mark.parametrize(("card", "points"), [("march", 4), ("promise", 3), ("ruby_ring", 3)])
def test_universal_power_adds_mana_to_a_sideways_card(card: str, points: int) -> None:
    """Green paid: 4 for a green action, 3 for any other card."""
    play = learned("universal_power", deck=["ruby_ring"]).crystals(green=1)
    aided(play, "universal_power", card, payments=mana("green"))
    assert play.points("move") == points


@covers("source_freeze")
def test_source_freeze_bars_the_die_of_others_and_gives_a_crystal_later() -> None:
    play = learned("source_freeze").skill("source_freeze").end(0, ["stamina"]).begin(1)
    play.no("play_card", 1, card="march", use="strong", payments=mana("green@die")).end(1, ["promise"])
    play.do("begin_turn", 0, color="white")
    assert play.held()["crystals"]["white"] == 1
    assert play.held()["skills"]["source_freeze"]["centre"] is False


@covers("forward_march")
def test_forward_march_counts_ready_units_up_to_three() -> None:
    """Without a unit it gives nothing; with the command of this box four units would still be 3."""
    play = learned("forward_march", cheap=True, command=5, units=["peasants", "peasants", "foresters", "herbalists"])
    play.skill("forward_march")
    assert play.points("move") == 0
    play = learned("forward_march", cheap=True, command=5, units=["peasants", "peasants", "foresters", "herbalists"])
    play.at([4, -2]).reputation(7).do("interact")
    for unit in ("peasants", "peasants", "foresters", "herbalists"):
        play.do("recruit", unit=unit)
    play.end(0, ["stamina"]).others_idle().skill("forward_march")
    assert play.points("move") == 3


def test_forward_march_counts_no_wounded_unit() -> None:
    """Peasants of armour 3 take the 4 of Prowlers; only the Foresters are ready and well."""
    play = learned("forward_march", cheap=True, command=5).at([4, -2]).reputation(7).do("interact")
    play.do("recruit", unit="peasants").do("recruit", unit="foresters").end(0, ["stamina"]).others_idle()
    fighting(play).phase("damage").damage(1, [1]).do("next_phase").do("end_combat")
    assert play.skill("forward_march").points("move") == 1


@covers("inspiration")
def test_inspiration_readies_or_heals_a_unit_outside_combat() -> None:
    play = learned("inspiration", cheap=True).at([4, -2]).reputation(3).do("interact").do("recruit", unit="peasants")
    play.unit(1, 3).skill("inspiration", choices=chose(option=1, unit=1))
    assert play.held()["units"]["1"]["ready"] is True
    play = learned("inspiration", cheap=True).at([4, -2]).reputation(3).do("interact").do("recruit", unit="peasants")
    fighting(play.end(0, ["stamina"]).others_idle()).phase("damage").damage(1, [1]).do("next_phase").do("end_combat")
    assert play.skill("inspiration", choices=chose(option=2, unit=1)).held()["units"]["1"]["wounds"] == 0


@covers("leadership")
@pytest.mark.parametrize(
    ("which", "unit", "ability", "choices", "part"),
    [
        ("block", "peasants", 1, chose(option=2), block(5)),
        ("attack", "peasants", 1, chose(option=1), melee(4)),
        ("attack", "peasants", 1, chose(option=2), block(2)),
        ("ranged_attack", "utem_crossbowmen", 2, [], ranged(3)),
    ],
)
def test_leadership_strengthens_the_next_unit(
    which: str, unit: str, ability: int, choices: list[Json], part: Part
) -> None:
    play = learned("leadership", cheap=True, units=[unit]).at([4, -2]).reputation(3).do("interact")
    play.do("recruit", unit=unit).end(0, ["stamina"]).others_idle()
    fighting(play).phase(phase_of(part)).skill("leadership", choices=chose(which=which))
    play.unit(1, ability, choices=choices or None)
    assert play.parts(f"{unit}.1") == [part]


@covers("bonds_of_loyalty")
def test_bonds_of_loyalty_brings_two_units_and_a_cheap_slot() -> None:
    """Utem Swordsmen cost 6, in the slot 1; they cannot be disbanded."""
    play = started(colours=["white", "red"]).fame(3).do("end_turn")
    level_up(play, "bonds_of_loyalty", units=["utem_swordsmen", "utem_guardsmen"])
    assert play.look("offers.units")[-2:] == ["utem_swordsmen", "utem_guardsmen"]
    play.do("discard_hand", cards=["march"]).do("draw").others_idle()
    play.at([2, -3]).do("interact").card("threaten").do("recruit", unit="utem_guardsmen", slot=True)
    assert play.points("influence") == 2
    assert play.held()["units"]["1"]["bond"] is True


@covers("prayer_of_weather")
def test_prayer_of_weather_makes_terrain_cheap_for_its_owner_and_dear_for_others() -> None:
    """Forest 3 - 2; plains 2 - 2 stop at 1. For others plains cost 3, and nothing more than 5."""
    play = learned("prayer_of_weather").skill("prayer_of_weather").card("stamina").step_to([1, -1])
    assert play.points("move") == 1
    play.end(0).begin(1).sideways("rage", "move", 1)
    play.no("move", 1, "MK-9.1", to=[0, -1]).card("march", seat=1).do("move", 1, to=[0, -1])
    assert play.points("move", 1) == 0
