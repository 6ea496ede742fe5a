"""What never happened at a table: mana of a die that lies elsewhere, pieces of another phase, a third Prowlers."""

from collections.abc import Callable
from typing import Any

import pytest

from engines.kernel.game import Json, MalformedMoveError
from tests.engines.mage_knight.boxes import BEFORE, COLOURS, HILLS
from tests.engines.mage_knight.clauses.test_mk_05_tactics import choosing, take
from tests.engines.mage_knight.clauses.test_mk_12_interaction import plunderer, talking
from tests.engines.mage_knight.clauses.test_mk_19_after_combat import won
from tests.engines.mage_knight.clauses.test_mk_23_levels import levelling
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.components.test_skills import fighting
from tests.engines.mage_knight.components.test_spells import two_armies
from tests.engines.mage_knight.playing import Play, chose, fight, learned, mana, opened, recruited, started, table
from tests.engines.mage_knight.playing import setup_of as setting_up


def stolen() -> Play:
    """Seat 1 took the green die by Mana Steal; seat 0 has begun its turn."""
    return take(take(choosing(), 1, "mana_steal", choices=chose(die="green")), 0, "early_bird").begin(0)


def strong_march(paid: str) -> Json:
    return {"card": "march", "use": "strong", "payments": mana(paid)}


def test_a_die_that_a_hero_claimed_pays_for_nobody_else_mk_8_1() -> None:
    """Mana Claim takes the green die for the round; the source has no other."""
    play = started(deck=["mana_claim"]).crystals(blue=1)
    play.card("mana_claim", choices=chose(die="green", option=2)).end().begin(1)
    play.no("play_card", 1, "MK-8.1", **strong_march("green@die"))


@pytest.mark.parametrize("half", [{"at": HILLS}, {}])
def test_a_fact_that_is_half_told_is_asked_for_its_rest(half: Json) -> None:
    """By night the garrison of a keep beside the hero lies face down; Amulet of the Sun turns it up."""
    play = started(deck=["amulet_of_the_sun"], site="keep", night=True).at(BEFORE)
    move = {"type": "play_card", "seat": 0, "card": "amulet_of_the_sun", "use": "basic"}
    assert play.fold.offers({**move, "facts": [{"tokens": [half]}]})["field"] is not None


@pytest.mark.parametrize("seat", [0, 1])
def test_mk_4_3_a_refusal_names_the_seat_that_acts_and_the_one_whose_turn_it_is(seat: int) -> None:
    play, other = table().idle(0).begin(1) if seat else started(), 1 - seat
    says = [
        ("begin_turn", seat, "seat {0} is already taking its turn"), ("rest", other, "seat {1} has not begun a turn"),
        ("plunder", seat, "seat {0} has not drawn cards after its last turn yet"),
        ("begin_turn", other, "it is seat {0}'s turn, not seat {1}'s"), ("draw", seat, "seat {0} is not ending a turn"),
        ("draw", other, "seat {1} is not ending a turn"), ("withdraw", other, "seat {1} is not ending a turn"),
    ]  # fmt: skip
    for kind, who, text in says:
        play.when(play.made(kind, who)).refused(
            code="x_26" if kind == "plunder" else None, containing={"en": text.format(seat, other)}
        )


def test_mk_24_3_what_a_play_lacks_is_named_by_its_place() -> None:
    play = rich(started(deck=["diplomacy"]))
    move = play.made("play_card", 0, card="diplomacy", use="strong", payments=mana("white"))
    play.when(move).refused("MK-24.3", containing={"en": "choice 1 is missing: element"})
    play = rich(started(3, deck=["mind_read"]))
    move = play.made(
        "play_card", 0, card="mind_read", use="basic", payments=mana("white"), choices=chose(color="green")
    )
    play.when(move).refused("MK-24.3", containing={"en": "result 1 is missing: card | hand"})
    play.when({**move, "facts": chose(card="march")}).refused(containing={"en": "result 2 is missing: card | hand"})
    play = fight("prowlers", deck=["horn_of_wrath", "mana_claim"]).crystals(blue=1)
    move = play.made("play_card", 0, card="horn_of_wrath", use="strong", choices=chose(points=2))
    for facts, says in (([], "is missing: faces"), ([{"faces": []}], "cannot be []")):
        play.when({**move, "facts": [{"faces": ["red"]}, *facts]}).refused(containing={"en": f"result 2 {says}"})
    move = play.made("play_card", 0, card="mana_claim", use="basic", payments=mana("blue"))
    play.when({**move, "choices": chose(die="green", option=3)}).refused(containing={"en": "choice 2 cannot be 3"})


def test_mk_6_1_a_turn_has_steps_only_at_its_end_and_its_draw_is_secret() -> None:
    play = started().sees("heroes.0.turn.step", None).do("end_turn").do("discard_hand", cards=["march"])
    assert play.look("heroes.0.turn.step") is not None
    (draw,) = [one for one in play.fold.offers()["moves"] if one["type"] == "draw"]
    assert draw["fields"]["drawn"]["secret"] is True


def test_an_entry_that_stands_before_the_set_up_contradicts_no_entry() -> None:
    assert opened(COLOURS[:2]).applied({"type": "begin_turn", "seat": 0}).look("contradictions") == []


@pytest.mark.parametrize(
    "junk",
    [{"card": ["march"]}, {"card": "march", "payments": 3}, {"card": "march", "payments": [{"from": {}}]}, {"use": {}}],
)
def test_no_value_of_another_kind_is_asked_on_from_mk_30_12(junk: Json) -> None:
    assert started().fold.offers({"type": "play_card", "seat": 0, **junk})["field"] is None


def hurt(play: Play) -> Play:
    """The combat goes on to its end; its enemy wounds unit 1."""
    return play.phase("damage").damage(1, [1]).do("next_phase").do("end_combat")


def inspired() -> Play:
    """Seat 0 has Inspiration, wounded Peasants and Foresters that are well."""
    play = learned("inspiration", cheap=True, command=2).at([4, -2]).reputation(7).do("interact")
    play.do("recruit", unit="peasants").do("recruit", unit="foresters").end(0, ["stamina"])
    return hurt(fighting(play.others_idle()))


def spells(card: str, *, black: bool = False, **more: object) -> Json:
    """A spell that is cast; a strong one needs black, which a die of the night shows."""
    use = {"use": "strong" if black else "basic"}
    paid = {"mind_read": "white", "wings_of_wind": "white", "restoration": "green", "energy_flow": "green"}
    return {"card": card, **use, "payments": mana(paid.get(card, "white"), *(["black@die"] if black else [])), **more}


def rebirth(at: list[int]) -> Play:
    """Three units are spent: Illusionists of level 2, Peasants and Foresters of level 1."""
    play = recruited("illusionists", "peasants", "foresters", deck=["restoration"], night=True)
    return rich(play).at(at).unit(1, 3).unit(2, 3).unit(3, 1)


def units(*them: int) -> Json:
    return spells("restoration", black=True, choices=chose(units=list(them)))


def frozen(*source: str) -> Play:
    """Seat 0, that left Source Freeze in the centre, is to begin its turn."""
    return learned("source_freeze", source=source).skill("source_freeze").end(0, ["stamina"]).idle()


def protected() -> Play:
    """Seat 0 threw Banner of Protection away; the enemy of this turn wounded unit 1, and unit 2 is well."""
    play = fight("prowlers", allies=["peasants", "foresters"], deck=["banner_of_protection"])
    return hurt(play).card("banner_of_protection", "strong").do("end_turn")


def off(**them: Any) -> Json:
    return {"of": "banner_of_protection.1", "choices": [{"wounds": them}]}


def wounded_twice() -> Play:
    """A rest put a wound on the discard pile; the turn after it brought two more and a judge a third."""
    play = started(deck=["banner_of_protection"]).wounds(1).do("rest", card="march", wounds=1).do("end_turn").do("draw")
    play = fighting(play.others_idle()).phase("attack").do("end_combat").wounds(1)
    return play.card("banner_of_protection", "strong").do("end_turn")


def reading(**fact: object) -> Json:
    return spells("mind_read", choices=chose(color="green"), facts=[fact])


HAND = ["rage", "rage", "threaten", "improvisation", "promise"]
WINGS = spells("wings_of_wind", black=True, choices=chose(enemies=[1, 2]))
ROLLED = [
    {"card": "horn_of_wrath", "use": "strong", "choices": chose(points=n), "facts": [{"faces": ["blue"]}] * n}
    for n in (-1, 0, 6, 7)
]
CONCENTRATION, HORN = {"card": "concentration", "use": "basic"}, {"card": "horn_of_wrath", "use": "basic"}
FOES, DIPLOMACY = ["prowlers", "wolf_riders"], {"card": "diplomacy", "use": "strong", "payments": mana("white")}
ENDS: list[tuple[Callable[[], Play], str, list[Json], list[Json], str]] = [
    (lambda: talking().card("promise").sideways("rage", "influence"), "buy_healing", [{"points": 1}], [{"points": 0},
        {"points": 2}], "MK-12.9"),  # one point for 3 influence
    (lambda: started().wounds(3).card("tranquility", "strong", pay=["green@die"], choices=chose(option=1)), "heal",
        [{"wounds": 1}, {"wounds": 2}], [{"wounds": 0}, {"wounds": 3}, {"wounds": 1, "unit": 1}], "MK-20.4 MK-20.8"),
    # 4 damage: Foresters of armour 4 leave none for Peasants of 3, and these leave 1
    (lambda: fight("prowlers", allies=["foresters", "peasants"]).phase("damage"), "assign_damage", [{"enemy": 1,
        "units": them} for them in ([], [1], [2], [2, 1])], [{"enemy": 1, "units": them} for them in ([1, 2], [1, 1],
        [3])], "MK-17.17 MK-17.8 MK-30.12"),
    (lambda: fight("prowlers", deck=["agility"]).phase("attack").card("agility"), "use_option", [{"of": "agility.1",
        "choices": chose(points=points)} for points in (1, 2)], [{"of": "agility.1",
        "choices": chose(points=points)} for points in (0, 3)], "MK-24.3 MK-24.6"),
    (lambda: rich(fight("prowlers", deck=["agility"])).card("agility", "strong"), "use_option", [{"of": "agility.1",
        "choices": chose(points=points)} for points in (2, 4)], [{"of": "agility.1",
        "choices": chose(points=points)} for points in (1, 3, 6)], "MK-24.6"),  # Move 4, 2 for each
    (lambda: fight(*FOES, deck=["wings_of_wind"], night=True).crystals(white=1).sideways("march", "move"), "play_card",
        [WINGS], [spells("wings_of_wind", black=True, choices=chose(enemies=them)) for them in ([1, 1], [1, 9], [])],
        "MK-24.3 MK-30.12"),
    (lambda: fight(*FOES, deck=["wings_of_wind"], night=True).crystals(white=1), "play_card", [], [WINGS], "MK-7.14"),
    (lambda: rich(started(deck=["diplomacy"])), "play_card", [{**DIPLOMACY,
        "choices": chose(element=element)} for element in ("ice", "fire")], [{**DIPLOMACY,
        "choices": chose(element=element)} for element in ("physical", "cold_fire", "green")], "MK-24.3 MK-30.12"),
    (started, "play_card", [{**CONCENTRATION, "choices": chose(colors=[colour])} for colour in ("red", "white")],
        [{**CONCENTRATION, "choices": chose(colors=them)} for them in (["green"], ["gold"], ["red", "blue"], [])],
        "MK-24.3"),
    (lambda: fight("prowlers", deck=["horn_of_wrath"]), "play_card", [{**HORN, "facts": chose(faces=["red"])}],
        [{**HORN, "facts": chose(faces=faces)} for faces in ([], ["red", "red"])], "MK-24.3"),
    (lambda: fight("prowlers", deck=["horn_of_wrath"]), "play_card", ROLLED[1:3], [ROLLED[0], ROLLED[3]],
        "MK-24.3 MK-30.12"),
    (lambda: rich(started(deck=["mind_read"])), "play_card", [reading(card="march"), reading(hand=HAND)],
        [reading(card="rage"), reading(hand=[*HAND[:4], "march"]), reading(hand=HAND[:4])], "MK-24.3"),
    (lambda: learned("healing_ritual", seats=3).wounds(2).at([0, -1], 1).at([0, -1], 2), "use_skill",
        [{"skill": "healing_ritual", "choices": chose(number=1, seat=seat)} for seat in (1, 2)],
        [{"skill": "healing_ritual", "choices": chose(number=n, seat=seat)} for n, seat in ((1, 0), (3, 1))],
        "MK-24.3"),
    (lambda: rebirth([2, -2]), "play_card", [units(1, 2), units(2, 3), units()], [units(1, 2, 3), units(2, 2),
        units(4)], "MK-24.3"),  # level 3 in all, and 5 in a forest
    (lambda: rebirth([1, -1]), "play_card", [units(1, 2, 3)], [units(1, 1)], "MK-24.3"),
    (inspired, "use_skill", [{"skill": "inspiration", "choices": chose(option=2, unit=1)}], [{"skill": "inspiration",
        "choices": chose(option=2, unit=2)}], "MK-24.3"),
    (two_armies, "play_card", [spells("energy_flow", choices=chose(unit=1, yes=True, others={"1": 1}))],
        [spells("energy_flow", choices=chose(unit=1, yes=True, others={"1": 2}))], "MK-24.3"),
    (lambda: rich(recruited("peasants", deck=["call_to_arms"], command=1, night=True)), "play_card",
        [spells("call_to_arms", black=True, choices=chose(offer="foresters", disband=1))], [spells("call_to_arms",
        black=True, choices=chose(offer="foresters", disband=2))], "MK-24.3"),
    (lambda: fighting(recruited("peasants", deck=["banner_of_fear"]).card("banner_of_fear",
        choices=chose(unit=1))) .phase("block"), "use_banner", [{"unit": 1, "choices": chose(enemies=[1])}],
        [{"unit": 1, "choices": chose(enemies=them)} for them in ([], [2], [1, 2])], "MK-24.3"),
    (lambda: plunderer().idle(), "plunder", [{}, {"number": 2}], [{"number": 1}, {"number": 3}], "MK-12.21"),
    (lambda: opened(COLOURS[:2]), "setup", [setting_up(COLOURS[:2], hands={1: HAND})], [setting_up(COLOURS[:2],
        hands=hands) for hands in ({2: HAND}, {1: HAND[:4]})], "MK-2.9"),
    (lambda: levelling(8).do("level_up", shown=["dark_paths", "invocation"], option="a", skill="dark_paths",
        card="agility", new_card="fire_bolt", offer=["blood_rage", "ice_shield", "agility"]), "level_up", [{}],
        [{"option": "a"}, {"shown": ["hot_swordsmanship", "polarization"]}], "MK-23.4"),
    (lambda: frozen("white", "gold", "red", "black"), "begin_turn", [{"color": "white"}, {"color": "red"}], [{},
        {"color": "blue"}], "MK-24.3"),
    (lambda: frozen("red", "gold", "red", "black"), "begin_turn", [{}, {"color": "red"}], [{"color": "blue"}],
        "MK-24.3"),
    (lambda: won("monster_den", "minotaur").do("end_turn"), "take_reward", [{"kind": "random_crystals",
        "faces": ["gold", "black"], "colors": ["green"]}], [{"kind": "random_crystals", "faces": ["gold", "black"],
        "colors": colors} for colors in ([], ["gold"], ["green", "red"])], "MK-19.17"),
    (protected, "use_option", [off(units={"1": 1}), off(units={"1": 0})], [off(units={"1": 2}), off(units={"2": 1}),
        off(units={"3": 1}), off(units={"x": 1})], "MK-24.3 MK-30.12"),
    (lambda: hurt(fight("prowlers", allies=["peasants"], deck=["banner_of_protection"])).end(0,
        ["march"]).others_idle() .card("banner_of_protection", "strong").do("end_turn"), "use_option", [],
        [off(units={"1": 1})], "MK-24.3"),
    (wounded_twice, "use_option", [off(hand=2), off(hand=0)], [off(hand=3), off(discard=1)], "MK-24.3"),
    (lambda: started(source=["green", "red", "red", "red"]), "play_card", [{"card": "march", "use": "strong",
        "payments": mana("green@die")}], [{"card": "march", "use": "strong",
        "payments": mana(paid)} for paid in ("green", "green@token")], "MK-8.1"),  # no crystals, no tokens
    (lambda: fight("prowlers", deck=["learning", "endless_bag_of_gold"]).card("endless_bag_of_gold",
        "strong") .card("learning", offer=["blood_rage", "ice_shield", "agility"]), "use_option", [],
        [{"of": "learning.1", "choices": chose(card="agility"), "facts": chose(card="fire_bolt")}], "MK-24.6"),
    (lambda: learned("polarization").crystals(blue=2).skill("polarization"), "play_card", [{"card": "threaten",
        "use": "strong", "payments": mana("blue=red")}], [{"card": "march", "use": "strong",
        "payments": mana("blue=green")}], "MK-8.19"),
    (lambda: learned("polarization").crystals(blue=2).skill("polarization") .card("threaten", "strong",
        pay=["blue=red"]), "play_card", [], [{"card": "rage", "use": "strong", "payments": mana("blue=red")}],
        "MK-8.19"),
]  # fmt: skip
"""A position, a type of move, fields with which it is legal and with which it is not, and the clauses that say so."""


@pytest.mark.parametrize(("position", "kind", "legal", "illegal", "rules"), ENDS)
def test_a_value_is_taken_up_to_its_end_and_not_beyond(
    position: Callable[[], Play], kind: str, legal: list[Json], illegal: list[Json], rules: str
) -> None:
    play = position()
    seat = None if kind == "setup" else 0
    for fields in legal:
        play.fold.decide({**play.made(kind, seat), **fields})
    for fields in illegal:
        play.no(kind, seat, *rules.split(), **{key: value for key, value in fields.items() if key != "type"})


@pytest.mark.parametrize("kind", [7, ["move"], "fly", None])
def test_what_is_no_move_and_no_ruling_is_malformed(kind: object) -> None:
    play = started()
    for tried in (play.fold.game.decide, play.fold.game.adjust):
        with pytest.raises(MalformedMoveError):
            tried(play.fold.state, {"type": kind, "seat": 0})
    for seat in (2, -1):
        play.no("end_turn", seat, "MK-30.12")


def test_each_entry_that_does_not_fit_is_noted() -> None:
    play = started().applied({"type": "begin_turn", "seat": 1}).applied({"type": "begin_turn", "seat": 1})
    assert len(play.look("contradictions")) == 2


JUNK = [
    *({"type": "play_card", "card": "rage", "use": "strong", "payments": [{"from": "crystal", "shows": "red", **junk}]}
      for junk in ({"shows": "pink"}, {"as": "pink"}, {"from": "thin_air"})),
    {"type": "play_card", "card": "gone", "use": "basic"}, {"type": "use_skill", "skill": "gone"},
    {"type": "play_card", "card": "march", "use": "sideways", "gives": "attack"},
    {"type": "activate_unit", "unit": 1, "ability": 1}, {"type": "use_crystal", "color": "pink"},
    {"type": "explore", "position": [1, 1], "tile": "gone"}, {"type": "explore", "position": [1], "tile": "core_1"},
    {"type": "move", "to": [9, 9]}, {"type": "move", "to": []}, {"type": "challenge", "at": []},
    {"type": "jump", "path": [[0, -1]]}, {"type": "recruit", "unit": "gone"}, {"type": "take_reward", "kind": "gone"},
    {"type": "level_up", "shown": ["gone", "gone"]}, {"type": "take_tactic", "tactic": "gone"},
    {"type": "use_option", "of": "gone.1"}, {"type": "use_banner", "unit": 1}, {"type": "burn_monastery", "token": "x"},
]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK)
def test_an_entry_without_meaning_is_noted_and_changes_nothing(junk: Json) -> None:
    play = started().crystals(red=1)
    before = play.look("heroes"), play.look("map")
    play.applied({"seat": 0, **junk})
    assert (play.look("heroes"), play.look("map"), len(play.look("contradictions"))) == (*before, 1)
