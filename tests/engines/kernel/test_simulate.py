"""A game without players of its own is simulated by chance among its offers."""

from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.kernel import simulate
from engines.kernel.contract import breaches
from engines.kernel.game import Json
from engines.kernel.replay import Fold


class Plain:
    """A title without its own ``table``."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        if name == "table":
            raise AttributeError(name)
        return getattr(self._game, name)


def played(name: str, seed: int, knows: str = "all") -> tuple[list[Json], Fold[Any, Any]]:
    game: Any = Plain(GAMES[name])
    box = game.box()
    colours = list(game.colours(box))[: game.seats[0]]
    options = {option: field.default for option, field in game.options().items()}
    moves = list(simulate.table(game, Random(seed), colours, options, box, knows))
    fold: Fold[Any, Any] = Fold(game, colours, options, box)
    for number, move in enumerate(moves, 2):
        fold.apply(str(number), game.encode(fold.decide(move)))
    return moves, fold


@pytest.mark.parametrize("name", ["kingdoms", "rise_of_empires"])
def test_a_game_is_played_to_its_end_by_chance_and_the_same_with_the_same_seed(name: str) -> None:
    moves, fold = played(name, 1)
    assert fold.view()["phase"] == "finished"
    assert fold.result() is not None
    assert moves == played(name, 1)[0] != played(name, 2)[0]


def test_a_recorder_who_knows_no_secrets_leaves_them_out() -> None:
    tiles = [move.get("tile") for move in played("kingdoms", 1, "public")[0] if move["type"] == "deal_starting_tile"]
    assert tiles
    assert set(tiles) == {None}


def test_a_game_may_lack_players_of_its_own() -> None:
    assert breaches(Plain(GAMES["kingdoms"])) == []
