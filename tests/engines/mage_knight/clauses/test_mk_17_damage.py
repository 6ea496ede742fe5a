"""Chapter 17 of the reference: who takes how much, poison, paralysis, knock-out."""

from typing import Any

import pytest

from engines import mage_knight
from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import BESIDE, ORCS
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.playing import Play, chose, fight, started, table

SUMMONED = "medusa"


def hit(*foes: str, allies: list[str] | None = None, **options: Any) -> Play:
    """A combat whose enemies are about to deal damage."""
    settings: Json = dict(options)
    return fight(*foes, allies=allies or [], **settings).do("next_phase").do("next_phase")


def wounds(play: Play) -> tuple[int, int]:
    """Wounds that came to the hand in this combat, and wounds of the hero in all."""
    return play.look("combat.wounds"), play.held()["owned"].get("wound", 0)


@pytest.mark.parametrize(
    ("foe", "armour", "count"),
    [
        ("prowlers", 2, 2), ("ironclads", 2, 4), ("werewolf", 3, 3), ("minotaur", 3, 4), ("fire_dragon", 2, 5),
        ("golems", 2, 1), ("altem_guardsmen", 2, 3), ("crypt_worm", 2, 3), ("gargoyle", 2, 3), ("fire_golems", 2, 3),
        ("high_dragon", 4, 3), ("freezers", 2, 2), ("crossbowmen", 2, 2), ("swordsmen", 2, 3), ("guardsmen", 2, 2),
    ],
)  # fmt: skip
def test_mk_17_1_and_mk_17_9_damage_to_the_hero_is_divided_by_the_armour_c_2_c_6_c_30_c_31(
    foe: str, armour: int, count: int
) -> None:
    """Prowlers 4 / 2; Ironclads brutal 8 / 2; Werewolf 7 / 3; Minotaur brutal 10 / 3; and so on, rounded up."""
    assert hit(foe, armour=armour, hand=9).damage(1).look("combat.wounds") == count


@covers("brutal")
def test_mk_17_2_brutal_doubles_the_damage_c_6() -> None:
    assert wounds(hit("ironclads").damage(1)) == (4, 4)


def test_mk_17_3_all_damage_is_assigned_before_the_attack_phase_x_22() -> None:
    hit("prowlers").no("next_phase", 0, "MK-17.3", code="x_22")


def test_mk_17_4_a_wounded_unit_takes_none_x_22() -> None:
    play = hit("prowlers", "diggers", allies=["peasants"]).damage(1, [1])
    play.no("assign_damage", 0, "MK-17.4", code="x_22", enemy=2, units=[1])


def test_mk_17_5_a_unit_is_wounded_however_small_the_damage_and_takes_its_armour_off() -> None:
    """Prowlers 4 on Peasants (armour 3): 1 is left for the hero."""
    play = hit("prowlers", allies=["peasants"]).damage(1, [1])
    assert (play.held()["units"]["1"]["wounds"], wounds(play)) == (1, (1, 1))


@pytest.mark.parametrize(("foe", "unit", "hero"), [("swordsmen", 1, 0), ("guardsmen", 0, 0), ("crypt_worm", 1, 0)])
def test_mk_17_6_a_resistant_unit_takes_its_armour_off_first_c_24_c_25(foe: str, unit: int, hero: int) -> None:
    """Guardian Golems, armour 3, resist physical: 6 - 3, wounded, - 3 = 0; 3 - 3 = 0, not wounded."""
    play = hit(foe, allies=["guardian_golems"]).damage(1, [1])
    assert (play.held()["units"]["1"]["wounds"], play.look("combat.wounds")) == (unit, hero)


def test_mk_17_6_without_the_resistance_its_armour_counts_once_c_26() -> None:
    """Gunners' figures cut to the example: fire 6, brutal, is 12; Golems take 3 of it, 9 are left, 5 wounds."""
    play = hit("gunners", allies=["guardian_golems"], hand=9).damage(1, [1])
    assert (play.held()["units"]["1"]["wounds"], play.look("combat.wounds")) == (1, 5)


def test_mk_17_7_against_cold_fire_a_unit_resists_with_fire_and_ice_only() -> None:
    """Banner of Protection gives both: Altem Mages 4, cold fire, brutal 8; Peasants 3 + 1: 8 - 4 = 4, wounded, 0."""
    play = fight("altem_mages", allies=["peasants"], deck=["banner_of_protection"])
    play.card("banner_of_protection", choices=chose(unit=1)).do("next_phase").do("next_phase").damage(1, [1])
    assert (play.held()["units"]["1"]["wounds"], play.look("combat.wounds")) == (2, 0)


def test_mk_17_8_a_unit_that_resisted_unwounded_takes_no_more_x_37() -> None:
    play = hit("guardsmen", "diggers", allies=["guardian_golems"]).damage(1, [1])
    play.no("assign_damage", 0, "MK-17.8", code="x_37", enemy=2, units=[1])


@covers("poison")
def test_mk_17_10_poison_doubles_wounds_of_a_unit_and_adds_to_the_discard_pile_c_15_c_16() -> None:
    """Cursed Hags 3, poison: two wounds to hand and two to the discard pile; or two on Peasants (armour 3)."""
    play = hit("cursed_hags").damage(1)
    assert (wounds(play), play.held()["discard"].count("wound")) == ((2, 4), 2)
    play = hit("cursed_hags", allies=["peasants"]).damage(1, [1])
    assert (play.held()["units"]["1"]["wounds"], wounds(play)) == (2, (0, 0))


def test_c_36_a_swamp_dragon_poisons_two_and_two() -> None:
    play = hit("swamp_dragon", armour=4).damage(1)
    assert (wounds(play), play.held()["discard"].count("wound")) == ((2, 4), 2)


HAND = ["march", "march", "stamina", "rage", "promise"]


@covers("paralyze")
def test_mk_17_11_paralysis_empties_the_hand_of_all_but_wounds_c_17() -> None:
    """Medusa 6: three wounds; the five cards of the hand are discarded."""
    play = fight("orc_summoners", hands={0: HAND}).do("next_phase").do("summon", enemy=1, token=SUMMONED)
    play.do("next_phase").do("assign_damage", enemy=1, units=[])
    assert (play.look("combat.wounds"), play.held()["hand"], sorted(play.held()["discard"])) == (3, 3, sorted(HAND))
    play.do("next_phase")
    assert play.look("combat.enemies.1.token") == "orc_summoners"


def test_mk_17_11_a_unit_that_would_be_wounded_is_destroyed_c_27() -> None:
    """Ice Golems 2, paralyze, on Foresters (armour 4)."""
    play = hit("ice_golems", allies=["foresters"]).damage(1, [1])
    assert (play.held()["units"], wounds(play)) == ({}, (0, 0))


def test_mk_17_11_no_wound_to_the_hand_is_no_paralysis_edge_10() -> None:
    play = hit("ice_golems", allies=["foresters"])
    hand = play.held()["hand"]
    assert play.damage(1, [1]).held()["hand"] == hand


def test_mk_17_12_a_destroyed_unit_still_takes_its_armour_off() -> None:
    """Medusa 6 on Peasants (armour 3): 3 are left, two wounds."""
    play = hit("medusa", allies=["peasants"]).do("assign_damage", enemy=1, units=[1])
    assert (play.held()["units"], play.look("combat.wounds")) == ({}, 2)


def test_mk_17_13_at_the_hand_limit_the_hero_is_knocked_out_c_28_edge_8() -> None:
    """Ironclads 8 and Prowlers 4 on armour 2 are six wounds; at the fifth the other cards are discarded."""
    play = hit("ironclads", "prowlers", hands={0: HAND}).damage(1)
    assert (play.look("combat.knocked_out"), play.held()["hand"]) == (False, 5 + 4)
    play.do("assign_damage", enemy=2, units=[])
    assert (play.look("combat.knocked_out"), play.held()["hand"]) == (True, 6)
    assert sorted(play.held()["discard"]) == sorted(HAND)


def test_mk_17_13_what_a_combat_brings_is_marked_once() -> None:
    def marked(play: Play, kind: str, **fields: Any) -> list[str]:
        event, before = play.fold.decide(play.made(kind, 0, **fields)), play.fold.view()
        return [one["kind"] for one in mage_knight.marks(event, before, play.do(kind, **fields).fold.view())]

    play = started(hand=2, armour=2, hands={0: HAND[:2]}).at(BESIDE)
    assert marked(play, "challenge", at=[ORCS]) == ["combat"]
    play.phase("damage")
    assert marked(play, "assign_damage", enemy=1, units=[]) == ["knocked_out"]
    assert (marked(play, "next_phase"), marked(play, "end_combat")) == ([], ["combat_over"])
    play = rich(fight("prowlers")).phase("attack").card("rage", "strong")
    assert marked(play, "attack", enemies=[1], pieces=["rage.1"]) == ["defeated"]


def test_mk_17_14_wounds_as_a_cost_count_and_those_of_poison_do_not_edge_9() -> None:
    """Blood Rage costs one; the Hags' two to the discard pile are not counted."""
    play = rich(fight("cursed_hags", deck=["blood_rage"])).phase("attack").card("blood_rage", choices=chose(option=2))
    assert (play.look("combat.wounds"), play.look("combat.knocked_out")) == (3, False)


def test_mk_17_15_units_and_skills_still_work_for_a_hero_knocked_out() -> None:
    play = hit("ironclads", "prowlers", allies=["foresters", "peasants"]).damage(1).damage(2).do("next_phase")
    play.unit(2, 1, choices=chose(option=1)).attack("peasants.1", enemies=[2])
    assert play.look("combat.knocked_out") is True


def test_mk_17_16_the_summoned_are_discarded_without_fame() -> None:
    play = fight("orc_summoners").do("next_phase").do("summon", enemy=1, token="gargoyle").do("next_phase")
    play.damage(1).do("next_phase")
    assert (play.held()["fame"], play.look("tokens.brown.discarded")) == (0, ["gargoyle"])


def test_mk_17_17_units_come_first_in_the_order_named_c_37() -> None:
    """Gunners: fire 6, brutal, is 12; Herbalists (armour 2) take 2, ten on armour 3 are four wounds."""
    play = hit("gunners", allies=["herbalists"], armour=3).damage(1, [1])
    assert (play.held()["units"]["1"]["wounds"], play.look("combat.wounds")) == (1, 4)


def test_mk_17_17_what_is_left_goes_to_the_hero_and_no_unit_comes_after_x_37() -> None:
    """One move assigns all the damage of an enemy; there is no second one for the same enemy."""
    hit("prowlers", allies=["peasants"]).damage(1).no("assign_damage", 0, enemy=1, units=[1])


def unsure(*cards: str) -> Play:
    """A second round: sixteen hidden cards of eighteen are in the hand, and two of the eighteen are wounds."""
    play = table(2, hand=16, deck=cards, foes={"prowlers": "ice_golems"}).begin(0).wounds(2).end(0, ["march"])
    play.do("announce_end_of_round", 1).idle(0)
    next_round(play).do("take_tactic", 1, tactic="sparing_power").do("take_tactic", 0, tactic="from_the_dusk")
    return play.begin(0)


def test_mk_17_13_who_drops_a_hand_that_may_hold_wounds_names_what_lies_face_up() -> None:
    """Ice Golems 2, paralyze: a wound. Of the hidden sixteen one is a wound, and fifteen are named."""
    play = unsure().at(BESIDE).do("challenge", at=[ORCS]).phase("damage")
    play.no("assign_damage", 0, "MK-17.13", enemy=1, units=[])
    gone = [card for card, n in play.held()["owned"].items() if card != "wound" for _ in range(n)]
    play.no("assign_damage", 0, enemy=1, units=[], discarded=gone[:13])
    play.do("assign_damage", enemy=1, units=[], discarded=gone[:15])
    assert (play.held()["hand"], len(play.held()["discard"])) == (2, 15)


@pytest.mark.parametrize("named", [None, ["march", "rage", "promise"]])
def test_mk_17_11_and_mk_17_13_who_is_knocked_out_and_paralyzed_at_once_discards_the_hand_once(
    named: list[str] | None,
) -> None:
    """Medusa 6 against armour 2: three wounds, as many as the hand limit of this box, and paralyze."""
    play = fight("medusa", hand=3, armour=2, hands={0: ["march", "rage", "promise"]}).phase("damage")
    play.do("assign_damage", enemy=1, discarded=named)
    assert play.body["discarded"] == ["march", "rage", "promise"]
    assert (play.held()["discard"], play.held()["known"]["hand"]) == (["march", "rage", "promise"], ["wound"] * 3)


def test_mk_17_13_where_no_wound_can_be_hidden_every_hidden_card_goes_unnamed() -> None:
    play = fight("ice_golems").phase("damage").do("assign_damage", enemy=1, units=[])
    assert (play.held()["hand"], play.fold.facts()["heroes"]["0"]["discard"]) == (1, 5)


def test_mk_24_4_wounds_counted_in_a_hidden_hand_are_a_public_number() -> None:
    """In Need gives 2, and 1 for each wound in the hand."""
    play = unsure("in_need").no("play_card", 0, card="in_need", use="basic")
    play.no("play_card", 0, "MK-20.4", card="in_need", use="basic", facts=chose(number=3))
    play.fold.decide(play.made("play_card", 0, card="in_need", use="basic", facts=chose(number=2)))
    assert play.card("in_need", facts=chose(number=1)).points("influence") == 3
    assert play.held()["known"]["hand"] == ["wound"]
