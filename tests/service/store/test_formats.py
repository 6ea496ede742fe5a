"""A store of the format before the first release is refused at the start, with what to do."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from service.config import Settings
from service.store import checks
from service.store.keys import key
from tests.service.conftest import Api

OPENING = {"version": 1, "type": "opened", "body": {"game": "kingdoms", "rules": "kingdoms@1", "seats": []}}


def lay(redis: Any, entry: Any = OPENING) -> None:
    redis.xadd(key("log", "r1"), {"e": json.dumps(entry)}, id="1-0")


def test_a_store_of_the_first_format_is_refused_with_what_to_do(redis: Any) -> None:
    lay(redis)
    with pytest.raises(checks.OldStoreError, match=r"format 1.*movebook export ID --format text.*an empty store"):
        checks.check_format(redis)


def test_an_empty_store_and_one_of_this_format_are_taken(redis: Any, recorder: Api) -> None:
    checks.check_format(redis)
    recorder.open("red", "blue")
    checks.check_format(redis)


def test_a_damaged_log_says_nothing_about_the_format(redis: Any) -> None:
    redis.xadd(key("log", "r2"), {"e": b"{"}, id="1-0")
    checks.check_format(redis)


@pytest.mark.parametrize(
    "program", [("service.run.serve",), ("worker",), ("service.cli", "export", "--all", "-o", "x")]
)
def test_no_program_starts_on_format_1(redis: Any, settings: Settings, program: tuple[str, ...], tmp_path: Any) -> None:
    lay(redis)
    environment = os.environ | settings.environment() | {"MOVEBOOK_LANG": "en"}
    done = subprocess.run(
        [sys.executable, "-m", *program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert "format 1, from before Movebook's first release" in done.stderr
    assert "Traceback" not in done.stderr
