"""``python -m tests.kill --rounds 50``: whatever is killed, nothing acknowledged is lost or doubled."""

import argparse
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.kill import rounds
from tests.kill.processes import OnCluster, Up

SPOKEN = ("corrections", "undo", "rulings", "notes", "consents", "checks", "signatures", "disputes")
"""Calls whose entries are counted in the last line."""


def main() -> int:
    """Run the rounds; 1 where anything was violated (the folder is kept then)."""
    parser = argparse.ArgumentParser(prog="python -m tests.kill", description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=None, help="of victims and moments; else a random one, printed")
    parser.add_argument("--seconds", type=float, default=3.0, help="about how long a round writes")
    parser.add_argument("--pace", type=float, default=0.05, help="seconds a writer thinks between two moves")
    parser.add_argument("--cluster", action="store_true", help="the log on three masters, the queue on a single server")
    given = parser.parse_args()
    seed = random.randrange(1 << 32) if given.seed is None else given.seed
    folder = Path(tempfile.mkdtemp(prefix="movebook-kill-"))
    print(f"{given.rounds} rounds, {rounds.WRITERS} writers, seed {seed}, in {folder}", flush=True)
    began = time.monotonic()
    up = OnCluster(folder / "data") if given.cluster else Up(folder / "data")
    outcome = rounds.run(
        up, rounds=given.rounds, seed=seed, seconds=given.seconds, pace_s=given.pace,
        say=lambda line: print(line, flush=True),
    )  # fmt: skip
    counts = outcome.counts
    acknowledged = counts.pop("acknowledged", 0)
    written = {call: counts[f"{call}: 201"] for call in SPOKEN}
    print(
        f"{outcome.rounds} rounds in {time.monotonic() - began:.0f} s; killed "
        f"{', '.join(f'{part} {n} x' for part, n in outcome.killed.most_common())}; "
        f"{acknowledged} entries acknowledged on {outcome.records} records, of these "
        f"{', '.join(f'{n} {call}' for call, n in written.items())}; {counts['replay: watched']} replays watched; "
        f"{', '.join(f'{n} x {what}' for what, n in counts.most_common()) or 'no answer lost'}; "
        f"level again after {max(outcome.level_s, default=0):.1f} s at most; {len(outcome.violations)} violations"
    )
    if outcome.violations:
        print(f"kept: {folder}")
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
