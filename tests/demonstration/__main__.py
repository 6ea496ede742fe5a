"""Look for games that people believe: ``python -m tests.demonstration [--seats N] [--first SEED] [--games N] [TITLE]``.

It prints each game without faults that is better than those before; its seed goes into ``service/run/demo.json``.
"""

import argparse
import math
from dataclasses import replace

from engines import GAMES
from service.run import demo
from tests.demonstration import TITLES, faults, play, rank, unequal

parser = argparse.ArgumentParser(prog="python -m tests.demonstration", description=__doc__)
parser.add_argument("titles", nargs="*", metavar="TITLE", help="slugs; all without one")
parser.add_argument("--seats", type=int, help="how many; as many as the title's first demonstration has, without it")
parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed")
parser.add_argument("--games", type=int, default=1000, help="how many seeds for each title")
args = parser.parse_args()

for title in args.titles or list(TITLES):
    game, best = GAMES[title], math.inf
    shown = demo.tables(title)[0]
    seats = args.seats or len(shown.players)
    for seed in range(args.first, args.first + args.games):
        colours, moves = demo.played(game, replace(shown, players=[""] * seats, seed=seed))
        if next(unequal(title, play(title, colours, moves, marks=False)), None) is not None:
            continue
        played = play(title, colours, moves)
        if next(faults(title, played), None) is None and rank(title, played) < best:
            best = rank(title, played)
            scores = [list(TITLES[title].points(seat)) for seat in played.seats]
            print(f"{title}: {seats} seats, seed {seed}: rank {best:.2f}, {len(moves)} moves, {scores}", flush=True)
