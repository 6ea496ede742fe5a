"""What each basic action does, basic and strong (reference, section 24 and the data of the cards)."""

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.playing import Play, chose, fight, started

Part = tuple[str, str | None, str, int]


def rich(play: Play, **more: int) -> Play:
    """Two crystals of each colour for seat 0, or as told."""
    return play.crystals(**{**dict.fromkeys(("red", "blue", "green", "white"), 2), **more})


def melee(n: int, element: str = "physical") -> Part:
    return ("attack", "melee", element, n)


def ranged(n: int, element: str = "physical") -> Part:
    return ("attack", "ranged", element, n)


def siege(n: int, element: str = "physical") -> Part:
    return ("attack", "siege", element, n)


def block(n: int, element: str = "physical") -> Part:
    return ("block", None, element, n)


def phase_of(part: Part) -> str:
    """The first phase in which a value counts."""
    if part[0] == "block":
        return "block"
    return "attack" if part[1] == "melee" else "ranged_siege"


POINTS: list[tuple[str, str, list[Json], str, int]] = [
    ("swiftness", "basic", [], "move", 2), ("march", "basic", [], "move", 2), ("march", "strong", [], "move", 4),
    ("stamina", "basic", [], "move", 2), ("stamina", "strong", [], "move", 4),
    ("tranquility", "basic", chose(option=1), "heal", 1), ("tranquility", "strong", chose(option=1), "heal", 2),
    ("promise", "basic", [], "influence", 2), ("promise", "strong", [], "influence", 4),
    ("threaten", "basic", [], "influence", 2), ("threaten", "strong", [], "influence", 5),
    ("improvisation", "basic", chose(cards=["march"], option=1), "move", 3),
    ("improvisation", "basic", chose(cards=["march"], option=2), "influence", 3),
    ("improvisation", "strong", chose(cards=["march"], option=1), "move", 5),
    ("improvisation", "strong", chose(cards=["march"], option=2), "influence", 5),
    ("noble_manners", "basic", [], "influence", 2), ("noble_manners", "strong", [], "influence", 4),
]  # fmt: skip

PIECES: list[tuple[str, str, list[Json], Part]] = [
    ("rage", "basic", chose(option=1), melee(2)), ("rage", "basic", chose(option=2), block(2)),
    ("rage", "strong", [], melee(4)), ("determination", "basic", chose(option=1), melee(2)),
    ("determination", "basic", chose(option=2), block(2)), ("determination", "strong", [], block(5)),
    ("swiftness", "strong", [], ranged(3)), ("improvisation", "basic", chose(cards=["march"], option=3), melee(3)),
    ("improvisation", "basic", chose(cards=["march"], option=4), block(3)),
    ("improvisation", "strong", chose(cards=["march"], option=3), melee(5)),
    ("improvisation", "strong", chose(cards=["march"], option=4), block(5)),
    ("battle_versatility", "basic", chose(option=1), melee(2)),
    ("battle_versatility", "basic", chose(option=2), block(2)),
    ("battle_versatility", "basic", chose(option=3), ranged(1)),
    ("battle_versatility", "strong", chose(option=1), melee(4)),
    ("battle_versatility", "strong", chose(option=2), block(4)),
    ("battle_versatility", "strong", chose(option=3), melee(3, "fire")),
    ("battle_versatility", "strong", chose(option=4), block(3, "fire")),
    ("battle_versatility", "strong", chose(option=5), ranged(3)),
    ("battle_versatility", "strong", chose(option=6), siege(2)),
    ("cold_toughness", "basic", chose(option=1), melee(2, "ice")),
    ("cold_toughness", "basic", chose(option=2), block(3, "ice")), ("cold_toughness", "strong", [], block(5, "ice")),
]  # fmt: skip


def named(rows: list[Any]) -> list[str]:
    """Ids of rows: card, use and what was chosen."""
    return [f"{row[0]}-{row[1]}-{number}" for number, row in enumerate(rows)]


covers(*(f"{card} {use}" for card, use, *_ in [*POINTS, *PIECES]))


@pytest.mark.parametrize(("card", "use", "choices", "kind", "points"), POINTS, ids=named(POINTS))
def test_a_basic_action_gives_its_points(card: str, use: str, choices: list[Json], kind: str, points: int) -> None:
    assert rich(started(deck=[card])).card(card, use, choices=choices or None).points(kind) == points


@pytest.mark.parametrize(("card", "use", "choices", "part"), PIECES, ids=named(PIECES))
def test_a_basic_action_gives_its_piece_in_a_combat(card: str, use: str, choices: list[Json], part: Part) -> None:
    play = rich(fight("prowlers", deck=[card])).phase(phase_of(part)).card(card, use, choices=choices or None)
    assert play.parts(f"{card}.1") == [part]


def test_a_strong_effect_takes_its_crystal() -> None:
    assert rich(started()).card("march", "strong").held()["crystals"] == {"red": 2, "blue": 2, "green": 1, "white": 2}


@pytest.mark.parametrize(("use", "count"), [("basic", 1), ("strong", 2)])
def test_tranquility_draws_instead_of_healing(use: str, count: int) -> None:
    play = rich(started()).card("tranquility", use, choices=chose(option=2), drawn=["rage", "promise"][:count])
    assert (play.held()["hand"], play.held()["deck"]) == (4 + count, 11 - count)


@covers("crystallize basic")
def test_crystallize_turns_one_mana_into_a_crystal_of_the_colour_paid() -> None:
    play = started().card("crystallize", extra=["white@die"])
    assert (play.held()["crystals"]["white"], [die["on"] for die in play.look("source")].count("used")) == (1, 1)


@covers("crystallize strong")
def test_crystallize_strong_gains_a_crystal_of_any_colour() -> None:
    play = rich(started()).card("crystallize", "strong", choices=chose(colors=["red"]))
    assert play.held()["crystals"] == {"red": 3, "blue": 1, "green": 2, "white": 2}


@covers("mana_draw basic")
def test_mana_draw_allows_one_more_source_die() -> None:
    play = started().card("march", "strong", pay=["green@die"])
    play.no(
        *("play_card", 0, "MK-8.2"),
        code="x_4", card="stamina", use="strong", payments=[{"from": "die", "shows": "blue"}],
    )  # fmt: skip
    play.card("mana_draw").card("stamina", "strong", pay=["blue@die"])
    assert play.points("move") == 8


@covers("mana_draw strong")
def test_mana_draw_strong_sets_a_die_and_gives_two_tokens_of_the_colour() -> None:
    play = rich(started(source=["red", "blue", "gold", "black"]))
    play.card("mana_draw", "strong", choices=chose(die="black", color="green"))
    assert play.held()["mana"]["green"] == 2
    assert {"face": "green", "on": "set", "seat": 0} in play.look("source")


def test_mana_draw_strong_never_sets_a_die_to_gold() -> None:
    play = rich(started())
    play.no(
        *("play_card", 0),
        card="mana_draw", use="strong", payments=[{"from": "crystal", "shows": "white"}],
        choices=chose(die="red", color="gold"),
    )  # fmt: skip


@covers("concentration basic", "will_focus basic")
@pytest.mark.parametrize("colour", ["blue", "white", "red"])
@pytest.mark.parametrize("card", ["concentration", "will_focus"])
def test_concentration_and_will_focus_gain_a_token_of_three_colours(card: str, colour: str) -> None:
    picked = chose(colors=[colour]) if card == "concentration" else chose(option=1, colors=[colour])
    assert started(deck=[card]).card(card, choices=picked).held()["mana"][colour] == 1


def test_will_focus_may_gain_a_green_crystal_instead() -> None:
    assert started(deck=["will_focus"]).card("will_focus", choices=chose(option=2)).held()["crystals"]["green"] == 1


@covers("concentration strong", "will_focus strong")
@pytest.mark.parametrize(("card", "bonus"), [("concentration", 2), ("will_focus", 3)])
def test_concentration_and_will_focus_play_another_action_with_a_bonus(card: str, bonus: int) -> None:
    play = rich(started(deck=[card])).card(card, "strong", choices=chose(card="march"))
    assert (play.points("move"), play.held()["hand"], len(play.held()["played"])) == (4 + bonus, 3, 2)


@pytest.mark.parametrize(("use", "fame", "reputation"), [("basic", 1, 0), ("strong", 1, 1)])
def test_noble_manners_is_worth_fame_after_an_interaction(use: str, fame: int, reputation: int) -> None:
    play = rich(started(deck=["noble_manners"])).at([2, -3]).do("interact").card("noble_manners", use)
    assert play.held()["fame"] == 0
    play.do("end_turn").do("draw")
    assert (play.held()["fame"], play.held()["reputation"]) == (fame, reputation)


def test_noble_manners_outside_an_interaction_is_worth_no_fame() -> None:
    play = rich(started(deck=["noble_manners"])).card("noble_manners", "strong").end()
    assert (play.held()["fame"], play.held()["reputation"]) == (0, 0)


def test_improvisation_discards_a_card_first() -> None:
    play = started().card("improvisation", choices=chose(cards=["stamina"], option=1))
    assert (play.held()["discard"], play.held()["hand"]) == (["stamina"], 3)
    started().wounds(1).no(
        *("play_card", 0, "MK-7.15"), card="improvisation", use="basic", choices=chose(cards=["wound"], option=1)
    )
