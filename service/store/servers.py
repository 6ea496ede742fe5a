"""Supervises the embedded server: a Valkey or Redis of our own, on a socket that only its owner can reach."""

import atexit
import contextlib
import fcntl
import json
import logging
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Self

from service.store import binaries, data_version, loss_check, repair
from service.store.child_processes import spawn
from service.store.errors import FolderInUseError, LogLostError, ServerFailedError
from service.store.free_space import free_disk, free_memory

LONGEST_SOCKET = 100
"""Bytes of a socket's path: the system's limit is 104 (macOS) or 108 (Linux)."""

LEAST_ROOM = 32 << 20
"""Bytes that must be free on the disk of a folder; with less the server refuses writes but still serves reads.

On a full disk it would exit: it stops if it cannot write an entry, because each is on disk before it is acknowledged.
After a restart the next write would stop it again, and nothing could be read in between.
"""

LEAST_MEMORY = 64 << 20
"""Bytes of memory that must be free; with less the server refuses writes, before the system kills it. Appends take
memory; reads do not."""

_PREFIX = "movebook-"
_LOG_LIMIT = 1 << 20  # bytes
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0  # s, between restarts
_LOOK_EVERY = 1.0  # s, between two checks of the disk
_STEADY = 30.0  # s of running after which the pause is short again

# Each makes the server refuse writes, and nothing else: it requires a replica that does not exist, or is over its
# memory limit.
_DISK_GUARD, _MEMORY_GUARD = "min-replicas-to-write", "maxmemory"

_log = logging.getLogger("movebook.store")


class Supervisor:
    """Runs one server on one data folder, and restarts it when it dies.

    The folder (mode 700) holds the server's files, its stamp, ``server.log``, ``server.json`` (pid and socket of the
    last start) and two locks: this process holds one, and the server inherits the other, which distinguishes a server
    left behind by a killed parent from a supervised one.

    Args:
        folder: The data folder; created if missing.
        server: The program, by path or name; None for the wheel's, then those on PATH.
        startup_s: Seconds within which the server must answer; loading its data does not count.
        durable: Whether acknowledged data is on disk and survives a restart. A queue need not be durable: comparing
            projections with logs finds what it loses.
    """

    def __init__(
        self, folder: Path, server: str | None = None, startup_s: float = 30.0, *, durable: bool = True
    ) -> None:
        self.folder = folder.resolve()
        self.durable = durable
        self.restarts = 0
        self.dropped = 0
        """Bytes of an unfinished append that the last start cut off the log."""
        self._named = server
        self._startup_s = startup_s
        self._parent = os.getpid()
        self._socket: Path | None = None
        self._server: binaries.Server | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._locks: list[int] = []
        self._guard = threading.Lock()
        self._stopping = threading.Event()
        self._serving = threading.Event()
        self._failed = threading.Event()
        self._guarded: dict[str, bool] = {}

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address of the server's first database: ``unix:///path?db=0``."""
        return self.address(0)

    @property
    def server(self) -> binaries.Server:
        """The running program; only after :meth:`start`."""
        if self._server is None:
            raise ServerFailedError(f"the server of {self.folder} is not started")
        return self._server

    def address(self, database: int) -> str:
        """The address of a database, 0 to 15; restarts do not change it until :meth:`stop`."""
        if self._socket is None:
            raise ServerFailedError(f"the server of {self.folder} is not started")
        return f"unix://{self._socket}?db={database}"

    def alive(self) -> bool:
        """Whether the server answers now."""
        return _answer(self._socket) == "+PONG"

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises:
            NoServerError: No server was found.
            FolderInUseError: Another process holds the folder; the message names it.
            UnreadableFolderError: No server found here can read the folder.
            LogLostError: Part of the log that was on disk is missing.
            ServerFailedError: The server does not start; the message ends with the end of its log.
        """
        if self._thread is not None:
            raise ServerFailedError(f"the server of {self.folder} is already started")
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        self._stopping.clear()
        self._serving.clear()
        self._failed.clear()
        self.restarts = self.dropped = 0
        self._parent = os.getpid()
        try:
            self._lock()
            wrote = data_version.read(self.folder)
            self._server = binaries.choose(self.folder, wrote, self._named)
            self._settle()
            if wrote != self._server.make:
                data_version.write(self.folder, self._server.make)
            self._socket = _short_folder() / "s"
            # The server ends with the thread that starts it, so one thread makes every start and outlives the server.
            self._thread = threading.Thread(target=self._watch, name="movebook-store", daemon=True)
            self._thread.start()
            atexit.register(self.stop)
            self._wait()
        except BaseException:
            self.stop()
            raise

    def repair(self) -> repair.RepairReport:
        """Repair the files of the log, while no server runs on them.

        Raises:
            NoServerError, FolderInUseError, UnreadableFolderError: As for :meth:`start`.
            LogLostError: The damage is where nothing can be dropped.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._lock()
            server = binaries.choose(self.folder, data_version.read(self.folder), self._named)
            return repair.repair(self.folder, server)
        finally:
            self._unlock()

    def stop(self) -> None:
        """Stop the server cleanly (SIGTERM) and wait for it; a second call does nothing."""
        if os.getpid() != self._parent:
            return  # in a forked copy: the server belongs to the parent
        with self._guard:
            self._stopping.set()
            process = self._process
            if process is not None and process.poll() is None:
                process.terminate()
        if process is not None:
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:  # this loses nothing acknowledged: every append was fsynced
                _log.warning("the server of %s does not end; it is killed", self.folder)
                process.kill()
                process.wait()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            if self._serving.is_set():
                self._look()
        self._process = None
        if self._socket is not None:
            shutil.rmtree(self._socket.parent, ignore_errors=True)
            self._socket = None
        self._unlock()
        atexit.unregister(self.stop)

    def _lock(self) -> None:
        """Take both locks, and stop a server that a killed parent left behind."""
        ours = self._open("lock")
        if not _take(ours):
            pid = os.pread(ours, 100, 0).decode(errors="replace").strip()
            raise FolderInUseError(
                f"{self.folder} is in use by process {pid or '(unknown)'}. One Movebook at a time looks after a "
                "folder: stop that one, or choose another folder (MOVEBOOK_DATA, or movebook up --data DIR)."
            )
        with contextlib.suppress(OSError):  # the pid is for people only; on a full disk the lock is enough
            os.pwrite(ours, f"{os.getpid():<15}\n".encode(), 0)
        theirs = self._open("server.lock")
        left = self._left_behind()
        if not _take(theirs):
            _end(left)
            until = time.monotonic() + 20
            while not _take(theirs):
                if time.monotonic() > until:
                    raise FolderInUseError(
                        f"{self.folder} is still held by a server that a killed Movebook left behind (process "
                        f"{left.get('pid', 'unknown')}), and it does not end when asked. End it, then start again."
                    )
                time.sleep(0.05)
        old = Path(str(left.get("socket", ""))).parent
        if old.name.startswith(_PREFIX) and old.is_dir() and old.stat().st_uid == os.getuid():
            shutil.rmtree(old, ignore_errors=True)

    def _unlock(self) -> None:
        while self._locks:
            os.close(self._locks.pop())

    def _open(self, name: str) -> int:
        descriptor = os.open(self.folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._locks.append(descriptor)
        return descriptor

    def _left_behind(self) -> dict[str, Any]:
        try:
            left = json.loads((self.folder / "server.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return left if isinstance(left, dict) else {}

    def _watch(self) -> None:
        """Run in the thread: start the server, wait for its end, and restart it until :meth:`stop`."""
        pause = _FIRST_PAUSE
        while True:
            began = time.monotonic()
            with self._guard:
                if self._stopping.is_set():
                    return
                self._process = None
                try:
                    if self._serving.is_set():  # it ended without a clean stop
                        self._settle()
                    self._process = self._spawn()
                except LogLostError as error:
                    _log.error("%s", error)
                except OSError:
                    _log.exception("the server of %s cannot be started", self.folder)
            code = None if self._process is None else self._attend(self._process)
            if self._stopping.is_set():
                return
            if not self._serving.is_set():  # it never answered: start() raises
                self._failed.set()
                return
            pause = _FIRST_PAUSE if time.monotonic() - began > _STEADY else min(pause * 2, _LONGEST_PAUSE)
            _log.error("the server of %s ended (%s); it is started again in %.1f s", self.folder, code, pause)
            self.restarts += 1
            if self._stopping.wait(pause):
                return

    def _attend(self, process: subprocess.Popen[bytes]) -> int:
        """Wait for the server's end while checking disk and memory, and return its exit code."""
        while True:
            try:
                return _wait_for_end(process, _LOOK_EVERY)
            except subprocess.TimeoutExpired:
                self._look()
                self._set_guards()

    def _set_guards(self) -> None:
        """Make the server refuse writes while disk or memory are short."""
        for guard, short in self._short().items():
            if short != self._guarded.get(guard) and _say(self._socket, f"CONFIG SET {guard} {int(short)}")[:1] == "+":
                self._guarded[guard] = short
                what, least = ("disk", LEAST_ROOM) if guard == _DISK_GUARD else ("memory", LEAST_MEMORY)
                if short:
                    text = "%s: less than %d MiB of %s left. Writes are refused (503) until there is more; reads go on."
                    _log.error(text, self.folder, least >> 20, what)
                else:
                    _log.warning("%s: there is enough %s again; writes are taken.", self.folder, what)

    def _look(self) -> None:
        """Store the sizes of the log's files once they are synced to disk."""
        if not self.durable:
            return
        found = loss_check.sizes(self.folder)
        # The server syncs every append before it answers another command: after an answer, the sizes found are on disk.
        running = self._process is not None and self._process.poll() is None
        if found != loss_check.noted_sizes(self.folder) and (not running or self.alive()):
            loss_check.note_sizes(self.folder, found)

    def _settle(self) -> None:
        """Before a server starts on the log, check that nothing is missing, and cut off an unfinished append."""
        if not self.durable:
            return
        loss_check.check(self.folder)
        if loss_check.sizes(self.folder) == loss_check.noted_sizes(self.folder):  # it was stopped cleanly
            return
        done = repair.drop_unfinished(self.folder, self.server)
        self.dropped = sum(done.dropped.values())
        if self.dropped:
            _log.warning("%s ended in an append that was not acknowledged. %s", self.folder, " ".join(done.sentences()))

    def _short(self) -> dict[str, bool]:
        """Whether disk and memory are short, by guard; empty for a server that is not durable."""
        if not self.durable:
            return {}
        # Once short, memory must reach twice the minimum before it is enough again.
        memory = LEAST_MEMORY * (2 if self._guarded.get(_MEMORY_GUARD) else 1)
        return {_DISK_GUARD: free_disk(self.folder) < LEAST_ROOM, _MEMORY_GUARD: free_memory() < memory}

    def _spawn(self) -> subprocess.Popen[bytes]:
        self._guarded = self._short()
        settings = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "daemonize": "no",
            "save": "",
            "appendonly": "yes" if self.durable else "no",
            "appendfsync": "always",
            # _settle cuts off an unfinished end and logs it; Redis 7.0 would leave half a transaction.
            "aof-load-truncated": "no",
            "maxmemory-policy": "noeviction",
            **{guard: str(int(short)) for guard, short in self._guarded.items()},
        }
        command = [str(self.server.path), *(part for name, value in settings.items() for part in (f"--{name}", value))]
        path = self.folder / "server.log"
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_size > _LOG_LIMIT:
                path.replace(path.with_suffix(".log.1"))
        with path.open("ab") as log:
            path.chmod(0o600)
            process = spawn(
                command,
                # With a locale that the machine lacks, the server does not start.
                env={**os.environ, "LC_ALL": "C"},
                stdout=log,
                parent=self._parent,
                pass_fds=self._locks[1:],
            )
        note = {"pid": process.pid, "socket": str(self._socket), "supervisor": self._parent}
        try:
            loss_check.write_in_place(self.folder / "server.json", json.dumps(note))
        except OSError as error:
            # The server already runs: raising would look as if it did not, and a second one would be started on the
            # same files.
            _log.warning("%s cannot be written: %s", self.folder / "server.json", error)
        return process

    def _wait(self) -> None:
        until = time.monotonic() + self._startup_s
        while not self._failed.is_set():
            answer = _answer(self._socket)
            if answer == "+PONG":
                self._look()
                self._serving.set()
                return
            if answer.startswith("-LOADING"):
                until = time.monotonic() + self._startup_s
            if time.monotonic() > until:
                raise ServerFailedError(
                    f"{self.server} gives no answer in {self._startup_s:g} s.\n{self._last_words()}"
                )
            time.sleep(0.01)
        found = repair.damage(self.folder, self.server) if self.durable else None
        if found is not None:
            raise LogLostError(repair.unreadable(self.folder, found))
        raise ServerFailedError(f"{self.server} does not start on {self.folder}.\n{self._last_words()}")

    def _last_words(self) -> str:
        try:
            lines = (self.folder / "server.log").read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return "It left no log."
        return "\n".join(["The end of its log:", *(f"  {line}" for line in lines[-8:])])


def _short_folder() -> Path:
    """Create a folder (mode 700) for the socket, with a path short enough for one."""
    made = Path(tempfile.mkdtemp(prefix=_PREFIX))
    if len(os.fsencode(made)) + 2 <= LONGEST_SOCKET:
        return made
    made.rmdir()
    return Path(tempfile.mkdtemp(prefix=_PREFIX, dir="/tmp"))


def _take(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _answer(path: Path | None) -> str:
    """The first line of the answer to a ping; empty if there is no answer."""
    return _say(path, "PING").split("\r\n", 1)[0]


def _say(path: Path | None, command: str) -> str:
    """Up to 64 KiB of the answer to a command; empty if there is no answer."""
    if path is None:
        return ""
    # Without the client library, which would retry and wait: here no answer is a result too.
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
        line.settimeout(2)
        line.connect(str(path))
        line.sendall(f"{command}\r\n".encode())
        return line.recv(1 << 16).decode(errors="replace")
    return ""


def _end(left: dict[str, Any]) -> None:
    """Shut down a server left behind, if the one on the stored socket reports the stored pid."""
    path = Path(str(left.get("socket", "")))
    if f"\nprocess_id:{left.get('pid')}\r" in _say(path, "INFO server"):
        _say(path, "SHUTDOWN")


def _wait_for_end(process: subprocess.Popen[bytes], timeout_s: float) -> int:
    """Sleep until a process ends and return its exit code; ``Popen.wait`` with a timeout polls 20 times a second."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # it has ended, or the kernel is older than 5.3
            fd = os.pidfd_open(process.pid)
            try:
                poll = select.poll()
                poll.register(fd, select.POLLIN)
                poll.poll(timeout_s * 1000)
                timeout_s = 0
            finally:
                os.close(fd)
    return process.wait(timeout_s)
