"""``python -m tests.fuzz [--inputs N] [--seed N] [--only TARGET] [--keep-going]``: throw, count, and say what broke."""

import argparse
import contextlib
import random
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from types import FrameType

from tests.fuzz.corpus import Place, open_place
from tests.fuzz.corrections import Corrections
from tests.fuzz.erasing import Erasing
from tests.fuzz.pairing import Pairing
from tests.fuzz.stores import Stores
from tests.fuzz.swaps import Swaps
from tests.fuzz.targets import (
    Boxes,
    Every,
    Files,
    Headers,
    Imports,
    Leagues,
    Moves,
    Notation,
    Queries,
    Service,
    Target,
    Tokens,
)
from tests.fuzz.wire import Wire

SHARES: dict[str, tuple[type[Target], float]] = {
    "notation": (Notation, 0.19), "moves": (Moves, 0.15), "boxes": (Boxes, 0.06), "files": (Files, 0.08),
    "swaps": (Swaps, 0.06), "stores": (Stores, 0.04), "imports": (Imports, 0.09), "corrections": (Corrections, 0.05),
    "erasing": (Erasing, 0.03), "leagues": (Leagues, 0.03), "tokens": (Tokens, 0.03), "pairing": (Pairing, 0.02),
    "queries": (Queries, 0.08), "headers": (Headers, 0.04), "wire": (Wire, 0.03), "every": (Every, 0.02),
}  # fmt: skip
"""Target -> its class, and its share of the inputs."""
LONGEST_S = 5.0
"""Seconds of the processor that one input may take, with all that follows from it."""


class HangError(BaseException):
    """One input takes too long; nothing on the way may take this for a fault that it can answer."""


@contextlib.contextmanager
def bounded() -> Iterator[None]:
    """Nothing in here computes for longer than it may: whatever the machine does beside it."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise HangError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def throw(target: Target, seed: str) -> None:
    """One input, bounded in time; the seed alone makes it again."""
    rng = random.Random(seed)
    began = time.process_time()
    with bounded():
        target.throw(rng)
    target.thrown += 1
    target.longest_s = max(target.longest_s, time.process_time() - began)


def throw_again(target: Target, seed: str) -> None:
    """One input, and once more where it took too long: a machine that was halted meanwhile does so once, an input always."""
    try:
        throw(target, seed)
    except HangError:
        target.seen["slow once"] += 1
        throw(target, seed)


def pelt(place: Place, name: str, inputs: int, seed: int, *, keep_going: bool = False) -> tuple[Target, list[str]]:
    """Throw so many inputs at one target; what it saw, and what broke."""
    kind = SHARES[name][0]
    target = kind(place) if issubclass(kind, Service) else kind()
    broken: list[str] = []
    for number in range(inputs):
        try:
            throw_again(target, f"{seed}/{name}/{number}")
        except (Exception, HangError) as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{last.filename}:{last.lineno}"
            broken.append(f"{seed}/{name}/{number}: {type(error).__name__} at {where}: {error}"[:12_000])
            target.thrown += 1
            if not keep_going:
                break
    try:
        target.close()
    except AssertionError as error:
        broken.append(f"{seed}/{name}: {error}")
    return target, broken


def run(inputs: int, seed: int, only: str | None = None, *, keep_going: bool = False) -> tuple[int, int]:
    """Throw so many inputs, at one target or at all in their shares; how many there were, and how many broke something."""
    total = wrong = 0
    with open_place() as place:
        for name, (_, share) in SHARES.items():
            if only not in (None, name):
                continue
            began = time.perf_counter()
            target, broken = pelt(
                place, name, round(inputs * (share if only is None else 1)), seed, keep_going=keep_going
            )
            for one in broken:
                print(one, file=sys.stderr, flush=True)
            total, wrong = total + target.thrown, wrong + len(broken)
            seen = ", ".join(f"{what} {count}" for what, count in target.seen.most_common())
            took = time.perf_counter() - began
            print(
                f"{name}: {target.thrown} inputs in {took:.0f} s ({target.thrown / took:.0f}/s), the longest {target.longest_s:.2f} s "
                f"of the processor; {seen}",
                flush=True,
            )
    return total, wrong


def main() -> int:
    """Throw by the command line's word."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=SHARES)
    parser.add_argument("--keep-going", action="store_true", help="do not stop at the first that breaks")
    given = parser.parse_args()
    total, wrong = run(given.inputs, given.seed, given.only, keep_going=given.keep_going)
    print(f"{total} inputs, {wrong} broke something.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
