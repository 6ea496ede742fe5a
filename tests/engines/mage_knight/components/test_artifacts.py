"""What each artifact does, basic and thrown away."""

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.mage_knight.components.test_basic_actions import block, melee, rich, siege
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.lands import reveal
from tests.engines.mage_knight.playing import Play, chose, fight, mana, recruited, started, tokens


def bannered(banner: str, *units: str, **options: Any) -> Play:
    """A hero with Peasants (unit 1) and the banner on them."""
    return recruited(*(units or ["peasants"]), deck=[banner], **options).card(banner, choices=chose(unit=1))


def to_fight(play: Play) -> Play:
    """Go beside the orcs of tile 2 and challenge them."""
    return play.at([2, -2]).do("challenge", at=[[3, -3]])


@covers("banner_of_glory basic", "banner_of_glory strong")
def test_banner_of_glory_makes_its_unit_stronger_and_earns_fame() -> None:
    play = to_fight(bannered("banner_of_glory"))
    assert play.held()["units"]["1"]["banner"] == "banner_of_glory"
    play.phase("block").unit(1, 1, choices=chose(option=2))
    assert (play.parts("peasants.1"), play.held()["fame"]) == ([block(3)], 1)


@pytest.mark.parametrize(("banner", "wounds"), [("banner_of_glory", 0), ("banner_of_fear", 1)])
def test_banner_of_glory_gives_its_unit_armour(banner: str, wounds: int) -> None:
    """Prowlers attack with 4: Peasants with armour 3 and 1 more take it all."""
    play = to_fight(bannered(banner)).phase("damage").damage(1, [1]).do("next_phase")
    assert (play.look("combat.wounds"), play.held()["units"]["1"]["wounds"]) == (wounds, 1)


def test_banner_of_glory_thrown_away_strengthens_all_units_this_turn() -> None:
    play = recruited("peasants", "foresters", deck=["banner_of_glory"])
    to_fight(play).phase("block").card("banner_of_glory", "strong")
    play.unit(1, 1, choices=chose(option=2)).unit(2, 2)
    assert (play.parts("peasants.1"), play.parts("foresters.1"), play.held()["fame"]) == ([block(3)], [block(4)], 2)
    assert play.phase("attack").do("end_combat").end().held()["removed"] == ["banner_of_glory"]


@covers("banner_of_fear basic", "banner_of_fear strong")
def test_banner_of_fear_spends_its_unit_to_stop_an_attack() -> None:
    play = to_fight(bannered("banner_of_fear")).phase("block").do("use_banner", unit=1, choices=chose(enemies=[1]))
    assert (play.state(), play.held()["units"]["1"]["ready"], play.held()["fame"]) == ("stopped", False, 1)


def test_banner_of_fear_thrown_away_skips_block_and_damage() -> None:
    play = fight("prowlers", deck=["banner_of_fear"]).card("banner_of_fear", "strong").do("next_phase")
    assert (play.look("combat.phase"), play.look("combat.wounds")) == ("attack", 0)


@covers("banner_of_protection basic", "banner_of_protection strong")
def test_banner_of_protection_gives_armour_and_resistances() -> None:
    """Fire 6 on Peasants of armour 3 + 1 that resist it: 6 - 4 = 2, wounded, 2 - 4 leaves none."""
    play = recruited("peasants", deck=["banner_of_protection"], foes={"prowlers": "fire_mages"})
    play.card("banner_of_protection", choices=chose(unit=1))
    to_fight(play).phase("block").do("next_phase").damage(1, [1]).do("next_phase")
    assert (play.look("combat.wounds"), play.held()["units"]["1"]["wounds"]) == (0, 1)


def test_banner_of_protection_thrown_away_throws_wounds_of_the_turn_away() -> None:
    play = fight("prowlers", deck=["banner_of_protection"]).phase("attack").do("end_combat")
    assert play.held()["owned"]["wound"] == 2
    play.card("banner_of_protection", "strong").do("end_turn")
    play.do("use_option", of="banner_of_protection.1", choices=chose(wounds={"hand": 2}))
    assert play.held()["owned"].get("wound", 0) == 0


@covers("banner_of_courage basic", "banner_of_courage strong")
def test_banner_of_courage_readies_its_unit_once_a_round() -> None:
    play = bannered("banner_of_courage").unit(1, 3).do("use_banner", unit=1)
    assert (play.held()["units"]["1"]["ready"], play.held()["units"]["1"]["banner_used"]) == (True, True)
    play.unit(1, 3).no("use_banner", 0, unit=1)


def test_banner_of_courage_thrown_away_readies_all_units() -> None:
    play = recruited("peasants", "foresters", deck=["banner_of_courage"]).unit(1, 3).unit(2, 1)
    play.card("banner_of_courage", "strong")
    assert [unit["ready"] for unit in play.held()["units"].values()] == [True, True]
    play = (
        to_fight(recruited("peasants", deck=["banner_of_courage"])).phase("attack").unit(1, 1, choices=chose(option=1))
    )
    play.no("play_card", 0, card="banner_of_courage", use="strong")


RINGS = [
    ("ruby_ring", "red", "fireball"), ("sapphire_ring", "blue", "snowstorm"), ("diamond_ring", "white", "expose"),
    ("emerald_ring", "green", "restoration"),
]  # fmt: skip
covers(*(f"{ring} {use}" for ring, *_ in RINGS for use in ("basic", "strong")))


@pytest.mark.parametrize(("ring", "colour", "spell"), RINGS)
def test_a_ring_gives_token_crystal_and_fame(ring: str, colour: str, spell: str) -> None:
    held = started(deck=[ring, spell]).card(ring).held()
    assert (held["mana"][colour], held["crystals"][colour], held["fame"]) == (1, 1, 1)


@pytest.mark.parametrize(("ring", "colour", "spell"), RINGS)
def test_a_ring_thrown_away_gives_endless_mana_and_fame_for_spells(ring: str, colour: str, spell: str) -> None:
    """At night black is endless, too, so the spell's strong effect costs nothing else."""
    play = started(deck=[ring, spell], night=True).at([2, -2])
    if spell == "restoration":
        play.card(ring, "strong").card(spell, "strong", pay=[f"{colour}@endless", "black@endless"])
    else:
        play.do("challenge", at=[[3, -3]]).card(ring, "strong")
        option = chose(option=1) if spell == "expose" else None
        play.card(spell, "strong", pay=[f"{colour}@endless", "black@endless"], choices=option)
    assert play.held()["fame"] == 1


def test_a_ring_counts_spells_cast_before_it() -> None:
    play = (
        rich(started(deck=["emerald_ring", "restoration", "ruby_ring"])).card("restoration").card("ruby_ring", "strong")
    )
    assert (play.held()["fame"], play.card("emerald_ring", "strong").held()["fame"]) == (0, 1)


def test_black_from_a_ring_is_useless_by_day() -> None:
    play = fight("prowlers", deck=["ruby_ring", "fireball"]).card("ruby_ring", "strong")
    paid = mana("red@endless", "black@endless")
    play.no("play_card", 0, "MK-8.4", "MK-7.6", code=None, card="fireball", use="strong", payments=paid)


@covers("sword_of_justice basic", "sword_of_justice strong")
def test_sword_of_justice_turns_cards_into_attacks_and_victories_into_fame() -> None:
    """Two cards are one piece of two values; the Prowlers are worth 2 Fame and 1 more."""
    play = fight("prowlers", deck=["sword_of_justice"]).phase("attack")
    play.card("sword_of_justice", choices=chose(cards=["march", "stamina"]))
    assert play.parts("sword_of_justice.1") == [melee(3), melee(3)]
    play.attack("sword_of_justice.1")
    assert play.held()["fame"] == 3


def test_sword_of_justice_thrown_away_doubles_physical_attacks() -> None:
    """Ironclads lose their physical resistance: a sideways card counts 2 < 3, and two 4 >= 3; Fame 4 and 1."""
    play = fight("ironclads", deck=["sword_of_justice"], armour=9).phase("attack").card("sword_of_justice", "strong")
    assert play.sideways("swiftness", "attack").attack("swiftness.1").state() == "facing"
    play.sideways("march", "attack").sideways("stamina", "attack").attack("march.1", "stamina.1")
    assert (play.state(), play.held()["fame"]) == ("defeated", 5)


@covers("horn_of_wrath basic", "horn_of_wrath strong")
@pytest.mark.parametrize(("face", "wounds"), [("black", 1), ("red", 1), ("blue", 0), ("gold", 0)])
def test_horn_of_wrath_may_cost_a_wound(face: str, wounds: int) -> None:
    play = fight("prowlers", deck=["horn_of_wrath"]).card("horn_of_wrath", facts=chose(faces=[face]))
    assert (play.parts("horn_of_wrath.1"), play.look("combat.wounds")) == ([siege(6)], wounds)


def test_horn_of_wrath_thrown_away_adds_points_for_a_roll_each() -> None:
    play = fight("prowlers", deck=["horn_of_wrath"])
    play.card("horn_of_wrath", "strong", choices=chose(points=2), facts=[{"faces": ["red"]}, {"faces": ["blue"]}])
    assert (play.parts("horn_of_wrath.1"), play.look("combat.wounds")) == ([siege(8)], 1)
    fight("prowlers", deck=["horn_of_wrath"]).no(
        "play_card", 0, card="horn_of_wrath", use="strong", choices=chose(points=7), facts=[{"faces": ["blue"]}] * 7
    )


@covers("endless_bag_of_gold basic", "endless_bag_of_gold strong")
@pytest.mark.parametrize(("use", "influence", "fame"), [("basic", 4, 2), ("strong", 9, 3)])
def test_endless_bag_of_gold(use: str, influence: int, fame: int) -> None:
    play = started(deck=["endless_bag_of_gold"]).card("endless_bag_of_gold", use)
    assert (play.points("influence"), play.held()["fame"]) == (influence, fame)


@covers("endless_gem_pouch basic", "endless_gem_pouch strong")
def test_endless_gem_pouch_rolls_for_crystals() -> None:
    play = started(deck=["endless_gem_pouch"])
    play.card("endless_gem_pouch", facts=chose(faces=["gold", "black"]), choices=chose(color="white"))
    assert (play.held()["crystals"]["white"], play.held()["fame"]) == (1, 1)


@pytest.mark.parametrize(("night", "fifth"), [(False, "gold"), (True, "black")])
def test_endless_gem_pouch_thrown_away_gives_five_tokens(night: bool, fifth: str) -> None:  # noqa: FBT001
    play = started(deck=["endless_gem_pouch"], night=night).card("endless_gem_pouch", "strong")
    wanted = {**dict.fromkeys(("red", "blue", "green", "white"), 1), "gold": 0, "black": 0, fifth: 1}
    assert play.held()["mana"] == wanted


@covers("golden_grail basic", "golden_grail strong")
def test_golden_grail_earns_fame_for_its_healing_points() -> None:
    play = started(deck=["golden_grail"]).wounds(3).card("golden_grail").do("heal", wounds=2)
    assert (play.held()["fame"], play.held()["owned"]["wound"]) == (2, 1)


def test_golden_grail_points_may_be_saved_for_others_first() -> None:
    """A Tranquility heals the first wound; the points of the Grail are told to stay."""
    play = started(deck=["golden_grail"]).wounds(3).card("golden_grail").card("tranquility", choices=chose(option=1))
    play.do("heal", wounds=1, grail=0)
    assert (play.held()["fame"], play.points("heal")) == (0, 2)


def test_golden_grail_thrown_away_draws_a_card_for_each_wound_healed() -> None:
    play = started(deck=["golden_grail"]).wounds(2).card("golden_grail", "strong")
    play.do("heal", wounds=2, drawn=["rage", "promise"])
    assert (play.held()["hand"], play.points("heal")) == (5 - 1 + 2, 4)


OFFER = ["blood_rage", "ice_shield", "agility"]


@covers("book_of_wisdom basic", "book_of_wisdom strong")
def test_book_of_wisdom_changes_an_action_for_an_advanced_one() -> None:
    play = started(deck=["book_of_wisdom"], aa_deck=28)
    play.card(
        "book_of_wisdom", choices=chose(cards=["rage"], card="blood_rage"), facts=chose(card="fire_bolt"), offer=OFFER
    )
    assert (play.held()["removed"], play.held()["known"]["hand"]) == (["rage"], ["blood_rage"])


def test_book_of_wisdom_thrown_away_changes_an_action_for_a_spell_and_a_crystal() -> None:
    play = started(deck=["book_of_wisdom"])
    play.card(
        "book_of_wisdom", "strong", choices=chose(cards=["rage"], card="flame_wall"), facts=chose(card="fireball"),
        offer=["flame_wall", "chill", "meditation"],
    )  # fmt: skip
    assert (play.held()["known"]["hand"], play.held()["crystals"]["red"]) == (["flame_wall"], 1)


@covers("amulet_of_the_sun basic", "amulet_of_the_sun strong")
@pytest.mark.parametrize(("use", "count"), [("basic", 1), ("strong", 3)])
def test_amulet_of_the_sun_makes_gold_work_and_forests_cheap_at_night(use: str, count: int) -> None:
    play = started(deck=["amulet_of_the_sun"], night=True)
    play.card("amulet_of_the_sun", use).card("march", "strong", pay=["gold@token=green"])
    assert play.held()["mana"]["gold"] == count - 1
    play.step_to([1, -1])
    assert play.points("move") == 4 - 3


def test_amulet_of_the_sun_turns_garrisons_nearby_up_at_night() -> None:
    """The keep of tile 3 on (5, -6) is beside (5, -5)."""
    play = started(deck=["amulet_of_the_sun", "march"], night=True)
    reveal(play, "countryside_3", night=True).at([5, -5])
    play.card("amulet_of_the_sun", facts=[{"tokens": tokens(([5, -6], "golems"))}])
    (keep,) = play.look("map.spaces")["5_-6"]["tokens"]
    assert (keep["token"], keep["up"]) == ("golems", True)


def test_amulet_of_the_sun_turns_ruins_up_too() -> None:
    play = reveal(started(deck=["amulet_of_the_sun", "march"], night=True, later="ruins"), "countryside_3", night=True)
    keep, ruins = ([5, -6], "golems"), ([3, -4], "altar_red")
    for few in ([keep], [ruins]):
        play.at([5, -5]).no("play_card", 0, card="amulet_of_the_sun", use="basic", facts=[{"tokens": tokens(*few)}])
    asked = play.fold.offers(play.made("play_card", 0, card="amulet_of_the_sun", use="basic"))
    assert (asked["field"], asked["domain"]["least"], asked["domain"]["most"]) == ("facts.0.tokens", 2, 2)
    play.card("amulet_of_the_sun", facts=[{"tokens": tokens(keep, ruins)}])
    assert play.look("map.spaces")["3_-4"]["ruin"]["token"] == "altar_red"


@covers("amulet_of_darkness basic", "amulet_of_darkness strong")
@pytest.mark.parametrize(("use", "colors"), [("basic", ["black"]), ("strong", ["black", "red", "blue"])])
def test_amulet_of_darkness_makes_black_work_by_day(use: str, colors: list[str]) -> None:
    play = started(deck=["amulet_of_darkness", "fireball"]).crystals(red=1)
    play.card("amulet_of_darkness", use, choices=chose(colors=colors)).at([2, -2]).do("challenge", at=[[3, -3]])
    play.card("fireball", "strong", pay=["red", "black@token"])
    assert play.parts("fireball.1") == [siege(8, "fire")]


def test_an_artifact_costs_nothing_but_itself() -> None:
    choices: list[Json] = []
    play = rich(started(deck=["ruby_ring"])).card("ruby_ring", "strong", choices=choices or None).end()
    assert (play.held()["removed"], play.held()["discard"]) == (["ruby_ring"], [])


def test_banner_of_protection_throws_away_no_wounds_that_were_healed_meanwhile_mk_20_4() -> None:
    """Prowlers 4 against armour 2: two wounds, both healed, and the hand is empty."""
    deck = ["banner_of_protection", "tranquility"]
    play = fight("prowlers", deck=deck, hand=3, armour=2, hands={0: [*deck, "march"]}).crystals(green=1)
    play.card("banner_of_protection", "strong").phase("attack").sideways("march", "attack").do("end_combat")
    play.card("tranquility", "strong", choices=chose(option=1)).do("heal", wounds=2).do("end_turn")
    play.no("use_option", 0, of="banner_of_protection.1", choices=[{"wounds": {"hand": 2}}])
