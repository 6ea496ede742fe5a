"""Compare every stored game, or store them anew: ``python -m tests.engines.unchanged [--store] [TITLE ...]``."""

from __future__ import annotations

import sys

from tests.engines.unchanged import GAMES, TITLES, differing, hashes, path

titles = [word for word in sys.argv[1:] if word != "--store"] or list(TITLES)
failed = False
for title in titles:
    if "--store" in sys.argv:
        path(title).write_text("".join(f"{hashes(title, number)}\n" for number in range(GAMES)), "ascii")
        print(f"{title}: {GAMES} games stored")
        continue
    wrong = list(differing(title, range(GAMES)))
    failed |= bool(wrong)
    print("\n".join([*wrong, f"{title}: {GAMES} games, {len(wrong)} differ from what was stored"]), flush=True)
sys.exit(failed)
