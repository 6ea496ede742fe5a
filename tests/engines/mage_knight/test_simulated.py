"""Imaginary tables: whole games, move by move, held against a second opinion and the accounts of the reference.

``MOVEBOOK_SIMULATED=1000`` plays that many games for each number of heroes.
"""

import os
from random import Random

import pytest

from engines import mage_knight
from tests.engines.given import defaults
from tests.engines.mage_knight.model.checked import BOX, checked, game
from tests.long import cases

GAMES = int(os.environ.get("MOVEBOOK_SIMULATED", "1"))


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
@pytest.mark.parametrize("seats", range(2, cases(3, 5)))
def test_every_move_of_a_game_is_legal_and_the_second_opinion_agrees(seats: int, seed: int) -> None:
    moves = [move["type"] for move, _, _ in checked(seats, seed)]
    assert (moves[0], moves[-1]) == ("setup", "score")


def test_a_level_whose_fame_comes_as_cards_are_put_away_is_on_offer_mk_30_9() -> None:
    # Noble Manners gives its Fame in step 3, when Steady Tempo might still go back to the deck: this game goes on.
    *_, last = game(4, 13)
    assert last["type"] == "score"


def test_the_scoring_states_each_reward_as_it_was_sealed_mk_28_2() -> None:
    # Seat 1 wins an artifact twice in this game, the later one earlier in the order of cards.
    moves = list(mage_knight.table(Random(4), list(mage_knight.colours(BOX))[:2], defaults(mage_knight), BOX))
    won = [move["kept"] for move in moves if move["type"] == "take_reward" and move["seat"] == 1 and move.get("kept")]
    assert (len(won), [moves[-1]["kept"][reward] for reward in ("1-0", "1-1")]) == (2, won)
