"""Threads are shared out among callers, and whoever is told to come later waits for that in no thread."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

import pytest

from service.access import tokens
from service.access.tokens import TokenCache
from service.api.server import asgi as asgi_module
from service.api.server import concurrency
from service.api.server.asgi import Asgi
from service.api.server.concurrency import CallerKeys

Json = dict[str, Any]


class Table:
    """A WSGI application that holds some calls until it is told to go on, and counts those at work."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.at_once = {"/v1/at-once"}
        self.working: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __call__(self, environ: Json, start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        with self._lock:
            self.working[path] += 1
            self.most[path] = max(self.most[path], self.working[path])
        if path not in self.at_once:
            assert self.go.wait(120)
        with self._lock:
            self.working[path] -= 1
        start_response("429 LATER" if path == "/v1/later" else "200 OK", [])
        return [b"ok"]


async def call(asgi: Asgi, path: str, address: str = "1.1.1.1", method: str = "GET", **headers: str) -> bytes:
    return (await messages(asgi, path, address, method, **headers))[1]["body"]  # type: ignore[no-any-return]


async def messages(asgi: Asgi, path: str, address: str = "1.1.1.1", method: str = "GET", **headers: str) -> list[Json]:
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "raw_path": path.encode(),
        "query_string": b"",
        "server": ("x", 80),
        "client": (address, 1),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    said: list[Json] = []

    async def receive() -> Json:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        said.append(message)

    await asgi(scope, receive, send)
    return said


def served(table: Table, act: Callable[[Asgi], Awaitable[None]], **how: Any) -> None:
    """Do something with an application of eight threads, of which one caller may have two, for moves alone four."""

    async def run() -> None:
        asgi = Asgi(table, **{"threads": 8, "of_one": 2, "alone": 4, "small": 1000, "largest": 1000, **how})
        try:
            await asyncio.wait_for(act(asgi), 120)
        finally:
            table.go.set()
            asgi._pool.shutdown()

    asyncio.run(run())


async def until(done: Callable[[], bool]) -> None:
    """Wait for something; `served` ends the wait for what does not come."""
    while not done():  # noqa: ASYNC110 - threads bring it about, and set no event
        await asyncio.sleep(0.01)


async def refused_as_busy(asgi: Asgi, detail: str) -> None:
    head, body = await messages(asgi, "/v1/records")
    problem = json.loads(body["body"])
    assert (problem["status"], problem["type"], problem["detail"]) == (503, "urn:movebook:problem:busy", detail)
    assert (head["status"], dict(head["headers"])[b"retry-after"]) == (503, b"2")


def test_a_call_that_comes_while_the_process_ends_is_refused_as_busy(caplog: pytest.LogCaptureFixture) -> None:
    async def act(asgi: Asgi) -> None:
        async def hear(_: Any = None) -> Json:
            return {}

        await asgi({"type": "lifespan"}, hear, hear)
        await refused_as_busy(asgi, "The server is stopping.")

    served(Table(), act)
    assert caplog.records == []


@pytest.fixture
def no_thread() -> Iterator[Callable[[], int]]:
    """From its call on, the system starts no thread: each would get a stack larger than the address space."""
    before = threading.stack_size()
    yield lambda: threading.stack_size(1 << 56)
    threading.stack_size(before)


def test_a_call_for_which_no_thread_can_be_started_is_refused_as_overload_and_logged(
    caplog: pytest.LogCaptureFixture, no_thread: Callable[[], int]
) -> None:
    table = Table()

    async def act(asgi: Asgi) -> None:
        waiting = asyncio.create_task(call(asgi, "/v1/wait"))
        await until(lambda: table.working["/v1/wait"] == 1)
        no_thread()
        await refused_as_busy(asgi, "The server cannot start another thread.")
        table.go.set()
        assert await waiting == b"ok"
        while await call(asgi, "/page") != b"ok":  # noqa: ASYNC110 - until the thread there is takes calls again
            await asyncio.sleep(0.01)

    served(table, act)
    assert table.most["/v1/records"] == 0, "what was refused is not worked on later"
    assert {record.getMessage() for record in caplog.records} == {
        "a call is refused, no thread can be started: can't start new thread"
    }


@pytest.mark.parametrize("text", ["can't start new thread", "cannot schedule new futures after shutdown", "other"])
def test_an_error_of_the_application_is_neither(text: str) -> None:
    """The server around it answers 500 and logs the traceback."""

    def app(_environ: Json, _start_response: Callable[..., Any]) -> Iterable[bytes]:
        raise RuntimeError(text)

    async def run() -> None:
        asgi = Asgi(app, threads=1, of_one=1, alone=1, small=1000, largest=1000)
        with pytest.raises(RuntimeError, match=text):
            await call(asgi, "/v1/records")
        asgi._pool.shutdown()

    asyncio.run(run())


ONE: list[tuple[Json, Json]] = [
    ({"authorization": "Bearer {one}"}, {"authorization": "Bearer {other}"}),
    ({"authorization": "Bearer {one}"}, {}),
    ({}, {"authorization": "Bearer {one}"}),
    ({"address": "1.1.1.1"}, {"address": "1.1.1.2"}),
    ({"address": "2001:db8:1:2::1"}, {"address": "2001:db8:1:3::1"}),
    ({"x_forwarded_for": "9.9.9.9, 1.1.1.1"}, {"x_forwarded_for": "1.1.1.2"}),
    ({"x_forwarded_for": "1.1.1.1"}, {"address": "1.1.1.3"}),
]


@pytest.fixture
def bearers(redis: Any) -> dict[str, str]:
    return {name: tokens.create(redis, "record") for name in ("one", "other")}


@pytest.mark.parametrize(("greedy", "modest"), ONE)
def test_one_caller_has_some_threads_only(greedy: Json, modest: Json, bearers: dict[str, str], redis: Any) -> None:
    table = Table()
    greedy, modest = ({name: text.format(**bearers) for name, text in one.items()} for one in (greedy, modest))

    async def act(asgi: Asgi) -> None:
        waiting = [asyncio.create_task(call(asgi, "/v1/wait", **greedy)) for _ in range(20)]
        await until(lambda: table.working["/v1/wait"] == 2)
        assert await call(asgi, "/v1/at-once", **modest) == b"ok"
        assert not any(task.done() for task in waiting)
        table.go.set()
        assert await asyncio.gather(*waiting) == [b"ok"] * 20

    served(table, act, callers=CallerKeys(1, TokenCache(redis)))
    assert table.most == {"/v1/wait": 2, "/v1/at-once": 1}


SPELLINGS = ("Bearer ", "bearer ", "BEARER ", "bEARER  ", "Bearer   ")
DISGUISES: list[tuple[int, Json]] = [
    (0, {"authorization": "{spelling}{token}"}), (0, {"authorization": "Bearer mb_{n:a>16}_{n:b>43}"}),
    (0, {"authorization": "Bearer {token}{n}"}), (0, {"authorization": "Basic {n}"}),
    (0, {"address": "2001:db8:1:2::{n}"}), (0, {"x_forwarded_for": "1.1.1.{n}"}),
    (1, {"x_forwarded_for": "1.1.1.{n}, 2.2.2.2"}), (1, {"x_forwarded_for": "1.1.1.{n}, 2001:db8:1:2:{n}::1"}),
    (1, {"x_forwarded_for": "2.2.2.2:{n}"}), (1, {"x_forwarded_for": "no address {n}"}),
    (2, {"x_forwarded_for": "1.1.1.{n}, 2.2.2.2, 3.3.3.3"}),
]  # fmt: skip
"""Ways of one caller to look like many, with the number of proxies in front."""


@pytest.mark.parametrize(("proxies", "disguise"), DISGUISES)
def test_a_disguise_gives_no_more_threads(proxies: int, disguise: Json, bearers: dict[str, str], redis: Any) -> None:
    table = Table()

    def ask(asgi: Asgi, n: int) -> asyncio.Task[bytes]:
        texts = {"n": n, "token": bearers["one"], "spelling": SPELLINGS[n % len(SPELLINGS)]}
        how = {name: text.format(**texts) for name, text in disguise.items()}
        return asyncio.create_task(call(asgi, "/v1/wait", **how))

    async def act(asgi: Asgi) -> None:
        waiting = [ask(asgi, n) for n in range(50)]
        await until(lambda: table.working["/v1/wait"] >= 2)
        await asyncio.sleep(0.1)
        table.go.set()
        await asyncio.gather(*waiting)

    served(table, act, callers=CallerKeys(proxies, TokenCache(redis)))
    assert table.most == {"/v1/wait": 2}


@pytest.mark.parametrize(
    ("method", "path", "most"),
    [("POST", "/v1/records/r1/moves", 4), ("GET", "/v1/records/r1/moves", 2), ("POST", "/v1/records/r1/import", 2)],
)
def test_a_club_that_is_alone_records_four_moves_at_once(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str, most: int, bearers: dict[str, str], redis: Any
) -> None:
    monkeypatch.setattr(concurrency, "ALONE_S", 0)  # how long it takes until it counts as alone: test_concurrency.py
    table, club = Table(), f"Bearer {bearers['one']}"

    async def act(asgi: Asgi) -> None:
        waiting = [asyncio.create_task(call(asgi, path, authorization=club, method=method)) for _ in range(9)]
        await until(lambda: table.working[path] == most)
        assert await call(asgi, "/v1/at-once", authorization=f"Bearer {bearers['other']}") == b"ok"
        table.go.set()
        assert await asyncio.gather(*waiting) == [b"ok"] * 9

    served(table, act, callers=CallerKeys(0, TokenCache(redis)))
    assert table.most[path] == most


def test_a_page_does_not_wait_behind_the_calls_of_its_own_address() -> None:
    table = Table()

    async def act(asgi: Asgi) -> None:
        waiting = [asyncio.create_task(call(asgi, "/v1/wait")) for _ in range(20)]
        await until(lambda: table.working["/v1/wait"] == 2)
        table.at_once.add("/healthz")
        assert await call(asgi, "/healthz") == b"ok"
        assert not any(task.done() for task in waiting)
        table.go.set()
        await asyncio.gather(*waiting)

    served(table, act)


def test_an_answer_that_is_held_back_holds_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi_module, "REFUSAL_S", 0.5)
    table = Table()
    table.go.set()

    async def act(asgi: Asgi) -> None:
        held = [asyncio.create_task(call(asgi, "/v1/later")) for _ in range(50)]
        await until(lambda: table.most["/v1/later"] > 0 and not table.working["/v1/later"])
        assert await call(asgi, "/v1/at-once") == b"ok"
        assert not any(task.done() for task in held)
        assert await asyncio.gather(*held) == [b"ok"] * 50

    served(table, act, threads=1)
