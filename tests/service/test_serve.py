"""Either HTTP server, behind the one setting."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests

from service import serve
from service.config import SERVERS, Settings

HERE = str(Path(__file__).parent)
STANDIN = "standin:create_app()"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def environment(**settings: str) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([HERE, *sys.path]),
        **{f"MOVEBOOK_{name.upper()}": value for name, value in settings.items()},
    }


def answered(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 20
    while True:
        assert process.poll() is None
        try:
            requests.get(url, timeout=2)
        except requests.ConnectionError:
            assert time.monotonic() < until
            time.sleep(0.05)
        else:
            return


Server = tuple[str, subprocess.Popen[bytes]]


@pytest.fixture(params=SERVERS)
def served(request: pytest.FixtureRequest) -> Iterator[Server]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "service.serve", "--app", STANDIN],
        env=environment(server=request.param, port=str(port), threads="4"),
        start_new_session=True,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        answered(url, process)
        yield url, process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(30)


def test_it_serves_and_ends_cleanly_on_sigterm(served: Server) -> None:
    url, process = served
    with requests.Session() as session:  # a connection kept open does not hold it up
        assert session.get(url, timeout=5).text == "ok"
        process.terminate()
        assert process.wait(15) == 0
    with pytest.raises(requests.ConnectionError):
        requests.get(url, timeout=5)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_answer_under_way_goes_out_first(served: Server, number: signal.Signals) -> None:
    url, process = served
    got: list[str] = []
    call = threading.Thread(target=lambda: got.append(requests.get(f"{url}/slow", timeout=10).text))
    call.start()
    time.sleep(0.5)
    process.send_signal(number)
    call.join()
    assert process.wait(15) in (0, -number)
    assert got == ["ok"]


def test_several_calls_are_answered_at_once(served: Server) -> None:
    url, _ = served
    began = time.monotonic()
    calls = [threading.Thread(target=requests.get, args=(f"{url}/slow",), kwargs={"timeout": 10}) for _ in range(3)]
    for call in calls:
        call.start()
    for call in calls:
        call.join()
    assert time.monotonic() - began < 3  # one after another they take 4.5 s


def test_what_a_caller_says_of_a_proxy_is_not_believed_by_the_server(served: Server) -> None:
    url, _ = served
    assert requests.get(f"{url}/scheme", headers={"X-Forwarded-Proto": "https"}, timeout=5).text == "http"


def test_gunicorn_takes_over_a_listening_socket() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.serve", "--app", STANDIN, "--fd", str(listener.fileno())],
            env=environment(server="gunicorn"),
            pass_fds=[listener.fileno()],
            start_new_session=True,
        )
        # It listens already: this call waits, none is refused.
        assert requests.get(f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=20).text == "ok"
        process.terminate()
        process.wait(20)


def test_granian_takes_no_socket_over() -> None:
    with pytest.raises(ValueError, match="opens its own socket"):
        serve.serve(Settings(server="granian"), fd=3)


@pytest.mark.parametrize(
    ("host", "text"), [("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("table.example", "table.example:80")]
)
def test_an_address_is_one_text(host: str, text: str) -> None:
    assert serve.address(host, 80) == text


def test_an_application_is_named_or_made() -> None:
    made: Callable[..., str] = serve.load("os:getcwd")
    assert made is os.getcwd
    assert serve.load("os:getcwd()") == str(Path.cwd())
