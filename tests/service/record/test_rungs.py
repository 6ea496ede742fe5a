"""How far back a fold goes: to a rung of its line, not to the empty table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engines import GAMES
from service.api.http import Service
from service.record import ladder, projections
from tests.service.conftest import Api
from tests.service.record.written import correct, write

SEATS = ("yellow", "red", "blue")


def test_an_undo_behind_a_rung_and_a_correction_fold_from_the_rung_below_the_change(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "EVERY", 8)
    game = GAMES["kingdoms"]
    moves = list(game.table(random.Random(1), SEATS, {}, game.box()))[:34]
    record = recorder.open(*SEATS).play(moves)
    projections.project(service.log, service.lives, record.id)
    folded: list[str] = []
    evolve = game.evolve

    def noted(state: Any, event: Any, name: str) -> None:
        folded.append(name)
        evolve(state, event, name)

    monkeypatch.setattr(game, "evolve", noted)
    write(service, record.id, "undone", {"undoes": [str(version) for version in range(32, 36)], "seat": None})
    assert folded == [str(version) for version in range(26, 32)], "steps 25 to 30, behind the rung at 24"
    folded.clear()
    body = record.get("/log").json["entries"][30]["body"]
    line = service.lives.get(record.id).line
    folded.clear()
    correct(service, record.id, [{"op": "retract", "name": line.steps[-1].name}])
    assert folded == [str(version) for version in range(26, 31)]
    folded.clear()
    service.lives.drop(record.id)
    assert record.move(headers={"If-Match": '"37"'}, **body).status_code == 201
    assert folded[:5] == [str(version) for version in range(26, 31)], "a cold process begins at the rung, too"
