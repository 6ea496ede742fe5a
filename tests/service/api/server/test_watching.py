"""Watchers in the event loop: what is held for a slow one, how many look at once, and what ends them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import pytest

from service.access.rate_limits import BusyError
from service.api.routes.stream import StreamAccess, StreamEvents
from service.api.server import sending, watching
from service.api.server.watching import ChangeFeed, Watching
from service.api.web.call import Answer, Environ

EVENT = b"x" * 1000


class Log:
    """A log that is told of by its version alone; each look is noted."""

    def __init__(self, changes: ChangeFeed) -> None:
        self.changes = changes
        self.version = 1
        self.looks: list[tuple[int, int]] = []
        self.fails = False

    def write(self) -> None:
        self.version += 1
        self.changes.wake("r")

    def tell(self, record: str, after: int, asks: Collection[StreamAccess]) -> dict[StreamAccess, StreamEvents | None]:
        assert record == "r"
        if self.fails:
            raise ConnectionError("the store is out of reach")
        self.looks.append((after, len(asks)))
        return dict.fromkeys(
            asks, StreamEvents(EVENT if self.version > after else b"", self.version, more=False, over=False)
        )


class Watcher:
    def __init__(self, number: int = 0) -> None:
        self.ask = StreamAccess(None, f"seat:{number}")
        self.taken: list[bytes] = []
        self.free = asyncio.Event()
        self.free.set()
        self.gone = asyncio.Event()

    async def send(self, message: Any) -> None:
        await self.free.wait()
        self.taken.append(message.get("body", b"head"))

    async def receive(self) -> Any:
        await self.gone.wait()

    async def watch(self, held: Watching) -> None:
        environ: Environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/v1/records/r/stream"}
        with held.reserve(environ, str(self.ask)) as begun:
            begun.access, begun.first = self.ask, StreamEvents(b"", 1, more=False, over=False)
            await held.follow(environ, begun, Answer(200, [], b"first"), self.receive, self.send)

    @property
    def events(self) -> int:
        return self.taken.count(EVENT)


def played(play: Callable[[Log, Watching], Awaitable[None]], monkeypatch: pytest.MonkeyPatch, most: int = 100) -> Log:
    """Play something with the watchers of a log; times are short."""
    monkeypatch.setattr(watching, "GAP_S", 0)

    async def whole() -> Log:
        changes = ChangeFeed("redis://nowhere")
        log = Log(changes)
        await asyncio.wait_for(play(log, Watching(changes, log.tell, most, 1)), 120)
        return log

    return asyncio.run(whole())


async def until(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110 - what is waited for is other people's, and sets no event
        await asyncio.sleep(0.001)


async def all_wait(held: Watching, count: int) -> None:
    await until(lambda: "r" in held.changes._next and len(held.changes._next["r"]._callbacks or ()) == count)


def test_a_slow_watcher_is_told_later_of_more_at_once_and_nothing_heaps_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(log: Log, held: Watching) -> None:
        slow, quick = Watcher(1), Watcher(2)
        tasks = [asyncio.create_task(one.watch(held)) for one in (slow, quick)]
        await until(lambda: b"first" in slow.taken and b"first" in quick.taken)
        slow.free.clear()
        for _ in range(50):
            before = quick.events
            log.write()
            await until(lambda: quick.events > before)  # noqa: B023
        slow.free.set()
        # One that it did not take in time, and one for the other 49.
        await until(lambda: slow.events == 2)
        log.write()
        await until(lambda: slow.events == 3)
        assert quick.events == 51
        log.changes.close()
        await asyncio.gather(*tasks)
        assert slow.taken[-1] == quick.taken[-1] == b""

    played(play, monkeypatch)


def test_who_takes_nothing_is_cut_off_and_gives_its_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "CLIENT_TIMEOUT_S", 0.05)

    async def play(log: Log, held: Watching) -> None:
        stuck = Watcher()
        task = asyncio.create_task(stuck.watch(held))
        await until(lambda: b"first" in stuck.taken)
        stuck.free.clear()
        log.write()
        await task
        # An answer that has no end is broken off by the server.
        assert stuck.taken[-1] != b""
        assert held._held.total() == 0

    played(play, monkeypatch)


def test_a_crowd_that_is_woken_at_once_shares_its_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = 200

    async def play(log: Log, held: Watching) -> None:
        them = [Watcher(number) for number in range(crowd)]
        tasks = [asyncio.create_task(one.watch(held)) for one in them]
        await until(lambda: all(b"first" in one.taken for one in them))
        await all_wait(held, crowd)
        log.looks.clear()
        log.write()
        await until(lambda: all(one.events == 1 for one in them))
        for one in them:
            one.gone.set()
        await asyncio.gather(*tasks)

    assert [look for look in played(play, monkeypatch, crowd * watching.CALLER_SHARE).looks if look[0] == 1] == [
        (1, crowd)
    ]


def test_streams_end_when_nobody_can_look(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def play(log: Log, held: Watching) -> None:
        one = Watcher()
        task = asyncio.create_task(one.watch(held))
        await until(lambda: bool(log.looks))
        log.fails = True
        log.write()
        await task
        assert one.taken[-1] == b""

    with caplog.at_level(logging.ERROR):
        played(play, monkeypatch)
    assert "streams of record r end" in caplog.text


def test_who_hangs_up_gives_its_place_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(log: Log, held: Watching) -> None:
        one = Watcher()
        task = asyncio.create_task(one.watch(held))
        await until(lambda: bool(log.looks))
        one.gone.set()
        await task
        assert held._held.total() == 0

    played(play, monkeypatch)


def test_a_stream_ends_whose_round_has_not_begun_when_the_process_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(log: Log, held: Watching) -> None:
        one = Watcher()
        take = one.send

        async def send(message: Any) -> None:
            await take(message)
            if message.get("body") == b"first":
                asyncio.get_running_loop().call_soon(log.changes.close)

        monkeypatch.setattr(one, "send", send)
        await asyncio.wait_for(one.watch(held), 60)
        assert one.taken[-1] == b""

    monkeypatch.setattr(watching, "HEARTBEAT_S", 1000.0)
    played(play, monkeypatch)


def test_no_place_is_left_where_the_process_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(log: Log, held: Watching) -> None:
        log.changes.close()
        environ: Environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/v1/records/r/stream"}
        with pytest.raises(BusyError), held.reserve(environ, "a"):
            pass

    played(play, monkeypatch)
