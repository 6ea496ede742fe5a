"""Imaginary tables: whole games, move by move, held against a second opinion.

``MOVEBOOK_SIMULATED=1000`` plays that many games for each number of players.
"""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines import kingdoms
from engines.kernel.game import IllegalMoveError, Json
from tests.engines.given import Position, dig
from tests.engines.kingdoms.model import DEALT, KINDS, Model
from tests.engines.kingdoms.table import COLOURS, board, table
from tests.long import cases

GAMES = int(os.environ.get("MOVEBOOK_SIMULATED", cases(5, 40)))
BUNCH = 10
TABLES = ["RB", "YRB", "BGRY"]
BUNCHES = [(range(start, min(start + BUNCH, GAMES)), "all") for start in range(0, GAMES, BUNCH)]
BUNCHES += [(range(start, min(start + BUNCH, GAMES)), "public") for start in range(0, GAMES, 2 * BUNCH)]
"""Half as many without the secrets."""


def game(seats: str, seed: int, knows: str) -> Iterator[Json]:
    """The moves of one imaginary game."""
    return kingdoms.table(Random(seed), [COLOURS[seat] for seat in seats], {}, kingdoms.box(), knows=knows)


def steps(seats: str, seed: int, knows: str) -> Iterator[tuple[Position, Model, Json]]:
    """Position, second opinion and move, after each move of a game."""
    position, model = table(seats), Model(seats)
    for move in game(seats, seed, knows):
        assert model.judge(move) is None, move
        position.after(move)
        model.play(move)
        yield position, model, move


@pytest.mark.parametrize(("seeds", "knows"), BUNCHES, ids=str)
@pytest.mark.parametrize("seats", TABLES)
def test_every_move_of_a_game_is_legal_and_the_second_opinion_agrees(seats: str, seeds: range, knows: str) -> None:
    for seed in seeds:
        gold, position, moves = {str(seat): 50 for seat in range(len(seats))}, table(seats), []
        for position, model, move in steps(seats, seed, knows):
            moves.append(move)
            view = position.fold.view()
            if view["placements"] < 30 or move["type"] in ("score_epoch", "reveal_starting_tile"):
                assert view["scores"] == gold, "gold changes only when an epoch is scored"
            gold = view["scores"]
            for path, value in model.seen().items():
                assert dig(view, path) == value, (path, move)
            assert board(view, seats) == [" ".join(row) for row in model.board]
        position.sees("phase", "finished").sees("round", 3)
        sums(position, seats)
        extras(position, seats, moves)


def extras(position: Position, seats: str, moves: list[Json]) -> None:
    """The extra figures of the report, counted from the moves."""
    result = position.fold.result()
    assert result is not None
    for seat in range(len(seats)):
        report = result["seats"][str(seat)]["breakdown"]
        mine = [move for move in moves if move.get("seat") == seat]
        used = Counter(str(move["rank"]) for move in mine if move["type"] == "place_castle")
        kinds = Counter(move["type"] for move in mine)
        dealt = DEALT[str(len(seats))]
        never = {rank: dealt[rank] - used[rank] for rank in ("2", "3", "4")}
        lines = [gold for one in report["epochs"].values() for gold in one["row_lines"] + one["column_lines"]]
        assert report["castles_used"] == {rank: used[rank] for rank in dealt}
        assert report["castles_never_placed"] == never
        assert report["passes"] == kinds["pass"]
        assert report["starting_tiles_never_placed"] == 3 - kinds["place_starting_tile"]
        assert report["positive"] == sum(gold for gold in lines if gold > 0)
        assert report["negative"] == sum(gold for gold in lines if gold < 0)


def sums(position: Position, seats: str) -> None:
    """The check sums of the report."""
    view, result = position.fold.view(), position.fold.result()
    assert result is not None
    for seat in map(str, range(len(seats))):
        report, won = result["seats"][seat]["breakdown"], 0
        before = report["start"]
        for number in ("1", "2", "3"):
            one, shown = report["epochs"][number], view["results"][number]
            assert (one["before"], one["after"]) == (before, before + one["total"])
            assert (one["rows"], one["columns"]) == (sum(one["row_lines"]), sum(one["column_lines"]))
            assert one["rows"] + one["columns"] == one["total"] == shown["total"][seat]
            assert [line["gold"][seat] for line in shown["lines"]] == one["row_lines"] + one["column_lines"]
            assert all(
                line["gold"][seat] == sum(part["gold"].get(seat, 0) for part in line["parts"])
                for line in shown["lines"]
            )
            before, won = one["after"], won + one["total"]
        assert report["start"] + won == report["final"] == view["scores"][seat] == result["seats"][seat]["score"]
    scores = [entry["score"] for entry in result["seats"].values()]
    assert [entry["rank"] for entry in result["seats"].values()] == [
        1 + sum(other > score for other in scores) for score in scores
    ]
    assert result["winners"] == [seat for seat, score in enumerate(scores) if score == max(scores)]


def guess(rng: Random, model: Model) -> Json:
    """A move that may well be illegal; none for which the page leaves the order of the reasons open."""
    seat = rng.randrange(len(model.seats)) if model.to_move is None or rng.random() < 0.1 else model.to_move
    tile = rng.choice([*KINDS, *KINDS, "Lake"])
    low, high = rng.choice([(1, 5), (1, 5), (1, 5), (0, 6)])
    space = {"row": rng.randint(low, high), "col": rng.randint(low, high + 1)}
    moves: list[Json] = [
        {"type": "place_castle", "seat": seat, "rank": rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 4, 5]), **space},
        {"type": "draw_and_place", "seat": seat, "tile": tile, **space},
        {"type": "draw_and_place", "seat": seat, "tile": tile, **space},
        {"type": "place_starting_tile", "seat": seat, "tile": tile, **space},
        {"type": "pass", "seat": seat},
        {"type": "score_epoch", "gold": {"0": rng.randint(-50, 50)}},
        {"type": "score_epoch"},
        {"type": "reveal_starting_tile", "seat": seat, "tile": tile},
    ]
    if model.phase != "dealing" or model.status[seat] == "not_dealt" or tile != "Lake":
        moves.append({"type": "deal_starting_tile", "seat": seat, **({} if rng.random() < 0.3 else {"tile": tile})})
    if not model.recorded:
        moves.append({"type": "choose_start_player", "player": rng.randint(0, len(model.seats))})
    return rng.choice(moves)


def verdict(position: Position, move: Any) -> str | None:
    """The engine's code for a move, None for a legal one."""
    try:
        position.fold.decide(move)
    except IllegalMoveError as error:
        return error.code or error.rule
    return None


@pytest.mark.parametrize("knows", ["all", "public"])
@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_any_move_is_judged_as_the_page_judges_it(seats: str, knows: str, seed: int) -> None:
    rng, seen = Random(seed), set()
    for position, model, _ in steps(seats, 1000 + seed, knows):
        for _ in range(12):
            move = guess(rng, model)
            expected = model.judge(move)
            assert verdict(position, move) == expected, (move, position.fold.ply)
            seen.add(expected)
    assert len(seen) > 9


@pytest.mark.parametrize("seats", TABLES)
def test_games_of_guesses_end_too(seats: str) -> None:
    """Whoever plays any legal move at all comes to the end of the game."""
    for seed in range(3):
        rng, position, model = Random(seed), table(seats), Model(seats)
        for _ in range(20000):
            if model.phase == "finished":
                break
            move = guess(rng, model)
            if model.judge(move) is None:
                position.after(move)
                model.play(move)
        position.sees("phase", "finished")
        for path, value in model.seen().items():
            position.sees(path, value)
