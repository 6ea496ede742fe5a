"""The slow process: turns at it, its ends, and what it is to the machine."""

import contextlib
import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest

from service.access.rate_limits import BusyError
from service.api.web import slow_process as sides
from service.api.web.slow_process import (
    MOST_CALLS,
    MOST_CALLS_OF_NETWORKS,
    MOST_CALLS_OF_ONE,
    SlowProcess,
    UnfinishedError,
)
from service.config import Settings
from tests.service.run import slow_process_standin


def made(**more: Any) -> SlowProcess:
    return SlowProcess(slow_process_standin.begin, work=slow_process_standin.answer, **more)


def pid_of(side: SlowProcess, path: str = "/", caller: str = "somebody", body: bytes = b"") -> int:
    pid, _, back = side.answer(caller, {"PATH_INFO": path, "wsgi.input": object()}, body).answer.body.partition(b" ")
    assert back == body
    return int(pid)


@pytest.fixture
def side() -> Iterator[SlowProcess]:
    side = made()
    yield side
    side.close()


def gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


@contextlib.contextmanager
def killed(process: subprocess.Popen[str]) -> Iterator[None]:
    """Whatever is found, a process is gone afterwards."""
    try:
        yield
    finally:
        process.kill()


def until(done: Callable[[], Any], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_it_starts_when_it_is_needed_and_stays(side: SlowProcess) -> None:
    assert side._process is None
    assert pid_of(side, body=b"x" * (1 << 20)) == pid_of(side)


def test_one_that_died_between_two_calls_is_replaced_and_nobody_notices(side: SlowProcess) -> None:
    first = pid_of(side)
    os.kill(first, signal.SIGKILL)
    until(lambda: gone(first))
    second = pid_of(side)
    assert second != first
    assert gone(first)


def test_one_that_says_it_is_the_last_is_replaced(side: SlowProcess) -> None:
    first = pid_of(side, "/last")
    assert gone(first)
    assert pid_of(side) != first


def test_one_that_dies_at_work_is_replaced_and_its_call_told(side: SlowProcess) -> None:
    first = pid_of(side)
    with pytest.raises(UnfinishedError) as told:
        pid_of(side, "/die")
    assert told.value.seconds == 0
    assert side._places.total() == 0
    assert gone(first)
    assert pid_of(side) != first


@pytest.mark.parametrize("stopped", [False, True])
def test_one_that_takes_too_long_is_killed_and_replaced(stopped: bool) -> None:  # noqa: FBT001
    side = made()
    first = pid_of(side)
    side.call_timeout_s = 1.0
    if stopped:
        # Then it does not even take what it is sent.
        os.kill(first, signal.SIGSTOP)
    with pytest.raises(UnfinishedError) as told:
        pid_of(side, "/until/never/there", body=b"x" * (1 << 20))
    assert told.value.seconds == 1
    assert gone(first)
    side.call_timeout_s = 60
    assert pid_of(side) != first
    side.close()


PROGRAM = """
import threading
from service.api.app import create_app
from service.api.web.slow_process import SlowProcess, begin
from service.config import Settings
large = b"x" * (600 << 20)
side = SlowProcess(begin, create_app, Settings.load())
call = {"PATH_INFO": "/healthz", "REQUEST_METHOD": "GET", "SERVER_NAME": "x", "SERVER_PORT": "1",
    "wsgi.url_scheme": "http", "SERVER_PROTOCOL": "HTTP/1.1", "QUERY_STRING": ""}
for _ in range(2):
    print(side.answer("x", call, b"").answer.status, side._process and side._process.pid, flush=True)
threading.Event().wait()
"""


def test_a_large_process_has_one_slow_process_that_ends_with_it_whatever_it_works_on(settings: Settings) -> None:
    command = [sys.executable, "-P", "-c", PROGRAM]
    environment = os.environ | settings.environment()
    parent = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent, killed(parent):
        status, pid = parent.stdout.readline().split()
        assert (status, parent.stdout.readline().split()) == ("200", ["200", pid])
        arguments = Path(f"/proc/{pid}/cmdline").read_bytes().decode()
        assert "-P" in arguments.split("\0"), "a folder named service where it was started is not ours"
        assert str(settings.log_url) not in arguments, "everybody on the machine can read it"
        assert os.getpriority(os.PRIO_PROCESS, int(pid)) == min(19, 10 + os.getpriority(os.PRIO_PROCESS, 0))
        # What a service manager tells every process at once is not for it.
        os.kill(int(pid), signal.SIGTERM)
        os.kill(int(pid), signal.SIGSTOP)
        parent.kill()
        os.kill(int(pid), signal.SIGCONT)
    until(lambda: gone(int(pid)))


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(MOST_CALLS + 1) as pool:
        yield pool


def test_waiting_calls_are_all_answered(side: SlowProcess, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    go = tmp_path / "go"
    calls = [threads.submit(pid_of, side, f"/until{go}", f"caller {number}") for number in range(MOST_CALLS)]
    until(lambda: side._places.total() == MOST_CALLS)
    with pytest.raises(BusyError) as busy:
        pid_of(side, "/", "one more")
    assert busy.value.retry_s >= 1
    go.touch()
    assert len({call.result() for call in calls}) == 1
    assert side._places.total() == 0


def test_one_caller_has_few_of_the_places(side: SlowProcess, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    go = tmp_path / "go"
    greedy = [threads.submit(pid_of, side, f"/until{go}", "greedy") for _ in range(MOST_CALLS)]
    until(lambda: sum(call.done() for call in greedy) == MOST_CALLS - MOST_CALLS_OF_ONE)
    modest = threads.submit(pid_of, side, "/", "modest")
    go.touch()
    assert modest.result() > 0
    assert [type(call.exception()) for call in greedy].count(BusyError) == MOST_CALLS - MOST_CALLS_OF_ONE


def test_strangers_have_a_minority_of_places(side: SlowProcess, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    go = tmp_path / "go"
    strangers = [threads.submit(pid_of, side, f"/until{go}", f"network:192.0.2.{n}") for n in range(MOST_CALLS)]
    until(lambda: sum(call.done() for call in strangers) == MOST_CALLS - MOST_CALLS_OF_NETWORKS)
    honest = [threads.submit(pid_of, side, "/", f"token:{n}") for n in range(MOST_CALLS - MOST_CALLS_OF_NETWORKS)]
    until(lambda: side._places.total() == MOST_CALLS)
    go.touch()
    assert {call.result() for call in honest} == {call.result() for call in strangers if not call.exception()}


def test_a_token_waits_for_one_stranger_at_most(side: SlowProcess, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    strangers = [threads.submit(pid_of, side, f"/until{first}", "network:192.0.2.1")]
    until(lambda: len(side._queue) == 1)
    strangers.append(threads.submit(pid_of, side, f"/until{second}", "network:192.0.2.2"))
    until(lambda: side._places.total() == 2)
    honest = threads.submit(pid_of, side, "/", "token:1")
    until(lambda: len(side._queue) == 2)
    first.touch()
    assert honest.result(60) == strangers[0].result()
    assert not strangers[1].done()
    second.touch()


def test_nobody_waits_for_ever(threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    side, go = made(queue_timeout_s=0.2), tmp_path / "go"
    first: Future[int] = threads.submit(pid_of, side, f"/until{go}", "first")
    until(lambda: bool(side._queue))
    with pytest.raises(BusyError):
        pid_of(side, "/", "second")
    go.touch()
    assert first.result() > 0
    assert pid_of(side, "/", "second") == first.result()
    side.close()


def test_a_call_that_gets_no_process_is_refused_alone(side: SlowProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Any) -> None:
        raise OSError(errno.EAGAIN, "too many processes")

    with monkeypatch.context() as patched:
        patched.setattr(SpawnProcess, "start", full)
        with pytest.raises(BusyError):
            pid_of(side)
    assert pid_of(side) > 0
    assert side._process is not None, "it can be killed"


def test_closing_breaks_off_what_is_under_way(threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    side = made()
    call = threads.submit(pid_of, side, f"/until{tmp_path / 'never'}")
    until(lambda: side._process is not None)
    side.close()
    wait([call], 60)
    assert isinstance(call.exception(), UnfinishedError)


def test_there_are_places_for_all_that_may_wait_in_the_server() -> None:
    assert MOST_CALLS > MOST_CALLS_OF_ONE, "one caller alone never fills them"
    assert MOST_CALLS > 2 * MOST_CALLS_OF_NETWORKS, "callers without a token have a minority"
    assert sides.CALL_TIMEOUT_S > sides.QUEUE_TIMEOUT_S
