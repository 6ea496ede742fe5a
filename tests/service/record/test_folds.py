"""Folds of a line: this record's own, or one that nobody has written."""

from __future__ import annotations

from service.access.eyes import PUBLIC
from service.api.http import Service
from tests.service.conftest import Api


def test_a_line_that_nobody_has_written_can_be_folded(recorder: Api, service: Service) -> None:
    record = recorder.open("yellow", "red").play([{"type": "choose_start_player", "player": 0}])
    live = service.lives.get(record.id)
    line = live.line.copy()
    line.take({"version": 3, "type": "undone", "body": {"undoes": ["2"], "seat": 0}})
    assert live.folded(line, PUBLIC).facts() == live.opening.fold().facts()
    assert live.folded(live.line, PUBLIC).facts() == live.public.facts()
    assert live.folded(live.line, PUBLIC, 0).facts() == live.opening.fold().facts()
    assert live.version == 2
