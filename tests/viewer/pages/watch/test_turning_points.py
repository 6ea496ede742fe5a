"""Turning points of simulated games, against a plain recomputation from the scores of every ply."""

import json
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engines.kernel.game import Json
from tests.long import cases
from tests.viewer.conftest import TABLES
from tests.viewer.replay_fixture import played, replay

ROOT = Path(__file__).resolve().parents[4]
NODE = """
import { Store } from "./viewer/store.js";
import { turningPoints } from "./viewer/pages/watch/turning-points.js";
let all = "";
for await (const part of process.stdin) all += part;
const { replay, key } = JSON.parse(all);
const store = new Store(replay).unroll();
const of = ({ seats }) => Object.fromEntries(Object.entries(seats).flatMap(([seat, one]) =>
  typeof one[key] === "number" ? [[seat, one[key]]] : []));
console.log(JSON.stringify(turningPoints(store.scores(key ? of : undefined), replay.result?.winners ?? [])));
"""


def per_ply(data: Json, key: str | None) -> list[dict[int, int]]:
    """The known scores after every ply, by a foreign library; where they are secret, a number that seats show."""
    jsonpatch = pytest.importorskip("jsonpatch")
    view = data["first"]
    views = [view, *(view := jsonpatch.apply_patch(view, frame["patch"]) for frame in data["frames"])]
    scores = [{s: one.get(key) for s, one in view["seats"].items()} if key else view["scores"] or {} for view in views]
    return [{int(seat): n for seat, n in one.items() if isinstance(n, int)} for one in scores]


def plain(plies: list[dict[int, int]], winners: list[int]) -> list[dict[str, Any]]:
    """Turning points by comparing all seats with each other at every ply."""
    known = [(ply, scores) for ply, scores in enumerate(plies) if len(scores) > 1]
    changes = [
        (ply, scores)
        for nth, (ply, scores) in enumerate(known)
        if nth in (0, len(known) - 1) or scores != known[nth - 1][1]
    ]

    def gap(scores: dict[int, int]) -> int:
        first, second, *_ = sorted(scores.values(), reverse=True)
        return first - second

    def alone(scores: dict[int, int]) -> int | None:
        tops = [seat for seat, n in scores.items() if n == max(scores.values())]
        return tops[0] if len(tops) == 1 else None

    leads, last = [], None
    for ply, scores in changes:
        now = alone(scores)
        if now is not None and last is not None and now != last:
            leads.append({"ply": ply, "kind": "lead", "seats": [now], "by": gap(scores)})
        last = last if now is None else now
    swings = []
    for (_, before), (ply, after) in pairwise(changes):
        both = [seat for seat in sorted(after) if seat in before]
        pairs = [(after[a] - before[a] - after[b] + before[b], a, b) for a in both for b in both if a != b]
        by = max((pair[0] for pair in pairs), default=0)
        if by > 0:
            top = max(after[s] - before[s] for s in both)
            low = min(after[s] - before[s] for s in both)
            gainer = min(s for s in both if after[s] - before[s] == top)
            loser = max(s for s in both if after[s] - before[s] == low)
            swings.append({"ply": ply, "kind": "swing", "seats": [gainer, loser], "by": by})
    swings.sort(key=lambda one: (-one["by"], one["ply"]))
    close, led = [], False
    for nth, (ply, scores) in enumerate(changes):
        after = gap(changes[nth + 1][1]) if nth + 1 < len(changes) else None
        if led and gap(scores) < gap(changes[nth - 1][1]) and (after is None or after >= gap(scores)):
            order = sorted(scores, key=lambda seat: (-scores[seat], seat))
            close.append({"ply": ply, "kind": "close", "seats": order[:2], "by": gap(scores)})
        led = led or alone(scores) is not None
    close.sort(key=lambda one: (one["by"], one["ply"]))
    close = close[: 2 + sum(not one["by"] for one in close)]
    decisive = []
    if len(winners) == 1 and changes and alone(changes[-1][1]) == winners[0]:
        since = len(changes)
        while since and alone(changes[since - 1][1]) == winners[0]:
            since -= 1
        if since:
            ply, scores = changes[since]
            decisive = [{"ply": ply, "kind": "decisive", "seats": winners, "by": gap(scores)}]
    order = ["decisive", "lead", "swing", "close"]
    return sorted([*leads, *swings[:3], *close, *decisive], key=lambda one: (one["ply"], order.index(one["kind"])))


@pytest.mark.parametrize("seed", range(cases(1, 50)))
@pytest.mark.parametrize("game", list(TABLES))
def test_turning_points_are_those_of_the_scores_of_every_ply(game: str, seed: int) -> None:
    seats = TABLES[game]
    data = replay(played(game, seats, seed=seed), "public", seats, game)
    key = {"xidit": "gold", "architects": "virtue"}.get(game)
    given = json.dumps({"replay": data, "key": key})
    command = ["node", "--input-type=module", "-e", NODE]
    said = subprocess.run(command, input=given, capture_output=True, text=True, check=True, cwd=ROOT, timeout=60)
    winners = (data["result"] or {}).get("winners", [])
    assert json.loads(said.stdout) == plain(per_ply(data, key), winners)
