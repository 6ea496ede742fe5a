"""Granian's callers who take their time: they hold none of the threads that answer, and none a connection for ever.

Granian gives an application no way to wait for a body with an end, and does not say which connection a request came
by. So there are two parts. :class:`Guard` stands before the application: of granian's many threads, one for each
connection, only as many are at work as the setting allows, and who waits for a caller's bytes is not at work.
:class:`Watch` looks at the connections of the process as the kernel counts their bytes, and breaks off those that are
too slow: what a thread waits for then ends.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import signal
import socket
import stat
import struct
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any

from werkzeug.exceptions import BadRequest

from service.run import patience

MOST = 1000
"""Connections that a process holds; further ones wait until it accepts them."""
CROWDED = MOST * 3 // 4
"""Connections from which on there is less patience."""
AT_ONCE = 64 * 1024
"""Bytes of a body that are read before the application has its turn; of a longer one, those read in one go."""
LOOK_S = 0.5
"""Seconds between two looks at the connections."""
NUDGE = signal.SIGURG
"""Has the main thread see to the signals that came."""
SEEN = sys.platform == "linux"
"""Whether the kernel tells of each connection what came and what was taken."""

_COUNTS = struct.Struct("=24xI92xQQ8xI")
"""Of Linux' tcp_info: packets on their way, bytes taken, bytes that came, bytes not sent yet."""


class Body(io.RawIOBase):
    """What a request brings. Where it ends early the application is told so; granian's own says nothing.

    Args:
        stream: Granian's.
        size: Bytes there must be.
        waiting: What holds while a caller's bytes are waited for.
    """

    def __init__(self, stream: Any, size: int, waiting: Callable[[], contextlib.AbstractContextManager[None]]) -> None:
        self._stream = stream
        self._left = size
        self._waiting = waiting

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """As of any stream.

        Raises:
            OSError: The caller has broken off, or is too slow.
        """
        size = min(len(buffer), self._left, AT_ONCE)
        if size == 0:
            return 0
        with self._waiting():
            data = self._stream.read(size)
        if len(data) < size:
            raise OSError(f"the body ends {self._left - len(data)} bytes early")
        self._left -= size
        buffer[:size] = data
        return size


class Unmeasured(io.RawIOBase):
    """A body in chunks. Granian does not tell one that was broken off from one that came whole: none is taken."""

    def readable(self) -> bool:
        """It is, to be refused."""
        return True

    def readinto(self, _buffer: Any) -> int:
        """Refuse.

        Raises:
            BadRequest: Always.
        """
        raise BadRequest("a body in chunks is not taken here: send its Content-Length")


class Guard:
    """A WSGI application of which so many calls are at work at once, however many wait for their callers.

    Args:
        app: It.
        threads: How many.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], threads: int) -> None:
        self._app = app
        self._turns: SimpleQueue[None] = SimpleQueue()
        for _ in range(threads):
            self._turns.put(None)
        self._calls = itertools.count()
        self.working: set[int] = set()
        """The calls that have what they need of their caller, and have not answered."""

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        call = next(self._calls)
        if "HTTP_TRANSFER_ENCODING" in environ:
            environ["wsgi.input"] = Unmeasured()
        elif length := environ.get("CONTENT_LENGTH"):
            environ["wsgi.input"] = self._body(environ["wsgi.input"], int(length), call)
        self.working.add(call)
        try:
            self._turns.get()
            try:
                answer = self._app(environ, start_response)
                # Flask gives an iterator even of what is one piece, and granian sends one piece sooner.
                pieces = iter(answer)
                first = list(itertools.islice(pieces, 2))
            finally:
                self._turns.put(None)
            if len(first) > 1:
                rest = next(self._calls)
                self.working.add(rest)
                return Rest(itertools.chain(first, pieces), answer, partial(self.working.discard, rest))
            if hasattr(answer, "close"):
                answer.close()
            return first or [b""]
        finally:
            self.working.discard(call)

    def _body(self, stream: Any, size: int, call: int) -> Any:
        if size > AT_ONCE:
            return Body(stream, size, partial(self._waiting, call))
        data = stream.read() if size else b""
        # What is short is empty now: it is refused where the application reads it.
        return io.BytesIO(data) if len(data) == size else Body(io.BytesIO(), size, contextlib.nullcontext)

    @contextlib.contextmanager
    def _waiting(self, call: int) -> Iterator[None]:
        """Let another call have its turn meanwhile."""
        self.working.discard(call)
        self._turns.put(None)
        try:
            yield
        finally:
            self.working.add(call)
            self._turns.get()


class Rest:
    """An answer of many pieces, at work until the last has been handed on.

    Args:
        pieces: They.
        answer: What they came from.
        done: Told of the end.
    """

    def __init__(self, pieces: Iterator[bytes], answer: Any, done: Callable[[], None]) -> None:
        self._pieces = pieces
        self._answer = answer
        self._done = done

    def __iter__(self) -> Iterator[bytes]:
        return self._pieces

    def close(self) -> None:
        """The last piece is taken, or nobody takes any more."""
        self._done()
        if hasattr(self._answer, "close"):
            self._answer.close()


class Line:
    """A connection, as it was at the last look."""

    __slots__ = ("asking", "came", "cut", "suspects", "taken", "taking", "until")

    def __init__(self) -> None:
        self.came = self.taken = -1
        self.taking = self.asking = self.cut = False
        self.until = 0.0
        self.suspects: frozenset[int] | None = None

    def look(self, came: int, taken: int, pending: bool, now: float) -> bool:  # noqa: FBT001
        """Note what the kernel counts; whether the caller has said more while its time was up.

        Args:
            came: Bytes.
            taken: Bytes.
            pending: Whether some of an answer are not taken yet.
            now: The time.
        """
        late = now > self.until
        begins = pending != self.taking or (not pending and taken != self.taken)
        if not (begins or pending or self.asking) and came != self.came:
            begins = self.asking = True
        elif begins:
            self.asking = False
        more = came != self.came
        if begins:
            self.until, self.suspects = now + patience.PATIENCE_S, None
        else:
            self.until = patience.earned(self.until, taken - self.taken if pending else came - self.came)
        self.came, self.taken, self.taking = came, taken, pending
        return late and more


class Watch(threading.Thread):
    """Looks at the connections of this process now and then, and breaks off those whose time is up.

    Which of them a call came by is not known. So one that is silent while calls are at work is let be until these
    calls have ended: it may be that of one of them.

    Args:
        guard: Knows the calls at work.
        port: The port that the connections came to.
        grace_s: Seconds that answers under way have when the process is to end.
        parent: Id of the process that started this one. It may be gone already, so it is not to be asked for here.
    """

    def __init__(self, guard: Guard, port: int, grace_s: float, parent: int) -> None:
        super().__init__(name="watch", daemon=True)
        self._guard = guard
        self._port = port
        self._grace_s = grace_s
        self._parent = parent
        self._lines: dict[int, Line | None] = {}
        self._before: frozenset[int] = frozenset()

    def start(self) -> None:
        """As a thread's; to be called in the main thread, which takes the signals."""
        signal.signal(NUDGE, lambda *_: None)
        super().start()

    def run(self) -> None:
        """Look until the process ends; end it when the one that started it is gone."""
        main = threading.main_thread().ident or 0
        while os.getppid() == self._parent:
            if SEEN:
                # Without a file left for the look itself the next one may have it; whoever looks no more ends nothing.
                with contextlib.suppress(OSError):
                    self._look()
            # A SIGTERM that comes just before the main thread begins to wait for it would be heard at the next signal.
            signal.pthread_kill(main, NUDGE)
            sleep(LOOK_S)
        os.kill(os.getpid(), signal.SIGTERM)
        sleep(self._grace_s)
        os._exit(1)

    def _look(self) -> None:
        before, self._before = self._before, frozenset(self._guard.working)
        found: dict[int, Line | None] = {}
        hurry = patience.spared_s() if len(self._lines) > CROWDED else 0.0
        for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - twice as fast as paths
            # Granian closes what it likes meanwhile: then the number stands for nothing, or for another file.
            with contextlib.suppress(OSError):
                fd = int(name)
                file = os.fstat(fd)
                if not stat.S_ISSOCK(file.st_mode):
                    continue
                line = found[file.st_ino] = self._lines[file.st_ino] if file.st_ino in self._lines else self._new(fd)
                if line is not None and self._overdue(line, _counts(fd), hurry, before):
                    _break(fd, file.st_ino, whole=line.taking or line.cut)
                    line.cut, line.until, line.suspects = True, monotonic() + patience.PATIENCE_S, None
        self._lines = found

    def _new(self, fd: int) -> Line | None:
        """What is to be known of a socket: nothing, unless it is a caller's."""
        with _borrowed(socket.socket(fileno=fd)) as sock:
            try:
                sock.getpeername()
            except OSError:  # it listens
                return None
            ours = sock.family in (socket.AF_INET, socket.AF_INET6) and sock.getsockname()[1] == self._port
            return Line() if ours else None

    def _overdue(self, line: Line, counts: tuple[int, int, int, int], hurry: float, before: frozenset[int]) -> bool:
        on_the_way, taken, came, unsent = counts
        now = monotonic()
        more = line.look(came, taken, bool(on_the_way or unsent), now)
        if now <= line.until - hurry:
            line.suspects = None
            return False
        if line.taking:
            return True
        if line.suspects is None:
            line.suspects = self._before
            return False
        # Whoever goes on to speak has no call at work. An answer goes out a little after its call has ended.
        return more or not line.suspects & (self._before | before)


@contextlib.contextmanager
def _borrowed(sock: socket.socket) -> Iterator[socket.socket]:
    """A socket on a file of granian's, which stays open."""
    try:
        yield sock
    finally:
        sock.detach()


def _counts(fd: int) -> tuple[int, int, int, int]:
    with _borrowed(socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=fd)) as sock:
        on_the_way, taken, came, unsent = _COUNTS.unpack(
            sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _COUNTS.size)
        )
    return on_the_way, taken, came, unsent


def _break(fd: int, inode: int, *, whole: bool) -> None:
    """Have a caller's bytes end; or, of one who takes none either, the whole connection."""
    with socket.socket(fileno=os.dup(fd)) as sock:
        if os.fstat(sock.fileno()).st_ino != inode:
            return
        if whole:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        sock.shutdown(socket.SHUT_RDWR if whole else socket.SHUT_RD)
