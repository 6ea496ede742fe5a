"""The slow process: answers for this process what takes long, at a lower priority, one call after another.

Python runs one thread of a process at a time, so an export of some hundred milliseconds holds up whoever records a move
in the same process. What takes long is handed on to a second process of the same application
(:mod:`service.run.slow_process`), which reads the store itself. It is started when it is first needed, replaced when it
takes too long, dies or has grown, and ends with this process.
"""

from __future__ import annotations

import contextlib
import json
import logging
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Lock, Timer
from typing import NamedTuple

from service import metrics
from service.access.rate_limits import BusyError
from service.api.web.call import Answer, Environ

COMMAND = (sys.executable, "-P", "-m", "service.run.slow_process")
"""What starts it; the number of an open file is added, the end of the pipe that it is spoken to by."""
MOST_CALLS = 8
"""Calls that run or wait, and so the threads of this process that may wait."""
MOST_CALLS_OF_ONE = 2
"""How many of them may be one caller's."""
QUEUE_TIMEOUT_S = 20.0
"""Seconds that a call waits for its turn."""
CALL_TIMEOUT_S = 60.0
"""Seconds after which it is killed, whatever it works on."""
RETRY_S = 2
"""Seconds after which whoever finds no place may ask again."""


class UnfinishedError(Exception):
    """The slow process was killed, or died, while it worked on a call.

    Args:
        seconds: Seconds it had; 0 where it ended by itself.
        writes: Whether the call was one that writes.
    """

    def __init__(self, seconds: float, *, writes: bool) -> None:
        super().__init__(f"broken off after {seconds:.0f} s" if seconds else "the side process ended")
        self.seconds = seconds
        self.writes = writes


class SlowAnswer(NamedTuple):
    """What the slow process answers.

    Args:
        answer: The answer to the call.
        names: The names of players that it read for it, by player.
        seconds: What it took of the processor.
    """

    answer: Answer
    names: dict[str, str | None]
    seconds: float


class SlowProcess:
    """The slow process of this one, and the queue for it.

    Args:
        environment: The whole environment of the process, with the settings in it.
        command: What starts it.
        queue_timeout_s: Seconds that a call waits for its turn.
        call_timeout_s: Seconds that a call may take.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        command: Sequence[str] = COMMAND,
        queue_timeout_s: float = QUEUE_TIMEOUT_S,
        call_timeout_s: float = CALL_TIMEOUT_S,
    ) -> None:
        self.call_timeout_s = call_timeout_s
        self.queue_timeout_s = queue_timeout_s
        self._command = command
        self._environment = dict(environment)
        self._turn = Lock()
        self._counting = Lock()
        self._places: Counter[str] = Counter()
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None

    def answer(self, caller: str, environ: Environ, body: bytes) -> SlowAnswer:
        """Have a call answered.

        Args:
            caller: Whose it is, for the number of places.
            environ: The call.
            body: Its body.

        Raises:
            BusyError: Too many calls wait already, or it has waited too long.
            UnfinishedError: The process was killed or died. What it was to write may be written.
        """
        with self._place(caller):
            if not self._turn.acquire(timeout=self.queue_timeout_s):
                raise BusyError(RETRY_S)
            try:
                return self._ask(environ, body)
            finally:
                self._turn.release()

    @contextlib.contextmanager
    def _place(self, caller: str) -> Iterator[None]:
        with self._counting:
            if self._places.total() >= MOST_CALLS or self._places[caller] >= MOST_CALLS_OF_ONE:
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

    def _ask(self, environ: Environ, body: bytes) -> SlowAnswer:
        process, pipe = self._running()
        # What is text: the rest are streams and marks of this process.
        call = {name: value for name, value in environ.items() if isinstance(value, str)}
        killed: list[bool] = []

        def kill() -> None:
            killed.append(True)
            process.kill()

        timer = Timer(self.call_timeout_s, kill)
        timer.start()
        try:
            pipe.send_bytes(json.dumps(call).encode())
            pipe.send_bytes(body)
            said = json.loads(pipe.recv_bytes())
            content = pipe.recv_bytes()
        except (EOFError, OSError):
            timer.cancel()
            code = self._end(process, pipe)
            logging.getLogger(__name__).warning(
                "the side process ended (%s) while it worked on %s %.200s",
                code,
                call.get("REQUEST_METHOD"),
                call.get("PATH_INFO"),
            )
            writes = call.get("REQUEST_METHOD", "GET") not in ("GET", "HEAD")
            raise UnfinishedError(self.call_timeout_s if killed else 0.0, writes=writes) from None
        except BaseException:
            # Its answer may still come: the next caller must not be told what was meant for this one.
            self._end(process, pipe)
            raise
        finally:
            timer.cancel()
        if said["last"]:
            self._end(process, pipe)
        headers = [(name, value) for name, value in said["headers"]]
        return SlowAnswer(Answer(said["status"], headers, content), said["names"], said["seconds"])

    def _running(self) -> tuple[subprocess.Popen[bytes], Connection]:
        """The process, started where none runs."""
        if self._process is not None and self._pipe is not None:
            # It says nothing by itself: what can be read is the end of the pipe.
            if self._process.poll() is None and not self._pipe.poll():
                return self._process, self._pipe
            self._end(self._process, self._pipe)
        ours, its = Pipe()
        with its:
            self._process = subprocess.Popen(
                [*self._command, str(its.fileno())],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                pass_fds=[its.fileno()],
                start_new_session=True,
            )
        self._pipe = ours
        return self._process, ours

    def _end(self, process: subprocess.Popen[bytes], pipe: Connection) -> int:
        """Have it end; its exit code."""
        self._process = self._pipe = None
        pipe.close()
        process.kill()
        return process.wait()

    def close(self) -> None:
        """End the process; calls that it works on are broken off."""
        process, pipe = self._process, self._pipe
        if process is not None and pipe is not None:
            process.kill()
            with self._turn:
                if process is self._process:
                    self._end(process, pipe)
