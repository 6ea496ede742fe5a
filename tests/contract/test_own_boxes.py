"""Boxes that nobody owns: where the check finds nothing, a game plays with them; damage is found or does no harm."""

import copy
import json
from itertools import islice
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.box.form import BoxField
from engines.kernel.box.hashes import faults_of
from engines.kernel.box.review import shape_of
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from service.cli import boards
from service.cli.language import Speech
from service.cli.tables import Table
from tests.fuzz import mutate
from tests.long import cases

CHANGED = 25
"""Values of a random box that differ from the default edition."""
MOST_TRIED = 4 * CHANGED
MOVES = 150
"""Moves of a game, as far as it is not over: enough for several rounds of each title."""


def put(box: Any, way: list[str], value: Any) -> Any:
    """Put a value at a path; what was there."""
    for key in way[:-1]:
        box = box[int(key) if isinstance(box, list) else key]
    last: Any = int(way[-1]) if isinstance(box, list) else way[-1]
    before, box[last] = box[last], value
    return before


def another(dice: Random, of: BoxField, value: Any) -> Any:
    """Another value of a field."""
    if of.kind == "integer" and of.low is not None and of.high is not None:
        return dice.randint(of.low, of.high)
    if of.kind == "flag":
        return not value
    if of.kind == "choice":
        return dice.choice(of.choices)
    return value


def random_box(game: str, seed: int) -> Json:
    """A box of a game with other values wherever the check takes them."""
    dice, title = Random(f"{game} {seed}"), GAMES[game]
    box, shape = title.box(), shape_of(title)
    assert shape is not None
    values = [
        (path, of) for path, of, _ in shape.walk(box) if of is not None and of.kind in ("integer", "flag", "choice")
    ]
    found = 0
    for path, of in dice.sample(values, min(MOST_TRIED, len(values))):
        way = path.split(".")
        before = put(box, way, None)
        now = another(dice, of, before)
        put(box, way, now)
        if now != before and not faults_of(title, box):
            found += 1
        else:
            put(box, way, before)
        if found == CHANGED:
            break
    assert found, "no value may differ"
    return copy.deepcopy(box)  # what the search computed from the changing box is cached by its identity


def played(game: str, box: Json, seed: int) -> Fold[Any, Any]:
    """A simulated game with a box, as far as :data:`MOVES`; it is drawn as it began and as it ended."""
    title, dice = GAMES[game], Random(seed)
    seats = list(title.colours(box))[: dice.choice(title.seats)]
    options = {name: option.default for name, option in title.options().items()}
    fold = Fold(title, seats, options, box)
    table = Table(title, box, [{"seat": at, "colour": seat, "name": None} for at, seat in enumerate(seats)], options)
    drawn(table, fold)
    for move in islice(title.table(dice, seats, options, box), MOVES):
        fold.play(move)
        json.dumps(fold.view())
    drawn(table, fold)
    assert fold.ply == MOVES or fold.result() is not None
    return fold


def drawn(table: Table, fold: Fold[Any, Any]) -> None:
    for lang in ("en", "es"):
        assert boards.draw(table, fold.view(), Speech(lang), [])


@pytest.mark.parametrize("seed", range(cases(1, 60)))
@pytest.mark.parametrize("game", GAMES)
def test_a_game_plays_with_any_box_in_which_nothing_is_wrong(game: str, seed: int) -> None:
    played(game, random_box(game, seed), seed)


@pytest.mark.parametrize("game", GAMES)
def test_random_damage_is_found_or_the_game_still_plays(game: str) -> None:
    harmless = 0
    for seed in range(cases(12, 1_000)):
        dice = Random(f"{game} {seed} damage")
        box = mutate.tree(dice, copy.deepcopy(GAMES[game].box()))
        if faults_of(GAMES[game], box):
            continue
        harmless += 1
        if harmless <= cases(2, 100):
            played(game, box, seed)
