"""How often the search finds a slip: simulated games with one slip each, checked at the next check point.

``python -m tests.bench.slips --games 200`` prints for each title how often the true slip was among the first three, how
many candidates there were, and the processor time; with all numbers declared, and with half of them.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from engines import RULES
from engines.kernel import snapshot
from engines.kernel.checks import figures as checks
from engines.kernel.checks import slip
from engines.kernel.checks.slip import Played
from engines.kernel.copying import copied
from engines.kernel.game import Field, Game, IllegalMoveError, Json, MalformedMoveError
from engines.kernel.replay import Fold

SEATS = {"kingdoms": 3, "xidit": 4, "architects": 3, "rise_of_empires": 4, "mage_knight": 2}
SLIPS = ("field",) * 7 + ("doubled", "swapped", "seat", "missing")
"""What slips, as often as in this list."""
TRIES = 200
"""Slips that are tried in a game until the rules take one that changes a number: they refuse nineteen of twenty."""
CALL_S, CALLS = 2.0, 5
"""Processor time of a call, and calls at most, as the page makes them."""
FIRST, MOST = 3, 100


Case = tuple[Fold[Any, Any], list[Json], list[Json], int, int]


@dataclass
class Score:
    """What became of the slips of one title."""

    first: int = 0
    among: int = 0
    found: int = 0
    candidates: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    complete: int = 0

    def line(self) -> str:
        """It in one line."""
        count = len(self.seconds)
        if not count:
            return "no slip"
        late = sorted(self.seconds)[int(0.95 * (count - 1))]
        return (
            f"{count} slips: first {self.first / count:.0%}, among {FIRST} {self.among / count:.0%}, found "
            f"{self.found / count:.0%}; candidates median {statistics.median(self.candidates):.0f}, most "
            f"{max(self.candidates)}; CPU median {statistics.median(self.seconds):.2f} s, p95 {late:.2f} s; "
            f"{self.complete / count:.0%} complete"
        )


def _leaves(fields: Any, given: Json) -> Iterator[tuple[Json, str, Field]]:
    """The paths of the fields with a single value, at any depth of objects."""
    for name, about in fields.items():
        if name in given and about.kind == "group" and isinstance(given[name], dict):
            yield from _leaves(about.fields, given[name])
        elif name in given:
            yield given, name, about


def _mistyped(game: Game[Any, Any], box: Json, body: Json, rng: Random, seats: int) -> Json | None:
    """A move with another value in one field, chosen at random; None where it has none that a hand could mistype."""
    body = deepcopy(body)
    leaves = list(_leaves(game.moves(box)[body["type"]].fields, body))
    rng.shuffle(leaves)
    for owner, name, about in leaves:
        value, of = owner[name], about
        holder: Any = owner
        key: Any = name
        if about.kind == "list" and value and about.of is not None and not isinstance(value[0], (dict, list)):
            holder, key, of = value, rng.randrange(len(value)), about.of
        elif about.kind == "map" and value and about.of is not None:
            holder, key, of = value, rng.choice(list(value)), about.of
        choices: Sequence[Any] = ()
        if of.kind == "choice":
            choices = of.choices
        elif of.kind == "flag":
            choices = (True, False)
        elif of.kind == "integer" and type(holder[key]) is int:
            low, high = of.low, of.high
            choices = (
                range(seats) if of.seat else range(max(low or 0, holder[key] - 5), min(high or 99, holder[key] + 5) + 1)
            )
        others = [one for one in choices if one != holder[key]]
        if others:
            holder[key] = rng.choice(others)
            return body
    return None


class Games:
    """Simulated games of a title, with their check points."""

    def __init__(self, title: str, seed: int) -> None:
        self.game = next(game for game in RULES.values() if game.name == title)
        self.box = self.game.box()
        self.colours = list(self.game.colours(self.box))[: SEATS[title]]
        self.options = {name: option.default for name, option in self.game.options().items()}
        self.rng = Random(seed)

    def fold(self) -> Fold[Any, Any]:
        """The empty table."""
        return Fold(self.game, self.colours, self.options, self.box)

    def case(self) -> Case | None:
        """A window between two check points: the table before it, what was played, what was typed, where, the point."""
        moves = list(self.game.table(Random(self.rng.random()), self.colours, self.options, self.box))
        fold, bodies, points, passed = self.fold(), [], [0], 0
        for move in moves:
            bodies.append(fold.play(move)[1])
            now = checks.checks_of(self.game, fold.state).passed
            if now != passed:
                passed = now
                points.append(len(bodies))
        point = self.rng.randrange(1, len(points))
        first, last = points[point - 1], points[point]
        start = self.fold()
        for ply, body in enumerate(bodies[:first]):
            start.apply(str(ply + 2), body)
        true = bodies[first:last]
        right, before = self.copy(start), []
        for body in true:
            before.append(self.copy(right))
            right.play(body)
        for _ in range(TRIES):
            at = self.rng.randrange(len(true))
            typed = self._slipped(true, at)
            if typed is None or (made := self.at(before[at], typed[at:])) is None:
                continue
            wrong, _ = made
            there = checks.checks_of(self.game, wrong.state).passed == point
            if there and checks.values(wrong) != checks.values(right):
                return start, true, typed, at, point
        return None

    def _slipped(self, true: list[Json], at: int) -> list[Json] | None:
        kind = self.rng.choice(SLIPS)
        before, here, after = true[:at], true[at], true[at + 1 :]
        if kind == "doubled":
            return [*before, here, here, *after]
        if kind == "missing":
            return [*before, *after]
        if kind == "swapped":
            return [*before, after[0], here, *after[1:]] if after and after[0] != here else None
        if kind == "seat":
            others = [seat for seat in range(len(self.colours)) if seat != here.get("seat")]
            return [*before, {**here, "seat": self.rng.choice(others)}, *after] if "seat" in here else None
        wrong = _mistyped(self.game, self.box, here, self.rng, len(self.colours))
        return None if wrong is None else [*before, wrong, *after]

    def copy(self, start: Fold[Any, Any]) -> Fold[Any, Any]:
        """The same table, to be played on."""
        fold = self.fold()
        fold.state, fold.ply = copied(start.state), start.ply
        return fold

    def at(self, start: Fold[Any, Any], moves: Sequence[Json]) -> tuple[Fold[Any, Any], list[Json]] | None:
        """The table after some moves, and their bodies; None where a rule refuses one."""
        fold = self.copy(start)
        try:
            return fold, [fold.play(move)[1] for move in moves]
        except (IllegalMoveError, MalformedMoveError):
            return None

    def state(self, start: Fold[Any, Any], moves: Sequence[Json]) -> Json | None:
        """The whole state after some moves, without their names."""
        made = self.at(start, moves)
        names = {str(start.ply + number) for number in range(len(moves) + 3)}
        return None if made is None else slip.nameless(snapshot.pack(made[0].state), names)

    def declared(self, start: Fold[Any, Any], true: list[Json], point: int, share: float) -> slip.Declared:
        """What the table counts: each seat a share of its figures."""
        made = self.at(start, true)
        assert made is not None
        counted = checks.values(made[0])
        chosen = {
            seat: {name: value for name, value in shown.items() if share >= 1 or self.rng.random() < share}
            for seat, shown in counted.items()
        }
        return {point: chosen}


def run(title: str, games: int, shares: Sequence[float], seed: int = 0) -> list[Score]:
    """Search for one slip in each game, with each share of the numbers."""
    table, scores = Games(title, seed), [Score() for _ in shares]
    while min(len(score.seconds) for score in scores) < games:
        case = table.case()
        for score, share in zip(scores, shares, strict=True):
            if case is not None and len(score.seconds) < games:
                _search(table, case, share, score)
    return scores


def _search(table: Games, case: Case, share: float, score: Score) -> None:
    """Search for a slip as the recorder's page does: call after call, until what was found is likely."""
    start, true, typed, at, point = case
    declared = table.declared(start, true, point, share)
    made = table.at(start, typed)
    assert made is not None
    counted = checks.values(made[0])
    if all(counted[seat][name] == value for seat, said in declared[point].items() for name, value in said.items()):
        return  # half of the numbers may show nothing
    steps = [Played(str(start.ply + 2 + place), body) for place, body in enumerate(made[1])]
    began, candidates, after = time.process_time(), list[slip.Candidate](), 0
    complete = False
    for _ in range(CALLS):
        found = slip.search(start, steps, declared, after, partial(_spent, time.process_time()))
        candidates += found.candidates
        after = found.next or 0
        if complete := found.next is None or (found.likely and bool(candidates)):
            break
    score.seconds.append(time.process_time() - began)
    score.complete += complete
    score.candidates.append(len(candidates))
    candidates.sort(key=lambda one: one.cost)
    whole = table.state(start, true)
    # Two moves that leave the same table are the same: the order of rewards taken, a region with 0 bards.
    ranked = (
        place
        for place, one in enumerate(candidates[:MOST])
        if whole in (table.state(start, _mended(steps, one.changes)), _in_turn(table, start, steps, at, one))
    )
    rank = next(ranked, None)
    if rank is not None:
        score.found += 1
        score.first += rank == 0
        score.among += rank < FIRST


def _in_turn(
    table: Games, start: Fold[Any, Any], steps: Sequence[Played], at: int, found: slip.Candidate
) -> Json | None:
    """The table if a move was left out at a place instead, in the same turn; None for other slips."""
    body = found.changes[0].get("body", {})
    place = next(number for number, step in enumerate(steps) if step.name == found.name)
    between = {step.body.get("seat") for step in steps[min(place, at) : max(place, at)]}
    if found.kind != "missing" or not between <= {None, body.get("seat")}:
        return None
    moves = [step.body for step in steps]
    return table.state(start, [*moves[:at], body, *moves[at:]])


def _spent(began: float) -> bool:
    return time.process_time() - began > CALL_S


def _mended(steps: Sequence[Played], changes: Sequence[Json]) -> list[Json]:
    """The moves after a correction."""
    out = []
    amended = {change["name"]: change["body"] for change in changes if change["op"] == "amend"}
    gone = {change["name"] for change in changes if change["op"] == "retract"}
    inserted = {change["before"]: change["body"] for change in changes if change["op"] == "insert"}
    for step in steps:
        if step.name in inserted:
            out.append(inserted[step.name])
        if step.name not in gone:
            out.append(amended.get(step.name, step.body))
    return out


def main(argv: Sequence[str] = ()) -> int:
    """Measure every title, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="slips of each title")
    parser.add_argument("--title", choices=SEATS)
    parser.add_argument("--share", type=float, help="share of the figures that are declared; 1 and 0.5 without it")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(argv)
    for title in [given.title] if given.title else SEATS:
        shares = [given.share] if given.share else [1.0, 0.5]
        for share, score in zip(shares, run(title, given.games, shares, given.seed), strict=True):
            print(f"{title}, {share:.0%} of the numbers: {score.line()}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
