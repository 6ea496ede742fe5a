"""Starts, restarts and stops the processes of ``movebook up``, and handles its signals."""

import contextlib
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Self

from service import out
from service.run import serve
from service.store.child_processes import spawn

_PAUSE_S, _LONGEST_PAUSE_S, _STEADY_S = 0.2, 5.0, 30.0
_IDLE_S = 60.0
_STDERR = 2


class EndedError(RuntimeError):
    """A process ended before everything was ready; the message says which and how."""


class StoppedError(Exception):
    """A signal asked for the end."""


class Signals:
    """Counts Ctrl-C, SIGTERM and SIGHUP; from the second on, processes are killed without waiting."""

    def __init__(self) -> None:
        self.count = 0
        self._before: dict[int, Any] = {}
        self._woken, self._wakes = socket.socketpair()  # Python writes a byte for each signal

    def __enter__(self) -> Self:
        self._wakes.settimeout(0)
        signal.set_wakeup_fd(self._wakes.fileno(), warn_on_full_buffer=False)
        self._before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:  # ignored signals stay ignored (nohup)
                self._before[number] = signal.signal(number, self._got)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)
        self._woken.close()
        self._wakes.close()

    def wait(self, timeout_s: float) -> None:
        """Sleep until a signal comes, a child ends, or the timeout is over."""
        if select.select([self._woken], [], [], timeout_s)[0]:
            self._woken.recv(4096)

    def check(self) -> None:
        """Stop the current work if a signal has come.

        Raises:
            StoppedError: A signal has come.
        """
        if self.count:
            raise StoppedError

    def _got(self, _number: int, _frame: FrameType | None) -> None:
        self.count += 1


@dataclass(slots=True)
class Child:
    """A process that is restarted when it ends.

    Args:
        name: Its name in messages, such as "API".
        command: The program and its arguments.
        environment: Its whole environment.
        fds: Open file descriptors that it inherits.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    fds: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    pause_s: float = _PAUSE_S
    began: float = 0.0
    again_at: float | None = field(default=None)
    renewing: bool = False

    def start(self) -> None:
        """Start the process; its output goes to standard error, so that standard output stays free for the caller."""
        self.began, self.again_at = time.monotonic(), None
        self.process = spawn(
            self.command, env=self.environment, stdout=_STDERR, parent=os.getpid(), pass_fds=tuple(self.fds)
        )

    def ended(self) -> int | None:
        """The exit code; None while the process runs."""
        return None if self.process is None else self.process.poll()

    def renew(self) -> None:
        """Restart the process at once, because the files that it reads at the start have changed."""
        if self.process is not None and self.ended() is None:
            self.renewing = True
            self.process.terminate()

    def restart_if_ended(self) -> None:
        """Restart the process if it ended, after a pause that grows while it keeps ending."""
        now = time.monotonic()
        if self.again_at is not None:
            if now >= self.again_at:
                self.start()
        elif self.renewing and self.ended() is not None:
            self.renewing = False
            self.start()
        elif (code := self.ended()) is not None:
            self.pause_s = _PAUSE_S if now - self.began > _STEADY_S else min(self.pause_s * 2, _LONGEST_PAUSE_S)
            self.again_at = now + self.pause_s
            out.note(f"The {self.name} ended ({_exit(code)}); restarting in {self.pause_s:.1f} s.")


def notify_systemd(state: str) -> None:
    """Send the state of this process (``READY=1``) to systemd, if it waits for it (``Type=notify``)."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(state.encode(), f"\0{address[1:]}" if address.startswith("@") else address)


class ProcessGroup:
    """The child processes; :meth:`stop` ends the API first, then the workers."""

    def __init__(self, signals: Signals) -> None:
        self._signals = signals
        self._children: list[Child] = []

    def add(self, child: Child) -> None:
        """Start a child."""
        child.start()
        self._children.append(child)

    def must_run(self) -> None:
        """Check, before everything is ready, that all children run: restarting one would only fail again.

        Raises:
            EndedError: A child has ended.
        """
        for child in self._children:
            code = child.ended()
            if code is not None:
                raise EndedError(f"the {child.name} ended ({_exit(code)}) before it was ready; see its output above")

    def restart_ended(self) -> float:
        """Restart children that ended, and return the seconds until the next restart is due."""
        for child in self._children:
            child.restart_if_ended()
        due = [child.again_at - time.monotonic() for child in self._children if child.again_at is not None]
        return max(0.0, min(due, default=_IDLE_S))

    def renew(self, name: str) -> None:
        """Restart the children with a name; see :meth:`Child.renew`."""
        for child in self._children:
            if child.name == name:
                child.renew()

    def stop(self) -> None:
        """Stop the API first, then the workers together (they finish their current jobs)."""
        api = [child for child in self._children if child.name == "API"]
        for group in (api, [child for child in self._children if child.name != "API"]):
            running = [child.process for child in group if child.process is not None]
            for process in running:
                process.terminate()
            self._wait(running)
        self._children.clear()

    def _wait(self, processes: Sequence[subprocess.Popen[bytes]]) -> None:
        until = time.monotonic() + serve.GRACE_S + 5
        asked = self._signals.count
        for process in _unended(processes):
            # Killing loses nothing acknowledged; a second signal means not to wait.
            if time.monotonic() > until or self._signals.count > max(asked, 1):
                process.kill()


def _unended(processes: Sequence[subprocess.Popen[bytes]]) -> Iterator[subprocess.Popen[bytes]]:
    """Yield each process that still runs, repeatedly until none does."""
    while True:
        left = [process for process in processes if process.poll() is None]
        if not left:
            return
        yield from left
        time.sleep(0.02)


def _exit(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"
