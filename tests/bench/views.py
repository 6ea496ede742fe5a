"""(f) What a view and its patch cost beside the engine's own work, alone or in turn with another tree's.

``python -m tests.bench.views [TREE]``: with TREE, the folder of another checkout, both are measured in turn, and the
ratio of each round is told. The games are the same in both: the imaginary tables play by seed.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
GAMES = 6
"""Games of each title in a round."""


def played(title: str, number: int) -> tuple[Any, list[tuple[str, Any]]]:
    """An empty fold, and the moves of one whole game."""
    from engines import GAMES as TITLES  # noqa: PLC0415 - of the tree that is measured
    from engines.kernel.replay import Fold  # noqa: PLC0415

    game = TITLES[title]
    box, options = game.box(), {name: option.default for name, option in game.options().items()}
    seats = list(game.colours(box))[: game.seats[number % len(game.seats)]]
    table = Fold(game, seats, options, box)
    moves = [table.play(move) for move in game.table(random.Random(number), seats, options, box)]
    return Fold(game, seats, options, box), moves


def costs(title: str) -> dict[str, float]:
    """Microseconds of processor a move: of ``evolve`` with its decoding, and of the view with its patch."""
    from engines.kernel.patch import diff  # noqa: PLC0415

    moved = shown = count = 0.0
    for number in range(GAMES):
        fold, moves = played(title, number)
        before = fold.view()
        for name, body in moves:
            began = time.thread_time()
            fold.apply(name, body)
            applied = time.thread_time()
            after = fold.view()
            diff(before, after)
            shown += time.thread_time() - applied
            moved += applied - began
            before = after
        count += len(moves)
    return {"evolve": 1e6 * moved / count, "view and patch": 1e6 * shown / count}


def measured(tree: Path, title: str) -> dict[str, float]:
    """The costs in a process of their own, by the engines of a tree."""
    told = subprocess.run(
        [sys.executable, str(HERE), title],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        check=True,
        capture_output=True,
    )
    found: dict[str, float] = json.loads(told.stdout)
    return found


def main(rounds: int = 5, other: Path | None = None, titles: tuple[str, ...] = ("kingdoms", "xidit")) -> None:
    """Print the costs of each round, and the median of the ratios."""
    for title in titles:
        ratios: list[float] = []
        for _ in range(rounds):
            ours = measured(HERE.parents[2], title)
            line = ", ".join(f"{what} {cost:.0f} µs a move" for what, cost in ours.items())
            if other is not None:
                theirs = measured(other, title)
                ratios.append(ours["view and patch"] / theirs["view and patch"])
                line += f"; there view and patch {theirs['view and patch']:.0f} µs: ratio {ratios[-1]:.2f}"
            print(f"{title}: {line}", flush=True)
        if ratios:
            print(f"{title}: ratio {statistics.median(ratios):.2f} (median of {rounds})", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] and not Path(sys.argv[1]).is_dir():
        print(json.dumps(costs(sys.argv[1])))
    else:
        main(other=Path(sys.argv[1]) if sys.argv[1:] else None)
