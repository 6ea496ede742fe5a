"""Two requests that would write the very same entry: one of them wrote it, and only that one is told so."""

from __future__ import annotations

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
from tests.service.conftest import Api, Record
from tests.service.promised import SEATS, START, refused

Json = dict[str, Any]
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


@pytest.mark.parametrize("keys", [("one", "other"), (None, None), ("one", None), (None, "other")])
def test_the_second_of_two_processes_is_told_of_a_conflict(
    processes: Callable[[], Api], keys: tuple[str | None, str | None]
) -> None:
    first, second = processes(), processes()
    record = begun(first)
    assert second.get(f"{record.path}/state").status_code == 200  # it holds the record from now on
    hands = [record, record.by(second)]
    answers = [
        hand.move({"Idempotency-Key": key} if key else {}, **CASTLE) for hand, key in zip(hands, keys, strict=True)
    ]
    assert answers[0].status_code == 201, answers[0].text
    refused(answers[1], 412, "version-conflict", version=6)
    assert len(record.get("/log").json["entries"]) == 6


def test_a_key_that_lost_may_be_used_again_for_the_next_version(processes: Callable[[], Api]) -> None:
    first, second = processes(), processes()
    record = begun(first)
    other = record.by(second)
    assert other.get("/state").status_code == 200
    assert record.move({"Idempotency-Key": "one"}, **CASTLE).status_code == 201
    refused(other.move({"Idempotency-Key": "other"}, **CASTLE), 412, "version-conflict", version=6)
    other.version = 6
    # A refusal is no answer that a key stands for: the move is judged, and refused by the rules.
    refused(other.move({"Idempotency-Key": "other"}, **CASTLE), 422, "illegal-move")


def test_of_many_at_once_exactly_one_is_told_success_for_an_entry(
    processes: Callable[[], Api], app: Flask, redis: Any
) -> None:
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
