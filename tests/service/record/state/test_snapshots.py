"""How far back a fold goes: to a snapshot of its line, not to the empty table."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.replay import Fold
from service.api.web.http import Service
from service.record.derived import projections
from service.record.files import folds, verify
from service.record.state import snapshots
from tests.service.conftest import Api

SEATS = ("yellow", "red", "blue")


def test_undos_and_redos_cost_as_much_each_however_many_there_were(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written, read by a cold process, projected and verified: counted are the steps that are folded."""
    monkeypatch.setattr(snapshots, "EVERY", 8)
    monkeypatch.setattr(folds, "EVERY", 8)
    game = GAMES["kingdoms"]
    moves = list(game.table(random.Random(1), SEATS, {}, game.box()))[:30]
    record = recorder.open(*SEATS).play(moves)
    projections.project(service.log, service.lives, record.id)
    folded = 0
    apply = Fold.apply

    def counted(fold: Any, *args: Any, **more: Any) -> Any:
        nonlocal folded
        folded += 1
        return apply(fold, *args, **more)

    monkeypatch.setattr(Fold, "apply", counted)

    def cost(act: Callable[[], Any]) -> int:
        nonlocal folded
        folded = 0
        act()
        return folded

    def mended(times: int) -> None:
        # The history tells of each correction that holds; what it told before is not worked out again.
        for row in range(times // 10):
            head, body = record.get("").json["version"], moves[-1]
            change = {"op": "amend", "name": "31", "body": body}
            sent = {"changes": [change], "requested_by": row}
            answer = record.api.post(f"{record.path}/corrections", sent, {"If-Match": f'"{head}"'})
            assert answer.status_code == 201, answer.text
        for _ in range(times):
            for undoes in (["31", "30"], None):
                head = record.get("").json["version"]
                body = {"undoes": undoes or [str(head)], "consents": [0, 1, 2]}
                answer = record.api.post(f"{record.path}/undo", body, {"If-Match": f'"{head}"'})
                assert answer.status_code == 201, answer.text

    def loaded() -> None:
        service.lives.drop(record.id)
        service.lives.get(record.id)

    def verified() -> None:
        assert verify.check(record.get("/export").json) == []

    found = []
    for _ in range(3):
        written = cost(lambda: mended(10))
        projected = cost(lambda: projections.project(service.log, service.lives, record.id))
        found.append((written, projected, cost(loaded), cost(verified)))
    first, second, third = found
    assert first[:3] == second[:3] == third[:3]
    assert written <= 20 * 2 * (snapshots.EVERY + 2), "an undo is worked out, and then written"
    assert first[2] <= snapshots.EVERY
    assert third[3] - second[3] == second[3] - first[3] <= 20 * (snapshots.EVERY + 2)
