"""Imaginary tables: whole games, move by move, held against a second opinion and the accounts of the reference.

``MOVEBOOK_SIMULATED=1000`` plays that many games for each number of heroes.
"""

from __future__ import annotations

import os
from itertools import islice

import pytest

from engines import mage_knight
from engines.kernel import sealing
from engines.kernel.canonical import canonical
from tests.engines.mage_knight.checked import checked, game, opened

GAMES = int(os.environ.get("MOVEBOOK_SIMULATED", "1"))


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_of_a_game_is_legal_and_the_second_opinion_agrees(seats: int, seed: int) -> None:
    moves = [move["type"] for move, _, _ in checked(seats, seed)]
    assert (moves[0], moves[-1]) == ("setup", "score")


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_one_game_typed_unknown_or_sealed_has_the_same_facts_and_result(seed: int) -> None:
    """A recorder who types every hand, the public, and each seat that sealed its own: equal after every move."""
    seats = 2 + seed % 3
    folds = {eyes: opened(seats, seed) for eyes in ("recorder", "public", *range(seats))}
    for move in game(seats, seed):
        name, whole = folds["recorder"].play(move)
        body, secrets = sealing.split(mage_knight, whole)
        for eyes, fold in folds.items():
            known = {secret: one.value for secret, one in secrets.items() if one.seat == eyes}
            if eyes != "recorder":
                fold.apply(name, sealing.merge(body, known))
        facts = {canonical(fold.facts()) for fold in folds.values()}
        assert len(facts) == 1, move
    assert len({canonical(fold.result()) for fold in folds.values()}) == 1


def test_a_level_whose_fame_comes_as_cards_are_put_away_is_on_offer_mk_30_9() -> None:
    # Noble Manners gives its Fame in step 3, when Steady Tempo might still go back to the deck: this game goes on.
    *_, last = game(4, 13)
    assert last["type"] == "score"


def test_the_same_seed_is_the_same_game_and_another_is_not() -> None:
    first, again, other = (list(islice(game(2, seed), 60)) for seed in (1, 1, 7))
    assert first == again != other
