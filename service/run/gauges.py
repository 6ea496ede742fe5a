"""Prometheus metrics on a separate address: the counts of the API's processes and the current state of the stores."""

import contextlib
import operator
import os
import platform
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import redis
from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.config import Settings
from service.record.derived import queue
from service.record.derived.queue import Dispatcher
from service.record.state import quarantine
from service.store.archive import Archive
from service.store.connect import addresses, connect
from service.store.keys import BACKUP
from service.version import program_version


class Gauges(Collector):
    """Gauges that are read from the stores at each scrape."""

    def __init__(self, log: Any, queue: Any) -> None:
        self._log = log
        self._queue = queue
        self._began = time.time()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges; if a store does not answer, those read so far, and ``movebook_store_up`` 0."""
        up = 1
        try:
            yield from self._read()
        except redis.RedisError:
            up = 0
        yield GaugeMetricFamily("movebook_store_up", "Whether the stores answer", up)
        build = GaugeMetricFamily("movebook_build_info", "Version of Movebook and Python", labels=["version", "python"])
        build.add_metric([program_version(), platform.python_version()], 1)
        yield build

    def _read(self) -> Iterator[GaugeMetricFamily]:
        swept = queue.last_sweep(self._queue)
        age_s = max(0.0, time.time() - (self._began if swept is None else swept["at"]))
        yield GaugeMetricFamily("movebook_sweep_age_seconds", "Time since a worker last swept", age_s)
        if swept is not None:
            yield GaugeMetricFamily("movebook_worker_behind", "Records whose projections lag", swept["behind"])
            oldest = "How long the oldest of them has lagged"
            yield GaugeMetricFamily("movebook_worker_lag_seconds", oldest, swept["oldest_s"])
        waiting = queue.waiting(self._queue)
        yield GaugeMetricFamily("movebook_waiting_records", "Records waiting for a worker", waiting)
        broken = quarantine.count(self._log)
        yield GaugeMetricFamily("movebook_records_set_aside", "Records that some eyes or all cannot replay", broken)
        archived, unused = Archive(self._log, None).count()
        yield GaugeMetricFamily("movebook_archive_records", "Records in the archive", archived)
        yield GaugeMetricFamily("movebook_archive_unused_files", "Files of it that are to be deleted", unused)
        memory = _memory(self._log.info("memory"))
        yield GaugeMetricFamily("movebook_store_bytes", "Memory the log's store uses", memory)
        if exported := self._log.get(BACKUP):
            age_s = max(0.0, time.time() - float(exported))
            yield GaugeMetricFamily("movebook_backup_age_seconds", "Time since the last export of the store", age_s)


class Processes(Collector):
    """CPU, memory and open files (``process_...``) of this process and those that write metrics to a folder.

    Args:
        folder: The folder; live gauges of ended processes are deleted from it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        """Yield the sum over all processes; for the file limit and the start time, the minimum."""
        found: dict[str, Metric] = {}
        for pid in self._alive():
            for family in ProcessCollector(pid=lambda pid=pid: pid, registry=None).collect():  # type: ignore[misc]
                known = found.setdefault(family.name, family)
                if known is not family:
                    total = min if family.name in ("process_max_fds", "process_start_time_seconds") else operator.add
                    known.samples = [
                        one._replace(value=total(one.value, other.value))
                        for one, other in zip(known.samples, family.samples, strict=True)
                    ]
        yield from found.values()

    def _alive(self) -> set[int]:
        alive = {os.getpid()}
        for path in self._folder.glob("*_*.db"):
            pid = int(path.stem.rpartition("_")[2])
            if Path(f"/proc/{pid}").exists():
                alive.add(pid)
            elif path.name.startswith("gauge_live") and Path("/proc").is_dir():
                with contextlib.suppress(FileNotFoundError):
                    path.unlink()
        return alive


def _memory(info: Any) -> float:
    """Used memory in bytes; the sum of all nodes in a cluster."""
    return float(info["used_memory"] if "used_memory" in info else sum(node["used_memory"] for node in info.values()))


def serve(settings: Settings) -> None:
    """Serve Prometheus from a thread, at the address in the settings.

    Raises:
        OSError: The address cannot be used.
    """
    log_url, queue_url = addresses(settings)
    registry = CollectorRegistry()
    # First, because it removes the gauges of ended processes.
    registry.register(Processes(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])))
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(Gauges(connect(log_url), Dispatcher(queue_url).connection))
    host, _, port = (settings.metrics or "").rpartition(":")
    start_http_server(int(port), host.strip("[]"), registry)
