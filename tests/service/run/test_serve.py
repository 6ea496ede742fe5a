"""The HTTP server: its processes, its socket, and how it ends."""

import contextlib
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
import requests
from granian.constants import Interfaces
from granian.server.common import AbstractWorker

from service.run import serve
from tests.fixtures.ports import free_port
from tests.fixtures.waiting import eventually
from tests.long import cases

HERE = str(Path(__file__).parent)
STANDIN = "standin:create_asgi()"


def environment(**settings: str) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([HERE, *sys.path]),
        **{f"MOVEBOOK_{name.upper()}": value for name, value in settings.items()},
    }


def answered(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 120
    while True:
        assert process.poll() is None
        try:
            requests.get(url, timeout=60)
        except (requests.ConnectionError, requests.Timeout):
            assert time.monotonic() < until
            time.sleep(0.05)
        else:
            return


Server = tuple[str, subprocess.Popen[bytes]]


@contextlib.contextmanager
def serving(**settings: str) -> Iterator[Server]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "service.run.serve", "--app", STANDIN],
        env=environment(port=str(port), **settings),
        start_new_session=True,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        answered(url, process)
        yield url, process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(60)


@pytest.fixture
def served() -> Iterator[Server]:
    with serving() as server:
        yield server


def test_it_serves_and_ends_cleanly_on_sigterm(served: Server) -> None:
    url, process = served
    with requests.Session() as session:  # a connection kept open does not hold it up
        assert session.get(url, timeout=60).text == "ok"
        process.terminate()
        assert process.wait(60) == 0
    with pytest.raises(requests.ConnectionError):
        requests.get(url, timeout=60)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT][: cases(1, 2)])
def test_answers_begun_go_out_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: signal.Signals) -> None:
    began, got = tmp_path / "began", list[str]()
    monkeypatch.setenv("BEGAN", str(began))
    with serving() as (url, process):
        call = threading.Thread(target=lambda: got.append(requests.get(f"{url}/slow", timeout=60).text))
        call.start()
        assert eventually(began.exists, 60)
        process.send_signal(number)
        call.join()
        assert process.wait(60) in (0, -number)
    assert got == ["ok"]


def test_several_calls_are_answered_at_once(served: Server) -> None:
    url, _ = served
    with ThreadPoolExecutor(3) as calls:  # none is answered before all three are being answered
        answers = list(calls.map(lambda _: requests.get(f"{url}/together", timeout=60).text, range(3)))
    assert answers == ["ok"] * 3


def test_a_call_that_is_long_at_work_is_not_taken_for_a_slow_caller() -> None:
    port = free_port()
    prelude = "from service.api.server import sending; sending.CLIENT_TIMEOUT_S = 0.3; from service.run import serve"
    process = subprocess.Popen(
        [sys.executable, "-c", f"{prelude}; serve.main()", "--app", STANDIN],
        env=environment(port=str(port)),
        start_new_session=True,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        answered(url, process)
        with requests.Session() as session:
            for _ in range(2):
                # Beside a caller who is slow.
                with socket.create_connection(("127.0.0.1", port)) as line:
                    line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
                    assert session.post(f"{url}/slow", b"{}", timeout=60).text == "ok"
    finally:
        process.terminate()
        process.wait(60)


def test_what_a_caller_says_of_a_proxy_is_not_believed_by_the_server(served: Server) -> None:
    url, _ = served
    assert requests.get(f"{url}/scheme", headers={"X-Forwarded-Proto": "https"}, timeout=60).text == "http"


def test_a_listening_socket_is_taken_over() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.run.serve", "--app", STANDIN, "--fd", str(listener.fileno())],
            env=environment(),
            pass_fds=[listener.fileno()],
            start_new_session=True,
        )
        # It listens already: this call waits, none is refused.
        assert requests.get(f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=60).text == "ok"
        process.terminate()
        process.wait(60)


def pids(url: str, count: int) -> set[int]:
    """The processes that answer, once there are so many."""
    until, found = time.monotonic() + 120, set[int]()
    while len(found) < count:
        assert time.monotonic() < until, found
        found.add(int(requests.get(f"{url}/pid", timeout=60).text))
    return found


def gone(pid: int) -> bool:
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return True


@pytest.fixture
def two() -> Iterator[Server]:
    with serving(processes="2") as server:
        yield server


def test_a_process_that_is_killed_costs_only_the_calls_it_had(two: Server) -> None:
    url, _ = two
    one = pids(url, 2).pop()
    refused: list[Exception] = []

    def call() -> None:
        try:
            requests.get(url, timeout=60)
        except requests.RequestException as error:
            refused.append(error)

    os.kill(one, signal.SIGKILL)
    for _ in range(200):
        call()
    assert refused == []
    assert one not in pids(url, 2), "another has its place"


def test_no_process_outlives_the_one_that_started_it(two: Server) -> None:
    url, process = two
    children = pids(url, 2)
    process.kill()
    process.wait(60)
    assert eventually(lambda: all(map(gone, children)), 60)
    with pytest.raises(requests.ConnectionError):
        requests.get(url, timeout=60)


class Quick(AbstractWorker):
    """A process of granian's that ends as soon as the pipe says so, before granian asks it to."""

    def _spawn(self, _target: object, args: tuple[Connection]) -> None:
        self.inner = threading.Thread(target=lambda: args[0].poll(None))

    def _id(self) -> int:
        return id(self.inner)


def test_a_process_that_ends_before_granian_asks_it_to_is_no_unexpected_exit() -> None:
    ended, alive = multiprocessing.Pipe(duplex=False)
    with serve.listen("127.0.0.1", 0) as listener, ended:
        server = serve.Server(listener, alive, target=serve.APP, interface=Interfaces.ASGI, log_enabled=False)
        worker = Quick(server, 0, None, (ended,))
        before = set(threading.enumerate())
        worker.start()  # type: ignore[no-untyped-call]
        server.wrks.append(worker)
        seen = set(threading.enumerate()) - before
        assert len(seen) == 2, "the process itself, and who sees it end"
        server.signal_handler_interrupt()
        for each in seen:
            each.join()
    assert not server.interrupt_children, "granian would report it, and exit with code 1"


def test_what_counts_is_not_loaded_before_it_is_said_where(tmp_path: Path) -> None:
    """The counters look for their folder when they are loaded, and it is made by who serves."""
    script = "import sys; from service.run import serve; sys.exit('prometheus_client' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_the_folder_of_counts_goes_with_who_made_it_or_with_the_next(tmp_path: Path) -> None:
    script = "import sys; from service.run import serve; serve._count_together(); sys.stdin.readline()"
    environ = {**environment(), "TMPDIR": str(tmp_path)}

    def folders() -> set[Path]:
        # Python itself tries whether it can write there, by a file that is gone at once.
        return set(tmp_path.glob(f"{serve.COUNTS}*"))

    def counting() -> subprocess.Popen[bytes]:
        before = folders()
        process = subprocess.Popen([sys.executable, "-c", script], env=environ, stdin=subprocess.PIPE)
        assert eventually(lambda: not folders() <= before, 60)
        return process

    one = counting()
    one.kill()
    one.communicate()
    (left,) = folders()
    with counting() as two:
        assert not left.exists(), "the next one clears away what one left that was killed"
        (mine,) = folders()
        with counting() as three:
            assert mine.exists(), "that one still counts"
            three.communicate(b"\n")
        two.communicate(b"\n")
    assert list(tmp_path.iterdir()) == []


def test_a_taken_address_of_metrics_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        process = subprocess.run(
            [sys.executable, "-m", "service.run.serve", "--app", STANDIN],
            env=environment(port="0", metrics=address, log_url="redis://127.0.0.1:1/0"),
            capture_output=True,
            check=False,
            timeout=60,
        )
    assert process.returncode == 1
    said = process.stderr.decode()
    assert said.startswith(f"movebook: MOVEBOOK_METRICS: {address} cannot be used")
    assert said.count("\n") == 1


def test_a_taken_port_is_named_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = subprocess.run(
            [sys.executable, "-m", "service.run.serve", "--app", STANDIN], env=environment(port=str(port)),
            capture_output=True, check=False, timeout=60,
        )  # fmt: skip
    assert process.returncode == 1
    assert process.stderr.decode() == f"movebook: 127.0.0.1:{port} cannot be used: Address already in use\n"


@pytest.mark.parametrize(
    ("host", "text"), [("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("table.example", "table.example:80")]
)
def test_an_address_is_one_text(host: str, text: str) -> None:
    assert serve.address(host, 80) == text


def test_an_application_is_named_or_made() -> None:
    made: Callable[..., str] = serve.load("os:getcwd")
    assert made is os.getcwd
    assert serve.load("os:getcwd()") == str(Path.cwd())
