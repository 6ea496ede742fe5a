"""What each ability of the regular units does; elite units take no part in this scenario (MK-2.23)."""

import pytest

from engines import mage_knight
from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import FIGURES
from tests.engines.mage_knight.components.test_basic_actions import Part, block, melee, phase_of, ranged, rich, siege
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.playing import chose, fight, mana, recruited, started

POINTS: list[tuple[str, int, list[str], str, int]] = [
    ("peasants", 2, [], "influence", 2), ("peasants", 3, [], "move", 2), ("foresters", 1, [], "move", 2),
    ("herbalists", 1, ["green"], "heal", 2), ("illusionists", 1, [], "influence", 4),
]  # fmt: skip

PIECES: list[tuple[str, int, list[str], list[Json], Part]] = [
    ("peasants", 1, [], chose(option=1), melee(2)), ("peasants", 1, [], chose(option=2), block(2)),
    ("foresters", 2, [], [], block(3)), ("utem_crossbowmen", 1, [], chose(option=1), melee(3)),
    ("utem_crossbowmen", 1, [], chose(option=2), block(3)), ("utem_crossbowmen", 2, [], [], ranged(2)),
    ("utem_guardsmen", 1, [], [], melee(2)), ("utem_guardsmen", 2, [], [], block(4)),
    ("utem_swordsmen", 1, [], chose(option=1), melee(3)), ("utem_swordsmen", 1, [], chose(option=2), block(3)),
    ("utem_swordsmen", 2, [], chose(option=1), melee(6)), ("utem_swordsmen", 2, [], chose(option=2), block(6)),
    ("guardian_golems", 1, [], chose(option=1), melee(2)), ("guardian_golems", 1, [], chose(option=2), block(2)),
    ("guardian_golems", 2, ["red"], [], block(4, "fire")), ("guardian_golems", 3, ["blue"], [], block(4, "ice")),
    ("northern_monks", 1, [], chose(option=1), melee(3)), ("northern_monks", 1, [], chose(option=2), block(3)),
    ("northern_monks", 2, ["blue"], chose(option=1), melee(4, "ice")),
    ("northern_monks", 2, ["blue"], chose(option=2), block(4, "ice")),
    ("red_cape_monks", 1, [], chose(option=1), melee(3)), ("red_cape_monks", 1, [], chose(option=2), block(3)),
    ("red_cape_monks", 2, ["red"], chose(option=1), melee(4, "fire")),
    ("red_cape_monks", 2, ["red"], chose(option=2), block(4, "fire")),
    ("savage_monks", 1, [], chose(option=1), melee(3)), ("savage_monks", 1, [], chose(option=2), block(3)),
    ("savage_monks", 2, ["green"], [], siege(4)),
]  # fmt: skip

covers(*(f"{unit} {ability}" for unit, ability, *_ in [*POINTS, *PIECES]))
REGULAR = [unit for unit, figure in FIGURES["units"].items() if figure[0] == "regular"]


@pytest.mark.parametrize(("unit", "ability", "pay", "kind", "points"), POINTS)
def test_a_unit_gives_its_points(unit: str, ability: int, pay: list[str], kind: str, points: int) -> None:
    play = rich(recruited(unit))
    if kind == "influence":
        play.at([4, -2]).do("interact")
    before = play.points(kind)
    play.unit(1, ability, pay=pay)
    assert play.points(kind) == before + points
    assert play.held()["units"]["1"]["ready"] is False


@pytest.mark.parametrize(("unit", "ability", "pay", "choices", "part"), PIECES)
def test_a_unit_gives_its_piece(unit: str, ability: int, pay: list[str], choices: list[Json], part: Part) -> None:
    play = rich(fight("prowlers", allies=[unit])).phase(phase_of(part))
    play.unit(1, ability, pay=pay, choices=choices or None)
    assert (play.parts(f"{unit}.1"), sum(play.held()["crystals"].values())) == ([part], 8 - len(pay))


def test_foresters_make_forest_hills_and_swamp_cheaper() -> None:
    """From the village (4, -2) the hills (3, -2) cost 3 - 1."""
    assert recruited("foresters").unit(1, 1).step_to([3, -2]).points("move") == 0


@covers("herbalists 2")
def test_herbalists_ready_a_unit() -> None:
    play = recruited("peasants", "herbalists").unit(1, 3).unit(2, 2, choices=chose(unit=1))
    assert [unit["ready"] for unit in play.held()["units"].values()] == [True, False]


@covers("herbalists 3")
def test_herbalists_give_green_mana() -> None:
    assert recruited("herbalists").unit(1, 3).held()["mana"]["green"] == 1


@covers("illusionists 2")
def test_illusionists_stop_an_unfortified_enemy() -> None:
    play = rich(fight("prowlers", allies=["illusionists"])).unit(1, 2, pay=["white"], choices=chose(enemies=[1]))
    assert play.state() == "stopped"
    play = rich(fight("diggers", allies=["illusionists"]))
    play.no(
        *("activate_unit", 0),
        unit=1, ability=2, payments=[{"from": "crystal", "shows": "white"}], choices=chose(enemies=[1]),
    )  # fmt: skip


@covers("illusionists 3")
def test_illusionists_give_a_white_crystal() -> None:
    assert recruited("illusionists").unit(1, 3).held()["crystals"]["white"] == 1


def test_utem_swordsmen_are_wounded_by_their_great_effort() -> None:
    play = fight("prowlers", allies=["utem_swordsmen"]).phase("attack").unit(1, 2, choices=chose(option=1))
    assert play.held()["units"]["1"]["wounds"] == 1


def test_utem_guardsmen_take_swiftness_away() -> None:
    """Wolf Riders attack with 3, swift: 4 >= 3."""
    play = fight("wolf_riders", allies=["utem_guardsmen"]).phase("block").unit(1, 2).block("utem_guardsmen.1")
    assert play.state() == "blocked"


@pytest.mark.parametrize("unit", REGULAR)
def test_a_unit_arrives_ready_with_the_armour_and_level_of_the_reference(unit: str) -> None:
    held = recruited(unit).held()["units"]["1"]
    assert (held["unit"], held["ready"], held["wounds"]) == (unit, True, 0)


ALTEM = next(unit["abilities"] for unit in mage_knight.box()["units"] if unit["id"] == "altem_mages")
"""Abilities of elite units stand in the box; here Peasants have them, as an owner may say."""


@pytest.mark.parametrize(
    ("paid", "value"), [([], 5), (["blue"], 7), (["red"], 7), (["blue", "red"], 9), (["red", "blue"], 9)]
)
def test_mana_boosts_cold_fire(paid: list[str], value: int) -> None:
    play = rich(fight("prowlers", allies=["peasants"], effects={"peasants.abilities": ALTEM})).phase("attack")
    for wrong in (["green"], ["blue", "blue"], ["blue", "red", "red"]):
        play.no("activate_unit", 0, "MK-7.14", unit=1, ability=2, choices=chose(option=1), payments=mana(*wrong))
    play.unit(1, 2, pay=paid, choices=chose(option=1))
    assert play.parts("peasants.1") == [melee(value, "cold_fire")]


@pytest.mark.parametrize("option", [0, 1, 2])
def test_own_attacks_become_cold_fire_or_siege_too(option: int) -> None:
    """Fireball's fire 5 beats Fire Mages of armour 5 as cold fire alone; Swiftness' 3 beats Diggers as siege alone."""
    foes = ["fire_mages", "diggers"]
    play = rich(fight(*foes, allies=["peasants"], deck=["fireball"], effects={"peasants.abilities": ALTEM}, night=True))
    play = play.unit(1, 3, pay=["black@die"], choices=chose(option=option)) if option else play
    play.card("fireball").attack("fireball.1").card("swiftness", "strong")
    assert play.state(1) == ("defeated" if option == 1 else "facing")
    attack = {"enemies": [2], "pieces": ["swiftness.1"]}
    play.do("attack", **attack) if option == 2 else play.no("attack", 0, "MK-15.3", **attack)
    assert play.state(2) == ("defeated" if option == 2 else "facing")


@pytest.mark.parametrize(("foe", "state"), [("wolf_riders", "blocked"), ("prowlers", "facing")])
def test_a_block_of_a_later_printing_counts_double_against_an_ability(foe: str, state: str) -> None:
    """Wolf Riders attack with 3, swift: 6. Prowlers attack with 4."""
    double = {"op": "block", "element": "physical", "n": 3, "counts_double_against": "swift"}
    play = rich(fight(foe, effects={"determination.strong": double})).phase("block")
    assert play.card("determination", "strong").block("determination.1").state() == state


def test_cards_of_a_colour_are_actions_and_spells_in_a_later_printing() -> None:
    node = {"op": "throw_away", "n": 1, "filter": "colored_card", "from": "hand", "extra_cost": True}
    play = started(deck=["decompose", "fireball", "ruby_ring"], effects={"decompose.basic": node}).wounds(1)
    for card in ("ruby_ring", "wound"):
        play.no("play_card", 0, "MK-7.15", card="decompose", use="basic", choices=chose(cards=[card]))
    for card in ("fireball", "march"):
        play.fold.decide(play.made("play_card", 0, card="decompose", use="basic", choices=chose(cards=[card])))


def test_a_later_magic_talent_casts_a_spell_of_the_colour_discarded() -> None:
    cast = {"op": "cast_from_offer", "offer": "spell", "spell_stays": True, "mana": "paid_as_usual"}
    node = [{"op": "discard", "n": 1, "filter": "action_card"}, {**cast, "color": "discarded_card_color"}]
    play = rich(started(deck=["magic_talent"], aa_deck=28, effects={"magic_talent.basic": node}))
    play.card("magic_talent", choices=chose(cards=["march"]), offer=["flame_wall", "mana_claim", "meditation"])
    fields = {"of": "magic_talent.1", "payments": mana("red")}
    play.no("use_option", 0, "MK-24.3", choices=chose(card="flame_wall", use="basic", option=1), **fields)
    play.do(
        "use_option",
        of="magic_talent.1",
        payments=mana("green"),
        choices=chose(card="meditation", use="basic", side="top"),
    )


def test_mk_16_9_a_summoned_token_that_is_destroyed_goes_and_gives_no_fame() -> None:
    node = {"op": "target_enemy", "destroy": True}
    play = rich(fight("orc_summoners", deck=["whirlwind"], effects={"whirlwind.strong": node}, night=True))
    play.phase("block").do("summon", enemy=1, token="medusa")
    play.card("whirlwind", "strong", choices=chose(enemies=[1])).sees("tokens.brown.discarded", ["medusa"])
    play.phase("attack").sees("tokens.brown.discarded", ["medusa"]).sees("heroes.0.fame", 0).sees("combat.wounds", 0)
    assert play.state() == "facing"
