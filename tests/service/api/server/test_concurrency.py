"""One caller's calls hold some of the threads; moves hold more of them while nobody else asks for any."""

import asyncio
from collections.abc import Awaitable, Callable

from service.api.server.concurrency import CallerSlots

Act = Callable[[CallerSlots], Awaitable[None]]


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def taken(act: Act, clock: Clock | None = None) -> None:
    """Do something with places of which one caller may have two, and four for short calls alone."""

    async def run() -> None:
        await asyncio.wait_for(act(CallerSlots(2, 4, clock or Clock())), 10)

    asyncio.run(run())


async def asks(turns: CallerSlots, caller: str, count: int, *, short: bool) -> list[asyncio.Task[None]]:
    """So many calls, as far as they come at once."""
    tasks = [asyncio.create_task(turns.acquire(caller, short=short)) for _ in range(count)]
    await settled()
    return tasks


async def settled() -> None:
    """Return when all that can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


def held(tasks: list[asyncio.Task[None]]) -> int:
    return sum(task.done() and not task.cancelled() for task in tasks)


def test_calls_that_may_take_long_have_two_places_even_alone() -> None:
    async def act(turns: CallerSlots) -> None:
        tasks = await asks(turns, "a", 5, short=False)
        assert held(tasks) == 2
        turns.release("a")
        await settled()
        assert held(tasks) == 3
        for _ in range(4):
            turns.release("a")
            await settled()
        assert held(tasks) == 5

    taken(act)


def test_short_calls_have_four_places_alone_and_two_while_another_calls() -> None:
    clock = Clock()

    async def act(turns: CallerSlots) -> None:
        greedy = await asks(turns, "a", 9, short=True)
        assert held(greedy) == 2, "that nobody else calls is not known yet"
        clock.now += 1
        turns.release("a")
        await settled()
        assert held(greedy) == 5, "alone: four are at work"
        modest = await asks(turns, "b", 1, short=True)
        assert held(modest) == 1, "whoever asks for little need not wait"
        for _ in range(2):
            turns.release("a")
            await settled()
        turns.release("b")
        await settled()
        assert held(greedy) == 5, "two are at work, as many as it may have beside another"
        turns.release("a")
        greedy += await asks(turns, "a", 1, short=True)
        assert held(greedy) == 6
        clock.now += 0.5
        turns.release("a")
        await settled()
        assert held(greedy) == 7, "another called half a second ago"
        clock.now += 0.5
        turns.release("a")
        await settled()
        assert held(greedy) == 10, "it has been alone for a second"

    taken(act, clock)


def test_who_holds_a_place_is_company_however_long_ago_it_called() -> None:
    clock = Clock()

    async def act(turns: CallerSlots) -> None:
        long = await asks(turns, "b", 1, short=False)
        greedy = await asks(turns, "a", 5, short=True)
        clock.now += 60
        turns.release("a")
        await settled()
        assert (held(long), held(greedy)) == (1, 3)
        turns.release("b")
        turns.release("a")
        await settled()
        assert held(greedy) == 5

    taken(act, clock)


def test_a_call_that_is_given_up_leaves_its_place_to_the_next() -> None:
    async def act(turns: CallerSlots) -> None:
        tasks = await asks(turns, "a", 5, short=False)
        tasks[2].cancel()
        tasks[3].cancel()
        await settled()
        turns.release("a")
        await settled()
        assert [held([task]) for task in tasks] == [1, 1, 0, 0, 1]
        turns.release("a")
        turns.release("a")
        # One that is called and given up in the same moment.
        tasks = await asks(turns, "a", 3, short=False)
        turns.release("a")
        tasks[2].cancel()
        await settled()
        assert tasks[2].cancelled()
        assert held(await asks(turns, "a", 2, short=False)) == 1

    taken(act)
