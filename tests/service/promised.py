"""What every answer of the API has promised: its status, form and shape stand in the contract; a refusal is whole."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from service.access.tokens import create
from service.api.app import create_app
from service.config import Settings
from service.record import identity
from service.record.entries import boxes
from tests.service.conftest import Api, Json, Record

SEATS = ("yellow", "red", "blue")
START = "yellow deal +6\nred deal\nblue deal\nfirst yellow\n"
"""The deal: yellow confides a +6 (entry 2), the others nothing (3, 4); yellow begins (5)."""
MEMBERS = {"type", "title", "status", "detail", "instance"}
PASSING = "mb:{s00}:secret", "mb:{s00}:ready", "mb:sweep"
"""Keys that are nobody's data: the store's own secret, and what says that it takes writes."""


_made: dict[str, Flask] = {}


@pytest.fixture
def app(settings: Settings, redis: Any) -> Flask:
    """The application on a store that holds the service's key alone: made once, and as if it had just started."""
    identity.private_key(redis)
    made = _made.get(settings.log_url or "")
    if made is None:
        made = _made[settings.log_url or ""] = create_app(settings)
    forget(made)
    return made


def forget(app: Flask) -> None:
    app.extensions["movebook"].lives._held.clear()
    app.extensions["movebook"].tokens.clear()
    boxes._kept.clear()


def refused(answer: Any, status: int, slug: str, **members: Any) -> Json:
    """A refusal: problem+json with everything a client may count on, and these members."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/problem+json"
    problem: Json = answer.json
    assert problem.keys() >= MEMBERS, problem
    assert (problem["type"], problem["status"]) == (f"urn:movebook:problem:{slug}", status)
    assert problem["title"]
    assert problem["detail"]
    assert problem["instance"] == answer.request.path
    assert {name: problem.get(name) for name in members} == members, problem
    return problem


def everything(redis: Any) -> dict[bytes, bytes]:
    names = [name for name in redis.scan_iter("mb:*") if name.decode() not in PASSING and b":box:" not in name]
    return {name: redis.dump(name) for name in sorted(names)}


@contextmanager
def untouched(redis: Any) -> Iterator[None]:
    before = everything(redis)
    yield
    assert everything(redis) == before


@pytest.fixture
def record(recorder: Api) -> Record:
    """A record whose tiles are dealt: yellow is to move, and the version is 5."""
    made = recorder.open(*SEATS)
    assert made.text(START).status_code == 201
    assert made.version == 5
    return made


@pytest.fixture
def afresh(app: Flask, redis: Any) -> Callable[[], Api]:
    """Empty the store; its admin, before an application that remembers nothing."""

    def emptied() -> Api:
        redis.flushall()
        forget(app)
        return Api(app.test_client(), create(redis, "admin"))

    return emptied
