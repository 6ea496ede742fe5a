"""A whole service by ``movebook up``, and its processes by the part they play."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from service.store.embedded import Supervisor
from tests.fixtures.cluster import Cluster
from tests.fixtures.ports import free_port

PARTS = ("store", "queue", "API", "worker", "all")
"""What may be killed; ``all`` is the four and the supervisor over them."""


def family(pid: int) -> dict[int, str]:
    """A process's descendants with their command lines, as /proc shows them now."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
    found: dict[int, str] = {}
    left = [pid]
    while left:
        over = left.pop()
        for child, parent in parents.items():
            if parent == over and child not in found:
                with contextlib.suppress(OSError):
                    found[child] = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                    left.append(child)
    return found


def alive(pid: int) -> bool:
    """Whether a process runs (one that only waits to be reaped does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def _environment(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace")
    except OSError:
        return ""


@dataclass
class Up:
    """``movebook up`` on one folder and one port, started as often as it is killed."""

    data: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    token: str = ""
    seen: set[int] = field(default_factory=set)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def words(self) -> Path:
        """What it and its children say on standard error; beside the data, whose disk may be full."""
        return self.data.with_suffix(".log")

    @property
    def store_url(self) -> str:
        """The address of its store; it changes when the supervisor is started anew."""
        if url := self.settings.get("MOVEBOOK_LOG_URL"):
            return url
        return f"unix://{self._note('store')['socket']}?db=0"

    @property
    def queue_url(self) -> str:
        return self.settings.get("MOVEBOOK_QUEUE_URL") or f"unix://{self._note('queue')['socket']}?db=0"

    def _note(self, server: str) -> dict[str, Any]:
        """What is noted of the last start of one of its servers."""
        note: dict[str, Any] = json.loads((self.data / server / "server.json").read_text())
        return note

    def start(self, seconds: float = 180) -> float:
        """Start it and wait until it is ready; the seconds that took."""
        began = time.monotonic()
        self.data.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "service.cli", "up", "--json", "--port", str(self.port)]
        with self.words.open("ab") as words:
            self.process = subprocess.Popen(
                [*command, "--data", str(self.data)], env={**os.environ, **self.settings}, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=words,
            )  # fmt: skip
        assert self.process.stdout is not None
        killer = threading.Timer(seconds, self.process.kill)
        killer.start()
        line = self.process.stdout.readline()
        killer.cancel()
        if not line:
            raise RuntimeError(f"movebook up did not come up; its words are in {self.words}")
        self.token = json.loads(line)["token"]
        return time.monotonic() - began

    def stop(self) -> int:
        """Stop it as a person would; its exit code."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.terminate()
        code = self.process.wait(180)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def parts(self) -> dict[str, list[int]]:
        """Every process by its part. The API has two: the one that looks after it, and the one that answers."""
        assert self.process is not None
        found: dict[str, list[int]] = {"store": [], "queue": [], "API": [], "worker": []}
        queue = None if "MOVEBOOK_QUEUE_URL" in self.settings else self._note("queue")["pid"]
        for pid, command in family(self.process.pid).items():
            if "service.run.serve" in command:
                found["API"].append(pid)
            elif "-m worker" in command:
                found["worker"].append(pid)
            elif "-server" in command:
                found["queue" if pid == queue else "store"].append(pid)
        self.seen.update(pid for of in found.values() for pid in of)
        return found

    def left(self) -> list[int]:
        """Processes seen earlier that still run, though what started them was killed."""
        return [pid for pid in self.seen if alive(pid) and str(self.data) in _environment(pid)]

    def strays(self) -> list[int]:
        """Processes that run on this data folder, whoever started them."""
        running = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        return [pid for pid in running if str(self.data) in _environment(pid) and alive(pid)]

    def kill(self, part: str, pick: int = 0) -> list[int]:
        """Kill -9 a part, or all; which processes that were. ``pick`` chooses where a part has several."""
        assert self.process is not None
        parts = self.parts()
        if part == "all":
            pids = list(dict.fromkeys([self.process.pid, *(pid for of in parts.values() for pid in of), *self.left()]))
            turn = pick % len(pids)
            pids = pids[turn:] + pids[:turn]
        else:
            pids = parts[part][pick % len(parts[part]) :][:1] if parts[part] else []
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if part == "all":
            self.process.wait(20)
            if self.process.stdout is not None:
                self.process.stdout.close()
            until = time.monotonic() + 120
            while any(alive(pid) for pid in pids) or self.strays():
                # The API may have put a new process in the place of one that was killed before it: it keeps the port.
                for pid in self.strays():
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                if time.monotonic() > until:
                    raise RuntimeError(f"of {pids} some outlive SIGKILL")
                time.sleep(0.01)
        return pids


@dataclass
class OnCluster(Up):
    """``movebook up`` with the log on a cluster and the queue on a server of its own, all restarted when they end."""

    cluster: Cluster | None = None
    queue: Supervisor | None = None

    def start(self, seconds: float = 180) -> float:
        """Start what is not running, and wait until all is ready; the seconds that took."""
        if self.cluster is None or self.queue is None:
            self.cluster = Cluster(self.data.parent / "cluster", looked_after=True).start()
            self.queue = Supervisor(self.data.parent / "queue")
            self.queue.start()
            self.settings = {
                **self.settings,
                "MOVEBOOK_LOG_URL": self.cluster.url,
                "MOVEBOOK_QUEUE_URL": self.queue.url,
            }
        return super().start(seconds)

    def stop(self) -> int:
        """Stop it, then its stores."""
        code = super().stop()
        if self.cluster is not None and self.queue is not None:
            self.cluster.stop()
            self.queue.stop()
        return code

    def parts(self) -> dict[str, list[int]]:
        """Every process by its part; the store is the masters."""
        found = super().parts()
        assert self.cluster is not None
        assert self.queue is not None
        queue = self.queue._process
        found["store"], found["queue"] = self.cluster.pids, [queue.pid] if queue is not None else []
        return found
