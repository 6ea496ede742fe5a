"""What is offered at set-up and on the map: whole places, and cards that can be there."""

import itertools
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engines import GAMES
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from engines.mage_knight.rules.table.card_offers import ACTION, deck_of

GAME = GAMES["mage_knight"]
BOX = GAME.box()
SEATS = ("red", "blue")
DECKS = {hero["colour"]: list(hero["deck"]) for hero in BOX["heroes"]}


def played(until: Callable[[Json], bool]) -> Fold[Any, Any]:
    """A simulated game, up to a move."""
    fold: Fold[Any, Any] = Fold(GAME, SEATS, {"aa_deck": 16}, BOX)
    table = GAME.table(random.Random(4), list(SEATS), {"aa_deck": 16}, BOX)
    for move in itertools.takewhile(lambda move: not until(move), table):
        fold.play(move)
    return fold


def offered(fold: Fold[Any, Any], kind: str) -> Json:
    """The fields of a move on offer."""
    (offer,) = [one for one in fold.offers()["moves"] if one["type"] == kind]
    fields: Json = offer["fields"]
    return fields


def test_mk_2_9_the_first_hand_of_a_seat_comes_from_its_starting_deck() -> None:
    fold = played(lambda move: move["type"] == "setup")
    setup = next(GAME.table(random.Random(4), list(SEATS), {"aa_deck": 16}, BOX))
    answer = fold.offers({name: value for name, value in setup.items() if name != "hands"})
    assert answer["field"] == "hands"
    for seat, colour in enumerate(SEATS):
        cards = answer["domain"]["each"][str(seat)]["of"]["of"]
        assert sorted(cards) == sorted(DECKS[colour])


def test_mk_2_19_tile_1_goes_to_one_of_two_places() -> None:
    fold = played(lambda move: move["type"] == "setup")
    heroes = [{"seat": 0, "hero": "arythea"}, {"seat": 1, "hero": "tovak"}]
    asked = fold.offers({"type": "setup", "heroes": heroes})
    assert asked == {"field": "tile_1_at", "domain": {"kind": "choice", "of": [[0, 1], [1, 0]]}}


def test_mk_9_2_from_the_portal_the_spaces_on_land_are_offered_as_a_whole() -> None:
    # North-east forest, east and north-west plains; the other three are sea.
    to = offered(played(lambda move: move["type"] == "move"), "move")["to"]
    assert to == {"kind": "choice", "of": [[1, -1], [1, 0], [0, -1]]}


def test_mk_10_1_a_tile_is_placed_at_a_whole_position() -> None:
    fold = played(lambda move: move["type"] == "explore")
    assert offered(fold, "explore")["position"] == {"kind": "choice", "of": [[1, 1]]}


def test_mk_14_2_a_challenge_names_the_spaces_of_enemies_next_to_the_hero() -> None:
    fold = played(lambda move: move["type"] == "challenge")
    view = fold.view()
    q, r = view["heroes"][str(fold.state.active)]["space"]
    beside = [[q + 1, r], [q - 1, r], [q, r + 1], [q, r - 1], [q + 1, r - 1], [q - 1, r + 1]]
    rampaging = [key for key, place in view["map"]["spaces"].items() if place["site"] == "orcs" and place["tokens"]]
    near = [space for space in beside if f"{space[0]}_{space[1]}" in rampaging]
    at = offered(fold, "challenge")["at"]
    assert sorted(at["of"]["of"]) == sorted(near) != []


def test_mk_26_9_a_new_round_asks_for_no_card_of_an_empty_deck_and_for_none_twice() -> None:
    fold = played(lambda move: move["type"] == "prepare_round")
    dice, units = ["red", "blue", "green", "white"], fold.offers({"type": "prepare_round", "dice": []})["domain"]
    given = {"type": "prepare_round", "dice": dice, "unit_offer": units["of"]["of"][: units["least"]]}
    fold.state.monastery, fold.state.actions_gone, fold.state.bottom_actions = [], deck_of(fold.state, ACTION), []
    assert fold.offers(given)["field"] == "hands"
    one, other, low = (fold.state.actions_gone.pop() for _ in range(3))
    fold.state.spaces[0, 0] = replace(fold.state.spaces[0, 0], site="monastery")
    assert sorted(fold.offers(given)["domain"]["of"]["of"]) == sorted([one, other, low])
    assert sorted(fold.offers({**given, "monastery_cards": [low]})["domain"]["of"]) == sorted([one, other])
