"""What is offered at set-up and on the map: whole places, and cards that can be there."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.domains import choice, flag, group, several, span
from engines.kernel.game import Json
from engines.mage_knight.rules.table.card_offers import ACTION, deck_of
from tests.engines.mage_knight.boxes import (
    ARTIFACTS,
    BASIC,
    BESIDE,
    COLOURS,
    FIGURES,
    FILLER,
    HEROES,
    HILLS,
    ORCS,
    PLAIN,
    VILLAGE,
    box,
)
from tests.engines.mage_knight.clauses.test_mk_04_rounds import without_hand
from tests.engines.mage_knight.clauses.test_mk_05_tactics import choosing, take
from tests.engines.mage_knight.clauses.test_mk_09_movement import conquered
from tests.engines.mage_knight.clauses.test_mk_12_interaction import at_monastery, plunderer, talking, tower
from tests.engines.mage_knight.clauses.test_mk_14_combat import ruined
from tests.engines.mage_knight.clauses.test_mk_17_damage import unsure
from tests.engines.mage_knight.clauses.test_mk_19_after_combat import MIGHT, beaten, won
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.lands import assaulting, explored, explorer
from tests.engines.mage_knight.playing import (
    Play,
    chose,
    fight,
    learned,
    level_up,
    mana,
    opened,
    recruited,
    started,
    table,
)
from tests.engines.mage_knight.playing import setup_of as setting_up
from tests.engines.mage_knight.test_bad_input import protected

BOX = GAMES["mage_knight"].box()
SEATS = COLOURS[:2]
DECKS = {hero["colour"]: list(hero["deck"]) for hero in BOX["heroes"]}


def test_mk_2_9_the_first_hand_of_a_seat_comes_from_its_starting_deck() -> None:
    answer = opened(SEATS).fold.offers({**setting_up(SEATS), "tile_1_at": None})
    assert answer["field"] == "hands"
    for seat, colour in enumerate(SEATS):
        assert sorted(answer["domain"]["each"][str(seat)]["of"]["of"]) == sorted(DECKS[colour])


def test_mk_26_9_a_new_round_asks_for_no_card_of_an_empty_deck_and_for_none_twice() -> None:
    fold = table(hand=16).do("announce_end_of_round", 0).idle(1).fold
    dice, units = ["red", "blue", "green", "white"], fold.offers({"type": "prepare_round", "dice": []})["domain"]
    given = {"type": "prepare_round", "dice": dice, "unit_offer": units["of"]["of"][: units["least"]]}
    fold.state.actions, fold.state.actions_gone = ["agility"], deck_of(fold.state, ACTION)
    assert fold.offers(given)["field"] == "hands"
    one, other, low = (fold.state.actions_gone.pop() for _ in range(3))
    fold.state.spaces[0, 0] = replace(fold.state.spaces[0, 0], site="monastery")
    assert sorted(fold.offers(given)["domain"]["of"]["of"]) == sorted([one, other, low])
    assert sorted(fold.offers({**given, "monastery_cards": [low]})["domain"]["of"]) == sorted([one, other])


@pytest.mark.parametrize(("kind", "fields"), [("move", ["to", "cost"]), ("end_turn", []), ("explore", ["position"])])
def test_a_form_begins_with_its_first_field_and_what_may_be_left_out(kind: str, fields: list[str]) -> None:
    (offer,) = [one for one in explorer().at(VILLAGE).card("march").fold.offers()["moves"] if one["type"] == kind]
    assert list(offer["fields"]) == fields
    assert "cost" not in fields or offer["fields"]["cost"] == span(-99, 99, optional=True, exact=False)


def rich_talk(**options: Any) -> Play:
    """Seat 0 interacts in the village with 9 influence."""
    return talking(deck=["endless_bag_of_gold"], **options).card("endless_bag_of_gold", "strong")


def jumping() -> Play:
    """On the glade of tile 1, all of whose spaces lie; Wings of Wind goes up to five spaces for 1 Move each."""
    play = rich(started(deck=["wings_of_wind"], hand=9)).at([1, -3]).card("march", "strong").sideways("rage", "move")
    return play.card("wings_of_wind")


def bonded(*cards: str) -> Play:
    """Norowas with Bonds of Loyalty interacts in the village; its own card is the influence 2 of Threaten."""
    play = started(colours=["white", "red"]).fame(3).do("end_turn")
    level_up(play, "bonds_of_loyalty", units=["utem_swordsmen", "utem_guardsmen"])
    play.do("discard_hand", cards=["march"]).do("draw").others_idle().at(VILLAGE).do("interact").card("threaten")
    return play.card(*cards) if cards else play


def armed(*foes: str, phase: str = "block", **options: Any) -> Play:
    """A combat in which Swiftness (Ranged 3), Determination (Block 5) or Rage (Attack 4) is in play."""
    card = {"ranged_siege": "swiftness", "block": "determination", "attack": "rage"}[phase]
    return rich(fight(*foes, hand=9, **options)).phase(phase).card(card, "strong")


def healer(wounds: int) -> Play:
    """Foresters (armour 4) took the 4 of Prowlers; seat 0 healed one of its own wounds and has one point left."""
    play = fight("prowlers", allies=["foresters"]).wounds(wounds).phase("damage").damage(1, [1]).do("next_phase")
    play.do("end_combat").card("tranquility", "strong", pay=["green@die"], choices=chose(option=1))
    return play.do("heal", wounds=1)


def unit_won() -> Play:
    """Seat 0, with one command token and Peasants under it, won the unit of ruins."""
    play = ruined("ruin_gray_violet", deck=[*MIGHT, *["march"] * 12], armour=20, cheap=True)
    play.at(VILLAGE).reputation(2).do("interact").do("recruit", unit="peasants").end(0, ["march"]).others_idle()
    return beaten(play.at(PLAIN).do("enter_site", tokens=["swordsmen", "monks"]), 2).do("end_turn")


def two_motivations() -> Play:
    """Seats 0 and 1 left their Motivations in the common offer; seat 2 has a level to gain."""
    play = started(3)
    for seat, pair in enumerate((["dark_paths", "motivation"], ["double_time", "motivation"])):
        new = ["fire_bolt", "ice_bolt"][seat]
        level_up(play.fame(3, seat).do("end_turn", seat), pair[0], seat, shown=pair, new_card=new)
        play.do("discard_hand", seat, cards=["march"]).do("draw", seat).begin(seat + 1)
    return play.fame(3, 2).do("end_turn", 2)


def spots(*of: list[int], **more: bool) -> Json:
    """One of these spaces."""
    return {"kind": "choice", "of": list(of), **more}


PAID = mana("green=green")
CHOSEN = [{"seat": seat, "hero": HEROES[SEATS[seat]]} for seat in (0, 1)]
ANY = {"optional": True, "exact": False}
FOES = ["prowlers", "diggers"]
LEVEL = {"seat": 2, "shown": ["flight", "source_freeze"], "option": "b", "skill": "motivation"}
OWN = [card["id"] for card in BOX["cards"] if card["id"] in DECKS["red"]]
SKILLED = {"shown": ["dark_paths", "invocation"], "option": "a"}
SIXTEEN = FIGURES["advanced_actions"]["numbers"].split()[:16]
CRYSTALS = {"kind": "random_crystals", "faces": ["gold", "gold"], "colors": ["green"]}
GARRISON = [("peasants", "foresters", "herbalists"), ("peasants", "foresters", "herbalists", "utem_guardsmen")]
OFFERED: list[tuple[Callable[[], Play], int | None, str]] = [
    (lambda: opened(SEATS), None, "setup"), (choosing, 1, "take_tactic"), (table, 0, "begin_turn"),
    (lambda: table(hand=16), 0, "announce_end_of_round begin_turn"),  # MK-4.9
    (lambda: without_hand(2), 0, "announce_end_of_round"),  # MK-4.7
    (lambda: without_hand(2, announce=True), 0, "skip_turn"),
    (lambda: table(hand=16).do("announce_end_of_round", 0).idle(1), None, "prepare_round"),
    (started, 0, "end_turn play_card rest"),
    (lambda: explorer().at(VILLAGE).card("march"), 0, "challenge end_turn explore interact move play_card rest"),
    (lambda: explorer().at([1, -2]).card("march").step_to(VILLAGE), 0, "challenge end_turn interact play_card"),
    (rich_talk, 0, "buy_healing end_turn play_card recruit use_crystal"),
    (lambda: started().wounds(2).do("rest", card="march", wounds=1), 0, "end_turn play_card"),
    (jumping, 0, "challenge end_turn jump move play_card rest use_crystal"),
    (lambda: healer(2), 0, "end_turn heal play_card"),
    (lambda: recruited("peasants", deck=["banner_of_courage"]).card("banner_of_courage", choices=chose(unit=1)), 0,
        "activate_unit end_turn interact play_card rest use_banner"),
    (lambda: learned("dark_paths"), 0, "end_turn play_card rest use_skill"),
    (lambda: assaulting("guardsmen"), 0, "challenge next_phase play_card"),  # MK-14.15
    (lambda: armed("prowlers", phase="ranged_siege"), 0, "attack next_phase play_card use_crystal"),
    (lambda: armed("prowlers", phase="ranged_siege").attack("swiftness.1"), 0,
        "end_combat next_phase play_card use_crystal"),
    (lambda: armed("prowlers"), 0, "block next_phase play_card use_crystal"),
    (lambda: fight("orc_summoners").phase("block"), 0, "play_card summon"),
    (lambda: fight("prowlers").phase("damage"), 0, "assign_damage play_card"),
    (lambda: fight("prowlers").phase("damage").damage(), 0, "next_phase play_card"),
    (lambda: armed("prowlers", phase="attack"), 0, "attack end_combat play_card use_crystal"),
    (lambda: fight("prowlers").phase("attack"), 0, "end_combat play_card"),
    (lambda: started().do("end_turn"), 0, "discard_hand"), (lambda: started().do("end_turn"), 1, "begin_turn"),
    (lambda: started().card("march", "strong", pay=["green@die"]).do("end_turn"), 1, ""),  # MK-22.2
    (lambda: started().fame(3).do("end_turn"), 0, "level_up"),
    (lambda: started().wounds(2).at([1, -3]).do("rest", card="march", wounds=1).do("end_turn"), 0,
        "discard_hand draw use_glade"), (protected, 0, "discard_hand draw use_option"),
    (lambda: won("tomb", "swamp_dragon").do("end_turn"), 0, "take_reward"),
    (unit_won, 0, "level_up take_reward"),  # MK-22.10
    (plunderer, 0, "plunder"), (lambda: plunderer().idle(), 0, "begin_turn plunder"),
]  # fmt: skip
"""A position, a seat or None for the table, and the types of move that the rules leave it."""


@pytest.mark.parametrize(("position", "seat", "kinds"), OFFERED)
def test_each_seat_is_offered_the_moves_that_the_rules_leave_it(
    position: Callable[[], Play], seat: int | None, kinds: str
) -> None:
    assert sorted(one["type"] for one in position().fold.offers()["moves"] if one["seat"] == seat) == kinds.split()


ASKED: list[tuple[Callable[[], Play], str, Json, str | None, Json | None]] = [
    (jumping, "jump", {}, "path.0", spots([2, -4], VILLAGE, [1, -2], [0, -2], [0, -3], [1, -4], exact=False)),
    (jumping, "jump", {"path": [VILLAGE]}, "path.1", spots(ORCS, BESIDE, [1, -2], [1, -3], [2, -4], **ANY)),
        # tile 3 beside the village does not lie
    (jumping, "jump", {"path": [[1, -2], [0, -2], [0, -3]]}, "path.3", spots([1, -4], [1, -3], [0, -2], **ANY)),
    (jumping, "jump", {"path": [[1, -2], [0, -2], [1, -2], [0, -2], [1, -2]]}, None, None),
    (lambda: recruited("peasants", "foresters", deck=["banner_of_glory", "banner_of_courage"]) .card("banner_of_glory",
        choices=chose(unit=1)).card("banner_of_courage", choices=chose(unit=2)), "use_banner", {}, "unit", choice([2])),
    (rich_talk, "recruit", {}, "unit", choice(GARRISON[0])),
    (lambda: rich_talk().do("recruit", unit="foresters"), "recruit", {}, "unit", choice(["peasants", "herbalists"])),
    (lambda: rich_talk().do("recruit", unit="peasants"), "recruit", {"unit": "foresters"}, "disband", choice([1])),
    (lambda: rich_talk(command=2).do("recruit", unit="peasants"), "recruit", {"unit": "foresters"}, "disband",
        choice([1], optional=True)), (bonded, "recruit", {}, "unit", choice(GARRISON[1])),
    (bonded, "recruit", {"unit": "peasants"}, "slot", choice([True])),  # 4, and 5 less in the slot
    (lambda: bonded("noble_manners"), "recruit", {"unit": "peasants"}, "slot", flag(optional=True)),
    (lambda: bonded("noble_manners"), "recruit", {"unit": "peasants", "slot": None}, None, None),
    (lambda: bonded("noble_manners").do("recruit", unit="peasants", slot=True), "recruit", {"unit": "herbalists"},
        None, None), (rich_talk, "buy_healing", {}, "points", span(1, 3)),
    (lambda: talking().card("promise").sideways("rage", "influence"), "buy_healing", {}, "points", span(1, 1)),
    (lambda: talking().card("promise"), "buy_healing", {}, None, None),
    (lambda: conquered().others_idle().at(HILLS).do("interact").card("promise"), "buy_healing", {}, None, None),
    (lambda: at_monastery().card("endless_bag_of_gold", "strong"), "learn", {}, "card", choice(["fire_bolt"])),
    (lambda: at_monastery().card("promise"), "learn", {}, None, None),
    (lambda: tower().others_idle().do("interact").card("endless_bag_of_gold", "strong").crystals(blue=1), "buy_spell",
        {}, "card", choice(["chill", "meditation", "snowstorm"])),  # the source has a die of each colour
    (lambda: started().wounds(3).card("tranquility", "strong", pay=["green@die"], choices=chose(option=1)), "heal", {},
        "wounds", span(1, 2)), (lambda: healer(1), "heal", {}, "unit", choice([1])),
    (lambda: healer(2), "heal", {}, "wounds", span(1, 1, optional=True)),
    (lambda: healer(2), "heal", {"wounds": None}, "unit", choice([1])),
    (lambda: healer(2), "heal", {"wounds": 1}, None, None),
    (lambda: started().wounds(1).card("tranquility", "strong", pay=["green@die"], choices=chose(option=1)), "heal", {},
        "wounds", span(1, 1)),
    # MK-14.2: rampaging enemies beside the hero, one or several
    (lambda: started(paired="village", orcs=FOES).at(BESIDE), "challenge", {}, "at.0", spots(ORCS, VILLAGE)),
    (lambda: started(paired="village", orcs=FOES).at(BESIDE), "challenge", {"at": [ORCS]}, "at.1", spots(VILLAGE,
        **ANY)), (lambda: assaulting("guardsmen"), "challenge", {}, "at.0", spots(ORCS)),
    (lambda: started(paired="village", orcs=FOES).at([1, -2]).card("march").step_to(BESIDE), "challenge", {}, "at.0",
        spots(ORCS)),  # the step provoked those of the village
    (lambda: armed("prowlers", "diggers", phase="ranged_siege"), "attack", {}, "enemies", several(choice([1]), 1, 1,
        exact=False)),  # Diggers are fortified
    (lambda: armed("prowlers", "diggers", phase="attack"), "attack", {}, "enemies", several(choice([1, 2]), 1, 2,
        exact=False)),
    (lambda: armed("prowlers", phase="attack").card("march").sideways("stamina", "attack"), "attack", {"enemies": [1]},
        "pieces", several(choice(["rage.1", "stamina.1"]), 1, 2, exact=False)),
    (lambda: armed("prowlers", "diggers").block("determination.1").sideways("rage", "block"), "block", {}, "enemy",
        choice([2])),
    (lambda: armed("prowlers", "diggers").block("determination.1").sideways("rage", "block"), "block", {"enemy": 2},
        "pieces", several(choice(["rage.1"]), 1, 1, exact=False)),
    (lambda: fight("prowlers", "orc_summoners").phase("block"), "summon", {}, "enemy", choice([2])),
    (lambda: fight("prowlers", "orc_summoners").phase("block"), "summon", {"enemy": 2}, "token", choice(["minotaur",
        "gargoyle", "medusa", "crypt_worm", "werewolf"])),
    (lambda: fight("prowlers", "diggers", allies=["peasants"]).phase("damage").damage(1), "assign_damage", {}, "enemy",
        choice([2])),
    (lambda: fight("prowlers", "diggers", allies=["peasants", "foresters"]).phase("damage").damage(1, [1]),
        "assign_damage", {"enemy": 2}, "units", several(choice([2]), 0, 1, **ANY)),
    (lambda: won("tomb", "swamp_dragon").do("end_turn"), "take_reward", {}, "kind", choice(["spell", "artifact"])),
    (lambda: won("tomb", "swamp_dragon").do("end_turn"), "take_reward", {"kind": "artifact", "kept": None}, "bottom",
        choice([card["id"] for card in BOX["cards"] if card["id"] in ARTIFACTS], secret=True, **ANY)),
    (unit_won, "take_reward", {"kind": "unit"}, "unit", choice(GARRISON[0], optional=True)),
    (unit_won, "take_reward", {"kind": "unit", "unit": "foresters"}, "disband", choice([1])),
    (unit_won, "take_reward", {"kind": "unit", "unit": None}, None, None),
    (two_motivations, "level_up", LEVEL, "hero", choice(["arythea", "tovak"])),
    (two_motivations, "level_up", {**LEVEL, "hero": "tovak"}, "card", choice(["agility"])),
    (lambda: learned("source_freeze", source=["red", "gold", "red", "black"]).skill("source_freeze") .end(0,
        ["stamina"]).idle(), "begin_turn", {}, None, None),
    (lambda: learned("source_freeze", source=["white", "gold", "red", "black"]).skill("source_freeze") .end(0,
        ["stamina"]).idle(), "begin_turn", {}, "color", choice(["red", "white"])),
    (lambda: started().wounds(2).at([1, -3]).do("rest", card="march", wounds=1).do("end_turn"), "use_glade", {},
        "from", choice(["hand", "discard"])),
    (lambda: opened(SEATS), "setup", {"heroes": CHOSEN}, "tile_1_at", spots([0, 1], [1, 0])),  # MK-2.19
    (lambda: opened(SEATS, box(paired="village")), "setup", {"heroes": CHOSEN, "tile_1_at": None}, "tokens.0.at",
        spots(VILLAGE)),  # of tile 1, which lies where most tables lay it
    # MK-9.2: from the portal, north-east a forest, east and north-west plains; the other three are sea
    (lambda: rich(started()).card("march", "strong"), "move", {}, "to", spots([1, -1], [1, 0], [0, -1])),
    (lambda: started().card("march"), "move", {}, "to", spots([1, 0], [0, -1])),
    (lambda: explorer().at(VILLAGE).card("march"), "explore", {}, "position", spots([1, 1])),  # MK-10.1
    (lambda: explorer().at(VILLAGE).card("march"), "explore", {"position": [1, 1]}, "tile", choice(["countryside_3"])),
    (lambda: explorer().at(VILLAGE).sideways("march", "move"), "explore", {}, None, None),
    (lambda: started().fame(3).do("end_turn"), "level_up", {"shown": ["dark_paths", "invocation", None]}, "option",
        choice(["a"])),
    (lambda: fight("prowlers", deck=["agility"]).sideways("march", "move").phase("attack").card("agility"),
        "use_option", {"of": "agility.1"}, "choices.0.points", span(1, 3)),
    (lambda: rich(fight("prowlers", deck=["will_focus", "into_the_heat"], hand=6, hands={0: ["will_focus",
        "tranquility", "rage", "into_the_heat", *["march"] * 2]})), "play_card", {"card": "will_focus",
        "use": "strong", "payments": PAID}, "choices.0.card", choice(["march", "into_the_heat"], exact=False)),
    (lambda: take(choosing(), 1, "planning"), "take_tactic", {}, "tactic", choice(["early_bird", "rethink",
        "mana_steal", "great_start", "the_right_moment"])),
    (lambda: started().wounds(2), "rest", {}, "card", choice(OWN)),
    (lambda: started().wounds(2), "rest", {"card": "march"}, "wounds", span(0, 2, optional=True)),
    (lambda: started(hand=1).card("march").wounds(2), "rest", {}, "wounds", choice([1])),  # MK-21.4
    (lambda: started(hand=1).card("march").wounds(2), "rest", {"wounds": 1}, "hand_shown", flag(optional=True)),
    (lambda: started().wounds(1).do("end_turn"), "discard_hand", {}, "cards", several(choice(OWN), 1, 6, exact=False)),
    (lambda: started().card("march", "strong", pay=["green@die"]).do("end_turn"), "return_dice", {}, "faces",
        several(choice([*BASIC, "gold", "black"]), 1, 1)),
    (lambda: started().crystals(blue=1), "use_crystal", {}, "color", choice(["blue"])),
    (lambda: recruited("peasants", "foresters"), "activate_unit", {}, "unit", choice([1, 2])),
    (lambda: recruited("peasants", "foresters"), "activate_unit", {"unit": 1}, "ability", choice([2, 3])),
    (lambda: recruited("peasants", "foresters"), "activate_unit", {"unit": 2}, "ability", choice([1])),
    (started, "play_card", {"card": "tranquility", "use": "basic", "choices": [{"option": 2}]}, "drawn",
        several(choice(OWN), 1, 1, **ANY, secret=True)),
    (lambda: learned("who_needs_magic"), "play_card", {"card": "march", "use": "sideways", "gives": "move"}, "with",
        group({"skill": choice(["who_needs_magic"]), "option": {**span(1, 2), "optional": True}}, **ANY)),
    (lambda: learned("power_of_pain").wounds(1), "play_card", {"card": "wound"}, "use", choice(["sideways"])),
    (lambda: learned("power_of_pain").wounds(1), "play_card", {"card": "wound", "use": "sideways", "gives": "move"},
        "with", group({"skill": choice(["power_of_pain"]), "option": {**span(1, 2), "optional": True}}, exact=False)),
    (lambda: learned("power_of_pain").wounds(1), "play_card", {"card": "march", "use": "sideways", "gives": "move"},
        None, None),
    (lambda: fight("prowlers").phase("block"), "play_card", {"card": "march", "use": "sideways"}, "gives",
        choice(["move", "influence", "block"])),
    (lambda: explored("countryside_8").at([8, -8]).card("march"), "explore", {"position": [2, 2]}, "tile",
        choice([f"core_{number}" for number in range(1, 9)])),  # MK-2.18
    (lambda: explorer(hand=9).do("end_turn").do("discard_hand", cards=["march"]), "draw", {}, "drawn",
        several(choice(["march"]), 1, 1, **ANY, secret=True)),
    (lambda: explorer().do("end_turn").do("discard_hand", cards=["march"]), "draw", {}, None, None),
    (lambda: started().fame(3).do("end_turn"), "level_up", SKILLED, "skill", choice(SKILLED["shown"])),
    (lambda: started().fame(3).do("end_turn"), "level_up", {**SKILLED, "skill": "invocation"}, "offer",
        several(choice(SIXTEEN), 3, 3, exact=False)),
    (lambda: won("monster_den", "minotaur").do("end_turn"), "take_reward", CRYSTALS, "colors.1", choice(BASIC)),
    (lambda: won("monster_den", "minotaur").do("end_turn"), "take_reward", {**CRYSTALS, "colors": ["red", "red"]},
        None, None),
    (lambda: unsure().at(BESIDE).do("challenge", at=[ORCS]).phase("damage"), "assign_damage", {"enemy": 1,
        "units": []}, "discarded", several(choice([card["id"] for card in BOX["cards"] if card["id"] in FILLER]), 0,
        16, exact=False)),
    (lambda: started(deck=["mana_claim"]).crystals(blue=1), "play_card", {"card": "mana_claim", "use": "basic",
        "payments": [{"from": "crystal", "shows": "blue", "as": "blue"}], "choices": [{"die": "green"}]},
        "choices.1.option", choice([1, 2])),
]  # fmt: skip
"""A position, a type of move, what is known of it, and the field that is asked next with its values."""


@pytest.mark.parametrize(("position", "kind", "given", "field", "domain"), ASKED)
def test_a_form_asks_for_the_next_field_with_the_values_that_the_rules_allow(
    position: Callable[[], Play], kind: str, given: Json, field: str | None, domain: Json | None
) -> None:
    play = position()
    for seat in ({"seat": next(iter(play.look("to_move")), None)}, {}):
        answer = play.fold.offers({"type": kind, **seat, **given})
        assert (answer["field"], answer["domain"]) == (field, domain)
