"""What is offered at set-up and on the map: whole places, and cards that can be there."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

from engines import GAMES
from engines.kernel.game import Json
from engines.kernel.replay import Fold

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
    at = offered(played(lambda move: move["type"] == "challenge"), "challenge")["at"]
    assert at["of"]["of"] == [[3, -3]]
