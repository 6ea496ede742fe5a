"""A log's server whose settings would lose acknowledged moves: each program that writes refuses it, or warns."""

import dataclasses
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from service.config import Settings
from service.store import checks, embedded
from service.store.checks import UnsafeStoreError

PROGRAMS = ("service.run.serve", "worker", "service.cli up", "service.cli token create --scope record")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Settings]]:
    """A server of its own, as the log's of others; a client, and settings that name it."""
    folder = tmp_path_factory.mktemp("server")
    with embedded.Supervisor(folder / "store") as supervisor, redis.Redis.from_url(supervisor.url) as client:
        yield client, dataclasses.replace(Settings.load({}), log_url=supervisor.url, data=folder / "data", port=0)


@pytest.fixture(params=checks.NEEDED)
def unsafe(request: pytest.FixtureRequest, server: tuple[Any, Settings]) -> Iterator[str]:
    """The name of a setting that has another value than is needed."""
    client, _ = server
    needed = checks.NEEDED[request.param][0]
    other = {"yes": "no", "no": "yes", "always": "everysec", "noeviction": "allkeys-lru"}[needed]
    client.config_set(request.param, other)
    yield f"{request.param} is {other}, {needed} is needed"
    client.config_set(request.param, needed)


def test_each_setting_that_loses_moves_is_refused_or_warned_of(
    server: tuple[Any, Settings], unsafe: str, caplog: pytest.LogCaptureFixture
) -> None:
    client, settings = server
    with pytest.raises(UnsafeStoreError, match=unsafe):
        checks.check(client, settings)
    with caplog.at_level(logging.WARNING):
        checks.check(client, dataclasses.replace(settings, store_check="warn"))
    assert unsafe in caplog.text


def test_a_safe_or_silent_server_is_used(server: tuple[Any, Settings], caplog: pytest.LogCaptureFixture) -> None:
    client, settings = server
    assert checks.concerns(client) == []
    client.acl_setuser("default", enabled=True, nopass=True, commands=["-config|get"])
    try:
        with caplog.at_level(logging.WARNING):
            checks.check(client, settings)
    finally:
        client.acl_setuser("default", enabled=True, nopass=True, commands=["+config|get"])
    assert "does not tell its settings" in caplog.text


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_writer_refuses_an_unsafe_server(server: tuple[Any, Settings], program: str, tmp_path: Path) -> None:
    client, settings = server
    client.config_set("appendfsync", "everysec")
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", *program.split()], env=os.environ | settings.environment(), cwd=tmp_path,
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    finally:
        client.config_set("appendfsync", "always")
    assert done.returncode != 0
    assert "appendfsync is everysec, always is needed" in done.stderr
    assert "Traceback" not in done.stderr
