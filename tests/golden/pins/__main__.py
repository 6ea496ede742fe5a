"""Compare every game with its pins, or store them: `python -m tests.golden.pins [--store | --reworded] [GAME...]`."""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from tests.golden import pins


def main() -> int:
    """Return 1 if a game differs, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.pins")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--store", action="store_true", help="store all hashes")
    how.add_argument("--reworded", action="store_true", help="store those of sentences, if nothing else differs")
    parser.add_argument("--jobs", type=int, help="processes; by default one for each core")
    parser.add_argument("games", nargs="*", metavar="GAME", help="by default all that have pins")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        wrong = [
            _look(pool, title, store=given.store, reworded=given.reworded) for title in given.games or pins.titles()
        ]
    return 1 if any(wrong) else 0


def _look(pool: ProcessPoolExecutor, title: str, *, store: bool, reworded: bool) -> int:
    """Play the games of a title; return how many differ from what is stored."""
    old = [] if store else pins.stored(title)
    count = pins.GAMES if store else min(pins.DETAILED, len(old)) if reworded else len(old)
    found, wrong = [], 0
    for number, new in enumerate(pool.map(pins.pins, [title] * count, range(count), chunksize=5)):
        found.append(new)
        kinds = [] if store else pins.differences(old[number], new)
        if differ := [kind for kind in kinds if not (reworded and pins.is_sentence(kind))]:
            wrong += 1
            print(f"{title} {number}: {', '.join(differ)}", flush=True)
    if store or (reworded and not wrong):
        pins.store(title, found, sentences_only=reworded)
        print(f"{title}: {count} games stored", flush=True)
    else:
        print(f"{title}: {count} games, {wrong} differ", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
