"""Chapter 13 of the reference: recruiting, command, activating, banners."""

from tests.engines.mage_knight.boxes import HILLS, VILLAGE
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.playing import chose, fight, recruited, started


def test_mk_13_1_only_units_of_the_offer_are_recruited() -> None:
    play = started(deck=["endless_bag_of_gold"]).at(VILLAGE).do("interact").card("endless_bag_of_gold", "strong")
    play.no("recruit", 0, "MK-13.1", unit="utem_crossbowmen")


def test_mk_13_2_a_unit_costs_its_influence_and_needs_its_icon_x_15() -> None:
    units = ["utem_swordsmen", "peasants", "utem_guardsmen", "foresters"]
    play = started(units=units, deck=["endless_bag_of_gold"]).at(VILLAGE).do("interact")
    play.no("recruit", 0, "MK-12.9", code="x_15", unit="peasants").card("endless_bag_of_gold", "strong")
    play.no("recruit", 0, "MK-13.2", code="x_15", unit="utem_swordsmen").do("recruit", unit="utem_guardsmen")
    assert play.points("influence") == 9 - 5


def test_mk_13_3_and_mk_13_5_each_unit_needs_a_command_token_e_5_x_31() -> None:
    play = started(deck=["endless_bag_of_gold"]).at(VILLAGE).do("interact").card("endless_bag_of_gold", "strong")
    play.do("recruit", unit="peasants").no("recruit", 0, "MK-13.5", code="x_31", unit="foresters")
    play.do("recruit", unit="foresters", disband=1)
    assert [unit["unit"] for unit in play.held()["units"].values()] == ["foresters"]
    assert list(play.held()["units"]) == ["2"]


def test_mk_13_5_a_fourth_unit_with_three_tokens_needs_disbanding_x_31() -> None:
    units = ["peasants", "peasants", "foresters", "herbalists"]
    play = started(cheap=True, command=3, units=units).at(VILLAGE).reputation(7).do("interact")
    for unit in units[:3]:
        play.do("recruit", unit=unit)
    play.no("recruit", 0, "MK-13.5", code="x_31", unit="herbalists")


def test_mk_13_6_and_mk_13_7_a_unit_arrives_ready_and_may_be_used_at_once() -> None:
    play = started(cheap=True).at(VILLAGE).reputation(2).do("interact").do("recruit", unit="peasants")
    assert (play.held()["units"]["1"]["ready"], play.points("influence")) == (True, 0)
    assert play.unit(1, 2).points("influence") == 2


def test_mk_13_8_a_unit_gives_one_ability_and_is_spent_x_17() -> None:
    recruited("peasants").unit(1, 3).no("activate_unit", 0, "MK-13.8", code="x_17", unit=1, ability=3)


def test_mk_13_9_an_ability_with_mana_needs_it() -> None:
    recruited("herbalists").no("activate_unit", 0, "MK-13.9", code="x_2", unit=1, ability=1)


def test_mk_13_10_units_are_ready_with_the_new_round_and_their_wounds_stay() -> None:
    play = fight("prowlers", allies=["peasants", "foresters"], hand=16).phase("block").do("next_phase")
    play.damage(1, [1]).do("next_phase").do("end_combat")
    play.unit(2, 1).end(0, ["stamina"]).do("announce_end_of_round", 1).idle(0)
    next_round(play)
    units = play.held()["units"]
    assert [(unit["ready"], unit["wounds"]) for unit in units.values()] == [(True, 1), (True, 0)]


def test_mk_13_11_a_wounded_unit_is_not_activated_x_17() -> None:
    play = fight("prowlers", allies=["peasants"]).phase("block").do("next_phase").damage(1, [1]).do("next_phase")
    play.no("activate_unit", 0, "MK-13.11", code="x_17", unit=1, ability=1, choices=chose(option=1))


def test_mk_13_12_poison_puts_two_wounds_on_a_unit() -> None:
    play = fight("cursed_hags", allies=["peasants"]).phase("block").do("next_phase").damage(1, [1])
    assert play.held()["units"]["1"]["wounds"] == 2


def test_mk_13_13_abilities_have_the_time_of_their_kind() -> None:
    recruited("peasants").no("activate_unit", 0, unit=1, ability=1, choices=chose(option=1))
    rich(fight("prowlers", allies=["herbalists"])).no(
        "activate_unit", 0, "MK-14.14", "MK-13.13", "MK-24.6", unit=1, ability=1,
        payments=[{"from": "crystal", "shows": "green"}],
    )  # fmt: skip
    fight("prowlers", allies=["herbalists"]).unit(1, 3)


def test_mk_13_14_a_second_banner_discards_the_first() -> None:
    play = recruited("peasants", deck=["banner_of_glory", "banner_of_courage"])
    play.card("banner_of_glory", choices=chose(unit=1)).card("banner_of_courage", choices=chose(unit=1))
    assert (play.held()["units"]["1"]["banner"], "banner_of_glory" in play.held()["discard"]) == (
        *("banner_of_courage", True),
    )


def test_mk_13_15_the_banner_of_a_disbanded_unit_is_discarded() -> None:
    play = recruited("peasants", deck=["banner_of_glory"], command=1).card("banner_of_glory", choices=chose(unit=1))
    play.at([4, -2]).reputation(2).do("interact").do("recruit", unit="foresters", disband=1)
    assert "banner_of_glory" in play.held()["discard"]


def test_mk_13_16_a_banner_on_a_unit_is_in_no_hand_deck_or_discard_pile() -> None:
    play = recruited("peasants", deck=["banner_of_glory"]).card("banner_of_glory", choices=chose(unit=1)).end()
    held = play.held()
    assert "banner_of_glory" not in held["discard"]
    assert held["hand"] + held["deck"] + len(held["discard"]) == 15


def test_mk_13_17_in_a_dungeon_units_neither_act_nor_take_damage_x_17_edge_11() -> None:
    play = recruited("peasants", site="dungeon").at(HILLS).do("enter_site", tokens=["gargoyle"]).phase("block")
    play.no("activate_unit", 0, "MK-13.17", code="x_17", unit=1, ability=1, choices=chose(option=2)).do("next_phase")
    play.no("assign_damage", 0, "MK-13.17", enemy=1, units=[1]).damage(1)
