"""A short run of every fuzzer; ``python -m tests.fuzz --inputs 100000`` is the long one."""

import os
import random
import time
from collections.abc import Iterator

import pytest

from engines import GAMES
from tests import api_contract
from tests.fuzz import __main__ as fuzz
from tests.fuzz.__main__ import SHARES, pelt
from tests.fuzz.corpus import Place, open_place
from tests.fuzz.targets import Every, Target
from tests.fuzz.trips import Trips
from tests.long import cases

INPUTS = int(os.environ.get("MOVEBOOK_FUZZ", cases(120, 2000)))
"""Thrown at all targets together."""


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    """A service that all of them may throw at."""
    with open_place() as opened:
        yield opened


@pytest.mark.parametrize("name", SHARES)
def test_nothing_that_is_thrown_breaks_anything(place: Place, name: str) -> None:
    """No 5xx, no traceback, no long wait, no refusal in another form than all others have."""
    calls = {(method, path) for method, _, path in api_contract.calls()}
    inputs = len(calls) if name == "every" else round(INPUTS * SHARES[name][1])
    target, broken = pelt(place, name, inputs, seed=11)
    assert broken == []
    assert target.seen
    if isinstance(target, Every):
        assert calls <= target.thrown_at


@pytest.mark.parametrize("title", GAMES)
def test_a_game_goes_out_as_text_and_as_json_and_comes_back(place: Place, title: str) -> None:
    """200 of each title: ``python -m tests.fuzz.trips``."""
    trips = Trips(place.app)
    for seed in (1, 3)[: cases(1, 2)] if title in ("kingdoms", "xidit") else (1,):
        assert trips.make(title, seed)


class Slow(Target):
    """Computes for ever on every input, or on the first alone."""

    always = False

    def throw(self, rng: random.Random) -> None:
        del rng
        while self.always or not self.seen["slow once"]:
            time.process_time()


@pytest.mark.parametrize(("always", "broken"), [(True, ["1/slow/0: HangError"]), (False, [])])
def test_an_input_breaks_something_when_it_takes_too_long_twice(
    place: Place, monkeypatch: pytest.MonkeyPatch, *, always: bool, broken: list[str]
) -> None:
    monkeypatch.setattr(fuzz, "LONGEST_S", 0.05)
    monkeypatch.setattr(Slow, "always", always)
    monkeypatch.setitem(SHARES, "slow", (Slow, 1.0))
    target, found = pelt(place, "slow", 1, seed=1)
    assert [line[: len("1/slow/0: HangError")] for line in found] == broken
    assert target.seen["slow once"] == 1
