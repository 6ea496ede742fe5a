"""The slow process: answers calls that take long for this process, at a lower priority, one after another.

Python runs one thread of a process at a time, so an export of some hundred milliseconds would delay every move that is
recorded in the same process. The slow process has the same application and reads the store itself. It starts when it is
first needed, is replaced when it takes too long, dies or has grown, and ends with this process.
"""

import contextlib
import io
import logging
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Condition, Lock
from typing import Any, NamedTuple

from service import metrics
from service.access.rate_limits import BusyError
from service.access.throttle import is_network
from service.api.web.call import Answer, Environ, Wsgi, answer_of
from service.config import Settings
from service.record import people
from service.store.child_processes import lower_priority

MOST_CALLS = 8
"""Calls that run or wait, and so the threads of this process that may wait."""
MOST_CALLS_OF_ONE = 2
"""How many of them may be one caller's."""
MOST_CALLS_OF_NETWORKS = 3
"""How many of them may be calls without a token, from however many networks."""
QUEUE_TIMEOUT_S = 20.0
"""How long a call waits for its turn (s)."""
CALL_TIMEOUT_S = 60.0
"""Time after which the process is killed, whatever it works on (s)."""
RETRY_S = 2
"""Delay after which a caller without a place may ask again (s)."""
NICE = 10
"""Niceness of the slow process relative to this one, which records."""
MOST_MEMORY = 512 << 20
"""Bytes after which the process is replaced: Python gives little memory back."""

_apps: list[Wsgi] = []
"""In the slow process: its application."""


class UnfinishedError(Exception):
    """The slow process was killed, or died, while it worked on a call.

    ``seconds``: seconds it had; 0 where it ended by itself.
    """

    def __init__(self, seconds: float, *, writes: bool) -> None:
        super().__init__(f"broken off after {seconds:.0f} s" if seconds else "the slow process ended")
        self.seconds = seconds
        self.writes = writes


class SlowAnswer(NamedTuple):
    """A result of the slow process.

    ``seconds``: CPU time that it took (s). ``last``: whether the process is to be replaced.
    """

    answer: Answer
    names: dict[str, str | None]
    seconds: float
    last: bool = False


class SlowProcess:
    """The slow process that belongs to this process, and the queue for it.

    Args:
        begin: Called once in the slow process.
        args: The arguments of ``begin``.
        work: Answers a call in the slow process: its environment, all that is text, and its body.
        queue_timeout_s: How long a call waits for its turn (s).
        call_timeout_s: How long a call may take (s).
    """

    def __init__(
        self,
        begin: Callable[..., None],
        *args: Any,
        work: Callable[[Mapping[str, str], bytes], SlowAnswer] | None = None,
        queue_timeout_s: float = QUEUE_TIMEOUT_S,
        call_timeout_s: float = CALL_TIMEOUT_S,
    ) -> None:
        self.call_timeout_s = call_timeout_s
        self.queue_timeout_s = queue_timeout_s
        self._begin, self._work = (begin, *args), work or answer
        self._turns = Condition()
        self._queue: list[object] = []
        self._one_of_networks = Lock()
        self._counting = Lock()
        self._places: Counter[str] = Counter()
        self._pool: ProcessPoolExecutor | None = None
        self._process: BaseProcess | None = None

    def answer(self, caller: str, environ: Environ, body: bytes) -> SlowAnswer:
        """Have a call answered.

        ``caller``: whose it is, as :func:`service.access.throttle.caller_key` has it.

        Raises:
            BusyError: Too many calls wait already, or it has waited too long.
            UnfinishedError: The process was killed or died. What it was to write may be written.
        """
        # What is text: the rest are streams and marks of this process.
        call = {name: value for name, value in environ.items() if isinstance(value, str)}
        with self._place(caller), self._wait_for_turn(caller):
            try:
                done: SlowAnswer = self._running().submit(self._work, call, body).result(self.call_timeout_s)
            except (TimeoutError, BrokenProcessPool) as error:
                self._end()
                method, timed_out = call.get("REQUEST_METHOD", "GET"), isinstance(error, TimeoutError)
                unfinished = UnfinishedError(
                    self.call_timeout_s if timed_out else 0.0, writes=method not in ("GET", "HEAD")
                )
                logging.getLogger(__name__).warning("%s: %s %.200s", unfinished, method, call.get("PATH_INFO"))
                raise unfinished from None
            except OSError as error:  # no process can be started now
                logging.getLogger(__name__).warning("a slow call is refused: %s", error)
                raise BusyError(RETRY_S) from error
            if done.last:
                self._end()
        return done

    @contextlib.contextmanager
    def _place(self, caller: str) -> Iterator[None]:
        with self._counting:
            networks = sum(count for held, count in self._places.items() if is_network(held))
            if (
                self._places.total() >= MOST_CALLS
                or self._places[caller] >= MOST_CALLS_OF_ONE
                or (is_network(caller) and networks >= MOST_CALLS_OF_NETWORKS)
            ):
                raise BusyError(RETRY_S)
            self._places[caller] += 1
        metrics.SLOW_CALLS.inc()
        try:
            yield
        finally:
            metrics.SLOW_CALLS.dec()
            with self._counting:
                self._places[caller] -= 1
                if not self._places[caller]:
                    del self._places[caller]

    @contextlib.contextmanager
    def _wait_for_turn(self, caller: str) -> Iterator[None]:
        """Wait for the process, in the order of the calls; at most one call without a token waits among the others."""
        until, mine = time.monotonic() + self.queue_timeout_s, object()
        with contextlib.ExitStack() as held:
            if is_network(caller):
                if not self._one_of_networks.acquire(timeout=self.queue_timeout_s):
                    raise BusyError(RETRY_S)
                held.callback(self._one_of_networks.release)
            with self._turns:
                self._queue.append(mine)
                held.callback(self._leave, mine)
                if not self._turns.wait_for(lambda: self._queue[0] is mine, max(0.0, until - time.monotonic())):
                    raise BusyError(RETRY_S)
            yield

    def _leave(self, call: object) -> None:
        with self._turns:
            self._queue.remove(call)
            self._turns.notify_all()

    def _running(self) -> ProcessPoolExecutor:
        """The pool of the one process, started where none runs."""
        if self._pool is not None:
            with contextlib.suppress(BrokenProcessPool):
                self._pool.submit(os.getpid).result(self.call_timeout_s)
                return self._pool
            self._end()
        others = multiprocessing.active_children()
        pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _start, self._begin)
        pool.submit(os.getpid)  # starts the process
        started = (one for one in multiprocessing.active_children() if one not in others)
        self._pool, self._process = pool, next(started, None)
        return pool

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        process, self._process = self._process, None
        if process is not None and process.pid:  # as long as it is not reaped, its id is nobody else's
            process.kill()
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def close(self) -> None:
        """End the process, which interrupts the calls it works on."""
        if (process := self._process) is not None:
            process.kill()
        with self._wait_for_turn(""):
            self._end()


# In the slow process


def _start(begin: Callable[..., None], *args: Any) -> None:
    """Set up the slow process; it ends with the process that started it."""
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    # SIGTERM is for the process that started this one, which answers what is under way first.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.setsid()
    logging.basicConfig(level=logging.WARNING, format="slow process: %(message)s")
    begin(*args)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


def begin(make_app: Callable[[Settings], Wsgi], settings: Settings) -> None:
    """Make the application. Requests are counted, and their addresses made out, where they come in."""
    lower_priority(NICE)
    _apps.append(make_app(replace(settings, proxies=0, rate=0, rate_address=0, rate_made=0, rate_family=0, cost=0)))


def answer(call: Mapping[str, str], body: bytes) -> SlowAnswer:
    """Answer a call."""
    began = time.process_time()
    environ = {
        **call,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    with people.noting() as names:
        made = answer_of(_apps[0], environ)
    return SlowAnswer(made, dict(names), time.process_time() - began, most_held() > MOST_MEMORY)


def most_held() -> int:
    """The most bytes that this process has held at a time. `getrusage` also counts those of the one that started it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
