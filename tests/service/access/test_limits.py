"""Rate limits: a bucket a token, and one an address for callers without one."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import pytest

from service.access import tokens
from service.access.limits import Limits, TooManyError
from service.api.app import create_app
from service.store.connect import connect
from tests.service.conftest import Api


@pytest.fixture
def limited(settings: Any, redis: Any) -> Any:
    """An application that lets each caller ask ten times, then once a second."""
    return create_app(dataclasses.replace(settings, rate=1, rate_address=1, burst=10))


def refused(api: Api, calls: int) -> list[Any]:
    answers = [api.get("/games") for _ in range(calls)]
    return [answer for answer in answers if answer.status_code == 429]


def granted(limits: Limits) -> bool:
    try:
        limits.take("one")
    except TooManyError:
        return False
    return True


def test_who_asks_too_often_is_told_when_to_come_back(limited: Any) -> None:
    answer = refused(Api(limited.test_client(), None), 14)[0]
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.json["type"] == "urn:movebook:problem:too-many"
    assert answer.mimetype == "application/problem+json"


def test_a_token_has_a_bucket_of_its_own_whoever_shares_its_address(limited: Any, redis: Any) -> None:
    assert refused(Api(limited.test_client(), None), 14)
    assert not refused(Api(limited.test_client(), tokens.create(redis, "record")), 10)
    mine = tokens.create(redis, "record")
    assert refused(Api(limited.test_client(), mine), 14)


def test_an_admin_has_no_limit(limited: Any, redis: Any) -> None:
    assert not refused(Api(limited.test_client(), tokens.create(redis, "admin")), 40)


def test_a_worthless_token_counts_for_its_address(limited: Any) -> None:
    api = Api(limited.test_client(), "mb_" + "a" * 16 + "_" + "b" * 43)
    assert [api.get("/records").status_code for _ in range(14)][-1] == 429


def test_two_processes_draw_from_one_bucket(settings: Any, redis: Any) -> None:
    first, second = (Limits(connect(settings.queue_url), rate=1, burst=6) for _ in range(2))
    assert sum(granted(limits) for _ in range(10) for limits in (first, second)) <= 6


def test_a_bucket_fills_again(settings: Any, redis: Any) -> None:
    limits = Limits(connect(settings.queue_url), rate=20, burst=2)
    assert not all(granted(limits) for _ in range(10))
    time.sleep(0.3)
    assert granted(limits)


def test_limits_out_of_reach_refuse_nobody() -> None:
    limits = Limits(connect("unix:///nowhere?db=1"), rate=1, burst=1)
    for _ in range(5):
        limits.take("one")
