"""A cluster for real: masters on loopback, from the program that the embedded store runs; slots spread evenly.

``python -m tests.cluster`` starts one and prints its address until Ctrl-C.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import redis

from service.store import binaries
from tests.ports import free_ports
from tests.waiting import limit

SLOTS = 16384
READY_S = limit(60)
"""Seconds until all masters must agree."""
ALONE_MS = 2000
"""Milliseconds of silence after which a master counts as gone."""


@dataclass
class Cluster:
    """Masters without replicas; a context manager that ends them.

    Args:
        folder: Where each keeps its files.
        masters: How many.
        server: The program; None for the one that the embedded store would take.
        looked_after: Start a master again that ended, as a service manager would.
        fsync: ``appendfsync`` of each.
    """

    folder: Path
    masters: int = 3
    server: str | None = None
    looked_after: bool = False
    fsync: str = "always"
    ports: list[int] = field(default_factory=list)
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _buses: list[int] = field(default_factory=list)
    _ending: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None
    _guard: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        """The address for MOVEBOOK_LOG_URL: any of its masters."""
        return f"redis+cluster://127.0.0.1:{self.ports[0]}"

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self.processes]

    def start(self) -> Self:
        """Start the masters, give each its slots, and wait until all agree."""
        path = str(next(binaries.candidates(self.server, [])).path)
        found = free_ports(2 * self.masters)
        self.ports, self._buses = found[: self.masters], found[self.masters :]
        self.processes = [self._spawn(path, number) for number in range(self.masters)]
        if self.looked_after:
            self._thread = threading.Thread(target=self._watch, args=(path,), name="masters", daemon=True)
            self._thread.start()
        clients = [redis.Redis(port=port, socket_timeout=READY_S) for port in self.ports]
        try:
            for number, client in enumerate(clients):
                _until(lambda client=client: _answers(client), f"master {number}")  # type: ignore[misc]
                share = number * SLOTS // self.masters, (number + 1) * SLOTS // self.masters - 1
                client.execute_command("CLUSTER", "ADDSLOTSRANGE", *share)
            for port, bus in zip(self.ports[1:], self._buses[1:], strict=True):
                clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", port, bus)
            self.settle()
        except BaseException:
            self.stop()
            raise
        finally:
            for client in clients:
                client.close()
        return self

    def settle(self, seconds: float = READY_S) -> None:
        """Wait until every master says that every slot is served."""
        for port in self.ports:
            with redis.Redis(port=port, socket_timeout=READY_S) as client:
                _until(lambda client=client: _agrees(client, self.masters), f"the cluster at {port}", seconds)  # type: ignore[misc]

    def stop(self) -> None:
        """End every master."""
        self._ending.set()
        with self._guard:
            for process in self.processes:
                with contextlib.suppress(ProcessLookupError):
                    process.terminate()
        if self._thread is not None:
            self._thread.join()
        for process in self.processes:
            process.wait(READY_S)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def kill(self, number: int) -> int:
        """Kill -9 a master; its process id."""
        pid = self.processes[number % self.masters].pid
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return pid

    def _spawn(self, path: str, number: int) -> subprocess.Popen[bytes]:
        place = self.folder / f"master{number}"
        place.mkdir(parents=True, exist_ok=True)
        settings = {
            "port": str(self.ports[number]),
            "cluster-port": str(self._buses[number]),
            "bind": "127.0.0.1",
            "dir": str(place),
            "save": "",
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "maxmemory-policy": "noeviction",
            "cluster-enabled": "yes",
            "cluster-config-file": "nodes.conf",
            "cluster-node-timeout": str(ALONE_MS),
        }
        command = [path, *(part for name, value in settings.items() for part in (f"--{name}", value))]
        with (place / "server.log").open("ab") as log:
            return subprocess.Popen(
                command, env={**os.environ, "LC_ALL": "C"}, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def _watch(self, path: str) -> None:
        while not self._ending.wait(0.1):
            with self._guard:
                for number, process in enumerate(self.processes):
                    if process.poll() is not None and not self._ending.is_set():
                        self.processes[number] = self._spawn(path, number)


def start(folder: Path, masters: int = 3) -> tuple[str, list[int]]:
    """Start a cluster that runs until its processes are ended; its address and their ids."""
    cluster = Cluster(folder, masters).start()
    return cluster.url, cluster.pids


def _answers(client: Any) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


def _agrees(client: Any, masters: int) -> bool:
    try:
        told = client.execute_command("CLUSTER INFO")
    except redis.RedisError:
        return False
    text = told if isinstance(told, dict) else _pairs(told.decode() if isinstance(told, bytes) else told)
    return text["cluster_state"] == "ok" and int(text["cluster_known_nodes"]) == masters


def _pairs(text: str) -> dict[str, str]:
    return dict(line.split(":", 1) for line in text.split("\r\n") if ":" in line)


def _until(done: Any, what: str, seconds: float = READY_S) -> None:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} is not ready after {seconds:g} s")
        time.sleep(0.02)


def main() -> int:
    """Run a cluster until Ctrl-C."""
    with tempfile.TemporaryDirectory(prefix="movebook-cluster-") as folder, Cluster(Path(folder)) as cluster:
        print(f"{cluster.url} (processes {', '.join(map(str, cluster.pids))}); Ctrl-C ends it", flush=True)  # noqa: T201
        with contextlib.suppress(KeyboardInterrupt):
            signal.pause()
    return 0


if __name__ == "__main__":
    sys.exit(main())
