"""Two requests that would write the very same entry: one of them wrote it, and only that one is told so."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from service.access import tokens
from service.api.app import create_app
from service.config import Settings
from service.record.write import open_record, rate_limit
from tests.service.conftest import Api, Json, Record
from tests.service.promised import SEATS, START

CASTLE: Json = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
CASTLES = [{**CASTLE, "seat": n % 3, "row": 1 + n // 6, "col": 1 + n % 6} for n in range(9)]


@pytest.fixture
def processes(settings: Settings, redis: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Api]:
    """Applications that share a store and hold records each for itself, as processes do; all see one time of day."""
    for module in (open_record, rate_limit):
        monkeypatch.setattr(module, "now", lambda: "2026-01-01T00:00:00.000Z")
    token = tokens.create(redis, "record")
    return lambda: Api(create_app(settings).test_client(), token)


def begun(api: Api) -> Record:
    record = api.open(*SEATS)
    assert record.text(START).status_code == 201
    return record


def test_of_many_at_once_one_is_told_of_success(processes: Callable[[], Api], app: Flask, redis: Any) -> None:
    del app, redis
    apis = [processes() for _ in range(3)]
    record = begun(apis[0])
    told: list[int] = []
    seen: list[int] = []
    gate = threading.Barrier(6)

    def write(number: int) -> None:
        for step, castle in enumerate(CASTLES):
            api = Api(apis[number % 3].client.application.test_client(), apis[0].token)
            hand = Record(api, record.id, 5 + step)
            assert hand.get("/state").status_code == 200
            gate.wait()
            answer = hand.move({"Idempotency-Key": f"{number} {step}"} if number % 2 else {}, **castle)
            seen.append(answer.status_code)
            if answer.status_code == 201:
                told.append(answer.json["entry"]["version"])
            gate.wait()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == list(range(6, 6 + len(CASTLES)))
    assert Counter(seen) == {201: len(CASTLES), 412: 5 * len(CASTLES)}
    assert len(record.get("/log").json["entries"]) == 5 + len(CASTLES)
